/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/data.h"

#include "bounds/data.h"
#include "bounds/estimate.h"
#include "facts/data.h"
#include "gaps/hot/compare.h"
#include "gaps/hot/coverage.h"
#include "gaps/hot/iterations.h"
#include "gaps/hot/what-if.h"
#include "gaps/ladder/above.h"

#include <math.h>
#include <string.h>

/* ---- the bound of a pass ---- */

static const char *const per_word[GAP_PASSES] = {[PASS_OF_LOOP] = "a pass",
                                                 [PASS_OF_OUTER_LOOP] = "an outer pass",
                                                 [PASS_OF_FUNCTION] = "a call",
                                                 [PASS_OF_ITERATION] = "an iteration"};

/* Returns why a row with recorded accesses has no data bound; NULL = it may have one. */
static const char *no_bound(struct arena *a, const struct gap_hot_row *row)
{
    const struct machine *m = row->code ? row->code->compiled_machine : NULL;
    if (row->why || !m)
        return row->why ? row->why : "its instructions are not in the database";
    if (row->hot->data->missing)
        return row->hot->data->missing;
    return machine_has_rates(m)
               ? NULL
               : arena_printf(a,
                              "machine %s has no data rates; macs machine --probe "
                              "--memory measures those of this host for later runs",
                              m->name);
}

/* Returns the clock that converts rates per second: that of the run, if it is known. */
static struct quantity clock_of(const struct hot_profile *p, const struct machine *m)
{
    return is_known(p->clock[1]) ? p->clock[1] : m->clock_hz;
}

static struct data_bound bound_on(struct arena *a, const struct hot_profile *p,
                                  const struct machine *on, const struct movement *nest)
{
    struct machine m = *on;
    m.clock_hz = clock_of(p, on);
    return data_bound_recorded(a, &m, nest);
}

/* ---- the rung ---- */

static void set_parts(struct gap_data *d, struct quantity macs, struct quantity measured)
{
    d->gap = q_sub(d->macsd, macs);
    d->rest = q_sub(measured, d->macsd);
}

static struct gap_data *missing_rung(struct arena *a, const char *why)
{
    struct gap_data *d = ARENA_NEW(a, struct gap_data);
    d->macsd = d->gap = d->rest = d->estimate = missing(why);
    d->k = 1;
    return d;
}

/* Returns the estimate of the recorded accesses. Reuse distances are those of the recorded nest
 * only.
 */
static struct data_estimate estimate_of(struct joined_run *j, const struct hot_data *recorded,
                                        const struct gap_data *d)
{
    struct machine m = *d->machine;
    struct hot_data data = *recorded;
    m.clock_hz = d->clock_hz;
    data.movement = *d->nest;
    if (d->nest != &recorded->movement)
        data.reuse.passes = 0;
    return data_estimate_recorded(j->a, &m, &data);
}

static const char *describe_reuse(struct arena *a, const struct data_estimate *e,
                                  const struct movement *nest)
{
    const char *lacks = nest->n_levels ? nest->missing : NULL; /* without levels: all references */
    if (!e->by_reuse || !is_known(e->transfer))
        return NULL;
    return arena_printf(a,
                        "bytes by recorded reuse distances, standard error %.2g %%, without misses "
                        "of the TLBs%s%s",
                        100 * e->error, lacks ? "; " : "", lacks ? lacks : "");
}

/* Sets eq. D.5 for a row, in its unit: the work is MACS. */
static void set_estimate(struct joined_run *j, const struct gap_hot_row *row, struct gap_data *d)
{
    struct data_estimate e = estimate_of(j, row->hot->data, d);
    struct quantity k = known(d->k), accesses = model_access_cycles(j->a, row->code);
    d->estimate = q_div(estimate_with_work(q_mul(row->macs, k), accesses, &e), k, "k is 0");
    d->estimate_from = describe_reuse(j->a, &e, d->nest);
}

