/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops in which no address advances by a constant. An unrolled loop repeats the work of the source
 * loop, so a loop is not unrolled if its pass has an operation of the source loop once. */
#include "x86-asm/body.h"

#include <string.h>

/* ---- work ---- */

/* Returns the number of elements that operations of the pass process, by class: arithmetic, and
 * loads and stores whose address is not the same in every pass. */
static struct counts varying_work(const struct x86_body *b)
{
    struct counts work = {{0}};
    for (size_t i = 0; i < b->n; i++) {
        const struct x86_operation *o = &b->at[i];
        const struct instruction *f = &o->fact;
        int n = f->elements > 1 ? f->elements : 1;
        if (f->class == OP_FA || f->class == OP_FM || f->class == OP_FMA)
            work.n[f->class] += n;
        if (x86_is_fixed_address(b, o))
            continue;
        if (f->load_bytes)
            work.n[f->load_class] += n;
        if (f->store_bytes)
            work.n[f->store_class] += n;
    }
    return work;
}

/* ---- exits ---- */

/* Returns the number of blocks from which control can leave the loop. */
static uint32_t count_exits(const struct x86_body *b)
{
    const struct x86_flow *f = b->flow;
    const struct x86_nest *l = &f->loops.at[b->loop];
    uint32_t n = 0;
    for (uint32_t p = l->from; p < l->to; p++) {
        uint32_t block = f->order.at[p];
        bool leaves = false;
        for (uint32_t i = 0; i < f->blocks.at[block].n_edges; i++)
            leaves |= !x86_loop_has(f, b->loop, x86_edges(f, block)[i].to);
        n += leaves;
    }
    return n;
}

/* Returns true if the pass may update a counter in memory. */
static bool may_count_in_memory(const struct x86_body *b)
{
    for (size_t i = 0; i < b->n; i++)
        if (b->at[i].fact.store_bytes && b->at[i].fact.store_class == OP_SI &&
            x86_is_fixed_address(b, &b->at[i]))
            return true;
    return false;
}

/* Returns true for operations on several elements. Scalar code also uses packed moves and logical
 * operations, and packed constants. */
static bool is_packed_work(const struct x86_body *b, const struct x86_operation *o)
{
    const struct instruction *f = &o->fact;
    bool accesses = f->load_bytes || f->store_bytes;
    if (f->elements < 2 || (accesses && x86_is_fixed_address(b, o)))
        return false;
    return accesses || (f->class != OP_FMISC && f->work.base != FORM_VMOVE);
}

static bool has_packed_work(const struct x86_body *b)
{
    for (size_t i = 0; i < b->n; i++)
        if (is_packed_work(b, &b->at[i]))
            return true;
    return false;
}

/* ---- addresses from memory ---- */

static bool has_root(const struct x86_sum *s, uint32_t root)
{
    for (int i = 0; i < s->n; i++)
        if (s->term[i].root == root)
            return true;
    return false;
}

/* Returns true if the next pass begins with a register that this pass loads once, at an address
 * that the register has on entry: p = p->next. An unrolled loop has such a load for each iteration,
 * and the address of each but the first is the result of another one. */
static bool loads_next_address(const struct x86_body *b)
{
    for (uint32_t r = 0; r < X86_VECTOR; r++) {
        const struct x86_sum *last = &b->last[r];
        if (last->n != 1 || last->term[0].factor != 1 || last->term[0].root < X86_ROOT_RESULT ||
            last->term[0].root - X86_ROOT_RESULT >= b->n)
            continue;
        const struct x86_operation *o = &b->at[last->term[0].root - X86_ROOT_RESULT];
        if (o->fact.load_bytes == 8 && o->has_address && o->area < 0 && has_root(&o->address, r))
            return true;
    }
    return false;
}

/* ---- result ---- */

static bool is_call(const struct x86_operation *o)
{
    return x86_control(&o->step->is) == X86_CALLS;
}

static bool same_callee(const struct x86_operation *a, const struct x86_operation *b)
{
    const struct x86_text *s = &a->step->is.at[0].symbol, *t = &b->step->is.at[0].symbol;
    return s->n == t->n && (s->n == 0 || memcmp(s->at, t->at, s->n) == 0);
}

static bool calls(const struct x86_body *b)
{
    for (size_t i = 0; i < b->n; i++)
        if (is_call(&b->at[i]))
            return true;
    return false;
}

/* Returns true if the pass has one call of some procedure. */
static bool calls_once(const struct x86_body *b)
{
    for (size_t i = 0; i < b->n; i++) {
        size_t n = 0;
        for (size_t j = 0; j < b->n && is_call(&b->at[i]); j++)
            n += is_call(&b->at[j]) && same_callee(&b->at[i], &b->at[j]);
        if (n == 1)
            return true;
    }
    return false;
}

const char *x86_once_in_a_pass(const struct x86_body *b, bool counts)
{
    static const char *const names[OP_CLASSES] = {[OP_FA] = "one floating-point addition",
                                                  [OP_FM] = "one floating-point multiplication",
                                                  [OP_FMA] = "one fused multiply-add",
                                                  [OP_LFL] = "one floating-point load",
                                                  [OP_SFL] = "one floating-point store",
                                                  [OP_LI] = "one integer load",
                                                  [OP_SI] = "one integer store"};
    struct counts work = varying_work(b);
    if (loads_next_address(b))
        return "one load of the address that the next pass uses";
    if (calls(b))
        return calls_once(b) ? "a call" : NULL;
    for (int c = 0; c < OP_CLASSES; c++)
        if (names[c] && work.n[c] == 1)
            return names[c];
    return !counts && !has_packed_work(b) && !may_count_in_memory(b) && count_exits(b) < 2
               ? "one exit"
               : NULL;
}
