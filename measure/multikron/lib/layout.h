/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ring file NODE.PROCESS.mkr of a process: what is in the mapping that libmultikron writes and
 * `multikron salvage` and `multikron filter` read. In the byte order of the machine.
 *
 *     struct mk_file | names: lines of the manifest | tables of rings and rings, as they were
 * needed
 *
 * A table holds MK_TABLE_RINGS struct mk_ring; table_at says where each is. A ring is a stream of
 * bare records: byte n of all that was written to it is at n % ring_bytes; those from tail to head
 * are not drained. Only its thread moves head, only the drain moves tail. A thread that fills its
 * ring goes on in another one: of one source, rings of a smaller order hold earlier records.
 */
#ifndef MULTIKRON_LIB_LAYOUT_H
#define MULTIKRON_LIB_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MK_FILE_MAGIC UINT64_C(0x31474e49524b4d4d) /* "MMKRING1" on a little-endian machine */
enum {
    MK_FILE_VERSION = 2,
    MK_FILE_TABLES = 128, /* at most */
    MK_TABLE_RINGS = 512,
    MK_FILE_RINGS = MK_FILE_TABLES * MK_TABLE_RINGS,
    MK_NAMES_BYTES = 1 << 20, /* room for names */
    MK_RING_MIN = 1 << 16,    /* bytes; a multiple of every page size */
    MK_RING_MAX = 1 << 30,
    MK_PROCESS_BITS = 16, /* of the source address */
    MK_STRIPES = 64,
};

enum mk_ring_state { MK_RING_FREE = 0, MK_RING_USED = 1, MK_RING_ENDED = 2 };
enum mk_clock { MK_CLOCK_SYSTEM = 0, MK_CLOCK_TSC = 1 };

struct mk_ring {
    uint64_t head;    /* bytes written */
    uint64_t lost;    /* samples of its threads that were not kept */
    uint64_t pending; /* of them, those that no mark in the stream counts yet */
    uint64_t order;   /* when a thread got it */
    uint64_t at;      /* where its bytes are in the file */
    uint32_t state;   /* enum mk_ring_state */
    uint32_t source;  /* node.process of its thread */
    uint64_t unused1[2];
    uint64_t tail; /* bytes drained; a cache line of its own */
    uint64_t unused2[7];
};

/* One look at both clocks. */
struct mk_moment {
    uint64_t raw; /* TSC cycles, or nanoseconds */
    uint64_t ns;  /* CLOCK_MONOTONIC_RAW */
};

/* Samples of threads without a ring that were lost, a share of the threads each. */
struct mk_stripe {
    uint64_t lost;
    uint64_t unused[7];
};

struct mk_file {
    uint64_t magic;
    uint32_t version;
    uint32_t rings;      /* there are so many, in use or not */
    uint32_t ring_bytes; /* a power of two */
    uint32_t names;      /* bytes of names there are */
    uint64_t end;        /* of the file, where the next table or ring is added */
    uint32_t node;
    uint32_t process; /* number of the process: of its file and of its first thread */
    uint32_t filter;  /* bit n = level n passes; may be written from outside */
    uint32_t ended;   /* 1 = the process wrote all there was */
    uint32_t threads; /* most that had a ring at one time */
    uint32_t workers; /* threads that entered loops */
    uint32_t clock;   /* enum mk_clock */
    uint32_t shift;   /* a tick is 2^shift raw units */
    uint32_t sums;    /* threads whose sums of loops are no samples yet */
    uint32_t sources; /* 1 = threads have the numbers from first_source to last_source */
    uint32_t first_source, last_source;
    uint64_t
        ringless_marked; /* samples of threads without a ring that a mark in the stream counts */
    uint64_t diverted;   /* bytes drained that went to a sink */
    uint64_t extra;      /* bytes in the sample file that were in no ring */
    uint64_t failed;     /* times that the sample file could not be written */
    struct mk_moment first, last;
    uint64_t rate;              /* raw units a second, roughly: where the two moments are close */
    uint64_t rate_measurements; /* comparisons of the core's cycles with the clock */
    double core;         /* core cycles a raw unit that sums are told by; 0 = there are none */
    double inside, pair; /* core cycles that begin and end of a summed-up loop take of its time, and
                          * of that of a loop around it */
    uint64_t preemptions; /* that another program had the processor of a thread between events */
    double preempted;     /* raw units of them */
    uint64_t unused1[7];
    struct mk_stripe ringless[MK_STRIPES];
    uint64_t table_at[MK_FILE_TABLES];
    uint8_t looped[(1 << MK_PROCESS_BITS) / 8]; /* bit = that thread entered a loop */
};
_Static_assert(sizeof(struct mk_ring) == 128, "part of the layout");
_Static_assert(offsetof(struct mk_file, ringless) == 256, "part of the layout");
enum {
    MK_NAMES_AT = (sizeof(struct mk_file) + 65535) & ~65535,
    MK_HEAD_BYTES = MK_NAMES_AT + MK_NAMES_BYTES,
    MK_TABLE_BYTES = MK_TABLE_RINGS * sizeof(struct mk_ring),
};

/* Bytes of the sample file that are whole, where tails is the sum of the tails of all rings. So one
 * store makes a record the file's and no longer the ring's, whenever the process is killed. */
static inline uint64_t mk_sample_file_bytes(const struct mk_file *f, uint64_t tails)
{
    uint64_t n = tails + f->extra;
    return n > f->diverted ? n - f->diverted : 0;
}

/* Samples of threads that had no ring. */
static inline uint64_t mk_ringless_losses(const struct mk_file *f)
{
    uint64_t n = 0;
    for (int i = 0; i < MK_STRIPES; i++)
        n += __atomic_load_n(&f->ringless[i].lost, __ATOMIC_RELAXED);
    return n;
}

/* A thread that entered a loop counts among the workers, once. */
static inline void mk_count_worker(struct mk_file *f, uint32_t source)
{
    uint8_t bit = (uint8_t)(1u << (source & 7)), *at = &f->looped[(source & 0xffff) / 8];
    if (!(__atomic_load_n(at, __ATOMIC_RELAXED) & bit) &&
        !(__atomic_fetch_or(at, bit, __ATOMIC_RELAXED) & bit))
        __atomic_fetch_add(&f->workers, 1, __ATOMIC_RELAXED);
}

/* Is a loop entered in these whole records? */
bool mk_has_loop_enter(const uint8_t *records, size_t n);

/* Writes the manifest of a process that lost so many samples to text, 0-terminated: the numbers
 * that f holds, then the lines names. Returns its length; as snprintf, that may be more than room.
 */
size_t mk_format_manifest(char *text, size_t room, const struct mk_file *f, uint64_t lost,
                          const char *names, size_t names_len);

#endif
