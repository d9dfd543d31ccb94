/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Array functions as loops; system functions and subroutines as calls of the library. */
#include "lab/code/lower.h"
#include "base/util.h"

#include <string.h>

/* ---- whole arrays ---- */

enum { REDUCTIONS = 4 };
enum reduction { REDUCE_SUM, REDUCE_PRODUCT, REDUCE_MAX, REDUCE_MIN };
static const char *const reduction_names[REDUCTIONS] = {"sum", "product", "maxval", "minval"};

static struct variable *whole_array(struct lower *l, const struct expr *e)
{
    bool name = e->kind == EXPR_NAME && symbol_of(&l->symbols, e->name)->kind == SYMBOL_ARRAY;
    struct variable *v = name ? lower_variable(l, e->name) : NULL;
    if (!v || !v->object || lower_elements(l, v).kind == VALUE_NOTHING) {
        lower_error(l, e, "expected a whole array with known bounds here: write a DO loop");
        return NULL;
    }
    return v;
}

/* Returns the result of a reduction of an empty array. */
static struct value reduction_identity(enum reduction r, struct lower_type t)
{
    bool real = lower_is_float(t);
    double most = t.type == TYPE_REAL ? 3.40282346638528859812e+38 : 1.79769313486231570815e+308;
    struct value v = {.type = t, .kind = real ? VALUE_REAL : VALUE_INTEGER};
    if (r == REDUCE_PRODUCT) {
        v.real = 1;
        v.integer = 1;
    } else if (r == REDUCE_MAX || r == REDUCE_MIN) {
        v.real = r == REDUCE_MAX ? -most : most;
        v.integer = r == REDUCE_MAX ? -INT64_C(2147483648) : INT64_C(2147483647);
    }
    return v;
}

static struct value reduce_element(struct lower *l, enum reduction r, struct value all,
                                   struct value x)
{
    bool real = lower_is_float(x.type);
    if (r == REDUCE_SUM || r == REDUCE_PRODUCT)
        return lower_arithmetic(l, NULL, r == REDUCE_SUM ? OPERATOR_PLUS : OPERATOR_TIMES, all, x);
    x.fresh = false;
    if (r == REDUCE_MAX)
        return lower_select(l, real ? LAB_FTSTGT8 : LAB_ITSTGT8, x, all, x, all);
    return lower_select(l, real ? LAB_FTSTLT8 : LAB_ITSTLT8, x, all, x, all);
}

static struct value accumulator(struct lower *l, struct lower_type t)
{
    return (struct value){
        .type = t, .kind = VALUE_REGISTER, .reg = ir_register(l->p, lower_unit(t))};
}

/* Returns the type of an element of e. Lowers e for one element and discards the code. */
static struct lower_type element_type(struct lower *l, const struct expr *e,
                                      struct lower_elements *s)
{
    struct ir_block *before = l->now;
    uint32_t n = l->p->n_virtual;
    struct lower_elements *outer = l->elements;
    for (uint32_t k = 0; k < s->rank; k++)
        s->index[k] = lower_constant(0);
    size_t blocks = l->p->blocks.n, n_loops = l->p->loops.n;
    lower_start_block(l, lower_block(l));
    l->elements = s;
    struct lower_type t = lower_expr(l, e).type;
    l->elements = outer;
    for (size_t i = blocks; i < l->p->blocks.n; i++)
        array_free(&l->p->blocks.at[i]->code);
    l->p->blocks.n = blocks;
    l->p->loops.n = n_loops;
    l->p->n_virtual = n;
    l->now = before;
    return t;
}

/* Returns whether elements of type t can be accumulated; else reports an error. */
static bool is_reducible(struct lower *l, const struct expr *e, struct lower_type t,
                         const char *name)
{
    if (t.type == TYPE_INTEGER || lower_is_float(t))
        return true;
    lower_error(l, e, "the arguments of %s must be arrays of INTEGER or REAL numbers", name);
    return false;
}

/* Reduces an expression over the elements of the array `shape`. */
static struct value reduce_elements(struct lower *l, const struct expr *e, enum reduction r,
                                    const struct expr *shape, const struct expr *element,
                                    const char *name)
{
    struct lower_elements loops;
    if (!lower_shape(l, shape, &loops))
        return lower_nothing(lower_double);
    struct lower_type t = element_type(l, element, &loops);
    if (!is_reducible(l, e, t, name))
        return lower_nothing(lower_double);
    struct value all = accumulator(l, t);
    lower_move(l, all.reg, reduction_identity(r, t));
    lower_open_elements(l, &loops);
    lower_move(l, all.reg, reduce_element(l, r, all, lower_expr(l, element)));
    lower_close_elements(l, &loops);
    return all;
}

static struct value lower_reduction(struct lower *l, const struct expr *e, enum reduction r)
{
    if (e->n_args == 1)
        return reduce_elements(l, e, r, e->args[0], e->args[0], reduction_names[r]);
    lower_error(l, e, "DIM= and MASK= are not in kfc's subset: write a DO loop");
    return lower_nothing(lower_double);
}

static struct value dot_product(struct lower *l, const struct expr *e)
{
    if (e->n_args != 2) {
        lower_error(l, e, "DOT_PRODUCT needs two arrays");
        return lower_nothing(lower_double);
    }
    struct expr product = {.kind = EXPR_BINARY,
                           .op = OPERATOR_TIMES,
                           .left = e->args[0],
                           .right = e->args[1],
                           .at = e->at,
                           .end = e->end};
    return reduce_elements(l, e, REDUCE_SUM, e->args[0], &product, "dot_product");
}

