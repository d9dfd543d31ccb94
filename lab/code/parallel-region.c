/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts a parallel region to a procedure with three arguments: the thread's number, the size
 * of the team, and the address of the captured values. These are the addresses of variables of
 * the enclosing procedure that are not static, and the values of those that are only read. */
#include "lab/code/parallel.h"

#include <string.h>

/* ---- switching between procedures ---- */

static void swap_bytes(void *a, void *b, size_t n)
{
    unsigned char *x = a, *y = b;
    for (size_t i = 0; i < n; i++) {
        unsigned char byte = x[i];
        x[i] = y[i];
        y[i] = byte;
    }
}

#define SWAP_MEMBER(a, b, member) swap_bytes(&(a)->member, &(b)->member, sizeof(a)->member)

/* Exchanges the current procedure's state with the one saved in r. */
static void swap_procedure(struct lower *l, struct parallel_region *r)
{
    SWAP_MEMBER(l, r, p);
    SWAP_MEMBER(l, r, now);
    SWAP_MEMBER(l, r, leave);
    SWAP_MEMBER(l, r, loop);
    SWAP_MEMBER(l, r, inner);
    SWAP_MEMBER(l, r, result);
    SWAP_MEMBER(l, r, constants);
    SWAP_MEMBER(l, r, variables);
    SWAP_MEMBER(l, r, temporaries);
    SWAP_MEMBER(l, r, n_busy);
}

/* Appends entries for the symbols that are in like, but not in to. */
static void add_missing_entries(struct lower *l, struct variable_list *to,
                                const struct variable_list *like)
{
    while (to->n < like->n) {
        struct variable *v = ARENA_NEW(l->arena, struct variable);
        v->symbol = like->at[to->n]->symbol;
        *array_push(to) = v;
    }
}

static void check_leaving(struct lower *l, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        for (const struct stmt *t = l->source->at[i]; t; t = t->action)
            if (t->kind == STMT_RETURN) {
                l->stmt = t;
                lower_error(l, NULL,
                            "RETURN leaves a parallel region: jump to the end of the region");
            }
}

static bool has_label(const struct unit *u, size_t from, size_t to, long label)
{
    for (size_t i = from; i < to; i++)
        if (u->at[i]->label == label)
            return true;
    return false;
}

static void check_jumps(struct lower *l, size_t from, size_t to)
{
    const struct unit *u = l->source;
    for (size_t i = 0; i < u->n; i++)
        for (const struct stmt *t = u->at[i]; t; t = t->action)
            for (uint32_t k = 0; k < t->n_targets; k++)
                if (has_label(u, from, to, t->targets[k]) != (i >= from && i < to)) {
                    l->stmt = t;
                    lower_error(l, NULL, "a jump to label %ld enters or leaves a parallel region",
                                t->targets[k]);
                }
}

/* Sets the parameters: thread, threads, address of the captured values. */
static void set_parameters(struct lower *l, struct parallel_region *r)
{
    struct ir_procedure *p = l->p;
    p->n_params = 3;
    p->params = ARENA_ARRAY(l->arena, lab_reg, 3);
    for (int i = 0; i < 3; i++)
        p->params[i] = ir_register(p, LAB_IPU);
    r->thread = p->params[0];
    r->threads = p->params[1];
    r->entry = l->now;
    r->captured = lower_new_object(l, (struct object){.name = "captured values",
                                                      .kind = OBJECT_ARGUMENT,
                                                      .address = lower_to_ceu(l, p->params[2]),
                                                      .group = l->n_groups++,
                                                      .constant = true});
}

void region_begin(struct lower *l, struct parallel_region *r, size_t from, size_t to)
{
    const char *name = arena_printf(l->arena, "%s$par%d_", l->p->name, ++l->n_regions);
    const struct stmt *t = l->stmt;
    check_leaving(l, from, to);
    check_jumps(l, from, to);
    l->stmt = t;
    *r = (struct parallel_region){.outer = l->region, .loop = -1};
    swap_procedure(l, r);
    add_missing_entries(l, &l->variables, &r->variables);
    lower_new_procedure(l, name);
    set_parameters(l, r);
    l->region = r;
    lower_scan(l, from, to);
    lower_start_block(l, lower_block(l));
}

/* ---- captured values ---- */

static struct ir_place captured_slot(struct object *o, size_t k, bool floating)
{
    return (struct ir_place){
        .object = o, .offset = 8 * (int64_t)k, .bytes = 8, .floating = floating};
}

/* Loads the next captured value at the entry into a register of that unit. */
static lab_reg load_captured(struct lower *l, enum lab_unit unit)
{
    struct parallel_region *r = l->region;
    struct ir_place place = captured_slot(r->captured, r->list.n - 1, unit == LAB_FPU);
    struct ir_block *now = l->now;
    l->now = r->entry;
    struct value v = lower_load(l, &place, unit == LAB_FPU ? lower_double : lower_integer8);
    struct lab_inst *i = &l->now->code.at[l->now->code.n - 1].inst;
    if (unit == LAB_CEU)
        i->d = v.reg = ir_register(l->p, LAB_CEU);
    l->now = now;
    return v.reg;
}

static lab_reg capture_register(struct lower *l, lab_reg outer)
{
    *array_push(&l->region->list) = (struct captured){.reg = outer};
    return load_captured(l, lab_reg_unit(outer));
}

