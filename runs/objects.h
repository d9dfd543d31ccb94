/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a database consists of, as the SQL that made it says: tables, indexes, views, triggers. The
 * normal form of a statement has its words in small letters and one blank between any two, numbers,
 * marks and quoted texts as they are, no comment and no semicolon; two statements of one normal
 * form mean the same to SQLite. */
#ifndef RUNS_OBJECTS_H
#define RUNS_OBJECTS_H

#include "base/arena.h"

#include <stdbool.h>

struct object {
    const char *form; /* the normal form of the statement that creates it */
    const char *kind; /* table, index, view, trigger; else "object" */
    const char *name; /* in small letters unless it was quoted; without quotes */
};
struct objects {
    struct object *at; /* an array of base/array.h */
    size_t n, room;
};

/* The object that a statement creates. */
struct object object_of(struct arena *a, const char *sql);
/* What n steps of a schema make together, in their order: each is a text of statements that create
 * tables and indexes, or add a column to a table; others than these must not change the schema. To
 * be given back by array_free. */
struct objects objects_of_steps(struct arena *a, const char *const *steps, int n);
/* The object of that name, in large or small letters; NULL = there is none. */
const struct object *object_named(const struct objects *o, const char *name);
/* Whether a database may have the object besides ours, which are given: no statement of ours reads
 * it, and it does nothing when ours are read or written. That is so of a table without checks,
 * generated columns and references; of an index of columns, which is not unique if it is of a table
 * of ours; of a view. None may have the name of one of ours. */
bool object_is_harmless(const struct object *o, const struct objects *ours);

#endif
