/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/machine/linking.h"

#include "lab/machine/library.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t ALL_FILES = UINT32_MAX;

/* ---- names ---- */

static const struct program_symbol *find_symbol(const struct program *p, const char *name,
                                                uint32_t file)
{
    uint32_t symbol = name_index_find(&p->by_name, name, file);
    return symbol == NAME_INDEX_NONE ? NULL : &p->symbols.at[symbol];
}

const struct program_symbol *program_find(const struct program *p, uint32_t file, const char *name)
{
    const char *known = name_find(&p->names, name, strlen(name));
    const struct program_symbol *s = known ? find_symbol(p, known, file) : NULL;
    return s || !known ? s : find_symbol(p, known, ALL_FILES);
}

static bool is_local(const char *name)
{
    return name[0] == '.';
}

/* Reports a global name that several files define, except COMMON blocks. */
static void report_duplicate(struct program *p, const struct program_symbol *s,
                             const struct program_symbol *before)
{
    const struct lab_text *first = &p->files.at[before->file]->text;
    diag_error(p->d, (struct where){.file = p->files.at[s->file]->text.path, .line = s->line},
               "'%s' is also defined by %s", s->name, first->path);
}

/* Returns whether the new definition replaces the previous one for other files. */
static bool is_seen(struct program *p, const struct program_symbol *s)
{
    const struct program_symbol *before = find_symbol(p, s->name, ALL_FILES);
    if (is_local(s->name) || (before && before->common))
        return false;
    if (before && before->global && s->global) {
        report_duplicate(p, s, before);
        return false;
    }
    return !before || s->global;
}

static void define_symbol(struct program *p, struct program_symbol s)
{
    s.name = name_of(&p->names, s.name, strlen(s.name));
    uint32_t at = (uint32_t)p->symbols.n;
    bool seen = is_seen(p, &s);
    *array_push(&p->symbols) = s;
    *name_index_at(&p->by_name, s.name, s.file) = at;
    if (seen)
        *name_index_at(&p->by_name, s.name, ALL_FILES) = at;
}

/* ---- files ---- */

static void define_labels(struct program *p, uint32_t file)
{
    const struct program_file *f = p->files.at[file];
    for (size_t i = 0; i < f->text.labels.n; i++) {
        const struct lab_label *l = &f->text.labels.at[i];
        define_symbol(p,
                      (struct program_symbol){.name = l->name,
                                              .address = program_pair_address(f->first + l->pair),
                                              .text = true,
                                              .global = l->global,
                                              .file = file,
                                              .line = l->text_line});
    }
    for (size_t i = 0; i < f->text.blocks.n; i++) {
        const struct lab_block *b = &f->text.blocks.at[i];
        if (b->name)
            define_symbol(p, (struct program_symbol){.name = b->name,
                                                     .bytes = linking_block_bytes(b),
                                                     .global = b->global || b->common,
                                                     .common = b->common,
                                                     .file = file});
    }
}

static struct program_file *new_file(struct program *p)
{
    struct program_file *f = ARENA_NEW(&p->arena, struct program_file);
    f->first = p->pairs;
    *array_push(&p->files) = f;
    return f;
}

static void add_file(struct program *p)
{
    struct program_file *f = p->files.at[p->files.n - 1];
    p->pairs += (uint32_t)f->text.pairs.n;
    f->blocks = ARENA_ARRAY(&p->arena, uint64_t, f->text.blocks.n);
    define_labels(p, (uint32_t)p->files.n - 1);
}

static bool read_file(struct program *p, const char *path)
{
    struct program_file *f = new_file(p);
    bool ok = lab_text_read(&p->arena, path, p->d, &f->text);
    add_file(p);
    return ok;
}

/* ---- the library ---- */

typedef ARRAY(const char *) name_list;

static void add_undefined(const struct program *p, uint32_t file, const char *name, name_list *list)
{
    if (!name || program_find(p, file, name))
        return;
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->at[i], name) == 0)
            return;
    *array_push(list) = name;
}

