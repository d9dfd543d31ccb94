/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Register coalescing: merges the two registers of a copy if they never hold different values at
 * the same time. */
#include "lab/code/passes.h"

#include <string.h>

struct coalescing {
    struct arena arena;
    struct ir_procedure *p;
    uint32_t n; /* number of registers in copies */
    /* for each virtual register: its index among those in copies + 1; 0 = none */
    uint32_t *dense;
    flow_set named;        /* the same registers as a set */
    uint32_t *register_of; /* inverse of dense */
    uint32_t *merged_into; /* for each register in copies: the register that it is merged into */
    flow_set *conflicts;   /* for each register in copies: the registers that it conflicts with */
    size_t words;
};

/* Returns whether i copies a virtual register to another of the same unit. */
static bool is_copy(const struct ir_inst *i)
{
    return i->op == IR_INST && i->inst.op == LAB_MOV8 && !i->inst.immediate[0] &&
           ir_virtual_number(i->inst.s[0]) >= 0 && ir_virtual_number(i->inst.d) >= 0 &&
           lab_reg_unit(i->inst.s[0]) == lab_reg_unit(i->inst.d);
}

static void add_register(struct coalescing *m, lab_reg r)
{
    uint32_t *d = &m->dense[ir_virtual_number(r)];

    if (*d != 0)
        return;
    *d = ++m->n;
    flow_add(m->named, (size_t)ir_virtual_number(r));
    m->register_of[*d - 1] = r;
}

static bool is_address(const struct ir_procedure *p, lab_reg r)
{
    for (size_t o = 0; o < p->objects.n; o++)
        if (p->objects.at[o]->kind == OBJECT_ARGUMENT && p->objects.at[o]->address == r)
            return true;
    return false;
}

/* Finds the registers of copies. Addresses of arguments are left out, because places refer to
 * them by their objects. */
static void find_copies(struct coalescing *m)
{
    m->dense = ARENA_ARRAY(&m->arena, uint32_t, m->p->n_virtual + 1);
    m->named = ARENA_ARRAY(&m->arena, uint64_t, m->p->n_virtual / 64 + 1);
    m->register_of = ARENA_ARRAY(&m->arena, uint32_t, m->p->n_virtual + 1);
    for (size_t b = 0; b < m->p->blocks.n; b++)
        for (size_t i = 0; i < m->p->blocks.at[b]->code.n; i++) {
            const struct ir_inst *j = &m->p->blocks.at[b]->code.at[i];
            if (!is_copy(j) || is_address(m->p, j->inst.d) || is_address(m->p, j->inst.s[0]))
                continue;
            add_register(m, j->inst.d);
            add_register(m, j->inst.s[0]);
        }
}

static void add_conflict(struct coalescing *m, uint32_t a, uint32_t b)
{
    if (a == b)
        return;
    flow_add(m->conflicts[a], b);
    flow_add(m->conflicts[b], a);
}

/* Adds conflicts of d with the registers live at a write of it. from: the source if the write is
 * a copy; it does not conflict. */
static void add_write_conflicts(struct coalescing *m, lab_reg d, lab_reg from, const uint64_t *live)
{
    int64_t n = ir_virtual_number(d);

    if (n < 0 || m->dense[n] == 0)
        return;
    for (size_t w = 0; w <= m->p->n_virtual / 64; w++)
        for (uint64_t both = live[w] & m->named[w]; both != 0; both &= both - 1) {
            uint32_t r = m->dense[64 * w + (size_t)__builtin_ctzll(both)] - 1;
            if (m->register_of[r] != from)
                add_conflict(m, m->dense[n] - 1, r);
        }
}

static void find_block_conflicts(struct coalescing *m, const struct flow *f,
                                 const struct ir_block *b, uint64_t *live)
{
    flow_live_at_end(f, b, live);
    for (size_t i = b->code.n; i-- > 0;) {
        const struct ir_inst *j = &b->code.at[i];
        add_write_conflicts(m, ir_written(j), is_copy(j) ? j->inst.s[0] : 0, live);
        flow_step_back(live, j);
    }
}

/* Adds the conflicts of parameters, which all have their values at the entry. */
static void add_parameter_conflicts(struct coalescing *m, const struct flow *f, uint64_t *live)
{
    memset(live, 0, f->register_words * sizeof *live);
    if (f->n_blocks > 0)
        flow_set_live_in(f, f->p->blocks.at[0], live);
    for (uint32_t i = 0; i < m->p->n_params && f->n_blocks > 0; i++)
        add_write_conflicts(m, m->p->params[i], 0, live);
}

