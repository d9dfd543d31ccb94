/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/depend.h"

#include "frontend/analysis/iterations.h"
#include "base/util.h"

#include <stdlib.h>

bool symbol_varies(const struct body *b, int node)
{
    if (node == FORM_ONE)
        return false;
    const struct value *v = value_at(&b->values, node);
    switch (v->kind) {
    case VALUE_CONSTANT:
    case VALUE_ENTRY:
        return false;
    case VALUE_FORM:
        for (int i = 0; i < v->form->n; i++)
            if (v->form->at[i].power > 0 || symbol_varies(b, v->form->at[i].symbol))
                return true;
        return false;
    case VALUE_OPERATION:
        for (int i = 0; i < v->n_args; i++)
            if (symbol_varies(b, v->args[i]))
                return true;
        return false;
    default:
        return true;
    }
}

static bool form_varies(const struct body *b, const struct form *f)
{
    for (int i = 0; i < f->n; i++)
        if (symbol_varies(b, f->at[i].symbol))
            return true;
    return false;
}

bool access_affine(const struct body *b, const struct access *a)
{
    for (int i = 0; i < a->n_subs; i++)
        if (form_varies(b, &a->subs[i]))
            return false;
    return true;
}

bool access_invariant(const struct body *b, const struct access *a)
{
    for (int i = 0; i < a->n_subs; i++)
        if (form_part(&a->subs[i], 1).n)
            return false;
    return access_affine(b, a);
}

/* Whether two variables have separate storage: variables that COMMON and EQUIVALENCE do not overlay
 * do not overlap (rule 8). */
static bool apart(const struct symbol *x, const struct symbol *y)
{
    int64_t size = symbol_size(x), other = symbol_size(y);
    return x->placed && y->placed && size > 0 && other > 0 &&
           (x->offset + size <= y->offset || y->offset + other <= x->offset);
}

bool depend_share(const struct access *a, const struct access *b)
{
    if (!a->array || !b->array)
        return (!a->array || a->array->common) && (!b->array || b->array->common);
    return a->array == b->array ||
           (a->array->storage == b->array->storage && !apart(a->array, b->array));
}

static struct relation answer(enum touch touch, const char *test)
{
    return (struct relation){
        .touch = touch, .ways = touch == TOUCH_NEVER ? 0 : WAY_ANY, .test = test};
}

static int way_of(int64_t distance)
{
    return distance > 0 ? WAY_LATER : distance < 0 ? WAY_EARLIER : WAY_SAME;
}

static struct relation at(int64_t distance)
{
    return (struct relation){TOUCH_AT, way_of(distance), true, distance, false,
                             false,    "strong SIV"};
}

/* Returns the relation that a test could not decide. */
static struct relation open_question(const char *test)
{
    return (struct relation){.touch = TOUCH_UNKNOWN, .ways = WAY_ANY, .open = true, .test = test};
}

static int symbols_of(const struct form *f)
{
    return f->n - (f->n > 0 && f->at[0].symbol == FORM_ONE);
}

/* Whether s2 * t2 - s1 * t1 = difference has no solution in the iterations of the loop. The range
 * of the left side follows from the first and last value of the DO variable, which need not be
 * constants. */
static bool out_of_reach(const struct body *b, int64_t s1, int64_t s2,
                         const struct form *difference)
{
    int64_t up, down, step, over;
    struct form beyond;
    if (!b->span_known || symbols_of(difference) != symbols_of(&b->span) ||
        !form_is_constant(&b->step, &step) ||
        __builtin_sub_overflow(s2 > 0 ? s2 : 0, s1 < 0 ? s1 : 0, &up) ||
        __builtin_sub_overflow(s2 < 0 ? s2 : 0, s1 > 0 ? s1 : 0, &down) || down == INT64_MIN)
        return false;
    if (up % step == 0 && form_add(&beyond, difference, -(up / step), &b->span) &&
        form_is_constant(&beyond, &over) && over > 0)
        return true;
    return down % step == 0 && form_add(&beyond, difference, -(down / step), &b->span) &&
           form_is_constant(&beyond, &over) && over < 0;
}

/* Relates two subscripts with equal strides whose difference contains symbols: they are equal where
 * stride * distance = difference. */
