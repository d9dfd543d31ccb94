/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "x86-asm/values.h"

#include <math.h>
#include <string.h>

enum {
    DEFINITIONS = 6, /* maximum number of places that may define a value */
    BUDGET = 20000,  /* maximum number of instructions and blocks that are searched for one loop */
    LEAST_MASK = 24  /* minimum number of bits of a mask that rounds a count down */
};

/* ---- values ---- */

struct x86_value x86_constant_value(double n)
{
    return (struct x86_value){.known = true, .plus = n};
}

static struct x86_value exact_constant(int64_t n)
{
    return (struct x86_value){.known = true, .exact = true, .mask = n, .plus = (double)n};
}

struct x86_value x86_value_of_origin(uint32_t at)
{
    return (struct x86_value){.known = true, .n = 1, .of = {{at, 0, 1}}};
}

/* Returns the value of an operation that cannot be evaluated, which need not be a count. */
static struct x86_value unsure_origin(uint32_t step)
{
    return x86_value_of_origin(step | X86_UNSURE);
}

struct x86_value x86_unknown_value(void)
{
    return (struct x86_value){.known = false};
}

void x86_add_value(struct x86_value *s, const struct x86_value *v, double factor)
{
    s->known &= v->known;
    s->exact = false;
    s->plus += factor * v->plus;
    for (int i = 0; i < v->n && s->known; i++) {
        int at = 0;
        while (at < s->n && (s->of[at].at != v->of[i].at || s->of[at].rounded != v->of[i].rounded))
            at++;
        s->known = at < X86_VALUE_TERMS;
        if (at < X86_VALUE_TERMS && at == s->n)
            s->of[s->n++] = (struct x86_value_origin){v->of[i].at, v->of[i].rounded, 0};
        if (at < X86_VALUE_TERMS)
            s->of[at].factor += factor * v->of[i].factor;
        if (at < X86_VALUE_TERMS && fabs(s->of[at].factor) < 1e-12)
            s->of[at] = s->of[--s->n];
    }
}

static struct x86_value scaled(const struct x86_value *v, double factor)
{
    struct x86_value s = x86_constant_value(0);
    x86_add_value(&s, v, factor);
    return s;
}

bool x86_is_constant(const struct x86_value *v)
{
    return v->known && v->n == 0;
}

static bool same_value(const struct x86_value *a, const struct x86_value *b)
{
    struct x86_value s = *a;
    x86_add_value(&s, b, -1);
    return x86_is_constant(&s) && fabs(s.plus) < 1e-9;
}

/* ---- definitions ---- */

static bool defines(const struct x86_instruction *i, uint8_t reg)
{
    return x86_control(i) == X86_CALLS ? x86_clobbered_by_calls(reg) : x86_writes(i, reg);
}

struct definitions {
    uint32_t at[DEFINITIONS]; /* steps, or X86_ENTRY + register */
    int n;
    bool all; /* they fit */
};

static void add_definition(struct definitions *d, uint32_t at)
{
    for (int i = 0; i < d->n; i++)
        if (d->at[i] == at)
            return;
    d->all &= d->n < DEFINITIONS;
    if (d->n < DEFINITIONS)
        d->at[d->n++] = at;
}

static bool is_in_set(const struct x86_register_set *s, uint8_t reg)
{
    return s->bits[reg / 64] >> reg % 64 & 1;
}

/* Searches steps before `end` of the block for a definition of the register. */
static bool find_in_block(struct x86_history *h, uint32_t block, uint32_t end, uint8_t reg,
                          struct definitions *d)
{
    h->budget--;
    if (!is_in_set(&h->back->defined[block], reg))
        return false;
    for (uint32_t s = end; s > h->f->blocks.at[block].first; s--) {
        h->budget--;
        if (defines(&h->f->unit->steps.at[s - 1].is, reg)) {
            add_definition(d, s - 1);
            return true;
        }
    }
    return false;
}

static uint32_t add_predecessors(struct x86_history *h, uint32_t block, uint32_t n, uint8_t reg,
                                 struct definitions *d)
{
    if (block == 0)
        add_definition(d, X86_ENTRY + (uint32_t)reg);
    for (uint32_t i = h->back->first[block]; i < h->back->first[block + 1]; i++) {
        uint32_t from = h->back->from[i];
        if (h->visited[from])
            continue;
        h->visited[from] = true;
        h->queue[n++] = from;
    }
    return n;
}

