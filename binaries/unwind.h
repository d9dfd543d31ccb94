/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Callers of x86-64 functions, by the unwind information of their file (.eh_frame). */
#ifndef BINARIES_UNWIND_H
#define BINARIES_UNWIND_H

#include "base/user-stack.h"
#include "binaries/binary.h"

/* Replaces the registers of s by those of the caller. address: of the instruction, in the file.
 * Returns false if the caller is unknown: there is no unwind information for the address, it needs
 * a register or memory that is not in s, or it is damaged. s is then undefined. There is no guess:
 * frame pointers are used only where the unwind information says so. */
bool binary_unwind(struct binary *b, uint64_t address, struct user_stack *s);

/* Returns whether the instruction before the address is a call. */
bool binary_follows_call(struct binary *b, uint64_t address);

#endif
