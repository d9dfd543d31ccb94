/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/stream/tally.h"
#include "measure/multikron/stream/bytes.h"

#include <stdlib.h>
#include <string.h>

/* Returns the timestamp of a record: the five bytes after the first one. */
static inline uint64_t record_timestamp(const uint8_t *bytes)
{
    return read_big_endian(bytes) << 8 >> (64 - SAMPLE_TIME_BITS);
}

/* Returns a key for the source and CPU of a record. It depends on the byte order of the machine. */
static inline uint64_t record_key(const uint8_t *bytes)
{
    uint32_t source;
    memcpy(&source, bytes + 6, sizeof source);
    return (uint64_t)(bytes[0] >> 5) << 32 | source;
}

/* Returns the same key for a source and a CPU. */
static uint64_t source_key(uint32_t source, unsigned cpu)
{
    const uint8_t bytes[10] = {[0] = (uint8_t)(cpu << 5),
                               [6] = (uint8_t)(source >> 24),
                               [7] = (uint8_t)(source >> 16),
                               [8] = (uint8_t)(source >> 8),
                               [9] = (uint8_t)source};
    return record_key(bytes);
}

static uint32_t record_source(const uint8_t *bytes)
{
    return (uint32_t)bytes[6] << 24 | (uint32_t)bytes[7] << 16 | (uint32_t)bytes[8] << 8 | bytes[9];
}

/* Returns the entry of a node. The clock of a new node begins with stamp. */
static struct tally_node *find_or_add_node(struct tally *t, uint32_t number, uint64_t stamp)
{
    uint64_t at = keymap_find(&t->node_of, number);
    if (at != KEYMAP_NONE)
        return (struct tally_node *)(uintptr_t)at;
    struct tally_node *node = ARENA_NEW(&t->arena, struct tally_node);
    *node = (struct tally_node){number, wrap_begin(stamp, t->nodes.n > 0, t->newest)};
    *array_push(&t->nodes) = node;
    keymap_add(&t->node_of, number, (uintptr_t)node);
    return node;
}

/* Returns the row of a source and CPU, or NULL if there are too many rows. A new row has no times.
 */
static struct tally_row *find_or_add_row(struct tally *t, uint32_t source, unsigned cpu,
                                         uint64_t stamp)
{
    uint64_t key = source_key(source, cpu), at = keymap_find(&t->row_of, key);
    if (at != KEYMAP_NONE)
        return (struct tally_row *)(uintptr_t)at;
    if (t->rows.n >= TALLY_ROWS)
        return NULL;
    struct tally_row *row = ARENA_NEW(&t->arena, struct tally_row);
    *row =
        (struct tally_row){.source = source,
                           .cpu = (uint8_t)cpu,
                           .node = find_or_add_node(t, source_node(source, t->process_bits), stamp),
                           .first = UINT64_MAX};
    *array_push(&t->rows) = row;
    keymap_add(&t->row_of, key, (uintptr_t)row);
    return row;
}

static void extend_times(struct tally_row *row, uint64_t time)
{
    if (time < row->first)
        row->first = time;
    if (time > row->last)
        row->last = time;
}

/* Counts a record of any source with any timestamp. */
static void count_record(struct tally *t, const uint8_t *bytes)
{
    uint64_t stamp = record_timestamp(bytes);
    struct tally_row *row = find_or_add_row(t, record_source(bytes), bytes[0] >> 5, stamp);
    (row ? row->counts : t->others)[bytes[0] & (TALLY_HEADERS - 1)]++;
    if (!row)
        return;
    t->newest = wrap_time(&row->node->clock, stamp, t->disorder);
    extend_times(row, t->newest);
}

/* The state of the fast path: counting records that are the newest of an existing row. */
struct fast {
    const struct keymap_entry *entries; /* of row_of */
    unsigned bits;
    size_t mask;
    uint64_t jump, newest;
};

/* Counts the record at p if its row exists and it is the newest one of its node. */
static inline bool count_newest(struct fast *f, const uint8_t *p)
{
    uint64_t key = record_key(p), stamp = record_timestamp(p);
    size_t i = keymap_slot(key, f->bits);
    while (f->entries[i].key != key && f->entries[i].key != KEYMAP_NONE)
        i = (i + 1) & f->mask;
    if (f->entries[i].key != key)
        return false;
    struct tally_row *row = (struct tally_row *)(uintptr_t)f->entries[i].value;
    struct wrap *clock = &row->node->clock;
    if (stamp - clock->low > f->jump)
        return false;
    clock->low = stamp;
    row->counts[*p & (TALLY_HEADERS - 1)]++;
    row->last = f->newest = clock->base + stamp;
    return true;
}

