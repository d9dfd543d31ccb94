/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unrolling: before -> [main: k passes at a time] -> [rest: one at a time] -> after. The order of
 * everything stays; later passes find what the copies have in common. */
#include "lab/code/body.h"

/* A body gets copies while it has no more instructions than that, and its values fit. */
enum { BODY_MOST = 320, VALUES_MOST = 44 };

struct unrolling {
    struct arena *arena;
    struct flow f; /* as the procedure is now, without what is live */
    struct ir_procedure *p;
    int number;
    struct flow first;   /* as it was before the pass */
    uint32_t (*next)[2]; /* of each loop's latch: numbers in first of the blocks that follow it */
    lab_reg *renamed;    /* by number: in the copy under way; 0 = itself */
    size_t n_renamed;
};

static lab_reg current(void *context, lab_reg r)
{
    const struct unrolling *x = context;
    int64_t n = ir_number_of(r);
    return n >= 0 && (size_t)n < x->n_renamed && x->renamed[n] != 0 ? x->renamed[n] : r;
}

/* ---- how often ---- */
/* Floating-point values that a copy of the body has at once, most of them: those it loads. */
static unsigned values_of_copy(const struct ir_block *b)
{
    unsigned n = 0;

    for (size_t i = 0; i < b->code.n; i++)
        n += lab_is_load(b->code.at[i].inst.op) && lab_reg_unit(b->code.at[i].inst.d) == LAB_FPU;
    return n;
}

static long degree(const struct ir_loop *l, const struct kfc_options *o)
{
    size_t size = l->head->code.n;
    unsigned values = values_of_copy(l->head);
    long k = o->unroll > 0 ? o->unroll : 16;

    if (o->unroll == 0)
        while (k > 1 && ((size_t)k * size > BODY_MOST || (size_t)k * values > 4 * VALUES_MOST))
            k /= 2;
    while (k > 1 && l->trips > 0 && l->trips < k)
        k /= 2;
    return k;
}

/* ---- the main loop ---- */
/* Whether a register that the body writes is read again by the next pass, or behind the loop. It
 * is so before the pass and in it: other loops that get copies read what they read before. */
static bool stays(const struct unrolling *x, lab_reg r)
{
    const uint32_t *next = x->next[x->number];
    size_t n = (size_t)ir_number_of(r);
    return flow_is_live_at(&x->first, next[0], n) || flow_is_live_at(&x->first, next[1], n);
}

static bool counts_down(const struct ir_inst *i, lab_reg trip)
{
    return i->op == IR_INST && i->inst.d == trip;
}

/* The copy that follows has names of its own. */
static void forget_names(struct unrolling *x, const struct ir_block *body)
{
    for (size_t i = 0; i < body->code.n; i++) {
        int64_t d = ir_number_of(ir_written(&body->code.at[i]));
        if (d >= 0)
            x->renamed[d] = 0;
    }
}

/* A copy of the body with temporaries of its own; the last keeps the counting. */
static void copy_body(struct unrolling *x, const struct ir_block *body, struct ir_block *to,
                      lab_reg trip, bool last)
{
    for (size_t i = 0; i < body->code.n; i++) {
        struct ir_inst j = body->code.at[i];
        int64_t d = ir_number_of(ir_written(&j));
        if (!last && counts_down(&j, trip))
            continue;
        body_rename_reads(x->arena, &j, current, x);
        if (d >= 0 && !stays(x, j.inst.d) && !lab_reads_destination(j.inst.op))
            j.inst.d = x->renamed[d] = ir_register(x->p, lab_reg_unit(j.inst.d));
        *array_push(&to->code) = j;
    }
    forget_names(x, body);
}

static void put(struct ir_block *b, struct ir_inst i)
{
    *array_push(&b->code) = i;
}

static void jump(struct ir_block *from, struct ir_block *to)
{
    from->end = END_JUMP;
    from->next[0] = to;
}

/* b goes to yes while r > 0, else to no. */
static void branch(struct ir_block *b, lab_reg r, struct ir_block *yes, struct ir_block *no)
{
    b->end = END_BRANCH;
    b->test = LAB_ITSTGT8;
    b->compare = (struct lab_inst){.op = LAB_ITSTGT8, .line = b->line};
    b->compare.s[0] = r;
    b->compare.immediate[1] = true;
    b->next[0] = no;
    b->next[1] = yes;
}

/* Passes of the main loop into main, those that are left into trip; b: where. */
static void split_passes(struct unrolling *x, struct ir_block *b, lab_reg trip, lab_reg main,
                         long k, uint32_t line)
{
    int log2 = ir_log2(k);

    if (log2 > 0) {
        put(b, ir_of_number(LAB_ASH8, main, trip, 0, -log2, line));
        struct ir_inst low = ir_of_registers(LAB_CLRH8, trip, trip, 0, line);
        low.inst.imm = log2;
        put(b, low);
        return;
    }
    lab_reg done = ir_register(x->p, LAB_IPU);
    put(b, ir_of_number(LAB_DIV8, main, trip, 1, k, line));
    put(b, ir_of_number(LAB_MUL8, done, main, 1, k, line));
    put(b, ir_of_registers(LAB_SUB8, trip, trip, done, line));
}

static struct ir_loop *new_loop(struct unrolling *x, const struct ir_loop *like, long k)
{
    struct ir_loop main = *like;

