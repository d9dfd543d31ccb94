/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data blocks, and the initial values of DATA statements and declarations. */
#include "lab/code/lower.h"

#include <stdlib.h>
#include <string.h>

enum {
    DATA_ALIGN = 128,
    SMALL_ALIGN = 8,
    MAX_VALUES = 1 << 22, /* maximum number of initial values of a file */
};

/* ---- values ---- */

/* The values of a DATA statement in order. */
struct stream {
    const struct expr *list; /* a LIST, or one value */
    bool forever;            /* that one value is repeated without limit */
    uint32_t next;
    int64_t left; /* remaining repetitions of the current value */
    const struct expr *value;
};

static bool has_more_values(struct lower *l, struct stream *s)
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

static const struct expr *next_value(struct lower *l, struct stream *s)
{
    if (!has_more_values(l, s))
        return NULL;
    s->left--;
    return s->value;
}

/* An index of an implied DO, with its bounds. */
struct implied_index {
    struct variable *v;
    const struct value *before;
    struct value now;
    int64_t last, step;
};

static bool open_index(struct lower *l, const struct expr *e, struct implied_index *c)
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
    *c = (struct implied_index){c->v, c->v->bound, first, last.integer, step.integer};
    c->v->bound = &c->now;
    return true;
}

static bool index_in_range(const struct implied_index *c)
{
    return c->step > 0 ? c->now.integer <= c->last : c->now.integer >= c->last;
}

