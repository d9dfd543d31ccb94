/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strength reduction: memory that a loop accesses with a constant step is addressed by a base
 * register that the latch increments. Accesses with the same start address (of an argument, a
 * COMMON block or the frame) and the same terms share a register if displacements reach them. */
#include "lab/code/address.h"
#include "lab/code/alias.h"
#include "lab/code/flow.h"

enum { MAX_BASES = 18 }; /* of a loop; the other CEU registers are needed for other values */

/* A load or store of the loop. */
struct stepped_access {
    struct ir_block *block;
    size_t at;
    struct memory m; /* with the values that registers have at the start of an iteration */
    int64_t offset;  /* from the start of its base */
    int64_t step;    /* bytes per iteration */
    int base;        /* -1 = none */
};
struct base {
    lab_reg reg;
    const struct stepped_access *first; /* one of its accesses */
    int64_t low, high;                  /* range of offsets */
    unsigned references;
};
struct loop_reduction {
    struct addressing *x;
    struct flow *f;
    int loop;
    struct flow_step *steps;
    uint32_t *writes;
    ARRAY(struct stepped_access) references;
    ARRAY(struct base) bases;
};

/* Returns 1 if the iteration has incremented the register before that instruction, 0 if not, -1
 * if unknown. */
static int is_stepped(const struct loop_reduction *r, const struct flow_step *s,
                      const struct ir_block *b, size_t at)
{
    if (s->block == b)
        return s->at < at;
    if (s->block == r->x->p->loops.at[r->loop].latch)
        return 0;
    return flow_dominates(r->f, s->block, b) ? 1 : -1;
}

/* Finds the address of an access at the start of an iteration and its step. Returns false if the
 * step is not constant. */
static bool find_reference(const struct loop_reduction *r, struct ir_block *b, size_t at,
                           struct stepped_access *n)
{
    const struct ir_inst *i = &b->code.at[at];

    *n = (struct stepped_access){.block = b, .at = at, .base = -1};
    if (!i->inst.place || i->inst.base != 0 || i->inst.place->n_terms == 0)
        return false;
    n->m = ir_memory_of(i->inst.place);
    for (int t = 0; t < n->m.n; t++) {
        int64_t v = ir_virtual_number(n->m.terms[t].of);
        if (v < 0 || r->writes[v] == 0)
            continue;
        int stepped = !r->steps[v].block ? -1 : is_stepped(r, &r->steps[v], b, at);
        if (stepped < 0)
            return false;
        n->step += r->steps[v].step * n->m.terms[t].scale;
        n->m.offset += stepped * r->steps[v].step * n->m.terms[t].scale;
    }
    return true;
}

static void find_references(struct loop_reduction *r)
{
    for (size_t b = 0; b < r->f->n_blocks; b++) {
        struct ir_block *block = r->x->p->blocks.at[b];
        struct stepped_access n;
        for (size_t i = 0; i < block->code.n && block->loop == r->loop; i++)
            if (find_reference(r, block, i, &n))
                *array_push(&r->references) = n;
    }
}

/* Returns whether two accesses differ by a constant number of bytes in each iteration. */
static bool find_distance(const struct stepped_access *a, const struct stepped_access *b,
                          int64_t *bytes)
{
    return a->step == b->step && ir_memory_distance(&a->m, &b->m, bytes);
}

static bool extend_base(const struct loop_reduction *r, struct base *b, struct stepped_access *n)
{
    if (!find_distance(b->first, n, &n->offset))
        return false;
    int64_t low = n->offset < b->low ? n->offset : b->low;
    int64_t high = n->offset > b->high ? n->offset : b->high;
    if (high - low >= 2 * r->x->reach)
        return false;
    b->low = low;
    b->high = high;
    b->references++;
    return true;
}

