/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multikron.h: instruments a program with samples in the format of the MULTIKRON chip (NISTIR 4737,
 * tables 5 to 7).
 *
 * Link with -lmultikron -lpthread. Sampling is off unless MULTIKRON_DIR names a directory when the
 * program starts; libmultikron(3) describes all settings. Each trigger has one of 16 filter levels;
 * `multikron filter` enables and disables levels while the program runs.
 *
 *     unsigned loop = mk_region("triad.c:triad:12");     // once
 *     mk_enter(loop);
 *     for (i = 0; i < n; i++) ...
 *     mk_iterations(loop, n);                            // before the exit
 *     mk_exit(loop);
 *
 * Calls return no error codes and print nothing. Lost samples are counted: the stream contains a mark
 * with their number and the chip's FIFO overrun flag. At the end of the process, a line on standard
 * error reports the total. All functions may be called from any thread, and before main. Triggers
 * may be called from signal handlers, except for the first sample of a process. If a handler
 * interrupts the allocation of a ring, or the ring is full, its sample is lost and counted.
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

/* Filter levels of the calls without a level argument. The program may use the other levels. */
enum mk_level {
    MK_LEVEL_LOOPS = 0,    /* enter, exit, iterations */
    MK_LEVEL_SKIPS = 1,    /* blocks skipped */
    MK_LEVEL_PARALLEL = 2, /* parallel regions */
    MK_LEVEL_USER = 3,     /* user marks */
    MK_LEVEL_PROCESS = 15, /* start and end of a process, end of a thread */
};

/* Kinds of marks. The 48 user bits are: kind 8 (high), region 16, value 24 (low). */
enum mk_kind {
    MK_LOOP_ENTER = 1,
    MK_LOOP_EXIT = 2,
    MK_ITERATIONS = 3,
    MK_SKIPPED = 4,
    MK_PARALLEL_ENTER = 5,
    MK_PARALLEL_EXIT = 6,
    MK_USER = 7,
    /* Loop sums; with MK_SUM_HIGH, multiplied by 2^24. */
    MK_SUM_INSTANCES = 8,
    MK_SUM_TICKS = 9,
    MK_SUM_ITERATIONS = 10,
    MK_SUM_PAIRS = 11,
    MK_SUM_BLOCK = 12,
    MK_SUM_SKIPPED = 13,
    MK_SUM_BLOCKS_BEFORE = 14,
    MK_LOST = 15, /* region * 2^24 + value samples are missing here */
    MK_SUM_HIGH = 128,
    MK_SUM_INSTANCES_HIGH = 136,
    MK_SUM_TICKS_HIGH = 137,
    MK_SUM_ITERATIONS_HIGH = 138,
    MK_SUM_PAIRS_HIGH = 139,
    MK_SUM_SKIPPED_HIGH = 141,
};
/* Values of user marks of region 0, which the library writes at MK_LEVEL_PROCESS. */
enum mk_process_mark { MK_PROCESS_START = 1, MK_PROCESS_END = 2 };

/* ---- state of a thread; internal to the functions below ---- */

struct mk_thread {
    uint64_t head, limit;  /* bytes reserved, and limit of the fast path */
    uint8_t *data;         /* the ring, mapped twice in succession */
    uint64_t mask;         /* its size - 1 */
    uint64_t *published;   /* bytes written, visible to other threads */
    uint64_t word0, word1; /* header and source of a trace sample, the rest 0 */
    unsigned up;           /* TSC << up moves the timestamp to its bits in word 0 */
    uint16_t ring;         /* 1 = the thread has a ring */
    uint16_t hardware;     /* 1 = counters are read in mk_slow */
    uint32_t counters[MK_COUNTERS];
} __attribute__((aligned(64)));
extern MK_API __thread struct mk_thread mk_self __attribute__((tls_model("initial-exec")));
/* The filter of this process: bit n = level n is enabled. */
extern MK_API const uint32_t *mk_filter;
/* The slow path of a trigger: no ring yet, ring full, no TSC, or hardware counters. */
MK_API void mk_slow(int resource, uint64_t user);

#define MK_STAMP_BITS UINT64_C(0x00ffffffffff0000)
#define MK_USER_BITS UINT64_C(0x0000ffffffffffff)
#define MK_RESOURCE_BIT (UINT64_C(1) << 59)

/* Publishes the bytes after head, which are written. Publishes all reserved bytes, unless this is a
 * signal handler that interrupted an earlier sample: then the interrupted call publishes both. The
 * loop handles a handler that publishes its own bytes meanwhile. */
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

/* Reserves bytes of the ring and reads the clock, atomically for signal handlers of this thread: if
 * a handler interrupts, both are repeated. Sets *head to their position in the stream. Returns
 * false if the fast path is disabled. */
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

/* Writes the first 16 bytes of a sample. */
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

/* Writes a trace sample of 16 bytes with the low 48 bits of user, if the level is enabled. */
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

/* Writes a resource sample of 80 bytes: a trace sample and the 16 counters. */
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

/* Returns the 48 user bits of a mark. */
static inline uint64_t mk_mark(enum mk_kind kind, unsigned region, uint32_t value)
{
    return (uint64_t)kind << 40 | (uint64_t)(region & 0xffff) << 24 | (value & 0xffffff);
}

/* 1 = procmon watches the program, or did. Then the region of each thread is reported to it, as by
 * procmon_enter and procmon_leave. */
