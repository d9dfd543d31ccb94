/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions. */
#include "lab/code/lower.h"

#include <string.h>

enum { MAX_INLINED = 30 };

static struct value no_value(struct lower_type t)
{
    return (struct value){.type = t};
}

static struct value integer_of(int64_t n, struct lower_type t)
{
    return (struct value){.type = t, .kind = VALUE_INTEGER, .integer = n};
}

static struct value real_of(double x, struct lower_type t)
{
    return (struct value){
        .type = t, .kind = VALUE_REAL, .real = t.type == TYPE_REAL ? (double)(float)x : x};
}

/* ---- conversion ---- */

static struct value convert_constant(struct value v, struct lower_type t)
{
    if (v.kind == VALUE_INTEGER)
        return lower_is_float(t) ? real_of((double)v.integer, t) : integer_of(v.integer, t);
    if (lower_is_float(t))
        return real_of(v.real, t);
    return v.real > -9.2e18 && v.real < 9.2e18 ? integer_of((int64_t)v.real, t) : no_value(t);
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
        return no_value(t);
    bool logical = v.type.type == TYPE_LOGICAL;
    bool text = v.type.type == TYPE_CHARACTER || t.type == TYPE_CHARACTER;
    if (text ? v.type.type != t.type : logical != (t.type == TYPE_LOGICAL)) {
        lower_error(l, NULL,
                    "wrong type: numbers, LOGICAL and CHARACTER are not converted into each other");
        return no_value(t);
    }
    if (text)
        return v;
    if (v.kind == VALUE_COMPLEX || lower_is_complex(t))
        return v.type.type == t.type ? v : lower_convert_complex(l, v, t);
    return v.kind == VALUE_REGISTER ? convert_register(l, v, t) : convert_constant(v, t);
}

/* ---- arithmetic ---- */

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
    switch (op) {
    case OPERATOR_PLUS:
        return !__builtin_add_overflow(a, b, n);
    case OPERATOR_MINUS:
        return !__builtin_sub_overflow(a, b, n);
    case OPERATOR_TIMES:
        return !__builtin_mul_overflow(a, b, n);
    case OPERATOR_DIVIDE:
        return b != 0 && b != -1 ? (*n = a / b, true) : false;
    default:
        return false;
    }
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
        return integer_of(n, t);
    if (op == OPERATOR_DIVIDE && b.kind == VALUE_INTEGER && b.integer == 0) {
        lower_error(l, at, "INTEGER division by 0");
        return no_value(t);
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
        return real_of(fold_real(op, a.real, b.real), t);
    return lower_binary(l, t.type == TYPE_REAL ? singles[op] : doubles[op], t, a, b);
}

static bool is_number(struct value v)
{
    return v.type.type == TYPE_INTEGER || lower_is_float(v.type) || v.kind == VALUE_COMPLEX;
}

struct value lower_arithmetic(struct lower *l, const struct expr *at, enum operator op,
                              struct value a, struct value b)
{
    struct lower_type t = lower_arithmetic_type(a.type, b.type);
    if (a.kind == VALUE_NOTHING || b.kind == VALUE_NOTHING)
        return no_value(t);
    if (!is_number(a) || !is_number(b)) {
        lower_error(l, at, "both operands of %s must be numbers", operator_text(op));
        return no_value(lower_integer);
    }
    if (a.kind == VALUE_COMPLEX || b.kind == VALUE_COMPLEX)
        return lower_complex_arithmetic(l, at, op, a, b);
    if (op == OPERATOR_POWER)
        return lower_power(l, at, a, b);
    if (!lower_is_float(t))
        return integer_arithmetic(l, at, op, t, a, b);
    a = lower_convert(l, a, t);
    return real_arithmetic(l, op, t, a, lower_convert(l, b, t));
}

