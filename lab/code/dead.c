/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dead code elimination: first removes instructions that no store, call, branch or return needs,
 * including those that only need each other; then writes of registers that are overwritten
 * before they are read. */
#include "lab/code/passes.h"

#include <string.h>

struct needs {
    struct arena arena;
    struct ir_procedure *p;
    bool *needed; /* by register number */
    bool **kept;  /* whether an instruction is kept, by block and instruction */
    bool changed;
};

static bool only_sets_condition(const struct ir_inst *i)
{
    return i->op == IR_INST && lab_writes_condition(i->inst.op) &&
           lab_memory_bytes(i->inst.op) == 0 && i->inst.op != LAB_GSP_NWT;
}

static bool has_side_effect(const struct ir_inst *i)
{
    if (i->op == IR_CALL || i->op == IR_RETURN)
        return true;
    return i->op == IR_INST && !only_sets_condition(i) && i->inst.op != LAB_MOVOUT8 &&
           i->inst.d == 0 && !lab_is_nop(&i->inst);
}

/* Returns whether an instruction that is kept reads the condition that instruction at writes. */
static bool condition_is_read(const struct needs *n, const struct ir_block *b, size_t at)
{
    for (size_t i = at + 1; i < b->code.n; i++) {
        const struct ir_inst *j = &b->code.at[i];
        if (j->op == IR_INST && lab_reads_condition(j->inst.op) && n->kept[b->id][i])
            return true;
        if (j->op == IR_CALL || (j->op == IR_INST && lab_writes_condition(j->inst.op)))
            return false;
    }
    return false;
}

static bool is_needed(const struct needs *n, const struct ir_block *b, size_t at)
{
    const struct ir_inst *i = &b->code.at[at];
    int64_t d = ir_virtual_number(ir_written(i));

    if (has_side_effect(i) || (d >= 0 && n->needed[d]))
        return true;
    if (i->op == IR_INST && i->inst.op == LAB_MOVOUT8)
        return at + 1 < b->code.n && n->kept[b->id][at + 1];
    return only_sets_condition(i) ? condition_is_read(n, b, at) : d < 0 && i->inst.d != 0;
}

static void mark_needed(void *needs, lab_reg r)
{
    struct needs *n = needs;
    int64_t at = ir_virtual_number(r);

    if (at < 0 || n->needed[at])
        return;
    n->needed[at] = true;
    n->changed = true;
}

static void scan_block(struct needs *n, const struct ir_block *b)
{
    for (size_t i = b->code.n; i-- > 0;)
        if (!n->kept[b->id][i] && is_needed(n, b, i)) {
            n->kept[b->id][i] = true;
            n->changed = true;
            ir_each_read(&b->code.at[i], mark_needed, n);
        }
}

static void mark_compares(struct needs *n)
{
    for (size_t b = 0; b < n->p->blocks.n; b++) {
        const struct ir_block *block = n->p->blocks.at[b];
        for (int s = 0; s < LAB_SOURCES && block->end == END_BRANCH; s++)
            if (!block->compare.immediate[s])
                mark_needed(n, block->compare.s[s]);
    }
}

static void keep_instructions(struct ir_block *b, const bool *kept)
{
    size_t n = 0;

    for (size_t i = 0; i < b->code.n; i++)
        if (kept[i])
            b->code.at[n++] = b->code.at[i];
    b->code.n = n;
}

/* Removes the instructions whose results are not needed by any instruction that is kept. */
static void remove_unneeded(struct ir_procedure *p)
{
    struct needs n = {.p = p, .changed = true};

    n.needed = ARENA_ARRAY(&n.arena, bool, p->n_virtual + 1);
    n.kept = ARENA_ARRAY(&n.arena, bool *, p->blocks.n);
    for (size_t b = 0; b < p->blocks.n; b++)
        n.kept[b] = ARENA_ARRAY(&n.arena, bool, p->blocks.at[b]->code.n);
    mark_compares(&n);
    while (n.changed) {
        n.changed = false;
        for (size_t b = p->blocks.n; b-- > 0;)
            scan_block(&n, p->blocks.at[b]);
    }
    for (size_t b = 0; b < p->blocks.n; b++)
        keep_instructions(p->blocks.at[b], n.kept[b]);
    arena_free(&n.arena);
}

/* Returns whether i only writes a register that is not live after it. */
static bool is_dead_write(const struct ir_inst *i, const uint64_t *live)
{
    int64_t d = ir_virtual_number(ir_written(i));

    return i->op != IR_CALL && d >= 0 && !flow_has(live, (size_t)d) &&
           !lab_writes_condition(i->inst.op) && i->inst.op != LAB_MOVIN8;
}

/* Removes the writes of b to registers that are not live. */
static void remove_dead_writes(struct flow *f, struct ir_block *b, flow_set live)
{
    bool *kept = ARENA_ARRAY(&f->arena, bool, b->code.n);

    flow_live_at_end(f, b, live);
    for (size_t i = b->code.n; i-- > 0;) {
        kept[i] = !is_dead_write(&b->code.at[i], live);
        if (kept[i])
            flow_step_back(live, &b->code.at[i]);
    }
    keep_instructions(b, kept);
}

void optimize_dead(struct ir_procedure *p)
{
    struct flow f;

    flow_remove_unreachable(p);
    remove_unneeded(p);
    flow_analyze(&f, p);
    flow_set live = ARENA_ARRAY(&f.arena, uint64_t, f.register_words);
    for (size_t b = 0; b < f.n_blocks; b++)
        remove_dead_writes(&f, p->blocks.at[b], live);
    flow_free(&f);
}
