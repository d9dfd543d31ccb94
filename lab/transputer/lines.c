/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/transputer/reader.h"

#include <string.h>

static bool ends_word(char c)
{
    return c == ' ' || c == '\t' || c == '#';
}

static struct script_word *split(struct arena *a, const char *text, size_t len, size_t *n)
{
    struct script_word *words = NULL;
    *n = 0;
    for (size_t i = 0; i < len && text[i] != '#';) {
        size_t from = i;
        while (i < len && !ends_word(text[i]))
            i++;
        if (i > from)
            *ARENA_PUSH(a, words, *n) =
                (struct script_word){arena_strndup(a, text + from, i - from), (long)from + 1};
        while (i < len && (text[i] == ' ' || text[i] == '\t'))
            i++;
    }
    return words;
}

struct script_line *script_lines(struct arena *a, struct source *s, struct diag *d, size_t *n)
{
    size_t count = source_line_count(s);
    struct script_line *lines = ARENA_ARRAY(a, struct script_line, count);
    *n = 0;
    for (size_t i = 1; i <= count; i++) {
        size_t len;
        const char *text = source_line(s, i, &len);
        const char *zero = memchr(text, 0, len);
        struct script_line l = {.n = i};
        if (zero) {
            diag_error(d, source_line_where(s, i, zero - text + 1),
                       "the file contains a byte 0: is it a script?");
            continue;
        }
        l.words = split(a, text, len, &l.n_words);
        if (l.n_words == 0)
            continue;
        l.indent = l.words[0].col - 1;
        const char *tab = memchr(text, '\t', (size_t)l.indent);
        if (tab)
            diag_error(d, source_line_where(s, i, tab - text + 1),
                       "a tab is not allowed in the indentation: use blanks");
        lines[(*n)++] = l;
    }
    return lines;
}
