/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/db.h"
#include "runs/guard.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char db_damaged_text[] =
    "this run database is damaged; restore a backup or create it again with kma --db";

/* Returns the message for the last SQLite error; NULL = it has no text of ours. */
static const char *failure_text(struct runs *r)
{
    switch (sqlite3_errcode(r->db) & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return db_damaged_text;
    case SQLITE_BUSY:
        return "another command is writing to this run database; try again when it has ended";
    case SQLITE_FULL:
        return "the disk is full; nothing was changed";
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return "this run database cannot be written; nothing was changed";
    case SQLITE_INTERRUPT:
        return "a query needs far more steps than the size of this run database explains: it "
               "is "
               "damaged or malicious; create it again with kma --db";
    case SQLITE_NOMEM:
        return "not enough memory for this run database; nothing was changed";
    case SQLITE_TOOBIG:
        return "a text in this run database is too large; create the database again with kma --db";
    default:
        return NULL;
    }
}

void db_close_statements(struct runs *r)
{
    for (size_t i = 0; i < r->n_statements; i++)
        sqlite3_finalize(r->statements[i].s);
    r->n_statements = 0;
}

bool db_fail(struct runs *r)
{
    const char *text = failure_text(r);
    struct where w = {.file = r->path};
    if (r->failed)
        return false;
    r->failed = true;
    if (text)
        diag_error(r->d, w, "%s", text);
    else
        diag_error(r->d, w, "SQLite error: %s; nothing was changed", sqlite3_errmsg(r->db));
    return false;
}

bool db_damaged(struct runs *r)
{
    if (!r->failed)
        diag_error(r->d, (struct where){.file = r->path}, "%s", db_damaged_text);
    r->failed = true;
    return false;
}

/* ---- statements ---- */

/* Returns sql with $counts replaced by the columns of the classes. */
static char *expand_counts(struct arena *a, const char *sql)
{
    const char *mark = strstr(sql, "$counts");
    if (!mark)
        return arena_strdup(a, sql);
    char *columns = arena_strdup(a, "");
    for (int c = 0; c < OP_CLASSES; c++)
        columns =
            arena_printf(a, "%s%s\"%s\"", columns, c ? ", " : "", op_class_name((enum op_class)c));
    return arena_printf(a, "%.*s%s%s", (int)(mark - sql), sql, columns, mark + strlen("$counts"));
}

static int count_parameters(const char *types)
{
    int n = 0;
    for (; *types; types++)
        n += *types == 'c' ? OP_CLASSES : *types == 'q' ? 2 : *types == 'r' ? 3 : 1;
    return n;
}

static char *insert_text(struct arena *a, const char *into, const char *types)
{
    char *text = arena_printf(a, "insert into %s values (", into);
    for (int i = count_parameters(types); i > 0; i--)
        text = arena_printf(a, "%s?%s", text, i > 1 ? "," : ")");
    return text;
}

/* Returns the prepared statement of sql, from the cache if possible; insert: sql is the target
 * of an INSERT. Returns NULL after a message. */
static sqlite3_stmt *get_statement(struct runs *r, const char *sql, const char *types, bool insert)
{
    for (size_t i = 0; i < r->n_statements; i++)
        if (r->statements[i].sql == sql)
            return r->statements[i].s;
    if (r->n_statements == RUNS_STATEMENTS)
        bug("more than %d SQL statements", RUNS_STATEMENTS);
    struct arena a = {0};
    sqlite3_stmt *s = NULL;
    const char *text = expand_counts(&a, insert ? insert_text(&a, sql, types) : sql);
    int rc = sqlite3_prepare_v3(r->db, text, -1, SQLITE_PREPARE_PERSISTENT, &s, NULL);
    arena_free(&a);
    if (rc != SQLITE_OK) {
        db_fail(r);
        return NULL;
    }
    r->statements[r->n_statements].sql = sql;
    r->statements[r->n_statements++].s = s;
    return s;
}

/* ---- parameters: each bind is checked, and the first failure is reported ---- */

/* Reports a failed bind: out of memory, or a text that is too long. The statement is then not
 * executed. */
static void check_bound(struct runs *r, int rc)
{
    if (rc != SQLITE_OK)
        db_fail(r);
}

static void bind_text(struct runs *r, sqlite3_stmt *s, int i, const char *text)
{
    check_bound(r,
                text ? sqlite3_bind_text64(s, i, text, strlen(text), SQLITE_TRANSIENT, SQLITE_UTF8)
                     : sqlite3_bind_null(s, i));
}

int db_bind_double(struct runs *r, sqlite3_stmt *s, int i, double value)
{
    check_bound(r, sqlite3_bind_double(s, i, value));
    return 1;
}

int db_bind_long(struct runs *r, sqlite3_stmt *s, int i, long n)
{
    check_bound(r, sqlite3_bind_int64(s, i, n));
    return 1;
}

