/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multikron.h: samples of a running program, as the MULTIKRON chip would take them (NISTIR 4737,
 * tables 5 to 7).
 *
 * Link with -lmultikron -lpthread. Nothing is sampled unless MULTIKRON_DIR names a folder when the
 * program starts; libmultikron(3) lists that and the other settings. A trigger names one of 16
 * filter levels; `multikron filter` switches levels while the program runs.
 *
 *     unsigned loop = mk_region("triad.c:triad:12");     // once
 *     mk_enter(loop);
 *     for (i = 0; i < n; i++) ...
 *     mk_iterations(loop, n);                            // before the exit
 *     mk_exit(loop);
 *
 * No call fails or prints: what could not be kept is counted, and a mark with the number of lost
 * samples takes its place in the stream, with the chip's FIFO overrun flag. A line on standard
 * error names the sum when the process ends. All calls may come from any thread at once, and before
 * main. Triggers may come from signal handlers: one whose thread is about to get another ring, or
 * has no room, loses its sample, which is counted like others.
 */
#ifndef MULTIKRON_H
#define MULTIKRON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MK_API __attribute__((visibility("default")))

enum { MK_COUNTERS = 16, MK_LEVELS = 16, MK_REGIONS = 65535 };

/* Filter levels of the calls that do not name one. The other levels are the program's. */
enum mk_level {
    MK_LEVEL_LOOPS = 0,    /* enter, exit, iterations */
    MK_LEVEL_SKIPS = 1,    /* blocks skipped */
    MK_LEVEL_PARALLEL = 2, /* parallel regions */
    MK_LEVEL_USER = 3,     /* the user's marks */
    MK_LEVEL_PROCESS = 15, /* start and end of a process, end of a thread */
};

/* Kinds of marks in the top 8 of the 48 user bits; region 16 and value 24 stand below. */
enum mk_kind {
    MK_LOOP_ENTER = 1,
    MK_LOOP_EXIT = 2,
    MK_ITERATIONS = 3,
    MK_SKIPPED = 4,
    MK_PARALLEL_ENTER = 5,
    MK_PARALLEL_EXIT = 6,
    MK_USER = 7,
    /* Sums of loops that are summed up in memory; times 2^24 with MK_SUM_HIGH. */
    MK_SUM_INSTANCES = 8,
    MK_SUM_TICKS = 9,
    MK_SUM_ITERATIONS = 10,
    MK_SUM_PAIRS = 11,
    MK_SUM_BLOCK = 12,
    MK_SUM_SKIPPED = 13,
    MK_SUM_BLOCKS_BEFORE = 14,
    MK_LOST = 15, /* samples that are missing here: region * 2^24 + value of them */
    MK_SUM_HIGH = 128,
    MK_SUM_INSTANCES_HIGH = 136,
    MK_SUM_TICKS_HIGH = 137,
    MK_SUM_ITERATIONS_HIGH = 138,
    MK_SUM_PAIRS_HIGH = 139,
    MK_SUM_SKIPPED_HIGH = 141,
};
/* Values of user marks of region 0, which the library itself leaves at MK_LEVEL_PROCESS. */
enum mk_process_mark { MK_PROCESS_START = 1, MK_PROCESS_END = 2 };

/* ---- what a thread keeps; for the functions below only ---- */

struct mk_thread {
    uint64_t head, limit;  /* bytes reserved, and how far to reserve without asking */
    uint8_t *data;         /* the ring, in front of a second view of it */
    uint64_t mask;         /* its size - 1 */
    uint64_t *published;   /* bytes that are written, for others to see */
    uint64_t word0, word1; /* of a trace sample: header and source, the rest 0 */
    unsigned up;           /* TSC << up has the timestamp at its place in word 0 */
    uint16_t ring;         /* 1 = it has a ring */
    uint16_t hardware;     /* 1 = counters are read in mk_slow */
    uint32_t counters[MK_COUNTERS];
} __attribute__((aligned(64)));
extern MK_API __thread struct mk_thread mk_self __attribute__((tls_model("initial-exec")));
/* The filter of this process: bit n = level n passes. */
extern MK_API const uint32_t *mk_filter;
/* A sample where the way below is not open: no ring yet, ring full, no TSC, hardware counters. */
MK_API void mk_slow(int resource, uint64_t user);

#define MK_STAMP_BITS UINT64_C(0x00ffffffffff0000)
#define MK_USER_BITS UINT64_C(0x0000ffffffffffff)
#define MK_RESOURCE_BIT (UINT64_C(1) << 59)

/* The bytes from head on are written. Others see what is reserved, unless this is a signal handler
 * that interrupted the writing of an earlier sample: that one publishes both. A handler that comes
 * when all is published publishes its own: what it published is not taken back. */
static inline void mk_publish(struct mk_thread *t, uint64_t head)
{
    if (__builtin_expect(__atomic_load_n(t->published, __ATOMIC_RELAXED) != head, 0))
        return;
    uint64_t end;
    do {
        end = __atomic_load_n(&t->head, __ATOMIC_RELAXED);
        __atomic_store_n(t->published, end, __ATOMIC_RELEASE);
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
    } while (__builtin_expect(__atomic_load_n(&t->head, __ATOMIC_RELAXED) != end, 0) &&
             __atomic_load_n(t->published, __ATOMIC_RELAXED) == end);
}

