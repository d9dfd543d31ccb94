/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of general registers during a pass of a body, as sums, and memory addresses
 * derived from them. Index arithmetic is assumed not to overflow: a sign or zero extension keeps
 * the value. */
#include "x86-asm/body.h"
#include "base/util.h"

#include <stdio.h>
#include <string.h>

static const int64_t farthest = INT64_C(1) << 47; /* addresses have 48 bits */

/* ---- sums ---- */

static struct x86_sum sum_of_number(int64_t n)
{
    return (struct x86_sum){.plus = n};
}

static struct x86_sum sum_of_root(uint32_t r)
{
    return (struct x86_sum){.n = 1, .term = {{r, 1}}};
}

static bool is_far(int64_t n)
{
    return n > farthest || n < -farthest;
}

/* Adds factor * r. Returns false if there is no space for another term, or the result is out of
 * range. */
static bool add_term(struct x86_sum *s, uint32_t r, int64_t factor)
{
    int i = 0;
    if (factor == 0)
        return true;
    while (i < s->n && s->term[i].root < r)
        i++;
    if (i < s->n && s->term[i].root == r) {
        s->term[i].factor += factor;
        if (s->term[i].factor == 0) {
            memmove(&s->term[i], &s->term[i + 1], sizeof s->term[0] * (size_t)(s->n - i - 1));
            s->n--;
            return true;
        }
        return !is_far(s->term[i].factor);
    }
    if (s->n == X86_TERMS || is_far(factor))
        return false;
    memmove(&s->term[i + 1], &s->term[i], sizeof s->term[0] * (size_t)(s->n - i));
    s->term[i] = (struct x86_term){r, factor};
    s->n++;
    return true;
}

static bool product_of(int64_t a, int64_t b, int64_t *to)
{
    return !__builtin_mul_overflow(a, b, to) && !is_far(*to);
}

/* Adds factor * t to s. Returns false as add_term does. */
static bool add_sum(struct x86_sum *s, const struct x86_sum *t, int64_t factor)
{
    int64_t by;
    bool ok = product_of(t->plus, factor, &by);
    s->plus += ok ? by : 0;
    ok = ok && !is_far(s->plus);
    for (int i = 0; i < t->n && ok; i++)
        ok = product_of(t->term[i].factor, factor, &by) && add_term(s, t->term[i].root, by);
    return ok;
}

bool x86_difference(const struct x86_sum *a, const struct x86_sum *b, int64_t *bytes)
{
    if (a->n != b->n)
        return false;
    for (int i = 0; i < a->n; i++)
        if (a->term[i].root != b->term[i].root || a->term[i].factor != b->term[i].factor)
            return false;
    *bytes = a->plus - b->plus;
    return true;
}

/* ---- operands ---- */

struct walk {
    struct arena *a;
    struct x86_body *b;
    struct x86_sum of[X86_VECTOR]; /* general registers */
    size_t *stores;                /* operations up to each store, in order */
    size_t n_stores;
    struct x86_sum (*at_end)[X86_VECTOR]; /* of a block: general registers at its end */
    uint32_t *merged;                     /* of a block: edges to it that were merged */
};

static uint32_t symbol_root(struct walk *w, struct x86_text t)
{
    struct x86_body *b = w->b;
    for (size_t i = 0; i < b->n_symbols; i++)
        if (strlen(b->symbols[i]) == t.n && memcmp(b->symbols[i], t.at, t.n) == 0)
            return X86_ROOT_SYMBOL + (uint32_t)i;
    *ARENA_PUSH(w->a, b->symbols, b->n_symbols) = arena_strndup(w->a, t.at, t.n);
    return X86_ROOT_SYMBOL + (uint32_t)b->n_symbols - 1;
}

static bool is_general(uint8_t reg)
{
    return reg < X86_VECTOR;
}

/* Computes the address of a memory operand. Returns false if it depends on anything but general
 * registers. */
