/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/ast.h"
#include "base/array.h"
#include "base/util.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *operator_text(enum operator op)
{
    static const char *const texts[] = {
#define OPERATOR(NAME, text) text,
#include "frontend/operators.def"
#undef OPERATOR
    };
    return texts[op];
}

const char *stmt_kind_text(enum stmt_kind kind)
{
    static const char *const texts[] = {
#define STATEMENT(NAME, part, text) text,
#include "frontend/statements.def"
#undef STATEMENT
    };
    return texts[kind];
}

bool module_of_compiler(const char *name)
{
    static const char *const modules[] = {"iso_fortran_env", "iso_c_binding", "ieee_arithmetic",
                                          "ieee_exceptions", "ieee_features", "omp_lib",
                                          "omp_lib_kinds",   "openacc",       "openacc_kinds"};
    for (size_t i = 0; i < COUNT_OF(modules); i++)
        if (strcmp(modules[i], name) == 0)
            return true;
    return false;
}

bool stmt_kind_executable(enum stmt_kind kind)
{
    enum { HEAD, SPECIFICATION, EXECUTABLE, ANYWHERE };
    static const unsigned char parts[] = {
#define STATEMENT(NAME, part, text) part,
#include "frontend/statements.def"
#undef STATEMENT
    };
    return parts[kind] == EXECUTABLE;
}

/* ---- text ---- */

struct text {
    ARRAY(char) bytes;
};

static void put_text(struct text *t, const char *s)
{
    for (; *s; s++)
        *array_push(&t->bytes) = *s;
}

static void put_number(struct text *t, int64_t n)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRId64, n);
    put_text(t, digits);
}

static void put_real(struct text *t, const struct expr *e)
{
    char digits[40];
    for (int precision = 1; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, e->real);
        if (strtod(digits, NULL) == e->real)
            break;
    }
    char *exponent = strchr(digits, 'e');
    char letter = e->bytes == 16 ? 'q' : e->bytes == 8 ? 'd' : 'e';
    if (exponent)
        *exponent = letter;
    put_text(t, digits);
    if (!exponent && !strchr(digits, '.'))
        put_text(t, ".0");
    if (!exponent && letter != 'e')
        put_text(t, letter == 'd' ? "d0" : "q0");
}

static void put_quoted(struct text *t, const char *s)
{
    put_text(t, "'");
    for (; *s; s++) {
        *array_push(&t->bytes) = *s;
        if (*s == '\'')
            *array_push(&t->bytes) = '\'';
    }
    put_text(t, "'");
}

enum { OPERANDS_SHOWN = 100 };

typedef void put_function(struct text *t, const struct expr *e);
static put_function put_expr;

static void put_list(struct text *t, const char *open, const struct expr *e, const char *close)
{
    put_text(t, open);
    for (uint32_t i = 0; i < e->n_args; i++) {
        put_text(t, i ? ", " : "");
        put_expr(t, e->args[i]);
    }
    put_text(t, close);
}

static void put_range(struct text *t, const struct expr *e)
{
    for (uint32_t i = 0; i < 3; i++) {
        const struct expr *part = i < e->n_args ? e->args[i] : NULL;
        if (i == 1 || (i == 2 && part))
            put_text(t, ":");
        if (part)
            put_expr(t, part);
    }
}

static void put_implied_do(struct text *t, const struct expr *e)
{
    put_list(t, "(", e, ", ");
    put_text(t, e->name);
    put_text(t, " = ");
    for (int i = 0; i < 3 && e->control[i]; i++) {
        put_text(t, i ? ", " : "");
        put_expr(t, e->control[i]);
    }
    put_text(t, ")");
}

static void put_operator(struct text *t, const struct expr *e)
{
    bool tight = e->op >= OPERATOR_TIMES && e->op <= OPERATOR_POWER;
    put_text(t, tight ? "" : " ");
    put_text(t, e->op == OPERATOR_USER ? e->name : operator_text(e->op));
    put_text(t, tight ? "" : " ");
}

/* Of a long chain the last operands: each of its operators has a text. */
static void put_binary(struct text *t, const struct expr *e)
{
    const struct expr *chain[OPERANDS_SHOWN];
    int n = 0;
    for (; e->kind == EXPR_BINARY && n < OPERANDS_SHOWN; e = e->left)
        chain[n++] = e;
    if (e->kind == EXPR_BINARY)
        put_text(t, "...");
    else
        put_expr(t, e);
    while (n-- > 0) {
        put_operator(t, chain[n]);
        put_expr(t, chain[n]->right);
    }
}

static void put_unary(struct text *t, const struct expr *e)
{
    put_text(t, e->op == OPERATOR_USER ? e->name : operator_text(e->op));
    put_text(t, e->op == OPERATOR_PLUS || e->op == OPERATOR_MINUS ? "" : " ");
    put_expr(t, e->left);
}

static void put_integer(struct text *t, const struct expr *e)
{
    put_number(t, e->integer);
}

static void put_logical(struct text *t, const struct expr *e)
{
    put_text(t, e->integer ? ".true." : ".false.");
}

static void put_character(struct text *t, const struct expr *e)
{
    put_quoted(t, e->text);
}

