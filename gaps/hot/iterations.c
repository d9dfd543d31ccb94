/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/iterations.h"
#include "gaps/causes/problems.h"
#include "gaps/hot/candidates.h"
#include "gaps/hot/compare.h"
#include "gaps/hot/entered.h"
#include "gaps/hot/copies.h"
#include "gaps/hot/coverage.h"
#include "gaps/hot/data.h"
#include "gaps/hot/touch.h"
#include "gaps/hot/inner.h"
#include "gaps/hot/limit.h"
#include "gaps/hot/neighbours.h"
#include "gaps/hot/nests.h"
#include "gaps/hot/outer-joins.h"
#include "gaps/hot/references.h"
#include "gaps/ladder/check.h"
#include "runs/names.h"

#include <math.h>
#include <string.h>

/* Accepted relative difference of the cycles per iteration by marks and by samples with counts. */
static const double cycles_error = 0.03;

/* ---- samples ---- */

/* The relative sampling error up to which a time replaces that of marks. */
static const double usable_error = 0.1;

/* Returns half the width of the 95 % confidence interval of a time, relative to the time. */
static double sampling_error(double samples)
{
    return samples > 0 ? 1.96 / sqrt(samples) : HUGE_VAL;
}

/* Returns the part by which the mean of a Poisson distribution can exceed an observed number n, at
 * most, with a probability of 97.5 % (Wilson and Hilferty). */
static double upper_error(double n)
{
    double x = n + 1, root = 1 - 1 / (9 * x) + 1.96 / (3 * sqrt(x));
    return n > 0 ? x * root * root * root / n - 1 : HUGE_VAL;
}

double time_error(double samples)
{
    return fmax(upper_error(samples), cycles_error);
}

/* Returns whether the text of an instruction, "call 115a <f>" or "call f@PLT", calls the function. */
static bool is_call_of(struct arena *a, const char *text, const char *function)
{
    const char *target = strpbrk(text, " \t");
    if (strncmp(text, "call", strlen("call")) != 0 || !target)
        return false;
    const char *named = strchr(target, '<');
    target = named ? named + 1 : target + strspn(target, " \t");
    return is_symbol_of_one(a, arena_strndup(a, target, strcspn(target, ">@+ \t")), function);
}

/* Returns whether the code of a row calls the function of another row of the program. */
static bool calls_function_of(const struct gap_hot_row *row, const struct gap_hot_row *of)
{
    struct arena scratch = {0};
    const char *why, *function = of->hot->function;
    const struct instruction_body *b =
        row->code && function ? model_body(&scratch, row->code, &why) : NULL;
    bool calls = false;
    for (size_t i = 0; b && i < b->n && !calls; i++)
        calls = is_call_of(&scratch, b->at[i].text, function);
    arena_free(&scratch);
    return calls;
}

/* Returns whether a row is code of a function of the program that the code of `by` calls, or the
 * code that calls the function whose code outside of loops is `by`. */
static bool is_own_callee(const struct gap_hot_row *of, const struct gap_hot_row *by)
{
    enum hotspot_kind kind = of->hot->kind;
    if (of == by || (kind != HOTSPOT_LOOP && kind != HOTSPOT_STRAIGHT_LINE))
        return false;
    return calls_function_of(by, of) ||
           (by->hot->kind == HOTSPOT_STRAIGHT_LINE && calls_function_of(of, by));
}

/* Returns whether a row is a library function that the code of `by` calls, or code of the program
 * that it calls or is called by. maybe: or may call, because its caller is unknown, and it is a
 * mathematical function. */
static bool is_callee(const struct gap_hot_row *of, const struct gap_hot_row *by, bool maybe)
{
    const struct hotspot *h = of->hot;
    bool math = strncmp(of->title, "libm:", 5) == 0 || strncmp(of->title, "libmvec:", 8) == 0;
    if (is_own_callee(of, by))
        return true;
    if (h->kind != HOTSPOT_LIBRARY || h->waiting)
        return false;
    return h->caller ? strcmp(h->caller, by->hot->name) == 0 : maybe && math;
}

static void add_callees(const struct joined_run *j, const struct gap_hot_row *row, bool maybe,
                        struct measuring *to)
{
    double seconds = 0, most = 0;
    for (size_t i = 0; i < j->coverage->n; i++) {
        const struct gap_hot_row *of = &j->coverage->rows[i];
        if (!is_callee(of, row, maybe))
            continue;
        seconds += of->hot->seconds;
        if (of->hot->seconds > most) {
            most = of->hot->seconds;
            to->callee = of->title;
        }
    }
    if (seconds > 0 && row->hot->seconds > 0 && is_known(row->measured))
        to->callees = row->measured.value * seconds / row->hot->seconds;
    to->maybe = maybe;
}

