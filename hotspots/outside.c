/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/outside.h"
#include "base/util.h"
#include "facts/accesses.h"
#include "x86-asm/x86-asm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The code of a file. */
struct outside_code {
    struct arena *a, *own; /* of the result; temporary */
    const struct counted_code *of;
    const struct hot_file *f;
    struct line_list *to;
    bool *seen;                /* by line of the listing: its instruction was added */
    long *loop_lines;          /* of each loop of the scan: line of the listing */
    bool frame;                /* %rbp is the frame pointer of the function */
    struct binary_line *inner; /* positions of the code of innermost loops with rows, sorted */
    size_t n_inner;
};

/* ---- positions ---- */

static int compare_lines_of(const void *one, const void *other)
{
    const struct binary_line *a = one, *b = other;
    int order = strcmp(a->file, b->file);
    return order ? order : ORDER_OF(a->line, b->line);
}

static int compare_positions(const void *one, const void *other)
{
    const struct binary_line *a = one, *b = other;
    int order = compare_lines_of(one, other);
    return order ? order : ORDER_OF(a->column, b->column);
}

static void add_positions(struct outside_code *o, size_t loop)
{
    struct arena scratch = {0};
    struct compiled_loop c;
    uint64_t address;
    scan_loop_details(o->of->scan, &scratch, loop, &c);
    for (size_t i = 0; c.body && i < c.body->n; i++) {
        long line = c.body->at[i].asm_line;
        if (line <= 0 || !listing_address(&o->f->listing, (uint32_t)line, &address))
            continue;
        struct binary_line at = binary_line_at(o->f->binary, address);
        if (at.file && at.line > 0)
            *ARENA_PUSH(o->own, o->inner, o->n_inner) = at;
    }
    arena_free(&scratch);
}

/* Lists the positions of the code of innermost loops with rows. */
static void list_positions(struct outside_code *o, const double *passes)
{
    for (size_t i = 0; i < loops_n(scan_loops(o->of->scan)); i++)
        if (passes[i] > 0)
            add_positions(o, i);
    if (o->n_inner)
        qsort(o->inner, o->n_inner, sizeof *o->inner, compare_positions);
}

/* Returns whether code of innermost loops has the line, but another column: code without columns
 * may be that of any. */
static bool is_apart(const struct outside_code *o, struct binary_line at)
{
    struct binary_line any = at;
    any.column = 0;
    return at.column > 0 && o->n_inner > 0 &&
           bsearch(&at, o->inner, o->n_inner, sizeof at, compare_lines_of) &&
           !bsearch(&at, o->inner, o->n_inner, sizeof at, compare_positions) &&
           !bsearch(&any, o->inner, o->n_inner, sizeof any, compare_positions);
}

/* ---- instructions ---- */

/* Returns whether an instruction accesses a fixed address on the stack, where compilers save
 * registers. */
static bool is_on_stack(const struct outside_code *o, const struct instruction *i)
{
    return strstr(i->text, "(%rsp)") || (o->frame && strstr(i->text, "(%rbp)"));
}

static void add_accesses(const struct instruction *i, double count, double *bytes)
{
    if (i->store_bytes)
        bytes[i->store_class == OP_SFL ? ACCESS_FLOAT_STORE : ACCESS_INTEGER_STORE] +=
            count * i->store_bytes;
    if (i->load_bytes)
        bytes[i->load_class == OP_LFL ? ACCESS_FLOAT_LOAD : ACCESS_INTEGER_LOAD] +=
            count * i->load_bytes;
}

/* Adds an instruction with accesses. count: its executions; negative = unknown. */
static void add_instruction(const struct outside_code *o, const struct instruction *i, double count)
{
    uint64_t address;
    bool accesses = (i->store_bytes || i->load_bytes) && !is_on_stack(o, i);
    if (!accesses || count == 0 || i->asm_line <= 0 || o->seen[i->asm_line] ||
        !listing_address(&o->f->listing, (uint32_t)i->asm_line, &address))
        return;
    o->seen[i->asm_line] = true;
    struct binary_line at = binary_line_at(o->f->binary, address);
    if (!at.file || at.line <= 0)
        return;
    struct line_accesses l = {.line = at.line, .incomplete = count < 0};
    const struct line_accesses *last = o->to->n ? &o->to->at[o->to->n - 1] : NULL;
    bool same = last && strcmp(last->source, at.file) == 0;
    l.source = same ? last->source : arena_strdup(o->a, at.file);
    if (count > 0)
        add_accesses(i, count, l.bytes);
    if (count > 0 && is_apart(o, at))
        memcpy(l.apart, l.bytes, sizeof l.apart);
    *ARENA_PUSH(o->a, o->to->at, o->to->n) = l;
}

/* ---- bodies ---- */

/* Returns the executions of an instruction. before: those of the one before it in its block. A
 * block of the body has several counted blocks if control enters it in its middle. */