static bool address_of(struct walk *w, const struct x86_operand *m, struct x86_sum *to)
{
    bool ok = !m->lost && !is_far(m->value);
    *to = sum_of_number(ok ? m->value : 0);
    if (ok && m->symbol.n)
        ok = add_term(to, symbol_root(w, m->symbol), 1);
    if (ok && m->segment)
        ok = add_term(to, symbol_root(w, (struct x86_text){"segment", 7}), 1);
    if (ok && m->base != X86_NO_REGISTER && m->base != X86_RIP)
        ok = is_general(m->base) && add_sum(to, &w->of[m->base], 1);
    if (ok && m->index != X86_NO_REGISTER)
        ok = is_general(m->index) && add_sum(to, &w->of[m->index], m->scale ? m->scale : 1);
    return ok;
}

/* ---- results ---- */

static bool has_mnemonic(const struct x86_instruction *i, const char *name)
{
    return strcmp(i->opcode->name, name) == 0;
}

static bool is_register(const struct x86_operand *o)
{
    return o->kind == X86_GENERAL && is_general(o->reg) && !o->high && o->bytes >= 4;
}

static bool is_number(const struct x86_operand *o)
{
    return (o->kind & X86_IMMEDIATE) && !o->symbol.n && !is_far(o->value);
}

/* Computes the value of a register or constant. Returns false if it is unknown. */
static bool value_of(const struct walk *w, const struct x86_operand *o, struct x86_sum *to)
{
    if (is_number(o))
        *to = sum_of_number(o->value);
    else if (is_register(o))
        *to = w->of[o->reg];
    else
        return false;
    return true;
}

/* Loads of one address that no store in the loop changes give the same value: the value of the
 * first load. Compilers spill registers to the stack. */
static bool find_earlier_load(const struct walk *w, size_t op, struct x86_sum *to)
{
    const struct x86_operation *o = &w->b->at[op];
    int64_t bytes;
    if (x86_inner_loop_stores(w->b, o))
        return false;
    for (size_t i = w->n_stores; i > 0; i--) {
        const struct x86_operation *s = &w->b->at[w->stores[i - 1]];
        if (!s->has_address || (x86_difference(&s->address, &o->address, &bytes) && bytes == 0))
            return false;
    }
    for (size_t i = 0; i < op; i++) {
        const struct x86_operation *p = &w->b->at[i];
        if (p->has_address && x86_loads(&p->step->is) && p->step->is.opcode &&
            has_mnemonic(&p->step->is, "mov") && x86_difference(&p->address, &o->address, &bytes) &&
            bytes == 0) {
            *to = sum_of_root(X86_ROOT_RESULT + (uint32_t)i);
            return true;
        }
    }
    return false;
}

static bool find_shifted_value(const struct walk *w, const struct x86_instruction *i,
                               struct x86_sum *to)
{
    const struct x86_operand *by = &i->at[1];
    if (i->n != 2 || !is_number(by) || by->value < 0 || by->value > 40)
        return false;
    *to = sum_of_number(0);
    return add_sum(to, &w->of[i->at[0].reg], INT64_C(1) << by->value);
}

static bool find_product(const struct walk *w, const struct x86_instruction *i, struct x86_sum *to)
{
    const struct x86_operand *by = &i->at[i->n - 1], *of = &i->at[i->n == 3];
    if (i->n < 2 || !is_number(by) || !is_register(of))
        return false;
    *to = sum_of_number(0);
    return add_sum(to, &w->of[of->reg], by->value);
}

static bool sum_of(const struct walk *w, const struct x86_instruction *i, int64_t sign,
                   struct x86_sum *to)
{
    struct x86_sum other;
    *to = w->of[i->at[0].reg];
    return i->n == 2 && value_of(w, &i->at[1], &other) && add_sum(to, &other, sign);
}

/* Computes the value that the operation stores in its first operand, a general register. Returns
 * false if it is unknown. */
