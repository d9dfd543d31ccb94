/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/ladder/check.h"

#include "bounds/bounds.h"
#include "gaps/causes/problems.h"

#include <string.h>

/* What a measurement may be off by before that says something of the loop: the clock of a core
 * wanders by 1 to 2 %, and what begin and end of a loop take is known no better. */
static const double measuring_error = 0.03;

static bool above_by(struct quantity a, struct quantity b, double share)
{
    return is_known(a) && is_known(b) && a.value > b.value * (1 + share) + 1e-12;
}

/* By more than rounding. */
static bool above(struct quantity a, struct quantity b)
{
    return above_by(a, b, 1e-9);
}

static void say(struct arena *a, struct gap_loop *row, enum problem_kind kind, const char *upper,
                struct quantity x, const char *lower, struct quantity y, const char *why)
{
    char n[QUANTITY_TEXT], m[QUANTITY_TEXT];
    add_problem(a, row, kind, "%s %s is above %s %s: %s", upper, quantity_text(x, n), lower,
                quantity_text(y, m), why);
}

/* Classes of which the compiled loop has fewer than are essential; linked
 * pairs count as their multiply and their add, too. */
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

/* What may keep the recurrence of the compiled code from being seen whole. */
static const char *recurrence_differs(const struct model_loop *l)
{
    if (l->source->calls)
        return "; it may go through the routine that is called, which is in no bound";
    if (l->source->n_blocks)
        return "; it goes through conditional blocks in another way";
    return "";
}

static const char *why_ma_above_mac(struct arena *a, const struct model_loop *l)
{
    const char *fewer = fewer_operations(a, l);
    struct quantity td = bound_td(&l->recurrence), compiled = bound_td(&l->compiled_recurrence);
    if (fewer)
        return arena_printf(a,
                            "the compiled loop has %s; it is not this loop, or k = %g is wrong, or "
                            "the compiler knew more than the source says",
                            fewer, l->k.value);
    if (is_known(td) && is_known(compiled) && td.value > compiled.value / l->k.value)
        return arena_printf(a,
                            "the source's recurrence takes %g cycle%s an iteration, the compiled "
                            "loop's %g%s",
                            td.value, td.value == 1 ? "" : "s", compiled.value / l->k.value,
                            recurrence_differs(l));
    if (strcmp(l->machine->text, l->compiled_machine->text) != 0)
        return "the two were analysed with different machine descriptions";
    return "the compiled loop's overhead is smaller than that of an ideal compiler; check k";
}

static const char *why_mac_above_macs(const struct model_loop *l)
{
    if (l->compiled->has_body)
        return l->stored_holds ? "the steady state is a mean of passes that never stood twice alike"
                               : "the two were found with different descriptions of the machine";
    struct quantity td = bound_td(&l->compiled_recurrence);
    if (is_known(td) && td.value > (double)l->compiled->length)
        return "the schedule is shorter than the recurrence of the compiled code; the machine's "
               "latencies are too long";
    return "the compiled loop has more operations than its length has places; its counts are "
           "wrong";
}

/* A recurrence that is most of MACS, on a core that begins the next run of an inner loop while the
 * last one still waits, or that goes through blocks which not all iterations run. */
static const char *why_above_measured(struct arena *a, const struct model_loop *l,
                                      const struct gap_ladder *g)
{
    const struct quantity macs = g->macs;
    const char *machine = l->machine->name;
    if (above_by(g->m, g->measured, measuring_error))
        return arena_printf(a,
                            "it ran on another processor than %s, or on one that %s only comes "
                            "near; else iterations or cycles are not those of this loop",
                            machine, machine);
    struct quantity td = bound_td(&l->compiled_recurrence);
    bool waits = l->compiled && l->compiled->has_body && is_known(l->k) && is_known(td) &&
                 is_known(macs) && td.value >= 0.9 * l->k.value * macs.value;
    if (waits && l->source->n_blocks)
        return "its recurrence goes through conditional blocks that iterations may skip; else "
               "iterations, cycles or k are not those of this loop";
    if (waits && l->source->depth > 1)
        return "its recurrence begins anew each time that the loop around it runs it, and such "
               "runs overlap where they are short; else iterations, cycles or k are not those of "
               "this loop";
    return arena_printf(a,
                        "iterations, cycles or k are not those of this loop, or the processor is "
                        "not %s; k is too small where the compiler unrolled a loop around it into "
                        "its passes",
                        machine);
}

/* The highest known bound below the measurement. A bound that the loop comes near is above it as
 * often as not. */
static void check_measured(struct arena *a, const struct model_loop *l, struct gap_loop *row)
{
    const struct gap_ladder *g = &row->cpl;
    const struct {
        const char *name;
        struct quantity cpl;
    } rungs[] = {{"MACS", g->macs}, {"MAC", g->mac}, {"MA", g->ma}, {"M", g->m}};
    for (size_t i = 0; i < 4; i++)
        if (above_by(rungs[i].cpl, g->measured, measuring_error)) {
            say(a, row, PROBLEM_ABOVE_MEASUREMENT, rungs[i].name, rungs[i].cpl, "measured",
                g->measured, why_above_measured(a, l, g));
            return;
        }
}

void check_ladder(struct arena *a, const struct model_loop *l, struct gap_loop *row)
{
    const struct gap_ladder *g = &row->cpl;
    if (above(g->m, g->ma))
        say(a, row, PROBLEM_M_ABOVE_MA, "M", g->m, "MA", g->ma,
            "the machine's peak is less than its slots can do");
    if (above(g->ma, g->mac))
        say(a, row, PROBLEM_MA_ABOVE_MAC, "MA", g->ma, "MAC", g->mac, why_ma_above_mac(a, l));
    if (above(g->mac, g->macs))
        say(a, row, PROBLEM_MAC_ABOVE_MACS, "MAC", g->mac, "MACS", g->macs, why_mac_above_macs(l));
    check_measured(a, l, row);
}
