/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts one file from text to facts. */
#include "base/array.h"
#include "frontend/frontend.h"
#include "frontend/reading/preprocess.h"
#include "frontend/reading/text.h"

/* Copies an interned name, because facts outlive the table of names. */
static const char *copy_name(struct arena *a, const char *name)
{
    return name ? arena_strdup(a, name) : NULL;
}

static void keep_names(struct arena *a, struct source_loops *loops)
{
    for (size_t i = 0; i < loops->n; i++) {
        struct source_loop *l = &loops->at[i];
        struct source_loops unrolled = {(struct source_loop *)l->unrolled, l->unrolled != NULL};
        keep_names(a, &unrolled);
        l->file = copy_name(a, l->file);
        l->routine = copy_name(a, l->routine);
        l->index = copy_name(a, l->index);
        for (size_t r = 0; r < l->n_refs; r++)
            l->refs[r].array = copy_name(a, l->refs[r].array);
        for (size_t d = 0; d < l->n_dummies; d++) {
            l->dummies[d].array = copy_name(a, l->dummies[d].array);
            l->dummies[d].entry = copy_name(a, l->dummies[d].entry);
        }
        for (size_t s = 0; s < l->recurrence.n; s++)
            l->recurrence.at[s].as = copy_name(a, l->recurrence.at[s].as);
        for (size_t s = 0; s < l->n_scalars; s++)
            l->scalars[s].name = copy_name(a, l->scalars[s].name);
        for (size_t d = 0; d < l->n_deps; d++)
            l->deps[d].scalar = copy_name(a, l->deps[d].scalar);
        for (int k = 0; k < l->movement.n_levels; k++)
            l->movement.levels[k].index = copy_name(a, l->movement.levels[k].index);
    }
}

static void keep_calls(struct arena *a, const struct source_file *unit, struct source_file *file)
{
    for (size_t i = 0; i < unit->n_calls; i++) {
        const struct call *c = &unit->calls[i];
        struct call *to = ARENA_PUSH(a, file->calls, file->n_calls);
        *to = (struct call){copy_name(a, c->file),
                            copy_name(a, c->caller),
                            copy_name(a, c->callee),
                            c->line,
                            c->by_name,
                            NULL,
                            c->n_actuals};
        to->actuals = ARENA_ARRAY(a, struct actual, c->n_actuals + 1);
        for (size_t k = 0; k < c->n_actuals; k++) {
            to->actuals[k] = c->actuals[k];
            to->actuals[k].block = copy_name(a, c->actuals[k].block);
            to->actuals[k].array = copy_name(a, c->actuals[k].array);
        }
    }
}

/* Returns the location with a copy of the line, because the message is printed after the text is
 * freed. */
static struct where copy_location(struct arena *a, const struct stmt *s)
{
    struct where w = {0};
    if (s->source)
        w = source_where(s->source, s->at);
    if (w.text)
        w.text = arena_strndup(a, w.text, w.text_len);
    w.file = s->file;
    w.line = s->line;
    return w;
}

/* Warnings about statements that are not read. Errors were printed when they were found. */
struct late_warnings {
    ARRAY(struct where) at;
};

static void keep_unsupported(struct arena *a, const struct ast *ast, struct late_warnings *late,
                             struct source_file *file)
{
    for (size_t i = 0; i < ast->n_unsupported; i++) {
        const struct stmt *s = ast->unsupported[i];
        if (s->kind == STMT_WRONG)
            continue;
        const struct stmt *held = s->action && s->kind != STMT_UNSUPPORTED ? s->action : s;
        const char *what = held->text ? held->text : stmt_kind_text(held->kind);
        *array_push(&late->at) = copy_location(a, held);
        *ARENA_PUSH(a, file->unsupported, file->n_unsupported) =
            (struct unsupported){s->line, copy_name(a, what)};
    }
}

bool front_read_infile(struct source *s, struct infile *in, const struct front_options *o,
                       struct diag *d)
{
    if (!source_read_infile(s, in, d))
        return false;
    if (s->size == 0)
        diag_warning(d, (struct where){.file = s->path}, "the file is empty");
    const char *unfit = text_prepare(s);
    if (unfit) {
        diag_error(d, (struct where){.file = s->path}, "%s", unfit);
        source_free(s);
        return false;
    }
    if (preprocess_wanted(s, o))
        preprocess(s, o, d);
    return true;
}

bool front_read(struct source *s, const char *path, const struct front_options *o, struct diag *d)
{
    struct infile in;
    if (!infile_open(&in, path, false, d))
        return false;
    bool ok = front_read_infile(s, &in, o, d);
    infile_close(&in);
    return ok;
}

/* Prints the warnings after the errors of the file. */
static void warn(struct late_warnings *late, const struct source_file *file, struct diag *d)
{
    for (size_t i = 0; i < late->at.n; i++)
        diag_warning(d, late->at.at[i], "%s", file->unsupported[i].what);
    array_free(&late->at);
}

struct reading {
    struct arena *arena; /* arena of data that lives as long as the file */
    const struct front_options *options;
    const struct machine *machine;
    const struct loop_sink *sink;
    struct source *source;
};

/* Passes the loops of a unit to the sink. */
static void pass_loops(const struct reading *r, const struct ast *ast, struct source_file *file)
{
    const struct loop_sink *t = r->sink;
    struct arena own = {0}, *a = t->keep ? r->arena : &own;
    struct source_loops loops = {0};
    struct source_file unit = {.file = file->file};
    front_analyse(a, ast, &unit, r->options, r->machine, &loops);
    if (t->keep)
        keep_names(a, &loops);
    if (loops.n)
        t->take(t->to, a, &loops);
    keep_calls(r->arena, &unit, file);
    arena_free(&own);
}

/* Reads and analyses all units. */
static void all_units(const struct reading *r, struct front_reader *reader, struct diag *d,
                      struct source_file *file)
{
    struct late_warnings late = {0};
    struct arena unit = {0};
    struct ast ast;
    while (front_next(reader, &unit, &ast)) {
        pass_loops(r, &ast, file);
        keep_unsupported(r->arena, &ast, &late, file);
        front_jump_loops(r->arena, &ast, file);
        file->lines += ast.lines;
        file->errors += ast.errors;
        arena_free(&unit);
        source_forget(r->source, front_position(reader));
    }
    arena_free(&unit);
    warn(&late, file, d);
}

bool front_loops(struct arena *a, struct infile *in, const struct front_options *o,
                 const struct machine *m, struct diag *d, const struct loop_sink *t,
                 struct source_file *file)
{
    struct names names = {0};
    struct source s;
    long errors = d->errors;
    if (!front_read_infile(&s, in, o, d))
        return false;
    *file = (struct source_file){.file = s.path, .errors = d->errors - errors};
    struct front_reader *reader = front_open(a, &names, &s, o, d);
    if (reader) {
        all_units(&(struct reading){a, o, m, t, &s}, reader, d, file);
        front_close(reader);
    } else {
        file->errors++;
    }
    names_free(&names);
    source_free(&s);
    return true;
}
