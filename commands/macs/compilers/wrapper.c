/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/compilers/wrapper.h"
#include "base/file.h"
#include "base/temporary.h"
#include "base/util.h"
#include "commands/macs/steps/child.h"
#include "commands/macs/compilers/place.h"
#include "commands/macs/compilers/records.h"
#include "commands/macs/compilers/wrapping.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const compilers[] = {
    "gfortran", "f77",       "f90",       "f95",    "g77",    "flang",   "flang-new", "ifort",
    "ifx",      "nvfortran", "pgfortran", "mpif77", "mpif90", "mpifort", "mpiifort",  "mpicc",
    "mpicxx",   "mpic++",    "mpiCC",     "cc",     "c++",    "gcc",     "g++",       "clang",
    "clang++",  "icc",       "icpc",      "icx",    "icpx",   "nvc",     "nvc++",     NULL,
};
/* Compilers that accept -g1, which adds line information and does not change the code. Wrappers of
 * MPI pass it on. */
static const char *const with_lines[] = {
    "gfortran", "f95",    "cc",     "c++",   "gcc",    "g++",    "clang",   "clang++",
    "mpicc",    "mpicxx", "mpic++", "mpiCC", "mpif77", "mpif90", "mpifort", NULL,
};

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns whether a name is one of a list, also after a target and before a version. */
static bool is_named(const char *name, const char *const *list)
{
    for (const char *const *c = list; *c; c++) {
        const char *at = strstr(name, *c);
        size_t n = strlen(*c);
        if (at && (at == name || at[-1] == '-') &&
            (!at[n] || (at[n] == '-' && !at[n + 1 + strspn(at + n + 1, "0123456789.")])))
            return true;
    }
    return false;
}

bool wrapper_is_compiler(const char *name)
{
    return is_named(name, compilers);
}

bool wrapper_is_meant(const char *argv0)
{
    const char *name = name_of(argv0);
    return strcmp(name, "macs") != 0 && (getenv(WRAPPER_BUILD) || wrapper_is_compiler(name));
}

/* ---- the real compiler ---- */

/* Returns whether the command generates code without line information. */
static bool lacks_lines(const struct command *c)
{
    bool sources = false;
    for (size_t i = 0; i < c->n_inputs; i++)
        sources |= c->inputs[i].kind == FILE_FORTRAN || c->inputs[i].kind == FILE_SOURCE;
    return sources && c->kind != COMMAND_OTHER && !c->debug;
}

bool wrapping_adds_lines(const struct wrapping *w)
{
    return is_named(name_of(w->command.words.at[0]), with_lines) && lacks_lines(&w->command);
}

/* Returns the command line of the real compiler: that of the user, with line information. */
static char **real_words(struct wrapping *w, int argc, char **argv)
{
    int n = argc;
    char **words = ARENA_ARRAY(&w->a, char *, (size_t)argc + 2);
    memcpy(words, argv, sizeof *words * (size_t)argc);
    words[0] = arena_strdup(&w->a, w->real);
    if (wrapping_adds_lines(w))
        words[n++] = arena_strdup(&w->a, "-g1");
    words[n] = NULL;
    return words;
}

/* Becomes the real compiler. */
static int become_real(struct wrapping *w, char **argv)
{
    argv[0] = arena_strdup(&w->a, w->real);
    execv(w->real, argv);
    fprintf(stderr, "%s: %s\n", w->real, strerror(errno));
    return 127;
}

/* Runs the real compiler with the same input and output, and returns its exit status. It is called
 * by its path because gcc searches its components in the directory of the program. */
static int run_real(const struct wrapping *w, char **argv)
{
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        setenv(WRAPPER_INSIDE, "1", 1);
        execv(w->real, argv);
        fprintf(stderr, "%s: %s\n", w->real, strerror(errno));
        _exit(127);
    }
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return 1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static const char *first_line(struct arena *a, const char *text)
{
    return arena_strndup(a, text, strcspn(text, "\n"));
}

/* Returns the first error line, with the position that gfortran prints on a separate line; without
 * an error line, the first line. */
