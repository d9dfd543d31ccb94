/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/integers.h"

#include "base/arena.h"
#include "base/array.h"
#include "base/util.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    LARGE = 1 << 30,  /* limit of coefficients and constants */
    TRIES_MOST = 500, /* values that are tried if elimination does not decide */
};

int integers_unknown(struct integers *s)
{
    if (s->unknowns < UNKNOWNS_MOST)
        return s->unknowns++;
    s->full = true;
    return UNKNOWNS_MOST - 1;
}

struct row *integers_row(struct integers *s, enum row_kind kind)
{
    struct row *r = &s->row[s->n < ROWS_MOST ? s->n++ : ROWS_MOST - 1];
    s->full |= s->n == ROWS_MOST;
    *r = (struct row){.kind = kind};
    return r;
}

static void drop(struct integers *s, int i)
{
    s->row[i] = s->row[--s->n];
}

static int64_t floor_of(int64_t a, int64_t b)
{
    int64_t q = a / b;
    return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
}

static bool small(const struct integers *s, const struct row *r)
{
    if (llabs(r->constant) >= LARGE)
        return false;
    for (int i = 0; i < s->unknowns; i++)
        if (llabs(r->at[i]) >= LARGE)
            return false;
    return true;
}

/* ---- equations ---- */

/* Returns the unknown with the smallest nonzero coefficient; -1 = all are 0. others: whether
 * another coefficient is not 0. */
static int least(const struct integers *s, const struct row *r, bool *others)
{
    int best = -1, many = 0;
    for (int i = 0; i < s->unknowns; i++)
        if (r->at[i] != 0) {
            many++;
            if (best < 0 || llabs(r->at[i]) < llabs(r->at[best]))
                best = i;
        }
    *others = many > 1;
    return best;
}

/* Substitutes x_k := x_k - sum of q_i x_i, so that the coefficients of row e become remainders by
 * its k-th one. */
static void change_unknown(struct integers *s, const struct row *e, int k)
{
    int64_t q[UNKNOWNS_MOST];
    for (int i = 0; i < s->unknowns; i++)
        q[i] = i == k ? 0 : floor_of(e->at[i], e->at[k]);
    for (int r = 0; r < s->n; r++) {
        int64_t c = s->row[r].at[k];
        for (int i = 0; c != 0 && i < s->unknowns; i++)
            s->row[r].at[i] -= q[i] * c;
        s->full |= c != 0 && !small(s, &s->row[r]);
    }
}

static void set_unknown(struct integers *s, int k, int64_t value)
{
    for (int r = 0; r < s->n; r++) {
        s->row[r].constant += s->row[r].at[k] * value;
        s->row[r].at[k] = 0;
        s->full |= llabs(s->row[r].constant) >= LARGE;
    }
}

/* Solves an equation for one unknown. False if it has no integer solution. */
static bool solve_equation(struct integers *s, int i)
{
    const struct row *e = &s->row[i];
    bool others;
    int k = least(s, e, &others);
    while (k >= 0 && others && !s->full) {
        change_unknown(s, e, k);
        k = least(s, e, &others);
    }
    if (s->full)
        return true;
    if (k < 0)
        return e->constant == 0;
    if (e->constant % e->at[k] != 0)
        return false;
    set_unknown(s, k, -(e->constant / e->at[k]));
    return true;
}

static bool solve_equations(struct integers *s)
{
    for (int i = 0; i < s->n; i++)
        if (s->row[i].kind == ROW_ZERO && !solve_equation(s, i))
            return false;
    for (int i = s->n; i-- > 0;)
        if (s->row[i].kind == ROW_ZERO)
            drop(s, i);
    return true;
}

/* Replaces each equation by two inequalities, for rational solutions. */
static void split_equations(struct integers *s)
{
    for (int i = s->n; i-- > 0;) {
        if (s->row[i].kind != ROW_ZERO)
            continue;
        s->row[i].kind = ROW_POSITIVE;
        const struct row e = s->row[i];
        struct row *other = integers_row(s, ROW_POSITIVE);
        other->constant = -e.constant;
        for (int k = 0; k < s->unknowns; k++)
            other->at[k] = -e.at[k];
    }
}

