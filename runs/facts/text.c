/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of stored lines. */
#include "runs/db.h"

/* Of lines that come several times the first. */
static bool get_lines(struct runs *r, struct arena *a, sqlite3_stmt *s, struct stored_line **at,
                      size_t *n)
{
    ARRAY(struct stored_line) list = {0};
    while (db_row(r, s)) {
        struct columns c = {.s = s, .a = a};
        struct stored_line l = {.line = column_long(&c)};
        l.text = column_text(&c);
        if (list.n == 0 || list.at[list.n - 1].line != l.line)
            *array_push(&list) = l;
    }
    ARRAY_KEEP(a, list, *at, *n);
    return !r->failed;
}

bool runs_source_lines(struct runs *r, struct arena *a, long build, const char *file, long first,
                       long last, struct stored_line **at, size_t *n)
{
    sqlite3_stmt *s = db_query(
        r,
        "select l.line, l.text from source_file f join source_line l on l.source_file = f.id "
        "where f.build = ? and l.file = ? and l.line between ? and ? order by l.line, f.path",
        "itii", build, file, first, last);
    return get_lines(r, a, s, at, n);
}
