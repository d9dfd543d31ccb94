/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/schedule/unpack.h"

#include "lab/schedule/effects.h"
#include "lab/schedule/flow.h"

#include <string.h>

struct unpacker {
    struct arena *a;
    const struct lab_text *t;
    struct procedure_range s;
    struct lab_flow *out;
    bool *leader;       /* by pair from s.first on: a block begins there */
    const char **extra; /* label to add to a pair without one; NULL = none */
    const char *why;    /* reason for failure; NULL = none so far */
    uint32_t pair;      /* position of that reason */
};

static void fail_at(struct unpacker *u, uint32_t pair, const char *why)
{
    if (!u->why) {
        u->why = why;
        u->pair = pair;
    }
}

static bool is_within(const struct unpacker *u, uint32_t pair)
{
    return pair >= u->s.first && pair < u->s.end;
}

static const struct lab_inst *branch_at(const struct unpacker *u, uint32_t pair)
{
    const struct lab_inst *r = &u->t->pairs.at[pair].right;
    return lab_is_branch(r->op) ? r : NULL;
}

static bool is_nop_pair(const struct lab_pair *p)
{
    return lab_is_nop(&p->left) && lab_is_nop(&p->right);
}

static bool labelled(const struct unpacker *u, uint32_t pair)
{
    for (size_t l = 0; l < u->t->labels.n; l++)
        if (u->t->labels.at[l].pair == pair)
            return true;
    return false;
}

/* Returns the pair of a label; -1 = it is not in this procedure. */
static int64_t pair_of(const struct unpacker *u, const char *label)
{
    for (size_t l = 0; label && l < u->t->labels.n; l++)
        if (strcmp(u->t->labels.at[l].name, label) == 0)
            return is_within(u, u->t->labels.at[l].pair) ? (int64_t)u->t->labels.at[l].pair : -1;
    return -1;
}

/* Returns a label of that pair; creates one if it has none. */
static const char *label_at(struct unpacker *u, uint32_t pair)
{
    for (size_t l = 0; l < u->t->labels.n; l++)
        if (u->t->labels.at[l].pair == pair)
            return u->t->labels.at[l].name;
    const char **extra = &u->extra[pair - u->s.first];
    if (!*extra)
        *extra = arena_printf(u->a, ".R%u", (unsigned)pair);
    u->leader[pair - u->s.first] = true;
    return *extra;
}

/* ---- kinds of branches ---- */

static bool quashes_taken(enum lab_opcode op)
{
    return op == LAB_BCC_QT || op == LAB_BCS_QT || op == LAB_BEQ_QT;
}

static bool quashes_not_taken(enum lab_opcode op)
{
    return op == LAB_BCC_QF || op == LAB_BCS_QF || op == LAB_BEQ_QF;
}

static enum lab_opcode without_quashing(enum lab_opcode op)
{
    switch (op) {
    case LAB_BCC_QT:
    case LAB_BCC_QF:
        return LAB_BCC_QN;
    case LAB_BCS_QT:
    case LAB_BCS_QF:
        return LAB_BCS_QN;
    case LAB_BEQ_QT:
    case LAB_BEQ_QF:
        return LAB_BEQ_QN;
    default:
        return op;
    }
}

/* ---- where blocks begin ---- */

static void mark_leader(struct unpacker *u, uint32_t pair)
{
    if (is_within(u, pair))
        u->leader[pair - u->s.first] = true;
}

static void find_leaders_of(struct unpacker *u, uint32_t pair, const struct lab_inst *branch)
{
    if (pair + DELAY_PAIRS + (branch->op == LAB_JSR) >= u->s.end) {
        fail_at(u, pair, "its last branch lacks delay pairs");
        return;
    }
    for (uint32_t d = pair + 1; d <= pair + DELAY_PAIRS; d++)
        if (branch_at(u, d))
            fail_at(u, d, "a delay pair contains a branch");
    bool returns =
        branch->op == LAB_JMP && branch->base == lab_register(LAB_CEU, 14) && branch->offset == 32;
    if (branch->op == LAB_JMP && !branch->target && !returns)
        fail_at(u, pair, "the target of a jump by a register is unknown");
    mark_leader(u, quashes_taken(branch->op) ? pair + 1 : pair + 1 + DELAY_PAIRS);
    if (branch->op == LAB_JSR)
        mark_leader(u, pair + 2 + DELAY_PAIRS);
}

static void find_leaders(struct unpacker *u)
{
    mark_leader(u, u->s.first);
    for (size_t l = 0; l < u->t->labels.n; l++)
        mark_leader(u, u->t->labels.at[l].pair);
    for (uint32_t p = u->s.first; p < u->s.end && !u->why; p++) {
        const struct lab_inst *branch = branch_at(u, p);
        if (branch)
            find_leaders_of(u, p, branch);
    }
    for (uint32_t p = u->s.first; p < u->s.first + DELAY_PAIRS; p++)
        if (p >= u->s.end || !is_nop_pair(&u->t->pairs.at[p]))
            fail_at(u, u->s.first, "it does not begin with two pairs of nops");
}

