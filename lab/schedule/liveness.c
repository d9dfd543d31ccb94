/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assumptions for calls: arguments are in %i0 to %i11 and in CEU registers, not in floating-point
 * registers; registers that a call overwrites count as live. */
#include "lab/schedule/liveness.h"

static struct rows all_rows(void)
{
    struct rows s = {{0}};
    for (int r = 0; r < ROW_LENGTH; r++)
        rows_add(&s, r);
    return s;
}

static void add_rows(struct rows *s, const struct rows *more)
{
    for (int w = 0; w < ROW_WORDS; w++)
        s->bits[w] |= more->bits[w];
}

static struct rows live_at_end(const struct lab_flow *f)
{
    struct rows s = {{0}};
    if (!f->live_out_known)
        return all_rows();
    for (size_t i = 0; i < f->live_out.n; i++)
        if (row_of(f->live_out.at[i]) < ROW_LENGTH)
            rows_add(&s, row_of(f->live_out.at[i]));
    return s;
}

enum { IPU_ARGUMENTS = 12 };

static struct rows read_by_call(const struct lab_flow *f)
{
    struct rows s = {{0}};
    if (!f->live_out_known)
        return all_rows();
    for (int r = ROW_IPU; r < ROW_IPU + IPU_ARGUMENTS; r++)
        rows_add(&s, r);
    for (int r = ROW_CEU; r < ROW_CONDITION; r++)
        rows_add(&s, r);
    return s;
}

struct rows live_after(const struct flow_schedule *s, const struct rows *begin, size_t b)
{
    const struct block_schedule *block = &s->blocks[b];
    const struct lab_inst *branch = block_branch(&s->flow->blocks.at[b]);
    struct rows live = {{0}};
    if (block->called)
        live = read_by_call(s->flow);
    else if (block->leaves)
        live =
            branch && branch->op == LAB_JMP && !branch->target ? live_at_end(s->flow) : all_rows();
    for (int i = 0; i < block->n_next; i++)
        add_rows(&live, &begin[block->next[i]]);
    return live;
}

static struct rows live_before(const struct lab_flow_block *b, struct rows live)
{
    for (size_t i = b->code.n; i > 0; i--) {
        struct effects e = effects_of(&b->code.at[i - 1]);
        for (int k = 0; k < e.n_writes; k++)
            live.bits[e.writes[k] / 64] &= ~(1ull << e.writes[k] % 64);
        for (int k = 0; k < e.n_uses; k++)
            rows_add(&live, e.uses[k].reg);
    }
    return live;
}

struct rows *live_at_begin(const struct flow_schedule *s)
{
    struct rows *begin = ARENA_ARRAY(s->arena, struct rows, s->n);
    for (bool more = true; more;) {
        more = false;
        for (size_t b = s->n; b > 0; b--) {
            struct rows live = live_before(&s->flow->blocks.at[b - 1], live_after(s, begin, b - 1));
            for (int w = 0; w < ROW_WORDS; w++)
                more |= live.bits[w] != begin[b - 1].bits[w];
            begin[b - 1] = live;
        }
    }
    return begin;
}
