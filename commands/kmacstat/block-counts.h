/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Executions of blocks from the file of --counts, and the frequencies of a loop that follow from
 * them. */
#ifndef COMMANDS_KMACSTAT_BLOCK_COUNTS_H
#define COMMANDS_KMACSTAT_BLOCK_COUNTS_H

#include "base/source.h"
#include "facts/facts.h"

/* A line of the file. */
struct block_count {
    const char *file;  /* of the block, NULL = any */
    const char *label; /* at its first instruction; NULL = line */
    long line;         /* of an instruction of the block, of the assembly file */
    double count;
    bool entries; /* the count of executions of the loop that contains the block */
    bool used;
    long where; /* line of this file */
};
struct block_counts {
    struct source source;
    struct arena arena;
    struct block_count *at; /* by label, then line, then file */
    size_t n;
};

/* Reads the file at path, which must outlive c. Returns false after messages in d. */
bool block_counts_read(struct block_counts *c, const char *path, struct diag *d);
/* Sets the executions of a loop with a body, in a, if its blocks have counts. Reports counts that
 * contradict each other; adds a note if some are missing. */
void block_counts_apply(struct block_counts *c, struct arena *a, struct compiled_loop *l,
                        struct diag *d);
/* Warns if counts were not used. */
void block_counts_finish(struct block_counts *c, struct diag *d);
void block_counts_free(struct block_counts *c);

#endif
