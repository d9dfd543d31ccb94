/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/loop-names.h"

#include "base/name-index.h"
#include "base/names.h"
#include "base/quantity.h"

#include <string.h>

/* Returns the outermost host of u; NULL = it has none. */
static const struct unit *outermost_host(const struct unit *u)
{
    const struct unit *host = u->host;
    while (host && host->host)
        host = host->host;
    return host;
}

static const char *file_of(const struct unit *u, const char *main_file)
{
    return u->n && u->at[0]->file ? u->at[0]->file : main_file;
}

/* Returns "file:routine:line". */
static const char *plain_name(struct arena *a, const char *file, const char *routine, long line)
{
    char buf[QUANTITY_TEXT];
    const char *number = long_text(line, buf);
    size_t n = strlen(file), m = strlen(routine), k = strlen(number);
    char *id = ARENA_ARRAY(a, char, n + m + k + 3);
    memcpy(id, file, n);
    id[n] = id[n + 1 + m] = ':';
    memcpy(id + n + 1, routine, m);
    memcpy(id + n + m + 2, number, k);
    return id;
}

/* Whether the DO statements are in order of lines, one on a line. */
static bool has_line_each(const struct source_loop *at, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (at[i].line <= at[i - 1].line)
            return false;
    return true;
}

/* Numbers of loops by their plain names. */
struct used_names {
    struct names texts;
    struct name_index numbers;
};

static void number_name(struct arena *a, struct used_names *used, struct source_loop *l)
{
    const char *text = name_of(&used->texts, l->id, strlen(l->id));
    uint32_t *n = name_index_at(&used->numbers, text, 0);
    *n = *n == NAME_INDEX_NONE ? 1 : *n + 1;
    if (*n > 1)
        l->id = arena_printf(a, "%s.%u", l->id, (unsigned)*n);
}

static void number_names(struct arena *a, struct source_loop *at, size_t n)
{
    struct used_names used = {0};
    for (int inner = 1; inner >= 0; inner--)
        for (size_t i = 0; i < n; i++)
            if (at[i].innermost == inner)
                number_name(a, &used, &at[i]);
    name_index_free(&used.numbers);
    names_free(&used.texts);
}

void name_loops(struct arena *a, const struct unit *u, const char *main_file,
                struct source_loop *at, size_t n)
{
    const struct unit *host = outermost_host(u);
    for (size_t i = 0; i < n; i++) {
        bool included = host && strcmp(file_of(host, main_file), at[i].file) != 0;
        const char *routine = included ? arena_printf(a, "%s::%s", host->name, u->name) : u->name;
        at[i].id = plain_name(a, at[i].file, routine, at[i].line);
    }
    if (!has_line_each(at, n))
        number_names(a, at, n);
}