/* Finds the definitions of the register that reach the ends of the n queued blocks, which are
 * marked as visited. */
static void find_at_ends(struct x86_history *h, uint32_t n, uint8_t reg, struct definitions *d)
{
    for (uint32_t q = 0; q < n && d->all && h->budget > 0; q++) {
        uint32_t block = h->queue[q];
        if (!find_in_block(h, block, h->f->blocks.at[block].last + 1, reg, d))
            n = add_predecessors(h, block, n, reg, d);
    }
    d->all &= h->budget > 0;
    memset(h->visited, 0, h->f->blocks.n);
}

static uint32_t block_of(const struct x86_flow *f, uint32_t step)
{
    uint32_t low = 0, high = f->blocks.n;
    while (high - low > 1) {
        uint32_t mid = low + (high - low) / 2;
        if (f->blocks.at[mid].first <= step)
            low = mid;
        else
            high = mid;
    }
    return low;
}

/* Finds the definitions of the register that reach the step. */
static struct definitions definitions_before(struct x86_history *h, uint32_t step, uint8_t reg)
{
    struct definitions d = {.all = true};
    uint32_t block = block_of(h->f, step);
    if (!find_in_block(h, block, step, reg, &d))
        find_at_ends(h, add_predecessors(h, block, 0, reg, &d), reg, &d);
    return d;
}

/* ---- evaluation ---- */

static struct x86_value value_before(struct x86_history *h, uint32_t step, uint8_t reg);

static bool is_named(const struct x86_instruction *i, const char *const *names)
{
    for (; i->opcode && *names; names++)
        if (strcmp(i->opcode->name, *names) == 0)
            return true;
    return false;
}

static bool is_one(const struct x86_instruction *i, const char *name)
{
    return is_named(i, (const char *const[]){name, NULL});
}

static struct x86_value value_of_operand(struct x86_history *h, uint32_t step,
                                         const struct x86_operand *o)
{
    if ((o->kind & X86_IMMEDIATE) && !o->symbol.n)
        return exact_constant(o->value);
    if (o->kind == X86_GENERAL && o->reg < X86_VECTOR && o->bytes >= 4 && !o->high)
        return value_before(h, step, o->reg);
    return o->kind == X86_MEMORY && o->bytes >= 4 ? x86_value_of_memory(h, step, o)
                                                  : unsure_origin(step);
}

/* Returns the address of a symbol, with the same origin for each use of the symbol. */
static struct x86_value value_of_symbol(struct x86_history *h, uint32_t step,
                                        const struct x86_operand *m)
{
    for (uint32_t s = 0; s < step && h->budget > 0; s++, h->budget--) {
        const struct x86_instruction *i = &h->f->unit->steps.at[s].is;
        const struct x86_operand *of = is_one(i, "lea") ? &i->at[1] : NULL;
        if (of && of->base == X86_RIP && of->symbol.n == m->symbol.n &&
            memcmp(of->symbol.at, m->symbol.at, m->symbol.n) == 0)
            step = s;
    }
    struct x86_value v = unsure_origin(step);
    v.plus = (double)m->value;
    return v;
}

static struct x86_value value_of_address(struct x86_history *h, uint32_t step,
                                         const struct x86_operand *m)
{
    struct x86_value v = x86_constant_value((double)m->value), part;
    if (!m->lost && m->symbol.n && m->base == X86_RIP && m->index == X86_NO_REGISTER)
        return value_of_symbol(h, step, m);
    if (m->lost || m->symbol.n || m->base == X86_RIP)
        return unsure_origin(step);
    if (m->base != X86_NO_REGISTER) {
        part = value_before(h, step, m->base);
        x86_add_value(&v, &part, 1);
    }
    if (m->index != X86_NO_REGISTER) {
        part = m->index < X86_VECTOR ? value_before(h, step, m->index) : unsure_origin(step);
        x86_add_value(&v, &part, m->scale ? m->scale : 1);
    }
    return v;
}

/* ---- memory ---- */

