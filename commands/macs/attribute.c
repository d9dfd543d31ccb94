/* SPDX-License-Identifier: GPL-3.0-or-later */
/* macs attribute: finds the loops of a profile and stores its rows, the second half of macs run. */
#include "base/source.h"
#include "commands/common.h"
#include "commands/macs/macs.h"
#include "commands/macs/sampled.h"

#include <stdlib.h>

static const struct command_line command_line = {
    "macs attribute", "[OPTION]... PROFILE",
    "Assign the samples of a profile to loops, functions and libraries, and store the rows and\n"
    "the loops in a run database.",
    "macs attribute --db=run.db profile.txt"};

struct attribute_options {
    const char *db, *run, *build, *machine, *counts, *reference, *compiler, *flags;
    struct option_list opt_infos;
    long processors;
};

static int read_options(struct attribute_options *o, int argc, char **argv, const char **operands)
{
    const struct option_row rows[] = {
        {"db", 0, OPTION_TEXT, &o->db, "FILE", "the run database; default: run.db"},
        {"run", 0, OPTION_TEXT, &o->run, "NAME", "name of the run; default: run"},
        {"build", 0, OPTION_TEXT, &o->build, "NAME", "name of the build; default: name of the run"},
        {"processors", 'p', OPTION_POSITIVE, &o->processors, "N",
         "processors of the run; default: the number kept busy"},
        {"counts", 0, OPTION_TEXT, &o->counts, "DIR",
         "counted runs of the program, written by macs count"},
        {"reference", 0, OPTION_TEXT, &o->reference, "DIR",
         "runs of the reference build, written by macs count --reference"},
        {"machine", 0, OPTION_TEXT, &o->machine, "NAME|FILE", "machine file; default: this CPU's"},
        {"compiler", 0, OPTION_TEXT, &o->compiler, "TEXT", "compiler of the build, for reports"},
        {"flags", 0, OPTION_TEXT, &o->flags, "TEXT", "compiler flags of the build, for reports"},
        {"opt-info", 0, OPTION_LIST, &o->opt_infos, "FILE",
         "compiler's notes on loops not vectorized"},
        {.help = "macs-run"}, /* man page */
    };
    return options_read(&command_line, rows, argc, argv, operands);
}

/* Returns the machine to use: the named one, or that of this CPU; NULL after a message. */
static const char *machine_of(struct macs *m, const char *name)
{
    struct host_cpu cpu;
    if (name)
        return name;
    return macs_read_cpu(&cpu, &m->d) ? host_match(&cpu).machine : NULL;
}

static void attribute(struct macs *m, const struct attribute_options *o, const char *path)
{
    struct source s;
    struct profile p;
    const char *run = o->run ? o->run : "run";
    struct sampled_target t = {o->db ? o->db : "run.db",
                               run,
                               o->build ? o->build : run,
                               machine_of(m, o->machine),
                               o->processors,
                               o->counts,
                               o->reference,
                               o->compiler,
                               o->flags,
                               &o->opt_infos};
    if (!t.machine || !source_read(&s, path, &m->d))
        return;
    if (profile_read(&m->arena, &s, &p, &m->d))
        sampled_store(m, &p, &t);
    source_free(&s);
}

int macs_attribute(int argc, char **argv)
{
    struct macs m;
    struct attribute_options o = {.db = NULL};
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));
    macs_begin(&m);
    int n = read_options(&o, argc, argv, operands), status = 2;
    if (n == 1) {
        attribute(&m, &o, operands[0]);
        status = macs_status(&m, 0);
    } else if (n >= 0) {
        wrong_usage("macs attribute", "give one profile, written by macs sample");
    }
    free(operands);
    free(o.opt_infos.at);
    macs_end(&m);
    return status;
}