/* Returns how a row or the sum of rows was measured. */
static struct measuring measuring_of(const struct joined_run *j, const struct gap_hot_row *row,
                                     double samples)
{
    struct measuring of = {.error = time_error(samples),
                           .samples = samples,
                           .cpu = j->coverage->profile->cpu,
                           .limit = row->macs_limit};
    add_callees(j, row, false, &of);
    if (!(of.callees > 0) && has_note_of_calls(&row->loop.notes))
        add_callees(j, row, true, &of);
    find_neighbour(j->coverage, row, &of);
    return of;
}

/* Checks the ladder of a loop with a number of samples. row: its row, or its main one. */
static void check_bounds(struct joined_run *j, const struct model_loop *l,
                         const struct gap_hot_row *row, double samples, struct gap_loop *loop)
{
    struct quantity measured = loop->cpl.measured;
    struct measuring of = measuring_of(j, row, samples);
    bool few = samples < COVERAGE_LEAST_SAMPLES;
    if (few && !muf_is_above(loop->muf))
        loop->cpl.measured = missing("not compared");
    check_ladder(j->a, l, &of, loop);
    loop->cpl.measured = measured;
    if (few && is_known(measured))
        note(j->a, &loop->notes, "%.0f samples: its time is too inexact to be compared with bounds",
             samples);
}

/* ---- rows ---- */

long place_of(const struct model_build *b, const struct source_loop *source)
{
    for (size_t i = 0; source && i < b->n; i++)
        if (b->loops[i].source == source)
            return (long)i;
    return -1;
}

/* Returns the source loop of a row, by its source lines. */
static struct loop_join join_row(struct joined_run *j, const struct gap_hot_row *row)
{
    const struct hotspot *h = row->hot;
    struct compiled_loop c = {.kind = row->outer ? LOOP_RESIDUE : LOOP_INNERMOST,
                              .k = missing("its instructions are not in the database")};
    if (row->code)
        c = *row->code->compiled;
    if (h->source) {
        c.source = h->source;
        c.line = h->line;
        c.end_line = h->end_line;
    }
    if (c.line <= 0 || !c.source)
        return (struct loop_join){.why = "its machine code has no source lines"};
    struct loop_join join = join_loop(j->a, j->of->build->stored, &c, NULL, 0);
    if (!join.source && !row->outer)
        join_nest(j->a, j->of->build->stored, &c, &join);
    if (join.source && row->code)
        find_k(j->a, row->code, &join);
    join.k = without_advice(j->a, join.k);
    return join;
}

/* Joins a row with the source loop that kma read. Returns false if there is none. */
static bool join_source(struct joined_run *j, size_t i)
{
    struct gap_hot_row *row = &j->coverage->rows[i];
    j->joins[i] = join_row(j, row);
    j->places[i] = place_of(j->of->build, j->joins[i].source);
    const struct source_loop *source = j->places[i] >= 0 ? j->joins[i].source : NULL;
    if (source) {
        row->source = source->id;
        row->source_name = source->id + strlen(source->file) + 1;
    } else
        row->loop.tnf = row->loop.k = row->loop.cpl.m = row->loop.cpl.ma =
            missing(arena_printf(j->a, "no source loop: %s", j->joins[i].why));
    return source;
}

static void join_rows(struct joined_run *j)
{
    struct gap_coverage *c = j->coverage;
    j->joins = ARENA_ARRAY(j->a, struct loop_join, c->n + 1);
    j->places = ARENA_ARRAY(j->a, long, c->n + 1);
    for (size_t i = 0; i < c->n; i++) {
        j->places[i] = -1;
        if (c->rows[i].hot->kind == HOTSPOT_LOOP && (!j->of->build->n || !join_source(j, i)))
            join_reference(j, i);
    }
    join_outer_by_passes(j);
}

/* Returns whether a source loop has a row. */
static bool has_row(const struct joined_run *j, long place)
{
    for (size_t i = 0; i < j->coverage->n; i++)
        if (j->places[i] == place)
            return true;
    return false;
}

