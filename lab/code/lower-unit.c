/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lowers the program units of an AST to procedures. */
#include "lab/code/lower.h"

#include <string.h>

static void find_result(struct lower *l, const struct stmt *head)
{
    l->result = NULL;
    if (head->kind == STMT_FUNCTION)
        l->result = lower_variable(l, head->result ? head->result : head->name);
    if (l->result && !lower_fits_register(l->result->symbol))
        lower_error(l, NULL,
                    "functions that return arrays, CHARACTER or COMPLEX are not in kfc's subset: "
                    "write a subroutine");
}

/* Emits the return, with the function's value. */
static void emit_return(struct lower *l)
{
    struct value v = {0};
    lower_start_block(l, l->leave);
    if (l->result && l->result->reg) {
        v.reg = l->result->reg;
    } else if (l->result && l->result->object) {
        struct ir_place place = lower_variable_place(l, l->result);
        v = lower_load(l, &place, lower_type_of(l->result->symbol));
    }
    struct ir_inst *i = lower_push_inst(l, IR_RETURN);
    i->inst.s[0] = v.reg;
    l->now->end = END_RETURN;
}

static void close_constructs(struct lower *l)
{
    l->inner = NULL;
    l->loop = -1;
}

/* Creates the unit's variables. */
static void lower_declarations(struct lower *l)
{
    lower_scan(l, 0, l->source->n);
    lower_mark_shared(l);
    lower_storage(l);
}

static void lower_procedure(struct lower *l, const struct unit *u, const char *name)
{
    const struct stmt *head = u->at[0];
    l->stmt = head;
    lower_new_procedure(l, name);
    lower_find_labels(l);
    lower_declarations(l);
    find_result(l, head);
    lower_data_statements(l);
    lower_statements(l, 0, u->n);
    close_constructs(l);
    l->stmt = u->at[u->n - 1];
    emit_return(l);
    lower_check_labels(l);
    if (l->d->errors == l->errors)
        lower_finish_procedure(l, l->p);
}

static bool is_main(const struct unit *u)
{
    enum stmt_kind k = u->at[0]->kind;
    return k != STMT_SUBROUTINE && k != STMT_FUNCTION && k != STMT_BLOCK_DATA && k != STMT_MODULE;
}

static void lower_block_data(struct lower *l)
{
    struct ir_procedure scratch = {.name = l->source->name};
    l->p = &scratch;
    l->loop = -1;
    l->now = NULL;
    lower_start_block(l, lower_block(l));
    lower_declarations(l);
    lower_data_statements(l);
    for (size_t i = 0; i < scratch.blocks.n; i++)
        array_free(&scratch.blocks.at[i]->code);
    array_free(&scratch.blocks);
    array_free(&scratch.objects);
    array_free(&scratch.constants);
}

static bool has_module(const struct ast *ast, const char *name)
{
    for (size_t i = 0; i < ast->n_units; i++) {
        const struct unit *u = ast->units[i];
        if (u->n && u->at[0]->kind == STMT_MODULE && strcmp(u->name, name) == 0)
            return true;
    }
    return false;
}

/* Reports each USE of a module that is neither in the file nor known to the compiler: its names
 * would be undeclared variables. */
static void check_modules(struct lower *l, const struct unit *u)
{
    for (size_t i = 0; i < u->n; i++) {
        const struct stmt *t = u->at[i];
        if (t->kind != STMT_USE || !t->name || has_module(l->ast, t->name) ||
            module_of_compiler(t->name))
            continue;
        l->stmt = t;
        lower_error(l, NULL, "module '%s' is not in this file; add its source above", t->name);
    }
}

static void lower_program_unit(struct lower *l, const struct unit *u)
{
    if (u->n == 0)
        return;
    l->source = u;
    check_modules(l, u);
    l->stmt = u->at[0];
    l->variables.n = l->shares.n = l->labels.n = 0;
    l->save_all = false;
    l->n_inlined = 0;
    name_index_free(&l->named_values);
    l->constant_values.n = 0;
    l->inner = NULL;
    l->result = NULL;
    symbols_open(&l->symbols, l->arena, l->ast, u);
    l->n_groups = 1 << 20;
    if (u->at[0]->kind == STMT_BLOCK_DATA || u->at[0]->kind == STMT_MODULE)
        lower_block_data(l);
    else
        lower_procedure(l, u, is_main(u) ? "main" : arena_printf(l->arena, "%s_", u->name));
    symbols_free(&l->symbols);
}

bool kfc_lower(struct ir_unit *u, const struct ast *ast, const struct kfc_options *o,
               struct diag *d, long errors)
{
    static const struct lower_later_calls later = {lower_any_expr, lower_statement_range,
                                                   lower_capture};
    struct lower l = {.later = &later,
                      .arena = u->arena,
                      .names = u->names,
                      .ast = ast,
                      .o = o,
                      .d = d,
                      .unit = u,
                      .errors = errors};
    for (size_t i = 0; i < ast->n_units; i++)
        lower_program_unit(&l, ast->units[i]);
    lower_data_finish(&l);
    name_index_free(&l.named_values);
    array_release_all(l.variables.at, l.labels.at, l.shares.at, l.constant_values.at,
                      l.temporaries.at, l.data.at);
    return d->errors == l.errors;
}
