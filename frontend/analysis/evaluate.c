/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluates expressions to nodes of the value graph. */
#include "frontend/analysis/body.h"

#include "frontend/analysis/intrinsics.h"
#include "frontend/analysis/kinds.h"
#include "base/bits.h"
#include "base/util.h"

#include <string.h>

enum { INLINED_MOST = 20000, INLINED_DEEPEST = 30, POWER_MOST = 1 << 20 };

static const struct value_type unknown_type = {TYPE_UNDEFINED, 0};
static const struct value_type default_integer = {TYPE_INTEGER, 4};
static const struct value_type default_logical = {TYPE_LOGICAL, 4};

int opaque(struct body *b, struct value_type type)
{
    return value_new(&b->values, (struct value){.kind = VALUE_OPAQUE, .type = type});
}

/* ---- nodes ---- */

static struct value_type type_of(const struct body *b, int node)
{
    return value_at(&b->values, node)->type;
}

static bool is_float(const struct body *b, int node)
{
    return type_is_float(type_of(b, node).type);
}

static bool is_unknown(const struct body *b, int node)
{
    return type_is_unknown(type_of(b, node).type);
}

static bool is_complex(const struct body *b, int node)
{
    return type_is_complex(type_of(b, node).type);
}

static int constant(struct body *b, uint64_t key, struct value_type type)
{
    return value_like(&b->values, (struct value){.kind = VALUE_CONSTANT,
                                                 .detail = (const void *)(uintptr_t)key,
                                                 .type = type});
}

static int real_constant(struct body *b, double x, struct value_type type)
{
    return constant(b, double_bits(x), type);
}

int body_operation(struct body *b, enum work work, const void *detail, struct value_type type,
                   const int *args, int n, const struct expr *e)
{
    return value_like(&b->values, (struct value){.kind = VALUE_OPERATION,
                                                 .work = work,
                                                 .detail = detail,
                                                 .type = type,
                                                 .args = (int *)args,
                                                 .n_args = n,
                                                 .expr = e,
                                                 .stmt = b->stmt,
                                                 .first = b->position,
                                                 .last = b->position});
}

static int pair(struct body *b, enum work work, const void *detail, struct value_type type, int x,
                int y, const struct expr *e)
{
    bool commutes = work == WORK_ADD || work == WORK_MULTIPLY;
    int args[] = {commutes && y < x ? y : x, commutes && y < x ? x : y};
    return body_operation(b, work, detail, type, args, 2, e);
}

static int single(struct body *b, enum work work, const void *detail, struct value_type type, int x,
                  const struct expr *e)
{
    return body_operation(b, work, detail, type, &x, 1, e);
}

/* ---- types ---- */

static int part_bytes(struct value_type t)
{
    return type_is_complex(t.type) ? t.bytes / 2 : t.bytes;
}

static struct value_type float_type(bool complex, int bytes)
{
    if (complex)
        return (struct value_type){bytes >= 8 ? TYPE_DOUBLE_COMPLEX : TYPE_COMPLEX, 2 * bytes};
    return (struct value_type){bytes == 8 ? TYPE_DOUBLE : TYPE_REAL, bytes};
}

/* Returns the type of an arithmetic operation on two values. */
static struct value_type common_type(struct value_type x, struct value_type y)
{
    bool fx = type_is_float(x.type), fy = type_is_float(y.type);
    if (!fx && !fy)
        return type_is_unknown(x.type) || (x.bytes >= y.bytes && !type_is_unknown(y.type)) ? x : y;
    int bytes = fx && fy ? (part_bytes(x) > part_bytes(y) ? part_bytes(x) : part_bytes(y))
                         : part_bytes(fx ? x : y);
    return float_type(type_is_complex(x.type) || type_is_complex(y.type), bytes);
}

