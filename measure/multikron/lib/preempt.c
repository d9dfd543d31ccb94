/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Detects preemption of a thread. When Linux preempts a thread outside of a restartable sequence,
 * it clears the thread's pointer to the sequence. So a test reads one word, and the clocks are read
 * only after a preemption. */
#include "measure/multikron/lib/preempt.h"

#include <sys/resource.h>
#include <time.h>

#if defined __x86_64__ && defined __has_include
#if __has_include(<sys/rseq.h>)
#include <sys/rseq.h>
#endif
#endif

#if defined RSEQ_SIG && defined __x86_64__
/* A restartable sequence that is never executed; the kernel requires one: rseq(2). */
extern const char mk_sequence[] __attribute__((visibility("hidden")));
extern const char mk_sequence_end[] __attribute__((visibility("hidden")));
extern const char mk_sequence_abort[] __attribute__((visibility("hidden")));
__asm__(".pushsection .text\n"
        ".hidden mk_sequence, mk_sequence_end, mk_sequence_abort\n"
        ".globl mk_sequence, mk_sequence_end, mk_sequence_abort\n"
        "mk_sequence: nop\n"
        "mk_sequence_end: nop\n"
        ".long 0x53053053\n"
        "mk_sequence_abort: ud2\n"
        ".popsection");
_Static_assert(RSEQ_SIG == 0x53053053, "as in the assembly above");

static struct {
    uint32_t version, flags;
    uint64_t start, length, abort;
} sequence __attribute__((aligned(32)));
enum { SEQUENCE_AT = 8 }; /* of the pointer in struct rseq */

static uint64_t *sequence_word(void)
{
    if (__rseq_size == 0)
        return NULL;
    sequence.start = (uint64_t)(uintptr_t)mk_sequence;
    sequence.length = (uint64_t)(mk_sequence_end - mk_sequence);
    sequence.abort = (uint64_t)(uintptr_t)mk_sequence_abort;
    return (uint64_t *)((char *)__builtin_thread_pointer() + __rseq_offset + SEQUENCE_AT);
}
static uint64_t sequence_address(void)
{
    return (uint64_t)(uintptr_t)&sequence;
}
#else
static uint64_t *sequence_word(void)
{
    return NULL;
}
static uint64_t sequence_address(void)
{
    return 0;
}
#endif

static uint64_t read_nanoseconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* Returns the number of voluntary context switches of the thread. */
static long voluntary_switches(void)
{
    struct rusage u;
    getrusage(RUSAGE_THREAD, &u);
    return u.ru_nvcsw;
}

/* Restarts the detection and reads the clocks. */
static void record_state(struct mk_preempt *p)
{
    *p->word = sequence_address();
    p->waits = voluntary_switches();
    p->wall = read_nanoseconds(CLOCK_MONOTONIC_RAW);
    p->ran = read_nanoseconds(CLOCK_THREAD_CPUTIME_ID);
}

void mk_preempt_start(struct mk_preempt *p)
{
    *p = (struct mk_preempt){.word = sequence_word()};
    if (p->word)
        record_state(p);
}

void mk_preempt_end(struct mk_preempt *p)
{
    if (p->word)
        *p->word = 0;
    p->word = NULL;
}

uint64_t mk_preempt_time(struct mk_preempt *p)
{
    uint64_t wall = p->wall, ran = p->ran;
    long before = p->waits;
    record_state(p);
    wall = p->wall - wall;
    ran = p->ran - ran;
    return p->waits == before && wall > ran ? wall - ran : 0;
}
