/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/neighbours.h"

/* An outer loop and the loops in it that have short executions. */
struct neighbours {
    double bound, measured;            /* cycles of the program, of all of them */
    const struct gap_hot_row *longest; /* inner loop with the most CPU time; NULL = none */
};

/* Adds a row. Returns false if its MACS, time or passes are unknown. */
static bool add_neighbour(const struct gap_coverage *c, const struct gap_hot_row *row,
                          struct neighbours *to)
{
    struct arena scratch = {0};
    struct pass_bound mac, macs = {missing("its instructions are not known"), NULL};
    const struct hotspot *h = row->hot;
    struct quantity clock = c->profile->clock[1];
    if (row->code && row->code->compiled->has_body)
        model_code_bounds(&scratch, row->code, &mac, &macs);
    bool good = is_known(macs.cycles) && is_known(h->passes) && is_known(clock);
    to->bound += good ? macs.cycles.value * h->passes.value : 0;
    to->measured += good ? h->seconds * clock.value : 0;
    arena_free(&scratch);
    return good;
}

static double passes_of_execution(const struct hotspot *h)
{
    return h->counted && is_known(h->passes) && h->entries > 0 ? h->passes.value / h->entries : 0;
}

/* Returns whether the instructions of an execution fit into the reorder buffer. */
static bool has_short_executions(const struct gap_hot_row *row)
{
    double trip = passes_of_execution(row->hot);
    return trip > 0 && row->code &&
           trip * (double)row->code->compiled->length <= row->code->compiled_machine->core.reorder;
}

static bool is_around(const struct gap_coverage *c, const struct gap_hot_row *outer,
                      const struct gap_hot_row *inner)
{
    return inner->hot->parent >= 0 && &c->profile->at[inner->hot->parent] == outer->hot;
}

/* Adds up an outer loop and its inner loops with short executions. Returns false if it has none, or
 * numbers of one are unknown. */
static bool find_neighbours(const struct gap_coverage *c, const struct gap_hot_row *outer,
                            struct neighbours *to)
{
    *to = (struct neighbours){0};
    bool good = add_neighbour(c, outer, to);
    for (size_t i = 0; good && i < c->n; i++) {
        const struct gap_hot_row *inner = &c->rows[i];
        if (!is_around(c, outer, inner) || !has_short_executions(inner))
            continue;
        good = add_neighbour(c, inner, to);
        if (!to->longest || inner->hot->seconds > to->longest->hot->seconds)
            to->longest = inner;
    }
    return good && to->longest && to->bound > 0;
}

static void set_neighbour(const struct gap_hot_row *row, const struct gap_hot_row *outer,
                          const struct neighbours *n, struct measuring *to)
{
    const struct gap_hot_row *inner = row == outer ? n->longest : row;
    to->neighbour = row == outer ? inner->title : outer->title;
    to->execution = passes_of_execution(inner->hot);
    to->together = n->measured / n->bound;
}

void find_neighbour(const struct gap_coverage *c, const struct gap_hot_row *row,
                    struct measuring *to)
{
    struct neighbours n;
    if (find_neighbours(c, row, &n))
        set_neighbour(row, row, &n, to);
    for (size_t i = 0; !to->neighbour && has_short_executions(row) && i < c->n; i++)
        if (is_around(c, &c->rows[i], row) && find_neighbours(c, &c->rows[i], &n))
            set_neighbour(row, &c->rows[i], &n, to);
}
