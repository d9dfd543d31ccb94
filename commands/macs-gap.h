/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of macs-gap: the table in each of its forms. */
#ifndef COMMANDS_MACS_GAP_H
#define COMMANDS_MACS_GAP_H

#include "base/json.h"
#include "commands/common.h"
#include "gaps/numbers.h"
#include "runs/runs.h"

/* Builds, files and runs. */
void gap_list(FILE *out, const struct inventory *list, enum output_format format);

/* What is asked for of the table. */
struct gap_view {
    enum gap_unit unit; /* of text, Markdown and CSV; JSON gives all */
    bool chosen;        /* not all that the database holds */
    bool threads;       /* text and Markdown: a line for each thread */
};

/* For people: tables of each run, then what there is to say. False after a message in the
 * database's diag; so for JSON. doc/macs-gap.1 describes JSON and CSV. */
struct page;
bool gap_text(struct page *p, const struct gaps *g, const struct gap_view *view);
bool gap_json(FILE *out, const struct gaps *g);
void gap_csv(FILE *out, const struct gap_table *t, enum gap_unit unit);

/* The region tree of each run. */
void gap_regions_text(struct page *p, const struct gap_table *t);
/* Likewise as two members of a run's object, where there is a tree. */
struct json;
void gap_regions_json(struct json *j, const struct gap_run *run);
/* Loops by what their largest gap is worth, with the facts about its cause; all: every loop and
 * every gap. False as above, as the next. */
bool gap_advice(struct page *p, const struct gaps *g, bool all);
/* Keys of a loop, or of a loop and a run, that are about causes. */
bool gap_json_causes(struct json *j, const struct gaps *g, const struct gap_run *run,
                     const struct gap_loop *loop);
void gap_json_problems(struct json *j, const struct gap_problems *p);

#endif