static const char *first_error(struct arena *a, const char *text)
{
    const char *place = "";
    for (const char *p = text; *p; p += strcspn(p, "\n"), p += *p == '\n') {
        const char *line = first_line(a, p);
        size_t n = strlen(line);
        if (strncmp(line, "Error: ", 7) == 0 || strncmp(line, "Fatal Error: ", 13) == 0)
            return arena_printf(a, "%s%s%s", place, *place ? " " : "", line);
        if (strstr(line, "error: ") || strstr(line, "Error: "))
            return line;
        if (n && line[n - 1] == ':')
            place = line;
    }
    return first_line(a, text);
}

bool wrapping_run(struct wrapping *w, const struct words *words, const char *folder,
                  const char **error)
{
    struct child_output o;
    struct words env = {.n = 0};
    words_add(&w->a, &env, WRAPPER_INSIDE "=1");
    struct child c = {.argv = words, .env = &env, .cwd = folder, .input = w->input};
    struct child_result r = child_run(&c, &w->a, &o);
    *error = first_error(&w->a, arena_strndup(&w->a, o.head_n ? o.head : "", o.head_n));
    return r.how == CHILD_EXITED && r.number == 0;
}

/* ---- objects ---- */

/* The inputs of an object, during the creation of its variants. */
struct source {
    const char *path;
    char *folder;     /* temporary directory */
    const char *name; /* path from root, its name in all records */
    const char *objects[VARIANTS], *assembly;
    struct words flags, options; /* options: for kma, which runs in root */
};

static bool instrument_source(struct wrapping *w, const struct variant *v, const struct source *s,
                              const char *marked, const char **error)
{
    const char *regions = arena_printf(&w->a, "%s/regions", w->build);
    struct words words =
        marking_words(&w->a, w->tools.kma, v, regions, w->loops, &s->options, s->name, marked);
    return wrapping_run(w, &words, w->root, error);
}

/* Compiles the instrumented source, or the assembly generated from it. */
static bool compile(struct wrapping *w, const struct source *s, const char *form, const char *from,
                    const char *to, const char **error)
{
    struct words words = {.n = 0};
    const char *slash = strrchr(s->path, '/');
    words_add(&w->a, &words, w->real);
    for (size_t i = 0; i < s->flags.n; i++)
        if (!flag_makes_errors(s->flags.at[i]))
            words_add(&w->a, &words, s->flags.at[i]);
    if (file_kind_of(from) == FILE_FORTRAN) {
        words_add(&w->a, &words, "-g1");
        if (slash)
            words_addf(&w->a, &words, "-I%.*s", (int)(slash - s->path), s->path);
        if (w->command.modules)
            words_addf(&w->a, &words, "-I%s", w->command.modules);
        words_add(&w->a, &words, "-I.");
        words_addf(&w->a, &words, "-J%s", s->folder);
        if (strcmp(form, "-S") == 0 && compiler_reports_loops(w->real))
            words_addf(&w->a, &words, "-fopt-info-vec-missed=%s.missed", to);
    }
    words_add(&w->a, &words, form);
    words_add(&w->a, &words, "-o");
    words_add(&w->a, &words, to);
    words_add(&w->a, &words, from);
    return wrapping_run(w, &words, NULL, error);
}

static bool create_variant(struct wrapping *w, struct source *s, int i, const char **error)
{
    const struct variant *v = &variants[i];
    const char *folder = arena_printf(&w->a, "%s/%s", s->folder, v->folder);
    const char *marked = arena_printf(&w->a, "%s/%s", folder, name_of(s->path));
    const char *assembly = arena_printf(&w->a, "%s/%s.s", s->folder, name_of(s->path));
    s->objects[i] = arena_printf(&w->a, "%s/%s.o", s->folder, v->folder);
    if (mkdir(folder, 0777) != 0 || !instrument_source(w, v, s, marked, error))
        return false;
    if (!v->assembly)
        return compile(w, s, "-c", marked, s->objects[i], error);
    return compile(w, s, "-S", marked, assembly, error) &&
           compile(w, s, "-c", assembly, s->objects[i], error);
}

