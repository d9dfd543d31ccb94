/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program: assembly texts made one, with addresses for all that they name. Assumed: text from
 * LAB_TEXT on, one file behind the other, data from LAB_DATA on, COMMON blocks behind them at
 * addresses divisible by 128. A name is looked for in its own file, then among those of all. */
#ifndef LAB_MACHINE_PROGRAM_H
#define LAB_MACHINE_PROGRAM_H

#include "base/name-index.h"
#include "lab/machine/cell.h"

struct host_routine;

struct program_symbol {
    const char *name; /* interned in the program */
    uint64_t address;
    uint64_t bytes; /* of data, up to the next label */
    bool text, global, common;
    uint32_t file, line; /* that defines it; line 0 = none */
};
struct program_file {
    struct lab_text text;
    uint32_t first;   /* pair of the program that its first is */
    uint64_t *blocks; /* address of each */
    bool library;     /* of ours */
};
/* A pair that the host does: a routine, or the end of the program. */
struct program_host {
    uint32_t pair;
    const struct host_routine *routine; /* NULL = the end */
};
struct program {
    struct arena arena;
    struct names names;
    struct diag *d;
    ARRAY(struct program_file *) files; /* the last one is made here: the host's, the end */
    ARRAY(struct program_symbol) symbols;
    ARRAY(struct program_host) hosts; /* by pair */
    struct name_index by_name; /* symbols; owner: the file, or ALL_FILES for what the others see */
    uint32_t pairs;
    uint64_t data_end;
    uint64_t main_text, main_block, exit_text; /* addresses: where it starts; its block; %c14 */
    uint64_t worker_text, worker_block;        /* of the other cells; 0 = they do not start */
};

/* Reads and links files, and what they need of the library. NULL after messages. d must outlive
 * it. */
struct program *program_read(const char *const *paths, size_t n, struct diag *d);
/* The same of one text at hand. */
struct program *program_read_bytes(const char *path, const char *bytes, size_t n, struct diag *d);
void program_free(struct program *p);
/* Data as they are at the start, and the pages that may be used. stack: bytes for each cell, a
 * multiple of LAB_PAGE. */
void program_load(const struct program *p, struct memory *m, unsigned cells, uint64_t stack);

/* A pair by its number, and the file that it is of. */
const struct lab_pair *program_pair(const struct program *p, uint32_t pair,
                                    const struct program_file **file);
/* What a file calls by that name; NULL = there is none. */
const struct program_symbol *program_find(const struct program *p, uint32_t file, const char *name);

static inline uint64_t program_pair_address(uint32_t pair)
{
    return LAB_TEXT + (uint64_t)pair * LAB_PAIR_BYTES;
}

#endif
