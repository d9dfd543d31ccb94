/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Liveness of virtual registers during allocation. */
#include "lab/code/allocate.h"

#include <stdlib.h>
#include <string.h>

static void add_operand(struct operand at[], int *n, lab_reg *r, bool read, bool written)
{
    if (*r != 0)
        at[(*n)++] = (struct operand){r, read, written};
}

int inst_operands(struct lab_inst *i, struct operand at[OPERANDS])
{
    int n = 0, source = 0;

    for (const char *p = lab_operation(i->op)->operands; *p != 0 && *p != ' '; p++) {
        if (strchr("ficr", *p)) {
            if (!i->immediate[source])
                add_operand(at, &n, &i->s[source], true, false);
            source++;
        } else if (strchr("FICR", *p))
            add_operand(at, &n, &i->d, false, true);
        else if (*p == 'G' || *p == 'H')
            add_operand(at, &n, &i->d, true, true);
        else if (*p == 'm' || (*p == 'T' && !i->target))
            add_operand(at, &n, &i->base, true, false);
    }
    return n;
}

/* Returns whether liveness of r is computed: virtual registers without a slot. */
static bool is_tracked(const struct allocation *s, lab_reg r)
{
    return is_virtual(r) && s->v[virtual_index(r)].slot == 0;
}

static void step_registers(struct allocation *s, bits live, struct lab_inst *i)
{
    struct operand at[OPERANDS];
    int n = inst_operands(i, at);

    for (int k = 0; k < n; k++)
        if (at[k].written && !at[k].read && is_tracked(s, *at[k].reg))
            bits_drop(live, virtual_index(*at[k].reg));
    for (int k = 0; k < n; k++)
        if (at[k].read && is_tracked(s, *at[k].reg))
            bits_add(live, virtual_index(*at[k].reg));
}

static void add_live(struct allocation *s, bits live, lab_reg r)
{
    if (r != 0 && is_tracked(s, r))
        bits_add(live, virtual_index(r));
}

/* Updates live from after instruction i to before it. */
static void step_back(struct allocation *s, bits live, struct ir_inst *i)
{
    switch (i->op) {
    case IR_INST:
        step_registers(s, live, &i->inst);
        break;
    case IR_CALL:
        if (i->inst.d != 0 && is_tracked(s, i->inst.d))
            bits_drop(live, virtual_index(i->inst.d));
        for (uint32_t k = 0; k < i->n_args; k++)
            add_live(s, live, i->args[k]);
        add_live(s, live, i->pointer);
        break;
    case IR_RETURN:
        add_live(s, live, i->inst.s[0]);
        break;
    case IR_ADDRESS:
        bug("register allocation of %s: an IR_ADDRESS is left", s->p->name);
    }
}

void allocation_walk(struct allocation *s, size_t block, live_visit *visit, void *with)
{
    struct ir_block *b = s->p->blocks.at[block];
    size_t words = bits_words(s->n);
    bits live = xmalloc(words * sizeof *live + 1);

    memcpy(live, s->live[block], words * sizeof *live);
    if (b->end == END_BRANCH) {
        struct ir_inst compare = {.op = IR_INST, .inst = b->compare};
        step_back(s, live, &compare);
    }
    for (size_t i = b->code.n; i-- > 0;) {
        if (visit)
            visit(s, &b->code.at[i], live, with);
        step_back(s, live, &b->code.at[i]);
    }
    if (!visit)
        memcpy(with, live, words * sizeof *live);
    free(live);
}

/* Adds the registers live into the successors of a block to those live at its end. Returns
 * whether any were added. */
static bool merge_live_in(struct allocation *s, size_t block, bits *in, const size_t next[2])
{
    bool grew = false;

    for (int k = 0; k < 2; k++)
        for (size_t w = 0; next[k] < s->p->blocks.n && w < bits_words(s->n); w++) {
            uint64_t more = in[next[k]][w] & ~s->live[block][w];
            grew |= more != 0;
            s->live[block][w] |= more;
        }
    return grew;
}

static void find_successors(const struct ir_procedure *p, size_t (*next)[2])
{
    for (size_t i = 0; i < p->blocks.n; i++)
        p->blocks.at[i]->id = (uint32_t)i;
    for (size_t i = 0; i < p->blocks.n; i++) {
        const struct ir_block *b = p->blocks.at[i];
        next[i][0] = next[i][1] = p->blocks.n;
        if (b->end == END_JUMP || b->end == END_BRANCH)
            next[i][0] = b->next[0]->id;
        if (b->end == END_BRANCH)
            next[i][1] = b->next[1]->id;
    }
}

void allocation_live(struct allocation *s)
{
    size_t blocks = s->p->blocks.n, words = bits_words(s->n);
    struct arena a = {0};
    bits *in = ARENA_ARRAY(&a, bits, blocks);
    size_t(*next)[2] = arena_alloc(&a, blocks * sizeof *next);
    bool again = true;

    arena_free(&s->live_arena);
    s->live = ARENA_ARRAY(&s->live_arena, bits, blocks);
    for (size_t i = 0; i < blocks; i++) {
        in[i] = ARENA_ARRAY(&a, uint64_t, words);
        s->live[i] = ARENA_ARRAY(&s->live_arena, uint64_t, words);
        allocation_walk(s, i, NULL, in[i]);
    }
    find_successors(s->p, next);
    while (again) {
        again = false;
        for (size_t i = blocks; i-- > 0;)
            if (merge_live_in(s, i, in, next[i])) {
                again = true;
                allocation_walk(s, i, NULL, in[i]);
            }
    }
    arena_free(&a);
}
