/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/lib/layout.h"
#include "measure/multikron/lib/multikron.h"

#include <stdio.h>
#include <string.h>

bool mk_enters_loop(const uint8_t *records, size_t n)
{
    for (size_t i = 0; i + 16 <= n; i += records[i] & 8 ? 80 : 16)
        if (records[i + 10] == MK_LOOP_ENTER)
            return true;
    return false;
}

/* Threads that worked at one time: those that only started and waited for others are left out. */
static uint32_t processors(const struct mk_file *f)
{
    uint32_t n = f->workers && f->workers < f->threads ? f->workers : f->threads;
    return n ? n : 1;
}

size_t mk_manifest_text(char *text, size_t room, const struct mk_file *f, uint64_t lost,
                        const char *names, size_t names_len)
{
    uint64_t raw = f->last.raw - f->first.raw, ns = f->last.ns - f->first.ns;
    double tick = (double)(UINT64_C(1) << (f->shift & 31));
    double rate = ns > 10000000 ? (double)raw / (double)ns * 1e9 : (double)f->rate;
    size_t n = 0;
#define ADD(...)                                                                                   \
    n += (size_t)snprintf(n < room ? text + n : NULL, n < room ? room - n : 0, __VA_ARGS__)
    ADD("# process %u of node %u\n", f->process, f->node);
#ifdef __x86_64__
    ADD("isa x86-64\n");
#endif
    ADD("processors %u\n", processors(f));
    if (f->clock == MK_CLOCK_TSC) {
        ADD("clock %.0f # TSC / 2^%u\n", rate / tick, f->shift & 31);
        if (f->core > 0 && f->looks)
            ADD("cycles-per-tick %.4f # of the core, by %llu looks; %.0f of the TSC\n",
                f->core * tick, (unsigned long long)f->looks, tick);
        else
            ADD("cycles-per-tick %.0f # of the TSC\n", tick);
    } else {
        ADD("clock %.0f # CLOCK_MONOTONIC_RAW / 2^%u\n", 1e9 / tick, f->shift & 31);
        ADD("# cycles-per-tick is not known: there is no TSC that could be used\n");
    }
    ADD("process-bits %d\n", MK_PROCESS_BITS);
    if (f->sources)
        ADD("sources.%u %u-%u\n", f->node, f->first_source, f->last_source);
    ADD("overrun-of thread\n");
    if (f->pair > 0)
        ADD("overhead-inside %.4f # ticks of a loop's time\noverhead-pair %.4f # in all\n",
            f->inside / (f->core * tick), f->pair / (f->core * tick));
    if (f->times_away)
        ADD("# other programs had the processor %llu times; their %.0f ticks are taken off\n",
            (unsigned long long)f->times_away, f->away / tick);
    ADD("# samples lost: %llu\n", (unsigned long long)lost);
    if (f->failed)
        ADD("# writes to the sample file that failed: %llu\n", (unsigned long long)f->failed);
    ADD("%.*s", (int)names_len, names);
#undef ADD
    return n;
}
