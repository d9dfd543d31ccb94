/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What counted objects, the run-time library and the reader of counts have in common.
 *
 * A process has an index, PID-K.index, and a file for each of its blocks, PID-K-SLOT.counts, in the
 * directory MACS_COUNTS; K makes the names unique. The index is text, one record a line, fields
 * separated by tabs:
 *     macs-counts  1
 *     process      PID  PARENT
 *     program      PATH
 *     unit         OFFSET  COUNTERS  IDENTITY  NAME   a counted assembly file that was loaded
 *     thread       SLOT  TID                          a thread began to count in that block
 *     early        PASSES                             passes of blocks before their object was
 *                                                     registered: it is unknown which blocks
 *     uncounted    IDENTITY  NAME                     a unit without space in the blocks
 *     unstored     SLOT                               counters of that block are in no file
 *     recorded     PART PARTS REFERENCE REFERENCES IDENTITY NAME
 *                                                     a recorded assembly file that was loaded;
 *                                                     PART, REFERENCE: numbers of its first ones
 *     unrecorded   IDENTITY  NAME                     the same, without space for its numbers
 * A tab, a line feed or a backslash in a name is a backslash and three octal digits. A block's file
 * is a header, which takes COUNT_HEADER bytes, and counters of 64 bits in the order of the
 * processor. OFFSET is the position of a unit's first counter in each block's file. */
#ifndef COUNTS_RUNTIME_FORMAT_H
#define COUNTS_RUNTIME_FORMAT_H

#include <stdint.h>

#define COUNT_MAGIC "MACSCNT1" /* 8 bytes, without the final 0 */
enum {
    COUNT_HEADER = 4096,      /* bytes of a file before its counters: a page */
    COUNT_SCRATCH = 8 << 20,  /* bytes at the start of a block that belong to no file: counters of
                                 units that are not registered */
    COUNT_SPAN = 64 << 20,    /* address space of a block */
    COUNT_SLOTS = 4096,       /* blocks of a process */
    COUNT_UNIT_MOST = 1000000 /* counters of a unit; they fit in the scratch space */
};

struct count_header {
    char magic[8];
    uint32_t header_bytes; /* COUNT_HEADER */
    uint32_t counter_bytes;
    uint32_t pid, slot; /* slot 0: the shared block of threads without a block of their own */
};

/* A thread that records accesses has a file PID-K-SLOT.records: a header, which takes
 * RECORD_HEADER bytes, RECORD_COUNTS elements of struct record_count, an open hash table, and
 * RECORD_SEGMENTS segments of RECORD_WORDS words. The used segments are those with n > 0. */
#define RECORD_MAGIC "MACSREC1"
enum {
    RECORD_HEADER = 4096,
    RECORD_COUNTS = 1 << 15,
    RECORD_SEGMENTS = 64,
    RECORD_WORDS = 4096,
    RECORD_PARTS_MOST = 1 << 20,       /* parts, and references, of a process */
    RECORD_REFERENCES_MOST = 1 << 20,  /* they are 20 bits of a key */
    RECORD_PART_REFERENCES = 256,      /* of a part */
    RECORD_BYTES_MOST = (1 << 15) - 1, /* of a reference */
    RECORD_STORES = 1 << 15            /* is added to the bytes of a reference that stores */
};

struct record_segment {
    uint64_t burst, before, n; /* as struct stream_segment */
};
struct record_header {
    char magic[8];
    uint32_t header_bytes; /* RECORD_HEADER */
    uint32_t pid, slot;
    uint32_t shift; /* the least rate was 1 / 2^shift */
    /* As in struct stream_thread. */
    uint64_t executed, bursts, events, accesses, longest_events, longest_lines, lost;
    struct record_segment segments[RECORD_SEGMENTS];
};

/* A key is 0 (no element), or the sum of RECORD_KEY, the number of a reference of the process (of a
 * part, for RECORD_PASSES) times RECORD_KEY_NUMBER, a kind times RECORD_KEY_KIND, and a bin. */
struct record_count {
    uint64_t key, n;
};
#define RECORD_KEY (UINT64_C(1) << 63)
#define RECORD_KEY_NUMBER (UINT64_C(1) << 12)
#define RECORD_KEY_KIND (UINT64_C(1) << 8)
enum record_kind {
    RECORD_REUSED,  /* accesses whose distance is in the bin, while every line was followed */
    RECORD_UNKNOWN, /* whose unknown distance is at least one in the bin, likewise */
    RECORD_REUSED_SAMPLED,
    RECORD_UNKNOWN_SAMPLED,
    RECORD_PASSES, /* executions of a part */
    /* Stores, in the same order, by the largest distance of the accesses of their line since the
     * store before it. */
    RECORD_WRITTEN,
    RECORD_WRITTEN_UNKNOWN,
    RECORD_WRITTEN_SAMPLED,
    RECORD_WRITTEN_UNKNOWN_SAMPLED,
    RECORD_KINDS
};

/* The upper 16 bits of a word of the stream are its kind, or a number i < RECORD_PART_REFERENCES:
 * the lower 48 bits are then the address of access i of the last part that has not all its
 * accesses yet. A word 0 is ignored. */
#define RECORD_NO_ADDRESS                                                                          \
    ((UINT64_C(1) << 48) - 1)   /* as an address: a mask suppressed the access */
#define RECORD_WORD_PART 0xffff /* begins the part of that number of the process */
#define RECORD_WORD_REPEAT                                                                         \
    0xfffe /* the last PERIOD (bits 40 to 47) events follow N (bits 0 to 39)                       \
              more times; each time, addresses change as between the last                          \
              PERIOD events and those before them */
enum {
    RECORD_PERIOD_MOST = 16,
    RECORD_EVENTS_MOST = 1 << 22 /* of a segment, with repeated ones */
};

#endif
