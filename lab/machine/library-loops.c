/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts loops for each cell until the program ends. Assumption: the run time of a program that
 * counts does not matter. */
#include "lab/machine/library-parts.h"
#include "measure/multikron/sample.h"
#include "measure/multikron/trips.h"

#include <stdlib.h>

enum { MOST_REGIONS = 65536, HALF = 24, CALIBRATED = 16 };

void loop_counts_free(struct loop_counts *c)
{
    array_free(&c->loops);
    array_free(&c->blocks);
}

/* ---- calls ---- */

/* Reads the integer of that many bytes whose address is argument i. */
static bool integer_at(struct host_call *c, int i, size_t bytes, int64_t *value)
{
    int32_t narrow = 0;
    if (bytes == sizeof *value)
        return host_load(c, host_argument(c, i), value, bytes);
    if (!host_load(c, host_argument(c, i), &narrow, sizeof narrow))
        return false;
    *value = narrow;
    return true;
}

/* Returns the sum of the region that argument 0 names; NULL after a fault. */
static struct loop_sum *sum_of(struct host_call *c)
{
    struct loop_counts *counts = &c->library->counts[c->cell];
    int64_t region = 0;
    if (!integer_at(c, 0, sizeof(int32_t), &region))
        return NULL;
    if (region < 0 || region >= MOST_REGIONS) {
        host_fault(c, "region %lld does not exist: the last number is %d", (long long)region,
                   MOST_REGIONS - 1);
        return NULL;
    }
    while ((size_t)region >= counts->loops.n)
        *array_push(&counts->loops) = (struct loop_sum){0};
    return &counts->loops.at[region];
}

static void add_trips(struct host_call *c, uint64_t instances)
{
    struct loop_sum *s = sum_of(c);
    int64_t from, to, step;
    if (!s || !integer_at(c, 1, sizeof from, &from) || !integer_at(c, 2, sizeof to, &to) ||
        !integer_at(c, 3, sizeof step, &step))
        return;
    s->instances += instances;
    s->iterations += count_trips(from, to, step);
}

void library_mktrip_(struct host_call *c)
{
    add_trips(c, 1);
}

void library_mkmore_(struct host_call *c)
{
    add_trips(c, 0);
}

void library_mkpass_(struct host_call *c)
{
    struct loop_sum *s = sum_of(c);
    if (s)
        s->iterations++;
}

static struct block_sum *block_of(struct loop_counts *counts, uint64_t key)
{
    if (counts->last < counts->blocks.n && counts->blocks.at[counts->last].key == key)
        return &counts->blocks.at[counts->last];
    for (counts->last = 0; counts->last < counts->blocks.n; counts->last++)
        if (counts->blocks.at[counts->last].key == key)
            return &counts->blocks.at[counts->last];
    struct block_sum *b = array_push(&counts->blocks);
    *b = (struct block_sum){.key = key};
    return b;
}

void library_mkpast_(struct host_call *c)
{
    int64_t region, block, n;
    if (!sum_of(c) || !integer_at(c, 0, sizeof(int32_t), &region) ||
        !integer_at(c, 1, sizeof(int32_t), &block) || !integer_at(c, 2, sizeof(int32_t), &n))
        return;
    block_of(&c->library->counts[c->cell], (uint64_t)region << 32 | (uint32_t)block)->n += n;
}

void library_mktrpz_(struct host_call *c)
{
    library_mktrip_(c);
}

void library_mkmorz_(struct host_call *c)
{
    library_mkmore_(c);
}

void library_mkpssz_(struct host_call *c)
{
    library_mkpass_(c);
}

void library_mkpstz_(struct host_call *c)
{
    library_mkpast_(c);
}

/* ---- marks ---- */

struct marks {
    void (*mark)(void *to, uint64_t mark);
    void *to;
};

static void emit_mark(const struct marks *m, unsigned kind, uint64_t region, uint64_t value)
{
    m->mark(m->to, (uint64_t)kind << 40 | region << HALF | value);
}

/* Splits a sum that exceeds the value of a mark. */
static void put_sum(const struct marks *m, unsigned low, unsigned high, uint64_t region, uint64_t n)
{
    uint64_t mask = (UINT64_C(1) << HALF) - 1;
    if (n & mask)
        emit_mark(m, low, region, n & mask);
    if (n >> HALF)
        emit_mark(m, high, region, n >> HALF & mask);
}

static int by_key(const void *a, const void *b)
{
    const struct block_sum *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static void put_block(const struct marks *m, const struct block_sum *b)
{
    uint64_t region = b->key >> 32, before = b->key >> HALF & 0xff;
    if (b->n <= 0)
        return;
    emit_mark(m, MARK_SUM_BLOCK, region, b->key & 0xffffff);
    if (before)
        emit_mark(m, MARK_SUM_BLOCKS_BEFORE, region, before);
    put_sum(m, MARK_SUM_SKIPPED, MARK_SUM_SKIPPED_HIGH, region, (uint64_t)b->n);
}

void library_counts(const struct library *l, unsigned cell, void (*mark)(void *to, uint64_t mark),
                    void *to)
{
    struct loop_counts *c = &l->counts[cell];
    const struct marks m = {mark, to};
    for (size_t i = 0; i < c->loops.n; i++) {
        put_sum(&m, MARK_SUM_INSTANCES, MARK_SUM_INSTANCES_HIGH, i, c->loops.at[i].instances);
        put_sum(&m, MARK_SUM_ITERATIONS, MARK_SUM_ITERATIONS_HIGH, i, c->loops.at[i].iterations);
    }
    array_sort(&c->blocks, by_key);
    for (size_t i = 0; i < c->blocks.n; i++)
        put_block(&m, &c->blocks.at[i]);
}

/* ---- overhead of marks ---- */

void library_mk_calibrated(struct host_call *c)
{
    struct library *l = c->library;
    if (l->pair > 0)
        return;
    l->inside = (double)(int64_t)host_argument(c, 0) / CALIBRATED;
    l->pair = (double)(int64_t)host_argument(c, 1) / CALIBRATED;
}

bool library_overhead(const struct library *l, double *inside, double *pair)
{
    *inside = l->inside;
    *pair = l->pair;
    return l->pair > 0;
}