static struct value negate(struct lower *l, const struct expr *e, struct value v)
{
    if (v.kind == VALUE_NOTHING)
        return v;
    if (!is_number(v)) {
        lower_error(l, e, "the operand of the sign must be a number");
        return no_value(lower_integer);
    }
    if (v.kind == VALUE_COMPLEX) {
        struct value re = negate(l, e, v.parts[0]);
        return lower_complex(l, re, negate(l, e, v.parts[1]));
    }
    if (v.kind == VALUE_INTEGER)
        return integer_of(-v.integer, v.type);
    if (v.kind == VALUE_REAL)
        return real_of(-v.real, v.type);
    if (lower_is_float(v.type))
        return lower_unary(l, LAB_FNEG8, v.type, v);
    return lower_binary(l, LAB_SUB8, v.type, integer_of(0, v.type), v);
}

/* ---- conditions ---- */

static bool is_relation(const struct expr *e)
{
    return e->kind == EXPR_BINARY && e->op >= OPERATOR_LT && e->op <= OPERATOR_GE;
}

/* Returns the test of a relation between values of one type. */
static enum lab_opcode relation_test(enum operator op, bool real)
{
    static const enum lab_opcode integers[OPERATORS] = {
        [OPERATOR_LT] = LAB_ITSTLT8, [OPERATOR_LE] = LAB_ITSTLE8, [OPERATOR_EQ] = LAB_ITSTEQ8,
        [OPERATOR_NE] = LAB_ITSTNE8, [OPERATOR_GT] = LAB_ITSTGT8, [OPERATOR_GE] = LAB_ITSTGE8};
    static const enum lab_opcode reals[OPERATORS] = {
        [OPERATOR_LT] = LAB_FTSTLT8, [OPERATOR_LE] = LAB_FTSTLE8, [OPERATOR_EQ] = LAB_FTSTEQ8,
        [OPERATOR_NE] = LAB_FTSTNE8, [OPERATOR_GT] = LAB_FTSTGT8, [OPERATOR_GE] = LAB_FTSTGE8};
    return real ? reals[op] : integers[op];
}

/* Evaluates both sides of a relation and converts them to one type. Returns false after a
 * message. */
static bool evaluate_sides(struct lower *l, const struct expr *e, struct value *a, struct value *b)
{
    *a = lower_expr(l, e->left);
    *b = lower_expr(l, e->right);
    if (a->kind == VALUE_NOTHING || b->kind == VALUE_NOTHING)
        return false;
    if (a->kind == VALUE_CHARACTERS && b->kind == VALUE_CHARACTERS) {
        *a = lower_compare_characters(l, *a, *b);
        *b = lower_constant(0);
        return true;
    }
    if (!is_number(*a) || !is_number(*b)) {
        lower_error(l, e,
                    "%s compares numbers, or CHARACTER with CHARACTER; .EQV. compares LOGICALs",
                    operator_text(e->op));
        return false;
    }
    if (a->kind == VALUE_COMPLEX || b->kind == VALUE_COMPLEX) {
        if (e->op != OPERATOR_EQ && e->op != OPERATOR_NE)
            lower_error(l, e, "complex numbers have no order");
        *a = lower_complex_equal(l, *a, *b);
        *b = lower_constant(1);
        return true;
    }
    struct lower_type t = lower_arithmetic_type(a->type, b->type);
    *a = lower_convert(l, *a, t);
    *b = lower_convert(l, *b, t);
    return true;
}

/* Branches by a relation. A test accepts its immediate on either side. */
static void compare_and_branch(struct lower *l, const struct expr *e, struct ir_block *yes,
                               struct ir_block *no)
{
    struct value a, b;
    if (evaluate_sides(l, e, &a, &b))
        lower_branch(l, relation_test(e->op, lower_is_float(a.type)), a, b, yes, no);
}

