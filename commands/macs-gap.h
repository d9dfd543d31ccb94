/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of macs-gap: the table in each of its forms. */
#ifndef COMMANDS_MACS_GAP_H
#define COMMANDS_MACS_GAP_H

#include "base/json.h"
#include "commands/common.h"
#include "gaps/gaps.h"
#include "runs/runs.h"

/* Builds, files and runs; markdown is as text. */
void gap_list(FILE *out, const struct inventory *list, enum output_format format);

/* For people: tables of each run, then what there is to say. */
void gap_text(FILE *out, const struct gap_table *t);
/* doc/macs-gap.1 describes both. False after a message in the database's diag. */
bool gap_json(FILE *out, const struct gaps *g);
void gap_csv(FILE *out, const struct gap_table *t);

/* The region tree of each run. */
void gap_regions_text(FILE *out, const struct gap_table *t);
/* Likewise as two members of a run's object, where there is a tree. */
struct json;
void gap_regions_json(struct json *j, const struct gap_run *run);
/* Loops by what their largest gap is worth, with the facts about its cause; all: every loop and
 * every gap. False as above, as the next. */
bool gap_advice(FILE *out, const struct gaps *g, bool all);
/* Keys of a loop, or of a loop and a run, that are about causes. */
bool gap_json_causes(struct json *j, const struct gaps *g, const struct gap_run *run,
                     const struct gap_loop *loop);
void gap_json_problems(struct json *j, const struct gap_problems *p);

/* The numbers of a loop, in the order of JSON and CSV. */
struct gap_column {
    const char *key;   /* of JSON and CSV */
    const char *group; /* the JSON object it is in; NULL = the loop itself */
    struct quantity (*of)(const struct gap_loop *l);
};
extern const struct gap_column gap_columns[];
extern const size_t gap_n_columns;

#endif
