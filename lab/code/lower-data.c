/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data blocks, and the initial values of DATA statements and declarations. */
#include "lab/code/lower-initial.h"

#include <stdlib.h>
#include <string.h>

enum {
    DATA_ALIGN = 128,
    SMALL_ALIGN = 8,
};

/* ---- initialized variables ---- */

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
        *offset +=
            (sub.integer - v->low[k].integer) * v->stride[k].integer * lower_element_bytes(v);
    }
    return true;
}

static bool initialize_item(struct lower *l, const struct expr *e, struct lower_stream *s);

static bool initialize_implied_do(struct lower *l, const struct expr *e, struct lower_stream *s)
{
    struct lower_implied_index c;
    bool good = lower_open_index(l, e, &c);
    if (!good)
        return false;
    for (; good && lower_index_in_range(&c) && lower_count_initial(l, e); c.now.integer += c.step)
        for (uint32_t k = 0; good && k < e->n_args; k++)
            good = initialize_item(l, e->args[k], s);
    c.v->bound = c.before;
    return good;
}

static bool initialize_item(struct lower *l, const struct expr *e, struct lower_stream *s)
{
    int64_t offset;
    if (e->kind == EXPR_IMPLIED_DO)
        return initialize_implied_do(l, e, s);
    if (e->kind == EXPR_NAME)
        return lower_initialize(l, e, lower_variable(l, e->name), s);
    if (e->kind != EXPR_APPLY || e->left->kind != EXPR_NAME) {
        lower_error(l, e, "in kfc's subset, this cannot have an initial value");
        return false;
    }
    const struct variable *v = lower_variable(l, e->left->name);
    return lower_check_target(l, e, v) && element_at(l, v, e, &offset) &&
           lower_put_next(l, v, offset, e, s);
}

/* ---- statements ---- */

static void data_statement(struct lower *l, const struct stmt *t)
{
    struct lower_stream s = {0};
    for (uint32_t i = 0; i < t->n_items; i++) {
        const struct item *item = &t->items[i];
        if (i == 0 || item->set != t->items[i - 1].set)
            s = (struct lower_stream){.list = t->list[item->set]};
        if (!initialize_item(l, item->ref, &s))
            return;
        bool last = i + 1 == t->n_items || t->items[i + 1].set != item->set;
        if (last && lower_has_more_values(l, &s))
            lower_error(l, s.value, "DATA has more values than elements");
    }
}

static void initialize_declaration(struct lower *l, const struct stmt *t)
{
    for (uint32_t i = 0; i < t->n_items; i++) {
        const struct item *item = &t->items[i];
        if (!item->value || (t->attributes & ATTR_PARAMETER))
            continue;
        struct lower_stream s = {.list = lower_expand_list(l, item->value), .forever = true};
        lower_initialize(l, item->value, lower_variable(l, item->name), &s);
    }
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
                       "DATA initializes a location in block '%s' twice", d->label);
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