static bool is_stack(const struct x86_operand *m)
{
    return (m->base == X86_RSP || m->base == X86_RBP) && m->index == X86_NO_REGISTER &&
           !m->symbol.n;
}

static bool same_slot(const struct x86_operand *a, const struct x86_operand *b)
{
    return a->base == b->base && a->value == b->value && b->index == X86_NO_REGISTER;
}

static struct x86_value value_of_definitions(struct x86_history *h, const struct definitions *d,
                                             uint8_t reg);

/* Finds the moves that store a word of the stack. Increments of it keep its units. Returns false if
 * other operations change it. */
static bool find_stores(const struct x86_unit *u, const struct x86_operand *m,
                        struct definitions *d)
{
    for (uint32_t s = 0; s < u->steps.n; s++) {
        const struct x86_instruction *i = &u->steps.at[s].is;
        const struct x86_operand *to = x86_stores(i) ? x86_memory(i) : NULL;
        if (!to || !same_slot(m, to))
            continue;
        bool increment = is_named(i, (const char *const[]){"add", "sub", NULL}) &&
                         (i->at[1].kind & X86_IMMEDIATE);
        if (is_one(i, "mov"))
            add_definition(d, s);
        else if (!increment)
            return false;
    }
    return d->all;
}

/* Returns the value of a word of the stack. A word that is not stored is an argument of the
 * routine: an origin. */
static struct x86_value value_of_slot(struct x86_history *h, uint32_t step,
                                      const struct x86_operand *m)
{
    struct definitions d = {.all = true};
    h->budget -= (int)h->f->unit->steps.n / 8;
    if (!find_stores(h->f->unit, m, &d))
        return x86_unknown_value();
    return d.n ? value_of_definitions(h, &d, X86_NO_REGISTER) : x86_value_of_origin(step);
}

struct x86_value x86_value_of_memory(struct x86_history *h, uint32_t step,
                                     const struct x86_operand *m)
{
    return is_stack(m) ? value_of_slot(h, step, m) : x86_value_of_origin(step);
}

/* ---- operations ---- */

/* Marks the value as rounded by the step: it does not cancel with the exact value. */
static struct x86_value rounded(const struct x86_value *v, uint32_t step)
{
    struct x86_value r = *v;
    for (int i = 0; i < r.n; i++)
        r.of[i].rounded = step + 1;
    return r;
}

/* Returns true if value & mask is a multiple or the remainder of a count: the ones are contiguous,
 * and include the highest bits or the lowest one. */
static bool is_round_mask(const struct x86_value *v)
{
    uint64_t m = (uint64_t)v->mask, low = m & -m, rest = m + low;
    bool contiguous = v->mask < 0 ? rest == 0 : m && (rest & (rest - 1)) == 0;
    return v->exact && contiguous && (v->mask < 0 || low == 1 || rest >= UINT64_C(1) << LEAST_MASK);
}

static struct x86_value value_of_and(uint32_t step, const struct x86_value *x,
                                     const struct x86_value *y)
{
    if (is_round_mask(y))
        return rounded(x, step);
    if (is_round_mask(x))
        return rounded(y, step);
    return unsure_origin(step);
}

static struct x86_value value_of_selection(uint32_t step, const struct x86_value *x,
                                           const struct x86_value *y)
{
    if (same_value(x, y) || x86_is_constant(x))
        return *y;
    return x86_is_constant(y) ? *x : unsure_origin(step);
}

static struct x86_value value_of_shift(uint32_t step, const struct x86_instruction *i,
                                       const struct x86_value *x)
{
    if (i->n != 2 || !(i->at[1].kind & X86_IMMEDIATE) || i->at[1].value < 0 || i->at[1].value > 48)
        return unsure_origin(step);
    double by = (double)(INT64_C(1) << i->at[1].value);
    bool left = is_named(i, (const char *const[]){"shl", "sal", NULL});
    struct x86_value v = scaled(x, left ? by : 1 / by);
    return left ? v : rounded(&v, step);
}

