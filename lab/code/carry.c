/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps elements that an earlier iteration loaded or stored, a constant number of iterations
 * ago, in registers instead of loading them again. Elements with the smallest distance get
 * registers first, while there are enough. */
#include "lab/code/alias.h"
#include "lab/code/body.h"

enum { MAX_CARRY_REGISTERS = 36, MAX_CARRY_DISTANCE = 4 };

/* A load or store of the body, with the values that registers have at the start of an iteration. */
struct access {
    size_t at; /* instruction */
    struct memory m;
    int64_t step; /* bytes per iteration; 0 = the address is invariant or varies irregularly */
    bool known;   /* step and m are known */
    bool load;
    size_t source;    /* a load: the access that had its element; its own index = none */
    int64_t distance; /* distance to that access, in iterations */
};
struct carry_state {
    struct arena *arena;
    struct ir_procedure *p;
    struct ir_loop *loop;
    struct ir_block *body;
    struct flow_step *steps;
    uint32_t *writes;
    ARRAY(struct access) accesses;
    unsigned in_use;        /* registers in use, which is also the number of copies per iteration */
    ARRAY(size_t) selected; /* accesses, in the order of their copies */
    ir_code preloads, copies;
};

/* Finds the address of an access at the start of an iteration, and its step. */
static void find_address(struct carry_state *x, struct access *c, const struct ir_inst *i)
{
    c->m = ir_memory_of_inst(i);
    c->known = i->inst.place && i->inst.base == 0 && c->m.object;
    for (int t = 0; t < c->m.n && c->known; t++) {
        int64_t n = ir_virtual_number(c->m.terms[t].of);
        const struct flow_step *s = &x->steps[n];
        if (x->writes[n] == 0)
            continue;
        if (!s->block) {
            c->known = false;
            return;
        }
        c->step += s->step * c->m.terms[t].scale;
        if (s->at < c->at)
            c->m.offset += s->step * c->m.terms[t].scale;
    }
}

static void find_accesses(struct carry_state *x)
{
    for (size_t i = 0; i < x->body->code.n; i++) {
        const struct ir_inst *j = &x->body->code.at[i];
        if (!ir_is_memory(j))
            continue;
        struct access c = {.at = i, .load = lab_is_load(j->inst.op), .source = i};
        find_address(x, &c, j);
        *array_push(&x->accesses) = c;
    }
}

static lab_reg data_register(const struct carry_state *x, const struct access *c)
{
    const struct lab_inst *i = &x->body->code.at[c->at].inst;
    return c->load ? i->d : i->s[0];
}

/* Returns how many iterations ago access y accessed what load c reads; -1 = never, or at no
 * constant distance. */
static int64_t find_distance(const struct access *c, const struct access *y)
{
    int64_t distance;

    if (!y->known || y->step != c->step || ir_objects_disjoint(c->m.object, y->m.object) ||
        !ir_memory_distance(&c->m, &y->m, &distance) || c->m.bytes != y->m.bytes ||
        distance % c->step != 0)
        return -1;
    return distance / c->step;
}

/* Returns the memory of s with its varying terms renamed: the memory that s accesses in another
 * iteration. */
static struct memory rename_varying_terms(const struct carry_state *x, const struct memory *s)
{
    struct memory m = *s;

    m.n = 0;
    for (int t = 0; t < s->n; t++) {
        bool varies = x->writes[ir_virtual_number(s->terms[t].of)] > 0;
        ir_memory_add(&m, varies ? ~s->terms[t].of : s->terms[t].of, s->terms[t].scale);
    }
    return m;
}

/* Returns whether store s, in any iteration, cannot write what c reads, except at constant
 * distances that find_distance() detects. */
