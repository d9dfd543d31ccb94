/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of loops and runs in charts and reports. */
#ifndef PLOTS_NAMES_H
#define PLOTS_NAMES_H

#include "facts/doubts.h"
#include "gaps/gaps.h"

/* Returns the shortest form of names that distinguishes the loops of the table. */
enum naming { BY_ROUTINE, BY_LINE, BY_ID };
enum naming table_naming(struct arena *a, const struct gap_table *t);
/* Returns the loop's name in this form, allocated in a. */
const char *loop_name(struct arena *a, const struct gap_loop *l, enum naming by);

/* The numbers of a ladder, as doubts (facts/doubts.h). */
enum { DOUBT_LADDER = DOUBT_M | DOUBT_MA | DOUBT_MAC | DOUBT_MACS | DOUBT_TIME };
/* Returns the name, followed by the letters of the notes that doubt these numbers, if any: "lfk1
 * [a,c]". The text is allocated in a. */
const char *doubted_name(struct arena *a, const char *name, const struct notes *notes,
                         unsigned numbers, struct doubts *d);
/* Returns a footnote with the notes of the letters, or the first of them; "" = none. The text is
 * allocated in a. Frees d. */
const char *doubts_foot(struct arena *a, struct doubts *d);

/* Returns whether the runs of the table have several builds. */
bool several_builds(const struct gap_table *t);
/* Returns "RUN: MACHINE, 4 processors, build BUILD", with the build if build is set, allocated in
 * a. */
const char *run_name(struct arena *a, const struct gap_run *r, bool build);
/* Returns the title of the machine of all runs, allocated in a; NULL if machines differ or there is
 * no run. */
const char *one_machine(struct arena *a, const struct gap_table *t);
/* Returns the title, with " on MACHINE" if all runs have one machine; allocated in a. */
const char *with_machine(struct arena *a, const struct gap_table *t, const char *title);

#endif
