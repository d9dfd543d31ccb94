/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/plan/built.h"
#include "base/file.h"
#include "base/source.h"
#include "base/util.h"
#include "commands/macs/compilers/counted.h"
#include "commands/macs/compilers/flags.h"
#include "commands/macs/plan/marking.h"
#include "commands/macs/compilers/wrapper.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *absolute_path(struct arena *a, const char *path)
{
    char here[4096];
    if (*path == '/' || !getcwd(here, sizeof here))
        return path;
    return arena_printf(a, "%s/%s", here, path);
}

/* A machine file is relative to the directory of the command; a machine name is not. */
static const char *absolute_machine(struct arena *a, const char *machine)
{
    return strchr(machine, '/') ? absolute_path(a, machine) : machine;
}

const char *built_folder(const struct request *ask, struct arena *a)
{
    return absolute_path(a, arena_printf(a, "%s/%s", ask->folder, ask->sets[0].name));
}

/* ---- the command ---- */

static void plan_wrapper(struct plan *p, const char *folder, const char *name)
{
    const char *link = arena_printf(p->a, "%s/%s", folder, name);
    struct planned *n =
        plan_step(p, 0, arena_printf(p->a, "wrap %s", name), arena_printf(p->a, "wrap %s", name));
    n->step.kind = STEP_FOLDERS;
    words_add(p->a, &n->step.argv, "ln");
    words_add(p->a, &n->step.argv, "-sf");
    words_add(p->a, &n->step.argv, p->ask->tools->self);
    words_add(p->a, &n->step.argv, link);
}

/* Adds the compilers in a directory of PATH that were not found before. */
static void find_compilers(struct plan *p, const char *folder, struct words *names)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return;
    for (struct dirent *e; (e = readdir(dir));)
        if (wrapper_is_compiler(e->d_name) && !words_contain(names, e->d_name) &&
            access(arena_printf(p->a, "%s/%s", folder, e->d_name), X_OK) == 0)
            words_add(p->a, names, arena_strdup(p->a, e->d_name));
    closedir(dir);
}

static struct words compilers_on_path(struct plan *p)
{
    struct words names = {.n = 0};
    const char *list = getenv("PATH");
    while (list && *list) {
        size_t n = strcspn(list, ":");
        find_compilers(p, arena_strndup(p->a, list, n), &names);
        list += n + (list[n] == ':');
    }
    words_sort(&names);
    return names;
}

/* The default Fortran compilers of make may not be installed. */
static void default_compiler(struct plan *p, struct step *s, const char *variable)
{
    if (!getenv(variable))
        words_addf(p->a, &s->env, "%s=gfortran", variable);
}

void plan_command(struct plan *p, const struct words *command)
{
    const char *build = built_folder(p->ask, p->a), *path = getenv("PATH");
    const char *folder = arena_printf(p->a, "%s/compilers", build);
    words_add(p->a, &p->folders, folder);
    words_add(p->a, &p->folders, arena_printf(p->a, "%s/objects", build));
    words_add(p->a, &p->folders, arena_printf(p->a, "%s/programs", build));
    if (p->ask->counts)
        words_add(p->a, &p->folders, arena_printf(p->a, "%s/counted", build));
    words_add(p->a, &p->folders, arena_printf(p->a, "%s/unfinished", build));
    plan_nearest(p);
    struct words names = compilers_on_path(p);
    for (size_t i = 0; i < names.n; i++)
        plan_wrapper(p, folder, names.at[i]);
    struct planned *n = plan_step(p, 0, "build", words_quoted(p->a, command));
    n->needed = true;
    n->step.kind = STEP_BUILD;
    n->step.argv = *command;
    words_addf(p->a, &n->step.env, "PATH=%s:%s", folder, path ? path : "/usr/bin:/bin");
    words_addf(p->a, &n->step.env, WRAPPER_BUILD "=%s", build);
    words_addf(p->a, &n->step.env, WRAPPER_ROOT "=%s", p->ask->root);
    if (p->ask->marks)
        words_add(p->a, &n->step.env, WRAPPER_MARKS "=1");
    if (p->ask->loops)
        words_addf(p->a, &n->step.env, WRAPPER_LOOPS "=%s", p->ask->loops);
    if (p->ask->counts)
        words_addf(p->a, &n->step.env, WRAPPER_COUNTS "=%s", p->ask->counts);
    if (p->ask->reference)
        words_add(p->a, &n->step.env, WRAPPER_REFERENCE "=1");
    if (p->ask->accesses)
        words_add(p->a, &n->step.env, WRAPPER_ACCESSES "=1");
    words_add(p->a, &n->step.env, "CCACHE_DISABLE=1");
    default_compiler(p, &n->step, "FC");
    default_compiler(p, &n->step, "F77");
    default_compiler(p, &n->step, "F90");
}

