/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/charts/timeline-rows.h"
#include "base/util.h"

#include <math.h>
#include <string.h>

/* COLUMNS_MOST: columns are at least 2 points wide. CELLS_MOST: fewer columns for many rows. */
enum { COLUMNS_MOST = 180, CELLS_MOST = 12000 };

static size_t divide_up(size_t n, size_t by)
{
    return (n + by - 1) / by;
}

/* Returns the number of columns of the watch: up to its end, or to its last sample if that is
 * later. */
static size_t columns_of(const struct watch *w)
{
    double of_time = w->seconds / w->column_seconds - 0.5;
    size_t n = of_time > 1 && of_time < UINT32_MAX ? (size_t)ceil(of_time) : 1;
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

/* The counts of a column. */
struct column_count {
    struct state_counts samples;
    double alive;               /* threads alive: sum of the shares of the column */
    double part[THREAD_STATES]; /* for the sum: threads in each state, by their own samples */
    double unsampled;           /* for the sum: threads alive without a sample */
};

/* The state of counting. */
struct counting {
    struct timeline_rows *to;
    size_t joined;                /* columns of the watch that are drawn as one */
    struct state_counts *samples; /* of one thread, by column */
    double samples_per_column;    /* of a thread, by the sampling rate */
};

/* Returns the share of the column in which the thread was alive. A group of ended threads (tid 0)
 * has no times, only samples. */
static double alive_share(const struct counting *c, const struct watched_thread *t, size_t column)
{
    double width = c->to->column_seconds, from = (double)column * width;
    if (t->tid == 0 || !(width > 0))
        return (double)state_samples(&c->samples[column]) / c->samples_per_column;
    return fmax(fmin(t->begin + t->seconds, from + width) - fmax(t->begin, from), 0) / width;
}

static void count_column(const struct counting *c, const struct watched_thread *t, size_t column,
                         struct column_count *row, struct column_count *sum)
{
    const struct state_counts *n = &c->samples[column];
    uint64_t all = state_samples(n);
    double alive = alive_share(c, t, column);
    if (all > 0 && !(alive > 0))
        alive = 1 / c->samples_per_column;
    row->alive += alive;
    sum->alive += alive;
    sum->unsampled += all ? 0 : alive;
    for (int s = 0; all > 0 && s < THREAD_STATES; s++) {
        row->samples.n[s] += n->n[s];
        sum->part[s] += alive * (double)n->n[s] / (double)all;
    }
}

static void count_thread(const struct counting *c, const struct watched_thread *t,
                         struct column_count *row, struct column_count *sum)
{
    size_t columns = c->to->columns;
    memset(c->samples, 0, columns * sizeof *c->samples);
    for (size_t i = 0; i < t->n_bins; i++)
        for (int s = 0; s < THREAD_STATES; s++)
            c->samples[t->bins[i].column / c->joined].n[s] += t->bins[i].n[s];
    for (size_t k = 0; k < columns; k++)
        count_column(c, t, k, &row[k], &sum[k]);
}

/* Returns a column of a row: the shares of the states in its samples. Without samples, it is
 * unsampled if threads were alive in half of the column or more. */
static struct timeline_column row_column(const struct column_count *n)
{
    struct timeline_column c = {{0}};
    uint64_t all = state_samples(&n->samples), below = 0;
    for (int s = 0; all > 0 && s < THREAD_STATES; s++) {
        below += n->samples.n[s];
        c.top[s] = (double)below / (double)all;
    }
    c.top[TIMELINE_UNSAMPLED] = all > 0 || n->alive >= 0.5;
    return c;
}

/* Returns a column of the sum: the number of threads in each state, as shares of most. */
static struct timeline_column sum_column(const struct column_count *n, double most)
{
    struct timeline_column c = {{0}};
    double below = 0;
    for (int s = 0; s < THREAD_STATES; s++) {
        below += n->part[s];
        c.top[s] = fmin(below / most, 1);
    }
    c.top[TIMELINE_UNSAMPLED] = fmin((below + n->unsampled) / most, 1);
    return c;
}

/* Sets the columns of a row, or of the sum if most > 0. */
static void set_columns(struct arena *a, struct timeline_rows *to, struct timeline_row *row,
                        const struct column_count *n, double most)
{
    row->at = ARENA_ARRAY(a, struct timeline_column, to->columns);
    for (size_t k = 0; k < to->columns; k++) {
        struct timeline_column c = most > 0 ? sum_column(&n[k], most) : row_column(&n[k]);
        row->at[k] = c;
        to->unsampled = to->unsampled || c.top[TIMELINE_UNSAMPLED] > c.top[THREAD_STATES - 1];
    }
}

static void set_row(struct arena *a, const struct watch *w, const struct counting *c, size_t r,
                    struct column_count *sum)
{
    struct timeline_rows *to = c->to;
    size_t first = r * to->threads_each, n = min_size(to->threads_each, w->n_threads - first);
    struct column_count *counted = ARENA_ARRAY(a, struct column_count, to->columns);
    struct timeline_row *row = &to->at[r];
    row->name = name_of(a, w, first, n);
    for (size_t t = first; t < first + n; t++) {
        count_thread(c, &w->threads[t], counted, sum);
        for (int s = 0; s < THREAD_STATES; s++) {
            row->all.n[s] += w->threads[t].counts.n[s];
            to->sum.all.n[s] += w->threads[t].counts.n[s];
        }
    }
    set_columns(a, to, row, counted, 0);
}

static void set_sum(struct arena *a, struct timeline_rows *to, const struct column_count *sum)
{
    double most = 0;
    for (size_t k = 0; k < to->columns; k++)
        most = fmax(most, sum[k].alive);
    to->threads_most = (size_t)fmax(1, ceil(most - 1e-6));
    set_columns(a, to, &to->sum, sum, (double)to->threads_most);
}

struct timeline_rows timeline_rows_of(struct arena *a, const struct watch *w)
{
    struct timeline_rows to = {.threads_each = divide_up(w->n_threads, TIMELINE_ROWS_MOST)};
    struct counting c = {.to = &to};
    size_t all = columns_of(w);
    to.n = divide_up(w->n_threads, to.threads_each);
    c.joined = divide_up(all, min_size(COLUMNS_MOST, CELLS_MOST / to.n));
    to.columns = divide_up(all, c.joined);
    to.column_seconds = w->column_seconds * (double)c.joined;
    to.seconds = fmax(w->seconds, (double)(all - 1) * w->column_seconds);
    if (!(to.seconds > 0))
        to.seconds = to.column_seconds > 0 ? to.column_seconds : 1;
    c.samples_per_column = fmax(1, w->rate * to.column_seconds);
    c.samples = ARENA_ARRAY(a, struct state_counts, to.columns);
    to.at = ARENA_ARRAY(a, struct timeline_row, to.n);
    struct column_count *sum = ARENA_ARRAY(a, struct column_count, to.columns);
    for (size_t r = 0; r < to.n; r++)
        set_row(a, w, &c, r, sum);
    set_sum(a, &to, sum);
    return to;
}