/* Removes the joins of rows that execute no iterations of a source loop that kma read. */
static void separate_other_rows(struct joined_run *j)
{
    const struct model_build *b = j->of->build;
    for (size_t p = 0; p < b->n; p++) {
        if (!has_row(j, (long)p))
            continue;
        const struct source_count source =
            reference_count(j->a, j->coverage->profile, b->stored, b->loops[p].source);
        separate_excess_rows(j, (long)p, &source);
    }
}

/* Returns the cycles of a time of samples. Without samples they are unknown: the loop was executed.
 */
static struct quantity cycles_of_samples(const struct joined_run *j, double seconds)
{
    return seconds > 0 ? q_mul(known(seconds), j->coverage->profile->clock[1])
                       : missing("its own code has no samples");
}

/* Sets the ladder of a row to values per iteration. */
static void set_per_iteration(struct joined_run *j, size_t i, const struct model_loop *l,
                              const struct gap_ladder *g)
{
    struct gap_hot_row *row = &j->coverage->rows[i];
    struct gap_loop *loop = &row->loop;
    row->pass = PASS_OF_ITERATION;
    row->mac = g->mac;
    row->macs = g->macs;
    row->measured = q_div(row->measured, l->k, "k is 0");
    row->measured_low = q_div(row->measured_low, l->k, "k is 0");
    row->measured_high = q_div(row->measured_high, l->k, "k is 0");
    row->gap_p = q_sub(row->measured, row->macs);
    loop->cpl = *g;
    loop->cpl.measured = row->measured;
    loop->k = l->k;
    loop->k_how = l->k_how;
    loop->joined = l->joined;
    loop->tnf = model_tnf(j->a, l, NULL);
    loop->clock_hz = l->compiled_machine->clock_hz;
    loop->iterations = row_iterations(j, i);
    loop->cycles = loop->own_cycles = cycles_of_samples(j, row->hot->seconds);
    set_gaps(loop);
    if (row->code->compiled->has_body)
        check_bounds(j, l, row, row->hot->samples, loop);
}

/* Sets M and MA of a row whose values per iteration are unknown: counts of its passes weigh no
 * block, so that they are those of its source loop along the shortest path. */
static void set_uncounted(struct joined_run *j, struct gap_hot_row *row,
                          const struct model_loop *source)
{
    struct gap_ladder g = model_ladder(j->a, source, NULL);
    row->loop.cpl.m = g.m;
    row->loop.cpl.ma = g.ma;
}

/* Sets the reason why a row with code has no values per iteration. */
static void refuse_iterations(struct gap_hot_row *row, const char *why)
{
    row->no_iterations = why;
    row->loop.k = row->loop.tnf = row->loop.iterations = missing(why);
    row->loop.cpl.mac = row->loop.cpl.macs = row->loop.cpl.measured = missing(why);
    set_gaps(&row->loop);
    row->loop.cpl.measured = row->measured;
    row->loop.gap.p = row->gap_p;
    row->loop.muf = q_div(row->macs, row->measured, "measured is 0");
}

/* Sets the bounds of a row with a source loop. why: why values per iteration are unknown; NULL =
 * they are known if k is. */
static void set_row(struct joined_run *j, size_t i, const char *why)
{
    struct gap_hot_row *row = &j->coverage->rows[i];
    const struct loop_join *join = &j->joins[i];
    const struct model_loop *source = model_of_join(&j->of->build->loops[j->places[i]], join);
    bool code = row->code && source->machine;
    why = is_known(join->k) ? why : join->k.missing;
    if (!code || why) {
        set_uncounted(j, row, source);
        if (code)
            refuse_iterations(row, why);
        else
            row->loop.tnf = row->loop.k = missing(row->why);
        return;
    }
    struct model_loop *l = model_with_code(j->a, source, row->code, join);
    if (!l->compiled->has_body) {
        l->compiled = NULL;
        l->no_compiled = row->why;
    }
    model_weigh_by_counts(j->a, l, &row->loop.notes);
    struct gap_ladder g = model_ladder(j->a, l, NULL);
    set_per_iteration(j, i, l, &g);
    if (l->compiled)
        row->code = l;
}

