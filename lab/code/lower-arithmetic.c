/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arithmetic on values: conversion, +, -, *, / and **, of real and complex numbers. Operations on
 * constants are computed here. Complex numbers are pairs of values: products are
 * (ac - bd, ad + bc), quotients use Smith's method, as Fortran compilers do. A real operand has the
 * imaginary part 0, which affects the signs of zeros. */
#include "lab/code/lower.h"

static struct value complex_arithmetic(struct lower *l, const struct expr *at, enum operator op,
                                       struct value a, struct value b);
static struct value convert_complex(struct lower *l, struct value v, struct lower_type t);

/* ---- conversion ---- */

/* Returns whether a REAL is in the range of an INTEGER of so many bytes after truncation. */
static bool fits_integer(double x, int bytes)
{
    return bytes == 8 ? x >= -0x1p63 && x < 0x1p63 : x > -0x1p31 - 1 && x < 0x1p31;
}

static struct value convert_constant(struct lower *l, struct value v, struct lower_type t)
{
    if (v.kind == VALUE_INTEGER)
        return lower_is_float(t) ? lower_real_value((double)v.integer, t)
                                 : lower_integer_value(v.integer, t);
    if (lower_is_float(t))
        return lower_real_value(v.real, t);
    if (fits_integer(v.real, t.bytes))
        return lower_integer_value((int64_t)v.real, t);
    lower_error(l, NULL, "the constant %.15g is outside the range of INTEGER*%d", v.real, t.bytes);
    return lower_nothing(t);
}

static struct value convert_register(struct lower *l, struct value v, struct lower_type t)
{
    bool from = lower_is_float(v.type), to = lower_is_float(t);
    if (from && to && t.type == TYPE_REAL && v.type.type == TYPE_DOUBLE)
        return lower_unary(l, LAB_FRND4, t, v);
    if (from && !to)
        return lower_cross(l, lower_unary(l, LAB_FFIX8, lower_double, v), t);
    if (!from && to) {
        struct value x = lower_unary(l, LAB_FFLT8, t, lower_cross(l, v, lower_double));
        return t.type == TYPE_REAL ? lower_unary(l, LAB_FRND4, t, x) : x;
    }
    v.type = t;
    return v;
}

struct value lower_convert(struct lower *l, struct value v, struct lower_type t)
{
    if (v.kind == VALUE_NOTHING)
        return lower_nothing(t);
    bool logical = v.type.type == TYPE_LOGICAL;
    bool text = v.type.type == TYPE_CHARACTER || t.type == TYPE_CHARACTER;
    if (text ? v.type.type != t.type : logical != (t.type == TYPE_LOGICAL)) {
        lower_error(l, NULL,
                    "wrong type: numbers, LOGICAL and CHARACTER are not converted into each other");
        return lower_nothing(t);
    }
    if (text)
        return v;
    if (v.kind == VALUE_COMPLEX || lower_is_complex(t))
        return v.type.type == t.type ? v : convert_complex(l, v, t);
    return v.kind == VALUE_REGISTER ? convert_register(l, v, t) : convert_constant(l, v, t);
}

/* Return the parts of a number, converted to the given type. */
struct value lower_real_part(struct lower *l, struct value v, struct lower_type part)
{
    return lower_convert(l, v.kind == VALUE_COMPLEX ? v.parts[0] : v, part);
}

struct value lower_imaginary_part(struct lower *l, struct value v, struct lower_type part)
{
    if (v.kind == VALUE_COMPLEX)
        return lower_convert(l, v.parts[1], part);
    return (struct value){.type = part, .kind = VALUE_REAL};
}

static struct value convert_complex(struct lower *l, struct value v, struct lower_type t)
{
    if (!lower_is_complex(t))
        return lower_convert(l, v.parts[0], t);
    struct lower_type part = lower_part_type(t);
    struct value re = lower_real_part(l, v, part);
    re.fresh = false;
    return lower_complex(l, re, lower_imaginary_part(l, v, part));
}

/* ---- powers ---- */

enum { MAX_CONSTANT_POWER = 64 };

/* Computes x**n as the run-time library of gfortran does: squares x and multiplies from the
 * lowest bit of n on. A negative power is the reciprocal. */
