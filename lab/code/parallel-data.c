/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PRIVATE, FIRSTPRIVATE, LASTPRIVATE and REDUCTION. */
#include "lab/code/parallel.h"

#include <float.h>
#include <stdint.h>
#include <string.h>

/* ---- values ---- */

static struct value read_variable(struct lower *l, const struct variable *v)
{
    struct lower_type t = lower_type_of(v->symbol);
    if (v->reg)
        return (struct value){.type = t, .kind = VALUE_REGISTER, .reg = v->reg};
    struct ir_place place = lower_variable_place(l, v);
    return lower_load(l, &place, t);
}

static void write_variable(struct lower *l, const struct variable *v, struct value x)
{
    struct ir_place place;
    if (v->reg) {
        lower_move(l, v->reg, x);
    } else {
        place = lower_variable_place(l, v);
        lower_store(l, &place, x);
    }
}

/* Copies an array element by element. */
static void copy_array(struct lower *l, const struct variable *to, const struct variable *from)
{
    struct lower_type t = lower_type_of(to->symbol);
    struct construct c = {.kind = CONSTRUCT_OTHER, .stmt = l->stmt, .after = lower_block(l)};
    struct value at = {.type = lower_integer8, .kind = VALUE_REGISTER};
    at.reg = ir_register(l->p, LAB_IPU);
    lower_move(l, at.reg, lower_constant(0));
    lower_loop_open(l, &c, NULL, lower_constant(0), lower_constant(1), lower_elements(l, to));
    struct ir_place x = lower_variable_place(l, from), y = lower_variable_place(l, to);
    x.n_terms = y.n_terms = 1;
    x.terms[0] = y.terms[0] = (struct ir_place_term){at.reg, t.bytes};
    lower_store(l, &y, lower_load(l, &x, t));
    lower_move(l, at.reg, lower_binary(l, LAB_ADD8, lower_integer8, at, lower_constant(1)));
    lower_loop_close(l, &c);
}

static void copy_variable(struct lower *l, const struct variable *to, const struct variable *from)
{
    if (to->symbol->kind == SYMBOL_ARRAY)
        copy_array(l, to, from);
    else
        write_variable(l, to, read_variable(l, from));
}

/* ---- private variables ---- */

static void create_private(struct lower *l, struct variable *own, const struct variable *shared)
{
    const struct symbol *y = own->symbol;
    bool array = y->kind == SYMBOL_ARRAY;
    int64_t bytes = symbol_size(y);
    if (array && bytes == 0) {
        lower_error(l, NULL, "'%s' cannot be private: its bounds are not constants", y->name);
        return;
    }
    if (lower_fits_register(y) && l->o->level >= 1 && !own->passed) {
        own->reg = ir_register(l->p, lower_unit(lower_type_of(y)));
        return;
    }
    own->low = shared->low;
    own->stride = shared->stride;
    own->object = lower_new_object(l, (struct object){.name = y->name,
                                                      .kind = OBJECT_FRAME,
                                                      .at = lower_reserve_frame(l, bytes),
                                                      .bytes = bytes,
                                                      .group = l->n_groups++});
}

static struct private_variable *find_private(const struct privates *p, const struct symbol *y)
{
    for (size_t i = 0; i < p->list.n; i++)
        if (p->list.at[i].own->symbol == y)
            return &p->list.at[i];
    return NULL;
}

/* Adds a private variable. The shared one is created if its value or shape is needed. */
static struct private_variable *add_private(struct lower *l, struct privates *p,
                                            struct omp_item item)
{
    struct symbol *y = symbol_of(&l->symbols, item.name);
    struct variable *shared = lower_entry(l, y);
    if (!symbol_is_variable(y) || y->type == TYPE_CHARACTER) {
        lower_error(l, NULL, "'%s' is not a numeric or LOGICAL variable: it cannot be private",
                    y->name);
        return NULL;
    }
    struct private_variable *had = find_private(p, y), one = {.item = item};
    if (had) {
        one.shared = had->shared;
        one.own = had->own;
        if (item.kind != CLAUSE_PRIVATE)
            *array_push(&p->list) = one;
        return NULL;
    }
    shared->assigned |= item.kind == CLAUSE_LASTPRIVATE || item.kind == CLAUSE_REDUCTION;
    if (item.kind != CLAUSE_PRIVATE || y->kind == SYMBOL_ARRAY)
        lower_variable(l, y->name);
    one.shared = shared;
    one.own = ARENA_NEW(l->arena, struct variable);
    *one.own =
        (struct variable){.symbol = y, .assigned = shared->assigned, .passed = shared->passed};
    create_private(l, one.own, shared);
    l->variables.at[y->slot] = one.own;
    *array_push(&p->list) = one;
    return &p->list.at[p->list.n - 1];
}

