/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/ladder/check.h"

#include "bounds/bounds.h"
#include "gaps/causes/problems.h"

#include <string.h>

/* Relative error of a measurement that is tolerated: the clock of a core varies by 1 to 2 %, and
 * the overhead of begin and end events is not known more exactly. */
static const double measuring_error = 0.03;

static bool above_by(struct quantity a, struct quantity b, double share)
{
    return is_known(a) && is_known(b) && a.value > b.value * (1 + share) + 1e-12;
}

/* Returns whether a exceeds b by more than rounding errors. */
static bool above(struct quantity a, struct quantity b)
{
    return above_by(a, b, 1e-9);
}

static void add_order_problem(struct arena *a, struct gap_loop *row, enum problem_kind kind,
                              const char *upper, struct quantity x, const char *lower,
                              struct quantity y, const char *why)
{
    char n[QUANTITY_TEXT], m[QUANTITY_TEXT];
    add_problem(a, row, kind, "%s %s is above %s %s: %s", upper, quantity_text(x, n), lower,
                quantity_text(y, m), why);
}

/* Returns the classes with fewer operations in the compiled loop than essential ones; linked pairs
 * also count as their multiply and their add. NULL = none. */
static const char *fewer_operations(struct arena *a, const struct model_loop *l)
{
    static const enum op_class memory[] = {OP_LFL, OP_SFL};
    const struct counts *s = &l->source->counts, *c = compiled_elements(l->compiled);
    const char *text = NULL;
    double k = l->k.value, flops = counts_tnf(s), compiled = counts_tnf(c) / k;
    if (compiled < flops * (1 - 1e-9))
        text = arena_printf(a, "%g of %g essential flops", compiled, flops);
    for (size_t i = 0; i < 2; i++)
        if (c->n[memory[i]] / k < s->n[memory[i]] * (1 - 1e-9))
            text = arena_printf(a, "%s%s%g of %g essential %s", text ? text : "", text ? ", " : "",
                                c->n[memory[i]] / k, s->n[memory[i]], op_class_name(memory[i]));
    return text;
}

/* Returns why the recurrence of the compiled code may be incomplete. */
static const char *recurrence_differs(const struct model_loop *l)
{
    if (l->source->calls)
        return "; it may include the called routine, which is in no bound";
    if (l->source->n_blocks && l->machine->static_schedule)
        return "; it includes conditional blocks, which may be skipped";
    return "";
}

static const char *why_ma_above_mac(struct arena *a, const struct model_loop *l)
{
    const char *fewer = fewer_operations(a, l);
    struct quantity td = bound_td(&l->path->recurrence),
                    compiled = bound_td(&l->compiled_recurrence);
    if (fewer)
        return arena_printf(a,
                            "the compiled loop has %s; it is not this loop, or k = %g is wrong, or "
                            "the compiler simplified the source",
                            fewer, l->k.value);
    if (is_known(td) && is_known(compiled) && td.value > compiled.value / l->k.value)
        return arena_printf(a,
                            "the recurrence takes %g cycle%s per iteration in the source, %g in "
                            "the compiled loop%s",
                            td.value, td.value == 1 ? "" : "s", compiled.value / l->k.value,
                            recurrence_differs(l));
    if (strcmp(l->machine->text, l->compiled_machine->text) != 0)
        return "source and compiled code were analysed with different machine descriptions";
    return "the compiled loop has less overhead than that of an ideal compiler; check k";
}

static const char *why_mac_above_macs(const struct model_loop *l)
{
    if (l->compiled->has_body)
        return l->stored_holds ? "the simulation did not converge to a steady state; MACS is the "
                                 "mean of its passes"
                               : "MAC and MACS were computed with different machine descriptions";
    struct quantity td = bound_td(&l->compiled_recurrence);
    if (is_known(td) && td.value > (double)l->compiled->length)
        return "the schedule is shorter than the recurrence of the compiled code; the latencies of "
               "the machine are too long";
    return "the compiled loop has more operations than slots; its counts are wrong";
}

/* Returns whether the recurrence of the compiled loop determines MACS, on an out-of-order core. */
static bool waits_for_recurrence(const struct model_loop *l, struct quantity macs)
{
    struct quantity td = bound_td(&l->compiled_recurrence);
    return l->compiled && l->compiled->has_body && is_known(l->k) && is_known(td) &&
           is_known(macs) && td.value >= 0.9 * l->k.value * macs.value;
}

enum { SHORT_EXECUTION = 100 }; /* iterations; the end of a longer one is a small part of it */

/* Returns the cause that the loop itself suggests: a recurrence that determines MACS and either
 * includes conditional blocks, or is in an inner loop whose short executions overlap. NULL = none.
 */
static const char *loop_above_measured(const struct model_loop *l, struct quantity macs)
{
    if (!waits_for_recurrence(l, macs))
        return NULL;
    if (l->source->n_blocks)
        return "its recurrence includes conditional blocks that iterations may skip";
    if (l->source->depth > 1 && (!l->source->trip || l->source->trip < SHORT_EXECUTION))
        return "its recurrence restarts at each execution of the loop, and short executions "
               "overlap";
    return NULL;
}

/* Returns the possible causes of a bound above the measured time: the machine description, the
 * loop's recurrence, wrong counts. */
static const char *why_above_measured(struct arena *a, const struct model_loop *l,
                                      const struct gap_ladder *g)
{
    const char *machine = l->machine->name, *nearest = strstr(machine, "-as-nearest");
    bool peak = above_by(g->m, g->measured, measuring_error);
    const char *loop = peak ? NULL : loop_above_measured(l, g->macs);
    if (nearest)
        return arena_printf(a,
                            "%s%sthe processor has no description and can be faster than %.*s, the "
                            "nearest one; otherwise check iterations, cycles and k of this loop",
                            loop ? loop : "", loop ? "; or " : "", (int)(nearest - machine),
                            machine);
    if (loop)
        return arena_printf(a, "%s; otherwise check iterations, cycles and k of this loop", loop);
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

/* Checks the highest known bound against the measured time, with a tolerance because the time of a
 * loop near its bound scatters around it. */
static void check_measured(struct arena *a, const struct model_loop *l, struct gap_loop *row)
{
    const struct gap_ladder *g = &row->cpl;
    const struct {
        const char *name;
        struct quantity cpl;
    } rungs[] = {{"MACS", g->macs}, {"MAC", g->mac}, {"MA", g->ma}, {"M", g->m}};
    for (size_t i = 0; i < 4; i++)
        if (above_by(rungs[i].cpl, g->measured, measuring_error)) {
            add_order_problem(a, row, PROBLEM_ABOVE_MEASUREMENT, rungs[i].name, rungs[i].cpl,
                              "measured", g->measured, why_above_measured(a, l, g));
            return;
        }
}

void check_ladder(struct arena *a, const struct model_loop *l, struct gap_loop *row)
{
    const struct gap_ladder *g = &row->cpl;
    if (above(g->m, g->ma))
        add_order_problem(a, row, PROBLEM_M_ABOVE_MA, "M", g->m, "MA", g->ma,
                          "the peak of the machine is less than the throughput of its slots");
    if (above(g->ma, g->mac))
        add_order_problem(a, row, PROBLEM_MA_ABOVE_MAC, "MA", g->ma, "MAC", g->mac,
                          why_ma_above_mac(a, l));
    if (above(g->mac, g->macs))
        add_order_problem(a, row, PROBLEM_MAC_ABOVE_MACS, "MAC", g->mac, "MACS", g->macs,
                          why_mac_above_macs(l));
    check_measured(a, l, row);
}
