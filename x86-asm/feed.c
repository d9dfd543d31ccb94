/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Passes the loops of a routine to the loop finder, as its events. */
#include "x86-asm/file.h"

#include <string.h>

/* State while one outermost loop is passed block by block. */
struct feed {
    struct x86_file *file;
    const struct x86_flow *flow;
    const char **names;         /* of a block: its label in the finder; NULL = none */
    struct x86_source *sources; /* of loops */
    bool *asked;                /* of a loop: it is in the region of interest */
    bool *passes;               /* of a loop: a jump leads to its next pass */
    uint32_t *in_finder;        /* of a loop: its index in the finder; LOOP_NONE */
};

static const struct x86_step *first_step(const struct feed *d, uint32_t block)
{
    return &d->flow->unit->steps.at[d->flow->blocks.at[block].first];
}

static const struct x86_step *last_step(const struct feed *d, uint32_t block)
{
    return &d->flow->unit->steps.at[d->flow->blocks.at[block].last];
}

/* ---- names ---- */

/* Returns a name that no other block has. */
static const char *new_name(struct x86_file *f, const char *text, uint32_t line)
{
    struct arena a = {0};
    bool taken = name_find(&f->labels, text, strlen(text));
    for (unsigned n = 1; taken; n++) {
        text = arena_printf(&a, n > 1 ? "%s@%lu.%u" : "%s@%lu", text, (unsigned long)line, n);
        taken = name_find(&f->labels, text, strlen(text));
    }
    const char *kept = name_of(&f->labels, text, strlen(text));
    arena_free(&a);
    return kept;
}

static const char *block_name(struct feed *d, uint32_t block)
{
    struct arena a = {0};
    const struct x86_step *s = first_step(d, block);
    if (d->names[block])
        return d->names[block];
    const char *text = s->label ? s->label : arena_printf(&a, "line %lu", (unsigned long)s->line);
    d->names[block] = new_name(d->file, text, s->line);
    arena_free(&a);
    return d->names[block];
}

/* Returns the label for the start of the next pass if a jump leads there from within the loop. */
static const char *next_pass(struct feed *d, struct arena *a, uint32_t loop)
{
    d->passes[loop] = true;
    return arena_printf(a, "next pass of %s", block_name(d, d->flow->loops.at[loop].start));
}

/* ---- branches ---- */

static void feed_branch(struct feed *d, const char *name)
{
    loops_branch(&d->file->scan.finder, name, strlen(name), 0, 0);
}

/* Passes an edge of the block at place p of its innermost loop. Omits edges that leave the loop:
 * they form no area, and their label may already be defined in the finder. */
static void feed_edge(struct feed *d, struct arena *a, uint32_t p, const struct x86_edge *e)
{
    uint32_t block = d->flow->order.at[p], own = d->flow->blocks.at[block].loop;
    bool last = p + 1 == d->flow->loops.at[own].to;
    if (last || !x86_loop_has(d->flow, own, e->to))
        return;
    uint32_t to = d->flow->place[e->to];
    if (e->to == d->flow->loops.at[own].start)
        feed_branch(d, next_pass(d, a, own));
    else if (to > p + 1)
        feed_branch(d, block_name(d, e->to));
}

/* Returns the edge of a jump through a table whose target is last in the loop: the code from the
 * jump to that target is an area. */
static const struct x86_edge *furthest_edge(const struct feed *d, uint32_t p)
{
    const struct x86_edge *best = NULL;
    uint32_t block = d->flow->order.at[p], own = d->flow->blocks.at[block].loop;
    const struct x86_edge *e = x86_edges(d->flow, block);
    for (uint32_t i = 0; i < d->flow->blocks.at[block].n_edges; i++)
        if (e[i].through && x86_loop_has(d->flow, own, e[i].to) &&
            (!best || d->flow->place[e[i].to] > d->flow->place[best->to]))
            best = &e[i];
    return best;
}