static bool write_record(struct wrapping *w, const struct source *s)
{
    struct record r = {.keys = {0}};
    record_add(&w->a, &r, "root", w->root);
    record_add(&w->a, &r, "source", s->name);
    record_add(&w->a, &r, "compiler", name_of(w->command.words.at[0]));
    for (size_t i = 0; i < s->flags.n; i++)
        record_add(&w->a, &r, "flag", s->flags.at[i]);
    for (size_t i = 0; i < s->options.n; i++)
        record_add(&w->a, &r, "option", s->options.at[i]);
    return record_write(&r, arena_printf(&w->a, "%s/record", s->folder));
}

void wrapping_leave_out(struct wrapping *w, const char *path, const char *why)
{
    if (!record_left_out(&w->a, w->build, path_from_root(&w->a, w->root, path), why))
        fprintf(stderr, "macs: warning: %s/left-out cannot be changed: %s\n", w->build,
                strerror(errno));
}

/* Returns why a Fortran source cannot be instrumented; NULL = it can. */
static const char *unfit_source(const char *path)
{
    if (strcmp(path, "-") == 0)
        return "the source is read from standard input: compile a file";
    if (file_kind_of(path) != FILE_FORTRAN)
        return "its name does not end in .f, .f90 or another suffix of Fortran: rename it";
    return NULL;
}

/* Returns the directory of a source without an object of the user. */
static const char *own_folder(struct wrapping *w, const struct source *s)
{
    return object_folder(&w->a, w->build,
                         w->marks ? s->objects[VARIANT_TIME]
                                  : arena_printf(&w->a, "%s/record", s->folder));
}

const char *wrapping_object(struct wrapping *w, const char *path, const char *object)
{
    const char *error = "its directory cannot be created", *unfit = unfit_source(path);
    struct source s = {.path = path, .flags = w->command.flags};
    s.name = path_from_root(&w->a, w->root, path);
    s.options = flags_for_kma(&w->a, &s.flags, w->root);
    s.folder = unfinished_folder(&w->a, w->build);
    const char *final = object ? object_folder(&w->a, w->build, object) : NULL;
    bool good = s.folder && (final || !object);
    if (s.name[strcspn(s.name, "\t\n")]) {
        error = "its name contains a tab or line end: rename it";
        good = false;
    }
    if (unfit) {
        error = unfit;
        good = false;
    }
    for (int i = 0; good && w->marks && i < VARIANTS; i++)
        good = create_variant(w, &s, i, &error);
    good = good && write_record(w, &s);
    if (good && !final)
        final = own_folder(w, &s);
    if (good && final && folder_finish(&w->a, s.folder, final)) {
        wrapping_leave_out(w, path, NULL);
        return final;
    }
    wrapping_leave_out(w, path, error);
    folder_discard(s.folder);
    return NULL;
}

static void create_objects(struct wrapping *w)
{
    const char *why;
    for (size_t i = 0; i < w->command.n_inputs; i++) {
        const struct command_input *input = &w->command.inputs[i];
        const char *path = w->command.words.at[input->word];
        const char *object = command_object(&w->a, &w->command, path);
        if (input->kind == FILE_FORTRAN)
            wrapping_object(w, path, object);
        wrapping_count(w, input, object, &why);
    }
}

/* Records a library of Fortran objects, which is not linked again. */
static void leave_out_library(struct wrapping *w)
{
    if (wrapping_has_objects(w))
        wrapping_leave_out(w, command_program(&w->command),
                           "a shared library; marks only measure loops in programs");
}

/* ---- a call ---- */

