/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The regions of a program as a tree: sequential code, loops that are distributed over threads, and
 * parallel sections (sections 4.3 and 4.4 of the report). The tree comes from a region file
 * (macs-gap(1)) or from the region events of a run. */
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
/* Returns the keyword of a kind: "parallel". */
const char *region_word(enum region_kind k);
/* Returns whether a region of kind outer may directly contain one of kind k; REGION_KINDS: whether
 * k may be at the top level. */
bool region_may_hold(enum region_kind outer, enum region_kind k);
/* Returns whether a kind contains other regions and is closed by 'end'. */
bool region_is_block(enum region_kind k);

struct tree_region {
    enum region_kind kind;
    int parent;               /* index of the enclosing region, less than its own; -1 = top level */
    const char *name;         /* NULL = none; of a call, the name of the routine */
    const char *loop;         /* of REGION_LOOP: its name in the file; in a stored tree, its id */
    int callee;               /* of REGION_CALL: index of the routine; -1 = not described */
    double calls;             /* of REGION_CALL: number in one execution of the enclosing region */
    long processors;          /* 0 = those of the enclosing region */
    struct quantity measured; /* cycles of one execution, if given */
    const struct share *iterations; /* of one execution: one share = all threads together, */
    size_t n_iterations;            /* otherwise a share for each thread; 0 = as measured */
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
    const char *run, *build, *machine; /* to which it belongs; NULL = not given */
    struct where of_run, of_build;     /* positions of these names */
    struct tree_region *at;            /* each after its parent */
    size_t n;
};

enum {
    REGIONS_DEEPEST = 100, /* regions within regions */
    CALLS_DEEPEST = 1000,  /* calls within calls */
};

/* Reads a region file into a. Returns NULL after located messages if it has any error. s must
 * outlive the tree. */
struct region_tree *region_tree_read(struct arena *a, struct source *s, struct diag *d);
/* Sets the callees. Returns false after messages: a routine is described twice or calls itself,
 * directly or indirectly; there is not exactly one program. */
bool region_tree_link(struct region_tree *t, struct diag *d);
/* Prints the tree as a region file. */
void region_tree_print(FILE *out, const struct region_tree *t);

struct runs;
/* Imports region files, each in place of the tree from a file for the same run or, if the file
 * names no run, the same build. A file with errors is not stored; the others are. Returns false if
 * the transaction cannot be committed. */
bool runs_import_regions(struct runs *r, const char *const *paths, size_t n);
/* Stores an additional tree, in which loops are ids; run: 0 = for all runs of the build. Returns
 * false after a message. */
bool region_tree_put(struct runs *r, const struct region_tree *t, long build, long run);
/* Reads the tree of a run (0 = of the build): from a file for the run, otherwise from a file for
 * its build, otherwise from its region events. *t = NULL: there is none. Returns false after a
 * message. */
bool runs_regions(struct runs *r, struct arena *a, long run, long build, struct region_tree **t);

/* Sum over the complete instances of a parallel region on a thread, from region events. */
struct parallel_sample {
    long thread;
    double cycles, instances, lost;
};
/* Reads the samples of a parallel region of a run by thread, allocated in a. Returns false after a
 * message. */
bool runs_parallel(struct runs *r, struct arena *a, long run, const char *name,
                   struct parallel_sample **list, size_t *n);

#endif
