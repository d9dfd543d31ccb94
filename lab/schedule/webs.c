/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/schedule/webs.h"
#include "base/util.h"

#include <stdlib.h>

/* ---- finding ---- */

struct web_finder {
    struct arena *a;
    struct webs *w;
    struct rows excluded; /* registers that cannot be webs */
    int current[ROW_LENGTH];
    int last[ROW_LENGTH]; /* web of the row at the end of the iteration */
};

/* Excludes the registers of wide loads and stores. */
static void exclude_wide_registers(struct web_finder *f, const struct effects *e,
                                   const struct lab_inst *i)
{
    if (lab_memory_bytes(i->op) != 64)
        return;
    for (int k = 0; k < e->n_uses; k++)
        rows_add(&f->excluded, e->uses[k].reg);
    for (int k = 0; k < e->n_writes; k++)
        rows_add(&f->excluded, e->writes[k]);
}

static int web_of_read(struct web_finder *f, lab_reg r)
{
    int row = r ? row_of(r) : ROW_LENGTH;
    return row == ROW_LENGTH || rows_has(&f->excluded, row) ? NO_WEB : f->current[row];
}

static int web_of_write(struct web_finder *f, const struct lab_inst *i)
{
    int row = i->d ? row_of(i->d) : ROW_LENGTH;
    if (row == ROW_LENGTH || rows_has(&f->excluded, row))
        return NO_WEB;
    if (lab_reads_destination(i->op))
        return f->current[row];
    if (f->w->n >= WEBS_MOST) {
        f->current[row] = NO_WEB;
        f->last[row] = NO_WEB;
        return NO_WEB;
    }
    f->w->at[f->w->n] = (struct web){.row = row};
    f->current[row] = f->last[row] = (int)f->w->n;
    return (int)f->w->n++;
}

static void find_sources(struct web_finder *f, const struct lab_inst *i, int webs[LAB_SOURCES])
{
    struct effects e = effects_of(i);
    for (int k = 0; k < LAB_SOURCES; k++)
        webs[k] = NO_WEB;
    for (int k = 0; k < e.n_uses; k++)
        if (e.uses[k].source < LAB_SOURCES)
            webs[e.uses[k].source] = web_of_read(f, i->s[e.uses[k].source]);
}

static void find_node_webs(struct web_finder *f, const struct node *n, struct node_webs *out)
{
    *out = (struct node_webs){.base = NO_WEB, .d = NO_WEB, .with_d = NO_WEB};
    find_sources(f, n->inst, out->s);
    for (int k = 0; k < n->effects.n_uses; k++)
        if (n->effects.uses[k].source == LAB_READS_BASE)
            out->base = web_of_read(f, n->inst->base);
    for (int k = 0; k < LAB_SOURCES; k++)
        out->with_s[k] = NO_WEB;
    if (n->effects.n_writes)
        out->d = web_of_write(f, n->inst);
    if (n->with)
        out->with_d = web_of_write(f, n->with);
}

/* Returns the registers that the block reads before it writes them. */
static struct rows find_carried_rows(const struct node *nodes, size_t n)
{
    struct rows written = {{0}}, found = {{0}};
    for (size_t i = 0; i < n; i++) {
        const struct effects *both[] = {&nodes[i].effects, &nodes[i].with_effects};
        for (int h = 0; h < 2; h++)
            for (int k = 0; k < both[h]->n_uses; k++)
                if (!rows_has(&written, both[h]->uses[k].reg))
                    rows_add(&found, both[h]->uses[k].reg);
        for (int h = 0; h < 2; h++)
            for (int k = 0; k < both[h]->n_writes; k++)
                rows_add(&written, both[h]->writes[k]);
    }
    return found;
}

