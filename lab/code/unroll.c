/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loop unrolling: before -> [main loop: k iterations at a time] -> [remainder: one at a time] ->
 * after. The order of operations does not change; later passes remove redundancy between the
 * copies. */
#include "lab/code/body.h"

/* Limits of the unrolled body: instructions and floating-point values. */
enum { MAX_BODY = 320, MAX_VALUES = 44 };

struct unrolling {
    struct arena *arena;
    struct flow f; /* current edges, without liveness */
    struct ir_procedure *p;
    int number;
    struct flow first;   /* flow before the pass */
    uint32_t (*next)[2]; /* for each loop's latch: numbers in first of its successors */
    lab_reg *renamed;    /* by register number: its name in the current copy; 0 = itself */
    size_t n_renamed;
};

static lab_reg current_name(void *context, lab_reg r)
{
    const struct unrolling *x = context;
    int64_t n = ir_virtual_number(r);
    return n >= 0 && (size_t)n < x->n_renamed && x->renamed[n] != 0 ? x->renamed[n] : r;
}

/* ---- unroll degree ---- */
/* Returns the number of floating-point values that a copy of the body loads, as an estimate of
 * the registers it needs. */
static unsigned values_of_copy(const struct ir_block *b)
{
    unsigned n = 0;

    for (size_t i = 0; i < b->code.n; i++)
        n += lab_is_load(b->code.at[i].inst.op) && lab_reg_unit(b->code.at[i].inst.d) == LAB_FPU;
    return n;
}

static long choose_degree(const struct ir_loop *l, const struct kfc_options *o)
{
    size_t size = l->head->code.n;
    unsigned values = values_of_copy(l->head);
    long k = o->unroll > 0 ? o->unroll : 16;

    if (o->unroll == 0)
        while (k > 1 && ((size_t)k * size > MAX_BODY || (size_t)k * values > 4 * MAX_VALUES))
            k /= 2;
    while (k > 1 && l->trips > 0 && l->trips < k)
        k /= 2;
    return k;
}

/* ---- the main loop ---- */
/* Returns whether a register that the body writes is read by the next iteration or after the
 * loop. Liveness before the pass is valid, because the copies of other loops read the same
 * registers. */
static bool is_read_after(const struct unrolling *x, lab_reg r)
{
    const uint32_t *next = x->next[x->number];
    size_t n = (size_t)ir_virtual_number(r);
    return flow_is_live_at(&x->first, next[0], n) || flow_is_live_at(&x->first, next[1], n);
}

static bool counts_down(const struct ir_inst *i, lab_reg trip)
{
    return i->op == IR_INST && i->inst.d == trip;
}

/* Clears the names, so that the next copy gets new ones. */
static void clear_names(struct unrolling *x, const struct ir_block *body)
{
    for (size_t i = 0; i < body->code.n; i++) {
        int64_t d = ir_virtual_number(ir_written(&body->code.at[i]));
        if (d >= 0)
            x->renamed[d] = 0;
    }
}

/* Appends a copy of the body with new temporaries. Only the last copy decrements the trip count. */
static void copy_body(struct unrolling *x, const struct ir_block *body, struct ir_block *to,
                      lab_reg trip, bool last)
{
    for (size_t i = 0; i < body->code.n; i++) {
        struct ir_inst j = body->code.at[i];
        int64_t d = ir_virtual_number(ir_written(&j));
        if (!last && counts_down(&j, trip))
            continue;
        body_rename_reads(x->arena, &j, current_name, x);
        if (d >= 0 && !is_read_after(x, j.inst.d) && !lab_reads_destination(j.inst.op))
            j.inst.d = x->renamed[d] = ir_register(x->p, lab_reg_unit(j.inst.d));
        *array_push(&to->code) = j;
    }
    clear_names(x, body);
}

static void append_inst(struct ir_block *b, struct ir_inst i)
{
    *array_push(&b->code) = i;
}

static void end_with_jump(struct ir_block *from, struct ir_block *to)
{
    from->end = END_JUMP;
    from->next[0] = to;
}

