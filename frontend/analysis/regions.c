/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditional parts of a loop's body: arms of IF and SELECT CASE, the
 * statement of a logical IF, and what a forward jump skips. */
#include "frontend/analysis/nests.h"

struct arm {
    size_t from; /* statement that opens it */
    int construct;
    size_t condition; /* statement that decides whether it runs: IF, ELSE IF, CASE; 0 = the default
                         of a SELECT CASE without another case before it */
    bool rest;        /* it is what an ELSE IF or CASE and the arms after it run: the condition is
                         part of it */
};
struct label_place {
    long label;
    size_t statement;
};
struct finder {
    struct regions *regions;
    const struct unit *unit;
    const struct nest *loop;
    ARRAY(struct arm) open;
    ARRAY(struct label_place) labels;
    int constructs;
};

/* Statements first to last, from a position on, if there is anything; statement by decides whether
 * they run. */
static void add_region(struct finder *f, size_t first, size_t last, bool guarded, int construct,
                       size_t by)
{
    const struct unit *u = f->unit;
    if (last < first)
        return;
    *array_push(&f->regions->at) = (struct region){
        .first = position_of(first) + guarded,
        .last = position_of(last) + 1,
        .construct = construct,
        .line = u->at[first]->line,
        .end_line = u->at[last]->end_line,
        .decided = u->at[by]->line,
    };
}

/* The arm ends before statement i, where the next one of its construct begins. */
static void close_arm(struct finder *f, size_t i)
{
    struct arm *a = &f->open.at[f->open.n - 1];
    add_region(f, a->from + !a->rest, i - 1, false, a->construct,
               a->condition ? a->condition : a->from);
    a->from = i;
}

/* ELSE IF is ELSE with an IF in it: its condition runs where no arm before it does. A CASE likewise
 * after the first one. */
static void nest_arm(struct finder *f, size_t i)
{
    struct arm *a = &f->open.at[f->open.n - 1];
    close_arm(f, i);
    if (!a->condition) {
        a->condition = i;
        return;
    }
    a->rest = true;
    *array_push(&f->open) = (struct arm){i, f->constructs++, i, false};
}

static void close_construct(struct finder *f, size_t i)
{
    do {
        close_arm(f, i);
        f->open.n--;
    } while (f->open.n && f->open.at[f->open.n - 1].rest);
}

static bool opens(enum stmt_kind k)
{
    return k == STMT_IF_THEN || k == STMT_SELECT_CASE;
}
/* An arm without a condition. */
static bool is_other(const struct stmt *t)
{
    return t->kind == STMT_ELSE || (t->kind == STMT_CASE && t->n_list == 0);
}
static bool closes(enum stmt_kind k)
{
    return k == STMT_END_IF || k == STMT_END_SELECT;
}

static void arms(struct finder *f, size_t i)
{
    const struct stmt *t = f->unit->at[i];
    if (opens(t->kind))
        *array_push(&f->open) =
            (struct arm){i, f->constructs++, t->kind == STMT_IF_THEN ? i : 0, false};
    else if (is_other(t) && f->open.n)
        close_arm(f, i);
    else if ((t->kind == STMT_ELSE_IF || t->kind == STMT_CASE) && f->open.n)
        nest_arm(f, i);
    else if (closes(t->kind) && f->open.n)
        close_construct(f, i);
    else if (t->kind == STMT_IF && t->action && t->action->kind != STMT_GOTO &&
             t->action->kind != STMT_CYCLE && t->action->kind != STMT_EXIT)
        add_region(f, i, i, true, -1, i);
}

static bool find_label(const struct finder *f, long label, size_t *at)
{
    for (size_t i = 0; i < f->labels.n; i++)
        if (f->labels.at[i].label == label) {
            *at = f->labels.at[i].statement;
            return true;
        }
    return false;
}

static size_t last_of(const struct region *r)
{
    return (size_t)r->last / 2;
}

/* The last statement of the arms of a construct. */
static size_t construct_end(const struct regions *in, int construct)
{
    size_t end = 0;
    for (size_t i = 0; i < in->at.n; i++)
        if (in->at.at[i].construct == construct && last_of(&in->at.at[i]) > end)
            end = last_of(&in->at.at[i]);
    return end;
}

/* The innermost arm with statement from that ends before target, and whose construct ends at start
 * or later; NULL = none. */
static const struct region *arm_left(const struct regions *in, size_t from, size_t target,
                                     size_t start)
{
    const struct region *found = NULL;
    for (size_t i = 0; i < in->at.n; i++) {
        const struct region *a = &in->at.at[i];
        bool left = a->construct >= 0 && a->first <= position_of(from) &&
                    position_of(from) <= a->last && last_of(a) < target &&
                    construct_end(in, a->construct) >= start;
        if (left && (!found || a->last < found->last ||
                     (a->last == found->last && a->first > found->first)))
            found = a;
    }
    return found;
}

