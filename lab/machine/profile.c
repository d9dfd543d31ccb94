/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/machine/profile.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

enum { NO_PAIR = UINT32_MAX, DELAY_PAIRS = 2 };

struct pair_profile {
    uint64_t runs, clocks;
    uint64_t quashed; /* delay pairs that this branch quashed */
};
struct cell_profile {
    struct pair_profile *of; /* by pair of the program */
    const struct step *at;   /* last step, which may be interrupted and repeated */
    uint32_t pair;           /* current pair; NO_PAIR at the start */
    bool over;               /* the next step begins a pair */
    uint64_t since;          /* clock at its begin */
};
struct profile {
    const struct program *program;
    struct cell_profile *at;
    unsigned n;
};

struct profile *profile_open(const struct program *p, struct cell *cells, unsigned n)
{
    struct profile *f = xmalloc(sizeof *f);
    *f = (struct profile){.program = p, .n = n};
    f->at = xmalloc(n * sizeof *f->at);
    for (unsigned i = 0; i < n; i++) {
        size_t bytes = ((size_t)p->pairs + 1) * sizeof *f->at[i].of;
        f->at[i] = (struct cell_profile){.of = xmalloc(bytes), .pair = NO_PAIR, .over = true};
        memset(f->at[i].of, 0, bytes);
        cells[i].profile = &f->at[i];
    }
    return f;
}

void profile_close(struct profile *p)
{
    for (unsigned i = 0; i < p->n; i++)
        free(p->at[i].of);
    free(p->at);
    free(p);
}

static bool is_of_a_pair(const struct step *s)
{
    return s->kind != STEP_FETCH && s->kind != STEP_GO && s->kind != STEP_GO_BACK;
}

void profile_step(struct cell *c, const struct step *s, uint64_t clock)
{
    struct cell_profile *p = c->profile;
    if (s == p->at)
        return;
    p->at = s;
    if (s->kind == STEP_GO && p->pair != NO_PAIR)
        p->of[p->pair].quashed += s->n;
    if (!is_of_a_pair(s))
        return;
    if (p->over) {
        if (p->pair != NO_PAIR)
            p->of[p->pair].clocks += clock - p->since;
        p->pair = s->pair;
        p->since = clock;
        p->of[s->pair].runs++;
    }
    p->over = s->ends;
}

/* ---- loops ---- */

static int64_t label_pair(const struct lab_text *t, const char *name)
{
    for (size_t i = 0; i < t->labels.n; i++)
        if (strcmp(t->labels.at[i].name, name) == 0)
            return t->labels.at[i].pair;
    return -1;
}

/* Returns the target of a backward branch; -1 = not one. */
static int64_t backward_target(const struct lab_text *t, uint32_t pair)
{
    const struct lab_inst *i = &t->pairs.at[pair].right;
    if (!lab_is_branch(i->op) || i->op == LAB_JSR || !i->target)
        return -1;
    int64_t to = label_pair(t, i->target);
    return to <= pair ? to : -1;
}

static void sum_loop(const struct profile *p, uint32_t first, uint32_t end, struct profile_loop *l)
{
    for (unsigned c = 0; c < p->n; c++) {
        const struct pair_profile *of = p->at[c].of;
        l->passes += of[first].runs;
        for (uint32_t i = first; i < end; i++) {
            l->pairs += of[i].runs + of[i].quashed;
            l->clocks += of[i].clocks;
        }
    }
}

static void add_loop(const struct profile *p, const struct program_file *f, uint32_t to,
                     uint32_t branch, profile_loops *loops)
{
    const struct lab_text *t = &f->text;
    uint32_t end = branch + 1 + DELAY_PAIRS;
    end = end > t->pairs.n ? (uint32_t)t->pairs.n : end;
    struct profile_loop l = {.file = t->path,
                             .label = t->pairs.at[branch].right.target,
                             .source = t->source,
                             .length = end - to};
    for (uint32_t i = to; i < end && !l.line; i++)
        l.line = t->pairs.at[i].line;
    sum_loop(p, f->first + to, f->first + end, &l);
    *array_push(loops) = l;
}

/* Finds the backward branches of a file. A branch whose range contains an earlier one closes an
 * outer loop. */
static void find_file_loops(const struct profile *p, const struct program_file *f,
                            profile_loops *loops)
{
    int64_t inner = -1; /* begin of the last loop found */
    for (uint32_t i = 0; i < f->text.pairs.n; i++) {
        int64_t to = backward_target(&f->text, i);
        if (to > inner)
            add_loop(p, f, (uint32_t)to, i, loops);
        if (to >= 0)
            inner = i;
    }
}

void profile_loops_find(const struct profile *p, profile_loops *loops)
{
    for (size_t i = 0; i < p->program->files.n; i++)
        if (!p->program->files.at[i]->library)
            find_file_loops(p, p->program->files.at[i], loops);
}
