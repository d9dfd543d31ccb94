/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loop sums: each thread accumulates the times of its loops in memory and writes a few samples at
 * its end. */
#include "measure/multikron/lib/preempt.h"
#include "measure/multikron/lib/process.h"
#include "measure/multikron/trips.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 256, /* sums per allocation */
    CHUNKS = 65536 / CHUNK,
    RATE_PERIOD_MS = 10, /* between two measurements of the core's clock rate */
    WARM_UP_US = 1000,   /* until the core has reached its final clock rate */
    CHAIN_LENGTH = 2048, /* additions in a measurement */
    PAIRS_PER_BATCH = 16,
    BATCHES = 31,          /* of begin and end, to measure their overhead */
    DRAIN_INTERVAL = 1024, /* samples between two drains at the end */
    OPENMP_THREADS_MAX = 4096,
};

/* The sums of a region on a thread. */
struct sum {
    uint64_t start, start_pairs, start_excluded; /* at the last begin; raw units */
    double cycles;                               /* its time in core cycles */
    uint64_t pairs;                              /* pairs of begin and end of inner loops */
    uint64_t instances, iterations;
    uint32_t depth; /* depth of recursion; 0 = not open */
};
struct skip {
    uint64_t key; /* region << 32 | block; 0 = none */
    int64_t n;
};
struct mk_loops {
    struct sum *chunks[CHUNKS];
    uint64_t pairs;    /* pairs of begin and end so far */
    uint64_t excluded; /* time of measurements and preemptions; raw units */
    struct mk_preempt preempt;
    uint64_t preemptions, preempted; /* number of preemptions, and their raw units */
    uint64_t last_measured;          /* time of the last measurement */
    uint64_t period;                 /* raw units between two measurements */
    double core; /* core cycles per raw unit at the last measurement; 1 without a TSC */
    uint64_t rate_measurements;
    uint32_t source;
    struct skip *skips; /* open addressing */
    size_t n_skips, capacity;
    struct mk_loops *next;
};
static __thread struct mk_loops *thread_table __attribute__((tls_model("initial-exec")));
static struct mk_loops *all_tables; /* guarded by mk.lock, like used_numbers */
static uint8_t used_numbers[OPENMP_THREADS_MAX / 8];

/* Present if the program is linked with OpenMP. */
extern int omp_get_thread_num(void) __attribute__((weak));
extern int omp_get_level(void) __attribute__((weak));

/* ---- the clock ---- */

/* Reads the clock after all earlier instructions have completed. */
static inline uint64_t read_timestamp(void)
{
#if defined __x86_64__
    if (__builtin_expect(mk.timer.kind == MK_CLOCK_TSC, 1)) {
        __builtin_ia32_lfence();
        return __builtin_ia32_rdtsc();
    }
#endif
    return mk_read_clock(mk.timer.kind);
}

#if defined __x86_64__
/* Returns the raw units of a chain of dependent additions, one cycle each. Both operands are
 * registers, because some cores execute additions of constants in zero cycles. */
static uint64_t time_addition_chain(void)
{
    uint64_t a = 0, b = 1;
    uint64_t begin = read_timestamp();
    for (int i = 0; i < CHAIN_LENGTH / 16; i++)
        __asm__ volatile("add %1,%0\n\tadd %1,%0\n\tadd %1,%0\n\tadd %1,%0\n\t"
                         "add %1,%0\n\tadd %1,%0\n\tadd %1,%0\n\tadd %1,%0\n\t"
                         "add %1,%0\n\tadd %1,%0\n\tadd %1,%0\n\tadd %1,%0\n\t"
                         "add %1,%0\n\tadd %1,%0\n\tadd %1,%0\n\tadd %1,%0"
                         : "+r"(a)
                         : "r"(b));
    return read_timestamp() - begin;
}
#else
static uint64_t time_addition_chain(void)
{
    return 0;
}
#endif

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Measures the core cycles per raw unit. The time of the measurement is excluded from all loops. */
static void measure_core_rate(struct mk_loops *l)
{
    uint64_t begin = read_timestamp();
    double times[3];
    for (int i = 0; i < 3; i++)
        times[i] = (double)time_addition_chain();
    qsort(times, 3, sizeof *times, compare_doubles);
    if (mk.timer.kind == MK_CLOCK_TSC && times[1] > 0) {
        l->core = CHAIN_LENGTH / times[1];
        l->rate_measurements++;
    }
    l->last_measured = read_timestamp();
    l->excluded += l->last_measured - begin;
}

