/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads lines of these forms:
 * FILE:LINE:COLUMN: missed: not vectorized: REASON
 * FILE:LINE:COLUMN: remark: loop not vectorized: REASON [-Rpass-analysis=loop-vectorize] */
#include "runs/runs.h"

#include <ctype.h>
#include <string.h>

enum { MAX_TEXT = 160, MAX_NOTES_OF_LINE = 3, MAX_LINE = 999999999 };

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

/* Removes word and blanks from the begin of s. Returns false if s does not begin with word. */
static bool skip_word(struct span *s, const char *word)
{
    size_t n = strlen(word);
    if (s->n < n || memcmp(s->at, word, n) != 0)
        return false;
    *s = trimmed((struct span){s->at + n, s->n - n});
    return true;
}

/* Reads ":NUMBER:" at s->at[at]. Returns the index of the second colon; 0 = no number. */
static size_t number_at(const struct span *s, size_t at, long *number)
{
    *number = 0;
    if (at >= s->n || s->at[at] != ':')
        return 0;
    size_t i = at + 1;
    for (; i < s->n && isdigit((unsigned char)s->at[i]) && *number <= MAX_LINE; i++)
        *number = *number * 10 + (s->at[i] - '0');
    return i > at + 1 && i < s->n && s->at[i] == ':' && *number <= MAX_LINE ? i : 0;
}

/* Splits "FILE:LINE:COLUMN:" from the begin of s. FILE ends before the first two numbers. */
static bool split_position(struct span *s, struct span *file, long *line)
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

/* Returns s without the option that clang appends. */
static struct span without_option(struct span s)
{
    static const char mark[] = "[-Rpass";
    for (size_t i = 0; i + sizeof mark - 1 <= s.n; i++)
        if (memcmp(s.at + i, mark, sizeof mark - 1) == 0)
            return trimmed((struct span){s.at, i});
    return s;
}

/* Reduces s to the reason. Returns false if the line has none. */
static bool is_reason(struct span *s)
{
    if (skip_word(s, "missed:"))
        return skip_word(s, "not vectorized:") && s->n;
    return skip_word(s, "remark:") && skip_word(s, "loop not vectorized:") &&
           (*s = without_option(*s)).n;
}

/* Returns a printable copy, shortened if it is long. */
static const char *printable_text(struct arena *a, struct span s)
{
    size_t n = s.n > MAX_TEXT ? MAX_TEXT : s.n;
    char *to = arena_strndup(a, s.at, n);
    for (size_t i = 0; i < n; i++)
        if (!isprint((unsigned char)to[i]))
            to[i] = ' ';
    return s.n > n ? arena_printf(a, "%s...", to) : to;
}

static bool is_note_of(const struct compile_note *note, struct span file, long line)
{
    return note->line == line && strlen(note->file) == file.n &&
           memcmp(note->file, file.at, file.n) == 0;
}

/* Appends a note, unless the line has the same reason or enough of them. */
static void add_note(struct arena *a, struct compile_note **at, size_t *n, struct span file,
                     long line, struct span reason)
{
    int of_line = 0;
    const char *text = printable_text(a, reason), *name = NULL;
    for (size_t i = *n; i-- > 0 && (*at)[i].line == line;) {
        if (!is_note_of(&(*at)[i], file, line))
            continue;
        if (++of_line == MAX_NOTES_OF_LINE || strcmp((*at)[i].text, text) == 0)
            return;
        name = (*at)[i].file;
    }
    if (!name && *n &&
        is_note_of(&(struct compile_note){(*at)[*n - 1].file, line, NULL}, file, line))
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
        if (split_position(&s, &file, &line) && !memchr(file.at, 0, file.n) && is_reason(&s))
            add_note(a, at, n, file, line, s);
    }
}
