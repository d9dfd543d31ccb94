/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run database of each older version keeps every value when a command opens it. Such a database
 * is made of the first schema steps and of the rows that tests/schema/rows-N.sql has for version N.
 */
#include "base/util.h"
#include "tests/unit/database.h"

#include <stdlib.h>
#include <unistd.h>

static char folder[] = "schema-test.XXXXXX";
static const char *const dropped[] = {"source_bound", "compiled_bound"};

/* A table of a database: its name, columns, and rows as text in a fixed order. */
struct table_text {
    const char *name, *columns, *rows;
    size_t n;
};
struct tables {
    struct table_text *at;
    size_t n;
};

/* The first column of all rows, joined by separator. */
static const char *select_text(struct arena *a, sqlite3 *db, const char *sql, const char *separator,
                               size_t *n)
{
    sqlite3_stmt *s = NULL;
    const char *text = "";
    *n = 0;
    CHECK(sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK);
    for (; s && sqlite3_step(s) == SQLITE_ROW; ++*n)
        text = arena_printf(a, "%s%s%s", text, *n ? separator : "",
                            (const char *)sqlite3_column_text(s, 0));
    sqlite3_finalize(s);
    return text;
}

static const char *columns_of(struct arena *a, sqlite3 *db, const char *table)
{
    size_t n;
    return select_text(
        a, db,
        arena_printf(a, "select 'quote(\"' || name || '\")' from pragma_table_info('%s')", table),
        " || ',' || ", &n);
}

static void read_rows(struct arena *a, sqlite3 *db, struct table_text *t)
{
    const char *sql = arena_printf(a, "select %s from %s order by 1", t->columns, t->name);
    t->rows = select_text(a, db, sql, "\n", &t->n);
}

static struct tables read_tables(struct arena *a, sqlite3 *db)
{
    struct tables list = {0};
    size_t n;
    const char *names = select_text(
        a, db, "select name from sqlite_schema where type = 'table' order by 1", "\n", &n);
    for (char *name = strtok(arena_strdup(a, names), "\n"); name; name = strtok(NULL, "\n")) {
        struct table_text t = {.name = name, .columns = columns_of(a, db, name)};
        read_rows(a, db, &t);
        *ARENA_PUSH(a, list.at, list.n) = t;
    }
    return list;
}

static struct tables read_file(struct arena *a, const char *path)
{
    sqlite3 *db = NULL;
    CHECK(sqlite3_open(path, &db) == SQLITE_OK);
    struct tables tables = read_tables(a, db);
    sqlite3_close(db);
    return tables;
}

static bool is_dropped(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(dropped); i++)
        if (strcmp(dropped[i], name) == 0)
            return true;
    return false;
}

static void check_table(struct arena *a, sqlite3 *db, const struct table_text *old)
{
    struct table_text now = {.name = old->name, .columns = old->columns};
    if (old->n == 0)
        printf("# tests/schema has no row of %s\n", old->name);
    CHECK(old->n > 0);
    if (is_dropped(old->name)) {
        CHECK_TEXT("", columns_of(a, db, old->name));
        return;
    }
    read_rows(a, db, &now);
    if (strcmp(old->rows, now.rows) != 0)
        printf("# rows of %s differ\n", old->name);
    CHECK_TEXT(old->rows, now.rows);
}

static void check_version(int version)
{
    struct arena a = {0};
    struct diag d = {0};
    struct stored_builds builds = {0};
    const char *path = arena_printf(&a, "%s/version-%d.db", folder, version);
    make_database(&a, path, version);
    struct tables old = read_file(&a, path);
    CHECK(old.n > 20);
    struct runs *r = runs_open(path, RUNS_READ, &d);
    CHECK(r && runs_builds(r, &a, &builds) && builds.n == 2);
    for (size_t i = 0; r && i < old.n; i++)
        check_table(&a, r->db, &old.at[i]);
    CHECK(d.errors == 0);
    runs_close(r);
    arena_free(&a);
}

static void migration_keeps_every_value(void)
{
    for (int version = 1; version <= db_version; version++)
        check_version(version);
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    TEST(migration_keeps_every_value);
    char clean[64];
    snprintf(clean, sizeof clean, "rm -rf %s", folder);
    return tests_end() | (system(clean) != 0);
}
