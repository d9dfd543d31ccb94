/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/facts/sound.h"

#include <limits.h>
#include <math.h>

/* What a program of billions of operations does not reach; sums, products and quotients of such
 * numbers stay finite. */
#define MOST 1e30
#define LEAST 1e-30

bool sound_number(double n)
{
    return n == 0 || (n >= LEAST && n <= MOST);
}

/* A line, a length in pairs. */
static bool place(long n)
{
    return n >= 0 && n <= INT_MAX;
}

static bool counts(const struct counts *c)
{
    bool ok = true;
    for (int i = 0; i < OP_CLASSES; i++)
        ok &= sound_number(c->n[i]);
    return ok;
}

static bool recurrence(const struct recurrence *r)
{
    bool ok = r->n == 0 || (r->distance > 0 && sound_number(r->latency));
    for (size_t i = 0; i < r->n; i++)
        ok &= sound_number(r->at[i].latency) && place(r->at[i].line);
    return ok;
}

static bool parts(const struct op_parts *p)
{
    bool ok = true;
    for (size_t i = 0; i < p->n; i++)
        ok &= p->at[i].class <= OP_SFL && p->at[i].bytes >= 0 && p->at[i].lanes >= 0 &&
              p->at[i].reassociated >= 0 && p->at[i].stride >= 0 && p->at[i].shared > 0 &&
              p->at[i].shared <= INT_MAX && sound_number(p->at[i].n);
    return ok;
}

static bool blocks(const struct source_loop *l)
{
    bool ok = true;
    for (size_t b = 0; b < l->n_blocks; b++) {
        const struct block *block = &l->blocks[b];
        ok &= place(block->line) && place(block->end_line) && place(block->decided) &&
              counts(&block->counts) && parts(&block->parts) && block->within >= -1 &&
              block->within < (int)b;
    }
    return ok;
}

static bool is_reference(const struct source_loop *l, int i)
{
    return i >= -1 && (i < 0 || (size_t)i < l->n_refs);
}

static bool references(const struct source_loop *l)
{
    bool ok = true;
    for (size_t i = 0; i < l->n_refs; i++)
        ok &= l->refs[i].array && place(l->refs[i].line) && l->refs[i].base >= -1 &&
              l->refs[i].walk >= 0;
    for (size_t i = 0; i < l->n_deps; i++)
        ok &= is_reference(l, l->deps[i].from) && is_reference(l, l->deps[i].to);
    for (size_t i = 0; i < l->n_ops; i++)
        ok &= place(l->ops[i].line) && sound_number(l->ops[i].n);
    return ok;
}

bool sound_source(const struct source_loop *l, size_t at)
{
    return l->id && l->file && l->routine && place(l->line) && place(l->end_line) &&
           l->parent >= -1 && l->parent < (int)at && counts(&l->counts) &&
           sound_number(l->flops8) && sound_number(l->flops4) && l->stride >= -INT_MAX &&
           l->stride <= INT_MAX && recurrence(&l->recurrence) && recurrence(&l->reassociated) &&
           parts(&l->parts) && blocks(l) && references(l);
}

static bool areas(const struct compiled_loop *l)
{
    bool ok = true;
    for (size_t i = 0; i < l->n_areas; i++) {
        const struct area *a = &l->areas[i];
        ok &= a->target && place(a->begin) && place(a->end) && place(a->source_line) &&
              place(a->source_end_line) && place(a->length) && a->length <= l->length &&
              counts(&a->counts);
    }
    return ok;
}

static bool pass_bound(const struct pass_bound *b)
{
    return !b->limit || !is_known(b->cycles) || sound_number(b->cycles.value);
}

bool sound_compiled(const struct compiled_loop *l)
{
    return l->label && place(l->length) && place(l->line) && place(l->end_line) &&
           place(l->asm_line) && place(l->asm_end_line) && counts(&l->counts) &&
           (!is_known(l->k) || (l->k.value >= 1 && l->k.value <= MOST)) &&
           recurrence(&l->recurrence) && areas(l) && counts(&l->elements) && pass_bound(&l->mac) &&
           pass_bound(&l->macs);
}
