/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/schedule/pipeline.h"

#include "lab/schedule/overlap.h"

struct pipeliner {
    struct arena *a;
    const struct lab_flow *from;
    const struct machine *m;
    struct lab_flow *to;
    presets *kernels;
    struct shape shape;  /* of the flow as it was */
    struct rows *live;   /* when each of its blocks begins */
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

/* Passes that the counter is ahead of those that have begun, when the kernel is entered: those of
 * the prologue, and those of its own round but one. */
static int64_t ahead(const struct overlap *o)
{
    return o->stages - 1 + o->webs.passes - 1;
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
    add(b, counted_by(&o->loop, ahead(o)));
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
                       size_t n, const char *label)
{
    size_t at = p->to->blocks.n;
    struct lab_flow_block *b = append(p, o->block);
    add_label(b, label);
    struct lab_inst branch = *o->loop.branch;
    branch.target = label;
    add(b, branch);
    *array_push(p->kernels) = (struct preset){at, pairs, n};
}

/* A loop whose passes do not overlap is its kernel. */
static void add_alone(struct pipeliner *p, const struct overlap *o, struct lab_pair *pairs,
                      size_t n)
{
    add_kernel(p, o, pairs, n, o->loop.branch->target);
    struct lab_flow_block *b = &p->to->blocks.at[p->to->blocks.n - 1];
    b->labels.n = 0;
    for (size_t i = 0; i < o->block->labels.n; i++)
        add_label(b, o->block->labels.at[i]);
}

/* What passes of a round are left over goes to SHORT. */
static void add_epilogue(struct pipeliner *p, const struct overlap *o, const inst_list *code,
                         const char *shorter, const char *behind)
{
    struct lab_flow_block *b = append(p, o->block);
    for (size_t i = 0; i < code->n; i++)
        add(b, code->at[i]);
    if (o->webs.passes > 1) {
        struct lab_inst more = *o->loop.branch;
        more.target = shorter;
        add(b, counted_by(&o->loop, 1 - o->webs.passes));
        add(b, *o->loop.test);
        add(b, more);
        b = append(p, o->block);
    }
    add(b, (struct lab_inst){.op = LAB_JMP, .target = behind, .line = o->loop.branch->line});
    b->falls = false;
}

static void add_short(struct pipeliner *p, const struct overlap *o, const char *few,
                      const char *label)
{
    struct lab_flow_block *b = append(p, o->block);
    add_label(b, few);
    add(b, counted_by(&o->loop, -ahead(o)));
    b = append(p, o->block);
    add_label(b, label);
    copy_code(b, o->block);
    b->code.at[b->code.n - 1].target = label;
}

struct parts {
    struct lab_pair *kernel;
    size_t n;
    const char *label; /* of the kernel */
    inst_list prologue, epilogue;
};

static void add_loop(struct pipeliner *p, const struct overlap *o, const struct parts *x)
{
    const char *label = o->loop.branch->target;
    const char *few = arena_printf(p->a, "%sf", label);
    const char *shorter = arena_printf(p->a, "%ss", label);
    const char *behind = arena_printf(p->a, "%se", label);
    add_guard(p, o, few);
    add_prologue(p, o, &x->prologue);
    add_kernel(p, o, x->kernel, x->n, x->label);
    add_epilogue(p, o, &x->epilogue, shorter, behind);
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

/* Its passes do not overlap. */
static bool is_alone(const struct overlap *o)
{
    return o->stages == 1 && o->webs.passes == 1;
}

static bool make_parts(struct pipeliner *p, const struct overlap *o, struct parts *x)
{
    const char *label = o->loop.branch->target;
    x->label = is_alone(o) ? label : arena_printf(p->a, "%sk", label);
    x->kernel = overlap_kernel(p->a, o, x->label, &x->n);
    return x->kernel && overlap_prologue(o, &x->prologue) && overlap_epilogue(o, &x->epilogue);
}

/* Appends the loop as that schedule has it; false: it can't be. */
static bool add_overlapped(struct pipeliner *p, const struct overlap *o)
{
    struct parts x = {0};
    bool done = make_parts(p, o, &x);
    if (done && is_alone(o))
        add_alone(p, o, x.kernel, x.n);
    else if (done)
        add_loop(p, o, &x);
    array_free(&x.prologue);
    array_free(&x.epilogue);
    return done;
}

/* The shortest interval that is found, with the registers as they are before with others. */
static bool overlapped(struct pipeliner *p, const struct around *l, int most)
{
    struct arena scratch = {0};
    struct overlap kept, renamed;
    bool done = false;
    bool may = overlap_of(&scratch, l, p->m, false, &kept);
    may = overlap_of(&scratch, l, p->m, true, &renamed) && may;
    for (int interval = may ? modulo_least(&kept.x) : most; interval < most && !done; interval++) {
        struct arena a = {0};
        done = (overlap_schedule(&a, &kept, interval) && add_overlapped(p, &kept)) ||
               (overlap_schedule(&a, &renamed, interval) && add_overlapped(p, &renamed));
        arena_free(&a);
    }
    overlap_free(&kept);
    overlap_free(&renamed);
    arena_free(&scratch);
    return done;
}

/* True: block b is a loop, and was appended as a pipelined one. */
static bool pipelined(struct pipeliner *p, size_t b)
{
    struct around l = {.flow = p->from, .block = &p->from->blocks.at[b]};
    if (b + 1 == p->from->blocks.n || !counted_loop(l.block, &l.loop))
        return false;
    struct arena scratch = {0};
    int most = listed(&scratch, p->from, b, p->m);
    arena_free(&scratch);
    l.before = p->live[b];
    l.behind = live_behind(&p->shape, p->live, b);
    return overlapped(p, &l, most);
}

struct lab_flow flow_pipelined(struct arena *a, const struct lab_flow *f, const struct machine *m,
                               presets *kernels)
{
    struct lab_flow to = *f;
    struct pipeliner p = {.a = a, .from = f, .m = m, .to = &to, .kernels = kernels};
    p.shape = shape_of(a, f, m);
    p.live = live_at_begin(&p.shape);
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
    shape_free(&p.shape);
    return to;
}
