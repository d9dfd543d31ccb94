/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests of run databases share. */
#ifndef TESTS_UNIT_DATABASE_H
#define TESTS_UNIT_DATABASE_H

#include "runs/db.h"
#include "tests/unit/check.h"

/* Each of the n statements is refused by a check of the schema. */
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

/* The table has one column of that name. */
static inline void check_column(struct runs *r, const char *table, const char *column)
{
    long n = 0;
    CHECK(db_id(r, &n, "select count(*) from pragma_table_info(?) where name = ?", "tt", table,
                column));
    CHECK(n == 1);
}

#endif
