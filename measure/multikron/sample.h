/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One sample of the MULTIKRON chip, as the chip model, files, the
 * instrumentation library and the collector exchange it (NISTIR 4737, tables 5
 * to 7). A record is 16 bytes (trace) or 80 (resource), each field with its most
 * significant byte first:
 *
 *   header 8 | timestamp 40 | source 32 | user 48 | counter 0 ... counter 15, 32 each
 *   header, from the top: CPU 3, class 2, FIFO overrun, shadow overrun, read error
 */
#ifndef MULTIKRON_SAMPLE_H
#define MULTIKRON_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SAMPLE_COUNTERS = 16,
    SAMPLE_TRACE_BYTES = 16,
    SAMPLE_RESOURCE_BYTES = SAMPLE_TRACE_BYTES + 4 * SAMPLE_COUNTERS,
    SAMPLE_TIME_BITS = 40,
    SAMPLE_USER_BITS = 48,
};
#define SAMPLE_TIME_MASK ((UINT64_C(1) << SAMPLE_TIME_BITS) - 1)
#define SAMPLE_USER_MASK ((UINT64_C(1) << SAMPLE_USER_BITS) - 1)

/* The two class bits of the header; 0 and 1 are no class. */
enum sample_class { SAMPLE_TRACE = 2, SAMPLE_RESOURCE = 3 };

struct sample {
    enum sample_class kind;
    unsigned cpu;        /* 0-7 */
    bool fifo_overrun;   /* samples in front of this one were lost: FIFO full */
    bool shadow_overrun; /* likewise: shadow registers busy */
    bool read_error;
    uint64_t timestamp;                 /* ticks of the timestamp clock, the low 40 bits */
    uint32_t source;                    /* node.process */
    uint64_t user;                      /* 48 bits */
    uint32_t counters[SAMPLE_COUNTERS]; /* RESOURCE only */
};

enum { HEADER_FIFO_OVERRUN = 4 };

/* Bytes of a record whose header is that byte; 0 = no class. */
static inline size_t sample_bytes(uint8_t header)
{
    unsigned kind = header >> 3 & 3;
    return kind == SAMPLE_TRACE ? SAMPLE_TRACE_BYTES
                                : (kind == SAMPLE_RESOURCE ? SAMPLE_RESOURCE_BYTES : 0);
}

/* Writes s to bytes, which have room for SAMPLE_RESOURCE_BYTES; returns how many it took. Bits
 * that a field has no room for are left out. */
size_t sample_pack(uint8_t *bytes, const struct sample *s);
/* Reads the record at bytes, of which n are there; returns how many it took, 0 = no class, or
 * more bytes are needed. */
size_t sample_unpack(struct sample *s, const uint8_t *bytes, size_t n);

/* ---- the network: one element a byte ---- */

/* Bits 0-7 data, 8 odd parity over bits 0-8, 9 end of message. */
enum { ELEMENT_DATA = 0xff, ELEMENT_PARITY = 0x100, ELEMENT_END = 0x200, ELEMENT_BITS = 10 };

uint16_t element_of(uint8_t byte, bool end);
bool element_parity_right(uint16_t element);

/* ---- what the user bits say of loops ---- */

/* Kinds of marks: the top 8 of the 48 user bits; then region 16, value 24. */
enum mark_kind {
#define MARK(NAME, code, text) MARK_##NAME = code,
#include "measure/multikron/marks.def"
#undef MARK
};
struct mark {
    unsigned kind;   /* of enum mark_kind, or a number that has no meaning */
    unsigned region; /* a manifest names it */
    uint32_t value;  /* 24 bits */
};
uint64_t mark_pack(struct mark m);
struct mark mark_unpack(uint64_t user);
/* Samples that a mark MARK_LOST counts: its region and value are one number. */
#define MARK_LOST_MOST ((UINT64_C(1) << 40) - 1)
/* "loop enter"; NULL = it has no meaning. */
const char *mark_kind_text(unsigned kind);

#endif
