/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops summed up in memory: however often one is run, it takes a few samples at the end. */
#include "measure/multikron/lib/preempt.h"
#include "measure/multikron/lib/process.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 256, /* sums that are made at a time */
    CHUNKS = 65536 / CHUNK,
    LOOK_MS = 10,      /* between two looks at the rate of the core */
    WARM_UP_US = 1000, /* until the core runs as fast as it will */
    CHAIN = 2048,      /* additions of a look */
    PAIRS = 16,
    BATCHES = 31,      /* of begin and end, to learn what they take */
    DRAIN_EACH = 1024, /* samples */
    OPENMP_MOST = 4096,
};

/* Of a region on a thread. */
struct sum {
    uint64_t start, start_pairs, start_stolen; /* when it was opened, in raw units of the clock */
    double cycles;                             /* its time, of the core */
    uint64_t pairs;                            /* begins and ends of loops in it */
    uint64_t instances, iterations;
    uint32_t depth; /* how often it is open */
};
struct skip {
    uint64_t key; /* region << 32 | block; 0 = none */
    int64_t n;
};
struct mk_loops {
    struct sum *chunks[CHUNKS];
    uint64_t pairs;  /* begins and ends that were timed */
    uint64_t stolen; /* time that went into looks, and that was other programs' */
    struct mk_preempt preempt;
    uint64_t times_away, away; /* how often the processor was taken away; raw units */
    uint64_t looked;           /* when the last was */
    uint64_t period;           /* raw units between two */
    double core; /* core cycles a raw unit, by the last look; 1 where there is no TSC */
    uint64_t looks;
    uint32_t source;
    struct skip *skips; /* open addressing */
    size_t n_skips, room;
    struct mk_loops *next;
};
static __thread struct mk_loops *mine __attribute__((tls_model("initial-exec")));
static struct mk_loops *all; /* mk.lock guards it, and these: */
static uint8_t numbered[OPENMP_MOST / 8];

/* Where the program runs with OpenMP. */
extern int omp_get_thread_num(void) __attribute__((weak));
extern int omp_get_level(void) __attribute__((weak));

/* ---- the clock ---- */

/* What stands in front of it is done, as far as it brings results. */
static inline uint64_t stamp(void)
{
#if defined __x86_64__
    if (__builtin_expect(mk.timer.kind == MK_CLOCK_TSC, 1)) {
        __builtin_ia32_lfence();
        return __builtin_ia32_rdtsc();
    }
#endif
    return mk_raw(mk.timer.kind);
}

#if defined __x86_64__
/* Raw units that a chain of additions takes, each a cycle. Registers only: some cores do additions
 * of constants without a cycle. */
static uint64_t chain(void)
{
    uint64_t a = 0, b = 1;
    uint64_t begin = stamp();
    for (int i = 0; i < CHAIN / 16; i++)
        __asm__ volatile("add %1,%0\n\tadd %1,%0\n\tadd %1,%0\n\tadd %1,%0\n\t"
                         "add %1,%0\n\tadd %1,%0\n\tadd %1,%0\n\tadd %1,%0\n\t"
                         "add %1,%0\n\tadd %1,%0\n\tadd %1,%0\n\tadd %1,%0\n\t"
                         "add %1,%0\n\tadd %1,%0\n\tadd %1,%0\n\tadd %1,%0"
                         : "+r"(a)
                         : "r"(b));
    return stamp() - begin;
}
#else
static uint64_t chain(void)
{
    return 0;
}
#endif

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Compares the core's cycles with the clock; the time that takes belongs to no loop. */
static void look(struct mk_loops *l)
{
    uint64_t begin = stamp();
    double times[3];
    for (int i = 0; i < 3; i++)
        times[i] = (double)chain();
    qsort(times, 3, sizeof *times, by_size);
    if (mk.timer.kind == MK_CLOCK_TSC && times[1] > 0) {
        l->core = CHAIN / times[1];
        l->looks++;
    }
    l->looked = stamp();
    l->stolen += l->looked - begin;
}

/* Raw units of so many nanoseconds. */
static uint64_t raw_of(uint64_t ns)
{
    const struct mk_moment *first = &mk.file->first;
    struct mk_moment now = mk_now(mk.timer.kind);
    double rate = (double)mk.timer.rate / 1e9;
    if (now.ns - first->ns > 10000000)
        rate = (double)(now.raw - first->raw) / (double)(now.ns - first->ns);
    return (uint64_t)(rate * (double)ns);
}

