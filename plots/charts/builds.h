/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds compared with each other, for charts. */
#ifndef PLOTS_BUILDS_H
#define PLOTS_BUILDS_H

#include "plots/charts/sheet.h"

enum { BUILDS_MOST = 8 };

/* A run for each build, all on one machine and number of processors. */
struct build_group {
    const struct gap_run *at[BUILDS_MOST];
    size_t n, left_out; /* builds that are shown; that are not */
    bool repeated;      /* some build has several runs */
    const char *machine;
    long processors;
};

/* Groups of two builds and more, *n of them, by processors as the table has them. */
struct build_group *build_groups(struct arena *a, const struct gap_table *t, size_t *n);

struct build_ladders {
    const char *title;
    bool cycles; /* of the whole program; else cycles per iteration */
    double unit; /* what numbers are given in, in cycles */
    const char *unit_name;
    int digits; /* after the point, in the table */
    struct bar bar[BUILDS_MOST];
    struct stack stack[BUILDS_MOST];
    double whole[BUILDS_MOST]; /* the highest known level; 0 = there is none */
    size_t n;
};

/* Returns the ladders of the loop at index at of the first run of the group. */
struct build_ladders loop_ladders(const struct build_group *g, const char *title, size_t at);
/* Returns the ladders, in cycles, of all loops of which every build has all rungs; *loops: their
 * number. */
struct build_ladders program_ladders(struct arena *a, const struct build_group *g, size_t *loops);

/* The step up to a level in build b; missing where it is not divided from others. */
struct quantity build_step(const struct build_ladders *l, size_t b, int level);
/* Of two quantities of the ladders, without what rounding explains. */
struct quantity build_less(const struct build_ladders *l, struct quantity now,
                           struct quantity before);
/* By how much a step changed from one build to another. */
struct quantity build_change(const struct build_ladders *l, size_t from, size_t to, int level);
/* Returns whether the change is more than 0.5 % of the value before. */
bool build_matters(const struct build_ladders *l, size_t from, struct quantity change);
/* What a build changes against the first one: "O2 compared with O0: 12 to 7.5 CPL (-38 %): C -3, S -1.2",
 * the greatest change first; made in a. */
const char *build_answer(struct arena *a, const struct build_group *g,
                         const struct build_ladders *l, size_t to);

/* How much the cycles of the loop at that place differ between the builds. */
double build_difference(const struct build_group *g, size_t at);
/* Returns whether two builds have a rung of it. */
bool in_two_builds(const struct build_group *g, size_t at);

#endif