bool watched_constant(const struct integers *s, const struct row *r, int64_t *value)
{
    for (int i = 0; i < s->unknowns; i++)
        if (r->at[i] != 0)
            return false;
    *value = r->constant;
    return !s->full;
}

/* ---- inequalities ---- */

/* Divides a row by its common factor. False if the row has no solution. */
static bool tighten(struct integers *s, struct row *r, bool *empty)
{
    int64_t g = 0;
    for (int i = 0; i < s->unknowns && g != 1; i++)
        if (r->at[i] != 0)
            g = gcd_int64(r->at[i], g);
    *empty = g == 0;
    if (g == 0)
        return r->constant >= 0;
    if (s->rational)
        g = gcd_int64(g, r->constant);
    if (g == 1)
        return true;
    for (int i = 0; i < s->unknowns; i++)
        r->at[i] /= g;
    r->constant = floor_of(r->constant, g);
    return true;
}

static bool same_unknowns(const struct integers *s, const struct row *a, const struct row *b)
{
    for (int k = 0; k < s->unknowns; k++)
        if (a->at[k] != b->at[k])
            return false;
    return a->kind == ROW_POSITIVE && b->kind == ROW_POSITIVE;
}

/* Removes rows that are implied by another row with equal coefficients. */
static void thin(struct integers *s)
{
    for (int i = s->n; i-- > 0;)
        for (int k = 0; k < i; k++)
            if (same_unknowns(s, &s->row[i], &s->row[k])) {
                if (s->row[i].constant < s->row[k].constant)
                    s->row[k].constant = s->row[i].constant;
                drop(s, i);
                break;
            }
}

static bool tighten_all(struct integers *s)
{
    for (int i = s->n; i-- > 0;) {
        bool empty;
        if (s->row[i].kind != ROW_POSITIVE)
            continue;
        if (!tighten(s, &s->row[i], &empty))
            return false;
        if (empty)
            drop(s, i);
    }
    thin(s);
    return true;
}

/* Counts the rows that bound the unknown from below and from above. units: whether all coefficients
 * on one side are 1. */
static void count_bounds(const struct integers *s, int k, int *low, int *high, bool *units)
{
    bool low_units = true, high_units = true;
    *low = *high = 0;
    for (int i = 0; i < s->n; i++) {
        int64_t c = s->row[i].kind == ROW_POSITIVE ? s->row[i].at[k] : 0;
        *low += c > 0;
        *high += c < 0;
        low_units &= c <= 1;
        high_units &= c >= -1;
    }
    *units = low_units || high_units;
}

/* Returns the unknown whose elimination is cheapest; -1 = none. */
static int choose(const struct integers *s, bool *exact)
{
    int best = -1;
    long best_cost = 0;
    for (int k = 0; k < s->unknowns; k++) {
        int low, high;
        bool units;
        count_bounds(s, k, &low, &high, &units);
        if (low + high == 0)
            continue;
        bool free_ = low == 0 || high == 0;
        long cost = free_ ? -1 : (long)low * high + (units ? 0 : 1000000);
        if (best < 0 || cost < best_cost) {
            best = k;
            best_cost = cost;
            *exact = units || free_;
        }
    }
    return best;
}

/* Combines two rows that bound x_k from both sides into one without x_k. */
static void combine(struct integers *s, const struct row *low, const struct row *high, int k)
{
    int64_t a = low->at[k], b = -high->at[k];
    struct row *r = integers_row(s, ROW_POSITIVE);
    for (int i = 0; i < s->unknowns; i++)
        r->at[i] = b * low->at[i] + a * high->at[i];
    r->constant = b * low->constant + a * high->constant;
    s->full |= !small(s, r);
}

static void eliminate(struct integers *s, int k)
{
    int n = s->n;
    for (int i = 0; i < n && !s->full; i++)
        for (int j = 0; j < n && s->row[i].kind == ROW_POSITIVE && s->row[i].at[k] > 0 && !s->full;
             j++)
            if (s->row[j].kind == ROW_POSITIVE && s->row[j].at[k] < 0)
                combine(s, &s->row[i], &s->row[j], k);
    for (int i = s->n; i-- > 0;)
        if (s->row[i].kind == ROW_POSITIVE && s->row[i].at[k] != 0)
            drop(s, i);
}

