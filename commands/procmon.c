/* SPDX-License-Identifier: GPL-3.0-or-later */
/* procmon: what the threads of a program spend their time on. */
#include "config.h"
#include "commands/procmon.h"

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
#include "commands/procmon.def"
#undef SUBCOMMAND
    {0},
};

/* What --help says of the command and of its subcommands. */
static const char *summary(struct procmon *p)
{
    char *text = arena_strdup(
        &p->arena,
        "Tells how long each thread of a program computed, and what else it waited for.\n\n"
        "Subcommands ('procmon SUBCOMMAND --help' tells more):");
    for (const struct subcommand *s = subcommands; s->name; s++)
        text = arena_printf(&p->arena, "%s\n  %-6s %s", text, s->name, s->text);
    return text;
}

static int read_options(struct procmon *p, int argc, char **argv, const char **operands)
{
    const struct option_row rows[] = {
        {"pid", 'p', OPTION_TEXT, &p->pid, "PID", "watch this process"},
        {"interval", 'i', OPTION_TEXT, &p->interval, "MS", "look once in so many ms (default: 10)"},
        {"no-follow", 0, OPTION_FLAG, &p->no_follow, NULL, "not the processes that it starts"},
        {"name", 0, OPTION_LIST, &p->names, "NAME", "only threads so called, repeatable"},
        {"for", 0, OPTION_TEXT, &p->for_, "S", "watch for so many seconds"},
        {"every", 0, OPTION_TEXT, &p->every, "S", "a report each S seconds of what was new"},
        {"registered", 0, OPTION_FLAG, &p->with.registered, NULL,
         "only threads while they are registered"},
        {"live", 0, OPTION_FLAG, &p->live, NULL, "show it in the terminal meanwhile"},
        {"calibrate", 0, OPTION_FLAG, &p->calibrate, NULL,
         "measure idle CPUs by rescheduling, too"},
        {"socket", 0, OPTION_TEXT, &p->socket, "PATH", "where programs ask and name threads"},
        {"waits", 0, OPTION_FLAG, &p->waits, NULL, "where threads waited, and for whom"},
        {"format", 0, OPTION_TEXT, &p->format, "FORMAT", "text (default), json or csv"},
        {"plot", 0, OPTION_LIST, &p->plots, "FILE", "draw threads over time (.pdf, .svg, .png)"},
        {"db", 0, OPTION_TEXT, &p->db, "DB", "add what was seen to this run database"},
        {"run", 0, OPTION_TEXT, &p->run, "RUN", "as of this run"},
        {"regions", 0, OPTION_TEXT, &p->regions, "FILE", "loops that kma --instrument marked"},
        {"output", 'o', OPTION_TEXT, &p->output, "FILE", "where reports go"},
        {0},
    };
    const struct command_line line = {"procmon", "[OPTION]... {-- COMMAND... | -p PID}", summary(p),
                                      "procmon -- make -j4", rows};
    return options_read_raw(&line, argc, argv, operands);
}

/* A number from low to high into *to; false after a message. */
static bool read_number(const char *option, const char *text, double low, double high, double *to)
{
    char *end;
    if (!text)
        return true;
    *to = strtod(text, &end);
    if (end != text && !*end && *to >= low && *to <= high)
        return true;
    wrong_usage("procmon", "%s is a number from %g to %g, not '%s'", option, low, high, text);
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
    wrong_usage("procmon", "-p is the number of a process, not '%s'", p->pid);
    return false;
}

/* Exit status of wrong usage, or 0. */
static int read_usage(struct procmon *p, int words)
{
    double ms = 10;
    static const double week = 7 * 24 * 3600.;
    if (!p->pid && words == 0)
        return wrong_usage("procmon", "name a command behind --, or a process with -p");
    if (p->pid && words)
        return wrong_usage("procmon", "watch either a process or a command, not both");
    if (!read_pid(p) || !read_number("-i", p->interval, interval_least, interval_most, &ms) ||
        !read_number("--every", p->every, 0.01, week, &p->every_seconds) ||
        !read_number("--for", p->for_, 0.01, week, &p->for_seconds) ||
        !output_format_of("procmon", p->format, &p->form))
        return 2;
    if (p->pid && p->with.registered && !p->socket)
        return wrong_usage("procmon", "--registered with -p needs the --socket that the process "
                                      "has as its PROCMON_SOCKET");
    if (!p->db != !p->run)
        return wrong_usage("procmon", "--db=DB and --run=RUN need each other");
    if (p->live && !procmon_can_live())
        return wrong_usage("procmon", "--live needs a terminal; --every=1 prints without one");
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