static bool find_result(struct walk *w, size_t op, struct x86_sum *to)
{
    const struct x86_instruction *i = &w->b->at[op].step->is;
    if (x86_idiom(i) == FORM_ZERO) {
        *to = sum_of_number(0);
        return true;
    }
    if (has_mnemonic(i, "mov") && i->at[1].kind == X86_MEMORY)
        return i->at[0].bytes == 8 && w->b->at[op].has_address && find_earlier_load(w, op, to);
    if (has_mnemonic(i, "mov") || has_mnemonic(i, "movsx") || has_mnemonic(i, "movabs"))
        return i->n == 2 && value_of(w, &i->at[1], to);
    if (has_mnemonic(i, "lea"))
        return i->n == 2 && i->at[1].kind == X86_MEMORY && address_of(w, &i->at[1], to);
    if (has_mnemonic(i, "add"))
        return sum_of(w, i, 1, to);
    if (has_mnemonic(i, "sub"))
        return sum_of(w, i, -1, to);
    if (has_mnemonic(i, "or")) /* compilers add constants by it where the bits are 0 */
        return i->n == 2 && is_number(&i->at[1]) && i->at[1].value > 0 && sum_of(w, i, 1, to);
    if (has_mnemonic(i, "inc") || has_mnemonic(i, "dec")) {
        *to = w->of[i->at[0].reg];
        to->plus += has_mnemonic(i, "inc") ? 1 : -1;
        return !is_far(to->plus);
    }
    if (has_mnemonic(i, "shl") || has_mnemonic(i, "sal"))
        return find_shifted_value(w, i, to);
    return has_mnemonic(i, "imul") && find_product(w, i, to);
}

static bool keeps_value(const struct x86_instruction *i)
{
    return i->opcode && has_mnemonic(i, "cdqe");
}

static void write_registers(struct walk *w, size_t op)
{
    const struct x86_operation *o = &w->b->at[op];
    const struct x86_instruction *i = &o->step->is;
    uint8_t reg[X86_DEFS];
    struct x86_sum to;
    if (keeps_value(i))
        return;
    bool known = i->opcode && i->n > 0 && is_register(&i->at[0]) && find_result(w, op, &to);
    for (uint8_t r = 0; x86_control(i) == X86_CALLS && r < X86_VECTOR; r++)
        if (x86_clobbered_by_calls(r))
            w->of[r] = sum_of_root(X86_ROOT_RESULT + (uint32_t)op);
    int n = x86_control(i) == X86_CALLS ? 0 : x86_defs(i, reg);
    for (int d = 0; d < n; d++)
        if (is_general(reg[d]))
            w->of[reg[d]] =
                known && reg[d] == i->at[0].reg ? to : sum_of_root(X86_ROOT_RESULT + (uint32_t)op);
}

/* ---- comparisons ---- */

/* Returns the last operation of the block that sets the flags of its conditional branch; SIZE_MAX =
 * the block does not end in one. */
static size_t find_comparison(const struct x86_body *b, const struct x86_body_block *block)
{
    size_t last = block->first + block->n;
    if (block->n == 0 || x86_control(&b->at[last - 1].step->is) != X86_BRANCHES)
        return SIZE_MAX;
    for (size_t i = last - 1; i-- > block->first;) {
        uint8_t reg[X86_DEFS];
        int n = x86_defs(&b->at[i].step->is, reg);
        for (int d = 0; d < n; d++)
            if (reg[d] == X86_FLAGS)
                return i;
    }
    return SIZE_MAX;
}

/* Computes the difference that the operation compares with 0, from register values after it.
 * Returns false if it is unknown. */
static bool find_difference(const struct walk *w, const struct x86_instruction *i,
                            struct x86_comparison *c)
{
    static const char *const results[] = {"add", "sub", "inc", "dec"};
    struct x86_sum other;
    if (!i->opcode || i->n == 0)
        return false;
    if (has_mnemonic(i, "cmp") && i->n == 2) {
        int at = i->at[0].kind == X86_MEMORY;
        if (!value_of(w, &i->at[at], &c->difference))
            return false;
        if (i->at[!at].kind == X86_MEMORY) {
            c->memory = &i->at[!at];
            return true;
        }
        return value_of(w, &i->at[1], &other) && add_sum(&c->difference, &other, -1);
    }
    bool itself = has_mnemonic(i, "test") && i->n == 2 && i->at[0].reg == i->at[1].reg;
    return is_register(&i->at[0]) &&
           (itself || text_is_among(results, COUNT_OF(results), i->opcode->name)) &&
           value_of(w, &i->at[0], &c->difference);
}