/* Ends b with a branch to yes if r > 0, else to no. */
static void end_with_branch(struct ir_block *b, lab_reg r, struct ir_block *yes,
                            struct ir_block *no)
{
    b->end = END_BRANCH;
    b->test = LAB_ITSTGT8;
    b->compare = (struct lab_inst){.op = LAB_ITSTGT8, .line = b->line};
    b->compare.s[0] = r;
    b->compare.immediate[1] = true;
    b->next[0] = no;
    b->next[1] = yes;
}

/* Emits code in b that computes the main loop's trip count in main and the remainder in trip. */
static void split_trip_count(struct unrolling *x, struct ir_block *b, lab_reg trip, lab_reg main,
                             long k, uint32_t line)
{
    int log2 = ir_log2(k);

    if (log2 > 0) {
        append_inst(b, ir_of_number(LAB_ASH8, main, trip, 0, -log2, line));
        struct ir_inst low = ir_of_registers(LAB_CLRH8, trip, trip, 0, line);
        low.inst.imm = log2;
        append_inst(b, low);
        return;
    }
    lab_reg done = ir_register(x->p, LAB_IPU);
    append_inst(b, ir_of_number(LAB_DIV8, main, trip, 1, k, line));
    append_inst(b, ir_of_number(LAB_MUL8, done, main, 1, k, line));
    append_inst(b, ir_of_registers(LAB_SUB8, trip, trip, done, line));
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

/* Makes the copies decrement another register. */
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

/* Returns whether the body uses the trip count only for counting. */
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
        for (int t = 0; j->inst.place && t < j->inst.place->n_terms; t++)
            reads += j->inst.place->terms[t].index == l->trip;
        if (counts && (j->inst.op != LAB_ADD8 || j->inst.s[0] != l->trip || !j->inst.immediate[1] ||
                       j->inst.imm != -1))
            return false;
    }
    return writes == 1 && reads == 0 && l->head->test == LAB_ITSTGT8 &&
           l->head->compare.s[0] == l->trip && l->head->compare.immediate[1] &&
           l->head->compare.imm == 0;
}

/* before -> (main: start -> body -> done) -> rest: before the remainder loop, which is the
 * original loop. */
static void unroll_loop(struct unrolling *x, long k)
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
    end_with_branch(body, main, body, done);
    if (old.trips > 0) {
        append_inst(split, ir_of_number(LAB_MOVI8, main, 0, 0, old.trips / k, old.line));
        append_inst(split, ir_of_number(LAB_MOVI8, trip, 0, 0, old.trips % k, old.line));
        end_with_jump(split, start);
        end_with_jump(done, old.trips % k > 0 ? rest : old.after);
    } else {
        split_trip_count(x, split, trip, main, k, old.line);
        end_with_branch(split, main, start, rest);
        end_with_branch(done, trip, rest, old.after);
    }
    end_with_jump(start, body);
    end_with_jump(rest, old.head);
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

/* Returns whether the loop was unrolled; x->f is invalid then. */
static bool try_unroll(struct unrolling *x, int loop, const struct kfc_options *o)
{
    x->number = loop;
    long k = may_unroll(x) ? choose_degree(&x->p->loops.at[loop], o) : 1;

    if (k > 1)
        unroll_loop(x, k);
    return k > 1;
}

static void record_latches(struct unrolling *x)
{
    x->next = arena_alloc(&x->first.arena, (x->p->loops.n + 1) * sizeof *x->next);
    for (size_t l = 0; l < x->p->loops.n; l++) {
        const struct ir_block *latch = x->p->loops.at[l].latch;
        for (int e = 0; latch && e < flow_next(latch); e++) {
            x->next[l][e] = latch->next[e]->id;
            x->next[l][1] = latch->next[e]->id;
        }
    }
}

void optimize_unroll(struct arena *a, struct ir_procedure *p, const struct kfc_options *o)
{
    struct unrolling x = {.arena = a, .p = p};

    flow_analyze(&x.first, p);
    record_latches(&x);
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