static void put_name(struct text *t, const struct expr *e)
{
    put_text(t, e->name);
}

static void put_complex(struct text *t, const struct expr *e)
{
    put_list(t, "(", e, ")");
}

static void put_apply(struct text *t, const struct expr *e)
{
    if (e->text) {
        put_text(t, e->text);
        return;
    }
    put_expr(t, e->left);
    put_list(t, "(", e, ")");
}

static void put_member(struct text *t, const struct expr *e)
{
    put_expr(t, e->left);
    put_text(t, "%");
    put_text(t, e->name);
}

static void put_paren(struct text *t, const struct expr *e)
{
    put_text(t, "(");
    put_expr(t, e->left);
    put_text(t, ")");
}

static void put_keyword(struct text *t, const struct expr *e)
{
    put_text(t, e->name);
    put_text(t, "=");
    put_expr(t, e->left);
}

static void put_constructor(struct text *t, const struct expr *e)
{
    put_list(t, "(/", e, "/)");
}

static void put_star(struct text *t, const struct expr *e)
{
    (void)e;
    put_text(t, "*");
}

static void put_label(struct text *t, const struct expr *e)
{
    put_text(t, "*");
    put_number(t, e->integer);
}

static void put_repeat(struct text *t, const struct expr *e)
{
    put_expr(t, e->left);
    put_text(t, "*");
    put_expr(t, e->right);
}

static void put_expr(struct text *t, const struct expr *e)
{
    /* clang-format off */
    static put_function *const put[] = {
        [EXPR_INTEGER] = put_integer, [EXPR_REAL] = put_real, [EXPR_COMPLEX] = put_complex,
        [EXPR_LOGICAL] = put_logical, [EXPR_CHARACTER] = put_character, [EXPR_NAME] = put_name,
        [EXPR_APPLY] = put_apply, [EXPR_MEMBER] = put_member, [EXPR_LIST] = put_constructor,
        [EXPR_UNARY] = put_unary, [EXPR_BINARY] = put_binary, [EXPR_PAREN] = put_paren,
        [EXPR_RANGE] = put_range, [EXPR_KEYWORD] = put_keyword, [EXPR_IMPLIED_DO] = put_implied_do,
        [EXPR_STAR] = put_star, [EXPR_LABEL] = put_label, [EXPR_REPEAT] = put_repeat
    };
    /* clang-format on */
    if (e->kind < COUNT_OF(put) && put[e->kind])
        put[e->kind](t, e);
}

const char *expr_text(struct arena *a, const struct expr *e)
{
    struct text t = {0};
    put_expr(&t, e);
    const char *text = arena_strndup(a, t.bytes.at ? t.bytes.at : "", t.bytes.n);
    array_free(&t.bytes);
    return text;
}

/* ---- comparison ---- */

static bool same_or_none(const struct expr *a, const struct expr *b)
{
    return a && b ? expr_same(a, b) : a == b;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool expr_same(const struct expr *a, const struct expr *b)
{
    if (a->kind != b->kind || a->op != b->op || a->bytes != b->bytes || a->name != b->name ||
        a->integer != b->integer || a->n_args != b->n_args)
        return false;
    if (!same_text(a->text, b->text) || !same_or_none(a->left, b->left) ||
        !same_or_none(a->right, b->right))
        return false;
    for (uint32_t i = 0; i < a->n_args; i++)
        if (!same_or_none(a->args[i], b->args[i]))
            return false;
    for (int i = 0; i < 3 && a->control && b->control; i++)
        if (!same_or_none(a->control[i], b->control[i]))
            return false;
    return true;
}

bool operator_on_integers(enum operator op, int64_t a, int64_t b, int64_t *value)
{
    switch (op) {
    case OPERATOR_PLUS:
        return !__builtin_add_overflow(a, b, value);
    case OPERATOR_MINUS:
        return !__builtin_sub_overflow(a, b, value);
    case OPERATOR_TIMES:
        return !__builtin_mul_overflow(a, b, value);
    case OPERATOR_DIVIDE:
        if (b == 0 || (a == INT64_MIN && b == -1))
            return false;
        *value = a / b;
        return true;
    default:
        return false;
    }
}

struct expr **exprs_replace(struct arena *a, struct expr **at, uint32_t n,
                            struct expr *(*replace)(void *context, struct expr *e), void *context)
{
    struct expr **to = at;
    for (uint32_t i = 0; i < n; i++) {
        struct expr *new = replace(context, at[i]);
        if (new == at[i])
            continue;
        if (to == at) {
            to = ARENA_ARRAY(a, struct expr *, n);
            memcpy(to, at, n * sizeof *to);
        }
        to[i] = new;
    }
    return to;
}

void stmt_replace_operands(struct arena *a, struct stmt *t,
                           struct expr *(*replace)(void *context, struct expr *e), void *context)
{
    t->rhs = replace(context, t->rhs);
    t->cond = replace(context, t->cond);
    for (size_t i = 0; i < COUNT_OF(t->control); i++)
        t->control[i] = replace(context, t->control[i]);
    t->list = exprs_replace(a, t->list, t->n_list, replace, context);
}
