/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions. */
#include "lab/code/lower.h"
#include "base/util.h"

#include <string.h>

/* Maximum number of statement functions expanded in a program unit: nested ones multiply the
 * code. */
enum { MOST_INLINED = 20000 };

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
    if (!lower_is_number(*a) || !lower_is_number(*b)) {
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
        return lower_nothing(lower_logical);
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
    lower_move(l, r, lower_integer_value(1, lower_logical));
    lower_jump(l, after);
    lower_start_block(l, no);
    lower_move(l, r, lower_integer_value(0, lower_logical));
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
        return lower_nothing(lower_logical);
    if (a.type.type != TYPE_LOGICAL || b.type.type != TYPE_LOGICAL) {
        lower_error(l, e, "both operands of %s must be LOGICAL", operator_text(e->op));
        return lower_nothing(lower_logical);
    }
    if (a.kind == VALUE_INTEGER && b.kind == VALUE_INTEGER)
        a.kind = VALUE_REGISTER, a.reg = lower_register(l, lower_integer_value(a.integer, a.type));
    enum lab_opcode op = e->op == OPERATOR_AND  ? LAB_AND8
                         : e->op == OPERATOR_OR ? LAB_OR8
                                                : LAB_XOR8;
    struct value v = lower_binary(l, op, lower_logical, a, b);
    return e->op == OPERATOR_EQV
               ? lower_binary(l, LAB_XOR8, lower_logical, v, lower_integer_value(1, lower_logical))
               : v;
}

static struct value lower_not(struct lower *l, const struct expr *e)
{
    struct value v = lower_expr(l, e->left);
    if (v.kind == VALUE_NOTHING)
        return v;
    if (v.type.type != TYPE_LOGICAL) {
        lower_error(l, e, "the operand of .NOT. must be LOGICAL");
        return lower_nothing(lower_logical);
    }
    if (v.kind == VALUE_INTEGER)
        return lower_integer_value(!v.integer, v.type);
    return lower_binary(l, LAB_XOR8, v.type, v, lower_integer_value(1, v.type));
}

/* ---- names ---- */

/* Returns the value of an element or a variable. A whole array has a value only within an array
 * expression. */
static struct value element_value(struct lower *l, const struct expr *e)
{
    struct ir_place place;
    struct lower_type t;
    if (!lower_place(l, e, &place, &t))
        return lower_nothing(t);
    if (e->kind == EXPR_NAME && !l->elements && lower_is_array(l, e)) {
        lower_error(l, e,
                    "the array '%s' is used as a scalar: write a DO loop, or assign the expression "
                    "to an array first",
                    e->name);
        return lower_nothing(t);
    }
    return lower_load(l, &place, t);
}

/* Lowers the expression that gives a named constant its value. */
static struct value lower_constant_value(struct lower *l, const struct symbol *y)
{
    struct constant_use use;
    if (!lower_use_constant(l, &use, y))
        return lower_nothing(lower_type_of(y));
    struct value v = lower_expr(l, y->value);
    l->uses = use.outer;
    return lower_convert(l, v, lower_type_of(y));
}

/* Stores each value that needs no code: in a chain of constants in which each uses the previous one
 * twice, the first one would otherwise be lowered 2^n times. */
static struct value named_constant_value(struct lower *l, const struct symbol *y)
{
    int64_t n;
    if (y->type == TYPE_CHARACTER)
        return lower_named_text(l, y);
    if (y->type == TYPE_INTEGER && symbols_integer(&l->symbols, y->value, &n))
        return lower_integer_value(n, lower_type_of(y));
    uint32_t known = name_index_find(&l->named_values, y->name, 0);
    if (known != NAME_INDEX_NONE)
        return l->constant_values.at[known];
    struct value v = lower_constant_value(l, y);
    if (v.kind == VALUE_REAL || v.kind == VALUE_INTEGER) {
        *name_index_at(&l->named_values, y->name, 0) = (uint32_t)l->constant_values.n;
        *array_push(&l->constant_values) = v;
    }
    return v;
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
        return lower_nothing(t);
    struct ir_place place = lower_variable_place(l, v);
    return lower_load(l, &place, t);
}

