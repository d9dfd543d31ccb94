/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forms triads: combines a product with an add or subtract that is its only use. Triads round
 * the product, so results do not change. Negations between the two are included in the sign of the
 * triad. The form is chosen so that the register that a triad overwrites is not read later, if
 * possible. */
#include "lab/code/passes.h"

#include <string.h>

struct fusing {
    struct flow f;
    struct ir_procedure *p;
    struct ir_block *block;
    const uint32_t *reads, *writes; /* in the procedure, by register number */
    int64_t *written_at;            /* in the block, by register number; -1 = not written yet */
    bool *absorbed;                 /* instructions of the block that have been absorbed */
};

/* Returns the index of the instruction in this block that computes operand r, if it has that
 * opcode, r has no other use, and the sources of the instruction are unchanged at instruction
 * at; -1 = none. */
static int64_t find_source(const struct fusing *x, lab_reg r, enum lab_opcode op, size_t at)
{
    int64_t n = ir_virtual_number(r);

    if (n < 0 || x->reads[n] != 1 || x->writes[n] != 1 || x->written_at[n] < 0)
        return -1;
    size_t from = (size_t)x->written_at[n];
    const struct ir_inst *i = &x->block->code.at[from];
    if (i->op != IR_INST || i->inst.op != op || x->absorbed[from])
        return -1;
    for (size_t j = from + 1; j < at; j++) {
        lab_reg d = ir_written(&x->block->code.at[j]);
        if (d != 0 && (d == i->inst.s[0] || d == i->inst.s[1]) && !x->absorbed[j])
            return -1;
    }
    return (int64_t)from;
}

/* An operand as a signed product. */
struct product {
    bool negative;
    int64_t multiply;    /* index of the instruction; -1 = not a product */
    int64_t negation[3]; /* indices of the negations absorbed; -1 = none */
    lab_reg a, b;
};

static lab_reg skip_negation(const struct fusing *x, lab_reg r, size_t at, struct product *p,
                             int number)
{
    p->negation[number] = find_source(x, r, LAB_FNEG8, at);
    if (p->negation[number] < 0)
        return r;
    p->negative = !p->negative;
    return x->block->code.at[p->negation[number]].inst.s[0];
}

static struct product product_of(const struct fusing *x, lab_reg r, size_t at)
{
    struct product p = {.multiply = -1, .negation = {-1, -1, -1}};

    r = skip_negation(x, r, at, &p, 0);
    p.multiply = find_source(x, r, LAB_FMUL8, at);
    if (p.multiply < 0)
        return p;
    p.a = skip_negation(x, x->block->code.at[p.multiply].inst.s[0], at, &p, 1);
    p.b = skip_negation(x, x->block->code.at[p.multiply].inst.s[1], at, &p, 2);
    return p;
}

static void absorb(struct fusing *x, const struct product *p)
{
    x->absorbed[p->multiply] = true;
    for (int n = 0; n < 3; n++)
        if (p->negation[n] >= 0)
            x->absorbed[p->negation[n]] = true;
}

/* Returns whether r is read after instruction at. */
static bool is_read_later(const struct fusing *x, lab_reg r, size_t at)
{
    int64_t n = ir_virtual_number(r);
    uint64_t *live = xmalloc(x->f.register_words * sizeof *live);

    if (n < 0 || (size_t)n >= x->f.register_words * 64) {
        array_release(live);
        return true;
    }
    flow_live_at_end(&x->f, x->block, live);
    for (size_t i = x->block->code.n; --i > at;)
        if (!x->absorbed[i])
            flow_step_back(live, &x->block->code.at[i]);
    bool later = flow_has(live, (size_t)n);
    array_release(live);
    return later;
}

/* sign * (a*b) + (or minus) other. */
struct triad {
    lab_reg a, b, other;
    bool negative, minus;
};

static enum lab_opcode triad_opcode(const struct triad *t)
{
    if (t->negative)
        return t->minus ? LAB_FNSU8 : LAB_FNAD8;
    return t->minus ? LAB_FMSU8 : LAB_FMAD8;
}

/* Replaces instruction at by a copy and a triad that overwrites the copied register, and returns
 * both. */
static void write_triad(const struct fusing *x, const struct triad *t, size_t at,
                        struct ir_inst *copy, struct ir_inst *triad)
{
    const struct ir_inst *add = &x->block->code.at[at];
    lab_reg d = add->inst.d, kept = t->other, first = t->a, second = t->b;
    enum lab_opcode op = triad_opcode(t);

    bool turned = t->minus || is_read_later(x, t->other, at);
    if (turned && !t->minus && t->a != t->b && (d != t->other)) {
        bool b_dies = t->b != t->other && !is_read_later(x, t->b, at);
        bool a_dies = t->a != t->other && !is_read_later(x, t->a, at);
        if (a_dies || b_dies) {
            op = t->negative ? LAB_FSUM8 : LAB_FADM8;
            kept = b_dies ? t->b : t->a;
            first = t->other;
            second = b_dies ? t->a : t->b;
        }
    }
    *copy = ir_move(d, kept, add->inst.line);
    *triad = ir_of_registers(op, d, first, second, add->inst.line);
}

