/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/kmacstat/block-counts.h"
#include "base/util.h"
#include "bounds/counted.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the file ---- */

enum { WORDS_MOST = 3, DIGITS_MOST = 15 };
static const char entries_word[] = "entries";

/* Splits a line into words, without its comment. Returns their number, WORDS_MOST + 1 if there are
 * more. */
static int split_line(struct arena *a, const char *text, size_t n, const char **words)
{
    int found = 0;
    for (size_t i = 0; i < n && text[i] != '#';) {
        size_t from = i;
        while (i < n && text[i] != '#' && !isspace((unsigned char)text[i]))
            i++;
        if (i > from && found < WORDS_MOST)
            words[found] = arena_strndup(a, text + from, i - from);
        found += i > from;
        while (i < n && isspace((unsigned char)text[i]))
            i++;
    }
    return found;
}

static bool is_number(const char *text)
{
    size_t n = strspn(text, "0123456789");
    return n > 0 && n <= DIGITS_MOST && !text[n];
}

/* Sets the place of a count from LABEL, LINE, FILE:LABEL or FILE:LINE. */
static bool read_place(struct arena *a, const char *text, struct block_count *to)
{
    const char *colon = strrchr(text, ':'), *place = colon ? colon + 1 : text;
    to->file = colon ? arena_strndup(a, text, (size_t)(colon - text)) : NULL;
    to->line = is_number(place) ? atol(place) : 0;
    to->label = is_number(place) ? NULL : place;
    return *place && (to->label || to->line > 0) && (!to->file || *to->file);
}

static void read_line(struct block_counts *c, long number, struct diag *d)
{
    size_t length;
    const char *text = source_line(&c->source, (size_t)number, &length), *words[WORDS_MOST];
    int n = split_line(&c->arena, text, length, words);
    struct block_count count = {.where = number};
    struct where where = source_line_where(&c->source, (size_t)number, 1);
    if (n == 0)
        return;
    count.entries = n == 3 && strcmp(words[0], entries_word) == 0;
    if (n != 2 + count.entries)
        diag_error(d, where, "a line has a place and a count, or 'entries', a place and a count");
    else if (!read_place(&c->arena, words[n - 2], &count))
        diag_error(d, where, "'%s' is not a place: LABEL, LINE, FILE:LABEL or FILE:LINE",
                   words[n - 2]);
    else if (!is_number(words[n - 1]))
        diag_error(d, where, "'%s' is not a count: a whole number of at most %d digits",
                   words[n - 1], DIGITS_MOST);
    else {
        count.count = strtod(words[n - 1], NULL);
        *ARENA_PUSH(&c->arena, c->at, c->n) = count;
    }
}

static int compare_texts(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "");
}

static int by_place(const void *a, const void *b)
{
    const struct block_count *x = a, *y = b;
    int order = compare_texts(x->label, y->label);
    order = order ? order : ORDER_OF(x->line, y->line);
    order = order ? order : compare_texts(x->file, y->file);
    order = order ? order : ORDER_OF(x->entries, y->entries);
    return order ? order : ORDER_OF(x->where, y->where);
}

static bool is_same_place(const struct block_count *x, const struct block_count *y)
{
    return compare_texts(x->label, y->label) == 0 && x->line == y->line &&
           compare_texts(x->file, y->file) == 0 && x->entries == y->entries;
}

static struct where where_of(struct block_counts *c, const struct block_count *count)
{
    return source_line_where(&c->source, (size_t)count->where, 1);
}

bool block_counts_read(struct block_counts *c, const char *path, struct diag *d)
{
    long errors = d->errors;
    *c = (struct block_counts){.n = 0};
    if (!source_read(&c->source, path, d))
        return false;
    for (long i = 1; i <= (long)source_line_count(&c->source); i++)
        read_line(c, i, d);
    array_sort(c, by_place);
    for (size_t i = 1; i < c->n; i++)
        if (is_same_place(&c->at[i - 1], &c->at[i]))
            diag_error(d, where_of(c, &c->at[i]), "this place has a count in line %ld",
                       c->at[i - 1].where);
    return d->errors == errors;
}

void block_counts_free(struct block_counts *c)
{
    arena_free(&c->arena);
    source_free(&c->source);
}

/* ---- search ---- */

struct place_search {
    const struct block_counts *c;
    const char *label;
    long line;
};

static bool is_before(const void *context, size_t i)
{
    const struct place_search *s = context;
    int order = compare_texts(s->c->at[i].label, s->label);
    return order < 0 || (order == 0 && s->c->at[i].line < s->line);
}

