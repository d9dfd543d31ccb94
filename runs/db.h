/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to runs/: SQL statements with typed parameters, typed columns, messages. */
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
    bool failed;    /* an error was reported: the transaction cannot be committed */
    bool facts_put; /* facts were replaced, so some rows may be unreferenced */
    bool created;   /* the file did not exist before */
    bool in_memory; /* there is no file; path is a name for messages */
    bool committed;
    pthread_t thread;                          /* the only one that may use the connection */
    uint64_t checks, total_checks, max_checks; /* progress checks of SQLite, by guard.c */
    bool (*is_machine)(const char *name);      /* from runs_know_machines(); NULL = none */
    struct {
        const char *sql; /* the pointer is the key */
        sqlite3_stmt *s;
    } statements[RUNS_STATEMENTS];
    size_t n_statements;
};

/* Finalizes all prepared statements. */
void db_close_statements(struct runs *r);

/* Reports the error of the last SQLite call. Returns false. */
bool db_fail(struct runs *r);

/* Bind one parameter of a statement of db_query. A failure is reported, and the statement is not
 * executed. Return 1, the number of parameters. */
int db_bind_long(struct runs *r, sqlite3_stmt *s, int i, long n);
int db_bind_double(struct runs *r, sqlite3_stmt *s, int i, double value);

/* Makes the compiler warn if a result of these SQLite functions is ignored. */
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

/* Reports that the database contains impossible data. Returns false. */
bool db_damaged(struct runs *r);
extern const char db_damaged_text[];

/* Returns the prepared statement of sql, a string of static lifetime, with its parameters bound.
 * The letters of types give the type of each argument:
 *   i long   p long line or column, 0 = NULL   n long index, -1 = NULL
 *   b int, 0 or 1   d double   t text or NULL
 *   q struct quantity: two parameters, the value and the reason why it is missing
 *   c const struct counts *: one parameter for each class
 *   r const struct recurrence *: distance and latency, NULL = no recurrence, and the reason
 *     why it is unknown
 *   z const void *, size_t: a blob, which must remain valid until the statement is executed
 * "$counts" in sql is replaced by the columns of the classes. Returns NULL after a message. */
sqlite3_stmt *db_query(struct runs *r, const char *sql, const char *types, ...);
/* Steps to the next row. Returns false at the end and after a message (then r->failed). */
bool db_row(struct runs *r, sqlite3_stmt *s);
/* Executes a statement and ignores its rows. */
bool db_do(struct runs *r, const char *sql, const char *types, ...);
/* Inserts a row. into is "TABLE (COLUMN, ...)", with a parameter for each column. *id: its rowid;
 * id may be NULL. */
bool db_insert(struct runs *r, long *id, const char *into, const char *types, ...);
/* Insert a row value by value: db_values with types as in db_query, db_value_* for each value in
 * order, db_put. */
struct values {
    struct runs *r;
    sqlite3_stmt *s;
    int at;
};
struct values db_values(struct runs *r, const char *into, const char *types);
void db_value_long(struct values *v, long n, bool null);
void db_value_double(struct values *v, double n);
void db_value_text(struct values *v, const char *text); /* NULL is allowed */
void db_value_quantity(struct values *v, const struct quantity *q);
void db_value_counts(struct values *v, const struct counts *n);
bool db_put(struct values *v);
/* Reads the first column of the only row. Returns false after a message if there is no row. */
bool db_id(struct runs *r, long *id, const char *sql, const char *types, ...);

/* A reader of rows. The column_* functions read the columns of the current row from left to
 * right. */
struct columns {
    struct runs *r;
    sqlite3_stmt *s;
    struct arena *a; /* for texts */
    int at;
};
/* Starts a query. db_next steps like db_row; call db_stop before the last row to end early. A
 * statement has one reader at a time. */
struct columns db_rows(struct runs *r, struct arena *a, const char *sql, const char *types, ...);
bool db_next(struct columns *c);
void db_stop(struct columns *c);
long column_long(struct columns *c);  /* 0 for NULL */
long column_index(struct columns *c); /* -1 for NULL */
bool column_bool(struct columns *c);
double column_double(struct columns *c);
/* Returns a text, NULL for NULL. column_peek does not advance, and its text is valid until the next
 * row. */
const char *column_text(struct columns *c);
const char *column_peek(struct columns *c);
/* Returns the text of a column that must not be NULL; "" after db_damaged if it is. */
const char *column_name(struct columns *c);
/* Returns n bytes, valid until the next row. */
const void *column_blob(struct columns *c, size_t *n);
struct quantity column_quantity(struct columns *c);
struct counts column_counts(struct columns *c);
/* Returns the index of the text among n names; 0 if it is none of them. */
int column_choice(struct columns *c, const char *const *names, int n);
/* Reads the next columns into variables, a pointer for each letter of types:
 *   i long, 0 for NULL   j int   n int, -1 for NULL   u uint64_t   b bool   d double
 *   t const char *, NULL for NULL   T const char *, which must not be NULL   q struct quantity */
void column_values(struct columns *c, const char *types, ...);
#define COLUMN_WORD(c, words) column_choice((c), (words), (int)(sizeof(words) / sizeof *(words)))

/* Moves a growable array to the arena. */
#define ARRAY_KEEP(a, array, to, count)                                                            \
    ((count) = (array).n, (to) = arena_alloc((a), (array).n * sizeof *(array).at),                 \
     (array).n ? (void)memcpy((to), (array).at, (array).n * sizeof *(array).at) : (void)0,         \
     array_free(&(array)))

/* db_steps[v] upgrades a database from version v to v + 1; an empty one has version 0. db_version
 * is the newest version, the number of steps. To change the schema, append a step; never change the
 * statements of an existing step. */
extern const char *const db_steps[];
extern const int db_version;
/* Applies the steps from the version of the database to version n, within the transaction. Returns
 * false after a message. */
bool db_migrate(struct runs *r, const char *const *steps, int n);

#endif
