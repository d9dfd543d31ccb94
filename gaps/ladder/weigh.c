/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights conditional blocks by how often they were skipped: computes average counts first, then
 * the maximum of each bound. */
#include "gaps/ladder/paths.h"

#include "bounds/bounds.h"
#include "bounds/source-path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- ladders ---- */

struct essential model_essential(const struct model_loop *l)
{
    return essential_of(l->path, l->reassociate);
}

/* The essential operations of an average iteration, and its flops by element size for bound_m.
 * */
struct average {
    struct essential e;
    double flops8, flops4;
    const char *missing; /* NULL, or why they are unknown */
};

static const char too_many_skips[] =
    "its blocks were skipped more often than it has iterations: correct the rows of skipped blocks";

/* Returns whether no average is below 0. */
static bool can_be(const struct counts *c)
{
    for (int i = 0; i < OP_CLASSES; i++)
        if (c->n[i] < -1e-9)
            return false;
    return true;
}

/* Sets the flops of a block by element size. Databases before version 4 have no sizes of blocks:
 * there it uses the size of the loop if it has only one. Returns false if unknown. */
static bool flops_of_block(const struct source_loop *l, const struct block *b, double *flops8,
                           double *flops4)
{
    double all = counts_tnf(&b->counts);
    parts_flops(&b->parts, flops8, flops4);
    if (fabs(*flops8 + *flops4 - all) <= 1e-9 * (1 + all))
        return true;
    *flops4 = l->flops8 > 0 ? 0 : all;
    *flops8 = all - *flops4;
    return !(l->flops8 > 0) || !(l->flops4 > 0);
}

static bool same_number(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (1 + fabs(a) + fabs(b));
}

/* Checks that M and MA are computed from the same flops: otherwise M could exceed MA. */
static void check_invariants(const struct average *v)
{
    double of_m = v->flops8 + v->flops4, of_ma = counts_tnf(&v->e.counts);
    if (!v->missing && !same_number(of_m, of_ma))
        bug("M is of %g flops of an average iteration, and MA of %g", of_m, of_ma);
}

static struct average average_of(struct arena *a, const struct model_loop *l, const double *share)
{
    const struct source_loop *s = share ? l->source : l->path;
    struct average v = {
        .e = essential_of(s, l->reassociate), .flops8 = s->flops8, .flops4 = s->flops4};
    if (!same_number(s->flops8 + s->flops4, counts_tnf(&s->counts)))
        v.missing =
            "its flops by element size do not sum to its operations: store it again with kma --db";
    for (size_t b = 0; share && b < s->n_blocks; b++) {
        const struct block *block = &s->blocks[b];
        double flops8 = 0, flops4 = 0;
        if (share[b] != 0 && !flops_of_block(s, block, &flops8, &flops4))
            v.missing = "the database has no element sizes for its conditional blocks: store it "
                        "again with kma --db";
        v.e = essential_less(a, &v.e, share[b], &block->counts, &block->parts);
        v.flops8 -= share[b] * flops8;
        v.flops4 -= share[b] * flops4;
    }
    check_invariants(&v);
    return v;
}

/* Returns the counts of an average pass; *length: its pairs. */
static struct counts compiled_counts(const struct model_loop *l, const double *share,
                                     double *length)
{
    struct counts c = l->compiled->counts;
    *length = (double)l->compiled->length;
    for (size_t j = 0; share && j < l->compiled->n_areas; j++) {
        const struct area *a = &l->compiled->areas[j];
        c = counts_less(c, share[l->source->n_blocks + j], a->counts);
        *length -= share[l->source->n_blocks + j] * (double)a->length;
    }
    return c;
}

static const char *no_bound(const struct source_loop *s)
{
    if (!s->innermost)
        return s->residue
                   ? NULL
                   : "an outer loop whose own statements are not stored: use kma --db --all-loops";
    return s->excluded ? (s->notes.n ? s->notes.at[0] : "no bound can be computed") : NULL;
}

static struct bound ma_of(struct arena *a, const struct model_loop *l, const double *share)
{
    if (no_bound(l->source))
        return (struct bound){.cpl = missing(no_bound(l->source))};
    struct average v = average_of(a, l, share);
    if (!can_be(&v.e.counts))
        return (struct bound){.cpl = missing(too_many_skips)};
    struct recurrence weighted =
        recurrence_with_shares(l->machine, l->source, &l->recurrence, share);
    return bound_ma(a, l->machine, &v.e, share ? &weighted : &l->path->recurrence, l->ma_k);
}

