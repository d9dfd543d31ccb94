/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fills empty delay pairs with the first pairs of the branch's target and moves the target after
 * them. A conditional branch then quashes them if it falls through (qf). The code never grows, and
 * each taken branch is shorter. */
#include "lab/schedule/effects.h"
#include "lab/schedule/flow.h"

#include <string.h>

static bool is_empty(const struct lab_pair *p)
{
    return lab_is_nop(&p->left) && lab_is_nop(&p->right);
}

/* Returns the number of empty pairs at the block's end, at most two. */
static int empty_delays(const struct block_schedule *b)
{
    int n = 0;
    while (n < DELAY_PAIRS && is_empty(&b->pairs.at[b->pairs.n - 1 - (size_t)n]))
        n++;
    return n;
}

static enum lab_opcode quashing(enum lab_opcode op)
{
    return op == LAB_BCC_QN   ? LAB_BCC_QF
           : op == LAB_BCS_QN ? LAB_BCS_QF
           : op == LAB_BEQ_QN ? LAB_BEQ_QF
                              : op;
}

/* Returns whether the results of block b are complete for its target if the target starts that many
 * pairs earlier. Both blocks are longer than any distance. */
static bool is_in_time(const struct flow_schedule *s, const struct block_schedule *b,
                       const struct block_schedule *to, int earlier)
{
    int n = (int)b->pairs.n;
    for (int k = n > s->window ? n - s->window - earlier : 0; k < n; k++)
        for (int j = 0; j < s->window && j < (int)to->pairs.n; j++) {
            const struct lab_pair *p = &b->pairs.at[k < 0 ? 0 : k], *q = &to->pairs.at[j];
            int apart = n - (k < 0 ? 0 : k) + j - earlier;
            if (register_distance(s->m, &p->left, &q->left) > apart ||
                register_distance(s->m, &p->left, &q->right) > apart ||
                register_distance(s->m, &p->right, &q->left) > apart ||
                register_distance(s->m, &p->right, &q->right) > apart)
                return false;
        }
    return true;
}

static void fill_from_target(struct flow_schedule *s, struct block_schedule *b,
                             struct block_schedule *to, int n)
{
    struct lab_inst *branch = &b->pairs.at[b->pairs.n - 1 - DELAY_PAIRS].right;
    for (int k = 0; k < n; k++)
        b->pairs.at[b->pairs.n - (size_t)n + (size_t)k] = to->pairs.at[k];
    const char **inner = &to->inner[n - 1];
    if (!*inner)
        *inner = arena_printf(s->arena, "%s%s", branch->target, n == 1 ? "c" : "d");
    branch->target = *inner;
    branch->op = quashing(branch->op);
}

/* Returns the block that the branch leads to; NULL = none that can be entered after its first
 * pairs. */
static struct block_schedule *target_of(struct flow_schedule *s, size_t b,
                                        const struct lab_inst *branch)
{
    for (size_t k = 0; k < s->n; k++)
        for (size_t l = 0; l < s->flow->blocks.at[k].labels.n; l++)
            if (strcmp(s->flow->blocks.at[k].labels.at[l], branch->target) == 0)
                return k == b || !s->blocks[k].called ? &s->blocks[k] : NULL;
    return NULL;
}

void fill_delays(struct flow_schedule *s)
{
    for (size_t k = 0; k < s->n; k++) {
        struct block_schedule *b = &s->blocks[k];
        const struct lab_inst *branch = block_branch(&s->flow->blocks.at[k]);
        if (b->preset || !branch || branch->op == LAB_JSR || !branch->target ||
            (int)b->pairs.n <= s->window)
            continue;
        int n = empty_delays(b);
        bool all =
            branch->op == LAB_JMP || (n == DELAY_PAIRS && quashing(branch->op) != branch->op);
        struct block_schedule *to = all && n ? target_of(s, k, branch) : NULL;
        if (!to || to->preset || (int)to->pairs.n < s->window + 2 + DELAY_PAIRS ||
            is_empty(&to->pairs.at[0]) || !is_in_time(s, b, to, n))
            continue;
        fill_from_target(s, b, to, n);
    }
}
