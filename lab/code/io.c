/* SPDX-License-Identifier: GPL-3.0-or-later */
/* READ, WRITE and PRINT: emits calls of library routines, one at the start, one for each item,
 * one at the end (lab/machine/library.def). */
#include "lab/code/lower.h"
#include "base/util.h"

#include "lab/machine/library.h"

#include <string.h>

enum { UNIT_STANDARD = -1 };

/* The control items of a statement. */
struct controls {
    const struct expr *unit, *format, *iostat, *end, *err;
};

static const char *const unsupported[] = {"nml",  "rec",   "advance",      "size",  "eor",
                                          "pos",  "id",    "asynchronous", "iomsg", "decimal",
                                          "sign", "round", "blank",        "delim", "pad"};

static void read_keyword(struct lower *l, struct controls *c, const struct expr *e)
{
    static const struct {
        const char *name;
        size_t at;
    } known[] = {{"unit", offsetof(struct controls, unit)},
                 {"fmt", offsetof(struct controls, format)},
                 {"iostat", offsetof(struct controls, iostat)},
                 {"end", offsetof(struct controls, end)},
                 {"err", offsetof(struct controls, err)}};
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (strcmp(known[i].name, e->name) == 0) {
            *(const struct expr **)((char *)c + known[i].at) = e->left;
            return;
        }
    for (size_t i = 0; i < COUNT_OF(unsupported); i++)
        if (strcmp(unsupported[i], e->name) == 0) {
            lower_error(l, e,
                        "%s= is not in kfc's subset: records are read and written in sequence",
                        e->name);
            return;
        }
    lower_error(l, e, "READ and WRITE have no specifier %s=", e->name);
}

static struct controls read_controls(struct lower *l, const struct stmt *t)
{
    struct controls c = {0};
    uint32_t place = 0;
    for (uint32_t i = 0; i < t->n_control; i++) {
        const struct expr *e = t->list[i];
        if (e->kind == EXPR_KEYWORD)
            read_keyword(l, &c, e);
        else if (place++ == 0 && (t->kind == STMT_WRITE || t->n_control > 1))
            c.unit = e;
        else
            c.format = e;
    }
    return c;
}

/* ---- start ---- */

static const struct stmt *format_statement(const struct lower *l, long label)
{
    for (size_t i = 0; i < l->source->n; i++)
        if (l->source->at[i]->kind == STMT_FORMAT && l->source->at[i]->label == label)
            return l->source->at[i];
    return NULL;
}

static struct value literal_text(struct lower *l, const char *text)
{
    size_t n = strlen(text);
    struct ir_place *place = ARENA_NEW(l->arena, struct ir_place);
    *place = (struct ir_place){.object = lower_literal(l, text, n), .bytes = 1};
    struct value *length = ARENA_NEW(l->arena, struct value);
    *length = lower_constant((int64_t)n);
    return (struct value){
        .type = {TYPE_CHARACTER, 1}, .kind = VALUE_CHARACTERS, .place = place, .length = length};
}

/* Returns the format as text; NOTHING: list-directed, or an error. */
static struct value format_value(struct lower *l, const struct expr *e)
{
    struct value v = {0};
    if (!e) {
        lower_error(l, NULL, "unformatted files are not in kfc's subset: write a format or *");
        return v;
    }
    if (e->kind == EXPR_STAR)
        return v;
    if (e->kind == EXPR_INTEGER || e->kind == EXPR_LABEL) {
        const struct stmt *f = format_statement(l, (long)e->integer);
        if (f)
            return literal_text(l, f->text);
        lower_error(l, e, "no FORMAT statement has the label %lld", (long long)e->integer);
        return v;
    }
    v = lower_expr(l, e);
    if (v.kind == VALUE_CHARACTERS)
        return v;
    if (v.kind != VALUE_NOTHING)
        lower_error(l, e, "a format must be *, a label or a CHARACTER expression");
    return (struct value){0};
}

static struct value unit_value(struct lower *l, const struct expr *e, bool reading)
{
    struct value standard = lower_constant(reading ? 5 : 6);
    if (!e || e->kind == EXPR_STAR)
        return standard;
    struct value v = lower_expr(l, e);
    if (v.kind == VALUE_CHARACTERS) {
        struct value args[] = {v, *v.length};
        lower_library(l, "f_internal", lower_none, 2, args);
        return lower_constant(UNIT_STANDARD);
    }
    if (v.kind != VALUE_NOTHING && v.type.type != TYPE_INTEGER)
        lower_error(l, e, "a unit must be *, an INTEGER or a CHARACTER variable");
    return v.kind == VALUE_NOTHING || v.type.type != TYPE_INTEGER ? standard : v;
}