static void find_conflicts(struct coalescing *m, const struct flow *f)
{
    uint64_t *live = ARENA_ARRAY(&m->arena, uint64_t, f->register_words);

    m->words = m->n / 64 + 1;
    m->conflicts = ARENA_ARRAY(&m->arena, flow_set, m->n);
    m->merged_into = ARENA_ARRAY(&m->arena, uint32_t, m->n);
    for (uint32_t r = 0; r < m->n; r++) {
        m->conflicts[r] = ARENA_ARRAY(&m->arena, uint64_t, m->words);
        m->merged_into[r] = r;
    }
    for (size_t b = 0; b < f->n_blocks; b++)
        find_block_conflicts(m, f, f->p->blocks.at[b], live);
    add_parameter_conflicts(m, f, live);
}

static uint32_t find_representative(const struct coalescing *m, uint32_t r)
{
    while (m->merged_into[r] != r)
        r = m->merged_into[r];
    return r;
}

static lab_reg merged_register(const struct coalescing *m, lab_reg r)
{
    int64_t n = ir_virtual_number(r);
    if (n < 0 || m->dense[n] == 0)
        return r;
    return m->register_of[find_representative(m, m->dense[n] - 1)];
}

/* Merges s into d if they do not conflict. */
static void merge_registers(struct coalescing *m, lab_reg d, lab_reg s)
{
    int64_t dn = ir_virtual_number(d), sn = ir_virtual_number(s);

    if (m->dense[dn] == 0 || m->dense[sn] == 0)
        return;
    uint32_t a = find_representative(m, m->dense[dn] - 1),
             b = find_representative(m, m->dense[sn] - 1);
    if (a == b || flow_has(m->conflicts[a], b))
        return;
    m->merged_into[b] = a;
    for (size_t w = 0; w < m->words; w++)
        m->conflicts[a][w] |= m->conflicts[b][w];
    for (uint32_t r = 0; r < m->n; r++)
        if (flow_has(m->conflicts[b], r))
            flow_add(m->conflicts[r], a);
}

/* Merges the copies of innermost loops, or all others. */
static void merge_copies(struct coalescing *m, bool in_loops)
{
    for (size_t b = 0; b < m->p->blocks.n; b++) {
        const struct ir_block *block = m->p->blocks.at[b];
        bool inner = block->loop >= 0 && m->p->loops.at[block->loop].innermost;
        for (size_t i = 0; i < block->code.n && inner == in_loops; i++)
            if (is_copy(&block->code.at[i]))
                merge_registers(m, block->code.at[i].inst.d, block->code.at[i].inst.s[0]);
    }
}

/* ---- renaming ---- */
static lab_reg merged_name(void *context, lab_reg r)
{
    return merged_register(context, r);
}

static void rename_inst(struct coalescing *m, struct arena *a, struct ir_inst *i)
{
    lab_reg *at[IR_READS];
    size_t n = ir_reads(i, at);

    i->inst.d = lab_reads_destination(i->inst.op) ? i->inst.d : merged_register(m, i->inst.d);
    for (size_t r = 0; r < n; r++)
        *at[r] = merged_register(m, *at[r]);
    for (uint32_t r = 0; r < i->n_args; r++)
        i->args[r] = merged_register(m, i->args[r]);
    if (i->inst.place)
        i->inst.place = ir_rename_place(a, i->inst.place, merged_name, m);
}

static void rename_block(struct coalescing *m, struct arena *a, struct ir_block *b)
{
    size_t n = 0;

    for (size_t i = 0; i < b->code.n; i++) {
        rename_inst(m, a, &b->code.at[i]);
        const struct ir_inst *j = &b->code.at[i];
        if (!is_copy(j) || j->inst.d != j->inst.s[0])
            b->code.at[n++] = *j;
    }
    b->code.n = n;
    for (int s = 0; s < LAB_SOURCES; s++)
        b->compare.s[s] = merged_register(m, b->compare.s[s]);
}

static void rename_all(struct coalescing *m, struct arena *a)
{
    for (size_t b = 0; b < m->p->blocks.n; b++)
        rename_block(m, a, m->p->blocks.at[b]);
    for (uint32_t i = 0; i < m->p->n_params; i++)
        m->p->params[i] = merged_register(m, m->p->params[i]);
    for (size_t l = 0; l < m->p->loops.n; l++) {
        m->p->loops.at[l].index = merged_register(m, m->p->loops.at[l].index);
        m->p->loops.at[l].trip = merged_register(m, m->p->loops.at[l].trip);
    }
}

void optimize_copies(struct arena *a, struct ir_procedure *p)
{
    struct coalescing m = {.p = p};
    struct flow f;

    flow_analyze(&f, p);
    find_copies(&m);
    find_conflicts(&m, &f);
    merge_copies(&m, true);
    merge_copies(&m, false);
    rename_all(&m, a);
    flow_free(&f);
    arena_free(&m.arena);
}
