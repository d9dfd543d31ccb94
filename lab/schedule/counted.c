/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/schedule/counted.h"

#include "lab/schedule/effects.h"
#include "lab/schedule/flow.h"

#include <string.h>

static bool is_label_of(const struct lab_flow_block *b, const char *target)
{
    for (size_t i = 0; target && i < b->labels.n; i++)
        if (strcmp(b->labels.at[i], target) == 0)
            return true;
    return false;
}

/* r = r - step. */
static bool counts_down(const struct lab_inst *i, lab_reg *r, int64_t *step)
{
    bool down = i->op == LAB_SUB8 && i->immediate[1], up = i->op == LAB_ADD8 && i->immediate[1];
    if ((!down && !up) || i->symbol || i->s[0] != i->d)
        return false;
    *r = i->d;
    *step = down ? i->imm : -i->imm;
    return *step > 0;
}

/* The branch goes back while r > 0. */
static bool goes_on_above_0(const struct lab_inst *test, enum lab_opcode branch, lab_reg r)
{
    if (!test->immediate[1] || test->symbol || test->s[0] != r)
        return false;
    if (branch == LAB_BCS_QN)
        return (test->op == LAB_ITSTGT8 && test->imm == 0) ||
               (test->op == LAB_ITSTGE8 && test->imm == 1);
    return branch == LAB_BCC_QN && ((test->op == LAB_ITSTLE8 && test->imm == 0) ||
                                    (test->op == LAB_ITSTLT8 && test->imm == 1));
}

static bool touches(const struct lab_inst *i, int row)
{
    struct effects e = effects_of(i);
    for (int k = 0; k < e.n_uses; k++)
        if (e.uses[k].reg == row)
            return true;
    for (int k = 0; k < e.n_writes; k++)
        if (e.writes[k] == row)
            return true;
    return false;
}

/* The one instruction that writes the row; NULL = none or several. */
static const struct lab_inst *writer(const struct lab_flow_block *b, int row)
{
    const struct lab_inst *found = NULL;
    for (size_t i = 0; i < b->code.n; i++) {
        struct effects e = effects_of(&b->code.at[i]);
        for (int k = 0; k < e.n_writes; k++)
            if (e.writes[k] == row) {
                if (found)
                    return NULL;
                found = &b->code.at[i];
            }
    }
    return found;
}

bool counted_loop(const struct lab_flow_block *b, struct counted *c)
{
    c->branch = block_branch(b);
    if (!c->branch || !b->falls || !is_label_of(b, c->branch->target))
        return false;
    c->test = writer(b, ROW_CONDITION);
    if (!c->test || lab_reg_unit(c->test->s[0]) != LAB_IPU)
        return false;
    c->count = writer(b, row_of(c->test->s[0]));
    if (!c->count || c->count > c->test || !counts_down(c->count, &c->counter, &c->step) ||
        !goes_on_above_0(c->test, c->branch->op, c->counter))
        return false;
    for (const struct lab_inst *i = b->code.at; i < b->code.at + b->code.n; i++)
        if (i != c->count && i != c->test && i != c->branch &&
            (touches(i, row_of(c->counter)) || touches(i, ROW_CONDITION)))
            return false;
    return true;
}
