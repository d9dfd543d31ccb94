/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loop-invariant code motion. Instructions that may fault (loads, integer divides) are moved
 * only if the first iteration executes them in any case. */
#include "lab/code/alias.h"
#include "lab/code/passes.h"

#include <string.h>

/* Maximum number of instructions moved out of a loop. It exceeds the number of registers; values
 * beyond it would only be spilled. It limits the values that are live in each block of the loop. */
enum { MOVED_MOST = 128 };

struct hoisting {
    struct flow *f;
    struct ir_procedure *p;
    int number;
    const struct ir_loop *loop;
    uint32_t *writes; /* in the loop, by register number */
    bool calls, one_exit;
    ARRAY(struct memory) stores; /* memory that the loop writes */
    ir_code moved;               /* instructions to insert before the loop */
};

static void find_stores(struct hoisting *h)
{
    for (size_t b = 0; b < h->f->n_blocks; b++) {
        const struct ir_block *block = h->p->blocks.at[b];
        for (size_t i = 0; i < block->code.n && flow_in_loop(h->p, block, h->number); i++) {
            const struct ir_inst *j = &block->code.at[i];
            h->calls |= ir_is_barrier(j);
            if (j->op == IR_INST && lab_is_store(j->inst.op))
                *array_push(&h->stores) = ir_memory_of_inst(j);
        }
    }
}

/* Returns whether a load reads memory that the loop does not change. */
static bool reads_unchanged_memory(const struct hoisting *h, const struct ir_inst *i)
{
    struct memory m = ir_memory_of_inst(i);

    if (m.object && m.object->constant)
        return true;
    if (!m.object || i->inst.base != 0 || (h->calls && ir_memory_escapes(&m)))
        return false;
    for (size_t s = 0; s < h->stores.n; s++)
        if (ir_memory_may_overlap(&m, &h->stores.at[s]))
            return false;
    return true;
}

/* Returns whether the memory can be read safely even if the program does not read it. */
static bool is_safe_to_load(const struct ir_inst *i)
{
    const struct ir_place *p = i->inst.place;

    if (p->n_terms > 0 || p->object->kind == OBJECT_ARGUMENT)
        return false;
    return i->inst.base != 0 || p->object->kind == OBJECT_BLOCK ||
           (p->offset >= 0 && p->offset + p->bytes <= p->object->bytes);
}

/* Returns whether every path through an iteration executes instruction at of the block. */
static bool is_always_executed(const struct hoisting *h, const struct ir_block *b, size_t at)
{
    if (b == h->loop->head) {
        for (size_t i = 0; i < at; i++)
            if (ir_is_barrier(&b->code.at[i]))
                return false;
        return true;
    }
    return h->one_exit && !h->calls && flow_dominates(h->f, b, h->loop->latch);
}

static bool is_costly(enum lab_opcode op)
{
    return op == LAB_DIV8 || op == LAB_FDIV8 || op == LAB_FDIV4 || op == LAB_FSQRT8 ||
           op == LAB_FSQRT4;
}

/* Returns whether i is the only write of its result in the loop, and no earlier iteration's
 * value is read. */
static bool is_only_write(const struct hoisting *h, const struct ir_inst *i)
{
    int64_t d = ir_virtual_number(ir_written(i));
    return d >= 0 && h->writes[d] == 1 && !flow_is_live_in(h->f, h->loop->head, i->inst.d);
}

static bool may_move(const struct hoisting *h, const struct ir_block *b, size_t at)
{
    const struct ir_inst *i = &b->code.at[at];

    if ((i->op != IR_INST && i->op != IR_ADDRESS) || !is_only_write(h, i) ||
        ir_reads_written(i, h->writes))
        return false;
    if (i->op == IR_ADDRESS)
        return true;
    if (lab_writes_condition(i->inst.op) || lab_reads_condition(i->inst.op) ||
        lab_reads_destination(i->inst.op))
        return false;
    if (lab_is_load(i->inst.op))
        return i->inst.op != LAB_LD8_EX && i->inst.op != LAB_LD64 && reads_unchanged_memory(h, i) &&
               i->inst.place && (is_safe_to_load(i) || is_always_executed(h, b, at));
    return !is_costly(i->inst.op) || is_always_executed(h, b, at);
}

/* Returns the number of instructions to move together: a movout8 and the movin8 after it. */
static size_t group_size(const struct ir_block *b, size_t at)
{
    return b->code.at[at].op == IR_INST && b->code.at[at].inst.op == LAB_MOVOUT8 &&
                   at + 1 < b->code.n
               ? 2
               : 1;
}

static bool group_may_move(const struct hoisting *h, const struct ir_block *b, size_t at)
{
    if (group_size(b, at) == 1)
        return may_move(h, b, at);
    return is_only_write(h, &b->code.at[at + 1]) && !ir_reads_written(&b->code.at[at], h->writes);
}

static bool hoist_block(struct hoisting *h, struct ir_block *b)
{
    size_t n = 0, moved = h->moved.n;

    for (size_t i = 0; i < b->code.n;) {
        size_t group = group_size(b, i);
        if (h->moved.n < MOVED_MOST && group_may_move(h, b, i)) {
            h->writes[ir_virtual_number(b->code.at[i + group - 1].inst.d)] = 0;
            ir_append(&h->moved, &b->code.at[i], group);
        } else
            for (size_t g = 0; g < group; g++)
                b->code.at[n++] = b->code.at[i + g];
        i += group;
    }
    b->code.n = n;
    return h->moved.n > moved;
}

static void hoist_loop(struct flow *f, struct ir_procedure *p, int loop)
{
    struct hoisting h = {.f = f, .p = p, .number = loop, .loop = &p->loops.at[loop]};
    struct arena arena = {0};
    bool again = flow_is_entered_once(f, loop);

    h.writes = flow_writes(&arena, p, loop);
    h.one_exit = flow_one_exit(p, loop);
    if (again)
        find_stores(&h);
    while (again) {
        again = false;
        for (size_t b = 0; b < f->n_blocks; b++)
            if (flow_in_loop(p, p->blocks.at[b], loop))
                again |= hoist_block(&h, p->blocks.at[b]);
    }
    ir_append_block(h.loop->before, &h.moved);
    array_free(&h.stores);
    array_free(&h.moved);
    arena_free(&arena);
}

/* Processes inner loops first. The registers live into the heads of the remaining loops do not
 * change: a moved register is written before any read of it, and its operands are not written in
 * the loop. */
void optimize_invariants(struct ir_procedure *p)
{
    struct flow f;

    flow_analyze(&f, p);
    for (size_t l = p->loops.n; l-- > 0;)
        hoist_loop(&f, p, (int)l);
    flow_free(&f);
}
