/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Schedules one instruction a pair, with nops where distances require them and in delay slots. */
#include "lab/schedule/effects.h"
#include "base/util.h"
#include "lab/schedule/flow.h"

/* Returns the first pair, at or after `from`, that may hold i. */
static int earliest_pair(const struct flow_schedule *s, const struct block_schedule *b,
                         const neighbours *before, const struct lab_inst *i, int from)
{
    int at = from, n = (int)b->pairs.n;
    for (size_t k = 0; k < before->n; k++)
        at = max_int(at, register_distance(s->m, before->at[k].inst, i) - before->at[k].pairs);
    for (int k = max_int(0, n - s->window); k < n; k++) {
        at = max_int(at, k + register_distance(s->m, &b->pairs.at[k].left, i));
        at = max_int(at, k + register_distance(s->m, &b->pairs.at[k].right, i));
    }
    return at;
}

/* Returns the least length of the block with which all results in it, or before it, are complete
 * for the instructions after it. */
static int least_length(const struct flow_schedule *s, const struct block_schedule *b,
                        const neighbours *before, const neighbours *after)
{
    int n = (int)b->pairs.n, least = n;
    for (size_t j = 0; j < after->n; j++) {
        const struct lab_inst *next = after->at[j].inst;
        int far = after->at[j].pairs;
        for (size_t k = 0; k < before->n; k++)
            least = max_int(least, distance_or_all(s->m, before->at[k].inst, next) - far -
                                       before->at[k].pairs);
        for (int k = max_int(0, n - s->window); k < n; k++) {
            least = max_int(least, k + distance_or_all(s->m, &b->pairs.at[k].left, next) - far);
            least = max_int(least, k + distance_or_all(s->m, &b->pairs.at[k].right, next) - far);
        }
    }
    return least;
}

static void pad_block(struct block_schedule *b, int n)
{
    while ((int)b->pairs.n < n)
        *array_push(&b->pairs) = nop_pair();
}

/* A movin8 shares the pair of its movout8. */
static bool shares_pair(const struct lab_inst *i, const struct block_schedule *b)
{
    return i->op == LAB_MOVIN8 && b->pairs.n && b->pairs.at[b->pairs.n - 1].right.op == LAB_MOVOUT8;
}

void schedule_in_order(struct flow_schedule *s, size_t index)
{
    const struct lab_flow_block *from = &s->flow->blocks.at[index];
    struct block_schedule *b = &s->blocks[index];
    const struct lab_inst *branch = block_branch(from);
    neighbours before = {0}, after = {0};
    find_instructions_before(s, index, &before);
    find_instructions_after(s, index, &after);
    for (size_t k = 0; k < from->code.n; k++) {
        const struct lab_inst *i = &from->code.at[k];
        if (!shares_pair(i, b)) {
            int at = earliest_pair(s, b, &before, i, (int)b->pairs.n);
            if (i == branch)
                find_own_instructions_after(s, index, &after);
            if (i == branch)
                at = max_int(at, least_length(s, b, &before, &after) - DELAY_PAIRS - 1);
            if (i->op == LAB_MOVOUT8 && k + 1 < from->code.n)
                at = max_int(at, earliest_pair(s, b, &before, i + 1, (int)b->pairs.n));
            pad_block(b, at + 1);
        }
        put_instruction(&b->pairs.at[b->pairs.n - 1], i);
    }
    pad_block(b, branch ? (int)b->pairs.n + DELAY_PAIRS : least_length(s, b, &before, &after));
    b->done = true;
    array_free(&before);
    array_free(&after);
}
