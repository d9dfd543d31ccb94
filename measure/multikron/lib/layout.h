/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layout of NODE.PROCESS.mkr, the ring file of a process, which libmultikron maps and writes, and
 * `multikron salvage` and `multikron filter` read. Numbers have the byte order of the machine.
 *
 *     struct mk_file | names: lines of the manifest | tables and rings in order of creation
 *
 * A table contains MK_TABLE_RINGS struct mk_ring; table_at has the offsets of the tables. A ring is
 * a stream of bare records: byte n of the stream is at index n % ring_bytes. The bytes from tail to
 * head are not drained yet. Only the thread of the ring changes head, and only the drain changes
 * tail. A thread whose ring is full continues in another one: of the rings of one source, those of
 * smaller order contain earlier records.
 */
#ifndef MULTIKRON_LIB_LAYOUT_H
#define MULTIKRON_LIB_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MK_FILE_MAGIC UINT64_C(0x31474e49524b4d4d) /* "MMKRING1" on a little-endian machine */
enum {
    MK_FILE_VERSION = 2,
    MK_FILE_TABLES = 128, /* maximum */
    MK_TABLE_RINGS = 512,
    MK_FILE_RINGS = MK_FILE_TABLES * MK_TABLE_RINGS,
    MK_NAMES_BYTES = 1 << 20, /* capacity for names */
    MK_RING_MIN = 1 << 16,    /* bytes; a multiple of every page size */
    MK_RING_MAX = 1 << 30,
    MK_PROCESS_BITS = 16, /* of the source address */
    MK_STRIPES = 64,
};

enum mk_ring_state { MK_RING_FREE = 0, MK_RING_USED = 1, MK_RING_ENDED = 2 };
enum mk_clock { MK_CLOCK_SYSTEM = 0, MK_CLOCK_TSC = 1 };

struct mk_ring {
    uint64_t head;    /* bytes written */
    uint64_t lost;    /* lost samples of its threads */
    uint64_t pending; /* of these, not counted by a mark in the stream yet */
    uint64_t order;   /* sequence number of its assignment to a thread */
    uint64_t at;      /* offset of its bytes in the file */
    uint32_t state;   /* enum mk_ring_state */
    uint32_t source;  /* node.process of its thread */
    uint64_t unused1[2];
    uint64_t tail; /* bytes drained; in a separate cache line */
    uint64_t unused2[7];
};

/* The time of both clocks. */
struct mk_moment {
    uint64_t raw; /* TSC cycles, or nanoseconds */
    uint64_t ns;  /* CLOCK_MONOTONIC_RAW */
};

/* Lost samples of threads without a ring. Each stripe counts for a part of the threads. */
struct mk_stripe {
    uint64_t lost;
    uint64_t unused[7];
};

struct mk_file {
    uint64_t magic;
    uint32_t version;
    uint32_t rings;      /* number of rings, in use or not */
    uint32_t ring_bytes; /* a power of two */
    uint32_t names;      /* bytes of names */
    uint64_t end;        /* size of the file; offset of the next table or ring */
    uint32_t node;
    uint32_t process; /* number of the process, its file and its first thread */
    uint32_t filter;  /* bit n = level n is enabled; other processes may write it */
    uint32_t ended;   /* 1 = the process has written all samples */
    uint32_t threads; /* maximum number of threads with a ring at one time */
    uint32_t workers; /* threads that entered loops */
    uint32_t clock;   /* enum mk_clock */
    uint32_t shift;   /* a tick is 2^shift raw units */
    uint32_t sums;    /* threads whose loop sums are not written yet */
    uint32_t sources; /* 1 = threads have the numbers from first_source to last_source */
    uint32_t first_source, last_source;
    uint64_t ringless_marked; /* lost samples of threads without a ring that a mark counts */
    uint64_t diverted;        /* drained bytes that went to a sink or collector */
    uint64_t extra;           /* bytes in the sample file that were not in a ring */
    uint64_t failed;          /* failed writes to the sample file */
    struct mk_moment first, last;
    uint64_t rate; /* raw units per second, estimated; used if first and last are close */
    uint64_t rate_measurements; /* measurements of the core's clock rate */
    double core;          /* core cycles per raw unit, for the unit of loop sums; 0 = no sums */
    double inside, pair;  /* overhead of begin and end in core cycles: within the loop, and in an
                           * enclosing loop */
    uint64_t preemptions; /* number of preemptions of threads */
    double preempted;     /* their time in raw units */
    double cpu_seconds;   /* of the process at the moment `last`; 0 = unknown */
    uint64_t unused1[6];
    struct mk_stripe ringless[MK_STRIPES];
    uint64_t table_at[MK_FILE_TABLES];
    uint8_t looped[(1 << MK_PROCESS_BITS) / 8]; /* bit n = thread n entered a loop */
};
_Static_assert(sizeof(struct mk_ring) == 128, "part of the layout");
_Static_assert(offsetof(struct mk_file, ringless) == 256, "part of the layout");
enum {
    MK_NAMES_AT = (sizeof(struct mk_file) + 65535) & ~65535,
    MK_HEAD_BYTES = MK_NAMES_AT + MK_NAMES_BYTES,
    MK_TABLE_BYTES = MK_TABLE_RINGS * sizeof(struct mk_ring),
};

/* Returns the valid bytes of the sample file. tails: the sum of the tails of all rings. A record
 * moves from the ring to the file by one store to tail, so it is never duplicated or lost if the
 * process is killed. */
static inline uint64_t mk_sample_file_bytes(const struct mk_file *f, uint64_t tails)
{
    uint64_t n = tails + f->extra;
    return n > f->diverted ? n - f->diverted : 0;
}

/* Returns the lost samples of threads without a ring. */
static inline uint64_t mk_ringless_losses(const struct mk_file *f)
{
    uint64_t n = 0;
    for (int i = 0; i < MK_STRIPES; i++)
        n += __atomic_load_n(&f->ringless[i].lost, __ATOMIC_RELAXED);
    return n;
}

/* Counts the thread as a worker, once, because it entered a loop. */
static inline void mk_count_worker(struct mk_file *f, uint32_t source)
{
    uint8_t bit = (uint8_t)(1u << (source & 7)), *at = &f->looped[(source & 0xffff) / 8];
    if (!(__atomic_load_n(at, __ATOMIC_RELAXED) & bit) &&
        !(__atomic_fetch_or(at, bit, __ATOMIC_RELAXED) & bit))
        __atomic_fetch_add(&f->workers, 1, __ATOMIC_RELAXED);
}

/* Returns whether the whole records contain the begin of a loop. */
bool mk_has_loop_enter(const uint8_t *records, size_t n);

/* Formats the manifest of a process: numbers of f, the lost samples, then the lines in names. The
 * text is terminated by 0. Returns its length, which may exceed capacity, as with snprintf. */
size_t mk_format_manifest(char *text, size_t capacity, const struct mk_file *f, uint64_t lost,
                          const char *names, size_t names_len);

#endif
