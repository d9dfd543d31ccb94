/* SPDX-License-Identifier: GPL-3.0-or-later */
/* macs FILE...: measures a program that is compiled from source files. */
#include "base/nearest.h"
#include "base/file.h"
#include "base/shown.h"
#include "commands/common.h"
#include "commands/macs/macs.h"
#include "commands/macs/compilers/flags.h"
#include "commands/macs/plan/order.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct command_line command_line = {
    "macs", "[OPTION]... FILE... [-- ARGUMENT...], or macs build ...",
    "Compile a Fortran, C or C++ program; print where its CPU time goes and the gaps\n"
    "of its loops. See also 'macs run --help' (any program, not rebuilt),\n"
    "'macs build --help' (your makefile), 'macs machine --help' (this CPU).",
    "macs -p 1,2 --flags='-O3 -march=native' prog.f"};

#define DEFAULT_FLAGS "-O3 -march=native"

struct files_options {
    struct option_list flags;
    const char *compiler, *ksr1;
};

static int read_options(struct macs *m, struct files_options *o, int argc, char **argv,
                        const char **operands)
{
    const struct option_row rows[] = {
        {"flags", 0, OPTION_LIST, &o->flags, "FLAGS",
         "flags of the compiler; repeatable: one build each"},
        {"compiler", 0, OPTION_TEXT, &o->compiler, "COMMAND",
         "default: gfortran; gcc without Fortran sources"},
        {"lab", 0, OPTION_FLAG, &m->ask.lab, NULL, "compile by kfc, run on the simulated KSR1"},
        {"ksr1", 0, OPTION_TEXT, &o->ksr1, "WORDS", "with --lab: options of ksr1"},
        MACS_OPTION_ROWS(&m->o),
        {.name = "arguments",
         .kind = OPTION_OF_OTHER,
         .value = "is an option of macs build; here arguments of the program follow --"},
        {.name = "name", .kind = OPTION_OF_OTHER, .value = "is an option of macs build"},
        {.name = "program", .kind = OPTION_OF_OTHER, .value = "is an option of macs build"},
        {0},
    };
    return macs_read_command_line(m, &command_line, rows, argc, argv, operands);
}

/* ---- operands ---- */

static bool has_file(const struct words *files, const char *path)
{
    for (size_t i = 0; i < files->n; i++)
        if (same_file(files->at[i], path))
            return true;
    return false;
}