static struct x86_value value_of_product(struct x86_history *h, uint32_t step,
                                         const struct x86_instruction *i)
{
    struct x86_value x = value_of_operand(h, step, &i->at[i->n == 3]);
    struct x86_value y = value_of_operand(h, step, &i->at[i->n - 1]);
    if (i->n < 2 || (!x86_is_constant(&x) && !x86_is_constant(&y)))
        return unsure_origin(step);
    return x86_is_constant(&y) ? scaled(&x, y.plus) : scaled(&y, x.plus);
}

/* Returns the result of an operation with two operands, the first of which is its destination. */
static struct x86_value value_of_pair(struct x86_history *h, uint32_t step,
                                      const struct x86_instruction *i)
{
    static const char *const shifts[] = {"shl", "sal", "shr", "sar", NULL};
    struct x86_value x = value_of_operand(h, step, &i->at[0]),
                     y = value_of_operand(h, step, &i->at[1]);
    if (is_named(i, shifts))
        return value_of_shift(step, i, &x);
    if (is_one(i, "and"))
        return value_of_and(step, &x, &y);
    if (i->opcode->work == FORM_CMOV)
        return value_of_selection(step, &x, &y);
    if (is_one(i, "or"))
        return x86_is_constant(&y) && fabs(y.plus) < 64 ? x : unsure_origin(step);
    x86_add_value(&x, &y, is_one(i, "sub") ? -1 : 1);
    return x;
}

static struct x86_value value_of_single(struct x86_history *h, uint32_t step,
                                        const struct x86_instruction *i)
{
    struct x86_value x = value_of_operand(h, step, &i->at[0]);
    bool negated = is_named(i, (const char *const[]){"neg", "not", NULL});
    x = scaled(&x, negated ? -1 : 1);
    x.plus += is_one(i, "inc") ? 1 : is_one(i, "dec") || is_one(i, "not") ? -1 : 0;
    return x;
}

static struct x86_value value_of_move(struct x86_history *h, uint32_t step,
                                      const struct x86_instruction *i)
{
    const struct x86_operand *from = &i->at[1];
    if (from->kind == X86_MEMORY && from->bytes >= 4)
        return x86_value_of_memory(h, step, from);
    if ((from->kind & X86_IMMEDIATE) || (from->kind == X86_GENERAL && from->bytes >= 4))
        return value_of_operand(h, step, from);
    return unsure_origin(step);
}

/* Returns true for operations that compute trip counts: divisions by a stride, products of trip
 * counts. */
static bool is_quotient(const struct x86_instruction *i)
{
    return i->opcode && (i->opcode->work == FORM_DIV || i->opcode->work == FORM_MUL_WIDE);
}

bool x86_is_wide_product(const struct x86_instruction *i)
{
    return i->opcode && i->opcode->work == FORM_MUL_WIDE;
}

/* Returns s such that the high half of the product of a number and the factor is 2^s times a
 * quotient of the number by an odd number: compilers divide so. -1 = unknown. */
static int shift_of_reciprocal(uint64_t factor)
{
    double divisor = factor ? 0x1p64 / (double)factor : 0;
    for (int s = 0; s < 16 && divisor >= 1; s++, divisor *= 2)
        if (fabs(divisor - nearbyint(divisor)) < 1e-9)
            return s;
    return -1;
}

/* Returns the value of a half of a product with twice the bits of its factors. */
static struct x86_value value_of_wide_product(struct x86_history *h, uint32_t step,
                                              const struct x86_instruction *i, uint8_t reg)
{
    bool three = i->n == 3;
    const struct x86_operand *by = &i->at[i->n - 1];
    struct x86_value x = value_of_operand(h, step, by);
    struct x86_value y = value_before(h, step, three ? X86_RDX : X86_RAX);
    bool reciprocal = x.exact != y.exact && reg == (three ? i->at[0].reg : X86_RDX);
    if (!reciprocal)
        return x86_value_of_origin(step);
    int shift = is_one(i, "imul") || by->bytes != 8
                    ? -1
                    : shift_of_reciprocal((uint64_t)(x.exact ? x.mask : y.mask));
    struct x86_value quotient = x86_value_of_origin(step);
    return shift < 0 ? unsure_origin(step) : scaled(&quotient, (double)(1 << shift));
}

