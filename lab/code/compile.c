/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiles source text to assembly text in a sequence of passes. */
#include "lab/code/code.h"

#include "base/trace.h"

#include <string.h>

static bool is_dumped(const struct kfc_options *o, const char *pass)
{
    return o->dump && strcmp(o->dump, pass) == 0;
}

static void begin_pass(const struct kfc_options *o, const char *name)
{
    if (o->trace)
        trace_pass(o->trace, name);
}

static enum lab_effort effort_of(const struct kfc_options *o)
{
    return o->level >= 3 ? LAB_PIPELINE : o->level == 2 ? LAB_LIST : LAB_IN_ORDER;
}

/* Allocates, schedules and appends the unit to out. Moves the unit's data blocks to out. */
static void emit_unit(struct arena *a, struct ir_unit *u, const struct kfc_options *o,
                      struct lab_text *out)
{
    size_t n;
    begin_pass(o, "allocate");
    struct lab_flow *flows = kfc_allocate(a, u, o, &n);
    begin_pass(o, "schedule");
    for (size_t i = 0; i < n; i++)
        lab_schedule(a, &flows[i], o->machine, effort_of(o), out);
    kfc_flows_free(flows, n);
    for (size_t i = 0; i < u->blocks.n; i++)
        *array_push(&out->blocks) = u->blocks.at[i];
    u->blocks.n = 0;
    for (size_t i = 0; i < u->variables.n; i++)
        *array_push(&out->variables) = u->variables.at[i];
}

/* Runs one pass and checks its result. Returns true if the pass was dumped, so that the
 * remaining passes are skipped. */
static bool run_pass(struct ir_unit *u, const struct kfc_options *o, const char *name,
                     void (*run)(struct ir_unit *, const struct kfc_options *))
{
    if (run) {
        begin_pass(o, name);
        run(u, o);
    }
    ir_check(u, name);
    if (!is_dumped(o, name))
        return false;
    ir_print(u, o->dump_to);
    return true;
}

static bool translate(struct arena *a, struct ir_unit *u, const struct ast *ast,
                      const struct kfc_options *o, struct diag *d, long errors,
                      struct lab_text *out)
{
    begin_pass(o, "lower");
    if (!kfc_lower(u, ast, o, d, errors))
        return false;
    kfc_find_large(u, o, d);
    if (run_pass(u, o, "lower", NULL) || run_pass(u, o, "optimize", kfc_optimize) ||
        run_pass(u, o, "address", kfc_address))
        return true;
    emit_unit(a, u, o, out);
    return true;
}

/* Returns the file that the line numbers refer to: path, unless preprocessor line markers name
 * another file. */
static const char *source_name(struct arena *a, const struct ast *ast, const char *path)
{
    const struct unit *first = ast->n_units ? ast->units[0] : NULL;
    const char *file = first && first->n ? first->at[0]->file : NULL;
    return file ? arena_strdup(a, file) : path;
}

bool kfc_compile_source(struct arena *a, struct source *s, const struct front_options *f,
                        const struct kfc_options *o, struct diag *d, struct lab_text *out)
{
    struct ast ast = {0};
    long errors = d->errors;
    struct ir_unit u = {.arena = a, .names = &out->names, .source = arena_strdup(a, s->path)};
    *out = (struct lab_text){.path = u.source, .source = u.source};
    if (o->openmp)
        kfc_enable_conditional_lines(s, f);
    front_parse(a, &out->names, s, f, d, &ast);
    u.source = out->source = source_name(a, &ast, out->path);
    bool good = true;
    if (is_dumped(o, "ast"))
        ast_print(&ast, o->dump_to);
    else
        good = translate(a, &u, &ast, o, d, errors, out);
    ir_free(&u);
    return good && d->errors == errors;
}

bool kfc_compile(struct arena *a, const char *path, const struct front_options *f,
                 const struct kfc_options *o, struct diag *d, struct lab_text *out)
{
    struct source s;
    begin_pass(o, "read");
    if (!front_read(&s, path, f, d))
        return false;
    bool good = kfc_compile_source(a, &s, f, o, d, out);
    source_free(&s);
    return good;
}