static struct value name_value(struct lower *l, const struct expr *e)
{
    const struct symbol *y = symbol_of(&l->symbols, e->name);
    int64_t n;
    if (y->kind == SYMBOL_CONSTANT && y->value)
        return named_constant_value(l, y);
    if (!y->level && symbols_integer(&l->symbols, e, &n))
        return lower_integer_value(n, lower_integer); /* the name of a kind */
    if (y->kind == SYMBOL_CONSTANT) {
        lower_error(l, e, "the value of '%s' is unknown outside its module: write the value here",
                    e->name);
        return lower_nothing(lower_type_of(y));
    }
    if (y->kind != SYMBOL_SCALAR && y->kind != SYMBOL_ARRAY) {
        lower_error(l, e, "'%s' is a procedure: a call requires parentheses", e->name);
        return lower_nothing(lower_type_of(y));
    }
    return variable_value(l, e);
}

/* ---- statement functions ---- */

/* A statement function that is being expanded, and the one whose expression refers to it. */
struct inlining {
    const struct symbol *function;
    const struct inlining *outer;
};

static bool is_inlining(const struct lower *l, const struct symbol *y)
{
    const struct inlining *i = l->inlining;
    while (i && i->function != y)
        i = i->outer;
    return i != NULL;
}

/* Returns whether the reference e to y can be expanded; else reports an error. */
static bool can_inline(struct lower *l, const struct expr *e, const struct symbol *y)
{
    if (is_inlining(l, y))
        lower_error(l, e, "statement function '%s' refers to itself", y->name);
    else if (e->n_args != y->function->lhs->n_args)
        lower_error(l, e, "'%s' is called with a wrong number of arguments", y->name);
    else if (l->n_inlined > MOST_INLINED)
        return false; /* reported once */
    else if (l->n_inlined++ == MOST_INLINED)
        lower_error(l, e,
                    "this program unit expands more than %d statement functions: write FUNCTIONs",
                    MOST_INLINED);
    else
        return true;
    return false;
}

static struct value statement_function(struct lower *l, const struct expr *e,
                                       const struct symbol *y)
{
    const struct expr *head = y->function->lhs;
    struct lower_type t = lower_type_of(y);
    if (!can_inline(l, e, y))
        return lower_nothing(t);
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
    const struct inlining now = {y, l->inlining};
    l->inlining = &now;
    struct value v = lower_convert(l, lower_expr(l, y->function->rhs), t);
    l->inlining = now.outer;
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
        lower_unsupported(l, e->left);
        return lower_nothing(lower_integer);
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
        return lower_nothing(lower_integer);
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

static struct value unary_value(struct lower *l, const struct expr *e)
{
    if (e->op == OPERATOR_NOT)
        return lower_not(l, e);
    struct value v = lower_expr(l, e->left);
    return e->op == OPERATOR_MINUS ? lower_negate(l, e, v) : v;
}

static struct value paren_value(struct lower *l, const struct expr *e)
{
    return lower_expr(l, e->left);
}

static struct value evaluate_expr(struct lower *l, const struct expr *e)
{
    static struct value (*const evaluators[])(struct lower *, const struct expr *) = {
        [EXPR_INTEGER] = lower_number, [EXPR_REAL] = lower_number,
        [EXPR_LOGICAL] = lower_number, [EXPR_CHARACTER] = lower_text,
        [EXPR_NAME] = name_value,      [EXPR_APPLY] = lower_apply,
        [EXPR_UNARY] = unary_value,    [EXPR_BINARY] = lower_binary_expr,
        [EXPR_PAREN] = paren_value,    [EXPR_COMPLEX] = lower_complex_constant};
    if (e->kind < COUNT_OF(evaluators) && evaluators[e->kind])
        return evaluators[e->kind](l, e);
    lower_unsupported(l, e);
    return lower_nothing(lower_integer);
}

struct value lower_any_expr(struct lower *l, const struct expr *e)
{
    const struct value *known = l->elements ? find_precomputed(l, e) : NULL;
    struct value v = known ? *known : evaluate_expr(l, e);
    lower_require(l, e, v.kind != VALUE_NOTHING);
    return v;
}
