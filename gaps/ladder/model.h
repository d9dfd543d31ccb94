/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: the loops of each build with the data that a ladder needs, and the computation
 * of ladders for given counts of skipped blocks. */
#ifndef GAPS_MODEL_H
#define GAPS_MODEL_H

#include "bounds/resources.h"
#include "gaps/gaps.h"
#include "gaps/ladder/join.h"
#include "machines/machine.h"
#include "runs/runs.h"

struct paths;

/* A source loop, and the compiled loop that it is compared with. */
struct model_loop {
    const struct source_loop *source;
    const struct machine *machine;          /* of the analysis of the source */
    bool reassociate;                       /* the compiler may reorder reductions */
    struct recurrence recurrence;           /* of the source, with latencies of machine */
    const struct compiled_loop *compiled;   /* NULL = none */
    const char *no_compiled;                /* the reason; NULL if there is one */
    const struct machine *compiled_machine; /* of its analysis */
    const struct machine *stored_machine;   /* the same without overrides */
    struct recurrence compiled_recurrence;
    struct runs *runs; /* contains its body, if compiled->has_body */
    long build;        /* the build of the body in runs */
    bool stored_holds; /* the stored bounds of a pass are valid for compiled_machine */
    struct quantity k; /* of the compiled loop; missing if it has none */
    const char *k_how;
    const char *compiled_name, *joined; /* file:label; how it was matched; NULL = none */
    const struct source_loop *path;     /* the source loop along its shortest path, or with counted
                                           shares of its blocks, and with the recurrence above */
    bool weighted;                      /* path has counted shares */
    struct quantity ma_k;               /* divisor of the overhead in MA, and its origin */
    const char *ma_k_how;
    int *block_of;             /* source block of each area of the compiled loop; -1 = unknown */
    const struct paths *paths; /* of the compiled loop; NULL = areas are matched by block_of */
    struct gap_other *others;  /* further compiled loops of the source loop */
    size_t n_others;
    struct notes notes;
    struct model_loop *unrolled; /* of an outer loop: of source->unrolled, without a compiled loop;
                                    NULL = none */
};

struct model_build {
    const struct stored_build *stored;
    const char *machine;
    struct notes set;         /* overridden values of its machine */
    struct model_loop *loops; /* by file, then position in it */
    size_t n;
    struct model_loop
        *sampled; /* compiled loops of profiles, without source: by file, then label */
    size_t n_sampled;
    const struct call **calls; /* in its sources, by callee, then in source order */
    size_t n_calls;
    struct notes notes; /* compiled loops that match no source loop, with reasons */
};
struct model {
    struct model_build *at;
    size_t n;
};

/* Builds the model of all builds of r: matches compiled with source loops and prepares their
 * bounds. r must outlive it. set: overridden values of machines (--set); they also replace the loop
 * overhead in builds. Returns false after messages in d about machine files. */
bool model_make(struct model *m, struct arena *a, struct runs *r, struct stored_builds *builds,
                const struct option_list *set, struct diag *d);

/* Returns the source loop with the compiled loop of `code` in place of its own, and k as joined:
 * its bounds are per iteration. Allocated in a. */
struct model_loop *model_with_code(struct arena *a, const struct model_loop *source,
                                   const struct model_loop *code, const struct loop_join *join);

/* Returns the ladder of a loop, allocated in a, without measured. share[b] is the share of
 * iterations that skip source block b, share[n_blocks + j] the share of passes that skip area j of
 * the compiled loop; NULL = nothing is skipped. */
struct gap_ladder model_ladder(struct arena *a, const struct model_loop *l, const double *share);

/* Return TNF (eq. 4.1) and M of an average iteration, for the same shares. */
struct quantity model_tnf(struct arena *a, const struct model_loop *l, const double *share);
struct quantity model_m(struct arena *a, const struct model_loop *l, const double *share);

/* Returns the essential operations of an iteration along the shortest path. */
struct essential model_essential(const struct model_loop *l);
/* Returns MA and MAC with their terms. *length: pairs of an average pass, 0 = unknown. */
struct gap_bounds model_bounds(struct arena *a, const struct model_loop *l, const double *share,
                               double *length);

/* Weighs the conditional blocks of l by the counted frequencies of its compiled loop (counted.c):
 * of a block whose branch the source lines of the code identify. The other blocks remain those of
 * the shortest path. Adds a note to notes that names both. Does nothing without frequencies. */
void model_weigh_by_counts(struct arena *a, struct model_loop *l, struct notes *notes);

/* ---- compiled loops of machines with dynamic scheduling (body.c) ---- */

/* Returns its instructions, allocated in a; NULL with the reason in *why if they are unknown. */
const struct instruction_body *model_body(struct arena *a, const struct model_loop *l,
                                          const char **why);
/* Bounds computed from the body: MAC with its terms, and MACS with its limiting resource, NULL =
 * none. */
struct body_bounds {
    struct bound mac;
    struct quantity macs;
    const char *macs_limit;
};
/* Returns the bounds of average passes for share (see model_ladder). Counted frequencies of its
 * blocks replace share. */
struct body_bounds model_body_bounds(struct arena *a, const struct model_loop *l,
                                     const double *share);
/* Sets mac and macs like model_body_bounds. Uses the stored bounds if they are valid and nothing is
 * skipped, so that the body is not read. */
void model_pass_bounds(struct arena *a, const struct model_loop *l, const double *share,
                       struct quantity *mac, struct quantity *macs);

/* Returns the cycles that the loads and stores of a pass of a compiled loop with a body need alone.
 */
struct quantity model_access_cycles(struct arena *a, const struct model_loop *l);

/* Sets mac and macs to the bounds of a pass of a compiled loop with a body, with limits. Texts are
 * allocated in a. */
void model_code_bounds(struct arena *a, const struct model_loop *l, struct pass_bound *mac,
                       struct pass_bound *macs);

/* Returns the shares for model_ladder of a thread that executed n > 0 iterations, from its n_skips
 * rows of skipped blocks. Adds a note for each row that cannot be used to notes, each text once,
 * allocated in keep. */
double *model_shares(struct arena *a, const struct model_loop *l, double n,
                     const struct thread_skip *skips, size_t n_skips, struct arena *keep,
                     struct notes *notes);

/* Sets block_of of an innermost loop with a compiled loop: by the source lines of the areas,
 * otherwise by order if each copy of the body has one area per block. */
void model_match_areas(struct arena *a, struct model_loop *l);
/* Returns the area with the label: if several branches target it, the largest area, which contains
 * the others. -1 = none; c may be NULL. */
int model_area_named(const struct compiled_loop *c, const char *label);
/* Returns whether area j is inside another area of the same block, and therefore skipped with
 * it. */
bool model_area_inside(const struct model_loop *l, size_t j);

/* Appends a text if notes do not contain it. */
void note_once(struct arena *a, struct notes *notes, const char *text);

#endif
