/* SPDX-License-Identifier: GPL-3.0-or-later */
/* procmon sim: runs a script on the transputers' model. */
#include "commands/procmon/sim.h"

#include "base/options.h"
#include "base/outfile.h"
#include "lab/transputer/parameters.h"
#include "lab/transputer/script.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct command_line command_line = {
    "procmon sim", "[OPTION]... SCRIPT",
    "Runs a script on a model of transputers, and compares a "
    "monitor inside it with exact times.",
    "procmon sim two.tp"};

struct sim {
    const char *format_name, *monitor, *show, *every_text;
    struct option_list set;
    bool explain, parameters, words;
    enum output_format format;
    enum sim_show table;
    double every; /* seconds; 0 = one result of the whole run */
    struct tp_program program;
    struct tp_result before; /* result of the previous reading */
    double read;             /* time of the previous reading in the run, in seconds */
    struct arena arena;
    struct diag d;
};

enum { MOST_READINGS = 100000 };
static const char *const tool = "procmon sim";

static int read_options(struct sim *s, int argc, char **argv, const char **operands)
{
    const struct option_row rows[] = {
        {"set", 0, OPTION_LIST, &s->set, "NAME=VALUE", "set a parameter of the model"},
        {"parameters", 0, OPTION_FLAG, &s->parameters, NULL, "list the parameters and exit"},
        {"monitor", 0, OPTION_TEXT, &s->monitor, "KIND",
         "monitor of all transputers: none, process, cpu or tm"},
        {"every", 0, OPTION_TEXT, &s->every_text, "SECONDS",
         "print the results of each interval of that length"},
        {"explain", 0, OPTION_FLAG, &s->explain, NULL,
         "explain where the monitor's counts are wrong"},
        {"words", 0, OPTION_FLAG, &s->words, NULL, "print changes of channel and workspace words"},
        {"show", 0, OPTION_TEXT, &s->show, "TABLE",
         "table of the CSV: processes (default) or transputers"},
        FORMAT_OPTION_ROW(&s->format_name),
        {.help = "procmon-sim"}, /* man page */
    };
    return options_read(&command_line, rows, argc, argv, operands);
}

static bool read_every(struct sim *s)
{
    const double least = 1e-6, most = 3600;
    char *end;
    if (!s->every_text)
        return true;
    s->every = strtod(s->every_text, &end);
    if (end != s->every_text && !*end && s->every >= least && s->every <= most)
        return true;
    wrong_usage(tool, "--every requires a number of seconds from 0.000001 to 3600, not '%s'",
                s->every_text);
    return false;
}

/* Returns the exit status of wrong usage, or 0. */
static int check_options(struct sim *s, int operands)
{
    s->table = 0;
    if (!output_format_of(tool, s->format_name, &s->format) || !read_every(s))
        return 2;
    if (operands > 1 || (operands == 0 && !s->parameters))
        return wrong_usage(tool, "expected one script, or - for standard input");
    if (s->monitor && tp_monitor_of(s->monitor) == TP_MONITORS)
        return wrong_usage(tool, "--monitor requires none, process, cpu or tm, not '%s'",
                           s->monitor);
    while (s->show && s->table < SIM_SHOWS && strcmp(sim_show_names[s->table], s->show) != 0)
        s->table++;
    if (s->table == SIM_SHOWS)
        return wrong_usage(tool, "--show requires processes or transputers, not '%s'", s->show);
    if (s->show && s->format != OUTPUT_CSV)
        return wrong_usage(tool, "--show requires --format=csv");
    if (s->words && (s->format == OUTPUT_JSON || s->every_text))
        return wrong_usage(tool, "--words excludes --format=json and --every");
    return 0;
}

static void print_result(struct sim *s, const struct tp_result *r, double until,
                         const struct tp_remarks *remarks)
{
    struct sim_span of = {&s->program, s->read, until};
    if (s->format == OUTPUT_JSON)
        sim_json(&of, r, remarks, stdout);
    else if (s->format == OUTPUT_CSV)
        sim_csv(&of, r, s->table, stdout);
    else
        sim_text(&s->arena, &of, r, remarks, stdout);
}