/* Drops the webs that are read after the iteration: the last ones of live rows. */
static void drop_last(struct web_finder *f, size_t n, const struct rows *live)
{
    bool *drop = ARENA_ARRAY(f->a, bool, f->w->n + 1);
    for (int row = 0; row < ROW_LENGTH; row++)
        if (rows_has(live, row) && f->last[row] != NO_WEB)
            drop[f->last[row]] = true;
    for (size_t i = 0; i < n; i++) {
        struct node_webs *o = &f->w->of[i];
        int *all[] = {&o->s[0], &o->s[1], &o->s[2], &o->base, &o->d, &o->with_d};
        for (size_t k = 0; k < COUNT_OF(all); k++)
            if (*all[k] != NO_WEB && drop[*all[k]])
                *all[k] = NO_WEB;
    }
    for (size_t k = 0; k < f->w->n; k++)
        if (drop[k])
            f->w->at[k].row = ROW_LENGTH;
}

/* Finds the registers that are free for webs: those that the flow leaves unused and that hold no
 * live value, and the webs' own, unless a node uses them outside of a web. */
static void find_pool(struct web_finder *f, const struct node *nodes, size_t n,
                      const struct lab_flow *flow, const struct rows *live)
{
    struct rows taken = f->excluded;
    for (size_t i = 0; i < n; i++) {
        const struct effects *both[] = {&nodes[i].effects, &nodes[i].with_effects};
        for (int h = 0; h < 2; h++) {
            for (int k = 0; k < both[h]->n_uses; k++)
                if (both[h]->uses[k].reg < ROW_LENGTH)
                    rows_add(&taken, both[h]->uses[k].reg);
            for (int k = 0; k < both[h]->n_writes; k++)
                if (both[h]->writes[k] < ROW_LENGTH)
                    rows_add(&taken, both[h]->writes[k]);
        }
    }
    for (size_t k = 0; k < f->w->n; k++)
        if (f->w->at[k].row < ROW_LENGTH && !rows_has(&taken, f->w->at[k].row))
            rows_add(&f->w->pool, f->w->at[k].row);
    for (int row = 0; row < ROW_CONDITION; row++) {
        uint64_t mask = row < ROW_IPU   ? flow->free_fpu
                        : row < ROW_CEU ? flow->free_ipu
                                        : flow->free_ceu;
        int bit = row < ROW_IPU ? row : row < ROW_CEU ? row - ROW_IPU : row - ROW_CEU;
        if (bit < 64 && mask >> bit & 1 && !rows_has(live, row) && !rows_has(&taken, row))
            rows_add(&f->w->pool, row);
    }
}

void webs_find(struct arena *a, const struct node *nodes, size_t n, const struct lab_flow *flow,
               const struct rows *live_before, const struct rows *live_after,
               const struct rows *fixed, struct webs *out)
{
    struct web_finder f = {.a = a, .w = out, .excluded = find_carried_rows(nodes, n)};
    struct rows live = *live_after;
    *out = (struct webs){.of = ARENA_ARRAY(a, struct node_webs, n),
                         .at = ARENA_ARRAY(a, struct web, WEBS_MOST)};
    rows_add(&f.excluded, ROW_CONDITION);
    for (int w = 0; w < ROW_WORDS; w++) {
        f.excluded.bits[w] |= fixed->bits[w];
        live.bits[w] |= live_before->bits[w];
    }
    for (int row = 0; row < ROW_LENGTH; row++)
        f.current[row] = f.last[row] = NO_WEB;
    for (size_t i = 0; i < n; i++)
        exclude_wide_registers(&f, &nodes[i].effects, nodes[i].inst);
    for (size_t i = 0; i < n; i++)
        find_node_webs(&f, &nodes[i], &out->of[i]);
    drop_last(&f, n, &live);
    struct node *named = ARENA_ARRAY(a, struct node, n);
    for (size_t i = 0; i < n; i++)
        named[i] = nodes[i];
    webs_apply(out, named, n);
    find_pool(&f, named, n, flow, &live);
}

/* ---- effects ---- */