/* Binds n; null: leaves the parameter NULL, as it is after clearing. */
static int bind_long(struct runs *r, sqlite3_stmt *s, int i, long n, bool null)
{
    return null ? 1 : db_bind_long(r, s, i, n);
}

static int bind_quantity(struct runs *r, sqlite3_stmt *s, int i, struct quantity q)
{
    if (is_known(q))
        db_bind_double(r, s, i, q.value);
    bind_text(r, s, i + 1, q.missing);
    return 2;
}

static int bind_counts(struct runs *r, sqlite3_stmt *s, int i, const struct counts *n)
{
    for (int c = 0; c < OP_CLASSES; c++)
        db_bind_double(r, s, i + c, n->n[c]);
    return OP_CLASSES;
}

static int bind_recurrence(struct runs *r, sqlite3_stmt *s, int i, const struct recurrence *of)
{
    if (of->n) {
        bind_long(r, s, i, of->distance, false);
        db_bind_double(r, s, i + 1, of->latency);
    }
    bind_text(r, s, i + 2, of->missing);
    return 3;
}

static int bind_blob(struct runs *r, sqlite3_stmt *s, int i, const void *bytes, size_t n)
{
    check_bound(r, sqlite3_bind_blob64(s, i, bytes, n, SQLITE_STATIC));
    return 1;
}

/* Binds the arguments ap by the letters of types (db_query). */
static void bind_arguments(struct runs *r, sqlite3_stmt *s, const char *types, va_list ap)
{
    int i = 1;
    check_bound(r, sqlite3_clear_bindings(s));
    for (; *types; types++) {
        long n = strchr("ipn", *types) ? va_arg(ap, long) : 0;
        if (strchr("ipn", *types))
            i += bind_long(r, s, i, n, (*types == 'p' && n == 0) || (*types == 'n' && n == -1));
        else if (*types == 'b')
            i += bind_long(r, s, i, va_arg(ap, int) != 0, false);
        else if (*types == 'd')
            i += db_bind_double(r, s, i, va_arg(ap, double));
        else if (*types == 't')
            bind_text(r, s, i++, va_arg(ap, const char *));
        else if (*types == 'q')
            i += bind_quantity(r, s, i, va_arg(ap, struct quantity));
        else if (*types == 'z') {
            const void *bytes = va_arg(ap, const void *);
            i += bind_blob(r, s, i, bytes, va_arg(ap, size_t));
        } else if (*types == 'c')
            i += bind_counts(r, s, i, va_arg(ap, const struct counts *));
        else if (*types == 'r')
            i += bind_recurrence(r, s, i, va_arg(ap, const struct recurrence *));
        else
            bug("no parameter type '%c'", *types);
    }
}

static sqlite3_stmt *start_query(struct runs *r, const char *sql, const char *types, bool insert,
                                 va_list ap)
{
    sqlite3_stmt *s = r->failed ? NULL : get_statement(r, sql, types, insert);
    if (s) {
        guard_statement(r);
        sqlite3_reset(s); /* returns the result of the last step again */
        bind_arguments(r, s, types, ap);
    }
    return r->failed ? NULL : s;
}

sqlite3_stmt *db_query(struct runs *r, const char *sql, const char *types, ...)
{
    va_list ap;
    va_start(ap, types);
    sqlite3_stmt *s = start_query(r, sql, types, false, ap);
    va_end(ap);
    return s;
}

bool db_row(struct runs *r, sqlite3_stmt *s)
{
    int rc = s ? sqlite3_step(s) : SQLITE_DONE;
    if (rc == SQLITE_ROW)
        return true;
    if (rc != SQLITE_DONE)
        db_fail(r);
    if (s)
        sqlite3_reset(s);
    return false;
}

static bool run_to_end(struct runs *r, sqlite3_stmt *s)
{
    while (db_row(r, s))
        continue;
    return !r->failed;
}

bool db_do(struct runs *r, const char *sql, const char *types, ...)
{
    va_list ap;
    va_start(ap, types);
    sqlite3_stmt *s = start_query(r, sql, types, false, ap);
    va_end(ap);
    return run_to_end(r, s);
}

bool db_insert(struct runs *r, long *id, const char *into, const char *types, ...)
{
    va_list ap;
    va_start(ap, types);
    sqlite3_stmt *s = start_query(r, into, types, true, ap);
    va_end(ap);
    bool done = run_to_end(r, s);
    if (id)
        *id = (long)sqlite3_last_insert_rowid(r->db);
    return done;
}

struct values db_values(struct runs *r, const char *into, const char *types)
{
    struct values v = {.r = r, .s = r->failed ? NULL : get_statement(r, into, types, true)};
    if (v.s) {
        guard_statement(r);
        sqlite3_reset(v.s);
        check_bound(r, sqlite3_clear_bindings(v.s));
    }
    return v;
}

void db_value_long(struct values *v, long n, bool null)
{
    v->at += v->s ? bind_long(v->r, v->s, v->at + 1, n, null) : 0;
}

