/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The regions of a program as a tree: what runs one after the other, what is shared out over
 * threads, and what runs side by side (sections 4.3 and 4.4 of the report). A region file
 * (macs-gap(1)) says it by hand; region events of a run say it, too. */
#ifndef RUNS_REGIONS_H
#define RUNS_REGIONS_H

#include "base/diag.h"
#include "base/source.h"
#include "facts/facts.h"

enum region_kind {
#define REGION(NAME, word, inside, name, keys) REGION_##NAME,
#include "runs/regions/regions.def"
#undef REGION
    REGION_KINDS
};
/* "parallel" */
const char *region_word(enum region_kind k);
/* Whether outer may hold one directly; REGION_KINDS = none: it stands by itself. */
bool region_may_hold(enum region_kind outer, enum region_kind k);
/* Whether it holds others, up to an end. */
bool region_is_block(enum region_kind k);

struct tree_region {
    enum region_kind kind;
    int parent;       /* index of the region around it, before it; -1 = program or routine */
    const char *name; /* NULL = none; of a call, the routine's */
    const char *loop; /* of REGION_LOOP: as the file calls it; in a stored tree, id */
    int callee;       /* of REGION_CALL: index of the routine; -1 = it is not described */
    double calls;     /* of REGION_CALL: in one execution of what holds it */
    long processors;  /* 0 = as those around it */
    struct quantity measured;       /* cycles of one execution, where the file tells */
    const struct share *iterations; /* of one execution: one share = all threads together, */
    size_t n_iterations;            /* else a share for each thread; 0 = those measured */
    long line;                      /* of the region file; 0 = none */
    struct where where;             /* of its name */
};
/* Iterations of a thread. */
struct share {
    long thread;
    double iterations;
};
struct region_tree {
    const char *path;                  /* of the file; NULL = from region events */
    const char *run, *build, *machine; /* what it is for; NULL = not said */
    struct where of_run, of_build;
    struct tree_region *at; /* each behind what holds it */
    size_t n;
};

enum {
    REGIONS_DEEPEST = 100, /* regions within regions */
    CALLS_DEEPEST = 1000,  /* calls within calls */
};

/* Reads a region file. NULL after located messages: nothing of it can be used. s must outlive what
 * is made in a. */
struct region_tree *region_tree_read(struct arena *a, struct source *s, struct diag *d);
/* Finds the callees. False after messages: a routine described twice, or that calls itself, at
 * whatever depth; no program, or several. */
bool region_tree_link(struct region_tree *t, struct diag *d);
/* Writes it as a region file. */
void region_tree_print(FILE *out, const struct region_tree *t);

struct runs;
/* Puts region files into the database, each in place of what it had for the same run or, where the
 * file names none, build. Of a file with messages nothing is stored; the others are. False when
 * the transaction is lost. */
bool runs_import_regions(struct runs *r, const char *const *paths, size_t n);
/* Puts a tree whose loops are ids beside those there are; run: 0 = for all of the build. False
 * after a message. */
bool region_tree_put(struct runs *r, const struct region_tree *t, long build, long run);
/* The tree of a run (0 = of the build alone): one from a file for that run, else one from a file
 * for its build, else from its region events. *t = NULL: there is none. False after a message. */
bool runs_regions(struct runs *r, struct arena *a, long run, long build, struct region_tree **t);

/* Cycles of a parallel region on a thread, as region events tell them: its whole instances. */
struct parallel_sample {
    long thread;
    double cycles, instances, lost;
};
/* Those of the region of that name in a run, by thread; made in a. False after a message. */
bool runs_parallel(struct runs *r, struct arena *a, long run, const char *name,
                   struct parallel_sample **list, size_t *n);

#endif