static struct value capture_value(struct lower *l, struct value outer)
{
    if (outer.kind == VALUE_REGISTER)
        outer.reg = capture_register(l, outer.reg);
    outer.fresh = false;
    return outer;
}

static void capture_shape(struct lower *l, struct variable *v, const struct variable *outer)
{
    uint32_t n = v->symbol->n_dims;
    if (outer->length) {
        v->length = ARENA_NEW(l->arena, struct value);
        *v->length = capture_value(l, *outer->length);
    }
    if (!outer->low)
        return;
    v->low = ARENA_ARRAY(l->arena, struct value, n + 1);
    v->stride = ARENA_ARRAY(l->arena, struct value, n + 1);
    for (uint32_t k = 0; k < n; k++)
        v->low[k] = capture_value(l, outer->low[k]);
    for (uint32_t k = 0; k <= n; k++)
        v->stride[k] = capture_value(l, outer->stride[k]);
}

static struct object *capture_memory(struct lower *l, struct variable *outer)
{
    struct object o = *outer->object;
    outer->object->escapes = o.escapes = !o.constant;
    if (o.kind != OBJECT_STATIC) {
        *array_push(&l->region->list) = (struct captured){.variable = outer};
        o.kind = OBJECT_ARGUMENT;
        o.address = load_captured(l, LAB_CEU);
        o.at = 0;
    }
    return lower_new_object(l, o);
}

/* Returns the variable of the enclosing procedure. */
static struct variable *outer_variable(struct lower *l, const struct symbol *y)
{
    struct parallel_region *r = l->region;
    struct variable_list all = l->variables;
    swap_procedure(l, r);
    l->region = r->outer;
    add_missing_entries(l, &l->variables, &all);
    struct variable *v = lower_variable(l, y->name);
    swap_procedure(l, r);
    l->region = r;
    return v;
}

/* Returns whether the region only reads a scalar and no other thread can write it meanwhile. */
static bool is_only_read(const struct lower *l, const struct variable *v, const struct object *o)
{
    const struct symbol *y = v->symbol;
    return l->o->level >= 1 && lower_fits_register(y) && !v->assigned && !v->passed && !y->shared &&
           o->kind != OBJECT_STATIC;
}

void lower_capture(struct lower *l, struct variable *v)
{
    struct variable *outer = outer_variable(l, v->symbol);
    if (outer->pointer) {
        v->pointer = capture_register(l, outer->pointer);
        return;
    }
    capture_shape(l, v, outer);
    if (outer->reg) {
        v->reg = capture_register(l, outer->reg);
        v->copied = outer->copied;
        return;
    }
    if (!outer->object)
        return;
    v->object = capture_memory(l, outer);
    if (!is_only_read(l, v, outer->object))
        return;
    struct ir_place place = lower_variable_place(l, v);
    struct ir_block *now = l->now;
    l->now = l->region->entry;
    v->reg = lower_load(l, &place, lower_type_of(v->symbol)).reg;
    v->copied = true;
    l->now = now;
}

/* ---- the end ---- */

static lab_reg store_captured(struct lower *l, const struct parallel_region *r)
{
    struct object *o = lower_temporary(l, 8 * (int64_t)(r->list.n + 1));
    for (size_t k = 0; k < r->list.n; k++) {
        const struct captured *h = &r->list.at[k];
        struct value v = {.type = lower_integer8, .kind = VALUE_REGISTER, .reg = h->reg};
        if (h->variable) {
            struct ir_place place = lower_variable_place(l, h->variable);
            v.reg = lower_address(l, &place);
        }
        struct ir_place to = captured_slot(o, k, lab_reg_unit(v.reg) == LAB_FPU);
        lower_store(l, &to, v);
    }
    struct ir_place all = captured_slot(o, 0, false);
    return lower_address(l, &all);
}

void region_end(struct lower *l, struct parallel_region *r, lab_reg *block, lab_reg *captured)
{
    struct object o = {.name = l->p->name,
                       .kind = OBJECT_STATIC,
                       .symbol = l->p->name,
                       .group = l->n_groups++,
                       .constant = true};
    lower_start_block(l, l->leave);
    lower_push_inst(l, IR_RETURN);
    l->now->end = END_RETURN;
    if (l->d->errors == l->errors)
        lower_finish_procedure(l, l->p);
    swap_procedure(l, r);
    add_missing_entries(l, &l->variables, &r->variables);
    array_free(&r->variables);
    array_free(&r->temporaries);
    l->region = r->outer;
    struct ir_place place = {.object = lower_new_object(l, o), .bytes = 8};
    *block = lower_address(l, &place);
    *captured = store_captured(l, r);
    array_free(&r->list);
}

/* ---- the team ---- */

static struct value in_register(lab_reg r)
{
    return (struct value){.type = lower_integer, .kind = VALUE_REGISTER, .reg = r};
}

struct value region_threads(struct lower *l)
{
    return l->region ? in_register(l->region->threads)
                     : lower_library(l, "lab_threads", lower_integer, 0, NULL);
}

struct value region_thread(struct lower *l)
{
    if (l->region)
        return in_register(l->region->thread);
    struct value threads = region_threads(l);
    struct value cell = lower_library(l, "cell_number", lower_integer, 0, NULL);
    return lower_select(l, LAB_ITSTGT8, threads, lower_constant(1), cell, lower_constant(0));
}
