/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ring file of a process, and rings in it for its threads. */
#include "multikron/lib/process.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* The next number of this node in the folder: processes and threads take one each, from 0; the
 * file numbers.NODE keeps it. False = there is none left, or the folder can't be written. */
static bool next_number(uint32_t *number)
{
    char path[PATH_MAX];
    uint32_t n = 0;
    snprintf(path, sizeof path, "%s/numbers.%u", mk.settings.dir, mk.settings.node);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return false;
    bool right = false;
    if (flock(fd, LOCK_EX) == 0) {
        ssize_t had = pread(fd, &n, sizeof n, 0);
        uint32_t next = n + 1;
        right = (had == 0 || had == sizeof n) && n >> MK_PROCESS_BITS == 0 &&
                pwrite(fd, &next, sizeof next, 0) == sizeof next;
    }
    close(fd);
    *number = n;
    return right;
}

static int open_file(const char *suffix, int flags)
{
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s%s", mk.stem, suffix);
    return open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0600);
}

static void remove_file(const char *suffix)
{
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s%s", mk.stem, suffix);
    unlink(path);
}

static void fill(struct mk_file *f, uint32_t number)
{
    f->rings = mk.settings.rings;
    f->ring_bytes = mk.settings.ring_bytes;
    f->rings_at = MK_NAMES_AT + MK_NAMES_BYTES;
    f->node = mk.settings.node;
    f->process = number;
    f->filter = mk.idle_filter;
    f->clock = mk.timer.kind;
    f->shift = mk.timer.shift;
    f->rate = mk.timer.rate;
    f->first = f->last = mk_now(mk.timer.kind);
    f->version = MK_FILE_VERSION;
    __atomic_store_n(&f->magic, MK_FILE_MAGIC, __ATOMIC_RELEASE);
}

/* Makes the ring file of the process of that number; NULL = it can't be made. */
static struct mk_file *map_file(uint32_t number)
{
    size_t head = MK_NAMES_AT + MK_NAMES_BYTES;
    snprintf(mk.stem, sizeof mk.stem, "%s/%u.%u", mk.settings.dir, mk.settings.node, number);
    int fd = open_file(".mkr", O_RDWR | O_CREAT | O_EXCL);
    if (fd < 0)
        return NULL;
    void *at = MAP_FAILED;
    /* What is written without asking has its blocks: a full disk is seen here, not as SIGBUS. */
    if (ftruncate(fd, (off_t)(head + (size_t)mk.settings.rings * mk.settings.ring_bytes)) == 0 &&
        posix_fallocate(fd, 0, (off_t)head) == 0)
        at = mmap(NULL, head, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (at == MAP_FAILED) {
        remove_file(".mkr");
        return NULL;
    }
    mk.names = (char *)at + MK_NAMES_AT;
    fill(at, number);
    return at;
}

/* A child knows the regions by the numbers that its parent gave them. */
static void take_inherited_names(void)
{
    if (!mk.inherited)
        return;
    memcpy(mk.names, (char *)mk.inherited + MK_NAMES_AT, mk.inherited_names);
    mk.file->names = mk.inherited_names;
    munmap(mk.inherited, MK_NAMES_AT + MK_NAMES_BYTES);
    mk.inherited = NULL;
}

void mk_hold_file_limit(sigset_t *before)
{
    sigset_t limit;
    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &limit, before);
}

void mk_release_file_limit(const sigset_t *before)
{
    sigset_t limit;
    const struct timespec now = {0, 0};
    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    if (!sigismember(before, SIGXFSZ))
        while (sigtimedwait(&limit, NULL, &now) == SIGXFSZ)
            ;
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

bool mk_open_mapping(void)
{
    uint32_t number;
    sigset_t signals;
    if (mk.file)
        return true;
    if (!*mk.settings.dir || mk.ending)
        return false;
    mk_hold_file_limit(&signals);
    mk.file = next_number(&number) ? map_file(number) : NULL;
    mk_release_file_limit(&signals);
    if (!mk.file) {
        mk.idle_filter = 0;
        return false;
    }
    mk.numbered = false;
    take_inherited_names();
    __atomic_store_n(&mk_filter, &mk.file->filter, __ATOMIC_RELEASE);
    return true;
}

void mk_drop_mapping(void)
{
    if (!mk.file)
        return;
    mk.idle_filter = mk.file->filter;
    mk_filter = &mk.idle_filter;
    for (uint32_t i = 0; i < mk.file->rings; i++)
        if (mk.data[i])
            munmap(mk.data[i], 2 * (size_t)mk.settings.ring_bytes);
    memset(mk.data, 0, sizeof mk.data);
    mk.inherited = mk.file;
    mk.file = NULL;
}

/* Ring i, twice one behind the other, so that a record never has to be cut; NULL = no room. */
static uint8_t *map_twice(int i)
{
    size_t size = mk.settings.ring_bytes;
    off_t from = (off_t)(mk.file->rings_at + (uint64_t)i * size);
    int fd = open_file(".mkr", O_RDWR);
    if (fd < 0)
        return NULL;
    uint8_t *at = MAP_FAILED;
    if (posix_fallocate(fd, from, (off_t)size) == 0)
        at = mmap(NULL, 2 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int half = 0; at != MAP_FAILED && half < 2; half++)
        if (mmap(at + (size_t)half * size, size, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_FIXED | MAP_POPULATE, fd, from) == MAP_FAILED) {
            munmap(at, 2 * size);
            at = MAP_FAILED;
        }
    close(fd);
    return at == MAP_FAILED ? NULL : at;
}

static uint8_t *map_within_limit(int i)
{
    sigset_t signals;
    mk_hold_file_limit(&signals);
    uint8_t *at = map_twice(i);
    mk_release_file_limit(&signals);
    return at;
}

static int free_ring(void)
{
    for (uint32_t i = 0; i < mk.file->rings; i++)
        if (mk.file->ring[i].state == MK_RING_FREE)
            return (int)i;
    return -1;
}

static void count_threads(void)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < mk.file->rings; i++)
        n += mk.file->ring[i].state == MK_RING_USED;
    if (n > mk.file->threads)
        mk.file->threads = n;
}

/* What the short way needs to know. */
static void bind_thread(struct mk_thread *t, int i, uint32_t source)
{
    struct mk_ring *r = &mk.file->ring[i];
    t->head = t->limit = r->head;
    t->data = mk.data[i];
    t->mask = mk.settings.ring_bytes - 1;
    t->published = &r->head;
    t->word0 = UINT64_C(0x10) << 56 | source >> 16;
    t->word1 = (uint64_t)source << 48;
    t->up = 16 - mk.timer.shift;
    t->ring = (uint16_t)(i + 1);
    r->source = source;
    r->loops = 0;
    MK_SET(r->pending, 0);
    __atomic_store_n(&r->state, MK_RING_USED, __ATOMIC_RELEASE);
    count_threads();
}

bool mk_open_ring(struct mk_thread *t)
{
    uint32_t number;
    if (!mk_open_mapping())
        return false;
    int i = free_ring();
    if (i < 0) {
        mk_drain_all(); /* rings of threads that ended */
        i = free_ring();
    }
    if (i >= 0 && !mk.data[i])
        mk.data[i] = map_within_limit(i);
    if (i < 0 || !mk.data[i])
        return false;
    if (!mk.numbered)
        number = mk.file->process;
    else if (!next_number(&number))
        return false;
    mk.numbered = true;
    bind_thread(t, i, mk.settings.node << MK_PROCESS_BITS | number);
    return true;
}