/* ---- adds ---- */
/* Finds the product among an add's operands; if both are products, the later one. Sets *operand
 * to its index. */
static bool find_product(const struct fusing *x, size_t at, struct product *p, int *operand)
{
    const struct lab_inst *add = &x->block->code.at[at].inst;
    struct product q[2] = {product_of(x, add->s[0], at), product_of(x, add->s[1], at)};

    *operand = q[1].multiply > q[0].multiply ? 1 : 0;
    *p = q[*operand];
    return p->multiply >= 0 && add->s[0] != add->s[1];
}

/* Absorbs the negation of an operand that is no product: exchanges add and subtract. */
static void absorb_negation(struct fusing *x, size_t at)
{
    struct lab_inst *add = &x->block->code.at[at].inst;
    int64_t n = find_source(x, add->s[1], LAB_FNEG8, at);

    if (n >= 0) {
        add->s[1] = x->block->code.at[n].inst.s[0];
        add->op = add->op == LAB_FADD8 ? LAB_FSUB8 : LAB_FADD8;
        x->absorbed[n] = true;
        return;
    }
    n = add->op == LAB_FADD8 ? find_source(x, add->s[0], LAB_FNEG8, at) : -1;
    if (n < 0)
        return;
    add->s[0] = add->s[1];
    add->s[1] = x->block->code.at[n].inst.s[0];
    add->op = LAB_FSUB8;
    x->absorbed[n] = true;
}

/* Returns whether the copy to d would overwrite an operand of the triad before it is read. */
static bool copy_overwrites_operand(const struct triad *t, lab_reg d)
{
    return (d == t->a || d == t->b) && d != t->other;
}

static bool fuse(struct fusing *x, size_t at, struct ir_inst *copy, struct ir_inst *triad)
{
    const struct lab_inst *add = &x->block->code.at[at].inst;
    struct product p;
    int operand;

    if (!find_product(x, at, &p, &operand))
        return false;
    struct triad t = {p.a, p.b, add->s[1 - operand], p.negative, false};
    if (add->op == LAB_FSUB8 && operand == 0)
        t.minus = true;
    else if (add->op == LAB_FSUB8)
        t.negative = !t.negative;
    if (copy_overwrites_operand(&t, add->d) || t.a == t.other || t.b == t.other)
        return false;
    absorb(x, &p);
    write_triad(x, &t, at, copy, triad);
    return true;
}

static void record_write(struct fusing *x, size_t at)
{
    int64_t d = ir_virtual_number(ir_written(&x->block->code.at[at]));
    if (d >= 0)
        x->written_at[d] = (int64_t)at;
}

static void start_block(struct fusing *x, struct ir_block *b)
{
    x->block = b;
    x->absorbed = ARENA_ARRAY(&x->f.arena, bool, b->code.n + 1);
    for (uint32_t r = 0; r < x->p->n_virtual; r++)
        x->written_at[r] = -1;
}

static void fuse_block(struct fusing *x, struct ir_block *b)
{
    ir_code code = {0};
    struct ir_inst *with = ARENA_ARRAY(&x->f.arena, struct ir_inst, 2 * b->code.n + 1);
    bool *fused = ARENA_ARRAY(&x->f.arena, bool, b->code.n + 1);

    start_block(x, b);
    for (size_t i = 0; i < b->code.n; i++) {
        enum lab_opcode op = b->code.at[i].op == IR_INST ? b->code.at[i].inst.op : LAB_FINOP;
        if (op == LAB_FADD8 || op == LAB_FSUB8) {
            fused[i] = fuse(x, i, &with[2 * i], &with[2 * i + 1]);
            if (!fused[i])
                absorb_negation(x, i);
        }
        record_write(x, i);
    }
    for (size_t i = 0; i < b->code.n; i++)
        if (fused[i])
            ir_append(&code, &with[2 * i], with[2 * i].inst.d == with[2 * i].inst.s[0] ? 0 : 1),
                ir_append(&code, &with[2 * i + 1], 1);
        else if (!x->absorbed[i])
            *array_push(&code) = b->code.at[i];
    ir_replace(b, &code);
}

void optimize_triads(struct ir_procedure *p)
{
    struct fusing x = {.p = p};

    flow_analyze(&x.f, p);
    x.reads = flow_reads(&x.f.arena, p);
    x.writes = flow_writes(&x.f.arena, p, -1);
    x.written_at = ARENA_ARRAY(&x.f.arena, int64_t, p->n_virtual + 1);
    for (size_t b = 0; b < x.f.n_blocks; b++)
        fuse_block(&x, p->blocks.at[b]);
    flow_free(&x.f);
}
