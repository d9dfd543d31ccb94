/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/lib/layout.h"
#include "measure/multikron/lib/multikron.h"

#include <stdio.h>
#include <string.h>

bool mk_has_loop_enter(const uint8_t *records, size_t n)
{
    for (size_t i = 0; i + 16 <= n; i += records[i] & 8 ? 80 : 16)
        if (records[i + 10] == MK_LOOP_ENTER)
            return true;
    return false;
}

/* Returns the number of threads that worked at the same time, without threads that never entered a
 * loop. */
static uint32_t count_processors(const struct mk_file *f)
{
    uint32_t n = f->workers && f->workers < f->threads ? f->workers : f->threads;
    return n ? n : 1;
}

size_t mk_format_manifest(char *text, size_t capacity, const struct mk_file *f, uint64_t lost,
                          const char *names, size_t names_len)
{
    uint64_t raw = f->last.raw - f->first.raw, ns = f->last.ns - f->first.ns;
    double tick = (double)(UINT64_C(1) << (f->shift & 31));
    double rate = ns > 10000000 ? (double)raw / (double)ns * 1e9 : (double)f->rate;
    size_t n = 0;
#define APPEND(...)                                                                                \
    n += (size_t)snprintf(n < capacity ? text + n : NULL, n < capacity ? capacity - n : 0,         \
                          __VA_ARGS__)
    APPEND("# process %u of node %u\n", f->process, f->node);
#ifdef __x86_64__
    APPEND("isa x86-64\n");
#endif
    APPEND("processors %u\n", count_processors(f));
    if (f->clock == MK_CLOCK_TSC) {
        APPEND("clock %.0f # TSC / 2^%u\n", rate / tick, f->shift & 31);
        if (f->core > 0 && f->rate_measurements)
            APPEND("cycles-per-tick %.4f # of the core, from %llu measurements; %.0f of the TSC\n",
                   f->core * tick, (unsigned long long)f->rate_measurements, tick);
        else
            APPEND("cycles-per-tick %.0f # of the TSC\n", tick);
    } else {
        APPEND("clock %.0f # CLOCK_MONOTONIC_RAW / 2^%u\n", 1e9 / tick, f->shift & 31);
        APPEND("# cycles-per-tick is unknown: there is no usable TSC\n");
    }
    APPEND("process-bits %d\n", MK_PROCESS_BITS);
    if (f->sources)
        APPEND("sources.%u %u-%u\n", f->node, f->first_source, f->last_source);
    APPEND("overrun-of thread\n");
    if (f->cpu_seconds > 0)
        APPEND("cpu-seconds %.6f\n", f->cpu_seconds);
    if (f->pair > 0)
        APPEND("overhead-inside %.4f # ticks within a loop's time\noverhead-pair %.4f # in total\n",
               f->inside / (f->core * tick), f->pair / (f->core * tick));
    if (f->preemptions)
        APPEND("# threads were preempted %llu times; these %.0f ticks are subtracted\n",
               (unsigned long long)f->preemptions, f->preempted / tick);
    APPEND("# samples lost: %llu\n", (unsigned long long)lost);
    if (f->failed)
        APPEND("# failed writes to the sample file: %llu\n", (unsigned long long)f->failed);
    APPEND("%.*s", (int)names_len, names);
#undef APPEND
    return n;
}
