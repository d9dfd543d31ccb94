/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "facts/facts.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *meaning;
} classes[] = {
#define OP(NAME, name, meaning) {#name, meaning},
#include "facts/op-classes.def"
#undef OP
};

const char *op_class_name(enum op_class c)
{
    return classes[c].name;
}

const char *op_class_meaning(enum op_class c)
{
    return classes[c].meaning;
}

enum op_class op_class_of(const char *name)
{
    for (int c = 0; c < OP_CLASSES; c++)
        if (strcmp(classes[c].name, name) == 0)
            return (enum op_class)c;
    return OP_CLASSES;
}

static const char *const latency_names[] = {
    [LATENCY_UNKNOWN] = NULL,
#define LATENCY(NAME, name, of, meaning) [LATENCY_##NAME] = name,
#include "facts/latencies.def"
#undef LATENCY
};

const char *latency_key_name(enum latency_key k)
{
    return latency_names[k];
}

enum latency_key latency_key_of(const char *name)
{
    for (int k = LATENCY_UNKNOWN + 1; name && k < LATENCY_KEYS; k++)
        if (strcmp(latency_names[k], name) == 0)
            return (enum latency_key)k;
    return LATENCY_UNKNOWN;
}

bool has_edge_to(const struct instruction_body *b, const struct code_block *from, int target)
{
    for (int e = from->edges; e < from->edges + from->n_edges; e++)
        if (b->edges[e].to == target)
            return true;
    return false;
}

bool latency_key_of_class(enum latency_key k, enum op_class class)
{
    switch (k) {
#define LATENCY(NAME, name, of, meaning)                                                           \
    case LATENCY_##NAME:                                                                           \
        return of;
#include "facts/latencies.def"
#undef LATENCY
    case LATENCY_UNKNOWN:
    case LATENCY_KEYS:
        break;
    }
    return false;
}

const char *compiled_version_name(enum compiled_version v)
{
    static const char *const names[] = {[VERSION_MAIN] = "main",
                                        [VERSION_REMAINDER] = "remainder",
                                        [VERSION_PEELED] = "peeled",
                                        [VERSION_ALIASED] = "aliased",
                                        [VERSION_OTHER] = "other"};
    return names[v];
}

double counts_tnf(const struct counts *c)
{
    return c->n[OP_FA] + c->n[OP_FM] + 2 * c->n[OP_FMA] + c->n[OP_FMISC];
}

struct counts counts_less(struct counts a, double share, struct counts b)
{
    for (int c = 0; c < OP_CLASSES; c++)
        a.n[c] -= share * b.n[c];
    return a;
}

bool part_same_kind(const struct op_part *a, const struct op_part *b)
{
    return a->class == b->class && a->bytes == b->bytes && a->lanes == b->lanes &&
           a->reassociated == b->reassociated && a->stride == b->stride && a->shared == b->shared;
}

void parts_add(struct arena *a, struct op_parts *parts, const struct op_part *kind, double n)
{
    for (size_t i = 0; i < parts->n; i++)
        if (part_same_kind(&parts->at[i], kind)) {
            parts->at[i].n += n;
            return;
        }
    struct op_part *p = ARENA_PUSH(a, parts->at, parts->n);
    *p = *kind;
    p->n = n;
}

void parts_flops(const struct op_parts *parts, double *flops8, double *flops4)
{
    *flops8 = *flops4 = 0;
    for (size_t i = 0; i < parts->n; i++) {
        const struct op_part *p = &parts->at[i];
        double *to = p->bytes == 4 ? flops4 : flops8;
        if (p->class <= OP_FMISC)
            *to += p->class == OP_FMA ? 2 * p->n : p->n;
    }
}

double parts_count(const struct op_parts *parts, enum op_class c)
{
    double sum = 0;
    for (size_t i = 0; i < parts->n; i++)
        sum += parts->at[i].class == c ? parts->at[i].n : 0;
    return sum;
}

