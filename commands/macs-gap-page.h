/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of macs-gap: what its texts for people are made of. */
#ifndef COMMANDS_MACS_GAP_PAGE_H
#define COMMANDS_MACS_GAP_PAGE_H

#include "base/quantity.h"
#include "commands/common.h"

/* ---- names of loops ---- */

/* How much of all these ids (file:routine:line) is left out, for it is said
 * once: the file if there is one, else folders. id_at(of, i): the ith. */
size_t common_length(const void *of, size_t n, const char *(*id_at)(const void *of, size_t i));
/* Says what was left out of id, if anything, and "; ". */
void put_common(FILE *out, const char *id, size_t common);

/* ---- tables ---- */

struct page {
    FILE *out;
    struct arena arena; /* for the texts of cells */
    struct table table;
};
/* A table with these titles, the first column to the left. */
struct page begin_table(FILE *out, const char *const *titles, size_t n);
void put_number(struct page *p, struct quantity q);
void end_table(struct page *p);

/* The text on lines of 100 columns at most where it has blanks, those after
 * the first indented. */
void put_wrapped(FILE *out, const char *text);

/* ---- notes ---- */

/* What is said of loops, each text once; all zeroes: nothing yet. */
struct remark {
    const char *text;
    size_t loops;
    const char *loop; /* the first one */
};
struct remarks {
    struct arena a;
    ARRAY(struct remark) list;
};
void remark(struct remarks *r, const char *loop, const char *text);
/* "LOOP: text", "LOOP and 2 more: text", or "all loops: text" where it was said
 * of all. Frees r. */
void put_remarks(FILE *out, struct remarks *r, size_t all);

#endif
