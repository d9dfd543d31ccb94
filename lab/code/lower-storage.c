/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assigns locations to variables: registers, the frame, data blocks, arguments. */
#include "lab/code/lower.h"

#include <string.h>

enum {
    /* maximum size of a local array in the frame, in bytes; larger ones are static */
    MAX_FRAME_ARRAY = 65536,
};

/* ---- shared memory ---- */

static const char *common_label(struct lower *l, const char *block)
{
    return block[0] ? arena_printf(l->arena, "%s_", block) : "_BLNK_";
}

static bool is_main(const struct lower *l)
{
    return strcmp(l->p->name, "main") == 0;
}

/* Returns whether other units may refer to the variable: it belongs to a module or to a unit
 * with contained procedures. */
static bool is_global(const struct lower *l, const struct symbol *y)
{
    return y->from || (y->level && y->level < l->symbols.level) || l->source->inner;
}

static bool is_static(const struct lower *l, const struct symbol *y)
{
    if (y->dummy)
        return false;
    if (y->saved || y->constant || l->save_all || is_global(l, y))
        return true;
    bool array = y->kind == SYMBOL_ARRAY || y->type == TYPE_CHARACTER;
    return array && (is_main(l) || (!l->o->openmp && symbol_size(y) > MAX_FRAME_ARRAY));
}

static struct lower_share *share_of(struct lower *l, int storage)
{
    for (size_t i = 0; i < l->shares.n; i++)
        if (l->shares.at[i].storage == storage)
            return &l->shares.at[i];
    return NULL;
}

static struct lower_share *widen_share(struct lower *l, const struct symbol *y)
{
    struct lower_share *s = share_of(l, y->storage);
    if (!s) {
        s = array_push(&l->shares);
        *s = (struct lower_share){.storage = y->storage, .low = y->offset, .high = y->offset};
        const struct common_storage *c = symbols_block(&l->symbols, y->storage);
        if (c) {
            s->common = true;
            s->label = common_label(l, c->name);
            s->low = c->offset;
        }
    }
    int64_t size = symbol_size(y);
    if (y->offset < s->low)
        s->low = y->offset;
    if (y->offset + size > s->high)
        s->high = y->offset + size;
    if (!s->label && is_static(l, y))
        s->label = arena_printf(l->arena, "%s.%s", l->p->name, y->name);
    return s;
}

static void lay_out_shares(struct lower *l)
{
    for (size_t i = 0; i < l->symbols.all.n; i++) {
        const struct symbol *y = l->symbols.all.at[i];
        if (symbol_is_variable(y) && (y->shared || symbols_block(&l->symbols, y->storage)) &&
            !y->from && y->level == l->symbols.level)
            widen_share(l, y);
    }
    for (size_t i = 0; i < l->shares.n; i++) {
        struct lower_share *s = &l->shares.at[i];
        if (s->label)
            lower_data_of(l, s->label, s->high - s->low, s->common);
        else
            s->frame = lower_reserve_frame(l, s->high - s->low);
    }
}

/* ---- memory of a variable ---- */

/* Returns the name of the unit that declares a name: this unit, a host or a module. */
static const char *owner_of(struct lower *l, const struct symbol *y)
{
    const struct unit *u = l->source;
    if (y->from) {
        const char *owner = "";
        for (const struct module *m = l->ast->modules->first; m; m = m->next)
            for (size_t i = 0; i < m->n; i++)
                if (m->exports[i].symbol == y->from)
                    owner = m->name;
        return owner;
    }
    for (unsigned level = l->symbols.level; u->host && level > y->level; level--)
        u = u->host;
    return u->name;
}

static const char *static_label(struct lower *l, const struct symbol *y)
{
    const char *name = y->from ? y->from->name : y->name;
    if (is_global(l, y))
        return arena_printf(l->arena, "%s.%s", owner_of(l, y), name);
    return arena_printf(l->arena, "%s.%s", l->p->name, name);
}

