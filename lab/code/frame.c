/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames: layout, prologue and epilogue. */
#include "lab/code/allocate.h"

static lab_reg ceu(uint32_t n)
{
    return lab_register(LAB_CEU, n);
}

static int64_t align_frame(int64_t bytes)
{
    return (bytes + FRAME_ALIGN - 1) / FRAME_ALIGN * FRAME_ALIGN;
}

static void add_saved(struct emitter *e, lab_reg r)
{
    e->saved[e->n_saved++] = r;
}

/* Lists the registers to save. %fp is the first: emit_prologue and emit_epilogue handle it
 * separately. */
static void plan_saves(struct emitter *e)
{
    const struct allocation *s = e->s;

    if (!s->is_main)
        add_saved(e, ceu(LAB_FP));
    if (!s->leaf) {
        add_saved(e, ceu(RETURN_C));
        if (!s->is_main)
            add_saved(e, ceu(LAB_CP));
    }
    for (int u = LAB_FPU; u < UNITS && !s->is_main; u++)
        for (uint64_t r = s->used[u] & s->preserved[u]; r != 0; r &= r - 1)
            add_saved(e, lab_register((enum lab_unit)u, (uint32_t)__builtin_ctzll(r)));
}

static bool saves_any(const struct allocation *s)
{
    bool any = false;
    for (int u = LAB_FPU; u < UNITS; u++)
        any |= (s->used[u] & s->preserved[u]) != 0;
    return any && !s->is_main;
}

static uint32_t max_stack_arguments(const struct ir_procedure *p)
{
    uint32_t most = 0;

    for (size_t b = 0; b < p->blocks.n; b++)
        for (size_t i = 0; i < p->blocks.at[b]->code.n; i++) {
            const struct ir_inst *c = &p->blocks.at[b]->code.at[i];
            uint32_t n = c->op == IR_CALL ? stack_arguments(c->n_args) : 0;
            most = n > most ? n : most;
        }
    return most;
}

void frame_plan(struct emitter *e)
{
    const struct allocation *s = e->s;

    e->framed = !s->leaf || s->needs_frame || s->slots > 0 || saves_any(s) ||
                stack_arguments(s->p->n_params) > 0 || s->p->params_more != 0;
    if (!e->framed)
        return;
    plan_saves(e);
    e->locals = align_frame(s->p->frame);
    e->below = align_frame(8 * ((int64_t)s->slots + e->n_saved + max_stack_arguments(s->p)));
}

static void emit_add(struct emitter *e, lab_reg d, lab_reg s, int64_t bytes)
{
    if (bytes == 0)
        emit_move(e, d, s);
    else
        emit(e, (struct lab_inst){
                    .op = LAB_SADD8, .d = d, .s = {s}, .immediate = {[1] = true}, .imm = bytes});
}

static int64_t saved_offset(const struct emitter *e, int k)
{
    return -8 * ((int64_t)e->s->slots + 1 + k);
}

void emit_prologue(struct emitter *e)
{
    const struct allocation *s = e->s;
    lab_reg fp = ceu(LAB_FP), sp = ceu(LAB_SP), next = s->is_main ? fp : ceu(SCRATCH_C);

    if (!e->framed)
        return;
    emit_add(e, next, sp, -e->locals);
    if (!s->is_main) {
        emit_store(e, fp, next, saved_offset(e, 0));
        emit_move(e, fp, next);
    }
    emit_add(e, sp, fp, -e->below);
    for (int k = s->is_main ? 0 : 1; k < e->n_saved; k++)
        emit_store(e, e->saved[k], fp, saved_offset(e, k));
    if (!s->leaf)
        emit_move(e, ceu(LAB_CP), ceu(BLOCK_C));
}

static void emit_unwind(struct emitter *e)
{
    lab_reg fp = ceu(LAB_FP), sp = ceu(LAB_SP);

    for (int k = e->n_saved; k-- > (e->s->is_main ? 0 : 1);)
        emit_load(e, e->saved[k], fp, saved_offset(e, k));
    if (!e->s->is_main)
        emit_load(e, ceu(SCRATCH_C), fp, saved_offset(e, 0));
    emit_add(e, sp, fp, e->locals);
    if (!e->s->is_main)
        emit_move(e, fp, ceu(SCRATCH_C));
}

void emit_epilogue(struct emitter *e)
{
    if (e->framed)
        emit_unwind(e);
    emit(e, (struct lab_inst){.op = LAB_JMP, .base = ceu(RETURN_C), .offset = 32});
    e->b->falls = false;
}