/* Returns the value of the register that the step defines. */
static struct x86_value value_defined(struct x86_history *h, uint32_t step, uint8_t reg)
{
    static const char *const moves[] = {"mov", "movabs", "movsx", "movsxd", "movzx", NULL};
    static const char *const pairs[] = {"add", "sub", "and", "or", "shl",
                                        "sal", "shr", "sar", NULL};
    static const char *const vector_moves[] = {"movd", "movq", "vmovd", "vmovq", NULL};
    static const char *const singles[] = {"inc", "dec", "neg", "not", NULL};
    const struct x86_instruction *i = &h->f->unit->steps.at[step].is;
    if (reg == X86_NO_REGISTER) /* it stores a word of the stack */
        return value_of_operand(h, step, &i->at[1]);
    if (x86_idiom(i) == FORM_ZERO)
        return x86_constant_value(0);
    if (is_one(i, "cdqe"))
        return value_before(h, step, X86_RAX);
    if (i->opcode && i->opcode->work == FORM_MOVE_TO_VECTOR && is_named(i, vector_moves))
        return value_of_operand(h, step, &i->at[1]);
    if (i->opcode && i->opcode->work == FORM_MOVE_FROM_VECTOR && is_named(i, vector_moves))
        return value_before(h, step, i->at[1].reg);
    if (x86_is_wide_product(i))
        return value_of_wide_product(h, step, i, reg);
    if (x86_control(i) == X86_CALLS || is_quotient(i))
        return x86_value_of_origin(step);
    bool simple =
        i->n > 0 && i->at[0].kind == X86_GENERAL && i->at[0].reg == reg && i->at[0].bytes >= 4;
    if (!simple || !i->opcode)
        return unsure_origin(step);
    if (is_named(i, moves))
        return value_of_move(h, step, i);
    if (is_one(i, "lea"))
        return value_of_address(h, step, &i->at[1]);
    if (i->n == 2 && (is_named(i, pairs) || i->opcode->work == FORM_CMOV))
        return value_of_pair(h, step, i);
    if (i->n == 1 && is_named(i, singles))
        return value_of_single(h, step, i);
    return is_one(i, "imul") && i->n >= 2 ? value_of_product(h, step, i) : unsure_origin(step);
}

bool x86_is_unsure(uint32_t at)
{
    return (at & X86_UNSURE) != 0;
}

const struct x86_value_origin *x86_greatest_origin(const struct x86_value *v)
{
    const struct x86_value_origin *best = NULL;
    for (int i = 0; i < v->n; i++) {
        double more = best ? fabs(v->of[i].factor) - fabs(best->factor) : 1;
        if (more > 1e-9 || (more > -1e-9 && x86_is_unsure(best->at)))
            best = &v->of[i];
    }
    return best && !x86_is_unsure(best->at) ? best : NULL;
}

/* Returns true if both values are multiples of one count, by the same factor. */
static bool same_units(const struct x86_value *v, const struct x86_value *w)
{
    const struct x86_value_origin *a = x86_greatest_origin(v), *b = x86_greatest_origin(w);
    return v->known && w->known && v->n == 1 && a && b && a->at == b->at &&
           fabs(fabs(a->factor) - fabs(b->factor)) < 1e-9;
}

/* Joins the values of several definitions: constants are starting values or special cases of the
 * other ones; a part of a count has its units. */
static struct x86_value join_values(const struct x86_value *v, int n, uint32_t at)
{
    struct x86_value join = v[0];
    for (int i = 1; i < n; i++) {
        if (x86_is_constant(&join))
            join = v[i];
        else if (!x86_is_constant(&v[i]) && !same_value(&join, &v[i])) {
            if (!same_units(&join, &v[i]))
                return unsure_origin(at);
            join = rounded(&join, at);
        }
    }
    return join;
}

static bool is_evaluated(const struct x86_history *h, uint32_t step)
{
    for (int i = 0; i < h->depth; i++)
        if (h->evaluated[i] == step)
            return true;
    return false;
}

/* Returns the value of a register from its definitions. A definition that depends on itself, such
 * as an increment in an earlier loop, has the units of the value before that loop. Nothing is
 * evaluated after the budget is used up: with two operands each, n operations have 2^n paths. */