/* The processor was taken away since the last look: that time belongs to no loop. */
static void come_back(struct mk_loops *l)
{
    uint64_t begin = stamp(), away = raw_of(mk_preempt_away(&l->preempt));
    l->times_away += away > 0;
    l->away += away;
    l->stolen += away + (stamp() - begin);
}

/* ---- tables ---- */

static struct sum *sum_of(struct mk_loops *l, unsigned region)
{
    struct sum **chunk = &l->chunks[(region & 0xffff) / CHUNK];
    if (__builtin_expect(!*chunk, 0) && !(*chunk = calloc(CHUNK, sizeof **chunk)))
        return NULL;
    return &(*chunk)[region % CHUNK];
}

/* What begin and end of a loop take, by loops without anything in them: region 0. */
static void calibrate(struct mk_loops *l)
{
    static const int32_t none = 0;
    double inside[BATCHES], pair[BATCHES];
    struct sum *s = sum_of(l, 0);
    if (!s)
        return;
    for (int b = 0; b < BATCHES; b++) {
        s->cycles = 0;
        uint64_t begin = stamp();
        for (int i = 0; i < PAIRS; i++) {
            mkbegin_(&none);
            mkend_(&none);
        }
        pair[b] = l->core * (double)(stamp() - begin);
        inside[b] = s->cycles;
    }
    qsort(inside, BATCHES, sizeof *inside, by_size);
    qsort(pair, BATCHES, sizeof *pair, by_size);
    *s = (struct sum){0};
    l->pairs = 0;
    mk.file->inside = inside[BATCHES / 2] / PAIRS;
    mk.file->pair = pair[BATCHES / 2] / PAIRS;
    mk.file->core = l->core;
}

/* The thread's number under OpenMP is its number in the manifest, where no other thread has it. */
static void number_thread(const struct mk_loops *l)
{
    int n = omp_get_thread_num && omp_get_level && omp_get_level() <= 1 ? omp_get_thread_num() : -1;
    if (n < 0 || n >= OPENMP_MOST || numbered[n / 8] >> n % 8 & 1)
        return;
    numbered[n / 8] |= (uint8_t)(1 << n % 8);
    mk_add_line("thread.%u.%u %d", l->source >> MK_PROCESS_BITS,
                l->source & ((1u << MK_PROCESS_BITS) - 1), n);
}

static struct mk_loops *new_table(void)
{
    uint32_t source = mk_source();
    struct mk_loops *l = source == UINT32_MAX ? NULL : calloc(1, sizeof *l);
    if (!l)
        return NULL;
    mine = l;
    l->source = source;
    l->period = mk.timer.rate / 1000 * LOOK_MS;
    l->looked = stamp();
    l->core = 1;
    mk_preempt_start(&l->preempt);
    for (uint64_t begin = stamp(); stamp() - begin < mk.timer.rate / 1000000 * WARM_UP_US;)
        if (!chain())
            break;
    look(l);
    mk_lock();
    bool first = mk.file->core == 0;
    number_thread(l);
    mk_note_worker(mk.file, l->source);
    mk.file->sums++;
    l->next = all;
    all = l;
    mk_unlock();
    if (first)
        calibrate(l);
    return l;
}

/* The sum of a region on this thread; NULL = it is not wanted, or lost: there is no memory. */
static inline struct sum *open_sum(unsigned region)
{
    struct sum *s = NULL;
    if (!mk_passes(MK_LEVEL_LOOPS))
        return NULL;
    if (__builtin_expect(mine || new_table(), 1))
        s = sum_of(mine, region);
    if (__builtin_expect(!s, 0))
        mk_lose();
    return s;
}

/* ---- triggers ---- */

void mk_loop_begin(unsigned region)
{
    if (mk_is_watched())
        mk_watch_enter(region);
    struct sum *s = open_sum(region);
    if (!s || s->depth++)
        return;
    struct mk_loops *l = mine;
    if (__builtin_expect(mk_preempted(&l->preempt), 0))
        come_back(l);
    s->start_pairs = l->pairs;
    s->start_stolen = l->stolen;
    s->start = stamp();
    if (__builtin_expect(s->start - l->looked > l->period, 0)) {
        look(l);
        s->start_stolen = l->stolen;
        s->start = stamp();
    }
}

/* The time of an instance, without what was stolen of it. */
static inline void add_time(struct sum *s, uint64_t raw, uint64_t stolen, double core)
{
    if (raw > stolen)
        s->cycles += core * (double)(int64_t)(raw - stolen);
}