/* Converts nanoseconds to raw units. */
static uint64_t convert_to_raw(uint64_t ns)
{
    const struct mk_moment *first = &mk.file->first;
    struct mk_moment now = mk_now(mk.timer.kind);
    double rate = (double)mk.timer.rate / 1e9;
    if (now.ns - first->ns > 10000000)
        rate = (double)(now.raw - first->raw) / (double)(now.ns - first->ns);
    return (uint64_t)(rate * (double)ns);
}

/* Excludes the time of a preemption from all loops. */
static void exclude_preemption(struct mk_loops *l)
{
    uint64_t begin = read_timestamp(), preempted = convert_to_raw(mk_preempt_time(&l->preempt));
    l->preemptions += preempted > 0;
    l->preempted += preempted;
    l->excluded += preempted + (read_timestamp() - begin);
}

/* ---- tables ---- */

/* Returns the sum of a region. Allocates it at first; NULL = out of memory. */
static struct sum *find_sum(struct mk_loops *l, unsigned region)
{
    struct sum **chunk = &l->chunks[(region & 0xffff) / CHUNK];
    if (__builtin_expect(!*chunk, 0) && !(*chunk = calloc(CHUNK, sizeof **chunk)))
        return NULL;
    return &(*chunk)[region % CHUNK];
}

/* Measures the overhead of begin and end with empty loops, which use region 0. */
static void measure_overhead(struct mk_loops *l)
{
    static const int32_t none = 0;
    double inside[BATCHES], pair[BATCHES];
    struct sum *s = find_sum(l, 0);
    if (!s)
        return;
    for (int b = 0; b < BATCHES; b++) {
        s->cycles = 0;
        uint64_t begin = read_timestamp();
        for (int i = 0; i < PAIRS_PER_BATCH; i++) {
            mkbegin_(&none);
            mkend_(&none);
        }
        pair[b] = l->core * (double)(read_timestamp() - begin);
        inside[b] = s->cycles;
    }
    qsort(inside, BATCHES, sizeof *inside, compare_doubles);
    qsort(pair, BATCHES, sizeof *pair, compare_doubles);
    *s = (struct sum){0};
    l->pairs = 0;
    mk.file->inside = inside[BATCHES / 2] / PAIRS_PER_BATCH;
    mk.file->pair = pair[BATCHES / 2] / PAIRS_PER_BATCH;
    mk.file->core = l->core;
}

/* Adds the OpenMP number of the thread to the manifest, unless another thread has the number. */
static void add_thread_line(const struct mk_loops *l)
{
    int n = omp_get_thread_num && omp_get_level && omp_get_level() <= 1 ? omp_get_thread_num() : -1;
    if (n < 0 || n >= OPENMP_THREADS_MAX || used_numbers[n / 8] >> n % 8 & 1)
        return;
    used_numbers[n / 8] |= (uint8_t)(1 << n % 8);
    mk_add_line("thread.%u.%u %d", l->source >> MK_PROCESS_BITS,
                l->source & ((1u << MK_PROCESS_BITS) - 1), n);
}

/* Creates the table of this thread; NULL = sampling is off or out of memory. */
static struct mk_loops *create_loop_table(void)
{
    uint32_t source = mk_source();
    struct mk_loops *l = source == UINT32_MAX ? NULL : calloc(1, sizeof *l);
    if (!l)
        return NULL;
    thread_table = l;
    l->source = source;
    l->period = mk.timer.rate / 1000 * RATE_PERIOD_MS;
    l->last_measured = read_timestamp();
    l->core = 1;
    mk_preempt_start(&l->preempt);
    for (uint64_t begin = read_timestamp();
         read_timestamp() - begin < mk.timer.rate / 1000000 * WARM_UP_US;)
        if (!time_addition_chain())
            break;
    measure_core_rate(l);
    mk_lock();
    bool first = mk.file->core == 0;
    add_thread_line(l);
    mk_count_worker(mk.file, l->source);
    mk.file->sums++;
    l->next = all_tables;
    all_tables = l;
    mk_unlock();
    if (first)
        measure_overhead(l);
    return l;
}

/* Returns the sum of a region on this thread; NULL = the filter excludes it, or there is no memory
 * and the loss is counted. */
static inline struct sum *get_sum(unsigned region)
{
    struct sum *s = NULL;
    if (!mk_passes(MK_LEVEL_LOOPS))
        return NULL;
    if (__builtin_expect(thread_table || create_loop_table(), 1))
        s = find_sum(thread_table, region);
    if (__builtin_expect(!s, 0))
        mk_count_loss();
    return s;
}

/* ---- triggers ---- */

