/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/ladder/above.h"

#include "bounds/bounds.h"
#include "gaps/hot/coverage.h"
#include "gaps/ladder/check.h"
#include "machines/host.h"

#include <math.h>
#include <string.h>

/* The greatest excess that another CPU explains. The operations whose cycles differ most between
 * Zen 4 and Zen 5 are stores of vectors, 1 and 0.5 cycles (macs machine --probe), except for some
 * integer ones and divisions of 512 bits. A greater excess indicates a wrong k or wrong counts. */
static const double most_of_other_cpu = 2;

enum { SHORT_EXECUTION = 100 }; /* iterations; the end of a longer one is a small part of it */

/* ---- causes ---- */

const char *other_cpu(struct arena *a, const char *machine, const char *cpu)
{
    struct host_cpu c;
    return cpu && host_simulate(cpu, &c) ? host_other_core(a, &c, machine) : NULL;
}

static const char *cause_callees(struct arena *a, const struct excess *e,
                                 const struct measuring *of)
{
    if (!(of->callees > 0) || e->bound > (e->measured + of->callees) * (1 + of->error))
        return NULL;
    return arena_printf(a,
                        "its instructions also execute while functions that it calls, or its "
                        "caller, do; with the %.4g cycles of %s%s, measured is %.4g",
                        of->callees, of->callee, of->maybe ? ", whose caller is unknown" : "",
                        e->measured + of->callees);
}

static const char *cause_neighbour(struct arena *a, const struct measuring *of)
{
    if (!of->neighbour || of->together * (1 + of->error) < 1)
        return NULL;
    return arena_printf(a,
                        "executions of %.4g passes overlap with the code around them, so that "
                        "samples of this row and of %s are not separated; measured of them "
                        "together is %.3g times their MACS",
                        of->execution, of->neighbour, of->together);
}

/* Returns whether the recurrence of the compiled loop determines the bound, on an out-of-order
 * core. */
static bool waits_for_recurrence(const struct model_loop *l, double bound)
{
    struct quantity td = bound_td(&l->compiled_recurrence);
    return l->compiled && l->compiled->has_body && is_known(l->k) && is_known(td) &&
           td.value >= 0.9 * l->k.value * bound;
}

/* Returns the iterations of an execution of the loop; 0 = unknown. */
static double trip_of(const struct model_loop *l)
{
    const struct body_frequencies *f = l->compiled->frequencies;
    return l->source->trip ? (double)l->source->trip : f ? f->trip * l->k.value : 0;
}

/* Returns whether executions of the loop may be short, because their length is unknown, and its
 * recurrence determines the bound. */
static bool may_be_short(const struct model_loop *l, double bound)
{
    return l && l->source && l->source->depth > 1 && waits_for_recurrence(l, bound) &&
           trip_of(l) <= 0;
}

/* Returns the cause if the machine file is that of the nearest CPU, and the CPU is unknown. */
static const char *cause_nearest(struct arena *a, const struct model_loop *l,
                                 const struct excess *e)
{
    const char *nearest = strstr(e->machine, "-as-nearest");
    return nearest
               ? arena_printf(a,
                              "%sthe processor has no machine file and can be faster than %.*s, "
                              "the nearest one; otherwise check iterations, cycles and k of "
                              "this loop",
                              may_be_short(l, e->bound)
                                  ? "its recurrence restarts at each execution of the loop, "
                                    "and short executions overlap; or "
                                  : "",
                              (int)(nearest - e->machine), e->machine)
               : NULL;
}

static const char *cause_cpu(struct arena *a, const struct model_loop *l, const struct excess *e,
                             const struct measuring *of)
{
    const char *other = other_cpu(a, e->machine, of->cpu);
    if (e->bound > most_of_other_cpu * e->measured * (1 + of->error))
        return NULL;
    if (!other)
        return cause_nearest(a, l, e);
    return arena_printf(a,
                        "%s does not describe this CPU, %s%s%s%s; check with macs machine --probe",
                        e->machine, other, of->limit ? " (limit of MACS: " : "",
                        of->limit ? of->limit : "", of->limit ? ")" : "");
}

static const char *cause_recurrence(struct arena *a, const struct model_loop *l,
                                    const struct excess *e)
{
    if (!l || !l->source || !waits_for_recurrence(l, e->bound))
        return NULL;
    double trip = trip_of(l), cycles = bound_td(&l->compiled_recurrence).value / l->k.value;
    if (l->source->n_blocks && !l->compiled->frequencies)
        return arena_printf(a,
                            "its recurrence of %.4g cycles per iteration includes conditional "
                            "blocks, which iterations can skip",
                            cycles);
    if (l->source->depth > 1 && trip > 0 && trip < SHORT_EXECUTION)
        return arena_printf(a,
                            "its recurrence of %.4g cycles per iteration restarts at each "
                            "execution of the loop, and executions of %.4g iterations overlap",
                            cycles, trip);
    return NULL;
}

