/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of procmon share. */
#ifndef COMMANDS_PROCMON_H
#define COMMANDS_PROCMON_H

#include "base/diag.h"
#include "base/options.h"
#include "base/outfile.h"
#include "commands/common.h"
#include "commands/procmon-child.h"
#include "facts/states.h"
#include "monitor/calibrate.h"
#include "monitor/monitor.h"
#include "monitor/questions.h"
#include "runs/runs.h"

#include <stdbool.h>
#include <stdio.h>

struct procmon {
    /* As it was asked for. */
    const char *interval, *pid, *every, *for_, *format, *output, *socket, *db, *run, *regions;
    bool no_follow, waits, live, calibrate;
    struct option_list names, plots;
    /* What that means. */
    enum output_format form;
    double every_seconds, for_seconds; /* 0 = not asked for */
    struct monitor_options with;
    /* What is made of it. */
    const char **loops;  /* by the number of the region; NULL = there is no table */
    const char *command; /* what is watched, as one line */
    struct child child;  /* pid 0: a process that was there before */
    struct monitor *monitor;
    struct questions *questions;     /* NULL: nobody may ask */
    struct calibration *calibration; /* NULL: not asked for */
    struct outfile file;             /* f NULL: standard output */
    double begin;                    /* of the watch, on the monotonic clock */
    double told;                     /* seconds of the watch that reports were of */
    double next;                     /* report or view, likewise */
    bool viewed;                     /* the terminal shows the view */
    long reports;                    /* written so far */
    struct arena arena;
    struct diag d;
};

/* Watches a command, or a process where there is none; returns the exit status. */
int procmon_run(struct procmon *p, const char *const *command);

/* Whether standard output is a terminal that moves its cursor. */
bool procmon_can_live(void);
/* Shows what was seen since the last time; the terminal is given back by the end of it, which
 * prints what the command printed meanwhile. */
void procmon_live(struct procmon *p, double until);
void procmon_live_pause(struct procmon *p); /* Ctrl-Z: until the shell goes on with it */
void procmon_live_end(struct procmon *p);

/* Reads the table of --regions; false after a message. */
bool procmon_regions_read(struct procmon *p);
/* Regions that have a number alone get their name by it. */
void procmon_regions_name(const struct procmon *p, struct watch *w);

/* Reports of what was seen until so many seconds after the begin. */
void procmon_text(const struct procmon *p, const struct watch *w, FILE *out);
void procmon_json(const struct watch *w, double until, FILE *out);
void procmon_csv(const struct watch *w, double until, bool heads, FILE *out);

#define SUBCOMMAND(name, text) int procmon_##name##_main(int argc, char **argv);
#include "commands/procmon.def"
#undef SUBCOMMAND

#endif
