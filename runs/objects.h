/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The objects of a database (tables, indexes, views, triggers), read from the SQL statements that
 * create them. The normal form of a statement has words in lower case, one blank between any two
 * tokens, unchanged numbers, punctuation and quoted texts, and no comments or semicolon. Statements
 * with the same normal form are equivalent. */
#ifndef RUNS_OBJECTS_H
#define RUNS_OBJECTS_H

#include "base/arena.h"

#include <stdbool.h>

struct object {
    const char *form; /* the normal form of the statement that creates it */
    const char *kind; /* table, index, view, trigger; else "object" */
    const char *name; /* without quotes; in lower case unless quoted */
};
struct objects {
    struct object *at; /* an array of base/array.h */
    size_t n, room;
};

/* Returns the object that a statement creates. */
struct object object_of(struct arena *a, const char *sql);
/* Returns the objects that the n steps of a schema create together. Each step is a text of
 * statements that create tables and indexes, drop tables, or add columns; other statements must not
 * change the schema. Free the result with array_free. */
struct objects objects_of_steps(struct arena *a, const char *const *steps, int n);
/* Returns the object with a name, ignoring case; NULL = none. */
const struct object *object_named(const struct objects *o, const char *name);
/* Returns whether a database may have this object in addition to ours: no statement of this program
 * reads it, and it has no effect when our objects are read or written. This holds for a table
 * without checks, generated columns and references, an index of columns (not unique on a table of
 * ours), and a view. It must not have the name of one of ours. */
bool object_is_harmless(const struct object *o, const struct objects *ours);

#endif
