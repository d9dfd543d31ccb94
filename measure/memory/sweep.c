/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Passes of a loop over a set, in chunks that are short compared with the time that a thread keeps
 * its core on a busy machine. */
#include "measure/memory/inside.h"

#include "base/util.h"

#define CHUNK_SECONDS 3e-4
#define WARM_SECONDS 0.025
/* Arrays do not begin at the same offset of a page: a load and an earlier store with equal offsets
 * would wait for each other. */
enum {
    PAGE = 4096,
    ARRAY_SKEW = 21 * MEMORY_LINE,
    CACHE_TIMES = 5,
    WARM_PASSES = 6,
    OUT_TIMES = 2,
    TRIALS = 16,
    FIRST_CHUNK = 16 * MEMORY_STEP
};

struct sweep_call {
    const struct memory_sweep *s;
    size_t at, n, total;
};

static void run_call(void *of)
{
    const struct sweep_call *c = of;
    char *a = c->s->base + c->at;
    c->s->loop(a, a + c->s->step, a + 2 * c->s->step, c->n, c->total);
}

/* Runs the next chunk, which is a part of the set or several passes over it. */
static struct sweep_call next_call(struct memory_sweep *s)
{
    struct sweep_call c = {s, 0, s->bytes, s->chunk};
    if (s->chunk < s->bytes) {
        if (s->at + s->chunk > s->bytes)
            s->at = 0;
        c = (struct sweep_call){s, s->at, s->chunk, s->chunk};
        s->at += s->chunk;
    }
    return c;
}

double memory_sweep_chunk(struct memory_sweep *s, const struct memory_clock *c,
                          struct memory_time *t)
{
    struct sweep_call call = next_call(s);
    *t = memory_time_call(c, run_call, &call);
    return (double)call.total * s->arrays;
}

void memory_sweep_repeats(struct memory_sweep *s, struct memory_run *r, int n, bool per_second,
                          struct memory_series *to)
{
    memory_sweep_warm(s, r->last_cache);
    for (int i = 0; i < n; i++) {
        struct memory_time t;
        double bytes = memory_sweep_chunk(s, &r->clock, &t);
        memory_count_call(&r->clock, &t);
        if (memory_time_counts(&r->clock, &t))
            memory_add_repeat(to, bytes / (per_second ? t.seconds : t.cycles));
    }
}

/* Passes over parts of a set that no cache holds, so that the next part is in no cache either:
 * other loops use the same memory. */
static void pass_on(struct memory_sweep *s, double bytes)
{
    for (double done = 0; done < bytes; done += (double)s->chunk * s->arrays) {
        struct sweep_call c = next_call(s);
        run_call(&c);
    }
}

void memory_sweep_warm(struct memory_sweep *s, double last_cache)
{
    if ((double)s->bytes * s->arrays > CACHE_TIMES * last_cache) {
        pass_on(s, OUT_TIMES * last_cache);
        return;
    }
    struct sweep_call c = {s, 0, s->bytes, s->bytes};
    double end = memory_now() + WARM_SECONDS;
    for (int i = 0; i < WARM_PASSES && (i == 0 || memory_now() < end); i++)
        run_call(&c);
    s->at = 0;
}

/* Doubles the chunk until it takes the wanted time. */
static void choose_chunk(struct memory_sweep *s, struct memory_run *r)
{
    struct memory_time t;
    for (int i = 0; i < TRIALS; i++) {
        memory_sweep_chunk(s, &r->clock, &t);
        if (!t.disturbed && t.seconds >= CHUNK_SECONDS / 2)
            break;
        if (!t.disturbed)
            s->chunk *= 2;
    }
    if (s->chunk > s->bytes / 2 && s->chunk < s->bytes)
        s->chunk = s->bytes;
}

void memory_sweep_init(struct memory_sweep *s, struct memory_run *r, memory_loop loop, int arrays,
                       const struct memory_buffer *b, double set)
{
    size_t most = b->bytes / (size_t)arrays - PAGE - ARRAY_SKEW;
    size_t bytes = min_size((size_t)(set / arrays), most) / MEMORY_STEP * MEMORY_STEP;
    bytes = max_size(bytes, MEMORY_STEP);
    *s = (struct memory_sweep){.loop = loop,
                               .base = b->at,
                               .bytes = bytes,
                               .arrays = arrays,
                               .step =
                                   arrays > 1 ? (bytes + PAGE - 1) / PAGE * PAGE + ARRAY_SKEW : 0};
    s->chunk = min_size(s->bytes, FIRST_CHUNK);
    memory_sweep_warm(s, r->last_cache);
    choose_chunk(s, r);
    s->at = 0;
}
