/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Value numbering. The condition that a test leaves for selects is a value, too. */
#include "lab/code/values.h"

#include <string.h>

static enum lab_unit unit_of(lab_reg r)
{
    return lab_reg_unit(r);
}

static bool is_virtual(lab_reg r)
{
    return ir_virtual_number(r) >= 0;
}

/* Returns the oldest register that has the value of r. */
static lab_reg oldest_register(struct values *v, lab_reg r)
{
    if (!is_virtual(r))
        return r;
    lab_reg h = vn_holder(v, vn_of(v, r));
    return h != 0 ? h : r;
}

/* ---- sources ---- */
/* Returns the letter of a source among the operands. */
static char source_letter(enum lab_opcode op, int source)
{
    for (const char *p = lab_operation(op)->operands; *p != 0 && *p != ' '; p++)
        if (strchr("ficr", *p) && source-- == 0)
            return *p;
    return 0;
}

static bool has_number(const struct lab_inst *i)
{
    return i->immediate[0] || i->immediate[1] || i->immediate[2] ||
           strchr(lab_operation(i->op)->operands, 'n');
}

/* Replaces a source that is a known constant by an immediate if the instruction allows it. */
static void use_number(struct values *v, struct lab_inst *i, int source)
{
    if (i->immediate[source] || i->s[source] == 0 || has_number(i) ||
        source_letter(i->op, source) != 'i' || unit_of(i->s[source]) != LAB_IPU)
        return;
    const struct sum *s = &v->known.at[vn_of(v, i->s[source])].sum;
    if (!sum_constant(s))
        return;
    i->immediate[source] = true;
    i->imm = s->c;
    i->s[source] = 0;
}

static void use_oldest(struct values *v, struct lab_inst *i)
{
    for (int s = 0; s < LAB_SOURCES; s++)
        if (!i->immediate[s] && i->s[s] != 0)
            i->s[s] = oldest_register(v, i->s[s]);
    if (i->base != 0)
        i->base = oldest_register(v, i->base);
}

static struct sum source_sum(struct values *v, const struct lab_inst *i, int source)
{
    if (i->immediate[source])
        return (struct sum){.c = i->imm};
    return v->known.at[vn_of(v, i->s[source])].sum;
}

/* ---- sums ---- */
static bool add_product(struct values *v, const struct lab_inst *i, struct sum *s)
{
    struct sum a = source_sum(v, i, 0), b = source_sum(v, i, 1);

    if (sum_constant(&a))
        return sum_add(s, &b, a.c);
    return sum_constant(&b) && sum_add(s, &a, b.c);
}

static bool add_shift(struct values *v, const struct lab_inst *i, struct sum *s)
{
    struct sum n = source_sum(v, i, 0), a = source_sum(v, i, 1);
    if (sum_constant(&n) && sum_constant(&a) && n.c < 0 && n.c > -64) {
        s->c = a.c >> -n.c;
        return true;
    }
    return sum_constant(&n) && n.c >= 0 && n.c < 62 && sum_add(s, &a, (int64_t)1 << n.c);
}

/* Sets s to the integer that i computes, as a sum. Returns false if it cannot be expressed as
 * one. */
static bool sum_of(struct values *v, const struct lab_inst *i, struct sum *s)
{
    struct sum a, b;

    *s = (struct sum){0};
    if (i->symbol)
        return false;
    switch (i->op) {
    case LAB_MOVI8:
        s->c = i->imm;
        return true;
    case LAB_ADD8:
    case LAB_SUB8:
        a = source_sum(v, i, 0);
        b = source_sum(v, i, 1);
        return sum_add(s, &a, 1) && sum_add(s, &b, i->op == LAB_ADD8 ? 1 : -1);
    case LAB_MUL8:
        return add_product(v, i, s);
    case LAB_ASH8:
        return add_shift(v, i, s);
    default:
        return false;
    }
}

/* ---- instructions ---- */
static void push_inst(struct values *v, struct ir_inst i)
{
    *array_push(&v->code) = i;
}

