/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/scalars.h"

enum { CHAIN_LONGEST = 1000 };

static const struct value *at(const struct body *b, int node)
{
    return value_at(&b->values, node);
}

/* Operations that make a chain whatever their order: adding and subtracting is one kind. */
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

/* A walk from a scalar's next value to the value it has now. */
struct chain {
    const struct body *body;
    int carried;
    int kind;  /* of its operations; -1 = none yet */
    int uses;  /* of the value it has now, on the chain */
    int steps; /* so that the walk ends */
    bool conditional;
    bool shared; /* something else uses a value on it */
    int final, final_uses;
};

static bool is_shared(const struct chain *c, int node)
{
    return at(c->body, node)->uses > (node == c->final ? c->final_uses : 1);
}

static bool leads(struct chain *c, int node)
{
    if (node == c->carried) {
        c->uses++;
        return true;
    }
    const struct value *v = at(c->body, node);
    if (++c->steps > CHAIN_LONGEST)
        return false;
    c->shared |= is_shared(c, node);
    if (v->kind == VALUE_JOINED) {
        c->conditional = true;
        return leads(c, v->args[0]) && leads(c, v->args[1]);
    }
    int kind = kind_of(v);
    if (kind < 0 || (c->kind >= 0 && kind != c->kind))
        return false;
    for (int i = 0; i < v->n_args; i++) {
        struct chain tried = *c;
        tried.kind = kind;
        if (v->work == WORK_SUBTRACT && i == 1)
            continue;
        if (leads(&tried, v->args[i])) {
            *c = tried;
            return true;
        }
        c->steps = tried.steps;
    }
    return false;
}

static const char *kind_text(int kind)
{
    return kind == WORK_ADD ? "adding" : kind == WORK_MULTIPLY ? "multiplying" : "MAX or MIN";
}

/* Whether its value when the loop begins is not the one that the iterations go on from. */
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
    *how = at(b, s->final)->kind == VALUE_JOINED ? "not every way through an iteration assigns it"
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
        [SCALAR_WRAPS] = "wraps around: what an iteration before left, but in the first",
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
