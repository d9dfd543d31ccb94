/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/ladder/check.h"

#include "bounds/bounds.h"
#include "gaps/causes/problems.h"

#include <string.h>

const double measuring_error = 0.03;

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
        return "source and compiled code were analysed with different machine files";
    return "the compiled loop has less overhead than that of an ideal compiler; check k";
}

static const char *why_mac_above_macs(const struct model_loop *l)
{
    if (l->compiled->has_body)
        return l->stored_holds ? "the simulation did not converge to a steady state; MACS is the "
                                 "mean of its passes"
                               : "MAC and MACS were computed with different machine files";
    struct quantity td = bound_td(&l->compiled_recurrence);
    if (is_known(td) && td.value > (double)l->compiled->length)
        return "the schedule is shorter than the recurrence of the compiled code; the latencies of "
               "the machine are too long";
    return "the compiled loop has more operations than slots; its counts are wrong";
}

/* Adds the problem of a bound above the measured time, and sets row->above if its cause is known.
 */
static void add_excess(struct arena *a, const struct model_loop *l, const struct measuring *of,
                       const char *name, struct quantity bound, struct gap_loop *row)
{
    struct excess e = {l->machine->name, bound.value, row->cpl.measured.value};
    const char *cause = cause_of_excess(a, l, &e, of);
    add_order_problem(a, row, PROBLEM_ABOVE_MEASUREMENT, name, bound, "measured", row->cpl.measured,
                      cause ? cause : hint_of_excess(a, l, row->cpl.m, &e));
    row->above = cause;
}

/* Checks the highest known bound against the measured time, with a tolerance because the time of a
 * loop near its bound scatters around it. */
static void check_measured(struct arena *a, const struct model_loop *l, const struct measuring *of,
                           struct gap_loop *row)
{
    const struct gap_ladder *g = &row->cpl;
    const struct {
        const char *name;
        struct quantity cpl;
    } rungs[] = {{"MACS", g->macs}, {"MAC", g->mac}, {"MA", g->ma}, {"M", g->m}};
    for (size_t i = 0; i < 4; i++)
        if (above_by(rungs[i].cpl, g->measured, of->error)) {
            add_excess(a, l, of, rungs[i].name, rungs[i].cpl, row);
            return;
        }
    if (muf_is_above(row->muf)) {
        row->above = error_exceeds(a, l->machine->name, of);
        note(a, &row->notes, "MUF is above 1: %s", row->above);
    }
}

void check_ladder(struct arena *a, const struct model_loop *l, const struct measuring *of,
                  struct gap_loop *row)
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
    check_measured(a, l, of, row);
}