static void find_base(struct loop_reduction *r, struct stepped_access *n)
{
    for (size_t b = 0; b < r->bases.n && n->base < 0; b++)
        if (extend_base(r, &r->bases.at[b], n))
            n->base = (int)b;
    if (n->base >= 0 || r->bases.n == MAX_BASES)
        return;
    n->base = (int)r->bases.n;
    n->offset = 0;
    *array_push(&r->bases) = (struct base){.first = n, .references = 1};
}

/* Returns the offset of displacement 0: the lowest offset, or one above it so that all are
 * within reach. */
static int64_t base_origin(const struct loop_reduction *r, const struct base *b)
{
    return b->high - b->low < r->x->reach ? b->low : b->low + r->x->reach;
}

/* Replaces terms whose registers have known start values by constant offsets. */
static void fold_terms(const struct loop_reduction *r, struct ir_place *p)
{
    int n = 0;

    for (int t = 0; t < p->n_terms; t++) {
        int64_t value;
        if (flow_starts_at(r->f, r->loop, p->terms[t].index, &value))
            p->offset += value * p->terms[t].scale;
        else
            p->terms[n++] = p->terms[t];
    }
    p->n_terms = n;
}

static void start_base(struct loop_reduction *r, ir_code *code, struct base *b)
{
    const struct stepped_access *n = b->first;
    struct ir_place p = *n->block->code.at[n->at].inst.place;
    uint32_t line = n->block->code.at[n->at].inst.line;
    int64_t offset;

    p.offset = n->m.offset + base_origin(r, b);
    fold_terms(r, &p);
    lab_reg start = address_place(r->x, code, &p, true, &offset, line);
    b->reg = ir_register(r->x->p, LAB_CEU);
    *array_push(code) = ir_move(b->reg, start, line);
}

static void step_base(const struct loop_reduction *r, struct ir_block *latch, const struct base *b)
{
    if (b->first->step == 0)
        return;
    *array_push(&latch->code) =
        ir_of_number(LAB_SADD8, b->reg, b->reg, 1, b->first->step, r->x->p->loops.at[r->loop].line);
}

static void use_base(struct loop_reduction *r, const struct stepped_access *n)
{
    const struct base *b = &r->bases.at[n->base];
    struct ir_inst *i = &n->block->code.at[n->at];
    int64_t offset = n->offset - base_origin(r, b);

    if (i->op == IR_ADDRESS)
        *i = ir_of_number(LAB_SADD8, i->inst.d, b->reg, 1, offset, i->inst.line);
    else {
        i->inst.base = b->reg;
        i->inst.offset = offset;
    }
}

static void reduce_loop(struct loop_reduction *r)
{
    struct ir_block *before = r->x->p->loops.at[r->loop].before;
    struct ir_block *latch = r->x->p->loops.at[r->loop].latch;
    ir_code code = {0};

    find_references(r);
    for (size_t n = 0; n < r->references.n; n++)
        find_base(r, &r->references.at[n]);
    for (size_t b = 0; b < r->bases.n; b++)
        start_base(r, &code, &r->bases.at[b]);
    for (size_t n = 0; n < r->references.n; n++)
        if (r->references.at[n].base >= 0)
            use_base(r, &r->references.at[n]);
    for (size_t b = 0; b < r->bases.n; b++)
        step_base(r, latch, &r->bases.at[b]);
    ir_append_block(before, &code);
    array_free(&code);
}

void address_loops(struct addressing *x)
{
    struct flow f;

    flow_edges(&f, x->p);
    for (size_t l = x->p->loops.n; l-- > 0;) {
        struct arena of_loop = {0};
        struct loop_reduction r = {.x = x, .f = &f, .loop = (int)l};
        if (flow_is_entered_once(&f, (int)l)) {
            r.steps = flow_steps(&f, &of_loop, (int)l);
            r.writes = flow_writes(&of_loop, x->p, (int)l);
            reduce_loop(&r);
        }
        array_free(&r.references);
        array_free(&r.bases);
        arena_free(&of_loop);
    }
    flow_free(&f);
}