void note_text(struct arena *a, struct notes *notes, const char *text)
{
    *ARENA_PUSH(a, notes->at, notes->n) = text;
}

void note(struct arena *a, struct notes *notes, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const char *text = arena_vprintf(a, fmt, ap);
    va_end(ap);
    note_text(a, notes, text);
}

/* Operations of a source loop are whole numbers. Loop overhead, from the machine file, need not be.
 */
static bool is_count(enum op_class c, double n, bool whole)
{
    bool overhead = c == OP_X || c == OP_Y;
    return isfinite(n) && n >= 0 && (!whole || overhead || n == floor(n));
}

static const char *counts_check(struct arena *a, const struct counts *c, bool whole)
{
    for (int i = 0; i < OP_CLASSES; i++)
        if (!is_count((enum op_class)i, c->n[i], whole))
            return arena_printf(a, "%s = %g", classes[i].name, c->n[i]);
    return NULL;
}

/* Checks that the parts, if there are any, add up to the counts. */
static const char *parts_check(struct arena *a, const struct op_parts *parts,
                               const struct counts *c)
{
    for (size_t i = 0; i < parts->n; i++) {
        const struct op_part *p = &parts->at[i];
        bool memory = p->class == OP_LFL || p->class == OP_SFL;
        if (p->class > OP_SFL || p->bytes < 0 || p->lanes < 0 || p->lanes >= PART_LANES ||
            p->reassociated < 0 || p->reassociated >= PART_LANES || p->stride < 0 ||
            p->shared < 1 || (!memory && p->stride * p->shared != 1) || !(p->n >= 0))
            return arena_printf(a, "part %zu is out of range", i);
    }
    for (int i = OP_FA; parts->n && i <= OP_SFL; i++)
        if (fabs(parts_count(parts, (enum op_class)i) - c->n[i]) > 1e-9)
            return arena_printf(a, "parts of %s do not add up", classes[i].name);
    return NULL;
}

static const char *recurrence_check(struct arena *a, const struct recurrence *r)
{
    double sum = 0;
    for (size_t i = 0; i < r->n; i++)
        sum += r->at[i].latency;
    if (r->n && r->missing)
        return "the recurrence is both known and missing";
    if (r->n && (r->distance < 1 || fabs(sum - r->latency) > 1e-9))
        return arena_printf(a, "recurrence: distance %ld, latency %g, sum %g", r->distance,
                            r->latency, sum);
    return NULL;
}

const char *source_loop_check(struct arena *a, const struct source_loops *l, size_t i)
{
    const struct source_loop *s = &l->at[i];
    if (!s->id || !s->file || !s->routine || s->line < 1 || s->end_line < s->line || s->depth < 1)
        return "identity, lines or depth not set";
    if (s->parent >= (int)i || (s->parent >= 0) != (s->depth > 1))
        return "parent and depth are inconsistent";
    for (size_t b = 0; b < s->n_blocks; b++) {
        const char *why = counts_check(a, &s->blocks[b].counts, true);
        why = why ? why : parts_check(a, &s->blocks[b].parts, &s->blocks[b].counts);
        if (why)
            return why;
        if (s->blocks[b].within >= (int)b)
            return "a block is not after the enclosing one";
        int other = s->blocks[b].alternative;
        if (other >= 0 && ((size_t)other >= s->n_blocks || other == (int)b ||
                           s->blocks[other].alternative != (int)b))
            return "two arms of a construct do not name each other";
    }
    const char *why = counts_check(a, &s->counts, true);
    why = why ? why : parts_check(a, &s->parts, &s->counts);
    why = why ? why : recurrence_check(a, &s->recurrence);
    return why ? why : recurrence_check(a, &s->reassociated);
}

/* Checks that the pairs, if there are any, add up to the length and the counts. */
static const char *pairs_check(const struct compiled_loop *l)
{
    struct counts sum = {{0}};
    for (size_t i = 0; i < l->n_pairs; i++)
        for (int h = 0; h < 2; h++)
            if (l->pairs[i].half[h].text)
                sum.n[l->pairs[i].half[h].class]++;
    if (l->n_pairs && (long)l->n_pairs != l->length)
        return "the number of pairs differs from the length";
    for (int i = 0; l->n_pairs && i < OP_CLASSES; i++)
        if (sum.n[i] != l->counts.n[i])
            return "the pairs do not add up to the counts";
    return NULL;
}

