/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that the reports of several commands hold, as JSON and as one CSV
 * field. */
#ifndef COMMANDS_CELLS_H
#define COMMANDS_CELLS_H

#include "base/json.h"
#include "facts/facts.h"

/* null, or {"operations":[...],"distance":n}. */
void json_recurrence(struct json *j, const struct recurrence *r);
void json_notes(struct json *j, const struct notes *notes);

/* Texts in a; NULL is empty. */
const char *csv_recurrence(struct arena *a, const struct recurrence *r); /* "fma lfl/1" */
const char *csv_notes(struct arena *a, const struct notes *notes);       /* "one; two" */
const char *csv_number(struct arena *a, struct quantity q);

#endif