/* Returns the count at a label or line of a file; NULL = none. Marks it as used. */
static struct block_count *find_place(struct block_counts *c, const char *file, const char *label,
                                      long line, bool entries)
{
    struct place_search s = {c, label, label ? 0 : line};
    for (size_t i = partition_point(c->n, is_before, &s); i < c->n; i++) {
        struct block_count *x = &c->at[i];
        if (compare_texts(x->label, label) != 0 || x->line != s.line)
            return NULL;
        if (x->entries == entries && (!x->file || strcmp(x->file, file) == 0)) {
            x->used = true;
            return x;
        }
    }
    return NULL;
}

/* Returns a count of the block. Other counts of it must be equal; apart from entries of the loop in
 * the middle of the block, of which there are at most `entered`. */
static struct block_count *find_block(struct block_counts *c, const struct compiled_loop *l,
                                      const struct code_block *block, bool entries, double entered,
                                      struct diag *d)
{
    struct block_count *found = NULL;
    for (int i = block->first; i < block->first + block->n; i++) {
        const struct instruction *in = &l->body->at[i];
        struct block_count *at[] = {find_place(c, l->file, NULL, in->asm_line, entries),
                                    in->label ? find_place(c, l->file, in->label, 0, entries)
                                              : NULL};
        for (int j = 0; j < 2; j++) {
            double more = at[j] && found ? at[j]->count - found->count : 0;
            if (more < 0 || more > entered)
                diag_error(d, where_of(c, at[j]),
                           "the block has another count in line %ld: %.0f instead of %.0f",
                           found->where, found->count, at[j]->count);
            found = found ? found : at[j];
        }
    }
    return found;
}

/* ---- a loop ---- */

/* Returns false after a message: the loop has blocks that run more often than it begins a pass. */
static bool check_counts(struct block_counts *c, const struct compiled_loop *l, const double *count,
                         double entered, struct diag *d)
{
    const struct instruction_body *b = l->body;
    bool ok = true;
    for (size_t i = 1; i < b->n_blocks; i++) {
        struct block_count *at = find_block(c, l, &b->blocks[i], false, entered, d);
        if (at && count[0] >= 0 && count[i] > count[0] + entered) {
            diag_error(d, where_of(c, at),
                       "the block has %.0f executions, but loop '%s' has %.0f passes%s", at->count,
                       l->label, count[0],
                       entered > 0 ? " and fewer entries"
                                   : "; if the loop is entered here, add its entries");
            ok = false;
        }
    }
    return ok;
}

/* Returns the counted executions of the loop; -1 = unknown. */
static double count_entries(struct block_counts *c, const struct compiled_loop *l, struct diag *d)
{
    for (size_t i = 0; i < l->body->n_blocks; i++) {
        struct block_count *at = find_block(c, l, &l->body->blocks[i], true, 0, d);
        if (at)
            return at->count;
    }
    return -1;
}

static size_t count_unknown(const double *count, size_t n)
{
    size_t unknown = 0;
    for (size_t i = 0; i < n; i++)
        unknown += count[i] < 0;
    return unknown;
}

static void apply_counts(struct block_counts *c, struct arena *a, struct compiled_loop *l,
                         double *count, struct diag *d)
{
    size_t n = l->body->n_blocks;
    double entries = count_entries(c, l, d), entered = entries > 0 ? entries : 0;
    for (size_t i = 0; i < n; i++) {
        const struct block_count *at = find_block(c, l, &l->body->blocks[i], false, entered, d);
        count[i] = at ? at->count : -1;
    }
    if (count_unknown(count, n) == n || !check_counts(c, l, count, entered, d))
        return;
    size_t unknown = derive_block_counts(l->body, count);
    if (unknown)
        note(a, &l->notes,
             "%zu of %zu blocks have no count: MAC and MACS are those of the shortest path",
             unknown, n);
    else if (count[0] == 0)
        note(a, &l->notes,
             "the loop was not executed: MAC and MACS are those of the shortest path");
    else if (entries > count[0] || entries == 0)
        note(a, &l->notes, "the loop has %.0f entries, but %.0f passes: the entries are not used",
             entries, count[0]);
    if (!unknown && count[0] > 0)
        set_counted_frequencies(a, l, count, entries > count[0] ? 0 : entered);
}

void block_counts_apply(struct block_counts *c, struct arena *a, struct compiled_loop *l,
                        struct diag *d)
{
    struct arena scratch = {0};
    if (!l->body || !l->body->n_blocks)
        return;
    apply_counts(c, a, l, ARENA_ARRAY(&scratch, double, l->body->n_blocks), d);
    arena_free(&scratch);
}

void block_counts_finish(struct block_counts *c, struct diag *d)
{
    const struct block_count *first = NULL;
    size_t unused = 0;
    for (size_t i = 0; i < c->n; i++) {
        unused += !c->at[i].used;
        if (!c->at[i].used && (!first || c->at[i].where < first->where))
            first = &c->at[i];
    }
    if (first)
        diag_warning(d, where_of(c, first),
                     "no loop has a block here: %zu of %zu counts are not used", unused, c->n);
}
