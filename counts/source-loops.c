/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops of the source in code that was compiled without optimization. There each loop of the source
 * is one loop of the code, whose executions and iterations are sums of counts of blocks:
 * - executions: the edges into its header from outside;
 * - iterations: if it begins with its condition, and other code follows, the edges from the blocks
 *   of the condition into the other blocks (for, while, DO WHILE, loops of array statements);
 *   otherwise (do-while, most DO loops of gfortran, loops without a condition) the header.
 * A condition of several operands, joined by || or &&, has several blocks. They are those from the
 * header to the end of the loop if control enters the loop after its body (gcc: for, while).
 * Otherwise they end with the first test that can leave the loop and has the source position of the
 * jump back to the header (clang, DO WHILE of gfortran). Without such a position, a header is the
 * condition if it is a test on the first line of the loop, or (DO CONCURRENT of gfortran) on the
 * line of the last statement, as the jump back to it.
 * The count of an edge follows from its block if it is the only edge of that block, otherwise from
 * the other edges of the block. The executions of a loop can be unknown although its iterations are
 * known: `if (n) do ... while (--n);`, if both conditions continue after it. */
#include "base/util.h"
#include "counts/plan.h"
#include "x86-asm/file.h"

#include <string.h>

enum { TERMS_MOST = 64 };

/* A sum of counts of blocks of the map. */
struct sum {
    struct count_term at[TERMS_MOST];
    uint32_t n;
    bool unknown;
    bool undecided; /* it is not known which blocks are the condition of the loop */
};

struct loop_reader {
    struct arena own;
    const struct x86_flow *flow;
    const struct count_segments *s;
    uint32_t *arriving; /* edges to each block */
    bool *reached;      /* of a block: control reaches it from the start of the routine; otherwise
                           it belongs to a landing pad of exceptions, or is dead */
    uint32_t *loops;    /* in the map, of each loop of the flow; COUNT_NONE */
    bool *tested;       /* of a block: it is part of the condition of the loop that is examined */
    uint32_t *queue;    /* of blocks */
};

/* ---- sums ---- */

static void add_block(const struct loop_reader *r, struct sum *to, uint32_t block, bool minus)
{
    const struct count_segment *s = &r->s->at[r->s->of_step[r->flow->blocks.at[block].first]];
    to->unknown |= s->block == COUNT_NONE || s->why || to->n == TERMS_MOST;
    if (!to->unknown)
        to->at[to->n++] = (struct count_term){s->block, minus};
}

static void add_sum(struct sum *to, const struct sum *from, bool minus)
{
    to->unknown |= from->unknown || to->n + from->n > TERMS_MOST;
    for (uint32_t i = 0; i < from->n && !to->unknown; i++)
        to->at[to->n++] = (struct count_term){from->at[i].block, from->at[i].minus != minus};
}

/* ---- edges ---- */

/* Returns whether control falls into the block at a label that clang writes for its table of
 * exceptions: the label begins or ends a range of calls. Control never falls into a landing pad. */
static bool is_begin_of_calls(const struct loop_reader *r, uint32_t block)
{
    const struct x86_step *first = &r->flow->unit->steps.at[r->flow->blocks.at[block].first];
    if (block == 0 || !first->label || strncmp(first->label, ".Ltmp", 5) != 0)
        return false;
    const struct x86_block *before = &r->flow->blocks.at[block - 1];
    for (uint32_t i = 0; i < before->n_edges; i++)
        if (x86_edges(r->flow, block - 1)[i].to == block && !x86_edges(r->flow, block - 1)[i].taken)
            return true;
    return false;
}

/* Returns whether control reaches the block by edges of the routine only. */
static bool is_closed(const struct loop_reader *r, uint32_t block)
{
    return !r->s->at[r->s->of_step[r->flow->blocks.at[block].first]].entered ||
           is_begin_of_calls(r, block);
}

/* Adds the count of an edge that is the only one from its block or to its block. Returns false if
 * it is neither. */
