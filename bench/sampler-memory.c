/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sampler-memory SECONDS THREADS ADDRESSES CALLERS
 * Applies the samples of a run at 1000 samples a second of CPU time, as the kernel would record
 * them: each thread on a processor of its own, all of them in the same code, half of the samples at
 * a tenth of the addresses (in 30 files), each address with that many callers. Prints the number of
 * samples and of rows, the CPU time of a sample in ns, and the greatest resident memory in MB. */
#include "base/util.h"
#include "measure/sampling/sampling.h"

#include <stdlib.h>
#include <sys/resource.h>

enum { FILES = 30, FILE_BYTES = 1 << 24, PID = 1000, ROUND_MS = 50, PERIOD = 1000000 };

/* Returns the next random number (splitmix64). */
static uint64_t random_number(void)
{
    static uint64_t state = 1;
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Returns an address of the code, by its number. */
static uint64_t address_of(uint64_t number)
{
    return UINT64_C(0x400000000000) + number % FILES * (2 * FILE_BYTES) + number / FILES * 16;
}

static uint64_t random_address(uint64_t addresses)
{
    uint64_t r = random_number();
    return address_of(r >> 1 & 1 ? (r >> 8) % (addresses / 10 + 1) : (r >> 8) % addresses);
}

static void begin_process(struct sampling *s, uint32_t threads)
{
    char path[30];
    for (uint32_t i = 0; i < FILES; i++) {
        snprintf(path, sizeof path, "/usr/lib/lib%u.so", i);
        spaces_map(&s->spaces, &(struct record){.pid = PID,
                                                .tid = PID,
                                                .begin = address_of(i),
                                                .size = FILE_BYTES,
                                                .executable = true,
                                                .inode = i + 1,
                                                .text = path});
    }
    for (uint32_t i = 0; i < threads; i++)
        sample_counts_set_name(&s->counts, PID, (int)(PID + i), "worker");
}

static struct record sample_of(uint32_t thread, uint64_t time, uint64_t addresses, uint64_t callers)
{
    uint64_t at = random_address(addresses), file = (at - address_of(0)) / (2 * FILE_BYTES);
    return (struct record){
        .kind = RECORD_SAMPLE,
        .pid = PID,
        .tid = PID + thread,
        .cpu = thread,
        .time = time,
        .at = at,
        .weight = time & 1 ? PERIOD * 907 / 1000 : PERIOD * 1093 / 1000,
        .callers = {at, address_of((file + 1) % FILES) + (at + random_number() % callers) % 1000},
        .n_callers = 2,
        .n = 1,
        .text = ""};
}

static void apply_round(struct sampling *s, uint64_t begin, uint32_t threads, uint64_t addresses,
                        uint64_t callers)
{
    for (uint32_t i = 0; i < threads; i++)
        for (uint64_t k = 0; k < ROUND_MS; k++)
            *array_push(&s->block.records) = sample_of(
                i, begin + k * NS_PER_MS + random_number() % NS_PER_MS, addresses, callers);
    sampling_apply(s, begin + ROUND_MS * NS_PER_MS);
}

static double cpu_seconds(struct rusage *u)
{
    getrusage(RUSAGE_SELF, u);
    return (double)(u->ru_utime.tv_sec + u->ru_stime.tv_sec) +
           1e-6 * (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec);
}

int main(int argc, char **argv)
{
    if (argc < 5)
        return 2;
    long seconds = atol(argv[1]);
    uint32_t threads = (uint32_t)atol(argv[2]);
    uint64_t addresses = (uint64_t)atol(argv[3]), callers = (uint64_t)atol(argv[4]);
    struct sampler_options o = {.chain = CHAIN_FRAME};
    struct sampling s = {.o = &o, .method = SAMPLER_PERF};
    struct arena a = {0};
    struct profile p = {0};
    struct rusage u;
    sampling_begin(&s);
    s.events.period = PERIOD;
    begin_process(&s, threads);
    for (long i = 0; i < seconds * 1000 / ROUND_MS; i++)
        apply_round(&s, (uint64_t)i * ROUND_MS * NS_PER_MS, threads, addresses, callers);
    double samples = sample_counts_number(&s.counts);
    sampling_fill_samples(&s, &a, &p);
    double cpu = cpu_seconds(&u);
    printf("%.0f samples, %zu rows, %.0f ns each, %.1f MB\n", samples, p.n_samples,
           1e9 * cpu / samples, (double)u.ru_maxrss / 1024);
    sampling_free(&s);
    arena_free(&a);
    return 0;
}
