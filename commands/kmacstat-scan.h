/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Selects the scanner of a machine's assembly. */
#ifndef COMMANDS_KMACSTAT_SCAN_H
#define COMMANDS_KMACSTAT_SCAN_H

#include "base/infile.h"
#include "loops/ask.h"
#include "loops/loops.h"
#include "machines/machine.h"

/* A scanned file. */
struct scan {
    const struct scanner *by;
    void *file;
    struct infile in;
};

/* Functions of a scanner, as in ksr-asm/ksr-asm.h. */
struct scanner {
    void *(*scan)(const struct loop_ask *ask, struct infile *in, struct diag *d);
    const struct loop_finder *(*loops)(const void *file);
    void (*loop)(const void *file, struct arena *a, size_t i, struct compiled_loop *l);
    void (*details)(void *file, struct arena *a, size_t i, struct compiled_loop *l);
    void (*free)(void *file);
    bool whole; /* its text report needs details of loops */
    void (*put_loop)(FILE *out, const struct machine *m, const struct compiled_loop *c);
};
/* Returns the scanner of m's assembly. */
const struct scanner *scanner_of(const struct machine *m);
/* Scans the file at path ("-": standard input). Returns false after a message: it can't be read, or
 * is another machine's assembly. s, ask, path and d must exist until scan_close. */
bool scan_open(struct scan *s, const struct loop_ask *ask, const char *path, struct diag *d);
void scan_close(struct scan *s);
static inline const struct loop_finder *scan_loops(const struct scan *s)
{
    return s->by->loops(s->file);
}

#endif