int convert(struct body *b, int node, struct value_type type, const struct expr *e)
{
    struct value_type from = type_of(b, node);
    if ((from.type == type.type && from.bytes == type.bytes) || type.bytes == 0)
        return node;
    bool to_float = type_is_float(type.type), from_float = type_is_float(from.type);
    if (!to_float && !from_float)
        return node;
    if (to_float && type_is_unknown(from.type))
        return number_of_unknown(b, node, type);
    if (value_is_constant(&b->values, node)) {
        int64_t c;
        if (to_float && value_is_integer(&b->values, node, &c))
            return real_constant(b, (double)c, type);
        if (to_float && !type_is_complex(type.type) && !type_is_complex(from.type))
            return constant(b, (uintptr_t)value_at(&b->values, node)->detail, type);
    }
    if (to_float && from_float && part_bytes(from) == part_bytes(type))
        return single(b, WORK_RETYPE, NULL, type, node, e);
    if (to_float && from_float && b->kind_unknown)
        doubt_conversion(b, node, part_bytes(from) == 4 || part_bytes(type) == 4);
    if (type_is_complex(type.type) && !type_is_complex(from.type))
        return single(b, WORK_RETYPE, NULL, type,
                      convert(b, node, float_type(false, part_bytes(type)), e), e);
    return single(b, WORK_CONVERT, NULL, type, node, e);
}

int evaluate_as(struct body *b, const struct expr *e, struct value_type type)
{
    return convert(b, evaluate(b, e), type, e);
}

/* ---- integers ---- */

static const char times;

bool value_is_product(const struct value *v)
{
    return v->kind == VALUE_OPERATION && v->detail == &times;
}

static int product_symbol(struct body *b, int x, int y)
{
    int args[] = {x < y ? x : y, x < y ? y : x};
    return value_like(&b->values, (struct value){.kind = VALUE_OPERATION,
                                                 .work = WORK_INTEGER,
                                                 .detail = &times,
                                                 .type = default_integer,
                                                 .args = args,
                                                 .n_args = 2,
                                                 .first = b->position,
                                                 .last = b->position});
}

static bool multiply_terms(struct body *b, struct form *product, struct form_term x,
                           struct form_term y)
{
    struct form f;
    int64_t c;
    f.n = 1;
    if (x.power + y.power > 1 || __builtin_mul_overflow(x.coefficient, y.coefficient, &c))
        return false;
    int symbol = x.symbol == FORM_ONE   ? y.symbol
                 : y.symbol == FORM_ONE ? x.symbol
                                        : product_symbol(b, x.symbol, y.symbol);
    f.at[0] = (struct form_term){symbol, x.power + y.power, 1};
    return form_add(product, product, c, &f);
}

bool form_multiply(struct body *b, struct form *product, const struct form *x, const struct form *y)
{
    struct form sum;
    sum.n = 0;
    for (int i = 0; i < x->n; i++)
        for (int k = 0; k < y->n; k++)
            if (!multiply_terms(b, &sum, x->at[i], y->at[k]))
                return false;
    form_copy(product, &sum);
    return true;
}

static int integer_pair(struct body *b, const struct expr *e, int x, int y, struct value_type type)
{
    int64_t c, d;
    bool known = value_is_integer(&b->values, x, &c) && value_is_integer(&b->values, y, &d);
    if (!known && !b->in_subscript)
        b->integer_ops++;
    struct form f = value_form(&b->values, x), g = value_form(&b->values, y), h;
    bool ok = false;
    if (e->op == OPERATOR_PLUS || e->op == OPERATOR_MINUS)
        ok = form_add(&h, &f, e->op == OPERATOR_PLUS ? 1 : -1, &g);
    else if (e->op == OPERATOR_TIMES)
        ok = form_multiply(b, &h, &f, &g);
    else if (e->op == OPERATOR_DIVIDE && known && d != 0 && c != INT64_MIN) {
        h = form_constant(c / d);
        ok = true;
    }
    if (ok)
        return value_of_form(&b->values, &h, type);
    return pair(b, WORK_INTEGER, operator_text(e->op), type, x, y, e);
}

/* ---- names ---- */

