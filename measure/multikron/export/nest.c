/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/export/nest.h"

const char *step_text(enum step_kind kind)
{
    static const char *const text[] = {
        [STEP_ENTER] = "enter",
        [STEP_LEAVE] = "exit",
        [STEP_MARK] = "mark",
        [STEP_LOST] = "samples lost",
        [STEP_READ_ERROR] = "read error",
        [STEP_NO_EXIT] = "enter without exit",
        [STEP_NO_ENTER] = "exit without enter",
        [STEP_TOO_DEEP] = "nested too deep",
    };
    return text[kind];
}

static void say(struct steps *steps, enum step_kind kind, unsigned region, bool parallel)
{
    *array_push(&steps->list) = (struct step){.kind = kind, .region = region, .parallel = parallel};
}

static void enter(struct nest *n, unsigned region, bool parallel, struct steps *steps)
{
    if (n->open.n >= NEST_DEPTH) {
        say(steps, STEP_TOO_DEEP, region, parallel);
        return;
    }
    *array_push(&n->open) = (struct nest_level){.region = region, .parallel = parallel};
    say(steps, STEP_ENTER, region, parallel);
}

/* The innermost level of that region; NULL = none is open. */
static struct nest_level *level_of(struct nest *n, unsigned region, bool parallel)
{
    for (size_t i = n->open.n; i-- > 0;)
        if (n->open.at[i].region == region && n->open.at[i].parallel == parallel)
            return &n->open.at[i];
    return NULL;
}

/* Levels inside the one that is left have lost their exits: they end with it. */
static void leave(struct nest *n, unsigned region, bool parallel, struct steps *steps)
{
    const struct nest_level *to = level_of(n, region, parallel);
    if (!to) {
        say(steps, STEP_NO_ENTER, region, parallel);
        return;
    }
    for (bool last = false; !last;) {
        const struct nest_level *at = &n->open.at[--n->open.n];
        last = at == to;
        if (!last)
            say(steps, STEP_NO_EXIT, at->region, at->parallel);
        say(steps, STEP_LEAVE, at->region, at->parallel);
        steps->list.at[steps->list.n - 1].iterations = at->iterations;
        steps->list.at[steps->list.n - 1].skipped = at->skipped;
    }
}

/* A mark that says something of the loop it stands in, where that is open. */
static void note(struct nest *n, struct mark m, struct steps *steps)
{
    struct nest_level *level = level_of(n, m.region, false);
    if (level && m.kind == MARK_ITERATIONS)
        level->iterations += m.value;
    else if (level)
        level->skipped++;
    say(steps, STEP_MARK, m.region, false);
    steps->list.at[steps->list.n - 1].inside = level;
}

void nest_take(struct nest *n, const struct sample *s, struct steps *steps)
{
    struct mark m = mark_unpack(s->user);
    steps->list.n = 0;
    if (s->fifo_overrun || s->shadow_overrun)
        say(steps, STEP_LOST, 0, false);
    if (s->read_error)
        say(steps, STEP_READ_ERROR, 0, false);
    switch (m.kind) {
    case MARK_LOOP_ENTER:
    case MARK_PARALLEL_ENTER:
        enter(n, m.region, m.kind == MARK_PARALLEL_ENTER, steps);
        break;
    case MARK_LOOP_EXIT:
    case MARK_PARALLEL_EXIT:
        leave(n, m.region, m.kind == MARK_PARALLEL_EXIT, steps);
        break;
    case MARK_ITERATIONS:
    case MARK_SKIPPED:
        note(n, m, steps);
        break;
    default:
        say(steps, STEP_MARK, m.region, false);
    }
}

void nest_end(const struct nest *n, struct steps *steps)
{
    steps->list.n = 0;
    for (size_t i = n->open.n; i-- > 0;)
        say(steps, STEP_NO_EXIT, n->open.at[i].region, n->open.at[i].parallel);
}

void nest_free(struct nest *n)
{
    array_free(&n->open);
}

void steps_free(struct steps *steps)
{
    array_free(&steps->list);
}