const char *cause_of_excess(struct arena *a, const struct model_loop *l, const struct excess *e,
                            const struct measuring *of)
{
    const char *cause = cause_callees(a, e, of);
    if (!cause)
        cause = cause_neighbour(a, of);
    if (!cause)
        cause = cause_cpu(a, l, e, of);
    return cause ? cause : cause_recurrence(a, l, e);
}

static const char *what_to_check(struct arena *a, const char *machine, bool peak)
{
    if (peak)
        return arena_printf(a,
                            "the processor is not %s, or %s describes it only approximately; "
                            "otherwise check iterations and cycles of this loop",
                            machine, machine);
    return arena_printf(a,
                        "check iterations and cycles of this loop, the machine (%s), and k (too "
                        "small if an outer loop was unrolled into its passes)",
                        machine);
}

const char *hint_of_excess(struct arena *a, const struct model_loop *l, struct quantity m,
                           const struct excess *e)
{
    bool peak = is_known(m) && m.value > (1 + measuring_error) * e->measured;
    if (!peak && may_be_short(l, e->bound))
        return "its recurrence restarts at each execution of the loop, and short executions "
               "overlap; otherwise check iterations, cycles and k of this loop";
    return what_to_check(a, e->machine, peak);
}

const char *error_exceeds(struct arena *a, const char *machine, const struct measuring *of)
{
    const char *other = other_cpu(a, machine, of->cpu);
    const char *samples = of->samples > 0 ? arena_printf(a, " of %.0f sample%s", of->samples,
                                                         of->samples == 1 ? "" : "s")
                                          : "";
    return arena_printf(
        a, "MACS exceeds measured by less than the error of the time%s, %.3g %%%s%s%s%s", samples,
        100 * of->error, other ? "; also, " : "", other ? machine : "",
        other ? " does not describe this CPU, " : "", other ? other : "");
}

/* ---- the rule ---- */

bool muf_is_above(struct quantity muf)
{
    return is_known(muf) && muf.value > 1 + 1e-9;
}

/* Returns the reason why a row has no MUF; at: the row in a message. */
static struct quantity refused(struct arena *a, const struct gap_loop *l)
{
    return missing(arena_printf(a, "MACS is %.4g times the measured time, and no cause is known",
                                l->muf.value));
}

static bool is_refused(const struct gap_loop *l)
{
    return muf_is_above(l->muf) && !l->above;
}

static void refuse_rows(struct arena *a, const struct gap_coverage *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (is_refused(&c->rows[i].loop))
            c->rows[i].loop.muf = refused(a, &c->rows[i].loop);
}

/* Sets the cause of a loop that was measured by marks, if the sampled run of the build shows that
 * the machine file describes another CPU. */
static void explain_marked(struct arena *a, const struct gap_run *run, struct gap_loop *l)
{
    const struct measuring of = {.error = measuring_error,
                                 .cpu = run->sampled ? run->sampled->profile->cpu : NULL};
    if (run->coverage || !other_cpu(a, run->machine, of.cpu) || !is_known(l->cpl.macs))
        return;
    const struct excess e = {run->machine, l->cpl.macs.value, l->cpl.measured.value};
    l->above = cause_cpu(a, NULL, &e, &of);
    if (l->above)
        note(a, &l->notes, "MUF is above 1: %s", l->above);
}

void refuse_unexplained(struct arena *a, struct gap_table *t)
{
    for (size_t r = 0; r < t->n; r++) {
        struct gap_run *run = &t->at[r];
        const char *refusal = NULL;
        for (size_t i = 0; i < run->n; i++) {
            struct gap_loop *l = &run->loops[i];
            if (is_refused(l))
                explain_marked(a, run, l);
            if (is_refused(l)) {
                l->muf = refused(a, l);
                refusal = arena_printf(a, "%s: %s", l->loop, l->muf.missing);
            }
        }
        if (run->coverage)
            refuse_rows(a, run->coverage);
        if (muf_is_above(run->muf) && refusal)
            run->muf = missing(refusal);
    }
}

void refuse_threads(const struct gap_loop *loop, struct gap_thread *threads, size_t n)
{
    bool of_all = loop->above && is_known(loop->muf) && loop->muf.value > 1 + measuring_error;
    for (size_t i = 0; i < n; i++)
        if (muf_is_above(threads[i].muf) && !of_all &&
            !(loop->above && threads[i].muf.value <= 1 + measuring_error))
            threads[i].muf = missing("MACS exceeds the measured time of this thread");
}
