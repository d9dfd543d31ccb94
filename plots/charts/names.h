/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What charts and reports call loops and runs. */
#ifndef PLOTS_NAMES_H
#define PLOTS_NAMES_H

#include "gaps/gaps.h"

/* How much of a loop's name it takes to tell the loops of a table apart. */
enum naming { BY_ROUTINE, BY_LINE, BY_ID };
enum naming table_naming(struct arena *a, const struct gap_table *t);
/* The loop's name in a table of this naming; made in a. */
const char *loop_name(struct arena *a, const struct gap_loop *l, enum naming by);

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
