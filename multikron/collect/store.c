/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "multikron/collect/store.h"
#include "base/arena.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The journal: a head, then entries; the last one of a node and stream counts. */
static const char journal_name[] = "collect.journal", journal_new[] = "collect.journal.new";
static const char journal_head[16] = "MKJOURNAL 1\n";
struct entry {
    uint32_t check; /* of what follows */
    uint32_t node;
    uint64_t stream, position;
    uint64_t end; /* bytes in the node's file */
};
enum { ENTRY_BYTES = 32, NAME_BYTES = 40, JOURNAL_GREATEST = 16 << 20 };

/* ---- bytes ---- */

static uint32_t check_of(const struct entry *e)
{
    const uint64_t words[] = {e->node, e->stream, e->position, e->end};
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (int b = 0; b < 64; b += 8)
            h = (h ^ (words[i] >> b & 0xff)) * UINT64_C(0x100000001b3);
    return (uint32_t)(h ^ h >> 32);
}

static void put_word(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = bytes; i-- > 0; value >>= 8)
        at[i] = (uint8_t)value;
}

static uint64_t take_word(const uint8_t *at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value = value << 8 | at[i];
    return value;
}

static void entry_pack(uint8_t *at, struct entry e)
{
    put_word(at, check_of(&e), 4);
    put_word(at + 4, e.node, 4);
    put_word(at + 8, e.stream, 8);
    put_word(at + 16, e.position, 8);
    put_word(at + 24, e.end, 8);
}

static bool entry_unpack(struct entry *e, const uint8_t *at)
{
    *e = (struct entry){(uint32_t)take_word(at, 4), (uint32_t)take_word(at + 4, 4),
                        take_word(at + 8, 8), take_word(at + 16, 8), take_word(at + 24, 8)};
    return e->check == check_of(e);
}