static bool add_single_edge(const struct loop_reader *r, uint32_t from, const struct x86_edge *e,
                            struct sum *to)
{
    if (r->flow->blocks.at[from].n_edges == 1)
        add_block(r, to, from, false);
    else if (e->to != X86_NO_INDEX && r->arriving[e->to] == 1 && is_closed(r, e->to))
        add_block(r, to, e->to, false);
    else
        return false;
    return true;
}

/* Adds the count of edge i of a block. */
static void add_edge(const struct loop_reader *r, uint32_t from, uint32_t i, struct sum *to)
{
    const struct x86_edge *e = x86_edges(r->flow, from);
    struct sum others = {.n = 0};
    if (add_single_edge(r, from, &e[i], to))
        return;
    for (uint32_t k = 0; k < r->flow->blocks.at[from].n_edges; k++)
        if (k != i && !add_single_edge(r, from, &e[k], &others))
            to->unknown = true;
    add_block(r, to, from, false);
    add_sum(to, &others, true);
}

static void count_arriving_edges(struct loop_reader *r)
{
    const struct x86_flow *f = r->flow;
    r->arriving = ARENA_ARRAY(&r->own, uint32_t, f->blocks.n + 1);
    for (size_t i = 0; i < f->blocks.edges.n; i++)
        if (f->blocks.edges.at[i].to != X86_NO_INDEX)
            r->arriving[f->blocks.edges.at[i].to]++;
}

static void find_reached_blocks(struct loop_reader *r)
{
    const struct x86_flow *f = r->flow;
    uint32_t *queue = ARENA_ARRAY(&r->own, uint32_t, f->blocks.n + 1), n = 0;
    r->reached = ARENA_ARRAY(&r->own, bool, f->blocks.n + 1);
    if (f->blocks.n)
        r->reached[queue[n++] = 0] = true;
    for (uint32_t q = 0; q < n; q++)
        for (uint32_t i = 0; i < f->blocks.at[queue[q]].n_edges; i++) {
            uint32_t to = x86_edges(f, queue[q])[i].to;
            if (to != X86_NO_INDEX && !r->reached[to])
                r->reached[queue[n++] = to] = true;
        }
}

/* ---- a loop ---- */

static bool is_inside(const struct loop_reader *r, uint32_t loop, uint32_t block)
{
    return x86_loop_has(r->flow, loop, block);
}

/* Returns the block where control enters a loop; X86_NO_INDEX = there are several, other than those
 * where a landing pad continues. */
static uint32_t find_header(const struct loop_reader *r, uint32_t loop)
{
    const struct x86_flow *f = r->flow;
    uint32_t header = X86_NO_INDEX;
    if (!f->loops.at[loop].several_entries)
        return f->loops.at[loop].header;
    for (uint32_t from = 0; from < f->blocks.n; from++)
        for (uint32_t i = 0; i < f->blocks.at[from].n_edges; i++) {
            uint32_t to = x86_edges(f, from)[i].to;
            if (!r->reached[from] || is_inside(r, loop, from) || !is_inside(r, loop, to))
                continue;
            if (header != X86_NO_INDEX && header != to)
                return X86_NO_INDEX;
            header = to;
        }
    return header;
}

/* Returns whether all lines of the block are this one. */
static bool is_on_line(const struct loop_reader *r, uint32_t block, uint32_t line)
{
    const struct x86_block *b = &r->flow->blocks.at[block];
    for (uint32_t s = b->first; s <= b->last; s++)
        if (r->flow->unit->steps.at[s].source_line != line)
            return false;
    return true;
}

/* Returns whether the loop has more than its condition and jumps. */
static bool has_other_code(const struct loop_reader *r, uint32_t loop)
{
    const struct x86_nest *l = &r->flow->loops.at[loop];
    for (uint32_t m = 0; m < l->n_blocks; m++) {
        uint32_t block = r->flow->members.at[l->blocks + m];
        const struct x86_block *b = &r->flow->blocks.at[block];
        enum x86_control c = x86_control(&r->flow->unit->steps.at[b->first].is);
        if (!r->tested[block] && (b->last > b->first || c != X86_JUMPS))
            return true;
    }
    return false;
}

/* Returns whether all jumps back to the header are on its line, on which a test is then no
 * statement of the body, such as EXIT. */
