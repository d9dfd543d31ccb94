/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/related.h"

#include "frontend/analysis/body.h"
#include "frontend/analysis/depend.h"
#include "base/util.h"

#include <stdlib.h>

enum {
    PAIRS_MOST = 10000000, /* takes seconds */
    OFFSET_MOST = 1 << 30, /* absolute value of constants in subscripts */
};
/* An ARRAY(int) with a tag. */
struct numbers {
    int *at;
    size_t n, room;
};
struct related_group {
    const struct symbol *array; /* NULL = any array in COMMON */
    uint32_t family;            /* 0 = group of the accesses without a line */
    int like;                   /* its first access */
    int next[RELATED_ALL + 1];  /* of the same storage and list; -1 = none */
    struct numbers all, stores;
};
struct related_line {
    int like; /* its first access */
    int next; /* of the same hash; -1 = none */
    bool sorted;
    struct numbers all;    /* in order of the iteration, then */
    struct numbers placed; /* by offset */
};
struct related_element {
    int line, next; /* next of the same hash */
    int64_t offset;
    int last, last_store, last_fresh;
};

static const char any[] = "";

/* ---- places ---- */

/* Finds the constant of subscript i and its change in an iteration. False if they are too large. */
static bool shift_of(const struct access *a, int i, int64_t *constant, int64_t *step)
{
    const struct form *f = &a->subs[i];
    *constant = *step = 0;
    for (int k = 0; k < f->n; k++)
        if (f->at[k].symbol == FORM_ONE)
            *(f->at[k].power ? step : constant) = f->at[k].coefficient;
    return llabs(*constant) < OFFSET_MOST && llabs(*step) < OFFSET_MOST;
}

static int64_t floor_quotient(int64_t a, int64_t b)
{
    int64_t q = a / b;
    return q - (a % b != 0 && (a < 0) != (b < 0));
}

/* Finds the iterations from element 0 of its line to the element of a. False if its subscripts are
 * too large. */
static bool find_offset(struct access *a)
{
    bool moves = false;
    a->offset = 0;
    for (int i = 0; i < a->n_subs; i++) {
        int64_t constant, step;
        if (!shift_of(a, i, &constant, &step))
            return false;
        if (step && !moves)
            a->offset = floor_quotient(constant, step);
        moves |= step != 0;
    }
    return true;
}

/* Returns the constant of subscript i for element 0 of the line. */
static int64_t rest_of(const struct access *a, int i)
{
    int64_t constant, step;
    shift_of(a, i, &constant, &step);
    return constant - a->offset * step;
}

static bool same_but_constant(const struct form *x, const struct form *y)
{
    int i = x->n && x->at[0].symbol == FORM_ONE && !x->at[0].power;
    int k = y->n && y->at[0].symbol == FORM_ONE && !y->at[0].power;
    if (x->n - i != y->n - k)
        return false;
    for (; i < x->n; i++, k++)
        if (x->at[i].symbol != y->at[k].symbol || x->at[i].power != y->at[k].power ||
            x->at[i].coefficient != y->at[k].coefficient)
            return false;
    return true;
}

static bool same_shape(const struct access *x, const struct access *y)
{
    if (x->n_subs != y->n_subs)
        return false;
    for (int i = 0; i < x->n_subs; i++)
        if (!same_but_constant(&x->subs[i], &y->subs[i]))
            return false;
    return true;
}

static bool same_line(const struct access *x, const struct access *y)
{
    for (int i = 0; i < x->n_subs; i++)
        if (rest_of(x, i) != rest_of(y, i))
            return false;
    return x->array == y->array && same_shape(x, y);
}

static uint32_t line_hash(const struct access *a)
{
    uint32_t hash = a->family;
    for (int i = 0; i < a->n_subs; i++)
        hash = hash * 1000003u + (uint32_t)rest_of(a, i);
    return hash;
}