static void add_comparison(struct walk *w, size_t op)
{
    struct x86_comparison c = {.op = op};
    if (find_difference(w, &w->b->at[op].step->is, &c))
        *ARENA_PUSH(w->a, w->b->compared, w->b->n_compared) = c;
}

/* ---- loop invariants ---- */

static bool is_invariant(const struct x86_body *b, uint32_t r)
{
    if (r >= X86_ROOT_SYMBOL || r >= X86_ROOT_JOIN)
        return r >= X86_ROOT_SYMBOL;
    if (r >= X86_ROOT_RESULT)
        return b->fixed[r - X86_ROOT_RESULT];
    const struct x86_sum *s = &b->last[r];
    return s->n == 1 && s->plus == 0 && s->term[0].root == r && s->term[0].factor == 1;
}

static bool is_invariant_sum(const struct x86_body *b, const struct x86_sum *s)
{
    for (int i = 0; i < s->n; i++)
        if (!is_invariant(b, s->term[i].root))
            return false;
    return true;
}

bool x86_advance(const struct x86_body *b, const struct x86_sum *s, struct x86_sum *by)
{
    *by = sum_of_number(0);
    for (int i = 0; i < s->n; i++) {
        uint32_t r = s->term[i].root;
        if (is_invariant(b, r))
            continue;
        if (r >= X86_ROOT_RESULT || !add_sum(by, &b->last[r], s->term[i].factor) ||
            !add_term(by, r, -s->term[i].factor))
            return false;
    }
    return is_invariant_sum(b, by);
}

bool x86_inner_loop_stores(const struct x86_body *b, const struct x86_operation *load)
{
    int64_t bytes;
    for (size_t i = 0; i < b->n_inner_stores; i++) {
        const struct x86_inner_store *s = &b->inner_stores[i];
        if (!s->has_address || (x86_difference(&s->address, &load->address, &bytes) &&
                                bytes < load->fact.load_bytes && -bytes < s->bytes))
            return true;
    }
    return false;
}

bool x86_is_fixed_address(const struct x86_body *b, const struct x86_operation *o)
{
    struct x86_sum by;
    return o->has_address && x86_advance(b, &o->address, &by) && by.n == 0 && by.plus == 0;
}

/* Marks loads of invariant addresses that no store in the loop changes. */
static void find_invariant_loads(struct x86_body *b, const size_t *stores, size_t n)
{
    for (size_t i = 0; i < b->n; i++) {
        const struct x86_operation *o = &b->at[i];
        int64_t bytes;
        bool fixed = o->has_address && o->step->is.opcode && has_mnemonic(&o->step->is, "mov") &&
                     !x86_stores(&o->step->is) && is_invariant_sum(b, &o->address);
        for (size_t s = 0; s < n && fixed; s++) {
            const struct x86_operation *store = &b->at[stores[s]];
            fixed = store->has_address &&
                    (!x86_difference(&store->address, &o->address, &bytes) ||
                     bytes >= o->fact.load_bytes || -bytes >= store->fact.store_bytes);
        }
        b->fixed[i] = fixed && !x86_inner_loop_stores(b, o);
    }
}

/* ---- control flow ---- */

static void merge_values(uint32_t block, struct x86_sum *to, const struct x86_sum *from, bool first)
{
    for (uint32_t r = 0; r < X86_VECTOR; r++) {
        int64_t apart = 0;
        if (first)
            to[r] = from[r];
        else if (!x86_difference(&to[r], &from[r], &apart) || apart != 0)
            to[r] = sum_of_root(X86_ROOT_JOIN + block * X86_VECTOR + r);
    }
}