static int find_binding(const struct body *b, const char *name)
{
    for (const struct binding *k = b->bound; k; k = k->next)
        if (k->name == name)
            return k->node;
    return -1;
}

static int invariant(struct body *b, const struct expr *what, struct value_type type)
{
    return value_like(&b->values,
                      (struct value){.kind = VALUE_ENTRY, .detail = what, .type = type});
}

static int invariant_symbol(struct body *b, const struct symbol *y)
{
    return value_like(&b->values, (struct value){.kind = VALUE_ENTRY,
                                                 .detail = y,
                                                 .of_symbol = true,
                                                 .type = {y->type, y->bytes}});
}

static struct value_type symbol_type(const struct symbol *y)
{
    return (struct value_type){y->type, y->bytes};
}

/* Finds the form of the value that an integer expression, evaluated at statement since, still has
 * at the begin of the loop. False if it may have changed. */
static bool entry_form(struct body *b, const struct expr *e, size_t since, struct form *f)
{
    struct form x, y;
    size_t before = body_loop(b)->head - 1;
    switch (e->kind) {
    case EXPR_INTEGER:
        *f = form_constant(e->integer);
        return true;
    case EXPR_PAREN:
        return entry_form(b, e->left, since, f);
    case EXPR_NAME: {
        struct symbol *s = symbol_of(b->symbols, e->name);
        int64_t c;
        if (symbols_integer(b->symbols, e, &c)) {
            *f = form_constant(c);
            return true;
        }
        if (s->kind != SYMBOL_SCALAR || s->type != TYPE_INTEGER ||
            reach_changes(b->reach, s, since, before))
            return false;
        *f = value_form(&b->values, entry_value(b, s));
        return true;
    }
    case EXPR_UNARY:
        return entry_form(b, e->left, since, &x) &&
               form_scale(f, &x, e->op == OPERATOR_MINUS ? -1 : 1);
    case EXPR_BINARY:
        if (!entry_form(b, e->left, since, &x) || !entry_form(b, e->right, since, &y))
            return false;
        if (e->op == OPERATOR_TIMES)
            return form_multiply(b, f, &x, &y);
        return (e->op == OPERATOR_PLUS || e->op == OPERATOR_MINUS) &&
               form_add(f, &x, e->op == OPERATOR_PLUS ? 1 : -1, &y);
    default:
        return false;
    }
}

int entry_value(struct body *b, struct symbol *y)
{
    if (y->entry_of == body_loop(b))
        return y->entry;
    int node = invariant_symbol(b, y);
    y->entry_of = body_loop(b);
    y->entry = node; /* the value before a definition that refers to its own variable */
    size_t at;
    struct form f;
    const struct stmt *t = y->type == TYPE_INTEGER ? reach_value(b->reach, y, b->loop, &at) : NULL;
    if (t && entry_form(b, t->rhs, at, &f))
        y->entry = value_of_form(&b->values, &f, symbol_type(y));
    return y->entry;
}

int entry_evaluate(struct body *b, const struct expr *e)
{
    struct form f;
    if (entry_form(b, e, body_loop(b)->head, &f))
        return value_of_form(&b->values, &f, default_integer);
    return invariant(b, e, default_integer);
}

static bool operator_compares(enum operator op)
{
    return op != OPERATOR_PLUS && op != OPERATOR_MINUS && op != OPERATOR_TIMES &&
           op != OPERATOR_DIVIDE && op != OPERATOR_POWER;
}

static int array_as_a_whole(struct body *b, const struct symbol *y)
{
    b->excluded = "it works on whole arrays";
    return opaque(b, symbol_type(y));
}

static void unknown_kind(struct body *b, const char *kind)
{
    b->kind_unknown = true;
    if (b->symbols->lacking)
        body_note(b, "kind '%s' is unknown: %s", kind, b->symbols->lacking);
    else
        body_note(b, "kind '%s' is unknown", kind);
}