static int line_of(struct body *b, const struct access *a)
{
    struct related *r = &b->related;
    uint32_t *first = name_index_at(&r->by_line, a->array->name, line_hash(a));
    for (uint32_t i = *first; i != NAME_INDEX_NONE; i = (uint32_t)r->lines.at[i].next) {
        struct related_line *l = &r->lines.at[i];
        if (l->all.n == 0)
            l->like = (int)b->accesses.n;
        if (l->all.n == 0 || same_line(&b->accesses.at[l->like], a))
            return (int)i;
    }
    *array_push(&r->lines) = (struct related_line){.like = (int)b->accesses.n, .next = (int)*first};
    return (int)(*first = (uint32_t)r->lines.n - 1);
}

static int element_of(struct related *r, const struct access *a)
{
    uint32_t hash = (uint32_t)a->line * 1000003u + (uint32_t)a->offset;
    uint32_t *first = name_index_at(&r->by_element, any, hash);
    for (uint32_t i = *first; i != NAME_INDEX_NONE; i = (uint32_t)r->elements.at[i].next)
        if (r->elements.at[i].line == a->line && r->elements.at[i].offset == a->offset)
            return (int)i;
    *array_push(&r->elements) =
        (struct related_element){a->line, (int)*first, a->offset, -1, -1, -1};
    return (int)(*first = (uint32_t)r->elements.n - 1);
}

void related_place(struct body *b, struct access *a)
{
    a->line = a->element = -1;
    if (!a->family || !access_affine(b, a) || !find_offset(a))
        return;
    uint32_t group = name_index_find(&b->related.by_shape, a->array->name, a->family);
    if (group != NAME_INDEX_NONE &&
        !same_shape(&b->accesses.at[b->related.groups.at[group].like], a))
        return;
    a->line = line_of(b, a);
    a->element = element_of(&b->related, a);
}

/* ---- lists ---- */

static uint32_t storage_of(const struct access *a)
{
    return a->array ? (uint32_t)a->array->storage + 1 : 0;
}

/* Returns the key of a list of groups of one storage in by_storage. LOOSE: groups without a line;
 * STORES: these, and those with stores; ALL. */
static uint32_t list_key(uint32_t storage, enum related_which list)
{
    return storage * (RELATED_ALL + 1) + list;
}

static void add_to_list(struct related *r, uint32_t group, uint32_t storage,
                        enum related_which list)
{
    uint32_t *first = name_index_at(&r->by_storage, any, list_key(storage, list));
    r->groups.at[group].next[list] = (int)*first;
    *first = group;
}

static void add_to_lists(struct related *r, uint32_t group, const struct access *a)
{
    uint32_t storage = storage_of(a);
    uint32_t before = name_index_find(&r->by_storage, any, list_key(storage, RELATED_ALL));
    if (before != NAME_INDEX_NONE && r->groups.at[before].array != a->array)
        *name_index_at(&r->mixed, any, storage) = 1;
    add_to_list(r, group, storage, RELATED_ALL);
    if (r->groups.at[group].family)
        return;
    add_to_list(r, group, storage, RELATED_STORES);
    add_to_list(r, group, storage, RELATED_LOOSE);
}

static struct related_group *group_of(struct related *r, const struct access *a, int number)
{
    uint32_t family = a->line >= 0 ? a->family : 0;
    uint32_t *at = name_index_at(&r->by_shape, a->array ? a->array->name : any, family);
    if (*at == NAME_INDEX_NONE) {
        *at = (uint32_t)r->groups.n;
        *array_push(&r->groups) =
            (struct related_group){.array = a->array, .family = family, .like = number};
        add_to_lists(r, (uint32_t)r->groups.n - 1, a);
        return &r->groups.at[r->groups.n - 1];
    }
    return &r->groups.at[*at];
}

