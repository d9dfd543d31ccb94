/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Initial values: the values of a list in order, and their bytes in data blocks. */
#include "lab/code/lower-initial.h"
#include "base/bits.h"

#include <string.h>

enum { MAX_VALUES = 1 << 22 }; /* maximum number of initial values of a file */

/* ---- values ---- */

bool lower_has_more_values(struct lower *l, struct lower_stream *s)
{
    bool many = s->list->kind == EXPR_LIST;
    while (s->left == 0) {
        if (s->next >= (many ? s->list->n_args : s->forever ? s->next + 1 : 1))
            return false;
        const struct expr *e = many ? s->list->args[s->next] : s->list;
        s->next = many ? s->next + 1 : 0;
        s->left = 1;
        s->value = e;
        if (e->kind == EXPR_REPEAT) {
            struct value n = lower_fold(l, e->left);
            s->value = e->right;
            s->left = n.kind == VALUE_INTEGER && n.integer > 0 ? n.integer : 0;
            if (n.kind != VALUE_INTEGER)
                lower_error(l, e,
                            "the repeat count of a value in DATA must be an INTEGER constant");
        }
    }
    return true;
}

static const struct expr *next_value(struct lower *l, struct lower_stream *s)
{
    if (!lower_has_more_values(l, s))
        return NULL;
    s->left--;
    return s->value;
}

bool lower_open_index(struct lower *l, const struct expr *e, struct lower_implied_index *c)
{
    struct value first = lower_fold(l, e->control[0]), last = lower_fold(l, e->control[1]);
    struct value step = e->control[2] ? lower_fold(l, e->control[2]) : lower_constant(1);
    if (first.kind != VALUE_INTEGER || last.kind != VALUE_INTEGER || step.kind != VALUE_INTEGER ||
        step.integer == 0) {
        lower_error(l, e,
                    "the bounds of an implied DO in DATA or a constant must be INTEGER constants");
        return false;
    }
    c->v = lower_index(l, e->name);
    *c = (struct lower_implied_index){c->v, c->v->bound, first, last.integer, step.integer};
    c->v->bound = &c->now;
    return true;
}

bool lower_index_in_range(const struct lower_implied_index *c)
{
    return c->step > 0 ? c->now.integer <= c->last : c->now.integer >= c->last;
}

/* Counts an initial value. Reports an error and returns false if the file has too many. */
bool lower_count_initial(struct lower *l, const struct expr *at)
{
    if (l->n_values++ < MAX_VALUES)
        return true;
    if (l->n_values == MAX_VALUES + 1)
        lower_error(l, at,
                    "more than %d initial values are too many for kfc: assign them in a loop",
                    MAX_VALUES);
    return false;
}

/* Appends the values of e to a list and expands implied DOs. */
static void append_values(struct lower *l, const struct expr *e, struct expr *list)
{
    struct lower_implied_index c;
    struct value v;
    if (e->kind == EXPR_IMPLIED_DO && lower_open_index(l, e, &c)) {
        for (; lower_index_in_range(&c) && l->n_values <= MAX_VALUES; c.now.integer += c.step)
            for (uint32_t k = 0; k < e->n_args && lower_count_initial(l, e); k++)
                append_values(l, e->args[k], list);
        c.v->bound = c.before;
        return;
    }
    struct expr *one = ARENA_NEW(l->arena, struct expr);
    *one = *e;
    v = e->kind == EXPR_REPEAT || e->kind == EXPR_IMPLIED_DO ? (struct value){0} : lower_fold(l, e);
    if (v.kind == VALUE_INTEGER && v.type.type == TYPE_INTEGER)
        *one =
            (struct expr){.kind = EXPR_INTEGER, .integer = v.integer, .at = e->at, .end = e->end};
    if (v.kind == VALUE_REAL)
        *one = (struct expr){.kind = EXPR_REAL,
                             .bytes = (unsigned)v.type.bytes & 15,
                             .real = v.real,
                             .at = e->at,
                             .end = e->end};
    *ARENA_PUSH(l->arena, list->args, list->n_args) = one;
}

const struct expr *lower_expand_list(struct lower *l, const struct expr *e)
{
    bool any = false;
    for (uint32_t k = 0; e->kind == EXPR_LIST && k < e->n_args; k++)
        any |= e->args[k]->kind == EXPR_IMPLIED_DO;
    if (!any)
        return e;
    struct expr *list = ARENA_NEW(l->arena, struct expr);
    *list = (struct expr){.kind = EXPR_LIST, .at = e->at, .end = e->end};
    for (uint32_t k = 0; k < e->n_args; k++)
        append_values(l, e->args[k], list);
    return list;
}

