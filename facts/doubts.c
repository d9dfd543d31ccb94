/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "facts/doubts.h"
#include "base/util.h"

#include <string.h>

enum {
    NOTHING = 0,
    DOUBT_COUNTS = DOUBT_TNF,
    DOUBT_ADDRESSES = DOUBT_XY,
    DOUBT_RECURRENCE = DOUBT_TD,
    DOUBT_COMPILED = DOUBT_MAC + DOUBT_MACS,
    DOUBT_BOUNDS = DOUBT_M + DOUBT_MA + DOUBT_MAC + DOUBT_MACS,
};

static const struct {
    const char *pattern;
    unsigned numbers;
} lines[] = {
#define DOUBT(pattern, numbers) {pattern, numbers},
#include "facts/doubts.def"
#undef DOUBT
};

/* Returns whether text matches the pattern, in which "*" matches any text. On a mismatch the last
 * star is extended by one byte. */
static bool matches_pattern(const char *text, const char *pattern)
{
    const char *star = NULL, *from = text;
    while (*text)
        if (*pattern == '*') {
            star = pattern++;
            from = text;
        } else if (*pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            text = ++from;
        } else {
            return false;
        }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

/* Adds the numbers that are computed from n. */
static unsigned add_derived(unsigned n)
{
    if (n & DOUBT_TNF)
        n |= DOUBT_M | DOUBT_MA;
    if (n & (DOUBT_XY | DOUBT_TD))
        n |= DOUBT_MA;
    if (n & DOUBT_K)
        n |= DOUBT_MAC | DOUBT_MACS;
    if (n & DOUBT_ITERATIONS)
        n |= DOUBT_TIME;
    if (n & DOUBT_TIME)
        n |= DOUBT_SPEEDUP | DOUBT_PARTS;
    return n;
}

unsigned doubts_of(const char *note)
{
    for (size_t i = 0; i < COUNT_OF(lines); i++)
        if (matches_pattern(note, lines[i].pattern))
            return add_derived(lines[i].numbers);
    return 0;
}

/* ---- marks ---- */

static const char *letters_of(struct arena *a, size_t i)
{
    char text[16], *at = text + sizeof text;
    *--at = '\0';
    for (i++; i > 0; i = (i - 1) / 26)
        *--at = (char)('a' + (i - 1) % 26);
    return arena_strdup(a, at);
}

/* Counts a row once, even if it is in several tables. Searches from the last row, because tables
 * mostly have the same order. */
static void count_row(struct arena *a, struct doubt *of, const char *loop)
{
    for (size_t i = 0; i < of->rows.n; i++) {
        size_t at = (of->last + i) % of->rows.n;
        if (strcmp(of->rows.at[at], loop) == 0) {
            of->last = at;
            return;
        }
    }
    of->last = of->rows.n;
    note_text(a, &of->rows, arena_strdup(a, loop));
    of->loops = of->rows.n;
}

/* Returns the index of a note in the list, to which it is appended if it is new, and counts the
 * row. */
static size_t index_of_note(struct doubts *d, const char *loop, const char *text)
{
    size_t i = 0;
    while (i < d->at.n && strcmp(d->at.at[i].text, text) != 0)
        i++;
    if (i == d->at.n)
        *array_push(&d->at) = (struct doubt){.text = arena_strdup(&d->arena, text),
                                             .loop = arena_strdup(&d->arena, loop)};
    count_row(&d->arena, &d->at.at[i], loop);
    return i;
}

/* Returns the letters of n ascending indices, "a,b,d-f", with ranges of three or more. */
static const char *indices_text(struct arena *a, const size_t *at, size_t n)
{
    const char *text = NULL;
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && at[end] <= at[end - 1] + 1; end++)
            ;
        size_t last = at[end - 1];
        const char *range = letters_of(a, at[i]);
        if (last > at[i])
            range =
                arena_printf(a, "%s%s%s", range, last > at[i] + 1 ? "-" : ",", letters_of(a, last));
        text = text ? arena_printf(a, "%s,%s", text, range) : range;
    }
    return text;
}

typedef ARRAY(size_t) index_list;

/* Inserts an index in order, unless it is present. */
static void add_index(index_list *list, size_t place)
{
    size_t to = 0;
    while (to < list->n && list->at[to] < place)
        to++;
    if (to < list->n && list->at[to] == place)
        return;
    *array_push(list) = place;
    for (size_t i = list->n - 1; i > to; i--)
        list->at[i] = list->at[i - 1];
    list->at[to] = place;
}

const char *doubts_mark_sum(struct doubts *d, const struct doubts_part *parts, size_t n)
{
    index_list list = {0};
    for (size_t p = 0; p < n; p++)
        for (size_t i = 0; i < parts[p].notes->n; i++)
            if (doubts_of(parts[p].notes->at[i]) & parts[p].numbers)
                add_index(&list, index_of_note(d, parts[p].loop, parts[p].notes->at[i]));
    const char *mark = indices_text(&d->arena, list.at, list.n);
    array_free(&list);
    return mark;
}

const char *doubts_mark(struct doubts *d, const char *loop, const struct notes *notes,
                        unsigned numbers)
{
    struct doubts_part part = {loop, notes, numbers};
    return doubts_mark_sum(d, &part, 1);
}

const char *doubts_line(struct doubts *d, size_t i, size_t all)
{
    const struct doubt *n = &d->at.at[i];
    const char *who = n->loop;
    if (n->loops > 1 && n->loops == all)
        who = "all loops";
    else if (n->loops > 1)
        who = arena_printf(&d->arena, "%s and %zu more", n->loop, n->loops - 1);
    return arena_printf(&d->arena, "%s: %s: %s", letters_of(&d->arena, i), who, n->text);
}

void doubts_free(struct doubts *d)
{
    array_free(&d->at);
    arena_free(&d->arena);
    *d = (struct doubts){.at = {0}};
}

bool doubts_hold(const struct doubts *d, const char *text)
{
    for (size_t i = 0; i < d->at.n; i++)
        if (strcmp(d->at.at[i].text, text) == 0)
            return true;
    return false;
}
