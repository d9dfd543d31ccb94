/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Types and functions that the files of procmon share. */
#ifndef COMMANDS_PROCMON_H
#define COMMANDS_PROCMON_H

#include "base/diag.h"
#include "base/options.h"
#include "base/outfile.h"
#include "commands/common.h"
#include "commands/procmon/child.h"
#include "facts/states.h"
#include "measure/monitor/calibrate.h"
#include "measure/monitor/monitor.h"
#include "measure/monitor/questions.h"
#include "runs/runs.h"

#include <stdbool.h>
#include <stdio.h>

struct procmon {
    /* Texts of options. */
    const char *interval, *pid, *every, *for_, *format, *output, *socket, *db, *run, *regions;
    bool no_follow, waits, live, calibrate;
    struct option_list names, plots;
    /* Values of options. */
    enum output_format form;
    double every_seconds, for_seconds; /* 0 = not given */
    struct monitor_options with;
    /* State of the watch. */
    const char **loops;  /* by the number of the region; NULL = no table */
    const char *command; /* the watched command or process, as one line */
    struct child child;  /* pid 0: the watched process was not started by procmon */
    struct monitor *monitor;
    struct questions *questions;     /* NULL: no socket */
    struct calibration *calibration; /* NULL: no calibration */
    struct outfile file;             /* f NULL: standard output */
    double begin;                    /* start of the watch on the monotonic clock */
    double reported;                 /* end of the last report, in seconds of the watch */
    double next;                     /* time of the next report or view, in seconds of the watch */
    bool viewed;                     /* the terminal shows the live view */
    long reports;                    /* number of reports written */
    struct arena arena;
    struct diag d;
};

/* Watches a command, or a process if command is NULL. Returns the exit status. */
int procmon_run(struct procmon *p, const char *const *command);

/* Returns whether standard output is a terminal with cursor control. */
bool procmon_can_live(void);
/* Shows the states since the last call. procmon_live_end restores the terminal and prints the
 * held output of the command. */
void procmon_live(struct procmon *p, double until);
void procmon_live_pause(
    struct procmon *p); /* before a stop by Ctrl-Z; the next procmon_live restores the view */
void procmon_live_end(struct procmon *p);

/* Reads the table of --regions. Returns false after a message. */
bool procmon_regions_read(struct procmon *p);
/* Replaces the names of regions that are only numbers by those of the table. */
void procmon_regions_name(const struct procmon *p, struct watch *w);

/* Print reports of the time up to `until` seconds after the start. */
void procmon_text(const struct procmon *p, const struct watch *w, FILE *out);
void procmon_json(const struct watch *w, double until, FILE *out);
void procmon_csv(const struct watch *w, double until, bool heads, FILE *out);

#define SUBCOMMAND(name, text) int procmon_##name##_main(int argc, char **argv);
#include "commands/procmon/procmon.def"
#undef SUBCOMMAND

#endif
