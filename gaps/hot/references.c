/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/references.h"
#include "gaps/hot/accesses.h"
#include "gaps/hot/compare.h"
#include "gaps/hot/entered.h"
#include "gaps/hot/limit.h"
#include "gaps/hot/outer-joins.h"
#include "gaps/hot/unequal.h"
#include "gaps/ladder/join.h"
#include "runs/names.h"

#include <string.h>

/* ---- functions ---- */

/* Returns whether the symbol is that of a function with this name in C, C++ or Fortran. */
static bool is_symbol_of(const char *symbol, const char *name)
{
    size_t n = strlen(name);
    const char *module = strstr(symbol, "_MOD_");
    if (strncmp(symbol, "_Z", 2) == 0)
        return strstr(symbol, name) != NULL;
    if (module)
        return strcmp(module + strlen("_MOD_"), name) == 0;
    return strncmp(symbol, name, n) == 0 && (!symbol[n] || symbol[n] == '.' || !symbol[n + 1]);
}

bool is_symbol_of_one(struct arena *a, const char *symbol, const char *functions)
{
    static const char inlined[] = ", inlined in ";
    const char *by = strstr(functions, inlined);
    if (!by)
        return is_symbol_of(symbol, functions);
    return is_symbol_of(symbol, arena_strndup(a, functions, (size_t)(by - functions))) ||
           is_symbol_of(symbol, by + strlen(inlined));
}

/* Returns whether a source loop is one of the function of a row, inlined or not. */
static bool is_of_function(const struct joined_run *j, const struct hot_source_loop *l,
                           const struct hotspot *h)
{
    return l->function && h->function && is_symbol_of_one(j->a, l->function, h->function);
}

/* ---- loops of the reference build ---- */

static bool is_innermost(const struct hot_profile *p, size_t i)
{
    for (size_t k = i + 1; k < p->n_source_loops; k++)
        if (p->source_loops[k].parent == (int)i)
            return false;
    return true;
}

/* Returns whether lines of a loop are those of another one, which it need not contain: control can
 * leave it before. */
static bool has_loop_in_lines(const struct hot_profile *p, const struct hot_source_loop *l)
{
    for (size_t i = 0; i < p->n_source_loops; i++) {
        const struct hot_source_loop *in = &p->source_loops[i];
        if (in->line > l->line && in->end_line <= l->end_line && strcmp(in->source, l->source) == 0)
            return true;
    }
    return false;
}

static struct reference_place reference_place(struct arena *a, const struct hot_profile *p,
                                              const struct hot_source_loop *l)
{
    const char *base = runs_base_name(l->source);
    struct reference_place place = {.of = l};
    place.source = (struct source_loop){
        .id = arena_printf(a, "%s:%ld", l->source, l->line),
        .file = l->source,
        .routine = arena_printf(a, "%s:%ld", base, l->line),
        .line = l->line,
        .end_line = l->end_line,
        .depth = l->parent < 0 ? 1 : 2,
        .parent = -1,
        .innermost = is_innermost(p, (size_t)(l - p->source_loops)) && !has_loop_in_lines(p, l)};
    return place;
}

static size_t add_reference(struct joined_run *j, const struct hot_source_loop *l)
{
    const struct hot_profile *p = j->coverage->profile;
    for (size_t i = 0; i < j->n_references; i++)
        if (is_same_reference_loop(p, j->references[i].of, l))
            return i;
    struct reference_place place = reference_place(j->a, p, l);
    *ARENA_PUSH(j->a, j->references, j->n_references) = place;
    return j->n_references - 1;
}

/* Returns why M and MA of a row with a loop of the reference build are unknown. */
static const char *why_no_source_bounds(const struct joined_run *j, size_t i)
{
    const char *language = j->coverage->rows[i].hot->language;
    if (language && strcmp(language, "Fortran") != 0)
        return arena_printf(j->a, "kma analyses Fortran: M and MA of loops in %s are unknown",
                            language);
    return j->joins[i].why ? arena_printf(j->a, "M and MA are unknown: %s", j->joins[i].why)
                           : "M and MA are unknown: kma read no loop at its source lines";
}