static void branch_by_value(struct lower *l, const struct expr *e, struct ir_block *yes,
                            struct ir_block *no)
{
    struct value v = lower_expr(l, e);
    if (v.kind == VALUE_NOTHING)
        return;
    if (v.type.type != TYPE_LOGICAL)
        lower_error(l, e, "expected a LOGICAL value here");
    else if (v.kind == VALUE_INTEGER)
        lower_jump(l, v.integer ? yes : no);
    else
        lower_branch(l, LAB_ITSTNE8, v, lower_constant(0), yes, no);
}

void lower_condition(struct lower *l, const struct expr *e, struct ir_block *yes,
                     struct ir_block *no)
{
    bool and = e->kind == EXPR_BINARY && e->op == OPERATOR_AND;
    bool or = e->kind == EXPR_BINARY && e->op == OPERATOR_OR;
    if (e->kind == EXPR_PAREN) {
        lower_condition(l, e->left, yes, no);
    } else if (e->kind == EXPR_UNARY && e->op == OPERATOR_NOT) {
        lower_condition(l, e->left, no, yes);
    } else if (and || or) {
        struct ir_block *other = lower_block(l);
        lower_condition(l, e->left, and? other : yes, and? no : other);
        lower_start_block(l, other);
        lower_condition(l, e->right, yes, no);
    } else if (is_relation(e)) {
        compare_and_branch(l, e, yes, no);
    } else {
        branch_by_value(l, e, yes, no);
    }
}

static struct value lower_relation(struct lower *l, const struct expr *e)
{
    struct value a, b;
    if (!evaluate_sides(l, e, &a, &b))
        return no_value(lower_logical);
    return lower_test(l, relation_test(e->op, lower_is_float(a.type)), a, b);
}

/* Evaluates .AND. or .OR. with branches, so that the right side is evaluated only if the left
 * side does not decide. */
static struct value evaluate_lazily(struct lower *l, const struct expr *e)
{
    struct ir_block *yes = lower_block(l), *no = lower_block(l), *after = lower_block(l);
    lab_reg r = ir_register(l->p, LAB_IPU);
    lower_condition(l, e, yes, no);
    lower_start_block(l, yes);
    lower_move(l, r, integer_of(1, lower_logical));
    lower_jump(l, after);
    lower_start_block(l, no);
    lower_move(l, r, integer_of(0, lower_logical));
    lower_start_block(l, after);
    return (struct value){.type = lower_logical, .kind = VALUE_REGISTER, .reg = r};
}

static bool has_apply(const struct expr *e)
{
    if (!e || e->kind == EXPR_APPLY)
        return e;
    return has_apply(e->left) || (e->kind == EXPR_BINARY && has_apply(e->right));
}

static struct value logical_operation(struct lower *l, const struct expr *e)
{
    bool lazy = e->op == OPERATOR_AND || e->op == OPERATOR_OR;
    if (lazy && has_apply(e->right))
        return evaluate_lazily(l, e);
    struct value a = lower_expr(l, e->left), b = lower_expr(l, e->right);
    if (a.kind == VALUE_NOTHING || b.kind == VALUE_NOTHING)
        return no_value(lower_logical);
    if (a.type.type != TYPE_LOGICAL || b.type.type != TYPE_LOGICAL) {
        lower_error(l, e, "both operands of %s must be LOGICAL", operator_text(e->op));
        return no_value(lower_logical);
    }
    if (a.kind == VALUE_INTEGER && b.kind == VALUE_INTEGER)
        a.kind = VALUE_REGISTER, a.reg = lower_register(l, integer_of(a.integer, a.type));
    enum lab_opcode op = e->op == OPERATOR_AND  ? LAB_AND8
                         : e->op == OPERATOR_OR ? LAB_OR8
                                                : LAB_XOR8;
    struct value v = lower_binary(l, op, lower_logical, a, b);
    return e->op == OPERATOR_EQV
               ? lower_binary(l, LAB_XOR8, lower_logical, v, integer_of(1, lower_logical))
               : v;
}

