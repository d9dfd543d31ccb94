/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records of the kernel about a sampled command: samples, page faults, mappings, threads and
 * processes. ring_drain reads them from a ring of events.h. */
#ifndef MEASURE_SAMPLING_RECORDS_H
#define MEASURE_SAMPLING_RECORDS_H

#include "base/array.h"
#include "base/names.h"
#include "measure/sampling/events.h"
#include "measure/sampling/profile.h"

enum record_kind {
    RECORD_SAMPLE,
    RECORD_FAULT,
    RECORD_INSTRUCTIONS,
    RECORD_MAP,
    RECORD_NAME,
    RECORD_FORK,
    RECORD_EXIT,
    RECORD_LOST,
};
/* The kinds of records in which a member is set are named before it. */
struct record {
    enum record_kind kind;
    uint32_t pid, tid;       /* all but lost: of the thread; fork: of the new one; 0 = unknown */
    uint32_t cpu;            /* all */
    uint32_t order;          /* all: position among the records that were read together */
    uint64_t time;           /* all: ns, CLOCK_MONOTONIC */
    bool in_kernel;          /* sample, fault: its instruction */
    uint64_t at, weight;     /* sample, fault, instructions: address; sample: time since the sample
                                before it; instructions: number since the sample before it */
    uint64_t faults, kernel; /* sample of timers: page faults and ns in the kernel since the sample
                                before it */
    uint64_t code;           /* fault: address of the instruction */
    uint64_t callers[EVENT_CALLERS]; /* sample: user frames, the innermost one first */
    uint32_t n_callers;
    const uint8_t *registers, *stack; /* sample, until ring_drain: in the record */
    uint64_t stack_at; /* sample: position of registers and stack in record_block.stacks */
    uint32_t n_stack;  /* sample: bytes of the copy of the stack; 0 = it is unknown */
    uint64_t begin, size, offset; /* map */
    uint64_t device, inode;       /* map */
    uint8_t build_id[BUILD_ID_BYTES];
    uint8_t n_build_id;              /* map; 0 = unknown, then device and inode are known */
    bool executable;                 /* map */
    bool is_exec;                    /* name: set by exec */
    const char *text;                /* map: path; name: the name; interned in the block, else "" */
    uint32_t parent_pid, parent_tid; /* fork */
    uint64_t n; /* lost: number of records; sample: 1, or 0 if only its weight is added */
};
/* Decodes one record, all of whose bytes follow the header. r->text then points into the record.
 * Returns false for a record of another kind. */
bool record_decode(const struct ring *ring, const struct perf_event_header *h, struct record *r);

/* Records of all rings. */
struct record_block {
    struct names texts; /* of the records */
    ARRAY(struct record) records;
    ARRAY(uint64_t) bytes; /* of the record that is being read */
    ARRAY(uint8_t) stacks; /* of the records */
};
/* Appends the complete records of a ring to the block and frees their space in the ring. Returns
 * true if there was a sample. */
bool ring_drain(struct ring *ring, struct record_block *into);
/* Copies the registers and the stack of a decoded sample to the block. */
void record_block_keep(struct record_block *b, struct record *r);
/* Returns the registers and the stack of a sample, whose n_stack is not 0. Valid until records are
 * added to the block or removed. */
struct user_stack record_block_stack(const struct record_block *b, const struct record *r);
/* Removes the first n records with their stacks. */
void record_block_remove(struct record_block *b, size_t n);
void record_block_free(struct record_block *b);

#endif
