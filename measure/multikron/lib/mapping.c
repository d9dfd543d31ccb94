/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ring file of a process, and the rings of its threads. */
#include "measure/multikron/lib/process.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* Allocates a number of this node in the directory, for a process or thread. The file numbers.NODE
 * contains the next one. Returns false if all numbers are used or the directory is not writable. */
static bool allocate_number(uint32_t *number)
{
    char path[PATH_MAX];
    uint32_t n = 0;
    snprintf(path, sizeof path, "%s/numbers.%u", mk.settings.dir, mk.settings.node);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return false;
    bool ok = false;
    if (flock(fd, LOCK_EX) == 0) {
        ssize_t had = pread(fd, &n, sizeof n, 0);
        uint32_t next = n + 1;
        ok = (had == 0 || had == sizeof n) && n >> MK_PROCESS_BITS == 0 &&
             pwrite(fd, &next, sizeof next, 0) == sizeof next;
    }
    close(fd);
    *number = n;
    return ok;
}

static int open_file(const char *suffix, int flags)
{
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s%s", mk.path_prefix, suffix);
    return open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0600);
}

static void remove_file(const char *suffix)
{
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s%s", mk.path_prefix, suffix);
    unlink(path);
}

/* Fills the header of a new ring file. The magic number is last, for readers. */
static void init_file(struct mk_file *f, uint32_t number)
{
    f->ring_bytes = mk.settings.ring_bytes;
    f->end = MK_HEAD_BYTES;
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

/* Creates and maps the ring file of the process of that number. NULL = failed. */
static struct mk_file *map_file(uint32_t number)
{
    snprintf(mk.path_prefix, sizeof mk.path_prefix, "%s/%u.%u", mk.settings.dir, mk.settings.node,
             number);
    int fd = open_file(".mkr", O_RDWR | O_CREAT | O_EXCL);
    if (fd < 0)
        return NULL;
    void *at = MAP_FAILED;
    /* Allocates the blocks: a full disk is an error here, and not a SIGBUS later. */
    if (posix_fallocate(fd, 0, MK_HEAD_BYTES) == 0)
        at = mmap(NULL, MK_HEAD_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (at == MAP_FAILED) {
        remove_file(".mkr");
        return NULL;
    }
    mk.names = (char *)at + MK_NAMES_AT;
    init_file(at, number);
    return at;
}

/* Copies the names of the parent's regions, because the child uses the same numbers. The sources
 * are not copied. */
static void copy_inherited_names(struct mk_file *to)
{
    if (!mk.inherited)
        return;
    const char *at = (char *)mk.inherited + MK_NAMES_AT, *end = at + mk.inherited_names;
    for (const char *stop; at < end; at = stop) {
        stop = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
        if (strncmp(at, "sources.", 8) == 0)
            continue;
        memcpy(mk.names + to->names, at, (size_t)(stop - at));
        to->names += (uint32_t)(stop - at);
    }
}

static void drop_inherited_mapping(void)
{
    if (mk.inherited)
        munmap(mk.inherited, MK_HEAD_BYTES);
    mk.inherited = NULL;
}

void mk_block_file_limit_signal(sigset_t *before)
{
    sigset_t limit;
    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &limit, before);
}

void mk_restore_file_limit_signal(const sigset_t *before)
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
    if (!*mk.settings.dir || mk.ending || mk_is_retry_delayed(&mk.ring_retry_at))
        return false;
    mk_block_file_limit_signal(&signals);
    struct mk_file *f = allocate_number(&number) ? map_file(number) : NULL;
    mk_restore_file_limit_signal(&signals);
    if (!f) {
        mk_delay_retry(&mk.ring_retry_at);
        return false;
    }
    mk.numbered = false;
    copy_inherited_names(f);
    __atomic_store_n(&mk.file, f, __ATOMIC_RELEASE); /* mk_name_of_region reads it without a lock */
    drop_inherited_mapping();
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
        munmap(mk.data[i], 2 * (size_t)mk.settings.ring_bytes);
    for (int i = 0; i < MK_FILE_TABLES && mk.tables[i]; i++) {
        munmap(mk.tables[i], MK_TABLE_BYTES);
        mk.tables[i] = NULL;
    }
    drop_inherited_mapping();
    mk.n_active = mk.n_unused = mk.users = 0;
    mk.order = mk.tails = mk.ring_retry_at = mk.write_retry_at = 0;
    mk.inherited = mk.file;
    mk.file = NULL;
}

/* Opens the ring file and allocates more bytes at its end. The caller closes *fd unless it is -1.
 * Returns false if the disk is full. */
static bool extend_file(int *fd, size_t size)
{
    *fd = open_file(".mkr", O_RDWR);
    return *fd >= 0 && posix_fallocate(*fd, (off_t)mk.file->end, (off_t)size) == 0;
}

/* Maps a ring twice in succession, so that every record is contiguous. */
static void *map_ring_twice(int fd)
{
    size_t size = mk.settings.ring_bytes;
    uint8_t *at = mmap(NULL, 2 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int half = 0; at != MAP_FAILED && half < 2; half++)
        if (mmap(at + (size_t)half * size, size, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_FIXED | MAP_POPULATE, fd, (off_t)mk.file->end) == MAP_FAILED) {
            munmap(at, 2 * size);
            at = MAP_FAILED;
        }
    return at;
}

