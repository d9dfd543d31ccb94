/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Intrinsic functions: emits instructions if these give the IEEE result, else calls of the
 * library. */
#include "lab/code/lower.h"
#include "base/util.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum work {
    WORK_ABS,
    WORK_MAX,
    WORK_MIN,
    WORK_MOD,
    WORK_SIGN,
    WORK_DIM,
    WORK_SQRT,
    WORK_DPROD,
    WORK_CONVERT,
    WORK_NINT,
    WORK_AINT,
    WORK_ANINT,
    WORK_FLOOR,
    WORK_CEILING,
    WORK_IAND,
    WORK_IOR,
    WORK_IEOR,
    WORK_NOT,
    WORK_MODULO,
    WORK_ISHFT,
    WORK_HUGE,
    WORK_TINY,
    WORK_EPSILON,
    WORK_RADIX,
    WORK_DIGITS,
    WORK_MINEXPONENT,
    WORK_MAXEXPONENT,
    WORK_PRECISION,
    WORK_RANGE,
    WORK_MATH
};
enum { TYPE_ANY = TYPE_UNDEFINED + 1, TYPE_SAME };
struct kfc_intrinsic {
    const char *name;
    enum work work;
    int arguments, result; /* enum base_type, TYPE_ANY or TYPE_SAME */
    const char *routine;
    uint32_t least, most; /* number of arguments; 0 = depends on work */
};

static uint32_t min_arguments(enum work w)
{
    switch (w) {
    case WORK_MAX:
    case WORK_MIN:
    case WORK_MOD:
    case WORK_SIGN:
    case WORK_DIM:
    case WORK_DPROD:
    case WORK_IAND:
    case WORK_IOR:
    case WORK_IEOR:
    case WORK_MODULO:
    case WORK_ISHFT:
        return 2;
    default:
        return 1;
    }
}

static uint32_t max_arguments(enum work w)
{
    return w == WORK_MAX || w == WORK_MIN ? UINT32_MAX : min_arguments(w);
}

