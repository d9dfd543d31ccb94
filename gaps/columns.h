/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of a loop in a run by name, in each unit, as shown by text, Markdown, CSV, JSON,
 * --where and the report. gaps/columns.def is the list. */
#ifndef GAPS_COLUMNS_H
#define GAPS_COLUMNS_H

#include "gaps/gaps.h"

/* The unit of rungs and of the gaps between them. */
enum gap_unit {
    GAP_CPL,     /* clock cycles per iteration of the source loop */
    GAP_CPF,     /* clock cycles per essential floating-point operation: CPL / TNF (eq. 4.1) */
    GAP_SECONDS, /* of one processor, for all iterations of all threads: CPL * iterations / clock */
    GAP_MFLOPS,  /* essential 10^6 flops per second of one processor: TNF * clock / CPL / 10^6;
                    bounds are then upper limits, and gaps do not exist */
    GAP_UNITS
};
/* cpl, cpf, seconds, mflops; and the line above a table. */
extern const char *const gap_unit_names[GAP_UNITS];
extern const char *const gap_unit_titles[GAP_UNITS];

/* Converts cpl, a rung or gap of loop l, to unit u. Missing with the reason without flops, clock or
 * iterations. */
struct quantity gap_in_unit(const struct gap_loop *l, struct quantity cpl, enum gap_unit u);

/* ---- columns ---- */

enum gap_column_kind {
    GAP_COLUMN_NUMBER, /* the same in every unit */
    GAP_COLUMN_SHARE,  /* the same in every unit, 0 to 1; a percentage in tables */
    GAP_COLUMN_RUNG,   /* CPL, converted to the selected unit */
    GAP_COLUMN_GAP,    /* a difference of rungs, converted: it has no MFLOPS */
    GAP_COLUMN_PART    /* a part of gap P, converted */
};
/* GAP_THREADS, GAP_ITERATIONS, GAP_TNF, ...: indexes of gap_columns. */
enum gap_column_id {
#define COLUMN(kind, ID, ...) GAP_##ID,
#define SHOW(table, ID, when)
#include "gaps/columns.def"
#undef COLUMN
#undef SHOW
    GAP_COLUMNS
};
struct gap_column {
    enum gap_column_id id;
    enum gap_column_kind kind;
    const char *key;               /* of JSON, CSV and --where */
    const char *group;             /* the JSON object that holds it; NULL = the loop itself */
    bool of_threads;               /* each thread has its own value */
    const char *heading, *meaning; /* of tables for people */
    struct quantity (*of)(const struct gap_run *run, const struct gap_loop *l); /* in CPL */
    unsigned doubts; /* the numbers of facts/doubts.h that it is computed from, in CPL */
};
/* In the order of JSON and CSV; those of a group are adjacent. */
extern const struct gap_column gap_columns[GAP_COLUMNS];

/* The value of column c in unit u. */
struct quantity gap_column_value(const struct gap_column *c, const struct gap_run *run,
                                 const struct gap_loop *l, enum gap_unit u);
/* Returns the numbers of facts/doubts.h that the value in unit u is computed from. */
unsigned gap_column_doubts(const struct gap_column *c, enum gap_unit u);

/* Returns thread t of loop l as a row. Sets only the columns that each thread has. */
struct gap_loop gap_thread_row(const struct gap_loop *l, const struct gap_thread *t);

/* ---- keys of JSON and --where ---- */

/* A column in one unit: all columns in CPL, then rungs and gaps in each other unit. */
struct gap_key {
    const struct gap_column *column;
    enum gap_unit unit;
    const char *group; /* the JSON object that holds it; NULL = the loop itself */
};
extern const struct gap_key gap_keys[];
extern const size_t gap_n_keys;

/* Returns "gap_a", "share.m", "cpf.gap_a" for separator "."; allocated in a if the key has a
 * group. */
const char *gap_key_name(struct arena *a, const struct gap_key *k, const char *separator);
struct quantity gap_key_value(const struct gap_key *k, const struct gap_run *run,
                              const struct gap_loop *l);

/* ---- tables for people ---- */

enum gap_layout {
    GAP_LAYOUT_LADDER,   /* text and Markdown: bounds and measured time of the loops of a run */
    GAP_LAYOUT_GAPS,     /* text and Markdown: the gaps between them */
    GAP_LAYOUT_PARTS,    /* text and Markdown: the parts of gap P */
    GAP_LAYOUT_OVERVIEW, /* report: the loops of a run */
    GAP_LAYOUT_RUNS,     /* report: the runs of a loop */
    GAP_LAYOUT_THREADS   /* report: the threads of a loop in a run */
};
/* The columns of a table, in their order. All zeros: no row has been added. */
struct gap_layout_columns {
    const struct gap_column *at[GAP_COLUMNS];
    size_t n;
    bool shown[GAP_COLUMNS]; /* by position in the layout: a row needs the column */
};
/* Adds the columns that row l of run needs in unit u. */
void gap_layout_add_row(struct gap_layout_columns *c, enum gap_layout layout,
                        const struct gap_run *run, const struct gap_loop *l, enum gap_unit u);
/* Returns whether counters or samples of the process monitor divide gap P of the row. */
bool gap_is_divided(const struct gap_loop *l);
/* Returns the value for tables, in unit u: a share as a percentage. */
struct quantity gap_column_shown(const struct gap_column *c, const struct gap_run *run,
                                 const struct gap_loop *l, enum gap_unit u);

#endif
