/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedure calls. All Fortran arguments are passed by address. */
#include "lab/code/lower.h"
#include "base/util.h"

#include <string.h>

/* Returns the assembly name of a procedure. */
static const char *assembly_name(struct lower *l, const struct symbol *y)
{
    return arena_printf(l->arena, "%s_", y->name);
}

static struct object *procedure_object(struct lower *l, const struct symbol *y)
{
    const char *label = assembly_name(l, y);
    struct object *o = ARENA_NEW(l->arena, struct object);
    *o = (struct object){.name = y->name,
                         .kind = OBJECT_STATIC,
                         .symbol = name_of(l->names, label, strlen(label)),
                         .group = l->n_groups++,
                         .constant = true};
    *array_push(&l->p->objects) = o;
    return o;
}

/* Stores a value that is not in memory in a temporary, and returns its address. */
static lab_reg value_argument(struct lower *l, struct value v)
{
    if (v.kind == VALUE_CHARACTERS)
        return lower_address(l, v.place);
    struct object *o = lower_temporary(l, v.kind == VALUE_COMPLEX ? v.type.bytes : 8);
    struct ir_place place = {.object = o,
                             .bytes = lower_access_bytes(v.type),
                             .floating = lower_is_float(v.type) || v.kind == VALUE_COMPLEX};
    lower_store(l, &place, v);
    return lower_address(l, &place);
}

static bool is_variable(struct lower *l, const struct expr *e)
{
    if (e->kind == EXPR_NAME)
        return symbol_is_variable(symbol_of(&l->symbols, e->name)) &&
               !lower_variable(l, e->name)->bound;
    return e->kind == EXPR_APPLY && e->left->kind == EXPR_NAME &&
           symbol_applied(symbol_of(&l->symbols, e->left->name), e) == SYMBOL_ARRAY;
}

/* Returns whether e is a procedure passed as an argument, by the address of its constant block. */
static bool is_procedure(struct lower *l, const struct expr *e)
{
    if (e->kind != EXPR_NAME)
        return false;
    const struct symbol *y = symbol_of(&l->symbols, e->name);
    return y->kind == SYMBOL_FUNCTION || y->external;
}

static lab_reg procedure_argument(struct lower *l, const struct expr *e)
{
    const struct variable *v = lower_variable(l, e->name);
    if (v->pointer)
        return v->pointer;
    struct ir_place place = {.object = procedure_object(l, v->symbol), .bytes = 8};
    return lower_address(l, &place);
}

/* Returns the register of an argument; 0 after a message. Sets *length to the register of a
 * CHARACTER's length. */
static lab_reg lower_argument(struct lower *l, const struct expr *e, lab_reg *length)
{
    struct ir_place place;
    struct lower_type t;
    struct value text;
    if (is_procedure(l, e))
        return procedure_argument(l, e);
    if (lower_is_text(l, e)) {
        text = lower_text_argument(l, e);
        if (text.kind != VALUE_CHARACTERS)
            return 0;
        *length = lower_register(l, *text.length);
        return lower_address(l, text.place);
    }
    if (!is_variable(l, e)) {
        struct value v = lower_expr(l, e);
        return v.kind == VALUE_NOTHING ? 0 : value_argument(l, v);
    }
    if (e->kind == EXPR_NAME && lower_variable(l, e->name)->reg)
        return value_argument(l, lower_expr(l, e)); /* the callee only reads it */
    bool placed = e->kind == EXPR_APPLY && lower_is_array(l, e) ? lower_contiguous(l, e, &place)
                                                                : lower_place(l, e, &place, &t);
    return placed ? lower_address(l, &place) : 0;
}

