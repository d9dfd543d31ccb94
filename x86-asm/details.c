/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second pass over the file: details of one loop after another. */
#include "base/util.h"
#include "x86-asm/file.h"
#include "x86-asm/trips.h"

#include <stdlib.h>

static const struct x86_loop_record *found_at(const struct x86_file *f, size_t i)
{
    return pile_at(&f->found, i);
}

/* ---- a routine ---- */

static bool is_too_long(const struct loop *l)
{
    return (l->innermost ? l->end - l->begin + 1 : l->length) > X86_BODY_MOST;
}

static const char too_long[] = "it has more than 8192 instructions and was not analysed";

/* Builds the body of loop i of the finder, whose unit has been read. areas: those of its fact. */
static void body_of(const struct x86_file *f, struct arena *a, size_t i,
                    const struct compiled_loop *fact, struct x86_body *b)
{
    x86_body_of(a, &f->flow, found_at(f, i)->loop, fact->areas, fact->n_areas, b);
}

struct x86_routine *x86_routine_of(const struct x86_file *f)
{
    struct x86_routine *r = xmalloc(sizeof *r);
    uint32_t unit = f->n_units - 1, total = (uint32_t)loops_n(&f->scan.finder), first = 0;
    uint32_t high = total;
    while (first < high) {
        uint32_t mid = first + (high - first) / 2;
        if (found_at(f, mid)->unit < unit)
            first = mid + 1;
        else
            high = mid;
    }
    struct arena edges = {0};
    struct x86_back_edges back = x86_back_edges_of(&edges, &f->flow);
    *r = (struct x86_routine){.unit = unit, .first = first};
    while (first + r->n < total && found_at(f, first + r->n)->unit == unit)
        r->n++;
    r->k = ARENA_ARRAY(&r->arena, struct x86_unrolled, r->n + 1);
    r->versions = ARENA_ARRAY(&r->arena, struct x86_version, r->n + 1);
    r->lines = ARENA_ARRAY(&r->arena, struct x86_lines, r->n + 1);
    for (uint32_t i = 0; i < r->n; i++) {
        const struct loop *l = loops_at(&f->scan.finder, first + i);
        struct arena scratch = {0};
        struct compiled_loop fact;
        struct x86_body b;
        if (!l->innermost || is_too_long(l))
            continue;
        loops_facts(&scratch, &f->scan.finder, first + i, &fact);
        body_of(f, &scratch, first + i, &fact, &b);
        r->k[i] = x86_find_k(&r->arena, &b, &back);
        struct x86_source of = x86_source_of(&f->flow, found_at(f, first + i)->loop);
        r->lines[i] = x86_work_lines(&r->arena, &f->flow, found_at(f, first + i)->loop, &of);
        arena_free(&scratch);
    }
    arena_free(&edges);
    x86_find_versions(f, r);
    return r;
}

void x86_routine_free(struct x86_routine *r)
{
    if (!r)
        return;
    arena_free(&r->arena);
    free(r);
}

bool x86_read_to(struct x86_file *f, uint32_t unit)
{
    if (f->second && f->n_units == unit + 1)
        return true;
    x86_routine_free(f->routine);
    f->routine = NULL;
    if (!f->second || f->n_units > unit) {
        f->reader.d = &f->mute;
        f->second = true;
        f->n_units = 0;
        x86_reader_rewind(&f->reader);
        x86_origin_reset(&f->origin);
        x86_units_reset(&f->units);
    }
    while (f->n_units <= unit)
        if (!x86_next_unit(f))
            return false;
    return true;
}

/* Returns k and versions of the loops of the current unit. */
static const struct x86_routine *current_routine(struct x86_file *f)
{
    if (!f->routine)
        f->routine = x86_routine_of(f);
    return f->routine;
}

/* ---- a loop ---- */

static void add_unmodelled(struct arena *a, struct compiled_loop *l)
{
    size_t n = l->body->unmodelled;
    if (n)
        note(a, &l->notes,
             "%zu instruction%s not in the instruction table: no port, no time is counted "
             "for %s",
             n, n == 1 ? "" : "s", n == 1 ? "it" : "them");
}

/* Adds a note for each exit of the loop other than at its end. */
static void add_exits(struct arena *a, const struct x86_flow *f, uint32_t loop,
                      struct compiled_loop *l)
{
    const struct x86_nest *n = &f->loops.at[loop];
    for (uint32_t p = n->from; p + 1 < n->to; p++) {
        const struct x86_block *b = &f->blocks.at[f->order.at[p]];
        const struct x86_step *s = &f->unit->steps.at[b->last];
        const struct x86_edge *e = x86_edges(f, f->order.at[p]);
        for (uint32_t i = 0; i < b->n_edges; i++)
            if (e[i].taken && !e[i].through && !x86_loop_has(f, loop, e[i].to))
                note(a, &l->notes, "the branch at line %lu to %.*s leaves the loop: no area",
                     (unsigned long)s->line, (int)s->is.at[0].symbol.n, s->is.at[0].symbol.at);
    }
}

static void set_k(struct arena *a, const struct x86_unrolled *u, struct compiled_loop *l)
{
    l->k = u->k;
    if (l->k.missing)
        l->k.missing = arena_strdup(a, l->k.missing);
    l->k_how = u->how ? arena_strdup(a, u->how) : NULL;
    l->k_unit_stride = is_known(u->k) && u->unit_stride;
    l->k_bytes = is_known(u->k) ? u->element : 0;
}

/* Sets the body and what follows from it. */
static void set_body(struct arena *a, const struct x86_body *b, struct compiled_loop *l)
{
    l->body = x86_body_facts(a, b);
    l->has_body = true;
    l->elements = x86_element_counts(b);
}

