/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory in pages of one kind, and cycles of pointers in it. */
#include "measure/memory/inside.h"

#include "base/file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20 };

/* Returns the bytes in huge pages of the mapping that contains `at`, from /proc/self/smaps. */
static double huge_bytes(const void *at)
{
    FILE *f = fopen("/proc/self/smaps", "r");
    char line[512];
    bool inside = false;
    double kilobytes = 0, part;
    while (f && fgets(line, sizeof line, f)) {
        unsigned long from, to;
        if (sscanf(line, "%lx-%lx ", &from, &to) == 2)
            inside = from <= (uintptr_t)at && (uintptr_t)at < to;
        else if (inside && sscanf(line, "AnonHugePages: %lf kB", &part) == 1)
            kilobytes += part;
    }
    file_drop(f);
    return kilobytes * 1024;
}

/* Writes 1.0 to all elements, or to those of the first huge pages that can be written until the
 * deadline. Returns their bytes. */
static size_t fill(char *at, size_t bytes, double deadline)
{
    size_t done = 0;
    while (done < bytes && (done == 0 || memory_now() < deadline)) {
        double *element = (double *)(void *)(at + done);
        for (size_t i = 0; i < HUGE_PAGE / sizeof *element; i++)
            element[i] = 1;
        done += HUGE_PAGE;
    }
    return done;
}

bool memory_buffer_open(struct memory_buffer *b, size_t bytes, bool huge, double deadline)
{
    *b = (struct memory_buffer){.bytes = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE};
    b->mapped_bytes = b->bytes + HUGE_PAGE;
    b->mapped =
        mmap(NULL, b->mapped_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (b->mapped == MAP_FAILED)
        return false;
    uintptr_t up = (uintptr_t)b->mapped % HUGE_PAGE;
    b->at = (char *)b->mapped + (up ? HUGE_PAGE - up : 0);
    madvise(b->mapped, b->mapped_bytes, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    b->bytes = fill(b->at, b->bytes, deadline);
    b->huge_share = huge_bytes(b->at) / (double)b->bytes;
    return true;
}

void memory_buffer_close(struct memory_buffer *b)
{
    if (b->mapped_bytes && b->mapped != MAP_FAILED)
        munmap(b->mapped, b->mapped_bytes);
    *b = (struct memory_buffer){.bytes = 0};
}

/* Returns the number in a file, after `key`; HUGE_VAL = none. */
static double number_in_file(const char *path, const char *key)
{
    FILE *f = fopen(path, "r");
    char line[256];
    double value = HUGE_VAL;
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, key, strlen(key)) == 0 && sscanf(line + strlen(key), "%lf", &value) == 1)
            break;
    file_drop(f);
    return value;
}

double memory_available(void)
{
    double free = 1024 * number_in_file("/proc/meminfo", "MemAvailable:");
    double limit = number_in_file("/sys/fs/cgroup/memory.max", "");
    double used = number_in_file("/sys/fs/cgroup/memory.current", "");
    return isfinite(limit) && isfinite(used) ? fmin(free, limit - used) : free;
}

/* Returns the next number of a generator of Marsaglia's xorshift family, 64 bits. */
static uint64_t random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Returns element i: elements of pages are spread over the lines of a page. */
static char *cycle_element(char *base, size_t i, size_t step, bool spread)
{
    return base + i * step + (spread ? i % (step / MEMORY_LINE) * MEMORY_LINE : 0);
}

/* Sattolo's algorithm makes a permutation of one cycle. The elements hold it themselves until they
 * are linked. */
void *memory_link_cycle(char *base, size_t n, size_t step, bool spread, uint64_t seed)
{
    uint64_t state = seed | 1;
    for (size_t i = 0; i < n; i++)
        *(void **)(void *)cycle_element(base, i, step, spread) =
            cycle_element(base, i, step, spread);
    for (size_t i = n; i-- > 1;) {
        void **one = (void **)(void *)cycle_element(base, i, step, spread);
        void **other = (void **)(void *)cycle_element(base, random_next(&state) % i, step, spread);
        void *kept = *one;
        *one = *other;
        *other = kept;
    }
    return cycle_element(base, 0, step, spread);
}
