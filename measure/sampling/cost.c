/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/sampling/cost.h"

#include "base/array.h"
#include "base/util.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    MEASURED_NS = 10000000, /* CPU time of the measurement */
    LONGEST_NS = 100000000, /* wall time, if other programs use the processor */
    LEAST_GAP_NS = 300,     /* shorter ones are no interruptions */
    LEAST_SAMPLES = 20,
};
typedef ARRAY(double) gap_list;

static uint64_t read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* Reads the clock again and again, and stores the long differences. */
static void find_gaps(gap_list *gaps)
{
    uint64_t cpu = read_clock(CLOCK_THREAD_CPUTIME_ID);
    uint64_t start = read_clock(CLOCK_MONOTONIC), last = start, now;
    while ((now = read_clock(CLOCK_MONOTONIC)) < start + LONGEST_NS) {
        if (now - last > LEAST_GAP_NS) {
            *array_push(gaps) = (double)(now - last);
            if (read_clock(CLOCK_THREAD_CPUTIME_ID) - cpu > MEASURED_NS)
                return;
            now = read_clock(CLOCK_MONOTONIC);
        }
        last = now;
    }
}

static int compare_descending(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return (a < b) - (a > b);
}

/* Returns the number of samples that the event took: its count, divided by the period. */
static double count_samples(int fd, double period)
{
    uint64_t n;
    return read(fd, &n, sizeof n) == (ssize_t)sizeof n ? (double)n / period : 0;
}

struct quantity cost_of_sample(struct perf_event_attr a, double period)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    gap_list gaps = {0};
    a.size = sizeof a;
    a.disabled = 1;
    a.sample_period = (uint64_t)period;
    int fd = (int)syscall(SYS_perf_event_open, &a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    if (fd < 0)
        return missing("the event can't be opened for this thread");
    void *ring = mmap(NULL, 9 * page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
    find_gaps(&gaps);
    ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
    /* The samples are the longest gaps, but for few interruptions by other causes. */
    size_t n = min_size((size_t)count_samples(fd, period), gaps.n);
    struct quantity cost = missing("too few samples to measure their cost");
    if (n >= LEAST_SAMPLES) {
        qsort(gaps.at, gaps.n, sizeof *gaps.at, compare_descending);
        cost = known(1e-9 * gaps.at[n / 2]);
    }
    if (ring != MAP_FAILED)
        munmap(ring, 9 * page);
    close(fd);
    array_free(&gaps);
    return cost;
}