/* ---- reductions ---- */

static struct value real_constant(struct lower_type t, double x)
{
    return (struct value){.type = t, .kind = VALUE_REAL, .real = x};
}

static struct value reduction_identity(const struct symbol *y, enum omp_reduction r)
{
    struct lower_type t = lower_type_of(y);
    double most = t.bytes == 4 ? FLT_MAX : DBL_MAX;
    bool real = lower_is_float(t);
    struct value v = lower_constant(0);
    v.type = t;
    switch (r) {
    case REDUCTION_AND:
    case REDUCTION_EQV:
    case REDUCTION_PRODUCT:
        v.integer = 1;
        break;
    case REDUCTION_IAND:
        v.integer = -1;
        break;
    case REDUCTION_MAX:
        v.integer = t.bytes == 4 ? INT32_MIN : INT64_MIN;
        return real ? real_constant(t, -most) : v;
    case REDUCTION_MIN:
        v.integer = t.bytes == 4 ? INT32_MAX : INT64_MAX;
        return real ? real_constant(t, most) : v;
    default:
        break;
    }
    return real ? real_constant(t, (double)v.integer) : v;
}

static struct value select_extreme(struct lower *l, struct value a, struct value b, bool greatest)
{
    if (lower_is_float(a.type))
        return lower_binary(l, greatest ? LAB_FMAX8 : LAB_FMIN8, a.type, a, b);
    return lower_select(l, greatest ? LAB_ITSTGT8 : LAB_ITSTLT8, a, b, a, b);
}

static struct value combine(struct lower *l, enum omp_reduction r, struct value a, struct value b)
{
    switch (r) {
    case REDUCTION_PRODUCT:
        return lower_arithmetic(l, NULL, OPERATOR_TIMES, a, b);
    case REDUCTION_MAX:
    case REDUCTION_MIN:
        return select_extreme(l, a, b, r == REDUCTION_MAX);
    case REDUCTION_AND:
    case REDUCTION_IAND:
        return lower_binary(l, LAB_AND8, a.type, a, b);
    case REDUCTION_OR:
    case REDUCTION_IOR:
        return lower_binary(l, LAB_OR8, a.type, a, b);
    case REDUCTION_NEQV:
    case REDUCTION_IEOR:
        return lower_binary(l, LAB_XOR8, a.type, a, b);
    case REDUCTION_EQV:
        return lower_test(l, LAB_ITSTEQ8, a, b);
    default:
        return lower_arithmetic(l, NULL, OPERATOR_PLUS, a, b);
    }
}

static bool reduction_fits(const struct symbol *y, enum omp_reduction r)
{
    bool logical =
        r == REDUCTION_AND || r == REDUCTION_OR || r == REDUCTION_EQV || r == REDUCTION_NEQV;
    bool whole = r == REDUCTION_IAND || r == REDUCTION_IOR || r == REDUCTION_IEOR;
    if (logical || y->type == TYPE_LOGICAL)
        return logical && y->type == TYPE_LOGICAL;
    if ((r == REDUCTION_MAX || r == REDUCTION_MIN) && type_is_complex(y->type))
        return false;
    return !whole || y->type == TYPE_INTEGER;
}

void parallel_lock(struct lower *l, const char *routine, const char *name)
{
    const struct lower_data *d = lower_data_of(l, name, LAB_SUBPAGE_BYTES, true);
    struct object *o = lower_new_object(l, (struct object){.name = name,
                                                           .kind = OBJECT_STATIC,
                                                           .symbol = d->label,
                                                           .bytes = LAB_SUBPAGE_BYTES,
                                                           .group = l->n_groups++});
    struct ir_place place = {.object = o, .bytes = 8};
    lab_reg address = lower_address(l, &place);
    lower_call(l, routine, lower_none, &address, 1);
}