static struct value constant_power(struct lower *l, const struct expr *at, struct value x,
                                   int64_t n)
{
    bool real = lower_is_float(x.type);
    uint64_t m = (uint64_t)(n < 0 ? -n : n);
    struct value one = real ? lower_real_value(1, x.type) : lower_constant(1);
    struct value y = one;
    bool begun = false;
    one.type = x.type;
    x.fresh = false;
    for (; m; m >>= 1) {
        if (m & 1) {
            y = begun ? lower_arithmetic(l, at, OPERATOR_TIMES, y, x) : x;
            begun = true;
        }
        if (m > 1)
            x = lower_arithmetic(l, at, OPERATOR_TIMES, x, x);
        x.fresh = y.fresh = false;
    }
    if (!begun)
        y = one;
    return n < 0 ? lower_arithmetic(l, at, OPERATOR_DIVIDE, one, y) : y;
}

static struct value power(struct lower *l, const struct expr *at, struct value a, struct value b)
{
    bool real = lower_is_float(a.type);
    if (b.kind == VALUE_INTEGER && b.integer >= -MAX_CONSTANT_POWER &&
        b.integer <= MAX_CONSTANT_POWER && (real || b.integer >= 0))
        return constant_power(l, at, a, b.integer);
    if (b.type.type == TYPE_INTEGER) {
        struct value args[] = {a, b};
        const char *routine = !real                      ? "power_ii"
                              : a.type.type == TYPE_REAL ? "power_si"
                                                         : "power_di";
        return lower_library(l, routine, a.type, 2, args);
    }
    struct lower_type t =
        a.type.type == TYPE_DOUBLE || b.type.type == TYPE_DOUBLE ? lower_double : lower_real;
    struct value args[2];
    args[0] = lower_convert(l, a, t);
    args[1] = lower_convert(l, b, t);
    return lower_library(l, t.type == TYPE_REAL ? "powf" : "pow", t, 2, args);
}

/* ---- real arithmetic ---- */

struct lower_type lower_arithmetic_type(struct lower_type a, struct lower_type b)
{
    if (a.type == TYPE_DOUBLE || b.type == TYPE_DOUBLE)
        return lower_double;
    if (a.type == TYPE_REAL || b.type == TYPE_REAL)
        return lower_real;
    return a.bytes >= b.bytes ? a : b;
}

static bool fold_integer(enum operator op, int64_t a, int64_t b, int64_t *n)
{
    bool overflows = op == OPERATOR_DIVIDE && b == -1; /* of the least number of its size */
    return !overflows && operator_on_integers(op, a, b, n);
}

static double fold_real(enum operator op, double a, double b)
{
    return op == OPERATOR_PLUS    ? a + b
           : op == OPERATOR_MINUS ? a - b
           : op == OPERATOR_TIMES ? a * b
                                  : a / b;
}

/* Recognizes x + 0 and x * 1 of integers and sets *same to x. */
static bool simplify_identity(enum operator op, struct value a, struct value b, struct value *same)
{
    bool sum = op == OPERATOR_PLUS || op == OPERATOR_MINUS;
    if (b.kind == VALUE_INTEGER && b.integer == (sum ? 0 : 1)) {
        *same = a;
        return true;
    }
    if (a.kind == VALUE_INTEGER && op != OPERATOR_MINUS && op != OPERATOR_DIVIDE &&
        a.integer == (sum ? 0 : 1)) {
        *same = b;
        return true;
    }
    return false;
}

static struct value integer_arithmetic(struct lower *l, const struct expr *at, enum operator op,
                                       struct lower_type t, struct value a, struct value b)
{
    static const enum lab_opcode codes[OPERATORS] = {[OPERATOR_PLUS] = LAB_ADD8,
                                                     [OPERATOR_MINUS] = LAB_SUB8,
                                                     [OPERATOR_TIMES] = LAB_MUL8,
                                                     [OPERATOR_DIVIDE] = LAB_DIV8};
    int64_t n;
    struct value same;
    bool known = a.kind == VALUE_INTEGER && b.kind == VALUE_INTEGER;
    if (known && fold_integer(op, a.integer, b.integer, &n))
        return lower_integer_value(n, t);
    if (op == OPERATOR_DIVIDE && b.kind == VALUE_INTEGER && b.integer == 0) {
        lower_error(l, at, "INTEGER division by 0");
        return lower_nothing(t);
    }
    if (simplify_identity(op, a, b, &same)) {
        same.type = t;
        return same;
    }
    return lower_binary(l, codes[op], t, a, b);
}

