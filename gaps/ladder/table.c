/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/coverage.h"
#include "gaps/causes/division.h"
#include "base/util.h"
#include "gaps/causes/problems.h"
#include "gaps/ladder/check.h"
#include "gaps/read.h"
#include "gaps/scaling/statistics.h"
#include "runs/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- threads ---- */

static const char partial[] = "samples were lost, so its time is unknown";
static const char no_source[] = "no source loop of this name is stored any more";
static const char no_instances[] = "the measurement has no instances";

static void set_instances(struct gap_thread *g, const struct thread_sample *t)
{
    g->instances = t->counted ? known(t->instances.whole) : missing(no_instances);
    g->lost = t->counted ? known(t->instances.lost) : missing(no_instances);
}

static struct gap_thread thread_of(struct arena *a, const struct gap_ladder *base,
                                   const struct model_loop *l, const struct thread_sample *t,
                                   const struct thread_skip *skips, size_t n_skips,
                                   struct arena *keep, struct notes *notes)
{
    struct gap_thread g = {.thread = t->thread, .iterations = t->iterations, .cycles = t->cycles};
    const double *share = NULL;
    g.cpl = *base;
    set_instances(&g, t);
    if (n_skips && t->iterations > 0) {
        share = model_shares(a, l, t->iterations, skips, n_skips, keep, notes);
        g.cpl = model_ladder(a, l, share);
    }
    g.tnf = l ? model_tnf(a, l, share) : missing(no_source);
    g.cpl.measured = q_div(known(t->cycles), known(t->iterations), "this thread ran no iteration");
    g.muf = q_div(g.cpl.macs, g.cpl.measured, "measured is 0");
    return g;
}

struct gap_thread *threads_of(struct arena *a, const struct gap_ladder *base,
                              const struct model_loop *l, const struct loop_samples *s,
                              struct arena *keep, struct notes *notes)
{
    struct gap_thread *list = ARENA_ARRAY(a, struct gap_thread, s->n + 1);
    size_t skip = 0;
    for (size_t i = 0; i < s->n; i++) {
        size_t first = skip;
        while (skip < s->n_skips && s->skips[skip].thread == s->at[i].thread)
            skip++;
        list[i] = thread_of(a, base, l, &s->at[i], s->skips + first, skip - first, keep, notes);
    }
    return list;
}

/* ---- one loop in one run ---- */

#define AT_THREAD(field) offsetof(struct gap_thread, field)
/* Sum over threads of iterations times a bound. */
struct weighted {
    struct quantity sum, most; /* cycles: all threads, the slowest one */
};

/* Returns the weighted MACS of a loop whose threads all have its bounds. */
static struct weighted weigh_alike(struct quantity macs, const struct loop_sum *s)
{
    return (struct weighted){q_mul(macs, known(s->iterations)),
                             q_mul(macs, known(s->most_iterations))};
}

/* Returns the weighted sum of a field of threads; at: its offset in struct gap_thread. */
static struct weighted weigh(const struct gap_thread *t, size_t n, size_t at)
{
    struct weighted w = {known(0), known(0)};
    for (size_t i = 0; i < n; i++) {
        struct quantity of = *(const struct quantity *)((const char *)&t[i] + at);
        struct quantity cycles = q_mul(of, known(t[i].iterations));
        w.sum = q_add(w.sum, cycles);
        w.most = q_max(w.most, cycles);
    }
    return w;
}

/* Copies the reason of a missing quantity to a. */
static struct quantity kept(struct arena *a, struct quantity q)
{
    return is_known(q) ? q : missing(arena_strdup(a, q.missing));
}

/* Sets the bounds of a row to the averages over threads that skipped blocks. */
static void average_bounds(struct arena *a, struct gap_loop *row, const struct gap_thread *t,
                           size_t n)
{
    if (!(row->iterations.value > 0))
        return;
    const struct {
        size_t of;
        struct quantity *to;
    } numbers[] = {{AT_THREAD(tnf), &row->tnf},
                   {AT_THREAD(cpl.m), &row->cpl.m},
                   {AT_THREAD(cpl.ma), &row->cpl.ma},
                   {AT_THREAD(cpl.mac), &row->cpl.mac},
                   {AT_THREAD(cpl.macs), &row->cpl.macs}};
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        *numbers[i].to = kept(a, q_div(weigh(t, n, numbers[i].of).sum, row->iterations, ""));
}

