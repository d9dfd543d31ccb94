/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes strides and trips as numbers: forms are evaluated at points of the iteration space. A
 * name without a value is represented by a unique odd number; a result that changes with that
 * number is unknown. Arithmetic is modulo 2^64, so that terms cancel exactly. */
#include "frontend/analysis/windows.h"

#include "frontend/analysis/depend.h"
#include "frontend/analysis/reuse.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    LEVELS_MOST = MOVEMENT_LEVELS,
    UNKNOWNS_MOST = 64,
    NESTED_MOST = 200, /* nested expressions */
    GROUPS_MOST = 500, /* groups of references of a loop that move together */
};

struct level {
    const struct nest *nest;
    const struct symbol *variable; /* NULL = a loop without a DO variable */
    int first, last, step;         /* nodes */
};
struct space {
    struct body *body;
    const struct option_list *given;
    uint64_t used; /* bit i: given[i] was used */
    struct level at[LEVELS_MOST];
    int n;
    uint64_t point[LEVELS_MOST]; /* iteration of each level */
    int wrt;                     /* level whose loop must not change names; -1 = none */
    int unknown[UNKNOWNS_MOST];  /* nodes without a value */
    int n_unknown;
    int other; /* the unknown with a modified value; -1 = none */
    int depth;
    bool met;        /* a DO variable was evaluated */
    const char *why; /* why a varying value has no number */
};

static uint64_t node_number(struct space *s, int node);
static uint64_t expr_number(struct space *s, const struct expr *e);

/* ---- values ---- */

static void give_up(struct space *s, const char *what)
{
    if (!s->why)
        s->why = arena_printf(s->body->arena, "%s is not affine in the loops around it", what);
}

static const struct symbol *entry_symbol(const struct value *v)
{
    return v->kind == VALUE_ENTRY && v->of_symbol ? v->detail : NULL;
}

static const char *node_text(const struct space *s, int node)
{
    const struct value *v = value_at(&s->body->values, node);
    const struct symbol *y = entry_symbol(v);
    if (y)
        return y->name;
    if (v->kind == VALUE_ENTRY)
        return expr_text(s->body->arena, v->detail);
    return v->expr ? expr_text(s->body->arena, v->expr) : "a value";
}

static uint64_t unknown_number(struct space *s, int node)
{
    int i = 0;
    while (i < s->n_unknown && s->unknown[i] != node)
        i++;
    if (i == s->n_unknown && i < UNKNOWNS_MOST)
        s->unknown[s->n_unknown++] = node;
    else if (i == UNKNOWNS_MOST)
        give_up(s, node_text(s, node));
    return ((uint64_t)node * 2654435761u + 1000003u) * (node == s->other ? 7 : 1) | 1;
}

/* Finds the value of -D NAME=NUMBER. */
static bool given_number(struct space *s, const char *name, uint64_t *number)
{
    for (int i = s->given ? s->given->n - 1 : -1; i >= 0; i--) {
        const char *equals = strchr(s->given->at[i], '=');
        size_t n = equals ? (size_t)(equals - s->given->at[i]) : 0;
        if (n && strlen(name) == n && strncasecmp(name, s->given->at[i], n) == 0) {
            *number = (uint64_t)strtoll(equals + 1, NULL, 10);
            s->used |= i < 64 ? UINT64_C(1) << i : 0;
            return true;
        }
    }
    return false;
}

/* Returns the number that represents a value that is unknown before the run. */
static uint64_t opaque_number(struct space *s, int node)
{
    if (s->wrt >= 0)
        give_up(s, node_text(s, node));
    return unknown_number(s, node);
}

static uint64_t symbol_number(struct space *s, const struct symbol *y, int node)
{
    uint64_t number;
    for (int k = 0; k < s->n; k++)
        if (s->at[k].variable == y) {
            s->met = true;
            return node_number(s, s->at[k].first) + s->point[k] * node_number(s, s->at[k].step);
        }
    if (s->wrt >= 0 && s->wrt + 1 < s->n && !s->why &&
        reach_changes(s->body->reach, y, s->at[s->wrt].nest->head + 1, s->at[s->wrt].nest->last))
        s->why = arena_printf(s->body->arena, "%s changes in the loops around it", y->name);
    return given_number(s, y->name, &number) ? number : unknown_number(s, node);
}