/* Adds a note to a row without M and MA if MACS exceeds measured. */
static void note_above_measured(struct joined_run *j, size_t i)
{
    struct gap_hot_row *row = &j->coverage->rows[i];
    struct quantity muf = q_div(row->macs, row->measured, "measured is 0");
    bool checked = row->pass == PASS_OF_ITERATION && j->places[i] < (long)j->of->build->n;
    if (checked || !muf_is_above(muf))
        return;
    const struct measuring of = measuring_of(j, row, row->hot->samples);
    const struct excess e = {j->run->machine, row->macs.value, row->measured.value};
    const char *cause = muf.value > 1 + of.error ? cause_of_excess(j->a, NULL, &e, &of)
                                                 : error_exceeds(j->a, e.machine, &of);
    row->loop.above = cause;
    note(j->a, &row->loop.notes, "MUF is above 1: MACS of %s %s is %.3g times measured: %s",
         row->pass == PASS_OF_OUTER_LOOP || row->pass == PASS_OF_ITERATION ? "an" : "a",
         coverage_pass_name(row->pass), muf.value,
         cause ? cause : "no cause is known; check the machine file, iterations and k");
}

/* ---- source loops ---- */

/* Adds the value of a version, weighted by its iterations. */
static void add_weighted(struct quantity *sum, struct quantity of, struct quantity iterations)
{
    *sum = q_add(*sum, q_mul(of, iterations));
}

/* Sets the ladder of a source loop to the means of its versions, weighted by iterations. */
static void set_means(const struct joined_run *j, long place, struct gap_loop *to)
{
    struct gap_ladder sum = {known(0), known(0), known(0), known(0), known(0)};
    struct quantity tnf = known(0);
    for (size_t i = 0; i < j->coverage->n; i++) {
        const struct gap_loop *l = &j->coverage->rows[i].loop;
        if (j->places[i] != place || (is_unsampled(j, i) && !is_known(row_iterations(j, i))))
            continue;
        add_weighted(&sum.m, l->cpl.m, l->iterations);
        add_weighted(&sum.ma, l->cpl.ma, l->iterations);
        add_weighted(&sum.mac, l->cpl.mac, l->iterations);
        add_weighted(&sum.macs, l->cpl.macs, l->iterations);
        add_weighted(&tnf, l->tnf, l->iterations);
    }
    static const char none[] = "no iteration was executed";
    to->cpl.m = q_div(sum.m, to->iterations, none);
    to->cpl.ma = q_div(sum.ma, to->iterations, none);
    to->cpl.mac = q_div(sum.mac, to->iterations, none);
    to->cpl.macs = q_div(sum.macs, to->iterations, none);
    to->cpl.measured = q_div(to->cycles, to->iterations, none);
    if (is_known(tnf) && is_known(to->iterations))
        to->tnf = q_div(tnf, to->iterations, none);
}

/* Lists the versions of a source loop except the main one. */
static void set_others(const struct joined_run *j, long place, size_t main, struct gap_loop *to)
{
    struct gap_other *list = NULL;
    for (size_t i = 0; i < j->coverage->n; i++) {
        const struct gap_hot_row *row = &j->coverage->rows[i];
        if (j->places[i] != place || i == main)
            continue;
        const char *version =
            row->code ? compiled_version_name(row->code->compiled->version) : NULL;
        *ARENA_PUSH(j->a, list, to->n_others) =
            (struct gap_other){row->hot->object, row->hot->label, j->joins[i].k, version};
    }
    to->others = list;
}

struct sampled_sums {
    double samples, seconds;
};

/* Returns the sums of the samples and the seconds of the rows of a place. */
static struct sampled_sums sampled_sums(const struct joined_run *j, long place)
{
    struct sampled_sums sum = {.samples = 0};
    for (size_t i = 0; i < j->coverage->n; i++)
        if (j->places[i] == place) {
            sum.samples += j->coverage->rows[i].hot->samples;
            sum.seconds += j->coverage->rows[i].hot->seconds;
        }
    return sum;
}

/* Returns the cycles of the thread with the most passes, if each pass takes the same time. */
static struct quantity slowest_cycles(const struct joined_run *j, long place)
{
    double seconds = 0;
    for (size_t i = 0; i < j->coverage->n; i++) {
        const struct hotspot *h = j->coverage->rows[i].hot;
        if (j->places[i] != place || h->seconds <= 0)
            continue;
        if (!(h->threads.n > 0) || !(h->passes.value > 0))
            return missing("the passes of its threads were not counted");
        seconds += h->seconds * fmin(1, h->threads.greatest / h->passes.value);
    }
    return cycles_of_samples(j, seconds);
}