/* An instance in one of the same loop: its time is in that one's. What an import takes off for its
 * events' share of its own time is none of that. */
static void end_within(struct mk_loops *l, struct sum *s)
{
    s->instances++;
    s->cycles += mk.file->inside;
    l->pairs++;
}

void mk_loop_end(unsigned region)
{
    uint64_t now = stamp();
    if (mk_is_watched())
        mk_watch_leave(region);
    struct mk_loops *l = mine;
    struct sum *s = l ? sum_of(l, region) : NULL;
    if (!s || s->depth == 0)
        return;
    if (--s->depth) {
        end_within(l, s);
        return;
    }
    if (__builtin_expect(mk_preempted(&l->preempt), 0))
        come_back(l);
    uint64_t stolen = l->stolen - s->start_stolen;
    double core = l->core;
    if (__builtin_expect(now - l->looked > l->period, 0)) {
        look(l);
        core = (core + l->core) / 2;
    }
    add_time(s, now - s->start, stolen, core);
    s->pairs += l->pairs - s->start_pairs;
    s->instances++;
    l->pairs++;
}

/* Trips of DO: the standard's (to - from + step) / step, or 0. */
static uint64_t trips(int64_t from, int64_t to, int64_t step)
{
    if (step == 0 || (step > 0 ? from > to : from < to))
        return 0;
    uint64_t way = step > 0 ? (uint64_t)to - (uint64_t)from : (uint64_t)from - (uint64_t)to;
    uint64_t each = step > 0 ? (uint64_t)step : -(uint64_t)step;
    return way / each + 1;
}

void mk_loop_trip(unsigned region, int64_t from, int64_t to, int64_t step)
{
    struct sum *s = open_sum(region);
    if (!s)
        return;
    s->instances++;
    s->iterations += trips(from, to, step);
}

void mk_loop_more(unsigned region, int64_t from, int64_t to, int64_t step)
{
    struct sum *s = open_sum(region);
    if (s)
        s->iterations += trips(from, to, step);
}

void mk_loop_pass(unsigned region)
{
    struct sum *s = open_sum(region);
    if (s)
        s->iterations++;
}

/* Where the key stands or would stand. */
static struct skip *skip_place(struct mk_loops *l, uint64_t key)
{
    size_t i = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (l->room - 1);
    while (l->skips[i].key && l->skips[i].key != key)
        i = (i + 1) & (l->room - 1);
    return &l->skips[i];
}

/* The end of the process may copy the table meanwhile. */
static bool widen_skips(struct mk_loops *l)
{
    struct skip *old = l->skips;
    size_t n = l->room;
    struct skip *wide = calloc(n ? 2 * n : 64, sizeof *wide);
    if (!wide)
        return false;
    mk_lock();
    l->room = n ? 2 * n : 64;
    l->skips = wide;
    for (size_t i = 0; i < n; i++)
        if (old[i].key)
            *skip_place(l, old[i].key) = old[i];
    mk_unlock();
    free(old);
    return true;
}

void mk_loop_past(unsigned region, uint32_t block, int n)
{
    uint64_t key = (uint64_t)(region & 0xffff) << 32 | block;
    if (!open_sum(region))
        return;
    if (2 * mine->n_skips >= mine->room && !widen_skips(mine)) {
        mk_lose();
        return;
    }
    struct skip *s = skip_place(mine, key);
    mine->n_skips += !s->key;
    s->key = key;
    s->n += n;
}

/* ---- sums to samples ---- */

/* A mark of another thread, from this one, which needs a ring for that. */
static void put_mark(uint32_t source, enum mk_kind kind, unsigned region, uint32_t value,
                     unsigned *samples)
{
    struct mk_thread *t = &mk_self;
    if (!t->ring)
        mk_attach_thread();
    if (!t->ring) {
        mk_lose();
        return;
    }
    uint64_t word0 = t->word0, word1 = t->word1;
    t->word0 = (word0 & ~UINT64_C(0xffff)) | source >> MK_PROCESS_BITS;
    t->word1 = (uint64_t)source << 48;
    mk_trace(MK_LEVEL_LOOPS, mk_mark(kind, region, value));
    t->word0 = word0;
    t->word1 = word1;
    if (++*samples % DRAIN_EACH)
        return;
    mk_lock_draining();
    mk_drain_all();
    mk_unlock_draining();
}

