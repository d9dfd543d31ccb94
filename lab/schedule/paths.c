/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/schedule/paths.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

static int by_name(const void *x, const void *y)
{
    const struct lab_label *const *a = x, *const *b = y;
    int order = strcmp((*a)->name, (*b)->name);
    return order ? order : (*a > *b) - (*a < *b);
}

struct label_search {
    const struct lab_label **sorted;
    const char *name;
};

static bool has_lower_name(const void *context, size_t i)
{
    const struct label_search *s = context;
    return strcmp(s->sorted[i]->name, s->name) < 0;
}

/* The first definition of a name counts. */
static uint32_t pair_of(const struct lab_label **sorted, size_t n, const char *name)
{
    struct label_search s = {sorted, name};
    size_t first = partition_point(n, has_lower_name, &s);
    return first < n && strcmp(sorted[first]->name, name) == 0 ? sorted[first]->pair : NO_PAIR;
}

struct jump_targets find_jump_targets(struct arena *a, const struct lab_text *t)
{
    struct jump_targets w = {.text = t, .target = ARENA_ARRAY(a, uint32_t, t->pairs.n)};
    const struct lab_label **sorted = ARENA_ARRAY(a, const struct lab_label *, t->labels.n);
    for (size_t i = 0; i < t->labels.n; i++)
        sorted[i] = &t->labels.at[i];
    if (t->labels.n)
        qsort(sorted, t->labels.n, sizeof *sorted, by_name);
    for (size_t i = 0; i < t->pairs.n; i++) {
        const struct lab_inst *r = &t->pairs.at[i].right;
        bool named = lab_is_branch(r->op) && r->op != LAB_JSR && r->target;
        w.target[i] = named ? pair_of(sorted, t->labels.n, r->target) : NO_PAIR;
    }
    return w;
}

bool step_equal(const struct step *a, const struct step *b)
{
    return a->pair == b->pair && a->jump[0] == b->jump[0] && a->jump[1] == b->jump[1] &&
           a->quashed == b->quashed && a->leaving[0] == b->leaving[0] &&
           a->leaving[1] == b->leaving[1];
}

/* Returns the next step if no branch is decided in this one. */
static struct step step_without_branch(const struct jump_targets *w, const struct step *at)
{
    struct step next = {.pair = at->pair + 1,
                        .jump = {at->jump[1], NO_PAIR},
                        .quashed = at->quashed >> 1,
                        .leaving = {at->leaving[1], false}};
    if (at->jump[0] != NO_PAIR)
        next.pair = at->jump[0];
    if (at->leaving[0] || next.pair >= w->text->pairs.n)
        next.pair = NO_PAIR;
    return next;
}

/* Returns whether a branch quashes its delay pairs if it is taken or not taken. */
static bool quashes(enum lab_opcode op, bool taken)
{
    switch (op) {
    case LAB_BCC_QT:
    case LAB_BCS_QT:
    case LAB_BEQ_QT:
        return taken;
    case LAB_BCC_QF:
    case LAB_BCS_QF:
    case LAB_BEQ_QF:
        return !taken;
    default:
        return false;
    }
}

int find_next_steps(const struct jump_targets *w, const struct step *at,
                    struct step next[STEP_SUCCESSORS])
{
    const struct lab_inst *branch = &w->text->pairs.at[at->pair].right;
    struct step on = step_without_branch(w, at);
    int n = 0;
    if (on.pair == NO_PAIR)
        return 0;
    if (!lab_is_branch(branch->op) || at->quashed & 1) {
        next[0] = on;
        return 1;
    }
    if (branch->op != LAB_JMP && branch->op != LAB_JSR) {
        next[n] = on;
        next[n++].quashed |= quashes(branch->op, false) ? 3 : 0;
    }
    next[n] = on;
    next[n].quashed |= quashes(branch->op, true) ? 3 : 0;
    next[n].jump[1] = w->target[at->pair];
    next[n].leaving[1] = w->target[at->pair] == NO_PAIR;
    return n + 1;
}