struct quantity gap_between(struct quantity lower, struct quantity upper)
{
    const double rounding = 1e-12;
    struct quantity gap = q_sub(upper, lower);
    if (is_known(gap) && fabs(gap.value) <= rounding * fabs(upper.value))
        gap.value = 0;
    return gap;
}

void gap_parts_of(const struct gap_ladder *g, struct gap_parts *p, struct gap_parts *s)
{
    p->m = g->m;
    p->a = gap_between(g->m, g->ma);
    p->c = gap_between(g->ma, g->mac);
    p->s = gap_between(g->mac, g->macs);
    p->p = gap_between(g->macs, g->measured);
    s->m = q_div(p->m, g->measured, "measured is 0");
    s->a = q_div(p->a, g->measured, "measured is 0");
    s->c = q_div(p->c, g->measured, "measured is 0");
    s->s = q_div(p->s, g->measured, "measured is 0");
    s->p = q_div(p->p, g->measured, "measured is 0");
}

void set_gaps(struct gap_loop *row)
{
    gap_parts_of(&row->cpl, &row->gap, &row->share);
    row->muf = q_div(row->cpl.macs, row->cpl.measured, "measured is 0");
}

static struct gap_loop empty_row(struct arena *a, const struct model_loop *l, const char *why)
{
    struct gap_loop row = {.loop = l->source->id,
                           .file = l->source->file,
                           .routine = l->source->routine,
                           .line = l->source->line,
                           .k = l->k,
                           .k_how = l->k_how,
                           .compiled = l->compiled_name,
                           .joined = l->joined,
                           .others = l->others,
                           .n_others = l->n_others};
    row.clock_hz = l->machine->clock_hz;
    row.tnf = model_tnf(a, l, NULL);
    row.iterations = row.cycles = row.time = row.balanced = row.actual = missing(why);
    row.speedup = row.base_time = missing(why);
    row.instances = row.lost = missing(why);
    for (size_t i = 0; i < l->notes.n; i++)
        note(a, &row.notes, "%s", l->notes.at[i]);
    return row;
}

/* Sets the lost instances. If there are any, the speed-up is unknown. */
static void set_lost(struct arena *a, struct gap_loop *row, const struct loop_sum *s)
{
    const struct instances *of = &s->instances;
    row->instances = s->counted ? known(of->whole) : missing(no_instances);
    row->lost = s->counted ? known(of->lost) : missing(no_instances);
    row->partial = of->lost > 0 || s->overruns > 0;
    if (of->lost > 0)
        add_problem(a, row, PROBLEM_LOST,
                    "%.17g of %.17g instances lack samples: ~ measured is that of the others, and "
                    "iterations, cycles and time are lower limits",
                    of->lost, of->whole + of->lost);
    else if (s->overruns > 0)
        add_problem(a, row, PROBLEM_MAYBE_LOST,
                    "its threads lost samples %.17g time%s, none of them in a known instance: "
                    "other instances may be missing from iterations, cycles and time",
                    s->overruns, s->overruns == 1 ? "" : "s");
}

/* An upper limit of the cycles of the begin and end events of one instance. An overhead above it
 * includes events inside the instance. */
static const double longest_events = 100000;