void join_reference_loop(struct joined_run *j, size_t i, const struct hot_source_loop *l)
{
    struct gap_hot_row *row = &j->coverage->rows[i];
    struct loop_join *join = &j->joins[i];
    size_t at = add_reference(j, l);
    *join = (struct loop_join){.why = join->why};
    j->places[i] = (long)(j->of->build->n + at);
    join->k = row->outer  ? known(1)
              : row->code ? without_advice(j->a, row->code->compiled->k)
                          : missing("its instructions are not in the database");
    join->k_how = row->code ? row->code->compiled->k_how : NULL;
    row->reference = true;
    row->loop.tnf = row->loop.cpl.m = row->loop.cpl.ma = missing(why_no_source_bounds(j, i));
    row->source = j->references[at].source.id;
    row->source_name = j->references[at].source.routine;
}

static const char *lines_of(struct arena *a, const struct hotspot *h)
{
    return h->line == h->end_line ? arena_printf(a, "line %ld", h->line)
                                  : arena_printf(a, "lines %ld to %ld", h->line, h->end_line);
}

/* Returns why a row is joined with no loop of the reference build. */
static const char *why_not_joined(const struct joined_run *j, const struct hotspot *h)
{
    const struct hot_profile *p = j->coverage->profile;
    if (!h->source || h->line <= 0)
        return "its machine code has no source lines";
    const char *file = runs_base_name(h->source);
    bool is_compiled = false;
    for (size_t i = 0; i < p->n_source_loops; i++) {
        const struct hot_source_loop *l = &p->source_loops[i];
        bool same = match_files(h->source, l->source) >= SAME_BASE_NAME;
        is_compiled |= same;
        if (same && is_of_function(j, l, h))
            return arena_printf(j->a,
                                "no loop of the reference build contains %s of %s: compilers can "
                                "give code of a loop the line of its function, or lines of inlined "
                                "functions",
                                lines_of(j->a, h), file);
    }
    if (is_compiled)
        return arena_printf(j->a, "the reference build has no loop around %s of %s",
                            lines_of(j->a, h), file);
    return arena_printf(j->a, "%s was not compiled for the reference build, or has no loops there",
                        h->source);
}

/* Returns whether kma reads the language of a row, and the build has source loops that it read. */
static bool is_read_by_kma(const struct joined_run *j, const struct hotspot *h)
{
    return j->of->build->n && (!h->language || strcmp(h->language, "Fortran") == 0);
}

void join_reference(struct joined_run *j, size_t i)
{
    struct gap_hot_row *row = &j->coverage->rows[i];
    const struct hotspot *h = row->hot;
    const struct hot_profile *p = j->coverage->profile;
    long line = h->line, end_line = h->end_line;
    const struct hot_source_loop *l = reference_loop_around(p, h->source, line, end_line);
    const char *several =
        row->outer ? NULL : reference_loops_of_lines(j->a, p, l, h->source, line, end_line);
    if (several) {
        narrow_to_work(row, &line, &end_line);
        l = reference_loop_around(p, h->source, line, end_line);
        several = reference_loops_of_lines(j->a, p, l, h->source, line, end_line);
    }
    if (l) {
        join_reference_loop(j, i, l);
        struct reference_place *to = &j->references[(size_t)j->places[i] - j->of->build->n];
        to->several = several ? several : to->several;
    } else if (p->n_source_loops) {
        const char *why =
            several
                ? arena_printf(j->a, "its machine code has lines of %s: they were fused", several)
                : why_not_joined(j, h);
        row->no_iterations = is_known(h->passes) ? why : NULL;
        if (!is_read_by_kma(j, h))
            row->loop.tnf = row->loop.k = row->loop.cpl.m = row->loop.cpl.ma = missing(why);
    }
}

