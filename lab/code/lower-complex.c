/* SPDX-License-Identifier: GPL-3.0-or-later */
/* COMPLEX arithmetic on pairs of values. Products are (ac - bd, ad + bc); quotients use Smith's
 * method, as Fortran compilers do. A real operand has the imaginary part 0, which affects the
 * signs of zeros. */
#include "lab/code/lower.h"
#include "base/util.h"

#include <string.h>

bool lower_is_complex(struct lower_type t)
{
    return type_is_complex(t.type);
}

static struct lower_type part_type(struct lower_type t)
{
    bool single = t.type == TYPE_COMPLEX || t.type == TYPE_REAL;
    return single ? lower_real : lower_double;
}

static struct lower_type complex_type(struct lower_type part)
{
    return part.type == TYPE_REAL ? (struct lower_type){TYPE_COMPLEX, 8}
                                  : (struct lower_type){TYPE_DOUBLE_COMPLEX, 16};
}

struct value lower_complex(struct lower *l, struct value re, struct value im)
{
    struct value v = {.type = complex_type(re.type), .kind = VALUE_COMPLEX};
    v.parts = ARENA_ARRAY(l->arena, struct value, 2);
    v.parts[0] = re;
    v.parts[1] = im;
    v.parts[0].fresh = v.parts[1].fresh = false;
    return v;
}

/* Return the parts of a number, converted to the given type. */
static struct value real_part(struct lower *l, struct value v, struct lower_type part)
{
    return lower_convert(l, v.kind == VALUE_COMPLEX ? v.parts[0] : v, part);
}

static struct value imaginary_part(struct lower *l, struct value v, struct lower_type part)
{
    if (v.kind == VALUE_COMPLEX)
        return lower_convert(l, v.parts[1], part);
    return (struct value){.type = part, .kind = VALUE_REAL};
}

struct value lower_convert_complex(struct lower *l, struct value v, struct lower_type t)
{
    if (!lower_is_complex(t))
        return lower_convert(l, v.parts[0], t);
    struct lower_type part = part_type(t);
    struct value re = real_part(l, v, part);
    re.fresh = false;
    return lower_complex(l, re, imaginary_part(l, v, part));
}

/* ---- arithmetic ---- */

static struct value add_values(struct lower *l, struct value a, struct value b)
{
    return lower_arithmetic(l, NULL, OPERATOR_PLUS, a, b);
}

static struct value subtract(struct lower *l, struct value a, struct value b)
{
    return lower_arithmetic(l, NULL, OPERATOR_MINUS, a, b);
}

static struct value multiply(struct lower *l, struct value a, struct value b)
{
    struct value v = lower_arithmetic(l, NULL, OPERATOR_TIMES, a, b);
    v.fresh = false;
    return v;
}

static struct value divide(struct lower *l, struct value a, struct value b)
{
    struct value v = lower_arithmetic(l, NULL, OPERATOR_DIVIDE, a, b);
    v.fresh = false;
    return v;
}

static struct value multiply_complex(struct lower *l, const struct value *a, const struct value *b)
{
    struct value t1 = multiply(l, a[0], b[0]), t2 = multiply(l, a[1], b[1]);
    struct value t3 = multiply(l, a[0], b[1]), t4 = multiply(l, a[1], b[0]);
    struct value re = subtract(l, t1, t2);
    return lower_complex(l, re, add_values(l, t3, t4));
}

static void store_parts(struct lower *l, const lab_reg *to, struct value re, struct value im)
{
    lower_move(l, to[0], re);
    lower_move(l, to[1], im);
}

/* Emits one branch of Smith's method. Requires |small| <= |great|. */
static void emit_smith_branch(struct lower *l, const struct value *a, struct value small,
                              struct value great, bool crossed, const lab_reg *to)
{
    struct value ratio = divide(l, small, great);
    struct value by = add_values(l, multiply(l, small, ratio), great);
    by.fresh = false;
    struct value first = crossed ? a[0] : a[1], second = crossed ? a[1] : a[0];
    struct value re = add_values(l, multiply(l, first, ratio), second);
    re.fresh = false;
    struct value im = crossed ? subtract(l, multiply(l, a[1], ratio), a[0])
                              : subtract(l, a[1], multiply(l, a[0], ratio));
    im.fresh = false;
    re = divide(l, re, by);
    store_parts(l, to, re, divide(l, im, by));
}

static struct value in_register(struct lower *l, struct value v)
{
    return (struct value){.type = v.type, .kind = VALUE_REGISTER, .reg = lower_register(l, v)};
}

