/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of a stream, by source and CPU; the fast way through a sample file.
 * Tallies of several files add up to that of all, in any order. */
#ifndef MULTIKRON_STREAM_TALLY_H
#define MULTIKRON_STREAM_TALLY_H

#include "base/arena.h"
#include "base/array.h"
#include "measure/multikron/stream/keymap.h"
#include "measure/multikron/stream/wrap.h"

enum {
    TALLY_ROWS = 1 << 17, /* sources and CPUs told apart; more are counted in one row */
    TALLY_HEADERS = 16,   /* low four bits of a header: resource, and the three flags */
    PROCESS_BITS = 16,    /* of a source, unless said otherwise */
};

struct tally_node {
    uint32_t node;
    struct wrap clock;
};
struct tally_row {
    uint32_t source;
    uint8_t cpu;
    struct tally_node *node;
    uint64_t counts[TALLY_HEADERS]; /* samples, by the low four bits of their headers */
    uint64_t first, last;           /* times in ticks, wraps counted */
};
/* All zeroes but for the two parameters. */
struct tally {
    unsigned process_bits;         /* low bits of a source that are the process */
    uint64_t disorder;             /* of wrap.h */
    struct arena arena;            /* of rows and nodes */
    struct keymap row_of, node_of; /* their addresses */
    ARRAY(struct tally_row *) rows;
    ARRAY(struct tally_node *) nodes;
    uint64_t newest;                /* time of the last sample */
    uint64_t others[TALLY_HEADERS]; /* samples of sources that found no row */
};

/* Node of a source. */
static inline uint32_t source_node(uint32_t source, unsigned process_bits)
{
    return process_bits < 32 ? source >> process_bits : 0;
}
/* Process of a source. */
static inline uint32_t source_process(uint32_t source, unsigned process_bits)
{
    return (uint32_t)(source & ((UINT64_C(1) << process_bits) - 1));
}

/* Counts the n bytes of whole records of legal classes at bytes, behind those of calls before. */
void tally_records(struct tally *t, const uint8_t *bytes, size_t n);
/* Adds the counts of one file to those of all. */
void tally_merge(struct tally *all, const struct tally *one);
/* Rows by node, source and CPU, nodes by number; no records may follow. */
void tally_sort(struct tally *t);
void tally_free(struct tally *t);

/* What a row, or several, add up to. */
struct tally_sum {
    uint64_t trace, resource;                          /* samples */
    uint64_t fifo_overrun, shadow_overrun, read_error; /* of them with the flag */
    uint64_t first, last;                              /* times */
    bool any;                                          /* first and last are there */
};
void tally_add(struct tally_sum *sum, const uint64_t counts[TALLY_HEADERS]);
void tally_add_row(struct tally_sum *sum, const struct tally_row *row);

#endif