static void begin_io(struct lower *l, const struct controls *c, bool reading)
{
    struct value format = format_value(l, c->format);
    struct value unit = unit_value(l, c->unit, reading);
    bool caught = c->iostat || c->end || c->err;
    struct value args[] = {unit, lower_constant(0), lower_constant(0), lower_constant(caught)};
    if (format.kind == VALUE_CHARACTERS) {
        args[1] = format;
        args[2] = *format.length;
    }
    lower_library(l, reading ? "f_read" : "f_write", lower_none, 4, args);
}

/* ---- items ---- */

/* Returns the number of a type for f_put_array and f_get; 0 = not supported. */
static int item_type(struct lower_type t)
{
    switch (t.type) {
    case TYPE_INTEGER:
        return t.bytes == 8 ? LIBRARY_INTEGER8 : t.bytes == 4 ? LIBRARY_INTEGER4 : 0;
    case TYPE_LOGICAL:
        return t.bytes == 4 ? LIBRARY_LOGICAL4 : 0;
    case TYPE_REAL:
        return LIBRARY_REAL4;
    case TYPE_DOUBLE:
        return LIBRARY_REAL8;
    case TYPE_COMPLEX:
        return LIBRARY_COMPLEX8;
    case TYPE_DOUBLE_COMPLEX:
        return LIBRARY_COMPLEX16;
    default:
        return 0;
    }
}

static void write_value(struct lower *l, const struct expr *e, struct value v)
{
    struct value args[2] = {v};
    int n = 1;
    const char *routine = NULL;
    if (v.kind == VALUE_COMPLEX) {
        bool single = v.type.type == TYPE_COMPLEX;
        lower_library(l, single ? "f_put_complex_single" : "f_put_complex", lower_none, 2, v.parts);
        return;
    }
    switch (v.type.type) {
    case TYPE_INTEGER:
        routine = v.type.bytes == 8 ? "f_put_long" : "f_put_integer";
        break;
    case TYPE_LOGICAL:
        routine = "f_put_logical";
        break;
    case TYPE_REAL:
        routine = "f_put_single";
        break;
    case TYPE_DOUBLE:
        routine = "f_put_double";
        break;
    case TYPE_CHARACTER:
        routine = "f_put_characters";
        args[n++] = *v.length;
        break;
    default:
        lower_error(l, e, "kfc cannot write values of this type");
        return;
    }
    lower_library(l, routine, lower_none, n, args);
}

/* Returns the array if e is the name of a whole array; else NULL. */
static struct variable *whole_array(struct lower *l, const struct expr *e)
{
    if (e->kind != EXPR_NAME)
        return NULL;
    struct variable *v = lower_variable(l, e->name);
    return v->symbol->kind == SYMBOL_ARRAY ? v : NULL;
}

static void transfer_memory(struct lower *l, const struct expr *e, const struct ir_place *place,
                            struct lower_type t, struct value count, bool reading)
{
    int type = item_type(t);
    if (type == 0 || (reading && lower_is_complex(t))) {
        lower_error(l, e,
                    "kfc reads INTEGER, REAL, DOUBLE PRECISION, LOGICAL and CHARACTER, and writes "
                    "arrays of these types except CHARACTER");
        return;
    }
    if (count.kind == VALUE_NOTHING) {
        lower_error(l, e, "an array of assumed size has no known end: write an implied DO");
        return;
    }
    lab_reg args[] = {lower_register(l, lower_constant(type)), lower_address(l, place),
                      lower_register(l, count)};
    lower_call(l, reading ? "f_get" : "f_put_array", lower_none, args, 3);
}

static void read_characters(struct lower *l, struct value v)
{
    struct value args[] = {v, *v.length};
    lower_library(l, "f_get_characters", lower_none, 2, args);
}

/* Reads a scalar that is in a register through a temporary in memory, which first receives the old
 * value. */
