/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/library.h"

#include "frontend/analysis/derived.h"
#include "frontend/frontend.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A file that may define modules. */
struct library_file {
    struct infile *in;
    ARRAY(const char *) defines, uses; /* interned in the library */
    bool begun;                        /* its modules are in the library, or are being read */
};
/* The file that defines a module, and another one that also defines it. */
struct definition {
    const char *name;
    size_t file;
    const char *other; /* path; NULL = none */
};

struct module_library {
    struct modules modules; /* the exports of all modules; their names are interned in names */
    struct names names;
    struct name_index by_name; /* in definitions */
    ARRAY(struct definition) definitions;
    struct library_file *files;
    size_t n;
    uint32_t n_symbols, n_types;
    struct front_options options; /* options for reading the files: declarations only */
    struct arena arena;
};

/* ---- copies from one table of names to another ---- */

struct module_copies {
    const struct symbol **symbols;     /* by the number that the original has in the library */
    int *storages;                     /* likewise; the one here, plus 1 */
    const struct derived_type **types; /* by their numbers in the library */
};

static const char *name_in(struct names *names, const char *name)
{
    return name ? name_of(names, name, strlen(name)) : NULL;
}

static struct expr *copy_value(struct modules *to, const struct expr *e)
{
    if (!e)
        return NULL;
    struct expr *k = ARENA_NEW(to->arena, struct expr);
    *k = *e;
    k->name = name_in(to->names, e->name);
    k->left = copy_value(to, e->left);
    k->right = copy_value(to, e->right);
    k->args = e->n_args ? ARENA_ARRAY(to->arena, struct expr *, e->n_args) : NULL;
    for (uint32_t i = 0; i < e->n_args; i++)
        k->args[i] = copy_value(to, e->args[i]);
    return k;
}

/* Copies a symbol with the storage of the original. Its bounds are numbers without names. */
static struct symbol *copy_symbol(struct modules *to, const struct symbol *y)
{
    struct symbol *k = ARENA_NEW(to->arena, struct symbol);
    *k = *y;
    k->name = name_in(to->names, y->name);
    k->value = copy_value(to, y->value);
    k->derived = name_in(to->names, y->derived);
    k->of = k->defines = NULL;
    return k;
}

enum { TYPES_DEEPEST = 200 }; /* nested types */

/* Copies a derived type to the modules of a source, or to the library l if that is not NULL. A type
 * of a source records its type in the library. */
static const struct derived_type *copy_type(struct module_library *l, struct modules *to,
                                            const struct derived_type *d, int deep)
{
    if (!d || deep > TYPES_DEEPEST)
        return NULL;
    const struct derived_type **known =
        l ? &((struct derived_type *)d)->origin : &to->copies->types[d->number];
    if (*known)
        return *known;
    struct derived_type *k = ARENA_NEW(to->arena, struct derived_type);
    *k = *d;
    *known = k;
    k->origin = l ? NULL : d;
    k->number = l ? l->n_types++ : 0;
    k->name = name_in(to->names, d->name);
    k->extends = name_in(to->names, d->extends);
    k->parent = copy_type(l, to, d->parent, deep + 1);
    k->at = ARENA_ARRAY(to->arena, struct symbol *, d->n + 1);
    for (size_t i = 0; i < d->n; i++) {
        k->at[i] = copy_symbol(to, d->at[i]);
        k->at[i]->of = copy_type(l, to, d->at[i]->of, deep + 1);
    }
    return k;
}

static void copy_types(struct module_library *l, struct modules *to, struct symbol *k,
                       const struct symbol *y)
{
    k->of = copy_type(l, to, y->of, 0);
    k->defines = copy_type(l, to, y->defines, 0);
}

/* Returns the copy of a symbol of the library in a source. */
static const struct symbol *take_symbol(struct modules *to, const struct symbol *y)
{
    struct module_copies *c = to->copies;
    if (!c->symbols[y->number]) {
        struct symbol *k = copy_symbol(to, y);
        int *storage = &c->storages[y->storage];
        if (!*storage)
            *storage = ++to->n_storages;
        k->storage = *storage - 1;
        k->origin = y;
        copy_types(NULL, to, k, y);
        c->symbols[y->number] = k;
    }
    return c->symbols[y->number];
}

/* Copies a symbol of a source to the library with a new storage. The symbol of the source records
 * its copy. */
static const struct symbol *give_symbol(struct module_library *l, struct symbol *y)
{
    if (!y->origin) {
        struct symbol *k = copy_symbol(&l->modules, y);
        k->storage = l->modules.n_storages + y->storage;
        k->number = l->n_symbols++;
        y->origin = k;
        copy_types(l, &l->modules, k, y);
    }
    return y->origin;
}

/* Adds an empty module with that name and capacity at the front of to. */
static struct module *add_module(struct modules *to, const struct module *like)
{
    struct module *new = ARENA_NEW(to->arena, struct module);
    new->name = name_in(to->names, like->name);
    new->exports = ARENA_ARRAY(to->arena, struct export, like->n + 1);
    new->unread = like->unread;
    new->lacking = like->lacking;
    new->unlisted = like->unlisted;
    new->next = to->first;
    to->first = new;
    return new;
}

