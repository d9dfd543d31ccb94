/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One file from text to facts. */
#include "base/array.h"
#include "frontend/frontend.h"
#include "frontend/reading/preprocess.h"
#include "frontend/reading/text.h"

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
        for (size_t d = 0; d < l->n_dummies; d++) {
            l->dummies[d].array = kept(a, l->dummies[d].array);
            l->dummies[d].entry = kept(a, l->dummies[d].entry);
        }
        for (size_t s = 0; s < l->recurrence.n; s++)
            l->recurrence.at[s].as = kept(a, l->recurrence.at[s].as);
        for (size_t s = 0; s < l->n_scalars; s++)
            l->scalars[s].name = kept(a, l->scalars[s].name);
        for (size_t d = 0; d < l->n_deps; d++)
            l->deps[d].scalar = kept(a, l->deps[d].scalar);
        for (int k = 0; k < l->movement.n_levels; k++)
            l->movement.levels[k].index = kept(a, l->movement.levels[k].index);
    }
}

static void keep_calls(struct arena *a, const struct source_file *unit, struct source_file *file)
{
    for (size_t i = 0; i < unit->n_calls; i++) {
        const struct call *c = &unit->calls[i];
        struct call *to = ARENA_PUSH(a, file->calls, file->n_calls);
        *to = (struct call){kept(a, c->file), kept(a, c->caller), kept(a, c->callee),
                            c->line,          c->by_name,         NULL,
                            c->n_actuals};
        to->actuals = ARENA_ARRAY(a, struct actual, c->n_actuals + 1);
        for (size_t k = 0; k < c->n_actuals; k++) {
            to->actuals[k] = c->actuals[k];
            to->actuals[k].block = kept(a, c->actuals[k].block);
            to->actuals[k].array = kept(a, c->actuals[k].array);
        }
    }
}

/* With a copy of the line: its text is forgotten by the time it is shown. */
static struct where place(struct arena *a, const struct stmt *s)
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

/* Statements that were not understood; errors were said when they were found. */
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
        *array_push(&late->at) = place(a, held);
        *ARENA_PUSH(a, file->unsupported, file->n_unsupported) =
            (struct unsupported){s->line, kept(a, what)};
    }
}

bool front_read_infile(struct source *s, struct infile *in, const struct front_options *o,
                       struct diag *d)
{
    if (!source_read_infile(s, in, d))
        return false;
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

/* Behind the errors of the file. */
static void warn(struct late_warnings *late, const struct source_file *file, struct diag *d)
{
    for (size_t i = 0; i < late->at.n; i++)
        diag_warning(d, late->at.at[i], "%s", file->unsupported[i].what);
    array_free(&late->at);
}

struct reading {
    struct arena *arena; /* of what lasts as long as the file */
    const struct front_options *options;
    const struct machine *machine;
    const struct loop_taker *taker;
    struct source *source;
};

/* The loops of a unit to who takes them. */
static void hand_over(const struct reading *r, const struct ast *ast, struct source_file *file)
{
    const struct loop_taker *t = r->taker;
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

/* All units from text to facts. */
static void all_units(const struct reading *r, struct front_reader *reader, struct diag *d,
                      struct source_file *file)
{
    struct late_warnings late = {0};
    struct arena unit = {0};
    struct ast ast;
    while (front_next(reader, &unit, &ast)) {
        hand_over(r, &ast, file);
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
                 const struct machine *m, struct diag *d, const struct loop_taker *t,
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
