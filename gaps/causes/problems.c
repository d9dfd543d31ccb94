/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/causes/problems.h"

#include <stdarg.h>

const char *problem_code(enum problem_kind kind)
{
    static const char *const codes[] = {
#define PROBLEM(NAME, code, meaning) code,
#include "gaps/causes/problems.def"
#undef PROBLEM
    };
    return codes[kind];
}

void add_problem(struct arena *a, struct gap_loop *row, enum problem_kind kind, const char *fmt,
                 ...)
{
    va_list ap;
    va_start(ap, fmt);
    const char *text = arena_vprintf(a, fmt, ap);
    va_end(ap);
    struct gap_problems *p = &row->problems;
    *ARENA_PUSH(a, p->at, p->n) = (struct gap_problem){problem_code(kind), text};
    note_text(a, &row->notes, text);
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

void check_iterations(struct arena *a, const struct model_build *b, struct gap_run *run)
{
    (void)b;
    for (size_t i = 0; i < run->n; i++)
        check_passes(a, &run->loops[i]);
}