static void set_bits(struct node *n)
{
    const struct effects *both[] = {&n->effects, &n->with_effects};
    for (int w = 0; w < 4; w++)
        n->reads[w] = n->writes[w] = 0;
    for (int h = 0; h < 2; h++) {
        for (int k = 0; k < both[h]->n_uses; k++)
            n->reads[both[h]->uses[k].reg / 64] |= 1ull << both[h]->uses[k].reg % 64;
        for (int k = 0; k < both[h]->n_writes; k++)
            n->writes[both[h]->writes[k] / 64] |= 1ull << both[h]->writes[k] % 64;
    }
}

static void name_effects(struct effects *e, const int s[LAB_SOURCES], int base, int d)
{
    for (int k = 0; k < e->n_uses; k++) {
        int source = e->uses[k].source;
        int web = source < LAB_SOURCES       ? s[source]
                  : source == LAB_READS_BASE ? base
                  : source == LAB_READS_D    ? d
                                             : NO_WEB;
        if (web != NO_WEB)
            e->uses[k].reg = (uint8_t)(WEB_ROW + web);
    }
    for (int k = 0; k < e->n_writes && d != NO_WEB; k++)
        e->writes[k] = (uint8_t)(WEB_ROW + d);
}

void webs_apply(const struct webs *w, struct node *nodes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct node_webs *o = &w->of[i];
        name_effects(&nodes[i].effects, o->s, o->base, o->d);
        if (nodes[i].with)
            name_effects(&nodes[i].with_effects, o->with_s, NO_WEB, o->with_d);
        set_bits(&nodes[i]);
    }
}

static void remove_web_effects(struct effects *e)
{
    int uses = 0, writes = 0;
    for (int k = 0; k < e->n_uses; k++)
        if (e->uses[k].reg < WEB_ROW)
            e->uses[uses++] = e->uses[k];
    for (int k = 0; k < e->n_writes; k++)
        if (e->writes[k] < WEB_ROW)
            e->writes[writes++] = e->writes[k];
    e->n_uses = uses;
    e->n_writes = writes;
}

void webs_remove_effects(struct node *nodes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        remove_web_effects(&nodes[i].effects);
        remove_web_effects(&nodes[i].with_effects);
        set_bits(&nodes[i]);
    }
}

/* ---- registers ---- */

static void extend_lifetime(struct web *w, int pair)
{
    w->end = max_int(w->end, pair);
}

static void add_read(struct webs *w, int web, int pair)
{
    if (web != NO_WEB)
        extend_lifetime(&w->at[web], pair);
}

static void add_write(struct webs *w, int web, int pair, int latency)
{
    if (web == NO_WEB)
        return;
    struct web *at = &w->at[web];
    at->start = at->start < pair ? at->start : pair;
    extend_lifetime(at, pair + max_int(1, latency));
}

static bool is_web(const struct web *w)
{
    return w->row < ROW_LENGTH;
}

/* Sets the lifetime of each web: from its first write to its last read, at least until the write
 * is complete. */
static void find_lifetimes(struct webs *w, const struct machine *m, const struct node *nodes,
                           size_t n, const int *at)
{
    for (size_t k = 0; k < w->n; k++) {
        w->at[k].start = INT32_MAX;
        w->at[k].end = INT32_MIN;
    }
    for (size_t i = 0; i < n; i++) {
        const struct node_webs *o = &w->of[i];
        int late = nodes[i].inst->op == LAB_MOVB8;
        for (int k = 0; k < LAB_SOURCES; k++)
            add_read(w, o->s[k], at[i] + late);
        add_read(w, o->base, at[i]);
        add_write(w, o->d, at[i], lab_latency(m, nodes[i].inst));
        if (nodes[i].with)
            add_write(w, o->with_d, at[i], lab_latency(m, nodes[i].with));
    }
}

struct span {
    int start, length; /* modulo the cycle */
    size_t web;
    int iteration;
};

static int wrap_pair(int cycle, int pairs)
{
    int r = pairs % cycle;
    return r < 0 ? r + cycle : r;
}

