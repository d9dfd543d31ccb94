/* SPDX-License-Identifier: GPL-3.0-or-later */
/* macs sample: samples the CPU time of a command and writes the profile, the first half of macs
 * run. */
#include "base/outfile.h"
#include "commands/common.h"
#include "commands/macs/macs.h"
#include "commands/macs/repeats.h"
#include "commands/macs/sampled.h"

#include <stdlib.h>
#include <sys/wait.h>

enum { SHELL_SIGNAL = 128 }; /* a shell reports signal N as status 128 + N */

static const struct command_line command_line = {
    "macs sample", "[OPTION]... -- COMMAND [ARGUMENT...]",
    "Run a command, sample the CPU time of all its processes and threads, and write the profile.",
    "macs sample -o profile.txt -- ./program input.nml"};

struct sample_options {
    const char *output;
    struct sampling_options sampling;
    bool pass_status;
};

static int read_options(struct macs *m, void *options, int argc, char **argv, const char **operands)
{
    struct sample_options *o = options;
    (void)m;
    const struct option_row rows[] = {
        {"output", 'o', OPTION_TEXT, &o->output, "FILE", "the profile; default: profile.txt"},
        {"pass-status", 0, OPTION_FLAG, &o->pass_status, NULL,
         "exit with the status of the command"},
        SAMPLING_OPTION_ROWS(&o->sampling),
        {"repeat-limit", 0, OPTION_POSITIVE, &o->sampling.repeat_seconds, "SECONDS",
         "limit of all runs of --repeat=auto; default: 5"},
        {.help = "macs-run"}, /* man page */
    };
    return options_read(&command_line, rows, argc, argv, operands);
}

/* Writes the profile. Returns false after a message. */
static bool write_profile(const char *path, const struct profile *p, struct diag *d)
{
    struct outfile out;
    if (!outfile_open(&out, path, d))
        return false;
    profile_print(out.f, p);
    return outfile_commit(&out, d);
}

/* Returns the exit status. */
static int sample(struct macs *m, void *options, const struct words *command)
{
    const struct sample_options *o = options;
    struct profile p = {.status = 0};
    const char *path = o->output ? o->output : "profile.txt";
    struct sampled_command s;
    if (!sampled_options(&s, m, command_line.tool, &o->sampling, command))
        return 2;
    if (!outfile_check(path, &m->d) || !sampled_run(m, &s, &p) || !write_profile(path, &p, &m->d))
        return macs_status(m, 0);
    if (o->pass_status && macs_status(m, 0) == 0)
        return WIFSIGNALED(p.status) ? SHELL_SIGNAL + WTERMSIG(p.status) : WEXITSTATUS(p.status);
    sampled_report_end(m, &p);
    return macs_status(m, sampled_end_signal(m, &p));
}

int macs_sample(int argc, char **argv)
{
    static const struct macs_wrapper wrapper = {
        "macs sample", "the command and its arguments follow --: macs sample -- ./program ARGUMENT",
        "the command follows --: macs sample -- ./program", read_options, sample};
    struct sample_options o = {.sampling = {.repeat_seconds = REPEAT_SECONDS}};
    return macs_run_wrapper(&wrapper, &o, argc, argv);
}