struct quantity model_m(struct arena *a, const struct model_loop *l, const double *share)
{
    const char *why = no_bound(l->source);
    struct average v = average_of(a, l, share);
    if (why || v.missing)
        return missing(why ? why : v.missing);
    if (!can_be(&v.e.counts))
        return missing(too_many_skips);
    return bound_m(l->machine, v.flops8, v.flops4, &v.e.parts);
}

struct quantity model_tnf(struct arena *a, const struct model_loop *l, const double *share)
{
    if (!(l->source->innermost && !l->source->excluded) && !l->source->residue)
        return missing("the essential operations of this loop are unknown");
    struct average v = average_of(a, l, share);
    return can_be(&v.e.counts) ? known(counts_tnf(&v.e.counts)) : missing(too_many_skips);
}

/* Returns MAC for a machine with a static schedule. */
static struct bound mac_of(struct arena *a, const struct model_loop *l, const double *share,
                           double *length)
{
    struct counts c = compiled_counts(l, share, length);
    if (!can_be(&c))
        return (struct bound){.cpl = missing(too_many_skips)};
    return bound_mac(a, l->compiled_machine, &c, &l->compiled_recurrence, l->k);
}

struct gap_bounds model_bounds(struct arena *a, const struct model_loop *l, const double *share,
                               double *length)
{
    struct gap_bounds b = {.ma = ma_of(a, l, share), .mac.cpl = missing(l->no_compiled)};
    *length = 0;
    if (l->compiled && l->compiled->has_body)
        b.mac = model_body_bounds(a, l, share).mac;
    else if (l->compiled)
        b.mac = mac_of(a, l, share, length);
    return b;
}

struct gap_ladder model_ladder(struct arena *a, const struct model_loop *l, const double *share)
{
    struct gap_ladder g = {.m = model_m(a, l, share),
                           .ma = ma_of(a, l, share).cpl,
                           .mac = missing(l->no_compiled),
                           .macs = missing(l->no_compiled),
                           .measured = missing("not measured")};
    if (l->compiled && l->compiled->has_body)
        model_pass_bounds(a, l, share, &g.mac, &g.macs);
    else if (l->compiled) {
        double length;
        g.mac = mac_of(a, l, share, &length).cpl;
        g.macs =
            length < 0 ? missing(too_many_skips) : bound_macs(l->compiled_machine, length, l->k);
    }
    return g;
}

/* ---- skipped blocks ---- */

struct weigher {
    struct arena *a, *keep; /* temporary; of the notes */
    const struct model_loop *l;
    struct notes *notes;
    double *block, *area;           /* skipped iterations and passes */
    bool *block_given, *area_given; /* set by a row for it */
};

int model_area_named(const struct compiled_loop *c, const char *label)
{
    int found = -1;
    for (size_t j = 0; c && j < c->n_areas; j++)
        if (strcmp(c->areas[j].target, label) == 0 &&
            (found < 0 || c->areas[j].length > c->areas[found].length))
            found = (int)j;
    return found;
}

/* Returns the turn-th block, from 1, that begins at the line; -1 = fewer blocks begin there. */
static int block_at(const struct source_loop *l, long line, long turn)
{
    for (size_t b = 0; b < l->n_blocks; b++)
        if (l->blocks[b].line == line && --turn == 0)
            return (int)b;
    return -1;
}

/* Returns the block that begins at the line, otherwise the innermost one that contains it; "12.2"
 * is the second block that begins at line 12. */
static int block_named(const struct source_loop *l, const char *text)
{
    char *end;
    long line = strtol(text, &end, 10);
    int found = -1;
    if (*text < '0' || *text > '9' || (*end && *end != '.'))
        return -1;
    if (*end)
        return block_at(l, line, strtol(end + 1, NULL, 10));
    for (size_t b = 0; b < l->n_blocks; b++)
        if (l->blocks[b].line <= line && line <= l->blocks[b].end_line &&
            (found < 0 || l->blocks[found].line != line))
            found = (int)b;
    return found;
}

static void take_rows(struct weigher *w, const struct thread_skip *skips, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int j = model_area_named(w->l->compiled, skips[i].block);
        int b = j < 0 ? block_named(w->l->source, skips[i].block) : -1;
        if (j >= 0) {
            w->area[j] += skips[i].skipped;
            w->area_given[j] = true;
        } else if (b >= 0) {
            w->block[b] += skips[i].skipped;
            w->block_given[b] = true;
        } else
            note_once(w->keep, w->notes,
                      arena_printf(
                          w->a,
                          "counts of block '%s' are ignored: this loop has no such block or area",
                          skips[i].block));
    }
}

/* The areas of a block: their number, the number of those with rows, and the skipped passes of
 * these. */
struct block_areas {
    size_t n, given;
    double gathered;
};

