/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sample of the MULTIKRON chip (NISTIR 4737, tables 5 to 7), in the format that the chip model,
 * sample files, the instrumentation library and the collector share. A record has 16 bytes (trace)
 * or 80 bytes (resource). All fields are big-endian:
 *
 *   header 8 | timestamp 40 | source 32 | user 48 | counter 0 ... counter 15, 32 each
 *   header, from the most significant bit: CPU 3, class 2, FIFO overrun, shadow overrun, read error
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

/* The two class bits of the header; 0 and 1 are invalid. */
enum sample_class { SAMPLE_TRACE = 2, SAMPLE_RESOURCE = 3 };

struct sample {
    enum sample_class kind;
    unsigned cpu;        /* 0-7 */
    bool fifo_overrun;   /* samples before this one were lost: FIFO full */
    bool shadow_overrun; /* likewise: shadow registers busy */
    bool read_error;
    uint64_t timestamp;                 /* ticks of the timestamp clock, the low 40 bits */
    uint32_t source;                    /* node.process */
    uint64_t user;                      /* 48 bits */
    uint32_t counters[SAMPLE_COUNTERS]; /* RESOURCE only */
};

enum { HEADER_FIFO_OVERRUN = 4 };

/* Returns the size of a record with that header, or 0 if its class is invalid. */
static inline size_t sample_bytes(uint8_t header)
{
    unsigned kind = header >> 3 & 3;
    return kind == SAMPLE_TRACE ? SAMPLE_TRACE_BYTES
                                : (kind == SAMPLE_RESOURCE ? SAMPLE_RESOURCE_BYTES : 0);
}

/* Writes s to bytes, a buffer of SAMPLE_RESOURCE_BYTES. Returns the size of the record. Each value
 * is truncated to the width of its field. */
size_t sample_pack(uint8_t *bytes, const struct sample *s);
/* Reads the record at the beginning of the n bytes at bytes. Returns its size, or 0 if its class is
 * invalid or the record is incomplete. */
size_t sample_unpack(struct sample *s, const uint8_t *bytes, size_t n);

/* ---- the network: one element for each byte ---- */

/* Bits 0-7 data, 8 odd parity over bits 0-8, 9 end of message. */
enum { ELEMENT_DATA = 0xff, ELEMENT_PARITY = 0x100, ELEMENT_END = 0x200, ELEMENT_BITS = 10 };

/* Returns the element of a byte, with correct parity; end = the last one of a message. */
uint16_t element_of(uint8_t byte, bool end);
/* Returns whether the parity over bits 0-8 is odd. */
bool element_parity_is_correct(uint16_t element);

/* ---- marks of loops in the user bits ---- */

/* The kind of a mark is in the top 8 of the 48 user bits; then follow region 16, value 24. */
enum mark_kind {
#define MARK(NAME, code, text) MARK_##NAME = code,
#include "measure/multikron/marks.def"
#undef MARK
};
struct mark {
    unsigned kind;   /* enum mark_kind, or an unknown kind */
    unsigned region; /* the manifest maps it to a loop */
    uint32_t value;  /* 24 bits */
};
uint64_t mark_pack(struct mark m);
struct mark mark_unpack(uint64_t user);
/* The largest number of samples that a mark MARK_LOST counts: its region and value together. */
#define MARK_LOST_MAX ((UINT64_C(1) << 40) - 1)
/* Returns the name of a kind, such as "loop enter", or NULL if it is unknown. */
const char *mark_kind_text(unsigned kind);

#endif
