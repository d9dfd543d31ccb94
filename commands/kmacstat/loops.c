/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/bounds.h"
#include "bounds/steady.h"
#include "commands/kmacstat/kmacstat.h"
#include "gaps/ladder/join.h"

#include <math.h>

static const char no_source[] = "the source loop is unknown";

static void add_source(struct arena *a, const struct machine *m, const struct stored_build *build,
                       const struct loop_map *maps, size_t n_maps, struct kmacstat_loop *l)
{
    struct loop_join j = join_loop(a, build, l->facts, maps, n_maps);
    if (!j.source) {
        note(a, &l->notes, "no source loop: %s", j.why);
        return;
    }
    l->source = j.source;
    l->k = j.k;
    l->k_how = j.k_how;
    l->unit_stride = false;
    if (j.source->excluded)
        return;
    l->tnf = known(counts_tnf(&j.source->counts));
    l->m = bound_m(m, j.source->flops8, j.source->flops4, &j.source->parts);
}

static struct quantity per_flop(struct quantity cpl, struct quantity tnf)
{
    return is_known(tnf) ? bound_cpf(cpl, tnf.value) : tnf;
}

static bool above(struct quantity a, struct quantity b)
{
    return is_known(a) && is_known(b) && a.value > b.value * (1 + 1e-12);
}

/* Checks k against the ratio of flops per pass to flops per iteration. Packed operations can have
 * unused elements: with them, only a whole number is evidence. */
static void note_flops(struct arena *a, struct kmacstat_loop *l)
{
    if (!is_known(l->tnf) || l->tnf.value == 0)
        return;
    const struct counts *c = l->facts->body ? &l->facts->elements : &l->facts->counts;
    double fit = counts_tnf(c) / l->tnf.value;
    if (l->k.missing)
        note(a, &l->notes, "its flops a pass are those of %g iteration%s of the source loop", fit,
             fit == 1 ? "" : "s");
    else if (fit != l->k.value && !(l->facts->body && fit != floor(fit)))
        note(a, &l->notes,
             "k is %g, but its flops a pass are those of %g iteration%s of the source loop: "
             "check k, and set it by --unroll=%s=K",
             l->k.value, fit, fit == 1 ? "" : "s", l->facts->label);
}

/* Adds the reasons of missing values, and notes on bounds that are not in ascending order. */
static void note_bounds(struct arena *a, struct kmacstat_loop *l)
{
    if (l->facts->kind != LOOP_INNERMOST && !l->facts->body)
        return;
    if (l->facts->kind != LOOP_INNERMOST)
        note(a, &l->notes,
             "MAC and MACS are cycles per pass of the outer loop, for its own code "
             "without the inner loops");
    else if (l->k.missing)
        note(a, &l->notes, "k is not known: %s", l->k.missing);
    if (l->mac.cpl.missing && (!l->k.missing || l->facts->kind != LOOP_INNERMOST))
        note(a, &l->notes, "MAC is not known: %s", l->mac.cpl.missing);
    note_flops(a, l);
    if (above(l->mac.cpl, l->macs))
        note(a, &l->notes,
             "MAC is above MACS: this schedule is closer than the machine file's latencies allow");
    if (above(l->m, l->mac.cpl))
        note(a, &l->notes, "M is above MAC: k is too great, or this is not the source loop");
}

static void add_bounds(struct arena *a, const struct machine *m, struct kmacstat_loop *l)
{
    const struct compiled_loop *c = l->facts;
    l->fused = missing("the machine does not schedule instructions");
    l->paths = l->passes = l->trip =
        missing("the bounds are those of a pass that executes all blocks");
    l->mac_shortest = l->macs_shortest = l->mac_longest = l->macs_longest = l->paths;
    l->mac = bound_mac(a, m, &c->counts, &c->recurrence, l->k);
    l->macs = bound_macs(m, (double)c->length, l->k);
}

/* Adds the bounds of a loop for a machine with dynamic scheduling: of an outer loop per pass of its
 * own code. */
static void add_body_bounds(struct arena *a, const struct machine *m, struct kmacstat_loop *l)
{
    const struct instruction_body *b = l->facts->body;
    struct quantity k = l->facts->kind == LOOP_INNERMOST ? l->k : known(1);
    struct body_parts parts = body_parts(a, m, b);
    struct pass_model passes = find_pass_model(a, m, b, l->facts->frequencies);
    l->fused = parts.missing ? missing(parts.missing) : known((double)parts.n_slots);
    l->mac = bound_mac_body(a, &passes, k);
    l->macs = q_div(l->facts->macs.cycles, k, "k is 0");
    l->macs_limit = l->facts->macs.limit;
    l->paths = known(l->facts->paths.n);
    const struct path_range *paths = &l->facts->paths;
    l->mac_shortest = q_div(paths->least_mac.cycles, k, "k is 0");
    l->macs_shortest = q_div(paths->least_macs.cycles, k, "k is 0");
    l->passes = l->trip = missing("the blocks of the loop were not counted");
    if (l->facts->frequencies) {
        l->passes = known(l->facts->passes);
        l->trip = l->facts->frequencies->trip >= 1
                      ? known(l->facts->frequencies->trip)
                      : missing("the entries of the loop were not counted");
    }
    l->mac_longest = q_div(paths->mac.cycles, k, "k is 0");
    l->macs_longest = q_div(paths->macs.cycles, k, "k is 0");
}

struct kmacstat_loop kmacstat_bounds(struct arena *a, const struct machine *m,
                                     const struct compiled_loop *c,
                                     const struct stored_build *build, const struct loop_map *maps,
                                     size_t n_maps)
{
    struct quantity none = missing(no_source);
    struct kmacstat_loop l = {.facts = c,
                              .k = c->k,
                              .k_how = c->k_how,
                              .unit_stride = c->k_unit_stride,
                              .tnf = none,
                              .m = none};
    for (size_t i = 0; i < c->notes.n; i++)
        note(a, &l.notes, "%s", c->notes.at[i]);
    if (build && c->kind == LOOP_INNERMOST)
        add_source(a, m, build, maps, n_maps, &l);
    if (c->body)
        add_body_bounds(a, m, &l);
    else
        add_bounds(a, m, &l);
    l.m_cpf = per_flop(l.m, l.tnf);
    l.mac_cpf = per_flop(l.mac.cpl, l.tnf);
    l.macs_cpf = per_flop(l.macs, l.tnf);
    note_bounds(a, &l);
    return l;
}