static void create_variants(struct wrapping *w)
{
    struct diag silent = {.quiet = true};
    if (w->command.kind == COMMAND_OTHER || !w->root || !tools_find(&w->tools, &w->a, &silent))
        return;
    child_begin();
    w->marks = getenv(WRAPPER_MARKS);
    w->loops = getenv(WRAPPER_LOOPS);
    w->counts = getenv(WRAPPER_COUNTS);
    w->reference = getenv(WRAPPER_REFERENCE);
    w->accesses = w->counts && getenv(WRAPPER_ACCESSES);
    if (w->command.kind == COMMAND_COMPILE)
        create_objects(w);
    else if (!w->command.shared)
        wrapping_link(w);
    else {
        if (w->marks)
            leave_out_library(w);
        if (w->counts)
            wrapping_link_shared(w);
    }
}

/* Returns whether the command makes an object or a program that is measured. */
static bool is_measured(const struct wrapping *w)
{
    char here[4096];
    return w->command.kind != COMMAND_OTHER && !getenv(WRAPPER_INSIDE) &&
           getcwd(here, sizeof here) && !command_is_probe(&w->command, here);
}

/* Creates a file of the build with a line of text. */
static void note(struct wrapping *w, const char *name, const char *text)
{
    const char *path = arena_printf(&w->a, "%s/%s", w->build, name);
    FILE *f = fopen(path, "we");
    if (f)
        fprintf(f, "%s\n", text);
    if (!f || !file_close(f))
        fprintf(stderr, "macs: warning: %s: cannot be written: %s\n", path, strerror(errno));
}

/* Refuses link-time optimization. */
static int refuse_lto(struct wrapping *w)
{
    const char *text =
        arena_printf(&w->a, "%s: " LTO_REFUSAL, words_quoted(&w->a, &w->command.words));
    note(w, WRAPPER_REFUSED, text);
    fprintf(stderr, "macs: error: %s\n", text);
    return 1;
}

/* Returns the real compiler: the next one of that name on PATH; NULL = none. */
static const char *find_real(struct wrapping *w, const char *argv0)
{
    const char *folder = arena_printf(&w->a, "%s/compilers", w->build);
    if (!w->build && !strchr(argv0, '/'))
        return NULL;
    if (!w->build)
        folder = arena_strndup(&w->a, argv0, (size_t)(strrchr(argv0, '/') - argv0));
    return tool_on_path(&w->a, name_of(argv0), folder);
}

/* Copies standard input to a descriptor. */
static bool copy_input(int to)
{
    char block[1 << 14];
    ssize_t n;
    while ((n = read(STDIN_FILENO, block, sizeof block)) > 0)
        if (write(to, block, (size_t)n) != n)
            return false;
    return n == 0;
}

/* Stores what standard input contains in memory, so that several compilers can read it, each from
 * its beginning. Returns false after a message. */
static bool store_input(struct wrapping *w)
{
    int fd = memfd_create("source", MFD_CLOEXEC);
    const char *path = arena_printf(&w->a, "/proc/%ld/fd/%d", (long)getpid(), fd);
    int again = fd >= 0 && copy_input(fd) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (again < 0 || dup2(again, STDIN_FILENO) < 0) {
        fprintf(stderr, "macs: error: the source on standard input cannot be stored: %s\n",
                strerror(errno));
        return false;
    }
    close(again);
    w->input = path;
    return true;
}

/* Compiles as the user does, and makes the variants. */
static int compile_and_measure(struct wrapping *w, int argc, char **argv)
{
    note(w, WRAPPER_CALLED, "");
    if (flags_lto(&w->command.flags))
        return refuse_lto(w);
    if (w->command.reads_stdin && !store_input(w))
        return 1;
    int status = run_real(w, real_words(w, argc, argv));
    if (status == 0)
        create_variants(w);
    return status;
}

int wrapper_main(int argc, char **argv)
{
    struct wrapping w = {.build = getenv(WRAPPER_BUILD), .root = getenv(WRAPPER_ROOT)};
    w.real = find_real(&w, argv[0]);
    if (!w.real) {
        fprintf(stderr, "%s: command not found\n", name_of(argv[0]));
        return 127;
    }
    w.command = command_read(&w.a, argc, argv);
    int status =
        w.build && is_measured(&w) ? compile_and_measure(&w, argc, argv) : become_real(&w, argv);
    arena_free(&w.a);
    return status;
}
