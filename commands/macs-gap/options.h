/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of macs-gap. */
#ifndef COMMANDS_MACS_GAP_OPTIONS_H
#define COMMANDS_MACS_GAP_OPTIONS_H

#include "base/trace.h"
#include "commands/macs-gap/macs-gap.h"
#include "gaps/hot/what-if.h"
#include "gaps/where.h"
#include "plots/plots.h"

struct gap_options {
    const char *db;
    bool list, advice, scaling, repeats, median, compare;
    const char *form; /* text of --format; NULL = not given */
    enum output_format format;
    const char *base, *unit;
    const char *bounds;    /* --bounds */
    const char *efficient; /* text of --efficiency; NULL = not given */
    double efficiency;
    bool regions, export;
    struct option_list imports, region_files, plots, charts, reports, explains, set, runs, loops,
        conditions;
    bool list_charts;          /* --chart=?: only list the charts */
    struct plot_choice choice; /* of charts */
    struct gap_where where;    /* of conditions */
    struct gap_view view;
    struct option_list what_if;
    struct gap_changes changes; /* of what_if */
    struct arena arena;         /* of where and changes */
    struct trace trace;
};

/* Reads the command line into o, which must be all zeros. Returns false after a usage message. Call
 * gap_options_free in both cases. */
bool gap_options_read(struct gap_options *o, int argc, char **argv);
void gap_options_free(struct gap_options *o);

/* Returns whether the tables of runs are printed: with --format, or without another output
 * option. */
bool gap_options_ask_runs(const struct gap_options *o);
/* Returns whether files are imported and nothing is to be printed. */
bool gap_options_only_import(const struct gap_options *o);

#endif