/* ---- CMake ---- */

/* Returns the path of a compiler that a line of CMakeCache.txt sets; NULL = none. */
static const char *cached_compiler(struct arena *a, const char *line)
{
    static const char *const names[] = {
        "CMAKE_C_COMPILER:", "CMAKE_CXX_COMPILER:", "CMAKE_Fortran_COMPILER:"};
    const char *value = strchr(line, '=');
    for (size_t i = 0; value && i < COUNT_OF(names); i++)
        if (strncmp(line, names[i], strlen(names[i])) == 0 && value[1] == '/')
            return arena_strndup(a, value + 1, strcspn(value + 1, "\n"));
    return NULL;
}

static bool is_same_file(const char *one, const char *other)
{
    struct stat x, y;
    return stat(one, &x) == 0 && stat(other, &y) == 0 && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

/* Returns the first compiler in a CMakeCache.txt if none of them is a wrapper; NULL = there is a
 * wrapper, or no compiler. */
static const char *unwrapped_compiler(struct arena *a, const char *path, const char *self)
{
    const char *first = NULL;
    char *line = NULL;
    size_t room = 0;
    bool wrapped = false;
    FILE *f = fopen(path, "re");
    while (f && getline(&line, &room, f) > 0) {
        const char *compiler = cached_compiler(a, line);
        wrapped |= compiler && is_same_file(compiler, self);
        first = first ? first : compiler;
    }
    free(line);
    if (f)
        file_drop(f);
    return wrapped ? NULL : first;
}

static bool check_cmake_folder(const struct request *ask, struct arena *a, const char *folder,
                               struct diag *d)
{
    const char *cache = arena_printf(a, "%s/CMakeCache.txt", folder);
    const char *compiler = unwrapped_compiler(a, cache, ask->tools->self);
    if (compiler)
        diag_error(d, (struct where){.file = cache},
                   "this directory was configured to call %s by its path, which is not wrapped; "
                   "configure another one inside: macs build -- sh -c 'cmake -S . -B NEW && cmake "
                   "--build NEW'",
                   compiler);
    return !compiler;
}

bool built_check_cmake(const struct request *ask, struct arena *a, const struct words *command,
                       struct diag *d)
{
    static const char *const tools[] = {"cmake", "make", "gmake", "ninja"};
    const char *slash = strrchr(command->at[0], '/'), *name = slash ? slash + 1 : command->at[0];
    if (!text_is_among(tools, COUNT_OF(tools), name))
        return true;
    bool good = strcmp(name, "cmake") == 0 || check_cmake_folder(ask, a, ".", d);
    for (size_t i = 1; good && i < command->n; i++) {
        const char *word = command->at[i];
        bool joined = strncmp(word, "-B", 2) == 0 || strncmp(word, "-C", 2) == 0;
        good = check_cmake_folder(ask, a, word + (joined && word[2] ? 2 : 0), d);
    }
    return good;
}

/* ---- notes of the wrappers ---- */

static const char *note_of(const struct request *ask, struct arena *a, const char *name)
{
    return arena_printf(a, "%s/%s", built_folder(ask, a), name);
}

void built_begin(const struct request *ask, struct arena *a)
{
    unlink(note_of(ask, a, WRAPPER_CALLED));
    unlink(note_of(ask, a, WRAPPER_REFUSED));
}

bool built_check_refused(const struct request *ask, struct arena *a, struct diag *d)
{
    struct source s;
    struct diag silent = {.quiet = true};
    if (!source_read(&s, note_of(ask, a, WRAPPER_REFUSED), &silent))
        return true;
    diag_error(d, (struct where){0}, "%s", arena_strndup(a, s.text, strcspn(s.text, "\n")));
    source_free(&s);
    return false;
}

void built_left_out(const struct request *ask, struct arena *a, struct diag *d)
{
    struct record r;
    const char *path = arena_printf(a, "%s/left-out", built_folder(ask, a));
    bool good = record_read(&r, a, path);
    if (!good && errno == ENOENT)
        return;
    for (size_t i = 0; i < r.keys.n; i++)
        diag_warning(d, (struct where){0}, "not measured: %s: %s", r.keys.at[i], r.texts.at[i]);
    if (!good)
        diag_error(d, (struct where){.file = path}, "cannot read the list of unmeasured files: %s",
                   strerror(errno));
}

/* ---- objects of the program ---- */

/* Returns whether the record of an object exists and is complete. */
static bool read_part(struct record *r, struct arena *a, const char *part)
{
    return record_read(r, a, arena_printf(a, "%s/record", part)) && record_text(r, "source") &&
           record_text(r, "root");
}

/* Bounds are stored by source: those of a second object of the same source replace the first
 * ones. */
static void check_source(struct words *sources, struct arena *a, const struct record *r,
                         struct diag *d)
{
    const char *source = record_text(r, "source");
    if (words_contain(sources, source))
        diag_warning(
            d, (struct where){.file = source},
            "this source was compiled into the program more than once with different flags: "
            "its bounds are those of the last object");
    words_add(a, sources, source);
}

void built_check(const struct record *program, struct arena *a, struct diag *d)
{
    struct record r;
    struct words parts = record_texts(a, program, "part"), sources = {.n = 0};
    for (size_t i = 0; i < parts.n; i++)
        if (read_part(&r, a, parts.at[i]))
            check_source(&sources, a, &r, d);
        else
            diag_error(d, (struct where){.file = arena_printf(a, "%s/record", parts.at[i])},
                       "this record does not name the source of its object, which is not measured: "
                       "run make clean and build again");
}

/* Returns the directory of the counted program of a program; NULL = it has none. */
static const char *counted_build(const struct request *ask, struct arena *a, const char *program)
{
    const char *folder = arena_printf(a, "%s/counted", program);
    return ask->counts && access(folder, F_OK) == 0 ? folder : NULL;
}

/* Returns the directory of its reference build; NULL = it has none. */
static const char *reference_build(const struct request *ask, struct arena *a, const char *program)
{
    const char *folder = arena_printf(a, "%s/reference", program);
    return ask->reference && access(folder, F_OK) == 0 ? folder : NULL;
}

/* Warns about the objects without counters that have the reason of the first of them. */
static void warn_uncounted(struct arena *a, const struct record *r, size_t first, struct diag *d)
{
    const char *why = r->texts.at[first];
    size_t n = 0;
    for (size_t i = first; i < r->keys.n; i++)
        n += strcmp(r->texts.at[i], why) == 0;
    const char *others = n == 1 ? "" : arena_printf(a, " and %zu other objects", n - 1);
    diag_warning(d, (struct where){0}, "passes of loops are not counted in %s%s: %s",
                 r->keys.at[first], n == 2 ? " and another object" : others, why);
}

void built_check_counts(const struct request *ask, struct arena *a, const char *folder,
                        struct diag *d)
{
    struct record r;
    struct words reasons = {.n = 0};
    if (!ask->counts)
        return;
    if (record_read(&r, a, arena_printf(a, "%s/" COUNTED_WITHOUT, folder)))
        for (size_t i = 0; i < r.keys.n; i++)
            if (!words_contain(&reasons, r.texts.at[i])) {
                words_add(a, &reasons, r.texts.at[i]);
                warn_uncounted(a, &r, i, d);
            }
    if (!reasons.n && !counted_build(ask, a, folder))
        diag_warning(d, (struct where){0},
                     "passes of loops are not counted: no object of the program is output of gcc, "
                     "gfortran or clang");
}

void built_describe(struct request *ask, struct arena *a, const struct record *program)
{
    struct record r;
    const char *part = record_text(program, "part");
    if (!part || !read_part(&r, a, part))
        return;
    const char *compiler = record_text(&r, "compiler");
    ask->sets[0].flags = record_texts(a, &r, "flag");
    ask->sets[0].text = words_quoted(a, &ask->sets[0].flags);
    ask->compiler = compiler ? compiler : ask->compiler;
}

/* ---- bounds ---- */

static void plan_part(struct plan *p, const struct record *r)
{
    const struct request *ask = p->ask;
    const char *source = record_text(r, "source"), *root = record_text(r, "root");
    struct words options = record_texts(p->a, r, "option");
    struct planned *n = plan_step(
        p, 0, arena_printf(p->a, "%s/bounds of %s in %s", ask->sets[0].name, source, root),
        arena_printf(p->a, "bounds of %s", source));
    struct step *s = &n->step;
    const char *db = absolute_path(p->a, plan_database(p));
    n->stores_source = true;
    s->cwd = root;
    words_add(p->a, &s->argv, ask->tools->kma);
    words_addf(p->a, &s->argv, "--db=%s", db);
    words_addf(p->a, &s->argv, "--build=%s", ask->sets[0].name);
    words_addf(p->a, &s->argv, "--machine=%s", absolute_machine(p->a, ask->machine));
    words_add_all(p->a, &s->argv, &options);
    words_add(p->a, &s->argv, source);
    words_add(p->a, &s->needs, *source == '/' ? source : arena_printf(p->a, "%s/%s", root, source));
    s->adds = plan_database(p);
    s->output = arena_printf(p->a, "%s/kma.%zu.txt", built_folder(ask, p->a), p->n);
}

/* Adds the bounds of the instrumented code, and the runs that measure loops. */
static void plan_marked(struct plan *p, const struct words *parts, const char *folder)
{
    struct words assembly = {.n = 0}, notes = {.n = 0};
    for (size_t i = 0; i < parts->n; i++) {
        struct record r;
        if (!read_part(&r, p->a, parts->at[i]))
            continue;
        const char *source = record_text(&r, "source"), *slash = strrchr(source, '/');
        words_addf(p->a, &assembly, "%s/%s.s", parts->at[i], slash ? slash + 1 : source);
        const char *missed = arena_printf(p->a, "%s.missed", assembly.at[assembly.n - 1]);
        if (access(missed, R_OK) == 0)
            words_add(p->a, &notes, missed);
    }
    plan_kmacstat(p, 0, &assembly, &notes);
    struct measured_program m = {
        .build = p->ask->sets[0].name,
        .time = arena_printf(p->a, "%s/%s", folder, variants[VARIANT_TIME].folder),
        .count = arena_printf(p->a, "%s/%s", folder, variants[VARIANT_COUNT].folder)};
    plan_runs(p, 0, &m);
}

/* Returns whether the program in a directory of records has instrumented variants. */
static bool has_marks(struct arena *a, const char *folder)
{
    return access(arena_printf(a, "%s/%s", folder, variants[VARIANT_TIME].folder), F_OK) == 0;
}

void built_check_marks(const struct request *ask, struct arena *a, const struct record *program,
                       const char *folder, struct diag *d)
{
    if (ask->marks && record_text(program, "part") && !has_marks(a, folder))
        diag_warning(d, (struct where){0},
                     "the program was linked without --marks, so no loop is measured with marks: "
                     "run make clean first");
}

void plan_built(struct plan *p, const struct record *program, const char *folder)
{
    struct words parts = record_texts(p->a, program, "part");
    for (size_t i = 0; i < parts.n; i++) {
        struct record r;
        if (read_part(&r, p->a, parts.at[i]))
            plan_part(p, &r);
    }
    bool marks = parts.n && p->ask->marks && has_marks(p->a, folder);
    p->marks = true;
    if (marks)
        plan_check_marks(p, 0);
    p->marks = false;
    struct plain_program plain = {.program = record_text(program, "path"),
                                  .counted = counted_build(p->ask, p->a, folder),
                                  .reference = reference_build(p->ask, p->a, folder),
                                  .compiler = parts.n ? p->ask->compiler : NULL,
                                  .notes = record_texts(p->a, program, "notes")};
    plan_samples(p, 0, &plain, marks);
    p->marks = true;
    if (marks)
        plan_marked(p, &parts, folder);
    p->marks = false;
    plan_results(p);
    plan_folders(p);
}