void mk_loop_begin(unsigned region)
{
    if (mk_is_watched())
        mk_watch_enter(region);
    struct sum *s = get_sum(region);
    if (!s || s->depth++)
        return;
    struct mk_loops *l = thread_table;
    if (__builtin_expect(mk_preempted(&l->preempt), 0))
        exclude_preemption(l);
    s->start_pairs = l->pairs;
    s->start_excluded = l->excluded;
    s->start = read_timestamp();
    if (__builtin_expect(s->start - l->last_measured > l->period, 0)) {
        measure_core_rate(l);
        s->start_excluded = l->excluded;
        s->start = read_timestamp();
    }
}

/* Adds the time of an instance without its excluded part. */
static inline void add_time(struct sum *s, uint64_t raw, uint64_t excluded, double core)
{
    if (raw > excluded)
        s->cycles += core * (double)(int64_t)(raw - excluded);
}

/* Ends a recursive instance. Its time is part of the outer instance. Adds the overhead that the
 * import subtracts for each instance. */
static void end_nested_instance(struct mk_loops *l, struct sum *s)
{
    s->instances++;
    s->cycles += mk.file->inside;
    l->pairs++;
}

void mk_loop_end(unsigned region)
{
    uint64_t now = read_timestamp();
    if (mk_is_watched())
        mk_watch_leave(region);
    struct mk_loops *l = thread_table;
    struct sum *s = l ? find_sum(l, region) : NULL;
    if (!s || s->depth == 0)
        return;
    if (--s->depth) {
        end_nested_instance(l, s);
        return;
    }
    if (__builtin_expect(mk_preempted(&l->preempt), 0))
        exclude_preemption(l);
    uint64_t excluded = l->excluded - s->start_excluded;
    double core = l->core;
    if (__builtin_expect(now - l->last_measured > l->period, 0)) {
        measure_core_rate(l);
        core = (core + l->core) / 2;
    }
    add_time(s, now - s->start, excluded, core);
    s->pairs += l->pairs - s->start_pairs;
    s->instances++;
    l->pairs++;
}

void mk_loop_trip(unsigned region, int64_t from, int64_t to, int64_t step)
{
    struct sum *s = get_sum(region);
    if (!s)
        return;
    s->instances++;
    s->iterations += count_trips(from, to, step);
}

void mk_loop_more(unsigned region, int64_t from, int64_t to, int64_t step)
{
    struct sum *s = get_sum(region);
    if (s)
        s->iterations += count_trips(from, to, step);
}

void mk_loop_pass(unsigned region)
{
    struct sum *s = get_sum(region);
    if (s)
        s->iterations++;
}

/* Returns the entry with the key, or the empty entry for it. */
static struct skip *find_skip(struct mk_loops *l, uint64_t key)
{
    size_t i = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (l->capacity - 1);
    while (l->skips[i].key && l->skips[i].key != key)
        i = (i + 1) & (l->capacity - 1);
    return &l->skips[i];
}

/* Doubles the table. Takes the lock, because the end of the process may copy the table. */
static bool grow_skips(struct mk_loops *l)
{
    struct skip *old = l->skips;
    size_t n = l->capacity;
    struct skip *wide = calloc(n ? 2 * n : 64, sizeof *wide);
    if (!wide)
        return false;
    mk_lock();
    l->capacity = n ? 2 * n : 64;
    l->skips = wide;
    for (size_t i = 0; i < n; i++)
        if (old[i].key)
            *find_skip(l, old[i].key) = old[i];
    mk_unlock();
    free(old);
    return true;
}

void mk_loop_past(unsigned region, uint32_t block, int n)
{
    uint64_t key = (uint64_t)(region & 0xffff) << 32 | block;
    if (!get_sum(region))
        return;
    if (2 * thread_table->n_skips >= thread_table->capacity && !grow_skips(thread_table)) {
        mk_count_loss();
        return;
    }
    struct skip *s = find_skip(thread_table, key);
    thread_table->n_skips += !s->key;
    s->key = key;
    s->n += n;
}

/* ---- sums to samples ---- */

/* Writes a mark of another thread through the ring of this thread. */
static void write_mark(uint32_t source, enum mk_kind kind, unsigned region, uint32_t value,
                       unsigned *samples)
{
    struct mk_thread *t = &mk_self;
    if (!t->ring)
        mk_attach_thread();
    if (!t->ring) {
        mk_count_loss();
        return;
    }
    uint64_t word0 = t->word0, word1 = t->word1;
    t->word0 = (word0 & ~UINT64_C(0xffff)) | source >> MK_PROCESS_BITS;
    t->word1 = (uint64_t)source << 48;
    mk_trace(MK_LEVEL_LOOPS, mk_mark(kind, region, value));
    t->word0 = word0;
    t->word1 = word1;
    if (++*samples % DRAIN_INTERVAL)
        return;
    mk_lock_draining();
    mk_drain_rings();
    mk_unlock_draining();
}

