/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The form of a trace file.
 *
 *   file    "KTRACE 1\n", cells, bytes of the symbols, symbols, blocks, 0, events of all blocks
 *   block   cell + 1, events, bytes of the payload, clock before the first event, payload
 * Numbers are varints: 7 bits a byte, low ones first, the top bit says that more follow. The blocks
 * of a cell are in its order; each is understood by itself.
 *
 * A payload is a row of tokens. References go along SLOTS streams; a stream has a last address, a
 * stride, a kind and a size, all 0 when a block begins:
 *   0x00-0x7F  stream in bits 3-6: last += stride is the address of the next reference, bits 0-2
 *              more clocks than the event before it
 *   0x80       clocks (varint) to be added before the next event
 *   0x81       period (a byte), times (varint): so many tokens, each that which stood so many
 *              tokens of the kind above before it
 *   0x82       a mark: kind (a byte), clocks, value
 *   0x90-0x9F  stream in bits 0-3 gets: kind and size (a byte: kind + 16 * log of size, below),
 *              clocks, and its stride (zigzag); then it gives a reference
 * A loop becomes its first pass and a run; a subcache miss within it costs 0x80 and a new run. */
#ifndef LAB_TRACE_FORM_H
#define LAB_TRACE_FORM_H

#include "lab/trace/trace.h"

#define TRACE_MAGIC "KTRACE 1\n"
enum {
    TRACE_SLOTS = 16,
    TRACE_BLOCK_EVENTS = 8192,
    TRACE_LONGEST_PERIOD = 64,
    TRACE_CELLS = 1088, /* most that a trace can have */
    TOKEN_CLOCKS = 0x80,
    TOKEN_RUN = 0x81,
    TOKEN_MARK = 0x82,
    TOKEN_STREAM = 0x90,
    TOKEN_CLOCK_BITS = 3,
    TOKEN_MOST_CLOCKS = 7
};
static const uint8_t trace_sizes[] = {1, 4, 8, 64, 128};
enum { TRACE_SIZES = sizeof trace_sizes };

struct trace_stream {
    uint64_t last, stride;
    uint8_t kind, bytes;
};

static inline uint64_t zigzag(uint64_t delta)
{
    return delta << 1 ^ (delta >> 63 ? UINT64_MAX : 0);
}
static inline uint64_t zagzig(uint64_t n)
{
    return n >> 1 ^ (n & 1 ? UINT64_MAX : 0);
}

#endif