static struct object choose_memory(struct lower *l, struct variable *v)
{
    const struct symbol *y = v->symbol;
    struct object o = {.name = y->name, .bytes = symbol_size(y), .group = y->storage};
    if (y->type == TYPE_CHARACTER && v->length && v->length->kind == VALUE_INTEGER)
        o.bytes *= v->length->integer;
    const struct lower_share *s = share_of(l, y->storage);
    if (s && s->label) {
        o.kind = OBJECT_STATIC;
        o.symbol = lower_data_of(l, s->label, 0, s->common)->label;
        o.at = y->offset - s->low;
        o.escapes = s->common;
    } else if (s) {
        o.kind = OBJECT_FRAME;
        o.at = s->frame + y->offset - s->low;
    } else if (is_static(l, y)) {
        o.kind = OBJECT_STATIC;
        o.symbol = lower_data_of(l, static_label(l, y), o.bytes, false)->label;
        o.escapes = is_global(l, y);
    } else {
        o.kind = OBJECT_FRAME;
        o.at = lower_reserve_frame(l, o.bytes);
    }
    return o;
}

static bool in_subset(const struct symbol *y)
{
    switch (y->type) {
    case TYPE_INTEGER:
    case TYPE_LOGICAL:
        return y->bytes == 4 || y->bytes == 8;
    case TYPE_REAL:
        return y->bytes == 4;
    case TYPE_DOUBLE:
        return y->bytes == 8;
    case TYPE_COMPLEX:
        return y->bytes == 8;
    case TYPE_DOUBLE_COMPLEX:
        return y->bytes == 16;
    case TYPE_CHARACTER:
        return true;
    default:
        return false;
    }
}

/* Reports once that the type of a variable is unknown or unsupported. */
static void report_unsupported_type(struct lower *l, struct variable *v)
{
    const struct symbol *y = v->symbol;
    v->refused = true;
    v->object = NULL;
    if (y->type == TYPE_UNDEFINED)
        lower_error(l, NULL, "'%s' has no type: declare it, because IMPLICIT NONE applies",
                    y->name);
    else
        lower_error(l, NULL,
                    "the type of '%s' is not in kfc's subset: use INTEGER, REAL, REAL*8, COMPLEX, "
                    "LOGICAL or CHARACTER",
                    y->name);
}

static bool may_be_register(const struct lower *l, const struct variable *v)
{
    const struct symbol *y = v->symbol;
    return l->o->level >= 1 && lower_fits_register(y) && !y->dummy && !y->shared && !v->passed &&
           !is_static(l, y) && !symbols_block(&l->symbols, y->storage);
}

static bool check_alignment(struct lower *l, const struct symbol *y, const struct object *o)
{
    if (y->type == TYPE_CHARACTER && (y->shared || symbols_block(&l->symbols, y->storage))) {
        lower_error(l, NULL, "CHARACTER in COMMON and EQUIVALENCE is not in kfc's subset: '%s'",
                    y->name);
        return false;
    }
    if (!y->placed && (y->shared || symbols_block(&l->symbols, y->storage)))
        lower_error(l, NULL,
                    "the offset of '%s' in COMMON or EQUIVALENCE is unknown: make its bounds and "
                    "those before it constants",
                    y->name);
    else if (o->at % lower_access_bytes(lower_type_of(y)) != 0)
        lower_error(l, NULL,
                    "'%s' is at byte %lld of its block, which is not a multiple of its %d bytes: "
                    "put the 8-byte variables first",
                    y->name, (long long)o->at, y->bytes);
    else
        return true;
    return false;
}

/* ---- shapes ---- */

static struct value bound_value(struct lower *l, const struct expr *e, int64_t known_value,
                                bool known)
{
    if (known)
        return lower_constant(known_value);
    struct value v = lower_convert(l, lower_expr(l, e), lower_integer);
    v.fresh = false;
    return v;
}

static struct value extent_value(struct lower *l, const struct dimension *d, struct value low)
{
    if (d->extent_known)
        return lower_constant(d->extent);
    struct value high = bound_value(l, d->high, 0, false);
    struct value n = lower_arithmetic(l, NULL, OPERATOR_MINUS, high, low);
    n = lower_arithmetic(l, NULL, OPERATOR_PLUS, n, lower_constant(1));
    n.fresh = false;
    return n;
}

/* Returns whether the declaration of an argument ends with *. */
static bool is_assumed_size(const struct lower *l, const struct symbol *y)
{
    for (size_t i = 0; i < l->source->n; i++)
        for (uint32_t k = 0; k < l->source->at[i]->n_items; k++) {
            const struct item *item = &l->source->at[i]->items[k];
            if (item->name != y->name || item->n_dims == 0)
                continue;
            const struct expr *e = item->dims[item->n_dims - 1];
            if (e->kind == EXPR_RANGE && e->n_args > 1)
                e = e->args[1];
            return e && e->kind == EXPR_STAR;
        }
    return false;
}

