/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/guard.h"

#include <stdlib.h>
#include <sys/stat.h>

enum {
    CHECK_STEPS = 10000,         /* of SQLite's machine, between two looks */
    LEAST_LOOKS = 20000,         /* 200 million steps: two seconds or so */
    BYTES_A_LOOK = 10,           /* of the file: 1000 steps each byte */
    STATEMENTS_AT_MOST_LONG = 8, /* all statements together */
};

/* ---- what SQLite may do ---- */

/* Nothing of ours needs another database, a module, or code from a file. */
static int authorize(void *unused, int action, const char *a, const char *b, const char *c,
                     const char *d)
{
    (void)unused, (void)a, (void)c, (void)d;
    bool loads = action == SQLITE_FUNCTION && b && sqlite3_stricmp(b, "load_extension") == 0;
    return loads || action == SQLITE_ATTACH || action == SQLITE_DETACH ||
                   action == SQLITE_CREATE_VTABLE || action == SQLITE_DROP_VTABLE
               ? SQLITE_DENY
               : SQLITE_OK;
}

static int look(void *from)
{
    struct runs *r = from;
    r->looks++;
    r->all_looks++;
    return r->looks > r->most_looks || r->all_looks / STATEMENTS_AT_MOST_LONG > r->most_looks;
}

static void configure(sqlite3 *db)
{
    static const struct {
        int what, value;
    } settings[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
#ifdef SQLITE_DBCONFIG_ENABLE_VIEW
        {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
#endif
        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        sqlite3_db_config(db, settings[i].what, settings[i].value, NULL);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, GUARD_LENGTH);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
}

void guard_connection(struct runs *r)
{
    struct stat st;
    uint64_t bytes = stat(r->path, &st) == 0 ? (uint64_t)st.st_size : 0;
    configure(r->db);
    r->most_looks = LEAST_LOOKS + bytes / BYTES_A_LOOK;
    sqlite3_set_authorizer(r->db, authorize, NULL);
    sqlite3_progress_handler(r->db, CHECK_STEPS, look, r);
}

void guard_statement(struct runs *r)
{
    r->looks = 0;
}

/* ---- what the database is ---- */

static const char objects_sql[] =
    "select type || ' ' || name || ' ' || tbl_name, lower(substr(ltrim(sql), 1, 15)) like "
    "'create virtual%', type || ' ''' || name || '''' from sqlite_schema "
    "where name not like 'sqlite\\_%' escape '\\' order by type desc, name";
static const char columns_sql[] =
    "select m.name || '.' || c.name || ' ' || c.type || ' ' || c.\"notnull\" || ' ' || c.pk || ' ' "
    "|| c.hidden, 0, 'column ' || m.name || '.' || c.name "
    "from sqlite_schema as m, pragma_table_xinfo(m.name) as c "
    "where m.type = 'table' and m.name not like 'sqlite\\_%' escape '\\' order by m.name, c.cid";
static const char indexed_sql[] =
    "select m.name || '.' || c.seqno || ' ' || coalesce(c.name, '') || ' ' || c.\"desc\" || ' ' || "
    "c.key, 0, 'index ''' || m.name || '''' "
    "from sqlite_schema as m, pragma_index_xinfo(m.name) as c "
    "where m.type = 'index' and m.name not like 'sqlite\\_%' escape '\\' order by m.name, c.seqno";

/* A database of our own, in memory, with the newest schema. */
static bool open_own(struct runs *own, struct diag *d)
{
    *own = (struct runs){.path = "the schema of this program", .d = d};
    if (sqlite3_open_v2(":memory:", &own->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) !=
        SQLITE_OK)
        return db_fail(own);
    return db_migrate(own, db_steps, db_version);
}

static bool differs(struct runs *r, const char *what, bool here)
{
    diag_error(r->d, (struct where){.file = r->path},
               here ? "%s is not what a run database has; make it again with kma --db"
                    : "it lacks the %s that a run database has; make it again with kma --db",
               what);
    r->failed = true;
    return false;
}

struct row {
    const char *text, *what; /* to be compared; for a message */
};
struct rows {
    struct row *at;
    size_t n;
};

/* False after a message. */
static bool read_rows(struct runs *r, struct arena *a, const char *sql, struct rows *rows)
{
    struct columns c = db_rows(r, a, sql, "");
    *rows = (struct rows){0};
    while (db_next(&c)) {
        const char *text = column_name(&c);
        bool virtual = column_bool(&c);
        *ARENA_PUSH(a, rows->at, rows->n) = (struct row){virtual ? "" : text, column_name(&c)};
    }
    return !r->failed;
}

/* The first row that the others lack; NULL = there is none. */
static const char *find_foreign(const struct rows *rows, const struct rows *others)
{
    for (size_t i = 0; i < rows->n; i++) {
        size_t k = 0;
        while (k < others->n && strcmp(rows->at[i].text, others->at[k].text) != 0)
            k++;
        if (k == others->n)
            return rows->at[i].what;
    }
    return NULL;
}

/* The same rows come from both. */
static bool same_rows(struct runs *r, struct runs *own, const char *sql)
{
    struct arena a = {0};
    struct arena b = {0};
    struct rows expected, there;
    bool same = read_rows(own, &a, sql, &expected) && read_rows(r, &b, sql, &there);
    const char *foreign = same ? find_foreign(&there, &expected) : NULL;
    const char *lacking = same && !foreign ? find_foreign(&expected, &there) : NULL;
    if (foreign || lacking)
        same = differs(r, foreign ? foreign : lacking, foreign);
    arena_free(&a);
    arena_free(&b);
    return same;
}

bool guard_schema(struct runs *r)
{
    struct runs own;
    bool same = open_own(&own, r->d) && same_rows(r, &own, objects_sql) &&
                same_rows(r, &own, columns_sql) && same_rows(r, &own, indexed_sql);
    r->failed |= own.failed;
    db_close_statements(&own);
    sqlite3_close(own.db);
    return same;
}
