/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounds and compiled code of a loop for charts and reports. */
#include "bounds/bounds.h"
#include "gaps/hot/coverage.h"
#include "gaps/read.h"

static const char no_loop[] = "no source loop of this name is known";

/* Sets *share to the shares of skipped blocks, averaged over all threads; NULL = none is skipped.
 * Returns false after a message. */
static bool pooled_shares(const struct gaps *g, struct arena *a, const struct gap_loop *loop,
                          const struct model_loop *l, double **share)
{
    const struct stored_run *stored = loop->in;
    struct loop_samples s = {0};
    struct notes remarks = {0};
    *share = NULL;
    if (!stored || !loop->measured)
        return true;
    if (!runs_samples(g->r, a, stored->id, loop->loop, &s))
        return false;
    if (s.n_skips && is_known(loop->iterations) && loop->iterations.value > 0)
        *share = model_shares(a, l, loop->iterations.value, s.skips, s.n_skips, a, &remarks);
    return true;
}

bool gaps_bounds(const struct gaps *g, struct arena *a, const struct gap_run *run,
                 const struct gap_loop *loop, struct gap_bounds *to)
{
    const struct model_loop *l = gaps_model_loop(g, run, loop);
    double *share, length;
    *to = (struct gap_bounds){.ma.cpl = missing(no_loop), .mac.cpl = missing(no_loop)};
    if (!l)
        return true;
    if (!pooled_shares(g, a, loop, l, &share))
        return false;
    *to = model_bounds(a, l, share, &length);
    return true;
}

static void take_machine(struct gap_code *to, const struct machine *m)
{
    to->ports = m->ports;
    to->n_ports = m->n_ports;
    for (int c = 0; c < OP_CLASSES; c++)
        for (int i = 0; i < m->classes[c].n_needs; i++)
            to->takes[c] |= m->classes[c].needs[i];
}

static bool take_body(struct arena *a, const struct model_loop *l, struct gap_code *to)
{
    const char *why;
    struct body_bounds b = model_body_bounds(a, l, NULL);
    to->mac = b.mac;
    to->macs = b.macs;
    to->macs_limit = b.macs_limit;
    to->body = model_body(a, l, &why);
    to->missing = to->body ? NULL : why;
    return true;
}

bool gaps_code(const struct gaps *g, struct arena *a, const struct gap_run *run,
               const struct gap_loop *loop, struct gap_code *to)
{
    const struct model_loop *l = loop->hot ? loop->hot->code : gaps_model_loop(g, run, loop);
    struct compiled_pair *pairs;
    double length;
    *to = (struct gap_code){.missing = l ? l->no_compiled : no_loop};
    if (loop->hot && (!l || !l->compiled->has_body))
        to->missing = loop->hot->why;
    if (to->missing)
        return true;
    to->loop = l->compiled;
    to->k = l->k;
    to->k_how = l->k_how;
    take_machine(to, l->compiled_machine);
    if (l->compiled->has_body) {
        bool ok = take_body(a, l, to);
        if (loop->hot)
            to->k = missing(loop->k.missing);
        return ok;
    }
    to->mac = model_bounds(a, l, NULL, &length).mac;
    to->macs = bound_macs(l->compiled_machine, length, l->k);
    if (!runs_pairs(g->r, a, gaps_stored_build(g, run), l->compiled, &pairs, &to->n))
        return false;
    to->pairs = pairs;
    if (!to->n)
        to->missing = "its instructions are not in the database; kmacstat --db stores those of "
                      "loops of up to 8192 pairs";
    return true;
}