static bool is_independent_store(const struct carry_state *x, const struct access *c,
                                 const struct access *s)
{
    int64_t distance, bytes = (int64_t)c->m.bytes;
    struct memory other = rename_varying_terms(x, &s->m);
    bool constant = ir_memory_distance(&c->m, &s->m, &distance);

    if (!ir_memory_may_overlap(&c->m, &other))
        return true;
    if (!constant)
        return x->loop->independent && s->m.object;
    return s->known && s->step == c->step && c->m.bytes == s->m.bytes && distance % bytes == 0 &&
           c->step % bytes == 0;
}

static bool may_be_overwritten(const struct carry_state *x, const struct access *c)
{
    for (size_t s = 0; s < x->accesses.n; s++) {
        const struct access *y = &x->accesses.at[s];
        if (!y->load && !is_independent_store(x, c, y))
            return true;
    }
    return false;
}

/* Returns whether a load of c would give exactly the value of y's register. */
static bool same_value(const struct carry_state *x, const struct access *c, const struct access *y)
{
    const struct lab_inst *a = &x->body->code.at[c->at].inst, *b = &x->body->code.at[y->at].inst;
    bool narrow = c->m.bytes < 8 && lab_reg_unit(a->d) == LAB_FPU && !y->load;

    for (size_t i = y->at + 1; i < x->body->code.n; i++)
        if (ir_written(&x->body->code.at[i]) == data_register(x, y))
            return false;
    return lab_reg_unit(data_register(x, c)) == lab_reg_unit(data_register(x, y)) && !narrow &&
           c->m.bytes >= 4 && (!y->load || a->op == b->op);
}

/* Finds the nearest access to the element of a load: the smallest distance, and the last access
 * at that distance. */
static void find_source(struct carry_state *x, size_t number)
{
    struct access *c = &x->accesses.at[number];
    const struct access *best = NULL;

    c->source = number;
    if (!c->load || !c->known || c->step == 0 || may_be_overwritten(x, c))
        return;
    for (size_t i = 0; i < x->accesses.n; i++) {
        const struct access *y = &x->accesses.at[i];
        int64_t distance = find_distance(c, y);
        if (distance == 0 && !y->load && y->at < c->at) {
            c->source = number;
            return;
        }
        if (distance < 1 || (best && distance > c->distance))
            continue;
        best = y;
        c->source = i;
        c->distance = distance;
    }
    if (best && (c->distance > MAX_CARRY_DISTANCE || !same_value(x, c, best)))
        c->source = number;
}

/* ---- transformation ---- */
/* Puts a load before the loop: the one that is executed distance iterations later. */
static void preload_element(struct carry_state *x, const struct access *c, struct ir_inst i,
                            lab_reg d, int64_t distance)
{
    struct ir_place *p = ARENA_NEW(x->arena, struct ir_place);

    *p = *i.inst.place;
    p->offset = c->m.offset + distance * c->step;
    i.inst.place = p;
    i.inst.d = d;
    *array_push(&x->preloads) = i;
}

/* Replaces load c by a copy of a register. A chain of registers passes its element on from
 * iteration to iteration. */
static void carry_element(struct carry_state *x, struct access *c)
{
    struct ir_inst load = x->body->code.at[c->at];
    enum lab_unit unit = lab_reg_unit(load.inst.d);
    uint32_t line = load.inst.line;
    lab_reg to = ir_register(x->p, unit);

    preload_element(x, c, load, to, 0);
    x->body->code.at[c->at] = ir_move(load.inst.d, to, line);
    for (int64_t n = 1; n < c->distance; n++) {
        lab_reg next = ir_register(x->p, unit);
        preload_element(x, c, load, next, n);
        *array_push(&x->copies) = ir_move(to, next, line);
        to = next;
    }
    *array_push(&x->copies) = ir_move(to, data_register(x, &x->accesses.at[c->source]), line);
}

/* Returns the number of instructions in the left half after triads are formed: a multiply and an
 * add become one. */