void related_add(struct body *b)
{
    struct related *r = &b->related;
    int number = (int)b->accesses.n - 1;
    struct access *a = &b->accesses.at[number];
    struct related_group *g = group_of(r, a, number);
    *array_push(&g->all) = number;
    if (a->write && g->stores.n == 0 && g->family)
        add_to_list(r, (uint32_t)(g - r->groups.at), storage_of(a), RELATED_STORES);
    if (a->write)
        *array_push(&g->stores) = number;
    if (a->wild)
        *array_push(&r->unseen) = number;
    if (a->line < 0)
        return;
    *array_push(&r->lines.at[a->line].all) = number;
    struct related_element *e = &r->elements.at[a->element];
    a->earlier = e->last;
    e->last = number;
    if (a->write)
        e->last_store = number;
    else if (a->same < 0) {
        a->earlier_fresh = e->last_fresh;
        e->last_fresh = number;
    }
}

void related_reset(struct related *r)
{
    for (size_t i = 0; i < r->groups.n; i++) {
        array_free(&r->groups.at[i].all);
        array_free(&r->groups.at[i].stores);
    }
    for (size_t i = 0; i < r->lines.n; i++) {
        array_free(&r->lines.at[i].all);
        array_free(&r->lines.at[i].placed);
    }
    r->groups.n = r->lines.n = r->elements.n = r->unseen.n = 0;
    name_index_free(&r->by_storage);
    name_index_free(&r->mixed);
    name_index_free(&r->by_shape);
    name_index_free(&r->by_line);
    name_index_free(&r->by_element);
    r->pairs = 0;
}

void related_free(struct related *r)
{
    related_reset(r);
    array_release_all(r->groups.at, r->lines.at, r->elements.at, r->unseen.at);
}

/* ---- accesses that are on no line of the group ---- */

/* A search in lists of access numbers. */
struct search {
    struct body *body;
    int above, below; /* bounds of the numbers, exclusive */
    bool last;        /* searches for the last one, not the first */
    related_test *test;
    void *context;
    int found;
};

static bool may_compare(struct body *b)
{
    if (b->related.pairs++ < PAIRS_MOST)
        return true;
    if (!b->excluded)
        b->excluded = arena_printf(b->arena,
                                   "more than %d pairs of its references may be of one array "
                                   "element; split it",
                                   PAIRS_MOST);
    return false;
}

