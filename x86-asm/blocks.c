/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Basic blocks and the edges between them. */
#include "x86-asm/flow.h"
#include "base/util.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Library routines of gfortran and C that do not return. */
static const char *const never_return[] = {
#define NEVER_RETURNS(name) #name,
#include "x86-asm/never-return.def"
#undef NEVER_RETURNS
};

static struct x86_text callee(const struct x86_instruction *i)
{
    struct x86_text t = i->n ? i->at[0].symbol : (struct x86_text){NULL, 0};
    const char *at = t.n ? memchr(t.at, '@', t.n) : NULL;
    if (at)
        t.n = (size_t)(at - t.at);
    return t;
}

static bool may_return(const struct x86_instruction *i)
{
    struct x86_text t = callee(i);
    for (size_t n = 0; t.n && n < COUNT_OF(never_return); n++)
        if (strlen(never_return[n]) == t.n && memcmp(never_return[n], t.at, t.n) == 0)
            return false;
    return true;
}

static bool continues_to_next(const struct x86_step *s)
{
    enum x86_control c = x86_control(&s->is);
    return c == X86_CONTINUES || c == X86_BRANCHES || (c == X86_CALLS && may_return(&s->is));
}

/* Returns true if control can continue with the next step of the routine's text. */
static bool falls_through(const struct x86_unit *u, uint32_t step)
{
    return continues_to_next(&u->steps.at[step]) && step + 1 < u->steps.n &&
           !u->steps.at[step + 1].detached;
}

static bool ends_block(const struct x86_step *s)
{
    enum x86_control c = x86_control(&s->is);
    return c != X86_CONTINUES && (c != X86_CALLS || !may_return(&s->is));
}

static uint32_t target_step(const struct x86_unit *u, const struct x86_step *s)
{
    const struct x86_label *l =
        s->is.n && s->is.at[0].symbol.n ? x86_unit_label(u, s->is.at[0].symbol) : NULL;
    return l ? l->step : X86_NO_INDEX;
}

/* ---- where blocks begin ---- */

static bool is_nop(const struct x86_step *s)
{
    struct instruction fact;
    x86_to_facts(&s->is, &fact);
    return fact.work.base == FORM_NOP;
}

/* Sets begins[step] to 1 for the first step of each block. Each label begins a block, because a
 * jump table may name it. Returns the number of blocks. */
static uint32_t mark_begins(const struct x86_unit *u, uint32_t *begins)
{
    uint32_t n = 0;
    begins[0] = 1;
    for (size_t i = 0; i < u->steps.n; i++) {
        if (u->steps.at[i].label)
            begins[i] = 1;
        if (!ends_block(&u->steps.at[i]) || i + 1 == u->steps.n)
            continue;
        begins[i + 1] = 1;
        size_t next = i + 1;
        while (!continues_to_next(&u->steps.at[i]) && next < u->steps.n &&
               is_nop(&u->steps.at[next]))
            next++;
        if (next < u->steps.n)
            begins[next] = 1;
    }
    for (size_t i = 0; i < u->steps.n; i++)
        n += begins[i];
    return n;
}

/* Builds the edges between blocks. */
struct block_builder {
    const struct x86_unit *u;
    struct x86_blocks *b;
    uint32_t *block_of;              /* of a step */
    bool *reached;                   /* a jump names the block, or control falls through into it */
    uint32_t *entered;               /* 1 + the last block with an edge to it through a table */
    const struct x86_label **tables; /* in input order */
    size_t n_tables;
    uint32_t left; /* targets of tables that may be added: a limit for damaged files */
};

static void add_edge(struct block_builder *m, uint32_t from, uint32_t to, bool taken, bool through)
{
    *array_push(&m->b->edges) = (struct x86_edge){to, taken, through};
    m->b->at[from].n_edges++;
}

/* ---- jumps through tables ---- */

static bool is_table(const struct x86_label *l)
{
    return l->step == X86_NO_INDEX && l->n_entries > 0;
}

static int by_place(const void *a, const void *b)
{
    const struct x86_label *x = *(const struct x86_label *const *)a;
    const struct x86_label *y = *(const struct x86_label *const *)b;
    return (x->at > y->at) - (x->at < y->at);
}

static void find_tables(struct block_builder *m)
{
    const struct x86_unit *u = m->u;
    m->tables = ARENA_ARRAY(&m->b->arena, const struct x86_label *, u->labels.n + 1);
    for (size_t i = 0; i < u->labels.n; i++)
        if (is_table(&u->labels.at[i]))
            m->tables[m->n_tables++] = &u->labels.at[i];
    qsort(m->tables, m->n_tables, sizeof *m->tables, by_place);
}