/* Emits d = r unless they are the same register. */
static void push_move(struct values *v, lab_reg d, lab_reg r, uint32_t line)
{
    if (d != r)
        push_inst(v, ir_move(d, r, line));
}

/* Emits the cheapest instruction that computes a sum in d. i: the original instruction. */
static void push_sum(struct values *v, struct ir_inst i, const struct sum *s)
{
    value_number n = vn_sum(v, s);
    lab_reg d = i.inst.d, h = vn_holder(v, n);
    int64_t more;

    if (sum_constant(s))
        push_inst(v, ir_of_number(LAB_MOVI8, d, 0, 0, s->c, i.inst.line));
    else if (h != 0)
        push_move(v, d, h, i.inst.line);
    else if (s->n == 1 && s->roots[0].scale == 1 && (h = vn_root(v, s->roots[0].of, &more)) != 0)
        push_inst(v, ir_of_number(LAB_ADD8, d, h, 1, s->c + more, i.inst.line));
    else
        push_inst(v, i);
    if (vn_of(v, d) != n)
        vn_set(v, d, n);
}

/* Processes a copy. If the value is d plus a constant, an add saves the intermediate register. */
static void process_move(struct values *v, struct ir_inst i)
{
    lab_reg d = i.inst.d, s = i.inst.s[0];

    if (!is_virtual(s) || unit_of(s) != unit_of(d)) {
        push_inst(v, i);
        vn_set(v, d, vn_new(v));
        return;
    }
    value_number n = vn_of(v, s);
    const struct sum sum = v->known.at[n].sum;
    if (vn_of(v, d) == n)
        return;
    if (unit_of(d) == LAB_IPU && sum.n == 1 && sum.roots[0].scale == 1 && sum.c != 0 &&
        vn_of(v, d) == sum.roots[0].of) {
        push_inst(v, ir_of_number(LAB_ADD8, d, d, 1, sum.c, i.inst.line));
        vn_prefer(v, d, n);
        return;
    }
    if (unit_of(d) == LAB_IPU && sum_constant(&sum))
        push_inst(v, ir_of_number(LAB_MOVI8, d, 0, 0, sum.c, i.inst.line));
    else
        push_inst(v, ir_move(d, oldest_register(v, s), i.inst.line));
    vn_set(v, d, n);
}

static bool commutes(enum lab_opcode op)
{
    switch (op) {
    case LAB_FADD8:
    case LAB_FADD4:
    case LAB_FMUL8:
    case LAB_FMUL4:
    case LAB_ADD8:
    case LAB_MUL8:
    case LAB_AND8:
    case LAB_OR8:
    case LAB_XOR8:
        return true;
    default:
        return false;
    }
}

/* Returns the operation of i with the value numbers of its sources. */
static struct computed computed_of(struct values *v, const struct lab_inst *i)
{
    struct computed c = {.what = (uint32_t)i->op * 8 + unit_of(i->d)};

    c.scale = i->scale;
    c.symbol = i->symbol;
    c.imm = i->imm;
    for (int s = 0; s < LAB_SOURCES; s++)
        if (!i->immediate[s] && i->s[s] != 0)
            c.s[s] = vn_of(v, i->s[s]);
        else
            c.number |= i->immediate[s];
    if (lab_reads_destination(i->op))
        c.s[LAB_SOURCES] = vn_of(v, i->d);
    if (lab_reads_condition(i->op))
        c.s[LAB_SOURCES] = v->condition;
    if (commutes(i->op) && c.s[0] > c.s[1]) {
        value_number first = c.s[1];
        c.s[1] = c.s[0];
        c.s[0] = first;
    }
    return c;
}

static bool is_single(const struct values *v, const struct computed *c, enum lab_opcode op)
{
    switch (op) {
    case LAB_FADD4:
    case LAB_FSUB4:
    case LAB_FMUL4:
    case LAB_FDIV4:
    case LAB_FSQRT4:
    case LAB_FRND4:
        return true;
    case LAB_FNEG8:
    case LAB_FABS8:
        return v->known.at[c->s[0]].single;
    case LAB_FMAX8:
    case LAB_FMIN8:
    case LAB_FSEL8:
        return v->known.at[c->s[0]].single && v->known.at[c->s[1]].single;
    default:
        return false;
    }
}