const char *reference_refusal(const struct joined_run *j)
{
    const struct hot_profile *p = j->coverage->profile;
    bool none = is_known(p->reference_slowdown) || p->n_source_loops ||
                strcmp(p->reference_slowdown.missing, "there is no reference build") == 0;
    return none ? NULL : p->reference_slowdown.missing;
}

/* ---- values per iteration ---- */

/* Sets the values of a row of this kind to those of an iteration. */
static void divide_by_k(struct joined_run *j, size_t i)
{
    struct gap_hot_row *row = &j->coverage->rows[i];
    struct gap_loop *loop = &row->loop;
    struct quantity k = j->joins[i].k;
    static const char none[] = "k is 0";
    row->pass = PASS_OF_ITERATION;
    row->mac = loop->cpl.mac = q_div(row->mac, k, none);
    row->macs = loop->cpl.macs = q_div(row->macs, k, none);
    row->measured = loop->cpl.measured = q_div(row->measured, k, none);
    row->measured_low = q_div(row->measured_low, k, none);
    row->measured_high = q_div(row->measured_high, k, none);
    row->gap_p = q_sub(row->measured, row->macs);
    loop->k = k;
    loop->k_how = j->joins[i].k_how;
    loop->iterations = row_iterations(j, i);
    loop->cycles = loop->own_cycles =
        q_mul(known(row->hot->seconds), j->coverage->profile->clock[1]);
    loop->cpu_share = loop->cpu_own = row->share;
    loop->division = gap_no_division("a sampled run has no counters");
    set_gaps(loop);
}

/* Replaces a source loop that was unrolled completely by the loop around it, whose iterations the
 * compiled loop executes. Returns false if these differ, too. */
static bool move_to_parent(struct joined_run *j, size_t at, struct source_count *source)
{
    const struct hot_profile *p = j->coverage->profile;
    struct reference_place *from = &j->references[at];
    long place = (long)(j->of->build->n + at);
    double outside;
    if (from->of->parent < 0)
        return false;
    const struct hot_source_loop *parent = &p->source_loops[from->of->parent];
    const struct source_count around = count_of_reference_loop(j->a, p, parent);
    if (!is_known(around.iterations) || check_iterations_of(j, place, &around, &outside))
        return false;
    struct reference_place to = reference_place(j->a, p, parent);
    for (size_t i = 0; i < j->coverage->n; i++) {
        struct gap_hot_row *row = &j->coverage->rows[i];
        if (j->places[i] != place)
            continue;
        note(j->a, &row->loop.notes, "%s was unrolled completely: an iteration is one of %s",
             from->source.routine, to.source.routine);
        row->source = to.source.id;
        row->source_name = to.source.routine;
    }
    *from = to;
    *source = around;
    return true;
}

/* Returns whether k of all compiled loops of a place is known, and below 2. */
static bool has_single_iterations(const struct joined_run *j, long place)
{
    bool single = true;
    for (size_t i = 0; i < j->coverage->n; i++)
        single &= j->places[i] != place || (is_known(j->joins[i].k) && j->joins[i].k.value < 2);
    return single;
}

/* If the compiled loops do not execute the iterations of all loops beside each other on their
 * lines, sets *source to those of one of these that they do execute: the others have no compiled
 * loop, or were fused with it. Returns false if there is none, or it is not certain: with a k that
 * is too large, they could be those of another one with other iterations. */
static bool choose_one_beside(struct joined_run *j, size_t at, struct source_count *source)
{
    const struct hot_profile *p = j->coverage->profile;
    const struct hot_source_loop *l = j->references[at].of;
    long place = (long)(j->of->build->n + at);
    size_t n = count_loops_beside(j->a, p, l);
    double outside;
    for (size_t i = 0; n > 1 && i < n; i++) {
        struct source_count one = count_of_one_beside(j->a, p, l, i);
        bool all = is_known(one.iterations) && is_known(source->iterations) &&
                   one.iterations.value * (double)n == source->iterations.value;
        if (!is_known(one.iterations) || !(all || has_single_iterations(j, place)))
            continue;
        separate_excess_rows(j, place, &one);
        if (!check_iterations_of(j, place, &one, &outside)) {
            *source = one;
            return true;
        }
    }
    return false;
}