/* ---- code ---- */

static bool writes_same(const struct lab_inst *i, const struct lab_inst *other)
{
    struct effects e = effects_of(i), o = effects_of(other);
    for (int k = 0; k < e.n_writes; k++)
        for (int m = 0; m < o.n_writes; m++)
            if (e.writes[k] == o.writes[m])
                return true;
    return false;
}

static void append_inst(struct lab_flow_block *b, const struct lab_inst *i, uint32_t line)
{
    if (lab_is_nop(i))
        return;
    *array_push(&b->code) = *i;
    b->code.at[b->code.n - 1].line = line;
}

/* Appends both halves of a pair in an order in which each reads the same values as in the pair. */
static void add_pair(struct unpacker *u, struct lab_flow_block *b, uint32_t pair)
{
    const struct lab_pair *p = &u->t->pairs.at[pair];
    const struct lab_inst *l = &p->left, *r = &p->right;
    if (r->op == LAB_MOVOUT8 || l->op == LAB_MOVIN8) {
        if (r->op != LAB_MOVOUT8 || l->op != LAB_MOVIN8)
            fail_at(u, pair, "movin8 and movout8 are not in the same pair");
        append_inst(b, r, p->line);
        append_inst(b, l, p->line);
        return;
    }
    bool reads_new_value = r->op == LAB_MOVB8, right_first = !reads_new_value && feeds(l, r);
    bool left_first = feeds(r, l) || writes_same(l, r) || (reads_new_value && feeds(l, r));
    if (right_first && left_first)
        fail_at(u, pair, "each half of a pair reads what the other one writes");
    append_inst(b, right_first ? r : l, p->line);
    append_inst(b, right_first ? l : r, p->line);
}

static struct lab_flow_block *begin_block(struct unpacker *u, uint32_t pair)
{
    struct lab_flow_block *b = array_push(&u->out->blocks);
    *b = (struct lab_flow_block){.falls = true, .loop = -1, .line = u->t->pairs.at[pair].line};
    return b;
}

static void add_labels(struct unpacker *u, struct lab_flow_block *b, uint32_t pair)
{
    for (size_t l = 0; l < u->t->labels.n; l++)
        if (u->t->labels.at[l].pair == pair)
            *array_push(&b->labels) = u->t->labels.at[l].name;
    if (u->extra[pair - u->s.first])
        *array_push(&b->labels) = u->extra[pair - u->s.first];
}

/* Ends the block with a jump to the target. */
static void end_with_jump(struct unpacker *u, struct lab_flow_block *b, const char *target,
                          uint32_t line)
{
    struct lab_inst jump = {.op = LAB_JMP, .target = target, .line = line};
    (void)u;
    *array_push(&b->code) = jump;
    b->falls = false;
}

/* Checks that code which now precedes the branch does not write its operands, nor use what a call
 * writes. */
static void check_branch_operands(struct unpacker *u, const struct lab_inst *branch, uint32_t pair,
                                  bool right)
{
    const struct lab_pair *p = &u->t->pairs.at[pair];
    const struct lab_inst *half[] = {&p->left, &p->right};
    for (int k = 0; k < 1 + right; k++) {
        if (feeds(half[k], branch))
            fail_at(u, pair, "an operand of a branch is written in its pair or its delay pairs");
        if (right && (feeds(branch, half[k]) || writes_same(branch, half[k])))
            fail_at(u, pair, "a delay pair of a call reads its return address");
    }
}

/* A copy, after all other code, of delay pairs that can be entered by a label. */
struct delay_copy {
    uint32_t first, end; /* pairs */
    const char *to;      /* label to jump to afterwards */
    const char *label;   /* its own label; NULL: those of its pairs */
};
typedef ARRAY(struct delay_copy) delay_copies;

static void add_delay_copies(struct unpacker *u, const delay_copies *all)
{
    for (size_t k = 0; k < all->n && !u->why; k++) {
        const struct delay_copy *s = &all->at[k];
        struct lab_flow_block *b = begin_block(u, s->first);
        if (s->label)
            *array_push(&b->labels) = s->label;
        for (uint32_t p = s->first; p < s->end; p++) {
            if (!s->label && p > s->first && labelled(u, p))
                b = begin_block(u, p);
            if (!s->label)
                add_labels(u, b, p);
            add_pair(u, b, p);
        }
        end_with_jump(u, b, s->to, u->t->pairs.at[s->end - 1].line);
    }
}

static bool same_inst(const struct lab_inst *a, const struct lab_inst *b)
{
    bool same = a->op == b->op && a->d == b->d && a->imm == b->imm && a->scale == b->scale &&
                a->base == b->base && a->offset == b->offset;
    for (int k = 0; k < LAB_SOURCES; k++)
        same = same && a->s[k] == b->s[k] && a->immediate[k] == b->immediate[k];
    bool symbols =
        a->symbol && b->symbol ? strcmp(a->symbol, b->symbol) == 0 : a->symbol == b->symbol;
    return same && symbols && !a->target && !b->target;
}