/* Returns the index of the first number of a list that is greater. */
static size_t first_above(const struct numbers *l, int number)
{
    size_t low = 0, high = l->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (l->at[middle] > number)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Searches a list for a better result than the one found. False if there were too many pairs. */
static bool search_list(struct search *s, const struct numbers *l)
{
    size_t first = first_above(l, s->above), end = first_above(l, s->below - 1);
    for (size_t k = 0; k < end - first; k++) {
        int x = l->at[s->last ? end - 1 - k : first + k];
        if (!may_compare(s->body))
            return false;
        if (!s->test(s->body, x, s->context))
            continue;
        s->found = x;
        if (s->last)
            s->above = x;
        else
            s->below = x;
        return true;
    }
    return true;
}

/* Returns the list of a group that a search for accesses to the element of a examines; NULL =
 * none. */
static const struct numbers *searched(const struct access *a, const struct related_group *g,
                                      enum related_which which)
{
    bool apart = a->line >= 0 && g->family && g->array == a->array;
    if (apart && g->family == a->family)
        return NULL;
    if (apart && which == RELATED_LOOSE)
        return NULL;
    return apart && which == RELATED_STORES ? &g->stores : &g->all;
}

/* Whether all groups of a storage are of a's array, and a is on a line. */
static bool is_alone(const struct related *r, const struct access *a, uint32_t storage)
{
    uint32_t i = name_index_find(&r->by_storage, any, list_key(storage, RELATED_ALL));
    return a->line >= 0 && i != NAME_INDEX_NONE && r->groups.at[i].array == a->array &&
           name_index_find(&r->mixed, any, storage) == NAME_INDEX_NONE;
}

static bool search_storage(struct search *s, const struct access *a, uint32_t storage,
                           enum related_which which)
{
    const struct related *r = &s->body->related;
    enum related_which list = is_alone(r, a, storage) ? which : RELATED_ALL;
    uint32_t i = name_index_find(&r->by_storage, any, list_key(storage, list));
    for (; i != NAME_INDEX_NONE; i = (uint32_t)r->groups.at[i].next[list]) {
        const struct numbers *l = searched(a, &r->groups.at[i], which);
        if (l && !search_list(s, l))
            return false;
    }
    return true;
}

static int search(struct search s, const struct access *a, enum related_which which)
{
    s.found = -1;
    if (s.body->excluded && s.body->related.pairs > PAIRS_MOST)
        return -1;
    bool whole = search_storage(&s, a, (uint32_t)a->array->storage + 1, which) &&
                 search_storage(&s, a, 0, which);
    return whole ? s.found : -1;
}

int related_last(struct body *b, const struct access *a, int above, int below,
                 enum related_which which, related_test *test, void *context)
{
    return search((struct search){b, above, below, true, test, context, -1}, a, which);
}

int related_first(struct body *b, const struct access *a, int above, int below,
                  enum related_which which, related_test *test, void *context)
{
    return search((struct search){b, above, below, false, test, context, -1}, a, which);
}

/* ---- accesses of the line ---- */

int related_same(const struct body *b, const struct access *a)
{
    return a->element < 0 ? -1 : b->related.elements.at[a->element].last;
}

int related_last_store(const struct body *b, const struct access *a)
{
    return a->element < 0 ? -1 : b->related.elements.at[a->element].last_store;
}

int related_last_fresh(const struct body *b, const struct access *a)
{
    return a->element < 0 ? -1 : b->related.elements.at[a->element].last_fresh;
}

/* An access of a line for sorting: qsort has no context. */
struct placed {
    int64_t offset;
    int number;
};

static int by_offset(const void *one, const void *other)
{
    const struct placed *a = one, *b = other;
    return ORDER_BY_TWO(a, b, offset, number);
}

static void sort_line(const struct body *b, struct related_line *l)
{
    struct placed *list = xmalloc(sizeof *list * (l->all.n + 1));
    for (size_t i = 0; i < l->all.n; i++)
        list[i] = (struct placed){b->accesses.at[l->all.at[i]].offset, l->all.at[i]};
    qsort(list, l->all.n, sizeof *list, by_offset);
    for (size_t i = 0; i < l->all.n; i++)
        *array_push(&l->placed) = list[i].number;
    l->sorted = true;
    array_release(list);
}

int related_before(struct body *b, const struct access *a, bool loads)
{
    struct related_line *l = &b->related.lines.at[a->line];
    if (!l->sorted)
        sort_line(b, l);
    size_t low = 0, high = l->placed.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (b->accesses.at[l->placed.at[middle]].offset > a->offset)
            high = middle;
        else
            low = middle + 1;
    }
    int found = -1;
    for (; low < l->placed.n; low++) {
        const struct access *x = &b->accesses.at[l->placed.at[low]];
        if (found >= 0 && x->offset != b->accesses.at[found].offset)
            break;
        if (!may_compare(b))
            return -1;
        if (!loads || !x->write)
            found = l->placed.at[low];
    }
    return found;
}

/* ---- all of them ---- */

struct collector {
    struct related_list list;
    const struct access *of;
};

static bool collect(struct body *b, int x, void *context)
{
    struct collector *c = context;
    if (c->of->write || b->accesses.at[x].write)
        *array_push(&c->list) = x;
    return false;
}

static int ascending(const void *one, const void *other)
{
    int a = *(const int *)one, b = *(const int *)other;
    return a < b ? -1 : a > b;
}

struct related_list related_later(struct body *b, int i)
{
    const struct access *a = &b->accesses.at[i];
    struct collector c = {.of = a};
    if (a->line >= 0) {
        const struct numbers *l = &b->related.lines.at[a->line].all;
        for (size_t k = first_above(l, i); k < l->n && may_compare(b); k++)
            collect(b, l->at[k], &c);
    }
    related_first(b, a, i, (int)b->accesses.n, a->write ? RELATED_ALL : RELATED_STORES, collect,
                  &c);
    array_sort(&c.list, ascending);
    return c.list;
}