static struct module *take_module(struct modules *to, const struct module *m)
{
    struct module *new = add_module(to, m);
    for (; new->n < m->n; new->n++) {
        const struct export *e = &m->exports[new->n];
        new->exports[new->n] =
            (struct export){name_in(to->names, e->name), take_symbol(to, e->symbol), e->private};
    }
    return new;
}

static void give_module(struct module_library *l, const struct module *m)
{
    struct module *new = add_module(&l->modules, m);
    for (; new->n < m->n; new->n++) {
        const struct export *e = &m->exports[new->n];
        new->exports[new->n] = (struct export){
            name_in(&l->names, e->name), give_symbol(l, (struct symbol *)e->symbol), e->private};
    }
}

/* ---- what sources ask for ---- */

static const struct definition *definition_of(const struct module_library *l, const char *name)
{
    const char *own = l ? name_find(&l->names, name, strlen(name)) : NULL;
    uint32_t i = own ? name_index_find(&l->by_name, own, 0) : NAME_INDEX_NONE;
    return i == NAME_INDEX_NONE ? NULL : &l->definitions.at[i];
}

const struct module *library_take(struct modules *m, const char *name)
{
    const struct module_library *l = m->library;
    const struct definition *d = definition_of(l, name);
    if (!d || d->other)
        return NULL;
    const struct module *found = l->modules.first;
    while (found && found->name != d->name)
        found = found->next;
    if (!found)
        return NULL;
    if (!m->copies) {
        m->copies = ARENA_NEW(m->arena, struct module_copies);
        m->copies->symbols = ARENA_ARRAY(m->arena, const struct symbol *, l->n_symbols + 1);
        m->copies->types = ARENA_ARRAY(m->arena, const struct derived_type *, l->n_types + 1);
        m->copies->storages = ARENA_ARRAY(m->arena, int, (size_t)l->modules.n_storages + 1);
    }
    return take_module(m, found);
}

const char *library_problem(struct arena *a, const struct module_library *l, const char *name)
{
    const struct definition *d = definition_of(l, name);
    if (d && d->other)
        return arena_printf(a, "%s and %s both define module '%s'", l->files[d->file].in->path,
                            d->other, name);
    return arena_printf(a, "no file given here defines module '%s'", name);
}

/* ---- which file defines what: by lines alone ---- */

/* Returns the end of the word at p, compared without case; NULL = p has another word. */
static const char *after_word(const char *p, const char *end, const char *word)
{
    for (; *word; word++, p++)
        if (p == end || tolower((unsigned char)*p) != *word)
            return NULL;
    return p;
}

static const char *after_blanks(const char *p, const char *end)
{
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    return p;
}

static const char *name_at(struct names *names, const char *p, const char *end)
{
    const char *from = p;
    while (p < end && (isalnum((unsigned char)*p) || *p == '_'))
        p++;
    return p > from && isalpha((unsigned char)*from)
               ? name_of_folded(names, from, (size_t)(p - from))
               : NULL;
}

/* Reads "(a:b) c" of a SUBMODULE, which uses a and b and defines c. */
static void scan_submodule(struct module_library *l, struct library_file *f, const char *p,
                           const char *end)
{
    const char *close = p < end && *p == '(' ? memchr(p, ')', (size_t)(end - p)) : NULL;
    for (; close && p < close; p++) {
        const char *name =
            *p == '(' || *p == ':' ? name_at(&l->names, after_blanks(p + 1, close), close) : NULL;
        if (name)
            *array_push(&f->uses) = name;
    }
    const char *own = close ? name_at(&l->names, after_blanks(close + 1, end), end) : NULL;
    if (own)
        *array_push(&f->defines) = own;
}

/* Returns the text after USE and blanks, or after USE, INTRINSIC ::. NULL = not a USE statement. */
static const char *after_use(const char *p, const char *end)
{
    const char *next = after_blanks(p, end);
    if (next == end || (*next != ',' && *next != ':'))
        return next > p ? next : NULL;
    while (next + 1 < end && !(next[0] == ':' && next[1] == ':'))
        next++;
    return next + 1 < end ? after_blanks(next + 2, end) : NULL;
}

/* Reads a line that begins with MODULE NAME, SUBMODULE or USE NAME. A line with only that
 * appearance has no effect on the result. */
static void scan_line(struct module_library *l, struct library_file *f, const char *p,
                      const char *end)
{
    p = after_blanks(p, end);
    const char *module = after_word(p, end, "module"), *use = after_word(p, end, "use");
    const char *submodule = after_word(p, end, "submodule");
    if (submodule)
        scan_submodule(l, f, after_blanks(submodule, end), end);
    if (use)
        use = after_use(use, end);
    if (module && after_blanks(module, end) == module)
        module = NULL;
    const char *at = module ? after_blanks(module, end) : use;
    const char *name = at ? name_at(&l->names, at, end) : NULL;
    if (name && module)
        *array_push(&f->defines) = name;
    else if (name)
        *array_push(&f->uses) = name;
}

