/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to hotspots/: tables through which the indirect jumps of functions go, for switch
 * statements and computed gotos. */
#ifndef HOTSPOTS_TABLES_H
#define HOTSPOTS_TABLES_H

#include "base/array.h"
#include "binaries/binary.h"

/* The address of a table that a function may use. */
struct table_reference {
    uint64_t function; /* address of its first instruction */
    uint64_t at;
};
struct jump_tables {
    ARRAY(uint64_t) code;               /* addresses of all instructions, ascending */
    ARRAY(struct table_reference) uses; /* by function, then address */
    ARRAY(uint64_t) ends;               /* the addresses of uses, ascending */
};

/* Collects the instructions and references of objdump's text. t is empty. */
void tables_find(struct jump_tables *t, FILE *text);
/* Prints a line for each table of a function, "jump table 4020a0: 401136 401150", as the x86-64
 * reader expects it, and returns their number. other: the function's other range; NULL = none. An
 * entry of a table leads to an instruction of the function. */
uint32_t tables_print(const struct jump_tables *t, struct binary *b,
                      const struct binary_function *f, const struct binary_function *other,
                      FILE *to);
void tables_free(struct jump_tables *t);

#endif
