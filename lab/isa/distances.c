/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes least distances between pairs from the machine file. Assumptions where no source is
 * known: a floating-point test has the same latency to a branch as other operations of its class to
 * their use; a move between FPU registers is such an operation; the result of a load, a move
 * between units or a lock has the same latency for every consumer that the file does not name. */
#include "lab/isa/isa.h"
#include "base/util.h"

#include <math.h>

/* The source of an instruction's latency: the classes of opcodes.def. */
enum kind_of_time {
    TIMING_LEFT,
    TIMING_RIGHT,
    TIMING_FA,
    TIMING_FM,
    TIMING_FMA,
    TIMING_FMISC,
    TIMING_DIVIDE,
    TIMING_SQRT,
    TIMING_MULTIPLY,
    TIMING_QUOTIENT,
    TIMING_MOVE,
    TIMING_TRANSFER,
    TIMING_LOAD,
    TIMING_STORE,
    TIMING_BRANCH,
};
static const uint8_t timings[] = {
#define LAB_OP(NAME, mnemonic, half, operands, class, work) TIMING_##class,
#include "lab/isa/opcodes.def"
#undef LAB_OP
};

/* Returns the operation class of the machine file. */
static enum op_class class_of(const struct lab_inst *i)
{
    bool fpu = lab_reg_unit(i->d) == LAB_FPU;
    switch ((enum kind_of_time)timings[i->op]) {
    case TIMING_LEFT:
    case TIMING_MULTIPLY:
    case TIMING_QUOTIENT:
        return lab_reg_unit(i->d) == LAB_CEU ? OP_RIGHT : OP_LEFT;
    case TIMING_MOVE:
        return fpu ? OP_FMISC : lab_reg_unit(i->d) == LAB_CEU ? OP_RIGHT : OP_LEFT;
    case TIMING_FA:
        return OP_FA;
    case TIMING_FM:
    case TIMING_DIVIDE:
        return OP_FM;
    case TIMING_FMA:
        return OP_FMA;
    case TIMING_FMISC:
    case TIMING_SQRT:
        return OP_FMISC;
    case TIMING_LOAD:
        return fpu ? OP_LFL : OP_LI;
    case TIMING_STORE:
        return lab_reg_unit(i->s[0]) == LAB_FPU ? OP_SFL : OP_SI;
    default:
        return OP_RIGHT;
    }
}

/* Returns the latency that the file gives for this operation alone; missing: its class applies. */
static struct quantity own_latency(const struct machine *m, enum lab_opcode op)
{
    switch ((enum kind_of_time)timings[op]) {
    case TIMING_DIVIDE:
        return m->divide;
    case TIMING_SQRT:
        return m->square_root;
    case TIMING_MULTIPLY:
        return m->multiply_integer;
    case TIMING_QUOTIENT:
        return m->divide_integer;
    case TIMING_TRANSFER:
        return m->transfer;
    default:
        return missing("");
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
    if (timings[i->op] != TIMING_FMA)
        return false;
    if (i->op == LAB_FADM8 || i->op == LAB_FSUM8)
        return source == 0;
    return source == LAB_READS_D && i->op != LAB_FMAM8 && i->op != LAB_FMSM8;
}

int lab_distance(const struct machine *m, const struct lab_inst *producer,
                 const struct lab_inst *consumer, int source)
{
    struct quantity own = own_latency(m, producer->op);
    if (is_known(own))
        return pairs(own);
    bool left = timings[producer->op] == TIMING_LEFT && lab_reg_unit(producer->d) == LAB_IPU;
    if (left && consumer->op == LAB_MOVB8 && is_known(m->left_to_transfer))
        return pairs(m->left_to_transfer);
    return pairs(
        machine_latency(m, class_of(producer), class_of(consumer), is_addend(consumer, source)));
}

int lab_latency(const struct machine *m, const struct lab_inst *producer)
{
    struct quantity own = own_latency(m, producer->op);
    if (timings[producer->op] == TIMING_STORE)
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
    return timings[first->op] == TIMING_FMA;
}

int lab_port_distance(const struct machine *m, const struct lab_inst *first,
                      const struct lab_inst *second)
{
    bool meet = timings[first->op] == TIMING_FMA && timings[second->op] == TIMING_STORE &&
                lab_reg_unit(second->s[0]) == LAB_FPU;
    return meet && is_known(m->store_behind_triad) ? pairs(m->store_behind_triad) : 0;
}

const char *lab_machine_lacks(const struct machine *m)
{
    static const enum op_class needed[] = {OP_FA,  OP_FM, OP_FMA,  OP_FMISC,
                                           OP_LFL, OP_LI, OP_LEFT, OP_RIGHT};
    if (m->isa != MACHINE_KSR1)
        return "its file lacks the line isa ksr1";
    for (size_t i = 0; i < COUNT_OF(needed); i++)
        if (!is_known(m->latency[needed[i]]))
            return m->latency[needed[i]].missing;
    return NULL;
}
