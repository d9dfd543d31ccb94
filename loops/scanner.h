/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interface of a scanner: it finds the loops of files in one assembly language. */
#ifndef LOOPS_SCANNER_H
#define LOOPS_SCANNER_H

#include "base/infile.h"
#include "loops/ask.h"
#include "loops/loops.h"

struct arena;

/* A scanned file: the first member of the scanner's own record. */
struct scan {
    const struct scanner *scanner;
    struct loop_finder finder;
};

struct scanner {
    const char *language; /* for messages */
    /* Scans an input that is at its start; if ask requests details, it must be possible to read the
     * input again. Reports errors in d, located; the result contains everything that was read
     * without error. Returns NULL if the input can't be read. ask, in and d must outlive the
     * result. */
    struct scan *(*scan)(const struct loop_ask *ask, struct infile *in, struct diag *d);
    /* Scans n bytes in memory (tests). */
    struct scan *(*scan_bytes)(const struct loop_ask *ask, const char *path, const char *bytes,
                               size_t n, struct diag *d);
    /* See scan_loop, scan_loop_details, scan_free. */
    void (*loop)(const struct scan *s, struct arena *a, size_t i, struct compiled_loop *l);
    void (*details)(struct scan *s, struct arena *a, size_t i, struct compiled_loop *l);
    void (*free)(struct scan *s);
    /* Returns true if the text, the start of a file, looks like this language. */
    bool (*looks_like)(const char *text, size_t n);
};

/* Returns the loops in completion order; loops_at gives their parents. */
static inline const struct loop_finder *scan_loops(const struct scan *s)
{
    return &s->finder;
}
/* Fills l, in a, with the facts of loop i, except those that need its instructions. An inconsistent
 * fact is an internal error. */
void scan_loop(const struct scan *s, struct arena *a, size_t i, struct compiled_loop *l);
/* Also fills the facts that need its instructions. Request loops in ascending order: going back
 * reads the file again. */
void scan_loop_details(struct scan *s, struct arena *a, size_t i, struct compiled_loop *l);
/* NULL is allowed. */
void scan_free(struct scan *s);

#endif