static struct value lower_not(struct lower *l, const struct expr *e)
{
    struct value v = lower_expr(l, e->left);
    if (v.kind == VALUE_NOTHING)
        return v;
    if (v.type.type != TYPE_LOGICAL) {
        lower_error(l, e, "the operand of .NOT. must be LOGICAL");
        return no_value(lower_logical);
    }
    if (v.kind == VALUE_INTEGER)
        return integer_of(!v.integer, v.type);
    return lower_binary(l, LAB_XOR8, v.type, v, integer_of(1, v.type));
}

/* ---- names ---- */

/* Returns the value of an element or a variable. A whole array has a value only within an array
 * expression. */
static struct value element_value(struct lower *l, const struct expr *e)
{
    struct ir_place place;
    struct lower_type t;
    if (!lower_place(l, e, &place, &t))
        return no_value(t);
    if (e->kind == EXPR_NAME && !l->elements && lower_is_array(l, e)) {
        lower_error(l, e,
                    "the array '%s' is used as a scalar: write a DO loop, or assign the expression "
                    "to an array first",
                    e->name);
        return no_value(t);
    }
    return lower_load(l, &place, t);
}

static struct value named_constant_value(struct lower *l, const struct expr *e,
                                         const struct symbol *y)
{
    (void)e;
    if (y->type == TYPE_CHARACTER)
        return lower_named_text(l, y);
    int64_t n;
    if (y->type == TYPE_INTEGER && symbols_integer(&l->symbols, y->value, &n))
        return integer_of(n, lower_type_of(y));
    struct value v = lower_expr(l, y->value);
    return lower_convert(l, v, lower_type_of(y));
}

static struct value variable_value(struct lower *l, const struct expr *e)
{
    struct variable *v = lower_variable(l, e->name);
    struct lower_type t = lower_type_of(v->symbol);
    if (v->bound)
        return *v->bound;
    if (t.type == TYPE_CHARACTER)
        return lower_character_reference(l, e);
    if (v->symbol->kind == SYMBOL_ARRAY)
        return element_value(l, e);
    lab_reg r = v->shadow && l->o->level >= 1 ? v->shadow : v->reg;
    if (r)
        return (struct value){.type = t, .kind = VALUE_REGISTER, .reg = r};
    if (!v->object)
        return no_value(t);
    struct ir_place place = lower_variable_place(l, v);
    return lower_load(l, &place, t);
}

static struct value name_value(struct lower *l, const struct expr *e)
{
    const struct symbol *y = symbol_of(&l->symbols, e->name);
    int64_t n;
    if (y->kind == SYMBOL_CONSTANT && y->value)
        return named_constant_value(l, e, y);
    if (!y->level && symbols_integer(&l->symbols, e, &n))
        return integer_of(n, lower_integer); /* the name of a kind */
    if (y->kind == SYMBOL_CONSTANT) {
        lower_error(l, e, "the value of '%s' is unknown outside its module: write the value here",
                    e->name);
        return no_value(lower_type_of(y));
    }
    if (y->kind != SYMBOL_SCALAR && y->kind != SYMBOL_ARRAY) {
        lower_error(l, e, "'%s' is a procedure: a call requires parentheses", e->name);
        return no_value(lower_type_of(y));
    }
    return variable_value(l, e);
}

/* ---- statement functions ---- */

static struct value statement_function(struct lower *l, const struct expr *e,
                                       const struct symbol *y)
{
    const struct expr *head = y->function->lhs;
    struct lower_type t = lower_type_of(y);
    if (l->inlined >= MAX_INLINED || e->n_args != head->n_args) {
        lower_error(l, e,
                    l->inlined >= MAX_INLINED ? "statement function '%s' refers to itself"
                                              : "'%s' is called with a wrong number of arguments",
                    y->name);
        return no_value(t);
    }
    struct value *args = ARENA_ARRAY(l->arena, struct value, e->n_args + 1);
    const struct value **before = ARENA_ARRAY(l->arena, const struct value *, e->n_args + 1);
    for (uint32_t i = 0; i < e->n_args; i++) {
        const struct symbol *dummy = symbol_of(&l->symbols, head->args[i]->name);
        args[i] = lower_convert(l, lower_expr(l, e->args[i]), lower_type_of(dummy));
        args[i].fresh = false;
    }
    for (uint32_t i = 0; i < e->n_args; i++) {
        struct variable *v = lower_variable(l, head->args[i]->name);
        before[i] = v->bound;
        v->bound = &args[i];
    }
    l->inlined++;
    struct value v = lower_convert(l, lower_expr(l, y->function->rhs), t);
    l->inlined--;
    for (uint32_t i = e->n_args; i-- > 0;)
        lower_variable(l, head->args[i]->name)->bound = before[i];
    return v;
}

