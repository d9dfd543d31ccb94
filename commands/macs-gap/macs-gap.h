/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reports of macs-gap, in each format. */
#ifndef COMMANDS_MACS_GAP_H
#define COMMANDS_MACS_GAP_H

#include "base/json.h"
#include "commands/common.h"
#include "gaps/columns.h"
#include "gaps/scaling/scaling.h"
#include "runs/runs.h"

/* Builds, files and runs. */
void gap_list(FILE *out, const struct inventory *list, enum output_format format);

/* The options of the tables. */
struct gap_view {
    enum gap_unit unit; /* of text, Markdown and CSV; JSON gives all */
    bool chosen;        /* only a part of the database is selected */
    bool brief;         /* text and Markdown: of a run measured loops only, and no notes */
    bool all_rows;      /* text and Markdown: of a sampled run all rows */
    bool threads; /* text and Markdown: a line for each thread; JSON: its numbers in every unit */
};

/* Prints the tables of each run and then its notes, for people; the profiles of sampled runs first.
 * False after a message in the database's diag; likewise gap_json. doc/macs-gap.1 describes JSON
 * and CSV. */
struct page;
struct json;
struct doubts;
bool gap_text(struct page *p, const struct gaps *g, const struct gap_view *view);
/* Prints the rows and the summary of a sampled run. */
void gap_sampled_text(struct page *p, const struct gap_run *run, const struct gap_view *view);
/* Prints the notes of a run's loops, whose names lack the first `common` characters; or a line with
 * the number of notes of all runs and the command that prints them. shown: notes that the tables
 * show as doubts, which are left out. */
void gap_notes(struct page *p, const struct gap_run *run, size_t common, enum gap_unit unit,
               const struct doubts *shown);
void gap_notes_number(struct page *p, const struct gap_table *t, const char *command);
bool gap_json(FILE *out, const struct gaps *g, const struct gap_series *s,
              const struct gap_view *view);
void gap_csv(FILE *out, const struct gap_table *t, enum gap_unit unit);

/* Prints the thread states of a run with samples of the process monitor: of the first threads, or
 * of all. */
void gap_states_text(struct page *p, const struct gap_run *run, bool all);
/* Prints the same as a member of the JSON object of the run. */
void gap_states_json(struct json *j, const struct gap_run *run);

/* Print the scaling with processors, and the repeated runs. */
void gap_scaling_text(struct page *p, const struct gap_series *s);
void gap_repeats_text(struct page *p, const struct gap_series *s);
struct json;
/* Prints the keys "scaling" and "repeats" of the open object. */
void gap_series_json(struct json *j, const struct gap_series *s);
/* Prints a row for each loop and for the program on each number of processors. */
void gap_scaling_csv(FILE *out, const struct gap_series *s);

/* Prints a comparison of builds. */
/* brief: without loops that no build measured. */
void gap_compare_text(struct page *p, const struct gap_table *t, bool brief);

/* The values of a point, in the order of tables, JSON and CSV. */
enum gap_point_number { POINT_TIME, POINT_MUF, POINT_SPEEDUP, POINT_EFFICIENCY, POINT_SERIAL };
enum { POINT_COLUMNS = POINT_SERIAL + 1 };
struct gap_point_column {
    const char *key, *title; /* of JSON and CSV; of a table */
    struct quantity (*of)(const struct gap_point *p);
};
extern const struct gap_point_column gap_point_columns[POINT_COLUMNS];

/* Prints the region tree of each run. */
void gap_regions_text(struct page *p, const struct gap_table *t);
/* Prints the region trees as region files, once per build. Reports an error if there is none. */
void gap_regions_export(FILE *out, const struct gap_table *t, struct diag *d);
/* Prints the region tree, if any, as two members of the JSON object of the run. */
struct json;
void gap_regions_json(struct json *j, const struct gap_run *run);
/* Prints the loops by the share of their largest gap, with facts about its cause. Returns false
 * after a message of the database. */
enum gap_advised {
    ADVISED_FIRST, /* the first loops, without the fact that no counter is known */
    ADVISED_MOST,
    ADVISED_ALL, /* every loop and every gap */
};
bool gap_advice(struct page *p, const struct gaps *g, enum gap_advised which);
/* Print the keys of a loop (or run) about causes. gap_json_causes returns false after a message. */
bool gap_json_causes(struct json *j, const struct gaps *g, const struct gap_run *run,
                     const struct gap_loop *loop);
void gap_json_problems(struct json *j, const struct gap_problems *p);

#endif
