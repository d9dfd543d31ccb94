/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of a loop's pass that no other pass and nobody behind the loop reads: each may have any
 * register, another one in each of several passes under way (modulo variable expansion). */
#ifndef LAB_SCHEDULE_WEBS_H
#define LAB_SCHEDULE_WEBS_H

#include "lab/schedule/graph.h"
#include "lab/schedule/liveness.h"

/* Which web each register of a node is of; NO_WEB = none, it stays what it is. */
enum { NO_WEB = -1, WEBS_MOST = 100, WEB_ROW = ROW_LENGTH };
struct node_webs {
    int s[LAB_SOURCES], with_s[LAB_SOURCES];
    int base, d, with_d;
};
struct web {
    int row;        /* the register it has in order */
    int start, end; /* pairs of a pass: first written, free again; set by webs_lifetimes() */
};
struct webs {
    struct node_webs *of; /* by node */
    struct web *at;
    size_t n;
    struct rows pool;  /* registers for them: their own, and those that hold nothing */
    lab_reg *assigned; /* by web and pass: at[web * passes + pass % passes] */
    int passes;
};

/* Finds the webs of nodes in order; fixed: registers that keep their meaning (stepped addresses).
 */
void webs_find(struct arena *a, const struct node *nodes, size_t n, const struct lab_flow *f,
               const struct rows *live_before, const struct rows *live_behind,
               const struct rows *fixed, struct webs *out);
/* The nodes, their effects by webs: row WEB_ROW + number. */
void webs_apply(const struct webs *w, struct node *nodes, size_t n);
/* Effects of webs taken away: what flows from pass to pass. */
void webs_forget(struct node *nodes, size_t n);
/* Registers for all webs when node i is issued at pair at[i] of its pass and a pass begins every
 * interval pairs; false: there are not as many. Sets passes: how many have registers of their own.
 */
bool webs_assign(struct arena *a, struct webs *w, const struct machine *m, const struct node *nodes,
                 size_t n, const int *at, int interval);
/* An instruction of node i in a pass. with: of its movin8. */
struct lab_inst web_inst(const struct webs *w, const struct node *nodes, size_t i, int64_t pass,
                         bool with);

#endif