static void *map_table(int fd)
{
    return mmap(NULL, MK_TABLE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)mk.file->end);
}

/* Appends a table or ring to the file and maps it. NULL = the disk is full. */
static void *append_to_file(size_t size, void *map(int fd))
{
    int fd;
    sigset_t signals;
    void *at = MAP_FAILED;
    mk_block_file_limit_signal(&signals);
    if (extend_file(&fd, size))
        at = map(fd);
    if (fd >= 0)
        close(fd);
    mk_restore_file_limit_signal(&signals);
    return at == MAP_FAILED ? NULL : at;
}

/* Adds a ring to the file, and a table if the last one is full. Returns false if that fails. */
static bool create_ring(void)
{
    struct mk_file *f = mk.file;
    uint32_t i = f->rings, table = i / MK_TABLE_RINGS;
    if (i == MK_FILE_RINGS)
        return false;
    if (!mk.tables[table]) {
        if (!(mk.tables[table] = append_to_file(MK_TABLE_BYTES, map_table)))
            return false;
        f->table_at[table] = f->end;
        f->end += MK_TABLE_BYTES;
    }
    if (!(mk.data[i] = append_to_file(f->ring_bytes, map_ring_twice)))
        return false;
    mk_ring_at(i)->at = f->end;
    f->end += f->ring_bytes;
    __atomic_store_n(&f->rings, i + 1, __ATOMIC_RELEASE);
    mk.unused[mk.n_unused] = i;
    MK_SET(mk.n_unused, mk.n_unused + 1);
    return true;
}

/* Ensures that there is an unused ring. Returns false if none can be created now. */
static bool ensure_unused_ring(void)
{
    if (mk.n_unused)
        return true;
    if (!mk_is_retry_delayed(&mk.ring_retry_at) && create_ring())
        return true;
    mk_delay_retry(&mk.ring_retry_at);
    return false;
}

/* Assigns an unused ring to the thread and sets the fields for mk_reserve. */
static void bind_ring(struct mk_thread *t, uint32_t source)
{
    mk_private.ring = NULL; /* keeps signal handlers from writing */
    t->limit = 0;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    uint32_t i = mk.unused[mk.n_unused - 1];
    MK_SET(mk.n_unused, mk.n_unused - 1);
    struct mk_ring *r = mk_ring_at(i);
    t->head = r->head;
    t->data = mk.data[i];
    t->mask = mk.settings.ring_bytes - 1;
    t->published = &r->head;
    r->source = source;
    r->order = ++mk.order;
    __atomic_store_n(&r->state, MK_RING_USED, __ATOMIC_RELEASE);
    mk.active[mk.n_active++] = i;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    mk_private.ring = r;
}

/* Returns whether another ring may be created. */
static bool may_add_ring(void)
{
    uint64_t memory = ((uint64_t)MK_GET(mk.file->rings) + 1) * mk.settings.ring_bytes;
    return memory <= mk.settings.memory && !mk_is_retry_delayed(&mk.ring_retry_at);
}

void mk_prepare_ring(void)
{
    if (MK_GET(mk.n_unused) || !may_add_ring())
        return;
    mk_lock();
    ensure_unused_ring();
    mk_unlock();
}

bool mk_switch_ring(struct mk_thread *t)
{
    struct mk_ring *full = mk_private.ring;
    if (!MK_GET(mk.n_unused) && !may_add_ring())
        return false;
    mk_lock();
    bool available = ensure_unused_ring();
    if (available) {
        bind_ring(t, full->source);
        __atomic_fetch_add(&mk_private.ring->pending,
                           __atomic_exchange_n(&full->pending, 0, __ATOMIC_RELAXED),
                           __ATOMIC_RELAXED);
        __atomic_store_n(&full->state, MK_RING_ENDED, __ATOMIC_RELEASE);
    }
    mk_unlock();
    return available;
}

/* Adds the source to the ranges of sources in the manifest. */
static void record_source(uint32_t number)
{
    struct mk_file *f = mk.file;
    if (f->sources && number == f->last_source + 1) {
        f->last_source = number;
        return;
    }
    if (f->sources)
        mk_add_line("sources.%u %u-%u", f->node, f->first_source, f->last_source);
    f->first_source = f->last_source = number;
    f->sources = 1;
}

bool mk_open_ring(struct mk_thread *t)
{
    uint32_t number;
    if (!mk_open_mapping() || !ensure_unused_ring())
        return false;
    number = mk.file->process;
    if (mk.numbered && !allocate_number(&number)) {
        mk_delay_retry(&mk.ring_retry_at);
        return false;
    }
    mk.numbered = true;
    record_source(number);
    uint32_t source = mk.settings.node << MK_PROCESS_BITS | number;
    t->word0 = UINT64_C(0x10) << 56 | source >> 16;
    t->word1 = (uint64_t)source << 48;
    t->up = 16 - mk.timer.shift;
    bind_ring(t, source);
    t->ring = 1;
    if (++mk.users > mk.file->threads)
        mk.file->threads = mk.users;
    return true;
}
