/* SPDX-License-Identifier: GPL-3.0-or-later */
/* COMPLEX constants and functions. */
#include "lab/code/lower.h"
#include "base/util.h"

#include <string.h>

struct value lower_complex_constant(struct lower *l, const struct expr *e)
{
    struct value re = lower_fold(l, e->args[0]), im = lower_fold(l, e->args[1]);
    if (re.kind == VALUE_NOTHING || im.kind == VALUE_NOTHING) {
        re = lower_expr(l, e->args[0]);
        im = lower_expr(l, e->args[1]);
    }
    bool numbers = (re.type.type == TYPE_INTEGER || lower_is_float(re.type)) &&
                   (im.type.type == TYPE_INTEGER || lower_is_float(im.type));
    if (re.kind == VALUE_NOTHING || im.kind == VALUE_NOTHING || !numbers) {
        lower_error(l, e, "the parts of a complex constant must be numbers");
        return (struct value){.type = lower_complex_type(lower_double)};
    }
    bool wide = re.type.type == TYPE_DOUBLE || im.type.type == TYPE_DOUBLE;
    struct lower_type part = wide ? lower_double : lower_real;
    re = lower_convert(l, re, part);
    return lower_complex(l, re, lower_convert(l, im, part));
}

/* ---- functions ---- */

enum complex_work { MAKE_SINGLE, MAKE_DOUBLE, CONJUGATE, IMAGINARY, MAGNITUDE, EXPONENTIAL };
static const struct {
    const char *name;
    enum complex_work work;
} functions[] = {{"cmplx", MAKE_SINGLE}, {"dcmplx", MAKE_DOUBLE}, {"conjg", CONJUGATE},
                 {"dconjg", CONJUGATE},  {"aimag", IMAGINARY},    {"dimag", IMAGINARY},
                 {"imag", IMAGINARY},    {"abs", MAGNITUDE},      {"cabs", MAGNITUDE},
                 {"cdabs", MAGNITUDE},   {"zabs", MAGNITUDE},     {"exp", EXPONENTIAL},
                 {"cexp", EXPONENTIAL},  {"cdexp", EXPONENTIAL},  {"zexp", EXPONENTIAL}};

static struct value call_library(struct lower *l, const char *name, struct lower_type part, int n,
                                 const struct value *args)
{
    struct value v = lower_library(
        l, part.type == TYPE_REAL ? arena_printf(l->arena, "%sf", name) : name, part, n, args);
    v.fresh = false;
    return v;
}

static struct value exponential(struct lower *l, struct value z, struct lower_type part)
{
    struct value size = call_library(l, "exp", part, 1, &z.parts[0]);
    struct value c = call_library(l, "cos", part, 1, &z.parts[1]);
    struct value s = call_library(l, "sin", part, 1, &z.parts[1]);
    struct value re = lower_arithmetic(l, NULL, OPERATOR_TIMES, size, c);
    return lower_complex(l, re, lower_arithmetic(l, NULL, OPERATOR_TIMES, size, s));
}

/* Evaluates CMPLX(x, y, KIND=k). */
static struct value make_complex(struct lower *l, const struct expr *e, struct lower_type part)
{
    int64_t bytes = 0;
    uint32_t n = e->n_args;
    const struct expr *last = e->args[n - 1];
    bool kind = n == 3 || last->kind == EXPR_KEYWORD;
    if (kind &&
        symbols_integer(&l->symbols, last->kind == EXPR_KEYWORD ? last->left : last, &bytes))
        part = bytes == 8 ? lower_double : lower_real;
    struct value x = lower_expr(l, e->args[0]);
    x.fresh = false;
    struct value y = n - kind > 1 ? lower_expr(l, e->args[1]) : lower_imaginary_part(l, x, part);
    struct value re = lower_real_part(l, x, part);
    re.fresh = false;
    return lower_complex(l, re, lower_real_part(l, y, part));
}

static struct value apply_function(struct lower *l, enum complex_work w, struct value z)
{
    struct lower_type part = lower_part_type(z.type);
    switch (w) {
    case CONJUGATE:
        return lower_complex(l, z.parts[0], lower_unary(l, LAB_FNEG8, part, z.parts[1]));
    case IMAGINARY:
        return z.parts[1];
    case MAGNITUDE:
        return call_library(l, "hypot", part, 2, z.parts);
    default:
        return exponential(l, z, part);
    }
}

bool lower_complex_function(struct lower *l, const struct expr *e, const char *name,
                            struct value *v)
{
    for (size_t i = 0; i < COUNT_OF(functions); i++) {
        enum complex_work w = functions[i].work;
        if (strcmp(functions[i].name, name) != 0 || e->n_args == 0)
            continue;
        if (w == MAKE_SINGLE || w == MAKE_DOUBLE) {
            *v = make_complex(l, e, w == MAKE_SINGLE ? lower_real : lower_double);
            return true;
        }
        bool generic = strcmp(name, "abs") == 0 || strcmp(name, "exp") == 0;
        if (generic && !lower_is_complex_expr(l, e->args[0]))
            return false;
        struct value z = lower_expr(l, e->args[0]);
        if (z.kind != VALUE_COMPLEX) {
            lower_error(l, e, "%s requires a complex number", name);
            return false;
        }
        *v = apply_function(l, w, z);
        return true;
    }
    return false;
}

/* Returns whether an expression is complex, judged by its syntax. */
bool lower_is_complex_expr(struct lower *l, const struct expr *e)
{
    const struct symbol *y;
    switch (e->kind) {
    case EXPR_COMPLEX:
        return true;
    case EXPR_NAME:
        return type_is_complex(symbol_of(&l->symbols, e->name)->type);
    case EXPR_UNARY:
    case EXPR_PAREN:
        return lower_is_complex_expr(l, e->left);
    case EXPR_BINARY:
        return lower_is_complex_expr(l, e->left) || lower_is_complex_expr(l, e->right);
    case EXPR_APPLY:
        if (e->left->kind != EXPR_NAME)
            return false;
        y = symbol_of(&l->symbols, e->left->name);
        if (symbol_applied(y, e) != SYMBOL_INTRINSIC)
            return type_is_complex(y->type);
        if (strstr(y->name, "cmplx") || strstr(y->name, "conjg"))
            return true;
        return strcmp(y->name, "exp") == 0 && e->n_args && lower_is_complex_expr(l, e->args[0]);
    default:
        return false;
    }
}