static uint64_t form_number(struct space *s, const struct form *f)
{
    uint64_t sum = 0;
    for (int i = 0; i < f->n; i++) {
        uint64_t term = (uint64_t)f->at[i].coefficient;
        if (f->at[i].symbol != FORM_ONE)
            term *= node_number(s, f->at[i].symbol);
        s->met |= f->at[i].power > 0;
        if (f->at[i].power)
            term *= s->point[s->n - 1];
        sum += term;
    }
    return sum;
}

/* Returns a quotient. It is not affine, so it must not contain a DO variable. */
static uint64_t quotient(struct space *s, uint64_t x, uint64_t y)
{
    if (s->met)
        give_up(s, "a quotient");
    if (y == 0 || ((int64_t)y == -1 && (int64_t)x == INT64_MIN)) {
        give_up(s, "a quotient");
        return 1;
    }
    return (uint64_t)((int64_t)x / (int64_t)y);
}

static uint64_t operation_number(struct space *s, const struct value *v, int node)
{
    const char *op = v->detail;
    bool product = v->work == WORK_INTEGER && v->n_args == 2 && op &&
                   (*op == '\0' || (*op == '*' && op[1] == '\0'));
    bool divides = v->work == WORK_INTEGER && v->n_args == 2 && op && op[0] == '/' && !op[1];
    if (!product && !divides)
        return opaque_number(s, node);
    const int *args = v->args;
    bool met = s->met;
    s->met = false;
    uint64_t x = node_number(s, args[0]), y = node_number(s, args[1]);
    x = divides ? quotient(s, x, y) : x * y;
    s->met |= met;
    return x;
}

static uint64_t entry_number(struct space *s, const struct value *v, int node)
{
    const struct symbol *y = entry_symbol(v);
    if (y)
        return symbol_number(s, y, node);
    const struct expr *e = v->detail;
    bool sum = e && (e->kind == EXPR_BINARY || e->kind == EXPR_PAREN || e->kind == EXPR_UNARY);
    return sum ? expr_number(s, e) : opaque_number(s, node);
}

static uint64_t node_number(struct space *s, int node)
{
    struct value v = *value_at(&s->body->values, node); /* the list may grow during the recursion */
    if (s->depth >= NESTED_MOST) {
        give_up(s, "a bound");
        return 1;
    }
    s->depth++;
    uint64_t number = v.kind == VALUE_FORM        ? form_number(s, v.form)
                      : v.kind == VALUE_OPERATION ? operation_number(s, &v, node)
                      : v.kind == VALUE_ENTRY     ? entry_number(s, &v, node)
                                                  : opaque_number(s, node);
    s->depth--;
    return number;
}

static uint64_t pair_number(struct space *s, const struct expr *e)
{
    bool met = s->met;
    s->met = false;
    uint64_t x = expr_number(s, e->left), y = expr_number(s, e->right);
    switch (e->op) {
    case OPERATOR_PLUS:
        x += y;
        break;
    case OPERATOR_MINUS:
        x -= y;
        break;
    case OPERATOR_TIMES:
        x *= y;
        break;
    case OPERATOR_DIVIDE:
        x = quotient(s, x, y);
        break;
    default:
        give_up(s, expr_text(s->body->arena, e));
    }
    s->met |= met;
    return x;
}

/* Returns the number of an expression that has no form, such as n/2. */
static uint64_t expr_number(struct space *s, const struct expr *e)
{
    switch (e->kind) {
    case EXPR_INTEGER:
        return (uint64_t)e->integer;
    case EXPR_PAREN:
        return expr_number(s, e->left);
    case EXPR_UNARY:
        return e->op == OPERATOR_MINUS ? -expr_number(s, e->left) : expr_number(s, e->left);
    case EXPR_BINARY:
        return pair_number(s, e);
    case EXPR_NAME:
        return node_number(s, entry_evaluate(s->body, e));
    default:
        return opaque_number(s, entry_evaluate(s->body, e));
    }
}

/* ---- what does not hang on an unknown ---- */

typedef uint64_t measure(struct space *s, const void *what, int level);

/* Returns the number if it contains no name without a value; otherwise a missing quantity with the
 * name. */
