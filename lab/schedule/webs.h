/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that are local to one iteration of a loop: no other iteration and no code after the loop
 * reads them. Each may have any register, a different one in each of several overlapping iterations
 * (modulo variable expansion). */
#ifndef LAB_SCHEDULE_WEBS_H
#define LAB_SCHEDULE_WEBS_H

#include "lab/schedule/graph.h"
#include "lab/schedule/liveness.h"

/* The web of each register of a node; NO_WEB = none, the register stays. */
enum { NO_WEB = -1, WEBS_MOST = 100, WEB_ROW = ROW_LENGTH };
struct node_webs {
    int s[LAB_SOURCES], with_s[LAB_SOURCES];
    int base, d, with_d;
};
struct web {
    int row;        /* the original register */
    int start, end; /* first written, free again: pairs of an iteration; set by webs_assign() */
};
struct webs {
    struct node_webs *of; /* by node */
    struct web *at;
    size_t n;
    struct rows pool;  /* registers for them: their own, and those that hold no value */
    lab_reg *assigned; /* by web and iteration: at[web * iterations + iteration % iterations] */
    int iterations;
};

/* Finds the webs of nodes in order. fixed: registers that are not renamed (stepped addresses). */
void webs_find(struct arena *a, const struct node *nodes, size_t n, const struct lab_flow *f,
               const struct rows *live_before, const struct rows *live_after,
               const struct rows *fixed, struct webs *out);
/* Replaces registers in the nodes' effects by webs: row WEB_ROW + number. */
void webs_apply(const struct webs *w, struct node *nodes, size_t n);
/* Removes the effects of webs: what remains is the dependence between iterations. */
void webs_remove_effects(struct node *nodes, size_t n);
/* Assigns registers to all webs. Node i is issued at pair at[i] of its iteration; an iteration
 * begins every `interval` pairs. Sets w->iterations to the number of iterations with registers of
 * their own. Returns false if there are too few registers. */
bool webs_assign(struct arena *a, struct webs *w, const struct machine *m, const struct node *nodes,
                 size_t n, const int *at, int interval);
/* Returns the instruction of node i in an iteration. with: its movin8 instead. */
struct lab_inst web_inst(const struct webs *w, const struct node *nodes, size_t i,
                         int64_t iteration, bool with);

#endif