static void put_sum(uint32_t source, enum mk_kind kind, unsigned region, uint64_t n,
                    unsigned *samples)
{
    if (n & 0xffffff)
        put_mark(source, kind, region, (uint32_t)(n & 0xffffff), samples);
    if (n >> 24)
        put_mark(source, (enum mk_kind)(kind | MK_SUM_HIGH), region, (uint32_t)(n >> 24 & 0xffffff),
                 samples);
}

static void put_region(const struct mk_loops *l, unsigned region, const struct sum *s,
                       unsigned *samples)
{
    double tick = mk.file->core * (double)(UINT64_C(1) << mk.timer.shift);
    put_sum(l->source, MK_SUM_INSTANCES, region, s->instances, samples);
    put_sum(l->source, MK_SUM_TICKS, region, (uint64_t)(s->cycles / tick + 0.5), samples);
    put_sum(l->source, MK_SUM_ITERATIONS, region, s->iterations, samples);
    put_sum(l->source, MK_SUM_PAIRS, region, s->pairs, samples);
}

static int by_key(const void *a, const void *b)
{
    const struct skip *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

/* Its skips, by key, which the caller frees; their thread may run on. NULL = there are none. */
static struct skip *copy_skips(const struct mk_loops *l, size_t *n)
{
    mk_lock();
    struct skip *copy = l->room ? malloc(l->room * sizeof *copy) : NULL;
    *n = copy ? l->room : 0;
    if (copy)
        memcpy(copy, l->skips, l->room * sizeof *copy);
    for (size_t i = 0; !copy && i < l->n_skips; i++)
        mk_lose();
    mk_unlock();
    if (copy)
        qsort(copy, *n, sizeof *copy, by_key);
    return copy;
}

static void put_skips(const struct mk_loops *l, unsigned *samples)
{
    size_t n;
    struct skip *skips = copy_skips(l, &n);
    for (size_t i = 0; i < n; i++) {
        const struct skip *s = &skips[i];
        if (!s->key || s->n <= 0)
            continue;
        unsigned region = (unsigned)(s->key >> 32), before = (unsigned)(s->key >> 24 & 0xff);
        put_mark(l->source, MK_SUM_BLOCK, region, (uint32_t)(s->key & 0xffffff), samples);
        if (before)
            put_mark(l->source, MK_SUM_BLOCKS_BEFORE, region, before, samples);
        put_sum(l->source, MK_SUM_SKIPPED, region, (uint64_t)s->n, samples);
    }
    free(skips);
}

/* All of a table that is in the list no longer. A signal handler's samples would get its source. */
static void put_table(const struct mk_loops *l)
{
    unsigned samples = 0;
    sigset_t signals, before;
    sigfillset(&signals);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    for (unsigned c = 0; c < CHUNKS; c++)
        for (unsigned i = 0; l->chunks[c] && i < CHUNK; i++)
            put_region(l, c * CHUNK + i, &l->chunks[c][i], &samples);
    put_skips(l, &samples);
    mk_lock();
    if (mk.file) {
        mk.file->sums -= mk.file->sums > 0;
        mk.file->looks += l->looks;
        mk.file->times_away += l->times_away;
        mk.file->away += (double)l->away;
    }
    mk_unlock();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void free_table(struct mk_loops *l)
{
    for (unsigned c = 0; c < CHUNKS; c++)
        free(l->chunks[c]);
    free(l->skips);
    free(l);
}

/* Takes a table out of the list; false = it is not there. Who does so puts its sums. */
static bool take_table(const struct mk_loops *l)
{
    struct mk_loops **at = &all;
    mk_lock();
    while (*at && *at != l)
        at = &(*at)->next;
    bool there = *at;
    if (there)
        *at = l->next;
    mk_unlock();
    return there;
}

void mk_end_loops_of_thread(void)
{
    struct mk_loops *l = mine;
    if (!l)
        return;
    mk_preempt_end(&l->preempt);
    mine = NULL;
    if (!take_table(l))
        return; /* the process ends and has it */
    put_table(l);
    free_table(l);
}

/* No table is freed, for threads that still run use theirs. */
void mk_end_loops(void)
{
    for (;;) {
        mk_lock();
        struct mk_loops *l = all;
        all = l ? l->next : NULL;
        mk_unlock();
        if (!l)
            return;
        put_table(l);
    }
}

void mk_forget_loops(void)
{
    memset(numbered, 0, sizeof numbered);
    all = NULL;
    mine = NULL;
}
