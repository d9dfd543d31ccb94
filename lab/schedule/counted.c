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

/* Matches r = r + step with a constant step other than 0. */
static bool is_counter_step(const struct lab_inst *i, lab_reg *r, int64_t *step)
{
    bool up = i->op == LAB_ADD8 && i->immediate[0] != i->immediate[1];
    bool down = i->op == LAB_SUB8 && i->immediate[1];
    *r = i->d;
    *step = up ? i->imm : -i->imm;
    return (up || down) && !i->symbol && i->s[i->immediate[0]] == i->d && *step != 0;
}

/* Returns on which side of the bound the loop continues: 1 = counter above it, -1 = below it,
 * 0 = neither. */
static int continues_on_side(const struct lab_inst *test, enum lab_opcode branch, lab_reg counter)
{
    int side;
    if (test->op == LAB_ITSTGT8 || test->op == LAB_ITSTGE8)
        side = 1;
    else if (test->op == LAB_ITSTLT8 || test->op == LAB_ITSTLE8)
        side = -1;
    else
        return 0;
    if (branch != LAB_BCS_QN && branch != LAB_BCC_QN)
        return 0;
    bool first = !test->immediate[0] && test->s[0] == counter;
    bool second = !test->immediate[1] && test->s[1] == counter;
    if (first == second || test->symbol)
        return 0;
    return (branch == LAB_BCS_QN) == first ? side : -side;
}

static bool uses_row(const struct lab_inst *i, int row)
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

/* Returns the only instruction that writes the row; NULL = none or several. */
static const struct lab_inst *only_writer(const struct lab_flow_block *b, int row)
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

/* Finds the counter of the test: a register that one instruction before the test steps. */
static bool find_count(const struct lab_flow_block *b, struct counted *c)
{
    for (int k = 0; k < 2; k++) {
        int64_t step;
        lab_reg r = c->test->s[k];
        if (c->test->immediate[k] || lab_reg_unit(r) != LAB_IPU)
            continue;
        c->count = only_writer(b, row_of(r));
        if (c->count && c->count < c->test && is_counter_step(c->count, &c->counter, &step) &&
            continues_on_side(c->test, c->branch->op, r) == (step < 0 ? 1 : -1))
            return true;
    }
    return false;
}

/* Returns whether an instruction outside the loop's control uses its counter or the condition, or
 * writes the bound. */
static bool conflicts_with_control(const struct counted *c, const struct lab_inst *i)
{
    if (i == c->count || i == c->test || i == c->branch)
        return false;
    if (uses_row(i, row_of(c->counter)) || uses_row(i, ROW_CONDITION))
        return true;
    struct effects e = effects_of(i), t = effects_of(c->test);
    for (int k = 0; k < e.n_writes; k++)
        for (int u = 0; u < t.n_uses; u++)
            if (e.writes[k] == t.uses[u].reg)
                return true;
    return false;
}

bool find_counted_loop(const struct lab_flow_block *b, struct counted *c)
{
    c->branch = block_branch(b);
    if (!c->branch || !b->falls || !is_label_of(b, c->branch->target))
        return false;
    c->test = only_writer(b, ROW_CONDITION);
    if (!c->test || !find_count(b, c))
        return false;
    for (size_t i = 0; i < b->code.n; i++)
        if (conflicts_with_control(c, &b->code.at[i]))
            return false;
    return true;
}

struct lab_inst counted_step(const struct counted *c, int64_t iterations)
{
    struct lab_inst i = *c->count;
    i.imm *= iterations;
    return i;
}
