/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expands INCLUDE lines, with # lines: a loop in an included file then belongs to the file that
 * includes it. */
#include "frontend/instrument/include.h"

#include "frontend/reading/cards.h"
#include "frontend/reading/text.h"
#include "base/array.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct expansion {
    struct arena *arena;
    struct names *names;
    const struct front_options *options;
    struct compiler_folder own;
    bool free_form;
    char *at; /* bytes of text */
    size_t n, room;
    long includes;
};

static void append_bytes(struct expansion *x, const char *s, size_t n)
{
    array_reserve(x, n + 1);
    memcpy(x->at + x->n, s, n);
    x->n += n;
}

static void put_line_marker(struct expansion *x, const char *file, long line)
{
    const char *mark = arena_printf(x->arena, "# %ld \"%s\"\n", line, file);
    append_bytes(x, mark, strlen(mark));
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Returns the name in an INCLUDE line of n bytes; NULL = another line. */
static const char *included_name(struct expansion *x, const char *p, size_t n)
{
    static const char word[] = "include";
    size_t i = 0, close;
    if (!x->free_form && n && strchr("cC*!", *p))
        return NULL;
    while (i < n && is_blank(p[i]))
        i++;
    for (size_t k = 0; word[k]; k++, i++)
        if (i >= n || (p[i] | 0x20) != word[k])
            return NULL;
    while (i < n && is_blank(p[i]))
        i++;
    if (i >= n || (p[i] != '\'' && p[i] != '"'))
        return NULL;
    for (close = i + 1; close < n && p[close] != p[i];)
        close++;
    return close < n ? arena_strndup(x->arena, p + i + 1, close - i - 1) : NULL;
}

/* Finds the file as the reader does (reading/included.h) and reads it. False if there is none. */
static bool find_file(struct expansion *x, const char *from, const char *name, struct source *s)
{
    struct diag quiet = {.quiet = true};
    const char *path = included_path(x->arena, from, name, x->options, &x->own);
    if (!path || !source_read(s, path, &quiet))
        return false;
    if (!text_prepare(s))
        return true;
    source_free(s);
    return false;
}

static void expand_includes(struct expansion *x, struct source *s, int depth)
{
    const char *file = s->path;
    long line = 0;
    size_t lines = source_line_count(s);
    for (size_t i = 0; i < lines; i++) {
        size_t begin = s->lines.at[i], end = i + 1 < lines ? s->lines.at[i + 1] : s->size;
        const char *name = included_name(x, s->text + begin, end - begin);
        struct source inner;
        line++;
        if (s->text[begin] == '#' &&
            cards_line_marker(x->names, s->text + begin, s->text + end, &file, &line))
            line--;
        if (!name || depth == INCLUDE_DEEPEST || x->includes >= INCLUDE_MOST ||
            !find_file(x, s->path, name, &inner)) {
            append_bytes(x, s->text + begin, end - begin);
            continue;
        }
        x->includes++;
        put_line_marker(x, inner.path, 1);
        expand_includes(x, &inner, depth + 1);
        if (x->n && x->at[x->n - 1] != '\n')
            append_bytes(x, "\n", 1);
        put_line_marker(x, file, line + 1);
        source_free(&inner);
    }
}

void include_all(struct arena *a, struct names *names, struct source *s,
                 const struct front_options *o)
{
    struct expansion x = {
        .arena = a, .names = names, .options = o, .free_form = cards_free_form(o, s->path)};
    expand_includes(&x, s, 1);
    if (x.includes) {
        const char *path = s->path;
        source_free(s);
        source_from_bytes(s, path, x.at, x.n);
    }
    free(x.at);
}