void note_kind(struct body *b, const struct symbol *y)
{
    if (y->kind_unknown)
        unknown_kind(b, y->kind_unknown);
    if (!y->guessed)
        return;
    b->type_unknown = true;
    body_note(b, "the type of '%s' is unknown; it is assumed to be an array: %s", y->name,
              b->symbols->lacking);
}

/* 1.0_dp */
static int real_value(struct body *b, const struct expr *e)
{
    if (!real_kind_known(b->symbols, e))
        unknown_kind(b, e->name);
    return real_constant(b, e->real, float_type(false, real_bytes(b->symbols, e)));
}

static int name_value(struct body *b, const struct expr *e)
{
    int node = find_binding(b, e->name);
    if (node >= 0)
        return node;
    struct symbol *y = symbol_of(b->symbols, e->name);
    note_kind(b, y);
    switch (y->kind) {
    case SYMBOL_CONSTANT:
        if (y->value && b->in_constant < 16) {
            b->in_constant++; /* ends the recursion of a constant that refers to itself */
            node = evaluate_as(b, y->value, symbol_type(y));
            b->in_constant--;
            return node;
        }
        return invariant_symbol(b, y);
    case SYMBOL_ARRAY:
        return y->type == TYPE_CHARACTER ? opaque(b, symbol_type(y)) : array_as_a_whole(b, y);
    case SYMBOL_SCALAR:
        return y->slot >= 0 ? b->now[y->slot] : entry_value(b, y);
    default:
        return invariant_symbol(b, y);
    }
}

/* ---- functions ---- */

static int expand(struct body *b, const struct symbol *y, const struct expr *e)
{
    const struct stmt *f = y->function;
    const struct expr *head = f->lhs;
    int depth = 0;
    for (const struct binding *k = b->bound; k; k = k->next)
        depth++;
    if (head->n_args != e->n_args || ++b->inlined > INLINED_MOST || depth > INLINED_DEEPEST) {
        b->excluded = "a statement function in the loop cannot be expanded";
        return opaque(b, symbol_type(y));
    }
    struct binding *args = ARENA_ARRAY(b->arena, struct binding, e->n_args + 1);
    const struct binding *outer = b->bound;
    for (uint32_t i = 0; i < e->n_args; i++) {
        const char *name = head->args[i]->kind == EXPR_NAME ? head->args[i]->name : NULL;
        int node = evaluate(b, e->args[i]);
        if (name)
            node = convert(b, node, symbol_type(symbol_of(b->symbols, name)), e->args[i]);
        args[i] = (struct binding){name, node, i ? &args[i - 1] : outer};
    }
    b->bound = e->n_args ? &args[e->n_args - 1] : outer;
    int node = evaluate_as(b, f->rhs, symbol_type(y));
    b->bound = outer;
    return node;
}

static int user_function(struct body *b, struct symbol *y, const struct expr *e)
{
    b->in_subscript++; /* operations in arguments belong to the call */
    for (uint32_t i = 0; i < e->n_args; i++)
        if (!(e->args[i]->kind == EXPR_NAME &&
              symbol_of(b->symbols, e->args[i]->name)->kind != SYMBOL_SCALAR))
            evaluate(b, e->args[i]);
    b->in_subscript--;
    body_note(b, "%s the work of the called function '%s'", body_without(b), y->name);
    call_effects(b, e);
    return symbol_type_unknown(b->symbols, y) ? unknown_value(b, e) : opaque(b, symbol_type(y));
}

static struct value_type result_type(const struct intrinsic *f, struct value_type arg)
{
    static const int bytes[] = {
        [TYPE_INTEGER] = 4, [TYPE_REAL] = 4,      [TYPE_DOUBLE] = 8,         [TYPE_COMPLEX] = 8,
        [TYPE_LOGICAL] = 4, [TYPE_CHARACTER] = 1, [TYPE_DOUBLE_COMPLEX] = 16};
    if (f->result == RESULT_ARG || f->result == RESULT_SECOND)
        return arg;
    if (f->result == RESULT_PARTS)
        return type_is_complex(arg.type) ? float_type(false, part_bytes(arg)) : arg;
    return (struct value_type){(enum base_type)f->result, bytes[f->result]};
}

