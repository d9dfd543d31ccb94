/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scanner of a machine's assembly, chosen once. */
#ifndef COMMANDS_KMACSTAT_SCAN_H
#define COMMANDS_KMACSTAT_SCAN_H

#include "loops/ask.h"
#include "loops/loops.h"
#include "machines/machine.h"

/* A scanned file. */
struct scan {
    const struct scanner *by;
    void *file;
};

/* What every scanner does, as ksr-asm/ksr-asm.h says it. */
struct scanner {
    void *(*scan)(const struct loop_ask *ask, const char *path, struct diag *d);
    const struct loop_finder *(*loops)(const void *file);
    void (*loop)(const void *file, struct arena *a, size_t i, struct compiled_loop *l);
    void (*details)(void *file, struct arena *a, size_t i, struct compiled_loop *l);
    void (*free)(void *file);
    bool whole; /* its text report needs details */
    void (*put_loop)(FILE *out, const struct machine *m, const struct compiled_loop *c);
};
/* That of m's assembly. */
const struct scanner *scanner_of(const struct machine *m);
/* False after a message: the file at path plainly is another machine's assembly. */
bool scanner_fits(const struct scanner *s, const char *path, struct diag *d);

/* False: the file can't be read at all. */
static inline bool scan_file(struct scan *s, const struct loop_ask *ask, const char *path,
                             struct diag *d)
{
    s->file = scanner_fits(s->by, path, d) ? s->by->scan(ask, path, d) : NULL;
    return s->file != NULL;
}
static inline const struct loop_finder *scan_loops(const struct scan *s)
{
    return s->by->loops(s->file);
}

#endif
