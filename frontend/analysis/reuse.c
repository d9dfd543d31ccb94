/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/reuse.h"

#include "frontend/analysis/depend.h"

#include <stdlib.h>

static bool is_float(const struct access *a)
{
    return a->array && type_is_float(a->array->type);
}

static long line_of(const struct access *a)
{
    return a->stmt->line;
}

/* ---- loads ---- */

/* The origin of the value of a load: the latest access to the element in an earlier iteration. */
struct origin {
    int access; /* -1 = none */
    int64_t distance;
    const struct access *killer; /* a store that may have changed the element since */
};

/* Takes an access as the origin if it is nearer, or later at the same distance. */
static void take_origin(struct origin *o, int access, int64_t distance)
{
    if (o->access < 0 || distance < o->distance ||
        (distance == o->distance && access > o->access)) {
        o->access = access;
        o->distance = distance;
    }
}

/* Whether x, a store that may change the element of a, may be executed before a in the same or an
 * earlier iteration. */
static bool is_before(const struct relation *r, const struct access *x, const struct access *a)
{
    return r->ways & WAY_LATER || (r->ways & WAY_SAME && x < a);
}

struct origin_search {
    struct access *a;
    struct origin origin;
    bool invariant, affine;
};

/* Examines one access as origin. True if it may change the element. */
static bool look_at_origin(struct body *b, int i, void *context)
{
    struct origin_search *s = context;
    const struct access *x = &b->accesses.at[i], *a = s->a;
    bool independent = body_loop(b)->independent, invariant = s->invariant;
    bool stores = invariant || !s->affine;
    if (x == a || !depend_share(x, a) || (x->write ? independent && !invariant : stores))
        return false;
    struct relation r = depend_relate(b, x, a);
    bool known = r.touch == TOUCH_AT && r.distance > 0;
    if (invariant && x->write && r.touch == TOUCH_ALWAYS) {
        known = true;
        r.distance = 1;
    }
    if (known && x->array->type == a->array->type && x->array->bytes == a->array->bytes)
        take_origin(&s->origin, i, r.distance);
    return x->write && !(independent && invariant) &&
           (r.touch == TOUCH_UNKNOWN || (r.touch == TOUCH_NOW && !known)) && is_before(&r, x, a);
}

static struct origin find_origin(struct body *b, struct access *a, bool invariant)
{
    struct origin_search s = {a, {-1, 0, NULL}, invariant, access_affine(b, a)};
    int near = -1;
    if (a->line >= 0)
        near =
            invariant ? related_last_store(b, a) : related_before(b, a, body_loop(b)->independent);
    if (near >= 0)
        look_at_origin(b, near, &s);
    int killer = related_last(b, a, -1, (int)b->accesses.n, RELATED_STORES, look_at_origin, &s);
    s.origin.killer = killer >= 0 ? &b->accesses.at[killer] : NULL;
    return s.origin;
}

/* Notes that a store with an unknown distance is in no recurrence. */
static void note_unknown_distance(struct body *b, const struct access *killer)
{
    if (killer && !killer->wild && body_loop(b)->innermost)
        body_note(b, "t_d leaves out dependences with unknown distance (%s in line %ld)",
                  expr_text(b->arena, killer->expr), line_of(killer));
}

static const char *killed(struct body *b, const struct access *killer)
{
    if (!killer->wild && body_loop(b)->innermost)
        body_note(b, "t_d leaves out dependences with unknown distance; kma --verbose lists the "
                     "loads that a store may change");
    if (killer->wild)
        return arena_printf(b->arena,
                            stmt_is_do(killer->stmt->kind)
                                ? "the loop of line %ld may change it"
                                : "what line %ld calls or reads may change it",
                            line_of(killer));
    return arena_printf(b->arena, "the store to %s in line %ld may change it",
                        expr_text(b->arena, killer->expr), line_of(killer));
}