/* Returns the result type with the kind of REAL(X, 8), CMPLX(X, Y, 8) or KIND=. */
static struct value_type asked_type(struct body *b, const struct intrinsic *f, const struct expr *e,
                                    struct value_type type)
{
    uint32_t plain = type_is_complex(type.type) ? 2 : 1;
    const struct expr *last = e->n_args ? e->args[e->n_args - 1] : NULL;
    int64_t kind;
    bool named = last && last->kind == EXPR_KEYWORD;
    if (f->cost != COST_CONVERT || !last || (!named && e->n_args <= plain))
        return type;
    if (named)
        last = last->left;
    if (!symbols_integer(b->symbols, last, &kind) || kind < 1 || kind > 16) {
        if (type_is_float(type.type))
            unknown_kind(b, expr_text(b->arena, last));
        return type;
    }
    if (type.type == TYPE_INTEGER)
        return (struct value_type){TYPE_INTEGER, (int)kind};
    return float_type(type_is_complex(type.type), (int)kind);
}

static int conversion(struct body *b, const struct intrinsic *f, const struct expr *e,
                      const int *args, int n)
{
    struct value_type arg = type_of(b, args[0]);
    struct value_type type = asked_type(b, f, e, result_type(f, arg));
    /* compilers give REAL of a DOUBLE COMPLEX the type DOUBLE PRECISION */
    if (type_is_complex(arg.type) && !type_is_complex(type.type) && type.type != TYPE_INTEGER)
        return convert(b, single(b, WORK_RETYPE, f, float_type(false, part_bytes(arg)), args[0], e),
                       type, e);
    if (type_is_complex(type.type) && n > 1) {
        struct value_type part = float_type(false, part_bytes(type));
        return pair(b, WORK_RETYPE, f, type, convert(b, args[0], part, e),
                    convert(b, args[1], part, e), e);
    }
    if (!type_is_float(type.type))
        return type_is_float(arg.type) ? single(b, WORK_CONVERT, f, type, args[0], e) : args[0];
    return convert(b, args[0], type, e);
}

static int extreme(struct body *b, const struct intrinsic *f, const struct expr *e, int *args,
                   int n)
{
    struct value_type type = type_of(b, args[0]);
    for (int i = 1; i < n; i++)
        type = common_type(type, type_of(b, args[i]));
    for (int i = 0; i < n; i++)
        args[i] = convert(b, args[i], type, e);
    enum work work = type_is_float(type.type) ? WORK_MAXMIN : WORK_INTEGER;
    int node = body_operation(b, work, f, type, args, n, e);
    return f->result == RESULT_ARG ? node : convert(b, node, result_type(f, type), e);
}

static struct value_type stated_type(struct body *b, const struct expr *e);

/* Returns the type of a function's result without evaluating it. */
static struct value_type applied_type(struct body *b, const struct intrinsic *f,
                                      const struct expr *e)
{
    uint32_t at = f->result == RESULT_SECOND;
    return result_type(f, stated_type(b, at < e->n_args ? e->args[at] : NULL));
}

/* Returns the type of an expression without evaluating it. */
static struct value_type stated_type(struct body *b, const struct expr *e)
{
    const struct intrinsic *f;
    const struct symbol *y;
    switch (e ? e->kind : EXPR_STAR) {
    case EXPR_INTEGER:
        return default_integer;
    case EXPR_LOGICAL:
        return default_logical;
    case EXPR_REAL:
        return float_type(false, real_bytes(b->symbols, e));
    case EXPR_NAME:
        y = symbol_of(b->symbols, e->name);
        return symbol_type_unknown(b->symbols, y) ? unknown_type : symbol_type(y);
    case EXPR_APPLY:
        y = e->left->kind == EXPR_NAME ? symbol_of(b->symbols, e->left->name) : NULL;
        f = y && symbol_applied(y, e) == SYMBOL_INTRINSIC ? intrinsic_find(y->name) : NULL;
        return f ? applied_type(b, f, e) : stated_type(b, y ? e->left : NULL);
    case EXPR_PAREN:
    case EXPR_UNARY:
        return stated_type(b, e->left);
    case EXPR_LIST:
        return stated_type(b, e->n_args ? e->args[0] : NULL);
    case EXPR_BINARY:
        return operator_compares(e->op)
                   ? default_logical
                   : common_type(stated_type(b, e->left), stated_type(b, e->right));
    default:
        return unknown_type;
    }
}

