/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loops of all runs, each once. */
#include "plots/charts/names.h"
#include "plots/report/report.h"

#include <stdlib.h>
#include <string.h>

struct occurrence {
    const struct gap_loop *loop;
    size_t run, at; /* index of the run in the table, of the loop in the run */
};

static int by_place(const void *x, const void *y)
{
    const struct occurrence *a = x, *b = y;
    const struct gap_loop *l = a->loop, *m = b->loop;
    int order = strcmp(l->file ? l->file : l->loop, m->file ? m->file : m->loop);
    if (!order)
        order = (l->line > m->line) - (l->line < m->line);
    if (!order)
        order = strcmp(l->loop, m->loop);
    if (!order)
        order = (a->run > b->run) - (a->run < b->run);
    return order ? order : (a->at > b->at) - (a->at < b->at);
}

/* Returns the length of the common prefix of all ids, up to and including a slash or colon. */
static size_t common_length(const struct occurrence *all, size_t n)
{
    size_t len = 0;
    const char *first = n ? all[0].loop->loop : "";
    for (size_t i = 0; first[i]; i++) {
        for (size_t k = 1; k < n; k++)
            if (strncmp(first, all[k].loop->loop, i + 1) != 0)
                return len;
        if (first[i] == '/' || first[i] == ':')
            len = i + 1;
        if (first[i] == ':')
            break;
    }
    return len;
}

static int by_cycles(const void *x, const void *y)
{
    const struct report_loop *a = *(struct report_loop *const *)x;
    const struct report_loop *b = *(struct report_loop *const *)y;
    if (a->cycles != b->cycles)
        return a->cycles < b->cycles ? 1 : -1;
    return (a > b) - (a < b);
}

/* Chooses the loops with details, those with the most cycles. */
static void choose_detailed(struct report *r)
{
    struct report_loop **order = xmalloc((r->n_loops + 1) * sizeof *order);
    for (size_t i = 0; i < r->n_loops; i++)
        order[i] = &r->loops[i];
    qsort(order, r->n_loops, sizeof *order, by_cycles);
    size_t read = 0, listed = 0;
    for (size_t i = 0; i < r->n_loops && i < DETAILED_LOOPS; i++, r->n_detailed++) {
        order[i]->detailed = true;
        for (size_t t = 0; t < r->t->n; t++) {
            size_t n = order[i]->in[t] ? (size_t)order[i]->in[t]->threads : 0;
            read += n;
            listed += n <= LISTED_THREADS ? n : 0;
        }
        order[i]->threads = read <= THREADS_READ;
        order[i]->each_thread = order[i]->threads && listed <= THREADS_LISTED;
    }
    free(order);
}

static void add_loops(struct report *r, struct arena *a, const struct occurrence *all, size_t n)
{
    enum naming by = table_naming(a, r->t);
    r->loops = ARENA_ARRAY(a, struct report_loop, n + 1);
    for (size_t i = 0; i < n; i++) {
        const struct gap_loop *l = all[i].loop;
        if (i == 0 || strcmp(l->loop, all[i - 1].loop->loop) != 0)
            r->loops[r->n_loops++] =
                (struct report_loop){l->loop,
                                     loop_name(a, l, by),
                                     ARENA_ARRAY(a, const struct gap_loop *, r->t->n),
                                     0,
                                     false,
                                     false,
                                     false};
        struct report_loop *to = &r->loops[r->n_loops - 1];
        to->in[all[i].run] = l;
        to->cycles += is_known(l->cycles) ? l->cycles.value : 0;
        r->number[all[i].run][all[i].at] = r->n_loops - 1;
    }
}

void report_collect_loops(struct report *r, struct arena *a)
{
    size_t n = 0, capacity = 0;
    for (size_t t = 0; t < r->t->n; t++)
        capacity += r->t->at[t].n;
    struct occurrence *all = xmalloc((capacity + 1) * sizeof *all);
    r->number = ARENA_ARRAY(a, size_t *, r->t->n + 1);
    for (size_t t = 0; t < r->t->n; t++) {
        r->number[t] = ARENA_ARRAY(a, size_t, r->t->at[t].n + 1);
        for (size_t i = 0; i < r->t->at[t].n; i++)
            all[n++] = (struct occurrence){&r->t->at[t].loops[i], t, i};
    }
    qsort(all, n, sizeof *all, by_place);
    size_t common = common_length(all, n);
    r->common = common ? arena_strndup(a, all[0].loop->loop, common - 1) : "";
    add_loops(r, a, all, n);
    free(all);
    choose_detailed(r);
}
