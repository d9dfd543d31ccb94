/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/scaling/group.h"

#include <string.h>
#include <strings.h>

/* ---- runs ---- */

static bool same_series(const struct gap_run *a, const struct gap_run *b)
{
    return strcmp(a->build, b->build) == 0 && strcasecmp(a->machine, b->machine) == 0;
}

/* Inserts the run after those with as many processors. */
static void insert_run(struct run_group *g, const struct gap_run *run)
{
    size_t at = g->n++;
    for (; at > 0 && g->runs[at - 1]->processors > run->processors; at--)
        g->runs[at] = g->runs[at - 1];
    g->runs[at] = run;
}

/* Returns the group of the run, with capacity for that many runs; adds it if necessary. */
static struct run_group *group_of(struct arena *a, struct run_groups *all,
                                  const struct gap_run *run, size_t capacity)
{
    for (size_t i = 0; i < all->n; i++)
        if (same_series(all->at[i].runs[0], run))
            return &all->at[i];
    struct run_group *g = &all->at[all->n++];
    g->runs = ARENA_ARRAY(a, const struct gap_run *, capacity);
    return g;
}

size_t repetitions_end(const struct run_group *g, size_t first)
{
    size_t end = first;
    while (end < g->n && g->runs[end]->processors == g->runs[first]->processors)
        end++;
    return end;
}

/* ---- their loops ---- */

/* Returns the row of a loop; near: its probable index. NULL = none. */
static const struct gap_loop *find_row(const struct gap_run *run, size_t near, const char *loop)
{
    for (size_t i = near; i < run->n; i++)
        if (strcmp(run->loops[i].loop, loop) == 0)
            return &run->loops[i];
    for (size_t i = 0; i < near && i < run->n; i++)
        if (strcmp(run->loops[i].loop, loop) == 0)
            return &run->loops[i];
    return NULL;
}

/* Returns whether g has the loop; near: its probable index. */
static bool has_loop(const struct run_group *g, size_t near, const char *loop)
{
    for (size_t i = near; i < g->n_loops; i++)
        if (strcmp(g->loops[i], loop) == 0)
            return true;
    for (size_t i = 0; i < near && i < g->n_loops; i++)
        if (strcmp(g->loops[i], loop) == 0)
            return true;
    return false;
}

static void set_loops(struct arena *a, struct run_group *g)
{
    size_t capacity = 0;
    for (size_t r = 0; r < g->n; r++)
        capacity += g->runs[r]->n;
    g->loops = ARENA_ARRAY(a, const char *, capacity + 1);
    for (size_t r = 0; r < g->n; r++)
        for (size_t i = 0; i < g->runs[r]->n; i++) {
            const struct gap_loop *l = &g->runs[r]->loops[i];
            if (l->measured && !has_loop(g, i, l->loop))
                g->loops[g->n_loops++] = l->loop;
        }
    g->rows = ARENA_ARRAY(a, const struct gap_loop *, g->n_loops * g->n + 1);
    for (size_t l = 0; l < g->n_loops; l++)
        for (size_t r = 0; r < g->n; r++) {
            const struct gap_loop *row = find_row(g->runs[r], l, g->loops[l]);
            g->rows[l * g->n + r] = row && row->measured ? row : NULL;
        }
}

struct run_groups group_runs(struct arena *a, const struct gap_table *t)
{
    struct run_groups all = {.at = ARENA_ARRAY(a, struct run_group, t->n + 1)};
    for (size_t i = 0; i < t->n; i++)
        if (gap_is_compared(t, &t->at[i]))
            insert_run(group_of(a, &all, &t->at[i], t->n), &t->at[i]);
    for (size_t i = 0; i < all.n; i++)
        set_loops(a, &all.at[i]);
    return all;
}

/* ---- numbers of a run ---- */

static struct quantity program_number(const struct gap_run *run, enum gap_repeats_number what)
{
    switch (what) {
    case REPEAT_TIME:
        return run->time;
    case REPEAT_MUF:
        return run->muf;
    case REPEAT_SHARE_P:
        return q_sub(known(1), run->muf);
    case REPEAT_MEASURED:
    case REPEAT_GAP_P:
        break;
    }
    return missing("not defined for several loops together");
}

static struct quantity loop_number(const struct gap_loop *row, enum gap_repeats_number what)
{
    switch (what) {
    case REPEAT_MEASURED:
        return row->cpl.measured;
    case REPEAT_TIME:
        if (row->partial)
            return missing("samples were lost, so its time is unknown");
        return row->iterations.value > 0 ? row->time : missing("no iteration was run");
    case REPEAT_GAP_P:
        return row->gap.p;
    case REPEAT_SHARE_P:
        return row->share.p;
    case REPEAT_MUF:
        break;
    }
    return row->muf;
}

struct quantity number_in(const struct run_group *g, size_t l, size_t r,
                          enum gap_repeats_number what)
{
    if (l == g->n_loops)
        return program_number(g->runs[r], what);
    const struct gap_loop *row = g->rows[l * g->n + r];
    return row ? loop_number(row, what) : missing("not measured in these runs");
}