static struct quantity settled_number(struct space *s, measure *f, const void *what, int level)
{
    struct arena *a = s->body->arena;
    s->n_unknown = 0;
    s->other = -1;
    s->why = NULL;
    uint64_t number = f(s, what, level);
    for (int i = 0; i < s->n_unknown && !s->why; i++) {
        int node = s->unknown[i];
        s->other = node;
        uint64_t changed = f(s, what, level);
        s->other = -1;
        if (changed != number) {
            const char *name = node_text(s, node);
            bool plain = entry_symbol(value_at(&s->body->values, node));
            return missing(
                plain ? arena_printf(a, "%s is unknown; specify it with -D %s=NUMBER", name, name)
                      : arena_printf(a, "%s is unknown", name));
        }
    }
    return s->why ? missing(s->why) : known((double)(int64_t)number);
}

static void to_origin(struct space *s)
{
    memset(s->point, 0, sizeof s->point);
}

/* Returns the bytes from one iteration of the level to the next; a unique number if the form is not
 * linear in the level. */
static uint64_t stride(struct space *s, const void *what, int level)
{
    const struct form *f = what;
    to_origin(s);
    s->wrt = level;
    uint64_t origin = form_number(s, f);
    s->point[level] = 1;
    uint64_t once = form_number(s, f);
    s->point[level] = 2;
    uint64_t twice = form_number(s, f);
    for (int k = 0; k < s->n; k++)
        s->point[k] = 5;
    uint64_t here = form_number(s, f);
    s->point[level] = 6;
    uint64_t next = form_number(s, f);
    if (twice - once != once - origin || next - here != once - origin)
        give_up(s, "a subscript");
    to_origin(s);
    s->wrt = -1;
    return once - origin;
}

static uint64_t at_origin(struct space *s, const void *what, int level)
{
    (void)level;
    to_origin(s);
    return form_number(s, what);
}

/* Returns the number of iterations with the enclosing loops at s->point. */
static uint64_t trip(struct space *s, const void *what, int level)
{
    const struct level *l = what;
    uint64_t keep = s->point[level];
    s->point[level] = 0;
    int64_t step = (int64_t)node_number(s, l->step);
    int64_t span = (int64_t)(node_number(s, l->last) - node_number(s, l->first));
    s->point[level] = keep;
    if (step == 0) {
        give_up(s, "a step");
        return 0;
    }
    int64_t n = step == -1 && span == INT64_MIN ? 0 : span / step;
    return n < 0 || (span != 0 && (span < 0) != (step < 0)) ? 0 : (uint64_t)n + 1;
}

/* ---- the nest ---- */

static void add_level(struct space *s, size_t loop)
{
    struct body *b = s->body;
    const struct nest *n = &b->nests->at.at[loop];
    const struct stmt *head = b->unit->at[n->head];
    struct level l = {.nest = n};
    if (head->kind == STMT_DO && head->name && head->control[0] && head->control[1]) {
        const struct symbol *y = symbol_of(b->symbols, head->name);
        l.variable = y->type == TYPE_INTEGER ? y : NULL;
        l.first = entry_evaluate(b, head->control[0]);
        l.last = entry_evaluate(b, head->control[1]);
        l.step = head->control[2] ? entry_evaluate(b, head->control[2]) : -1;
        if (l.step < 0) {
            struct form one = form_constant(1);
            l.step = value_of_form(&b->values, &one, (struct value_type){TYPE_INTEGER, 4});
        }
    }
    s->at[s->n++] = l;
}

static void open_space(struct space *s)
{
    const struct nests *n = s->body->nests;
    size_t chain[LEVELS_MOST];
    int depth = 0;
    for (int i = (int)s->body->loop; i >= 0 && depth < LEVELS_MOST; i = n->at.at[i].parent)
        chain[depth++] = (size_t)i;
    while (depth > 0)
        add_level(s, chain[--depth]);
}

/* Returns the mean of the trips of a level over the first and last iterations of the enclosing
 * loops. Sets *varies if they differ. */
