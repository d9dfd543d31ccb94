/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the program to measure among those that the build command linked. */
#include "base/temporary.h"
#include "commands/macs/compilers/programs.h"
#include "commands/macs/compilers/wrapper.h"
#include "commands/macs/plan/built.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A linked program. */
struct linked_program {
    struct record record;
    const char *folder;     /* of its record */
    const char *identity;   /* of its code */
    const char *at;         /* its path at the link */
    const char *path;       /* its present path; NULL = unknown */
    bool exists;            /* a file has its path at the link */
    bool named;             /* its code is that of the file --program */
    struct timespec linked; /* when */
};
struct linked_programs {
    struct linked_program *all;
    size_t n;
};

/* ---- records ---- */

static const char *file_identity(struct arena *a, const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) ? program_identity(a, path) : NULL;
}

static void add_program(struct arena *a, struct linked_programs *l, const char *folder)
{
    struct linked_program p = {.folder = folder};
    struct stat s;
    const char *record = arena_printf(a, "%s/record", folder);
    if (stat(record, &s) != 0 || !record_read(&p.record, a, record))
        return;
    p.linked = s.st_mtim;
    p.at = record_text(&p.record, "path");
    p.identity = record_text(&p.record, "identity");
    if (!p.at || !p.identity)
        return;
    const char *found = file_identity(a, p.at);
    p.exists = access(p.at, F_OK) == 0;
    p.path = found && strcmp(found, p.identity) == 0 ? p.at : NULL;
    *ARENA_PUSH(a, l->all, l->n) = p;
}

static struct linked_programs read_programs(const struct request *ask, struct arena *a)
{
    const char *folder = arena_printf(a, "%s/programs", built_folder(ask, a));
    struct linked_programs l = {.n = 0};
    DIR *dir = opendir(folder);
    for (const struct dirent *e; dir && (e = readdir(dir));)
        if (*e->d_name != '.')
            add_program(a, &l, arena_printf(a, "%s/%s", folder, e->d_name));
    if (dir)
        closedir(dir);
    return l;
}

/* ---- present paths ---- */

static bool matches_name(const char *path, const char *name)
{
    size_t n = strlen(path), m = strlen(name);
    return strcmp(path, name) == 0 ||
           (n > m && strcmp(path + n - m, name) == 0 && path[n - m - 1] == '/');
}

/* Sets the path of the programs whose code is that of the file. */
static void place_named_program(struct arena *a, struct linked_programs *l, const char *file)
{
    const char *identity = file ? file_identity(a, file) : NULL;
    char *path = identity ? realpath(file, NULL) : NULL;
    for (size_t i = 0; path && i < l->n; i++)
        if (strcmp(l->all[i].identity, identity) == 0) {
            l->all[i].path = arena_strdup(a, path);
            l->all[i].named = true;
        }
    free(path);
}

/* Returns the directories of a search: the root, and those of the programs outside of it. */
static struct words search_folders(const struct request *ask, struct arena *a,
                                   const struct linked_programs *l)
{
    struct words folders = {.n = 0};
    size_t n = strcmp(ask->root, "/") == 0 ? 0 : strlen(ask->root);
    words_add(a, &folders, ask->root);
    for (size_t i = 0; i < l->n; i++) {
        const char *at = l->all[i].at, *slash = strrchr(at, '/');
        bool inside = strncmp(at, ask->root, n) == 0 && at[n] == '/';
        const char *folder = slash ? arena_strndup(a, at, (size_t)(slash - at)) : NULL;
        if (folder && *folder && !inside && !words_contain(&folders, folder) &&
            access(folder, F_OK) == 0)
            words_add(a, &folders, folder);
    }
    return folders;
}

/* Returns whether the file x is preferred to y, another copy of the same program: the one with the
 * requested name, or the one that was placed last. */
static bool is_preferred(const char *x, const char *y, const char *name)
{
    struct stat one, other;
    bool x_named = name && matches_name(x, name), y_named = name && matches_name(y, name);
    if (x_named != y_named || stat(x, &one) != 0 || stat(y, &other) != 0)
        return x_named;
    return one.st_ctim.tv_sec != other.st_ctim.tv_sec ? one.st_ctim.tv_sec > other.st_ctim.tv_sec
                                                      : one.st_ctim.tv_nsec > other.st_ctim.tv_nsec;
}

/* Searches the programs that are not at their paths. */
static void search_programs(const struct request *ask, struct arena *a, struct linked_programs *l,
                            const char *name)
{
    struct program_search *s = ARENA_ARRAY(a, struct program_search, l->n + 1);
    struct words folders = search_folders(ask, a, l);
    size_t n = 0;
    for (size_t i = 0; i < l->n; i++)
        if (!l->all[i].path)
            s[n++].identity = l->all[i].identity;
    if (!n)
        return;
    programs_find(a, &folders, ask->folder, s, n);
    n = 0;
    for (size_t i = 0; i < l->n; i++) {
        struct linked_program *p = &l->all[i];
        if (p->path)
            continue;
        const struct words *paths = &s[n++].paths;
        for (size_t k = 0; k < paths->n; k++)
            if (!p->path || is_preferred(paths->at[k], p->path, name))
                p->path = paths->at[k];
    }
}