static bool jumps_back_on_its_line(const struct loop_reader *r, uint32_t loop, uint32_t header)
{
    const struct x86_nest *l = &r->flow->loops.at[loop];
    uint32_t line = r->flow->unit->steps.at[r->flow->blocks.at[header].first].source_line;
    if (!is_on_line(r, header, line))
        return false;
    for (uint32_t m = 0; m < l->n_blocks; m++) {
        uint32_t block = r->flow->members.at[l->blocks + m];
        const struct x86_block *b = &r->flow->blocks.at[block];
        for (uint32_t i = 0; i < b->n_edges; i++)
            if (x86_edges(r->flow, block)[i].to == header &&
                r->flow->unit->steps.at[b->last].source_line != line)
                return false;
    }
    return true;
}

/* Returns whether control can continue in the loop after a block, and can leave the loop there. */
static bool can_leave(const struct loop_reader *r, uint32_t loop, uint32_t block)
{
    uint32_t inside = 0;
    const struct x86_block *b = &r->flow->blocks.at[block];
    for (uint32_t i = 0; i < b->n_edges; i++)
        inside += is_inside(r, loop, x86_edges(r->flow, block)[i].to);
    return inside > 0 && inside < b->n_edges;
}

/* Returns whether the loop begins with a test that can end it. */
static bool begins_with_test(const struct loop_reader *r, uint32_t loop, uint32_t header,
                             uint32_t line)
{
    return can_leave(r, loop, header) &&
           (is_on_line(r, header, line) || jumps_back_on_its_line(r, loop, header));
}

/* ---- conditions of several blocks ---- */

static const struct x86_step *last_step(const struct loop_reader *r, uint32_t block)
{
    return &r->flow->unit->steps.at[r->flow->blocks.at[block].last];
}

/* Returns whether the body of the loop is before its header in the text. */
static bool is_entered_after_body(const struct loop_reader *r, uint32_t loop, uint32_t header)
{
    const struct x86_nest *l = &r->flow->loops.at[loop];
    for (uint32_t m = 0; m < l->n_blocks; m++)
        if (r->flow->members.at[l->blocks + m] < header)
            return true;
    return false;
}

/* Returns whether a test, which can leave the loop, leads back to the header. */
static bool is_tested_last(const struct loop_reader *r, uint32_t loop, uint32_t header)
{
    const struct x86_nest *l = &r->flow->loops.at[loop];
    for (uint32_t m = 0; m < l->n_blocks; m++) {
        uint32_t block = r->flow->members.at[l->blocks + m];
        for (uint32_t i = 0; i < r->flow->blocks.at[block].n_edges; i++)
            if (x86_edges(r->flow, block)[i].to == header && can_leave(r, loop, block))
                return true;
    }
    return false;
}

/* Returns whether a jump back to the header has the source position of the step. A jump of
 * `continue` has a position of its own. */
static bool jumps_back_at(const struct loop_reader *r, uint32_t loop, uint32_t header,
                          const struct x86_step *at)
{
    const struct x86_nest *l = &r->flow->loops.at[loop];
    for (uint32_t m = 0; m < l->n_blocks; m++) {
        uint32_t block = r->flow->members.at[l->blocks + m];
        const struct x86_step *last = last_step(r, block);
        if (r->flow->blocks.at[block].n_edges == 1 && x86_edges(r->flow, block)[0].to == header &&
            last->source_line == at->source_line && last->source_column == at->source_column)
            return true;
    }
    return false;
}

/* Marks the blocks of the loop that control reaches from the header without a pass through `end`.
 * Returns false if it reaches the header again: `end` does not end a condition. */
static bool mark_blocks_before(struct loop_reader *r, uint32_t loop, uint32_t header, uint32_t end)
{
    uint32_t n = 0;
    memset(r->tested, 0, r->flow->blocks.n * sizeof *r->tested);
    r->tested[header] = r->tested[end] = true;
    if (header != end)
        r->queue[n++] = header;
    for (uint32_t q = 0; q < n; q++)
        for (uint32_t i = 0; i < r->flow->blocks.at[r->queue[q]].n_edges; i++) {
            uint32_t to = x86_edges(r->flow, r->queue[q])[i].to;
            if (to == header)
                return false;
            if (to != X86_NO_INDEX && is_inside(r, loop, to) && !r->tested[to])
                r->tested[r->queue[n++] = to] = true;
        }
    return true;
}