void set_reference(struct joined_run *j, size_t at)
{
    long place = (long)(j->of->build->n + at);
    double outside;
    struct source_count source =
        count_of_reference_loop(j->a, j->coverage->profile, j->references[at].of);
    leave_unexecuted_copies(j, place, &source);
    separate_nested_rows(j, place, &source);
    separate_excess_rows(j, place, &source);
    limit_k_by_source(j, place, &source);
    count_entered(j, place, &source);
    const char *unequal = check_iterations_of(j, place, &source, &outside);
    if (unequal && (choose_one_beside(j, at, &source) || move_to_parent(j, at, &source)))
        unequal = NULL;
    set_check(j, place, &source, unequal);
    note_folded(j, place, &source);
    for (size_t i = 0; i < j->coverage->n; i++) {
        struct gap_hot_row *row = &j->coverage->rows[i];
        if (j->places[i] != place || !is_known(row->hot->passes))
            continue;
        const char *why = source.iterations.missing ? source.iterations.missing
                          : j->joins[i].k.missing   ? j->joins[i].k.missing
                                                    : unequal;
        if (!why) {
            divide_by_k(j, i);
            continue;
        }
        row->no_iterations = why;
        row->loop.k = row->loop.iterations = missing(why);
    }
}

/* ---- loops without compiled loop ---- */

static bool overlaps(const struct hotspot *h, const struct hot_source_loop *l)
{
    return h->kind == HOTSPOT_LOOP && h->source && h->line <= l->end_line &&
           h->end_line >= l->line && match_files(h->source, l->source) >= SAME_BASE_NAME;
}

/* Returns whether machine code with lines of the loop was executed in a loop. */
static bool has_machine_loop(const struct joined_run *j, const struct hot_source_loop *l)
{
    for (size_t i = 0; i < j->coverage->n; i++)
        if (overlaps(j->coverage->rows[i].hot, l))
            return true;
    return false;
}

/* Returns the bytes that code outside of the loops of rows accessed at lines of the loop. */
static double bytes_at_lines(const struct hot_profile *p, const struct hot_source_loop *l)
{
    double bytes = 0;
    for (size_t i = 0; i < p->n_lines; i++) {
        const struct line_accesses *at = &p->lines[i];
        if (at->line < l->line || at->line > l->end_line ||
            match_files(at->source, l->source) < SAME_BASE_NAME)
            continue;
        for (size_t k = 0; k < ACCESSES; k++)
            bytes += at->bytes[k];
    }
    return bytes;
}

/* Returns whether the profile has code of the function with this symbol. */
static bool is_sampled(const struct joined_run *j, const char *symbol)
{
    for (size_t i = 0; i < j->coverage->n; i++) {
        const struct hotspot *h = j->coverage->rows[i].hot;
        if (h->kind != HOTSPOT_LIBRARY && h->function &&
            is_symbol_of_one(j->a, symbol, h->function))
            return true;
    }
    return false;
}

/* Returns whether a compiled loop of the function of a source loop has no source loop. */
static bool has_loop_without_source(const struct joined_run *j, const struct hot_source_loop *l)
{
    for (size_t i = 0; i < j->coverage->n; i++)
        if (j->places[i] < 0 && j->coverage->rows[i].hot->kind == HOTSPOT_LOOP &&
            is_of_function(j, l, j->coverage->rows[i].hot))
            return true;
    return false;
}

/* Returns what is known about a loop without a row: code with its lines was executed, its function
 * has no samples, or neither. */
