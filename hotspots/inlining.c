/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/inlining.h"

#include <string.h>

/* An instruction: its source position, and the functions that contain it. */
struct place {
    long asm_line;
    bool moves; /* it only copies a register */
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

/* The instructions of a loop that were executed, and the branch to its start. */
struct loop_places {
    struct place *at;
    size_t n;
    size_t branch; /* its index */
    bool has_branch;
};

/* Returns whether the counts show that a block was never executed. */
static bool is_never_executed(const struct compiled_loop *c, size_t block)
{
    const struct body_frequencies *f = c->frequencies;
    return f && block < f->n_blocks && f->block[block] == 0;
}

/* Returns whether an instruction only copies a register: compilers give copies at the start of a
 * loop the line of code before it. */
static bool is_register_move(const struct instruction *i)
{
    return !i->load_bytes && !i->store_bytes &&
           (i->work.base == FORM_MOVE || i->work.base == FORM_VMOVE);
}

/* Adds the places of a block. Returns whether its last instruction has one. */
static bool add_block(struct arena *a, struct binary *b, const struct listing *l,
                      const struct instruction_body *body, const struct code_block *block,
                      struct loop_places *to)
{
    bool last = false;
    for (int i = block->first; i < block->first + block->n; i++) {
        last = read_place(a, b, l, body->at[i].asm_line, &to->at[to->n]);
        to->at[to->n].moves = is_register_move(&body->at[i]);
        to->n += last;
    }
    return last;
}

/* Returns the places of a loop. Its branch is the last one to its start in the text, or the last
 * instruction if every pass runs all. Cold code, such as the call of sqrt for negative numbers, can
 * follow the branch. executed: only of blocks that were executed. */
static struct loop_places list_places(struct arena *a, struct binary *b, const struct listing *l,
                                      const struct compiled_loop *c, bool executed)
{
    const struct instruction_body *body = c->body;
    const struct code_block all = {.n = (int)body->n};
    struct loop_places to = {.at = ARENA_ARRAY(a, struct place, body->n + 1)};
    for (size_t k = 0; k < (body->n_blocks ? body->n_blocks : 1); k++) {
        const struct code_block *block = body->n_blocks ? &body->blocks[k] : &all;
        if (executed && is_never_executed(c, k))
            continue;
        bool last = add_block(a, b, l, body, block, &to);
        bool back = last && (!body->n_blocks || has_edge_to(body, block, PASS_END));
        if (back && (!to.has_branch || to.at[to.n - 1].asm_line > to.at[to.branch].asm_line)) {
            to.branch = to.n - 1;
            to.has_branch = true;
        }
    }
    return to;
}

static bool has_inlined_code(const struct loop_places *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->at[i].n > 1)
            return true;
    return false;
}

/* ---- loops of the reference build ---- */

/* Returns whether one path is the other one, or its end after a slash. */
bool is_same_source(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    if (n < m)
        return is_same_source(b, a);
    return strcmp(a + n - m, b) == 0 && (n == m || a[n - m - 1] == '/');
}

/* Returns whether a line is in a loop of the reference build. */
static bool is_in_loop(const struct hot_profile *p, const char *file, long line)
{
    for (size_t i = 0; i < p->n_source_loops; i++) {
        const struct hot_source_loop *of = &p->source_loops[i];
        if (of->line <= line && line <= of->end_line && is_same_source(of->source, file))
            return true;
    }
    return false;
}

/* Returns the innermost loop that contains the lines; NULL = none. */
static const struct hot_source_loop *find_loop_around(const struct hot_profile *p,
                                                      const struct inlined_lines *l)
{
    const struct hot_source_loop *best = NULL;
    for (size_t i = 0; i < p->n_source_loops; i++) {
        const struct hot_source_loop *of = &p->source_loops[i];
        bool contains = of->line <= l->line && of->end_line >= l->end_line &&
                        is_same_source(of->source, l->source);
        if (contains && (!best || of->end_line - of->line < best->end_line - best->line))
            best = of;
    }
    return best;
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

/* Which lines of a compiled loop are taken. */
enum taken_lines {
    ALL_LINES,
    LINES_IN_LOOPS, /* those in a loop of the reference build: compilers give some instructions of a
                       loop the line of a declaration before it, or of the end of the function */
    LINES_WITHOUT_MOVES /* of these, those of instructions that do not only copy a register */
};

/* Returns the lines of the places in the function at a depth that contains the branch. */
static struct inlined_lines lines_in(const struct loop_places *p, size_t depth,
                                     const struct hot_profile *reference, enum taken_lines which)
{
    const struct place *branch = &p->at[p->branch];
    const struct binary_line end = position_in(branch, depth);
    struct inlined_lines to = {end.file, end.line, end.line};
    for (size_t i = 0; i < p->n; i++) {
        const struct binary_line of = position_in(&p->at[i], depth);
        bool taken = which == ALL_LINES || ((which == LINES_IN_LOOPS || !p->at[i].moves) &&
                                            is_in_loop(reference, of.file, of.line));
        if (!is_in_same(&p->at[i], branch, depth) || of.line <= 0 ||
            !is_same_text(of.file, end.file) || !taken)
            continue;
        to.line = of.line < to.line ? of.line : to.line;
        to.end_line = of.line > to.end_line ? of.line : to.end_line;
    }
    return to;
}

/* Sets *to to the lines in the innermost function in which a loop contains them. Returns the depth
 * of this function; 0 = there is none. */
static size_t find_lines(const struct loop_places *p, const struct hot_profile *reference,
                         struct inlined_lines *to)
{
    for (size_t depth = p->has_branch ? p->at[p->branch].n : 0; depth > 0; depth--)
        for (enum taken_lines which = ALL_LINES; which <= LINES_IN_LOOPS; which++) {
            *to = lines_in(p, depth, reference, which);
            if (to->source && to->line > 0 && find_loop_around(reference, to))
                return depth;
        }
    return 0;
}

/* Replaces lines by those without register moves, if a smaller loop contains these. Returns whether
 * it did. */
static bool leave_moves(const struct loop_places *p, const struct hot_profile *reference,
                        size_t depth, struct inlined_lines *to)
{
    struct inlined_lines fewer = lines_in(p, depth, reference, LINES_WITHOUT_MOVES);
    const struct hot_source_loop *around = find_loop_around(reference, to),
                                 *smaller = fewer.source && fewer.line > 0
                                                ? find_loop_around(reference, &fewer)
                                                : NULL;
    if (!smaller || smaller == around)
        return false;
    *to = fewer;
    return true;
}

bool has_reference_loop(const struct hot_profile *reference, const struct compiled_loop *c)
{
    const struct inlined_lines all = {c->source, c->line, c->end_line};
    return c->source && find_loop_around(reference, &all);
}

bool find_inlined_lines(struct binary *b, const struct listing *l, const struct compiled_loop *c,
                        const struct hot_profile *reference, struct inlined_lines *to)
{
    struct arena scratch = {0};
    const struct inlined_lines all = {c->source, c->line, c->end_line};
    bool found = false;
    if (c->body && reference->n_source_loops) {
        struct loop_places p = list_places(&scratch, b, l, c, true);
        if (!p.has_branch)
            p = list_places(&scratch, b, l, c, false);
        bool needed = has_inlined_code(&p) || !has_reference_loop(reference, c);
        *to = all;
        size_t depth = needed ? find_lines(&p, reference, to) : p.has_branch;
        found = depth > 0 && (leave_moves(&p, reference, depth, to) || needed);
    }
    arena_free(&scratch);
    return found;
}