static void read_register(struct lower *l, const struct expr *e, struct lower_type t)
{
    struct ir_place place = {
        .object = lower_temporary(l, 8), .bytes = (uint8_t)t.bytes, .floating = lower_is_float(t)};
    lower_store(l, &place, lower_expr(l, e));
    transfer_memory(l, e, &place, t, lower_constant(1), true);
    lower_assign(l, e, lower_load(l, &place, t));
}

static void read_item(struct lower *l, const struct expr *e)
{
    struct ir_place place;
    struct lower_type t;
    if (e->kind == EXPR_NAME) {
        const struct variable *v = lower_variable(l, e->name);
        if (v->reg != 0) {
            read_register(l, e, lower_type_of(v->symbol));
            return;
        }
    } else if (e->kind != EXPR_APPLY) {
        lower_error(l, e, "READ requires a variable here");
        return;
    }
    const struct expr *name = e->kind == EXPR_APPLY ? e->left : e;
    if (name->kind == EXPR_NAME &&
        lower_type_of(lower_variable(l, name->name)->symbol).type == TYPE_CHARACTER) {
        struct value v = lower_expr(l, e);
        if (v.kind == VALUE_CHARACTERS)
            read_characters(l, v);
    } else if (lower_place(l, e, &place, &t)) {
        transfer_memory(l, e, &place, t, lower_constant(1), true);
    }
}

static void lower_item(struct lower *l, const struct expr *e, bool reading);

static void lower_implied_do(struct lower *l, const struct expr *e, bool reading)
{
    struct stmt *loop = ARENA_NEW(l->arena, struct stmt);
    struct construct *c = ARENA_NEW(l->arena, struct construct);
    *loop = (struct stmt){.kind = STMT_DO,
                          .name = e->name,
                          .control = {e->control[0], e->control[1], e->control[2]},
                          .line = l->stmt->line};
    *c = (struct construct){
        .kind = CONSTRUCT_DO, .stmt = loop, .after = lower_block(l), .loop = -1, .outer = l->inner};
    l->inner = c;
    lower_do(l, c, loop);
    for (uint32_t i = 0; i < e->n_args; i++)
        lower_item(l, e->args[i], reading);
    lower_do_end(l, c);
}

static void lower_item(struct lower *l, const struct expr *e, bool reading)
{
    const struct variable *array = e->kind == EXPR_IMPLIED_DO ? NULL : whole_array(l, e);
    if (e->kind == EXPR_IMPLIED_DO) {
        lower_implied_do(l, e, reading);
    } else if (array && array->object) {
        struct ir_place place = lower_variable_place(l, array);
        transfer_memory(l, e, &place, lower_type_of(array->symbol), lower_elements(l, array),
                        reading);
    } else if (reading) {
        read_item(l, e);
    } else {
        struct value v = lower_expr(l, e);
        if (v.kind != VALUE_NOTHING)
            write_value(l, e, v);
    }
}

/* ---- end ---- */

/* Branches to the label if the status test is true. */
static void branch_on_status(struct lower *l, struct value status, enum lab_opcode test,
                             int64_t with, const struct expr *label)
{
    if (!label)
        return;
    struct ir_block *next = lower_block(l);
    lower_branch(l, test, status, lower_constant(with), lower_label(l, (long)label->integer), next);
    lower_start_block(l, next);
}

static void end_io(struct lower *l, const struct controls *c)
{
    if (!c->iostat && !c->end && !c->err) {
        lower_library(l, "f_end", lower_none, 0, NULL);
        return;
    }
    struct value status = lower_library(l, "f_end", lower_integer, 0, NULL);
    status.fresh = false;
    if (c->iostat)
        lower_assign(l, c->iostat, status);
    branch_on_status(l, status, LAB_ITSTLT8, 0, c->end);
    branch_on_status(l, status, LAB_ITSTGT8, 0, c->err);
}

void lower_io(struct lower *l, const struct stmt *t)
{
    if (t->kind == STMT_IO_OTHER) {
        lower_error(l, NULL,
                    "kfc's subset has READ, WRITE and PRINT on the standard units and on "
                    "CHARACTER variables, no statements on files");
        return;
    }
    bool reading = t->kind == STMT_READ;
    struct controls c = read_controls(l, t);
    begin_io(l, &c, reading);
    for (uint32_t i = t->n_control; i < t->n_list; i++)
        lower_item(l, t->list[i], reading);
    end_io(l, &c);
}