static bool is_folder(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

/* An operand that is not a file can be a misspelled subcommand or an argument of the program. */
static void report_unreadable(struct macs *m, const char *path, int error)
{
    struct nearest near = {.word = path};
#define VERB(name, text) nearest_offer(&near, #name);
#include "commands/macs/macs.def"
#undef VERB
    if (error == ENOENT && near.best)
        diag_error(&m->d, (struct where){.option = true},
                   "no file or command '%s'; did you mean 'macs %s'?", path, near.best);
    else
        diag_error(&m->d, (struct where){.file = path}, "cannot read: %s%s", strerror(error),
                   file_kind_of(path) == FILE_OTHER ? "; arguments of the program follow --" : "");
}

static bool add_file(struct macs *m, const char *path)
{
    enum file_kind kind = file_kind_of(path);
    struct words *to = kind == FILE_FORTRAN  ? &m->ask.sources
                       : kind == FILE_SOURCE ? &m->ask.others
                                             : &m->ask.linked;
    if (path[strcspn(path, "\t\n")])
        diag_error(&m->d, (struct where){.file = path},
                   "the name contains a tab or line end: rename the file");
    else if (access(path, R_OK) != 0)
        report_unreadable(m, path, errno);
    else if (is_folder(path))
        diag_error(&m->d, (struct where){.file = path}, "cannot read: %s", strerror(EISDIR));
    else if (kind == FILE_OTHER)
        diag_error(
            &m->d, (struct where){.file = path},
            "unknown suffix; sources end in .f, .f90, .F90 or .c, linker input in .o, .a or .so; "
            "arguments of the program follow --");
    else if (kind != FILE_LINKED && has_file(to, path))
        diag_error(&m->d, (struct where){.file = path},
                   "this file is named twice, so its symbols would be defined twice");
    words_add(&m->arena, to, path);
    return m->d.errors == 0;
}

static bool add_files(struct macs *m, const char **operands, int n)
{
    for (int i = 0; i < n; i++)
        add_file(m, operands[i]);
    if (m->d.errors == 0 && m->ask.sources.n + m->ask.others.n == 0)
        diag_error(&m->d, (struct where){.option = true},
                   "no source file is named; measure a linked program with 'macs run -- PROGRAM'");
    m->ask.sources = order_by_modules(&m->arena, &m->ask.sources);
    return m->d.errors == 0;
}

/* ---- flags ---- */

static const char *unique_build(struct macs *m, const struct words *flags)
{
    const char *name = flags_name(&m->arena, flags);
    size_t before = 0;
    for (size_t i = 0; i < m->ask.n_sets; i++)
        before += strcmp(flags_name(&m->arena, &m->ask.sets[i].flags), name) == 0;
    return before ? arena_printf(&m->arena, "%s_%zu", name, before + 1) : name;
}

static bool add_flag_set(struct macs *m, const char *text)
{
    struct flag_set *set = &m->ask.sets[m->ask.n_sets];
    set->text = text;
    if (!words_split(&m->arena, &set->flags, text)) {
        wrong_usage("macs", "--flags has an unclosed quote: %s", text);
        return false;
    }
    for (size_t i = 0; i < m->ask.n_sets; i++)
        if (strcmp(m->ask.sets[i].text, text) == 0)
            return true;
    set->name = unique_build(m, &set->flags);
    m->ask.n_sets++;
    if (flags_lto(&set->flags))
        wrong_usage("macs", "--flags='%s': " LTO_REFUSAL, text);
    return !flags_lto(&set->flags);
}

static bool read_flags(struct macs *m, const struct files_options *o)
{
    m->ask.sets = ARENA_ARRAY(&m->arena, struct flag_set, (size_t)o->flags.n + 1);
    for (int i = 0; i < o->flags.n; i++)
        if (!add_flag_set(m, o->flags.at[i]))
            return false;
    return o->flags.n || add_flag_set(m, DEFAULT_FLAGS);
}

/* ---- the lab ---- */

/* Checks that no option or file is given that the lab does not support. */
static bool check_lab_options(struct macs *m, const struct files_options *o)
{
    const char *wrong =
        o->compiler        ? "--compiler"
        : m->o.launcher    ? "--launch"
        : m->o.repeat >= 0 ? "--repeat"
        : m->ask.others.n  ? m->ask.others.at[0]
        : m->ask.linked.n  ? m->ask.linked.at[0]
        : m->ask.arguments.n
            ? arena_printf(&m->arena, "'-- %s'", words_quoted(&m->arena, &m->ask.arguments))
            : NULL;
    if (wrong)
        wrong_usage("macs",
                    "--lab does not support %s; it runs only Fortran files, without arguments",
                    wrong);
    return !wrong;
}

static bool read_lab_options(struct macs *m, const struct files_options *o)
{
    static const char *const levels[] = {"-O0", "-O1", "-O2", "-O3"};
    if (!check_lab_options(m, o))
        return false;
    if (o->ksr1 && !words_split(&m->arena, &m->ask.ksr1, o->ksr1)) {
        wrong_usage("macs", "--ksr1 has an unclosed quote: %s", o->ksr1);
        return false;
    }
    if (o->flags.n)
        return read_flags(m, o);
    m->ask.sets = ARENA_ARRAY(&m->arena, struct flag_set, 5);
    for (int i = 0; i < 4; i++)
        add_flag_set(m, levels[i]);
    return true;
}

/* ---- the compiler ---- */

/* Finds the compiler; programs of an MPI compiler are started by mpirun. */
static void choose_compiler(struct macs *m, const struct files_options *o)
{
    const char *name = o->compiler ? o->compiler : m->ask.sources.n ? "gfortran" : "gcc";
    const char *slash = strrchr(name, '/');
    m->ask.compiler = name;
    if (!m->o.launcher && strncmp(slash ? slash + 1 : name, "mpi", 3) == 0)
        m->o.launcher = "mpirun -np {p}";
    if (m->o.dry || tool_on_path(&m->arena, name, NULL))
        return;
    diag_error(&m->d, (struct where){0},
               o->compiler ? "compiler '%s' not found: name another one with --compiler"
                           : "%s not found: install it, or name another Fortran compiler with "
                             "--compiler",
               name);
}

/* ---- main ---- */

static const char *describe_program(struct macs *m, const char **operands, int n)
{
    struct words files = {.n = 0};
    for (int i = 0; i < n; i++)
        words_add(&m->arena, &files, operands[i]);
    const char *text = words_quoted(&m->arena, &files);
    if (m->ask.arguments.n)
        text =
            arena_printf(&m->arena, "%s -- %s", text, words_quoted(&m->arena, &m->ask.arguments));
    if (m->ask.input)
        text = arena_printf(&m->arena, "%s <%s", text, word_quoted(&m->arena, m->ask.input));
    return text;
}

/* Returns the blocks to count; NULL = none. */
static const char *choose_counts(struct macs *m)
{
    const char *choice = m->ask.counts;
    if (m->ask.lab || !choice)
        return NULL;
    if (compiler_writes_assembly(m->ask.compiler))
        return choice;
    diag_warning(&m->d, (struct where){0},
                 "passes of loops are not counted: '%s' is not known as gcc, gfortran, clang or "
                 "their wrapper",
                 m->ask.compiler);
    return NULL;
}

static int plan_and_measure(struct macs *m, const struct files_options *o, const char **operands,
                            int n)
{
    int status = 1;
    struct plan p = {.a = &m->arena, .ask = &m->ask};
    if (o->ksr1 && !m->ask.lab)
        return wrong_usage("macs", "--ksr1 needs --lab");
    if (!add_files(m, operands, n))
        return diag_exit_status(&m->d);
    if (!m->ask.lab)
        choose_compiler(m, o);
    if (m->ask.lab ? !read_lab_options(m, o) : !read_flags(m, o))
        return 2;
    if (m->d.errors)
        return diag_exit_status(&m->d);
    if (!macs_check_options(m, &status))
        return status;
    m->ask.counts = choose_counts(m);
    m->ask.reference &= m->ask.counts != NULL;
    m->about = describe_program(m, operands, n);
    if (m->ask.lab) {
        m->ask.compiler = m->tools.kfc;
        plan_lab(&p);
    } else {
        plan_files(&p);
    }
    return macs_execute(m, &p);
}

int macs_files(int argc, char **argv)
{
    struct macs m;
    struct files_options o = {.compiler = NULL};
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));
    macs_begin(&m);
    int split = macs_split(&m, argc, argv, &m.ask.arguments);
    int n = read_options(&m, &o, split, argv, operands), status = n < 0 ? 2 : 0;
    if (n == 0)
        status = wrong_usage("macs", "specify the program's source files");
    else if (n > 0)
        status = plan_and_measure(&m, &o, operands, n);
    free(operands);
    free(o.flags.at);
    macs_end(&m);
    return status;
}
