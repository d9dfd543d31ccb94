/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/causes/states.h"

#include "gaps/causes/placed.h"
#include "gaps/causes/problems.h"
#include "runs/names.h"

#include <stdlib.h>
#include <string.h>

struct gap_states gap_no_states(const char *why)
{
    struct gap_states s = {.queued = missing(why)};
    for (int i = 0; i < THREAD_STATES; i++)
        s.part[i] = missing(why);
    return s;
}

/* ---- samples of a row ---- */

struct row_samples {
    struct state_counts counts;
    double queued;         /* estimated samples in the run queue, of those in processing */
    const char *no_queued; /* NULL, or why they are unknown */
};

static void add_counts(struct state_counts *to, const struct state_counts *c)
{
    for (int s = 0; s < THREAD_STATES; s++)
        to->n[s] += c->n[s];
}

static void add_samples(struct row_samples *to, const struct row_samples *s)
{
    add_counts(&to->counts, &s->counts);
    to->queued += s->queued;
    if (s->no_queued)
        to->no_queued = s->no_queued;
}

/* Returns samples c of thread t. The share of queued samples in processing is that of the whole
 * thread. */
static struct row_samples samples_of(const struct watched_thread *t, const struct state_counts *c)
{
    struct row_samples s = {.counts = *c};
    struct quantity ready = q_add(t->running, t->queued);
    double processing = (double)c->n[STATE_PROCESSING];
    if (!(processing > 0))
        return s;
    if (!is_known(ready))
        s.no_queued = ready.missing;
    else if (ready.value > 0)
        s.queued = processing * t->queued.value / ready.value;
    else
        s.no_queued =
            "the kernel's accounting has no CPU time of a thread with samples in processing";
    return s;
}

static void set_states(struct gap_loop *row, const struct row_samples *s)
{
    struct gap_states *to = &row->division.states;
    double all = (double)state_samples(&s->counts);
    to->counts = s->counts;
    for (int i = 0; i < THREAD_STATES; i++)
        to->part[i] = q_mul(state_share(&s->counts, (enum thread_state)i), row->cpl.measured);
    to->queued = s->no_queued ? missing(s->no_queued)
                              : q_mul(q_div(known(s->queued), known(all), "no sample was taken"),
                                      row->cpl.measured);
}

/* ---- samples in loops ---- */

/* The row of a region, searched once per name. */
struct called {
    const char *name;
    long row; /* -1 = none, or several */
};
struct regions {
    const struct gap_run *run;
    ARRAY(struct called) list;
};

static long row_called(const struct gap_run *run, const char *name)
{
    enum loop_match best = NO_MATCH;
    long found = -1;
    for (size_t i = 0; i < run->n; i++) {
        enum loop_match call = match_loop_name(run->loops[i].loop, name);
        if (call == NO_MATCH || call < best)
            continue;
        found = call > best ? (long)i : -1;
        best = call;
    }
    return found;
}

static long row_of_region(struct regions *r, const char *name)
{
    for (size_t i = 0; i < r->list.n; i++)
        if (strcmp(r->list.at[i].name, name) == 0)
            return r->list.at[i].row;
    long row = row_called(r->run, name);
    *array_push(&r->list) = (struct called){name, row};
    return row;
}

/* Sets the samples of each row without its inner loops. Returns false if no region is a loop. */
static bool own_samples(const struct gap_run *run, struct row_samples *own)
{
    struct regions r = {.run = run};
    bool any = false;
    for (size_t t = 0; t < run->watch->n_threads; t++) {
        const struct watched_thread *thread = &run->watch->threads[t];
        for (size_t i = 0; i < thread->n_regions; i++) {
            long row = row_of_region(&r, thread->regions[i].name);
            struct row_samples s = samples_of(thread, &thread->regions[i].counts);
            any |= row >= 0;
            if (row >= 0)
                add_samples(&own[row], &s);
        }
    }
    array_free(&r.list);
    return any;
}

/* Checks that the samples of a loop correspond to its measured time. They do not if it calls
 * routines threads_text loops have separate regions, or if only some of its threads reported to the
 * monitor. */
static void check_time(struct arena *a, const struct watch *w, struct gap_loop *row)
{
    enum { FEWEST = 50 };
    static const double far = 2;
    double n = (double)state_samples(&row->division.states.counts);
    struct quantity seconds = q_div(row->cycles, row->clock_hz, "the clock is 0");
    if (!is_known(seconds) || !(w->rate > 0) || row->partial)
        return;
    double expected = seconds.value * w->rate, most = n > expected ? n : expected;
    if (most >= FEWEST && (n > far * expected || n * far < expected))
        add_problem(a, row, PROBLEM_SAMPLED_TIME,
                    "the samples in the loop correspond to %.4g s, but its time at the clock of "
                    "the machine is %.4g s: loops in called routines have separate samples, or "
                    "some threads did not report to the monitor",
                    n / w->rate, seconds.value);
}

