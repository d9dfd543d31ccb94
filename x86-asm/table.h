/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal: storage of the instruction table; for x86-asm/ only. */
#ifndef X86_ASM_TABLE_H
#define X86_ASM_TABLE_H

#include "x86-asm/isa.h"

enum { X86_WORD = 24, X86_WORD_SLOTS = 1 << 14, X86_REGISTER_SLOTS = 1 << 9 };

/* A word in lower case, padded with 0. */
struct x86_key {
    uint64_t at[X86_WORD / 8];
};
struct x86_entry {
    struct x86_key key;
    struct x86_reading *first, *last;
    enum x86_prefix prefix;
};
struct x86_named_register {
    uint64_t key;
    struct x86_register is;
};
struct x86_isa {
    uint16_t slots[X86_WORD_SLOTS]; /* 0 = free, else index + 1 */
    struct x86_entry *words;
    size_t n_words;
    struct x86_named_register registers[X86_REGISTER_SLOTS]; /* key 0 = free */
};

/* Returns the word's entry; creates it if necessary. */
struct x86_entry *x86_entry(struct arena *a, struct x86_isa *isa, const char *word, size_t n);
/* Appends a reading to those of the word. */
void x86_add_reading(struct arena *a, struct x86_isa *isa, const char *word, size_t n,
                     struct x86_reading r);
/* Adds the lines of opcodes.def. */
void x86_table(struct arena *a, struct x86_isa *isa);

#endif