/* Finds names that files use but no file defines. */
static void list_undefined(const struct program *p, name_list *list)
{
    for (uint32_t file = 0; file < p->files.n; file++) {
        const struct lab_text *t = &p->files.at[file]->text;
        for (size_t i = 0; i < t->pairs.n; i++) {
            const struct lab_inst *both[] = {&t->pairs.at[i].left, &t->pairs.at[i].right};
            for (int h = 0; h < 2; h++) {
                add_undefined(p, file, both[h]->target, list);
                add_undefined(p, file, both[h]->symbol, list);
            }
        }
        for (size_t i = 0; i < t->blocks.n; i++)
            for (size_t k = 0; k < t->blocks.at[i].data.n; k++)
                add_undefined(p, file, t->blocks.at[i].data.at[k].symbol, list);
    }
}

static bool defines_any(const struct lab_text *t, const name_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        for (size_t k = 0; k < t->labels.n; k++)
            if (!is_local(list->at[i]) && strcmp(t->labels.at[k].name, list->at[i]) == 0)
                return true;
        for (size_t k = 0; k < t->blocks.n; k++)
            if (t->blocks.at[k].name && strcmp(t->blocks.at[k].name, list->at[i]) == 0)
                return true;
    }
    return false;
}

/* Links one text of the library that defines a missing name. Returns false if there is none. */
static bool link_library_text(struct program *p, bool *linked, const name_list *wanted)
{
    for (size_t i = 0; library_texts[i]; i++) {
        const char *name = arena_printf(&p->arena, "%s.s", library_texts[i]);
        const char *path = linked[i] ? NULL : installed_file(&p->arena, "lab/library", name);
        if (!path)
            continue;
        struct program_file *f = new_file(p);
        f->library = true;
        if (lab_text_read(&p->arena, path, p->d, &f->text) && defines_any(&f->text, wanted)) {
            f->text.path = name;
            linked[i] = true;
            add_file(p);
            return true;
        }
        lab_text_free(&f->text);
        p->files.n--;
    }
    return false;
}

static void link_library(struct program *p)
{
    size_t n = 0;
    while (library_texts[n])
        n++;
    bool *linked = ARENA_ARRAY(&p->arena, bool, n + 1), more = true;
    while (more) {
        name_list wanted = {0};
        list_undefined(p, &wanted);
        more = wanted.n > 0 && link_library_text(p, linked, &wanted);
        array_free(&wanted);
    }
}

/* ---- host routines ---- */

static void put_pair(struct lab_text *t, struct lab_inst right)
{
    *array_push(&t->pairs) = (struct lab_pair){.left = {.op = LAB_FINOP}, .right = right};
}

static void put_nops(struct lab_text *t, int n)
{
    while (n-- > 0)
        put_pair(t, (struct lab_inst){.op = LAB_CXNOP});
}

static void put_host(struct program *p, struct program_file *f, const struct host_routine *routine)
{
    *array_push(&p->hosts) = (struct program_host){f->first + (uint32_t)f->text.pairs.n, routine};
    put_nops(&f->text, 1);
}

/* Defines symbol$TXT, which calls the host and returns, and its constant block `symbol`. */
static void put_routine(struct program *p, struct program_file *f, const struct host_routine *r)
{
    struct lab_text *t = &f->text;
    const char *code = arena_printf(&p->arena, "%s$TXT", r->symbol);
    struct lab_block block = {.name = r->symbol, .align = 8};
    *array_push(&t->labels) =
        (struct lab_label){.name = code, .pair = (uint32_t)t->pairs.n, .global = true};
    *array_push(&block.data) = (struct lab_datum){.bytes = 8, .repeat = 1, .symbol = code};
    *array_push(&t->blocks) = block;
    put_nops(t, 2);
    put_host(p, f, r);
    put_pair(t, (struct lab_inst){.op = LAB_JMP,
                                  .base = lab_register(LAB_CEU, 14),
                                  .offset = 4 * LAB_PAIR_BYTES});
    put_nops(t, 2);
}

