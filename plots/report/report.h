/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sections of the report and their common functions. */
#ifndef PLOTS_REPORT_H
#define PLOTS_REPORT_H

#include "facts/doubts.h"
#include "gaps/columns.h"
#include "gaps/sources.h"
#include "plots/report/html.h"

/* Limits of long lists. The report states how many items it omits. */
enum {
    DETAILED_LOOPS = 2000,  /* loops with source, code and operations: those with the most cycles */
    OVERVIEW_ROWS = 40000,  /* rows of all runs together */
    LISTED_LINES = 400,     /* lines of source or code */
    LISTED_RUNS = 60,       /* runs of a loop */
    LISTED_THREADS = 64,    /* threads of a run; with more threads, only their spread is shown */
    THREADS_LISTED = 20000, /* listed threads of all loops, the loops with the most cycles first */
    THREADS_READ = 400000,  /* threads of all loops that are read for their spread, likewise */
    LISTED_FACTS = 200,     /* operations, references */
    LISTED_NOTES = 100
};

/* A loop of the table, in all runs. */
struct report_loop {
    const char *id, *name;      /* name: the shortest unique name */
    const struct gap_loop **in; /* its row in each run of the table; NULL = none */
    double cycles;              /* measured, sum over all runs */
    bool detailed;              /* has a section of its own */
    bool threads;               /* the spread over threads is shown */
    bool each_thread;           /* each thread is shown, for runs with few threads */
};
struct report {
    FILE *out;
    const struct gaps *g;
    const struct gap_table *t;
    double efficiency;         /* required by the choice of processors */
    const char *common;        /* common prefix of the ids of all loops; "" = none */
    struct report_loop *loops; /* sorted by file, line, id */
    size_t n_loops, n_detailed;
    size_t **number; /* [run][loop of the run]: index in loops */
};

/* Sets the loops of r from its table, allocated in a. */
void report_collect_loops(struct report *r, struct arena *a);
/* Returns the run's name, or "build B" if it was not measured, allocated in a. */
const char *report_run_name(struct arena *a, const struct gap_run *run);
/* Returns "Run NAME: 4 processors, machine ksr1, build B", allocated in a. */
const char *report_run_title(struct arena *a, const struct gap_run *run);

/* Write the sections, in their order on the page. Those that return bool return false if the
 * database cannot be read. */
struct gap_series;
bool report_overview(const struct report *r);
bool report_has_series(const struct gap_series *s);
void report_series(const struct report *r, const struct gap_series *s);
bool report_details(const struct report *r);
/* Writes the facts of one loop in one build, to which run belongs. */
bool report_loop_facts(const struct report *r, const struct gap_run *run,
                       const struct gap_loop *loop);
/* Writes the ranking of run number: the loops with the most costly gaps. */
bool report_ranking(const struct report *r, size_t number);
/* Writes the region tree of run number, if it has one. */
void report_regions(const struct report *r, size_t number);
/* Writes the chart as an SVG element with text elements; nothing if the facts do not suffice for
 * it. */
void report_chart(const struct report *r, const char *chart);
/* Returns whether a run was watched. */
bool report_is_watched(const struct report *r);
/* Writes the thread states over time of all watched runs. */
void report_timeline(const struct report *r);
/* Writes the thread states of a run, if it was watched. */
void report_states(const struct report *r, const struct gap_run *run);
/* Writes the advice on a loop for the build of run first: that of its run with the largest gap P.
 */
bool report_advice(const struct report *r, const struct report_loop *l, size_t first);
/* Writes the threads of the loop in each run. */
bool report_threads(const struct report *r, const struct report_loop *l);
/* Returns whether a run was sampled. */
bool report_is_sampled(const struct report *r);
/* Returns the number of loops of all sampled runs. */
size_t report_sampled_loops(const struct report *r);
/* Writes the profile of run number, which was sampled: at most that many rows. */
bool report_sampled(const struct report *r, size_t number, size_t rows);
/* Writes the source beside the compiled code; s NULL: the compiled code only. */
void report_code(const struct report *r, const struct gap_source *s, const struct gap_code *c);

/* A column of a table. */
struct report_column {
    const char *title, *meaning; /* meaning: its tooltip */
    bool bar;                    /* contains a bar */
    bool measured;               /* only for measured runs */
};
/* Writes the heads of n columns, followed by those of a layout (NULL = none). */
void report_heads(FILE *out, const struct report_column *own, size_t n,
                  const struct gap_layout_columns *columns, bool measured);
/* Writes a cell: column c of loop l in run, with the letters of the notes that doubt it. row: the
 * name of the row in the notes. */
void report_value(FILE *out, const struct gap_column *c, const struct gap_run *run,
                  const struct gap_loop *l, const char *row, struct doubts *d);

/* Writes how many of n items are omitted, if n is more than shown. */
void report_left_out(FILE *out, size_t n, size_t shown, const char *what);
void report_notes(FILE *out, const struct notes *notes);
/* Writes the notes of the letters of a table. A note of all rows, if rows > 0, is printed with "all
 * loops" instead of their names. */
void report_doubts(FILE *out, struct doubts *d, size_t rows);

#endif