static struct value divide_complex(struct lower *l, struct lower_type part, const struct value *a,
                                   const struct value *b)
{
    struct value c = in_register(l, b[0]), d = in_register(l, b[1]);
    lab_reg to[] = {ir_register(l->p, LAB_FPU), ir_register(l->p, LAB_FPU)};
    struct ir_block *yes = lower_block(l), *no = lower_block(l), *after = lower_block(l);
    struct value m = in_register(l, lower_unary(l, LAB_FABS8, part, c));
    lower_branch(l, LAB_FTSTLT8, m, in_register(l, lower_unary(l, LAB_FABS8, part, d)), yes, no);
    lower_start_block(l, yes);
    emit_smith_branch(l, a, c, d, true, to);
    lower_jump(l, after);
    lower_start_block(l, no);
    emit_smith_branch(l, a, d, c, false, to);
    lower_start_block(l, after);
    struct value re = {.type = part, .kind = VALUE_REGISTER, .reg = to[0]}, im = re;
    im.reg = to[1];
    return lower_complex(l, re, im);
}

/* Computes z**n as the run-time library of gfortran does. A negative power is a power of the
 * reciprocal. */
static struct value complex_power(struct lower *l, const struct expr *at, struct value z,
                                  struct value n)
{
    if (n.kind != VALUE_INTEGER || n.integer < -64 || n.integer > 64) {
        lower_error(l, at,
                    "in kfc's subset, powers of complex numbers are INTEGER constants up to 64");
        return (struct value){.type = z.type};
    }
    struct lower_type part = part_type(z.type);
    struct value one = {.type = part, .kind = VALUE_REAL, .real = 1};
    struct value all = lower_complex(l, one, imaginary_part(l, one, part));
    bool begun = false;
    if (n.integer < 0)
        z = lower_arithmetic(l, at, OPERATOR_DIVIDE, all, z);
    for (uint64_t m = (uint64_t)(n.integer < 0 ? -n.integer : n.integer); m; m >>= 1) {
        if (m & 1)
            all = begun ? multiply_complex(l, all.parts, z.parts) : z;
        begun |= m & 1;
        if (m > 1)
            z = multiply_complex(l, z.parts, z.parts);
    }
    return all;
}

struct value lower_complex_arithmetic(struct lower *l, const struct expr *at, enum operator op,
                                      struct value a, struct value b)
{
    if (op == OPERATOR_POWER)
        return complex_power(l, at, a, b);
    struct lower_type p = part_type(a.type), q = part_type(b.type);
    bool integer_a = a.type.type == TYPE_INTEGER, integer_b = b.type.type == TYPE_INTEGER;
    struct lower_type part = integer_a ? q : integer_b ? p : p.bytes > q.bytes ? p : q;
    a = lower_convert_complex(l, a, complex_type(part));
    b = lower_convert_complex(l, b, complex_type(part));
    if (op == OPERATOR_TIMES)
        return multiply_complex(l, a.parts, b.parts);
    if (op == OPERATOR_DIVIDE)
        return divide_complex(l, part, a.parts, b.parts);
    struct value re = lower_arithmetic(l, at, op, a.parts[0], b.parts[0]);
    return lower_complex(l, re, lower_arithmetic(l, at, op, a.parts[1], b.parts[1]));
}

struct value lower_complex_equal(struct lower *l, struct value a, struct value b)
{
    struct value difference[2];
    a = lower_convert_complex(l, a, (struct lower_type){TYPE_DOUBLE_COMPLEX, 16});
    b = lower_convert_complex(l, b, (struct lower_type){TYPE_DOUBLE_COMPLEX, 16});
    for (int k = 0; k < 2; k++)
        difference[k] = lower_test(l, LAB_FTSTEQ8, a.parts[k], b.parts[k]);
    return lower_binary(l, LAB_AND8, lower_logical, difference[0], difference[1]);
}

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
        return (struct value){.type = complex_type(lower_double)};
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
    struct value re = multiply(l, size, c);
    return lower_complex(l, re, multiply(l, size, s));
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
    struct value y = n - kind > 1 ? lower_expr(l, e->args[1]) : imaginary_part(l, x, part);
    struct value re = real_part(l, x, part);
    re.fresh = false;
    return lower_complex(l, re, real_part(l, y, part));
}

static struct value apply_function(struct lower *l, enum complex_work w, struct value z)
{
    struct lower_type part = part_type(z.type);
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
        if (generic && !lower_looks_complex(l, e->args[0]))
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
bool lower_looks_complex(struct lower *l, const struct expr *e)
{
    const struct symbol *y;
    switch (e->kind) {
    case EXPR_COMPLEX:
        return true;
    case EXPR_NAME:
        return type_is_complex(symbol_of(&l->symbols, e->name)->type);
    case EXPR_UNARY:
    case EXPR_PAREN:
        return lower_looks_complex(l, e->left);
    case EXPR_BINARY:
        return lower_looks_complex(l, e->left) || lower_looks_complex(l, e->right);
    case EXPR_APPLY:
        if (e->left->kind != EXPR_NAME)
            return false;
        y = symbol_of(&l->symbols, e->left->name);
        if (symbol_applied(y, e) != SYMBOL_INTRINSIC)
            return type_is_complex(y->type);
        if (strstr(y->name, "cmplx") || strstr(y->name, "conjg"))
            return true;
        return strcmp(y->name, "exp") == 0 && e->n_args && lower_looks_complex(l, e->args[0]);
    default:
        return false;
    }
}