/* Returns the table that an operand names: by its label or, in a linked program, by its address. */
static const struct x86_label *table_of_operand(const struct x86_unit *u,
                                                const struct x86_operand *o)
{
    char digits[20];
    struct x86_text name = o->symbol;
    if (!name.n && (o->kind & (X86_MEMORY | X86_IMMEDIATE)) && o->value > 0) {
        name.n = (size_t)snprintf(digits, sizeof digits, "%" PRIx64, (uint64_t)o->value);
        name.at = digits;
    }
    const struct x86_label *l = name.n ? x86_unit_label(u, name) : NULL;
    return l && is_table(l) ? l : NULL;
}

static const struct x86_label *table_named(const struct x86_unit *u, uint32_t step)
{
    const struct x86_instruction *i = &u->steps.at[step].is;
    const struct x86_label *t = NULL;
    for (int o = 0; o < i->n && !t; o++)
        t = table_of_operand(u, &i->at[o]);
    return t;
}

static bool writes_register(const struct x86_instruction *i, uint8_t reg)
{
    uint8_t written[X86_DEFS];
    int n = x86_defs(i, written);
    while (n > 0 && written[n - 1] != reg)
        n--;
    return n > 0;
}

/* Returns the memory operand from which an indirect jump reads its target: its own, or that of an
 * instruction before it that loads the target or its distance from the table. NULL = unknown. */
static const struct x86_operand *target_load(const struct x86_unit *u, uint32_t step)
{
    enum { BACK = 16 };
    const struct x86_operand *to = &u->steps.at[step].is.at[0];
    uint8_t reg = to->reg, added = to->reg;
    if (u->steps.at[step].is.n == 0 || to->kind != X86_GENERAL)
        return u->steps.at[step].is.n ? to : NULL;
    for (uint32_t s = step; s > 0 && step - s < BACK; s--) {
        const struct x86_instruction *i = &u->steps.at[s - 1].is;
        if (!writes_register(i, reg) && !writes_register(i, added))
            continue;
        if (x86_memory(i) && x86_loads(i))
            return x86_memory(i);
        if (i->n == 2 && i->at[1].kind == X86_GENERAL)
            added = i->at[1].reg;
    }
    return NULL;
}

/* Returns the table whose address the register has before a step, in the order of the text; NULL =
 * unknown. */
static const struct x86_label *table_in_register(const struct x86_unit *u, uint32_t step,
                                                 uint8_t reg)
{
    enum { BACK = 1 << 14 };
    const struct x86_label *t = NULL;
    for (uint32_t s = step; s > 0 && step - s < BACK && !t; s--)
        if (writes_register(&u->steps.at[s - 1].is, reg))
            t = table_named(u, s - 1);
    return t;
}

/* Returns the table that the operand of a jump refers to; NULL = unknown. */
static const struct x86_label *table_loaded(const struct x86_unit *u, uint32_t step)
{
    const struct x86_operand *load = target_load(u, step);
    const struct x86_label *t = load ? table_of_operand(u, load) : NULL;
    return !t && load && load->kind == X86_MEMORY && load->base < X86_VECTOR
               ? table_in_register(u, step, load->base)
               : t;
}

static const struct x86_label *table_after(const struct block_builder *m, uint32_t step)
{
    size_t low = 0, high = m->n_tables;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (m->tables[mid]->at <= step)
            low = mid + 1;
        else
            high = mid;
    }
    return low < m->n_tables && m->tables[low]->at == step + 1 ? m->tables[low] : NULL;
}

/* Returns the table that the jump uses: the one it names; the one directly after it (gcc); the one
 * from which its target is loaded; the last one named before it; the only one of the routine. NULL
 * = unknown. */
static const struct x86_label *table_of(const struct block_builder *m, uint32_t step)
{
    enum { BACK = 64 };
    const struct x86_label *t = m->n_tables ? table_named(m->u, step) : NULL;
    t = t || !m->n_tables ? t : table_after(m, step);
    t = t || !m->n_tables ? t : table_loaded(m->u, step);
    for (uint32_t s = step; !t && m->n_tables > 1 && s > 0 && step - s < BACK; s--)
        t = table_named(m->u, s - 1);
    return !t && m->n_tables == 1 ? m->tables[0] : t;
}

/* Returns true if the block only aligns the code after a jump. Control does not reach it, so it has
 * no edge to the next block. */
static bool is_padding(const struct block_builder *m, uint32_t block)
{
    const struct x86_block *b = &m->b->at[block];
    if (block == 0 || m->u->steps.at[b->first].label ||
        continues_to_next(&m->u->steps.at[m->b->at[block - 1].last]))
        return false;
    for (uint32_t s = b->first; s <= b->last; s++)
        if (!is_nop(&m->u->steps.at[s]))
            return false;
    return true;
}

/* Returns true if the jump reads its target from an element of a table whose address is in a
 * register: a computed goto. The jump of a switch statement has the address of its table, or adds
 * it to the element, which has 4 bytes. */
