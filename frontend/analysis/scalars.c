/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/scalars.h"

static const struct value *at(const struct body *b, int node)
{
    return value_at(&b->values, node);
}

/* Returns the kind of a reduction whose operations may be in any order; add and subtract are one
 * kind. */
static int kind_of(const struct value *v)
{
    if (v->kind != VALUE_OPERATION)
        return -1;
    switch (v->work) {
    case WORK_ADD:
    case WORK_SUBTRACT:
        return WORK_ADD;
    case WORK_MULTIPLY:
    case WORK_MAXMIN:
        return (int)v->work;
    default:
        return -1;
    }
}

/* The chain of operations from the current value of a scalar to its next one. Each value is visited
 * once. */
struct chain {
    const struct body *body;
    int carried;
    int kind;         /* kind of its operations; -1 = no operation was visited */
    int uses;         /* uses of the current value on the chain */
    bool conditional; /* it contains joined values */
    bool shared;      /* a value of it has other uses */
    int final, final_uses;
};

/* Whether a value leads to the current value of the scalar. */
enum leads { LEADS_UNKNOWN, LEADS_NOT, LEADS, LEADS_WALKED };
struct chain_mark {
    int turn; /* the search to which this mark belongs */
    enum leads leads;
    int arg; /* of an operation: the argument that leads to it, or the next one to visit */
};

static struct chain_mark *mark_of(const struct chain *c, int node)
{
    struct chain_marks *m = c->body->chain_marks;
    if (m->at[node].turn != m->turn)
        m->at[node] = (struct chain_mark){.turn = m->turn};
    return &m->at[node];
}

static void begin_chain(const struct chain *c)
{
    struct chain_marks *m = c->body->chain_marks;
    size_t n = c->body->values.all.n;
    if (n > m->n) {
        m->at = ARENA_ARRAY(c->body->arena, struct chain_mark, 2 * n);
        m->n = 2 * n;
        m->turn = 0;
    }
    m->turn++;
}

static bool is_shared(const struct chain *c, int node)
{
    return at(c->body, node)->uses > (node == c->final ? c->final_uses : 1);
}

/* Returns the next argument to visit, in order to find whether a value leads to the scalar: a
 * joined value does if all its arguments do, an operation if one does. -1 = it is known. */
static int next_argument(struct chain *c, int node)
{
    struct chain_mark *m = mark_of(c, node);
    const struct value *v = at(c->body, node);
    bool joined = v->kind == VALUE_JOINED;
    int kind = joined ? c->kind : kind_of(v);
    if (!joined && c->kind < 0)
        c->kind = kind;
    m->leads = joined ? LEADS : LEADS_NOT;
    for (; node != c->carried && (joined || (kind >= 0 && kind == c->kind)) && m->arg < v->n_args;
         m->arg++) {
        if (v->work == WORK_SUBTRACT && !joined && m->arg == 1)
            continue;
        enum leads leads = mark_of(c, v->args[m->arg])->leads;
        if (leads == LEADS_UNKNOWN)
            return m->leads = LEADS_UNKNOWN, v->args[m->arg];
        if ((leads == LEADS) != joined)
            return m->leads = leads, -1;
    }
    if (node == c->carried)
        m->leads = LEADS;
    return -1;
}

static bool leads_to_carried(struct chain *c, int from)
{
    struct chain_marks *m = c->body->chain_marks;
    *array_push(&m->pending) = from;
    while (m->pending.n > 0) {
        int next = next_argument(c, m->pending.at[m->pending.n - 1]);
        if (next >= 0)
            *array_push(&m->pending) = next;
        else
            m->pending.n--;
    }
    return mark_of(c, from)->leads == LEADS;
}

/* Counts the uses on the chain from that value on, and finds whether it is shared. */
static void walk_chain(struct chain *c, int from)
{
    struct chain_marks *m = c->body->chain_marks;
    *array_push(&m->pending) = from;
    while (m->pending.n > 0) {
        int node = m->pending.at[--m->pending.n];
        struct chain_mark *mark = mark_of(c, node);
        const struct value *v = at(c->body, node);
        c->uses += node == c->carried;
        if (node == c->carried || mark->leads == LEADS_WALKED)
            continue;
        mark->leads = LEADS_WALKED;
        c->shared |= is_shared(c, node);
        c->conditional |= v->kind == VALUE_JOINED;
        for (int i = 0; i < v->n_args; i++)
            if (v->kind == VALUE_JOINED || i == mark->arg)
                *array_push(&m->pending) = v->args[i];
    }
}

static bool leads(struct chain *c, int from)
{
    begin_chain(c);
    if (!leads_to_carried(c, from))
        return false;
    walk_chain(c, from);
    return true;
}

static const char *kind_text(int kind)
{
    return kind == WORK_ADD ? "adding" : kind == WORK_MULTIPLY ? "multiplying" : "MAX or MIN";
}

/* Whether the value at the begin of the loop is not of the series of later iterations. */
static bool wraps(struct body *b, const struct scalar *s)
{
    struct form entry = value_form(&b->values, entry_value(b, s->symbol));
    struct form begin = form_part(&s->begin, 0);
    return !form_same(&entry, &begin);
}

enum scalar_role scalar_role(struct body *b, const struct scalar *s, const char **how)
{
    *how = NULL;
    if (s->resolved)
        return wraps(b, s) ? SCALAR_WRAPS : SCALAR_INDUCTION;
    if (s->carried < 0 || at(b, s->carried)->uses == 0)
        return SCALAR_PRIVATE;
    struct chain c = {.body = b, .carried = s->carried, .kind = -1};
    if (leads(&c, s->final) && c.kind >= 0 && at(b, s->carried)->uses <= c.uses) {
        *how = arena_printf(b->arena, "%s%s", kind_text(c.kind),
                            c.conditional ? ", under a condition" : "");
        return SCALAR_REDUCTION;
    }
    *how = at(b, s->final)->kind == VALUE_JOINED ? "not every path through an iteration assigns it"
                                                 : "used before it is assigned";
    return SCALAR_CARRIED;
}

bool reduction_is_free(const struct body *b, int carried, int final, int others, bool exact)
{
    struct chain c = {
        .body = b, .carried = carried, .kind = -1, .final = final, .final_uses = 1 + others};
    return leads(&c, final) && c.kind >= 0 && (!exact || c.kind == WORK_MAXMIN) && !c.shared &&
           at(b, carried)->uses <= c.uses;
}

const char *scalar_role_text(struct body *b, const struct scalar *s)
{
    static const char *const roles[] = {
        [SCALAR_INDUCTION] = "induction variable",
        [SCALAR_WRAPS] = "wraps around: the value of the previous iteration, except in the first",
        [SCALAR_PRIVATE] = "private: assigned before it is used",
        [SCALAR_REDUCTION] = "reduction by ",
        [SCALAR_CARRIED] = "carried from iteration to iteration: ",
    };
    const char *how;
    enum scalar_role role = scalar_role(b, s, &how);
    return arena_printf(b->arena, "%s%s", roles[role], how ? how : "");
}

bool scalar_is_index(const struct body *b, const struct scalar *s)
{
    return s->symbol->name == b->unit->at[body_loop(b)->head]->name;
}
