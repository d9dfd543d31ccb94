/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/inlining.h"

#include <string.h>

/* An instruction: its source position, and the functions that contain it. */
struct place {
    long asm_line;
    struct binary_line at;
    struct binary_frame *frames; /* from the innermost inlined function to the compiled one */
    size_t n;
};

/* ---- places ---- */

static bool read_place(struct arena *a, struct binary *b, const struct listing *l, long asm_line,
                       struct place *to)
{
    uint64_t address;
    *to = (struct place){.asm_line = asm_line};
    if (asm_line <= 0 || !listing_address(l, (uint32_t)asm_line, &address))
        return false;
    to->at = binary_line_at(b, address);
    to->n = binary_frames_at(b, address, a, &to->frames);
    return to->n > 0;
}

/* Returns the places of the instructions of a loop. *last: the index of the last one in the text,
 * the branch to the start of the loop. */
static struct place *list_places(struct arena *a, struct binary *b, const struct listing *l,
                                 const struct instruction_body *body, size_t *n, size_t *last)
{
    struct place *list = ARENA_ARRAY(a, struct place, body->n + 1);
    *n = *last = 0;
    for (size_t i = 0; i < body->n; i++) {
        if (!read_place(a, b, l, body->at[i].asm_line, &list[*n]))
            continue;
        if (list[*n].asm_line > list[*last].asm_line)
            *last = *n;
        ++*n;
    }
    return list;
}

static bool has_inlined_code(const struct place *at, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (at[i].n > 1)
            return true;
    return false;
}

/* ---- functions ---- */

static bool is_same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool is_same_frame(const struct binary_frame *a, const struct binary_frame *b)
{
    return is_same_text(a->function, b->function) && is_same_text(a->call.file, b->call.file) &&
           a->call.line == b->call.line && a->call.column == b->call.column;
}

/* Returns whether both places are in the same outermost `depth` functions. */
static bool is_in_same(const struct place *a, const struct place *b, size_t depth)
{
    if (a->n < depth || b->n < depth)
        return false;
    for (size_t i = 1; i <= depth; i++)
        if (!is_same_frame(&a->frames[a->n - i], &b->frames[b->n - i]))
            return false;
    return true;
}

/* Returns the position of a place in the function at a depth: of the inlined call there, or its
 * own. */
static struct binary_line position_in(const struct place *p, size_t depth)
{
    return p->n > depth ? p->frames[p->n - depth - 1].call : p->at;
}

/* Returns the lines of the places in the function at a depth that contains `last`. */
static struct inlined_lines lines_in(const struct place *at, size_t n, const struct place *last,
                                     size_t depth)
{
    const struct binary_line end = position_in(last, depth);
    struct inlined_lines to = {end.file, end.line, end.line};
    for (size_t i = 0; i < n; i++) {
        const struct binary_line of = position_in(&at[i], depth);
        if (!is_in_same(&at[i], last, depth) || of.line <= 0 || !is_same_text(of.file, end.file))
            continue;
        to.line = of.line < to.line ? of.line : to.line;
        to.end_line = of.line > to.end_line ? of.line : to.end_line;
    }
    return to;
}

/* ---- loops of the reference build ---- */

/* Returns whether one path is the other one, or its end after a slash. */
static bool is_same_file(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    if (n < m)
        return is_same_file(b, a);
    return strcmp(a + n - m, b) == 0 && (n == m || a[n - m - 1] == '/');
}

static bool has_loop_around(const struct hot_profile *p, const struct inlined_lines *l)
{
    for (size_t i = 0; i < p->n_source_loops; i++) {
        const struct hot_source_loop *of = &p->source_loops[i];
        if (of->line <= l->line && of->end_line >= l->end_line &&
            is_same_file(of->source, l->source))
            return true;
    }
    return false;
}

bool find_inlined_lines(struct binary *b, const struct listing *l, const struct compiled_loop *c,
                        const struct hot_profile *reference, struct inlined_lines *to)
{
    struct arena scratch = {0};
    size_t n = 0, last = 0;
    bool found = false;
    const struct place *at = c->body && reference->n_source_loops
                                 ? list_places(&scratch, b, l, c->body, &n, &last)
                                 : NULL;
    for (size_t depth = has_inlined_code(at, n) ? at[last].n : 0; depth > 0 && !found; depth--) {
        *to = lines_in(at, n, &at[last], depth);
        found = to->source && to->line > 0 && has_loop_around(reference, to);
    }
    arena_free(&scratch);
    return found;
}
