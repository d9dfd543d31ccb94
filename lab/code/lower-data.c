/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks of data, and what DATA statements put there. */
#include "lab/code/lower.h"

#include <stdlib.h>

enum { DATA_ALIGN = 128, SMALL_ALIGN = 8 };

void lower_data_statements(struct lower *l)
{
    for (size_t i = 0; i < l->source->n; i++) {
        l->stmt = l->source->at[i];
        if (l->stmt->kind == STMT_DATA)
            lower_error(l, NULL, "DATA is not in kfc's subset: write assignments");
        for (uint32_t k = 0; l->stmt->kind == STMT_TYPE_DECL && k < l->stmt->n_items; k++)
            if (l->stmt->items[k].value && !(l->stmt->attributes & ATTR_PARAMETER))
                lower_error(
                    l, l->stmt->items[k].value,
                    "initial values in declarations are not in kfc's subset: write assignments");
    }
}

/* ---- blocks ---- */

static int by_place(const void *one, const void *other)
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

static void finish(struct lower *l, struct lower_data *d)
{
    struct lab_block *b = array_push(&l->unit->blocks);
    int64_t at = 0;
    *b = (struct lab_block){.name = d->label,
                            .align = d->common || d->bytes >= DATA_ALIGN ? DATA_ALIGN : SMALL_ALIGN,
                            .global = d->common,
                            .common = d->common};
    if (d->n_initials)
        qsort(d->initials, d->n_initials, sizeof *d->initials, by_place);
    for (size_t i = 0; i < d->n_initials; i++) {
        const struct initial *v = &d->initials[i];
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
        finish(l, l->data.at[i]);
}
