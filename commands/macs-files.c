/* SPDX-License-Identifier: GPL-3.0-or-later */
/* macs FILE...: a program from its source files. */
#include "base/shown.h"
#include "commands/common.h"
#include "commands/macs.h"
#include "drive/flags.h"
#include "drive/order.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEFAULT_FLAGS "-O3 -march=native"

struct files_options {
    struct option_list flags;
    const char *compiler, *ksr1;
};

static int read_options(struct macs *m, struct files_options *o, int argc, char **argv,
                        const char **operands)
{
    const struct option_row rows[] = {
        {"flags", 0, OPTION_LIST, &o->flags, "FLAGS", "of the compiler; of several: a build each"},
        {"compiler", 0, OPTION_TEXT, &o->compiler, "COMMAND", "default: gfortran"},
        {"lab", 0, OPTION_FLAG, &m->ask.lab, NULL, "by kfc on the simulated KSR1"},
        {"ksr1", 0, OPTION_TEXT, &o->ksr1, "WORDS", "--lab: options of ksr1"},
        MACS_OPTION_ROWS(&m->o),
        {0},
    };
    const struct command_line line = {
        "macs", "[OPTION]... FILE... [-- ARGUMENT...], or macs build ...",
        "Bound, compile, run and measure a Fortran program, and show its gaps.\n"
        "'macs build --help' tells of programs that make builds.",
        "macs -p 1,2 --flags='-O3 -march=native' prog.f", rows};
    int n = options_read_raw(&line, argc, argv, operands);
    shown_guard_output(m->o.dry);
    return n;
}

/* ---- operands ---- */

static bool has_file(const struct words *files, const char *path)
{
    struct stat x, y;
    for (size_t i = 0; i < files->n; i++)
        if (stat(files->at[i], &x) == 0 && stat(path, &y) == 0 && x.st_dev == y.st_dev &&
            x.st_ino == y.st_ino)
            return true;
    return false;
}

static bool take_file(struct macs *m, const char *path)
{
    enum file_kind kind = file_kind_of(path);
    struct words *to = kind == FILE_FORTRAN  ? &m->ask.sources
                       : kind == FILE_SOURCE ? &m->ask.others
                                             : &m->ask.linked;
    if (path[strcspn(path, "\t\n")])
        diag_error(&m->d, (struct where){.file = path},
                   "rename this: its name holds a tab or line end");
    else if (access(path, R_OK) != 0)
        diag_error(&m->d, (struct where){.file = path}, "can't be read");
    else if (kind == FILE_OTHER)
        diag_error(&m->d, (struct where){.file = path},
                   "what is this? sources end in .f, .f90, .F90, .c and the like, what is linked "
                   "in .o, .a or .so; arguments of the program stand behind --");
    else if (kind != FILE_LINKED && has_file(to, path))
        diag_error(&m->d, (struct where){.file = path},
                   "this file is named twice: what it defines can be in a program only once");
    words_add(&m->arena, to, path);
    return m->d.errors == 0;
}