/* Adds a problem if the events took so long that the remaining time is doubtful. */
static void set_overhead(struct arena *a, struct gap_loop *row, const struct loop_sum *s)
{
    char cycles[QUANTITY_TEXT], overhead[QUANTITY_TEXT];
    double n = s->instances.whole;
    if (!(n > 0) || !(s->instances.overhead > s->cycles / 2))
        return;
    if (s->instances.overhead / n > longest_events)
        add_problem(a, row, PROBLEM_EVENTS_INSIDE,
                    "measuring the loops inside an instance of %s cycle%s takes %s, which are "
                    "subtracted: its time is doubtful; measure fewer inner loops",
                    quantity_text(known(s->cycles / n), cycles), plural_s(cycles),
                    quantity_text(known(s->instances.overhead / n), overhead));
    else
        add_problem(a, row, PROBLEM_TOO_SHORT,
                    "too short to be measured: an instance takes %s cycle%s, and measuring it "
                    "takes %s, which are subtracted; measure the outer loop",
                    quantity_text(known(s->cycles / n), cycles), plural_s(cycles),
                    quantity_text(known(s->instances.overhead / n), overhead));
}

static void set_measured(struct arena *a, struct gap_loop *row, const struct loop_sum *s)
{
    set_lost(a, row, s);
    set_overhead(a, row, s);
    row->measured = true;
    row->threads = s->threads;
    row->iterations = known(s->iterations);
    row->cycles = known(s->cycles);
    row->time = known(s->most_cycles);
    row->speedup = missing(row->partial ? partial
                                        : "no run on 1 processor of this build and "
                                          "machine");
    row->base_time = row->speedup;
    row->cpl.measured =
        q_div(row->cycles, row->iterations,
              is_known(row->lost) && row->lost.value > 0 ? "all its instances lack samples"
                                                         : "no iteration was run");
}

/* A loop in a run: the sum over its threads, NULL = it has no rows; and each thread if some of them
 * skipped blocks. */
struct measured_loop {
    const struct loop_sum *sum;
    struct loop_samples threads;
};

static void set_bounds(struct arena *a, const struct model_loop *l, const struct gap_ladder *base,
                       const struct measured_loop *of, long processors, struct gap_loop *row)
{
    struct arena scratch = {0};
    struct weighted macs;
    if (of->sum->skips) {
        const struct loop_samples *s = &of->threads;
        struct notes remarks = {0};
        struct gap_thread *t = threads_of(&scratch, base, l, s, a, &remarks);
        for (size_t i = 0; i < remarks.n; i++)
            add_problem(a, row, PROBLEM_TAKEN, "%s", remarks.at[i]);
        check_skips(a, l, s, row);
        average_bounds(a, row, t, s->n);
        macs = weigh(t, s->n, AT_THREAD(cpl.macs));
    } else
        macs = weigh_alike(base->macs, of->sum);
    row->balanced = kept(a, q_div(macs.sum, known((double)processors), "no processors"));
    row->actual = kept(a, macs.most);
    arena_free(&scratch);
}

static struct gap_loop row_of(struct arena *a, const struct model_loop *l,
                              const struct gap_ladder *base, const struct measured_loop *of,
                              long processors, const char *why)
{
    struct gap_loop row = empty_row(a, l, why);
    row.cpl = *base;
    row.cpl.measured = missing(why);
    if (of->sum) {
        set_measured(a, &row, of->sum);
        set_bounds(a, l, base, of, processors, &row);
        if (row.threads > processors)
            add_problem(
                a, &row, PROBLEM_THREADS,
                "%ld threads or processes executed it, but the run is stored with %ld processor%s",
                row.threads, processors, processors == 1 ? "" : "s");
    }
    set_gaps(&row);
    row.outer = !l->source->innermost;
    row.own = *base;
    if (l->source->innermost)
        check_ladder(a, l, &(struct measuring){.error = measuring_error}, &row);
    return row;
}

/* ---- a run ---- */

/* Returns the loop of the build that probably has changed its name: the nearest loop of the same
 * routine, otherwise the one with the most similar name. NULL = no name is similar. */