/* All of it, or false with errno. */
static bool write_all(int fd, const uint8_t *bytes, size_t n)
{
    while (n) {
        ssize_t done = write(fd, bytes, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        bytes += done;
        n -= (size_t)done;
    }
    return true;
}

static void name_of(char name[NAME_BYTES], uint32_t node, const char *suffix)
{
    snprintf(name, NAME_BYTES, "node-%" PRIu32 "%s", node, suffix);
}

static bool sync_fd(const struct store *s, int fd)
{
    return !s->sync || fdatasync(fd) == 0;
}

/* ---- nodes ---- */

static struct store_node *find_node(const struct store *s, uint32_t number)
{
    for (size_t i = 0; i < s->nodes.n; i++)
        if (s->nodes.at[i]->number == number)
            return s->nodes.at[i];
    return NULL;
}

static struct store_node *add_node(struct store *s, uint32_t number)
{
    struct store_node *n = xmalloc(sizeof *n);
    *n = (struct store_node){.number = number, .fd = -1};
    *array_push(&s->nodes) = n;
    return n;
}

uint64_t store_stream(struct store_node *n, uint64_t id)
{
    for (n->current = 0; n->current < n->streams.n; n->current++)
        if (n->streams.at[n->current].id == id)
            return n->streams.at[n->current].next;
    /* A stream of which nothing came leaves no trace. */
    if (n->streams.n && n->streams.at[n->streams.n - 1].next == 0)
        n->current = --n->streams.n;
    *array_push(&n->streams) = (struct store_stream){.id = id};
    return 0;
}

/* ---- the journal ---- */

/* Appends entries to the journal and makes them durable; or false with errno, and it is as it
 * was. */
static bool journal_append(struct store *s, const uint8_t *entries, size_t size)
{
    off_t end = lseek(s->journal, 0, SEEK_CUR);
    if (write_all(s->journal, entries, size) && sync_fd(s, s->journal))
        return true;
    int error = errno;
    if (ftruncate(s->journal, end) == 0)
        lseek(s->journal, end, SEEK_SET);
    errno = error;
    return false;
}

static void journal_take(struct store *s, const struct entry *e)
{
    struct store_node *n = find_node(s, e->node);
    if (!n)
        n = add_node(s, e->node);
    store_stream(n, e->stream);
    n->streams.at[n->current].next = n->streams.at[n->current].stored = e->position;
    n->stored = n->end = e->end;
    n->listed = true;
}

/* Entries up to the first that is not whole: the end of the collector cut it off, and nobody was
 * told that its data is stored. */
static bool journal_read(struct store *s, int fd, struct diag *d, struct where where)
{
    uint8_t block[sizeof journal_head + 256 * ENTRY_BYTES];
    ssize_t n = read(fd, block, sizeof journal_head);
    if (n == 0)
        return true;
    if (n != sizeof journal_head || memcmp(block, journal_head, sizeof journal_head) != 0)
        return diag_error(d, where,
                          "this is no journal of a collector; name a folder of its own for it"),
               false;
    while ((n = read(fd, block, 256 * ENTRY_BYTES)) > 0)
        for (ssize_t at = 0; at + ENTRY_BYTES <= n; at += ENTRY_BYTES) {
            struct entry e;
            if (entry_unpack(&e, block + at)) {
                journal_take(s, &e);
                continue;
            }
            diag_warning(d, where, "an entry was cut off when the collector ended; it is left out");
            return true;
        }
    if (n < 0)
        diag_error(d, where, "it can't be read: %s", strerror(errno));
    return n == 0;
}

/* What is durable: an entry a node and stream. */
static bool journal_write(struct store *s, int fd)
{
    uint8_t bytes[ENTRY_BYTES];
    if (!write_all(fd, (const uint8_t *)journal_head, sizeof journal_head))
        return false;
    for (size_t i = 0; i < s->nodes.n; i++)
        for (size_t k = 0; k < s->nodes.at[i]->streams.n; k++) {
            const struct store_stream *stream = &s->nodes.at[i]->streams.at[k];
            entry_pack(bytes, (struct entry){.node = s->nodes.at[i]->number,
                                             .stream = stream->id,
                                             .position = stream->stored,
                                             .end = s->nodes.at[i]->stored});
            if (!write_all(fd, bytes, sizeof bytes))
                return false;
        }
    return fdatasync(fd) == 0;
}

/* Puts a journal without what newer entries replaced into the old one's place. */
static bool journal_renew(struct store *s)
{
    int fd = openat(s->folder_fd, journal_new, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd >= 0 && journal_write(s, fd) &&
        renameat(s->folder_fd, journal_new, s->folder_fd, journal_name) == 0 &&
        fsync(s->folder_fd) == 0) {
        close(s->journal);
        s->journal = fd;
        return true;
    }
    int error = errno;
    if (fd >= 0)
        close(fd);
    errno = error;
    return false;
}

/* ---- files ---- */

/* Cuts off what was not committed; a message if committed data is gone. */
static void check_file(struct store *s, struct store_node *n, struct diag *d)
{
    char name[NAME_BYTES];
    struct stat st = {0};
    name_of(name, n->number, ".mkn");
    bool there = fstatat(s->folder_fd, name, &st, 0) == 0;
    uint64_t size = there ? (uint64_t)st.st_size : 0;
    struct arena a = {0};
    struct where where = {.file = arena_printf(&a, "%s/%s", s->folder, name)};
    if (size < n->end)
        diag_error(d, where,
                   "it has %" PRIu64 " bytes where %" PRIu64
                   " were acknowledged; put the file back, or collect into another folder",
                   size, n->end);
    else if (size > n->end) {
        diag_warning(d, where,
                     "%" PRIu64 " bytes behind what was acknowledged are cut off; their sender "
                     "still has them",
                     size - n->end);
        int fd = openat(s->folder_fd, name, O_WRONLY | O_CLOEXEC);
        if (fd < 0 || ftruncate(fd, (off_t)n->end) != 0)
            diag_error(d, where, "it can't be cut: %s", strerror(errno));
        if (fd >= 0)
            close(fd);
    }
    arena_free(&a);
}

bool store_open(struct store *s, const char *folder, bool sync, struct diag *d)
{
    *s = (struct store){.folder = xstrdup(folder), .sync = sync, .folder_fd = -1, .journal = -1};
    s->done = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    struct where where = {.file = s->folder};
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return diag_error(d, where, "the folder can't be made: %s", strerror(errno)), false;
    s->folder_fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (s->folder_fd < 0)
        return diag_error(d, where, "the folder can't be opened: %s", strerror(errno)), false;
    if (flock(s->folder_fd, LOCK_EX | LOCK_NB) != 0)
        return diag_error(d, where,
                          "another collector is at work in this folder; end it, or name "
                          "another folder"),
               false;
    s->journal = openat(s->folder_fd, journal_name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (s->journal < 0)
        return diag_error(d, where, "its journal can't be opened: %s", strerror(errno)), false;
    char *path = xmalloc(strlen(folder) + sizeof journal_name + 1);
    sprintf(path, "%s/%s", folder, journal_name);
    where.file = path;
    bool right = journal_read(s, s->journal, d, where);
    for (size_t i = 0; right && i < s->nodes.n; i++)
        check_file(s, s->nodes.at[i], d);
    right = right && d->errors == 0;
    if (right && !journal_renew(s))
        diag_error(d, where, "it can't be written: %s", strerror(errno)), right = false;
    free(path);
    return right;
}

void store_close(struct store *s)
{
    struct fault why;
    store_commit_end(s, &why);
    for (size_t i = 0; i < s->nodes.n; i++) {
        if (s->nodes.at[i]->fd >= 0)
            close(s->nodes.at[i]->fd);
        array_free(&s->nodes.at[i]->streams);
        free(s->nodes.at[i]);
    }
    array_free(&s->nodes);
    if (s->journal >= 0)
        close(s->journal);
    if (s->folder_fd >= 0)
        close(s->folder_fd);
    if (s->done >= 0)
        close(s->done);
    free(s->folder);
}

/* A file of that name that no journal knows is somebody else's. */
static bool own_file(struct store *s, struct store_node *n, const char *name, struct fault *why)
{
    if (n->listed)
        return true;
    if (faccessat(s->folder_fd, name, F_OK, 0) == 0)
        return fault_set(why, "%s is there and not the collector's; move it away", name);
    /* Listed before it is made. */
    uint8_t entry[ENTRY_BYTES];
    entry_pack(entry, (struct entry){.node = n->number});
    if (!journal_append(s, entry, sizeof entry))
        return fault_set(why, "the journal can't be written: %s", strerror(errno));
    n->listed = true;
    return true;
}

struct store_node *store_node(struct store *s, uint32_t number, struct fault *why)
{
    struct store_node *n = find_node(s, number);
    char name[NAME_BYTES];
    if (!n)
        n = add_node(s, number);
    if (n->fd >= 0)
        return n;
    name_of(name, number, ".mkn");
    if (!own_file(s, n, name, why))
        return NULL;
    n->fd = openat(s->folder_fd, name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (n->fd < 0)
        return fault_set(why, "%s can't be opened: %s", name, strerror(errno)), NULL;
    s->new_file = true;
    return n;
}

bool store_append(struct store *s, struct store_node *n, const uint8_t *bytes, size_t size,
                  struct fault *why)
{
    if (!write_all(n->fd, bytes, size)) {
        int error = errno;
        if (ftruncate(n->fd, (off_t)n->end) != 0)
            return fault_set(why, "its file can't be written (%s), nor cut (%s)", strerror(error),
                             strerror(errno));
        return fault_set(why, "its file can't be written: %s", strerror(error));
    }
    n->end += size;
    n->streams.at[n->current].next += size;
    n->dirty = true;
    s->dirty_bytes += size;
    return true;
}

bool store_manifest(struct store *s, const struct store_node *n, const uint8_t *text, size_t size,
                    struct fault *why)
{
    char name[NAME_BYTES], beside[NAME_BYTES];
    name_of(name, n->number, ".manifest");
    name_of(beside, n->number, ".manifest.new");
    int fd = openat(s->folder_fd, beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool right = fd >= 0 && write_all(fd, text, size) && sync_fd(s, fd) &&
                 renameat(s->folder_fd, beside, s->folder_fd, name) == 0;
    if (!right)
        fault_set(why, "%s can't be written: %s", name, strerror(errno));
    if (fd >= 0)
        close(fd);
    s->new_file = true;
    return right;
}

/* ---- commits ---- */

/* Disks make many files durable at once in little more time than one: threads wait for them. */
enum { SYNC_THREADS = 8 };
struct store_item {
    struct store_node *node;
    size_t stream;
    uint64_t position, end;
    int fd;
};
struct store_job {
    struct store *store;
    ARRAY(struct store_item) items;
    ARRAY(uint8_t) entries;
    bool folder;        /* it has new files */
    atomic_size_t next; /* item that nobody took yet */
    atomic_int error;
    const char *what; /* failed */
    pthread_t thread;
    bool threaded;
};

static void *sync_items(void *from)
{
    struct store_job *job = from;
    size_t i;
    while ((i = atomic_fetch_add(&job->next, 1)) < job->items.n)
        if (fdatasync(job->items.at[i].fd) != 0)
            atomic_store(&job->error, errno);
    return NULL;
}

/* Lets the disk begin with all of them before it waits for the first. */
static void sync_files(struct store_job *job)
{
    pthread_t threads[SYNC_THREADS];
    size_t n = 0;
    for (size_t i = 0; i < job->items.n; i++)
        sync_file_range(job->items.at[i].fd, 0, 0, SYNC_FILE_RANGE_WRITE);
    while (n < SYNC_THREADS && n + 1 < job->items.n &&
           pthread_create(&threads[n], NULL, sync_items, job) == 0)
        n++;
    sync_items(job);
    while (n)
        pthread_join(threads[--n], NULL);
    if (job->folder && fsync(job->store->folder_fd) != 0)
        atomic_store(&job->error, errno);
}

static void *run_job(void *from)
{
    struct store_job *job = from;
    job->what = "the samples can't be made durable";
    if (job->store->sync)
        sync_files(job);
    if (!atomic_load(&job->error)) {
        job->what = "the journal can't be written";
        if (!journal_append(job->store, job->entries.at, job->entries.n))
            atomic_store(&job->error, errno);
    }
    uint64_t one = 1;
    if (job->threaded && write(job->store->done, &one, sizeof one) != sizeof one)
        atomic_store(&job->error, errno);
    return NULL;
}

static void job_add(struct store_job *job, struct store_node *n)
{
    struct store_item item = {n, n->current, n->streams.at[n->current].next, n->end, n->fd};
    *array_push(&job->items) = item;
    array_reserve(&job->entries, (size_t)ENTRY_BYTES);
    entry_pack(job->entries.at + job->entries.n,
               (struct entry){.node = n->number,
                              .stream = n->streams.at[n->current].id,
                              .position = item.position,
                              .end = item.end});
    job->entries.n += ENTRY_BYTES;
    n->dirty = false;
    n->busy = true;
}

bool store_commit_begin(struct store *s)
{
    if (s->job)
        return true;
    struct store_job *job = xmalloc(sizeof *job);
    *job = (struct store_job){.store = s, .folder = s->new_file};
    for (size_t i = 0; i < s->nodes.n; i++)
        if (s->nodes.at[i]->dirty)
            job_add(job, s->nodes.at[i]);
    s->job = job;
    s->new_file = false;
    s->dirty_bytes = 0;
    job->threaded = s->sync;
    if (s->sync && pthread_create(&job->thread, NULL, run_job, job) == 0)
        return true;
    job->threaded = false;
    run_job(job);
    return false;
}

static void job_done(const struct store_job *job)
{
    for (size_t i = 0; i < job->items.n; i++) {
        const struct store_item *item = &job->items.at[i];
        item->node->busy = false;
        item->node->stored = item->end;
        item->node->streams.at[item->stream].stored = item->position;
    }
}

bool store_commit_end(struct store *s, struct fault *why)
{
    struct store_job *job = s->job;
    uint64_t count;
    if (!job)
        return true;
    if (job->threaded) {
        pthread_join(job->thread, NULL);
        if (read(s->done, &count, sizeof count) < 0)
            errno = 0;
    }
    int error = atomic_load(&job->error);
    if (error)
        fault_set(why, "%s: %s", job->what, strerror(error));
    else
        job_done(job);
    array_free(&job->items);
    array_free(&job->entries);
    free(job);
    s->job = NULL;
    if (!error && lseek(s->journal, 0, SEEK_CUR) > JOURNAL_GREATEST && !journal_renew(s))
        return fault_set(why, "the journal can't be renewed: %s", strerror(errno));
    return !error;
}

bool store_commit(struct store *s, struct fault *why)
{
    if (!store_commit_end(s, why))
        return false;
    store_commit_begin(s);
    return store_commit_end(s, why);
}

void store_rest(struct store_node *n)
{
    if (n->fd >= 0 && !n->dirty && !n->busy) {
        close(n->fd);
        n->fd = -1;
    }
}