static bool take_files(struct macs *m, const char **operands, int n)
{
    for (int i = 0; i < n; i++)
        take_file(m, operands[i]);
    if (m->d.errors == 0 && m->ask.sources.n == 0)
        diag_error(&m->d, (struct where){0}, "there is no Fortran file among these");
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

static bool take_set(struct macs *m, const char *text)
{
    struct flag_set *set = &m->ask.sets[m->ask.n_sets];
    set->text = text;
    if (!words_split(&m->arena, &set->flags, text)) {
        wrong_usage("macs", "--flags has a quote that is not closed: %s", text);
        return false;
    }
    for (size_t i = 0; i < m->ask.n_sets; i++)
        if (strcmp(m->ask.sets[i].text, text) == 0)
            return true;
    set->name = unique_build(m, &set->flags);
    m->ask.n_sets++;
    if (flags_lto(&set->flags))
        diag_warning(&m->d, (struct where){0},
                     "%s: with -flto code is made when all is linked, so the assembly of a file "
                     "tells nothing: MAC and MACS will be missing",
                     text);
    return true;
}

static bool take_flags(struct macs *m, const struct files_options *o)
{
    m->ask.sets = ARENA_ARRAY(&m->arena, struct flag_set, (size_t)o->flags.n + 1);
    for (int i = 0; i < o->flags.n; i++)
        if (!take_set(m, o->flags.at[i]))
            return false;
    return o->flags.n || take_set(m, DEFAULT_FLAGS);
}

/* ---- the lab ---- */

/* What it has none of, or only one. */
static bool fits_lab(const struct macs *m, const struct files_options *o)
{
    const char *wrong = o->compiler          ? "--compiler"
                        : m->o.launcher      ? "--launch"
                        : m->o.repeat >= 0   ? "--repeat"
                        : m->ask.others.n    ? m->ask.others.at[0]
                        : m->ask.linked.n    ? m->ask.linked.at[0]
                        : m->ask.arguments.n ? "--"
                                             : NULL;
    if (wrong)
        wrong_usage("macs",
                    "--lab takes Fortran files alone: kfc compiles them, and each run of ksr1 is "
                    "like the last; it can't take %s",
                    wrong);
    return !wrong;
}

static bool take_lab(struct macs *m, const struct files_options *o)
{
    static const char *const levels[] = {"-O0", "-O1", "-O2", "-O3"};
    if (!fits_lab(m, o))
        return false;
    if (o->ksr1 && !words_split(&m->arena, &m->ask.ksr1, o->ksr1)) {
        wrong_usage("macs", "--ksr1 has a quote that is not closed: %s", o->ksr1);
        return false;
    }
    if (o->flags.n)
        return take_flags(m, o);
    m->ask.sets = ARENA_ARRAY(&m->arena, struct flag_set, 5);
    for (int i = 0; i < 4; i++)
        take_set(m, levels[i]);
    return true;
}

/* ---- the compiler ---- */

/* Programs of MPI are started by mpirun. */
static void take_compiler(struct macs *m, const struct files_options *o)
{
    const char *name = o->compiler ? o->compiler : "gfortran";
    const char *slash = strrchr(name, '/');
    m->ask.compiler = name;
    if (!m->o.launcher && strncmp(slash ? slash + 1 : name, "mpi", 3) == 0)
        m->o.launcher = "mpirun -np {p}";
    if (m->o.dry || tool_on_path(&m->arena, name, NULL))
        return;
    diag_error(&m->d, (struct where){0},
               o->compiler ? "there is no compiler '%s': name one that is there with --compiler"
                           : "there is no %s: install it, or name another Fortran compiler with "
                             "--compiler",
               name);
}

/* ---- all of it ---- */

static const char *about(struct macs *m, const char **operands, int n)
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

static int measure(struct macs *m, const struct files_options *o, const char **operands, int n)
{
    int status = 1;
    struct plan p = {.a = &m->arena, .ask = &m->ask};
    if (o->ksr1 && !m->ask.lab)
        return wrong_usage("macs", "--ksr1 goes with --lab");
    if (!m->ask.lab)
        take_compiler(m, o);
    if (!take_files(m, operands, n))
        return 1;
    if (m->ask.lab ? !take_lab(m, o) : !take_flags(m, o))
        return 2;
    if (!macs_take_options(m, &status))
        return status;
    m->about = about(m, operands, n);
    if (m->ask.lab) {
        m->ask.compiler = m->tools.kfc;
        plan_lab(&p);
    } else {
        plan_files(&p);
    }
    return macs_carry_out(m, &p);
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
        status = wrong_usage("macs", "name the program's source files");
    else if (n > 0)
        status = measure(&m, &o, operands, n);
    free(operands);
    free(o.flags.at);
    macs_end(&m);
    return status;
}