static const struct kfc_intrinsic table[] = {
#define KFC_INTRINSIC(name, work, arguments, result)                                               \
    {#name, WORK_##work, TYPE_##arguments, TYPE_##result, NULL, 0, 0},
#define KFC_MATH(name, routine, arguments)                                                         \
    {#name, WORK_MATH, TYPE_##arguments, TYPE_SAME, #routine, 1, 1},
#define KFC_MATH2(name, routine, arguments)                                                        \
    {#name, WORK_MATH, TYPE_##arguments, TYPE_SAME, #routine, 2, 2},
#include "lab/code/lower-intrinsics.def"
#undef KFC_INTRINSIC
#undef KFC_MATH
#undef KFC_MATH2
};

static const struct kfc_intrinsic *find_intrinsic(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(table); i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

/* Loads a constant into a register. A test can have only one immediate. */
static struct value in_register(struct lower *l, struct value v)
{
    if (v.kind != VALUE_REGISTER) {
        v.reg = lower_register(l, v);
        v.kind = VALUE_REGISTER;
    }
    v.fresh = false;
    return v;
}

static struct value negative(struct lower *l, struct value v)
{
    if (lower_is_float(v.type))
        return lower_unary(l, LAB_FNEG8, v.type, v);
    return lower_binary(l, LAB_SUB8, v.type, lower_constant(0), v);
}

static struct value absolute(struct lower *l, struct value v)
{
    if (lower_is_float(v.type))
        return lower_unary(l, LAB_FABS8, v.type, v);
    v = in_register(l, v);
    return lower_select(l, LAB_ITSTGE8, v, lower_constant(0), v, negative(l, v));
}

/* Returns the later argument if it is greater (less); of equal ones, the first. */
static struct value select_extreme(struct lower *l, bool greatest, struct value a, struct value b)
{
    if (lower_is_float(a.type))
        return lower_binary(l, greatest ? LAB_FMAX8 : LAB_FMIN8, a.type, b, a);
    a = in_register(l, a);
    b = in_register(l, b);
    return lower_select(l, greatest ? LAB_ITSTGT8 : LAB_ITSTLT8, b, a, b, a);
}

static struct value remainder_of(struct lower *l, const struct expr *e, struct value a,
                                 struct value b)
{
    if (lower_is_float(a.type)) {
        struct value args[] = {a, b};
        return lower_library(l, a.type.type == TYPE_REAL ? "fmodf" : "fmod", a.type, 2, args);
    }
    if (b.kind == VALUE_REGISTER)
        b.fresh = false;
    struct value q = lower_arithmetic(l, e, OPERATOR_DIVIDE, a, b);
    q = lower_arithmetic(l, e, OPERATOR_TIMES, q, b);
    return lower_arithmetic(l, e, OPERATOR_MINUS, a, q);
}

/* Returns the remainder with the sign of b. */
static struct value modulo(struct lower *l, const struct expr *e, struct value a, struct value b)
{
    bool real = lower_is_float(a.type);
    b = in_register(l, b);
    struct value zero = real ? lower_real_value(0, a.type) : lower_constant(0);
    struct value r = in_register(l, remainder_of(l, e, a, b));
    struct value moved = in_register(l, lower_arithmetic(l, e, OPERATOR_PLUS, r, b));
    struct value signs = real ? in_register(l, lower_cross(l, r, lower_integer8)) : r;
    struct value other = real ? in_register(l, lower_cross(l, b, lower_integer8)) : b;
    signs = in_register(l, lower_binary(l, LAB_XOR8, lower_integer8, signs, other));
    struct value mixed = lower_select(l, LAB_ITSTLT8, signs, lower_constant(0), moved, r);
    return lower_select(l, real ? LAB_FTSTEQ8 : LAB_ITSTEQ8, r, zero, r, in_register(l, mixed));
}

/* Shifts the bits of an INTEGER to the left, or to the right if n is negative, and fills with
 * zeros. */
static struct value shift_bits(struct lower *l, const struct expr *e, struct value a,
                               struct value n)
{
    int bits = a.type.bytes * 8;
    if (n.kind != VALUE_INTEGER || n.integer < -bits || n.integer > bits) {
        lower_error(l, e, "in kfc's subset, the shift of ISHFT is a constant of at most %d bits",
                    bits);
        return lower_nothing(a.type);
    }
    a = in_register(l, a);
    if (n.integer < 0 && bits == 64) {
        lower_error(l, e, "in kfc's subset, ISHFT shifts only default INTEGERs to the right");
        return lower_nothing(a.type);
    }
    if (n.integer < 0) {
        a = in_register(l, lower_unary(l, LAB_CLRH8, a.type, a));
        l->now->code.at[l->now->code.n - 1].inst.imm = bits;
    }
    struct value moved = lower_binary(l, LAB_ASH8, a.type, n, a);
    if (n.integer <= 0 || bits == 64)
        return moved;
    moved = lower_binary(l, LAB_ASH8, a.type, lower_constant(64 - bits), moved);
    return lower_binary(l, LAB_ASH8, a.type, lower_constant(bits - 64), moved);
}

/* Returns HUGE, TINY or EPSILON of a type. */
static struct value model_number(enum work w, struct lower_type t)
{
    bool single = t.type == TYPE_REAL;
    if (!lower_is_float(t)) {
        struct value v = lower_constant(t.bytes == 8 ? INT64_MAX : INT32_MAX);
        v.type = t;
        return v;
    }
    switch (w) {
    case WORK_HUGE:
        return lower_real_value(single ? FLT_MAX : DBL_MAX, t);
    case WORK_TINY:
        return lower_real_value(single ? FLT_MIN : DBL_MIN, t);
    default:
        return lower_real_value(single ? FLT_EPSILON : DBL_EPSILON, t);
    }
}

/* Returns RADIX, DIGITS, MINEXPONENT, MAXEXPONENT, PRECISION or RANGE of a type, an INTEGER. */
static struct value model_integer(enum work w, struct lower_type t)
{
    bool single = t.type == TYPE_REAL;
    switch (w) {
    case WORK_DIGITS:
        if (!lower_is_float(t))
            return lower_constant(t.bytes == 8 ? 63 : 31);
        return lower_constant(single ? FLT_MANT_DIG : DBL_MANT_DIG);
    case WORK_MINEXPONENT:
        return lower_constant(single ? FLT_MIN_EXP : DBL_MIN_EXP);
    case WORK_MAXEXPONENT:
        return lower_constant(single ? FLT_MAX_EXP : DBL_MAX_EXP);
    case WORK_PRECISION:
        return lower_constant(single ? FLT_DIG : DBL_DIG);
    case WORK_RANGE:
        if (!lower_is_float(t))
            return lower_constant(t.bytes == 8 ? 18 : 9);
        return lower_constant(single ? -FLT_MIN_10_EXP : -DBL_MIN_10_EXP);
    default:
        return lower_constant(FLT_RADIX);
    }
}

/* Returns |a| with the sign of b. The sign of a real zero is taken from its bits. */
static struct value sign_of(struct lower *l, struct value a, struct value b)
{
    struct value plus = in_register(l, absolute(l, in_register(l, a)));
    struct value minus = in_register(l, negative(l, plus));
    if (lower_is_float(a.type))
        b = lower_cross(l, b, lower_integer8);
    return lower_select(l, LAB_ITSTLT8, in_register(l, b), lower_constant(0), minus, plus);
}

static struct value positive_difference(struct lower *l, struct value a, struct value b)
{
    bool real = lower_is_float(a.type);
    a = in_register(l, a);
    b = in_register(l, b);
    struct value difference = in_register(l, lower_arithmetic(l, NULL, OPERATOR_MINUS, a, b));
    struct value zero = real ? lower_real_value(0, a.type) : lower_constant(0);
    return lower_select(l, real ? LAB_FTSTGT8 : LAB_ITSTGT8, a, b, difference, zero);
}

/* Truncates to a whole number of the same REAL type. */
static struct value truncate_real(struct lower *l, struct value v)
{
    v = in_register(l, v);
    struct value down = in_register(l, lower_unary(l, LAB_FFLOOR8, v.type, v));
    struct value up = in_register(l, lower_unary(l, LAB_FCEIL8, v.type, v));
    return lower_select(l, LAB_FTSTLT8, v, lower_real_value(0, v.type), up, down);
}

/* Rounds to the nearest whole number, halves away from zero. |x| - floor(|x|) is exact. */
static struct value round_real(struct lower *l, struct value v)
{
    v = in_register(l, v);
    struct value a = in_register(l, lower_unary(l, LAB_FABS8, v.type, v));
    struct value down = in_register(l, lower_unary(l, LAB_FFLOOR8, v.type, a));
    struct value rest = in_register(l, lower_binary(l, LAB_FSUB8, lower_double, a, down));
    struct value up =
        lower_binary(l, LAB_FADD8, lower_double, down, lower_real_value(1, lower_double));
    struct value whole = lower_select(l, LAB_FTSTGE8, rest, lower_real_value(0.5, lower_double),
                                      in_register(l, up), down);
    whole.type = v.type;
    return sign_of(l, whole, v);
}

static struct value call_library(struct lower *l, const struct kfc_intrinsic *k,
                                 const struct value *args, int n)
{
    bool single = args[0].type.type == TYPE_REAL;
    const char *routine = single ? arena_printf(l->arena, "%sf", k->routine) : k->routine;
    return lower_library(l, routine, args[0].type, n, args);
}

static struct value to_integer(struct lower *l, struct value v)
{
    return lower_convert(l, v, lower_integer);
}

static struct value fold_extreme(struct lower *l, const struct kfc_intrinsic *k,
                                 const struct value *args, uint32_t n)
{
    struct value v = args[0];
    for (uint32_t i = 1; i < n; i++)
        v = select_extreme(l, k->work == WORK_MAX, v, args[i]);
    return v;
}

static struct value bit_operation(struct lower *l, enum lab_opcode op, struct value a,
                                  struct value b)
{
    return lower_binary(l, op, a.type, in_register(l, a), b);
}

/* Rounds a real number; an integer remains as it is. */
static struct value evaluate_rounding(struct lower *l, enum work work, struct value a)
{
    if (!lower_is_float(a.type))
        return a;
    switch (work) {
    case WORK_NINT:
        return to_integer(l, round_real(l, a));
    case WORK_AINT:
        return truncate_real(l, a);
    case WORK_FLOOR:
        return to_integer(l, lower_unary(l, LAB_FFLOOR8, a.type, a));
    case WORK_CEILING:
        return to_integer(l, lower_unary(l, LAB_FCEIL8, a.type, a));
    default:
        return round_real(l, a);
    }
}

static struct value evaluate_bits(struct lower *l, const struct expr *e, enum work work,
                                  struct value a, struct value b)
{
    if (work != WORK_IAND && work != WORK_IOR && work != WORK_IEOR && work != WORK_NOT)
        return shift_bits(l, e, a, b);
    enum lab_opcode op = work == WORK_IAND ? LAB_AND8 : work == WORK_IOR ? LAB_OR8 : LAB_XOR8;
    return bit_operation(l, op, a, work == WORK_NOT ? lower_constant(-1) : b);
}

static struct value evaluate_intrinsic(struct lower *l, const struct expr *e,
                                       const struct kfc_intrinsic *k, const struct value *args,
                                       uint32_t n)
{
    struct value a = args[0], b = n > 1 ? args[1] : a;
    switch (k->work) {
    case WORK_ABS:
        return absolute(l, a);
    case WORK_MAX:
    case WORK_MIN:
        return fold_extreme(l, k, args, n);
    case WORK_MOD:
        return remainder_of(l, e, a, b);
    case WORK_MODULO:
        return modulo(l, e, a, b);
    case WORK_SIGN:
        return sign_of(l, a, b);
    case WORK_DIM:
        return positive_difference(l, a, b);
    case WORK_SQRT:
        return lower_unary(l, a.type.type == TYPE_REAL ? LAB_FSQRT4 : LAB_FSQRT8, a.type, a);
    case WORK_DPROD:
        return lower_binary(l, LAB_FMUL8, lower_double, a, b);
    case WORK_CONVERT:
        return a;
    case WORK_NINT:
    case WORK_AINT:
    case WORK_ANINT:
    case WORK_FLOOR:
    case WORK_CEILING:
        return evaluate_rounding(l, k->work, a);
    case WORK_IAND:
    case WORK_IOR:
    case WORK_IEOR:
    case WORK_NOT:
    case WORK_ISHFT:
        return evaluate_bits(l, e, k->work, a, b);
    case WORK_HUGE:
    case WORK_TINY:
    case WORK_EPSILON:
        return model_number(k->work, a.type);
    case WORK_RADIX:
    case WORK_DIGITS:
    case WORK_MINEXPONENT:
    case WORK_MAXEXPONENT:
    case WORK_PRECISION:
    case WORK_RANGE:
        return model_integer(k->work, a.type);
    case WORK_MATH:
        return call_library(l, k, args, (int)n);
    }
    return lower_nothing(a.type);
}

/* ---- arguments ---- */

static struct lower_type stated_type(int t)
{
    return t == TYPE_INTEGER ? lower_integer : t == TYPE_REAL ? lower_real : lower_double;
}

/* Returns the widest type of the arguments, which are numbers. */
static struct lower_type widest(const struct value *args, uint32_t n)
{
    struct lower_type t = args[0].type;
    for (uint32_t i = 1; i < n; i++) {
        struct lower_type s = args[i].type;
        bool wider = (lower_is_float(s) && !lower_is_float(t)) ||
                     (lower_is_float(s) == lower_is_float(t) && s.bytes > t.bytes);
        t = wider ? s : t;
    }
    return t;
}

/* Returns the bytes that KIND=, or a constant second argument of REAL, INT and similar
 * functions, requests; 0 = there is none. */
static int64_t kind_argument(struct lower *l, const struct kfc_intrinsic *k, const struct expr *e)
{
    bool accepts_kind = k->work == WORK_CONVERT || k->work == WORK_NINT || k->work == WORK_FLOOR ||
                        k->work == WORK_CEILING || k->work == WORK_AINT || k->work == WORK_ANINT;
    int64_t bytes = 0;
    if (!accepts_kind || e->n_args != 2)
        return 0;
    const struct expr *a = e->args[1];
    return symbols_integer(&l->symbols, a->kind == EXPR_KEYWORD ? a->left : a, &bytes) ? bytes : 0;
}

static bool is_type_inquiry(enum work w)
{
    return w >= WORK_HUGE && w <= WORK_RANGE;
}

/* Returns any value of e's type, because inquiry functions also accept whole arrays. */
static struct value any_value_of_type(struct lower *l, const struct expr *e)
{
    if (e->kind != EXPR_NAME || !lower_is_array(l, e))
        return lower_expr(l, e);
    struct value v = lower_constant(0);
    v.type = lower_type_of(lower_variable(l, e->name)->symbol);
    return lower_is_float(v.type) ? lower_real_value(0, v.type) : v;
}

static bool evaluate_arguments(struct lower *l, const struct kfc_intrinsic *k, const struct expr *e,
                               uint32_t n, struct value *args)
{
    uint32_t least = k->least ? k->least : min_arguments(k->work);
    uint32_t most = k->most ? k->most : max_arguments(k->work);
    if (n < least || n > most) {
        lower_error(l, e, "%s has %u argument%s, not %u", k->name, least, least == 1 ? "" : "s", n);
        return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        args[i] =
            is_type_inquiry(k->work) ? any_value_of_type(l, e->args[i]) : lower_expr(l, e->args[i]);
        args[i].fresh = false;
        if (args[i].kind == VALUE_NOTHING)
            return false;
        if (k->work == WORK_CONVERT && args[i].kind == VALUE_COMPLEX)
            args[i] = args[i].parts[0];
        if (args[i].type.type != TYPE_INTEGER && !lower_is_float(args[i].type)) {
            lower_error(l, e->args[i], "the arguments of %s must be numbers", k->name);
            return false;
        }
    }
    struct lower_type t = k->arguments == TYPE_ANY ? widest(args, n) : stated_type(k->arguments);
    if (k->arguments == TYPE_INTEGER && args[0].type.type == TYPE_INTEGER)
        t = widest(args, n);
    bool real_only = k->work == WORK_SQRT || k->work == WORK_MATH || k->work == WORK_PRECISION ||
                     k->work == WORK_MINEXPONENT || k->work == WORK_MAXEXPONENT;
    if (k->arguments == TYPE_ANY && real_only && !lower_is_float(t)) {
        lower_error(l, e, "the argument of %s must be REAL: write DBLE(...) around the INTEGER",
                    k->name);
        return false;
    }
    for (uint32_t i = 0; i < n; i++)
        args[i] = lower_convert(l, args[i], t);
    return true;
}

static struct lower_type result_type(const struct kfc_intrinsic *k, struct lower_type t,
                                     int64_t bytes)
{
    if (k->result != TYPE_SAME)
        t = stated_type(k->result);
    if (bytes == 8)
        return lower_is_float(t) ? lower_double : lower_integer8;
    if (bytes == 4)
        return lower_is_float(t) ? lower_real : lower_integer;
    return t;
}

/* An intrinsic procedure that is in no other table. */
struct other {
    const char *name;
    enum lower_procedure kind;
};

static int compare_names(const void *name, const void *other)
{
    return strcmp(name, ((const struct other *)other)->name);
}

bool lower_refuse_intrinsic(struct lower *l, const struct expr *e, const struct symbol *y,
                            enum lower_procedure kind)
{
    static const struct other others[] = {
#define KFC_OTHER(name, kind) {#name, LOWER_##kind},
#include "lab/code/other-intrinsics.def"
#undef KFC_OTHER
    };
    size_t n = COUNT_OF(others);
    const struct other *o = bsearch(y->name, others, n, sizeof *others, compare_names);
    if (y->external || y->dummy || !o || o->kind != kind)
        return false;
    lower_error(l, e,
                "the intrinsic procedure '%s' is not in kfc's subset, or not with these arguments; "
                "if it is your own procedure, declare it EXTERNAL",
                y->name);
    return true;
}

bool lower_is_intrinsic(const char *name)
{
    return find_intrinsic(name);
}

struct value lower_intrinsic(struct lower *l, const struct expr *e, const char *name)
{
    const struct kfc_intrinsic *k = find_intrinsic(name);
    if (!k)
        return lower_array_intrinsic(l, e, name);
    int64_t bytes = kind_argument(l, k, e);
    uint32_t n = bytes ? 1 : e->n_args;
    struct value *args = ARENA_ARRAY(l->arena, struct value, n + 1);
    if (!evaluate_arguments(l, k, e, n, args))
        return lower_nothing(k->result == TYPE_SAME ? lower_double : stated_type(k->result));
    struct lower_type t = result_type(k, args[0].type, bytes);
    return lower_convert(l, evaluate_intrinsic(l, e, k, args, n), t);
}
