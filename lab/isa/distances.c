/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes least distances between pairs from the machine file. Assumptions where no source is
 * known: a floating-point test has the same latency to a branch as other operations of its class to
 * their use; a move between FPU registers is such an operation; the result of a load, a move
 * between units or a lock has the same latency for every consumer that the file does not name. */
#include "lab/isa/isa.h"
#include "base/util.h"

#include <math.h>

static enum ksr_kind kind_of(const struct lab_inst *i)
{
    return (enum ksr_kind)lab_operation(i->op)->kind;
}

static enum op_class class_of_half(const struct lab_inst *i)
{
    return lab_half(i) == LAB_LEFT ? OP_LEFT : OP_RIGHT;
}

/* Returns the operation class of the machine file. */
static enum op_class class_of(const struct lab_inst *i)
{
    bool fpu = lab_reg_unit(i->d) == LAB_FPU;
    enum op_class class = ksr_row_class(lab_operation(i->op));
    if (class != OP_CLASSES)
        return class;
    switch (kind_of(i)) {
    case KSR_LOAD:
        return fpu ? OP_LFL : OP_LI;
    case KSR_STORE:
        return lab_reg_unit(i->s[0]) == LAB_FPU ? OP_SFL : OP_SI;
    case KSR_MOVE:
        return fpu ? OP_FMISC : class_of_half(i);
    case KSR_MOVE_IN:
        return OP_RIGHT;
    default:
        return class_of_half(i);
    }
}

static bool is_transfer(const struct lab_inst *i)
{
    enum ksr_kind kind = kind_of(i);
    return kind == KSR_MOVE_IN || kind == KSR_MOVE_OUT || kind == KSR_MOVE_BETWEEN;
}

/* Returns the latency that the file gives for this operation alone; missing: its class applies. */
static struct quantity own_latency(const struct machine *m, const struct lab_inst *i)
{
    switch (kind_of(i)) {
    case KSR_DIVIDE:
        return m->divide;
    case KSR_SQRT:
        return m->square_root;
    case KSR_MULTIPLY:
        return m->multiply_integer;
    case KSR_QUOTIENT:
        return m->divide_integer;
    default:
        return is_transfer(i) ? m->transfer : missing("");
    }
}

/* Converts a quantity to pairs. A missing one is an internal error: lab_machine_lacks() excludes
 * it. */
static int pairs(struct quantity q)
{
    if (!is_known(q))
        bug("a machine other than a KSR1 reached the lab: %s", q.missing);
    return (int)ceil(q.value);
}

/* Returns whether a linked triad reads that source as its addend. */
static bool is_addend(const struct lab_inst *i, int source)
{
    if (kind_of(i) != KSR_TRIAD)
        return false;
    if (i->op == LAB_FADM8 || i->op == LAB_FSUM8)
        return source == 0;
    return source == LAB_READS_D && i->op != LAB_FMAM8 && i->op != LAB_FMSM8;
}

int lab_distance(const struct machine *m, const struct lab_inst *producer,
                 const struct lab_inst *consumer, int source)
{
    struct quantity own = own_latency(m, producer);
    if (is_known(own))
        return pairs(own);
    bool left = (kind_of(producer) == KSR_PLAIN || kind_of(producer) == KSR_SELECT) &&
                lab_reg_unit(producer->d) == LAB_IPU;
    if (left && consumer->op == LAB_MOVB8 && is_known(m->left_to_transfer))
        return pairs(m->left_to_transfer);
    return pairs(
        machine_latency(m, class_of(producer), class_of(consumer), is_addend(consumer, source)));
}

int lab_latency(const struct machine *m, const struct lab_inst *producer)
{
    struct quantity own = own_latency(m, producer);
    if (kind_of(producer) == KSR_STORE)
        return 0;
    return pairs(is_known(own) ? own : m->latency[class_of(producer)]);
}

static int max_known(int a, struct quantity q)
{
    return is_known(q) && ceil(q.value) > a ? (int)ceil(q.value) : a;
}

int lab_reach(const struct machine *m, const struct lab_inst *producer)
{
    enum op_class c = class_of(producer);
    int most = lab_latency(m, producer);
    for (int to = 0; to < FORWARD_INPUTS; to++)
        most = max_known(most, m->forward[c][to]);
    return lab_uses_port(producer) ? max_known(most, m->store_behind_triad) : most;
}

int lab_longest_distance(const struct machine *m)
{
    const struct quantity own[] = {
        m->divide,   m->square_root,      m->multiply_integer,  m->divide_integer,
        m->transfer, m->left_to_transfer, m->store_behind_triad};
    int most = 1;
    for (size_t i = 0; i < COUNT_OF(own); i++)
        most = max_known(most, own[i]);
    for (int c = 0; c < OP_CLASSES; c++) {
        most = max_known(most, m->latency[c]);
        for (int to = 0; to < FORWARD_INPUTS; to++)
            most = max_known(most, m->forward[c][to]);
    }
    return most;
}

bool lab_uses_port(const struct lab_inst *first)
{
    return kind_of(first) == KSR_TRIAD;
}

int lab_port_distance(const struct machine *m, const struct lab_inst *first,
                      const struct lab_inst *second)
{
    bool meet = kind_of(first) == KSR_TRIAD && kind_of(second) == KSR_STORE &&
                lab_reg_unit(second->s[0]) == LAB_FPU;
    return meet && is_known(m->store_behind_triad) ? pairs(m->store_behind_triad) : 0;
}

const char *lab_machine_lacks(const struct machine *m)
{
    static const enum op_class needed[] = {OP_FA,  OP_FM, OP_FMA,  OP_FMISC,
                                           OP_LFL, OP_LI, OP_LEFT, OP_RIGHT};
    if (m->isa != MACHINE_KSR1)
        return "this machine is not a KSR1; use --machine=ksr1 or a file with the line isa ksr1";
    for (size_t i = 0; i < COUNT_OF(needed); i++)
        if (!is_known(m->latency[needed[i]]))
            return m->latency[needed[i]].missing;
    return NULL;
}
