/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The AST as text: a line a statement,
 *     LINE [LABEL] KIND parts
 * with the parts in the order of struct stmt. */
#include "frontend/ast.h"
#include "base/util.h"

#include <inttypes.h>

struct printer {
    struct arena text; /* of the statement under way */
    FILE *out;
};

static const char *text_of(struct printer *p, const struct expr *e)
{
    return e ? expr_text(&p->text, e) : "";
}

static void print_list(struct printer *p, struct expr *const *list, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        fprintf(p->out, "%s%s", i ? ", " : "", text_of(p, list[i]));
}

static void print_spec(struct printer *p, const struct type_spec *spec)
{
    static const char *const names[] = {
        [TYPE_NONE] = "",           [TYPE_INTEGER] = "integer",
        [TYPE_REAL] = "real",       [TYPE_DOUBLE] = "double precision",
        [TYPE_COMPLEX] = "complex", [TYPE_DOUBLE_COMPLEX] = "double complex",
        [TYPE_LOGICAL] = "logical", [TYPE_CHARACTER] = "character",
        [TYPE_BYTE] = "byte",       [TYPE_DERIVED] = "type",
        [TYPE_UNDEFINED] = "none",
    };
    if (spec->type == TYPE_NONE)
        return;
    fprintf(p->out, " %s", names[spec->type]);
    if (spec->derived)
        fprintf(p->out, "(%s)", spec->derived);
    if (spec->size)
        fprintf(p->out, "*%s", text_of(p, spec->size));
}

static void print_attributes(struct printer *p, unsigned attributes)
{
    static const char *const names[] = {"dimension", "parameter", "allocatable",
                                        "pointer",   "target",    "other"};
    for (unsigned i = 0; i < COUNT_OF(names); i++)
        if (attributes & 1U << i)
            fprintf(p->out, " %s", names[i]);
}

static void print_letters(struct printer *p, const char *letters)
{
    fputs(" (", p->out);
    for (int i = 0; i < 26; i++)
        if (letters[i])
            fputc('a' + i, p->out);
    fputs(")", p->out);
}

static void print_item(struct printer *p, const struct item *item, bool sets)
{
    if (sets)
        fprintf(p->out, " %" PRIu32 ":", item->set);
    if (item->letters)
        print_spec(p, &item->spec);
    else
        fprintf(p->out, " %s", item->ref ? text_of(p, item->ref) : item->name);
    if (item->n_dims) {
        fputs("(", p->out);
        print_list(p, item->dims, item->n_dims);
        fputs(")", p->out);
    }
    if (item->size)
        fprintf(p->out, "*%s", text_of(p, item->size));
    if (item->value)
        fprintf(p->out, " = %s", text_of(p, item->value));
    if (item->block)
        fprintf(p->out, " in /%s/", item->block);
    if (item->letters)
        print_letters(p, item->letters);
}

static void print_head(struct printer *p, const struct stmt *s)
{
    if (s->construct)
        fprintf(p->out, " %s:", s->construct);
    fprintf(p->out, " %s", stmt_kind_text(s->kind));
    if (s->name)
        fprintf(p->out, " %s", s->name);
    uint32_t n = s->kind == STMT_WRONG || s->kind == STMT_UNSUPPORTED ? 0 : s->n_args;
    for (uint32_t i = 0; i < n; i++)
        fprintf(p->out, "%s%s", i ? ", " : "(", s->args[i]);
    if (n)
        fputs(")", p->out);
    if (s->result)
        fprintf(p->out, " result(%s)", s->result);
    print_spec(p, &s->spec);
    print_attributes(p, s->attributes);
}

static void print_control(struct printer *p, const struct stmt *s)
{
    for (int i = 0; i < 3; i++)
        if (s->control[i])
            fprintf(p->out, "%s%s", i ? ", " : " = ", text_of(p, s->control[i]));
    if (s->target)
        fprintf(p->out, " to %ld", s->target);
    for (uint32_t i = 0; i < s->n_targets; i++)
        fprintf(p->out, "%s%ld", i ? ", " : " to ", s->targets[i]);
}

static void print_lists(struct printer *p, const struct stmt *s)
{
    if (s->n_list == 0)
        return;
    fputs(" ", p->out);
    print_list(p, s->list, s->n_control);
    if (s->n_control)
        fputs(" | ", p->out);
    print_list(p, s->list + s->n_control, s->n_list - s->n_control);
}

static void print_stmt(struct printer *p, const struct stmt *s)
{
    print_head(p, s);
    if (s->lhs)
        fprintf(p->out, " %s", text_of(p, s->lhs));
    if (s->rhs)
        fprintf(p->out, " = %s", text_of(p, s->rhs));
    if (s->cond)
        fprintf(p->out, " (%s)", text_of(p, s->cond));
    print_control(p, s);
    bool sets = s->kind == STMT_DATA || s->kind == STMT_EQUIVALENCE;
    for (uint32_t i = 0; i < s->n_items; i++) {
        print_item(p, &s->items[i], sets);
        if (i + 1 < s->n_items)
            fputs(",", p->out);
    }
    print_lists(p, s);
    if (s->text)
        fprintf(p->out, " \"%s\"", s->text);
    if (s->action) {
        fputs(" ->", p->out);
        print_stmt(p, s->action);
    }
}

void ast_print(const struct ast *ast, FILE *out)
{
    struct printer p = {.out = out};
    for (size_t i = 0; i < ast->n_units; i++) {
        const struct unit *u = ast->units[i];
        fprintf(out, "unit %s%s%s\n", u->name, u->host ? " in " : "", u->host ? u->host->name : "");
        for (size_t k = 0; k < u->n; k++) {
            fprintf(out, "%ld", u->at[k]->line);
            if (u->at[k]->label)
                fprintf(out, " [%ld]", u->at[k]->label);
            print_stmt(&p, u->at[k]);
            fputs("\n", out);
            arena_free(&p.text);
        }
    }
}
