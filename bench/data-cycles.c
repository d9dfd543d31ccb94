/* SPDX-License-Identifier: GPL-3.0-or-later */
/* data-cycles LIBRARY KERNEL N M ITERATIONS INDICES CORES SECONDS WORDS...: measures the cycles per
 * iteration of a routine of data/kernels.f90, which has ITERATIONS in a call, on each of CORES
 * cores with arrays of its own. WORDS: words of 8 bytes of each array. INDICES: random, band or -,
 * the contents of the array of indices. Prints median quartile quartile second-least
 * second-greatest repeats undisturbed before after in cycles per iteration. The second-least and
 * the second-greatest of ten repeats are a 95 % confidence interval of the median (97.9 %, by order
 * statistics). `before` and `after` are the rates at which a loop loads the same set, bytes per
 * second and core: they differ if other work changed the machine in between.
 *
 * A repeat takes about SECONDS, at least one call. Cycles are those of a chain of adds that is
 * timed before and after each repeat. A repeat during which a thread lost its core counts only if
 * fewer than ten others can be had; its time is then the CPU time of the thread. The same holds for
 * a repeat before or after which another thread used the same core, for example one of another
 * virtual machine: a loop of one taken branch then takes more than a cycle for each iteration. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <xmmintrin.h>

typedef void routine(int *, int *, double *, double *, double *, double *, double *, double *,
                     int *);
enum {
    ARRAYS = 5,
    REPEATS = 10,
    ATTEMPTS = 1000,
    WARM_CALLS = 6,
    CHAIN = 12800,
    BRANCHES = 6400,
    PAGE = 4096,
    SKEW = 21 * 64, /* arrays begin at different offsets of a page */
    SLACK = 16384,
    BAND = 64
};
#define WARM_SECONDS 0.7
#define ATTEMPT_SECONDS 6.0
#define CLOCK_CHANGE 0.02
#define SHARED_CORE 1.25
#define PAUSE_SECONDS 1e-3
#define FLUSH_DENORMALS 0x8040

struct core;
/* What is measured, and how far it is. */
struct plan {
    routine *kernel;
    int n, m, cores;
    double iterations, seconds;
    const char *indices;
    double words[ARRAYS];
    pthread_barrier_t barrier;
    struct core *at; /* of each core */
    int attempts, undisturbed, done;
    double begin; /* of the first attempt, before it of the preparation */
};
struct repeat {
    double cycles; /* per iteration */
    int disturbed;
};
struct core {
    struct plan *plan;
    pthread_t thread;
    int processor;
    double *arrays[ARRAYS];
    size_t bytes[ARRAYS];
    int *indices;
    double before, after;
    struct repeat repeats[ATTEMPTS];
    long calls;
};

static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static long lost_cores(void)
{
    struct rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nivcsw;
}

/* Returns the seconds of a cycle: a chain of additions takes one for each. */
static double cycle_seconds(void)
{
    double least = HUGE_VAL;
    uint64_t zero = 0, sum = 1;
    for (int k = 0; k < 3; k++) {
        double from = now(CLOCK_MONOTONIC);
        for (int i = 0; i < CHAIN / 64; i++)
            __asm__ volatile(".rept 64\n\taddq %1, %0\n\t.endr" : "+r"(sum) : "r"(zero));
        least = fmin(least, now(CLOCK_MONOTONIC) - from);
    }
    return least / CHAIN;
}

/* Returns the cycles of an iteration of a loop of one taken branch. */
static double branch_cycles(double cycle)
{
    long left = BRANCHES;
    double from = now(CLOCK_MONOTONIC);
    __asm__ volatile(".p2align 6\n1:\tsubq $1, %0\n\tjne 1b" : "+r"(left));
    return (now(CLOCK_MONOTONIC) - from) / BRANCHES / cycle;
}

/* Returns whether another thread uses this core. */
static int is_core_shared(void)
{
    return branch_cycles(cycle_seconds()) > SHARED_CORE;
}

/* Waits until no other thread uses this core. Returns whether it waited. */
static int await_core(const struct plan *p)
{
    struct timespec pause = {0, (long)(PAUSE_SECONDS * 1e9)};
    int waited = 0;
    while (is_core_shared() && now(CLOCK_MONOTONIC) - p->begin < ATTEMPT_SECONDS) {
        nanosleep(&pause, NULL);
        waited = 1;
    }
    return waited;
}

static void call(struct core *c)
{
    double s = 0.25, **a = c->arrays;
    int n = c->plan->n, m = c->plan->m;
    c->plan->kernel(&n, &m, &s, a[0], a[1], a[2], a[3], a[4], c->indices);
}

