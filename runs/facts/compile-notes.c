/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores and reads the compiler's notes on source lines. */
#include "runs/facts/put.h"
#include "runs/names.h"

static bool delete_notes(struct runs *r, long build, const struct compile_note *at, size_t n)
{
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++)
        if (i == 0 || at[i].file != at[i - 1].file)
            ok = db_do(r, "delete from compile_note where build = ? and file = ?", "it", build,
                       at[i].file);
    return ok;
}

bool runs_put_compile_notes(struct runs *r, const struct runs_target *t,
                            const struct compile_note *at, size_t n)
{
    static const char row[] = "compile_note (build, seq, file, line, text)";
    struct target target;
    long next = 0;
    bool ok = find_target(r, t, &target) && delete_notes(r, target.build, at, n) &&
              db_id(r, &next, "select coalesce(max(seq) + 1, 0) from compile_note where build = ?",
                    "i", target.build);
    for (size_t i = 0; ok && i < n; i++)
        ok = db_insert(r, NULL, row, "iitit", target.build, next + (long)i, at[i].file, at[i].line,
                       at[i].text);
    return ok;
}

/* The compiler and kma may name a file by different paths. A note is not used if its path is that
 * of another source file of the build. */
bool runs_compile_notes(struct runs *r, struct arena *a, long build, const char *file, long first,
                        long last, struct compile_note **at, size_t *n)
{
    struct columns c = db_rows(r, a,
                               "select n.file, n.line, n.text from compile_note n where "
                               "n.build = ? and n.line between ? and ? and (n.file = ? or not "
                               "exists (select 1 from source_loop l join source_file f on "
                               "f.id = l.source_file where f.build = n.build and "
                               "l.file = n.file)) order by n.seq",
                               "iiit", build, first, last, file);
    *at = NULL;
    *n = 0;
    while (db_next(&c)) {
        struct compile_note note;
        column_values(&c, "TiT", &note.file, &note.line, &note.text);
        if (strcmp(runs_base_name(note.file), runs_base_name(file)) == 0)
            *ARENA_PUSH(a, *at, *n) = note;
    }
    return !r->failed;
}
