/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Integers that a counted loop only steps: what they are behind it is computed there at once. */
#include "lab/code/passes.h"

struct counting {
    struct arena *arena;
    struct flow *f;
    struct ir_procedure *p;
    int number;
    uint32_t *reads; /* in the loop, by number of the register */
};

static void count(void *reads, lab_reg r)
{
    if (ir_number_of(r) >= 0)
        ((uint32_t *)reads)[ir_number_of(r)]++;
}

static void count_reads(struct counting *x)
{
    x->reads = ARENA_ARRAY(&x->f->arena, uint32_t, x->p->n_virtual + 1);
    for (size_t b = 0; b < x->f->n_blocks; b++) {
        const struct ir_block *block = x->p->blocks.at[b];
        if (!flow_in_loop(x->p, block, x->number))
            continue;
        for (size_t i = 0; i < block->code.n; i++)
            ir_each_read(&block->code.at[i], count, x->reads);
        for (int s = 0; s < LAB_SOURCES && block->end == END_BRANCH; s++)
            if (!block->compare.immediate[s])
                count(x->reads, block->compare.s[s]);
    }
}

/* r += passes * step, at the loop's exit; passes is a copy of the count, made before the loop. */
static void add_up(struct counting *x, lab_reg r, int64_t step, uint32_t line)
{
    struct ir_loop *l = &x->p->loops.at[x->number];
    ir_code before = {0}, exit = {0};

    if (l->trips > 0)
        *array_push(&exit) = ir_of_number(LAB_ADD8, r, r, 1, l->trips * step, line);
    else {
        lab_reg passes = ir_register(x->p, LAB_IPU), all = ir_register(x->p, LAB_IPU);
        int log2 = ir_log2(step);
        *array_push(&before) = ir_move(passes, l->trip, line);
        *array_push(&exit) = log2 >= 0 ? ir_of_number(LAB_ASH8, all, passes, 0, log2, line)
                                       : ir_of_number(LAB_MUL8, all, passes, 1, step, line);
        *array_push(&exit) = ir_of_registers(LAB_ADD8, r, r, all, line);
    }
    ir_append_block(l->before, &before);
    struct ir_block *behind = flow_exit(x->arena, x->p, x->number);
    ir_insert(behind, 0, exit.at, exit.n);
    array_free(&before);
    array_free(&exit);
}

static void remove_inst(struct ir_block *b, size_t at)
{
    for (size_t i = at + 1; i < b->code.n; i++)
        b->code.at[i - 1] = b->code.at[i];
    b->code.n--;
}

/* A register that the loop only steps, and its step; false: there is none. */
static bool take_one(struct counting *x)
{
    const struct ir_loop *l = &x->p->loops.at[x->number];
    count_reads(x);
    const struct flow_step *steps = flow_steps(x->f, x->number);

    for (uint32_t n = 0; n < x->p->n_virtual; n++) {
        lab_reg r = lab_register(LAB_IPU, LAB_VIRTUAL + n);
        if (steps[n].block == NULL || x->reads[n] != 1 || r == l->trip ||
            lab_reg_unit(steps[n].block->code.at[steps[n].at].inst.d) != LAB_IPU)
            continue;
        struct ir_block *b = x->p->blocks.at[steps[n].block->id];
        uint32_t line = b->code.at[steps[n].at].inst.line;
        bool lives = flow_is_live_in(x->f, l->after, r);
        remove_inst(b, steps[n].at);
        if (lives)
            add_up(x, r, steps[n].step, line);
        return true;
    }
    return false;
}

/* The count is what the loop runs by: stepped by -1, and nothing else. */
static bool is_counted(const struct counting *x)
{
    const struct ir_loop *l = &x->p->loops.at[x->number];

    return l->counted && l->trip != 0 && l->latch->end == END_BRANCH &&
           l->latch->compare.s[0] == l->trip && l->latch->test == LAB_ITSTGT8 &&
           l->latch->compare.immediate[1] && l->latch->compare.imm == 0;
}

void optimize_counters(struct arena *a, struct ir_procedure *p)
{
    struct flow f;

    flow_new(&f, p);
    for (size_t l = p->loops.n; l-- > 0;) {
        bool again = true;
        while (again) {
            struct counting x = {.arena = a, .f = &f, .p = p, .number = (int)l};
            again = is_counted(&x) && flow_is_entered_once(&f, (int)l) &&
                    flow_one_exit(p, (int)l) && take_one(&x);
            if (again) {
                flow_free(&f);
                flow_new(&f, p);
            }
        }
    }
    flow_free(&f);
}
