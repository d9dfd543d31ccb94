/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/keyfile.h"

#include <ctype.h>
#include <string.h>

static bool is_key_byte(char c)
{
    return isalnum((unsigned char)c) || c == '.' || c == '-' || c == '_';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Reduces from and to to the value: a quoted text, or the text before '#'. Returns false if the
 * quote is not closed or followed by text. */
static bool cut_value(const char **from, const char **to)
{
    if (*from < *to && **from == '"') {
        const char *close = memchr(*from + 1, '"', (size_t)(*to - *from - 1));
        if (!close)
            return false;
        const char *rest = close + 1;
        while (rest < *to && is_blank(*rest))
            rest++;
        if (rest < *to && *rest != '#')
            return false;
        (*from)++;
        *to = close;
        return true;
    }
    const char *hash = memchr(*from, '#', (size_t)(*to - *from));
    if (hash)
        *to = hash;
    while (*to > *from && is_blank((*to)[-1]))
        (*to)--;
    return true;
}

/* Reads line n. Returns false if it has no entry, or after a message. */
static bool read_line(struct arena *a, struct source *s, size_t n, struct diag *d,
                      struct key_entry *entry)
{
    size_t len;
    const char *line = source_line(s, n, &len), *end = line + len, *p = line;
    while (p < end && is_blank(*p))
        p++;
    if (p == end || *p == '#')
        return false;
    const char *key = p;
    while (p < end && is_key_byte(*p))
        p++;
    struct where w = source_line_where(s, n, (long)(key - line) + 1);
    if (p == key || (p < end && !is_blank(*p) && *p != '#')) {
        w.col = (long)(p - line) + 1;
        diag_error(d, w,
                   "a line must be 'key value'; keys consist of letters, digits, '.', '-' and '_'");
        return false;
    }
    const char *from = p, *to = end;
    while (from < to && is_blank(*from))
        from++;
    long col = (long)(from - line) + 1;
    if (!cut_value(&from, &to)) {
        w.col = col;
        diag_error(d, w, "a quoted value needs a closing '\"' and only a comment after it");
        return false;
    }
    *entry = (struct key_entry){arena_strndup(a, key, (size_t)(p - key)),
                                arena_strndup(a, from, (size_t)(to - from)), w, col};
    return true;
}

struct keyfile keyfile_read(struct arena *a, struct source *s, struct diag *d)
{
    size_t lines = source_line_count(s);
    struct keyfile k = {ARENA_ARRAY(a, struct key_entry, lines ? lines : 1), 0};
    for (size_t n = 1; n <= lines; n++)
        if (read_line(a, s, n, d, &k.at[k.n]))
            k.n++;
    return k;
}
