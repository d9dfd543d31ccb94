/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the rings to the sample file, a collector, or a sink. No descriptor stays open between two
 * drains: a program that closes all it finds must not get samples into its own files. */
#include "multikron/lib/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <linux/futex.h>
#include <sys/syscall.h>

#include <time.h>
#include <unistd.h>

enum { PERIOD_MS = 20, SENDING_MS = 2 /* while a socket is to be filled again */ };

bool mk_to_file(int *fd, uint64_t offset, const uint8_t *at, size_t n)
{
    char path[PATH_MAX + 16];
    if (*fd < 0) {
        snprintf(path, sizeof path, "%s.mkn", mk.stem);
        *fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    }
    while (*fd >= 0 && n) {
        ssize_t done = pwrite(*fd, at, n, (off_t)offset);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += done;
        n -= (size_t)done;
        offset += (uint64_t)done;
    }
    return *fd >= 0;
}

/* Takes the records to where they go: how many of their bytes are there. */
static size_t pass_on(int *fd, const uint8_t *at, size_t n)
{
    size_t sent = 0;
    if (mk.sink && mk.sink(mk.context, at, n) != 0)
        return 0;
    if (mk.sink)
        sent = n;
    else if (mk_sends())
        sent = mk_send(at, n);
    mk.file->unfiled += sent;
    if (sent == n || mk_sends())
        return sent;
    if (mk_to_file(fd, mk_filed(mk.file) + sent, at + sent, n - sent))
        return n;
    mk.file->failed++;
    return sent;
}

/* The ring is mapped twice, so that what it holds is in one piece; all of it is whole records. */
static void drain_ring(int *fd, int i)
{
    struct mk_ring *r = &mk.file->ring[i];
    uint32_t state = __atomic_load_n(&r->state, __ATOMIC_ACQUIRE);
    uint64_t head = __atomic_load_n(&r->head, __ATOMIC_ACQUIRE), tail = r->tail;
    const uint8_t *at = mk.data[i] + (tail & (mk.settings.ring_bytes - 1));
    size_t n = (size_t)(head - tail), done;
    if (!r->loops && mk_enters_loop(at, n)) {
        r->loops = 1;
        mk.file->workers++;
    }
    done = n ? pass_on(fd, at, n) : 0;
    __atomic_store_n(&r->tail, tail + done, __ATOMIC_RELEASE);
    if (state == MK_RING_ENDED && done == n)
        r->state = MK_RING_FREE;
}

void mk_drain_all(void)
{
    int fd = -1;
    sigset_t signals;
    if (!mk.file)
        return;
    mk_hold_file_limit(&signals);
    for (uint32_t i = 0; i < mk.file->rings; i++)
        if (mk.data[i] && mk.file->ring[i].state != MK_RING_FREE)
            drain_ring(&fd, (int)i);
    mk_tend_sending();
    if (fd >= 0)
        close(fd);
    mk_release_file_limit(&signals);
    mk.file->last = mk_now(mk.timer.kind);
}

void mk_drain_losses(void)
{
    int fd = -1;
    uint8_t records[MK_FILE_RINGS * 16];
    size_t n = 0;
    sigset_t signals;
    for (uint32_t i = 0; i < mk.file->rings; i++) {
        struct mk_ring *r = &mk.file->ring[i];
        if (!MK_GET(r->pending) || r->state == MK_RING_FREE)
            continue;
        mk_put_trace(records + n, UINT64_C(0x10) << 56 | MK_FIFO_OVERRUN | r->source >> 16,
                     (uint64_t)r->source << 48, mk_raw(mk.timer.kind),
                     mk_mark(MK_USER, 0, MK_THREAD_END));
        n += 16;
    }
    mk_hold_file_limit(&signals);
    if (n && mk.sink)
        mk.sink(mk.context, records, n);
    else if (n && !mk_send_last(records, n))
        mk_to_file(&fd, mk_filed(mk.file), records, n);
    if (fd >= 0)
        close(fd);
    mk_release_file_limit(&signals);
}

char *mk_text_of_manifest(size_t *n)
{
    size_t room = MK_NAMES_BYTES + 4096;
    char *text = malloc(room);
    if (!text)
        return NULL;
    mk.file->last = mk_now(mk.timer.kind);
    *n = mk_manifest_text(text, room, mk.file, mk.names, mk.file->names);
    if (*n < room)
        return text;
    free(text);
    return NULL;
}

void mk_write_manifest(void)
{
    char path[PATH_MAX + 16], beside[PATH_MAX + 24];
    sigset_t signals;
    size_t n;
    char *text = mk.file ? mk_text_of_manifest(&n) : NULL;
    if (!text)
        return;
    snprintf(path, sizeof path, "%s.manifest", mk.stem);
    snprintf(beside, sizeof beside, "%s.new", path);
    mk_hold_file_limit(&signals);
    int fd = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd >= 0) {
        bool whole = write(fd, text, n) == (ssize_t)n;
        close(fd);
        if (!whole || rename(beside, path) != 0)
            unlink(beside);
    }
    mk_release_file_limit(&signals);
    free(text);
}

/* ---- the thread that drains ---- */

static uint32_t wanted; /* 1 = a ring asks to be drained now */

static void wait_for_work(void)
{
    struct timespec t = {0, (MK_GET(mk.sending) ? SENDING_MS : PERIOD_MS) * 1000000L};
    syscall(SYS_futex, &wanted, FUTEX_WAIT_PRIVATE, 0, &t, NULL, 0);
    __atomic_store_n(&wanted, 0, __ATOMIC_RELAXED);
}

void mk_wake_drain(void)
{
    if (__atomic_exchange_n(&wanted, 1, __ATOMIC_RELAXED) == 0)
        syscall(SYS_futex, &wanted, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void *drain(void *unused)
{
    for (;;) {
        wait_for_work();
        pthread_mutex_lock(&mk.lock);
        if (mk.ending) {
            pthread_mutex_unlock(&mk.lock);
            return unused;
        }
        mk_drain_all();
        pthread_mutex_unlock(&mk.lock);
    }
}

void mk_start_drain(void)
{
    sigset_t all, before;
    if (mk.drain_runs || !mk.settings.thread)
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    MK_SET(mk.drain_runs, pthread_create(&mk.drain, NULL, drain, NULL) == 0);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