/* Sets bounds and strides; emits code for those that are known only at run time. */
static void set_shape(struct lower *l, struct variable *v)
{
    const struct symbol *y = v->symbol;
    v->low = ARENA_ARRAY(l->arena, struct value, y->n_dims + 1);
    v->stride = ARENA_ARRAY(l->arena, struct value, y->n_dims + 1);
    v->stride[0] = lower_constant(1);
    for (uint32_t k = 0; k < y->n_dims; k++) {
        const struct dimension *d = &y->dims[k];
        v->low[k] = bound_value(l, d->low, d->low_value, d->low_known);
        if (!d->high && !d->extent_known) {
            v->stride[k + 1] = (struct value){.type = lower_integer};
            continue;
        }
        v->stride[k + 1] =
            lower_arithmetic(l, NULL, OPERATOR_TIMES, v->stride[k], extent_value(l, d, v->low[k]));
        v->stride[k + 1].fresh = false;
    }
}

/* Returns the first statement of the unit that declares the variable; NULL = none. */
static const struct stmt *find_declaration(const struct lower *l, const struct symbol *y)
{
    for (size_t i = 0; i < l->source->n; i++)
        for (uint32_t k = 0; k < l->source->at[i]->n_items; k++)
            if (l->source->at[i]->items[k].name == y->name)
                return l->source->at[i];
    return NULL;
}

/* Reports bounds of an array that kfc does not support, at its declaration. open: a bound is
 * missing. */
static void report_bounds(struct lower *l, const struct symbol *y, uint32_t dimension, bool open)
{
    const struct stmt *stmt = l->stmt, *declaration = find_declaration(l, y);
    l->stmt = declaration ? declaration : stmt;
    if (y->guessed)
        lower_error(l, NULL, "'%s' belongs to a module that is not in this file", y->name);
    else if (open)
        lower_error(l, NULL,
                    "'%s' has no bound in dimension %u: POINTER, ALLOCATABLE and assumed-shape "
                    "arrays are not in kfc's subset",
                    y->name, dimension);
    else if (strncmp(y->name, "function", 8) == 0)
        lower_error(l, NULL,
                    "the unit before this FUNCTION has no END; add it (without END this line "
                    "declares an array '%s')",
                    y->name);
    else
        lower_error(l, NULL, "'%s' is not an argument, so its bounds must be constants", y->name);
    l->stmt = stmt;
}

/* Reports arrays whose bounds kfc does not support, and returns false for them. */
static bool check_bounds(struct lower *l, struct variable *v)
{
    const struct symbol *y = v->symbol;
    for (uint32_t k = 0; k < y->n_dims; k++) {
        const struct dimension *d = &y->dims[k];
        bool last = k + 1 == y->n_dims && y->dummy && is_assumed_size(l, y);
        bool open = !d->high && !d->extent_known && !last;
        bool variable = !y->dummy && !d->extent_known;
        if (!open && !variable)
            continue;
        report_bounds(l, y, k + 1, open);
        v->refused = true;
        v->object = NULL;
        return false;
    }
    return true;
}

static void create_variable(struct lower *l, struct variable *v)
{
    const struct symbol *y = v->symbol;
    if (v->refused || v->object || v->reg || (y->kind != SYMBOL_SCALAR && y->kind != SYMBOL_ARRAY))
        return;
    if (l->region) {
        l->later->capture(l, v);
        return;
    }
    if (y->type == TYPE_CHARACTER && !v->length) {
        v->length = ARENA_NEW(l->arena, struct value);
        *v->length = lower_length(l, y);
    }
    if (!in_subset(y)) {
        report_unsupported_type(l, v);
        return;
    }
    if (!check_bounds(l, v))
        return;
    if (may_be_register(l, v) && ++l->p->n_variables <= IR_MAX_VARIABLES) {
        v->reg = ir_register(l->p, lower_unit(lower_type_of(y)));
        return;
    }
    struct object o = choose_memory(l, v);
    check_alignment(l, y, &o);
    v->object = lower_new_object(l, o);
    v->object->constant = y->constant;
    if (y->kind == SYMBOL_ARRAY)
        set_shape(l, v);
    lower_describe(l, v);
    if (y->constant && y->value && !y->from && y->level == l->symbols.level)
        lower_constant_array(l, v);
}

struct variable *lower_variable(struct lower *l, const char *name)
{
    struct symbol *y = symbol_of(&l->symbols, name);
    struct variable *v = lower_entry(l, y);
    if (!v->bound && !v->pointer)
        create_variable(l, v);
    return v;
}