/* Returns the value of a function of a whole array, which has the type of its argument. */
static int whole_array_value(struct body *b, const struct intrinsic *f, const struct expr *e)
{
    struct value_type type = applied_type(b, f, e);
    if (type_is_float(type.type))
        body_note(b, "the bound excludes the work of the called function '%s'", f->name);
    return type_is_unknown(type.type) ? unknown_value(b, e) : opaque(b, type);
}

/* Returns the value of an inquiry function, which is not an operation. Its argument is not
 * evaluated. */
static int inquiry_value(struct body *b, const struct intrinsic *f, const struct expr *e)
{
    struct value_type type = applied_type(b, f, e);
    bool same = f->cost == COST_TYPE || e->n_args == 0 || e->args[0]->kind == EXPR_NAME;
    return same ? invariant(b, e, type) : opaque(b, type);
}

static int intrinsic_value(struct body *b, const struct intrinsic *f, const struct expr *e)
{
    if (f->cost == COST_WHOLE)
        return whole_array_value(b, f, e);
    if (f->cost == COST_TYPE || f->cost == COST_INQUIRY)
        return inquiry_value(b, f, e);
    int n = 0, args[64];
    for (uint32_t i = 0; i < e->n_args && n < 64; i++)
        if (e->args[i]->kind != EXPR_KEYWORD)
            args[n++] = evaluate(b, e->args[i]);
    if (n == 0)
        return opaque(b, default_integer);
    for (int i = 0; i < n; i++)
        if (is_unknown(b, args[i]))
            return unknown_call(b, e, args[i], result_type(f, type_of(b, args[i])));
    struct value_type arg = type_of(b, args[f->result == RESULT_SECOND && n > 1]);
    struct value_type type = result_type(f, arg);
    bool floats = type_is_float(arg.type) || type_is_float(type.type);
    if (f->cost == COST_CONVERT)
        return conversion(b, f, e, args, n);
    if (f->cost == COST_MAXMIN && n > 1)
        return extreme(b, f, e, args, n);
    if (f->cost == COST_PART)
        return single(b, WORK_RETYPE, f, type, args[0], e);
    if (f->cost == COST_PRODUCT && n == 2)
        return pair(b, WORK_MULTIPLY, NULL, type, convert(b, args[0], type, e),
                    convert(b, args[1], type, e), e);
    if (type_is_float(type.type) && !type_is_complex(type.type) && !type_is_complex(arg.type))
        for (int i = 0; i < n; i++)
            args[i] =
                type_is_float(type_of(b, args[i]).type) ? convert(b, args[i], type, e) : args[i];
    if (!floats && !b->in_subscript)
        b->integer_ops++;
    enum work work = !floats                ? WORK_INTEGER
                     : f->cost == COST_SQRT ? WORK_SQUARE_ROOT
                                            : WORK_FUNCTION;
    return body_operation(b, work, f, type, args, n, e);
}

static int apply(struct body *b, const struct expr *e)
{
    if (!e->left || e->left->kind != EXPR_NAME)
        return is_substring(b, e) ? opaque(b, (struct value_type){TYPE_CHARACTER, 1})
                                  : unknown_value(b, e);
    struct symbol *y = symbol_of(b->symbols, e->left->name);
    switch (symbol_applied(y, e)) {
    case SYMBOL_ARRAY:
        return load_element(b, y, e);
    case SYMBOL_STATEMENT_FUNCTION:
        return expand(b, y, e);
    case SYMBOL_INTRINSIC:
        return intrinsic_value(b, intrinsic_find(y->name), e);
    case SYMBOL_SCALAR:
        return opaque(b, symbol_type(y));
    default:
        return user_function(b, y, e);
    }
}

