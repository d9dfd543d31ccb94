/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/export/nest.h"

const char *step_text(enum step_kind kind)
{
    static const char *const texts[] = {
#define STEP(NAME, text) text,
#include "measure/multikron/export/steps.def"
#undef STEP
    };
    return texts[kind];
}

static void add_step(struct steps *steps, enum step_kind kind, unsigned region, bool parallel)
{
    *array_push(&steps->list) = (struct step){.kind = kind, .region = region, .parallel = parallel};
}

static void enter_region(struct nest *n, unsigned region, bool parallel, struct steps *steps)
{
    if (n->open.n >= NEST_DEPTH) {
        add_step(steps, STEP_TOO_DEEP, region, parallel);
        return;
    }
    *array_push(&n->open) = (struct nest_level){.region = region, .parallel = parallel};
    add_step(steps, STEP_ENTER, region, parallel);
}

/* Returns the innermost level of a region, or NULL if it is not open. */
static struct nest_level *find_level(struct nest *n, unsigned region, bool parallel)
{
    for (size_t i = n->open.n; i-- > 0;)
        if (n->open.at[i].region == region && n->open.at[i].parallel == parallel)
            return &n->open.at[i];
    return NULL;
}

/* Leaves a region. Open regions inside it have no exits and end with it. */
static void leave_region(struct nest *n, unsigned region, bool parallel, struct steps *steps)
{
    const struct nest_level *to = find_level(n, region, parallel);
    if (!to) {
        add_step(steps, STEP_NO_ENTER, region, parallel);
        return;
    }
    for (bool last = false; !last;) {
        const struct nest_level *at = &n->open.at[--n->open.n];
        last = at == to;
        if (!last)
            add_step(steps, STEP_NO_EXIT, at->region, at->parallel);
        add_step(steps, STEP_LEAVE, at->region, at->parallel);
        steps->list.at[steps->list.n - 1].iterations = at->iterations;
        steps->list.at[steps->list.n - 1].skipped = at->skipped;
    }
}

/* Adds a mark of iterations or a skipped block, also to its loop if the loop is open. */
static void add_mark(struct nest *n, struct mark m, struct steps *steps)
{
    struct nest_level *level = find_level(n, m.region, false);
    if (level && m.kind == MARK_ITERATIONS)
        level->iterations += m.value;
    else if (level)
        level->skipped++;
    add_step(steps, STEP_MARK, m.region, false);
    steps->list.at[steps->list.n - 1].inside = level;
}

void nest_add(struct nest *n, const struct sample *s, struct steps *steps)
{
    struct mark m = mark_unpack(s->user);
    steps->list.n = 0;
    if (s->fifo_overrun || s->shadow_overrun)
        add_step(steps, STEP_LOST, 0, false);
    if (s->read_error)
        add_step(steps, STEP_READ_ERROR, 0, false);
    switch (m.kind) {
    case MARK_LOOP_ENTER:
    case MARK_PARALLEL_ENTER:
        enter_region(n, m.region, m.kind == MARK_PARALLEL_ENTER, steps);
        break;
    case MARK_LOOP_EXIT:
    case MARK_PARALLEL_EXIT:
        leave_region(n, m.region, m.kind == MARK_PARALLEL_EXIT, steps);
        break;
    case MARK_ITERATIONS:
    case MARK_SKIPPED:
        add_mark(n, m, steps);
        break;
    default:
        add_step(steps, STEP_MARK, m.region, false);
    }
}

void nest_end(const struct nest *n, struct steps *steps)
{
    steps->list.n = 0;
    for (size_t i = n->open.n; i-- > 0;)
        add_step(steps, STEP_NO_EXIT, n->open.at[i].region, n->open.at[i].parallel);
}

void nest_free(struct nest *n)
{
    array_free(&n->open);
}

void steps_free(struct steps *steps)
{
    array_free(&steps->list);
}
