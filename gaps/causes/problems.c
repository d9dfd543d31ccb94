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

static void append_problem(struct arena *a, struct gap_problems *p, struct notes *notes,
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
    append_problem(a, &row->problems, &row->notes, kind, arena_vprintf(a, fmt, ap));
    va_end(ap);
}

void add_run_problem(struct arena *a, struct gap_run *run, enum problem_kind kind, const char *fmt,
                     ...)
{
    va_list ap;
    va_start(ap, fmt);
    append_problem(a, &run->problems, &run->notes, kind, arena_vprintf(a, fmt, ap));
    va_end(ap);
}

/* ---- iterations ---- */

/* Adds a problem if the iterations, in total or per instance, are fewer than those of one pass. */
static void check_passes(struct arena *a, struct gap_loop *row)
{
    double each = row->iterations.value;
    if (!row->measured || !is_known(row->k) || !(each > 0))
        return;
    if (is_known(row->instances) && row->instances.value > 0)
        each /= row->instances.value;
    if (each >= row->k.value)
        return;
    add_problem(a, row, PROBLEM_SHORT,
                "it has %.6g iteration%s%s, fewer than the %.6g of a pass of the compiled loop: "
                "another compiled loop was executed, or k is wrong",
                each, each == 1 ? "" : "s", is_known(row->instances) ? " an instance" : "",
                row->k.value);
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
                    "thread %ld skipped area %s %.17g times, but its %.17g iterations have %.6g "
                    "passes (k = %.6g)",
                    skip->thread, skip->block, skip->skipped, iterations, iterations / l->k.value,
                    l->k.value);
    }
}

/* Checks the constant trip count of the source loop against k and the measured iterations. */
static void check_trip(struct arena *a, const struct source_loop *s, struct gap_loop *row)
{
    double trip = (double)s->trip;
    if (!s->trip)
        return;
    if (is_known(row->k) && trip < row->k.value)
        add_problem(a, row, PROBLEM_SHORT_TRIP,
                    "the trip count is %ld, less than the %.6g iterations of a pass of the "
                    "compiled loop: another compiled loop is executed, or k is wrong",
                    s->trip, row->k.value);
    if (row->measured && !row->partial && fmod(row->iterations.value, trip) != 0)
        add_problem(a, row, PROBLEM_TRIP,
                    "the number of iterations, %.17g, is not a multiple of the trip count %ld",
                    row->iterations.value, s->trip);
}

/* Checks that a loop is executed at most once per iteration of the enclosing loop. */
static void check_nest(struct arena *a, const struct source_loop *s, const struct gap_loop *around,
                       struct gap_loop *row)
{
    if (!s->trip || !around || row->partial || around->partial)
        return;
    double most = around->iterations.value * (double)s->trip;
    if (row->iterations.value > most)
        add_problem(a, row, PROBLEM_NEST,
                    "the number of iterations, %.17g, is above %.17g: the enclosing loop %s has "
                    "%.17g, with %ld in each",
                    row->iterations.value, most, around->loop, around->iterations.value, s->trip);
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