/* ---- operators ---- */

static int negate(struct body *b, const struct expr *e, int x)
{
    const struct value *v = value_at(&b->values, x);
    if (is_unknown(b, x))
        return unknown_pair(b, e, x, x);
    if (!type_is_float(v->type.type)) {
        struct form f = value_form(&b->values, x), g;
        return form_scale(&g, &f, -1) ? value_of_form(&b->values, &g, v->type)
                                      : single(b, WORK_INTEGER, "-", v->type, x, e);
    }
    if (v->kind == VALUE_OPERATION && v->work == WORK_NEGATE)
        return v->args[0];
    return single(b, WORK_NEGATE, NULL, v->type, x, e);
}

static int unary(struct body *b, const struct expr *e)
{
    int x = evaluate(b, e->left);
    if (e->op == OPERATOR_MINUS)
        return negate(b, e, x);
    if (e->op == OPERATOR_NOT)
        return single(b, WORK_INTEGER, operator_text(e->op), default_logical, x, e);
    return e->op == OPERATOR_PLUS ? x : opaque(b, type_of(b, x));
}

/* Evaluates x ** n by repeated squaring (rule 4). */
static int power_chain(struct body *b, const struct expr *e, int x, int64_t n)
{
    int result = x;
    int64_t bit = 1;
    struct value_type type = type_of(b, x);
    while (bit <= n / 2)
        bit *= 2;
    for (bit /= 2; bit > 0; bit /= 2) {
        result = pair(b, WORK_MULTIPLY, NULL, type, result, result, e);
        if (n & bit)
            result = pair(b, WORK_MULTIPLY, NULL, type, result, x, e);
    }
    return result;
}

static int power(struct body *b, const struct expr *e, int x, int y)
{
    int64_t n;
    struct value_type type = type_of(b, x);
    bool whole = value_is_integer(&b->values, y, &n) && n > -POWER_MOST && n < POWER_MOST;
    if (is_unknown(b, x) || is_unknown(b, y))
        return unknown_pair(b, e, x, y);
    if (!type_is_float(type.type) && !is_float(b, y)) {
        if (!b->in_subscript)
            b->integer_ops++;
        int64_t base, c = 1;
        if (whole && n >= 0 && n < 63 && value_is_integer(&b->values, x, &base)) {
            while (n > 0 && !__builtin_mul_overflow(c, base, &c))
                n--;
            struct form f = form_constant(c);
            if (n == 0)
                return value_of_form(&b->values, &f, type);
        }
        return pair(b, WORK_INTEGER, operator_text(e->op), type, x, y, e);
    }
    if (whole && type_is_float(type.type)) {
        int one = real_constant(b, 1, type);
        int up = n == 0 ? one : power_chain(b, e, x, n < 0 ? -n : n);
        return n < 0 ? pair(b, WORK_DIVIDE, NULL, type, one, up, e) : up;
    }
    type = common_type(type, type_of(b, y));
    if (is_float(b, y))
        y = convert(b, y, type, e->right);
    return pair(b, WORK_POWER, NULL, type, convert(b, x, type, e->left), y, e);
}

