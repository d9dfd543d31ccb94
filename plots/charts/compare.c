/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/compare.h"
#include "plots/charts/builds.h"

static struct quantity *measured_in_builds(struct arena *a, const struct build_group *g, size_t at)
{
    struct build_ladders l = loop_ladders(g, "", at);
    struct quantity *q = ARENA_ARRAY(a, struct quantity, g->n);
    for (size_t b = 0; b < g->n; b++)
        q[b] = l.bar[b].level[build_measured(&l)];
    return q;
}

static void compare_loops(struct arena *a, const struct build_group *g, struct comparison *c)
{
    for (size_t i = 0; i < g->at[0]->n; i++)
        if (in_two_builds(g, i))
            *ARENA_PUSH(a, c->loops, c->n_loops) =
                (struct compared_loop){g->at[0]->loops[i].loop, measured_in_builds(a, g, i)};
}

static struct comparison compare_group(struct arena *a, const struct build_group *g)
{
    struct comparison c = {.machine = g->machine,
                           .processors = g->processors,
                           .repeated = g->repeated,
                           .builds = ARENA_ARRAY(a, const char *, g->n),
                           .n = g->n,
                           .left_out = g->left_out,
                           .summaries = ARENA_ARRAY(a, const char *, g->n)};
    struct build_ladders program = program_ladders(a, g, &c.complete_loops);
    for (size_t b = 0; b < g->n; b++)
        c.builds[b] = g->at[b]->build;
    for (size_t b = 1; c.complete_loops > 0 && b < g->n; b++)
        c.summaries[b - 1] = build_summary(a, g, &program, b);
    compare_loops(a, g, &c);
    return c;
}

struct comparison *compare_builds(struct arena *a, const struct gap_table *t, size_t *n)
{
    const struct build_group *groups = build_groups(a, t, n);
    struct comparison *list = ARENA_ARRAY(a, struct comparison, *n + 1);
    for (size_t i = 0; i < *n; i++)
        list[i] = compare_group(a, &groups[i]);
    return list;
}