static void walk_block(struct walk *w, uint32_t block)
{
    const struct x86_body_block *at = &w->b->blocks[block];
    size_t compared = find_comparison(w->b, at);
    for (uint32_t i = at->first; i < at->first + at->n; i++) {
        struct x86_operation *o = &w->b->at[i];
        const struct x86_operand *m = x86_memory(&o->step->is);
        o->has_address = m && address_of(w, m, &o->address);
        write_registers(w, i);
        if (i == compared)
            add_comparison(w, i);
        if (x86_stores(&o->step->is))
            w->stores[w->n_stores++] = i;
    }
}

/* Adds the stores of a block of the flow that is in an inner loop. */
static void add_inner_stores(struct walk *w, uint32_t id)
{
    const struct x86_flow *f = w->b->flow;
    const struct x86_block *block = &f->blocks.at[id];
    for (uint32_t s = block->first; s <= block->last; s++) {
        const struct x86_instruction *i = &f->unit->steps.at[s].is;
        const struct x86_operand *m = x86_memory(i);
        struct instruction fact;
        if (!x86_stores(i))
            continue;
        x86_to_facts(i, &fact);
        struct x86_inner_store *to = ARENA_PUSH(w->a, w->b->inner_stores, w->b->n_inner_stores);
        *to = (struct x86_inner_store){.bytes = fact.store_bytes};
        to->has_address = m && address_of(w, m, &to->address);
    }
}

/* Passes through an inner loop: the values that it writes are unknown. The root of a value is that
 * of a join at this block. */
static void walk_inner_loop(struct walk *w, uint32_t block)
{
    const struct x86_body_block *at = &w->b->blocks[block];
    const struct x86_nest *l = &w->b->flow->loops.at[at->inner];
    for (uint32_t r = 0; r < X86_VECTOR; r++)
        if (at->writes[r])
            w->of[r] = sum_of_root(X86_ROOT_JOIN + block * X86_VECTOR + r);
    for (uint32_t m = 0; m < l->n_blocks; m++)
        add_inner_stores(w, w->b->flow->members.at[l->blocks + m]);
}

/* At the start of a block, registers hold the merged values of its predecessors. */
static void walk_blocks(struct walk *w)
{
    struct x86_body *b = w->b;
    uint32_t ends = 0;
    for (uint32_t p = 0; p < b->n_blocks; p++) {
        for (uint32_t r = 0; r < X86_VECTOR && w->merged[p] == 0; r++)
            w->at_end[p][r] = sum_of_root(r);
        memcpy(w->of, w->at_end[p], sizeof w->of);
        const struct x86_body_block *at = &b->blocks[p];
        if (at->inner == X86_NO_INDEX)
            walk_block(w, p);
        else
            walk_inner_loop(w, p);
        for (uint32_t i = 0; i < at->n_edges; i++) {
            uint32_t to = at->edges[i].to;
            if (to < X86_NEXT_PASS)
                merge_values(to, w->at_end[to], w->of, w->merged[to]++ == 0);
        }
        if (at->leads_back && b->loop != X86_NO_INDEX)
            merge_values(b->n_blocks, b->last, w->of, ends++ == 0);
    }
}

void x86_find_addresses(struct arena *a, struct x86_body *b)
{
    struct walk w = {.a = a, .b = b};
    w.stores = ARENA_ARRAY(a, size_t, b->n + 1);
    w.at_end = arena_alloc(a, sizeof *w.at_end * (b->n_blocks + 1));
    w.merged = ARENA_ARRAY(a, uint32_t, b->n_blocks + 1);
    b->fixed = ARENA_ARRAY(a, bool, b->n + 1);
    for (uint32_t r = 0; r < X86_VECTOR; r++)
        b->last[r] = sum_of_root(X86_ROOT_JOIN + b->n_blocks * X86_VECTOR + r);
    walk_blocks(&w);
    find_invariant_loads(b, w.stores, w.n_stores);
}

const char *x86_register_name(int reg, char *buf)
{
    static const char *const names[] = {"ax", "cx", "dx", "bx", "sp", "bp", "si", "di"};
    if (reg < 8)
        snprintf(buf, X86_NAME, "%%r%s", names[reg]);
    else
        snprintf(buf, X86_NAME, "%%r%d", reg & 15);
    return buf;
}
