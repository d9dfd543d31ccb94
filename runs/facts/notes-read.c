/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FILE:LINE:COLUMN: missed: not vectorized: REASON
 * FILE:LINE:COLUMN: remark: loop not vectorized: REASON [-Rpass-analysis=loop-vectorize] */
#include "runs/runs.h"

#include <ctype.h>
#include <string.h>

enum { TEXT_MOST = 160, OF_LINE_MOST = 3, LINE_MOST = 999999999 };

/* A part of the text. */
struct span {
    const char *at;
    size_t n;
};

static struct span trimmed(struct span s)
{
    while (s.n && isspace((unsigned char)*s.at)) {
        s.at++;
        s.n--;
    }
    while (s.n && isspace((unsigned char)s.at[s.n - 1]))
        s.n--;
    return s;
}

/* s behind word; false: it does not begin with it. */
static bool behind(struct span *s, const char *word)
{
    size_t n = strlen(word);
    if (s->n < n || memcmp(s->at, word, n) != 0)
        return false;
    *s = trimmed((struct span){s->at + n, s->n - n});
    return true;
}

/* ":NUMBER:" at s->at[at]; the place behind it, 0 = there is none. */
static size_t number_at(const struct span *s, size_t at, long *number)
{
    *number = 0;
    if (at >= s->n || s->at[at] != ':')
        return 0;
    size_t i = at + 1;
    for (; i < s->n && isdigit((unsigned char)s->at[i]) && *number <= LINE_MOST; i++)
        *number = *number * 10 + (s->at[i] - '0');
    return i > at + 1 && i < s->n && s->at[i] == ':' && *number <= LINE_MOST ? i : 0;
}

/* FILE:LINE:COLUMN: in front of what is said: the first place where two numbers follow. */
static bool placed(struct span *s, struct span *file, long *line)
{
    for (size_t i = 1; i < s->n; i++) {
        long column;
        size_t first = number_at(s, i, line), second = first ? number_at(s, first, &column) : 0;
        if (!second)
            continue;
        *file = (struct span){s->at, i};
        *s = trimmed((struct span){s->at + second + 1, s->n - second - 1});
        return *line > 0;
    }
    return false;
}

/* What is said less the option that clang names behind it. */
static struct span without_option(struct span s)
{
    static const char mark[] = "[-Rpass";
    for (size_t i = 0; i + sizeof mark - 1 <= s.n; i++)
        if (memcmp(s.at + i, mark, sizeof mark - 1) == 0)
            return trimmed((struct span){s.at, i});
    return s;
}

static bool is_reason(struct span *s)
{
    if (behind(s, "missed:"))
        return behind(s, "not vectorized:") && s->n;
    return behind(s, "remark:") && behind(s, "loop not vectorized:") && (*s = without_option(*s)).n;
}

/* Printable, and cut where it is long. */
static const char *shown(struct arena *a, struct span s)
{
    size_t n = s.n > TEXT_MOST ? TEXT_MOST : s.n;
    char *to = arena_strndup(a, s.at, n);
    for (size_t i = 0; i < n; i++)
        if (!isprint((unsigned char)to[i]))
            to[i] = ' ';
    return s.n > n ? arena_printf(a, "%s...", to) : to;
}

static bool says(const struct compile_note *note, struct span file, long line)
{
    return note->line == line && strlen(note->file) == file.n &&
           memcmp(note->file, file.at, file.n) == 0;
}

static void add(struct arena *a, struct compile_note **at, size_t *n, struct span file, long line,
                struct span reason)
{
    int of_line = 0;
    const char *text = shown(a, reason), *name = NULL;
    for (size_t i = *n; i-- > 0 && (*at)[i].line == line;) {
        if (!says(&(*at)[i], file, line))
            continue;
        if (++of_line == OF_LINE_MOST || strcmp((*at)[i].text, text) == 0)
            return;
        name = (*at)[i].file;
    }
    if (!name && *n && says(&(struct compile_note){(*at)[*n - 1].file, line, NULL}, file, line))
        name = (*at)[*n - 1].file;
    struct compile_note *note = ARENA_PUSH(a, *at, *n);
    *note = (struct compile_note){name ? name : arena_strndup(a, file.at, file.n), line, text};
}

void compile_notes_read(struct arena *a, const char *text, size_t size, struct compile_note **at,
                        size_t *n)
{
    *at = NULL;
    *n = 0;
    for (const char *end = text + size, *next; text < end; text = next) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        next = stop ? stop + 1 : end;
        struct span s = trimmed((struct span){text, (size_t)((stop ? stop : end) - text)}), file;
        long line;
        if (placed(&s, &file, &line) && !memchr(file.at, 0, file.n) && is_reason(&s))
            add(a, at, n, file, line, s);
    }
}
