/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples that can't take the short way of multikron.h. */
#include "multikron/lib/process.h"

#include <errno.h>
#include <string.h>

__thread struct mk_thread mk_self __attribute__((tls_model("initial-exec")));

/* What a thread keeps besides. */
static __thread struct {
    bool busy; /* in mk_slow: a trigger from a signal handler is lost */
    uint64_t lost;
    int events;
    struct mk_hardware hardware[MK_COUNTERS];
} own;

enum { TRACE_BYTES = 16, RESOURCE_BYTES = 80 };

static void put_big(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * (bytes - 1 - i));
}

static void put_counters(const struct mk_thread *t, uint8_t *at)
{
    uint32_t counters[MK_COUNTERS];
    memcpy(counters, t->counters, sizeof counters);
    mk_read_counters(own.hardware, own.events, counters);
    for (int i = 0; i < MK_COUNTERS; i++)
        put_big(at + 4 * i, counters[i], 4);
}

void mk_put_trace(uint8_t *at, uint64_t word0, uint64_t word1, uint64_t raw, uint64_t user)
{
    put_big(at, word0 | (raw >> mk.timer.shift & 0xffffffffff) << 16, 8);
    put_big(at + 8, word1 | (user & MK_USER_BITS), 8);
}

/* Writes a sample where there is room. */
static void put(struct mk_thread *t, int resource, uint64_t raw, uint64_t user)
{
    struct mk_ring *r = &mk.file->ring[t->ring - 1];
    uint8_t *at = t->data + (t->head & t->mask);
    uint64_t header = (r->pending ? MK_FIFO_OVERRUN : 0) | (resource ? MK_RESOURCE_BIT : 0);
    MK_SET(r->pending, 0);
    mk_put_trace(at, t->word0 | header, t->word1, raw, user);
    if (resource)
        put_counters(t, at + TRACE_BYTES);
    t->head += resource ? RESOURCE_BYTES : TRACE_BYTES;
    if (t->limit < t->head)
        t->limit = t->head;
    __atomic_store_n(t->published, t->head, __ATOMIC_RELEASE);
}

static uint64_t room(const struct mk_thread *t)
{
    const struct mk_ring *r = &mk.file->ring[t->ring - 1];
    return t->mask + 1 - (t->head - __atomic_load_n(&r->tail, __ATOMIC_ACQUIRE));
}

/* The first trigger of a thread. */
static bool attach(struct mk_thread *t)
{
    pthread_mutex_lock(&mk.lock);
    bool there = !mk.ending && mk_open_ring(t);
    if (there) {
        pthread_setspecific(mk.at_thread_end, t);
        if (mk.settings.counters) {
            own.events = mk_open_counters(mk.settings.counters, own.hardware);
            t->hardware = own.events > 0;
        }
        if (!mk.started && mk_passes(MK_LEVEL_PROCESS))
            put(t, 0, mk.start, mk_mark(MK_USER, 0, MK_PROCESS_START));
        mk.started = true;
    } else if (mk.file)
        mk.file->homeless++;
    pthread_mutex_unlock(&mk.lock);
    return there;
}

/* A program that triggers samples itself has a thread that drains; one that only starts and ends
 * has not. */
static void start_drain(void)
{
    if (MK_GET(mk.drain_runs) || !mk.settings.thread)
        return;
    pthread_mutex_lock(&mk.lock);
    if (!mk.ending)
        mk_start_drain();
    pthread_mutex_unlock(&mk.lock);
}

/* Makes room for that many bytes, or counts a loss. */
static bool make_room(struct mk_thread *t, uint64_t bytes)
{
    struct mk_ring *r = &mk.file->ring[t->ring - 1];
    uint64_t free = room(t);
    if (free < bytes && mk.settings.wait) {
        pthread_mutex_lock(&mk.lock);
        mk_drain_all();
        pthread_mutex_unlock(&mk.lock);
        free = room(t);
    }
    if (free < (t->mask + 1) / 4 * 3)
        mk_wake_drain();
    if (free < bytes) {
        MK_SET(r->lost, r->lost + 1);
        MK_SET(r->pending, 1);
        own.lost++;
        return false;
    }
    /* The short way is open for a quarter of the ring, then the drain is looked after. */
    uint64_t quarter = (t->mask + 1) / 4;
    t->limit =
        mk.timer.kind == MK_CLOCK_TSC ? t->head + (free < quarter ? free : quarter) : t->head;
    return true;
}

void mk_slow(int resource, uint64_t user)
{
    struct mk_thread *t = &mk_self;
    int error = errno;
    if (own.busy)
        return;
    own.busy = true;
    if (t->ring || attach(t)) {
        if (user != mk_mark(MK_USER, 0, MK_PROCESS_END))
            start_drain();
        if (make_room(t, resource ? RESOURCE_BYTES : TRACE_BYTES))
            put(t, resource, mk_raw(mk.timer.kind), user);
    } else
        own.lost++;
    own.busy = false;
    errno = error;
}

void mk_attach_thread(void)
{
    own.busy = true;
    attach(&mk_self);
    own.busy = false;
}

uint32_t mk_source(void)
{
    struct mk_thread *t = &mk_self;
    if (!t->ring && mk_sampling() && !own.busy)
        mk_attach_thread();
    return t->ring ? (uint32_t)(t->word0 << 16 | t->word1 >> 48) : UINT32_MAX;
}

uint64_t mk_lost(void)
{
    return own.lost;
}

void mk_end_of_thread(void *self)
{
    struct mk_thread *t = self;
    if (!t->ring)
        return;
    mk_end_loops_of_thread();
    mk_close_counters(own.hardware, own.events);
    pthread_mutex_lock(&mk.lock);
    if (mk.file && !mk.ending) {
        struct mk_ring *r = &mk.file->ring[t->ring - 1];
        if (r->pending && room(t) < TRACE_BYTES)
            mk_drain_all();
        if (r->pending && room(t) >= TRACE_BYTES)
            put(t, 0, mk_raw(mk.timer.kind), mk_mark(MK_USER, 0, MK_THREAD_END));
        __atomic_store_n(&r->state, MK_RING_ENDED, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&mk.lock);
    own.events = 0;
    memset(t, 0, offsetof(struct mk_thread, counters));
}

void mk_forget_thread(void)
{
    mk_close_counters(own.hardware, own.events);
    own.events = 0;
    own.busy = false;
    memset(&mk_self, 0, offsetof(struct mk_thread, counters));
}