static const char *nearest_loop(struct arena *a, const struct model_build *b, const char *name)
{
    struct loop_search s = {.name = name, .a = a};
    const char *colon = strrchr(name, ':'), *found = NULL;
    size_t routine = colon ? (size_t)(colon - name) + 1 : 0;
    long line = colon ? strtol(colon + 1, NULL, 10) : 0, least = 0;
    for (size_t i = 0; i < b->n; i++) {
        const struct source_loop *l = b->loops[i].source;
        long apart = labs(l->line - line);
        loop_search_offer(&s, l->id);
        if (!routine || strncmp(l->id, name, routine) != 0 || (found && apart >= least))
            continue;
        found = l->id;
        least = apart;
    }
    return found ? found : s.near_id;
}

/* Returns a row for measurements of a loop that is no longer stored; near: its possible new name,
 * or NULL. */
static struct gap_loop stray_row(struct arena *a, const char *loop, const char *near,
                                 const struct loop_sum *s)
{
    const char *why = no_source;
    struct gap_loop row = {.loop = loop, .place = -1};
    row.tnf = row.k = row.clock_hz = missing(why);
    row.cpl.m = row.cpl.ma = row.cpl.mac = row.cpl.macs = missing(why);
    set_measured(a, &row, s);
    row.balanced = row.actual = missing(why);
    add_problem(a, &row, PROBLEM_UNKNOWN_LOOP,
                "measured, but %s because kma --db has replaced it: import these rows again with "
                "the new name%s%s",
                why, near ? ", which may be " : "", near ? near : "");
    set_gaps(&row);
    return row;
}

void sum_bounds(struct arena *a, struct gap_run *to)
{
    to->balanced = to->actual = known(0);
    for (size_t i = 0; i < to->n; i++) {
        const struct gap_loop *l = &to->loops[i];
        if (!l->measured)
            continue;
        if (!is_known(l->balanced) && is_known(to->balanced))
            to->balanced = to->actual =
                missing(arena_printf(a, "%s: %s", l->loop, l->balanced.missing));
        to->balanced = q_add(to->balanced, l->balanced);
        to->actual = q_add(to->actual, l->actual);
    }
}

static void note_build(struct arena *a, const struct table_row *of, struct gap_run *to)
{
    const struct model_build *b = of->build;
    if (to->coverage)
        return;
    to->strays = b->notes.n;
    for (size_t i = 0; i < b->notes.n; i++)
        add_run_problem(a, to, PROBLEM_STRAY_CODE, "%s", b->notes.at[i]);
    const char *other_build = strcmp(to->build, RUNS_DEFAULT_BUILD) != 0 ? to->build : NULL;
    const char *other_machine = strcmp(b->machine, MACHINE_DEFAULT) != 0 ? b->machine : NULL;
    if (b->n == 0 || b->stored->n_compiled == 0)
        add_run_problem(
            a, to, PROBLEM_NOTHING_STORED,
            "no %s loop of build '%s' for machine %s is stored: %s --db%s%s%s%s adds them",
            b->n ? "compiled" : "source", to->build, b->machine, b->n ? "kmacstat" : "kma",
            other_build ? " --build=" : "", other_build ? other_build : "",
            other_machine ? " --machine=" : "", other_machine ? other_machine : "");
    if (of->run && of->run->machine && strcasecmp(of->run->machine, b->machine) != 0)
        add_run_problem(a, to, PROBLEM_OTHER_MACHINE,
                        "measured on '%s', but the bounds are those of machine %s",
                        of->run->machine, b->machine);
}

/* Adds a problem if the bounds and the cycles are of different instruction sets: every number of
 * the run is then doubtful. Present imports reject such rows. */
static void note_processor(struct arena *a, const struct table_row *of, struct gap_run *to)
{
    const struct model_build *b = of->build;
    const char *isa = b->n ? machine_isa_name(b->loops[0].machine->isa) : NULL;
    if (!of->run || !of->run->isa || !isa || strcmp(of->run->isa, isa) == 0)
        return;
    for (size_t i = 0; i < to->n; i++)
        if (to->loops[i].measured)
            add_problem(a, &to->loops[i], PROBLEM_OTHER_PROCESSOR,
                        "the bounds are those of machine %s (%s), but it ran on a processor of %s: "
                        "they cannot be compared with its measured time",
                        b->machine, isa, of->run->isa);
}