static unsigned left_size(const struct ir_block *b)
{
    unsigned multiplies = 0, adds = 0;

    for (size_t i = 0; i < b->code.n; i++) {
        multiplies += b->code.at[i].inst.op == LAB_FMUL8;
        adds += b->code.at[i].inst.op == LAB_FADD8 || b->code.at[i].inst.op == LAB_FSUB8;
    }
    return body_size(b, LAB_LEFT) - (multiplies < adds ? multiplies : adds);
}

/* A load uses the right half, its copies use the left half. Returns whether the right half, with
 * the branch and one base register, still has at least as many instructions as the left one. */
static bool is_profitable(const struct carry_state *x, const struct access *c)
{
    const struct access *y = &x->accesses.at[c->source];
    unsigned left = left_size(x->body), right = body_size(x->body, LAB_RIGHT) + 2;

    if (x->in_use + c->distance > MAX_CARRY_REGISTERS)
        return false;
    return (c->distance == 1 && !y->load) ||
           left + x->in_use + (unsigned)c->distance + x->selected.n <= right;
}

/* Appends the copies to the body. They are in the order of the chains; temporaries keep each value
 * until its register has been copied. */
static void append_ends(struct carry_state *x)
{
    ir_code saved = {0}, set = {0};

    for (size_t i = 0; i < x->copies.n; i++) {
        const struct ir_inst *e = &x->copies.at[i];
        lab_reg t = ir_register(x->p, lab_reg_unit(e->inst.d));
        *array_push(&saved) = ir_move(t, e->inst.s[0], e->inst.line);
        *array_push(&set) = ir_move(e->inst.d, t, e->inst.line);
    }
    ir_append_block(x->body, &saved);
    ir_append_block(x->body, &set);
    array_free(&saved);
    array_free(&set);
}

/* Selects an access. Accesses are sorted so that a register is read by a later copy before it is
 * written. */
static void select_access(struct carry_state *x, size_t number)
{
    const struct access *c = &x->accesses.at[number];
    size_t at = x->selected.n;

    (void)array_push(&x->selected);
    for (; at > 0; at--) {
        const struct access *b = &x->accesses.at[x->selected.at[at - 1]];
        if (c->step > 0 ? b->m.offset <= c->m.offset : b->m.offset >= c->m.offset)
            break;
        x->selected.at[at] = x->selected.at[at - 1];
    }
    x->selected.at[at] = number;
    x->in_use += (unsigned)c->distance;
}

static void carry_elements(struct carry_state *x)
{
    for (size_t i = 0; i < x->accesses.n; i++)
        find_source(x, i);
    for (int64_t distance = 1; distance <= MAX_CARRY_DISTANCE; distance++)
        for (size_t i = 0; i < x->accesses.n; i++) {
            const struct access *c = &x->accesses.at[i];
            if (c->load && c->source != i && c->distance == distance && is_profitable(x, c))
                select_access(x, i);
        }
    for (size_t i = 0; i < x->selected.n; i++)
        carry_element(x, &x->accesses.at[x->selected.at[i]]);
    ir_append_block(x->loop->before, &x->preloads);
    append_ends(x);
}

void optimize_carried(struct arena *a, struct ir_procedure *p, bool independent)
{
    struct flow f;

    flow_edges(&f, p);
    for (size_t l = 0; l < p->loops.n; l++) {
        struct carry_state x = {.arena = a, .p = p};
        struct arena of_loop = {0};
        if (body_is_simple(&f, (int)l) && (!independent || p->loops.at[l].independent)) {
            x.loop = &p->loops.at[l];
            x.body = x.loop->head;
            x.steps = flow_steps(&f, &of_loop, (int)l);
            x.writes = flow_writes(&of_loop, p, (int)l);
            find_accesses(&x);
            carry_elements(&x);
        }
        array_free(&x.accesses);
        array_free(&x.selected);
        array_free(&x.preloads);
        array_free(&x.copies);
        arena_free(&of_loop);
    }
    flow_free(&f);
}