/* Counts an initial value. Reports an error and returns false if the file has too many. */
static bool count_initial(struct lower *l, const struct expr *at)
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
    struct implied_index c;
    struct value v;
    if (e->kind == EXPR_IMPLIED_DO && open_index(l, e, &c)) {
        for (; index_in_range(&c) && l->n_values <= MAX_VALUES; c.now.integer += c.step)
            for (uint32_t k = 0; k < e->n_args && count_initial(l, e); k++)
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

static const struct expr *expand_list(struct lower *l, const struct expr *e)
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
    float single = (float)v.real;
    uint32_t word;
    if (v.kind == VALUE_REAL && v.type.type == TYPE_REAL) {
        memcpy(&word, &single, sizeof word);
        bits = word;
    } else if (v.kind == VALUE_REAL) {
        memcpy(&bits, &v.real, sizeof bits);
    }
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

static int64_t element_bytes(const struct variable *v)
{
    return v->symbol->type == TYPE_CHARACTER && v->length ? v->length->integer : v->symbol->bytes;
}

/* Sets *offset to the distance in bytes from the start of v to an element. Its subscripts may
 * contain indices of implied DOs. Returns false after a message. */
static bool element_at(struct lower *l, const struct variable *v, const struct expr *e,
                       int64_t *offset)
{
    *offset = 0;
    if (e->n_args != v->symbol->n_dims || !v->stride) {
        lower_error(l, e, "the number of subscripts differs from the number of dimensions of '%s'",
                    v->symbol->name);
        return false;
    }
    for (uint32_t k = 0; k < e->n_args; k++) {
        struct value sub = lower_fold(l, e->args[k]);
        if (sub.kind != VALUE_INTEGER || v->low[k].kind != VALUE_INTEGER ||
            v->stride[k].kind != VALUE_INTEGER) {
            lower_error(l, e->args[k],
                        "a subscript in DATA must be an expression of constants and indices of "
                        "implied DOs");
            return false;
        }
        *offset += (sub.integer - v->low[k].integer) * v->stride[k].integer * element_bytes(v);
    }
    return true;
}

static bool put_next(struct lower *l, const struct variable *v, int64_t offset,
                     const struct expr *at, struct stream *s)
{
    const struct expr *e = next_value(l, s);
    if (!count_initial(l, at))
        return false;
    if (e)
        put_initial(l, v, offset, e);
    else
        lower_error(l, at, "DATA has fewer values than elements of '%s'", v->symbol->name);
    return e;
}

static struct variable *find_target(struct lower *l, const struct expr *e, const char *name)
{
    struct variable *v = lower_variable(l, name);
    if (v->object && v->object->kind == OBJECT_STATIC &&
        (!v->length || v->length->kind == VALUE_INTEGER))
        return v;
    lower_error(l, e, "'%s' cannot have an initial value", name);
    return NULL;
}

static bool initialize_variable(struct lower *l, const struct expr *e, const char *name,
                                struct stream *s)
{
    const struct variable *v = find_target(l, e, name);
    struct value n = v ? lower_elements(l, v) : lower_constant(0);
    for (int64_t i = 0; n.kind == VALUE_INTEGER && i < n.integer; i++)
        if (!put_next(l, v, i * element_bytes(v), e, s))
            return false;
    return v;
}

static bool initialize_item(struct lower *l, const struct expr *e, struct stream *s);

static bool initialize_implied_do(struct lower *l, const struct expr *e, struct stream *s)
{
    struct implied_index c;
    bool good = open_index(l, e, &c);
    if (!good)
        return false;
    for (; good && index_in_range(&c) && count_initial(l, e); c.now.integer += c.step)
        for (uint32_t k = 0; good && k < e->n_args; k++)
            good = initialize_item(l, e->args[k], s);
    c.v->bound = c.before;
    return good;
}

static bool initialize_item(struct lower *l, const struct expr *e, struct stream *s)
{
    int64_t offset;
    if (e->kind == EXPR_IMPLIED_DO)
        return initialize_implied_do(l, e, s);
    if (e->kind == EXPR_NAME)
        return initialize_variable(l, e, e->name, s);
    if (e->kind != EXPR_APPLY || e->left->kind != EXPR_NAME) {
        lower_error(l, e, "in kfc's subset, this cannot have an initial value");
        return false;
    }
    const struct variable *v = find_target(l, e, e->left->name);
    return v && element_at(l, v, e, &offset) && put_next(l, v, offset, e, s);
}

/* ---- statements ---- */

static void data_statement(struct lower *l, const struct stmt *t)
{
    struct stream s = {0};
    for (uint32_t i = 0; i < t->n_items; i++) {
        const struct item *item = &t->items[i];
        if (i == 0 || item->set != t->items[i - 1].set)
            s = (struct stream){.list = t->list[item->set]};
        if (!initialize_item(l, item->ref, &s))
            return;
        bool last = i + 1 == t->n_items || t->items[i + 1].set != item->set;
        if (last && has_more_values(l, &s))
            lower_error(l, s.value, "DATA has more values than elements");
    }
}

static void initialize_declaration(struct lower *l, const struct stmt *t)
{
    for (uint32_t i = 0; i < t->n_items; i++) {
        const struct item *item = &t->items[i];
        if (!item->value || (t->attributes & ATTR_PARAMETER))
            continue;
        struct stream s = {.list = expand_list(l, item->value), .forever = true};
        initialize_variable(l, item->value, item->name, &s);
    }
}

void lower_constant_array(struct lower *l, const struct variable *v)
{
    struct stream s = {.list = expand_list(l, v->symbol->value), .forever = true};
    initialize_variable(l, v->symbol->value, v->symbol->name, &s);
}

void lower_data_statements(struct lower *l)
{
    for (size_t i = 0; i < l->source->n; i++) {
        l->stmt = l->source->at[i];
        if (l->stmt->kind == STMT_DATA)
            data_statement(l, l->stmt);
        else if (l->stmt->kind == STMT_TYPE_DECL)
            initialize_declaration(l, l->stmt);
    }
}

/* ---- blocks ---- */

static int compare_offsets(const void *one, const void *other)
{
    const struct initial *a = one, *b = other;
    return (a->at > b->at) - (a->at < b->at);
}

static void add_datum(struct lab_block *b, uint32_t bytes, uint64_t repeat, uint64_t bits)
{
    struct lab_datum *last = b->data.n ? &b->data.at[b->data.n - 1] : NULL;
    if (last && bytes && last->bytes == bytes && last->bits == bits)
        last->repeat += repeat;
    else if (repeat)
        *array_push(&b->data) = (struct lab_datum){.bytes = bytes, .repeat = repeat, .bits = bits};
}

static void emit_data_block(struct lower *l, struct lower_data *d)
{
    struct lab_block *b = array_push(&l->unit->blocks);
    int64_t at = 0;
    *b = (struct lab_block){.name = d->label,
                            .align = d->common || d->bytes >= DATA_ALIGN ? DATA_ALIGN : SMALL_ALIGN,
                            .global = d->common,
                            .common = d->common};
    if (d->n_initials)
        qsort(d->initials, d->n_initials, sizeof *d->initials, compare_offsets);
    for (size_t i = 0; i < d->n_initials; i++) {
        const struct initial *v = &d->initials[i];
        if (v->at < at) {
            diag_error(l->d, (struct where){.file = l->unit->source},
                       "DATA initializes a location in block %s twice", d->label);
            return;
        }
        if (v->at > at)
            add_datum(b, 0, (uint64_t)(v->at - at), 0);
        add_datum(b, v->bytes, 1, v->bits);
        at = v->at + v->bytes;
    }
    if (d->bytes > at)
        add_datum(b, 0, (uint64_t)(d->bytes - at), 0);
}

void lower_data_finish(struct lower *l)
{
    for (size_t i = 0; i < l->data.n; i++)
        emit_data_block(l, l->data.at[i]);
}
