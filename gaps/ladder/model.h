/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of gaps/: the loops of each build with everything that a ladder
 * needs, and ladders under given taken counts. */
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
    const struct machine *machine;          /* the source was analysed for it */
    bool reassociate;                       /* reductions need not keep their order */
    struct recurrence recurrence;           /* the source's, with the machine's latencies */
    const struct compiled_loop *compiled;   /* NULL = none */
    const char *no_compiled;                /* why */
    const struct machine *compiled_machine; /* likewise */
    struct recurrence compiled_recurrence;
    struct runs *runs; /* where its body is, if it has one: compiled->has_body */
    long build;        /* likewise */
    bool stored_holds; /* its stored bounds of a pass are those of compiled_machine */
    struct quantity k; /* of the compiled loop; missing where it has none */
    const char *k_how;
    const char *compiled_name, *joined; /* file:label; how it was found; NULL = none */
    struct quantity ma_k;               /* what MA divides overhead by, and where from */
    const char *ma_k_how;
    int *block_of; /* for each area of the compiled loop: its source block; -1 = not known */
    const struct paths *paths; /* of its compiled loop; NULL = areas are matched by block_of */
    struct gap_other *others;  /* further compiled loops of the source loop */
    size_t n_others;
    struct notes notes;
};

struct model_build {
    const struct stored_build *stored;
    const char *machine;
    struct notes set;         /* overrides of its machine */
    struct model_loop *loops; /* by file, then place in it */
    size_t n;
    const struct call **calls; /* of its sources, by callee, then in their order */
    size_t n_calls;
    struct notes notes; /* compiled loops that belong to none, and why */
};
struct model {
    struct model_build *at;
    size_t n;
};

/* Joins and readies all builds of r, which must outlive it. set: overrides of machine numbers
 * (--set). False after messages in d about machine descriptions. */
bool model_make(struct model *m, struct arena *a, struct runs *r,
                const struct stored_builds *builds, const struct option_list *set, struct diag *d);

/* The ladder of a loop of which share[b] of the iterations skip source block
 * b, and share[n_blocks + j] of the passes skip area j of the compiled loop;
 * NULL = none skips anything. measured is missing. Texts live in a. */
struct gap_ladder model_ladder(struct arena *a, const struct model_loop *l, const double *share);

/* TNF (eq. 4.1) and M of an average iteration, likewise. */
struct quantity model_tnf(struct arena *a, const struct model_loop *l, const double *share);
struct quantity model_m(struct arena *a, const struct model_loop *l, const double *share);

/* What its MA is made of, all blocks in it. */
struct essential model_essential(const struct model_loop *l);
/* What makes up its MA and MAC, and the length of an average pass in pairs (0 = none). */
struct gap_bounds model_bounds(struct arena *a, const struct model_loop *l, const double *share,
                               double *length);

/* ---- the compiled loop of a machine that schedules while it runs (body.c) ---- */

/* Its instructions, in a; NULL with the reason where they are unknown. */
const struct instruction_body *model_body(struct arena *a, const struct model_loop *l,
                                          const char **why);
/* MAC with what it is made of, and MACS with its limit, NULL = none: of the body, all that it has
 * or of average passes as model_ladder does. Not looked for where cpl of mac is 0. */
struct body_bounds {
    struct bound mac;
    struct quantity macs;
    const char *macs_limit;
};
struct body_bounds model_body_bounds(struct arena *a, const struct model_loop *l,
                                     const double *share);
/* The same without reading the body where the bounds that are stored will do. */
void model_pass_bounds(struct arena *a, const struct model_loop *l, const double *share,
                       struct quantity *mac, struct quantity *macs);

/* Shares, as model_ladder wants them, of a thread that ran n > 0 iterations
 * and skipped blocks as the n_skips rows say. Notes about rows that can't be
 * used go into notes, each once, and live in keep. */
double *model_shares(struct arena *a, const struct model_loop *l, double n,
                     const struct thread_skip *skips, size_t n_skips, struct arena *keep,
                     struct notes *notes);

/* Sets block_of of an innermost loop with a compiled one: by the source lines of the areas; what
 * these leave open by order, if each copy of the body has an area for each block. */
void model_match_areas(struct arena *a, struct model_loop *l);
/* The area that a label means: several branches may go to one label, and the largest of their areas
 * holds the others. -1 = none; c may be NULL. */
int model_area_named(const struct compiled_loop *c, const char *label);
/* Area j is inside another one of the same block, and skipped with it. */
bool model_area_inside(const struct model_loop *l, size_t j);

/* Appends a text unless it is there already. */
void note_once(struct arena *a, struct notes *notes, const char *text);

#endif
