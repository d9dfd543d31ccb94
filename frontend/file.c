/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One file from text to facts. */
#include "frontend/frontend.h"
#include "frontend/reading/preprocess.h"

/* Facts may name what is interned; they outlive the table of names. */
static const char *kept(struct arena *a, const char *name)
{
    return name ? arena_strdup(a, name) : NULL;
}

static void keep_names(struct arena *a, struct source_loops *loops)
{
    for (size_t i = 0; i < loops->n; i++) {
        struct source_loop *l = &loops->at[i];
        l->file = kept(a, l->file);
        l->routine = kept(a, l->routine);
        l->index = kept(a, l->index);
        for (size_t r = 0; r < l->n_refs; r++)
            l->refs[r].array = kept(a, l->refs[r].array);
        for (size_t s = 0; s < l->recurrence.n; s++)
            l->recurrence.at[s].as = kept(a, l->recurrence.at[s].as);
        for (size_t d = 0; d < l->n_deps; d++)
            l->deps[d].scalar = kept(a, l->deps[d].scalar);
    }
}

static struct where place(const struct stmt *s)
{
    struct where w = {0};
    if (s->source)
        w = source_where(s->source, s->at);
    w.file = s->file;
    w.line = s->line;
    return w;
}

/* Warns of what was not understood; errors were said when they were found. */
static void list_unsupported(struct arena *a, const struct ast *ast, struct diag *d,
                             struct source_file *file)
{
    file->unsupported = ARENA_ARRAY(a, struct unsupported, ast->n_unsupported + 1);
    for (size_t i = 0; i < ast->n_unsupported; i++) {
        const struct stmt *s = ast->unsupported[i];
        if (s->kind == STMT_WRONG)
            continue;
        const struct stmt *held = s->action && s->kind != STMT_UNSUPPORTED ? s->action : s;
        const char *what = held->text ? held->text : stmt_kind_text(held->kind);
        diag_warning(d, place(held), "%s", what);
        file->unsupported[file->n_unsupported++] = (struct unsupported){s->line, kept(a, what)};
    }
}

bool front_read(struct source *s, const char *path, const struct front_options *o, struct diag *d)
{
    if (!source_read(s, path, d))
        return false;
    if (preprocess_wanted(s, o))
        preprocess(s, o, d);
    return true;
}

bool front_loops(struct arena *a, const char *path, const struct front_options *o,
                 const struct machine *m, struct diag *d, struct source_loops *loops,
                 struct source_file *file)
{
    struct names names = {0};
    struct source s;
    struct ast ast;
    long errors = d->errors;
    if (!front_read(&s, path, o, d))
        return false;
    errors = d->errors - errors;
    front_parse(a, &names, &s, o, d, &ast);
    front_analyse(a, &ast, s.path, m, o->outer, loops);
    *file = (struct source_file){.file = s.path, .lines = ast.lines, .errors = ast.errors + errors};
    list_unsupported(a, &ast, d, file);
    front_jump_loops(a, &ast, file);
    keep_names(a, loops);
    names_free(&names);
    source_free(&s);
    return true;
}
