/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interprets flows and texts of pairs of the lab for the tests of the schedulers. Integers are
 * exact; a floating-point result is a hash of its operands, so that another order of dependent
 * operations gives another number. Reads that are too early are recorded. Pairs, delay pairs and
 * quashing are those of spec/ksr1.md. */
#ifndef TESTS_UNIT_LAB_RUN_H
#define TESTS_UNIT_LAB_RUN_H

#include "lab/isa/isa.h"
#include "lab/schedule/schedule.h"

#include <string.h>

enum { RUN_MEMORY = 4096, RUN_STEPS = 100000 };
struct run {
    const struct machine *m;
    uint64_t r[5][64]; /* by unit; unit 0: [0] the condition */
    uint64_t memory[RUN_MEMORY / 8];
    long pairs;       /* pairs executed */
    bool wild, early; /* an access outside the memory; a result that is read too early */
    bool endless;
    struct run_writer {
        const struct lab_inst *inst;
        long clock;
    } by[5][64];
};

static inline uint64_t run_mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0xff51afd7ed558ccdu;
    return h ^ h >> 29;
}

static inline uint64_t *run_reg(struct run *x, lab_reg r)
{
    return &x->r[lab_reg_unit(r)][lab_reg_number(r) & 63];
}

static inline void run_look(struct run *x, const struct lab_inst *i, lab_reg r, int source)
{
    const struct run_writer *w = &x->by[lab_reg_unit(r)][lab_reg_number(r) & 63];
    if (w->inst && x->pairs - w->clock < lab_distance(x->m, w->inst, i, source))
        x->early = true;
}

static inline uint64_t run_source(struct run *x, const struct lab_inst *i, int k)
{
    if (i->immediate[k])
        return (uint64_t)i->imm;
    if (i->s[k])
        run_look(x, i, i->s[k], k);
    return i->s[k] ? *run_reg(x, i->s[k]) : 0;
}

static inline uint64_t *run_memory(struct run *x, const struct lab_inst *i)
{
    run_look(x, i, i->base, LAB_READS_BASE);
    uint64_t at = *run_reg(x, i->base) + (uint64_t)i->offset;
    if (at % 8 || at >= RUN_MEMORY) {
        x->wild = true;
        at = 0;
    }
    return &x->memory[at / 8];
}

/* Returns the result of an instruction; 0 for stores and branches. */
static inline uint64_t run_value(struct run *x, const struct lab_inst *i, uint64_t moved)
{
    uint64_t a = run_source(x, i, 0), b = run_source(x, i, 1);
    switch (i->op) {
    case LAB_ADD8:
    case LAB_SADD8:
        return a + b;
    case LAB_SUB8:
    case LAB_SSUB8:
        return a - b;
    case LAB_ITSTGE8:
        return (int64_t)a >= (int64_t)b;
    case LAB_ITSTGT8:
        return (int64_t)a > (int64_t)b;
    case LAB_MOVI8:
        return (uint64_t)i->imm;
    case LAB_MOV8:
    case LAB_MOVB8:
        return a;
    case LAB_MOVIN8:
        return moved;
    case LAB_LD8:
        return *run_memory(x, i);
    default:
        break;
    }
    uint64_t h = run_mix(run_mix((uint64_t)i->op, a), b);
    if (lab_reads_destination(i->op)) {
        run_look(x, i, i->d, LAB_READS_D);
        h = run_mix(h, *run_reg(x, i->d));
    }
    if (lab_reads_condition(i->op)) {
        run_look(x, i, 0, LAB_READS_CONDITION);
        h = run_mix(h, x->r[0][0]);
    }
    return h;
}

static inline void run_write(struct run *x, const struct lab_inst *i, uint64_t value)
{
    bool condition = lab_writes_condition(i->op);
    if (lab_is_nop(i) || lab_is_branch(i->op) || (!i->d && !condition))
        return;
    lab_reg d = condition ? 0 : i->d;
    struct run_writer *w = &x->by[lab_reg_unit(d)][lab_reg_number(d) & 63];
    if (w->inst && x->pairs + lab_latency(x->m, i) <= w->clock + lab_latency(x->m, w->inst))
        x->early = true;
    *w = (struct run_writer){i, x->pairs};
    *run_reg(x, d) = value;
}

