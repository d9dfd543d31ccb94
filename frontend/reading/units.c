/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/reading/units.h"
#include "frontend/reading/cards.h"

#include <stdlib.h>
#include <string.h>

void stmt_wrong(struct diag *d, struct stmt *s, const char *why)
{
    diag_error(d, cards_where(s->source, s->at, s->file, s->line, s->at), "%s", why);
    s->meant = s->kind;
    s->kind = STMT_WRONG;
    s->text = why;
}

static struct open_unit *innermost_unit(const struct units *u)
{
    return u->open.n ? &u->open.at[u->open.n - 1] : NULL;
}

bool units_at_head(const struct units *u)
{
    const struct open_unit *o = innermost_unit(u);
    return !o || o->contains || u->interface;
}

/* ---- declared names ---- */

static void declare_name(struct units *u, const char *name, bool array)
{
    uint32_t *is_array = name_index_at(&u->declared, name, u->serial);
    if (*is_array == NAME_INDEX_NONE || array)
        *is_array = array;
}

static void declare_items(struct units *u, const struct stmt *s)
{
    bool declares = s->kind == STMT_TYPE_DECL || s->kind == STMT_DIMENSION ||
                    s->kind == STMT_COMMON || s->kind == STMT_ATTRIBUTE ||
                    s->kind == STMT_CRAY_POINTER || s->kind == STMT_RECORD;
    for (uint32_t i = 0; declares && i < s->n_items; i++)
        declare_name(u, s->items[i].name, s->items[i].n_dims > 0);
}

/* Whether s is a statement function: "f(x, y) = ..." before the executable statements, where f is
 * not an array. */
static bool is_statement_function(const struct units *u, const struct open_unit *o,
                                  const struct stmt *s)
{
    if (s->kind != STMT_ASSIGN || o->body || s->lhs->kind != EXPR_APPLY ||
        s->lhs->left->kind != EXPR_NAME)
        return false;
    for (uint32_t i = 0; i < s->lhs->n_args; i++)
        if (s->lhs->args[i]->kind != EXPR_NAME)
            return false;
    uint32_t is_array = name_index_find(&u->declared, s->lhs->left->name, u->serial);
    if (is_array == NAME_INDEX_NONE)
        return !o->uses && !o->unit->host;
    return !is_array;
}

/* ---- units ---- */

/* Whether the statement may declare arrays that are not known here. */
static bool may_declare_arrays(const struct stmt *s)
{
    return (s->kind == STMT_USE && !(s->name && module_of_compiler(s->name))) ||
           s->kind == STMT_WRONG || s->kind == STMT_UNSUPPORTED;
}

static void append_statement(struct units *u, struct stmt *s)
{
    struct open_unit *o = innermost_unit(u);
    *array_push(&o->at) = s;
    if (u->definition || u->interface)
        return;
    if (is_statement_function(u, o, s))
        s->kind = STMT_STATEMENT_FUNCTION;
    declare_items(u, s);
    o->uses |= may_declare_arrays(s);
    o->body |= stmt_kind_executable(s->kind);
}

/* Begins a unit. head: its first statement, NULL = none. The directives before it follow the head.
 */
static void begin_unit(struct units *u, const char *name, struct stmt *head)
{
    struct open_unit *outer = innermost_unit(u);
    struct unit *unit = ARENA_NEW(u->arena, struct unit);
    unit->name = name;
    unit->host = outer ? outer->unit : NULL;
    *array_push(&u->units) = unit;
    if (outer) {
        *(outer->unit->inner ? &u->units.at[outer->last_inner]->next : &outer->unit->inner) = unit;
        outer->last_inner = u->units.n - 1;
    }
    bool uses = outer && outer->uses;
    *array_push(&u->open) = (struct open_unit){.unit = unit, .uses = uses};
    u->serial++;
    u->interface = u->definition = 0;
    if (head)
        append_statement(u, head);
    for (size_t i = 0; i < u->waiting.n; i++)
        append_statement(u, u->waiting.at[i]);
    u->waiting.n = 0;
}

/* Copies the type of a function, declared in its body, to its head for callers in its host. */
static void copy_type_from_body(struct unit *unit)
{
    struct stmt *head = unit->n ? unit->at[0] : NULL;
    if (!unit->host || !head || head->kind != STMT_FUNCTION || head->spec.type != TYPE_NONE)
        return;
    const char *result = head->result ? head->result : head->name;
    for (size_t i = 1; i < unit->n && !stmt_kind_executable(unit->at[i]->kind); i++) {
        const struct stmt *s = unit->at[i];
        for (uint32_t k = 0; s->kind == STMT_TYPE_DECL && k < s->n_items; k++)
            if (s->items[k].name == result) {
                head->spec = s->spec;
                return;
            }
    }
}

static void finish_unit(struct units *u)
{
    struct open_unit *o = innermost_unit(u);
    struct unit *unit = o->unit;
    unit->n = o->at.n;
    unit->at = ARENA_ARRAY(u->arena, struct stmt *, unit->n + 1);
    if (unit->n)
        memcpy(unit->at, o->at.at, unit->n * sizeof *unit->at);
    array_free(&o->at);
    copy_type_from_body(unit);
    u->open.n--;
    u->interface = u->definition = 0;
    blocks_check(u->arena, unit, u->diag);
}

