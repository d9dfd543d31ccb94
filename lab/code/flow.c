/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/code/flow.h"

#include <string.h>

int flow_next(const struct ir_block *b)
{
    return b->end == END_JUMP ? 1 : b->end == END_BRANCH ? 2 : 0;
}

/* ---- blocks ---- */
static void number(struct ir_procedure *p)
{
    for (size_t i = 0; i < p->blocks.n; i++)
        p->blocks.at[i]->id = (uint32_t)i;
}

/* Marks a block and all that follow it. */
static void reach(struct ir_block *from, struct ir_block **stack, bool *reached)
{
    size_t n = 0;

    stack[n++] = from;
    reached[from->id] = true;
    while (n > 0) {
        const struct ir_block *b = stack[--n];
        for (int e = 0; e < flow_next(b); e++)
            if (!reached[b->next[e]->id]) {
                reached[b->next[e]->id] = true;
                stack[n++] = b->next[e];
            }
    }
}

/* Blocks that loops name stay where a loop's head is reached, and so do those that follow them.
 * Returns whether there are more of them than before. */
static bool keep_loops(const struct ir_procedure *p, struct ir_block **stack, bool *reached)
{
    bool more = false;

    for (size_t l = 0; l < p->loops.n; l++) {
        const struct ir_loop *o = &p->loops.at[l];
        struct ir_block *own[] = {o->before, o->latch, o->after};
        bool any = o->head != NULL && reached[o->head->id];
        for (int i = 0; i < 3 && any; i++)
            if (own[i] != NULL && !reached[own[i]->id]) {
                reach(own[i], stack, reached);
                more = true;
            }
    }
    return more;
}

static void find_reached(const struct ir_procedure *p, bool *reached)
{
    struct ir_block **stack = xmalloc((p->blocks.n + 1) * sizeof(*stack));

    if (p->blocks.n > 0)
        reach(p->blocks.at[0], stack, reached);
    while (keep_loops(p, stack, reached))
        ;
    array_release(stack);
}

static int loop_now(const int *now, int loop)
{
    while (loop >= 0 && now[loop] < 0)
        loop = -2 - now[loop];
    return loop < 0 ? -1 : now[loop];
}

/* Loops whose head is gone go. now: of each, its number then, or -2 - the one around it. */
static void drop_loops(struct ir_procedure *p, const bool *reached)
{
    size_t n = 0;
    int *now = xmalloc((p->loops.n + 1) * sizeof *now);

    for (size_t l = 0; l < p->loops.n; l++) {
        const struct ir_block *head = p->loops.at[l].head;
        bool stays = head != NULL && reached[head->id];
        now[l] = stays ? (int)n++ : -2 - p->loops.at[l].parent;
    }
    for (size_t b = 0; b < p->blocks.n; b++)
        p->blocks.at[b]->loop = loop_now(now, p->blocks.at[b]->loop);
    for (size_t l = 0; l < p->loops.n; l++)
        if (now[l] >= 0) {
            p->loops.at[now[l]] = p->loops.at[l];
            p->loops.at[now[l]].parent = loop_now(now, p->loops.at[now[l]].parent);
        }
    p->loops.n = n;
    array_release(now);
}

void flow_tidy(struct ir_procedure *p)
{
    size_t n = 0;
    bool *reached = xmalloc(p->blocks.n + 1);

    memset(reached, 0, p->blocks.n + 1);
    number(p);
    find_reached(p, reached);
    drop_loops(p, reached);
    for (size_t i = 0; i < p->blocks.n; i++)
        if (reached[i])
            p->blocks.at[n++] = p->blocks.at[i];
        else
            array_free(&p->blocks.at[i]->code);
    p->blocks.n = n;
    number(p);
    array_release(reached);
}

/* ---- edges and dominators ---- */
static void find_before(struct flow *f)
{
    f->before = ARENA_ARRAY(&f->arena, struct flow_edges, f->n_blocks);
    for (size_t i = 0; i < f->n_blocks; i++)
        for (int e = 0; e < flow_next(f->p->blocks.at[i]); e++)
            f->before[f->p->blocks.at[i]->next[e]->id].n++;
    for (size_t i = 0; i < f->n_blocks; i++) {
        f->before[i].at = ARENA_ARRAY(&f->arena, struct ir_block *, f->before[i].n);
        f->before[i].n = 0;
    }
    for (size_t i = 0; i < f->n_blocks; i++)
        for (int e = 0; e < flow_next(f->p->blocks.at[i]); e++) {
            struct flow_edges *b = &f->before[f->p->blocks.at[i]->next[e]->id];
            b->at[b->n++] = f->p->blocks.at[i];
        }
}