/* Counts records up to the first one that count_newest() refuses. Returns their size in bytes. With
 * one loop for each kind of record, the branch predictor predicts the size of a record, so that the
 * next load does not wait for its header. */
static size_t count_newest_records(struct tally *t, const uint8_t *bytes, size_t n)
{
    struct fast f = {t->row_of.at, t->row_of.bits, ((size_t)1 << t->row_of.bits) - 1,
                     SAMPLE_TIME_MASK - t->disorder, t->newest};
    const uint8_t *p = bytes, *end = f.bits ? bytes + n : bytes;
    bool counted = true;
    while (counted && p < end) {
        while (p < end && !(*p & 0x08) && (counted = count_newest(&f, p)))
            p += SAMPLE_TRACE_BYTES;
        while (counted && p < end && *p & 0x08 && (counted = count_newest(&f, p)))
            p += SAMPLE_RESOURCE_BYTES;
    }
    t->newest = f.newest;
    return (size_t)(p - bytes);
}

void tally_records(struct tally *t, const uint8_t *bytes, size_t n)
{
    for (size_t at = 0; (at += count_newest_records(t, bytes + at, n - at)) < n;
         at += sample_bytes(bytes[at]))
        count_record(t, bytes + at);
}

/* ---- sums ---- */

static void merge_row(struct tally *all, const struct tally_row *from)
{
    struct tally_row *row = find_or_add_row(all, from->source, from->cpu, 0);
    for (int h = 0; h < TALLY_HEADERS; h++)
        (row ? row->counts : all->others)[h] += from->counts[h];
    if (!row)
        return;
    extend_times(row, from->first);
    extend_times(row, from->last);
}

void tally_merge(struct tally *all, const struct tally *one)
{
    for (size_t i = 0; i < one->rows.n; i++)
        merge_row(all, one->rows.at[i]);
    for (size_t i = 0; i < one->nodes.n; i++)
        find_or_add_node(all, one->nodes.at[i]->node, 0)->clock.late +=
            one->nodes.at[i]->clock.late;
    for (int h = 0; h < TALLY_HEADERS; h++)
        all->others[h] += one->others[h];
}

static int compare_rows(const void *a, const void *b)
{
    const struct tally_row *x = *(struct tally_row *const *)a, *y = *(struct tally_row *const *)b;
    uint64_t kx = (uint64_t)x->source << 3 | x->cpu, ky = (uint64_t)y->source << 3 | y->cpu;
    return (kx > ky) - (kx < ky);
}

static int compare_nodes(const void *a, const void *b)
{
    const struct tally_node *x = *(struct tally_node *const *)a,
                            *y = *(struct tally_node *const *)b;
    return (x->node > y->node) - (x->node < y->node);
}

void tally_sort(struct tally *t)
{
    array_sort(&t->rows, compare_rows);
    array_sort(&t->nodes, compare_nodes);
}

void tally_add_counts(struct tally_sum *sum, const uint64_t counts[TALLY_HEADERS])
{
    for (unsigned h = 0; h < TALLY_HEADERS; h++) {
        *(h & 8 ? &sum->resource : &sum->trace) += counts[h];
        sum->fifo_overrun += h & 4 ? counts[h] : 0;
        sum->shadow_overrun += h & 2 ? counts[h] : 0;
        sum->read_error += h & 1 ? counts[h] : 0;
    }
}

void tally_add_row(struct tally_sum *sum, const struct tally_row *row)
{
    tally_add_counts(sum, row->counts);
    if (!sum->any || row->first < sum->first)
        sum->first = row->first;
    if (!sum->any || row->last > sum->last)
        sum->last = row->last;
    sum->any = true;
}

void tally_free(struct tally *t)
{
    keymap_free(&t->row_of);
    keymap_free(&t->node_of);
    arena_free(&t->arena);
    array_free(&t->rows);
    array_free(&t->nodes);
}