static void invariant_load(struct body *b, struct access *a)
{
    struct origin o = find_origin(b, a, true);
    if (o.killer) {
        a->use = REF_LOAD;
        a->why = killed(b, o.killer);
        return;
    }
    a->use = REF_REGISTER;
    a->why = o.access >= 0 ? "the same element in every iteration: a register"
                           : "the same element in every iteration: loaded before the loop";
    a->source = o.access;
    a->distance = 1;
}

static void moving_load(struct body *b, struct access *a)
{
    a->use = REF_LOAD;
    if (!access_affine(b, a)) {
        a->why = "its subscript is not affine";
        note_unknown_distance(b, find_origin(b, a, false).killer);
        return;
    }
    struct origin o = find_origin(b, a, false);
    if (a->hidden >= 0)
        o.killer = &b->accesses.at[a->hidden];
    if (o.access < 0 && !o.killer)
        return;
    if (o.killer) {
        a->why = killed(b, o.killer);
        return;
    }
    a->use = REF_REUSED;
    a->source = o.access;
    a->distance = (long)o.distance;
}

static void load(struct body *b, struct access *a)
{
    if (!is_float(a))
        a->use = REF_INDEX;
    if (a->same >= 0) {
        const struct access *first = &b->accesses.at[a->same];
        if (a->use != REF_INDEX)
            a->use = first->use == REF_REGISTER ? REF_REGISTER : REF_REUSED;
        a->why = arena_printf(b->arena, "the element of line %ld", line_of(first));
        return;
    }
    if (a->use == REF_INDEX)
        return;
    if (access_invariant(b, a))
        invariant_load(b, a);
    else
        moving_load(b, a);
}

/* ---- stores ---- */

static bool may_need(struct body *b, int i, void *context)
{
    const struct access *x = &b->accesses.at[i], *a = context;
    if (x == a || !depend_share(x, a))
        return false;
    struct relation r = depend_relate(b, a, x);
    return (r.touch == TOUCH_UNKNOWN || r.touch == TOUCH_NOW) && is_before(&r, a, x) &&
           !(body_loop(b)->independent && !x->wild);
}

/* Returns another access after the store that may need the element in memory. */
static const struct access *needs_memory(struct body *b, struct access *a)
{
    int found = related_first(b, a, -1, (int)b->accesses.n, RELATED_ALL, may_need, a);
    return found < 0 ? NULL : &b->accesses.at[found];
}

static bool overwrites(struct body *b, int i, void *context)
{
    const struct access *x = &b->accesses.at[i], *a = context;
    return x->write && !x->wild && depend_share(x, a) && depend_same_now(b, a, x);
}

/* Returns the last store to the same element in this iteration. */
static struct access *overwritten(struct body *b, int i)
{
    struct access *a = &b->accesses.at[i];
    int last = related_last_store(b, a);
    last = last > i ? last : -1;
    int other =
        related_last(b, a, last > i ? last : i, (int)b->accesses.n, RELATED_LOOSE, overwrites, a);
    last = other > last ? other : last;
    return last < 0 ? NULL : &b->accesses.at[last];
}

/* Whether every iteration that executes one position executes the other. */
static bool runs_with(const struct body *b, int one, int other)
{
    for (size_t i = 0; i < b->regions.at.n; i++) {
        const struct region *r = &b->regions.at.at[i];
        if (r->first <= other && other <= r->last && !(r->first <= one && one <= r->last))
            return false;
    }
    return true;
}

static bool may_read(struct body *b, int i, void *context)
{
    const struct access *x = &b->accesses.at[i], *a = context;
    return !x->write && x->same < 0 && depend_share(a, x) && depend_relate(b, a, x).ways & WAY_SAME;
}

/* Whether a call or input statement is between the two accesses. */
static bool unseen_between(const struct body *b, int from, int to)
{
    size_t low = 0, high = b->related.unseen.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (b->related.unseen.at[middle] > from)
            high = middle;
        else
            low = middle + 1;
    }
    return low < b->related.unseen.n && b->related.unseen.at[low] < to;
}

