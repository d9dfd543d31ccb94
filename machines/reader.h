/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the readers of single keys share. */
#ifndef MACHINES_READER_H
#define MACHINES_READER_H

#include "base/keyfile.h"
#include "base/nearest.h"
#include "machines/machine.h"
#include "machines/values.h"

/* A cache while it is read: which of its keys stood in the file. */
struct cache_keys {
    const struct key_entry *first;
    bool size, line, block, ways, user_ways;
};
struct reader {
    struct arena *a;
    struct diag *d;
    struct machine *m;
    bool ports_known; /* the line of ports was read well */
    struct cache_keys caches[MACHINE_CACHES];
};

extern const struct number_rule latency_rule;

/* "; did you mean 'X'?" or nothing. */
const char *did_you_mean(struct reader *r, const struct nearest *n);

/* Reads a line whose key is cache. and rest. */
void read_cache(struct reader *r, const struct key_entry *e, const char *rest);
/* What must hold when all lines are read; what was left out gets its default. */
void finish_caches(struct reader *r);

#endif