/* The sums of a run by loop, and which of them belong to a loop of its build. */
struct run_sums {
    struct loop_sums list;
    bool *taken;
};

static int by_loop(const void *name, const void *sum)
{
    return strcmp(name, ((const struct loop_sum *)sum)->loop);
}

static const struct loop_sum *take_sum(const struct run_sums *of, const char *loop)
{
    const struct loop_sum *found =
        of->list.n ? bsearch(loop, of->list.at, of->list.n, sizeof *of->list.at, by_loop) : NULL;
    if (found)
        of->taken[found - of->list.at] = true;
    return found;
}

static void add_strays(struct arena *a, const struct model_build *b, const struct run_sums *of,
                       struct gap_run *to)
{
    for (size_t i = 0; i < of->list.n; i++) {
        const struct loop_sum *s = &of->list.at[i];
        if (!of->taken[i])
            to->loops[to->n++] = stray_row(a, s->loop, nearest_loop(a, b, s->loop), s);
    }
}

/* Adds the row of loop at, if the table lists it: a measured loop, or, unless the run was sampled,
 * an innermost one. */
static bool add_loop(struct arena *a, struct runs *r, const struct table_row *of, size_t at,
                     const struct loop_sum *sum, const char *why, struct gap_run *to)
{
    const struct model_loop *l = &of->build->loops[at];
    struct measured_loop measured = {.sum = sum};
    struct arena scratch = {0};
    if ((!l->source->innermost || to->coverage) && !sum)
        return true;
    bool ok = !sum || !sum->skips ||
              runs_samples(r, &scratch, of->run->id, l->source->id, &measured.threads);
    if (ok) {
        to->loops[to->n] = row_of(a, l, &of->base[at], &measured, to->processors, why);
        to->loops[to->n++].place = (long)at;
    }
    arena_free(&scratch);
    return ok;
}

bool tabulate_run(struct arena *a, struct runs *r, const struct table_row *of, struct gap_run *to)
{
    const struct model_build *b = of->build;
    const char *why = of->run ? "not measured in this run" : "not measured";
    struct run_sums sums = {0};
    struct notes remarks = {0};
    *to = (struct gap_run){.build = b->stored->name,
                           .machine = b->machine,
                           .set = b->set,
                           .compiler = b->stored->compiler,
                           .flags = b->stored->flags};
    if (of->run) {
        to->date = of->run->date;
        to->run = of->run->name;
        to->processors = of->run->processors;
        to->machine = of->run->machine ? of->run->machine : b->machine;
        if (!runs_sums(r, a, of->run->id, &sums.list) ||
            !runs_run_notes(r, a, of->run->id, &remarks) ||
            !runs_watch(r, a, of->run->name, &to->watch) || !read_coverage(a, r, of, to))
            return false;
        for (size_t i = 0; i < remarks.n && !to->coverage; i++) /* its summary prints them */
            add_run_problem(a, to, PROBLEM_SAMPLES, "%s", remarks.at[i]);
    }
    sums.taken = ARENA_ARRAY(a, bool, sums.list.n + 1);
    to->loops = ARENA_ARRAY(a, struct gap_loop, b->n + sums.list.n + 1);
    note_build(a, of, to);
    for (size_t i = 0; i < b->n; i++)
        if (!add_loop(a, r, of, i, take_sum(&sums, b->loops[i].source->id), why, to))
            return false;
    if (of->run && !add_inner_loops(a, r, of, to))
        return false;
    add_strays(a, b, &sums, to);
    note_processor(a, of, to);
    sum_bounds(a, to);
    sum_cycles(a, b, to);
    check_iterations(a, b, to);
    if (!divide_gaps(a, r, of, to))
        return false;
    if (!of->run)
        to->balanced = to->actual = missing(why);
    return true;
}

/* ---- speed-up ---- */

