/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/folded.h"
#include "base/util.h"
#include "hotspots/inlining.h"

#include <stdlib.h>
#include <string.h>

/* A function with loops in the reference build: its loops follow each other in the profile. */
struct looping {
    const char *name; /* symbol */
    const struct hot_source_loop *loops;
    size_t first, n;
    bool has_lines;   /* machine code has lines of its loops */
    uint64_t address; /* 0 = it has no symbol */
};

struct folded_search {
    struct arena *a;
    struct binary *b;
    struct binary_row *rows; /* by address */
    struct binary_row *by_line;
    size_t n_rows;
    struct binary_label *labels; /* by address */
    size_t n_labels;
    struct looping *functions;
    size_t n;
};

/* ---- lines ---- */

static int compare_by_line(const void *one, const void *other)
{
    const struct binary_row *a = one, *b = other;
    return ORDER_OF(a->at.line, b->at.line);
}

static struct binary_row *sort_by_line(struct arena *a, const struct binary_row *rows, size_t n)
{
    struct binary_row *sorted = ARENA_ARRAY(a, struct binary_row, n + 1);
    memcpy(sorted, rows, n * sizeof *rows);
    qsort(sorted, n, sizeof *sorted, compare_by_line);
    return sorted;
}

struct line_search {
    const struct binary_row *by_line;
    long line;
};

static bool is_before_line(const void *context, size_t i)
{
    const struct line_search *s = context;
    return s->by_line[i].at.line < s->line;
}

/* Returns whether machine code has a line of the loop. */
static bool has_line_of(const struct folded_search *s, const struct hot_source_loop *l)
{
    struct line_search search = {s->by_line, l->line};
    size_t i = partition_point(s->n_rows, is_before_line, &search);
    for (; i < s->n_rows && s->by_line[i].at.line <= l->end_line; i++)
        if (s->by_line[i].last && is_same_source(s->by_line[i].at.file, l->source))
            return true;
    return false;
}

static bool is_in_loops(const struct looping *f, const struct binary_line *at)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->loops[i].line <= at->line && at->line <= f->loops[i].end_line &&
            is_same_source(f->loops[i].source, at->file))
            return true;
    return false;
}

/* ---- code ---- */

/* Returns the code at a symbol; NULL = it is in no function. */
static const struct binary_function *code_of(const struct folded_search *s, uint64_t address)
{
    const struct binary_function *f = address ? binary_function_at(s->b, address) : NULL;
    return f && f->begin == address ? f : NULL;
}

/* Returns the rows of a function, *n of them. */
static const struct binary_row *rows_of(const struct folded_search *s,
                                        const struct binary_function *f, size_t *n)
{
    size_t i = FIRST_AT_LEAST_64(s->rows, s->n_rows, struct binary_row, address, f->begin);
    size_t end = FIRST_AT_LEAST_64(s->rows, s->n_rows, struct binary_row, address, f->end);
    *n = end - i;
    return s->rows + i;
}

/* Returns whether a symbol is the name or that of a variant of the function: "NAME.constprop.0". */
static bool is_variant(const char *symbol, const char *name)
{
    size_t n = strlen(name);
    return strncmp(symbol, name, n) == 0 && (!symbol[n] || symbol[n] == '.');
}

/* Returns whether code of the function or of its variants has the line. */
static bool has_line(const struct folded_search *s, const char *name, const struct binary_line *at)
{
    for (size_t i = 0; i < s->n_labels; i++) {
        const struct binary_function *f =
            is_variant(s->labels[i].name, name) ? code_of(s, s->labels[i].address) : NULL;
        size_t n = 0;
        const struct binary_row *rows = f ? rows_of(s, f, &n) : NULL;
        for (size_t k = 0; k < n; k++)
            if (rows[k].at.line == at->line && strcmp(rows[k].at.file, at->file) == 0)
                return true;
    }
    return false;
}

/* ---- ways of folding ---- */

/* Returns whether a function begins with a jump to the address. */
static bool jumps_to(const struct folded_search *s, uint64_t from, uint64_t to)
{
    static const uint8_t branch_target[] = {0xf3, 0x0f, 0x1e, 0xfa}; /* endbr64 */
    const uint8_t *code = binary_code(s->b, from, sizeof branch_target);
    if (code && memcmp(code, branch_target, sizeof branch_target) == 0)
        from += sizeof branch_target;
    enum { SHORT = 0xeb, NEAR = 0xe9, SHORT_BYTES = 2, NEAR_BYTES = 5 };
    int32_t distance;
    const uint8_t *jump = binary_code(s->b, from, SHORT_BYTES);
    if (jump && jump[0] == SHORT)
        return from + SHORT_BYTES + (uint64_t)(int8_t)jump[1] == to;
    jump = binary_code(s->b, from, NEAR_BYTES);
    if (!jump || jump[0] != NEAR)
        return false;
    memcpy(&distance, jump + 1, sizeof distance);
    return from + NEAR_BYTES + (uint64_t)distance == to;
}

