/* SPDX-License-Identifier: GPL-3.0-or-later */
/* procmon: measures what the threads of a program spend their time on. */
#include "config.h"
#include "commands/procmon/procmon.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MILLI = 1000 };
static const double interval_least = 0.1, interval_most = 60000; /* ms */

static const struct subcommand {
    const char *name, *text;
    int (*run)(int argc, char **argv);
} subcommands[] = {
#define SUBCOMMAND(name, text) {#name, text, procmon_##name##_main},
#include "commands/procmon/procmon.def"
#undef SUBCOMMAND
    {0},
};

/* Returns the description of the command and its subcommands for --help. */
static const char *summary(struct procmon *p)
{
    char *text = arena_strdup(
        &p->arena,
        "Measures how long each thread of a program computed, and what it waited for.\n\n"
        "Subcommands ('procmon SUBCOMMAND --help' describes them):");
    for (const struct subcommand *s = subcommands; s->name; s++)
        text = arena_printf(&p->arena, "%s\n  %-6s %s", text, s->name, s->text);
    return text;
}

static int read_options(struct procmon *p, int argc, char **argv, const char **operands)
{
    const struct option_row rows[] = {
        {"pid", 'p', OPTION_TEXT, &p->pid, "PID", "watch this process"},
        {"interval", 'i', OPTION_TEXT, &p->interval, "MS", "sampling period in ms (default: 10)"},
        {"no-follow", 0, OPTION_FLAG, &p->no_follow, NULL, "do not watch child processes"},
        {"name", 0, OPTION_LIST, &p->names, "NAME", "watch only threads of this name; repeatable"},
        {"for", 0, OPTION_TEXT, &p->for_, "S", "watch for at most S seconds"},
        {"every", 0, OPTION_TEXT, &p->every, "S", "print a report every S seconds"},
        {"registered", 0, OPTION_FLAG, &p->with.registered, NULL, "watch only registered threads"},
        {"live", 0, OPTION_FLAG, &p->live, NULL, "show the states in the terminal"},
        {"calibrate", 0, OPTION_FLAG, &p->calibrate, NULL,
         "also measure idle CPUs by rescheduling"},
        {"socket", 0, OPTION_TEXT, &p->socket, "PATH", "socket for questions and registration"},
        {"waits", 0, OPTION_FLAG, &p->waits, NULL, "list where threads waited, and for whom"},
        FORMAT_OPTION_ROW(&p->format),
        {"plot", 0, OPTION_LIST, &p->plots, "FILE", "draw states over time (.pdf, .svg, .png)"},
        {"db", 0, OPTION_TEXT, &p->db, "DB", "store the results in this run database"},
        {"run", 0, OPTION_TEXT, &p->run, "RUN", "name of the run in the database"},
        {"regions", 0, OPTION_TEXT, &p->regions, "FILE", "names of loops, from kma --instrument"},
        {"output", 'o', OPTION_TEXT, &p->output, "FILE", "write reports to FILE"},
        {0},
    };
    const struct command_line line = {"procmon", "[OPTION]... {-- COMMAND... | -p PID}", summary(p),
                                      "procmon -- make -j4"};
    return options_read_raw(&line, rows, argc, argv, operands);
}

/* Reads a number from low to high into *to. Returns false after a message. */
static bool read_number(const char *option, const char *text, double low, double high, double *to)
{
    char *end;
    if (!text)
        return true;
    *to = strtod(text, &end);
    if (end != text && !*end && *to >= low && *to <= high)
        return true;
    wrong_usage("procmon", "%s requires a number from %g to %g, not '%s'", option, low, high, text);
    return false;
}

static bool read_pid(struct procmon *p)
{
    char *end;
    if (!p->pid)
        return true;
    errno = 0;
    long pid = strtol(p->pid, &end, 10);
    p->with.pid = (pid_t)pid;
    if (end != p->pid && !*end && pid > 0 && p->with.pid == pid && errno == 0)
        return true;
    wrong_usage("procmon", "-p requires a process ID, not '%s'", p->pid);
    return false;
}

/* Returns the exit status of wrong usage, or 0. */
static int read_usage(struct procmon *p, int words)
{
    double ms = 10;
    static const double week = 7 * 24 * 3600.;
    if (!p->pid && words == 0)
        return wrong_usage("procmon", "expected a command after --, or a process with -p");
    if (p->pid && words)
        return wrong_usage("procmon", "-p and a command are mutually exclusive");
    if (!read_pid(p) || !read_number("-i", p->interval, interval_least, interval_most, &ms) ||
        !read_number("--every", p->every, 0.01, week, &p->every_seconds) ||
        !read_number("--for", p->for_, 0.01, week, &p->for_seconds) ||
        !output_format_of("procmon", p->format, &p->form))
        return 2;
    if (p->pid && p->with.registered && !p->socket)
        return wrong_usage("procmon",
                           "--registered with -p requires --socket, with the path that the "
                           "process has in PROCMON_SOCKET");
    if (!p->db != !p->run)
        return wrong_usage("procmon", "--db=DB and --run=RUN require each other");
    if (p->live && !procmon_can_live())
        return wrong_usage("procmon", "--live requires a terminal; use --every=1 without one");
    p->with.follow = !p->no_follow;
    p->with.period = ms / MILLI;
    p->with.column_seconds = p->with.period;
    p->with.names = p->names.at;
    p->with.n_names = (size_t)p->names.n;
    p->with.sites = p->waits || p->db || p->form == OUTPUT_JSON;
    return 0;
}

int main(int argc, char **argv)
{
    struct procmon p = {0};
    descriptors_reserve();
    for (const struct subcommand *s = subcommands; argc > 1 && s->name; s++)
        if (strcmp(argv[1], s->name) == 0)
            return s->run(argc - 1, argv + 1);
    const char **words = xmalloc(sizeof *words * (size_t)(argc + 1));
    diag_init(&p.d, "procmon");
    int n = read_options(&p, argc, argv, words), status = n < 0 ? 2 : read_usage(&p, n);
    if (status == 0) {
        words[n] = NULL;
        status = procmon_run(&p, words);
    }
    free(words);
    free(p.names.at);
    free(p.plots.at);
    arena_free(&p.arena);
    return status;
}