static struct value emit_procedure_call(struct lower *l, const struct expr *e,
                                        const struct symbol *y, struct lower_type t)
{
    uint32_t n = e->kind == EXPR_APPLY ? e->n_args : 0;
    lab_reg *args = ARENA_ARRAY(l->arena, lab_reg, 2 * n + 1);
    lab_reg *lengths = ARENA_ARRAY(l->arena, lab_reg, n + 1);
    uint32_t n_lengths = 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct expr *a = e->args[i];
        if (a->kind == EXPR_KEYWORD || a->kind == EXPR_LABEL || a->kind == EXPR_STAR) {
            lower_error(l, a, "arguments with keywords and labels are not in kfc's subset");
            return (struct value){.type = t};
        }
        args[i] = lower_argument(l, a, &lengths[n_lengths]);
        if (!args[i])
            return (struct value){.type = t};
        n_lengths += lengths[n_lengths] != 0;
    }
    for (uint32_t i = 0; i < n_lengths; i++)
        args[n++] = lengths[i];
    const struct variable *v = y->dummy ? lower_variable(l, y->name) : NULL;
    if (v && !v->pointer && !v->object) {
        if (!v->refused)
            lower_error(l, e, "'%s' is called, but is not a procedure", y->name);
        return (struct value){.type = t};
    }
    struct value result = lower_call(l, v ? NULL : assembly_name(l, y), t, args, n);
    if (v)
        l->now->code.at[l->now->code.n - 1].pointer = v->pointer ? v->pointer : v->object->address;
    return result;
}

/* ---- functions ---- */

/* Returns whether the unit or one of its hosts uses OMP_LIB. */
static bool uses_openmp(const struct lower *l)
{
    for (const struct unit *u = l->source; u; u = u->host)
        for (size_t i = 0; i < u->n; i++)
            if (u->at[i]->kind == STMT_USE && u->at[i]->name &&
                strcmp(u->at[i]->name, "omp_lib") == 0)
                return true;
    return false;
}

/* Sets the type of a function of OMP_LIB if the source uses that module without containing it. */
static void set_module_type(const struct lower *l, const struct symbol *y, struct lower_type *t)
{
    static const struct {
        const char *name;
        const struct lower_type *type;
    } functions[] = {
        {"omp_get_thread_num", &lower_integer},  {"omp_get_num_threads", &lower_integer},
        {"omp_get_max_threads", &lower_integer}, {"omp_get_num_procs", &lower_integer},
        {"omp_in_parallel", &lower_logical},     {"omp_get_wtime", &lower_double}};
    if (y->declared || !(l->symbols.lacking || uses_openmp(l)))
        return;
    for (size_t i = 0; i < COUNT_OF(functions); i++)
        if (strcmp(functions[i].name, y->name) == 0)
            *t = *functions[i].type;
}

struct value lower_function(struct lower *l, const struct expr *e, const struct symbol *y)
{
    struct lower_type t = lower_type_of(y);
    struct value v;
    if (!y->external && !y->dummy && lower_system_function(l, e, y->name, &v))
        return v;
    if (!y->external && !y->dummy && lower_is_intrinsic(y->name))
        return lower_intrinsic(l, e, y->name);
    if (lower_refuse_intrinsic(l, e, y, LOWER_FUNCTION))
        return (struct value){.type = lower_integer};
    set_module_type(l, y, &t);
    bool known = t.type == TYPE_INTEGER || t.type == TYPE_LOGICAL || lower_is_float(t);
    if (!known) {
        lower_error(l, e, "the type of function '%s' is not in kfc's subset", y->name);
        return (struct value){.type = lower_integer};
    }
    return emit_procedure_call(l, e, y, t);
}

void lower_call_statement(struct lower *l, const struct stmt *t)
{
    const struct expr *e = t->lhs, *name = e->kind == EXPR_APPLY ? e->left : e;
    if (name->kind != EXPR_NAME) {
        lower_error(l, e, "type-bound procedures are not in kfc's subset");
        return;
    }
    const struct symbol *y = symbol_of(&l->symbols, name->name);
    if (!y->external && !y->dummy && lower_intrinsic_call(l, e, y->name))
        return;
    if (!lower_refuse_intrinsic(l, e, y, LOWER_SUBROUTINE))
        emit_procedure_call(l, e, y, lower_none);
}