/* ---- expressions ---- */

static struct value lower_apply(struct lower *l, const struct expr *e)
{
    if (e->left->kind == EXPR_APPLY)
        return lower_character_reference(l, e);
    if (e->left->kind != EXPR_NAME) {
        lower_error(l, e, "components and coarrays are not in kfc's subset");
        return no_value(lower_integer);
    }
    struct symbol *y = symbol_of(&l->symbols, e->left->name);
    struct value complex;
    switch (symbol_applied(y, e)) {
    case SYMBOL_STATEMENT_FUNCTION:
        return statement_function(l, e, y);
    case SYMBOL_INTRINSIC:
        if (lower_complex_function(l, e, y->name, &complex))
            return complex;
        return lower_intrinsic(l, e, y->name);
    case SYMBOL_FUNCTION:
        return lower_function(l, e, y);
    default:
        return y->type == TYPE_CHARACTER ? lower_character_reference(l, e) : element_value(l, e);
    }
}

static struct value lower_binary_expr(struct lower *l, const struct expr *e)
{
    if (is_relation(e))
        return lower_relation(l, e);
    if (e->op <= OPERATOR_AND)
        return logical_operation(l, e);
    if (e->op == OPERATOR_CONCAT)
        return lower_concatenation(l, e);
    if (e->op == OPERATOR_USER) {
        lower_error(l, e, "user-defined operators are not in kfc's subset");
        return no_value(lower_integer);
    }
    struct value a = lower_expr(l, e->left);
    struct value b = lower_expr(l, e->right);
    return lower_arithmetic(l, e, e->op, a, b);
}

/* Returns the value of a subexpression that is computed before the first element of an array
 * expression; NULL = none. */
static const struct value *find_precomputed(const struct lower *l, const struct expr *e)
{
    for (const struct lower_elements *s = l->elements; s; s = s->outer)
        for (size_t i = 0; i < s->n_once; i++)
            if (s->once[i].expr == e)
                return &s->once[i].value;
    return NULL;
}

struct value lower_expr(struct lower *l, const struct expr *e)
{
    const struct value *known = l->elements ? find_precomputed(l, e) : NULL;
    if (known)
        return *known;
    switch (e->kind) {
    case EXPR_INTEGER:
        return integer_of(e->integer, e->bytes == 8 ? lower_integer8 : lower_integer);
    case EXPR_REAL:
        return real_of(e->real, real_bytes(&l->symbols, e) == 8 ? lower_double : lower_real);
    case EXPR_LOGICAL:
        return integer_of(e->integer, lower_logical);
    case EXPR_CHARACTER:
        return lower_text(l, e);
    case EXPR_NAME:
        return name_value(l, e);
    case EXPR_APPLY:
        return lower_apply(l, e);
    case EXPR_UNARY:
        if (e->op == OPERATOR_NOT)
            return lower_not(l, e);
        return e->op == OPERATOR_MINUS ? negate(l, e, lower_expr(l, e->left))
                                       : lower_expr(l, e->left);
    case EXPR_BINARY:
        return lower_binary_expr(l, e);
    case EXPR_PAREN:
        return lower_expr(l, e->left);
    case EXPR_COMPLEX:
        return lower_complex_constant(l, e);
    default:
        lower_error(l, e, "this kind of expression is not in kfc's subset");
        return no_value(lower_integer);
    }
}