/* Sets the states of each row from its samples. The samples of a thread count for the innermost
 * region; they are added to the enclosing loops. */
static void divide_by_regions(struct arena *a, struct arena *scratch, const struct model_build *b,
                              const struct row_samples *own, struct gap_run *to)
{
    const struct placed_rows rows = place_rows(scratch, b, to);
    struct row_samples *all = ARENA_ARRAY(scratch, struct row_samples, to->n + 1);
    for (size_t i = 0; i < to->n; i++) {
        long place = to->loops[i].place;
        add_samples(&all[i], &own[i]);
        for (long at = place < 0 ? -1 : rows.parent[place]; at >= 0; at = rows.parent[at])
            if (rows.row[at])
                add_samples(&all[rows.row[at] - to->loops], &own[i]);
    }
    for (size_t i = 0; i < to->n; i++) {
        if (!to->loops[i].measured)
            continue;
        if (state_samples(&all[i].counts)) {
            set_states(&to->loops[i], &all[i]);
            check_time(a, to->watch, &to->loops[i]);
        } else
            to->loops[i].division.states = gap_no_states("no sample is in this loop");
    }
}

/* ---- samples of whole threads ---- */

static int more_processing(const void *a, const void *b)
{
    const struct watched_thread *x = *(const struct watched_thread *const *)a;
    const struct watched_thread *y = *(const struct watched_thread *const *)b;
    uint64_t n = x->counts.n[STATE_PROCESSING], m = y->counts.n[STATE_PROCESSING];
    return n != m ? (n < m ? 1 : -1) : (x->number > y->number) - (x->number < y->number);
}

static const char *threads_text(struct arena *a, size_t n, size_t all)
{
    if (n == 1 && all == 1)
        return "of its only thread";
    return n < all ? arena_printf(a, "of the %zu of %zu threads with the most processing", n, all)
                   : arena_printf(a, "of all %zu threads", all);
}

static void divide_by_threads(struct arena *a, struct arena *scratch, struct gap_run *to)
{
    const struct watch *w = to->watch;
    const struct watched_thread **by =
        ARENA_ARRAY(scratch, const struct watched_thread *, w->n_threads + 1);
    struct row_samples *first = ARENA_ARRAY(scratch, struct row_samples, w->n_threads + 1);
    for (size_t t = 0; t < w->n_threads; t++)
        by[t] = &w->threads[t];
    qsort(by, w->n_threads, sizeof *by, more_processing);
    for (size_t t = 0; t < w->n_threads; t++) { /* first[n]: of the first n */
        struct row_samples s = samples_of(by[t], &by[t]->counts);
        first[t + 1] = first[t];
        add_samples(&first[t + 1], &s);
    }
    for (size_t i = 0; i < to->n; i++) {
        struct gap_loop *row = &to->loops[i];
        size_t n = (size_t)row->threads < w->n_threads ? (size_t)row->threads : w->n_threads;
        if (!row->measured)
            continue;
        set_states(row, &first[n]);
        if (!state_samples(&first[n].counts))
            continue;
        row->division.states.whole = threads_text(a, n, w->n_threads);
        note(a, &row->notes,
             "communication, timer, disk and queued are shares of the whole run %s: the program "
             "reported no loops to the process monitor",
             row->division.states.whole);
    }
}

void divide_by_states(struct arena *a, const struct model_build *b, struct gap_run *to)
{
    struct arena scratch = {0};
    struct row_samples *own = ARENA_ARRAY(&scratch, struct row_samples, to->n + 1);
    if (!to->watch)
        for (size_t i = 0; i < to->n; i++)
            to->loops[i].division.states = gap_no_states(
                to->run ? "this run has no samples of the process monitor" : "not measured");
    else if (own_samples(to, own))
        divide_by_regions(a, &scratch, b, own, to);
    else
        divide_by_threads(a, &scratch, to);
    arena_free(&scratch);
}

double states_unsure(const struct gap_loop *row, bool communication)
{
    const struct state_counts *c = &row->division.states.counts;
    uint64_t all = state_samples(c), waits;
    waits = c->n[STATE_TIMER] + c->n[STATE_DISK] + c->n[STATE_STOPPED] +
            (communication ? c->n[STATE_COMMUNICATION] : 0);
    if (!all || !is_known(row->cpl.measured))
        return 0;
    double low = share_interval(waits, all).low;
    return ((double)waits / (double)all - low) * row->cpl.measured.value;
}
