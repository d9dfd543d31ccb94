/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to kmacstat: a compiled loop with its bounds, and the reports. */
#ifndef COMMANDS_KMACSTAT_H
#define COMMANDS_KMACSTAT_H

#include "base/json.h"
#include "facts/doubts.h"
#include "commands/common.h"
#include "commands/kmacstat/scan.h"
#include "runs/runs.h"

struct kmacstat_loop {
    const struct compiled_loop *facts;
    const struct source_loop *source; /* its source loop; NULL = unknown */
    struct quantity k;                /* divided by the source loop's stride if that is known */
    const char *k_how;
    bool unit_stride; /* k is valid for a stride of 1 */
    struct bound mac;
    struct quantity macs;
    const char *macs_limit;                      /* NULL = unknown */
    struct quantity fused;                       /* front-end operations per pass, after fusion */
    struct quantity paths;                       /* from the start of the loop to the branch back */
    struct quantity mac_shortest, macs_shortest; /* of the shortest path */
    struct quantity mac_longest, macs_longest;   /* of the longest path */
    struct quantity passes, trip; /* counted: passes, and passes of an execution of the loop */
    struct quantity tnf, m, m_cpf, mac_cpf, macs_cpf; /* missing without a source loop */
    struct notes notes;
};

/* Computes the bounds of a loop, in a. builds: searched for source loops; NULL = none. */
struct kmacstat_loop kmacstat_bounds(struct arena *a, const struct machine *m,
                                     const struct compiled_loop *c,
                                     const struct stored_build *build, const struct loop_map *maps,
                                     size_t n_maps);

/* Table of --bounds: one row per loop, then the source of each k, and the notes. */
enum { KMACSTAT_ROWS = 1000 }; /* maximum rows of a table; further loops are in another table */
struct kmacstat_table {
    size_t rows;
    struct table table;
    struct arena arena;
    ARRAY(const char *) remarks;
    struct doubts doubts; /* of the rows */
};
void kmacstat_table_row(struct kmacstat_table *t, const struct kmacstat_loop *l);
void kmacstat_x86_row(struct kmacstat_table *t, const struct kmacstat_loop *l);
/* Adds the heading row, with the alignment of the columns; the label, region and function of a
 * loop. */
void kmacstat_table_head(struct kmacstat_table *t, const char *align, const char *const *texts,
                         size_t n);
void kmacstat_table_loop(struct kmacstat_table *t, const struct compiled_loop *c);
/* Adds to a row: a number, with its bits of facts/doubts.h; the source of k, the version and the
 * notes. */
void kmacstat_number(struct kmacstat_table *t, const struct kmacstat_loop *l, struct quantity q,
                     unsigned numbers);
void kmacstat_remarks(struct kmacstat_table *t, const struct kmacstat_loop *l);
/* Prints the rows, if any, after the overrides of the machine; then empties the table. */
void kmacstat_table_print(struct kmacstat_table *t, const struct machine *m, FILE *out);

/* ---- the report ---- */

struct kmacstat_report {
    FILE *out;
    enum output_format format;
    bool bounds; /* text: the table of bounds after figure 25 */
    bool figure; /* text: figure 25 */
    bool headed; /* text: print each file's name above its report */
    const struct machine *machine;

    /* data that the report stores until its end */
    struct arena arena;
    struct json json;
    ARRAY(const char *) inner_of; /* labels: inner, outer, inner, ... */
    size_t loops;
    size_t files;
    struct kmacstat_table table;
};

/* Begins a report. The caller sets out to machine; the rest is zero. */
void kmacstat_begin(struct kmacstat_report *r);
/* Prints a file: first its beginning (including figure 25), then each of its loops with its bounds
 * in completion order, then its end. */
void kmacstat_file(struct kmacstat_report *r, const char *path, const struct scanned_file *s);
void kmacstat_loop(struct kmacstat_report *r, const struct kmacstat_loop *l);
void kmacstat_file_end(struct kmacstat_report *r);
void kmacstat_end(struct kmacstat_report *r);

/* Prints the text report of a file: figure 25 of the report for the KSR1, a similar one for other
 * machines. */
void kmacstat_figure(FILE *out, const struct machine *m, const struct scanned_file *s);
void kmacstat_put_ksr_loop(FILE *out, const struct machine *m, const struct compiled_loop *c);
void kmacstat_put_x86_loop(FILE *out, const struct machine *m, const struct compiled_loop *c);

#endif