/* ---- constants ---- */

static struct value constant_only(struct value v)
{
    return v.kind == VALUE_INTEGER || v.kind == VALUE_REAL ? v : (struct value){0};
}

/* Evaluates KIND(1D0) and similar inquiries. */
static struct value fold_inquiry(struct lower *l, const struct expr *e)
{
    int64_t n;
    return symbols_integer(&l->symbols, e, &n) ? integer_of(n, lower_integer) : (struct value){0};
}

struct value lower_fold(struct lower *l, const struct expr *e)
{
    const struct symbol *y;
    struct value a;
    switch (e->kind) {
    case EXPR_INTEGER:
    case EXPR_REAL:
    case EXPR_LOGICAL:
        return lower_expr(l, e);
    case EXPR_PAREN:
        return lower_fold(l, e->left);
    case EXPR_APPLY:
        return fold_inquiry(l, e);
    case EXPR_NAME:
        y = symbol_find(&l->symbols, e->name);
        if (y && y->slot >= 0 && l->variables.at[y->slot]->bound)
            return constant_only(*l->variables.at[y->slot]->bound);
        if (y && y->kind == SYMBOL_CONSTANT && y->value && y->type != TYPE_CHARACTER) {
            a = lower_fold(l, y->value);
            return a.kind == VALUE_NOTHING ? a : lower_convert(l, a, lower_type_of(y));
        }
        return (struct value){0};
    case EXPR_UNARY:
        a = lower_fold(l, e->left);
        if (a.kind == VALUE_NOTHING || !is_number(a))
            return (struct value){0};
        return e->op == OPERATOR_MINUS ? negate(l, e, a) : a;
    case EXPR_BINARY: {
        if (e->op == OPERATOR_POWER)
            return fold_inquiry(l, e);
        if (e->op < OPERATOR_PLUS || e->op > OPERATOR_DIVIDE)
            return (struct value){0};
        a = lower_fold(l, e->left);
        struct value b = lower_fold(l, e->right);
        bool safe = e->op != OPERATOR_DIVIDE ||
                    (b.kind == VALUE_INTEGER ? b.integer != 0 && b.integer != -1 : b.real != 0);
        if (a.kind == VALUE_NOTHING || b.kind == VALUE_NOTHING || !is_number(a) || !is_number(b) ||
            !safe)
            return (struct value){0};
        return lower_arithmetic(l, e, e->op, a, b);
    }
    default:
        return (struct value){0};
    }
}

/* ---- assignment ---- */

static void assign_variable(struct lower *l, const struct expr *to, struct value v)
{
    struct variable *y = lower_variable(l, to->name);
    if (y->shadow)
        lower_error(l, to, "the DO variable '%s' is assigned to within its loop", to->name);
    if (y->reg && y->copied)
        bug("a variable that is assigned was treated as read-only");
    if (y->reg) {
        lower_move(l, y->reg, v);
    } else if (y->object) {
        struct ir_place place = lower_variable_place(l, y);
        lower_store(l, &place, v);
    }
}

void lower_assign(struct lower *l, const struct expr *to, struct value v)
{
    struct ir_place place;
    struct lower_type t;
    const struct symbol *y = to->kind == EXPR_NAME ? symbol_of(&l->symbols, to->name) : NULL;
    if (y && y->kind != SYMBOL_ARRAY) {
        if (!symbol_is_variable(y)) {
            lower_error(l, to, "'%s' is not a variable", to->name);
        } else {
            v = lower_convert(l, v, lower_type_of(y));
            if (v.kind != VALUE_NOTHING)
                assign_variable(l, to, v);
        }
        return;
    }
    if (!lower_place(l, to, &place, &t))
        return;
    v = lower_convert(l, v, t);
    if (v.kind != VALUE_NOTHING)
        lower_store(l, &place, v);
}