static flow_set *sets(struct flow *f, size_t words)
{
    flow_set *s = ARENA_ARRAY(&f->arena, flow_set, f->n_blocks);
    uint64_t *bits = ARENA_ARRAY(&f->arena, uint64_t, f->n_blocks * words);

    for (size_t i = 0; i < f->n_blocks; i++)
        s[i] = bits + i * words;
    return s;
}

/* One block's dominators from those before it; whether they changed. */
static bool dominate(struct flow *f, size_t b)
{
    bool changed = false;

    for (size_t w = 0; w < f->block_words; w++) {
        uint64_t all = f->before[b].n == 0 ? 0 : ~(uint64_t)0;
        for (size_t e = 0; e < f->before[b].n; e++)
            all &= f->dominators[f->before[b].at[e]->id][w];
        if (b / 64 == w)
            all |= (uint64_t)1 << b % 64;
        changed |= all != f->dominators[b][w];
        f->dominators[b][w] = all;
    }
    return changed;
}

static void find_dominators(struct flow *f)
{
    bool changed = true;

    f->dominators = sets(f, f->block_words);
    for (size_t i = 1; i < f->n_blocks; i++)
        memset(f->dominators[i], 0xff, f->block_words * sizeof(uint64_t));
    if (f->n_blocks > 0)
        flow_add(f->dominators[0], 0);
    while (changed) {
        changed = false;
        for (size_t i = 1; i < f->n_blocks; i++)
            changed |= dominate(f, i);
    }
}

/* ---- liveness ---- */
static void add_read(void *live, lab_reg r)
{
    int64_t n = ir_number_of(r);
    if (n >= 0)
        flow_add(live, (size_t)n);
}

void flow_step_back(flow_set live, const struct ir_inst *i)
{
    int64_t d = ir_number_of(ir_written(i));

    if (d >= 0)
        flow_remove(live, (size_t)d);
    ir_each_read(i, add_read, live);
}

void flow_add_compare(flow_set live, const struct ir_block *b)
{
    if (b->end != END_BRANCH)
        return;
    for (int s = 0; s < LAB_SOURCES; s++)
        if (!b->compare.immediate[s])
            add_read(live, b->compare.s[s]);
}

/* What a block reads of what it does not write before, and what it writes. */
struct effect {
    flow_set *reads, *writes;
};

static void find_effect(const struct effect *e, const struct ir_block *b)
{
    flow_add_compare(e->reads[b->id], b);
    for (size_t i = b->code.n; i-- > 0;) {
        int64_t d = ir_number_of(ir_written(&b->code.at[i]));
        if (d >= 0)
            flow_add(e->writes[b->id], (size_t)d);
        flow_step_back(e->reads[b->id], &b->code.at[i]);
    }
}

/* What is live into b from what is live out of it; whether either changed. */
static bool live_through(struct flow *f, const struct effect *e, const struct ir_block *b)
{
    uint64_t *out = f->live_out[b->id], *in = f->live_in[b->id], changed = 0;

    for (int n = 0; n < flow_next(b); n++)
        for (size_t w = 0; w < f->register_words; w++)
            out[w] |= f->live_in[b->next[n]->id][w];
    for (size_t w = 0; w < f->register_words; w++) {
        uint64_t now = e->reads[b->id][w] | (out[w] & ~e->writes[b->id][w]);
        changed |= now ^ in[w];
        in[w] = now;
    }
    return changed != 0;
}

static void find_live(struct flow *f)
{
    struct effect e = {sets(f, f->register_words), sets(f, f->register_words)};
    bool changed = true;

    f->live_in = sets(f, f->register_words);
    f->live_out = sets(f, f->register_words);
    for (size_t i = 0; i < f->n_blocks; i++)
        find_effect(&e, f->p->blocks.at[i]);
    while (changed) {
        changed = false;
        for (size_t i = f->n_blocks; i-- > 0;)
            changed |= live_through(f, &e, f->p->blocks.at[i]);
    }
}

void flow_edges(struct flow *f, struct ir_procedure *p)
{
    *f = (struct flow){.p = p};
    flow_tidy(p);
    f->n_blocks = p->blocks.n;
    f->block_words = f->n_blocks / 64 + 1;
    f->register_words = p->n_virtual / 64 + 1;
    find_before(f);
    find_dominators(f);
}

void flow_new(struct flow *f, struct ir_procedure *p)
{
    flow_edges(f, p);
    find_live(f);
}

void flow_free(struct flow *f)
{
    arena_free(&f->arena);
}

bool flow_is_live_in(const struct flow *f, const struct ir_block *b, lab_reg r)
{
    int64_t n = ir_number_of(r);
    return n >= 0 && flow_has(f->live_in[b->id], (size_t)n);
}