static struct quantity trip_of(struct space *s, const struct loop_level *levels, int k,
                               const char **varies)
{
    const struct level *l = &s->at[k];
    if (!l->variable)
        return missing(
            arena_printf(s->body->arena, "the loop of line %ld does not count", levels[k].line));
    to_origin(s);
    struct quantity first = settled_number(s, trip, l, k);
    for (int q = 0; q < k; q++)
        s->point[q] = is_known(levels[q].trip) ? (uint64_t)(levels[q].trip.value) - 1 : 1;
    struct quantity last = settled_number(s, trip, l, k);
    bool outer_known = true;
    for (int q = 0; q < k; q++)
        outer_known &= is_known(levels[q].trip);
    to_origin(s);
    if (!is_known(first) || !is_known(last) || first.value == last.value)
        return is_known(first) ? last : first;
    *varies = "its trip count depends on the loops around it";
    if (!outer_known)
        return missing(arena_printf(
            s->body->arena,
            "its trip count depends on the loops around line %ld, whose trip counts are unknown",
            levels[k].line));
    return known((first.value + last.value) / 2);
}

/* Returns true if the statement may leave the loop, or skip a loop inside it. */
static bool may_leave(const struct space *s, const struct nest *n, const struct stmt *t)
{
    if (t->kind == STMT_EXIT || t->kind == STMT_RETURN || t->kind == STMT_GOTO_ASSIGNED ||
        (t->kind == STMT_CYCLE && (t->name || !n->innermost)))
        return true;
    for (uint32_t k = 0; k < t->n_targets; k++) {
        bool inside = false;
        for (size_t i = n->head + 1; n->innermost && i <= n->end; i++)
            inside |= s->body->unit->at[i]->label == t->targets[k];
        if (!inside)
            return true;
    }
    return false;
}

/* Returns true if the loop of level k is in a conditional construct of the loop around it. */
static bool is_in_block(const struct space *s, int k)
{
    int open = 0;
    for (size_t i = k > 0 ? s->at[k - 1].nest->head + 1 : s->at[k].nest->head;
         i < s->at[k].nest->head; i++) {
        enum stmt_kind kind = s->body->unit->at[i]->kind;
        open += (kind == STMT_IF_THEN || kind == STMT_SELECT_CASE) -
                (kind == STMT_END_IF || kind == STMT_END_SELECT);
    }
    return open > 0;
}

/* Returns the reason why executions of the level may have fewer iterations, or skip the loop inside
 * it by a jump; NULL = none. */
static const char *varies_by_statements(const struct space *s, int k)
{
    const struct nest *n = s->at[k].nest;
    for (size_t i = n->head + 1; i <= n->end; i++)
        for (const struct stmt *t = s->body->unit->at[i]; t; t = t->action)
            if (may_leave(s, n, t))
                return "a jump may leave it before its last iteration";
    return NULL;
}

static void find_levels(struct space *s, struct movement *m)
{
    m->n_levels = s->n;
    m->levels = ARENA_ARRAY(s->body->arena, struct loop_level, (size_t)s->n);
    for (int k = 0; k < s->n; k++) {
        const struct stmt *head = s->body->unit->at[s->at[k].nest->head];
        m->levels[k] = (struct loop_level){
            .index = s->at[k].variable ? s->at[k].variable->name : NULL, .line = head->line};
        m->levels[k].optional = is_in_block(s, k);
        m->levels[k].varies = varies_by_statements(s, k);
        m->levels[k].trip = trip_of(s, m->levels, k, &m->levels[k].varies);
    }
}

/* ---- references ---- */

static bool moves(const struct body *b, const struct access *a)
{
    if (a->wild || a->same >= 0)
        return false;
    if (a->use == REF_INDEX)
        return !access_invariant(b, a);
    return a->use == REF_STORE || access_loads(a);
}

static void lacks(struct movement *m, const char *why)
{
    if (!m->missing)
        m->missing = why;
}

static bool is_conditional(const struct body *b, const struct access *a)
{
    for (size_t i = 0; i < b->regions.at.n; i++)
        if (b->regions.at.at[i].first <= a->position && a->position <= b->regions.at.at[i].last)
            return true;
    return false;
}

static struct sweep sweep_of(struct space *s, struct movement *m, const struct access *a, int ref)
{
    struct arena *arena = s->body->arena;
    struct sweep w = {.ref = ref,
                      .bytes = a->array->bytes,
                      .write = a->write,
                      .group = -1,
                      .conditional = is_conditional(s->body, a)};
    const char *text = expr_text(arena, a->expr);
    w.strides = ARENA_ARRAY(arena, struct quantity, (size_t)s->n);
    for (int k = 0; k < s->n; k++)
        w.strides[k] = a->linear
                           ? settled_number(s, stride, a->bytes, k)
                           : missing(arena_printf(arena, "the address of %s is unknown", text));
    struct quantity begin =
        a->linear ? settled_number(s, at_origin, a->bytes, 0) : missing("unknown");
    w.placed = is_known(begin);
    w.begin = begin.value;
    if (!access_affine(s->body, a))
        lacks(m, arena_printf(arena, "%s is not affine: its addresses are unknown", text));
    else if (!symbol_bytes_known(a->array))
        lacks(m, arena_printf(arena, "the element size of %s is unknown", a->array->name));
    return w;
}