static struct gap_data *rung_of_row(struct joined_run *j, const struct gap_hot_row *row)
{
    static const struct gap_changes none;
    struct arena *a = j->a;
    bool iteration = row->pass == PASS_OF_ITERATION;
    const char *why = iteration && !is_known(row->loop.k) ? row->loop.k.missing : no_bound(a, row);
    struct gap_data *d = missing_rung(a, why ? why : "");
    if (why)
        return d;
    struct data_bound *bound = ARENA_NEW(a, struct data_bound);
    d->k = iteration ? row->loop.k.value : 1;
    d->nest = movement_changed(a, &row->hot->data->movement, j->g->changes ? j->g->changes : &none,
                               row->hot->source, d->k);
    *bound = bound_on(a, j->coverage->profile, row->code->compiled_machine, d->nest);
    d->bound = bound;
    d->machine = row->code->compiled_machine;
    d->clock_hz = clock_of(j->coverage->profile, d->machine);
    d->macsd = q_max(row->macs, q_div(bound->cycles, known(d->k), "k is 0"));
    d->limit = data_limit_text(a, bound, d->k, per_word[row->pass]);
    set_estimate(j, row, d);
    set_parts(d, row->macs, row->measured);
    return d;
}

/* Sets a text that compares the rung with that of the recorded nest on the stored machine, if one
 * of them was changed. */
static void set_change(struct joined_run *j, const struct gap_hot_row *row, struct gap_data *d)
{
    char now[QUANTITY_TEXT], before[QUANTITY_TEXT], gap[QUANTITY_TEXT], gap_before[QUANTITY_TEXT];
    if (!d->bound || (d->nest == &row->hot->data->movement &&
                      row->code->compiled_machine == row->code->stored_machine))
        return;
    struct data_bound was =
        bound_on(j->a, j->coverage->profile, row->code->stored_machine, &row->hot->data->movement);
    struct quantity k = known(d->k), cycles = q_div(was.cycles, k, "");
    if (is_known(was.cycles) && is_known(d->bound->cycles) &&
        was.cycles.value == d->bound->cycles.value)
        return;
    d->change =
        arena_printf(j->a, "the data take %s cycles %s instead of %s, D is %s instead of %s",
                     quantity_text(q_div(d->bound->cycles, k, ""), now), per_word[row->pass],
                     quantity_text(cycles, before), quantity_text(d->gap, gap),
                     quantity_text(q_sub(q_max(row->macs, cycles), row->macs), gap_before));
}

/* ---- MACSD above the measured time ---- */

/* A bound above the measured time, and how that was measured. */
struct data_excess {
    const struct gap_run *run;
    const struct machine *machine; /* NULL = unknown */
    double samples, highest;       /* of the time; its upper end, by the range of the clock */
    const char *cpu;
};

/* Returns whether macs wrote the machine file with rates that were measured on the host of the run.
 */
static bool has_own_rates(const char *machine)
{
    static const char end[] = "-measured";
    size_t n = strlen(machine);
    return n > strlen(end) && strcmp(machine + n - strlen(end), end) == 0;
}

/* Returns the cause of an excess; NULL = none is known. */
static const char *cause_of_data_excess(struct arena *a, const struct data_excess *e, double macsd)
{
    double error = time_error(e->samples);
    const char *other =
        has_own_rates(e->run->machine) ? NULL : other_cpu(a, e->run->machine, e->cpu);
    if (macsd <= e->highest * (1 + error))
        return arena_printf(
            a, "the excess is less than the error of the time of %.0f samples, %.3g %%", e->samples,
            100 * error);
    if (other)
        return arena_printf(a,
                            "%s does not describe this CPU, %s; macs machine --probe --memory "
                            "measures its data rates",
                            e->run->machine, other);
    if (e->machine && e->machine->rate_source != RATES_MEASURED)
        return arena_printf(a,
                            "the data rates of %s were not measured on this host; macs machine "
                            "--probe --memory measures them",
                            e->run->machine);
    return NULL;
}

/* Adds a note with the cause of MACSD above measured, or makes it missing. Excesses of MACS have
 * other notes. The measured time is not that of a changed nest or machine. */