/* Whether an access between a store and the last store to its element may read the element from
 * memory. */
static bool read_between(struct body *b, struct access *a, const struct access *last)
{
    int from = (int)(a - b->accesses.at), to = (int)(last - b->accesses.at);
    int fresh = related_last_fresh(b, a);
    while (fresh >= to)
        fresh = b->accesses.at[fresh].earlier_fresh;
    return unseen_between(b, from, to) || (fresh > from && may_read(b, fresh, a)) ||
           related_last(b, a, from, to, RELATED_ALL, may_read, a) >= 0;
}

static void store(struct body *b, size_t i)
{
    struct access *a = &b->accesses.at[i];
    if (!is_float(a)) {
        a->use = REF_INDEX;
        return;
    }
    struct access *last = overwritten(b, (int)i);
    if (last) {
        last->first = a->first < last->first ? a->first : last->first;
        a->use = REF_REUSED;
        a->replaced = runs_with(b, a->position, last->position) && !read_between(b, a, last);
        a->why = arena_printf(b->arena, "one element with the store of line %ld", line_of(last));
        return;
    }
    a->use = REF_STORE;
    if (!access_invariant(b, a))
        return;
    const struct access *other = needs_memory(b, a);
    if (other) {
        a->why = other->wild
                     ? arena_printf(b->arena, "line %ld may need it in memory", line_of(other))
                     : arena_printf(b->arena, "%s in line %ld may be the same element",
                                    expr_text(b->arena, other->expr), line_of(other));
        return;
    }
    a->use = REF_REGISTER;
    a->why = "the same element in every iteration: stored after the loop";
}

/* ---- registers ---- */

static int order(const void *one, const void *other)
{
    const struct access *a = *(struct access *const *)one, *b = *(struct access *const *)other;
    if (a->distance != b->distance)
        return a->distance < b->distance ? -1 : 1;
    return a < b ? -1 : a > b;
}

static void reused(struct body *b, struct access *a)
{
    const struct access *from = &b->accesses.at[a->source];
    const struct access *first = from->same >= 0 ? &b->accesses.at[from->same] : from;
    const char *how = first->write ? "stored" : first->use == REF_LOAD ? "loaded" : "in a register";
    a->why = arena_printf(b->arena, "%s %ld iteration%s before as %s", how, a->distance,
                          a->distance == 1 ? "" : "s", expr_text(b->arena, from->expr));
}

/* Assigns registers to values: a value that is reused d iterations later needs d registers, and the
 * smallest distances come first (rule 5). */
static void fill_registers(struct body *b, long registers)
{
    ARRAY(struct access *) waits = {0};
    for (size_t i = 0; i < b->accesses.n; i++)
        if (b->accesses.at[i].use == REF_REUSED && b->accesses.at[i].source >= 0)
            *array_push(&waits) = &b->accesses.at[i];
    array_sort(&waits, order);
    long left = registers, missed = 0;
    for (size_t i = 0; i < waits.n; i++) {
        struct access *a = waits.at[i];
        if (a->distance <= left) {
            left -= a->distance;
            reused(b, a);
            continue;
        }
        a->use = REF_LOAD;
        a->why = arena_printf(b->arena, "no register is free to keep its value for %ld iterations",
                              a->distance);
        missed++;
    }
    if (missed)
        body_note(b, "%ld element%s loaded again: %ld registers do not hold %s", missed,
                  missed == 1 ? " is" : "s are", registers, missed == 1 ? "it" : "them");
    array_free(&waits);
}

bool access_loads(const struct access *a)
{
    return a->use == REF_LOAD && !a->write;
}

void reuse_find(struct body *b, long registers)
{
    for (size_t i = 0; i < b->accesses.n; i++) {
        struct access *a = &b->accesses.at[i];
        if (a->wild)
            a->use = REF_INDEX;
        else if (a->write)
            store(b, i);
        else
            load(b, a);
    }
    fill_registers(b, registers);
}
