/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as a manifest, and the bytes after its first 0 byte as records. Checks that the
 * sums are consistent. */
#include "measure/multikron/regions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A sample begins or ends one instance, or is a sum of instances or iterations: a value of 24 bits,
 * or that value times 2^24. Sums up to 2^53 are exact. */
static void check_sum(const struct region_sum *s, double samples)
{
    const double most = 0xffffff * 0x1p24, exact = 0x1p53;
    if (s->totals.summed < 0 || s->totals.summed > s->totals.instances ||
        s->totals.summed > samples * most || s->totals.lost < 0 ||
        s->totals.iterations > samples * most || !(s->totals.ticks >= 0) ||
        s->totals.counted > s->totals.instances || s->thread < 0)
        abort();
    if (s->totals.instances < exact &&
        s->totals.instances - s->totals.summed + s->totals.lost > samples)
        abort();
    for (size_t i = 0; i < s->n_skips; i++)
        if (!(s->skips[i].skipped > 0) || (i && s->skips[i - 1].line >= s->skips[i].line))
            abort();
}

static void check_facts(const struct region_facts *f, uint64_t samples)
{
    uint64_t n = 0, of_threads = 0;
    for (size_t i = 0; i < f->n_files; i++)
        n += f->files[i].trace + f->files[i].resource;
    for (size_t i = 0; i < f->n_threads; i++) {
        of_threads += f->threads[i].samples;
        if (i && f->threads[i - 1].source >= f->threads[i].source)
            abort();
    }
    if (n != samples || of_threads != samples)
        abort();
    for (size_t i = 0; i < f->n_sums; i++)
        check_sum(&f->sums[i], (double)samples);
}

/* Skips a record that cannot be accepted, as in a stream that continues after lost samples. */
static void take_all(struct region_times *t, const uint8_t *bytes, size_t n)
{
    struct arena a = {0};
    uint64_t samples, all = 0;
    struct time_span span;
    region_times_begin_file(t, "f");
    for (size_t at = 0; at < n; at++) {
        size_t taken = region_times_add_records(t, bytes + at, n - at, &samples, &span);
        if (taken && (span.first > span.last || !samples))
            abort();
        all += samples;
        at += taken;
        region_times_add_gap(t);
    }
    struct region_facts f = region_times_finish(t, &a);
    check_facts(&f, all);
    arena_free(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *zero = size ? memchr(data, 0, size) : NULL;
    size_t text = zero ? (size_t)(zero - data) : size;
    struct source s;
    struct arena a = {0};
    struct diag d = {.quiet = true};
    struct manifest m;
    source_from_bytes(&s, "f", (const char *)data, text);
    if (manifest_read(&m, &a, &s, NULL, &d) && zero) {
        struct region_times *t = region_times_new(&m);
        take_all(t, zero + 1, size - text - 1);
        region_times_free(t);
    }
    source_free(&s);
    arena_free(&a);
    return 0;
}
