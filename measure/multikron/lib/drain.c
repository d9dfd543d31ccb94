/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the records of the rings to the sample file, a collector, or a sink. No descriptor stays
 * open between two drains: if the program closed it and opened a file of its own under the same
 * number, samples would be written to that file. */
#include "measure/multikron/lib/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <linux/futex.h>
#include <sys/syscall.h>

#include <time.h>
#include <unistd.h>

enum { PERIOD_MS = 20, SENDING_MS = 2 /* while data wait for the collector */ };

size_t mk_write_samples(int *fd, uint64_t offset, const uint8_t *at, size_t n)
{
    char path[PATH_MAX + 16];
    size_t all = 0;
    if (*fd < 0) {
        snprintf(path, sizeof path, "%s.mkn", mk.path_prefix);
        *fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    }
    while (*fd >= 0 && all < n) {
        ssize_t done = pwrite(*fd, at + all, n - all, (off_t)(offset + all));
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            break;
        all += (size_t)done;
    }
    return all;
}

/* Returns the bytes of the whole records among the first n bytes. */
static size_t whole_record_bytes(const uint8_t *at, size_t n)
{
    size_t bytes = 0, next;
    while (bytes < n && (next = bytes + (at[bytes] & 8 ? 80 : 16)) <= n)
        bytes = next;
    return bytes;
}

/* Writes whole records to their destination. Returns the number of accepted bytes, which are whole
 * records. */
static size_t write_records(int *fd, const uint8_t *at, size_t n)
{
    size_t sent = 0;
    if (mk.sink && mk.sink(mk.context, at, n) != 0)
        return 0;
    if (mk.sink)
        sent = n;
    else if (mk_has_collector())
        sent = mk_send_records(at, n);
    mk.file->diverted += sent;
    if (sent == n || mk_has_collector())
        return sent;
    size_t done =
        mk_write_samples(fd, mk_sample_file_bytes(mk.file, mk.tails) + sent, at + sent, n - sent);
    if (done == n - sent)
        return n;
    mk.file->failed++;
    mk_delay_retry(&mk.write_retry_at);
    return sent + whole_record_bytes(at + sent, done);
}

/* Writes a mark that counts lost samples of a source directly to the destination. */
static bool write_loss_mark(int *fd, uint32_t source, uint64_t lost)
{
    uint8_t record[16];
    mk_put_trace(record, UINT64_C(0x10) << 56 | MK_FIFO_OVERRUN | source >> 16,
                 (uint64_t)source << 48, mk_read_clock(mk.timer.kind), mk_loss_mark(lost));
    bool done = write_records(fd, record, sizeof record) == sizeof record;
    mk.file->extra += done ? sizeof record : 0;
    return done;
}

/* Writes a mark for the losses of a ring that no mark counts yet. */
static bool write_pending_losses(int *fd, struct mk_ring *r)
{
    uint64_t lost = __atomic_load_n(&r->pending, __ATOMIC_RELAXED);
    if (lost && !write_loss_mark(fd, r->source, lost))
        return false;
    __atomic_fetch_sub(&r->pending, lost, __ATOMIC_RELAXED);
    return true;
}

/* Writes the records of a ring. The ring is mapped twice, so that they are contiguous. Returns
 * false if some could not be written. */
static bool drain_ring(int *fd, uint32_t i)
{
    struct mk_ring *r = mk_ring_at(i);
    uint32_t state = __atomic_load_n(&r->state, __ATOMIC_ACQUIRE);
    uint64_t head = __atomic_load_n(&r->head, __ATOMIC_ACQUIRE), tail = r->tail;
    const uint8_t *at = mk.data[i] + (tail & (mk.settings.ring_bytes - 1));
    size_t n = (size_t)(head - tail), done;
    if (mk_has_loop_enter(at, n))
        mk_count_worker(mk.file, r->source);
    done = n ? write_records(fd, at, n) : 0;
    mk.tails += done;
    __atomic_store_n(&r->tail, tail + done, __ATOMIC_RELEASE);
    if (done < n || (state == MK_RING_ENDED && !write_pending_losses(fd, r)))
        return false;
    if (state == MK_RING_ENDED)
        __atomic_store_n(&r->state, MK_RING_FREE, __ATOMIC_RELAXED);
    return true;
}

/* Moves the free rings among the first n active ones to the unused rings. */
static void release_rings(uint32_t n)
{
    uint32_t kept = 0;
    mk_lock();
    uint32_t unused = mk.n_unused;
    for (uint32_t k = 0; k < mk.n_active; k++) {
        uint32_t i = mk.active[k];
        if (k < n && mk_ring_at(i)->state == MK_RING_FREE)
            mk.unused[unused++] = i;
        else
            mk.active[kept++] = i;
    }
    mk.n_active = kept;
    MK_SET(mk.n_unused, unused);
    mk_unlock();
}