    main.step = like->step * k;
    main.trips = like->trips / k;
    main.unrolled = (unsigned)k;
    main.trip = ir_register(x->p, LAB_IPU);
    *array_push(&x->p->loops) = main;
    return &x->p->loops.at[x->p->loops.n - 1];
}

/* The copies count another register down. */
static void count_main(struct ir_block *b, lab_reg trip, lab_reg main)
{
    for (size_t i = 0; i < b->code.n; i++) {
        lab_reg *at[IR_READS];
        size_t n = ir_reads(&b->code.at[i], at);
        for (size_t r = 0; r < n; r++)
            if (*at[r] == trip)
                *at[r] = main;
        if (b->code.at[i].inst.d == trip)
            b->code.at[i].inst.d = main;
    }
}

/* Whether the body uses the count for nothing but counting. */
static bool trip_only_counts(const struct ir_loop *l)
{
    unsigned writes = 0, reads = 0;

    for (size_t i = 0; i < l->head->code.n; i++) {
        struct ir_inst *j = &l->head->code.at[i];
        lab_reg *at[IR_READS];
        size_t n = ir_reads(j, at);
        bool counts = counts_down(j, l->trip);
        writes += counts;
        for (size_t r = 0; r < n; r++)
            reads += *at[r] == l->trip && !counts;
        for (int t = 0; j->inst.place != NULL && t < j->inst.place->n_terms; t++)
            reads += j->inst.place->terms[t].index == l->trip;
        if (counts && (j->inst.op != LAB_ADD8 || j->inst.s[0] != l->trip || !j->inst.immediate[1] ||
                       j->inst.imm != -1))
            return false;
    }
    return writes == 1 && reads == 0 && l->head->test == LAB_ITSTGT8 &&
           l->head->compare.s[0] == l->trip && l->head->compare.immediate[1] &&
           l->head->compare.imm == 0;
}

/* before -> (main: start -> body -> rest?) -> before the rest -> the loop as it was. */
static void unroll(struct unrolling *x, long k)
{
    struct ir_loop *l = new_loop(x, &x->p->loops.at[x->number], k), old = x->p->loops.at[x->number];
    lab_reg trip = old.trip, main = l->trip;
    struct ir_block *split = old.before, *start = flow_block(x->arena, x->p, split, old.parent);
    struct ir_block *body = flow_block(x->arena, x->p, start, (int)x->p->loops.n - 1);
    struct ir_block *done = flow_block(x->arena, x->p, body, old.parent);
    struct ir_block *rest = flow_block(x->arena, x->p, done, old.parent);

    for (long c = 0; c < k; c++)
        copy_body(x, old.head, body, trip, c == k - 1);
    count_main(body, trip, main);
    branch(body, main, body, done);
    if (old.trips > 0) {
        put(split, ir_of_number(LAB_MOVI8, main, 0, 0, old.trips / k, old.line));
        put(split, ir_of_number(LAB_MOVI8, trip, 0, 0, old.trips % k, old.line));
        jump(split, start);
        jump(done, old.trips % k > 0 ? rest : old.after);
    } else {
        split_passes(x, split, trip, main, k, old.line);
        branch(split, main, start, rest);
        branch(done, trip, rest, old.after);
    }
    jump(start, body);
    jump(rest, old.head);
    body->line = old.head->line;
    l->before = start;
    l->head = l->latch = body;
    l->after = done;
    x->p->loops.at[x->number].before = rest;
    x->p->loops.at[x->number].trips = old.trips % k;
}

static bool may_unroll(const struct unrolling *x)
{
    const struct ir_loop *l = &x->p->loops.at[x->number];

    return body_is_simple(&x->f, x->number) && l->unrolled == 0 && trip_only_counts(l);
}

/* Whether the loop was unrolled; then x->f holds no longer. */
static bool try_unroll(struct unrolling *x, int loop, const struct kfc_options *o)
{
    x->number = loop;
    long k = may_unroll(x) ? degree(&x->p->loops.at[loop], o) : 1;

    if (k > 1)
        unroll(x, k);
    return k > 1;
}

static void note_latches(struct unrolling *x)
{
    x->next = arena_alloc(&x->first.arena, (x->p->loops.n + 1) * sizeof *x->next);
    for (size_t l = 0; l < x->p->loops.n; l++) {
        const struct ir_block *latch = x->p->loops.at[l].latch;
        for (int e = 0; latch != NULL && e < flow_next(latch); e++) {
            x->next[l][e] = latch->next[e]->id;
            x->next[l][1] = latch->next[e]->id;
        }
    }
}

void optimize_unroll(struct arena *a, struct ir_procedure *p, const struct kfc_options *o)
{
    struct unrolling x = {.arena = a, .p = p};

    flow_new(&x.first, p);
    note_latches(&x);
    x.n_renamed = p->n_virtual;
    x.renamed = ARENA_ARRAY(&x.first.arena, lab_reg, x.n_renamed + 1);
    flow_edges(&x.f, p);
    for (size_t l = p->loops.n; l-- > 0;)
        if (try_unroll(&x, (int)l, o)) {
            flow_free(&x.f);
            flow_edges(&x.f, p);
        }
    flow_free(&x.f);
    flow_free(&x.first);
}