/* Whether a statement of the unit was not classified, so that it may be the END. */
static bool may_have_unread_end(const struct open_unit *o)
{
    for (size_t i = 0; i < o->at.n; i++)
        if (o->at.at[i]->kind == STMT_WRONG && o->at.at[i]->meant == STMT_WRONG)
            return true;
    return false;
}

static bool is_unit_head(enum stmt_kind kind)
{
    return kind == STMT_PROGRAM || kind == STMT_SUBROUTINE || kind == STMT_FUNCTION ||
           kind == STMT_BLOCK_DATA || kind == STMT_MODULE;
}

/* Ends a unit without END, and reports that at its head unless the END may be unread. The name of a
 * main program without PROGRAM statement is not in the source. */
static void finish_unit_without_end(struct units *u)
{
    const struct open_unit *o = innermost_unit(u);
    const struct stmt *s = o->at.at[0];
    struct where w = cards_where(s->source, s->at, s->file, s->line, s->at);
    if (!may_have_unread_end(o) && (is_unit_head(s->kind) || is_unit_head(s->meant)))
        diag_error(u->diag, w, "'%s' has no END; add it after its last statement", o->unit->name);
    else if (!may_have_unread_end(o))
        diag_error(u->diag, w,
                   "this statement begins a main program that has no END; add END after its last "
                   "statement%s",
                   u->serial > 1 ? ", or remove what follows the END of the previous unit" : "");
    finish_unit(u);
}

static void add_unit_head(struct units *u, struct stmt *s)
{
    while (u->open.n && !innermost_unit(u)->contains)
        finish_unit_without_end(u);
    const char *name = s->name;
    if (!name)
        name = name_of(u->names, s->kind == STMT_BLOCK_DATA ? "block data" : "main",
                       s->kind == STMT_BLOCK_DATA ? 10 : 4);
    begin_unit(u, name, s);
}

/* Tracks the depth of INTERFACE and TYPE, which contain declarations of their own. */
static void count_definitions(struct units *u, const struct stmt *s)
{
    uint32_t *depth = NULL;
    bool opens = s->kind == STMT_INTERFACE || s->kind == STMT_TYPE_DEF || s->kind == STMT_STRUCTURE;
    if (s->kind == STMT_INTERFACE || s->kind == STMT_END_INTERFACE)
        depth = &u->interface;
    if (s->kind == STMT_TYPE_DEF || s->kind == STMT_END_TYPE || s->kind == STMT_STRUCTURE ||
        s->kind == STMT_END_STRUCTURE)
        depth = &u->definition;
    if (depth && opens)
        ++*depth;
    else if (depth && *depth)
        --*depth;
}

/* Adds a statement to the open TYPE definition. */
static void add_definition_part(struct units *u, struct stmt *s)
{
    if (s->kind == STMT_TYPE_DEF) {
        u->type = s;
        u->parts.n = 0;
        return;
    }
    if (!u->type)
        return;
    bool ends = s->kind == STMT_END_TYPE || stmt_kind_executable(s->kind) || u->definition == 0;
    if (!ends) {
        *array_push(&u->parts) = s;
        return;
    }
    u->type->n_parts = u->parts.n;
    u->type->parts = ARENA_ARRAY(u->arena, struct stmt *, u->parts.n + 1);
    if (u->parts.n)
        memcpy(u->type->parts, u->parts.at, u->parts.n * sizeof *u->parts.at);
    u->type = NULL;
}

void units_add(struct units *u, struct stmt *s, enum stmt_kind meant)
{
    bool inside = u->open.n && u->interface;
    if (is_unit_head(meant) && !inside) {
        add_unit_head(u, s);
        return;
    }
    if (!u->open.n && (s->kind == STMT_DIRECTIVE || s->kind == STMT_INCLUDE)) {
        *array_push(&u->waiting) = s;
        return;
    }
    if (!u->open.n)
        begin_unit(u, name_of(u->names, "main", 4), NULL);
    bool component = u->definition > 0;
    add_definition_part(u, s);
    if (component && s->kind == STMT_WRONG)
        s->n_args = 0; /* its names are those of components */
    if (stmt_kind_executable(s->kind))
        u->definition = 0; /* its end was not read */
    count_definitions(u, s);
    component = component && u->definition && s->kind != STMT_WRONG && s->kind != STMT_INCLUDE &&
                s->kind != STMT_UNSUPPORTED;
    if ((!inside || !u->interface) && !component)
        append_statement(u, s);
    if (s->kind == STMT_CONTAINS && !inside)
        innermost_unit(u)->contains = true;
    if (meant == STMT_END && !inside)
        finish_unit(u);
}

bool units_complete(const struct units *u)
{
    return u->units.n && !u->open.n;
}

void units_move(struct units *u, struct ast *ast)
{
    while (u->open.n)
        finish_unit_without_end(u);
    ast->n_units = u->units.n;
    ast->units = ARENA_ARRAY(u->arena, struct unit *, u->units.n + 1);
    if (u->units.n)
        memcpy(ast->units, u->units.at, u->units.n * sizeof *ast->units);
    u->units.n = 0;
    name_index_free(&u->declared);
}

void units_close(struct units *u)
{
    array_free(&u->units);
    array_free(&u->open);
    array_free(&u->waiting);
    array_free(&u->parts);
}
