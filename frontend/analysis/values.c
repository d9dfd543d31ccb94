/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/values.h"

#include "base/names.h"

#include <string.h>

void values_clear(struct values *v)
{
    enum { LARGE = 4096 }; /* the table of a large loop is not cleared for each small one */
    v->all.n = 0;
    if (v->room > LARGE) {
        array_release(v->slots);
        v->slots = NULL;
        v->room = 0;
    } else if (v->room) {
        memset(v->slots, 0, v->room * sizeof *v->slots);
    }
}

void values_free(struct values *v)
{
    array_free(&v->all);
    array_release(v->slots);
    v->slots = NULL;
    v->room = 0;
}

static uint32_t hash(const struct value *v)
{
    uint64_t h = (uint64_t)v->kind | (uint64_t)v->work << 8 | (uint64_t)v->type.type << 16 |
                 (uint64_t)(unsigned)v->type.bytes << 32;
    h = hash_word(hash_word(0, h), (uintptr_t)v->detail);
    for (int i = 0; i < v->n_args; i++)
        h = hash_word(h, (unsigned)v->args[i]);
    return (uint32_t)(v->form ? hash_word(h, form_hash(v->form)) : h);
}

static bool same(const struct value *a, const struct value *b)
{
    if (a->kind != b->kind || a->work != b->work || a->detail != b->detail ||
        a->type.type != b->type.type || a->type.bytes != b->type.bytes || a->n_args != b->n_args)
        return false;
    if (a->n_args && memcmp(a->args, b->args, sizeof *a->args * (size_t)a->n_args) != 0)
        return false;
    return !a->form == !b->form && (!a->form || form_same(a->form, b->form));
}

static uint32_t *slot_of(struct values *v, const struct value *like)
{
    size_t i = hash(like) & (v->room - 1);
    while (v->slots[i] && !same(&v->all.at[v->slots[i] - 1], like))
        i = (i + 1) & (v->room - 1);
    return &v->slots[i];
}

static void grow(struct values *v)
{
    uint32_t *old = v->slots;
    size_t n = v->room;
    v->room = n ? 2 * n : 64;
    v->slots = xmalloc(sizeof *v->slots * v->room);
    memset(v->slots, 0, sizeof *v->slots * v->room);
    for (size_t i = 0; i < n; i++)
        if (old[i])
            *slot_of(v, &v->all.at[old[i] - 1]) = old[i];
    array_release(old);
}

int value_new(struct values *v, struct value like)
{
    if (like.n_args) {
        int *args = ARENA_ARRAY(v->arena, int, (size_t)like.n_args);
        memcpy(args, like.args, sizeof *args * (size_t)like.n_args);
        like.args = args;
    }
    if (like.form) {
        struct form *form = ARENA_NEW(v->arena, struct form);
        form_copy(form, like.form);
        like.form = form;
    }
    *array_push(&v->all) = like;
    return (int)v->all.n - 1;
}

int value_like(struct values *v, struct value like)
{
    if (2 * (v->all.n + 1) > v->room)
        grow(v);
    uint32_t *slot = slot_of(v, &like);
    if (*slot == 0) {
        int node = value_new(v, like);
        *slot = (uint32_t)node + 1;
    }
    struct value *found = &v->all.at[*slot - 1];
    found->first = found->first < like.first ? found->first : like.first;
    found->last = found->last > like.last ? found->last : like.last;
    return (int)*slot - 1;
}

int value_of_form(struct values *v, const struct form *f, struct value_type type)
{
    if (f->n == 1 && f->at[0].symbol != FORM_ONE && f->at[0].power == 0 &&
        f->at[0].coefficient == 1)
        return f->at[0].symbol;
    return value_like(v, (struct value){.kind = VALUE_FORM, .type = type, .form = f});
}

struct form value_form(const struct values *v, int node)
{
    const struct value *x = value_at(v, node);
    struct form f;
    if (x->kind != VALUE_FORM)
        return form_symbol(node);
    form_copy(&f, x->form);
    return f;
}

bool value_is_integer(const struct values *v, int node, int64_t *c)
{
    const struct value *x = value_at(v, node);
    return x->kind == VALUE_FORM && form_is_constant(x->form, c);
}

bool value_is_constant(const struct values *v, int node)
{
    int64_t c;
    return value_at(v, node)->kind == VALUE_CONSTANT || value_is_integer(v, node, &c);
}

bool value_counts(const struct value *v)
{
    return v->kind == VALUE_OPERATION && v->variant && v->work != WORK_RETYPE &&
           v->work != WORK_INTEGER;
}
