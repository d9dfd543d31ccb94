/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The slow path of triggers; multikron.h has the fast path. */
#include "measure/multikron/lib/process.h"

#include <errno.h>
#include <string.h>
#include <time.h>

__thread struct mk_thread mk_self __attribute__((tls_model("initial-exec")));

__thread struct mk_private mk_private __attribute__((tls_model("initial-exec")));

enum { TRACE_BYTES = 16, RESOURCE_BYTES = 80 };
enum { DRAIN_SECONDS = 3 }; /* more than a stalled collector has */

static void put_number(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * (bytes - 1 - i));
}

/* Writes the counters of a resource sample. */
static void write_counters(const struct mk_thread *t, uint8_t *at)
{
    uint32_t counters[MK_COUNTERS];
    memcpy(counters, t->counters, sizeof counters);
    mk_read_counters(mk_private.hardware, mk_private.events, counters);
    for (int i = 0; i < MK_COUNTERS; i++)
        put_number(at + 4 * i, counters[i], 4);
}

void mk_put_trace(uint8_t *at, uint64_t word0, uint64_t word1, uint64_t raw, uint64_t user)
{
    put_number(at, word0 | (raw >> mk.timer.shift & 0xffffffffff) << 16, 8);
    put_number(at + 8, word1 | (user & MK_USER_BITS), 8);
}

/* ---- losses ---- */

/* May be called by a signal handler that interrupted any function of this file. */
void mk_count_loss(void)
{
    struct mk_file *f = mk.file ? mk.file : mk.inherited;
    struct mk_ring *r = mk_private.ring;
    __atomic_fetch_add(&mk_private.lost, 1, __ATOMIC_RELAXED);
    if (r) {
        __atomic_fetch_add(&r->lost, 1, __ATOMIC_RELAXED);
        __atomic_fetch_add(&r->pending, 1, __ATOMIC_RELAXED);
        mk_self.limit = 0; /* the next sample takes the slow path, which writes the mark */
    } else if (f) {
        uintptr_t stripe = (uintptr_t)&mk_private >> 8;
        __atomic_fetch_add(&f->ringless[(stripe ^ stripe >> 8) % MK_STRIPES].lost, 1,
                           __ATOMIC_RELAXED);
    }
}

void mk_delay_retry(uint64_t *until)
{
    MK_SET(*until, mk_read_clock(mk.timer.kind) + mk.timer.rate / 50);
}

bool mk_is_retry_delayed(const uint64_t *until)
{
    uint64_t at = MK_GET(*until);
    return at && mk_read_clock(mk.timer.kind) < at;
}

void mk_enter_call(void)
{
    int cancel;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    if (mk_private.busy++ == 0)
        mk_private.cancel = cancel;
}

void mk_leave_call(void)
{
    int cancel = mk_private.cancel;
    if (--mk_private.busy == 0)
        pthread_setcancelstate(cancel, NULL);
}

void mk_lock(void)
{
    mk_enter_call();
    pthread_mutex_lock(&mk.lock);
}

void mk_unlock(void)
{
    pthread_mutex_unlock(&mk.lock);
    mk_leave_call();
}

void mk_lock_draining(void)
{
    mk_enter_call();
    pthread_mutex_lock(&mk.draining);
}

void mk_unlock_draining(void)
{
    pthread_mutex_unlock(&mk.draining);
    mk_leave_call();
}

/* ---- samples ---- */

/* Returns the free bytes of the thread's ring. */
static uint64_t free_ring_bytes(const struct mk_thread *t)
{
    uint64_t tail = __atomic_load_n(&mk_private.ring->tail, __ATOMIC_ACQUIRE);
    return t->mask + 1 - (__atomic_load_n(&t->head, __ATOMIC_RELAXED) - tail);
}

/* As mk_reserve, but may use all free bytes of the ring. The order of times is kept if handlers of
 * this thread reserve bytes, too. */