/* Stores the time of the samples that are written, and the CPU time of the process until then. */
static void note_times(struct mk_file *f)
{
    struct timespec t;
    f->last = mk_now(mk.timer.kind);
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) == 0)
        f->cpu_seconds = (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Stops at the first failure, because the rings of a thread must be written in order. */
void mk_drain_rings(void)
{
    int fd = -1;
    bool ok = true;
    sigset_t signals;
    if (!mk.file)
        return;
    mk_lock();
    uint32_t n = mk.n_active;
    mk_unlock();
    mk_block_file_limit_signal(&signals);
    for (uint32_t k = 0; k < n && ok; k++)
        ok = drain_ring(&fd, mk.active[k]);
    mk_continue_sending();
    if (fd >= 0)
        close(fd);
    mk_restore_file_limit_signal(&signals);
    release_rings(n);
    note_times(mk.file);
}

void mk_write_loss_marks(void)
{
    int fd = -1;
    bool ok = true;
    sigset_t signals;
    struct mk_file *f = mk.file;
    uint64_t ringless = mk_ringless_losses(f);
    mk_block_file_limit_signal(&signals);
    for (uint32_t k = 0; k < mk.n_active && ok; k++)
        ok = write_pending_losses(&fd, mk_ring_at(mk.active[k]));
    if (ok && ringless > f->ringless_marked &&
        write_loss_mark(&fd, f->node << MK_PROCESS_BITS | f->process,
                        ringless - f->ringless_marked))
        f->ringless_marked = ringless;
    if (fd >= 0)
        close(fd);
    mk_restore_file_limit_signal(&signals);
}

bool mk_is_drained(void)
{
    for (uint32_t k = 0; k < mk.n_active; k++) {
        const struct mk_ring *r = mk_ring_at(mk.active[k]);
        if (r->head != r->tail || MK_GET(r->pending))
            return false;
    }
    return mk_ringless_losses(mk.file) == mk.file->ringless_marked;
}

uint64_t mk_total_lost(void)
{
    uint64_t n = mk_ringless_losses(mk.file);
    for (uint32_t i = 0, rings = MK_GET(mk.file->rings); i < rings; i++)
        n += MK_GET(mk_ring_at(i)->lost);
    return n;
}

char *mk_build_manifest(size_t *n)
{
    size_t capacity = MK_NAMES_BYTES + 4096;
    char *text = malloc(capacity);
    if (!text)
        return NULL;
    note_times(mk.file);
    mk_lock();
    *n = mk_format_manifest(text, capacity, mk.file, mk_total_lost(), mk.names, mk.file->names);
    mk_unlock();
    if (*n < capacity)
        return text;
    free(text);
    return NULL;
}

bool mk_write_manifest(void)
{
    char path[PATH_MAX + 16], temporary[PATH_MAX + 24];
    sigset_t signals;
    size_t n;
    bool complete = false;
    char *text = mk.file ? mk_build_manifest(&n) : NULL;
    if (!text)
        return false;
    snprintf(path, sizeof path, "%s.manifest", mk.path_prefix);
    snprintf(temporary, sizeof temporary, "%s.new", path);
    mk_block_file_limit_signal(&signals);
    int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd >= 0) {
        complete = write(fd, text, n) == (ssize_t)n;
        complete = close(fd) == 0 && complete && rename(temporary, path) == 0;
        if (!complete)
            unlink(temporary);
    }
    mk_restore_file_limit_signal(&signals);
    free(text);
    return complete;
}

/* ---- the drain thread ---- */

static uint32_t drain_requested; /* 1 = a ring needs to be drained now */

/* Waits for a request to drain, or until the next period. */
static void wait_for_work(void)
{
    struct timespec t = {0, (MK_GET(mk.sending) ? SENDING_MS : PERIOD_MS) * 1000000L};
    syscall(SYS_futex, &drain_requested, FUTEX_WAIT_PRIVATE, 0, &t, NULL, 0);
    __atomic_store_n(&drain_requested, 0, __ATOMIC_RELAXED);
}

void mk_wake_drain(void)
{
    if (!mk_is_retry_delayed(&mk.write_retry_at) &&
        __atomic_exchange_n(&drain_requested, 1, __ATOMIC_RELAXED) == 0)
        syscall(SYS_futex, &drain_requested, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void *run_drain_thread(void *unused)
{
    for (;;) {
        wait_for_work();
        if (MK_GET(mk.ending))
            return unused;
        mk_lock_draining();
        mk_drain_rings();
        mk_unlock_draining();
    }
}

void mk_start_drain(void)
{
    sigset_t all, before;
    if (mk.drain_runs || !mk.settings.thread)
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    MK_SET(mk.drain_runs, pthread_create(&mk.drain, NULL, run_drain_thread, NULL) == 0);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