/* Marks the blocks of a condition that ends with a test at the position of the jump back, on the
 * first line of the loop. Returns false if there is none. */
static bool mark_to_test(struct loop_reader *r, uint32_t loop, uint32_t header, uint32_t line)
{
    const struct x86_nest *l = &r->flow->loops.at[loop];
    for (uint32_t m = 0; m < l->n_blocks; m++) {
        uint32_t block = r->flow->members.at[l->blocks + m];
        const struct x86_step *last = last_step(r, block);
        if (last->source_line == line && last->source_column && can_leave(r, loop, block) &&
            jumps_back_at(r, loop, header, last) && mark_blocks_before(r, loop, header, block))
            return true;
    }
    return false;
}

/* Marks the blocks of the loop's condition. Returns false if it does not begin with one. */
static bool mark_condition(struct loop_reader *r, uint32_t loop, uint32_t header, uint32_t line)
{
    const struct x86_nest *l = &r->flow->loops.at[loop];
    memset(r->tested, 0, r->flow->blocks.n * sizeof *r->tested);
    if (is_entered_after_body(r, loop, header)) {
        for (uint32_t m = 0; m < l->n_blocks; m++) {
            uint32_t block = r->flow->members.at[l->blocks + m];
            r->tested[block] = block >= header;
        }
        return true;
    }
    if (mark_to_test(r, loop, header, line))
        return true;
    memset(r->tested, 0, r->flow->blocks.n * sizeof *r->tested);
    r->tested[header] = true;
    return !is_tested_last(r, loop, header) && begins_with_test(r, loop, header, line);
}

/* Returns whether a jump back to the header is before the header in the source: at the keyword of
 * the statement, as those of clang. */
static bool jumps_back_from_keyword(const struct loop_reader *r, uint32_t loop, uint32_t header)
{
    const struct x86_nest *l = &r->flow->loops.at[loop];
    const struct x86_step *first = &r->flow->unit->steps.at[r->flow->blocks.at[header].first];
    for (uint32_t m = 0; m < l->n_blocks; m++) {
        uint32_t block = r->flow->members.at[l->blocks + m];
        const struct x86_step *last = last_step(r, block);
        if (r->flow->blocks.at[block].n_edges == 1 && x86_edges(r->flow, block)[0].to == header &&
            (last->source_line < first->source_line ||
             (last->source_line == first->source_line &&
              last->source_column < first->source_column)))
            return true;
    }
    return false;
}

/* Returns whether blocks that begin the loop could be a condition or statements: they are on its
 * first line, and only the last one can leave the loop (`while (int x = a && b)` of g++). */
static bool has_possible_condition(struct loop_reader *r, uint32_t loop, uint32_t header,
                                   uint32_t line)
{
    const struct x86_nest *l = &r->flow->loops.at[loop];
    if (is_tested_last(r, loop, header) || jumps_back_from_keyword(r, loop, header))
        return false;
    for (uint32_t m = 0; m < l->n_blocks; m++) {
        uint32_t block = r->flow->members.at[l->blocks + m];
        bool possible = block != header && can_leave(r, loop, block) &&
                        mark_blocks_before(r, loop, header, block);
        for (uint32_t k = 0; possible && k < r->flow->blocks.n; k++)
            possible = !r->tested[k] || is_on_line(r, k, line);
        if (possible)
            return true;
    }
    return false;
}

/* Adds the count of the edges from the condition to a block of the loop. */
static void add_entries_of_body(const struct loop_reader *r, uint32_t block, struct sum *to)
{
    uint32_t from_condition = 0;
    struct sum each = {.n = 0};
    for (uint32_t from = 0; from < r->flow->blocks.n; from++)
        for (uint32_t i = 0; i < r->flow->blocks.at[from].n_edges && r->tested[from]; i++)
            if (x86_edges(r->flow, from)[i].to == block) {
                from_condition++;
                add_edge(r, from, i, &each);
            }
    if (from_condition == r->arriving[block] && is_closed(r, block))
        add_block(r, to, block, false);
    else
        add_sum(to, &each, false);
}