/* Sets what needs the times of threads. */
static void set_times(const struct joined_run *j, long place, struct gap_loop *to)
{
    static const char threads[] = "the samples of threads are not distinguished";
    const struct gap_run *run = j->run;
    bool one = run->processors == 1;
    struct quantity macs = q_mul(to->cpl.macs, to->iterations);
    to->time = one ? to->cycles : slowest_cycles(j, place);
    to->balanced = q_div(macs, known((double)run->processors), "no processors");
    to->actual = one ? macs : missing(threads);
    to->base_time = to->speedup = missing("no sampled run on 1 processor has this loop");
    to->instances = to->lost = missing("samples do not count executions of a loop");
}

/* Returns the row of a source loop: the sum of its versions. why: why its values per iteration are
 * unknown; NULL = they are known. */
static struct gap_loop source_row(struct joined_run *j, long place, const char *why)
{
    const struct model_loop *l = &j->of->build->loops[place];
    size_t main = main_version(j, place);
    const struct gap_hot_row *row = &j->coverage->rows[main];
    struct quantity none = missing(why ? why : "");
    struct gap_loop to = {.loop = l->source->id,
                          .file = l->source->file,
                          .routine = l->source->routine,
                          .line = l->source->line,
                          .version = row,
                          .place = place,
                          .in = j->of->run,
                          .measured = true,
                          .k = row->loop.k,
                          .k_how = row->loop.k_how,
                          .joined = row->loop.joined,
                          .tnf = model_tnf(j->a, l, NULL),
                          .clock_hz = l->machine->clock_hz};
    to.compiled = arena_printf(j->a, "%s:%s", row->hot->object, row->hot->label);
    to.iterations = why ? none : total_iterations(j, place);
    to.cycles = to.own_cycles = cycles_of_samples(j, sampled_sums(j, place).seconds);
    to.unsampled = !(sampled_sums(j, place).seconds > 0);
    set_others(j, place, main, &to);
    set_means(j, place, &to);
    if (!is_known(to.iterations)) {
        to.cpl.m = row->loop.cpl.m;
        to.cpl.ma = row->loop.cpl.ma;
    }
    set_gaps(&to);
    set_times(j, place, &to);
    to.division = gap_no_division("a sampled run has no counters");
    to.own = to.cpl;
    coverage_note_spread(j->a, row->hot, &to.notes);
    if (row->code && row->code->source && is_known(to.iterations))
        check_bounds(j, row->code, row, sampled_sums(j, place).samples, &to);
    return to;
}

/* ---- comparison with marks ---- */

/* Returns the loop in a run of the same build and number of processors whose iterations were
 * counted in the source; NULL = none. */
static struct gap_loop *find_marked(const struct joined_run *j, long place, const char **name)
{
    const char *id = j->of->build->loops[place].source->id;
    for (size_t t = 0; t < j->g->table.n; t++) {
        struct gap_run *run = &j->g->table.at[t];
        bool same = run->run && run != j->run && j->g->of[t].build == j->of->build &&
                    run->processors == j->run->processors && !run->coverage;
        for (size_t i = 0; same && i < run->n; i++) {
            struct gap_loop *l = &run->loops[i];
            *name = run->run;
            if (strcmp(l->loop, id) == 0 && l->measured && !l->partial && is_known(l->iterations))
                return l;
        }
    }
    return NULL;
}

/* Compares the cycles per iteration with those by marks: differences within the sampling error are
 * accepted. Returns whether they agree; otherwise adds a problem. */
static bool check_cycles(struct joined_run *j, struct gap_loop *to, const struct gap_loop *marked,
                         const char *name)
{
    char by_marks[QUANTITY_TEXT], here[QUANTITY_TEXT];
    struct quantity x = to->cpl.measured, y = marked->cpl.measured;
    double error = fmax(sampling_error(sampled_sums(j, to->place).samples), cycles_error);
    if (!is_known(x) || !is_known(y) || !differs(x.value, y.value, error))
        return true;
    add_problem(j->a, to, PROBLEM_MARKS,
                "marks measured %s cycles per iteration in run %s, samples and counts %s here: "
                "%+.1f %%",
                quantity_text(y, by_marks), name, quantity_text(x, here),
                100 * (x.value / y.value - 1));
    return false;
}

/* Returns whether the rows of a source loop execute all statements of its iterations: it is
 * innermost, or its inner loops were unrolled in all of them. */
static bool has_iterations(const struct joined_run *j, long place)
{
    bool all = true;
    for (size_t i = 0; i < j->coverage->n; i++)
        all &= j->places[i] != place || (j->joins[i].facts && j->joins[i].facts->innermost);
    return all;
}

/* Sets the rows of the versions of a source loop, and returns true if it has a row of its own, *to:
 * the passes of a version are known. */
