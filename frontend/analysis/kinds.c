/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/kinds.h"
#include "base/util.h"

#include <string.h>

static const struct {
    const char *name;
    int bytes;
} kinds[] = {
    {"real32", 4},
    {"real64", 8},
    {"real128", 16},
    {"int8", 1},
    {"int16", 2},
    {"int32", 4},
    {"int64", 8},
    {"c_float", 4},
    {"c_double", 8},
    {"c_int", 4},
    {"c_long", 8},
    {"c_long_long", 8},
    {"c_short", 2},
    {"c_size_t", 8},
    {"c_char", 1},
    {"c_int8_t", 1},
    {"c_bool", 1},
    {"c_int16_t", 2},
    {"c_int32_t", 4},
    {"c_int64_t", 8},
    {"c_intptr_t", 8},
    {"c_long_double", 16},
    {"c_float_complex", 4},
    {"c_double_complex", 8},
    {"c_long_double_complex", 16},
    {"c_float128", 16},
    {"c_float128_complex", 16},
    {"c_signed_char", 1},
    {"c_intmax_t", 8},
    {"c_ptrdiff_t", 8},
    {"c_int128_t", 16},
    {"c_int_least8_t", 1},
    {"c_int_least16_t", 2},
    {"c_int_least32_t", 4},
    {"c_int_least64_t", 8},
    {"c_int_fast8_t", 1},
    {"c_int_fast16_t", 8},
    {"c_int_fast32_t", 8},
    {"c_int_fast64_t", 8},
    {"real16", 2},
    {"logical8", 1},
    {"logical16", 2},
    {"logical32", 4},
    {"logical64", 8},
    {"atomic_int_kind", 4},
    {"atomic_logical_kind", 4},
    {"omp_integer_kind", 4},
    {"omp_logical_kind", 4},
    {"omp_sched_kind", 4},
    {"omp_lock_kind", 4},
    {"omp_nest_lock_kind", 8},
};

bool kind_of_name(const char *name, int64_t *bytes)
{
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (strcmp(kinds[i].name, name) == 0) {
            *bytes = kinds[i].bytes;
            return true;
        }
    return false;
}

/* Finds the argument with that keyword or position. False if it is absent or not constant. */
static bool argument(struct symbols *s, const struct expr *e, const char *keyword, uint32_t place,
                     int64_t *value)
{
    for (uint32_t i = 0; i < e->n_args; i++) {
        const struct expr *a = e->args[i];
        bool named = a->kind == EXPR_KEYWORD;
        if (named ? strcmp(a->name, keyword) == 0 : i == place)
            return symbols_integer(s, named ? a->left : a, value);
    }
    return false;
}

/* SELECTED_REAL_KIND with IEEE formats: 6 digits and 10**37 in 4 bytes, 15 digits and 10**307 in
 * 8. */
static bool selected_real(struct symbols *s, const struct expr *e, int64_t *bytes)
{
    int64_t digits = 0, range = 0;
    bool given = argument(s, e, "p", 0, &digits);
    if (!argument(s, e, "r", 1, &range) && !given)
        return false;
    *bytes = digits <= 6 && range <= 37 ? 4 : digits <= 15 && range <= 307 ? 8 : 16;
    return true;
}

static bool selected_integer(struct symbols *s, const struct expr *e, int64_t *bytes)
{
    int64_t digits;
    if (!argument(s, e, "r", 0, &digits))
        return false;
    *bytes = digits <= 2 ? 1 : digits <= 4 ? 2 : digits <= 9 ? 4 : 8;
    return true;
}

/* Evaluates KIND(x) of a constant or a declared name. */
static bool kind_of(struct symbols *s, const struct expr *e, int64_t *bytes)
{
    const struct expr *x = e->n_args == 1 ? e->args[0] : NULL;
    const struct symbol *y = x && x->kind == EXPR_NAME ? symbol_find(s, x->name) : NULL;
    if (y && y->declared)
        *bytes = type_is_complex(y->type) ? y->bytes / 2 : y->bytes;
    else if (x && x->kind == EXPR_REAL)
        *bytes = real_bytes(s, x);
    else if (x && (x->kind == EXPR_INTEGER || x->kind == EXPR_LOGICAL))
        *bytes = 4;
    else
        return false;
    return true;
}

bool kind_of_inquiry(struct symbols *s, const struct expr *e, int64_t *bytes)
{
    const char *name = e->left->kind == EXPR_NAME ? e->left->name : "";
    if (strcmp(name, "kind") == 0)
        return kind_of(s, e, bytes);
    if (strcmp(name, "selected_real_kind") == 0 || strcmp(name, "ieee_selected_real_kind") == 0)
        return selected_real(s, e, bytes);
    return strcmp(name, "selected_int_kind") == 0 && selected_integer(s, e, bytes);
}

/* 10 is gfortran's kind with 80 bits, which occupies 16 bytes. */
static bool named_kind(struct symbols *s, const struct expr *e, int64_t *bytes)
{
    struct expr name = {.kind = EXPR_NAME, .name = e->name};
    if (!symbols_integer(s, &name, bytes))
        return false;
    *bytes = *bytes == 10 ? 16 : *bytes;
    return *bytes == 4 || *bytes == 8 || *bytes == 16;
}

bool real_kind_known(struct symbols *s, const struct expr *e)
{
    int64_t bytes;
    return !e->name || named_kind(s, e, &bytes);
}

int real_bytes(struct symbols *s, const struct expr *e)
{
    int64_t bytes;
    if (e->name && named_kind(s, e, &bytes))
        return (int)bytes;
    return e->bytes ? e->bytes : 4;
}