static void feed_edges(struct feed *d, uint32_t p)
{
    struct arena a = {0};
    uint32_t block = d->flow->order.at[p];
    const struct x86_edge *e = x86_edges(d->flow, block), *far = furthest_edge(d, p);
    if (far)
        feed_edge(d, &a, p, far);
    for (uint32_t i = 0; i < d->flow->blocks.at[block].n_edges; i++)
        if (!e[i].through)
            feed_edge(d, &a, p, &e[i]);
    arena_free(&a);
}

/* ---- steps ---- */

/* Warns once for each form. */
static void warn_unknown(struct x86_file *f, const struct x86_step *s)
{
    struct arena a = {0};
    const char *shape = x86_shape(&a, &s->is);
    if (!name_find(&f->unknown, shape, strlen(shape))) {
        name_of(&f->unknown, shape, strlen(shape));
        diag_warning(f->d, source_line_where(&f->source, s->line, 0),
                     "unknown instruction '%s': it is not included in the bounds (reported once)",
                     shape);
    }
    arena_free(&a);
}

static void count_parts(struct x86_file *f, const struct x86_step *s)
{
    struct instruction fact;
    x86_to_facts(&s->is, &fact);
    bool work = fact.work.base != FORM_NONE;
    if (fact.unmodelled)
        warn_unknown(f, s);
    if (x86_control(&s->is) == X86_CALLS)
        loops_count(&f->scan.finder, LOOP_CALLS);
    if (fact.load.base != FORM_NONE && fact.load_class < OP_CLASSES)
        loops_count(&f->scan.finder, (int)fact.load_class);
    if (fact.store.base != FORM_NONE && fact.store_class < OP_CLASSES)
        loops_count(&f->scan.finder, (int)fact.store_class);
    if ((work || fact.unmodelled) && (int)fact.class < (int)LOOP_CLASSES)
        loops_count(&f->scan.finder, (int)fact.class);
}

static void feed_step(struct feed *d, uint32_t step, const struct x86_source *source)
{
    struct x86_file *f = d->file;
    const struct x86_step *s = &d->flow->unit->steps.at[step];
    uint32_t line = s->source_line;
    bool known = s->source == source->file && line >= source->line && line <= source->end_line;
    loops_step(&f->scan.finder, s->line, known ? line : 0);
    count_parts(f, s);
    uint32_t before = step ? d->flow->unit->steps.at[step - 1].refused : s->refused;
    for (uint32_t n = before; n < s->refused; n++)
        loops_count(&f->scan.finder, LOOP_REFUSED);
}

/* ---- blocks ---- */

static void feed_name(struct feed *d, const char *name, uint32_t line)
{
    loops_label(&d->file->scan.finder, name, strlen(name), line);
}

/* Defines a label for the block at p if a loop begins with it, or an earlier jump leads there. */
static void feed_label(struct feed *d, uint32_t p)
{
    uint32_t block = d->flow->order.at[p];
    bool starts = false;
    for (uint32_t l = d->flow->blocks.at[block].loop; l != X86_NO_INDEX;
         l = d->flow->loops.at[l].parent)
        starts |= d->flow->loops.at[l].from == p && d->asked[l];
    if (starts || d->names[block])
        feed_name(d, block_name(d, block), first_step(d, block)->line);
}

static struct x86_loop_place *place_of(struct x86_file *f, const char *source, uint32_t *tag)
{
    struct x86_loop_place *p = f->places.n ? pile_at(&f->places, f->places.n - 1) : NULL;
    if (!p || p->source != source || p->function != f->unit.function) {
        p = pile_push(&f->places);
        *p = (struct x86_loop_place){f->unit.function, source};
    }
    *tag = (uint32_t)f->places.n - 1;
    return p;
}

/* Returns the line of the first instruction of a pass; 0 = it belongs to an inner loop. */
static uint32_t start_line(const struct feed *d, uint32_t loop)
{
    uint32_t block = d->flow->loops.at[loop].start;
    return d->flow->blocks.at[block].loop == loop ? first_step(d, block)->line : 0;
}

