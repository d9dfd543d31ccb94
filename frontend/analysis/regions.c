/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditional parts of a loop's body: arms of IF and SELECT CASE, the
 * statement of a logical IF, and what a forward jump skips. */
#include "base/arena.h"
#include "base/util.h"
#include "frontend/analysis/labels.h"
#include "frontend/analysis/nests.h"

#include <stdlib.h>
#include <string.h>

struct arm {
    size_t from; /* statement that opens it */
    int construct;
    size_t condition; /* statement that decides whether it runs: IF, ELSE IF, CASE; 0 = the default
                         of a SELECT CASE without another case before it */
    bool rest;        /* it is what an ELSE IF or CASE and the arms after it run: the condition is
                         part of it */
};
struct finder {
    struct regions *regions;
    const struct unit *unit;
    const struct nest *loop;
    ARRAY(struct arm) open;
    struct labels labels;
    int constructs;
};

/* Adds the region of statements first to last if it is not empty. Statement by decides whether they
 * are executed. */
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

/* Ends the innermost arm before statement i, where the next arm of its construct begins. */
static void close_arm(struct finder *f, size_t i)
{
    struct arm *a = &f->open.at[f->open.n - 1];
    add_region(f, a->from + !a->rest, i - 1, false, a->construct,
               a->condition ? a->condition : a->from);
    a->from = i;
}

/* Begins the arm of ELSE IF as ELSE with an IF inside, because its condition is evaluated only if
 * no arm before it is executed; likewise CASE after the first one. */
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
/* Whether a statement begins an arm without a condition. */
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

static size_t last_statement(int position)
{
    return (size_t)position / 2;
}

/* ---- jumps ---- */

static int compare_arms(const void *one, const void *other)
{
    const struct arm_range *a = one, *b = other;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return (a->last < b->last) - (a->last > b->last);
}

/* Lists the arms among the regions, each with its parent and the end of its construct. */
static void list_arms(struct finder *f)
{
    struct regions *r = f->regions;
    size_t *end = xmalloc(((size_t)f->constructs + 1) * sizeof *end);
    memset(end, 0, ((size_t)f->constructs + 1) * sizeof *end);
    for (size_t i = 0; i < r->at.n; i++) {
        const struct region *a = &r->at.at[i];
        if (a->construct < 0)
            continue;
        *array_push(&r->arms) = (struct arm_range){a->first, a->last, a->construct, -1, 0};
        end[a->construct] = max_size(end[a->construct], last_statement(a->last));
    }
    array_sort(&r->arms, compare_arms);
    for (size_t i = 0; i < r->arms.n; i++) {
        struct arm_range *a = &r->arms.at[i];
        a->construct_end = end[a->construct];
        a->parent = (int)i - 1;
        while (a->parent >= 0 && r->arms.at[a->parent].last < a->last)
            a->parent = r->arms.at[a->parent].parent;
    }
    free(end);
}

/* Finds the innermost arm of each statement of the loop. */
static void find_innermost_arms(struct finder *f)
{
    struct regions *r = f->regions;
    size_t next = 0;
    int arm = -1;
    r->begin = f->loop->head;
    for (size_t i = r->begin; i <= f->loop->last; i++) {
        for (; next < r->arms.n && r->arms.at[next].first <= position_of(i); next++)
            arm = (int)next;
        while (arm >= 0 && r->arms.at[arm].last < position_of(i))
            arm = r->arms.at[arm].parent;
        *array_push(&r->innermost) = arm;
    }
}

bool regions_skipped(const struct regions *in, size_t from, size_t target, struct skipped *s)
{
    size_t start = s->next ? s->next : from + 1;
    int arm = s->next ? s->arm : in->innermost.at[from - in->begin];
    for (const struct arm_range *a; arm >= 0; arm = a->parent) {
        a = &in->arms.at[arm];
        if (last_statement(a->last) >= target)
            break;
        if (a->construct_end < start)
            continue;
        s->first = start;
        s->last = last_statement(a->last);
        s->next = start = a->construct_end + 1;
        s->arm = a->parent;
        if (s->first <= s->last)
            return true;
    }
    s->first = start;
    s->last = target - 1;
    s->next = target;
    s->arm = -1;
    return s->first < target;
}

static void skip_to(struct finder *f, size_t from, size_t target)
{
    for (struct skipped s = {0}; regions_skipped(f->regions, from, target, &s);)
        add_region(f, s.first, s.last, false, -1, from);
}

static void jump(struct finder *f, size_t from, long label)
{
    const struct label_place *target = labels_first(&f->labels, label);
    if (target && target->statement > from)
        skip_to(f, from, target->statement);
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

/* A region for sorting. */
struct numbered {
    struct region region;
    size_t number;
};

static int compare_numbered(const void *one, const void *other)
{
    const struct numbered *a = one, *b = other;
    int by_position = order(&a->region, &b->region);
    return by_position ? by_position : (a->number > b->number) - (a->number < b->number);
}

/* Sorts the regions and merges equal ones. */
static void sort(struct regions *r)
{
    struct numbered *list = xmalloc(sizeof *list * (r->at.n + 1));
    for (size_t i = 0; i < r->at.n; i++)
        list[i] = (struct numbered){r->at.at[i], i};
    qsort(list, r->at.n, sizeof *list, compare_numbered);
    size_t kept = 0;
    for (size_t i = 0; i < r->at.n; i++)
        if (kept == 0 || order(&r->at.at[kept - 1], &list[i].region) != 0)
            r->at.at[kept++] = list[i].region;
        else
            merge(&r->at.at[kept - 1], &list[i].region);
    r->at.n = kept;
    free(list);
}

void regions_find(struct regions *r, const struct unit *u, const struct nests *n, size_t loop)
{
    const struct nest *l = &n->at.at[loop], *inner;
    struct finder f = {.regions = r, .unit = u, .loop = l};
    size_t next = loop + 1;
    for (size_t i = l->head + 1; i <= l->last; i++) {
        if (u->at[i]->label)
            labels_add(&f.labels, u->at[i]->label, i);
        if ((inner = nests_inner(n, &next, i)) != NULL)
            i = inner->end;
        else
            arms(&f, i);
    }
    labels_sort(&f.labels);
    list_arms(&f);
    find_innermost_arms(&f);
    next = loop + 1;
    for (size_t i = l->head + 1; i <= l->last; i++)
        if ((inner = nests_inner(n, &next, i)) != NULL)
            i = inner->end;
        else
            jumps(&f, i);
    sort(r);
    array_free(&f.open);
    labels_free(&f.labels);
}

void regions_free(struct regions *r)
{
    array_free(&r->at);
    array_free(&r->arms);
    array_free(&r->innermost);
}

/* Whether a region contains a position. */
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
