/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "loops/state.h"

#include "base/arena.h"
#include <stdlib.h>

static struct counts counts_of(const uint32_t *n)
{
    struct counts c = {{0}};
    for (int i = 0; i < LOOP_CLASSES; i++)
        c.n[i] = n[i];
    return c;
}

/* Returns the position of the label that the branch names, or NULL if it is outside the loop. */
static const struct loop_position *target_within(const struct loop_state *s, const struct loop *l,
                                                 const struct loop_forward *forward)
{
    uint32_t i = label_at(s, forward->target)->position;
    const struct loop_position *p = i == LOOP_NONE ? NULL : position_at(s, i);
    return p && p->step <= l->branch ? p : NULL;
}

static struct area area_of(const struct loop_finder *f, const struct loop *l,
                           const struct loop_forward *forward, const struct loop_position *target)
{
    uint32_t first = forward->step + 1 + forward->delay;
    struct area a = {.target = loops_name(f, forward->target),
                     .begin = forward->step - l->begin + 1,
                     .end = target->step - l->begin + 1,
                     .begin_line = forward->line,
                     .end_line = target->line};
    if (target->step <= first)
        return a;
    struct loop_counts from = loops_mark_counts(f->state, &forward->from);
    struct loop_counts to = loops_mark_counts(f->state, &target->before);
    to = loops_subtract_counts(to, &from);
    a.counts = counts_of(to.n);
    a.length = target->step - first;
    a.source_line =
        forward->own_step < target->step ? forward->source_line : forward->branch_source;
    a.source_end_line = target->source_before;
    return a;
}

static void add_notes(struct arena *a, const struct loop *l, struct notes *notes)
{
    uint32_t calls = l->counts[LOOP_CALLS], refused = l->counts[LOOP_REFUSED];
    note_calls(a, notes, calls);
    if (refused)
        note(a, notes, "%lu wrong line%s inside ignored: the counts are too small",
             (unsigned long)refused, refused == 1 ? "" : "s");
}

static void note_exit(struct arena *a, const struct loop_finder *f, uint32_t target, uint32_t line,
                      struct notes *notes)
{
    note(a, notes, "the branch at line %lu to %s leaves the loop: no area", (unsigned long)line,
         loops_name(f, target));
}

/* Adds a note for each exit in the delay steps of the branch of loop i. */
static void add_exits(struct arena *a, const struct loop_finder *f, size_t i, struct notes *notes)
{
    const struct pile *exits = &f->state->exits;
    size_t low = 0, high = exits->n;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (((const struct loop_exit *)pile_at(exits, mid))->loop < i)
            low = mid + 1;
        else
            high = mid;
    }
    for (; low < exits->n; low++) {
        const struct loop_exit *e = pile_at(exits, low);
        if (e->loop != i)
            return;
        note_exit(a, f, e->target, e->line, notes);
    }
}

static void add_areas(struct arena *a, const struct loop_finder *f, const struct loop *l,
                      struct compiled_loop *out)
{
    const struct loop_state *s = f->state;
    for (uint32_t i = l->forwards; i < l->forwards + l->n_forwards; i++)
        out->n_areas += target_within(s, l, forward_at(s, i)) != NULL;
    out->areas = out->n_areas ? ARENA_ARRAY(a, struct area, out->n_areas) : NULL;
    out->n_areas = 0;
    for (uint32_t i = l->forwards; i < l->forwards + l->n_forwards; i++) {
        const struct loop_forward *forward = forward_at(s, i);
        const struct loop_position *target = target_within(s, l, forward);
        if (target)
            out->areas[out->n_areas++] = area_of(f, l, forward, target);
        else
            note_exit(a, f, forward->target, forward->line, &out->notes);
    }
    loops_mark_intersections(out->areas, out->n_areas);
}

void loops_facts(struct arena *a, const struct loop_finder *f, size_t i, struct compiled_loop *out)
{
    const struct loop *l = loops_at(f, i);
    *out = (struct compiled_loop){.label = loops_name(f, l->label),
                                  .region = (int)i,
                                  .kind = l->innermost ? LOOP_INNERMOST : LOOP_RESIDUE,
                                  .counts = counts_of(l->counts),
                                  .length = l->length,
                                  .asm_line = label_at(f->state, l->label)->line,
                                  .asm_end_line = l->branch_line,
                                  .line = l->source_line,
                                  .end_line = l->source_end_line};
    add_notes(a, l, &out->notes);
    add_areas(a, f, l, out);
    add_exits(a, f, i, &out->notes);
}

uint32_t loops_outward(const struct loop_finder *f, size_t loop, int *listed)
{
    return ++*listed > LOOPS_LISTED ? LOOP_NONE : loops_at(f, loop)->parent;
}

size_t loops_deepest(const struct loop_finder *f)
{
    size_t n = loops_n(f), deepest = 0;
    size_t *depth = xmalloc((n + 1) * sizeof *depth);
    for (size_t i = n; i-- > 0;) { /* an enclosing loop completes later */
        uint32_t parent = loops_at(f, i)->parent;
        depth[i] = parent == LOOP_NONE ? 1 : depth[parent] + 1;
        deepest = depth[i] > deepest ? depth[i] : deepest;
    }
    free(depth);
    return deepest;
}