static const char *why_no_row(const struct joined_run *j, const struct hot_source_loop *l)
{
    const double least_bytes = 0.5; /* of an iteration */
    const char *copy = l->function ? replacing_function(j->coverage, l->function) : NULL;
    const char *other = replacing_function(j->coverage, NULL);
    double bytes = bytes_at_lines(j->coverage->profile, l) / l->iterations.value;
    if (bytes >= least_bytes)
        return arena_printf(j->a,
                            "no samples in a loop: other code with its lines accessed %.3g bytes "
                            "per iteration, in a loop without samples or unrolled completely",
                            bytes);
    if (copy)
        return arena_printf(j->a, "no compiled loop: replaced by %s", copy);
    other = other ? arena_printf(j->a, ", or replaced by %s, whose caller is unknown", other) : "";
    if (l->function && !is_sampled(j, l->function))
        return arena_printf(j->a,
                            "no samples in its function %s, whose machine code was not examined: "
                            "it takes little time, was inlined or removed%s",
                            l->function, other);
    if (has_loop_without_source(j, l))
        return arena_printf(j->a,
                            "no compiled loop has its lines: it may be a compiled loop of %s whose "
                            "source loop is unknown",
                            l->function);
    return arena_printf(j->a, "no compiled loop: it was removed or unrolled completely%s", other);
}

/* Source loops of a file without a row, for one reason. */
struct removed {
    const struct hot_source_loop *first;
    const char *lines; /* "45, 47" */
    const char *why;
    double iterations;
};

/* Adds a loop to the list. */
static void add_removed(struct joined_run *j, const struct hot_source_loop *l,
                        struct removed **list, size_t *n)
{
    const struct source_count count = count_with_folded(j->a, j->coverage->profile, l);
    const char *why = why_no_row(j, l);
    struct removed *to = NULL;
    for (size_t i = 0; i < *n && !to; i++)
        if (strcmp((*list)[i].why, why) == 0 && strcmp((*list)[i].first->source, l->source) == 0)
            to = &(*list)[i];
    if (!to) {
        *ARENA_PUSH(j->a, *list, *n) = (struct removed){l, NULL, why, 0};
        to = &(*list)[*n - 1];
    }
    to->lines =
        arena_printf(j->a, "%s%s%ld%s%s", to->lines ? to->lines : "", to->lines ? ", " : "",
                     l->line, count.folded ? " and " : "", count.folded ? count.folded : "");
    to->iterations += is_known(count.iterations) ? count.iterations.value : l->iterations.value;
}

void note_removed_loops(struct joined_run *j)
{
    enum { MOST = 5 };
    const double least_share = 0.01;
    const struct hot_profile *p = j->coverage->profile;
    struct removed *list = NULL;
    double all = 0;
    size_t n = 0;
    for (size_t i = 0; i < p->n_source_loops; i++)
        if (is_known(p->source_loops[i].iterations) && is_innermost(p, i))
            all += p->source_loops[i].iterations.value;
    for (size_t i = 0; i < p->n_source_loops && n < MOST; i++) {
        const struct hot_source_loop *l = &p->source_loops[i];
        if (is_known(l->iterations) && l->iterations.value > least_share * all &&
            is_innermost(p, i) && l->folded_into < 0 && !has_machine_loop(j, l))
            add_removed(j, l, &list, &n);
    }
    for (size_t i = 0; i < n; i++)
        note(j->a, &j->coverage->removed, "%s:%s: %.10g iterations in the source, %s",
             runs_base_name(list[i].first->source), list[i].lines, list[i].iterations, list[i].why);
}

void set_reference_refusal(struct joined_run *j)
{
    const char *why = reference_refusal(j);
    for (size_t i = 0; why && i < j->coverage->n; i++) {
        struct gap_hot_row *row = &j->coverage->rows[i];
        if (j->places[i] < 0 && row->hot->kind == HOTSPOT_LOOP && !row->why &&
            is_known(row->hot->passes))
            row->no_iterations = why;
    }
}