extern MK_API int mk_watched;
MK_API void mk_watch_enter(unsigned region);
MK_API void mk_watch_leave(unsigned region);
static inline int mk_is_watched(void)
{
    return __builtin_expect(__atomic_load_n(&mk_watched, __ATOMIC_RELAXED), 0);
}

/* Begin and end of a loop. */
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
/* Begin and end of a loop, with the counters. */
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
/* Adds n iterations to the open loop. Writes a sample for each 2^24 - 1 of them. */
static inline void mk_iterations(unsigned region, uint64_t n)
{
    for (; n > 0xffffff; n -= 0xffffff)
        mk_trace(MK_LEVEL_LOOPS, mk_mark(MK_ITERATIONS, region, 0xffffff));
    mk_trace(MK_LEVEL_LOOPS, mk_mark(MK_ITERATIONS, region, (uint32_t)n));
}
/* Counts that the open loop skipped the conditional block that starts on this source line, once. */
static inline void mk_skipped(unsigned region, uint32_t line)
{
    mk_trace(MK_LEVEL_SKIPS, mk_mark(MK_SKIPPED, region, line));
}
/* Begin and end of a parallel region of that many threads. */
static inline void mk_parallel_enter(unsigned region, uint32_t threads)
{
    mk_trace(MK_LEVEL_PARALLEL, mk_mark(MK_PARALLEL_ENTER, region, threads));
}
static inline void mk_parallel_exit(unsigned region)
{
    mk_trace(MK_LEVEL_PARALLEL, mk_mark(MK_PARALLEL_EXIT, region, 0));
}
/* A mark with a value of 24 bits that the program defines. */
static inline void mk_user(unsigned region, uint32_t value)
{
    mk_trace(MK_LEVEL_USER, mk_mark(MK_USER, region, value));
}

/* ---- loop sums ---- */

/* kma --instrument inserts these calls. Each thread accumulates the times of its loops in memory
 * and writes the sums as samples at the end of the thread or process, so that a loop may be
 * executed a billion times. The region numbers are those of a table, or of mk_region. */

/* Begin and end of a loop. The time of a recursive instance is part of the outer instance. */
MK_API void mk_loop_begin(unsigned region);
MK_API void mk_loop_end(unsigned region);
/* Counts an instance and all its iterations, without measuring time. The arguments are the bounds
 * of the DO loop. */
MK_API void mk_loop_trip(unsigned region, int64_t from, int64_t to, int64_t step);
/* Counts only the iterations of a DO loop: an inner loop whose nest is counted as one instance. */
MK_API void mk_loop_more(unsigned region, int64_t from, int64_t to, int64_t step);
/* Counts one iteration. */
MK_API void mk_loop_pass(unsigned region);
/* Counts n iterations that skip a conditional block; n may be negative. block: its first source
 * line, plus 2^24 times the number of earlier blocks of the loop that start on this line. */
MK_API void mk_loop_past(unsigned region, uint32_t block, int n);

/* Adds n to software counter 0 to 15 of this thread. The counter saturates at 2^32 - 1, like those
 * of the chip. */
static inline void mk_count(unsigned counter, uint32_t n)
{
    uint32_t *c = &mk_self.counters[counter & 15];
#if defined __x86_64__
    unsigned char over;
    __asm__ volatile("addl %2,%1"
                     : "=@ccc"(over), "+m"(*c)
                     : "r"(n)); /* atomic for signal handlers */
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

/* Returns the number of the region of that name, from 1. A name has the form file:routine:line, as
 * in kma; the same name has the same number. 0 = there are too many regions (65535, or 1 MiB of
 * names), or sampling is off and procmon does not watch the program. */
MK_API unsigned mk_region(const char *name);
/* Names a region whose number, from 1, the program chose. Ignores a second name. */
MK_API void mk_name_region(unsigned region, const char *name);
/* Names software counter 0 to 15. */
MK_API void mk_name_counter(unsigned counter, const char *name);

/* ---- the process ---- */

/* Returns 1 if sampling is on in this process. */
MK_API int mk_sampling(void);
/* Sets the enabled levels, bit n = level n. Returns the previous ones. */
MK_API uint32_t mk_set_filter(uint32_t levels);
/* Writes the rings of all threads to the sample file, and updates the manifest. */
MK_API void mk_flush(void);
/* Returns the source address of this thread, node.process of 16 bits each; UINT32_MAX = sampling is
 * off. */
MK_API uint32_t mk_source(void);
/* Returns the number of lost samples of this thread. */
MK_API uint64_t mk_lost(void);

/* Passes blocks of whole records, each of one thread, to sink instead of the sample file. The drain
 * calls it, one call at a time. sink returns 0 if it accepted the records; otherwise they are
 * passed again. It must not call triggers. NULL: use the file again. */
typedef int mk_sink(void *context, const void *records, size_t bytes);
MK_API void mk_set_sink(mk_sink *sink, void *context);
/* Sends samples to the collector at that address, unix:PATH or a HOST:PORT of this machine, instead
 * of the sample file. If the collector fails, samples go to the file. NULL: use the file again.
 * Waits up to 5 s for the previous collector. Returns 0 if the address is on another machine, or
 * sampling is off. */
MK_API int mk_send_to(const char *to);

#ifdef __cplusplus
}
#endif
#endif
