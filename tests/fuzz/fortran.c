/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as Fortran. Bits of the first byte select free form and lines of any length.
 * Checks that positions are in the source, that depths are within the limit, that blocks nest, and
 * that the result can be printed. */
#include "frontend/frontend.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_expr(const struct expr *e, const struct source *s, uint32_t most)
{
    if (!e)
        return;
    if (e->at > e->end || e->end > s->size || e->depth > most || e->kind > EXPR_REPEAT)
        abort();
    uint32_t below = e->depth ? e->depth - 1 : 0;
    check_expr(e->left, s, below);
    check_expr(e->right, s, below);
    for (uint32_t i = 0; i < e->n_args; i++)
        check_expr(e->args[i], s, below);
    for (int i = 0; e->control && i < 3; i++)
        check_expr(e->control[i], s, below);
}

static void check_stmt(const struct stmt *s)
{
    if (s->kind >= STMT_KINDS || s->at > s->end || s->end > s->source->size || !s->file ||
        s->n_control > s->n_list)
        abort();
    if ((s->kind == STMT_WRONG || s->kind == STMT_UNSUPPORTED) && !s->text)
        abort();
    if (s->kind == STMT_DO && (!s->name || !s->control[0] || !s->control[1]))
        abort();
    if (s->kind == STMT_ASSIGN && (!s->lhs || !s->rhs))
        abort();
    check_expr(s->lhs, s->source, EXPR_DEEPEST);
    check_expr(s->rhs, s->source, EXPR_DEEPEST);
    check_expr(s->cond, s->source, EXPR_DEEPEST);
    for (uint32_t i = 0; i < s->n_list; i++)
        check_expr(s->list[i], s->source, EXPR_DEEPEST);
    for (uint32_t i = 0; i < s->n_items; i++)
        if (!s->items[i].name)
            abort();
    if (s->action)
        check_stmt(s->action);
}

/* Checks that each remaining END DO and END IF has its opening statement. */
static void check_unit(const struct unit *u)
{
    long loops = 0, ifs = 0;
    for (size_t i = 0; i < u->n; i++) {
        const struct stmt *s = u->at[i];
        check_stmt(s);
        loops += (s->kind == STMT_DO || s->kind == STMT_DO_WHILE || s->kind == STMT_DO_FOREVER ||
                  s->kind == STMT_DO_CONCURRENT) &&
                 !s->target;
        ifs += s->kind == STMT_IF_THEN;
        loops -= s->kind == STMT_END_DO && !s->label;
        ifs -= s->kind == STMT_END_IF;
        if (ifs < 0 || (loops < 0 && !s->label))
            abort();
    }
    if (ifs != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct names names = {0};
    struct diag d = {.quiet = true};
    struct source s;
    struct ast ast;
    struct front_options o = {.line_length = size && data[0] & 2 ? 0 : 72,
                              .form = size && data[0] & 1 ? FORM_FIXED : FORM_FREE};
    size_t skip = size > 0;
    source_from_bytes(&s, "none/input", (const char *)data + skip, size - skip);
    front_parse(&a, &names, &s, &o, &d, &ast);
    if ((ast.errors > 0) != (d.errors > 0))
        abort();
    for (size_t i = 0; i < ast.n_units; i++)
        check_unit(ast.units[i]);
    char *text;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    ast_print(&ast, out);
    fclose(out);
    free(text);
    source_free(&s);
    names_free(&names);
    arena_free(&a);
    return 0;
}
