/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/facts/valid.h"

#include <limits.h>
#include <math.h>

/* Limits of valid values, far from those of real programs. Sums, products and quotients within them
 * are finite. */
#define MAX_VALUE 1e30
#define MIN_VALUE 1e-30

bool is_valid_number(double n)
{
    return n == 0 || (n >= MIN_VALUE && n <= MAX_VALUE);
}

/* Checks a line number, or a length in pairs. */
static bool is_valid_place(long n)
{
    return n >= 0 && n <= INT_MAX;
}

static bool are_valid_counts(const struct counts *c)
{
    bool ok = true;
    for (int i = 0; i < OP_CLASSES; i++)
        ok &= is_valid_number(c->n[i]);
    return ok;
}

static bool is_valid_recurrence(const struct recurrence *r)
{
    bool ok = r->n == 0 || (r->distance > 0 && is_valid_number(r->latency));
    for (size_t i = 0; i < r->n; i++)
        ok &= is_valid_number(r->at[i].latency) && is_valid_place(r->at[i].line);
    return ok;
}

static bool are_valid_parts(const struct op_parts *p)
{
    bool ok = true;
    for (size_t i = 0; i < p->n; i++)
        ok &= p->at[i].class <= OP_SFL && p->at[i].bytes >= 0 && p->at[i].lanes >= 0 &&
              p->at[i].reassociated >= 0 && p->at[i].stride >= 0 && p->at[i].shared > 0 &&
              p->at[i].shared <= INT_MAX && is_valid_number(p->at[i].n);
    return ok;
}

static bool are_valid_blocks(const struct source_loop *l)
{
    bool ok = true;
    for (size_t b = 0; b < l->n_blocks; b++) {
        const struct block *block = &l->blocks[b];
        ok &= is_valid_place(block->line) && is_valid_place(block->end_line) &&
              is_valid_place(block->decided) && are_valid_counts(&block->counts) &&
              are_valid_parts(&block->parts) && block->within >= -1 && block->within < (int)b &&
              block->alternative >= -1 && block->alternative < (int)l->n_blocks;
    }
    return ok;
}

static bool is_reference(const struct source_loop *l, int i)
{
    return i >= -1 && (i < 0 || (size_t)i < l->n_refs);
}

static bool are_valid_references(const struct source_loop *l)
{
    bool ok = true;
    for (size_t i = 0; i < l->n_refs; i++)
        ok &= l->refs[i].array && is_valid_place(l->refs[i].line) && l->refs[i].base >= -1 &&
              l->refs[i].walk >= 0;
    for (size_t i = 0; i < l->n_deps; i++)
        ok &= is_reference(l, l->deps[i].from) && is_reference(l, l->deps[i].to);
    for (size_t i = 0; i < l->n_ops; i++)
        ok &= is_valid_place(l->ops[i].line) && is_valid_number(l->ops[i].n);
    return ok;
}

bool is_valid_source_loop(const struct source_loop *l, size_t at)
{
    return l->id && l->file && l->routine && is_valid_place(l->line) &&
           is_valid_place(l->end_line) && l->parent >= -1 && l->parent < (int)at &&
           are_valid_counts(&l->counts) && is_valid_number(l->flops8) &&
           is_valid_number(l->flops4) && l->stride >= -INT_MAX && l->stride <= INT_MAX &&
           is_valid_recurrence(&l->recurrence) && is_valid_recurrence(&l->reassociated) &&
           are_valid_parts(&l->parts) && are_valid_blocks(l) && are_valid_references(l);
}

static bool are_valid_areas(const struct compiled_loop *l)
{
    bool ok = true;
    for (size_t i = 0; i < l->n_areas; i++) {
        const struct area *a = &l->areas[i];
        ok &= a->target && is_valid_place(a->begin) && is_valid_place(a->end) &&
              is_valid_place(a->source_line) && is_valid_place(a->source_end_line) &&
              is_valid_place(a->length) && a->length <= l->length && are_valid_counts(&a->counts);
    }
    return ok;
}

static bool is_valid_pass_bound(const struct pass_bound *b)
{
    return !b->limit || !is_known(b->cycles) || is_valid_number(b->cycles.value);
}

static bool are_valid_frequencies(const struct body_frequencies *f)
{
    bool ok = !f || ((f->trip == 0 || f->trip >= 1) && is_valid_number(f->trip) &&
                     is_valid_number(f->mismatch));
    for (size_t i = 0; f && i < f->n_blocks; i++)
        ok &= is_valid_number(f->block[i]);
    for (size_t i = 0; f && i < f->n_edges; i++)
        ok &= is_valid_number(f->edge[i]);
    return ok;
}

bool is_valid_compiled_loop(const struct compiled_loop *l)
{
    return l->label && is_valid_place(l->length) && is_valid_place(l->line) &&
           is_valid_place(l->end_line) && is_valid_place(l->asm_line) &&
           is_valid_place(l->asm_end_line) && are_valid_counts(&l->counts) &&
           (!is_known(l->k) || (l->k.value >= 1 && l->k.value <= MAX_VALUE)) &&
           is_valid_recurrence(&l->recurrence) && are_valid_areas(l) &&
           are_valid_counts(&l->elements) && is_valid_pass_bound(&l->mac) &&
           is_valid_pass_bound(&l->macs) && is_valid_number(l->passes) &&
           are_valid_frequencies(l->frequencies);
}
