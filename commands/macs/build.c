/* SPDX-License-Identifier: GPL-3.0-or-later */
/* macs build -- COMMAND: measures a program that make or another command builds. */
#include "base/shown.h"
#include "commands/common.h"
#include "commands/macs/macs.h"
#include "commands/macs/plan/built.h"
#include "commands/macs/steps/progress.h"
#include "commands/macs/steps/work.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct command_line command_line = {
    "macs build", "[OPTION]... -- COMMAND [ARGUMENT]...",
    "Run the program's own build command with compiler wrappers that also build\n"
    "counted variants; then sample the program, and count its passes and iterations.",
    "macs build -p 1,2 -- make"};

struct build_options {
    const char *name, *program, *arguments;
};

static int read_options(struct macs *m, void *options, int argc, char **argv, const char **operands)
{
    struct build_options *o = options;
    static const char other[] = "is an option of macs FILE...; the build command after -- sets the "
                                "compiler and its flags, for example make FFLAGS=-O2";
    const struct option_row rows[] = {
        {"name", 0, OPTION_TEXT, &o->name, "NAME",
         "name of the build in the database; default: build"},
        {"program", 0, OPTION_TEXT, &o->program, "FILE",
         "program to measure, if several are linked"},
        {"arguments", 0, OPTION_TEXT, &o->arguments, "WORDS", "arguments of the program"},
        MACS_OPTION_ROWS(&m->o),
        {.name = "flags", .kind = OPTION_OF_OTHER, .value = other},
        {.name = "compiler", .kind = OPTION_OF_OTHER, .value = other},
        {.name = "lab", .kind = OPTION_OF_OTHER, .value = "is an option of macs FILE..."},
        {.name = "ksr1", .kind = OPTION_OF_OTHER, .value = "is an option of macs FILE..."},
        {0},
    };
    return macs_read_command_line(m, &command_line, rows, argc, argv, operands);
}

static bool read_build_options(struct macs *m, const struct build_options *o, int *status)
{
    m->ask.sets = ARENA_ARRAY(&m->arena, struct flag_set, 1);
    m->ask.n_sets = 1;
    m->ask.sets[0] = (struct flag_set){.text = "", .name = o->name ? o->name : "build"};
    m->ask.compiler = "gfortran";
    *status = 2;
    if (o->name && (!*o->name || *o->name == '.' || o->name[strcspn(o->name, "/\t\n")])) {
        wrong_usage(
            "macs",
            "--name is also used as a directory name: it must not contain '/', a tab or a line "
            "end, or begin with a dot");
        return false;
    }
    if (o->program && !*o->program) {
        wrong_usage("macs", "--program needs the name of a linked program");
        return false;
    }
    if (o->arguments && !words_split(&m->arena, &m->ask.arguments, o->arguments)) {
        wrong_usage("macs", "--arguments has an unclosed quote: %s", o->arguments);
        return false;
    }
    return macs_check_options(m, status);
}

/* Programs of an MPI compiler are started by mpirun. */
static void set_mpi_launcher(struct macs *m)
{
    if (!m->ask.launcher.n && strncmp(m->ask.compiler, "mpi", 3) == 0)
        words_split(&m->arena, &m->ask.launcher, "mpirun -np {p}");
}

/* Measures the program after the build. Returns the signal that stopped it; 0 = none. */
static int measure_program(struct macs *m, const struct build_options *o, struct driver *drive)
{
    struct plan p = {.a = &m->arena, .ask = &m->ask};
    struct record program;
    const char *folder;
    built_left_out(&m->ask, &m->arena, &m->d);
    if (!built_choose(&program, &folder, &m->ask, &m->arena, o->program, &m->d))
        return 0;
    built_check(&program, &m->arena, &m->d);
    built_check_counts(&m->ask, &m->arena, folder, &m->d);
    built_check_marks(&m->ask, &m->arena, &program, folder, &m->d);
    built_describe(&m->ask, &m->arena, &program);
    set_mpi_launcher(m);
    plan_built(&p, &program, folder);
    int signal = plan_work(&p, drive);
    fflush(stdout);
    built_left_out(&m->ask, &m->arena, &m->d);
    return signal;
}

static void print_build_plan(const struct plan *command)
{
    plan_print(command, stdout);
    puts("# further commands depend on the programs that this links");
}

static bool find_command(struct macs *m, const char *name)
{
    if (m->o.dry || tool_on_path(&m->arena, name, NULL))
        return true;
    diag_error(&m->d, (struct where){0}, "build command '%s' not found", name);
    return false;
}

/* Stores the current directory, to which file names are relative. */
static bool find_folder(struct macs *m)
{
    char here[4096];
    if (!getcwd(here, sizeof here))
        diag_error(&m->d, (struct where){0}, "cannot read the path of the current directory: %s",
                   strerror(errno));
    else if (here[strcspn(here, "\t\n")])
        diag_error(&m->d, (struct where){0},
                   "the path of the current directory contains a tab or line end: rename it");
    else
        m->ask.root = arena_strdup(&m->arena, here);
    return m->ask.root;
}

struct build_job {
    const struct build_options *options;
    const struct plan *plan; /* of the build */
};

/* Executes the build command, and measures its program. */
static int build_then_measure(struct macs *m, const void *context, struct driver *drive)
{
    const struct build_job *job = context;
    built_begin(&m->ask, &m->arena);
    int signal = plan_work(job->plan, drive);
    if (signal == 0 && built_check_refused(&m->ask, &m->arena, &m->d) && m->d.errors == 0)
        signal = measure_program(m, job->options, drive);
    return signal;
}

static int build_and_measure(struct macs *m, void *options, const struct words *command)
{
    const struct build_options *o = options;
    int status;
    struct plan p = {.a = &m->arena, .ask = &m->ask};
    if (!read_build_options(m, o, &status))
        return status;
    if (!find_command(m, command->at[0]) || !find_folder(m) ||
        !built_check_cmake(&m->ask, &m->arena, command, &m->d))
        return 1;
    m->about =
        arena_printf(&m->arena, "a program that is built in %s%s%s", m->ask.root,
                     m->ask.arguments.n ? " -- " : "", words_quoted(&m->arena, &m->ask.arguments));
    plan_command(&p, command);
    plan_folders(&p);
    if (m->o.dry) {
        print_build_plan(&p);
        return macs_status(m, 0);
    }
    return macs_in_folder(m, build_then_measure, &(struct build_job){o, &p});
}

int macs_build(int argc, char **argv)
{
    static const struct macs_wrapper wrapper = {
        "macs build", "the build command follows --: macs build -- make",
        "missing build command: macs build -- make", read_options, build_and_measure};
    struct build_options o = {.name = NULL};
    return macs_run_wrapper(&wrapper, &o, argc, argv);
}
