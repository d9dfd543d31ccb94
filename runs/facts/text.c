/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the text of stored lines. */
#include "runs/db.h"

/* Returns the first text of a line that is stored several times. */
bool runs_source_lines(struct runs *r, struct arena *a, long build, const char *file, long first,
                       long last, struct stored_line **at, size_t *n)
{
    ARRAY(struct stored_line) list = {0};
    struct columns c = db_rows(
        r, a,
        "select l.line, l.text from source_file f join source_line l on l.source_file = f.id "
        "where f.build = ? and l.file = ? and l.line between ? and ? order by l.line, f.path",
        "itii", build, file, first, last);
    while (db_next(&c)) {
        struct stored_line l;
        column_values(&c, "it", &l.line, &l.text);
        if (list.n == 0 || list.at[list.n - 1].line != l.line)
            *array_push(&list) = l;
    }
    ARRAY_KEEP(a, list, *at, *n);
    return !r->failed;
}

const char *runs_source_line(struct runs *r, struct arena *a, const char *file, long line)
{
    const char *text = NULL;
    struct columns c = db_rows(
        r, a,
        "select text from source_line where file = ? and line = ? order by source_file limit 1",
        "ti", file, line);
    if (db_next(&c))
        text = column_text(&c);
    db_stop(&c);
    return text;
}
