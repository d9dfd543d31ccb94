/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "loops/state.h"
#include "base/arena.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

void loops_open(struct loop_finder *f)
{
    struct loop_state *s = xmalloc(sizeof *s);
    *s = (struct loop_state){.current = LOOP_NONE};
    s->labels.size = sizeof(struct loop_label);
    s->positions.size = sizeof(struct loop_position);
    s->bases.size = sizeof(struct loop_counts);
    s->forwards.size = sizeof(struct loop_forward);
    s->loops.size = sizeof(struct loop);
    s->covers.size = sizeof(struct loop_counts);
    s->overlaps.size = sizeof(struct loop_overlap);
    s->exits.size = sizeof(struct loop_exit);
    *f = (struct loop_finder){
        .due = UINT32_MAX, .first = 1, .last = UINT32_MAX, .max_delay = LOOP_MAX_DELAY, .state = s};
    pile_push(&s->bases);
}

void loops_free(struct loop_finder *f)
{
    struct loop_state *s = f->state;
    struct pile *piles[] = {&s->labels, &s->positions, &s->bases,    &s->forwards,
                            &s->loops,  &s->covers,    &s->overlaps, &s->exits};
    for (size_t i = 0; i < s->n_texts; i++)
        free(s->texts[i]);
    for (size_t i = 0; i < COUNT_OF(piles); i++)
        pile_free(piles[i]);
    array_release_all(s->texts, s->slots, s->extents.at, s->nests.at, s->closing.at);
    free(s);
    f->state = NULL;
}

size_t loops_n(const struct loop_finder *f)
{
    return f->state->loops.n;
}

struct loop *loops_at(const struct loop_finder *f, size_t i)
{
    return pile_at(&f->state->loops, i);
}

static bool fits_in_mark(const uint32_t *now, const struct loop_counts *base)
{
    for (int c = 0; c < LOOP_COUNTERS; c++)
        if (now[c] - base->n[c] > UINT16_MAX)
            return false;
    return true;
}

struct loop_mark loops_mark_now(struct loop_finder *f)
{
    struct loop_state *s = f->state;
    struct loop_counts *base = pile_at(&s->bases, s->bases.n - 1);
    if (!fits_in_mark(f->now, base)) {
        base = pile_push(&s->bases);
        memcpy(base->n, f->now, sizeof base->n);
    }
    struct loop_mark m = {.base = (uint32_t)s->bases.n - 1};
    for (int c = 0; c < LOOP_COUNTERS; c++)
        m.more[c] = (uint16_t)(f->now[c] - base->n[c]);
    return m;
}

struct loop_counts loops_mark_counts(const struct loop_state *s, const struct loop_mark *m)
{
    struct loop_counts sum = *(const struct loop_counts *)pile_at(&s->bases, m->base);
    for (int c = 0; c < LOOP_COUNTERS; c++)
        sum.n[c] += m->more[c];
    return sum;
}

struct loop_counts loops_subtract_counts(struct loop_counts a, const struct loop_counts *b)
{
    for (int c = 0; c < LOOP_COUNTERS; c++)
        a.n[c] -= b->n[c];
    return a;
}

struct loop_counts loops_add_counts(struct loop_counts a, const struct loop_counts *b)
{
    for (int c = 0; c < LOOP_COUNTERS; c++)
        a.n[c] += b->n[c];
    return a;
}

/* ---- labels and steps ---- */

/* Returns the position before the next step, and creates it if necessary. */
static uint32_t position_here(struct loop_finder *f)
{
    struct loop_state *s = f->state;
    if (s->fresh)
        return (uint32_t)s->positions.n - 1;
    uint32_t i = (uint32_t)s->positions.n;
    struct loop_position *p = pile_push(&s->positions);
    *p = (struct loop_position){.step = f->step + 1,
                                .source_before = f->source_line,
                                .next = LOOP_NONE,
                                .before = loops_mark_now(f)};
    if (s->current != LOOP_NONE) {
        struct loop_position *before = position_at(s, s->current);
        before->low = s->low;
        before->high = s->high;
        before->next = i;
    }
    s->current = i;
    s->low = s->high = f->ranged = 0;
    s->fresh = true;
    f->due = f->step + 1;
    return i;
}