static void sum_iterations(struct loop_reader *r, uint32_t loop, uint32_t header, uint32_t line,
                           struct sum *to)
{
    const struct x86_nest *l = &r->flow->loops.at[loop];
    bool tests = mark_condition(r, loop, header, line);
    if (!tests || !has_other_code(r, loop)) {
        add_block(r, to, header, false);
        to->undecided = !tests && has_possible_condition(r, loop, header, line);
        return;
    }
    for (uint32_t m = 0; m < l->n_blocks; m++) {
        uint32_t block = r->flow->members.at[l->blocks + m];
        if (!r->tested[block])
            add_entries_of_body(r, block, to);
    }
}

/* Adds the edges to the header from blocks inside the loop, or outside of it. */
static void sum_header_edges(const struct loop_reader *r, uint32_t loop, uint32_t header,
                             bool inside, struct sum *to)
{
    for (uint32_t from = 0; from < r->flow->blocks.n; from++)
        for (uint32_t i = 0; i < r->flow->blocks.at[from].n_edges; i++)
            if (x86_edges(r->flow, from)[i].to == header && is_inside(r, loop, from) == inside)
                add_edge(r, from, i, to);
}

static void sum_entries(const struct loop_reader *r, uint32_t loop, uint32_t header, struct sum *to)
{
    struct sum back = {.n = 0};
    if (is_closed(r, header))
        sum_header_edges(r, loop, header, false, to);
    if (is_closed(r, header) && !to->unknown)
        return;
    *to = (struct sum){.n = 0};
    add_block(r, to, header, false);
    sum_header_edges(r, loop, header, true, &back);
    add_sum(to, &back, true);
}

/* ---- the map ---- */

static struct count_terms store_sum(struct arena *a, struct count_map *m, const struct sum *from)
{
    struct count_terms to = {(uint32_t)m->n_terms, from->n};
    for (uint32_t i = 0; i < from->n; i++)
        *ARENA_PUSH(a, m->terms, m->n_terms) = from->at[i];
    return to;
}

/* Returns why the counts of a loop are unknown; NULL = they are known. */
static const char *find_obstacle(const struct x86_nest *l, uint32_t header,
                                 const struct sum *iterations)
{
    return header == X86_NO_INDEX  ? "control enters it at several places"
           : l->too_deep           ? "its inner loops are too deep"
           : iterations->undecided ? "its condition and its statements are not "
                                     "distinguished in its code"
           : iterations->unknown   ? "its blocks have no counts"
                                   : NULL;
}

static uint32_t line_of_routine(const struct loop_reader *r)
{
    const struct x86_unit *u = r->flow->unit;
    for (size_t s = 0; s < u->steps.n; s++)
        if (u->steps.at[s].source_line)
            return u->steps.at[s].source_line;
    return 0;
}

/* Returns the smallest line of the loop after a line; 0 = none. */
static uint32_t next_line(const struct loop_reader *r, uint32_t loop, const struct x86_source *of,
                          uint32_t after)
{
    const struct x86_nest *l = &r->flow->loops.at[loop];
    uint32_t line = 0;
    for (uint32_t p = l->from; p < l->to; p++) {
        const struct x86_block *b = &r->flow->blocks.at[r->flow->order.at[p]];
        for (uint32_t i = b->first; i <= b->last; i++) {
            const struct x86_step *s = &r->flow->unit->steps.at[i];
            if (s->source == of->file && s->source_line > after && (!line || s->source_line < line))
                line = s->source_line;
        }
    }
    return line;
}

/* Returns the file of the last jump back to the header, which is that of the loop statement. Most
 * code in the loop can be that of inlined functions, such as intrinsics. NULL = unknown. */
