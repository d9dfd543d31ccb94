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

#endif