static inline int mk_passes(unsigned level)
{
    return __atomic_load_n(__atomic_load_n(&mk_filter, __ATOMIC_RELAXED), __ATOMIC_RELAXED) >>
               (level & 15) &
           1;
}

#if defined __x86_64__
static inline void mk_store(uint8_t *at, uint64_t word)
{
    word = __builtin_bswap64(word);
    __builtin_memcpy(at, &word, sizeof word);
}

/* Reserves that many bytes of the ring and reads the clock, as one step for signal handlers of this
 * thread: where one came between, both are done again. Returns where they are in the stream; false
 * = the way below is not open. */
static inline int mk_reserve(struct mk_thread *t, uint64_t bytes, uint64_t *head, uint64_t *now)
{
    unsigned char done;
    do {
        *head = __atomic_load_n(&t->head, __ATOMIC_RELAXED);
        if (__builtin_expect(*head + bytes > t->limit, 0))
            return 0;
        *now = __builtin_ia32_rdtsc();
        uint64_t expected = *head;
        __asm__ volatile("cmpxchgq %3,%1"
                         : "=@ccz"(done), "+m"(t->head), "+a"(expected)
                         : "r"(*head + bytes)
                         : "memory");
    } while (__builtin_expect(!done, 0));
    return 1;
}

/* The first 16 bytes of a sample at at. */
static inline void mk_store_trace(const struct mk_thread *t, uint8_t *at, uint64_t header,
                                  uint64_t now, uint64_t user)
{
    mk_store(at, t->word0 | header | (now << t->up & MK_STAMP_BITS));
    mk_store(at + 8, t->word1 | (user & MK_USER_BITS));
}

static inline void mk_store_counters(const struct mk_thread *t, uint8_t *at)
{
    for (int i = 0; i < MK_COUNTERS; i += 2) {
        uint64_t two;
        __builtin_memcpy(&two, t->counters + i, sizeof two);
        mk_store(at + 4 * i, two << 32 | two >> 32);
    }
}
#endif

/* ---- triggers ---- */

/* A trace sample of 16 bytes with the low 48 bits of user, if the level passes. */
static inline void mk_trace(unsigned level, uint64_t user)
{
    if (!mk_passes(level))
        return;
#if defined __x86_64__
    struct mk_thread *t = &mk_self;
    uint64_t head, now;
    if (__builtin_expect(mk_reserve(t, 16, &head, &now), 1)) {
        mk_store_trace(t, t->data + (head & t->mask), 0, now, user);
        mk_publish(t, head);
        return;
    }
#endif
    mk_slow(0, user);
}

/* A resource sample of 80 bytes: a trace sample and the 16 counters. */
static inline void mk_resource(unsigned level, uint64_t user)
{
    if (!mk_passes(level))
        return;
#if defined __x86_64__
    struct mk_thread *t = &mk_self;
    uint64_t head, now;
    if (__builtin_expect(!t->hardware && mk_reserve(t, 80, &head, &now), 1)) {
        uint8_t *at = t->data + (head & t->mask);
        mk_store_trace(t, at, MK_RESOURCE_BIT, now, user);
        mk_store_counters(t, at + 16);
        mk_publish(t, head);
        return;
    }
#endif
    mk_slow(1, user);
}

/* The 48 user bits of a mark. */
static inline uint64_t mk_mark(enum mk_kind kind, unsigned region, uint32_t value)
{
    return (uint64_t)kind << 40 | (uint64_t)(region & 0xffff) << 24 | (value & 0xffffff);
}

/* 1 = procmon watches the program, or did: it is told which region a thread is in, as
 * procmon_enter and procmon_leave do. */
extern MK_API int mk_watched;
MK_API void mk_watch_enter(unsigned region);
MK_API void mk_watch_leave(unsigned region);
static inline int mk_is_watched(void)
{
    return __builtin_expect(__atomic_load_n(&mk_watched, __ATOMIC_RELAXED), 0);
}

