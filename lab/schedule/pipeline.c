/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/schedule/pipeline.h"

#include "lab/schedule/overlap.h"

struct pipeliner {
    struct arena *a;
    const struct lab_flow *from;
    const struct machine *m;
    struct lab_flow *to;
    presets *kernels;
    struct flow_schedule flow_schedule; /* of the original flow */
    struct rows *live;                  /* at the begin of each of its blocks */
    const char *pending;                /* label for the next block; NULL = none */
};

static struct lab_flow_block *append_block(struct pipeliner *p, const struct lab_flow_block *like)
{
    struct lab_flow_block *b = array_push(&p->to->blocks);
    *b = (struct lab_flow_block){.falls = true, .loop = like->loop, .line = like->line};
    return b;
}

static void add_label(struct lab_flow_block *b, const char *label)
{
    *array_push(&b->labels) = label;
}

static void append_inst(struct lab_flow_block *b, struct lab_inst i)
{
    *array_push(&b->code) = i;
}

static void copy_code(struct lab_flow_block *to, const struct lab_flow_block *from)
{
    for (size_t i = 0; i < from->code.n; i++)
        append_inst(to, from->code.at[i]);
}

static void copy_block(struct pipeliner *p, const struct lab_flow_block *from)
{
    struct lab_flow_block *b = append_block(p, from);
    for (size_t i = 0; i < from->labels.n; i++)
        add_label(b, from->labels.at[i]);
    copy_code(b, from);
    b->falls = from->falls;
    b->called = from->called;
    b->pair_after = from->pair_after;
}

/* Returns how many iterations the counter is ahead when the kernel is entered: those of the
 * prologue, and all but one of those of the kernel. */
static int64_t iterations_ahead(const struct overlap *o)
{
    return o->stages - 1 + o->webs.iterations - 1;
}

/* Counts the iterations that the prologue begins; branches to FEW if the loop ends before them. */
static void add_guard(struct pipeliner *p, const struct overlap *o, const char *few)
{
    const struct lab_flow_block *from = o->block;
    struct lab_flow_block *b = append_block(p, from);
    struct lab_inst leave = *o->loop.branch;
    for (size_t i = 0; i < from->labels.n; i++)
        add_label(b, from->labels.at[i]);
    leave.op = leave.op == LAB_BCS_QN ? LAB_BCC_QN : LAB_BCS_QN;
    leave.target = few;
    append_inst(b, counted_step(&o->loop, iterations_ahead(o)));
    append_inst(b, *o->loop.test);
    append_inst(b, leave);
}

static void add_prologue(struct pipeliner *p, const struct overlap *o, const inst_list *code)
{
    struct lab_flow_block *b = append_block(p, o->block);
    for (size_t i = 0; i < code->n; i++)
        append_inst(b, code->at[i]);
}

static void add_kernel(struct pipeliner *p, const struct overlap *o, struct lab_pair *pairs,
                       size_t n, const char *label)
{
    size_t at = p->to->blocks.n;
    struct lab_flow_block *b = append_block(p, o->block);
    add_label(b, label);
    struct lab_inst branch = *o->loop.branch;
    branch.target = label;
    append_inst(b, branch);
    *array_push(p->kernels) = (struct preset){at, pairs, n};
}

/* A loop whose iterations do not overlap consists of its kernel alone. */
static void add_single_stage_loop(struct pipeliner *p, const struct overlap *o,
                                  struct lab_pair *pairs, size_t n)
{
    add_kernel(p, o, pairs, n, o->loop.branch->target);
    struct lab_flow_block *b = &p->to->blocks.at[p->to->blocks.n - 1];
    b->labels.n = 0;
    for (size_t i = 0; i < o->block->labels.n; i++)
        add_label(b, o->block->labels.at[i]);
}

/* Appends the epilogue; remaining iterations are executed at SHORT. */
static void add_epilogue(struct pipeliner *p, const struct overlap *o, const inst_list *code,
                         const char *remainder, const char *after)
{
    struct lab_flow_block *b = append_block(p, o->block);
    for (size_t i = 0; i < code->n; i++)
        append_inst(b, code->at[i]);
    if (o->webs.iterations > 1) {
        struct lab_inst more = *o->loop.branch;
        more.target = remainder;
        append_inst(b, counted_step(&o->loop, 1 - o->webs.iterations));
        append_inst(b, *o->loop.test);
        append_inst(b, more);
        b = append_block(p, o->block);
    }
    append_inst(b, (struct lab_inst){.op = LAB_JMP, .target = after, .line = o->loop.branch->line});
    b->falls = false;
}