static inline void run_pair(struct run *x, const struct lab_pair *p)
{
    const struct lab_inst *l = &p->left, *r = &p->right;
    bool late = r->op == LAB_MOVB8;
    uint64_t moved = r->op == LAB_MOVOUT8 ? run_source(x, r, 0) : 0;
    uint64_t right = late || lab_is_branch(r->op) ? 0 : run_value(x, r, 0);
    uint64_t left = run_value(x, l, moved), stored = r->op == LAB_ST8 ? run_source(x, r, 0) : 0;
    uint64_t *to = r->op == LAB_ST8 ? run_memory(x, r) : NULL;
    run_write(x, l, left);
    run_write(x, r, late ? run_value(x, r, 0) : right);
    if (to)
        *to = stored;
}

static inline bool run_taken(struct run *x, const struct lab_inst *i)
{
    switch (i->op) {
    case LAB_BCC_QN:
    case LAB_BCC_QT:
    case LAB_BCC_QF:
        run_look(x, i, 0, LAB_READS_CONDITION);
        return !x->r[0][0];
    case LAB_BCS_QN:
    case LAB_BCS_QT:
    case LAB_BCS_QF:
        run_look(x, i, 0, LAB_READS_CONDITION);
        return x->r[0][0];
    default:
        return true;
    }
}

/* Runs a flow in the order of its instructions, each long after the previous one. */
static inline void run_flow(struct run *x, const struct lab_flow *f)
{
    size_t b = 0;
    for (long steps = 0; b < f->blocks.n; steps++) {
        const struct lab_flow_block *at = &f->blocks.at[b];
        const struct lab_inst *jump = NULL;
        if (steps > RUN_STEPS) {
            x->endless = true;
            return;
        }
        for (size_t i = 0; i < at->code.n; i++) {
            struct lab_pair p = {.left = {.op = LAB_FINOP}, .right = {.op = LAB_CXNOP}};
            const struct lab_inst *inst = &at->code.at[i];
            if (lab_is_branch(inst->op)) {
                jump = inst;
                continue;
            }
            *(lab_half(inst) == LAB_LEFT ? &p.left : &p.right) = *inst;
            if (inst->op == LAB_MOVOUT8)
                p.left = at->code.at[++i];
            x->pairs++;
            memset(x->by, 0, sizeof x->by);
            run_pair(x, &p);
        }
        memset(x->by, 0, sizeof x->by);
        bool goes = jump && run_taken(x, jump);
        if (goes && !jump->target)
            return;
        b++;
        for (size_t k = 0; goes && k < f->blocks.n; k++)
            for (size_t l = 0; l < f->blocks.at[k].labels.n; l++)
                if (strcmp(f->blocks.at[k].labels.at[l], jump->target) == 0)
                    b = k;
    }
}

static inline size_t run_label(const struct lab_text *t, const char *name)
{
    for (size_t l = 0; name && l < t->labels.n; l++)
        if (strcmp(t->labels.at[l].name, name) == 0)
            return t->labels.at[l].pair;
    return t->pairs.n;
}

/* Runs a text pair by pair, from its first pair to a jump by a register. */
static inline void run_text(struct run *x, const struct lab_text *t)
{
    size_t pc = 0, target = 0;
    int jump_in = 0, quashed = 0;
    memset(x->by, 0, sizeof x->by);
    while (pc < t->pairs.n && !x->endless) {
        const struct lab_inst *j = &t->pairs.at[pc].right;
        if (!quashed) {
            bool is = lab_is_branch(j->op), taken = is && run_taken(x, j);
            bool qt = j->op == LAB_BCC_QT || j->op == LAB_BCS_QT;
            bool qf = j->op == LAB_BCC_QF || j->op == LAB_BCS_QF;
            run_pair(x, &t->pairs.at[pc]);
            if (taken) {
                jump_in = 3;
                target = run_label(t, j->target);
            }
            if (is && (taken ? qt : qf))
                quashed = 3;
        }
        quashed -= quashed > 0;
        pc = jump_in && --jump_in == 0 ? target : pc + 1;
        x->endless = ++x->pairs > 8L * RUN_STEPS;
    }
}

#endif