/* Defines the target of "jmp 32(%c14)" in the main program. */
static void put_end(struct program *p, struct program_file *f)
{
    p->exit_text = program_pair_address(f->first + (uint32_t)f->text.pairs.n);
    put_nops(&f->text, 4);
    put_host(p, f, NULL);
}

static const struct host_routine *find_routine(const char *name)
{
    size_t n = strlen(name), code = strlen("$TXT");
    if (n > code && strcmp(name + n - code, "$TXT") == 0)
        n -= code;
    return host_routine_named(name, n);
}

static void add_host_file(struct program *p)
{
    name_list wanted = {0};
    list_undefined(p, &wanted);
    struct program_file *f = new_file(p);
    f->text.path = "the library";
    f->library = true;
    for (size_t i = 0; i < wanted.n; i++) {
        const struct host_routine *r = find_routine(wanted.at[i]);
        bool defined = false;
        for (size_t k = 0; r && k < f->text.blocks.n; k++)
            defined |= strcmp(f->text.blocks.at[k].name, r->symbol) == 0;
        if (r && !defined)
            put_routine(p, f, r);
    }
    put_end(p, f);
    array_free(&wanted);
    add_file(p);
}

/* ---- complete programs ---- */

static void find_starts(struct program *p)
{
    const struct program_symbol *text = program_find(p, ALL_FILES, "main$TXT"),
                                *block = program_find(p, ALL_FILES, "main"),
                                *work = program_find(p, ALL_FILES, "cell_work$TXT"),
                                *own = program_find(p, ALL_FILES, "cell_work");
    if (!text || !text->text)
        diag_error(p->d, (struct where){.file = p->files.at[0]->text.path},
                   "no main program: main$TXT is undefined; also name the assembly file of the "
                   "main program");
    p->main_text = text ? text->address + 2 * LAB_PAIR_BYTES : 0;
    p->main_block = block && !block->text ? block->address : 0;
    p->worker_text = work && work->text ? work->address + 2 * LAB_PAIR_BYTES : 0;
    p->worker_block = own && !own->text ? own->address : 0;
}

static struct program *new_program(struct diag *d)
{
    struct program *p = xmalloc(sizeof *p);
    *p = (struct program){.d = d};
    return p;
}

/* Links what was read. Returns NULL after errors. */
static struct program *finish(struct program *p, bool ok, long errors)
{
    if (ok) {
        link_library(p);
        add_host_file(p);
        linking_place(p);
        find_starts(p);
        linking_check(p);
    }
    if (ok && p->d->errors == errors)
        return p;
    program_free(p);
    return NULL;
}

struct program *program_read(const char *const *paths, size_t n, struct diag *d)
{
    struct program *p = new_program(d);
    long errors = d->errors;
    bool ok = true;
    for (size_t i = 0; i < n; i++)
        ok &= read_file(p, paths[i]);
    return finish(p, ok, errors);
}

struct program *program_read_bytes(const char *path, const char *bytes, size_t n, struct diag *d)
{
    struct program *p = new_program(d);
    long errors = d->errors;
    struct program_file *f = new_file(p);
    bool ok = lab_text_read_bytes(&p->arena, path, bytes, n, d, &f->text);
    add_file(p);
    return finish(p, ok, errors);
}

void program_free(struct program *p)
{
    for (size_t i = 0; i < p->files.n; i++)
        lab_text_free(&p->files.at[i]->text);
    array_release_all(p->files.at, p->symbols.at, p->hosts.at);
    name_index_free(&p->by_name);
    names_free(&p->names);
    arena_free(&p->arena);
    free(p);
}

const struct lab_pair *program_pair(const struct program *p, uint32_t pair,
                                    const struct program_file **file)
{
    size_t low = 0, high = p->files.n;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (p->files.at[middle]->first <= pair)
            low = middle;
        else
            high = middle;
    }
    const struct program_file *f = p->files.at[low];
    *file = f;
    return pair - f->first < f->text.pairs.n ? &f->text.pairs.at[pair - f->first] : NULL;
}
