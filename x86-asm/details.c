/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second pass over the file: details of one innermost loop after another. */
#include "x86-asm/file.h"

#include <stdlib.h>

static const struct x86_loop_record *found_at(const struct x86_file *f, size_t i)
{
    return pile_at(&f->found, i);
}

/* ---- a routine ---- */

static bool is_too_long(const struct loop *l)
{
    return l->end - l->begin + 1 > X86_BODY_MOST;
}

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
        r->k[i] = x86_find_k(&r->arena, &b);
        struct x86_source of = x86_source_of(&f->flow, found_at(f, first + i)->loop);
        r->lines[i] = x86_work_lines(&r->arena, &f->flow, found_at(f, first + i)->loop, &of);
        arena_free(&scratch);
    }
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

/* Reads the file up to that unit. */
static bool read_to(struct x86_file *f, uint32_t unit)
{
    if (f->routine && f->routine->unit == unit)
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
    f->routine = x86_routine_of(f);
    return true;
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

static void analyse_loop(struct x86_file *f, struct arena *a, size_t i, struct compiled_loop *l)
{
    struct arena scratch = {0};
    const struct x86_routine *r = f->routine;
    const struct x86_version *v = &r->versions[i - r->first];
    struct x86_body b;
    body_of(f, &scratch, i, l, &b);
    l->body = x86_body_facts(a, &b);
    l->has_body = true;
    l->elements = x86_element_counts(&b);
    set_k(a, &r->k[i - r->first], l);
    l->version = v->version;
    l->version_how = v->how ? arena_strdup(a, v->how) : NULL;
    add_exits(a, &f->flow, found_at(f, i)->loop, l);
    add_unmodelled(a, l);
    arena_free(&scratch);
}

void x86_loop_details(struct scan *s, struct arena *a, size_t i, struct compiled_loop *l)
{
    struct x86_file *f = (struct x86_file *)s;
    const struct loop *loop = loops_at(&f->scan.finder, i);
    x86_loop(s, a, i, l);
    l->recurrence.missing = "the recurrence is computed from the body's value flows";
    if (!loop->innermost) {
        l->k = missing("k is only determined for innermost loops");
        l->recurrence.missing = "recurrences are only searched for in innermost loops";
    } else if (is_too_long(loop)) {
        l->recurrence.missing = "the loop has more than 8192 instructions and was not analysed";
        l->k = missing(
            arena_printf(a, "%s; set it by kmacstat --unroll=LABEL=K", l->recurrence.missing));
    } else if (read_to(f, found_at(f, i)->unit)) {
        analyse_loop(f, a, i, l);
    }
    loop_set_requested_k(f->ask, a, l);
}
