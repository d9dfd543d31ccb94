/* SPDX-License-Identifier: GPL-3.0-or-later */
/* macs run: samples a program that is not rebuilt, and reports where its CPU time goes, with the
 * bounds of its loops. */
#include "commands/common.h"
#include "commands/macs/macs.h"
#include "commands/macs/repeats.h"
#include "commands/macs/steps/progress.h"
#include "commands/macs/sampled.h"
#include "commands/macs/steps/work.h"

#include <stdlib.h>

static const struct command_line command_line = {
    "macs run", "[OPTION]... -- COMMAND [ARGUMENT...]",
    "Run a program as it is, in any language; report where its CPU time goes, with the bounds\n"
    "of its loops.",
    "macs run -- ./program input.nml"};

struct run_options {
    const char *name;
    struct sampling_options sampling;
};

static int read_options(struct macs *m, void *options, int argc, char **argv, const char **operands)
{
    struct run_options *o = options;
    const struct option_row rows[] = {
        SAMPLING_OPTION_ROWS(&o->sampling),
        {"name", 0, OPTION_TEXT, &o->name, "NAME", "name of the run in the database; default: run"},
        {"machine", 0, OPTION_TEXT, &m->o.machine, "NAME|FILE",
         "machine file; default: this CPU's"},
        {"folder", 'o', OPTION_TEXT, &m->o.folder, "FOLDER", "output directory; default: macs-out"},
        {"quiet", 'q', OPTION_FLAG, &m->o.quiet, NULL, "print no progress"},
        {.help = "macs-run"}, /* man page */
    };
    return options_read(&command_line, rows, argc, argv, operands);
}

/* Adds the tables, charts and the report of the run. */
static int report_run(struct macs *m, struct driver *drive)
{
    struct plan p = {.a = &m->arena, .ask = &m->ask};
    plan_results(&p);
    return plan_work(&p, drive);
}

/* Writes the description of the nearest machine if there is none of this CPU. */
static int prepare_machine(struct macs *m, struct driver *drive)
{
    struct plan p = {.a = &m->arena, .ask = &m->ask};
    plan_nearest(&p);
    return p.n ? plan_work(&p, drive) : 0;
}

struct run_job {
    const struct run_options *options;
    struct sampled_command *sampler;
};

/* Samples the command, stores its rows and reports them. */
static int sample_and_report(struct macs *m, const void *context, struct driver *drive)
{
    const struct run_job *job = context;
    struct profile p;
    struct plan of = {.a = &m->arena, .ask = &m->ask};
    const char *name = job->options->name ? job->options->name : "run";
    int signal = prepare_machine(m, drive);
    if (signal || m->d.errors || !sampled_run(m, job->sampler, &p))
        return signal;
    struct sampled_target t = {
        .database = plan_database(&of), .run = name, .build = name, .machine = m->ask.machine};
    if (sampled_store(m, &p, &t))
        signal = report_run(m, drive);
    sampled_report_end(m, &p);
    return signal ? signal : sampled_end_signal(m, &p);
}

static int run(struct macs *m, void *options, const struct words *command)
{
    const struct run_options *o = options;
    struct sampled_command s;
    int status = 2;
    if (!sampled_options(&s, m, command_line.tool, &o->sampling, command) ||
        !macs_check_options(m, &status))
        return status;
    m->about = arena_printf(&m->arena, "the command %s", words_quoted(&m->arena, command));
    return macs_in_folder(m, sample_and_report, &(struct run_job){o, &s});
}

int macs_run(int argc, char **argv)
{
    static const struct macs_wrapper wrapper = {
        "macs run", "the command and its arguments follow --: macs run -- ./program ARGUMENT",
        "the command follows --: macs run -- ./program", read_options, run};
    struct run_options o = {.sampling = {.repeat_seconds = REPEAT_SECONDS}};
    return macs_run_wrapper(&wrapper, &o, argc, argv);
}
