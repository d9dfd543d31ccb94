/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/demangle.h"
#include "base/command.h"
#include "base/file.h"

#include <stdlib.h>
#include <string.h>

/* A row's name, function and caller are three lines of the text, which c++filt copies with each
 * symbol replaced. */
static bool write_names(FILE *to, const struct hotspot *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fprintf(to, "%s\n%s\n%s\n", rows[i].name, rows[i].function ? rows[i].function : "",
                rows[i].caller ? rows[i].caller : "");
    bool good = fflush(to) == 0;
    rewind(to);
    return good;
}

/* Reads a line into a; NULL at the end. */
static const char *read_name(FILE *from, struct arena *a)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t n = getline(&line, &room, from);
    const char *text = n > 0 && line[n - 1] == '\n' ? arena_strndup(a, line, (size_t)n - 1) : NULL;
    free(line);
    return text;
}

static void read_names(FILE *from, struct arena *a, struct hotspot *rows, size_t n)
{
    rewind(from);
    for (size_t i = 0; i < n; i++) {
        const char *name = read_name(from, a), *function = read_name(from, a),
                   *caller = read_name(from, a);
        if (!name || !function || !caller || !*name)
            return;
        rows[i].name = name;
        if (rows[i].function)
            rows[i].function = function;
        if (rows[i].caller)
            rows[i].caller = caller;
    }
}

/* Returns whether a name contains a line end, which would be two lines. */
static bool has_line_end(const struct hotspot *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strchr(rows[i].name, '\n') || (rows[i].function && strchr(rows[i].function, '\n')) ||
            (rows[i].caller && strchr(rows[i].caller, '\n')))
            return true;
    return false;
}

void demangle_rows(struct arena *a, struct hotspot *rows, size_t n)
{
    char tool[] = "c++filt", short_names[] = "-i"; /* without the hashes of Rust */
    char *const words[] = {tool, short_names, NULL};
    FILE *streams[3];
    for (int i = 0; i < 3; i++)
        streams[i] = tmpfile();
    if (streams[0] && streams[1] && streams[2] && !has_line_end(rows, n)) {
        if (write_names(streams[0], rows, n) && command_run(words, streams) == 0)
            read_names(streams[1], a, rows, n);
    }
    for (int i = 0; i < 3; i++)
        file_drop(streams[i]);
}