static struct x86_value value_of_definitions(struct x86_history *h, const struct definitions *d,
                                             uint8_t reg)
{
    struct x86_value v[DEFINITIONS];
    int n = 0;
    if (!d->all || d->n == 0 || h->depth >= X86_VALUE_DEPTH || h->budget <= 0)
        return d->n ? unsure_origin(d->at[0]) : x86_unknown_value();
    for (int i = 0; i < d->n; i++) {
        if (d->at[i] >= X86_ENTRY) {
            v[n++] = x86_value_of_origin(d->at[i]);
        } else if (!is_evaluated(h, d->at[i])) {
            h->evaluated[h->depth++] = d->at[i];
            v[n++] = value_defined(h, d->at[i], reg);
            h->depth--;
        }
    }
    return n ? join_values(v, n, d->at[0]) : x86_constant_value(0);
}

static struct x86_value value_before(struct x86_history *h, uint32_t step, uint8_t reg)
{
    struct definitions d = definitions_before(h, step, reg);
    return value_of_definitions(h, &d, reg);
}

struct x86_value x86_value_at_entry(struct x86_history *h, uint32_t loop, uint8_t reg)
{
    const struct x86_flow *f = h->f;
    const struct x86_nest *l = &f->loops.at[loop];
    struct definitions d = {.all = true};
    uint32_t n = 0;
    for (uint32_t m = l->blocks; m < l->blocks + l->n_blocks; m++)
        h->visited[f->members.at[m]] = true;
    for (uint32_t m = l->blocks; m < l->blocks + l->n_blocks; m++)
        n = add_predecessors(h, f->members.at[m], n, reg, &d);
    find_at_ends(h, n, reg, &d);
    return value_of_definitions(h, &d, reg);
}

struct x86_history x86_history_of(struct arena *a, struct arena *scratch, const struct x86_body *b,
                                  const struct x86_back_edges *back)
{
    uint32_t blocks = b->flow->blocks.n;
    struct x86_history h = {.f = b->flow, .back = back, .a = a, .budget = BUDGET};
    h.visited = ARENA_ARRAY(scratch, uint8_t, blocks + 1);
    h.queue = ARENA_ARRAY(scratch, uint32_t, blocks + 1);
    return h;
}

/* ---- blocks before a block ---- */

/* Adds the registers that an instruction writes. */
static void add_registers(struct x86_register_set *s, const struct x86_instruction *i)
{
    for (uint8_t reg = 0; x86_control(i) == X86_CALLS && reg < X86_REGISTERS; reg++)
        if (defines(i, reg))
            s->bits[reg / 64] |= UINT64_C(1) << reg % 64;
    uint8_t def[X86_DEFS];
    int n = x86_defs(i, def);
    for (int d = 0; d < n; d++)
        s->bits[def[d] / 64] |= UINT64_C(1) << def[d] % 64;
}

static struct x86_register_set *registers_of_blocks(struct arena *a, const struct x86_flow *f)
{
    struct x86_register_set *of = ARENA_ARRAY(a, struct x86_register_set, f->blocks.n + 1);
    for (uint32_t i = 0; i < f->blocks.n; i++)
        for (uint32_t s = f->blocks.at[i].first; s <= f->blocks.at[i].last; s++)
            add_registers(&of[i], &f->unit->steps.at[s].is);
    return of;
}

struct x86_back_edges x86_back_edges_of(struct arena *a, const struct x86_flow *f)
{
    uint32_t n = f->blocks.n;
    struct x86_back_edges b = {ARENA_ARRAY(a, uint32_t, n + 2),
                               ARENA_ARRAY(a, uint32_t, f->blocks.edges.n + 1),
                               registers_of_blocks(a, f)};
    for (size_t e = 0; e < f->blocks.edges.n; e++)
        if (f->blocks.edges.at[e].to != X86_NO_INDEX)
            b.first[f->blocks.edges.at[e].to + 2]++;
    for (uint32_t i = 0; i < n; i++)
        b.first[i + 2] += b.first[i + 1];
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t e = 0; e < f->blocks.at[i].n_edges; e++)
            if (x86_edges(f, i)[e].to != X86_NO_INDEX)
                b.from[b.first[x86_edges(f, i)[e].to + 1]++] = i;
    return b;
}