void db_value_double(struct values *v, double n)
{
    v->at++;
    if (v->s)
        db_bind_double(v->r, v->s, v->at, n);
}

void db_value_text(struct values *v, const char *text)
{
    v->at++;
    if (v->s)
        bind_text(v->r, v->s, v->at, text);
}

void db_value_quantity(struct values *v, const struct quantity *q)
{
    v->at += v->s ? bind_quantity(v->r, v->s, v->at + 1, *q) : 0;
}

void db_value_counts(struct values *v, const struct counts *n)
{
    v->at += v->s ? bind_counts(v->r, v->s, v->at + 1, n) : 0;
}

bool db_put(struct values *v)
{
    return run_to_end(v->r, v->r->failed ? NULL : v->s);
}

bool db_id(struct runs *r, long *id, const char *sql, const char *types, ...)
{
    va_list ap;
    va_start(ap, types);
    sqlite3_stmt *s = start_query(r, sql, types, false, ap);
    va_end(ap);
    if (!db_row(r, s))
        return r->failed ? false : db_fail(r);
    *id = (long)sqlite3_column_int64(s, 0);
    return run_to_end(r, s);
}

/* ---- rows and columns ---- */

struct columns db_rows(struct runs *r, struct arena *a, const char *sql, const char *types, ...)
{
    va_list ap;
    va_start(ap, types);
    struct columns c = {.r = r, .s = start_query(r, sql, types, false, ap), .a = a};
    va_end(ap);
    return c;
}

bool db_next(struct columns *c)
{
    c->at = 0;
    return db_row(c->r, c->s);
}

void db_stop(struct columns *c)
{
    if (c->s)
        sqlite3_reset(c->s);
}

long column_long(struct columns *c)
{
    return (long)sqlite3_column_int64(c->s, c->at++);
}

long column_index(struct columns *c)
{
    bool null = sqlite3_column_type(c->s, c->at) == SQLITE_NULL;
    long n = column_long(c);
    return null ? -1 : n;
}

bool column_bool(struct columns *c)
{
    return column_long(c) != 0;
}

double column_double(struct columns *c)
{
    return sqlite3_column_double(c->s, c->at++);
}

const char *column_peek(struct columns *c)
{
    bool null = sqlite3_column_type(c->s, c->at) == SQLITE_NULL;
    const char *text = (const char *)sqlite3_column_text(c->s, c->at);
    if (!text && !null)
        die_out_of_memory();
    return text;
}

const char *column_text(struct columns *c)
{
    const char *text = column_peek(c);
    int n = sqlite3_column_bytes(c->s, c->at++);
    return text ? arena_strndup(c->a, text, (size_t)n) : NULL;
}

const char *column_name(struct columns *c)
{
    const char *text = column_text(c);
    if (!text)
        db_damaged(c->r);
    return text ? text : "";
}

const void *column_blob(struct columns *c, size_t *n)
{
    const void *at = sqlite3_column_blob(c->s, c->at);
    if (!at && sqlite3_errcode(c->r->db) == SQLITE_NOMEM)
        die_out_of_memory();
    *n = (size_t)sqlite3_column_bytes(c->s, c->at++);
    return at ? at : "";
}

struct quantity column_quantity(struct columns *c)
{
    bool null = sqlite3_column_type(c->s, c->at) == SQLITE_NULL;
    double value = column_double(c);
    const char *why = column_text(c);
    return null ? missing(why ? why : "the database contains no reason") : known(value);
}

static void read_column(struct columns *c, char type, void *to)
{
    switch (type) {
    case 'i':
        *(long *)to = column_long(c);
        break;
    case 'j':
        *(int *)to = (int)column_long(c);
        break;
    case 'n':
        *(int *)to = (int)column_index(c);
        break;
    case 'u':
        *(uint64_t *)to = (uint64_t)column_long(c);
        break;
    case 'b':
        *(bool *)to = column_bool(c);
        break;
    case 'd':
        *(double *)to = column_double(c);
        break;
    case 't':
        *(const char **)to = column_text(c);
        break;
    case 'T':
        *(const char **)to = column_name(c);
        break;
    case 'q':
        *(struct quantity *)to = column_quantity(c);
        break;
    }
}

void column_values(struct columns *c, const char *types, ...)
{
    va_list ap;
    va_start(ap, types);
    for (; *types; types++)
        read_column(c, *types, va_arg(ap, void *));
    va_end(ap);
}

struct counts column_counts(struct columns *c)
{
    struct counts n;
    for (int i = 0; i < OP_CLASSES; i++)
        n.n[i] = column_double(c);
    return n;
}

int column_choice(struct columns *c, const char *const *names, int n)
{
    const char *text = column_peek(c);
    c->at++;
    for (int i = 0; text && i < n; i++)
        if (strcmp(names[i], text) == 0)
            return i;
    return 0;
}
