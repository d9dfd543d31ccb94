/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Register allocation: replaces virtual registers by real ones, procedure by procedure. */
#include "lab/code/allocate.h"

#include <stdlib.h>
#include <string.h>

static void collect_register(struct allocation *s, lab_reg r)
{
    if (r != 0 && is_virtual(r))
        s->v[virtual_index(r)].reg = r;
}

static void collect_inst(struct allocation *s, struct lab_inst *i, double weight)
{
    struct operand at[OPERANDS];
    int n = inst_operands(i, at);

    for (int k = 0; k < n; k++) {
        collect_register(s, *at[k].reg);
        if (is_virtual(*at[k].reg))
            s->v[virtual_index(*at[k].reg)].cost += weight;
        s->needs_block |= *at[k].reg == lab_register(LAB_CEU, LAB_CP);
        s->needs_frame |= *at[k].reg == lab_register(LAB_CEU, LAB_FP);
    }
}

static void collect_ir_inst(struct allocation *s, struct ir_inst *i, double weight)
{
    if (i->op == IR_INST)
        collect_inst(s, &i->inst, weight);
    if (i->op == IR_RETURN)
        collect_register(s, i->inst.s[0]);
    if (i->op != IR_CALL)
        return;
    s->leaf = false;
    collect_register(s, i->inst.d);
    collect_register(s, i->pointer);
    for (uint32_t k = 0; k < i->n_args; k++)
        collect_register(s, i->args[k]);
}

static double block_weight(const struct ir_procedure *p, const struct ir_block *b)
{
    double weight = 1;
    for (int l = b->loop; l >= 0 && weight < 1e12; l = p->loops.at[l].parent)
        weight *= 10;
    return weight;
}

/* Returns whether i gives the same result wherever it is repeated. */
static bool is_repeatable(const struct ir_inst *i)
{
    if (i->op != IR_INST)
        return false;
    if (i->inst.op == LAB_MOVI8)
        return true;
    if (i->inst.op == LAB_LD8 && i->inst.base == lab_register(LAB_CEU, LAB_CP))
        return true;
    return i->inst.op == LAB_SADD8 && i->inst.immediate[1] && i->inst.scale == 0 &&
           (i->inst.s[0] == lab_register(LAB_CEU, LAB_FP) ||
            i->inst.s[0] == lab_register(LAB_CEU, LAB_CP));
}

/* Finds registers whose only definition can be repeated. */
static void find_rematerializable(struct allocation *s)
{
    uint8_t *definitions = xmalloc(s->n + 1);

    memset(definitions, 0, s->n + 1);
    for (size_t b = 0; b < s->p->blocks.n; b++)
        for (size_t k = 0; k < s->p->blocks.at[b]->code.n; k++) {
            const struct ir_inst *i = &s->p->blocks.at[b]->code.at[k];
            if (i->op == IR_RETURN || !is_virtual(i->inst.d))
                continue;
            uint8_t *n = &definitions[virtual_index(i->inst.d)];
            struct virtual *v = &s->v[virtual_index(i->inst.d)];
            *n = *n < 2 ? *n + 1 : 2;
            v->remat = NULL;
            if (*n > 1 || !is_repeatable(i) || v->temporary)
                continue;
            struct lab_inst *copy = ARENA_NEW(s->arena, struct lab_inst);
            *copy = i->inst;
            v->remat = copy;
        }
    for (uint32_t k = 0; k < s->p->n_params; k++)
        if (s->p->params[k] != 0)
            s->v[virtual_index(s->p->params[k])].remat = NULL;
    if (s->p->params_more != 0)
        s->v[virtual_index(s->p->params_more)].remat = NULL;
    free(definitions);
}

void allocation_collect(struct allocation *s)
{
    const struct ir_procedure *p = s->p;

    for (uint32_t k = 0; k < p->n_params; k++)
        collect_register(s, p->params[k]);
    collect_register(s, p->params_more);
    for (uint32_t v = 0; v < s->n; v++) {
        s->v[v].cost = 0;
        s->v[v].forbidden = 0;
        s->v[v].real = 0;
        memset(s->v[v].preferred, 0, sizeof s->v[v].preferred);
    }
    for (size_t b = 0; b < p->blocks.n; b++) {
        struct ir_block *block = p->blocks.at[b];
        double weight = block_weight(p, block);
        for (size_t i = 0; i < block->code.n; i++)
            collect_ir_inst(s, &block->code.at[i], weight);
        if (block->end == END_BRANCH)
            collect_inst(s, &block->compare, weight);
    }
    find_rematerializable(s);
}

static uint64_t register_range(int from, int to)
{
    return ((UINT64_C(2) << to) - 1) & ~((UINT64_C(1) << from) - 1);
}

static void set_allocatable_registers(struct allocation *s)
{
    s->preserved[LAB_FPU] = register_range(16, 63);
    s->preserved[LAB_IPU] = register_range(12, 30);
    s->preserved[LAB_CEU] = register_range(15, 30);
    s->allocatable[LAB_FPU] = register_range(0, 63);
    s->allocatable[LAB_IPU] = register_range(0, 30) & ~register_range(SCRATCH_I, SCRATCH_I);
    s->allocatable[LAB_CEU] = register_range(0, 30) & ~register_range(RETURN_C, RETURN_C);
    if (s->leaf && s->needs_block)
        s->allocatable[LAB_CEU] &= ~register_range(BLOCK_C, BLOCK_C);
}

static void allocate_procedure(struct allocation *s, struct lab_flow *f)
{
    s->leaf = true;
    s->is_main = strcmp(s->p->name, "main") == 0;
    allocation_grow(s, s->p->n_virtual);
    allocation_collect(s);
    set_allocatable_registers(s);
    allocation_live(s);
    while (!allocation_color(s)) {
        allocation_spill(s);
        allocation_collect(s);
        allocation_live(s);
    }
    allocation_emit(s, f);
    allocation_block(s);
    arena_free(&s->live_arena);
}

struct lab_flow *kfc_allocate(struct arena *a, struct ir_unit *u, const struct kfc_options *o,
                              size_t *n)
{
    struct lab_flow *flows = ARENA_ARRAY(a, struct lab_flow, u->procedures.n);
    uint32_t label = 0;

    *n = u->procedures.n;
    for (size_t i = 0; i < u->procedures.n; i++) {
        struct allocation s = {
            .arena = a, .unit = u, .p = u->procedures.at[i], .options = o, .first_label = label};
        allocate_procedure(&s, &flows[i]);
        label += (uint32_t)s.p->blocks.n;
    }
    return flows;
}