bool regions_skipped(const struct regions *in, size_t from, size_t target, struct skipped *s)
{
    size_t start = s->next ? s->next : from + 1;
    for (const struct region *a; (a = arm_left(in, from, target, start)) != NULL;) {
        s->first = start;
        s->last = last_of(a);
        start = construct_end(in, a->construct) + 1;
        s->next = start;
        if (s->first <= s->last)
            return true;
    }
    s->first = start;
    s->last = target - 1;
    s->next = target;
    return s->first < target;
}

static void skip_to(struct finder *f, size_t from, size_t target)
{
    for (struct skipped s = {0}; regions_skipped(f->regions, from, target, &s);)
        add_region(f, s.first, s.last, false, -1, from);
}

static void jump(struct finder *f, size_t from, long label)
{
    size_t target;
    if (find_label(f, label, &target) && target > from)
        skip_to(f, from, target);
}

static void jumps(struct finder *f, size_t i)
{
    const struct stmt *t = f->unit->at[i];
    const struct stmt *go = t->kind == STMT_IF && t->action ? t->action : t;
    if (go->kind == STMT_GOTO || go->kind == STMT_GOTO_COMPUTED || go->kind == STMT_IF_ARITHMETIC)
        for (uint32_t k = 0; k < go->n_targets; k++)
            jump(f, i, go->targets[k]);
    if (go->kind == STMT_CYCLE && i < f->loop->last)
        skip_to(f, i, f->loop->last + 1);
}

static int order(const struct region *a, const struct region *b)
{
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return a->last == b->last ? 0 : a->last > b->last ? -1 : 1;
}

static void merge(struct region *into, const struct region *r)
{
    if (r->construct >= 0)
        into->construct = r->construct;
    if (r->decided != into->decided)
        into->decided = 0;
}

/* Lists are short and nearly in order; equal regions are one. */
static void sort(struct regions *r)
{
    for (size_t i = 1; i < r->at.n; i++)
        for (size_t k = i; k > 0 && order(&r->at.at[k], &r->at.at[k - 1]) < 0; k--) {
            struct region t = r->at.at[k];
            r->at.at[k] = r->at.at[k - 1];
            r->at.at[k - 1] = t;
        }
    size_t kept = 0;
    for (size_t i = 0; i < r->at.n; i++)
        if (kept == 0 || order(&r->at.at[kept - 1], &r->at.at[i]) != 0)
            r->at.at[kept++] = r->at.at[i];
        else
            merge(&r->at.at[kept - 1], &r->at.at[i]);
    r->at.n = kept;
}

void regions_find(struct regions *r, const struct unit *u, const struct nests *n, size_t loop)
{
    const struct nest *l = &n->at.at[loop], *inner;
    struct finder f = {.regions = r, .unit = u, .loop = l};
    size_t next = loop + 1;
    for (size_t i = l->head + 1; i <= l->last; i++) {
        if (u->at[i]->label)
            *array_push(&f.labels) = (struct label_place){u->at[i]->label, i};
        if ((inner = nests_inner(n, &next, i)) != NULL)
            i = inner->end;
        else
            arms(&f, i);
    }
    next = loop + 1;
    for (size_t i = l->head + 1; i <= l->last; i++)
        if ((inner = nests_inner(n, &next, i)) != NULL)
            i = inner->end;
        else
            jumps(&f, i);
    sort(r);
    array_free(&f.open);
    array_free(&f.labels);
}

void regions_free(struct regions *r)
{
    array_free(&r->at);
}

/* The region of a construct that holds a position; -1 = none. */
static bool holds(const struct region *r, int position)
{
    return r->first <= position && position <= r->last;
}

bool regions_exclusive(const struct regions *r, int one, int other)
{
    for (size_t i = 0; i < r->at.n; i++) {
        const struct region *a = &r->at.at[i];
        if (a->construct < 0 || !holds(a, one) || holds(a, other))
            continue;
        for (size_t k = 0; k < r->at.n; k++)
            if (r->at.at[k].construct == a->construct && holds(&r->at.at[k], other))
                return true;
    }
    return false;
}

bool regions_skip(const struct regions *r, int one, int two, int outside)
{
    for (size_t i = 0; i < r->at.n; i++) {
        const struct region *a = &r->at.at[i];
        if (holds(a, one) && holds(a, two) && !holds(a, outside))
            return true;
    }
    return false;
}