/* A loop begins, ends. */
static inline void mk_enter(unsigned region)
{
    if (mk_is_watched())
        mk_watch_enter(region);
    mk_trace(MK_LEVEL_LOOPS, mk_mark(MK_LOOP_ENTER, region, 0));
}
static inline void mk_exit(unsigned region)
{
    if (mk_is_watched())
        mk_watch_leave(region);
    mk_trace(MK_LEVEL_LOOPS, mk_mark(MK_LOOP_EXIT, region, 0));
}
/* The same with the counters. */
static inline void mk_enter_resource(unsigned region)
{
    if (mk_is_watched())
        mk_watch_enter(region);
    mk_resource(MK_LEVEL_LOOPS, mk_mark(MK_LOOP_ENTER, region, 0));
}
static inline void mk_exit_resource(unsigned region)
{
    if (mk_is_watched())
        mk_watch_leave(region);
    mk_resource(MK_LEVEL_LOOPS, mk_mark(MK_LOOP_EXIT, region, 0));
}
/* The open loop did n more iterations: a sample for each 2^24 - 1 of them. */
static inline void mk_iterations(unsigned region, uint64_t n)
{
    for (; n > 0xffffff; n -= 0xffffff)
        mk_trace(MK_LEVEL_LOOPS, mk_mark(MK_ITERATIONS, region, 0xffffff));
    mk_trace(MK_LEVEL_LOOPS, mk_mark(MK_ITERATIONS, region, (uint32_t)n));
}
/* In the open loop, the conditional block whose first source line that is was skipped, one time. */
static inline void mk_skipped(unsigned region, uint32_t line)
{
    mk_trace(MK_LEVEL_SKIPS, mk_mark(MK_SKIPPED, region, line));
}
/* A parallel region of that many threads begins, ends. */
static inline void mk_parallel_enter(unsigned region, uint32_t threads)
{
    mk_trace(MK_LEVEL_PARALLEL, mk_mark(MK_PARALLEL_ENTER, region, threads));
}
static inline void mk_parallel_exit(unsigned region)
{
    mk_trace(MK_LEVEL_PARALLEL, mk_mark(MK_PARALLEL_EXIT, region, 0));
}
/* Whatever the program wants to say: 24 bits. */
static inline void mk_user(unsigned region, uint32_t value)
{
    mk_trace(MK_LEVEL_USER, mk_mark(MK_USER, region, value));
}

/* ---- loops summed up in memory ---- */

/* What kma --instrument puts in. Each thread sums up what its loops take; the sums become samples
 * when the thread or the process ends, so that a loop may run a billion times. The numbers of the
 * regions are those of a table, or of mk_region. */

/* A loop begins, ends. The time of one that is open already is in that of the outer one. */
MK_API void mk_loop_begin(unsigned region);
MK_API void mk_loop_end(unsigned region);
/* In a build that counts: an instance that runs to its end, with these bounds of DO. */
MK_API void mk_loop_trip(unsigned region, int64_t from, int64_t to, int64_t step);
/* The iterations of such a DO alone, for a loop that is run several times in an instance: that of
 * the nest that it is in. */
MK_API void mk_loop_more(unsigned region, int64_t from, int64_t to, int64_t step);
/* One more iteration. */
MK_API void mk_loop_pass(unsigned region);
/* n more iterations pass a conditional block by: its first source line, and 2^24 times how many
 * blocks of the loop that begin on this line are listed before it. */
MK_API void mk_loop_past(unsigned region, uint32_t block, int n);

/* Counts in software counter 0 to 15 of this thread; stays at 2^32 - 1, as the chip's do. */
static inline void mk_count(unsigned counter, uint32_t n)
{
    uint32_t *c = &mk_self.counters[counter & 15];
#if defined __x86_64__
    unsigned char over;
    __asm__ volatile("addl %2,%1" : "=@ccc"(over), "+m"(*c) : "r"(n)); /* one step for signals */
    if (__builtin_expect(over, 0))
        *c = UINT32_MAX;
#else
    *c = *c + n < *c ? UINT32_MAX : *c + n;
#endif
}
/* Sets all software counters of this thread to 0. */
static inline void mk_reset_counters(void)
{
    for (int i = 0; i < MK_COUNTERS; i++)
        mk_self.counters[i] = 0;
}

/* ---- names ---- */

/* Number, from 1, of the region of that name, file:routine:line as kma writes loops; the same name
 * has the same number. 0 = there are too many (65535, or 1 MiB of names), or nothing is sampled
 * and procmon does not watch. */
MK_API unsigned mk_region(const char *name);
/* Names a region whose number, from 1, the program chose itself; a second name is ignored. */
MK_API void mk_name_region(unsigned region, const char *name);
/* Names software counter 0 to 15. */
MK_API void mk_name_counter(unsigned counter, const char *name);

/* ---- the process ---- */

/* 1 = samples are taken in this process. */
MK_API int mk_sampling(void);
/* Sets the levels that pass, bit n = level n; returns those that passed before. */
MK_API uint32_t mk_set_filter(uint32_t levels);
/* Empties the rings of all threads into the sample file, and writes the manifest anew. */
MK_API void mk_flush(void);
/* The source address of this thread, node.process of 16 bits each; UINT32_MAX = it is not sampled.
 */
MK_API uint32_t mk_source(void);
/* Samples of this thread that were lost so far. */
MK_API uint64_t mk_lost(void);

/* Blocks of whole records of one thread go to sink instead of the sample file, one call at a time,
 * from the thread that drains. It returns 0 when it has taken them, else they stay and come again.
 * It must not trigger samples. NULL: back to the file. */
typedef int mk_sink(void *context, const void *records, size_t bytes);
MK_API void mk_set_sink(mk_sink *sink, void *context);
/* Samples go to the collector at that address, unix:PATH or a HOST:PORT of this machine, instead of
 * the sample file, and to the file from when the collector can't be reached any more; NULL: to the
 * file. May wait for the collector before, up to 5 s. 0 = it is on another machine, or nothing is
 * sampled. */
MK_API int mk_send_to(const char *to);

#ifdef __cplusplus
}
#endif
#endif
