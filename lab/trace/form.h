/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The format of a trace file.
 *
 *   file    "KTRACE 1\n", cells, bytes of the symbols, symbols, blocks, 0, events of all blocks
 *   block   cell + 1, events, bytes of the payload, clock before the first event, payload
 * Numbers are varints: 7 bits a byte, low bits first; the top bit is set if another byte follows.
 * The blocks of a cell are in order; each can be decoded alone.
 *
 * A payload is a sequence of tokens. References belong to SLOTS streams. A stream has a last
 * address, a stride, a kind and a size, all 0 at the start of a block:
 *   0x00-0x7F  stream in bits 3-6: last += stride is the address of the next reference; bits 0-2:
 *              clocks since the previous event
 *   0x80       clocks (varint) to add before the next event
 *   0x81       period (a byte), count (varint): repeats `count` tokens of the kind above, each a
 *              copy of the one `period` tokens before
 *   0x82       a mark: kind (a byte), clocks, value
 *   0x90-0x9F  sets the stream in bits 0-3: kind and size (a byte: kind + 16 * log of size, below),
 *              clocks, and its stride (zigzag); then emits a reference
 * A loop becomes its first iteration and a run. A subcache miss in it costs 0x80 and a new run. */
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

/* Zigzag code: maps differences of small magnitude to small unsigned numbers. */
static inline uint64_t zigzag_encode(uint64_t delta)
{
    return delta << 1 ^ (delta >> 63 ? UINT64_MAX : 0);
}
static inline uint64_t zigzag_decode(uint64_t n)
{
    return n >> 1 ^ (n & 1 ? UINT64_MAX : 0);
}

#endif