/* Returns whether a line is that of the declaration of f: it has no loop before, and is that of the
 * first instruction. */
static bool is_declaration(const struct binary_line *at, const struct binary_line *first,
                           const struct looping *f)
{
    return at->line == first->line && at->line < f->loops->line &&
           is_same_source(at->file, f->loops->source);
}

static bool has_equal_size(const struct binary_function *a, const struct binary_function *b)
{
    return a->end - a->begin == b->end - b->begin;
}

/* Which lines the code of a function has. */
enum code_lines { OTHER_LINES, ONLY_DECLARATION, LINES_OF_TARGET };

/* Returns LINES_OF_TARGET if the code of f has lines of `other` and its loops, and none of its own
 * but that of its declaration; ONLY_DECLARATION if it has this line only. */
static enum code_lines lines_of_code(const struct folded_search *s, const struct looping *f,
                                     const struct binary_function *code,
                                     const struct looping *other)
{
    size_t n;
    const struct binary_row *rows = rows_of(s, code, &n);
    enum code_lines found = n ? ONLY_DECLARATION : OTHER_LINES;
    for (size_t i = 0; i < n; i++) {
        const struct binary_line *at = &rows[i].at;
        if (is_declaration(at, &rows[0].at, f))
            continue;
        if (!has_line(s, other->name, at))
            return OTHER_LINES;
        if (is_in_loops(other, at))
            found = LINES_OF_TARGET;
    }
    return found;
}

/* Returns whether the code of f is that of `other`: a jump to it, or a copy. With few debug
 * information (-g1), the copy that gcc inlines into a folded function has no lines. */
static bool is_copy(const struct folded_search *s, const struct looping *f,
                    const struct looping *other)
{
    const struct binary_function *code = code_of(s, f->address), *of = code_of(s, other->address);
    enum code_lines lines = code ? lines_of_code(s, f, code, other) : OTHER_LINES;
    return lines == LINES_OF_TARGET ||
           (lines == ONLY_DECLARATION && of &&
            (jumps_to(s, code->begin, of->begin) || has_equal_size(code, of)));
}

static bool has_same_loops(const struct looping *a, const struct looping *b)
{
    for (size_t i = 0; a->n == b->n && i < a->n; i++) {
        int p = a->loops[i].parent, q = b->loops[i].parent;
        if ((p < 0) != (q < 0) || (p >= 0 && p - (int)a->first != q - (int)b->first))
            return false;
    }
    return a->n == b->n;
}

static bool is_folded_into(const struct folded_search *s, const struct looping *f,
                           const struct looping *other)
{
    return other->has_lines && has_same_loops(f, other) &&
           (f->address == other->address || is_copy(s, f, other));
}

/* ---- functions ---- */

static uint64_t address_of(const struct folded_search *s, const char *name)
{
    size_t i = INDEX_OF_TEXT(s->labels, s->n_labels, struct binary_label, name, name);
    return i < s->n_labels ? s->labels[i].address : 0;
}

static void list_functions(struct folded_search *s, const struct hot_profile *p)
{
    for (size_t i = 0; i < p->n_source_loops; i++) {
        const struct hot_source_loop *l = &p->source_loops[i];
        struct looping *last = s->n ? &s->functions[s->n - 1] : NULL;
        if (!l->function)
            continue;
        if (!last || strcmp(last->name, l->function) != 0)
            *(last = ARENA_PUSH(s->a, s->functions, s->n)) =
                (struct looping){l->function, l, i, 0, false, 0};
        last->n++;
        last->has_lines = last->has_lines || has_line_of(s, l);
    }
    for (size_t i = 0; i < s->n; i++)
        s->functions[i].address = address_of(s, s->functions[i].name);
}

/* Returns the only function that f was folded into; NULL = there is none, or several. */
static const struct looping *find_target(const struct folded_search *s, const struct looping *f)
{
    const struct looping *found = NULL;
    for (size_t i = 0; i < s->n; i++) {
        if (&s->functions[i] == f || !is_folded_into(s, f, &s->functions[i]))
            continue;
        if (found)
            return NULL;
        found = &s->functions[i];
    }
    return found;
}

void find_folded_functions(struct binary *b, struct hot_profile *p)
{
    struct arena scratch = {0};
    struct folded_search s = {.a = &scratch, .b = b};
    s.n_rows = p->n_source_loops ? binary_line_table(b, &scratch, &s.rows) : 0;
    s.n_labels = s.n_rows ? binary_labels(b, &scratch, "", &s.labels) : 0;
    if (s.n_labels) {
        s.by_line = sort_by_line(&scratch, s.rows, s.n_rows);
        list_functions(&s, p);
    }
    for (size_t i = 0; i < s.n; i++) {
        const struct looping *f = &s.functions[i];
        const struct looping *to = f->has_lines || !f->address ? NULL : find_target(&s, f);
        for (size_t k = 0; to && k < f->n; k++)
            p->source_loops[f->first + k].folded_into = (int)(to->first + k);
    }
    arena_free(&scratch);
}
