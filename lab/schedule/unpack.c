/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/schedule/unpack.h"

#include "lab/schedule/effects.h"
#include "lab/schedule/flow.h"

#include <string.h>

struct unpacking {
    struct arena *a;
    const struct lab_text *t;
    struct stretch s;
    struct lab_flow *out;
    bool *leader;       /* by pair from s.first on: a block begins there */
    const char **extra; /* label that it is given, where it has none; NULL = none */
    const char *why;    /* it can't be done; NULL = it can, so far */
    uint32_t pair;
};

static void give_up(struct unpacking *u, uint32_t pair, const char *why)
{
    if (!u->why) {
        u->why = why;
        u->pair = pair;
    }
}

static bool within(const struct unpacking *u, uint32_t pair)
{
    return pair >= u->s.first && pair < u->s.end;
}

static const struct lab_inst *branch_at(const struct unpacking *u, uint32_t pair)
{
    const struct lab_inst *r = &u->t->pairs.at[pair].right;
    return lab_is_branch(r->op) ? r : NULL;
}

static bool is_nop_pair(const struct lab_pair *p)
{
    return lab_is_nop(&p->left) && lab_is_nop(&p->right);
}

static bool labelled(const struct unpacking *u, uint32_t pair)
{
    for (size_t l = 0; l < u->t->labels.n; l++)
        if (u->t->labels.at[l].pair == pair)
            return true;
    return false;
}

/* The pair of a label; -1 = it is not of this procedure. */
static int64_t pair_of(const struct unpacking *u, const char *label)
{
    for (size_t l = 0; label && l < u->t->labels.n; l++)
        if (strcmp(u->t->labels.at[l].name, label) == 0)
            return within(u, u->t->labels.at[l].pair) ? (int64_t)u->t->labels.at[l].pair : -1;
    return -1;
}

/* A label of that pair, made where there is none. */
static const char *label_at(struct unpacking *u, uint32_t pair)
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

static enum lab_opcode never_quashing(enum lab_opcode op)
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

static void lead(struct unpacking *u, uint32_t pair)
{
    if (within(u, pair))
        u->leader[pair - u->s.first] = true;
}

static void find_leaders_of(struct unpacking *u, uint32_t pair, const struct lab_inst *branch)
{
    if (pair + DELAY_PAIRS + (branch->op == LAB_JSR) >= u->s.end) {
        give_up(u, pair, "its last branch has no delay pairs");
        return;
    }
    for (uint32_t d = pair + 1; d <= pair + DELAY_PAIRS; d++)
        if (branch_at(u, d))
            give_up(u, d, "a branch stands in a delay pair");
    bool returns =
        branch->op == LAB_JMP && branch->base == lab_register(LAB_CEU, 14) && branch->offset == 32;
    if (branch->op == LAB_JMP && !branch->target && !returns)
        give_up(u, pair, "nobody knows where a jump by a register goes");
    lead(u, quashes_taken(branch->op) ? pair + 1 : pair + 1 + DELAY_PAIRS);
    if (branch->op == LAB_JSR)
        lead(u, pair + 2 + DELAY_PAIRS);
}