static bool same_pair(const struct lab_pair *a, const struct lab_pair *b)
{
    return same_inst(&a->left, &b->left) && same_inst(&a->right, &b->right);
}

/* Returns the target of a branch that executes its delay pairs only if taken: a copy of them before
 * the target. That copy may exist already if fill_delays() produced the code. */
static const char *find_or_copy_delay(struct unpacker *u, uint32_t pair, const char *target,
                                      delay_copies *copies)
{
    int64_t to = pair_of(u, target);
    const struct lab_pair *p = u->t->pairs.at;
    if (to >= u->s.first + DELAY_PAIRS && same_pair(&p[to - 2], &p[pair + 1]) &&
        same_pair(&p[to - 1], &p[pair + 2]) && to - 2 != pair + 1)
        return label_at(u, (uint32_t)to - DELAY_PAIRS);
    const char *label = arena_printf(u->a, ".R%ut", (unsigned)pair);
    *array_push(copies) = (struct delay_copy){pair + 1, pair + 1 + DELAY_PAIRS, target, label};
    return label;
}

/* Ends the block with a branch. Returns the pair after the branch and its delay pairs. */
static uint32_t add_branch(struct unpacker *u, struct lab_flow_block *b, uint32_t pair,
                           delay_copies *copies)
{
    struct lab_inst branch = u->t->pairs.at[pair].right;
    bool inside = labelled(u, pair + 1) || labelled(u, pair + 2), call = branch.op == LAB_JSR;
    bool skips = quashes_taken(branch.op), taken_only = quashes_not_taken(branch.op);
    bool runs = !skips && !taken_only;
    uint32_t after = pair + 1 + DELAY_PAIRS;
    check_branch_operands(u, &branch, pair, false);
    append_inst(b, &u->t->pairs.at[pair].left, u->t->pairs.at[pair].line);
    for (uint32_t d = pair + 1; runs && d < after; d++) {
        check_branch_operands(u, &branch, d, true);
        add_pair(u, b, d);
    }
    if (inside && (call || taken_only))
        fail_at(u, pair, "a delay pair of a call or of a qf branch has a label");
    else if (inside && runs)
        *array_push(copies) = (struct delay_copy){labelled(u, pair + 1) ? pair + 1 : pair + 2,
                                                  after, label_at(u, after), NULL};
    if (taken_only)
        branch.target = find_or_copy_delay(u, pair, branch.target, copies);
    branch.op = without_quashing(branch.op);
    append_inst(b, &branch, u->t->pairs.at[pair].line);
    b->falls = branch.op != LAB_JMP;
    b->called = call;
    if (call)
        b->pair_after = u->t->pairs.at[after];
    return skips ? pair + 1 : after + call;
}

/* Appends the block that begins at a pair. Returns the begin of the next block. */
static uint32_t add_block(struct unpacker *u, uint32_t pair, delay_copies *copies)
{
    struct lab_flow_block *b = begin_block(u, pair);
    uint32_t first = pair;
    add_labels(u, b, pair);
    for (; pair < u->s.end && !u->why; pair++) {
        if (pair > first && u->leader[pair - u->s.first])
            break;
        if (branch_at(u, pair))
            return add_branch(u, b, pair, copies);
        if (pair < u->s.first + DELAY_PAIRS)
            *array_push(&b->code) = (struct lab_inst){.op = LAB_FINOP};
        else
            add_pair(u, b, pair);
    }
    return pair;
}

/* Finds the block begins that branches require before blocks are built. */
static void find_extra_leaders(struct unpacker *u)
{
    delay_copies unused = {0};
    for (uint32_t p = u->s.first; p + DELAY_PAIRS < u->s.end; p++) {
        const struct lab_inst *branch = branch_at(u, p);
        if (!branch)
            continue;
        if (quashes_not_taken(branch->op))
            find_or_copy_delay(u, p, branch->target, &unused);
        else if ((labelled(u, p + 1) || labelled(u, p + 2)) && branch->op != LAB_JSR &&
                 !quashes_taken(branch->op) && is_within(u, p + 1 + DELAY_PAIRS))
            label_at(u, p + 1 + DELAY_PAIRS);
    }
    array_free(&unused);
}

const char *unpack(struct arena *a, const struct lab_text *t, struct procedure_range s,
                   struct lab_flow *out, uint32_t *pair)
{
    struct unpacker u = {.a = a, .t = t, .s = s, .out = out, .pair = s.first};
    delay_copies copies = {0};
    *out = (struct lab_flow){.name = s.name};
    u.leader = ARENA_ARRAY(a, bool, s.end - s.first + 1);
    u.extra = ARENA_ARRAY(a, const char *, s.end - s.first + 1);
    find_leaders(&u);
    if (!u.why)
        find_extra_leaders(&u);
    for (uint32_t p = s.first; p < s.end && !u.why;)
        p = add_block(&u, p, &copies);
    if (!u.why && copies.n && out->blocks.at[out->blocks.n - 1].falls)
        fail_at(&u, s.end - 1, "it continues into the next procedure");
    add_delay_copies(&u, &copies);
    array_free(&copies);
    *pair = u.pair;
    return u.why;
}