uint32_t loops_label(struct loop_finder *f, const char *name, size_t n, uint32_t line)
{
    uint32_t i = loops_label_index(f->state, name, n);
    struct loop_label *l = label_at(f->state, i);
    if (l->position != LOOP_NONE)
        return l->line;
    l->line = line;
    l->position = position_here(f);
    return 0;
}

/* Returns true if the branch has no delay steps of its own. The steps after it then belong to the
 * area, although they carry the source line of the branch. */
static bool gives_delay_steps(const struct loop_finder *f, const struct loop_forward *forward)
{
    return forward->branch_source && forward->delay == 0 && f->max_delay;
}

/* Handles a new source line. An area whose delay steps are on the line of its branch now gets a
 * source line of its own. Later steps on the line of the branch belong to the area, because an IF
 * and the statement that it guards can be on one line. The new line can lie after the area:
 * own_step records where it begins. */
static void leave_branch_lines(struct loop_finder *f, uint32_t source_line)
{
    struct loop_state *s = f->state;
    uint32_t waiting = (uint32_t)s->forwards.n;
    for (uint32_t i = (uint32_t)s->forwards.n; i-- > s->on_branch_line;) {
        struct loop_forward *forward = forward_at(s, i);
        bool begun = f->step > forward->step + forward->delay;
        bool own = !gives_delay_steps(f, forward) || f->step > forward->step + 1 + f->max_delay ||
                   forward->source_line != forward->branch_source;
        if (!begun || (!own && source_line == forward->branch_source)) {
            waiting = i;
        } else if (!own) {
            forward->source_line = source_line;
            forward->own_step = f->step;
        }
    }
    s->on_branch_line = waiting;
}

void loops_range(struct loop_finder *f, uint32_t source_line)
{
    struct loop_state *s = f->state;
    f->ranged = source_line;
    if (source_line == 0)
        return;
    if (s->on_branch_line < s->forwards.n && source_line != s->last_line)
        leave_branch_lines(f, source_line);
    s->last_line = source_line;
    if (s->low == 0 || source_line < s->low)
        s->low = source_line;
    if (source_line > s->high)
        s->high = source_line;
}

/* Stores the current counters for the areas that begin with this step. */
static void begin_areas(struct loop_finder *f, uint32_t source_line)
{
    struct loop_state *s = f->state;
    int left = 0;
    for (int i = 0; i < s->n_fill; i++) {
        if (s->fill[i].due > f->step) {
            s->fill[left++] = s->fill[i];
        } else {
            struct loop_forward *forward = forward_at(s, s->fill[i].forward);
            forward->from = loops_mark_now(f);
            forward->source_line = source_line;
        }
    }
    s->n_fill = left;
}

/* Stores the counters for the loops that ended with step `done`, then computes their results in
 * order. */
static void end_loops(struct loop_finder *f, uint32_t done)
{
    struct loop_state *s = f->state;
    for (size_t i = 0; i < s->closing.n; i++) {
        struct loop_closing *c = &s->closing.at[i];
        if (c->ended || loops_at(f, c->loop)->end > done)
            continue;
        c->ended = true;
        memcpy(c->end.n, f->now, sizeof c->end.n);
    }
    size_t completed = 0;
    while (completed < s->closing.n && s->closing.at[completed].ended)
        loops_complete(f, &s->closing.at[completed++]);
    s->closing.n -= completed;
    if (completed)
        memmove(s->closing.at, s->closing.at + completed, sizeof *s->closing.at * s->closing.n);
}

void loops_due(struct loop_finder *f, uint32_t line, uint32_t source_line)
{
    struct loop_state *s = f->state;
    end_loops(f, f->step - 1);
    begin_areas(f, source_line);
    if (s->fresh)
        position_at(s, (uint32_t)s->positions.n - 1)->line = line;
    s->fresh = false;
    f->due = s->n_fill || s->closing.n ? f->step + 1 : UINT32_MAX;
}

void loops_refused(struct loop_finder *f)
{
    end_loops(f, f->step);
    loops_count(f, LOOP_REFUSED);
}

void loops_finish(struct loop_finder *f)
{
    struct loop_state *s = f->state;
    for (size_t i = 0; i < s->closing.n; i++) {
        struct loop *l = loops_at(f, s->closing.at[i].loop);
        l->end = l->end < f->step ? l->end : f->step;
    }
    end_loops(f, f->step);
}

/* ---- branches ---- */