static struct value real_arithmetic(struct lower *l, enum operator op, struct lower_type t,
                                    struct value a, struct value b)
{
    static const enum lab_opcode doubles[OPERATORS] = {[OPERATOR_PLUS] = LAB_FADD8,
                                                       [OPERATOR_MINUS] = LAB_FSUB8,
                                                       [OPERATOR_TIMES] = LAB_FMUL8,
                                                       [OPERATOR_DIVIDE] = LAB_FDIV8};
    static const enum lab_opcode singles[OPERATORS] = {[OPERATOR_PLUS] = LAB_FADD4,
                                                       [OPERATOR_MINUS] = LAB_FSUB4,
                                                       [OPERATOR_TIMES] = LAB_FMUL4,
                                                       [OPERATOR_DIVIDE] = LAB_FDIV4};
    if (a.kind == VALUE_REAL && b.kind == VALUE_REAL && !(op == OPERATOR_DIVIDE && b.real == 0))
        return lower_real_value(fold_real(op, a.real, b.real), t);
    return lower_binary(l, t.type == TYPE_REAL ? singles[op] : doubles[op], t, a, b);
}

struct value lower_arithmetic(struct lower *l, const struct expr *at, enum operator op,
                              struct value a, struct value b)
{
    struct lower_type t = lower_arithmetic_type(a.type, b.type);
    if (a.kind == VALUE_NOTHING || b.kind == VALUE_NOTHING)
        return lower_nothing(t);
    if (!lower_is_number(a) || !lower_is_number(b)) {
        lower_error(l, at, "both operands of %s must be numbers", operator_text(op));
        return lower_nothing(lower_integer);
    }
    if (a.kind == VALUE_COMPLEX || b.kind == VALUE_COMPLEX)
        return complex_arithmetic(l, at, op, a, b);
    if (op == OPERATOR_POWER)
        return power(l, at, a, b);
    if (!lower_is_float(t))
        return integer_arithmetic(l, at, op, t, a, b);
    a = lower_convert(l, a, t);
    return real_arithmetic(l, op, t, a, lower_convert(l, b, t));
}

struct value lower_negate(struct lower *l, const struct expr *e, struct value v)
{
    if (v.kind == VALUE_NOTHING)
        return v;
    if (!lower_is_number(v)) {
        lower_error(l, e, "the operand of the sign must be a number");
        return lower_nothing(lower_integer);
    }
    if (v.kind == VALUE_COMPLEX) {
        struct value re = lower_negate(l, e, v.parts[0]);
        return lower_complex(l, re, lower_negate(l, e, v.parts[1]));
    }
    if (v.kind == VALUE_INTEGER)
        return lower_integer_value(-v.integer, v.type);
    if (v.kind == VALUE_REAL)
        return lower_real_value(-v.real, v.type);
    if (lower_is_float(v.type))
        return lower_unary(l, LAB_FNEG8, v.type, v);
    return lower_binary(l, LAB_SUB8, v.type, lower_integer_value(0, v.type), v);
}

/* ---- complex arithmetic ---- */

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
    struct lower_type part = lower_part_type(z.type);
    struct value one = {.type = part, .kind = VALUE_REAL, .real = 1};
    struct value all = lower_complex(l, one, lower_imaginary_part(l, one, part));
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

static struct value complex_arithmetic(struct lower *l, const struct expr *at, enum operator op,
                                       struct value a, struct value b)
{
    if (op == OPERATOR_POWER)
        return complex_power(l, at, a, b);
    struct lower_type p = lower_part_type(a.type), q = lower_part_type(b.type);
    bool integer_a = a.type.type == TYPE_INTEGER, integer_b = b.type.type == TYPE_INTEGER;
    struct lower_type part = integer_a ? q : integer_b ? p : p.bytes > q.bytes ? p : q;
    a = convert_complex(l, a, lower_complex_type(part));
    b = convert_complex(l, b, lower_complex_type(part));
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
    a = convert_complex(l, a, (struct lower_type){TYPE_DOUBLE_COMPLEX, 16});
    b = convert_complex(l, b, (struct lower_type){TYPE_DOUBLE_COMPLEX, 16});
    for (int k = 0; k < 2; k++)
        difference[k] = lower_test(l, LAB_FTSTEQ8, a.parts[k], b.parts[k]);
    return lower_binary(l, LAB_AND8, lower_logical, difference[0], difference[1]);
}
