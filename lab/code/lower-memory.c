/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Objects in memory: data blocks, the frame, and the places of variables in them. */
#include "lab/code/lower.h"

#include <string.h>

enum { FRAME_ALIGN = 8 };

/* ---- data ---- */

struct lower_data *lower_data_of(struct lower *l, const char *label, int64_t bytes, bool common)
{
    const char *name = name_of(l->names, label, strlen(label));
    for (size_t i = 0; i < l->data.n; i++)
        if (l->data.at[i]->label == name) {
            struct lower_data *d = l->data.at[i];
            if (bytes > d->bytes)
                d->bytes = bytes;
            return d;
        }
    struct lower_data *d = ARENA_NEW(l->arena, struct lower_data);
    *d = (struct lower_data){.label = name, .bytes = bytes, .common = common};
    *array_push(&l->data) = d;
    return d;
}

void lower_initial(struct lower *l, struct lower_data *to, int64_t at, uint32_t bytes,
                   uint64_t bits)
{
    *ARENA_PUSH(l->arena, to->initials, to->n_initials) = (struct initial){at, bytes, bits};
}

struct object *lower_literal(struct lower *l, const char *bytes, size_t n)
{
    const char *label = arena_printf(l->arena, "%s.text%d", l->p->name, ++l->n_literals);
    struct lower_data *d = lower_data_of(l, label, (int64_t)n, false);
    for (size_t i = 0; i < n; i++)
        lower_initial(l, d, (int64_t)i, 1, (unsigned char)bytes[i]);
    struct object *o = ARENA_NEW(l->arena, struct object);
    *o = (struct object){.name = "a constant",
                         .kind = OBJECT_STATIC,
                         .symbol = d->label,
                         .bytes = (int64_t)n,
                         .group = l->n_groups++,
                         .constant = true};
    *array_push(&l->p->objects) = o;
    return o;
}

/* ---- the frame ---- */

int64_t lower_reserve_frame(struct lower *l, int64_t bytes)
{
    int64_t at = l->p->frame;
    l->p->frame = (at + bytes + FRAME_ALIGN - 1) / FRAME_ALIGN * FRAME_ALIGN;
    return at;
}

struct object *lower_new_object(struct lower *l, struct object o)
{
    struct object *kept = ARENA_NEW(l->arena, struct object);
    *kept = o;
    *array_push(&l->p->objects) = kept;
    return kept;
}

struct object *lower_temporary(struct lower *l, int64_t bytes)
{
    for (size_t i = l->n_busy; i < l->temporaries.n; i++)
        if (l->temporaries.at[i]->bytes >= bytes) {
            struct object *o = l->temporaries.at[i];
            l->temporaries.at[i] = l->temporaries.at[l->n_busy];
            return l->temporaries.at[l->n_busy++] = o;
        }
    struct object *o = lower_new_object(l, (struct object){.name = "a temporary",
                                                           .kind = OBJECT_FRAME,
                                                           .at = lower_reserve_frame(l, bytes),
                                                           .bytes = bytes,
                                                           .group = l->n_groups++});
    *array_push(&l->temporaries) = o;
    l->temporaries.at[l->temporaries.n - 1] = l->temporaries.at[l->n_busy];
    return l->temporaries.at[l->n_busy++] = o;
}

/* ---- variables ---- */

struct lower_type lower_type_of(const struct symbol *y)
{
    return (struct lower_type){y->type, y->bytes};
}

uint8_t lower_access_bytes(struct lower_type t)
{
    return (uint8_t)(t.type == TYPE_CHARACTER ? 1 : lower_is_complex(t) ? t.bytes / 2 : t.bytes);
}

bool lower_fits_register(const struct symbol *y)
{
    return y->kind == SYMBOL_SCALAR && y->type != TYPE_CHARACTER && !type_is_complex(y->type);
}

struct ir_place lower_variable_place(struct lower *l, const struct variable *v)
{
    (void)l;
    struct lower_type t = lower_type_of(v->symbol);
    return (struct ir_place){.object = v->object,
                             .bytes = lower_access_bytes(t),
                             .floating = lower_is_float(t) || lower_is_complex(t)};
}

struct value lower_elements(struct lower *l, const struct variable *v)
{
    (void)l;
    if (v->symbol->kind != SYMBOL_ARRAY || !v->stride)
        return lower_constant(1);
    return v->stride[v->symbol->n_dims];
}