static void process_computation(struct values *v, struct ir_inst i)
{
    bool found;
    struct computed c = computed_of(v, &i.inst);

    if (i.inst.op == LAB_FRND4 && v->known.at[c.s[0]].single) {
        process_move(v, ir_move(i.inst.d, i.inst.s[0], i.inst.line));
        return;
    }
    value_number n = vn_computed(v, &c, &found);
    lab_reg h = found ? vn_holder(v, n) : 0;
    if (!found)
        v->known.at[n].single = is_single(v, &c, i.inst.op);
    if (h != 0)
        push_move(v, i.inst.d, h, i.inst.line);
    else
        push_inst(v, i);
    if (vn_of(v, i.inst.d) != n)
        vn_set(v, i.inst.d, n);
}

static void process_test(struct values *v, struct ir_inst i)
{
    bool found;
    struct computed c = computed_of(v, &i.inst);

    v->condition = vn_computed(v, &c, &found);
    push_inst(v, i);
}

/* Processes a movout8 and the movin8 after it. */
static void process_transfer(struct values *v, struct ir_inst out, struct ir_inst in)
{
    bool found;
    struct computed c = computed_of(v, &in.inst);

    use_oldest(v, &out.inst);
    c.s[0] = vn_of(v, out.inst.s[0]);
    value_number n = vn_computed(v, &c, &found);
    lab_reg h = found ? vn_holder(v, n) : 0;
    if (h != 0)
        push_move(v, in.inst.d, h, in.inst.line);
    else {
        push_inst(v, out);
        push_inst(v, in);
    }
    if (vn_of(v, in.inst.d) != n)
        vn_set(v, in.inst.d, n);
}

static void process_call(struct values *v, struct ir_inst i)
{
    use_oldest(v, &i.inst);
    for (uint32_t a = 0; a < i.n_args; a++)
        i.args[a] = oldest_register(v, i.args[a]);
    if (i.pointer != 0)
        i.pointer = oldest_register(v, i.pointer);
    push_inst(v, i);
    if (i.op == IR_CALL) {
        vn_barrier(v);
        v->condition = 0;
        if (i.inst.d != 0)
            vn_set(v, i.inst.d, vn_new(v));
    }
}

static void process_address(struct values *v, struct ir_inst i)
{
    struct memory m;

    vn_place(v, &i, &m);
    push_inst(v, i);
    vn_set(v, i.inst.d, vn_new(v));
}

/* Processes prefetches, locks and other instructions that are neither loads, stores nor
 * arithmetic. */
static void process_other(struct values *v, struct ir_inst i)
{
    struct memory m;

    if (i.inst.place)
        vn_place(v, &i, &m);
    vn_barrier(v);
    v->condition = lab_writes_condition(i.inst.op) ? 0 : v->condition;
    push_inst(v, i);
    if (i.inst.d != 0)
        vn_set(v, i.inst.d, vn_new(v));
}

static void process_arithmetic(struct values *v, struct ir_inst i)
{
    struct sum s;

    if (i.inst.op == LAB_MOV8 && !i.inst.immediate[0]) {
        process_move(v, i);
        return;
    }
    use_number(v, &i.inst, 0);
    use_number(v, &i.inst, 1);
    if (lab_writes_condition(i.inst.op))
        process_test(v, i);
    else if (unit_of(i.inst.d) == LAB_IPU && sum_of(v, &i.inst, &s))
        push_sum(v, i, &s);
    else
        process_computation(v, i);
}

static bool is_arithmetic(const struct lab_inst *i)
{
    return !strpbrk(lab_operation(i->op)->operands, "mLT") &&
           (i->d != 0 || lab_writes_condition(i->op));
}