static const char *file_of_statement(const struct loop_reader *r, uint32_t loop, uint32_t header)
{
    const struct x86_nest *l = &r->flow->loops.at[loop];
    uint32_t last = 0;
    const char *file = NULL;
    for (uint32_t m = 0; header != X86_NO_INDEX && m < l->n_blocks; m++) {
        uint32_t block = r->flow->members.at[l->blocks + m];
        for (uint32_t i = 0; i < r->flow->blocks.at[block].n_edges; i++)
            if (x86_edges(r->flow, block)[i].to == header && block >= last) {
                last = block;
                file = last_step(r, block)->source;
            }
    }
    return file;
}

/* Returns the lines of a loop. gfortran loads variables of COMMON with code at the line of the
 * routine, or of one before it: this is no line of the loop if its header is after it. */
static struct x86_source lines_of_loop(const struct loop_reader *r, uint32_t loop, uint32_t header)
{
    const char *file = file_of_statement(r, loop, header);
    struct x86_source of = file ? x86_source_in(r->flow, loop, file) : x86_source_of(r->flow, loop);
    uint32_t begin = line_of_routine(r), first = 0;
    if (header != X86_NO_INDEX)
        first = r->flow->unit->steps.at[r->flow->blocks.at[header].first].source_line;
    uint32_t line = of.line <= begin && first > begin ? next_line(r, loop, &of, begin) : 0;
    of.line = line ? line : of.line;
    return of;
}

static void add_loop(struct arena *a, struct loop_reader *r, uint32_t loop, struct count_map *m)
{
    const struct x86_nest *l = &r->flow->loops.at[loop];
    uint32_t header = find_header(r, loop);
    const struct x86_source of = lines_of_loop(r, loop, header);
    const char *function = r->flow->unit->function;
    struct sum iterations = {.n = 0}, entries = {.n = 0};
    if (!of.file || !of.line)
        return;
    if (header != X86_NO_INDEX) {
        sum_iterations(r, loop, header, of.line, &iterations);
        sum_entries(r, loop, header, &entries);
    }
    struct count_source_loop to = {.function = function ? arena_strdup(a, function) : NULL,
                                   .source = arena_strdup(a, of.file),
                                   .line = of.line,
                                   .end_line = of.end_line,
                                   .parent =
                                       l->parent == X86_NO_INDEX ? COUNT_NONE : r->loops[l->parent],
                                   .why = find_obstacle(l, header, &iterations)};
    if (!to.why) {
        to.iterations = store_sum(a, m, &iterations);
        if (!entries.unknown)
            to.entries = store_sum(a, m, &entries);
    }
    r->loops[loop] = (uint32_t)m->n_source_loops;
    *ARENA_PUSH(a, m->source_loops, m->n_source_loops) = to;
}

void count_find_source_loops(struct arena *a, const struct x86_flow *f,
                             const struct count_segments *s, struct count_map *m)
{
    struct loop_reader r = {.flow = f, .s = s};
    count_arriving_edges(&r);
    find_reached_blocks(&r);
    r.loops = ARENA_ARRAY(&r.own, uint32_t, f->loops.n + 1);
    r.tested = ARENA_ARRAY(&r.own, bool, f->blocks.n + 1);
    r.queue = ARENA_ARRAY(&r.own, uint32_t, f->blocks.n + 1);
    for (uint32_t l = 0; l < f->loops.n; l++) {
        r.loops[l] = COUNT_NONE;
        add_loop(a, &r, l, m);
    }
    arena_free(&r.own);
}

/* ---- counts ---- */

static uint64_t add_terms(const struct count_map *m, const struct count_terms *t,
                          const uint64_t *counts)
{
    uint64_t sum = 0;
    for (uint32_t i = t->first; i < t->first + t->n; i++)
        sum += m->terms[i].minus ? -counts[m->terms[i].block] : counts[m->terms[i].block];
    return sum >> 63 ? 0 : sum;
}

struct count_of_loop count_source_loop(const struct count_map *m, size_t loop,
                                       const uint64_t *counts)
{
    const struct count_source_loop *l = &m->source_loops[loop];
    return (struct count_of_loop){add_terms(m, &l->entries, counts),
                                  add_terms(m, &l->iterations, counts)};
}