static struct value array_size(struct lower *l, const struct expr *e)
{
    struct variable *v = e->n_args ? whole_array(l, e->args[0]) : NULL;
    int64_t dim = 0;
    if (e->n_args == 0)
        lower_error(l, e, "SIZE needs an array");
    if (!v)
        return lower_nothing(lower_integer);
    if (e->n_args == 1)
        return lower_elements(l, v);
    const struct expr *d = e->args[1]->kind == EXPR_KEYWORD ? e->args[1]->left : e->args[1];
    if (!symbols_integer(&l->symbols, d, &dim) || dim < 1 || dim > v->symbol->n_dims) {
        lower_error(l, d, "DIM of SIZE must be a constant from 1 to %u", v->symbol->n_dims);
        return lower_nothing(lower_integer);
    }
    return lower_arithmetic(l, e, OPERATOR_DIVIDE, v->stride[dim], v->stride[dim - 1]);
}

/* Returns the value of an argument that must be CHARACTER; nothing after a message. */
static struct value text_operand(struct lower *l, const struct expr *e, const char *name)
{
    struct value v = lower_expr(l, e);
    if (v.kind == VALUE_CHARACTERS)
        return v;
    if (v.kind != VALUE_NOTHING)
        lower_error(l, e, "the argument of %s must be CHARACTER", name);
    return lower_nothing(lower_integer);
}

struct value lower_array_intrinsic(struct lower *l, const struct expr *e, const char *name)
{
    for (int r = 0; r < REDUCTIONS; r++)
        if (strcmp(name, reduction_names[r]) == 0)
            return lower_reduction(l, e, (enum reduction)r);
    if (strcmp(name, "dot_product") == 0)
        return dot_product(l, e);
    if (strcmp(name, "size") == 0)
        return array_size(l, e);
    if (strcmp(name, "len") == 0 && e->n_args == 1) {
        struct value v = text_operand(l, e->args[0], name);
        return v.kind == VALUE_CHARACTERS ? *v.length : v;
    }
    if ((strcmp(name, "ichar") == 0 || strcmp(name, "iachar") == 0) && e->n_args == 1) {
        struct value v = text_operand(l, e->args[0], name);
        return v.kind == VALUE_CHARACTERS ? lower_load(l, v.place, lower_byte) : v;
    }
    lower_error(l, e,
                "the intrinsic function '%s' is not in kfc's subset, or not with these arguments; "
                "if it is your own function, "
                "declare it EXTERNAL",
                name);
    return lower_nothing(lower_double);
}

/* ---- the system ---- */

/* System functions without arguments, and their library routines. */
static const struct {
    const char *name, *routine;
    bool real; /* REAL*8; else INTEGER */
} functions[] = {
    {"command_argument_count", "f_argument_count", false},
    {"iargc", "f_argument_count", false},
};

bool lower_system_function(struct lower *l, const struct expr *e, const char *name, struct value *v)
{
    for (size_t i = 0; i < COUNT_OF(functions); i++)
        if (strcmp(name, functions[i].name) == 0 && e->n_args == 0) {
            *v = lower_library(l, functions[i].routine,
                               functions[i].real ? lower_double : lower_integer, 0, NULL);
            return true;
        }
    return false;
}

/* Lowers GET_COMMAND_ARGUMENT(number, value). */
static void get_argument(struct lower *l, const struct expr *e)
{
    struct value number = lower_convert(l, lower_expr(l, e->args[0]), lower_integer);
    struct value to = lower_expr(l, e->args[1]);
    if (to.kind != VALUE_CHARACTERS) {
        lower_error(l, e->args[1], "expected a CHARACTER variable here");
        return;
    }
    struct value args[] = {number, to, *to.length};
    lower_library(l, "f_argument", lower_none, 3, args);
}

static void cpu_time(struct lower *l, const struct expr *e)
{
    lower_assign(l, e->args[0], lower_library(l, "f_seconds", lower_double, 0, NULL));
}

/* Lowers SYSTEM_CLOCK(count, rate, maximum): clock cycles of the cell, truncated to an INTEGER. */
static void system_clock(struct lower *l, const struct expr *e)
{
    static const int64_t most = INT32_MAX, rate = 20000000;
    struct value n = lower_library(l, "f_clock", lower_integer, 0, NULL);
    struct value given[] = {lower_binary(l, LAB_AND8, lower_integer, n, lower_constant(most)),
                            lower_constant(rate), lower_constant(most)};
    for (uint32_t i = 0; i < e->n_args; i++)
        lower_assign(l, e->args[i], given[i]);
}

static void exit_program(struct lower *l, const struct expr *e)
{
    struct value status = lower_constant(0);
    if (e->n_args)
        status = lower_convert(l, lower_expr(l, e->args[0]), lower_integer);
    lower_library(l, "f_exit", lower_none, 1, &status);
    l->now->end = END_STOP;
    lower_after_end(l);
}

bool lower_intrinsic_call(struct lower *l, const struct expr *e, const char *name)
{
    static const struct {
        const char *name;
        uint32_t least, most; /* number of arguments */
        void (*run)(struct lower *, const struct expr *);
    } routines[] = {{"get_command_argument", 2, 2, get_argument},
                    {"getarg", 2, 2, get_argument},
                    {"cpu_time", 1, 1, cpu_time},
                    {"system_clock", 1, 3, system_clock},
                    {"exit", 0, 1, exit_program}};
    uint32_t n = e->kind == EXPR_APPLY ? e->n_args : 0;
    for (size_t i = 0; i < COUNT_OF(routines); i++)
        if (strcmp(name, routines[i].name) == 0 && n >= routines[i].least &&
            n <= routines[i].most) {
            routines[i].run(l, e);
            return true;
        }
    return false;
}
