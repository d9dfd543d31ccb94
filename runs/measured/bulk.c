/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/measured/bulk.h"

/* One statement inserts BULK_ROWS rows, which takes SQLite a third of the time for each row. */
#define ROW "(?,?,?,?)"
#define ROWS_4(row) row "," row "," row "," row
#define ROWS_16(row) ROWS_4(ROWS_4(row))
static const char insert_all[] = "insert into sample values " ROWS_4(ROWS_16(ROW));

static void bind_row(struct runs *r, sqlite3_stmt *s, int at, const struct bulk_row *row)
{
    db_bind_long(r, s, at + 1, row->measurement);
    db_bind_long(r, s, at + 2, row->thread);
    db_bind_double(r, s, at + 3, row->iterations);
    db_bind_double(r, s, at + 4, row->cycles);
}

static bool insert_rows(struct bulk *b)
{
    sqlite3_stmt *s = db_query(b->r, insert_all, "");
    for (size_t i = 0; s && i < b->n; i++)
        bind_row(b->r, s, 4 * (int)i, &b->at[i]);
    b->n = 0;
    while (!b->r->failed && db_row(b->r, s))
        continue;
    return !b->r->failed;
}

bool bulk_put(struct bulk *b, const struct bulk_row *row)
{
    b->at[b->n++] = *row;
    return b->n < BULK_ROWS || insert_rows(b);
}

bool bulk_end(struct bulk *b)
{
    bool ok = true;
    for (size_t i = 0; ok && i < b->n; i++)
        ok = db_do(b->r, "insert into sample values (?, ?, ?, ?)", "iidd", b->at[i].measurement,
                   b->at[i].thread, b->at[i].iterations, b->at[i].cycles);
    b->n = 0;
    return ok;
}