static struct relation same_stride(const struct body *b, const struct form *stride,
                                   const struct form *difference)
{
    int64_t distance, step;
    if (stride->n == 0)
        return open_question("symbolic ZIV");
    if (!form_ratio(difference, stride, &distance)) {
        bool never = form_is_constant(stride, &step) && out_of_reach(b, step, step, difference);
        return never ? answer(TOUCH_NEVER, "symbolic SIV") : open_question("symbolic SIV");
    }
    if (b->trip_known && (distance >= b->trip || -distance >= b->trip))
        return answer(TOUCH_NEVER, "strong SIV");
    return at(distance);
}

/* Relates two subscripts with different strides: they are equal where s1 * t1 - s2 * t2 = c has a
 * solution in the iterations. */
static struct relation other_stride(const struct body *b, int64_t s1, int64_t s2, int64_t c)
{
    enum { LARGE = 1 << 30 };
    if (llabs(s1) > LARGE || llabs(s2) > LARGE || llabs(c) > INT64_MAX / 4)
        return open_question("too large");
    if (c % gcd_int64(s1, s2) != 0)
        return answer(TOUCH_NEVER, "GCD");
    /* Banerjee's test: the minimum and maximum of the left side */
    bool bounded = b->trip_known && b->trip < LARGE;
    int64_t most = bounded ? b->trip - 1 : 0;
    bool down = s1 < 0 || s2 > 0, up = s1 > 0 || s2 < 0;
    int64_t low = (s1 < 0 ? s1 : 0) * most - (s2 > 0 ? s2 : 0) * most;
    int64_t high = (s1 > 0 ? s1 : 0) * most - (s2 < 0 ? s2 : 0) * most;
    if ((c < low && (bounded || !down)) || (c > high && (bounded || !up)))
        return answer(TOUCH_NEVER, s1 == 0 || s2 == 0 ? "weak-zero SIV" : "Banerjee");
    return open_question(s1 == 0 || s2 == 0 ? "weak-zero SIV" : "weak SIV");
}

/* Whether the difference of the forms is a constant, c = first - second. */
static bool differ_by_constant(const struct form *first, const struct form *second, int64_t *c)
{
    int i = 0, k = 0;
    bool one = first->n > 0 && first->at[0].symbol == FORM_ONE && first->at[0].power == 0;
    bool other = second->n > 0 && second->at[0].symbol == FORM_ONE && second->at[0].power == 0;
    if (__builtin_sub_overflow(one ? first->at[i++].coefficient : 0,
                               other ? second->at[k++].coefficient : 0, c) ||
        first->n - i != second->n - k)
        return false;
    for (; i < first->n; i++, k++)
        if (first->at[i].symbol != second->at[k].symbol ||
            first->at[i].power != second->at[k].power ||
            first->at[i].coefficient != second->at[k].coefficient)
            return false;
    return true;
}

/* Relates subscripts whose difference is a constant: the frequent case of relate_forms. */
static struct relation shifted(const struct body *b, const struct form *f, int64_t c)
{
    int moving = 0;
    int64_t step = 0;
    for (int i = 0; i < f->n; i++)
        if (f->at[i].power == 1) {
            moving++;
            step = f->at[i].symbol == FORM_ONE ? f->at[i].coefficient : 0;
        }
    if (form_varies(b, f))
        return c ? answer(TOUCH_UNKNOWN, "not affine") : answer(TOUCH_NOW, "same subscript");
    if (moving == 0)
        return answer(c ? TOUCH_NEVER : TOUCH_ALWAYS, "ZIV");
    if (c == 0)
        return at(0);
    if (moving > 1 || step == 0 || c == INT64_MIN)
        return open_question("symbolic SIV");
    if (c % step != 0 || (b->trip_known && (c / step >= b->trip || -(c / step) >= b->trip)))
        return answer(TOUCH_NEVER, "strong SIV");
    return at(c / step);
}