/* Writes a number of up to 48 bits as one or two marks. */
static void write_sum(uint32_t source, enum mk_kind kind, unsigned region, uint64_t n,
                      unsigned *samples)
{
    if (n & 0xffffff)
        write_mark(source, kind, region, (uint32_t)(n & 0xffffff), samples);
    if (n >> 24)
        write_mark(source, (enum mk_kind)(kind | MK_SUM_HIGH), region,
                   (uint32_t)(n >> 24 & 0xffffff), samples);
}

/* Writes the sums of a region. */
static void write_region(const struct mk_loops *l, unsigned region, const struct sum *s,
                         unsigned *samples)
{
    double tick = mk.file->core * (double)(UINT64_C(1) << mk.timer.shift);
    write_sum(l->source, MK_SUM_INSTANCES, region, s->instances, samples);
    write_sum(l->source, MK_SUM_TICKS, region, (uint64_t)(s->cycles / tick + 0.5), samples);
    write_sum(l->source, MK_SUM_ITERATIONS, region, s->iterations, samples);
    write_sum(l->source, MK_SUM_PAIRS, region, s->pairs, samples);
}

static int compare_skip_keys(const void *a, const void *b)
{
    const struct skip *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

/* Returns a copy of the skips by key, which the caller frees; NULL = none. Their thread may still
 * run. */
static struct skip *copy_skips(const struct mk_loops *l, size_t *n)
{
    mk_lock();
    struct skip *copy = l->capacity ? malloc(l->capacity * sizeof *copy) : NULL;
    *n = copy ? l->capacity : 0;
    if (copy)
        memcpy(copy, l->skips, l->capacity * sizeof *copy);
    for (size_t i = 0; !copy && i < l->n_skips; i++)
        mk_count_loss();
    mk_unlock();
    if (copy)
        qsort(copy, *n, sizeof *copy, compare_skip_keys);
    return copy;
}

/* Writes the skipped blocks of a table. */
static void write_skips(const struct mk_loops *l, unsigned *samples)
{
    size_t n;
    struct skip *skips = copy_skips(l, &n);
    for (size_t i = 0; i < n; i++) {
        const struct skip *s = &skips[i];
        if (!s->key || s->n <= 0)
            continue;
        unsigned region = (unsigned)(s->key >> 32), before = (unsigned)(s->key >> 24 & 0xff);
        write_mark(l->source, MK_SUM_BLOCK, region, (uint32_t)(s->key & 0xffffff), samples);
        if (before)
            write_mark(l->source, MK_SUM_BLOCKS_BEFORE, region, before, samples);
        write_sum(l->source, MK_SUM_SKIPPED, region, (uint64_t)s->n, samples);
    }
    free(skips);
}

/* Writes a table that is no longer in the list. Blocks signals: samples of a handler would get the
 * source of the table. */
static void write_table(const struct mk_loops *l)
{
    unsigned samples = 0;
    sigset_t signals, before;
    sigfillset(&signals);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    for (unsigned c = 0; c < CHUNKS; c++)
        for (unsigned i = 0; l->chunks[c] && i < CHUNK; i++)
            write_region(l, c * CHUNK + i, &l->chunks[c][i], &samples);
    write_skips(l, &samples);
    mk_lock();
    if (mk.file) {
        mk.file->sums -= mk.file->sums > 0;
        mk.file->rate_measurements += l->rate_measurements;
        mk.file->preemptions += l->preemptions;
        mk.file->preempted += (double)l->preempted;
    }
    mk_unlock();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void free_loop_table(struct mk_loops *l)
{
    for (unsigned c = 0; c < CHUNKS; c++)
        free(l->chunks[c]);
    free(l->skips);
    free(l);
}

/* Removes a table from the list. Returns false if another thread did so, which then writes it. */
static bool remove_table(const struct mk_loops *l)
{
    struct mk_loops **at = &all_tables;
    mk_lock();
    while (*at && *at != l)
        at = &(*at)->next;
    bool found = *at;
    if (found)
        *at = l->next;
    mk_unlock();
    return found;
}

void mk_write_thread_loops(void)
{
    struct mk_loops *l = thread_table;
    if (!l)
        return;
    mk_preempt_end(&l->preempt);
    thread_table = NULL;
    if (!remove_table(l))
        return; /* the end of the process writes it */
    write_table(l);
    free_loop_table(l);
}

/* Frees no table, because running threads still use theirs. */
void mk_write_all_loops(void)
{
    for (;;) {
        mk_lock();
        struct mk_loops *l = all_tables;
        all_tables = l ? l->next : NULL;
        mk_unlock();
        if (!l)
            return;
        write_table(l);
    }
}

void mk_discard_loops(void)
{
    memset(used_numbers, 0, sizeof used_numbers);
    all_tables = NULL;
    thread_table = NULL;
}
