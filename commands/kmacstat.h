/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of kmacstat: a compiled loop with its bounds, and the reports. */
#ifndef COMMANDS_KMACSTAT_H
#define COMMANDS_KMACSTAT_H

#include "base/json.h"
#include "facts/doubts.h"
#include "commands/common.h"
#include "commands/kmacstat-scan.h"
#include "runs/runs.h"

struct kmacstat_loop {
    const struct compiled_loop *facts;
    const struct source_loop *source; /* it is known to come from; NULL = none */
    struct quantity k;                /* with the source loop's stride where that is known */
    const char *k_how;
    bool unit_stride; /* k holds for a stride of 1 */
    struct bound mac;
    struct quantity macs;
    const char *macs_limit; /* NULL = not told */
    struct quantity fused;  /* operations a pass in the front end, after fusing */
    struct quantity tnf, m, m_cpf, mac_cpf, macs_cpf; /* missing without a source loop */
    struct notes notes;
};

/* Bounds of a loop, in a. builds: where source loops are looked for; NULL =
 * nowhere. */
struct kmacstat_loop kmacstat_bounds(struct arena *a, const struct machine *m,
                                     const struct compiled_loop *c,
                                     const struct stored_build *build, const struct loop_map *maps,
                                     size_t n_maps);

/* --bounds: a row a loop, then where k comes from and the notes. */
enum { KMACSTAT_ROWS = 1000 }; /* of a table; further loops are in another one */
struct kmacstat_table {
    size_t rows;
    struct table table;
    struct arena arena;
    ARRAY(const char *) remarks;
    struct doubts doubts; /* of the rows */
};
void kmacstat_table_row(struct kmacstat_table *t, const struct kmacstat_loop *l);
void kmacstat_x86_row(struct kmacstat_table *t, const struct kmacstat_loop *l);
/* For rows: a cell with a number, which has these bits of facts/doubts.h; where k comes from, the
 * version and the notes. */
void kmacstat_number(struct kmacstat_table *t, const struct kmacstat_loop *l, struct quantity q,
                     unsigned numbers);
void kmacstat_remarks(struct kmacstat_table *t, const struct kmacstat_loop *l);
/* Prints the rows, if any, overrides of the machine above them; the table is
 * empty then. */
void kmacstat_table_print(struct kmacstat_table *t, const struct machine *m, FILE *out);

/* ---- the report ---- */

struct kmacstat_report {
    FILE *out;
    enum output_format format;
    bool bounds; /* text: the table of bounds behind figure 25 */
    bool figure; /* text: figure 25 */
    bool headed; /* text: several files, each under its name */
    const struct machine *machine;

    /* what the report keeps for its end */
    struct arena arena;
    struct json json;
    ARRAY(const char *) inner_of; /* labels: inner, outer, inner, ... */
    size_t loops;
    size_t files;
    struct kmacstat_table table;
};

/* Set out to machine before; the rest zero. */
void kmacstat_begin(struct kmacstat_report *r);
/* A file: first of all (figure 25 is printed here), then each of its loops
 * with its bounds in completion order, then its end. */
void kmacstat_file(struct kmacstat_report *r, const char *path, const struct scan *s);
void kmacstat_loop(struct kmacstat_report *r, const struct kmacstat_loop *l);
void kmacstat_file_end(struct kmacstat_report *r);
void kmacstat_end(struct kmacstat_report *r);

/* The text report of a file: figure 25 of the report for the KSR1, its like for others. */
void kmacstat_figure(FILE *out, const struct machine *m, const struct scan *s);
void kmacstat_put_ksr_loop(FILE *out, const struct machine *m, const struct compiled_loop *c);
void kmacstat_put_x86_loop(FILE *out, const struct machine *m, const struct compiled_loop *c);

#endif