void privates_reduce(struct lower *l, const struct privates *p)
{
    if (!privates_have_clause(p, CLAUSE_REDUCTION))
        return;
    parallel_lock(l, "lab_lock", "lab.reduction");
    for (size_t i = 0; i < p->list.n; i++) {
        const struct private_variable *one = &p->list.at[i];
        if (one->item.kind != CLAUSE_REDUCTION)
            continue;
        struct value own = read_variable(l, one->own);
        struct value all = combine(l, one->item.reduction, read_variable(l, one->shared), own);
        write_variable(l, one->shared, all);
    }
    parallel_lock(l, "lab_unlock", "lab.reduction");
}

/* ---- clauses ---- */

static bool is_private(enum omp_clause kind)
{
    return kind == CLAUSE_PRIVATE || kind == CLAUSE_FIRSTPRIVATE || kind == CLAUSE_LASTPRIVATE ||
           kind == CLAUSE_REDUCTION;
}

void privates_open(struct lower *l, struct privates *p, const struct omp *d)
{
    *p = (struct privates){0};
    for (size_t i = 0; i < d->n_items; i++) {
        if (!is_private(d->items[i].kind))
            continue;
        struct private_variable *one = add_private(l, p, d->items[i]);
        if (!one || (!one->own->reg && !one->own->object))
            continue;
        const struct symbol *y = one->own->symbol;
        if (one->item.kind == CLAUSE_FIRSTPRIVATE) {
            copy_variable(l, one->own, one->shared);
        } else if (one->item.kind == CLAUSE_REDUCTION) {
            if (y->kind == SYMBOL_ARRAY || !reduction_fits(y, one->item.reduction))
                lower_error(l, NULL,
                            "'%s' cannot be reduced by this operator: use a scalar of a type that "
                            "the operator accepts",
                            y->name);
            else
                write_variable(l, one->own, reduction_identity(y, one->item.reduction));
        }
    }
}

void privates_add(struct lower *l, struct privates *p, const char *name)
{
    add_private(l, p, (struct omp_item){.kind = CLAUSE_PRIVATE, .name = name});
}

static bool is_shared(const struct omp *d, const char *name)
{
    for (size_t i = 0; i < d->n_items; i++)
        if (d->items[i].kind == CLAUSE_SHARED && d->items[i].name == name)
            return true;
    return false;
}

static void add_implied(struct lower *l, struct privates *p, const struct expr *e)
{
    if (e->kind != EXPR_IMPLIED_DO)
        return;
    privates_add(l, p, e->name);
    for (uint32_t i = 0; i < e->n_args; i++)
        add_implied(l, p, e->args[i]);
}

void privates_add_loops(struct lower *l, struct privates *p, size_t from, size_t to,
                        const struct omp *d)
{
    for (size_t i = from; i < to; i++)
        for (const struct stmt *t = l->source->at[i]; t; t = t->action) {
            if (t->kind == STMT_DO && !is_shared(d, t->name))
                privates_add(l, p, t->name);
            for (uint32_t k = 0; k < t->n_list; k++)
                if (t->list[k])
                    add_implied(l, p, t->list[k]);
        }
}

bool privates_have_clause(const struct privates *p, enum omp_clause kind)
{
    for (size_t i = 0; i < p->list.n; i++)
        if (p->list.at[i].item.kind == kind)
            return true;
    return false;
}

void privates_copy_last(struct lower *l, const struct privates *p)
{
    for (size_t i = 0; i < p->list.n; i++)
        if (p->list.at[i].item.kind == CLAUSE_LASTPRIVATE)
            copy_variable(l, p->list.at[i].shared, p->list.at[i].own);
}

void privates_close(struct lower *l, struct privates *p)
{
    for (size_t i = p->list.n; i-- > 0;)
        l->variables.at[p->list.at[i].own->symbol->slot] = p->list.at[i].shared;
    array_free(&p->list);
}