static bool set_source_loop(struct joined_run *j, long place, struct gap_loop *to)
{
    const char *name = NULL;
    double outside;
    struct gap_loop *marked = find_marked(j, place, &name);
    struct source_count source =
        choose_count(reference_count(j->a, j->coverage->profile, j->of->build->stored,
                                     j->of->build->loops[place].source),
                     marked_count(j->a, marked, name));
    leave_unexecuted_copies(j, place, &source);
    confirm_k_by_work(j, place, &source);
    limit_k_by_source(j, place, &source);
    count_entered(j, place, &source);
    const char *why = check_iterations_of(j, place, &source, &outside);
    bool counted = false;
    set_check(j, place, &source, why);
    if (outside > 0 && join_copies(j, place))
        why = check_iterations_of(j, place, &source, &outside);
    if (!is_known(source.iterations))
        why = reference_refusal(j);
    for (size_t i = 0; i < j->coverage->n; i++)
        if (j->places[i] == place) {
            set_row(j, i, why);
            counted |= is_known(j->coverage->rows[i].hot->passes);
        }
    note_folded(j, place, &source);
    if (!counted || !has_iterations(j, place))
        return false;
    *to = source_row(j, place, why);
    if (source.folded)
        note(j->a, &to->notes, "executes also %s", source.folded);
    if (outside > 0)
        note(j->a, &to->notes,
             "%.10g of its %.10g iterations %s are executed by other code, as its counted accesses "
             "at lines of the loop show: peeled iterations, remainders, or unrolled copies",
             outside, source.iterations.value, source.where);
    if (marked && is_known(to->cpl.measured)) {
        bool agrees = check_cycles(j, to, marked, name);
        if (agrees && sampling_error(sampled_sums(j, place).samples) <= usable_error)
            marked->counted = j->run->run;
    }
    return true;
}

/* ---- runs ---- */

/* Adds the rows of source loops to those of the run. A loop that the run already has, because a
 * measurement of the same name was imported, keeps its row. */
static void add_source_loops(struct joined_run *j)
{
    const struct model_build *b = j->of->build;
    struct gap_run *run = j->run;
    bool *sampled = ARENA_ARRAY(j->a, bool, b->n + 1);
    struct gap_loop *list = ARENA_ARRAY(j->a, struct gap_loop, run->n + b->n + 1);
    size_t had = run->n;
    for (size_t i = 0; i < had; i++)
        list[i] = run->loops[i];
    for (size_t i = 0; i < j->coverage->n; i++)
        if (j->places[i] >= 0 && (size_t)j->places[i] < b->n)
            sampled[j->places[i]] = true;
    for (size_t p = 0; p < b->n; p++) {
        bool has = false;
        for (size_t i = 0; i < had; i++)
            has |= list[i].place == (long)p;
        if (sampled[p] && set_source_loop(j, (long)p, &list[run->n]) && !has)
            run->n++;
    }
    run->loops = list;
}

/* Sets the sums over the source loops of a run. Loops without samples add nothing. */
static void sum_source_loops(struct joined_run *j)
{
    struct gap_run *run = j->run;
    if (!run->n)
        return;
    run->cycles = known(0);
    for (size_t i = 0; i < run->n; i++)
        if (!run->loops[i].unsampled)
            run->cycles = q_add(run->cycles, gap_share_cycles(&run->loops[i]));
    if (!run->regions)
        sum_bounds(j->a, run);
}

void iterations_set(struct gaps *g, struct arena *a)
{
    for (size_t t = 0; t < g->table.n; t++) {
        struct gap_run *run = &g->table.at[t];
        if (!run->coverage)
            continue;
        struct gap_coverage *c = ARENA_NEW(a, struct gap_coverage);
        *c = *run->coverage;
        run->coverage = c;
        struct joined_run j = {.g = g, .a = a, .of = &g->of[t], .run = run, .coverage = c};
        join_rows(&j);
        separate_other_rows(&j);
        join_inner_loops(&j);
        j.checks = ARENA_ARRAY(a, enum place_check, j.of->build->n + j.n_references + 1);
        for (size_t i = 0; i < j.n_references; i++)
            set_reference(&j, i);
        set_reference_refusal(&j);
        note_removed_loops(&j);
        if (g->of[t].build->n) {
            add_source_loops(&j);
            sum_source_loops(&j);
        }
        count_checks(&j);
        for (size_t i = 0; i < c->n; i++)
            note_above_measured(&j, i);
        data_rungs_set(&j);
        set_touches(&j);
    }
}
