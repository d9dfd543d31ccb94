/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions, conditions and elements of arrays. */
#include "tests/lab/random-fortran.h"

#include <math.h>
#include <string.h>

/* ---- chance ---- */

/* splitmix64 */
static uint64_t next(struct generator *m)
{
    uint64_t z = m->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

long draw(struct generator *m, long n)
{
    return (long)(next(m) % (uint64_t)n);
}

long draw_between(struct generator *m, long low, long high)
{
    return low + draw(m, high - low + 1);
}

bool chance(struct generator *m, int percent)
{
    return draw(m, 100) < percent;
}

const char *one_of(struct generator *m, const char *const *names)
{
    long n = 0;
    while (names[n])
        n++;
    return names[draw(m, n)];
}

/* ---- kinds ---- */

bool kind_is_there(const struct generator *m, enum kind kind)
{
    return kind == REAL8 || m->has[kind == REAL4 ? HAS_SINGLE : HAS_INTEGERS];
}

enum kind some_kind(struct generator *m)
{
    enum kind kind = chance(m, 65) ? REAL8 : chance(m, 50) ? REAL4 : INTEGER;
    return kind_is_there(m, kind) ? kind : REAL8;
}

static double most_of(enum kind kind)
{
    return kind == INTEGER ? INTEGER_MOST : REAL_MOST;
}

/* ---- places ---- */

static const char *shifted(struct generator *m, const char *what, long by)
{
    if (by == 0)
        return what;
    return arena_printf(m->a, "%s%+ld", what, by);
}

/* Returns c * variable + offset with an offset that keeps it within bounds; NULL = there is no such
 * offset. */
static const char *linear(struct generator *m, const struct variable *v, long c, long low,
                          long high)
{
    long least = c > 0 ? c * v->low : c * v->high, most = c > 0 ? c * v->high : c * v->low;
    if (most - least > high - low)
        return NULL;
    long by = draw_between(m, low - least, high - most);
    if (c == 1 && chance(m, 40) && v->low >= low && v->high <= high)
        by = 0;
    if (c == -1)
        return arena_printf(m->a, "%ld-%s", by, v->name);
    return shifted(m, c == 1 ? v->name : arena_printf(m->a, "%ld*%s", c, v->name), by);
}

const char *subscript(struct generator *m, long low, long high)
{
    static const long factors[] = {1, 1, 1, 1, 1, 1, -1, 2, 3};
    for (int attempt = 0; m->n_in > 0 && attempt < 4; attempt++) {
        const struct variable *v = &m->in[chance(m, 60) ? m->n_in - 1 : draw(m, m->n_in)];
        const char *s = linear(m, v, factors[draw(m, 9)], low, high);
        if (s)
            return s;
    }
    return arena_printf(m->a, "%ld", draw_between(m, low, high));
}

/* IX holds 1 to VECTOR in some order. */
static const char *indirect(struct generator *m)
{
    return arena_printf(m->a, "IX(%s)", subscript(m, 1, VECTOR));
}

static const char *element_of(struct generator *m, const struct array_of *x)
{
    if (m->parallel && x == m->target)
        return m->place;
    if (x->n_dims == 1 && x->low[0] == 1 && x->high[0] == VECTOR && m->has[HAS_INDIRECT] &&
        chance(m, 12))
        return arena_printf(m->a, "%s(%s)", x->name, indirect(m));
    const char *text = x->name;
    for (int i = 0; i < x->n_dims; i++)
        text =
            arena_printf(m->a, "%s%s%s", text, i ? "," : "(", subscript(m, x->low[i], x->high[i]));
    return arena_printf(m->a, "%s)", text);
}

const char *element(struct generator *m, enum kind kind)
{
    const struct array_of *found[ARRAYS];
    int n = 0;
    for (int i = 0; i < m->n_arrays; i++)
        if (m->arrays[i].kind == kind)
            found[n++] = &m->arrays[i];
    return n == 0 ? NULL : element_of(m, found[draw(m, n)]);
}

const char *scalar(struct generator *m, enum kind kind)
{
    static const char *const names[][4] = {{"S1", "S2", "S3"}, {"X1", "X2"}, {"J1", "J2"}};
    return one_of(m, names[kind]);
}

/* ---- values ---- */

static struct value atom(const char *text, double most)
{
    return (struct value){text, LEVEL_ATOM, most};
}

static struct value constant(struct generator *m, enum kind kind)
{
    static const char *const reals[] = {"0.5", "0.25", "1.0",  "2.0", "0.3",
                                        "1.7", "0.01", "3.25", NULL};
    static const double sizes[] = {0.5, 0.25, 1, 2, 0.3, 1.7, 0.01, 3.25};
    if (kind == INTEGER) {
        long k = draw_between(m, 1, 9);
        return atom(arena_printf(m->a, "%ld", k), (double)k);
    }
    long i = draw(m, 8);
    return atom(arena_printf(m->a, kind == REAL8 ? "%sD0" : "%s", reals[i]), sizes[i]);
}

static struct value leaf(struct generator *m, enum kind kind)
{
    long which = draw(m, 10);
    if (which == 0)
        return constant(m, kind);
    m->variables++;
    if (which == 1 && m->n_in > 0) {
        const struct variable *v = &m->in[draw(m, m->n_in)];
        double most = fmax(fabs((double)v->low), fabs((double)v->high));
        if (kind == INTEGER)
            return atom(v->name, most);
        return (struct value){arena_printf(m->a, kind == REAL8 ? "0.02D0*%s" : "0.02*%s", v->name),
                              LEVEL_PRODUCT, 0.02 * most};
    }
    const char *text = which < 4 ? scalar(m, kind) : element(m, kind);
    return atom(!text ? scalar(m, kind) : text, most_of(kind));
}

static const char *bound_to(struct generator *m, struct value v, enum level least)
{
    return v.level < least || chance(m, 5) ? arena_printf(m->a, "(%s)", v.text) : v.text;
}

/* Returns a number with few digits that is not greater than x. */
static const char *below(struct generator *m, enum kind kind, double x)
{
    double unit = pow(10, floor(log10(x)) - 1);
    const char *digits = arena_printf(m->a, "%.10g", floor(x / unit) * unit);
    if (strchr(digits, 'e') || !strchr(digits, '.'))
        digits = arena_printf(m->a, "%.12f", floor(x / unit) * unit);
    return arena_printf(m->a, kind == REAL8 ? "%sD0" : "%s", digits);
}

struct value held(struct generator *m, enum kind kind, struct value v, double most)
{
    if (v.most <= most)
        return v;
    if (kind == INTEGER)
        return atom(arena_printf(m->a, "MOD(%s, %.0f)", v.text, most + 1), most);
    return (struct value){
        arena_printf(m->a, "%s*%s", below(m, kind, most / v.most), bound_to(m, v, LEVEL_ATOM)),
        LEVEL_PRODUCT, most};
}

/* A REAL*4 becomes double precision in an operation with a double. */
static struct value right_operand(struct generator *m, enum kind kind, int depth)
{
    bool single = kind == REAL8 && m->has[HAS_SINGLE] && chance(m, 8);
    return expression(m, single ? REAL4 : kind, depth);
}

static struct value sum(struct generator *m, enum kind kind, int depth)
{
    struct value l = expression(m, kind, depth - 1), r = right_operand(m, kind, depth - 1);
    bool minus = chance(m, 45);
    return (struct value){
        arena_printf(m->a, "%s %c %s", l.text, minus ? '-' : '+', bound_to(m, r, LEVEL_PRODUCT)),
        LEVEL_SUM, l.most + r.most};
}

static struct value product(struct generator *m, enum kind kind, int depth)
{
    struct value l = expression(m, kind, depth - 1), r = right_operand(m, kind, depth - 1);
    if (kind == INTEGER && l.most * r.most > 1e8) {
        l = held(m, kind, l, INTEGER_MOST);
        r = held(m, kind, r, INTEGER_MOST);
    }
    return (struct value){
        arena_printf(m->a, "%s*%s", bound_to(m, l, LEVEL_PRODUCT), bound_to(m, r, LEVEL_ATOM)),
        LEVEL_PRODUCT, l.most * r.most};
}

/* Divides by a value of at least 1. */
static struct value quotient(struct generator *m, enum kind kind, int depth)
{
    struct value l = expression(m, kind, depth - 1), r = expression(m, kind, depth - 2);
    const char *form = kind == INTEGER ? "%s/(%.0f + %s)"
                       : kind == REAL8 ? "%s/(%.1fD0 + %s)"
                                       : "%s/(%.1f + %s)";
    return (struct value){arena_printf(m->a, form, bound_to(m, l, LEVEL_PRODUCT), ceil(r.most) + 1,
                                       bound_to(m, r, LEVEL_PRODUCT)),
                          LEVEL_PRODUCT, l.most};
}

/* Not of constants only: gfortran evaluates these itself, and rounds once at the end. */
static struct value varying(struct generator *m, enum kind kind, int depth)
{
    long variables = m->variables;
    struct value x = expression(m, kind, depth);
    return m->variables > variables ? x : atom(scalar(m, kind), most_of(kind));
}

static struct value power(struct generator *m, enum kind kind, int depth)
{
    struct value x = held(m, kind, varying(m, kind, depth - 2), kind == INTEGER ? 99 : 8);
    int n = (int)draw_between(m, 2, 3);
    return (struct value){arena_printf(m->a, "%s**%d", bound_to(m, x, LEVEL_ATOM), n),
                          LEVEL_PRODUCT, pow(x.most, n)};
}

static struct value negative(struct generator *m, enum kind kind, int depth)
{
    struct value x = expression(m, kind, depth - 1);
    return (struct value){arena_printf(m->a, "-%s", bound_to(m, x, LEVEL_PRODUCT)), LEVEL_SUM,
                          x.most};
}

/* ---- intrinsic functions ---- */

static struct value simple(struct generator *m, enum kind kind, int depth)
{
    struct value x = expression(m, kind, depth - 1), y = expression(m, kind, depth - 2);
    switch (draw(m, 5)) {
    case 0:
        return atom(arena_printf(m->a, "ABS(%s)", x.text), x.most);
    case 1:
        return atom(arena_printf(m->a, "MIN(%s, %s)", x.text, y.text), fmax(x.most, y.most));
    case 2:
        return atom(arena_printf(m->a, "MAX(%s, %s)", x.text, y.text), fmax(x.most, y.most));
    case 3: {
        struct value c = constant(m, kind);
        return atom(arena_printf(m->a, "MOD(%s, %s)", x.text, c.text), c.most);
    }
    default:
        break;
    }
    if (kind == INTEGER) /* never SIGN(x, 0) */
        return atom(arena_printf(m->a, "SIGN(%s, 2*(%s) + 1)", x.text, y.text), x.most);
    if (chance(m, 60))
        return atom(arena_printf(m->a, "SQRT(ABS(%s))", x.text), sqrt(x.most));
    /* never -0 */
    return atom(arena_printf(m->a, kind == REAL8 ? "SIGN(%s, %s - 0.01D0)" : "SIGN(%s, %s - 0.01)",
                             x.text, y.text),
                x.most);
}

static struct value maths(struct generator *m, enum kind kind, int depth)
{
    struct value x = varying(m, kind, depth - 2);
    switch (draw(m, 4)) {
    case 0:
        return atom(arena_printf(m->a, "SIN(%s)", x.text), 1);
    case 1:
        return atom(arena_printf(m->a, "COS(%s)", x.text), 1);
    case 2:
        x = held(m, kind, x, REAL_MOST);
        return atom(arena_printf(m->a, "EXP(%s)", x.text), exp(x.most));
    default:
        return atom(arena_printf(m->a, kind == REAL8 ? "LOG(%.1fD0 + %s)" : "LOG(%.1f + %s)",
                                 ceil(x.most) + 1, bound_to(m, x, LEVEL_PRODUCT)),
                    log(2 * ceil(x.most) + 1) + 0.1);
    }
}

/* ---- conversions ---- */

static struct value from_real(struct generator *m, int depth)
{
    enum kind kind = m->has[HAS_SINGLE] && chance(m, 40) ? REAL4 : REAL8;
    struct value x = held(m, kind, expression(m, kind, depth - 1), INTEGER_MOST / 2);
    return atom(arena_printf(m->a, "%s(%s)", chance(m, 60) ? "INT" : "NINT", x.text), x.most + 1);
}

static struct value from_integer(struct generator *m, enum kind kind, int depth)
{
    struct value x = expression(m, INTEGER, depth - 1);
    const char *form = kind == REAL8 ? "0.01D0*%s" : "0.01*%s";
    return (struct value){arena_printf(m->a, form, bound_to(m, x, LEVEL_ATOM)), LEVEL_PRODUCT,
                          0.01 * x.most + 1e-6 * x.most};
}

static struct value other_real(struct generator *m, enum kind kind, int depth)
{
    struct value x = expression(m, kind == REAL8 ? REAL4 : REAL8, depth - 1);
    return atom(arena_printf(m->a, kind == REAL8 ? "DBLE(%s)" : "REAL(%s)", x.text), x.most);
}

static struct value converted(struct generator *m, enum kind kind, int depth)
{
    if (kind == INTEGER)
        return from_real(m, depth);
    if (m->has[HAS_INTEGERS] && chance(m, 50))
        return from_integer(m, kind, depth);
    return m->has[HAS_SINGLE] ? other_real(m, kind, depth) : leaf(m, kind);
}

static struct value called(struct generator *m, int depth)
{
    struct value x = held(m, REAL8, expression(m, REAL8, depth - 1), REAL_MOST);
    if (m->statement_function_is_there && (!m->function_is_there || chance(m, 50)))
        return atom(arena_printf(m->a, "SF(%s, %s)", x.text, scalar(m, REAL8)), REAL_MOST);
    return atom(arena_printf(m->a, "FN%ld(%s, %s)", m->number,
                             chance(m, 50) ? element(m, REAL8) : x.text, scalar(m, REAL8)),
                REAL_MOST);
}

struct value expression(struct generator *m, enum kind kind, int depth)
{
    if (depth <= 0 || chance(m, 12))
        return leaf(m, kind);
    long which = draw(m, 100);
    if (which < 34)
        return sum(m, kind, depth);
    if (which < 64)
        return product(m, kind, depth);
    if (which < 68)
        return negative(m, kind, depth);
    if (which < 74 && m->has[HAS_DIVIDE])
        return quotient(m, kind, depth);
    if (which < 77 && m->has[HAS_POWER])
        return power(m, kind, depth);
    if (which < 84 && m->has[HAS_SIMPLE])
        return simple(m, kind, depth);
    if (which < 87 && kind != INTEGER && m->has[HAS_MATHS])
        return maths(m, kind, depth);
    if (which < 94)
        return converted(m, kind, depth);
    if (kind == REAL8 && (m->function_is_there || m->statement_function_is_there))
        return called(m, depth);
    return leaf(m, kind);
}

const char *stored(struct generator *m, enum kind kind, int depth)
{
    return held(m, kind, expression(m, kind, depth), most_of(kind) * 0.99).text;
}

const char *condition(struct generator *m, int depth)
{
    static const char *const orders[] = {".LT.", ".LE.", ".GT.", ".GE.", ".EQ.", ".NE.", NULL};
    if (m->has[HAS_LOGICAL] && depth > 0 && chance(m, 30)) {
        if (chance(m, 25))
            return arena_printf(m->a, ".NOT. (%s)", condition(m, depth - 1));
        return arena_printf(m->a, "(%s) %s (%s)", condition(m, depth - 1),
                            chance(m, 50) ? ".AND." : ".OR.", condition(m, depth - 1));
    }
    if (m->has[HAS_LOGICAL] && !m->parallel && chance(m, 12))
        return one_of(m, (const char *const[]){"L1", "L2", NULL});
    enum kind kind = some_kind(m);
    struct value l = expression(m, kind, depth),
                 r = chance(m, 50) ? constant(m, kind) : leaf(m, kind);
    return arena_printf(m->a, "%s %s %s", l.text, one_of(m, orders), r.text);
}