/* A simulated rate that did not converge exactly may be lower than MAC by this share. */
#define RATE_TOLERANCE 0.01

static bool is_in_order(const struct pass_bound *low, const struct pass_bound *high)
{
    return !low->limit || !high->limit || low->cycles.missing || high->cycles.missing ||
           low->cycles.value * (1 - RATE_TOLERANCE) <= high->cycles.value;
}

/* MAC <= MACS, for the shortest and the longest path, and no path has a MAC or MACS below the
 * shortest. */
static const char *pass_bounds_check(const struct compiled_loop *l)
{
    if (!is_in_order(&l->mac, &l->macs))
        return "MAC is above MACS";
    if (!is_in_order(&l->paths.least_mac, &l->paths.mac) ||
        !is_in_order(&l->paths.mac, &l->paths.macs) ||
        !is_in_order(&l->paths.least_macs, &l->paths.macs))
        return "the bounds of the longest path are not in ascending order";
    return NULL;
}

/* Blocks are contiguous; their edges lead to later blocks, or end the pass. */
static const char *blocks_check(const struct instruction_body *b)
{
    size_t n = 0, edges = 0;
    for (size_t i = 0; b && i < b->n_blocks; i++) {
        const struct code_block *block = &b->blocks[i];
        if ((size_t)block->first != n || block->n < 0 || (size_t)block->edges != edges ||
            block->n_edges < 1)
            return "the blocks of the body are not contiguous";
        n += (size_t)block->n;
        edges += (size_t)block->n_edges;
        for (size_t e = (size_t)block->edges; e < edges && e < b->n_edges; e++)
            if (b->edges[e].to >= (int)b->n_blocks ||
                (b->edges[e].to >= 0 ? b->edges[e].to <= (int)i : b->edges[e].to < LOOP_EXIT))
                return "an edge of the body does not lead to a later block";
    }
    return b && b->n_blocks && (n != b->n || edges != b->n_edges)
               ? "the blocks do not cover the body"
               : NULL;
}

const char *compiled_loop_check(struct arena *a, const struct compiled_loop *l)
{
    if (!l->label || l->length < 0)
        return "label or length not set";
    if (is_known(l->k) && !(l->k.value > 0))
        return "k is not positive";
    for (size_t i = 0; i < l->n_areas; i++) {
        const char *why = counts_check(a, &l->areas[i].counts, true);
        if (why)
            return why;
    }
    const char *why = counts_check(a, &l->counts, true);
    why = why ? why : pairs_check(l);
    why = why ? why : blocks_check(l->body);
    why = why ? why : pass_bounds_check(l);
    return why ? why : recurrence_check(a, &l->recurrence);
}

/* ---- calls ---- */

static const char text_of_calls[] = " inside: the callee is not in the bound";

/* Returns the index of the note about calls; their number = there is none. */
static size_t find_note_of_calls(const struct notes *notes)
{
    size_t i = 0;
    while (i < notes->n && !strstr(notes->at[i], text_of_calls))
        i++;
    return i;
}

bool has_note_of_calls(const struct notes *notes)
{
    return find_note_of_calls(notes) < notes->n;
}

void note_calls(struct arena *a, struct notes *notes, size_t n)
{
    size_t at = find_note_of_calls(notes);
    const char *text = arena_printf(a, "%zu call%s%s", n, n == 1 ? "" : "s", text_of_calls);
    if (at == notes->n && n)
        note_text(a, notes, text);
    else if (n)
        notes->at[at] = text;
    else if (at < notes->n) {
        notes->n--;
        memmove(notes->at + at, notes->at + at + 1, (notes->n - at) * sizeof *notes->at);
    }
}