static double load_set(struct core *c)
{
    double from = now(CLOCK_THREAD_CPUTIME_ID), bytes = 0, sum[8] = {0};
    for (int i = 0; i < ARRAYS; i++) {
        const volatile double *a = c->arrays[i];
        size_t n = c->bytes[i] / sizeof(double) / 8 * 8;
        for (size_t k = 0; k < n; k += 8)
            sum[k / 8 % 8] += a[k];
        bytes += (double)c->bytes[i];
    }
    return bytes / (now(CLOCK_THREAD_CPUTIME_ID) - from);
}

/* Returns the greatest of several rates of loads. */
static double load_rate(struct core *c)
{
    double best = 0;
    for (int i = 0; i < 5; i++) {
        await_core(c->plan);
        best = fmax(best, load_set(c));
    }
    return best;
}

static struct repeat measure(struct core *c)
{
    struct repeat r;
    long lost = lost_cores();
    double cycle = cycle_seconds();
    double cpu = now(CLOCK_THREAD_CPUTIME_ID), wall = now(CLOCK_MONOTONIC);
    for (long i = 0; i < c->calls; i++)
        call(c);
    wall = now(CLOCK_MONOTONIC) - wall;
    cpu = now(CLOCK_THREAD_CPUTIME_ID) - cpu;
    double after = cycle_seconds();
    r.disturbed = lost_cores() != lost || fabs(after - cycle) > CLOCK_CHANGE * cycle ||
                  branch_cycles(after) > SHARED_CORE;
    r.cycles =
        (r.disturbed ? cpu : wall) / fmin(cycle, after) / ((double)c->calls * c->plan->iterations);
    return r;
}

static void *open_array(size_t bytes, int number)
{
    size_t all = bytes + ARRAYS * SKEW + PAGE;
    char *at = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) {
        fprintf(stderr, "data-cycles: too little memory\n");
        exit(1);
    }
    memset(at, 0, all);
    return at + number * SKEW;
}

static void open_data(struct core *c)
{
    const struct plan *p = c->plan;
    unsigned seed = 1;
    for (int i = 0; i < ARRAYS; i++) {
        c->bytes[i] = (size_t)(p->words[i] * 8);
        c->arrays[i] = open_array(c->bytes[i] + SLACK, i);
        for (size_t k = 0; k < (c->bytes[i] + SLACK) / sizeof(double); k++)
            c->arrays[i][k] = 1;
    }
    c->indices = NULL;
    if (strcmp(p->indices, "-") == 0)
        return;
    c->indices = open_array((size_t)p->n * sizeof(int), 0);
    for (int i = 0; i < p->n; i++) {
        int near = i + (int)(rand_r(&seed) % (2 * BAND + 1)) - BAND;
        long far = (long)(((double)rand_r(&seed) + 0.5) / ((double)RAND_MAX + 1) * p->n);
        c->indices[i] = 1 + (strcmp(p->indices, "band") == 0 ? near < 0       ? 0
                                                               : near >= p->n ? p->n - 1
                                                                              : near
                                                             : (int)far);
    }
}

/* Calls the kernel until its data are where repeated calls keep them, and sets the calls of a
 * repeat.
 */
static void warm(struct core *c)
{
    double from = now(CLOCK_MONOTONIC), least = HUGE_VAL;
    for (int i = 0; i < WARM_CALLS || now(CLOCK_MONOTONIC) - from < c->plan->seconds; i++) {
        double begin = now(CLOCK_THREAD_CPUTIME_ID);
        call(c);
        least = fmin(least, now(CLOCK_THREAD_CPUTIME_ID) - begin);
        if (i > 0 && now(CLOCK_MONOTONIC) - from > WARM_SECONDS)
            break;
    }
    c->calls = (long)fmax(1, c->plan->seconds / fmax(least, 1e-7));
}

/* Decides after an attempt of all cores whether another one is needed; one thread calls it. */
static void finish_attempt(struct plan *p)
{
    int i = p->attempts++;
    int disturbed = 0;
    for (int k = 0; k < p->cores; k++)
        disturbed |= p->at[k].repeats[i].disturbed;
    p->undisturbed += !disturbed;
    p->done = p->undisturbed == REPEATS || p->attempts == ATTEMPTS ||
              (p->attempts >= REPEATS && now(CLOCK_MONOTONIC) - p->begin > ATTEMPT_SECONDS);
}