/* Processes instruction at. Returns the number of instructions processed. */
static size_t process_inst(struct values *v, const struct ir_block *b, size_t at)
{
    struct ir_inst i = b->code.at[at];

    if (i.op == IR_CALL || i.op == IR_RETURN)
        process_call(v, i);
    else if (i.op == IR_ADDRESS)
        process_address(v, i);
    else if (i.inst.op == LAB_MOVOUT8 && at + 1 < b->code.n) {
        process_transfer(v, i, b->code.at[at + 1]);
        return 2;
    } else {
        use_oldest(v, &i.inst);
        if (lab_is_load(i.inst.op))
            vn_load(v, i);
        else if (lab_is_store(i.inst.op))
            vn_store(v, i);
        else if (is_arithmetic(&i.inst))
            process_arithmetic(v, i);
        else
            process_other(v, i);
    }
    return 1;
}

/* ---- blocks ---- */
static void set_block_code(struct values *v, struct ir_block *b)
{
    size_t n = 0;

    for (size_t i = 0; i < v->code.n; i++)
        if (v->code.at[i].inst.op != LAB_OPCODES)
            v->code.at[n++] = v->code.at[i];
    v->code.n = n;
    ir_replace(b, &v->code);
    v->code.at = NULL;
    v->code.n = v->code.room = 0;
}

/* Returns whether the test of two constants is true; -1: unknown. */
static int evaluate_test(enum lab_opcode test, int64_t a, int64_t b)
{
    switch (test) {
    case LAB_ITSTEQ8:
        return a == b;
    case LAB_ITSTNE8:
        return a != b;
    case LAB_ITSTGE8:
        return a >= b;
    case LAB_ITSTLE8:
        return a <= b;
    case LAB_ITSTLT8:
        return a < b;
    case LAB_ITSTGT8:
        return a > b;
    default:
        return -1;
    }
}

static void process_compare(struct values *v, struct ir_block *b)
{
    struct lab_inst *c = &b->compare;

    if (b->end != END_BRANCH)
        return;
    use_oldest(v, c);
    use_number(v, c, 1);
    use_number(v, c, 0);
    if (evaluate_test(b->test, 0, 0) < 0)
        return;
    struct sum x = source_sum(v, c, 0), y = source_sum(v, c, 1);
    if (!sum_constant(&x) || !sum_constant(&y))
        return;
    b->next[0] = b->next[evaluate_test(b->test, x.c, y.c)];
    b->end = END_JUMP;
}

static void process_block(struct values *v, struct ir_block *b)
{
    v->condition = 0;
    for (size_t i = 0; i < b->code.n;)
        i += process_inst(v, b, i);
    set_block_code(v, b);
    process_compare(v, b);
}

/* Returns the only predecessor of b if it precedes b; else NULL. */
static const struct ir_block *only_predecessor(const struct flow *f, const struct ir_block *b)
{
    const struct flow_edges *e = &f->before[b->id];

    if (b->id == 0 || e->n != 1 || e->at[0]->id >= b->id)
        return NULL;
    return e->at[0];
}

/* Counts for each block how many blocks inherit its values. */
static uint32_t *count_inheritors(struct flow *f)
{
    uint32_t *inheritors = ARENA_ARRAY(&f->arena, uint32_t, f->n_blocks);

    for (size_t b = 0; b < f->n_blocks; b++) {
        const struct ir_block *before = only_predecessor(f, f->p->blocks.at[b]);
        if (before)
            inheritors[before->id]++;
    }
    return inheritors;
}

void optimize_values(struct arena *a, struct ir_procedure *p)
{
    struct flow f;
    struct values_pool pool = {0};

    flow_edges(&f, p);
    struct values *v = ARENA_ARRAY(&f.arena, struct values, f.n_blocks);
    uint32_t *inheritors = count_inheritors(&f);
    for (size_t b = 0; b < f.n_blocks; b++) {
        const struct ir_block *before = only_predecessor(&f, p->blocks.at[b]);
        if (!before)
            vn_start(&v[b], a, p, &pool);
        else if (--inheritors[before->id] > 0)
            vn_copy(&v[b], &v[before->id]);
        else
            vn_move(&v[b], &v[before->id]);
        process_block(&v[b], p->blocks.at[b]);
        if (inheritors[b] == 0)
            vn_free(&v[b]);
    }
    vn_free_pool(&pool);
    flow_free(&f);
    flow_remove_unreachable(p);
}