/* Records the branch as an exit if its step is in the delay of innermost loops' branches. */
static void note_exits(struct loop_finder *f, uint32_t target)
{
    struct loop_state *s = f->state;
    for (size_t i = 0; i < s->closing.n; i++) {
        const struct loop_closing *c = &s->closing.at[i];
        if (!c->ended && loops_at(f, c->loop)->innermost)
            *(struct loop_exit *)pile_push(&s->exits) =
                (struct loop_exit){c->loop, target, f->line};
    }
}

static void branch_forward(struct loop_finder *f, uint32_t target, uint32_t delay)
{
    struct loop_state *s = f->state;
    note_exits(f, target);
    if (s->positions.n == 0 || f->step < f->first || f->step > f->last)
        return; /* no enclosing loop is in the region of interest */
    s->fill[s->n_fill].forward = (uint32_t)s->forwards.n;
    s->fill[s->n_fill++].due = f->step + 1 + delay;
    struct loop_forward *forward = pile_push(&s->forwards);
    forward->target = target;
    forward->step = f->step;
    forward->line = f->line;
    forward->delay = delay;
    forward->branch_source = f->source_line;
    f->due = f->step + 1;
}

/* Assigns the forward branches since the last completed loop to l if it is innermost. No later
 * innermost loop can contain any of them: it would begin before this one, or inside it. */
static void assign_forwards(struct loop_finder *f, struct loop *l)
{
    struct loop_state *s = f->state;
    size_t to = s->kept;
    if (l)
        l->forwards = (uint32_t)to;
    for (size_t i = s->kept; l && l->innermost && i < s->forwards.n; i++) {
        const struct loop_forward *forward = forward_at(s, (uint32_t)i);
        if (forward->step >= l->begin)
            *forward_at(s, (uint32_t)to++) = *forward;
    }
    if (l)
        l->n_forwards = (uint32_t)(to - s->kept);
    pile_cut(&s->forwards, to);
    s->on_branch_line = (uint32_t)to;
    s->kept = to;
    s->n_fill = 0;
}

/* Adds a loop to the completed ones. Returns the loop that it crosses. */
static struct loop_extent add_completed_loop(struct loop_state *s, struct loop_extent e)
{
    struct loop_extent crossed = {0};
    while (s->extents.n && s->extents.at[s->extents.n - 1].begin >= e.begin)
        s->extents.n--;
    if (s->extents.n && s->extents.at[s->extents.n - 1].branch >= e.begin)
        crossed = s->extents.at[s->extents.n - 1];
    *array_push(&s->extents) = e;
    return crossed;
}

static struct loop_crossing branch_backward(struct loop_finder *f, uint32_t label, uint32_t delay)
{
    struct loop_state *s = f->state;
    uint32_t begin = position_at(s, label_at(s, label)->position)->step;
    if (begin < f->first || f->step > f->last)
        return (struct loop_crossing){0};
    bool innermost = s->latest < begin;
    s->latest = s->latest > begin ? s->latest : begin;
    struct loop_extent crossed =
        add_completed_loop(s, (struct loop_extent){begin, f->step, label, f->line});
    if (crossed.begin) {
        assign_forwards(f, NULL);
        return (struct loop_crossing){loops_name(f, label), loops_name(f, crossed.label),
                                      crossed.line};
    }
    *array_push(&s->closing) = (struct loop_closing){.loop = (uint32_t)s->loops.n};
    struct loop *l = pile_push(&s->loops);
    *l = (struct loop){.label = label,
                       .begin = begin,
                       .branch = f->step,
                       .end = f->step + delay,
                       .branch_line = f->line,
                       .parent = LOOP_NONE,
                       .innermost = innermost};
    assign_forwards(f, l);
    f->due = f->step + 1;
    return (struct loop_crossing){0};
}

struct loop_crossing loops_branch(struct loop_finder *f, const char *name, size_t n, uint32_t delay,
                                  uint32_t col)
{
    struct loop_state *s = f->state;
    uint32_t i = loops_label_index(s, name, n);
    struct loop_label *l = label_at(s, i);
    if (l->position != LOOP_NONE)
        return branch_backward(f, i, delay);
    if (l->line == 0) {
        l->line = f->line;
        l->col = col;
    }
    branch_forward(f, i, delay);
    return (struct loop_crossing){0};
}