static void analyse_loop(struct x86_file *f, struct arena *a, size_t i, struct compiled_loop *l)
{
    struct arena scratch = {0};
    const struct x86_routine *r = current_routine(f);
    const struct x86_version *v = &r->versions[i - r->first];
    struct x86_body b;
    body_of(f, &scratch, i, l, &b);
    set_body(a, &b, l);
    set_k(a, &r->k[i - r->first], l);
    l->version = v->version;
    l->version_how = v->how ? arena_strdup(a, v->how) : NULL;
    add_exits(a, &f->flow, found_at(f, i)->loop, l);
    add_unmodelled(a, l);
    arena_free(&scratch);
}

/* Adds the body of an outer loop: its own code. */
static void analyse_own_code(struct x86_file *f, struct arena *a, size_t i, struct compiled_loop *l)
{
    struct arena scratch = {0};
    struct x86_body b;
    body_of(f, &scratch, i, l, &b);
    if (b.n) {
        set_body(a, &b, l);
        add_unmodelled(a, l);
    } else {
        l->recurrence.missing = "the outer loop has no code of its own";
    }
    arena_free(&scratch);
}

void x86_loop_details(struct scan *s, struct arena *a, size_t i, struct compiled_loop *l)
{
    struct x86_file *f = (struct x86_file *)s;
    const struct loop *loop = loops_at(&f->scan.finder, i);
    x86_loop(s, a, i, l);
    l->recurrence.missing = "the recurrence is computed from the body's value flows";
    if (!loop->innermost)
        l->k = missing("k is only determined for innermost loops");
    if (is_too_long(loop)) {
        l->recurrence.missing = too_long;
        if (loop->innermost)
            l->k = missing(arena_printf(a, "%s; set it by kmacstat --unroll=LABEL=K", too_long));
    } else if (x86_read_to(f, found_at(f, i)->unit)) {
        if (loop->innermost)
            analyse_loop(f, a, i, l);
        else
            analyse_own_code(f, a, i, l);
    }
    loop_set_requested_k(f->ask, a, l);
}

/* ---- code outside loops ---- */

struct unit_search {
    const struct x86_file *f;
    uint32_t line;
};

static bool is_before_line(const void *context, size_t i)
{
    const struct unit_search *s = context;
    return s->f->unit_lines.at[i] < s->line;
}

/* Returns the number of the unit whose first instruction is at that line; X86_NO_INDEX = none. */
static uint32_t unit_at_line(const struct x86_file *f, uint32_t line)
{
    struct unit_search search = {f, line};
    size_t i = partition_point(f->unit_lines.n, is_before_line, &search);
    return i < f->unit_lines.n && f->unit_lines.at[i] == line ? (uint32_t)i : X86_NO_INDEX;
}

/* Sets the smallest and largest lines, in the input and in the source of the first instruction. */
static void set_lines(const struct x86_body *b, struct compiled_loop *l)
{
    l->source = b->at[0].step->source;
    l->asm_line = b->at[0].step->line;
    for (size_t i = 0; i < b->n; i++) {
        const struct x86_step *s = b->at[i].step;
        l->asm_line = s->line < l->asm_line ? s->line : l->asm_line;
        l->asm_end_line = s->line > l->asm_end_line ? s->line : l->asm_end_line;
        if (!s->source_line || s->source != l->source)
            continue;
        l->line = l->line && l->line < s->source_line ? l->line : s->source_line;
        l->end_line = l->end_line > s->source_line ? l->end_line : s->source_line;
    }
}

static void add_calls(struct arena *a, const struct x86_body *b, struct compiled_loop *l)
{
    size_t n = 0;
    for (size_t i = 0; i < b->n; i++)
        n += x86_control(&b->at[i].step->is) == X86_CALLS;
    note_calls(a, &l->notes, n);
}

static void set_straight_line(const struct x86_file *f, struct arena *a, const struct x86_body *b,
                              struct compiled_loop *l)
{
    const char *label = f->unit.steps.at[0].label;
    *l = (struct compiled_loop){.file = f->path, .kind = LOOP_RESIDUE, .length = (long)b->n};
    l->function = f->unit.function ? arena_strdup(a, f->unit.function) : NULL;
    l->label = arena_printf(a, "%s, outside loops", label ? label : "code");
    l->region = (int)(loops_n(&f->scan.finder) + f->n_units - 1);
    l->counts = x86_operation_counts(b);
    l->k = missing("k is only determined for innermost loops");
    l->recurrence.missing = "the recurrence is computed from the body's value flows";
    set_lines(b, l);
    add_calls(a, b, l);
    set_body(a, b, l);
    add_unmodelled(a, l);
}

const char *x86_straight_line(struct scan *s, struct arena *a, uint32_t line,
                              struct compiled_loop *l)
{
    struct x86_file *f = (struct x86_file *)s;
    struct arena scratch = {0};
    struct x86_body b = {0};
    uint32_t unit = unit_at_line(f, line);
    const char *why = NULL;
    if (unit == X86_NO_INDEX || !x86_read_to(f, unit) || f->unit.cut)
        return "the begin and the end of its function are unknown";
    x86_order_routine(&f->flow);
    if (x86_routine_length(&f->flow) > X86_BODY_MOST)
        return too_long;
    x86_body_of(&scratch, &f->flow, X86_NO_INDEX, NULL, 0, &b);
    if (b.n_blocks == 0)
        why = "its function does not return";
    else if (b.n == 0)
        why = "its function has no code outside loops";
    else
        set_straight_line(f, a, &b, l);
    arena_free(&scratch);
    return why;
}
