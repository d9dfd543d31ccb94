/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/causes/advice.h"
#include "base/util.h"

#include "facts/doubts.h"
#include "gaps/causes/facts.h"
#include "gaps/causes/problems.h"
#include "gaps/hot/coverage.h"
#include "gaps/read.h"

#include <stdarg.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>

/* Returns whether the loop is a row with values per iteration of a source loop that only the
 * reference build has. */
static bool is_unread(const struct gap_loop *l)
{
    return l->hot && l->hot->reference && l->hot->pass == PASS_OF_ITERATION;
}

/* ---- facts ---- */

void add_fact(struct fact_writer *t, enum fact_kind kind, const char *fmt, ...)
{
    static const char *const codes[] = {
#define FACT(NAME, code, meaning) code,
#include "gaps/causes/facts.def"
#undef FACT
    };
    va_list ap;
    va_start(ap, fmt);
    const char *text = arena_vprintf(t->a, fmt, ap);
    va_end(ap);
    *ARENA_PUSH(t->a, t->to->facts, t->to->n) = (struct advice_fact){codes[kind], text};
}

const char *fact_number(struct fact_writer *t, double value)
{
    char text[QUANTITY_TEXT];
    return arena_strdup(t->a, quantity_text(known(value), text));
}

const char *fact_cycles(struct fact_writer *t, double value)
{
    const char *text = fact_number(t, value);
    return arena_printf(t->a, "%s cycle%s", text, plural_s(text));
}

const char *joined_text(struct arena *a, const char *list, const char *glue, const char *text)
{
    return list ? arena_printf(a, "%s%s%s", list, glue, text) : text;
}

/* ---- the gaps of a loop ---- */

/* The rungs above M, and the gap below each. */
static const struct {
    const char *gap, *rung;
    size_t at;        /* offset of a struct quantity in struct gap_ladder */
    unsigned doubted; /* as facts/doubts.h: the rung, and what its facts use */
    fact_adder *facts;
} gap_kinds[] = {
    {"A", "MA", offsetof(struct gap_ladder, ma), DOUBT_MA, add_gap_a_facts},
    {"C", "MAC", offsetof(struct gap_ladder, mac), DOUBT_MAC, add_gap_c_facts},
    {"S", "MACS", offsetof(struct gap_ladder, macs), DOUBT_MACS, add_gap_s_facts},
    {"P", "measured", offsetof(struct gap_ladder, measured), DOUBT_TIME | DOUBT_PARTS,
     add_gap_p_facts},
};
enum { GAP_KINDS = COUNT_OF(gap_kinds), DOUBTS_SHOWN = 3 };

static struct quantity rung(const struct gap_ladder *l, size_t kind)
{
    return *(const struct quantity *)((const char *)l + gap_kinds[kind].at);
}

/* Returns cycles of a run with all digits, so that a reader can check the product. */
static const char *cycles_in_full(struct fact_writer *t, struct quantity q)
{
    return q.value < 1000 ? fact_number(t, q.value) : arena_printf(t->a, "%.10g", q.value);
}

/* Returns the first line of advice about a gap, the difference of two rungs: upper - lower. */
static const char *headline(struct fact_writer *t, const struct advice *v, const char *upper,
                            const char *lower)
{
    const char *cpl = fact_number(t, v->cpl.value), *s = v->cpl.value == 1 ? "" : "s";
    if (!is_known(v->share))
        return arena_printf(t->a, "gap %s (%s - %s) = %s cycle%s per iteration", v->gap, upper,
                            lower, cpl, s);
    const char *most = "";
    if (v->worth.value < v->cpl.value)
        most =
            v->worth.value == 0
                ? arena_printf(
                      t->a, ", but %s is not below the measured time, so nothing can be gained: 0",
                      lower)
                : arena_printf(t->a, ", of which at most %s (measured - %s) can be gained: %s",
                               fact_number(t, v->worth.value), lower,
                               fact_number(t, v->worth.value));
    if (is_known(t->loop->cpu_share))
        return arena_printf(
            t->a,
            "gap %s (%s - %s) = %s cycle%s per iteration%s / %s measured x %s%% of the CPU time = "
            "%s%%",
            v->gap, upper, lower, cpl, s, most, fact_number(t, t->loop->cpl.measured.value),
            fact_number(t, 100 * t->loop->cpu_share.value), fact_number(t, 100 * v->share.value));
    return arena_printf(
        t->a,
        "gap %s (%s - %s) = %s cycle%s per iteration%s x %s iterations = %s of %s%s "
        "cycles, %s%%",
        v->gap, upper, lower, cpl, s, most, cycles_in_full(t, t->loop->iterations),
        cycles_in_full(t, v->cycles), t->loop->partial ? "at least " : "",
        cycles_in_full(t, t->run->cycles), fact_number(t, 100 * v->share.value));
}