static void record_loop(struct feed *d, uint32_t loop)
{
    const struct x86_nest *l = &d->flow->loops.at[loop];
    struct x86_file *f = d->file;
    struct x86_loop_record *to = pile_push(&f->found);
    *to = (struct x86_loop_record){.unit = f->n_units - 1,
                                   .loop = loop,
                                   .low = UINT32_MAX,
                                   .start = start_line(d, loop),
                                   .several_entries = l->several_entries,
                                   .too_deep = l->too_deep};
    for (uint32_t p = l->from; p < l->to; p++) {
        uint32_t block = d->flow->order.at[p];
        uint32_t low = first_step(d, block)->line, high = last_step(d, block)->line;
        to->low = low < to->low ? low : to->low;
        to->high = high > to->high ? high : to->high;
    }
    d->in_finder[loop] = (uint32_t)loops_n(&f->scan.finder) - 1;
    place_of(f, d->sources[loop].file, &loops_at(&f->scan.finder, d->in_finder[loop])->tag);
}

/* Ends the loops whose last block is at p, inner loops first. */
static void feed_ends(struct feed *d, uint32_t p)
{
    uint32_t l = d->flow->blocks.at[d->flow->order.at[p]].loop;
    for (; l != X86_NO_INDEX; l = d->flow->loops.at[l].parent) {
        size_t before = loops_n(&d->file->scan.finder);
        if (d->flow->loops.at[l].to != p + 1 || !d->asked[l])
            continue;
        feed_branch(d, block_name(d, d->flow->loops.at[l].start));
        if (loops_n(&d->file->scan.finder) > before)
            record_loop(d, l);
    }
}

static void feed_block(struct feed *d, uint32_t p)
{
    uint32_t block = d->flow->order.at[p], loop = d->flow->blocks.at[block].loop;
    const struct x86_block *b = &d->flow->blocks.at[block];
    feed_label(d, p);
    for (uint32_t s = b->first; s <= b->last; s++) {
        bool end = s == b->last && p + 1 == d->flow->loops.at[loop].to;
        if (end && d->passes[loop] && d->flow->loops.at[loop].child == X86_NO_INDEX) {
            struct arena a = {0};
            feed_name(d, next_pass(d, &a, loop), d->flow->unit->steps.at[s].line);
            arena_free(&a);
        }
        feed_step(d, s, &d->sources[loop]);
    }
    feed_edges(d, p);
    feed_ends(d, p);
}

/* ---- the region of interest ---- */

static bool in_region(const struct feed *d, uint32_t loop)
{
    const struct x86_nest *l = &d->flow->loops.at[loop];
    for (uint32_t p = l->from; p < l->to; p++) {
        uint32_t block = d->flow->order.at[p];
        if (first_step(d, block)->line < d->file->from_line ||
            last_step(d, block)->line > d->file->to_line)
            return false;
    }
    return true;
}

/* The last blocks of inner loops must end outer loops at the same place: a loop outside the region
 * is passed as blocks only. */
void x86_feed_unit(struct x86_file *f)
{
    const struct x86_flow *flow = &f->flow;
    struct arena a = {0};
    struct feed d = {.file = f, .flow = flow};
    d.names = ARENA_ARRAY(&a, const char *, flow->blocks.n + 1);
    d.sources = ARENA_ARRAY(&a, struct x86_source, flow->loops.n + 1);
    d.asked = ARENA_ARRAY(&a, bool, flow->loops.n + 1);
    d.passes = ARENA_ARRAY(&a, bool, flow->loops.n + 1);
    d.in_finder = ARENA_ARRAY(&a, uint32_t, flow->loops.n + 1);
    for (uint32_t l = 0; l < flow->loops.n; l++) {
        d.asked[l] = in_region(&d, l);
        d.sources[l] = x86_source_of(flow, l);
        d.in_finder[l] = LOOP_NONE;
    }
    for (uint32_t l = 0; l < flow->loops.n; l++) {
        if (flow->loops.at[l].parent != X86_NO_INDEX)
            continue;
        for (uint32_t p = flow->loops.at[l].from; p < flow->loops.at[l].to; p++)
            feed_block(&d, p);
    }
    if (f->ask->members)
        x86_collect_line_ranges(f, d.in_finder);
    arena_free(&a);
}
