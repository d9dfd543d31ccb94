/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ring file NODE.PROCESS.mkr of a process: what is in the mapping that libmultikron writes and
 * `multikron salvage` and `multikron filter` read. In the byte order of the machine.
 *
 *     struct mk_file | names: lines of the manifest | rings 0 ... rings - 1, ring_bytes each
 *
 * A ring is a stream of bare records: byte n of all that a thread wrote is at n % ring_bytes; those
 * from tail to head are not drained. Only its thread moves head, only the drain moves tail.
 */
#ifndef MULTIKRON_LIB_LAYOUT_H
#define MULTIKRON_LIB_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MK_FILE_MAGIC UINT64_C(0x31474e49524b4d4d) /* "MMKRING1" on a little-endian machine */
enum {
    MK_FILE_VERSION = 1,
    MK_FILE_RINGS = 256,      /* at most */
    MK_NAMES_BYTES = 1 << 20, /* room for names */
    MK_RING_LEAST = 1 << 16,  /* bytes; a multiple of every page size */
    MK_RING_MOST = 1 << 30,
    MK_PROCESS_BITS = 16, /* of the source address */
};

enum mk_ring_state { MK_RING_FREE = 0, MK_RING_USED = 1, MK_RING_ENDED = 2 };
enum mk_clock { MK_CLOCK_SYSTEM = 0, MK_CLOCK_TSC = 1 };

struct mk_ring {
    uint64_t head;    /* bytes written */
    uint64_t lost;    /* samples that found it full */
    uint32_t state;   /* enum mk_ring_state */
    uint32_t source;  /* node.process of its thread */
    uint32_t pending; /* 1 = samples were lost since the last one written */
    uint32_t loops;   /* 1 = a loop was entered in what is drained */
    uint64_t unused1[4];
    uint64_t tail; /* bytes drained; a cache line of its own */
    uint64_t unused2[7];
};

/* One look at both clocks. */
struct mk_moment {
    uint64_t raw; /* TSC cycles, or nanoseconds */
    uint64_t ns;  /* CLOCK_MONOTONIC_RAW */
};

struct mk_file {
    uint64_t magic;
    uint32_t version;
    uint32_t rings;
    uint32_t ring_bytes; /* a power of two */
    uint32_t names;      /* bytes of names there are */
    uint64_t rings_at;   /* where ring 0 starts */
    uint32_t node;
    uint32_t process;  /* number of the process: of its file and of its first thread */
    uint32_t filter;   /* bit n = level n passes; may be written from outside */
    uint32_t ended;    /* 1 = the process wrote all there was */
    uint32_t threads;  /* most that had a ring at one time */
    uint32_t workers;  /* threads that entered loops */
    uint32_t clock;    /* enum mk_clock */
    uint32_t shift;    /* a tick is 2^shift raw units */
    uint64_t homeless; /* samples of threads for which there was no ring */
    uint64_t unfiled;  /* bytes drained that went to a sink */
    uint64_t failed;   /* times that the sample file could not be written */
    struct mk_moment first, last;
    uint64_t rate;       /* raw units a second, roughly: where the two moments are close */
    uint64_t looks;      /* comparisons of the core's cycles with the clock */
    double core;         /* core cycles a raw unit that sums are told by; 0 = there are none */
    double inside, pair; /* core cycles that begin and end of a summed-up loop take of its time, and
                          * of that of a loop around it */
    uint64_t times_away; /* that another program had the processor of a thread between events */
    double away;         /* raw units of them */
    uint64_t unused1[10];
    struct mk_ring ring[MK_FILE_RINGS];
};
_Static_assert(sizeof(struct mk_ring) == 128, "part of the layout");
_Static_assert(offsetof(struct mk_file, ring) == 256, "part of the layout");
enum { MK_NAMES_AT = (sizeof(struct mk_file) + 65535) & ~65535 };

/* Bytes of the sample file that are whole. It follows from the tails, so that one store makes a
 * record the file's and no longer the ring's, whenever the process is killed. */
static inline uint64_t mk_filed(const struct mk_file *f)
{
    uint64_t n = 0;
    for (int i = 0; i < MK_FILE_RINGS; i++)
        n += f->ring[i].tail;
    return n > f->unfiled ? n - f->unfiled : 0;
}

/* Is a loop entered in these whole records? */
bool mk_enters_loop(const uint8_t *records, size_t n);

/* Writes the manifest of a process to text, 0-terminated: the numbers that f holds, then the lines
 * names. Returns its length; as snprintf, that may be more than room. */
size_t mk_manifest_text(char *text, size_t room, const struct mk_file *f, const char *names,
                        size_t names_len);

#endif
