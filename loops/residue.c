/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of completed loops: of an innermost loop, all its steps; of any other loop, the steps that
 * are in no inner loop. */
#include "loops/state.h"
#include "base/diag.h"

#include <string.h>

/* The steps that a loop and its inner loops cover together. */
struct cover {
    uint32_t end;    /* last step */
    uint32_t length; /* number of steps */
    struct loop_counts counts;
};

static struct loop_counts nest_counts(const struct loop_state *s, const struct loop_nest *n)
{
    if (n->cover != LOOP_NONE)
        return *(const struct loop_counts *)pile_at(&s->covers, n->cover);
    struct loop_counts c;
    memcpy(c.n, ((const struct loop *)pile_at(&s->loops, n->loop))->counts, sizeof c.n);
    return c;
}

/* Returns the counts of the steps that a loop which begins at step `begin` shares with an earlier
 * loop, or NULL. */
static const struct loop_counts *shared_counts(const struct loop_state *s, uint32_t begin)
{
    size_t low = 0, high = s->overlaps.n;
    while (low < high) {
        size_t mid = (low + high) / 2;
        const struct loop_overlap *o = pile_at(&s->overlaps, mid);
        if (o->begin < begin)
            low = mid + 1;
        else
            high = mid;
    }
    const struct loop_overlap *o = low < s->overlaps.n ? pile_at(&s->overlaps, low) : NULL;
    if (!o || o->begin != begin)
        bug("loops share steps at step %lu without a label there", (unsigned long)begin);
    return &o->counts;
}

static void add_nest(const struct loop_state *s, const struct loop_nest *n, struct cover *sum)
{
    uint32_t begin = ((const struct loop *)pile_at(&s->loops, n->loop))->begin;
    if (n->cover_end <= sum->end)
        return;
    struct loop_counts counts = nest_counts(s, n);
    uint32_t length = n->cover_end - begin + 1;
    if (begin <= sum->end) {
        counts = loops_subtract_counts(counts, shared_counts(s, begin));
        length -= sum->end - begin + 1;
    }
    sum->counts = loops_add_counts(sum->counts, &counts);
    sum->length += length;
    sum->end = n->cover_end;
}

/* Removes the loops within l from the open nests. Returns the steps that they cover. */
static struct cover remove_inner(struct loop_state *s, uint32_t outer, const struct loop *l)
{
    struct cover sum = {.end = l->begin - 1};
    size_t from = s->nests.n;
    while (from > 0) {
        struct loop *inner = pile_at(&s->loops, s->nests.at[from - 1].loop);
        if (inner->begin < l->begin)
            break;
        inner->parent = outer;
        from--;
    }
    size_t covers = s->covers.n;
    for (size_t i = from; i < s->nests.n; i++) {
        add_nest(s, &s->nests.at[i], &sum);
        if (s->nests.at[i].cover < covers)
            covers = s->nests.at[i].cover;
    }
    s->nests.n = from;
    pile_cut(&s->covers, covers);
    return sum;
}

static struct loop_overlap *overlap_at(struct loop_state *s, uint32_t begin)
{
    for (size_t i = s->overlaps.n; i > 0; i--) {
        struct loop_overlap *o = pile_at(&s->overlaps, i - 1);
        if (o->begin == begin)
            return o;
        if (o->begin < begin)
            break;
    }
    struct loop_overlap *o = pile_push(&s->overlaps);
    o->begin = begin;
    return o;
}

/* Records the loops that begin at labels in the delay steps of l's branch: they share steps with l.
 * Loops end in the order of their branches, so `begin` values ascend. */
static void note_overlaps(struct loop_state *s, const struct loop *l, const struct loop_counts *end)
{
    size_t first = s->positions.n;
    while (first > 0 && position_at(s, (uint32_t)first - 1)->step > l->branch)
        first--;
    for (size_t i = first; i < s->positions.n; i++) {
        struct loop_position *p = position_at(s, (uint32_t)i);
        if (p->step > l->end)
            break;
        struct loop_overlap *o = overlap_at(s, p->step);
        if (l->end <= o->end)
            continue;
        struct loop_counts from = loops_mark_counts(s, &p->before);
        o->end = l->end;
        o->counts = loops_subtract_counts(*end, &from);
    }
}

/* Finds the smallest and largest source line of l's steps, and merges the positions within l: only
 * a loop that crosses l could begin at one of them. */
static void find_source_lines(struct loop_state *s, struct loop *l)
{
    uint32_t first = label_at(s, l->label)->position, i = first, after = LOOP_NONE;
    struct loop_position *p = position_at(s, first), sum = {0};
    position_at(s, s->current)->low = s->low;
    position_at(s, s->current)->high = s->high;
    for (; i != LOOP_NONE && position_at(s, i)->step <= l->end; i = position_at(s, i)->next) {
        const struct loop_position *at = position_at(s, i);
        if (at->low && (sum.low == 0 || at->low < sum.low))
            sum.low = at->low;
        if (at->high > sum.high)
            sum.high = at->high;
        if (at->step > l->branch) {
            after = after == LOOP_NONE ? i : after;
            continue;
        }
        p->low = sum.low;
        p->high = sum.high;
        if (i == s->current)
            s->current = first;
    }
    p->next = after != LOOP_NONE ? after : i;
    l->source_line = sum.low;
    l->source_end_line = sum.high;
    s->low = position_at(s, s->current)->low;
    s->high = position_at(s, s->current)->high;
}

void loops_complete(struct loop_finder *f, const struct loop_closing *c)
{
    struct loop_state *s = f->state;
    struct loop *l = pile_at(&s->loops, c->loop);
    struct loop_counts before =
        loops_mark_counts(s, &position_at(s, label_at(s, l->label)->position)->before);
    struct loop_counts full = loops_subtract_counts(c->end, &before), rest = full;
    struct loop_nest nest = {c->loop, l->end, LOOP_NONE};
    l->length = l->end - l->begin + 1;
    if (!l->innermost) {
        struct cover inner = remove_inner(s, c->loop, l);
        if (inner.end > l->end) { /* an inner branch has delay steps after l's last step */
            struct loop_counts excess = loops_subtract_counts(s->far, &c->end);
            inner.counts = loops_subtract_counts(inner.counts, &excess);
            inner.length -= inner.end - l->end;
            full = loops_add_counts(full, &excess);
            nest.cover_end = inner.end;
        }
        rest = loops_subtract_counts(rest, &inner.counts);
        l->length -= inner.length;
        nest.cover = (uint32_t)s->covers.n;
        *(struct loop_counts *)pile_push(&s->covers) = full;
    }
    memcpy(l->counts, rest.n, sizeof l->counts);
    *array_push(&s->nests) = nest;
    note_overlaps(s, l, &c->end);
    if (l->end > s->far_step) {
        s->far_step = l->end;
        s->far = c->end;
    }
    find_source_lines(s, l);
    if (f->on_loop)
        f->on_loop(f->context, c->loop);
}