/* Returns whether the bound of the row is not that of the loop. Weighting by iterations rounds. */
static bool is_other_bound(struct quantity of_loop, struct quantity of_row)
{
    return is_known(of_loop) && is_known(of_row) &&
           fabs(of_loop.value - of_row.value) > 1e-9 * of_loop.value;
}

/* Adds that the ladder averages over skipped blocks, where the other facts do not. */
static void add_weighted_facts(struct fact_writer *t)
{
    const struct gap_ladder base = model_ladder(t->a, t->l, NULL);
    const struct gap_ladder *now = &t->loop->cpl;
    if (is_other_bound(base.ma, now->ma) || is_other_bound(base.mac, now->mac))
        add_fact(t, FACT_WEIGHTED,
                 "the gap is that of an average iteration; the numbers below are those of an "
                 "iteration that skips no block (MA %s, MAC %s)",
                 is_known(base.ma) ? fact_number(t, base.ma.value) : "-",
                 is_known(base.mac) ? fact_number(t, base.mac.value) : "-");
}

static int greater_gap(const void *a, const void *b)
{
    const struct advice *x = a, *y = b;
    if (x->worth.value != y->worth.value)
        return x->worth.value < y->worth.value ? 1 : -1;
    if (x->cpl.value != y->cpl.value)
        return x->cpl.value < y->cpl.value ? 1 : -1;
    return strcmp(x->gap, y->gap);
}

/* Sets what the gap is worth. A bound above the measured time is wrong for this loop: no more than
 * the measured time above the lower bound can be gained. */
static void weigh_gap(struct fact_writer *t, struct advice *v, struct quantity below)
{
    struct quantity most = q_sub(t->loop->cpl.measured, below);
    v->worth = v->cpl;
    if (is_known(most) && most.value < v->cpl.value)
        v->worth = known(most.value > 0 ? most.value : 0);
    v->cycles = q_mul(v->worth, t->loop->iterations);
    if (t->loop->inclusive) {
        v->share = missing("its time includes that of other measured loops");
    } else if (is_known(t->loop->cpu_share)) {
        struct quantity part = q_div(v->worth, t->loop->cpl.measured, "measured is 0");
        v->share = q_mul(part, t->loop->cpu_share);
    } else {
        v->share = q_div(v->cycles, t->run->cycles, "the run has no cycles");
    }
}

/* "C+S+P" of the gaps from kind `from` to kind `to`. */
static const char *span_text(struct arena *a, size_t from, size_t to)
{
    const char *text = NULL;
    for (size_t i = from; i <= to; i++)
        text = joined_text(a, text, "+", gap_kinds[i].gap);
    return text;
}

/* Returns the code of the problem with the text of this note; NULL = none. */
static const char *problem_of(const struct gap_loop *l, const char *note)
{
    size_t i = INDEX_OF_TEXT(l->problems.at, l->problems.n, struct gap_problem, text, note);
    return i < l->problems.n ? l->problems.at[i].code : NULL;
}

/* Whether the problem means that bounds and measured time do not belong together. */
static bool is_contradiction(const char *code)
{
    static const enum problem_kind kinds[] = {PROBLEM_ABOVE_MEASUREMENT, PROBLEM_TOO_SHORT,
                                              PROBLEM_EVENTS_INSIDE};
    for (size_t i = 0; code && i < COUNT_OF(kinds); i++)
        if (strcmp(code, problem_code(kinds[i])) == 0)
            return true;
    return false;
}

static bool is_contradicted(const struct gap_loop *l)
{
    for (size_t i = 0; i < l->problems.n; i++)
        if (is_contradiction(l->problems.at[i].code))
            return true;
    return false;
}

/* Returns the numbers, as bits, from which gaps `kind` to `kind + n - 1` and their cycles are
 * computed. */
static unsigned numbers_used(const struct gap_loop *l, size_t kind, size_t n)
{
    unsigned below = kind ? gap_kinds[kind - 1].doubted : DOUBT_M;
    return below | gap_kinds[kind + n - 1].doubted | (l->measured ? DOUBT_ITERATIONS : 0);
}

