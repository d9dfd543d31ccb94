/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of loops and runs in charts and reports. */
#ifndef PLOTS_NAMES_H
#define PLOTS_NAMES_H

#include "facts/doubts.h"
#include "gaps/gaps.h"

/* The shortest form of names that distinguishes the loops of a table. */
enum naming { BY_ROUTINE, BY_LINE, BY_ID };
enum naming table_naming(struct arena *a, const struct gap_table *t);
/* The loop's name in a table of this naming; made in a. */
const char *loop_name(struct arena *a, const struct gap_loop *l, enum naming by);

/* The numbers of a ladder. */
enum { DOUBT_LADDER = DOUBT_M | DOUBT_MA | DOUBT_MAC | DOUBT_MACS | DOUBT_TIME };
/* The name and after it the letters of the notes that doubt these numbers, "lfk1 (a,c)"; the name
 * alone where none does. Made in a. */
const char *doubted_name(struct arena *a, const char *name, const struct notes *notes,
                         unsigned numbers, struct doubts *d);
/* For the foot of a chart: the notes of the letters, as many as there is room for; "" = none. Made
 * in a. Frees d. */
const char *doubts_foot(struct arena *a, struct doubts *d);

/* Whether the runs of the table are of several builds. */
bool several_builds(const struct gap_table *t);
/* "RUN: MACHINE, 4 processors, build BUILD"; the build where asked. Made in a. */
const char *run_name(struct arena *a, const struct gap_run *r, bool build);
/* The machine of all runs as titles name it, made in a; NULL if they differ or
 * there are none. */
const char *one_machine(struct arena *a, const struct gap_table *t);
/* The title, and on which machine where there is one; made in a. */
const char *with_machine(struct arena *a, const struct gap_table *t, const char *title);

#endif
