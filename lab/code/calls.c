/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arguments: where a call puts them and where an entry expects them. */
#include "lab/code/allocate.h"

static lab_reg ipu(uint32_t n)
{
    return lab_register(LAB_IPU, n);
}

static lab_reg ceu(uint32_t n)
{
    return lab_register(LAB_CEU, n);
}

uint32_t stack_arguments(uint32_t n)
{
    return n > ARGUMENT_REGISTERS ? n - ARGUMENT_REGISTERS : 0;
}

/* Parallel moves within the IPU. */
struct moves {
    lab_reg d[ARGUMENT_REGISTERS], s[ARGUMENT_REGISTERS];
    int n;
};

static bool is_source(const struct moves *m, lab_reg r, int but)
{
    for (int k = 0; k < m->n; k++)
        if (k != but && m->s[k] == r)
            return true;
    return false;
}

static void remove_move(struct moves *m, int k)
{
    m->n--;
    m->d[k] = m->d[m->n];
    m->s[k] = m->s[m->n];
}

/* Emits first the moves whose target no other move reads. The remaining moves form cycles; the
 * scratch register breaks them. */
static void emit_moves(struct emitter *e, struct moves *m)
{
    while (m->n > 0) {
        int k = 0;
        while (k < m->n && is_source(m, m->d[k], k))
            k++;
        if (k < m->n) {
            emit_move(e, m->d[k], m->s[k]);
            remove_move(m, k);
            continue;
        }
        lab_reg opened = m->s[0];
        emit_move(e, ipu(SCRATCH_I), opened);
        for (int j = 0; j < m->n; j++)
            if (m->s[j] == opened)
                m->s[j] = ipu(SCRATCH_I);
    }
}

/* Returns the IPU register that holds v; 0 = it is elsewhere. */
static lab_reg held_in_ipu(const struct allocation *s, lab_reg v)
{
    if (lab_reg_unit(v) != LAB_IPU || (is_virtual(v) && s->v[virtual_index(v)].slot != 0))
        return 0;
    return real_of(s, v);
}

static void emit_stack_argument(struct emitter *e, lab_reg v, uint32_t k)
{
    const struct allocation *s = e->s;
    bool held = !is_virtual(v) || s->v[virtual_index(v)].slot == 0;
    lab_reg r = held ? real_of(s, v) : ipu(SCRATCH_I);

    if (!held)
        emit_read_virtual(e, r, v);
    emit_store(e, r, ceu(LAB_SP), 8 * (int64_t)k);
}

static void emit_arguments(struct emitter *e, const struct ir_inst *i)
{
    struct moves m = {.n = 0};

    for (uint32_t k = ARGUMENT_REGISTERS; k < i->n_args; k++)
        emit_stack_argument(e, i->args[k], k - ARGUMENT_REGISTERS);
    for (uint32_t k = 0; k < i->n_args && k < ARGUMENT_REGISTERS; k++) {
        lab_reg held = held_in_ipu(e->s, i->args[k]);
        if (held != 0) {
            m.d[m.n] = ipu(FIRST_ARGUMENT + k);
            m.s[m.n++] = held;
        }
    }
    emit_moves(e, &m);
    for (uint32_t k = 0; k < i->n_args && k < ARGUMENT_REGISTERS; k++)
        if (held_in_ipu(e->s, i->args[k]) == 0)
            emit_read_virtual(e, ipu(FIRST_ARGUMENT + k), i->args[k]);
}

/* Returns the pair after the delay pairs of a call. It is never executed; NARGS reads the number
 * of arguments from it. */
static struct lab_pair argument_count_pair(uint32_t n, uint32_t line)
{
    return (struct lab_pair){.left = {.op = LAB_MOVI8, .d = ipu(0), .imm = n},
                             .right = {.op = LAB_MOVI8, .d = ceu(8)},
                             .line = line};
}

void emit_call(struct emitter *e, const struct ir_inst *i)
{
    emit_arguments(e, i);
    if (i->pointer != 0)
        emit_read_virtual(e, ceu(BLOCK_C), i->pointer);
    else
        emit_load(e, ceu(BLOCK_C), ceu(LAB_CP), allocation_address_word(e->s, i->callee));
    emit_load(e, ceu(SCRATCH_C), ceu(BLOCK_C), 0);
    emit(e, (struct lab_inst){
                .op = LAB_JSR, .d = ceu(RETURN_C), .base = ceu(SCRATCH_C), .offset = 16});
    e->b->called = true;
    e->b->pair_after = argument_count_pair(i->n_args, e->line);
    emit_block(e);
    if (i->inst.d != 0)
        emit_write_virtual(e, i->inst.d, ipu(0));
}

/* Loads the parameters that are in the caller's frame. */
static void emit_stack_parameters(struct emitter *e)
{
    const struct ir_procedure *p = e->s->p;
    enum { REACH = 32000 };
    lab_reg base = ceu(LAB_FP);
    int64_t at = e->locals;
    uint32_t n = stack_arguments(p->n_params);

    if (n > 0 && at + 8 * (int64_t)n > REACH) {
        emit(e, (struct lab_inst){.op = LAB_SADD8,
                                  .d = ceu(SCRATCH_C),
                                  .s = {base},
                                  .immediate = {[1] = true},
                                  .imm = at});
        base = ceu(SCRATCH_C);
        at = 0;
    }
    for (uint32_t k = 0; k < n; k++) {
        emit_load(e, ipu(SCRATCH_I), base, at + 8 * (int64_t)k);
        emit_write_virtual(e, p->params[ARGUMENT_REGISTERS + k], ipu(SCRATCH_I));
    }
}

/* Emits the moves from argument registers first, because the loads of stack parameters may
 * overwrite these registers. */
void emit_entry(struct emitter *e)
{
    const struct ir_procedure *p = e->s->p;
    struct moves m = {.n = 0};

    for (uint32_t k = 0; k < p->n_params && k < ARGUMENT_REGISTERS; k++) {
        lab_reg v = p->params[k], held = v == 0 ? 0 : held_in_ipu(e->s, v);
        if (held != 0) {
            m.d[m.n] = held;
            m.s[m.n++] = ipu(FIRST_ARGUMENT + k);
        } else if (v != 0)
            emit_write_virtual(e, v, ipu(FIRST_ARGUMENT + k));
    }
    emit_moves(e, &m);
    emit_stack_parameters(e);
    if (p->params_more != 0) {
        emit(e, (struct lab_inst){.op = LAB_SADD8,
                                  .d = ceu(SCRATCH_C),
                                  .s = {ceu(LAB_FP)},
                                  .immediate = {[1] = true},
                                  .imm = e->locals});
        emit_write_virtual(e, p->params_more, ceu(SCRATCH_C));
    }
}
