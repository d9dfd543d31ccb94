/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Helper functions for tests of run databases. */
#ifndef TESTS_UNIT_DATABASE_H
#define TESTS_UNIT_DATABASE_H

#include "runs/db.h"
#include "tests/unit/check.h"

#include <stdlib.h>

/* Checks that a check of the schema rejects each of the n statements. */
static inline void check_refused(const char *path, const char *const *wrong, size_t n)
{
    struct diag d = {.quiet = true};
    for (size_t i = 0; i < n; i++) {
        struct runs *r = runs_open(path, RUNS_CHANGE, &d);
        CHECK(r);
        if (sqlite3_exec(r->db, wrong[i], NULL, NULL, NULL) != SQLITE_CONSTRAINT) {
            printf("# not refused: %s\n", wrong[i]);
            CHECK(!"refused");
        }
        runs_close(r);
    }
}

/* Checks that the table has one column of that name. */
static inline void check_column(struct runs *r, const char *table, const char *column)
{
    long n = 0;
    CHECK(db_id(r, &n, "select count(*) from pragma_table_info(?) where name = ?", "tt", table,
                column));
    CHECK(n == 1);
}

static inline void execute_sql(sqlite3 *db, const char *sql)
{
    char *error = NULL;
    sqlite3_exec(db, sql, NULL, NULL, &error);
    CHECK_TEXT("", error ? error : "");
    sqlite3_free(error);
}

/* Inserts the rows of the version. A version that adds no columns has no file. */
static inline void insert_rows(struct arena *a, sqlite3 *db, int version)
{
    const char *path = arena_printf(a, "%s/tests/schema/rows-%d.sql", getenv("SRCDIR"), version);
    static char text[1 << 16];
    FILE *f = fopen(path, "rb");
    if (!f)
        return;
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    CHECK(feof(f) && fclose(f) == 0);
    execute_sql(db, text);
}

/* Creates the database of an older version at path: the first schema steps, and the rows that
 * tests/schema/rows-N.sql has for each of these versions. */
static inline void make_database(struct arena *a, const char *path, int version)
{
    sqlite3 *db = NULL;
    CHECK(sqlite3_open(path, &db) == SQLITE_OK);
    execute_sql(db, "pragma foreign_keys = on");
    for (int i = 0; i < version; i++) {
        execute_sql(db, db_steps[i]);
        insert_rows(a, db, i + 1);
    }
    execute_sql(db, arena_printf(a, "pragma application_id = %d; pragma user_version = %d",
                                 0x4d414353, version));
    sqlite3_close(db);
}

#endif
