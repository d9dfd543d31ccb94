/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/charts/timeline-rows.h"

#include <math.h>

/* Columns of at least 2 points in a page's width; fewer where rows are many. */
enum { COLUMNS_MOST = 180, CELLS_MOST = 12000 };

static size_t divide_up(size_t n, size_t by)
{
    return (n + by - 1) / by;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Columns that the watch has. */
static size_t columns_of(const struct watch *w)
{
    size_t n = 1;
    for (size_t t = 0; t < w->n_threads; t++) {
        const struct watched_thread *thread = &w->threads[t];
        size_t last = thread->n_bins ? thread->bins[thread->n_bins - 1].column : 0;
        n = last + 1 > n ? last + 1 : n;
    }
    return n;
}

static const char *name_of(struct arena *a, const struct watch *w, size_t first, size_t n)
{
    const struct watched_thread *t = &w->threads[first];
    if (n > 1)
        return arena_printf(a, "%ld to %ld", t->number, w->threads[first + n - 1].number);
    return t->name ? arena_printf(a, "%ld %s", t->tid, t->name) : arena_printf(a, "%ld", t->tid);
}

static void add_bin(struct timeline_row *to, const struct state_bin *b, size_t joined)
{
    for (int s = 0; s < THREAD_STATES; s++)
        to->at[b->column / joined].n[s] += b->n[s];
}

static void add_thread(struct timeline_row *to, const struct watched_thread *t, size_t joined)
{
    for (size_t i = 0; i < t->n_bins; i++)
        add_bin(to, &t->bins[i], joined);
    for (int s = 0; s < THREAD_STATES; s++)
        to->all.n[s] += t->counts.n[s];
}

/* What each thread adds to the columns: that it was there, and how often it was looked at. */
struct column_count {
    size_t threads;
    uint64_t looks; /* the most that a thread was seen */
};

static void count_thread(const struct watched_thread *t, size_t joined, struct column_count *at)
{
    for (size_t i = 0; i < t->n_bins;) {
        size_t c = t->bins[i].column / joined;
        uint64_t n = 0;
        for (; i < t->n_bins && t->bins[i].column / joined == c; i++)
            for (int s = 0; s < THREAD_STATES; s++)
                n += t->bins[i].n[s];
        at[c].threads++;
        at[c].looks = n > at[c].looks ? n : at[c].looks;
    }
}

static void count_threads(struct arena *a, const struct watch *w, size_t joined,
                          struct timeline_rows *to)
{
    struct column_count *at = ARENA_ARRAY(a, struct column_count, to->columns);
    for (size_t t = 0; t < w->n_threads; t++)
        count_thread(&w->threads[t], joined, at);
    for (size_t c = 0; c < to->columns; c++)
        to->threads_most = at[c].threads > to->threads_most ? at[c].threads : to->threads_most;
    to->full = ARENA_ARRAY(a, double, to->columns);
    for (size_t c = 0; c < to->columns; c++)
        to->full[c] = (double)at[c].looks * (double)to->threads_most;
}

struct timeline_rows timeline_rows_of(struct arena *a, const struct watch *w)
{
    struct timeline_rows to = {.threads_each = divide_up(w->n_threads, TIMELINE_ROWS_MOST)};
    size_t all = columns_of(w), joined;
    to.n = divide_up(w->n_threads, to.threads_each);
    joined = divide_up(all, least(COLUMNS_MOST, CELLS_MOST / to.n));
    to.columns = divide_up(all, joined);
    to.column_seconds = w->column_seconds * (double)joined;
    to.seconds = fmax(w->seconds, (double)(all - 1) * w->column_seconds);
    if (!(to.seconds > 0))
        to.seconds = to.column_seconds > 0 ? to.column_seconds : 1;
    to.at = ARENA_ARRAY(a, struct timeline_row, to.n);
    to.sum.at = ARENA_ARRAY(a, struct state_counts, to.columns);
    for (size_t r = 0, first = 0; r < to.n; r++, first += to.threads_each) {
        size_t n = least(to.threads_each, w->n_threads - first);
        to.at[r].name = name_of(a, w, first, n);
        to.at[r].at = ARENA_ARRAY(a, struct state_counts, to.columns);
        for (size_t t = first; t < first + n; t++) {
            add_thread(&to.at[r], &w->threads[t], joined);
            add_thread(&to.sum, &w->threads[t], joined);
        }
    }
    count_threads(a, w, joined, &to);
    return to;
}