static bool same_strides(const struct space *s, const struct sweep *x, const struct sweep *y,
                         const struct form *apart)
{
    for (int k = 0; k < s->n; k++) {
        bool both = is_known(x->strides[k]) && is_known(y->strides[k]);
        if (apart->n && both && x->strides[k].value != y->strides[k].value)
            return false;
        if (apart->n && !both && !(apart->n == 1 && apart->at[0].symbol == FORM_ONE))
            return false;
    }
    return true;
}

/* The first sweep of each group, with which the others of the group move. */
struct heads {
    size_t at[GROUPS_MOST];
    size_t n;
};

/* Returns true if both are components of one variable, whose elements alternate. */
static bool are_components(const char *x, const char *y)
{
    size_t n = strcspn(x, "%");
    return x[n] && strncmp(x, y, n + 1) == 0;
}

/* Gives the last sweep and all earlier ones in storage that it may share one number. */
static void join_storage(struct movement *m, const struct access *const *accesses,
                         const struct heads *heads)
{
    size_t n = m->n - 1;
    int number = m->at[n].storage = (int)n;
    for (size_t h = 0; h < heads->n; h++) {
        size_t i = heads->at[h];
        int old = m->at[i].storage;
        if (old == number || (!depend_share(accesses[i], accesses[n]) &&
                              !are_components(accesses[i]->array->name, accesses[n]->array->name)))
            continue;
        for (size_t k = 0; k < n; k++)
            if (m->at[k].storage == old)
                m->at[k].storage = number;
    }
}

/* Adds the sweep to the group of an earlier one with which it moves. */
static void join_group(struct space *s, struct movement *m, const struct access *const *accesses,
                       struct heads *heads)
{
    size_t n = m->n - 1;
    struct sweep *w = &m->at[n];
    struct form apart;
    w->group = (int)n;
    join_storage(m, accesses, heads);
    if (!accesses[n]->linear)
        return;
    for (size_t h = 0; h < heads->n; h++) {
        size_t i = heads->at[h];
        if (!depend_share(accesses[i], accesses[n]) ||
            !form_add(&apart, accesses[n]->bytes, -1, accesses[i]->bytes) ||
            !same_strides(s, &m->at[i], w, &apart))
            continue;
        struct quantity bytes = settled_number(s, at_origin, &apart, 0);
        if (!is_known(bytes))
            continue;
        w->group = m->at[i].group;
        w->offset = m->at[i].offset + bytes.value;
        return;
    }
    if (heads->n < GROUPS_MOST)
        heads->at[heads->n++] = n;
    else
        lacks(m, arena_printf(s->body->arena,
                              "more than %d groups of its references move independently; split it",
                              GROUPS_MOST));
}

struct movement movement_find(struct body *b, const struct option_list *values)
{
    struct space s = {.body = b, .given = values, .wrt = -1, .other = -1};
    struct movement m = {0};
    struct heads heads = {.n = 0};
    const struct access **accesses =
        ARENA_ARRAY(b->arena, const struct access *, b->accesses.n + 1);
    int ref = 0;
    open_space(&s);
    find_levels(&s, &m);
    m.at = ARENA_ARRAY(b->arena, struct sweep, b->accesses.n + 1);
    for (size_t i = 0; i < b->accesses.n; i++) {
        const struct access *a = &b->accesses.at[i];
        if (a->wild)
            lacks(&m, "the loop calls a function or reads input, which also moves data");
        else if (moves(b, a)) {
            m.at[m.n] = sweep_of(&s, &m, a, ref);
            accesses[m.n++] = a;
            join_group(&s, &m, accesses, &heads);
        }
        ref += !a->wild;
    }
    if (b->calls)
        lacks(&m, "the loop calls a function, which also moves data");
    m.given = s.used;
    return m;
}