static bool is_computed_goto(const struct x86_unit *u, uint32_t step)
{
    const struct x86_operand *load = target_load(u, step);
    return load && load->kind == X86_MEMORY && load->base < X86_VECTOR &&
           load->index < X86_VECTOR && load->scale == 8 && !load->symbol.n;
}

/* Adds edges to blocks without a predecessor: the jump leads there through a table that is unknown.
 * The blocks of a switch statement follow its jump. The jumps of a computed goto have one table in
 * common, so each leads to all such blocks of the routine. */
static void add_orphans(struct block_builder *m, uint32_t from)
{
    bool all = m->left >= m->b->n && is_computed_goto(m->u, m->b->at[from].last);
    m->left -= all ? m->b->n : 0;
    for (uint32_t i = all ? 0 : from + 1; i < m->b->n; i++) {
        if (!m->reached[i] && !is_padding(m, i))
            add_edge(m, from, i, true, true);
        if (!all && x86_control(&m->u->steps.at[m->b->at[i].last].is) == X86_JUMPS_INDIRECT)
            return;
    }
}

static void add_entries(struct block_builder *m, uint32_t from, const struct x86_label *t)
{
    for (uint32_t i = 0; i < t->n_entries && m->left > 0; i++, m->left--) {
        const char *name = m->u->entries.at[t->entries + i];
        const struct x86_label *l = x86_unit_label(m->u, (struct x86_text){name, strlen(name)});
        uint32_t to = l && l->step != X86_NO_INDEX ? m->block_of[l->step] : X86_NO_INDEX;
        if (to == X86_NO_INDEX || m->entered[to] == from + 1)
            continue;
        m->entered[to] = from + 1;
        add_edge(m, from, to, true, true);
    }
}

/* Adds the targets of an indirect jump. If its table is one of several, they are the targets of
 * all. */
static void add_table(struct block_builder *m, uint32_t from)
{
    const struct x86_label *t = table_of(m, m->b->at[from].last);
    bool several = !t && m->n_tables && is_computed_goto(m->u, m->b->at[from].last);
    if (t)
        add_entries(m, from, t);
    for (size_t i = 0; several && i < m->n_tables; i++)
        add_entries(m, from, m->tables[i]);
    if (!t && !several)
        add_orphans(m, from);
}

/* ---- edges ---- */

static void mark_reached(struct block_builder *m)
{
    m->reached[0] = true;
    for (uint32_t i = 0; i < m->b->n; i++) {
        const struct x86_step *s = &m->u->steps.at[m->b->at[i].last];
        uint32_t to = target_step(m->u, s);
        if (falls_through(m->u, m->b->at[i].last) && !is_padding(m, i))
            m->reached[i + 1] = true;
        if (to != X86_NO_INDEX)
            m->reached[m->block_of[to]] = true;
    }
}

static void add_edges(struct block_builder *m, uint32_t i)
{
    struct x86_block *block = &m->b->at[i];
    const struct x86_step *s = &m->u->steps.at[block->last];
    enum x86_control c = x86_control(&s->is);
    block->edges = (uint32_t)m->b->edges.n;
    if (c == X86_BRANCHES || c == X86_JUMPS) {
        uint32_t to = target_step(m->u, s);
        add_edge(m, i, to == X86_NO_INDEX ? to : m->block_of[to], true, false);
    } else if (c == X86_JUMPS_INDIRECT) {
        add_table(m, i);
    }
    if (continues_to_next(s) && !is_padding(m, i))
        add_edge(m, i, falls_through(m->u, block->last) ? i + 1 : X86_NO_INDEX, false, false);
}

static void cut_blocks(struct block_builder *m)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->u->steps.n; i++) {
        if (m->block_of[i])
            m->b->at[n++] = (struct x86_block){.first = i, .loop = X86_NO_INDEX};
        m->block_of[i] = n - 1;
        m->b->at[n - 1].last = i;
    }
}

void x86_blocks_of(const struct x86_unit *u, struct x86_blocks *b)
{
    enum { MOST_TARGETS = 1 << 24 };
    struct block_builder m = {.u = u, .b = b, .left = MOST_TARGETS};
    arena_free(&b->arena);
    b->edges.n = 0;
    array_reserve(&b->edges, 1);
    m.block_of = ARENA_ARRAY(&b->arena, uint32_t, u->steps.n + 1);
    b->n = mark_begins(u, m.block_of);
    b->at = ARENA_ARRAY(&b->arena, struct x86_block, b->n + 1);
    m.reached = ARENA_ARRAY(&b->arena, bool, b->n + 1);
    m.entered = ARENA_ARRAY(&b->arena, uint32_t, b->n + 1);
    find_tables(&m);
    cut_blocks(&m);
    mark_reached(&m);
    for (uint32_t i = 0; i < b->n; i++)
        add_edges(&m, i);
}

void x86_blocks_free(struct x86_blocks *b)
{
    arena_free(&b->arena);
    array_free(&b->edges);
}