static double count_instruction(const struct outside_code *o, const struct instruction *i,
                                double before)
{
    uint64_t address;
    if (i->asm_line <= 0 || !listing_address(&o->f->listing, (uint32_t)i->asm_line, &address))
        return before;
    struct hot_count c = hot_counts_at(o->of->counts, o->of->object, address);
    return is_known(c.n) ? c.n.value : before;
}

/* Adds the code of a body, without a number of executions of each instruction; HUGE_VAL = those of
 * the first instruction of its block. loop: of the scan; LOOP_NONE = straight-line code. */
static void add_body(const struct outside_code *o, const struct instruction_body *b, uint32_t loop,
                     double without)
{
    struct arena scratch = {0};
    const double *counts = count_body_blocks(&scratch, o->of, loop, b);
    for (size_t i = 0; i < b->n_blocks; i++) {
        double n = counts[i], less = without < HUGE_VAL ? without : fmax(n, 0);
        for (int k = b->blocks[i].first; k < b->blocks[i].first + b->blocks[i].n; k++) {
            n = count_instruction(o, &b->at[k], n);
            if (!is_repeated_load(b->at, &b->blocks[i], k))
                add_instruction(o, &b->at[k], n < 0 ? n : fmax(n - less, 0));
        }
    }
    arena_free(&scratch);
}

/* Returns whether code of the function sets the frame pointer. */
static bool has_frame_pointer(const struct instruction_body *b)
{
    for (size_t i = 0; i < b->n; i++)
        if (strstr(b->at[i].text, "%rsp,%rbp") && strncmp(b->at[i].text, "mov", 3) == 0)
            return true;
    return false;
}

static void add_loop_code(const struct outside_code *o, size_t i, double without)
{
    struct arena scratch = {0};
    struct compiled_loop c;
    scan_loop_details(o->of->scan, &scratch, i, &c);
    if (c.body)
        add_body(o, c.body, (uint32_t)i, without);
    arena_free(&scratch);
}

/* Adds the code of a function at lines of the listing from begin to before end. */
static void add_function(struct outside_code *o, uint32_t begin, long end, const double *passes)
{
    struct arena scratch = {0};
    struct compiled_loop c;
    const struct loop_finder *l = scan_loops(o->of->scan);
    bool known = !x86_straight_line(o->of->scan, &scratch, begin, &c) && c.body;
    o->frame = known && has_frame_pointer(c.body);
    if (known)
        add_body(o, c.body, LOOP_NONE, 0);
    arena_free(&scratch);
    for (size_t i = 0; i < loops_n(l); i++)
        if (o->loop_lines[i] >= begin && o->loop_lines[i] < end)
            add_loop_code(o, i, passes[i]);
}

/* Returns the line of each loop in the listing. */
static long *list_loop_lines(struct arena *a, const struct scan *s)
{
    size_t n = loops_n(scan_loops(s));
    long *lines = ARENA_ARRAY(a, long, n + 1);
    for (size_t i = 0; i < n; i++) {
        struct arena scratch = {0};
        struct compiled_loop c;
        scan_loop(s, &scratch, i, &c);
        lines[i] = c.asm_line;
        arena_free(&scratch);
    }
    return lines;
}

void add_outside_accesses(struct arena *a, const struct counted_code *of, const struct hot_file *f,
                          const double *passes, struct line_list *to)
{
    const struct listing *l = of->listing;
    if (!l->n)
        return;
    struct arena scratch = {0};
    uint32_t last = 0;
    for (size_t i = 0; i < l->n; i++)
        last = l->at[i].line > last ? l->at[i].line : last;
    struct outside_code o = {.a = a, .own = &scratch, .of = of, .f = f, .to = to};
    list_positions(&o, passes);
    o.seen = ARENA_ARRAY(&scratch, bool, (size_t)last + 2);
    o.loop_lines = list_loop_lines(&scratch, of->scan);
    for (size_t i = 0; i < f->functions.n; i++) {
        uint32_t begin = listing_line(l, f->functions.at[i]->begin);
        uint32_t end = i + 1 < f->functions.n ? listing_line(l, f->functions.at[i + 1]->begin) : 0;
        if (begin)
            add_function(&o, begin, end ? (long)end : (long)last + 1, passes);
    }
    arena_free(&scratch);
}

/* ---- lines ---- */

static int compare_lines(const void *one, const void *other)
{
    const struct line_accesses *a = one, *b = other;
    int order = strcmp(a->source, b->source);
    return order ? order : ORDER_OF(a->line, b->line);
}

void merge_lines(struct line_list *l)
{
    size_t n = 0;
    array_sort(l, compare_lines);
    for (size_t i = 0; i < l->n; i++) {
        if (n == 0 || compare_lines(&l->at[n - 1], &l->at[i]) != 0) {
            l->at[n++] = l->at[i];
            continue;
        }
        l->at[n - 1].incomplete |= l->at[i].incomplete;
        for (size_t k = 0; k < ACCESSES; k++) {
            l->at[n - 1].bytes[k] += l->at[i].bytes[k];
            l->at[n - 1].apart[k] += l->at[i].apart[k];
        }
    }
    l->n = n;
}