static void add_remainder_loop(struct pipeliner *p, const struct overlap *o, const char *few,
                               const char *label)
{
    struct lab_flow_block *b = append_block(p, o->block);
    add_label(b, few);
    append_inst(b, counted_step(&o->loop, -iterations_ahead(o)));
    b = append_block(p, o->block);
    add_label(b, label);
    copy_code(b, o->block);
    b->code.at[b->code.n - 1].target = label;
}

struct loop_parts {
    struct lab_pair *kernel;
    size_t n;
    const char *label; /* of the kernel */
    inst_list prologue, epilogue;
};

static void add_loop(struct pipeliner *p, const struct overlap *o, const struct loop_parts *x)
{
    const char *label = o->loop.branch->target;
    const char *few = arena_printf(p->a, "%sf", label);
    const char *remainder = arena_printf(p->a, "%ss", label);
    const char *after = arena_printf(p->a, "%se", label);
    add_guard(p, o, few);
    add_prologue(p, o, &x->prologue);
    add_kernel(p, o, x->kernel, x->n, x->label);
    add_epilogue(p, o, &x->epilogue, remainder, after);
    add_remainder_loop(p, o, few, remainder);
    p->pending = after;
}

/* Returns the pairs per iteration of the list schedule. */
static int list_schedule_length(struct arena *a, const struct lab_flow *f, size_t b,
                                const struct machine *m)
{
    struct flow_schedule s = flow_schedule_create(a, f, m);
    schedule_list(&s, b);
    int n = (int)s.blocks[b].pairs.n;
    flow_schedule_free(&s);
    return n;
}

/* Returns whether the iterations do not overlap. */
static bool is_single_stage(const struct overlap *o)
{
    return o->stages == 1 && o->webs.iterations == 1;
}

static bool build_loop_parts(struct pipeliner *p, const struct overlap *o, struct loop_parts *x)
{
    const char *label = o->loop.branch->target;
    x->label = is_single_stage(o) ? label : arena_printf(p->a, "%sk", label);
    x->kernel = overlap_kernel(p->a, o, x->label, &x->n);
    return x->kernel && overlap_prologue(o, &x->prologue) && overlap_epilogue(o, &x->epilogue);
}

/* Appends the loop with that schedule; returns false if that is impossible. */
static bool add_overlapped(struct pipeliner *p, const struct overlap *o)
{
    struct loop_parts x = {0};
    bool done = build_loop_parts(p, o, &x);
    if (done && is_single_stage(o))
        add_single_stage_loop(p, o, x.kernel, x.n);
    else if (done)
        add_loop(p, o, &x);
    array_free(&x.prologue);
    array_free(&x.epilogue);
    return done;
}

/* Appends the loop with the shortest interval that is found, preferring unchanged registers.
 * Returns false if none is shorter than `most`. */
static bool try_overlap(struct pipeliner *p, const struct loop_context *l, int most)
{
    struct arena scratch = {0};
    struct overlap kept, renamed;
    bool done = false;
    bool may = overlap_of(&scratch, l, p->m, false, &kept);
    may = overlap_of(&scratch, l, p->m, true, &renamed) && may;
    for (int interval = may ? modulo_lower_bound(&kept.x) : most; interval < most && !done;
         interval++) {
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

/* Appends block b pipelined. Returns false if it is not a loop or pipelining gains nothing. */
static bool try_pipeline(struct pipeliner *p, size_t b)
{
    struct loop_context l = {.flow = p->from, .block = &p->from->blocks.at[b]};
    if (b + 1 == p->from->blocks.n || !find_counted_loop(l.block, &l.loop))
        return false;
    struct arena scratch = {0};
    int most = list_schedule_length(&scratch, p->from, b, p->m);
    arena_free(&scratch);
    l.before = p->live[b];
    l.after = live_after(&p->flow_schedule, p->live, b);
    return try_overlap(p, &l, most);
}

struct lab_flow flow_pipelined(struct arena *a, const struct lab_flow *f, const struct machine *m,
                               presets *kernels)
{
    struct lab_flow to = *f;
    struct pipeliner p = {.a = a, .from = f, .m = m, .to = &to, .kernels = kernels};
    p.flow_schedule = flow_schedule_create(a, f, m);
    p.live = live_at_begin(&p.flow_schedule);
    to.blocks.at = NULL;
    to.blocks.n = to.blocks.room = 0;
    to.live_out.at = NULL;
    to.live_out.n = to.live_out.room = 0;
    for (size_t b = 0; b < f->blocks.n; b++) {
        size_t first = to.blocks.n;
        const char *label = p.pending;
        p.pending = NULL;
        if (!try_pipeline(&p, b))
            copy_block(&p, &f->blocks.at[b]);
        if (label)
            add_label(&to.blocks.at[first], label);
    }
    flow_schedule_free(&p.flow_schedule);
    return to;
}