/* Adds the notes that make the gap doubtful. The note on inclusive time has a fact of its own. */
static void add_doubt_facts(struct fact_writer *t, size_t kind, size_t n)
{
    const struct gap_loop *l = t->loop;
    const unsigned numbers = numbers_used(l, kind, n);
    size_t left = 0, shown = 0;
    for (size_t i = 0; i < l->notes.n; i++) {
        const char *note = l->notes.at[i], *code = problem_of(l, note);
        if (code && strcmp(code, problem_code(PROBLEM_INCLUSIVE)) == 0)
            continue;
        if (!is_contradiction(code) && !(doubts_of(note) & numbers))
            continue;
        if (shown < DOUBTS_SHOWN)
            add_fact(t, FACT_DOUBT, "doubtful: %s", note);
        left += shown++ >= DOUBTS_SHOWN;
    }
    if (left)
        add_fact(t, FACT_DOUBT, "doubtful: %zu more note%s on these numbers", left,
                 left == 1 ? "" : "s");
}

/* Adds the difference of a known rung and the next known one below it: several gaps if rungs in
 * between are missing. */
static void add_gap(struct fact_writer *t, struct loop_advice *list, size_t from, size_t to,
                    struct quantity below)
{
    struct advice *v = &list->at[list->n++];
    *v = (struct advice){.gap = span_text(t->a, from, to),
                         .cpl = q_sub(rung(&t->loop->cpl, to), below)};
    weigh_gap(t, v, below);
    v->headline = headline(t, v, gap_kinds[to].rung, from ? gap_kinds[from - 1].rung : "M");
}

static struct loop_advice gaps_of(struct fact_writer *t)
{
    struct loop_advice list = {.loop = t->loop,
                               .at = ARENA_ARRAY(t->a, struct advice, GAP_KINDS),
                               .contradicted = is_contradicted(t->loop)};
    struct quantity below = t->loop->cpl.m;
    size_t from = 0;
    for (size_t i = 0; i < GAP_KINDS; i++) {
        struct quantity at = rung(&t->loop->cpl, i), gap = q_sub(at, below);
        if (!is_known(at))
            continue;
        if (is_known(gap) && gap.value > 1e-9)
            add_gap(t, &list, from, i, below);
        below = at;
        from = i + 1;
    }
    qsort(list.at, list.n, sizeof *list.at, greater_gap);
    return list;
}

static void add_undivided_facts(struct fact_writer *t, size_t kind, size_t n)
{
    const char *rungs = NULL;
    for (size_t i = kind; i + 1 < kind + n; i++) {
        const char *why = rung(&t->loop->cpl, i).missing;
        rungs = joined_text(t->a, rungs, ", ", gap_kinds[i].rung);
        if (i + 2 < kind + n && strcmp(why, rung(&t->loop->cpl, i + 1).missing) == 0)
            continue;
        add_fact(t, FACT_UNDIVIDED, "not divided, because there is no %s: %s", rungs, why);
        rungs = NULL;
    }
}

/* Adds the part of the gap that the own statements of an outer loop cause. */
static void add_within_facts(struct fact_writer *t, size_t kind)
{
    const struct gap_ladder *l = &t->loop->own;
    struct quantity own = q_sub(rung(l, kind), kind ? rung(l, kind - 1) : l->m);
    if (is_known(own) && kind < GAP_KINDS - 1)
        add_fact(t, FACT_WITHIN,
                 "the loop's own statements cause %s of this gap, the inner loops the rest",
                 fact_number(t, own.value));
    else
        add_fact(t, FACT_WITHIN, "this includes the inner loops");
}

/* Adds the own time of an inclusive loop. */
static void add_own_time_facts(struct fact_writer *t)
{
    struct quantity share = gap_share_of_run(t->run, t->loop);
    const char *own = "";
    if (is_known(share))
        own =
            arena_printf(t->a, "; its own time is %s of the %s cycles of the measured loops, %s%%",
                         cycles_in_full(t, t->loop->own_cycles), cycles_in_full(t, t->run->cycles),
                         fact_number(t, 100 * share.value));
    add_fact(t, FACT_INCLUSIVE,
             "the time includes that of measured loops in called routines; see those%s", own);
}

/* Adds what is known instead of gaps A and C of a loop that kma did not read. */
static void add_unread_facts(struct fact_writer *t)
{
    add_fact(t, FACT_UNREAD, "gaps A and C are unknown: %s", t->loop->cpl.m.missing);
    if (t->l && t->l->compiled && t->l->compiled->has_body)
        add_code_limit_facts(t);
}

