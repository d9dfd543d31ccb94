/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/causes/problems.h"

#include "gaps/causes/placed.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

const char *problem_code(enum problem_kind kind)
{
    static const char *const codes[] = {
#define PROBLEM(NAME, code, meaning) code,
#include "gaps/causes/problems.def"
#undef PROBLEM
    };
    return codes[kind];
}

static void put(struct arena *a, struct gap_problems *p, struct notes *notes,
                enum problem_kind kind, const char *text)
{
    *ARENA_PUSH(a, p->at, p->n) = (struct gap_problem){problem_code(kind), text};
    note_text(a, notes, text);
}

void add_problem(struct arena *a, struct gap_loop *row, enum problem_kind kind, const char *fmt,
                 ...)
{
    va_list ap;
    va_start(ap, fmt);
    put(a, &row->problems, &row->notes, kind, arena_vprintf(a, fmt, ap));
    va_end(ap);
}

void add_run_problem(struct arena *a, struct gap_run *run, enum problem_kind kind, const char *fmt,
                     ...)
{
    va_list ap;
    va_start(ap, fmt);
    put(a, &run->problems, &run->notes, kind, arena_vprintf(a, fmt, ap));
    va_end(ap);
}

/* ---- iterations ---- */

/* A thread whose loop never, or on average not once, ran long enough for one pass. */
static void check_passes(struct arena *a, struct gap_loop *row)
{
    double each = row->iterations.value;
    if (!row->measured || !is_known(row->k) || !(each > 0))
        return;
    if (is_known(row->instances) && row->instances.value > 0)
        each /= row->instances.value;
    if (each >= row->k.value)
        return;
    if (is_known(row->instances))
        add_problem(a, row, PROBLEM_SHORT,
                    "%.6g iterations an instance are fewer than the %.6g of a pass of the compiled "
                    "loop: another compiled loop ran, or k is wrong",
                    each, row->k.value);
    else
        add_problem(
            a, row, PROBLEM_SHORT,
            "%.6g iterations are fewer than the %.6g of a pass of the compiled loop: another "
            "compiled loop ran, or k is wrong",
            each, row->k.value);
}

static bool is_area(const struct compiled_loop *c, const char *label)
{
    for (size_t j = 0; c && j < c->n_areas; j++)
        if (strcmp(c->areas[j].target, label) == 0)
            return true;
    return false;
}

static double iterations_of(const struct loop_samples *s, long thread)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->at[i].thread == thread)
            return s->at[i].iterations;
    return 0;
}

void check_skips(struct arena *a, const struct model_loop *l, const struct loop_samples *s,
                 struct gap_loop *row)
{
    for (size_t i = 0; is_known(l->k) && i < s->n_skips; i++) {
        const struct thread_skip *skip = &s->skips[i];
        double iterations = iterations_of(s, skip->thread);
        if (!is_area(l->compiled, skip->block) || skip->skipped <= iterations / l->k.value + 1)
            continue;
        add_problem(a, row, PROBLEM_SKIPS,
                    "thread %ld skipped area %s %.17g times in the %.6g passes of its %.17g "
                    "iterations (k %.6g)",
                    skip->thread, skip->block, skip->skipped, iterations / l->k.value, iterations,
                    l->k.value);
    }
}

/* Constant trip count of the source loop against k and what was measured. */
static void check_trip(struct arena *a, const struct source_loop *s, struct gap_loop *row)
{
    double trip = (double)s->trip;
    if (!s->trip)
        return;
    if (is_known(row->k) && trip < row->k.value)
        add_problem(
            a, row, PROBLEM_SHORT_TRIP,
            "the source runs %ld iterations each time, fewer than the %.6g of a pass of the "
            "compiled loop: another compiled loop runs, or k is wrong",
            s->trip, row->k.value);
    if (row->measured && !row->partial && fmod(row->iterations.value, trip) != 0)
        add_problem(a, row, PROBLEM_TRIP,
                    "%.17g iterations are no multiple of the %ld that the source runs each time",
                    row->iterations.value, s->trip);
}

/* A loop can't be run more often than once in each iteration of the loop around it. */
static void check_nest(struct arena *a, const struct source_loop *s, const struct gap_loop *around,
                       struct gap_loop *row)
{
    if (!s->trip || !around || row->partial || around->partial)
        return;
    double most = around->iterations.value * (double)s->trip;
    if (row->iterations.value > most)
        add_problem(a, row, PROBLEM_NEST,
                    "%.17g iterations, where the %.17g iterations of %s around it allow %ld each: "
                    "%.17g",
                    row->iterations.value, around->iterations.value, around->loop, s->trip, most);
}

void check_iterations(struct arena *a, const struct model_build *b, struct gap_run *run)
{
    struct arena scratch = {0};
    const struct placed_rows rows = place_rows(&scratch, b, run);
    for (size_t m = 0; m < b->n; m++) {
        struct gap_loop *row = rows.row[m];
        if (!row)
            continue;
        check_passes(a, row);
        check_trip(a, b->loops[m].source, row);
        if (row->measured && rows.parent[m] >= 0)
            check_nest(a, b->loops[m].source, measured_row(&rows, rows.parent[m]), row);
    }
    arena_free(&scratch);
}
