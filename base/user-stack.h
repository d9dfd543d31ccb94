/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function call of an interrupted thread: the registers and a copy of the top of the stack. It is
 * what is needed to find the caller. */
#ifndef BASE_USER_STACK_H
#define BASE_USER_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Registers of x86-64, numbered as in DWARF: rax, rdx, rcx, rbx, rsi, rdi, rbp, rsp, r8 to r15,
 * address of the instruction. */
enum { STACK_REGISTERS = 17, STACK_POINTER = 7, STACK_PC = 16 };

struct user_stack {
    uint64_t registers[STACK_REGISTERS];
    uint32_t known;       /* bit i: registers[i] is known */
    bool interrupted;     /* the thread was interrupted at the instruction; false: it is the
                             instruction after a call */
    const uint8_t *bytes; /* copy of n bytes of memory from address begin */
    uint64_t begin;
    size_t n;
};

#endif
