/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CHARACTER constants and lengths. */
#include "lab/code/lower.h"

#include <string.h>

static const struct lower_type character = {TYPE_CHARACTER, 1};

/* ---- constants ---- */

struct value lower_characters(struct lower *l, struct ir_place place, struct value length)
{
    struct value v = {.type = character, .kind = VALUE_CHARACTERS};
    length.fresh = false;
    v.place = ARENA_NEW(l->arena, struct ir_place);
    *v.place = place;
    v.length = ARENA_NEW(l->arena, struct value);
    *v.length = length;
    return v;
}

static struct value literal_text(struct lower *l, const char *text)
{
    size_t n = strlen(text);
    struct ir_place place = {.object = lower_literal(l, text, n), .bytes = 1};
    struct value v = lower_characters(l, place, lower_constant((int64_t)n));
    v.text = text;
    return v;
}

struct value lower_text(struct lower *l, const struct expr *e)
{
    return literal_text(l, e->text);
}

/* Truncates a text to the declared length, or pads it with blanks. */
static const char *fit_text(struct lower *l, const char *text, struct value length)
{
    size_t n = strlen(text);
    if (length.kind != VALUE_INTEGER || length.integer == (int64_t)n)
        return text;
    char *own = arena_alloc(l->arena, (size_t)length.integer + 1);
    for (size_t i = 0; i < (size_t)length.integer; i++)
        own[i] = i < n ? text[i] : ' ';
    return own;
}

const char *lower_constant_text(struct lower *l, const struct expr *e)
{
    if (e->kind == EXPR_CHARACTER)
        return e->text;
    if (e->kind == EXPR_PAREN)
        return lower_constant_text(l, e->left);
    const struct symbol *y = e->kind == EXPR_NAME ? symbol_find(&l->symbols, e->name) : NULL;
    if (y && y->kind == SYMBOL_CONSTANT && y->type == TYPE_CHARACTER && y->value) {
        struct constant_use use;
        if (!lower_use_constant(l, &use, y))
            return NULL;
        const char *text = lower_constant_text(l, y->value);
        l->uses = use.outer;
        return text ? fit_text(l, text, lower_length(l, y)) : NULL;
    }
    return NULL;
}

struct value lower_named_text(struct lower *l, const struct symbol *y)
{
    const struct expr name = {.kind = EXPR_NAME, .name = y->name};
    const char *text = lower_constant_text(l, &name);
    return text ? literal_text(l, text) : lower_nothing(character);
}

/* ---- lengths ---- */

/* Finds the length in a declaration of name. Returns false if t does not declare it. */
static bool declared_size(const struct stmt *t, const char *name, const struct expr **size)
{
    if (t->kind != STMT_TYPE_DECL || t->spec.type != TYPE_CHARACTER)
        return false;
    for (uint32_t i = 0; i < t->n_items; i++)
        if (t->items[i].name == name) {
            *size = t->items[i].size ? t->items[i].size : t->spec.size;
            return true;
        }
    return false;
}

struct value lower_length(struct lower *l, const struct symbol *y)
{
    const struct expr *size = NULL;
    bool found = false;
    for (const struct unit *u = l->source; u && !found; u = u->host)
        for (size_t i = 0; i < u->n && !found; i++)
            found = declared_size(u->at[i], y->name, &size);
    while (size && (size->kind == EXPR_PAREN || size->kind == EXPR_KEYWORD))
        size = size->left;
    if (!size)
        return lower_constant(1);
    if (size->kind == EXPR_STAR)
        return (struct value){.type = lower_integer};
    struct value v = lower_fold(l, size);
    if (v.kind != VALUE_INTEGER || v.integer < 0) {
        lower_error(l, NULL,
                    "the length of '%s' is unknown: write a constant, or * for an argument",
                    y->name);
        return lower_constant(1);
    }
    return v;
}