static bool reserve_bytes(struct mk_thread *t, uint64_t bytes, uint64_t *head, uint64_t *raw)
{
    uint64_t stamp = *raw;
    do {
        *head = __atomic_load_n(&t->head, __ATOMIC_RELAXED);
        if (free_ring_bytes(t) < bytes)
            return false;
        *raw = stamp ? stamp : mk_read_clock(mk.timer.kind);
    } while (!__atomic_compare_exchange_n(&t->head, head, *head + bytes, false, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
    return true;
}

/* Writes a sample with the time raw; 0 = the present time. Writes a mark before it if samples were
 * lost. Returns false if there is no ring or it is full. Signal handlers may interrupt it and call
 * it. */
static bool write_sample(struct mk_thread *t, int resource, uint64_t raw, uint64_t user)
{
    struct mk_ring *r = mk_private.ring;
    uint64_t lost = r ? __atomic_exchange_n(&r->pending, 0, __ATOMIC_RELAXED) : 0, head;
    uint64_t mark = lost ? TRACE_BYTES : 0;
    if (!r || !reserve_bytes(t, mark + (resource ? RESOURCE_BYTES : TRACE_BYTES), &head, &raw)) {
        if (lost)
            __atomic_fetch_add(&r->pending, lost, __ATOMIC_RELAXED);
        return false;
    }
    uint8_t *at = t->data + (head & t->mask);
    if (lost)
        mk_put_trace(at, t->word0 | MK_FIFO_OVERRUN, t->word1, raw, mk_loss_mark(lost));
    mk_put_trace(at + mark, t->word0 | (resource ? MK_RESOURCE_BIT : 0), t->word1, raw, user);
    if (resource)
        write_counters(t, at + mark + TRACE_BYTES);
    mk_publish(t, head);
    return true;
}

/* Without a drain thread: drains the rings of ended threads before more rings are created. */
static void drain_before_growth(void)
{
    if (!mk.file || MK_GET(mk.drain_runs) || MK_GET(mk.n_unused) || !MK_GET(mk.file->rings) ||
        (uint64_t)MK_GET(mk.file->rings) * mk.settings.ring_bytes < mk.settings.memory)
        return;
    mk_lock_draining();
    mk_drain_rings();
    mk_unlock_draining();
}

/* Prepares a thread at its first trigger. Returns false if it gets no ring. */
static bool attach_thread(struct mk_thread *t)
{
    if (mk_is_retry_delayed(&mk.ring_retry_at))
        return false;
    drain_before_growth();
    mk_lock();
    bool attached = !mk.ending && mk_open_ring(t), first = attached && !mk.started;
    if (attached) {
        pthread_setspecific(mk.at_thread_end, t);
        if (mk.settings.counters) {
            mk_private.events = mk_open_counters(mk.settings.counters, mk_private.hardware);
            t->hardware = mk_private.events > 0;
        }
        mk.started = true;
    }
    mk_unlock();
    if (first && mk_passes(MK_LEVEL_PROCESS))
        write_sample(t, 0, mk.start, mk_mark(MK_USER, 0, MK_PROCESS_START));
    return attached;
}

/* Starts the drain thread. A program that only samples its start and end needs none. */
static void start_drain(void)
{
    if (MK_GET(mk.drain_runs) || !mk.settings.thread)
        return;
    mk_lock();
    if (!mk.ending)
        mk_start_drain();
    mk_unlock();
}

/* Waits until the drain thread has made space, or cannot write. */
static void wait_for_drain(const struct mk_thread *t)
{
    const struct timespec pause = {0, 50000};
    uint64_t end = mk_read_clock(mk.timer.kind) + mk.timer.rate * DRAIN_SECONDS;
    while (free_ring_bytes(t) < TRACE_BYTES + RESOURCE_BYTES &&
           !mk_is_retry_delayed(&mk.write_retry_at) && !MK_GET(mk.ending)) {
        mk_wake_drain();
        nanosleep(&pause, NULL);
        if (mk_read_clock(mk.timer.kind) > end)
            mk_delay_retry(&mk.write_retry_at);
    }
}

/* Makes space in a full ring. The drain thread sends samples to a collector: connecting allocates
 * memory, and a trigger may be called in a signal handler that interrupted malloc. */
static void make_space(const struct mk_thread *t)
{
    if (MK_GET(mk.drain_runs) && MK_GET(mk.to_collector)) {
        wait_for_drain(t);
        return;
    }
    mk_lock_draining();
    mk_drain_rings();
    mk_unlock_draining();
}

/* Writes a sample and allocates a ring or more space first if needed. Returns false if there is
 * none. Starts the drain thread before it reads the time: the sample may be the begin of a loop,
 * and starting a thread takes as long as a short loop. */
static bool write_sample_slowly(struct mk_thread *t, int resource, uint64_t user)
{
    if (!mk_private.ring && !attach_thread(t))
        return false;
    if (user != mk_mark(MK_USER, 0, MK_PROCESS_END))
        start_drain();
    if (write_sample(t, resource, 0, user))
        return true;
    if (mk_switch_ring(t))
        return write_sample(t, resource, 0, user);
    if (!mk.settings.wait || mk_is_retry_delayed(&mk.write_retry_at))
        return false;
    make_space(t);
    return write_sample(t, resource, 0, user);
}

/* Requests a drain, and prepares another ring, before the ring is full. */
static void prepare_space(const struct mk_thread *t)
{
    uint64_t free = free_ring_bytes(t), size = t->mask + 1;
    if (free < size / 4 * 3)
        mk_wake_drain();
    if (free < size / 2)
        mk_prepare_ring();
}

/* Enables the fast path for a quarter of the ring. If a handler has lost a sample meanwhile, the
 * fast path stays disabled, so that the next sample writes the mark. */
static void open_fast_path(struct mk_thread *t)
{
    uint64_t head = __atomic_load_n(&t->head, __ATOMIC_RELAXED); /* before handlers change it */
    uint64_t tail = __atomic_load_n(&mk_private.ring->tail, __ATOMIC_ACQUIRE);
    uint64_t free = t->mask + 1 - (head - tail), quarter = (t->mask + 1) / 4;
    if (mk.timer.kind == MK_CLOCK_TSC)
        t->limit = head + (free < quarter ? free : quarter);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (MK_GET(mk_private.ring->pending))
        t->limit = 0;
}

/* Returns whether this is a signal handler that interrupted a call of this library in its thread.
 * It must not take locks or change rings: a sample may be incomplete. */
static bool is_interrupting(const struct mk_thread *t)
{
    return mk_private.busy || (mk_private.ring && __atomic_load_n(t->published, __ATOMIC_RELAXED) !=
                                                      __atomic_load_n(&t->head, __ATOMIC_RELAXED));
}

void mk_slow(int resource, uint64_t user)
{
    struct mk_thread *t = &mk_self;
    int error = errno;
    if (is_interrupting(t)) {
        if (!write_sample(t, resource, 0, user))
            mk_count_loss();
        errno = error;
        return;
    }
    mk_enter_call();
    if (!write_sample_slowly(t, resource, user))
        mk_count_loss();
    if (mk_private.ring) {
        open_fast_path(t); /* so that signal handlers can use it from here */
        prepare_space(t);
    }
    mk_leave_call();
    errno = error;
}

void mk_attach_thread(void)
{
    mk_enter_call();
    attach_thread(&mk_self);
    mk_leave_call();
}

uint32_t mk_source(void)
{
    struct mk_thread *t = &mk_self;
    if (!t->ring && mk_sampling() && !mk_private.busy)
        mk_attach_thread();
    return t->ring ? (uint32_t)(t->word0 << 16 | t->word1 >> 48) : UINT32_MAX;
}

uint64_t mk_lost(void)
{
    return __atomic_load_n(&mk_private.lost, __ATOMIC_RELAXED);
}

void mk_count_abandoned(void)
{
    const struct mk_thread *t = &mk_self;
    uint64_t end = mk_private.ring ? __atomic_load_n(t->published, __ATOMIC_RELAXED) : 0;
    for (uint64_t at = end; mk_private.ring && at < t->head; at += TRACE_BYTES)
        mk_count_loss();
}

/* Detaches the thread from its ring. */
static void clear_thread(struct mk_thread *t)
{
    mk_private.ring = NULL;
    t->limit = 0;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    mk_close_counters(mk_private.hardware, mk_private.events);
    mk_private.events = 0;
    memset(t, 0, offsetof(struct mk_thread, counters));
}

void mk_thread_exit(void *self)
{
    struct mk_thread *t = self;
    struct mk_ring *r = mk_private.ring;
    if (!r)
        return;
    mk_write_thread_loops();
    mk_count_abandoned();
    mk_lock();
    r = mk_private.ring;
    clear_thread(t);
    if (mk.file) {
        mk.users--;
        __atomic_store_n(&r->state, MK_RING_ENDED, __ATOMIC_RELEASE);
    }
    mk_unlock();
}

void mk_reset_thread(void)
{
    clear_thread(&mk_self);
    mk_private.busy = 1;
    mk_leave_call();
}