/* ---- one element ---- */

static void put_text(struct lower *l, struct lower_data *to, int64_t at, int64_t bytes,
                     const char *text)
{
    size_t n = strlen(text);
    for (int64_t i = 0; i < bytes; i++)
        lower_initial(l, to, at + i, 1, (size_t)i < n ? (unsigned char)text[i] : ' ');
}

static uint64_t bits_of(struct value v)
{
    uint64_t bits = (uint64_t)v.integer;
    if (v.kind == VALUE_REAL)
        bits = v.type.type == TYPE_REAL ? float_bits((float)v.real) : double_bits(v.real);
    return v.type.bytes == 4 ? (uint32_t)bits : bits;
}

static void put_complex(struct lower *l, const struct variable *v, struct lower_data *to,
                        int64_t at, const struct expr *e)
{
    struct lower_type t = lower_type_of(v->symbol);
    struct lower_type part = t.type == TYPE_COMPLEX ? lower_real : lower_double;
    bool pair = e->kind == EXPR_COMPLEX;
    for (int k = 0; k < 2; k++) {
        struct value x = pair ? lower_fold(l, e->args[k])
                         : k  ? lower_constant(0)
                              : lower_fold(l, e);
        if (x.kind == VALUE_NOTHING) {
            lower_error(l, e, "the value of '%s' is not a constant of kfc's subset",
                        v->symbol->name);
            return;
        }
        x = lower_convert(l, x, part);
        lower_initial(l, to, at + k * part.bytes, (uint32_t)part.bytes, bits_of(x));
    }
}

static void put_initial(struct lower *l, const struct variable *v, int64_t offset,
                        const struct expr *e)
{
    struct lower_data *to = lower_data_of(l, v->object->symbol, 0, false);
    int64_t at = v->object->at + offset;
    struct lower_type t = lower_type_of(v->symbol);
    if (t.type == TYPE_CHARACTER) {
        const char *text = lower_constant_text(l, e);
        if (!text)
            lower_error(l, e, "the value of '%s' must be a CHARACTER constant", v->symbol->name);
        else
            put_text(l, to, at, v->length->integer, text);
        return;
    }
    if (lower_is_complex(t)) {
        put_complex(l, v, to, at, e);
        return;
    }
    struct value x = lower_fold(l, e);
    if (x.kind == VALUE_NOTHING) {
        lower_error(l, e, "the value of '%s' is not a constant of kfc's subset", v->symbol->name);
        return;
    }
    x = lower_convert(l, x, t);
    lower_initial(l, to, at, (uint32_t)t.bytes, bits_of(x));
}

/* ---- initialized variables ---- */

int64_t lower_element_bytes(const struct variable *v)
{
    return v->symbol->type == TYPE_CHARACTER && v->length ? v->length->integer : v->symbol->bytes;
}

bool lower_put_next(struct lower *l, const struct variable *v, int64_t offset,
                    const struct expr *at, struct lower_stream *s)
{
    const struct expr *e = next_value(l, s);
    if (!lower_count_initial(l, at))
        return false;
    if (e)
        put_initial(l, v, offset, e);
    else
        lower_error(l, at, "DATA has fewer values than elements of '%s'", v->symbol->name);
    return e;
}

bool lower_check_target(struct lower *l, const struct expr *e, const struct variable *v)
{
    if (v->object && v->object->kind == OBJECT_STATIC &&
        (!v->length || v->length->kind == VALUE_INTEGER))
        return true;
    lower_error(l, e, "'%s' cannot have an initial value", v->symbol->name);
    return false;
}

bool lower_initialize(struct lower *l, const struct expr *e, const struct variable *v,
                      struct lower_stream *s)
{
    if (!lower_check_target(l, e, v))
        return false;
    struct value n = lower_elements(l, v);
    for (int64_t i = 0; n.kind == VALUE_INTEGER && i < n.integer; i++)
        if (!lower_put_next(l, v, i * lower_element_bytes(v), e, s))
            return false;
    return true;
}

void lower_constant_array(struct lower *l, const struct variable *v)
{
    struct lower_stream s = {.list = lower_expand_list(l, v->symbol->value), .forever = true};
    lower_initialize(l, v->symbol->value, v, &s);
}