static bool spans_are_disjoint(const struct span *a, const struct span *b, int cycle)
{
    return wrap_pair(cycle, b->start - a->start) >= a->length &&
           wrap_pair(cycle, a->start - b->start) >= b->length;
}

static bool same_unit(int a, int b)
{
    return lab_reg_unit(register_of_row(a)) == lab_reg_unit(register_of_row(b));
}

/* Returns the first register of the pool whose spans are disjoint from this one; ROW_LENGTH =
 * none. */
static int free_row(const struct webs *w, const struct span *spans, const int *rows, size_t n,
                    int cycle)
{
    for (int row = 0; row < ROW_CONDITION; row++) {
        if (!rows_has(&w->pool, row) || !same_unit(row, w->at[spans[n].web].row))
            continue;
        bool good = true;
        for (size_t k = 0; k < n && good; k++)
            good = rows[k] != row || spans_are_disjoint(&spans[k], &spans[n], cycle);
        if (good)
            return row;
    }
    return ROW_LENGTH;
}

static int by_start(const void *x, const void *y)
{
    const struct span *a = x, *b = y;
    int starts = ORDER_OF(a->start, b->start), webs = ORDER_OF(a->web, b->web);
    return starts ? starts : webs ? webs : ORDER_OF(a->iteration, b->iteration);
}

enum { MAX_ITERATIONS = 6 };

bool webs_assign(struct arena *a, struct webs *w, const struct machine *m, const struct node *nodes,
                 size_t n, const int *at, int interval)
{
    find_lifetimes(w, m, nodes, n, at);
    w->iterations = 1;
    for (size_t k = 0; k < w->n; k++)
        if (is_web(&w->at[k]))
            w->iterations =
                max_int(w->iterations, (w->at[k].end - w->at[k].start + interval - 1) / interval);
    if (w->iterations > MAX_ITERATIONS)
        return false;
    int cycle = w->iterations * interval;
    size_t n_spans = 0, room = w->n * (size_t)w->iterations;
    struct span *spans = ARENA_ARRAY(a, struct span, room + 1);
    int *rows = ARENA_ARRAY(a, int, room + 1);
    w->assigned = ARENA_ARRAY(a, lab_reg, room + 1);
    for (size_t k = 0; k < w->n; k++)
        for (int p = 0; p < w->iterations && is_web(&w->at[k]); p++)
            spans[n_spans++] = (struct span){wrap_pair(cycle, w->at[k].start + p * interval),
                                             w->at[k].end - w->at[k].start, k, p};
    if (n_spans)
        qsort(spans, n_spans, sizeof *spans, by_start);
    for (size_t k = 0; k < n_spans; k++) {
        rows[k] = free_row(w, spans, rows, k, cycle);
        if (rows[k] == ROW_LENGTH)
            return false;
        w->assigned[spans[k].web * (size_t)w->iterations + (size_t)spans[k].iteration] =
            register_of_row(rows[k]);
    }
    return true;
}

static void rename_to(const struct webs *w, int web, int64_t iteration, lab_reg *r)
{
    if (web != NO_WEB)
        *r = w->assigned[(size_t)web * (size_t)w->iterations + (size_t)(iteration % w->iterations)];
}

struct lab_inst web_inst(const struct webs *w, const struct node *nodes, size_t i,
                         int64_t iteration, bool with)
{
    struct lab_inst inst = with ? *nodes[i].with : *nodes[i].inst;
    if (!w->assigned)
        return inst;
    const struct node_webs *o = &w->of[i];
    for (int k = 0; k < LAB_SOURCES; k++)
        rename_to(w, with ? o->with_s[k] : o->s[k], iteration, &inst.s[k]);
    if (!with)
        rename_to(w, o->base, iteration, &inst.base);
    rename_to(w, with ? o->with_d : o->d, iteration, &inst.d);
    return inst;
}