static bool is_in_place(const struct linked_program *p)
{
    return p->path && strcmp(p->path, p->at) == 0;
}

static bool is_later(const struct linked_program *x, const struct linked_program *y)
{
    return x->linked.tv_sec != y->linked.tv_sec ? x->linked.tv_sec > y->linked.tv_sec
                                                : x->linked.tv_nsec > y->linked.tv_nsec;
}

/* Returns whether another program was linked with the same path later, or is there now. */
static bool is_replaced(const struct linked_programs *l, const struct linked_program *p)
{
    for (size_t i = 0; i < l->n; i++) {
        const struct linked_program *o = &l->all[i];
        if (o != p && strcmp(o->at, p->at) == 0 &&
            (is_in_place(o) || (is_later(o, p) && (o->path || p->exists))))
            return true;
    }
    return false;
}

/* Returns whether another program with the same code was linked with the path at which p was found,
 * or was found there and linked later. */
static bool is_duplicate(const struct linked_programs *l, const struct linked_program *p)
{
    for (size_t i = 0; p->path && i < l->n; i++) {
        const struct linked_program *o = &l->all[i];
        bool here = is_in_place(o), own = is_in_place(p);
        if (o != p && o->path && strcmp(o->path, p->path) == 0 &&
            (here != own ? here : is_later(o, p)))
            return true;
    }
    return false;
}

/* Decides about programs that were not found: the last one that was linked with a path is there,
 * and was changed after the link; records of others are removed. */
static void place_changed_programs(struct linked_programs *l)
{
    for (size_t i = 0; i < l->n; i++) {
        struct linked_program *p = &l->all[i];
        if (is_duplicate(l, p))
            p->path = NULL;
        else if (p->path)
            continue;
        else if (is_replaced(l, p))
            temporary_remove_folder(p->folder);
        else if (p->exists)
            p->path = p->at;
    }
}

/* ---- choice ---- */

struct choice {
    const struct linked_program *chosen;
    size_t n; /* programs that match the name; if some of them have instrumented loops, the number
                 of these */
    bool instrumented;
    struct words paths; /* of all programs */
};

/* Counts a program and keeps it. Those with instrumented loops come before others. */
static void add_candidate(struct choice *c, const struct linked_program *p)
{
    bool instrumented = record_text(&p->record, "part");
    if (c->instrumented && !instrumented)
        return;
    c->n = instrumented && !c->instrumented ? 1 : c->n + 1;
    c->instrumented |= instrumented;
    c->chosen = p;
}

static struct choice choose_program(struct arena *a, const struct linked_programs *l,
                                    const char *name)
{
    struct choice c = {.n = 0};
    bool named = false;
    for (size_t i = 0; i < l->n; i++)
        named |= l->all[i].named;
    for (size_t i = 0; i < l->n; i++) {
        const struct linked_program *p = &l->all[i];
        if (!p->path)
            continue;
        words_add(a, &c.paths, p->path);
        if (named ? p->named : !name || matches_name(p->path, name) || matches_name(p->at, name))
            add_candidate(&c, p);
    }
    return c;
}

static const char *list_paths(struct arena *a, struct words *paths)
{
    const char *text = "";
    words_sort(paths);
    for (size_t i = 0; i < paths->n; i++)
        text = arena_printf(a, "%s%s%s", text, i ? ", " : "", paths->at[i]);
    return text;
}

/* Reports that no program was linked, or that those that were linked are at unknown places. */
static void report_no_program(const struct linked_programs *l, struct arena *a, bool called,
                              const struct request *ask, struct diag *d)
{
    struct words at = {.n = 0};
    for (size_t i = 0; i < l->n; i++)
        if (!words_contain(&at, l->all[i].at))
            words_add(a, &at, l->all[i].at);
    if (at.n)
        diag_error(d, (struct where){0},
                   "the linked program was moved or removed, and is not below %s: name its present "
                   "path with --program (linked: %s)",
                   ask->root, list_paths(a, &at));
    else if (called)
        diag_error(d, (struct where){0},
                   "compilers were called, but no program was linked: run make clean first");
    else
        diag_error(
            d, (struct where){0},
            "no program was linked: everything was up to date (run make clean first), or the "
            "compiler was called by its path");
}

bool built_choose(struct record *program, const char **folder, const struct request *ask,
                  struct arena *a, const char *name, struct diag *d)
{
    struct linked_programs l = read_programs(ask, a);
    place_named_program(a, &l, name);
    search_programs(ask, a, &l, name);
    place_changed_programs(&l);
    struct choice c = choose_program(a, &l, name);
    bool called = access(arena_printf(a, "%s/" WRAPPER_CALLED, built_folder(ask, a)), F_OK) == 0;
    if (c.n == 1) {
        *program = c.chosen->record;
        *folder = c.chosen->folder;
        record_replace(program, "path", c.chosen->path);
        return true;
    }
    if (!c.paths.n)
        report_no_program(&l, a, called, ask, d);
    else if (!c.n)
        diag_error(d, (struct where){0}, "program %s was not linked; linked programs: %s", name,
                   list_paths(a, &c.paths));
    else
        diag_error(d, (struct where){0},
                   "several programs were linked; select one with --program: %s",
                   list_paths(a, &c.paths));
    return false;
}
