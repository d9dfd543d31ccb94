/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Register coalescing: merges the two registers of a copy if they never hold different values at
 * the same time. */
#include "lab/code/passes.h"

#include <string.h>

struct merging {
    struct arena arena;
    struct ir_procedure *p;
    uint32_t n; /* number of registers in copies */
    /* for each virtual register: its index among those in copies + 1; 0 = none */
    uint32_t *dense;
    flow_set named;        /* the same registers as a set */
    uint32_t *register_of; /* inverse of dense */
    uint32_t *joined;      /* for each register in copies: the register that it is merged into */
    flow_set *meets;       /* for each register in copies: the registers that it conflicts with */
    size_t words;
};

/* Returns whether i copies a virtual register to another of the same unit. */
static bool is_copy(const struct ir_inst *i)
{
    return i->op == IR_INST && i->inst.op == LAB_MOV8 && !i->inst.immediate[0] &&
           ir_number_of(i->inst.s[0]) >= 0 && ir_number_of(i->inst.d) >= 0 &&
           lab_reg_unit(i->inst.s[0]) == lab_reg_unit(i->inst.d);
}

static void name(struct merging *m, lab_reg r)
{
    uint32_t *d = &m->dense[ir_number_of(r)];

    if (*d != 0)
        return;
    *d = ++m->n;
    flow_add(m->named, (size_t)ir_number_of(r));
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
static void find_copies(struct merging *m)
{
    m->dense = ARENA_ARRAY(&m->arena, uint32_t, m->p->n_virtual + 1);
    m->named = ARENA_ARRAY(&m->arena, uint64_t, m->p->n_virtual / 64 + 1);
    m->register_of = ARENA_ARRAY(&m->arena, uint32_t, m->p->n_virtual + 1);
    for (size_t b = 0; b < m->p->blocks.n; b++)
        for (size_t i = 0; i < m->p->blocks.at[b]->code.n; i++) {
            const struct ir_inst *j = &m->p->blocks.at[b]->code.at[i];
            if (!is_copy(j) || is_address(m->p, j->inst.d) || is_address(m->p, j->inst.s[0]))
                continue;
            name(m, j->inst.d);
            name(m, j->inst.s[0]);
        }
}

static void meet(struct merging *m, uint32_t a, uint32_t b)
{
    if (a == b)
        return;
    flow_add(m->meets[a], b);
    flow_add(m->meets[b], a);
}

/* Adds conflicts of d with the registers live at a write of it. from: the source if the write is
 * a copy; it does not conflict. */
static void written(struct merging *m, lab_reg d, lab_reg from, const uint64_t *live)
{
    int64_t n = ir_number_of(d);

    if (n < 0 || m->dense[n] == 0)
        return;
    for (size_t w = 0; w <= m->p->n_virtual / 64; w++)
        for (uint64_t both = live[w] & m->named[w]; both != 0; both &= both - 1) {
            uint32_t r = m->dense[64 * w + (size_t)__builtin_ctzll(both)] - 1;
            if (m->register_of[r] != from)
                meet(m, m->dense[n] - 1, r);
        }
}

static void find_meetings(struct merging *m, const struct flow *f, const struct ir_block *b,
                          uint64_t *live)
{
    flow_start_back(f, b, live);
    for (size_t i = b->code.n; i-- > 0;) {
        const struct ir_inst *j = &b->code.at[i];
        written(m, ir_written(j), is_copy(j) ? j->inst.s[0] : 0, live);
        flow_step_back(live, j);
    }
}

/* Adds the conflicts of parameters, which all have their values at the entry. */
static void find_parameters(struct merging *m, const struct flow *f, uint64_t *live)
{
    memset(live, 0, f->register_words * sizeof *live);
    if (f->n_blocks > 0)
        flow_set_live_in(f, f->p->blocks.at[0], live);
    for (uint32_t i = 0; i < m->p->n_params && f->n_blocks > 0; i++)
        written(m, m->p->params[i], 0, live);
}

static void find_all_meetings(struct merging *m, const struct flow *f)
{
    uint64_t *live = ARENA_ARRAY(&m->arena, uint64_t, f->register_words);

    m->words = m->n / 64 + 1;
    m->meets = ARENA_ARRAY(&m->arena, flow_set, m->n);
    m->joined = ARENA_ARRAY(&m->arena, uint32_t, m->n);
    for (uint32_t r = 0; r < m->n; r++) {
        m->meets[r] = ARENA_ARRAY(&m->arena, uint64_t, m->words);
        m->joined[r] = r;
    }
    for (size_t b = 0; b < f->n_blocks; b++)
        find_meetings(m, f, f->p->blocks.at[b], live);
    find_parameters(m, f, live);
}

static uint32_t whole(const struct merging *m, uint32_t r)
{
    while (m->joined[r] != r)
        r = m->joined[r];
    return r;
}

static lab_reg merged(const struct merging *m, lab_reg r)
{
    int64_t n = ir_number_of(r);
    if (n < 0 || m->dense[n] == 0)
        return r;
    return m->register_of[whole(m, m->dense[n] - 1)];
}

/* Merges s into d if they do not conflict. */
static void join(struct merging *m, lab_reg d, lab_reg s)
{
    int64_t dn = ir_number_of(d), sn = ir_number_of(s);

    if (m->dense[dn] == 0 || m->dense[sn] == 0)
        return;
    uint32_t a = whole(m, m->dense[dn] - 1), b = whole(m, m->dense[sn] - 1);
    if (a == b || flow_has(m->meets[a], b))
        return;
    m->joined[b] = a;
    for (size_t w = 0; w < m->words; w++)
        m->meets[a][w] |= m->meets[b][w];
    for (uint32_t r = 0; r < m->n; r++)
        if (flow_has(m->meets[b], r))
            flow_add(m->meets[r], a);
}

/* Merges the copies of innermost loops, or all others. */
static void join_copies(struct merging *m, bool in_loops)
{
    for (size_t b = 0; b < m->p->blocks.n; b++) {
        const struct ir_block *block = m->p->blocks.at[b];
        bool inner = block->loop >= 0 && m->p->loops.at[block->loop].innermost;
        for (size_t i = 0; i < block->code.n && inner == in_loops; i++)
            if (is_copy(&block->code.at[i]))
                join(m, block->code.at[i].inst.d, block->code.at[i].inst.s[0]);
    }
}

/* ---- renaming ---- */
static const struct place *rename_place(struct merging *m, struct arena *a, const struct place *p)
{
    bool changed = false;

    for (int t = 0; t < p->n_terms; t++)
        changed |= merged(m, p->terms[t].index) != p->terms[t].index;
    if (!changed)
        return p;
    struct place *n = ARENA_NEW(a, struct place);
    *n = *p;
    for (int t = 0; t < n->n_terms; t++)
        n->terms[t].index = merged(m, n->terms[t].index);
    return n;
}

static void rename_inst(struct merging *m, struct arena *a, struct ir_inst *i)
{
    lab_reg *at[IR_READS];
    size_t n = ir_reads(i, at);

    i->inst.d = lab_reads_destination(i->inst.op) ? i->inst.d : merged(m, i->inst.d);
    for (size_t r = 0; r < n; r++)
        *at[r] = merged(m, *at[r]);
    for (uint32_t r = 0; r < i->n_args; r++)
        i->args[r] = merged(m, i->args[r]);
    if (i->inst.place != NULL)
        i->inst.place = rename_place(m, a, i->inst.place);
}

static void rename_block(struct merging *m, struct arena *a, struct ir_block *b)
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
        b->compare.s[s] = merged(m, b->compare.s[s]);
}

static void rename_all(struct merging *m, struct arena *a)
{
    for (size_t b = 0; b < m->p->blocks.n; b++)
        rename_block(m, a, m->p->blocks.at[b]);
    for (uint32_t i = 0; i < m->p->n_params; i++)
        m->p->params[i] = merged(m, m->p->params[i]);
    for (size_t l = 0; l < m->p->loops.n; l++) {
        m->p->loops.at[l].index = merged(m, m->p->loops.at[l].index);
        m->p->loops.at[l].trip = merged(m, m->p->loops.at[l].trip);
    }
}

void optimize_copies(struct arena *a, struct ir_procedure *p)
{
    struct merging m = {.p = p};
    struct flow f;

    flow_new(&f, p);
    find_copies(&m);
    find_all_meetings(&m, &f);
    join_copies(&m, true);
    join_copies(&m, false);
    rename_all(&m, a);
    flow_free(&f);
    arena_free(&m.arena);
}