/* ---- the entry ---- */

static const struct stmt *procedure_head(const struct lower *l)
{
    const struct stmt *t = l->source->n ? l->source->at[0] : NULL;
    return t && (t->kind == STMT_SUBROUTINE || t->kind == STMT_FUNCTION) ? t : NULL;
}

/* Moves the address of an argument to a CEU register. */
static void bind_argument(struct lower *l, const char *name, lab_reg param)
{
    struct symbol *y = symbol_of(&l->symbols, name);
    struct variable *v = lower_entry(l, y);
    lab_reg address = lower_to_ceu(l, param);
    if (y->kind != SYMBOL_SCALAR && y->kind != SYMBOL_ARRAY) {
        v->pointer = address;
        return;
    }
    v->object = lower_new_object(l, (struct object){.name = y->name,
                                                    .kind = OBJECT_ARGUMENT,
                                                    .address = address,
                                                    .bytes = symbol_size(y),
                                                    .group = y->storage,
                                                    .escapes = true});
    if (!in_subset(y))
        report_unsupported_type(l, v);
}

/* From -O1 on, loads an argument that the procedure does not change into a register. */
static void read_argument(struct lower *l, struct variable *v)
{
    const struct symbol *y = v->symbol;
    if (l->o->level < 1 || !lower_fits_register(y) || v->assigned || v->passed || !v->object)
        return;
    struct ir_place place = lower_variable_place(l, v);
    v->reg = lower_load(l, &place, lower_type_of(y)).reg;
    v->copied = true;
}

/* Returns the number of CHARACTER arguments. Their lengths are passed after all arguments. */
static uint32_t character_arguments(struct lower *l, const struct stmt *head)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < head->n_args; i++)
        n += head->args[i][0] != '*' &&
             symbol_of(&l->symbols, head->args[i])->type == TYPE_CHARACTER;
    return n;
}

static void bind_lengths(struct lower *l, const struct stmt *head)
{
    uint32_t n = head->n_args;
    for (uint32_t i = 0; i < head->n_args; i++) {
        struct symbol *y = head->args[i][0] == '*' ? NULL : symbol_of(&l->symbols, head->args[i]);
        if (!y || y->type != TYPE_CHARACTER)
            continue;
        struct variable *v = lower_entry(l, y);
        v->length = ARENA_NEW(l->arena, struct value);
        *v->length = lower_length(l, y);
        if (v->length->kind == VALUE_NOTHING)
            *v->length = (struct value){
                .type = lower_integer, .kind = VALUE_REGISTER, .reg = l->p->params[n]};
        n++;
    }
}

static void bind_arguments(struct lower *l, const struct stmt *head)
{
    l->p->n_params = head->n_args + character_arguments(l, head);
    l->p->params = ARENA_ARRAY(l->arena, lab_reg, l->p->n_params + 1);
    for (uint32_t i = 0; i < l->p->n_params; i++)
        l->p->params[i] = ir_register(l->p, LAB_IPU);
    for (uint32_t i = 0; i < head->n_args; i++) {
        if (head->args[i][0] == '*')
            lower_error(l, NULL, "alternate returns are not in kfc's subset: pass an INTEGER");
        else
            bind_argument(l, head->args[i], l->p->params[i]);
    }
    bind_lengths(l, head);
    for (uint32_t i = 0; i < head->n_args; i++)
        if (head->args[i][0] != '*')
            read_argument(l, lower_entry(l, symbol_of(&l->symbols, head->args[i])));
    for (uint32_t i = 0; i < head->n_args; i++) {
        struct symbol *y = head->args[i][0] == '*' ? NULL : symbol_of(&l->symbols, head->args[i]);
        if (y && y->kind == SYMBOL_ARRAY && !lower_entry(l, y)->refused &&
            check_bounds(l, lower_entry(l, y)))
            set_shape(l, lower_entry(l, y));
    }
}

/* Also creates all arrays of the unit at the entry, because of their bounds and shared memory. */
void lower_storage(struct lower *l)
{
    const struct stmt *head = procedure_head(l);
    lay_out_shares(l);
    if (head)
        bind_arguments(l, head);
    for (size_t i = 0; i < l->symbols.all.n; i++) {
        const struct symbol *y = l->symbols.all.at[i];
        if (y->kind == SYMBOL_ARRAY && !y->dummy && !y->from && y->level == l->symbols.level)
            lower_variable(l, y->name);
    }
}