/* Adds notes about a block whose rows are used only for MA, or give different counts for MA and for
 * MAC and MACS. */
static void check_block(struct weigher *w, int b, struct block_areas of)
{
    long line = w->l->source->blocks[b].line;
    bool differs =
        of.given == of.n ? fabs(of.gathered - w->block[b]) > 0.5 : of.gathered > w->block[b] + 0.5;
    if (!w->block_given[b])
        return;
    if (of.n == 0 && w->l->compiled)
        note_once(w->keep, w->notes,
                  arena_printf(w->a,
                               "counts of the block at line %ld are used only for MA, not for MAC "
                               "and MACS: no forward branch area matches it",
                               line));
    if (of.given && differs)
        note_once(w->keep, w->notes,
                  arena_printf(w->a,
                               "the block at line %ld has %.6g skipped iterations, used for MA, "
                               "but its areas have %.6g, used for MAC and MACS",
                               line, w->block[b], of.gathered));
}

/* Distributes the counts of a source block over its areas, and sums the counts of areas for their
 * source block. */
static void carry_over(struct weigher *w, int b)
{
    const struct model_loop *l = w->l;
    double k = is_known(l->k) ? l->k.value : 1, gathered = 0;
    size_t areas = 0, given = 0;
    for (size_t j = 0; l->compiled && j < l->compiled->n_areas; j++) {
        if (l->block_of[j] != b || (model_area_inside(l, j) && !w->area_given[j]))
            continue;
        areas++;
        given += w->area_given[j];
        gathered += w->area_given[j] ? w->area[j] : 0;
        if (!w->area_given[j] && w->block_given[b])
            w->area[j] = w->block[b] / k;
    }
    if (w->block_given[b] && areas && (double)areas != k)
        note_once(w->keep, w->notes,
                  arena_printf(w->a,
                               "the block at line %ld has %zu area%s in %g cop%s of the body: each "
                               "is assumed to be skipped as often as one copy",
                               l->source->blocks[b].line, areas, areas == 1 ? "" : "s", k,
                               k == 1 ? "y" : "ies"));
    if (given && !w->block_given[b])
        w->block[b] = gathered;
    check_block(w, b, (struct block_areas){areas, given, gathered});
}

/* Adds notes about rows of areas without a known block: they are used only for MAC and MACS. */
static void check_areas(struct weigher *w)
{
    const struct model_loop *l = w->l;
    for (size_t j = 0; l->compiled && j < l->compiled->n_areas; j++)
        if (w->area_given[j] && l->block_of[j] < 0)
            note_once(w->keep, w->notes,
                      arena_printf(
                          w->a, "counts of area %s are used only for MAC and MACS, not for MA: %s",
                          l->compiled->areas[j].target,
                          l->source->n_blocks ? "its source block is unknown"
                                              : "the source has no conditional block"));
}

/* Computes the shares of areas from rows of blocks, by the paths through the compiled loop. Returns
 * false if the paths are unknown, or areas have rows. */
static bool follow_paths(struct weigher *w, double n)
{
    const struct model_loop *l = w->l;
    size_t blocks = l->source->n_blocks;
    double *share = ARENA_ARRAY(w->a, double, blocks + 1);
    for (size_t j = 0; l->compiled && j < l->compiled->n_areas; j++)
        if (w->area_given[j])
            return false;
    if (!l->paths)
        return false;
    for (size_t b = 0; b < blocks; b++)
        share[b] = w->block[b] / n;
    if (!paths_shares(w->a, l->paths, share, w->area))
        note_once(w->keep, w->notes,
                  "no pass of the compiled loop can skip its blocks as often as the iterations of "
                  "the source: MAC and MACS are those of the shortest pass");
    return true;
}

double *model_shares(struct arena *a, const struct model_loop *l, double n,
                     const struct thread_skip *skips, size_t n_skips, struct arena *keep,
                     struct notes *notes)
{
    size_t blocks = l->source->n_blocks, areas = l->compiled ? l->compiled->n_areas : 0;
    double *share = ARENA_ARRAY(a, double, blocks + areas + 1);
    bool *given = ARENA_ARRAY(a, bool, blocks + areas + 1);
    double k = is_known(l->k) ? l->k.value : 1;
    struct weigher w = {a, keep, l, notes, share, share + blocks, given, given + blocks};
    take_rows(&w, skips, n_skips);
    bool followed = follow_paths(&w, n);
    for (size_t b = 0; !followed && b < blocks; b++)
        carry_over(&w, (int)b);
    check_areas(&w);
    for (size_t b = 0; b < blocks; b++)
        share[b] /= n;
    for (size_t j = 0; !followed && j < areas; j++)
        w.area[j] *= k / n;
    return share;
}
