/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sections of the report, and what they share. */
#ifndef PLOTS_REPORT_H
#define PLOTS_REPORT_H

#include "facts/doubts.h"
#include "gaps/columns.h"
#include "gaps/sources.h"
#include "plots/report/html.h"

/* The most rows of long lists; the report says how many it leaves out. */
enum {
    DETAILED_LOOPS = 2000,  /* with source, code and operations: those with most cycles */
    OVERVIEW_ROWS = 40000,  /* of all runs together */
    LISTED_LINES = 400,     /* of source, of code */
    LISTED_RUNS = 60,       /* of a loop */
    LISTED_THREADS = 64,    /* of a run; of more only their spread */
    THREADS_LISTED = 20000, /* of all loops together, those with most cycles first */
    THREADS_READ = 400000,  /* likewise, for their spread */
    LISTED_FACTS = 200,     /* operations, references */
    LISTED_NOTES = 100
};

/* A loop of the table, whatever runs it is in. */
struct report_loop {
    const char *id, *name;      /* name: distinguishes it from the others */
    const struct gap_loop **in; /* for each run of the table; NULL = it is not there */
    double cycles;              /* measured, over all runs */
    bool detailed;
    bool threads;     /* their spread is shown */
    bool each_thread; /* and each of them, of runs with few */
};
struct report {
    FILE *out;
    const struct gaps *g;
    const struct gap_table *t;
    double efficiency;         /* that the choice of processors asks for */
    const char *common;        /* what the ids of all loops begin with, for people; "" = nothing */
    struct report_loop *loops; /* by file, line, id */
    size_t n_loops, n_detailed;
    size_t **number; /* of each loop of each run: its place among loops */
};

/* The loops of all runs; made in a. */
void report_gather(struct report *r, struct arena *a);
/* The run's name, or "build B" where it was not measured; made in a. */
const char *report_run_name(struct arena *a, const struct gap_run *run);
/* "Run NAME: 4 processors, machine ksr1, build B"; made in a. */
const char *report_run_title(struct arena *a, const struct gap_run *run);

/* Sections, in their order on the page. False where the database can't be read. */
struct gap_series;
bool report_overview(const struct report *r);
bool report_has_series(const struct gap_series *s);
void report_series(const struct report *r, const struct gap_series *s);
bool report_details(const struct report *r);
/* Of one loop in one build, of which run is any. */
bool report_loop_facts(const struct report *r, const struct gap_run *run,
                       const struct gap_loop *loop);
/* The loops of run number whose largest gap is worth most. */
bool report_first(const struct report *r, size_t number);
/* The region tree of run number, if it has one. */
void report_regions(const struct report *r, size_t number);
/* The chart of this name as an element, its texts as texts; nothing where the facts do not give it.
 */
void report_chart(const struct report *r, const char *chart);
/* The states of threads over time, of all runs that were watched. */
bool report_is_watched(const struct report *r);
void report_timeline(const struct report *r);
/* The states of the threads of a run, where it was watched. */
void report_states(const struct report *r, const struct gap_run *run);
/* The advice on a loop, in the run with the largest gap P of one build, of which first is the
 * first. */
bool report_advice(const struct report *r, const struct report_loop *l, size_t first);
/* Its threads in each run. */
bool report_threads(const struct report *r, const struct report_loop *l);
/* Source beside the compiled code. */
void report_code(const struct report *r, const struct gap_source *s, const struct gap_code *c);

/* A column; why: in a few words, on request. */
struct report_column {
    const char *title, *why;
    bool bar;      /* holds a picture */
    bool measured; /* only where there is a measurement */
};
/* Heads of the report's own n columns, and after them of the columns of a layout; NULL = none. */
void report_heads(FILE *out, const struct report_column *own, size_t n,
                  const struct gap_layout_columns *columns, bool measured);
/* A cell: column c of loop l in run, with the letters of the notes that doubt it; row: what notes
 * call it. */
void report_value(FILE *out, const struct gap_column *c, const struct gap_run *run,
                  const struct gap_loop *l, const char *row, struct doubts *d);

/* "... and N more" where n are more than shown. */
void report_left_out(FILE *out, size_t n, size_t shown, const char *what);
void report_notes(FILE *out, const struct notes *notes);
/* Below a table: the notes of its letters. rows: "all loops" where so many rows have a note; 0 =
 * not used. */
void report_doubts(FILE *out, struct doubts *d, size_t rows);

#endif
