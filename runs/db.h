/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of runs/: statements with typed parameters, typed columns, messages. */
#ifndef RUNS_DB_H
#define RUNS_DB_H

#include "runs/runs.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

enum { RUNS_STATEMENTS = 96 };

struct runs {
    sqlite3 *db;
    const char *path;
    struct diag *d;
    bool failed;    /* a message was given: nothing can be committed */
    bool facts_put; /* others may be referred to no more */
    bool created;   /* there was no file before */
    bool in_memory; /* there is no file; path is a name for messages */
    bool committed;
    pthread_t thread; /* that opened it, and alone may use it */
    uint64_t looks, all_looks, most_looks; /* at SQLite's steps, by guard.c */
    bool (*is_machine)(const char *name); /* runs_know_machines(); NULL = no name is known */
    struct {
        const char *sql; /* as it was given: the pointer is the key */
        sqlite3_stmt *s;
    } statements[RUNS_STATEMENTS];
    size_t n_statements;
};

/* Ends all prepared statements. */
void db_close_statements(struct runs *r);

/* A message about what the last call into SQLite said; false. */
bool db_fail(struct runs *r);

/* Binds one parameter of a statement of db_query; a failure is a message, and the statement is not
 * run. They return 1. */
int db_bind_long(struct runs *r, sqlite3_stmt *s, int i, long n);
int db_bind_double(struct runs *r, sqlite3_stmt *s, int i, double value);

/* No result of these is ignored: the compiler sees to it. */
#define RUNS_CHECKED __attribute__((warn_unused_result))
RUNS_CHECKED int sqlite3_bind_blob64(sqlite3_stmt *, int, const void *, sqlite3_uint64,
                                     void (*)(void *));
RUNS_CHECKED int sqlite3_bind_double(sqlite3_stmt *, int, double);
RUNS_CHECKED int sqlite3_bind_int64(sqlite3_stmt *, int, sqlite3_int64);
RUNS_CHECKED int sqlite3_bind_null(sqlite3_stmt *, int);
RUNS_CHECKED int sqlite3_bind_text64(sqlite3_stmt *, int, const char *, sqlite3_uint64,
                                     void (*)(void *), unsigned char);
RUNS_CHECKED int sqlite3_clear_bindings(sqlite3_stmt *);
RUNS_CHECKED int sqlite3_step(sqlite3_stmt *);

/* A message that the database holds what it can't; false. */
bool db_damaged(struct runs *r);
extern const char db_damaged_text[];

/* The prepared form of sql, a text that stays, with its parameters bound by
 * the letters of types:
 *   i long   p long place, 0 = NULL   n long index, -1 = NULL
 *   b int as truth   d double   t text or NULL
 *   q struct quantity: two parameters, value and why it is missing
 *   c const struct counts *: one for each class
 *   r const struct recurrence *: distance and latency, NULL where there is none,
 *     and why it is not known
 *   z const void *, size_t: a blob, which must stay until the statement is done
 * "$counts" in it stands for the columns of the classes. NULL after a message. */
sqlite3_stmt *db_query(struct runs *r, const char *sql, const char *types, ...);
/* Next row; false at the end and after a message (then r->failed). */
bool db_row(struct runs *r, sqlite3_stmt *s);
/* db_query for a statement whose rows do not matter. */
bool db_do(struct runs *r, const char *sql, const char *types, ...);
/* Inserts a row: into is "TABLE (COLUMN, ...)", a parameter for each column.
 * *id, unless NULL, gets its rowid. */
bool db_insert(struct runs *r, long *id, const char *into, const char *types, ...);
/* db_insert with its values one after the other: types as there, values of them all, db_put. */
struct values {
    struct runs *r;
    sqlite3_stmt *s;
    int at;
};
struct values db_values(struct runs *r, const char *into, const char *types);
void db_value_long(struct values *v, long n, bool null);
void db_value_double(struct values *v, double n);
void db_value_text(struct values *v, const char *text); /* or NULL */
void db_value_counts(struct values *v, const struct counts *n);
bool db_put(struct values *v);
/* First column of the only row; false with a message when there is none. */
bool db_id(struct runs *r, long *id, const char *sql, const char *types, ...);

/* Rows, and the columns of the present one from left to right. */
struct columns {
    struct runs *r;
    sqlite3_stmt *s;
    struct arena *a; /* for texts */
    int at;
};
/* db_query, to be read row by row: db_next is false as db_row is. Who stops before that ends it by
 * db_stop. A statement has one reader at a time. */
struct columns db_rows(struct runs *r, struct arena *a, const char *sql, const char *types, ...);
bool db_next(struct columns *c);
void db_stop(struct columns *c);
long column_long(struct columns *c);  /* 0 where NULL */
long column_index(struct columns *c); /* -1 where NULL */
bool column_bool(struct columns *c);
double column_double(struct columns *c);
/* NULL where NULL; column_peek stays at the column, and its text until the next row. */
const char *column_text(struct columns *c);
const char *column_peek(struct columns *c);
/* Of a column that is never NULL: "" after db_damaged where it is. */
const char *column_name(struct columns *c);
/* n bytes, until the next row. */
const void *column_blob(struct columns *c, size_t *n);
struct quantity column_quantity(struct columns *c);
struct counts column_counts(struct columns *c);
/* Name of the row's text among names, n of them; 0 when it is none. */
int column_choice(struct columns *c, const char *const *names, int n);
#define COLUMN_WORD(c, words) column_choice((c), (words), (int)(sizeof(words) / sizeof *(words)))

/* Moves a growable array into the arena. */
#define ARRAY_KEEP(a, array, to, count)                                                            \
    ((count) = (array).n, (to) = arena_alloc((a), (array).n * sizeof *(array).at),                 \
     (array).n ? (void)memcpy((to), (array).at, (array).n * sizeof *(array).at) : (void)0,         \
     array_free(&(array)))

/* db_steps[v] brings a database of version v to v + 1, and an empty one has
 * version 0; db_version is the newest version: their number. A change of the
 * schema is one more step behind the others, never a change of a step. */
extern const char *const db_steps[];
extern const int db_version;
/* Applies steps from the database's version up to version n, within the
 * transaction. False after a message. */
bool db_migrate(struct runs *r, const char *const *steps, int n);

#endif
