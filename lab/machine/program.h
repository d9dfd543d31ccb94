/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program: assembly texts linked together, with addresses for all symbols. Assumptions: text
 * starts at LAB_TEXT, one file after another; data start at LAB_DATA, followed by COMMON blocks at
 * addresses divisible by 128. A name is resolved in its own file first, then in all others. */
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
    uint32_t file, line; /* of its definition; line 0 = none */
};
struct program_file {
    struct lab_text text;
    uint32_t first;   /* number of its first pair in the program */
    uint64_t *blocks; /* address of each */
    bool library;     /* part of the lab's library */
};
/* A pair that the host executes: a routine, or the end of the program. */
struct program_host {
    uint32_t pair;
    const struct host_routine *routine; /* NULL = the end */
};
struct program {
    struct arena arena;
    struct names names;
    struct diag *d;
    ARRAY(struct program_file *) files; /* the last one is internal: host routines, the end */
    ARRAY(struct program_symbol) symbols;
    ARRAY(struct program_host) hosts; /* by pair */
    struct name_index by_name;        /* symbols; owner: the file, or ALL_FILES for global ones */
    uint32_t pairs;
    uint64_t data_end;
    uint64_t main_text, main_block, exit_text; /* addresses: entry, its block, %c14 */
    uint64_t worker_text, worker_block;        /* of the other cells; 0 = they do not start */
};

/* Reads and links files, and the parts of the library that they need. Returns NULL after messages.
 * d must outlive the program. */
struct program *program_read(const char *const *paths, size_t n, struct diag *d);
/* Like program_read(), but for one text in memory. */
struct program *program_read_bytes(const char *path, const char *bytes, size_t n, struct diag *d);
void program_free(struct program *p);
/* Initializes the data and the valid pages. stack: bytes for each cell, a multiple of LAB_PAGE. */
void program_load(const struct program *p, struct memory *m, unsigned cells, uint64_t stack);

/* Returns a pair by its number, and its file. */
const struct lab_pair *program_pair(const struct program *p, uint32_t pair,
                                    const struct program_file **file);
/* Returns the symbol that a file sees under that name; NULL = none. */
const struct program_symbol *program_find(const struct program *p, uint32_t file, const char *name);

static inline uint64_t program_pair_address(uint32_t pair)
{
    return LAB_TEXT + (uint64_t)pair * LAB_PAIR_BYTES;
}

#endif