static const struct gap_loop *find_same_loop(const struct gap_run *run, size_t near,
                                             const char *loop)
{
    for (size_t apart = 0; apart <= near || near + apart < run->n; apart++) {
        size_t before = near - apart, after = near + apart;
        if (apart <= near && before < run->n && strcmp(run->loops[before].loop, loop) == 0)
            return &run->loops[before];
        if (after < run->n && strcmp(run->loops[after].loop, loop) == 0)
            return &run->loops[after];
    }
    return NULL;
}

bool base_of(const struct gap_run *one, const struct gap_run *run, const char *base)
{
    return one->processors == 1 && run->processors > 0 && strcmp(one->build, run->build) == 0 &&
           strcasecmp(one->machine, run->machine) == 0 && (!base || strcmp(one->run, base) == 0);
}

/* Measurements of a loop on 1 processor. */
struct baseline {
    double *times;
    size_t n;
    const char *names; /* names of the first runs: "a, b, c" */
    const char *other; /* the first run with another number of iterations; NULL = none */
    double iterations; /* its number of iterations */
};
enum { RUNS_NAMED = 4 };

static void add_baseline(struct arena *a, struct baseline *b, const char *run,
                         const struct gap_loop *one, const struct gap_loop *row)
{
    double more = fabs(one->iterations.value - row->iterations.value);
    b->times[b->n] = one->time.value;
    if (b->n < RUNS_NAMED)
        b->names = b->n ? arena_printf(a, "%s, %s", b->names, run) : run;
    b->n++;
    if (!b->other && more > 1e-6 * row->iterations.value) {
        b->other = run;
        b->iterations = one->iterations.value;
    }
}

static void note_baseline(struct arena *a, const struct baseline *b, struct gap_loop *row)
{
    if (b->other)
        add_problem(a, row, PROBLEM_OTHER_WORK,
                    "%.17g iterations in this run, but %.17g in run %s on 1 processor: the "
                    "speed-up compares different work",
                    row->iterations.value, b->iterations, b->other);
    if (b->n > RUNS_NAMED)
        note(a, &row->notes,
             "speed-up relative to the median time of %zu runs on 1 processor: %s and %zu more; "
             "--base selects one",
             b->n, b->names, b->n - RUNS_NAMED);
    else if (b->n > 1)
        note(a, &row->notes,
             "speed-up relative to the median time of %zu runs on 1 processor: %s; --base selects "
             "one",
             b->n, b->names);
}

static void set_speedup(struct arena *a, const struct gap_run *runs, size_t n,
                        const struct gap_run *run, size_t j, struct baseline *b, const char *base)
{
    struct gap_loop *row = &run->loops[j];
    if (row->partial)
        return;
    if (!(row->iterations.value > 0)) {
        row->base_time = row->speedup = missing("no iteration was run");
        return;
    }
    for (size_t i = 0; i < n; i++) {
        const struct gap_loop *one =
            !runs[i].coverage == !run->coverage && base_of(&runs[i], run, base)
                ? find_same_loop(&runs[i], j, row->loop)
                : NULL;
        if (one && one->measured && !one->partial && one->iterations.value > 0)
            add_baseline(a, b, runs[i].run, one, row);
    }
    if (!b->n && base)
        row->base_time = row->speedup =
            missing(arena_printf(a,
                                 "run '%s' has no iterations of this loop for this build and "
                                 "machine, or samples of the loop were lost",
                                 base));
    if (!b->n)
        return;
    row->base_time = known(median_of(b->times, b->n));
    row->speedup = q_div(row->base_time, row->time, "the time of this run is 0");
    note_baseline(a, b, row);
}

void set_speedups(struct arena *a, struct gap_run *runs, size_t n, const char *base)
{
    double *times = ARENA_ARRAY(a, double, n + 1);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < runs[i].n; j++)
            if (runs[i].loops[j].measured)
                set_speedup(a, runs, n, &runs[i], j, &(struct baseline){.times = times}, base);
}

const char *gap_machine_title(struct arena *a, const struct gap_run *run)
{
    const char *text = run->machine;
    for (size_t i = 0; i < run->set.n; i++)
        text = arena_printf(a, "%s%s%s", text, i ? ", " : " with ", run->set.at[i]);
    return text;
}