/* Relates one subscript of both references. */
static struct relation relate_forms(const struct body *b, const struct form *first,
                                    const struct form *second)
{
    int64_t a, z, c;
    if (differ_by_constant(first, second, &c))
        return shifted(b, first, c);
    if (form_varies(b, first) || form_varies(b, second))
        return answer(TOUCH_UNKNOWN, "not affine");
    struct form difference, stride = form_part(first, 1);
    if (!form_add(&difference, first, -1, second))
        return answer(TOUCH_UNKNOWN, "too long");
    if (difference.n == 0 || difference.at[difference.n - 1].power == 0)
        return same_stride(b, &stride, &difference);
    struct form other = form_part(second, 1);
    difference = form_part(&difference, 0);
    if (!form_is_constant(&stride, &a) || !form_is_constant(&other, &z))
        return open_question("symbolic weak SIV");
    if (out_of_reach(b, a, z, &difference))
        return answer(TOUCH_NEVER, "Banerjee");
    if (form_is_constant(&difference, &c))
        return other_stride(b, a, z, -c);
    return open_question("symbolic weak SIV");
}

/* Combines the relations of two subscripts. */
static struct relation meet(struct relation x, struct relation y)
{
    if (x.touch == TOUCH_NEVER || y.touch == TOUCH_NEVER)
        return x.touch == TOUCH_NEVER ? x : y;
    if (x.touch == TOUCH_ALWAYS || y.touch == TOUCH_ALWAYS)
        return x.touch == TOUCH_ALWAYS ? y : x;
    struct relation r = x.fixed ? x : y;
    r.ways = x.ways & y.ways;
    if (r.ways == 0 || (x.fixed && y.fixed && x.distance != y.distance))
        return answer(TOUCH_NEVER, "coupled SIV");
    r.open = x.open || y.open;
    if (x.touch == TOUCH_UNKNOWN || y.touch == TOUCH_UNKNOWN) {
        r.touch = TOUCH_UNKNOWN;
        r.test = x.touch == TOUCH_UNKNOWN ? x.test : y.test;
    } else if (x.touch != y.touch && r.distance != 0) {
        /* one is NOW and the other AT another iteration */
        r.touch = TOUCH_UNKNOWN;
        r.test = "not affine";
    }
    return r;
}

/* Relates references to different names in one storage by their byte offsets. Elements of different
 * sizes or alignment may overlap partly. */
static struct relation relate_bytes(const struct body *b, const struct access *first,
                                    const struct access *second)
{
    if (!first->linear || !second->linear)
        return answer(TOUCH_UNKNOWN, "overlay");
    if (compared_whole(first, second))
        return relate_forms(b, first->bytes, second->bytes);
    return open_question("overlay");
}

struct relation depend_by_subscript(const struct body *b, const struct access *first,
                                    const struct access *second)
{
    if (!depend_share(first, second))
        return answer(TOUCH_NEVER, "different storage");
    if (first->wild || second->wild)
        return answer(TOUCH_UNKNOWN, "a call or READ may access it");
    if (first->array != second->array)
        return relate_bytes(b, first, second);
    if (first->n_subs != second->n_subs)
        return answer(TOUCH_UNKNOWN, "number of subscripts");
    struct relation r = answer(TOUCH_ALWAYS, "ZIV");
    for (int i = 0; i < first->n_subs; i++)
        r = meet(r, relate_forms(b, &first->subs[i], &second->subs[i]));
    return r;
}

/* ---- tests of the whole nest ---- */

/* Restricts the directions of r by tests of the whole nest, the other loops being in one
 * iteration. */
static struct relation relate_by_nest(struct iterations *v, const struct access *first,
                                      const struct access *second, struct relation r)
{
    static const int ways[] = {WAY_LATER, WAY_SAME, WAY_EARLIER};
    const struct asked asked = {first, second, -1, true, false};
    int way[LEVELS_MOST], left = 0;
    for (int k = 0; k < v->depth; k++)
        way[k] = WAY_SAME;
    for (int i = 0; i < 3; i++) {
        if (!(r.ways & ways[i]))
            continue;
        way[v->depth - 1] = ways[i];
        enum solution found = iterations_ask(v, &asked, way);
        if (found == SOLUTION_NONE)
            continue;
        left |= ways[i];
        r.exists |= found == SOLUTION_EXISTS;
        if (ways[i] != WAY_SAME && !r.fixed)
            r.fixed = iterations_distance(v, v->depth - 1, &r.distance);
    }
    if (left == 0)
        return answer(TOUCH_NEVER, "exact integer test");
    if (left == WAY_SAME) {
        r.fixed = true;
        r.distance = 0;
    } else if (r.fixed && way_of(r.distance) != left)
        r.fixed = false;
    r.ways = left;
    return r;
}