static void scan_text(struct module_library *l, struct library_file *f, const struct source *s)
{
    const char *p = s->text, *end = s->text + s->size;
    while (p < end) {
        const char *line_end = memchr(p, '\n', (size_t)(end - p));
        if (!line_end)
            line_end = end;
        scan_line(l, f, p, line_end);
        p = line_end + 1;
    }
}

static bool defines(const struct library_file *f, const char *name)
{
    for (size_t i = 0; i < f->defines.n; i++)
        if (f->defines.at[i] == name)
            return true;
    return false;
}

static void add_definitions(struct module_library *l, size_t file)
{
    struct library_file *f = &l->files[file];
    for (size_t i = 0; i < f->defines.n; i++) {
        uint32_t *at = name_index_at(&l->by_name, f->defines.at[i], 0);
        if (*at == NAME_INDEX_NONE) {
            *at = (uint32_t)l->definitions.n;
            *array_push(&l->definitions) = (struct definition){f->defines.at[i], file, NULL};
        } else if (l->definitions.at[*at].file != file) {
            l->definitions.at[*at].other = f->in->path;
        }
    }
}

/* Scans a file for modules and closes it if it can be opened again. */
static void scan_file(struct module_library *l, size_t i, const char *path)
{
    struct diag quiet = {.quiet = true};
    struct infile *in = l->files[i].in;
    struct source s;
    if (!infile_open(in, path, true, &quiet)) {
        *in = (struct infile){.fd = -1, .copy = -1};
        return;
    }
    if (source_read_infile(&s, in, &quiet)) {
        scan_text(l, &l->files[i], &s);
        source_free(&s);
    }
    infile_park(in);
    add_definitions(l, i);
}

/* ---- the modules of the files that others need ---- */

/* Adds the exports of a unit that is a module to the library. */
static void keep_unit(struct module_library *l, struct arena *a, const struct ast *ast,
                      const struct unit *u)
{
    const struct module *before = ast->modules->first;
    struct symbols s;
    if (u->host || !u->n || u->at[0]->kind != STMT_MODULE)
        return;
    symbols_open(&s, a, ast, u);
    symbols_free(&s);
    if (ast->modules->first != before && ast->modules->first->name == u->name)
        give_module(l, ast->modules->first);
}

static void keep_units(struct module_library *l, struct source *s, struct names *names,
                       struct diag *d)
{
    struct arena unit = {0};
    struct ast ast = {0};
    int n_storages = 0;
    struct front_reader *reader = front_open(l->modules.arena, names, s, &l->options, d);
    while (reader && front_next(reader, &unit, &ast)) {
        for (size_t i = 0; i < ast.n_units; i++)
            keep_unit(l, &unit, &ast, ast.units[i]);
        n_storages = ast.modules->n_storages;
        arena_free(&unit);
    }
    arena_free(&unit);
    l->modules.n_storages += n_storages;
    if (reader)
        front_close(reader);
}

static void load_file(struct module_library *l, struct library_file *f);

/* Reads the modules that a file uses before the file, unless two files use each other. */
static void load_used(struct module_library *l, const struct library_file *f)
{
    for (size_t i = 0; i < f->uses.n; i++) {
        const struct definition *d = definition_of(l, f->uses.at[i]);
        if (d && !d->other && !defines(f, d->name) && !l->files[d->file].begun)
            load_file(l, &l->files[d->file]);
    }
}

static void load_file(struct module_library *l, struct library_file *f)
{
    struct diag quiet = {.quiet = true};
    struct names names = {0};
    struct source s;
    f->begun = true;
    load_used(l, f);
    if (!infile_again(f->in, &quiet) || !front_read_infile(&s, f->in, &l->options, &quiet))
        return;
    infile_park(f->in);
    keep_units(l, &s, &names, &quiet);
    source_free(&s);
    names_free(&names);
}

static void load_files(struct module_library *l)
{
    for (size_t i = 0; i < l->n; i++)
        load_used(l, &l->files[i]);
}

struct module_library *front_library(const char *const *files, size_t n, struct infile *texts,
                                     const struct front_options *o)
{
    struct module_library *l = xmalloc(sizeof *l);
    *l = (struct module_library){.n = n, .options = *o};
    l->options.declarations = true;
    l->options.library = l;
    l->modules = (struct modules){.arena = &l->arena, .names = &l->names};
    l->files = ARENA_ARRAY(&l->arena, struct library_file, n + 1);
    for (size_t i = 0; i < n; i++) {
        l->files[i].in = &texts[i];
        scan_file(l, i, files[i]);
    }
    load_files(l);
    return l;
}

void front_library_free(struct module_library *l)
{
    if (!l)
        return;
    for (size_t i = 0; i < l->n; i++) {
        array_free(&l->files[i].defines);
        array_free(&l->files[i].uses);
    }
    array_free(&l->definitions);
    name_index_free(&l->by_name);
    names_free(&l->names);
    arena_free(&l->arena);
    free(l);
}
