/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shared memory through which the preloaded library sends messages to the sampler: a ring of
 * units, written by many threads and processes and read by one. A message occupies consecutive
 * units. A writer that ends in the middle of a message leaves units that never become ready. */
#ifndef MEASURE_SAMPLING_PRELOAD_AREA_H
#define MEASURE_SAMPLING_PRELOAD_AREA_H

#include <stdatomic.h>
#include <stdint.h>

/* Environment variable: the file of the area. */
#define AREA_VARIABLE "MACS_SAMPLER_AREA"
#define AREA_LIBRARY "libmacs-sampler.so"

enum {
    AREA_VERSION = 4,
    AREA_UNITS = 1 << 16,
    UNIT_BYTES = 60,
    MESSAGE_UNITS = 64,  /* most units of a message */
    MESSAGE_TEXT = 3072, /* most bytes of its text */
};
/* The state of a unit: 0 = free or not written yet; else its part of the message, from 1, and the
 * number of parts above that. */
#define UNIT_STATE(part, parts) ((uint32_t)(parts) << 16 | (uint32_t)(part))
struct area_unit {
    _Atomic uint32_t state;
    uint8_t bytes[UNIT_BYTES];
};
struct area {
    uint32_t version;
    uint64_t interval;                 /* ns of CPU time between two samples, as requested */
    _Atomic uint64_t head, tail;       /* units written, units read since the beginning */
    _Atomic uint64_t lost;             /* messages for which there was no space */
    _Atomic uint32_t has_other_timers; /* 1 = the program has CPU timers of its own */
    _Atomic uint32_t uses_signal;      /* 1 = the program has a handler for the sampler's signal */
    struct area_unit units[AREA_UNITS];
};

enum message_kind { MESSAGE_SAMPLE, MESSAGE_MAP, MESSAGE_EXEC, MESSAGE_FORK, MESSAGE_END };
/* A message: this, then its text without a terminating 0. */
struct message {
    uint32_t kind, pid, tid;
    uint32_t other;                 /* sample: processor; fork: process of the parent */
    uint64_t time;                  /* ns, CLOCK_MONOTONIC */
    uint64_t cpu_time;              /* of the thread since its start, ns; map: size; fork: 0 */
    uint64_t faults, kernel_ns;     /* page faults and CPU time in the kernel, likewise; map: 0 */
    uint64_t address;               /* sample: of the instruction; map: begin */
    uint64_t offset, device, inode; /* map */
    uint64_t text_bytes;            /* map: path; exec and end: name of the thread */
};

#endif