/* A cache of the results of relate_by_nest. A new result replaces an old one with the same hash. */
enum { ANSWERS = 32, QUESTIONS_MOST = 20000 /* tests for a loop: about a second */ };
struct given {
    const struct symbol *first, *second;
    const struct form *first_at, *second_at;
    int n;
    struct relation relation;
};
struct answers {
    struct given at[ANSWERS];
    int64_t reached, not_reached; /* a distance that some iterations have, and one that none have */
};

static struct answers *answers_of(struct iterations *v)
{
    if (!v->answers) {
        v->answers = ARENA_NEW(v->body->arena, struct answers);
        v->answers->not_reached = INT64_MAX;
    }
    return v->answers;
}

static const struct form *places(const struct access *a, bool bytes)
{
    return bytes ? a->bytes : a->subs;
}

static bool was_asked(const struct given *g, const struct given *now)
{
    if (g->first != now->first || g->second != now->second || g->n != now->n)
        return false;
    for (int i = 0; i < g->n; i++)
        if (!form_same(&g->first_at[i], &now->first_at[i]) ||
            !form_same(&g->second_at[i], &now->second_at[i]))
            return false;
    return g->n > 0;
}

static struct relation by_nest_once(struct body *b, const struct access *first,
                                    const struct access *second, struct relation r)
{
    struct iterations *v = iterations_of(b);
    bool bytes = compared_by_bytes(first, second);
    if (!iterations_tell(v, first, second))
        return r;
    struct given now = {first->array,
                        second->array,
                        places(first, bytes),
                        places(second, bytes),
                        bytes ? 1 : first->n_subs,
                        r};
    uint32_t hash = 0;
    for (int i = 0; i < now.n; i++)
        hash = (hash * 31 + form_hash(&now.first_at[i])) * 31 + form_hash(&now.second_at[i]);
    struct given *g = &answers_of(v)->at[(hash ^ hash >> 16) % ANSWERS];
    if (was_asked(g, &now))
        return g->relation;
    if (v->questions > QUESTIONS_MOST)
        return r;
    now.relation = relate_by_nest(v, first, second, r);
    *g = now;
    return now.relation;
}

/* Whether the innermost loop has two iterations at that distance. Its bounds may depend on the
 * enclosing loops. */
static bool within_reach(struct body *b, int64_t distance)
{
    if (distance == 0 || b->trip_known || body_loop(b)->parent < 0)
        return true;
    struct answers *a = answers_of(iterations_of(b));
    int64_t d = llabs(distance);
    if (d > a->reached && d < a->not_reached) {
        if (iterations_reach(b->iterations, d))
            a->reached = d;
        else
            a->not_reached = d;
    }
    return d <= a->reached;
}

uint32_t depend_family(const struct access *a)
{
    uint32_t hash = (uint32_t)a->n_subs;
    for (int i = 0; i < a->n_subs; i++) {
        struct form f = a->subs[i];
        form_take_constant(&f);
        for (int k = 0; k < f.n; k++)
            if (f.at[k].power == 1 && f.at[k].symbol != FORM_ONE)
                return 0;
        hash = hash * 31 + form_hash(&f);
    }
    return hash | 1;
}

static bool of_other_families(const struct access *first, const struct access *second)
{
    return first->family && second->family && first->family != second->family &&
           first->array == second->array;
}

bool depend_same_now(struct body *b, const struct access *first, const struct access *second)
{
    if (of_other_families(first, second))
        return false;
    struct relation r = depend_by_subscript(b, first, second);
    return r.touch == TOUCH_ALWAYS || r.touch == TOUCH_NOW ||
           (r.touch == TOUCH_AT && r.distance == 0);
}

struct relation depend_relate(struct body *b, const struct access *first,
                              const struct access *second)
{
    if (!first->write && !second->write && of_other_families(first, second))
        return answer(TOUCH_UNKNOWN, "two loads");
    struct relation r = depend_by_subscript(b, first, second);
    if (r.open && (first->write || second->write))
        r = by_nest_once(b, first, second, r);
    if (r.touch == TOUCH_AT && !within_reach(b, r.distance))
        return answer(TOUCH_NEVER, "strong SIV");
    return r;
}