static enum solution solve_inequalities(struct integers *s)
{
    bool all_exact = !s->rational;
    while (!s->full) {
        bool exact = true;
        if (!tighten_all(s))
            return SOLUTION_NONE;
        int k = choose(s, &exact);
        if (k < 0)
            return all_exact ? SOLUTION_EXISTS : SOLUTION_POSSIBLE;
        all_exact &= exact;
        eliminate(s, k);
    }
    return SOLUTION_POSSIBLE;
}

/* ---- trying values ---- */

/* The constant bounds of an unknown. */
struct range {
    int unknown; /* -1 = no unknown has both bounds */
    int64_t low, high;
};

static struct integers *copy(const struct integers *s)
{
    struct integers *c = xmalloc(sizeof *c);
    memcpy(c, s, offsetof(struct integers, row));
    for (int i = 0; i < s->n; i++)
        memcpy(&c->row[i], &s->row[i],
               offsetof(struct row, at) + sizeof(int64_t) * (size_t)s->unknowns);
    return c;
}

/* Returns the bounds of an unknown after the elimination of the others. */
static struct range range_of(const struct integers *s, int k)
{
    struct range r = {k, -LARGE, LARGE};
    struct integers *c = copy(s);
    for (int i = 0; i < c->unknowns && !c->full; i++)
        if (i != k && tighten_all(c))
            eliminate(c, i);
    if (!c->full && tighten_all(c))
        for (int i = 0; i < c->n; i++) {
            const struct row *x = &c->row[i];
            if (x->kind != ROW_POSITIVE)
                continue;
            if (x->at[k] > 0 && -x->constant > r.low)
                r.low = -x->constant;
            if (x->at[k] < 0 && x->constant < r.high)
                r.high = x->constant;
        }
    array_release(c);
    return r;
}

static bool occurs(const struct integers *s, int k)
{
    for (int i = 0; i < s->n; i++)
        if (s->row[i].kind == ROW_POSITIVE && s->row[i].at[k] != 0)
            return true;
    return false;
}

/* Requires tightened rows. */
static struct range narrowest(const struct integers *s)
{
    struct range best = {-1, 0, 0};
    for (int k = 0; k < s->unknowns; k++) {
        if (!occurs(s, k))
            continue;
        struct range r = range_of(s, k);
        if (r.low > -LARGE && r.high < LARGE &&
            (best.unknown < 0 || r.high - r.low < best.high - best.low))
            best = r;
    }
    return best;
}

/* Tries all values of an unknown if elimination does not decide. tries: the number of trials
 * left. */
static enum solution try_values(struct integers *s, int *tries)
{
    enum solution best = SOLUTION_NONE;
    if (!tighten_all(s))
        return SOLUTION_NONE;
    struct range r = narrowest(s);
    if (r.unknown < 0 || r.high - r.low >= *tries)
        return SOLUTION_POSSIBLE;
    for (int64_t v = r.low; v <= r.high && best != SOLUTION_EXISTS; v++) {
        struct integers *one = copy(s), *kept = NULL;
        --*tries;
        set_unknown(one, r.unknown, v);
        kept = copy(one);
        enum solution found = solve_inequalities(one);
        if (found == SOLUTION_POSSIBLE)
            found = try_values(kept, tries);
        best = found > best ? found : best;
        array_release(one);
        array_release(kept);
    }
    return best;
}

enum solution integers_solve(struct integers *s)
{
    for (int i = 0; i < s->n; i++)
        s->full |= !small(s, &s->row[i]);
    if (s->full)
        return SOLUTION_POSSIBLE;
    if (s->rational)
        split_equations(s);
    else if (!solve_equations(s))
        return SOLUTION_NONE;
    if (s->rational || s->full)
        return solve_inequalities(s);
    struct integers *kept = copy(s);
    enum solution found = solve_inequalities(s);
    int tries = TRIES_MOST;
    if (found == SOLUTION_POSSIBLE && !s->full)
        found = try_values(kept, &tries);
    array_release(kept);
    return found;
}