/* Prints the results since the previous reading. */
static void print_reading(struct sim *s, const struct tp_result *so_far, double until,
                          const struct tp_remarks *remarks)
{
    const struct tp_program *p = &s->program;
    struct tp_result since;
    tp_since(&s->arena, p, &s->before, so_far, &since);
    print_result(s, &since, until, remarks);
    memcpy(s->before.processes, so_far->processes, p->n_processes * sizeof *so_far->processes);
    memcpy(s->before.transputers, so_far->transputers,
           p->n_transputers * sizeof *so_far->transputers);
    s->read = until;
}

static void handle_reading(void *context, const struct tp_result *so_far)
{
    struct sim *s = context;
    double cycles = (double)so_far->transputers[0].cycles;
    print_reading(s, so_far, cycles / (s->program.parameters.megahertz * 1e6), NULL);
}

/* Sets the previous reading to the start of the run. */
static void begin_readings(struct sim *s)
{
    const struct tp_program *p = &s->program;
    s->before = (struct tp_result){
        .processes = ARENA_ARRAY(&s->arena, struct tp_process_result, p->n_processes),
        .transputers = ARENA_ARRAY(&s->arena, struct tp_transputer_result, p->n_transputers)};
    s->read = 0;
}

static void run_model(struct sim *s, struct source *source)
{
    struct tp_program *p = &s->program;
    struct tp_result r = {0};
    struct tp_remarks remarks = {0};
    struct sim_words words = {p, stdout, s->format == OUTPUT_CSV, false};
    struct tp_watcher watcher = {.read = handle_reading, .context = s};
    if (!tp_script_read(&s->arena, source, s->set.at, (size_t)s->set.n, &s->d, p))
        return;
    for (size_t i = 0; s->monitor && i < p->n_transputers; i++)
        p->transputers[i].monitor = tp_monitor_of(s->monitor);
    if (s->words)
        watcher = (struct tp_watcher){.changed = sim_word_changed, .context = &words};
    if (s->every > 0 && p->seconds / s->every > MOST_READINGS) {
        diag_error(&s->d, (struct where){0}, "--every=%s gives more than %d results of %g s",
                   s->every_text, MOST_READINGS, p->seconds);
        return;
    }
    watcher.every = (uint64_t)llround(s->every * p->parameters.megahertz * 1e6);
    begin_readings(s);
    if (!tp_run(p, &watcher, &s->arena, &r, &s->d))
        return;
    if (s->explain)
        remarks = tp_explain(&s->arena, p, &r);
    if (!s->words)
        print_reading(s, &r, p->seconds, s->explain ? &remarks : NULL);
    if (r.deadlock)
        diag_warning(&s->d, (struct where){.file = p->file}, "deadlock: %s", r.deadlock);
}

static void list_parameters(struct sim *s)
{
    struct tp_parameters p = tp_parameters_default();
    for (int i = 0; i < s->set.n; i++)
        tp_parameters_option(&p, s->set.at[i], &s->d);
    if (s->d.errors == 0)
        tp_parameters_print(&p, stdout);
}

static void run_script(struct sim *s, const char *path)
{
    enum { SHOWN_MESSAGES = 50 };
    struct source source;
    diag_init(&s->d, tool);
    s->d.max_shown = SHOWN_MESSAGES;
    if (s->parameters)
        list_parameters(s);
    else if (source_read(&source, path, &s->d)) {
        run_model(s, &source);
        source_free(&source);
    }
    stdout_close(&s->d);
    diag_close(&s->d);
}

int procmon_sim_main(int argc, char **argv)
{
    struct sim s = {0};
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));
    int n = read_options(&s, argc, argv, operands);
    int status = n < 0 ? 2 : check_options(&s, n);
    if (status == 0) {
        run_script(&s, operands[0]);
        status = diag_exit_status(&s.d);
    }
    arena_free(&s.arena);
    free(s.set.at);
    free(operands);
    return status;
}
