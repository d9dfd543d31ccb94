/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparison of builds, for charts. */
#ifndef PLOTS_BUILDS_H
#define PLOTS_BUILDS_H

#include "plots/charts/sheet.h"

enum { BUILDS_MOST = 8 };

/* One run per build, all with the same machine and number of processors. */
struct build_group {
    const struct gap_run *at[BUILDS_MOST];
    size_t n, left_out; /* builds that are shown; builds that are not */
    bool repeated;      /* at least one build has several runs */
    bool data;          /* MACSD of a loop of the table is known: gap P is divided */
    const char *machine;
    long processors;
};

/* Returns the groups with two or more builds, *n of them, in the order of the table. */
struct build_group *build_groups(struct arena *a, const struct gap_table *t, size_t *n);

struct build_ladders {
    const char *title;
    bool cycles; /* true: cycles of the whole program; false: cycles per iteration */
    bool data;   /* as of the group */
    int levels;  /* of bar: ladder_levels(data) */
    double unit; /* unit of the printed numbers, in cycles */
    const char *unit_name;
    int digits; /* digits after the decimal point, in the table */
    struct bar bar[BUILDS_MOST];
    struct stack stack[BUILDS_MOST];
    double whole[BUILDS_MOST]; /* the highest known level; 0 = none */
    size_t n;
};

/* Returns the level of the measured time. */
int build_measured(const struct build_ladders *l);
/* Returns the ladders of the loop with index at in the first run of the group. */
struct build_ladders loop_ladders(const struct build_group *g, const char *title, size_t at);
/* Returns the sums, in cycles, of the ladders of all loops that have all rungs in every build.
 * MACSD is not necessary: in a build in which that of one of them is unknown, the sum is, too. Sets
 * *loops to the number of these loops. */
struct build_ladders program_ladders(struct arena *a, const struct build_group *g, size_t *loops);

/* Returns the step up to a level in build b; missing if one of its ends is unknown. */
struct quantity build_step(const struct build_ladders *l, size_t b, int level);
/* Returns now - before. Differences within rounding count as 0. */
struct quantity build_difference_of(const struct build_ladders *l, struct quantity now,
                                    struct quantity before);
/* Returns the change of a step from one build to another; missing if it is unknown in one of them.
 */
struct quantity build_change(const struct build_ladders *l, size_t from, size_t to, int level);
/* Returns whether the change is more than 0.5 % of the value before. */
bool build_matters(const struct build_ladders *l, size_t from, struct quantity change);
/* Returns the change from the first build to build to: "O2 compared with O0: 12 to 7.5 CPL (-38 %):
 * C -3, S -1.2", the largest change first. The text is allocated in a. */
const char *build_summary(struct arena *a, const struct build_group *g,
                          const struct build_ladders *l, size_t to);

/* Returns the difference between the most and the fewest cycles of the loop with index at. */
double build_difference(const struct build_group *g, size_t at);
/* Returns whether at least two builds have a MAC bound or a measurement of the loop with index at.
 */
bool in_two_builds(const struct build_group *g, size_t at);

#endif
