/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "facts/doubts.h"
#include "base/util.h"

#include <stdlib.h>
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
        n |= DOUBT_MAC | DOUBT_MACS | DOUBT_DATA;
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

/* Writes the letters of index i before `end`. Returns their start. */
static char *letters_at(char *end, size_t i)
{
    for (i++; i > 0; i = (i - 1) / 26)
        *--end = (char)('a' + (i - 1) % 26);
    return end;
}

/* Counts a row once, even if it is in several tables. */
static void count_row(struct doubts *d, uint32_t i, const char *loop)
{
    uint32_t *counted = name_index_at(&d->rows, name_of(&d->names, loop, strlen(loop)), i);
    if (*counted != NAME_INDEX_NONE)
        return;
    *counted = 1;
    d->at.at[i].loops++;
}

/* Returns the index of a note in the list, to which it is appended if it is new, and counts the
 * row. */
static uint32_t index_of_note(struct doubts *d, const char *loop, const char *text)
{
    const char *name = name_of(&d->names, text, strlen(text));
    uint32_t *i = name_index_at(&d->texts, name, 0);
    if (*i == NAME_INDEX_NONE) {
        *i = (uint32_t)d->at.n;
        *array_push(&d->at) =
            (struct doubt){.text = name, .loop = name_of(&d->names, loop, strlen(loop))};
    }
    uint32_t at = *i;
    count_row(d, at, loop);
    return at;
}

typedef ARRAY(uint32_t) index_list;
typedef ARRAY(char) letters;

static void put_letters(letters *to, size_t i)
{
    char text[16], *at = letters_at(text + sizeof text, i);
    while (at < text + sizeof text)
        *array_push(to) = *at++;
}

/* Returns the letters of ascending indices, "[a,b,d-f]", with ranges of three or more; NULL = no
 * index. Equal indices count once. */
static const char *indices_text(struct arena *a, const index_list *list)
{
    letters text = {0};
    for (size_t i = 0, end; i < list->n; i = end) {
        for (end = i + 1; end < list->n && list->at[end] <= list->at[end - 1] + 1; end++)
            ;
        size_t first = list->at[i], last = list->at[end - 1];
        *array_push(&text) = i > 0 ? ',' : '[';
        put_letters(&text, first);
        if (last > first) {
            *array_push(&text) = last > first + 1 ? '-' : ',';
            put_letters(&text, last);
        }
    }
    if (text.n)
        *array_push(&text) = ']';
    const char *copy = text.n ? arena_strndup(a, text.at, text.n) : NULL;
    array_free(&text);
    return copy;
}

static int compare_indices(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return (a > b) - (a < b);
}

const char *doubts_mark_sum(struct doubts *d, const struct doubts_part *parts, size_t n)
{
    index_list list = {0};
    for (size_t p = 0; p < n; p++)
        for (size_t i = 0; i < parts[p].notes->n; i++)
            if (doubts_of(parts[p].notes->at[i]) & parts[p].numbers)
                *array_push(&list) = index_of_note(d, parts[p].loop, parts[p].notes->at[i]);
    array_sort(&list, compare_indices);
    const char *mark = indices_text(&d->arena, &list);
    array_free(&list);
    return mark;
}

const char *doubts_mark(struct doubts *d, const char *loop, const struct notes *notes,
                        unsigned numbers)
{
    struct doubts_part part = {loop, notes, numbers};
    return doubts_mark_sum(d, &part, 1);
}

const char *doubt_subject(struct arena *a, const char *loop, size_t loops, size_t all)
{
    if (loops > 1 && loops == all)
        return "all loops";
    return loops > 1 ? arena_printf(a, "%s and %zu more", loop, loops - 1) : loop;
}

const char *doubts_line(struct doubts *d, size_t i, size_t all)
{
    const struct doubt *n = &d->at.at[i];
    const char *who = doubt_subject(&d->arena, n->loop, n->loops, all);
    char text[16] = "", *letter = letters_at(text + sizeof text - 1, i);
    return arena_printf(&d->arena, "[%s] %s: %s", letter, who, n->text);
}

void doubts_free(struct doubts *d)
{
    array_free(&d->at);
    name_index_free(&d->texts);
    name_index_free(&d->rows);
    names_free(&d->names);
    arena_free(&d->arena);
    *d = (struct doubts){.at = {0}};
}

bool doubts_hold(const struct doubts *d, const char *text)
{
    const char *name = name_find(&d->names, text, strlen(text));
    return name && name_index_find(&d->texts, name, 0) != NAME_INDEX_NONE;
}