static void *work(void *of)
{
    struct core *c = of;
    struct plan *p = c->plan;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)c->processor, &one);
    sched_setaffinity(0, sizeof one, &one);
    _mm_setcsr(_mm_getcsr() | FLUSH_DENORMALS);
    open_data(c);
    pthread_barrier_wait(&p->barrier);
    p->begin = now(CLOCK_MONOTONIC);
    warm(c);
    c->before = load_rate(c);
    p->begin = now(CLOCK_MONOTONIC);
    for (int i = 0; !p->done; i++) {
        if (await_core(p))
            call(c);
        pthread_barrier_wait(&p->barrier);
        c->repeats[i] = measure(c);
        if (pthread_barrier_wait(&p->barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
            finish_attempt(p);
        pthread_barrier_wait(&p->barrier);
    }
    c->after = load_rate(c);
    return NULL;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the mean of an attempt over the cores. */
static struct repeat mean_repeat(const struct plan *p, int i)
{
    struct repeat r = {0, 0};
    for (int k = 0; k < p->cores; k++) {
        r.cycles += p->at[k].repeats[i].cycles / p->cores;
        r.disturbed |= p->at[k].repeats[i].disturbed;
    }
    return r;
}

/* Stores ten repeats in order of size, undisturbed ones first. */
static int choose_repeats(const struct plan *p, double *at)
{
    int n = 0;
    for (int disturbed = 0; disturbed < 2; disturbed++)
        for (int i = 0; i < p->attempts && n < REPEATS; i++) {
            struct repeat r = mean_repeat(p, i);
            if (r.disturbed == disturbed)
                at[n++] = r.cycles;
        }
    qsort(at, (size_t)n, sizeof *at, by_size);
    return n;
}

static void print_result(const struct plan *p)
{
    double at[REPEATS], before = 0, after = 0;
    int n = choose_repeats(p, at);
    for (int k = 0; k < p->cores; k++) {
        before += p->at[k].before / p->cores;
        after += p->at[k].after / p->cores;
    }
    printf("%.5g %.5g %.5g %.5g %.5g %d %d %.4g %.4g\n", (at[(n - 1) / 2] + at[n / 2]) / 2,
           at[n / 4], at[n - 1 - n / 4], at[1], at[n - 2], n, p->undisturbed, before, after);
}

/* Starts a thread on each of the first allowed processors. Returns 0 if there are too few. */
static int run_cores(struct plan *p)
{
    cpu_set_t allowed;
    int n = 0;
    sched_getaffinity(0, sizeof allowed, &allowed);
    for (int i = 0; i < CPU_SETSIZE && n < p->cores; i++)
        if (CPU_ISSET((size_t)i, &allowed))
            p->at[n++] = (struct core){.plan = p, .processor = i};
    if (n < p->cores)
        return 0;
    pthread_barrier_init(&p->barrier, NULL, (unsigned)n);
    for (int i = 1; i < n; i++)
        if (pthread_create(&p->at[i].thread, NULL, work, &p->at[i]) != 0)
            exit(1);
    work(&p->at[0]);
    for (int i = 1; i < n; i++)
        pthread_join(p->at[i].thread, NULL);
    return 1;
}

static routine *find_kernel(const char *library, const char *name)
{
    char symbol[64];
    void *of = dlopen(library, RTLD_NOW);
    snprintf(symbol, sizeof symbol, "%s_", name);
    routine *found = of ? (routine *)dlsym(of, symbol) : NULL;
    if (!found)
        fprintf(stderr, "data-cycles: %s\n", dlerror());
    return found;
}

int main(int argc, char **argv)
{
    if (argc < 10 || argc > 9 + ARRAYS) {
        fprintf(stderr, "usage: data-cycles LIBRARY KERNEL N M ITERATIONS INDICES CORES SECONDS "
                        "WORDS...\n");
        return 2;
    }
    struct plan p = {.kernel = find_kernel(argv[1], argv[2]),
                     .n = atoi(argv[3]),
                     .m = atoi(argv[4]),
                     .iterations = strtod(argv[5], NULL),
                     .indices = argv[6],
                     .cores = atoi(argv[7]),
                     .seconds = strtod(argv[8], NULL)};
    for (int i = 9; i < argc; i++)
        p.words[i - 9] = strtod(argv[i], NULL);
    if (!p.kernel || p.cores < 1)
        return 1;
    p.at = calloc((size_t)p.cores, sizeof *p.at);
    if (!p.at || !run_cores(&p)) {
        fprintf(stderr, "data-cycles: too few cores\n");
        return 1;
    }
    print_result(&p);
    return 0;
}
