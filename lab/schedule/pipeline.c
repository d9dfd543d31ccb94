/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/schedule/pipeline.h"

#include "lab/schedule/overlap.h"

struct pipeliner {
    struct arena *a;
    const struct lab_flow *from;
    const struct machine *m;
    struct lab_flow *to;
    presets *kernels;
    const char *pending; /* label that the next block gets; NULL = none */
};

static struct lab_flow_block *append(struct pipeliner *p, const struct lab_flow_block *like)
{
    struct lab_flow_block *b = array_push(&p->to->blocks);
    *b = (struct lab_flow_block){.falls = true, .loop = like->loop, .line = like->line};
    return b;
}

static void add_label(struct lab_flow_block *b, const char *label)
{
    *array_push(&b->labels) = label;
}

static void add(struct lab_flow_block *b, struct lab_inst i)
{
    *array_push(&b->code) = i;
}

static void copy_code(struct lab_flow_block *to, const struct lab_flow_block *from)
{
    for (size_t i = 0; i < from->code.n; i++)
        add(to, from->code.at[i]);
}

static void copy_block(struct pipeliner *p, const struct lab_flow_block *from)
{
    struct lab_flow_block *b = append(p, from);
    for (size_t i = 0; i < from->labels.n; i++)
        add_label(b, from->labels.at[i]);
    copy_code(b, from);
    b->falls = from->falls;
    b->called = from->called;
    b->pair_after = from->pair_after;
}

/* Counts the passes that the prologue begins; where the loop would end before them, goes to FEW. */
static void add_guard(struct pipeliner *p, const struct overlap *o, const char *few)
{
    const struct lab_flow_block *from = o->block;
    struct lab_flow_block *b = append(p, from);
    struct lab_inst leave = *o->loop.branch;
    for (size_t i = 0; i < from->labels.n; i++)
        add_label(b, from->labels.at[i]);
    leave.op = leave.op == LAB_BCS_QN ? LAB_BCC_QN : LAB_BCS_QN;
    leave.target = few;
    add(b, counted_by(&o->loop, o->stages - 1));
    add(b, *o->loop.test);
    add(b, leave);
}

static void add_prologue(struct pipeliner *p, const struct overlap *o, const inst_list *code)
{
    struct lab_flow_block *b = append(p, o->block);
    for (size_t i = 0; i < code->n; i++)
        add(b, code->at[i]);
}

static void add_kernel(struct pipeliner *p, const struct overlap *o, struct lab_pair *pairs,
                       const char *label)
{
    size_t at = p->to->blocks.n;
    struct lab_flow_block *b = append(p, o->block);
    add_label(b, label);
    struct lab_inst branch = *o->loop.branch;
    branch.target = label;
    add(b, branch);
    *array_push(p->kernels) = (struct preset){at, pairs, (size_t)o->x.interval};
}

/* A loop whose passes do not overlap is its kernel. */
static void add_alone(struct pipeliner *p, const struct overlap *o, struct lab_pair *pairs)
{
    add_kernel(p, o, pairs, o->loop.branch->target);
    struct lab_flow_block *b = &p->to->blocks.at[p->to->blocks.n - 1];
    b->labels.n = 0;
    for (size_t i = 0; i < o->block->labels.n; i++)
        add_label(b, o->block->labels.at[i]);
}

static void add_epilogue(struct pipeliner *p, const struct overlap *o, const inst_list *code,
                         const char *behind)
{
    struct lab_flow_block *b = append(p, o->block);
    for (size_t i = 0; i < code->n; i++)
        add(b, code->at[i]);
    add(b, (struct lab_inst){.op = LAB_JMP, .target = behind, .line = o->loop.branch->line});
    b->falls = false;
}

static void add_short(struct pipeliner *p, const struct overlap *o, const char *few,
                      const char *label)
{
    struct lab_flow_block *b = append(p, o->block);
    add_label(b, few);
    add(b, counted_by(&o->loop, 1 - o->stages));
    b = append(p, o->block);
    add_label(b, label);
    copy_code(b, o->block);
    b->code.at[b->code.n - 1].target = label;
}

static void add_loop(struct pipeliner *p, const struct overlap *o, struct lab_pair *pairs,
                     const inst_list *prologue, const inst_list *epilogue, const char *kernel)
{
    const char *label = o->loop.branch->target;
    const char *few = arena_printf(p->a, "%sf", label);
    const char *shorter = arena_printf(p->a, "%ss", label);
    const char *behind = arena_printf(p->a, "%se", label);
    add_guard(p, o, few);
    add_prologue(p, o, prologue);
    add_kernel(p, o, pairs, kernel);
    add_epilogue(p, o, epilogue, behind);
    add_short(p, o, few, shorter);
    p->pending = behind;
}

/* Pairs that list scheduling needs for a pass. */
static int listed(struct arena *a, const struct lab_flow *f, size_t b, const struct machine *m)
{
    struct shape s = shape_of(a, f, m);
    schedule_list(&s, b);
    int n = (int)s.blocks[b].pairs.n;
    shape_free(&s);
    return n;
}

static const char *kernel_label(struct pipeliner *p, const struct overlap *o)
{
    const char *label = o->loop.branch->target;
    return o->stages == 1 ? label : arena_printf(p->a, "%sk", label);
}

/* True: block b is a loop, and was appended as a pipelined one. */
static bool pipelined(struct pipeliner *p, size_t b)
{
    const struct lab_flow_block *block = &p->from->blocks.at[b];
    struct counted c;
    struct overlap o;
    inst_list prologue = {0}, epilogue = {0};
    struct arena scratch = {0};
    if (b + 1 == p->from->blocks.n || !counted_loop(block, &c))
        return false;
    bool done = overlap_of(&scratch, block, &c, p->m, &o) &&
                overlap_schedule(&scratch, &o, listed(&scratch, p->from, b, p->m));
    const char *kernel = done ? kernel_label(p, &o) : NULL;
    struct lab_pair *pairs = done ? overlap_kernel(p->a, &o, kernel) : NULL;
    done = pairs && overlap_prologue(&o, &prologue) && overlap_epilogue(&o, &epilogue);
    if (done && o.stages == 1)
        add_alone(p, &o, pairs);
    else if (done)
        add_loop(p, &o, pairs, &prologue, &epilogue, kernel);
    array_free(&prologue);
    array_free(&epilogue);
    overlap_free(&o);
    arena_free(&scratch);
    return done;
}

struct lab_flow flow_pipelined(struct arena *a, const struct lab_flow *f, const struct machine *m,
                               presets *kernels)
{
    struct lab_flow to = *f;
    struct pipeliner p = {a, f, m, &to, kernels, NULL};
    to.blocks.at = NULL;
    to.blocks.n = to.blocks.room = 0;
    to.live_out.at = NULL;
    to.live_out.n = to.live_out.room = 0;
    for (size_t b = 0; b < f->blocks.n; b++) {
        size_t first = to.blocks.n;
        const char *label = p.pending;
        p.pending = NULL;
        if (!pipelined(&p, b))
            copy_block(&p, &f->blocks.at[b]);
        if (label)
            add_label(&to.blocks.at[first], label);
    }
    return to;
}