static void add_facts(struct fact_writer *t, struct advice *v)
{
    size_t kind = 0, n = (strlen(v->gap) + 1) / 2;
    while (v->gap[0] != gap_kinds[kind].gap[0])
        kind++;
    t->to = v;
    add_doubt_facts(t, kind, n);
    if (is_unread(t->loop))
        add_unread_facts(t);
    if (t->loop->inclusive && kind + n == GAP_KINDS)
        add_own_time_facts(t);
    if (t->loop->outer)
        add_within_facts(t, kind);
    if (n > 1) {
        add_undivided_facts(t, kind, n);
        return;
    }
    if (t->l && t->l->source && kind != GAP_KINDS - 1)
        add_weighted_facts(t);
    gap_kinds[kind].facts(t);
}

/* Returns the compiled loop of a row that kma did not read, with the k of the row. */
static const struct model_loop *unread_code(struct arena *a, const struct gap_loop *loop)
{
    if (!loop->hot->code)
        return NULL;
    struct model_loop *l = ARENA_NEW(a, struct model_loop);
    *l = *loop->hot->code;
    l->k = loop->k;
    return l;
}

static struct fact_writer fact_writer_of(const struct gaps *g, struct arena *a,
                                         const struct gap_run *run, const struct gap_loop *loop)
{
    /* Facts are about the own statements of a loop; gaps of an outer loop include the inner
     * loops. */
    return (struct fact_writer){.g = g,
                                .a = a,
                                .run = run,
                                .loop = loop,
                                .build = g->of[run - g->table.at].build,
                                .l = is_unread(loop) ? unread_code(a, loop)
                                     : loop->outer   ? NULL
                                                     : gaps_model_loop(g, run, loop)};
}

bool gaps_advice(const struct gaps *g, struct arena *a, const struct gap_run *run,
                 const struct gap_loop *loop, struct loop_advice *to)
{
    struct fact_writer t = fact_writer_of(g, a, run, loop);
    *to = gaps_of(&t);
    for (size_t i = 0; i < to->n; i++)
        add_facts(&t, &to->at[i]);
    return true;
}

/* ---- ranking ---- */

/* Returns the cycles of a loop in a sampled run; -1 = unknown, or another run. */
static double sampled_cycles(const struct loop_advice *of)
{
    const struct gap_loop *l = of->loop;
    return l->version && is_known(l->cycles) ? l->cycles.value : -1;
}

static int more_worth(const void *a, const void *b)
{
    const struct loop_advice *x = a, *y = b;
    if (x->contradicted != y->contradicted)
        return x->contradicted ? 1 : -1;
    double v = is_known(x->at->share) ? x->at->share.value : -1;
    double w = is_known(y->at->share) ? y->at->share.value : -1;
    if (v != w)
        return v < w ? 1 : -1;
    double s = sampled_cycles(x), t = sampled_cycles(y);
    if (s != t)
        return s < t ? 1 : -1;
    if (x->at->cpl.value != y->at->cpl.value)
        return x->at->cpl.value < y->at->cpl.value ? 1 : -1;
    return (x->loop > y->loop) - (x->loop < y->loop);
}

/* Appends the advice on a loop if it has a gap. */
static bool add_loop_advice(const struct gaps *g, struct arena *a, const struct gap_run *run,
                            const struct gap_loop *loop, struct loop_advice *list, size_t *n)
{
    if (!gaps_advice(g, a, run, loop, &list[*n]))
        return false;
    *n += list[*n].n > 0;
    return true;
}

bool gaps_ranking(const struct gaps *g, struct arena *a, const struct gap_run *run,
                  struct loop_advice **list, size_t *n)
{
    const struct gap_coverage *c = run->coverage;
    size_t n_rows = c ? c->n : 0;
    *list = ARENA_ARRAY(a, struct loop_advice, run->n + n_rows + 1);
    *n = 0;
    for (size_t i = 0; i < run->n; i++) {
        const struct gap_loop *l = &run->loops[i];
        if (run->run && (!l->measured || l->counted || l->unsampled))
            continue;
        if (!add_loop_advice(g, a, run, &run->loops[i], *list, n))
            return false;
    }
    for (size_t i = 0; i < n_rows; i++)
        if (is_unread(&c->rows[i].loop) && c->rows[i].hot->samples > 0 &&
            !add_loop_advice(g, a, run, &c->rows[i].loop, *list, n))
            return false;
    qsort(*list, *n, sizeof **list, more_worth);
    return true;
}