static void find_leaders(struct unpacking *u)
{
    lead(u, u->s.first);
    for (size_t l = 0; l < u->t->labels.n; l++)
        lead(u, u->t->labels.at[l].pair);
    for (uint32_t p = u->s.first; p < u->s.end && !u->why; p++) {
        const struct lab_inst *branch = branch_at(u, p);
        if (branch)
            find_leaders_of(u, p, branch);
    }
    for (uint32_t p = u->s.first; p < u->s.first + DELAY_PAIRS; p++)
        if (p >= u->s.end || !is_nop_pair(&u->t->pairs.at[p]))
            give_up(u, u->s.first, "it does not begin with two pairs of nops");
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

static void add(struct lab_flow_block *b, const struct lab_inst *i, uint32_t line)
{
    if (lab_is_nop(i))
        return;
    *array_push(&b->code) = *i;
    b->code.at[b->code.n - 1].line = line;
}

/* Both halves of a pair, one behind the other, so that each reads what it read in the pair. */
static void add_pair(struct unpacking *u, struct lab_flow_block *b, uint32_t pair)
{
    const struct lab_pair *p = &u->t->pairs.at[pair];
    const struct lab_inst *l = &p->left, *r = &p->right;
    if (r->op == LAB_MOVOUT8 || l->op == LAB_MOVIN8) {
        if (r->op != LAB_MOVOUT8 || l->op != LAB_MOVIN8)
            give_up(u, pair, "movin8 and movout8 do not stand together");
        add(b, r, p->line);
        add(b, l, p->line);
        return;
    }
    bool sees = r->op == LAB_MOVB8, right_first = !sees && feeds(l, r);
    bool left_first = feeds(r, l) || writes_same(l, r) || (sees && feeds(l, r));
    if (right_first && left_first)
        give_up(u, pair, "both halves of a pair read what the other one writes");
    add(b, right_first ? r : l, p->line);
    add(b, right_first ? l : r, p->line);
}

static struct lab_flow_block *begin(struct unpacking *u, uint32_t pair)
{
    struct lab_flow_block *b = array_push(&u->out->blocks);
    *b = (struct lab_flow_block){.falls = true, .loop = -1, .line = u->t->pairs.at[pair].line};
    return b;
}

static void add_labels(struct unpacking *u, struct lab_flow_block *b, uint32_t pair)
{
    for (size_t l = 0; l < u->t->labels.n; l++)
        if (u->t->labels.at[l].pair == pair)
            *array_push(&b->labels) = u->t->labels.at[l].name;
    if (u->extra[pair - u->s.first])
        *array_push(&b->labels) = u->extra[pair - u->s.first];
}

/* A jump to what stands at a pair. */
static void jump_to(struct unpacking *u, struct lab_flow_block *b, const char *target,
                    uint32_t line)
{
    struct lab_inst jump = {.op = LAB_JMP, .target = target, .line = line};
    (void)u;
    *array_push(&b->code) = jump;
    b->falls = false;
}

/* What the branch reads, or a call writes, must not be touched by what comes before it now. */
static void keeps_off(struct unpacking *u, const struct lab_inst *branch, uint32_t pair, bool right)
{
    const struct lab_pair *p = &u->t->pairs.at[pair];
    const struct lab_inst *half[] = {&p->left, &p->right};
    for (int k = 0; k < 1 + right; k++) {
        if (feeds(half[k], branch))
            give_up(u, pair, "what a branch reads is written in its pair or its delay pairs");
        if (right && (feeds(branch, half[k]) || writes_same(branch, half[k])))
            give_up(u, pair, "a delay pair of a call reads where it returns to");
    }
}

/* Delay pairs that can be entered by a label: there once more, behind everything. */
struct side {
    uint32_t first, end; /* pairs */
    const char *to;      /* then there */
    const char *label;   /* of its own; NULL: those of its pairs */
};
typedef ARRAY(struct side) sides;

static void add_sides(struct unpacking *u, const sides *all)
{
    for (size_t k = 0; k < all->n && !u->why; k++) {
        const struct side *s = &all->at[k];
        struct lab_flow_block *b = begin(u, s->first);
        if (s->label)
            *array_push(&b->labels) = s->label;
        for (uint32_t p = s->first; p < s->end; p++) {
            if (!s->label && p > s->first && labelled(u, p))
                b = begin(u, p);
            if (!s->label)
                add_labels(u, b, p);
            add_pair(u, b, p);
        }
        jump_to(u, b, s->to, u->t->pairs.at[s->end - 1].line);
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

/* A branch that runs its delay pairs only where it is taken: to a copy of them before its target,
 * which may be there already, as what filled the slots left it. */
static const char *around_delay(struct unpacking *u, uint32_t pair, const char *target, sides *more)
{
    int64_t to = pair_of(u, target);
    const struct lab_pair *p = u->t->pairs.at;
    if (to >= u->s.first + DELAY_PAIRS && same_pair(&p[to - 2], &p[pair + 1]) &&
        same_pair(&p[to - 1], &p[pair + 2]) && to - 2 != pair + 1)
        return label_at(u, (uint32_t)to - DELAY_PAIRS);
    const char *label = arena_printf(u->a, ".R%ut", (unsigned)pair);
    *array_push(more) = (struct side){pair + 1, pair + 1 + DELAY_PAIRS, target, label};
    return label;
}

/* The block's end at a branch; the pair behind what belongs to it. */
static uint32_t add_branch(struct unpacking *u, struct lab_flow_block *b, uint32_t pair,
                           sides *more)
{
    struct lab_inst branch = u->t->pairs.at[pair].right;
    bool inside = labelled(u, pair + 1) || labelled(u, pair + 2), call = branch.op == LAB_JSR;
    bool skips = quashes_taken(branch.op), taken_only = quashes_not_taken(branch.op);
    bool runs = !skips && !taken_only;
    uint32_t behind = pair + 1 + DELAY_PAIRS;
    keeps_off(u, &branch, pair, false);
    add(b, &u->t->pairs.at[pair].left, u->t->pairs.at[pair].line);
    for (uint32_t d = pair + 1; runs && d < behind; d++) {
        keeps_off(u, &branch, d, true);
        add_pair(u, b, d);
    }
    if (inside && (call || taken_only))
        give_up(u, pair, "a label stands in the delay pairs of a call or of a qf branch");
    else if (inside && runs)
        *array_push(more) = (struct side){labelled(u, pair + 1) ? pair + 1 : pair + 2, behind,
                                          label_at(u, behind), NULL};
    if (taken_only)
        branch.target = around_delay(u, pair, branch.target, more);
    branch.op = never_quashing(branch.op);
    add(b, &branch, u->t->pairs.at[pair].line);
    b->falls = branch.op != LAB_JMP;
    b->called = call;
    if (call)
        b->pair_after = u->t->pairs.at[behind];
    return skips ? pair + 1 : behind + call;
}

/* One block from pair on; where the next one begins. */
static uint32_t add_block(struct unpacking *u, uint32_t pair, sides *more)
{
    struct lab_flow_block *b = begin(u, pair);
    uint32_t first = pair;
    add_labels(u, b, pair);
    for (; pair < u->s.end && !u->why; pair++) {
        if (pair > first && u->leader[pair - u->s.first])
            break;
        if (branch_at(u, pair))
            return add_branch(u, b, pair, more);
        if (pair < u->s.first + DELAY_PAIRS)
            *array_push(&b->code) = (struct lab_inst){.op = LAB_FINOP};
        else
            add_pair(u, b, pair);
    }
    return pair;
}

/* Leaders that branches ask for before blocks are made. */
static void find_extra(struct unpacking *u)
{
    sides unused = {0};
    for (uint32_t p = u->s.first; p + DELAY_PAIRS < u->s.end; p++) {
        const struct lab_inst *branch = branch_at(u, p);
        if (!branch)
            continue;
        if (quashes_not_taken(branch->op))
            around_delay(u, p, branch->target, &unused);
        else if ((labelled(u, p + 1) || labelled(u, p + 2)) && branch->op != LAB_JSR &&
                 !quashes_taken(branch->op) && within(u, p + 1 + DELAY_PAIRS))
            label_at(u, p + 1 + DELAY_PAIRS);
    }
    array_free(&unused);
}

const char *unpack(struct arena *a, const struct lab_text *t, struct stretch s,
                   struct lab_flow *out, uint32_t *pair)
{
    struct unpacking u = {.a = a, .t = t, .s = s, .out = out, .pair = s.first};
    sides more = {0};
    *out = (struct lab_flow){.name = s.name};
    u.leader = ARENA_ARRAY(a, bool, s.end - s.first + 1);
    u.extra = ARENA_ARRAY(a, const char *, s.end - s.first + 1);
    find_leaders(&u);
    if (!u.why)
        find_extra(&u);
    for (uint32_t p = s.first; p < s.end && !u.why;)
        p = add_block(&u, p, &more);
    if (!u.why && more.n && out->blocks.at[out->blocks.n - 1].falls)
        give_up(&u, s.end - 1, "it runs into the next procedure");
    add_sides(&u, &more);
    array_free(&more);
    *pair = u.pair;
    return u.why;
}