static void check_rung(struct joined_run *j, const struct data_excess *e, struct quantity measured,
                       struct gap_data *d, struct notes *notes)
{
    if (d->change)
        note(j->a, notes, "what if: %s", d->change);
    if (d->change || !is_known(d->gap) || !is_known(measured) || d->gap.value <= 0 ||
        d->macsd.value <= measured.value * (1 + 1e-9))
        return;
    const char *cause = cause_of_data_excess(j->a, e, d->macsd.value);
    double times = d->macsd.value / measured.value;
    if (cause) {
        note(j->a, notes, "MACSD is above measured, %.3g times: %s", times, cause);
        return;
    }
    d->limit = NULL;
    d->macsd = d->gap = d->rest = missing(arena_printf(
        j->a, "the data bound is %.4g, %.3g times the measured time, and no cause is known",
        d->macsd.value, times));
}

static struct data_excess excess_of_row(const struct joined_run *j, const struct gap_hot_row *row)
{
    return (struct data_excess){.run = j->run,
                                .machine = row->code ? row->code->compiled_machine : NULL,
                                .samples = row->hot->samples,
                                .highest = is_known(row->measured_high) ? row->measured_high.value
                                                                        : row->measured.value,
                                .cpu = j->coverage->profile->cpu};
}

static void set_row_rung(struct joined_run *j, struct gap_hot_row *row)
{
    if (!row->hot->data)
        return;
    struct gap_data *d = rung_of_row(j, row);
    struct data_excess e = excess_of_row(j, row);
    set_change(j, row, d);
    check_rung(j, &e, row->measured, d, &row->loop.notes);
    row->loop.data = d;
}

/* ---- source loops ---- */

/* Cycles and samples of the versions of a source loop. */
struct version_sum {
    struct quantity cycles, estimate;
    double samples, without; /* iterations of versions whose data bound is unknown */
};

static struct version_sum sum_versions(const struct joined_run *j, long place)
{
    struct version_sum sum = {.cycles = known(0), .estimate = known(0)};
    for (size_t i = 0; i < j->coverage->n; i++) {
        const struct gap_hot_row *row = &j->coverage->rows[i];
        const struct quantity n = row->loop.iterations;
        if (j->places[i] != place || (is_unsampled(j, i) && !is_known(row_iterations(j, i))))
            continue;
        bool has = row->loop.data && is_known(row->loop.data->macsd);
        sum.cycles = q_add(sum.cycles, q_mul(has ? row->loop.data->macsd : row->macs, n));
        sum.estimate = q_add(sum.estimate, q_mul(has ? row->loop.data->estimate : row->macs, n));
        sum.samples += row->hot->samples;
        if (!has && is_known(n))
            sum.without += n.value;
    }
    return sum;
}

static void note_without(struct joined_run *j, double without, struct gap_loop *loop)
{
    const double least = 0.01;
    double share = without / loop->iterations.value;
    if (share >= least)
        note(j->a, &loop->notes,
             "MACSD contains MACS for %.3g %% of the iterations, whose data bound is unknown",
             100 * share);
}

static void set_source_rung(struct joined_run *j, struct gap_loop *loop)
{
    const struct gap_hot_row *main = loop->version;
    if (!main || !main->loop.data)
        return;
    struct gap_data *d = ARENA_NEW(j->a, struct gap_data);
    *d = *main->loop.data;
    loop->data = d;
    if (!is_known(d->macsd))
        return;
    struct version_sum sum = sum_versions(j, loop->place);
    d->macsd =
        q_max(loop->cpl.macs, q_div(sum.cycles, loop->iterations, "no iteration was executed"));
    set_parts(d, loop->cpl.macs, loop->cpl.measured);
    if (!is_known(d->macsd)) {
        d->limit = NULL;
        return;
    }
    struct data_excess e = excess_of_row(j, main);
    e.samples = sum.samples;
    e.highest *= loop->cpl.measured.value / main->measured.value;
    d->estimate = q_div(sum.estimate, loop->iterations, "no iteration was executed");
    note_without(j, sum.without, loop);
    check_rung(j, &e, loop->cpl.measured, d, &loop->notes);
}

void data_rungs_set(struct joined_run *j)
{
    for (size_t i = 0; i < j->coverage->n; i++)
        set_row_rung(j, &j->coverage->rows[i]);
    for (size_t i = 0; i < j->run->n; i++)
        set_source_rung(j, &j->run->loops[i]);
}