static int arithmetic(struct body *b, const struct expr *e, int x, int y)
{
    static const enum work works[OPERATORS] = {[OPERATOR_PLUS] = WORK_ADD,
                                               [OPERATOR_MINUS] = WORK_SUBTRACT,
                                               [OPERATOR_TIMES] = WORK_MULTIPLY,
                                               [OPERATOR_DIVIDE] = WORK_DIVIDE};
    struct value_type type = common_type(type_of(b, x), type_of(b, y));
    if (!type_is_float(type.type) && (is_unknown(b, x) || is_unknown(b, y)))
        return unknown_pair(b, e, x, y);
    if (!type_is_float(type.type))
        return integer_pair(b, e, x, y, type);
    /* REAL * COMPLEX is two multiplies */
    struct value_type part = float_type(false, part_bytes(type));
    bool scales = e->op == OPERATOR_TIMES && is_complex(b, x) != is_complex(b, y);
    x = convert(b, x, scales && !is_complex(b, x) ? part : type, e->left);
    y = convert(b, y, scales && !is_complex(b, y) ? part : type, e->right);
    return pair(b, works[e->op], NULL, type, x, y, e);
}

static int comparison(struct body *b, const struct expr *e, int x, int y)
{
    struct value_type type = common_type(type_of(b, x), type_of(b, y));
    if (is_unknown(b, x) && is_unknown(b, y))
        unknown_pair(b, e, x, y);
    if (!type_is_float(type.type)) {
        b->integer_ops += !b->in_subscript;
        return pair(b, WORK_INTEGER, operator_text(e->op), default_logical, x, y, e);
    }
    return pair(b, WORK_COMPARE, operator_text(e->op), default_logical,
                convert(b, x, type, e->left), convert(b, y, type, e->right), e);
}

static int binary(struct body *b, const struct expr *e)
{
    int x = evaluate(b, e->left), y = evaluate(b, e->right);
    if (e->op >= OPERATOR_PLUS && e->op <= OPERATOR_DIVIDE)
        return arithmetic(b, e, x, y);
    if (e->op == OPERATOR_POWER)
        return power(b, e, x, y);
    if (e->op >= OPERATOR_LT && e->op <= OPERATOR_GE)
        return comparison(b, e, x, y);
    b->integer_ops += !b->in_subscript;
    return pair(b, WORK_INTEGER, operator_text(e->op), default_logical, x, y, e);
}

static int complex_constant(struct body *b, const struct expr *e)
{
    int x = evaluate(b, e->args[0]), y = evaluate(b, e->args[1]);
    struct value_type part = common_type(type_of(b, x), type_of(b, y));
    if (!type_is_float(part.type))
        part = float_type(false, 4);
    return pair(b, WORK_RETYPE, NULL, float_type(true, part.bytes), convert(b, x, part, e),
                convert(b, y, part, e), e);
}

static int integer_value(struct body *b, const struct expr *e)
{
    struct form f = form_constant(e->integer);
    return value_of_form(&b->values, &f, default_integer);
}

static int logical_value(struct body *b, const struct expr *e)
{
    return constant(b, (uint64_t)e->integer, default_logical);
}

static int character_value(struct body *b, const struct expr *e)
{
    (void)e;
    return opaque(b, (struct value_type){TYPE_CHARACTER, 1});
}

static int paren_value(struct body *b, const struct expr *e)
{
    return evaluate(b, e->left);
}

int evaluate(struct body *b, const struct expr *e)
{
    typedef int evaluator(struct body *, const struct expr *);
    /* clang-format off */
    static evaluator *const evaluators[] = {
        [EXPR_INTEGER] = integer_value, [EXPR_REAL] = real_value, [EXPR_COMPLEX] = complex_constant,
        [EXPR_LOGICAL] = logical_value, [EXPR_CHARACTER] = character_value, [EXPR_NAME] = name_value,
        [EXPR_APPLY] = apply, [EXPR_PAREN] = paren_value,
        [EXPR_UNARY] = unary, [EXPR_BINARY] = binary
    };
    /* clang-format on */
    bool supported = e->kind < COUNT_OF(evaluators) && evaluators[e->kind];
    return supported ? evaluators[e->kind](b, e) : unknown_value(b, e);
}

int add_invariant(struct body *b, const struct expr *sum, int node, const struct expr *what,
                  struct value_type type)
{
    return pair(b, WORK_ADD, NULL, type, node, invariant(b, what, type), sum);
}
