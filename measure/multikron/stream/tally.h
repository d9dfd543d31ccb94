/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts the samples of a stream by source and CPU, without decoding whole samples. The tallies of
 * several files can be merged in any order. */
#ifndef MULTIKRON_STREAM_TALLY_H
#define MULTIKRON_STREAM_TALLY_H

#include "base/arena.h"
#include "base/array.h"
#include "measure/multikron/stream/keymap.h"
#include "measure/multikron/stream/wrap.h"

enum {
    TALLY_ROWS = 1 << 17, /* maximum number of rows; further sources and CPUs are summed up */
    TALLY_HEADERS = 16,   /* values of the low four bits of a header: resource, and three flags */
    DEFAULT_PROCESS_BITS = 16, /* of a source */
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
    uint64_t first, last;           /* extended times, ticks */
};
/* Initialized to zero except the two parameters. */
struct tally {
    unsigned process_bits;         /* parameter: number of low bits of a source: the process */
    uint64_t disorder;             /* parameter: of wrap.h */
    struct arena arena;            /* of rows and nodes */
    struct keymap row_of, node_of; /* addresses of rows and nodes */
    ARRAY(struct tally_row *) rows;
    ARRAY(struct tally_node *) nodes;
    uint64_t newest;                /* time of the last sample */
    uint64_t others[TALLY_HEADERS]; /* samples without a row */
};

/* Returns the node of a source. */
static inline uint32_t source_node(uint32_t source, unsigned process_bits)
{
    return process_bits < 32 ? source >> process_bits : 0;
}
/* Returns the process of a source. */
static inline uint32_t source_process(uint32_t source, unsigned process_bits)
{
    return (uint32_t)(source & ((UINT64_C(1) << process_bits) - 1));
}

/* Counts the n bytes of complete records of valid classes at bytes, the next ones of the stream. */
void tally_records(struct tally *t, const uint8_t *bytes, size_t n);
/* Adds the counts of one to those of all. */
void tally_merge(struct tally *all, const struct tally *one);
/* Sorts rows by node, source and CPU, and nodes by number. No records may be counted after it. */
void tally_sort(struct tally *t);
void tally_free(struct tally *t);

/* The sum of rows. */
struct tally_sum {
    uint64_t trace, resource;                          /* numbers of samples */
    uint64_t fifo_overrun, shadow_overrun, read_error; /* numbers of samples with the flag */
    uint64_t first, last;                              /* extended times, ticks, if any */
    bool any;                                          /* a row was added */
};
/* Adds counts by header. */
void tally_add_counts(struct tally_sum *sum, const uint64_t counts[TALLY_HEADERS]);
/* Adds a row with its times. */
void tally_add_row(struct tally_sum *sum, const struct tally_row *row);

#endif
