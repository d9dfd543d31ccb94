/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of runs/: the builds and source loops that a database holds, read once, and which of
 * them a measurement means. */
#ifndef RUNS_STOCK_H
#define RUNS_STOCK_H

#include "base/names.h"
#include "runs/db.h"

struct known_build {
    long id;
    const char *name, *machine; /* interned */
};
struct known_loop {
    long build, id;
    const char *name; /* interned */
    long loops;       /* source loops of this name */
};
struct stock {
    struct names names;
    ARRAY(struct known_build) builds;
    ARRAY(struct known_loop) loops;
};

/* False after a message. stock_free in any case. */
bool stock_read(struct runs *r, struct stock *k);
void stock_free(struct stock *k);

/* The one build of that name for that machine; NULL = not given. where: of the name. how: what
 * names it there, "in a column". False with a message. */
struct build_call {
    const char *build, *machine;
    struct where where;
    const char *how;
    const char *isa; /* of the processor, where it is known */
};
bool stock_build(struct runs *r, struct stock *k, const struct build_call *call, long *id);
/* The one loop of the build that name means (runs/names.h). False with a message at where. */
bool stock_loop(struct runs *r, struct stock *k, long build, const char *name, struct where where,
                long *id);

#endif
