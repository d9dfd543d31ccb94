/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One instruction after another, nops where distances want them and in delay slots. */
#include "lab/schedule/effects.h"
#include "lab/schedule/flow.h"

static int greater(int a, int b)
{
    return a > b ? a : b;
}

/* First pair that may hold i, from `from` on. */
static int earliest(const struct shape *s, const struct shaped *b, const neighbours *before,
                    const struct lab_inst *i, int from)
{
    int at = from, n = (int)b->pairs.n;
    for (size_t k = 0; k < before->n; k++)
        at = greater(at, register_distance(s->m, before->at[k].inst, i) - before->at[k].pairs);
    for (int k = greater(0, n - s->window); k < n; k++) {
        at = greater(at, k + register_distance(s->m, &b->pairs.at[k].left, i));
        at = greater(at, k + register_distance(s->m, &b->pairs.at[k].right, i));
    }
    return at;
}

/* Least pairs of the block so that what is in it, or before it, is there for those behind it. */
static int least_length(const struct shape *s, const struct shaped *b, const neighbours *before,
                        const neighbours *behind)
{
    int n = (int)b->pairs.n, least = n;
    for (size_t j = 0; j < behind->n; j++) {
        const struct lab_inst *next = behind->at[j].inst;
        int far = behind->at[j].pairs;
        for (size_t k = 0; k < before->n; k++)
            least = greater(least, distance_or_all(s->m, before->at[k].inst, next) - far -
                                       before->at[k].pairs);
        for (int k = greater(0, n - s->window); k < n; k++) {
            least = greater(least, k + distance_or_all(s->m, &b->pairs.at[k].left, next) - far);
            least = greater(least, k + distance_or_all(s->m, &b->pairs.at[k].right, next) - far);
        }
    }
    return least;
}

static void pad(struct shaped *b, int n)
{
    while ((int)b->pairs.n < n)
        *array_push(&b->pairs) = nop_pair();
}

/* A movin8 goes to its movout8's pair; the two are one instruction. */
static bool joins(const struct lab_inst *i, const struct shaped *b)
{
    return i->op == LAB_MOVIN8 && b->pairs.n && b->pairs.at[b->pairs.n - 1].right.op == LAB_MOVOUT8;
}

void schedule_in_order(struct shape *s, size_t index)
{
    const struct lab_flow_block *from = &s->flow->blocks.at[index];
    struct shaped *b = &s->blocks[index];
    const struct lab_inst *branch = block_branch(from);
    neighbours before = {0}, behind = {0};
    shape_before(s, index, &before);
    shape_behind(s, index, &behind);
    for (size_t k = 0; k < from->code.n; k++) {
        const struct lab_inst *i = &from->code.at[k];
        if (!joins(i, b)) {
            int at = earliest(s, b, &before, i, (int)b->pairs.n);
            if (i == branch)
                shape_behind_itself(s, index, &behind);
            if (i == branch)
                at = greater(at, least_length(s, b, &before, &behind) - DELAY_PAIRS - 1);
            if (i->op == LAB_MOVOUT8 && k + 1 < from->code.n)
                at = greater(at, earliest(s, b, &before, i + 1, (int)b->pairs.n));
            pad(b, at + 1);
        }
        pair_put(&b->pairs.at[b->pairs.n - 1], i);
    }
    pad(b, branch ? (int)b->pairs.n + DELAY_PAIRS : least_length(s, b, &before, &behind));
    b->done = true;
    array_free(&before);
    array_free(&behind);
}
