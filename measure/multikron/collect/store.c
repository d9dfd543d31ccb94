/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/collect/store.h"
#include "base/arena.h"
#include "base/util.h"

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
#include <sys/statvfs.h>
#include <unistd.h>

enum { NAME_BYTES = 40 };

/* Formats the name of a node's file. */
static void format_name(char name[NAME_BYTES], uint32_t node, const char *suffix)
{
    snprintf(name, NAME_BYTES, "node-%" PRIu32 "%s", node, suffix);
}

/* ---- nodes ---- */

struct node_search {
    const struct store *store;
    uint32_t number;
};
static bool is_lower_node(const void *search, size_t i)
{
    const struct node_search *s = search;
    return s->store->nodes.at[i]->number < s->number;
}

/* Returns the number of nodes with a lower number. */
static size_t node_index(const struct store *s, uint32_t number)
{
    struct node_search search = {s, number};
    return partition_point(s->nodes.n, is_lower_node, &search);
}

struct store_node *store_find(const struct store *s, uint32_t number)
{
    size_t at = node_index(s, number);
    bool found = at < s->nodes.n && s->nodes.at[at]->number == number;
    return found ? s->nodes.at[at] : NULL;
}

static struct store_node *new_node(uint32_t number)
{
    struct store_node *n = xmalloc(sizeof *n);
    *n = (struct store_node){.number = number, .fd = -1};
    return n;
}

static struct store_node *add_node(struct store *s, struct store_node *n)
{
    size_t at = node_index(s, n->number);
    (void)array_push(&s->nodes);
    memmove(s->nodes.at + at + 1, s->nodes.at + at, (s->nodes.n - 1 - at) * sizeof *s->nodes.at);
    return s->nodes.at[at] = n;
}

/* Selects the stream. Adds it with position 0 if it is new. */
static struct store_stream *select_stream(struct store_node *n, uint64_t id)
{
    for (n->current = 0; n->current < n->streams.n; n->current++)
        if (n->streams.at[n->current].id == id)
            return &n->streams.at[n->current];
    /* Reuse the entry of a stream without data. */
    if (n->streams.n && n->streams.at[n->streams.n - 1].next == 0)
        n->current = --n->streams.n;
    *array_push(&n->streams) = (struct store_stream){.id = id};
    return &n->streams.at[n->current];
}

bool store_select_stream(struct store_node *n, uint64_t id, uint64_t *next, struct fault *why)
{
    struct store_stream *stream = select_stream(n, id);
    *next = stream->next;
    if (n->streams.n <= STREAMS_MAX)
        return true;
    n->current = 0;
    n->streams.n--;
    return fault_set(why, "the node has its maximum of %d streams; collect into another directory",
                     STREAMS_MAX);
}

/* ---- the journal ---- */

/* Applies a journal entry to the nodes. */
static void apply_entry(void *context, const struct journal_entry *e)
{
    struct store *s = context;
    if (e->kind == JOURNAL_BEGIN)
        return;
    struct store_node *n = store_find(s, e->node);
    if (!n)
        n = add_node(s, new_node(e->node));
    if (e->kind == JOURNAL_OWNER) {
        memcpy(n->owner, e->owner, sizeof n->owner);
        return;
    }
    struct store_stream *stream = select_stream(n, e->stream);
    stream->next = stream->stored = e->position;
    n->stored = n->end = e->end;
}

static void add_owner_entry(struct journal_batch *b, const struct store_node *n)
{
    struct journal_entry e = {.kind = JOURNAL_OWNER, .node = n->number};
    memcpy(e.owner, n->owner, sizeof e.owner);
    journal_add_entry(b, &e);
}

/* Replaces the journal by one with an entry per owner and stream. */
static bool compact_journal(struct store *s)
{
    struct journal_batch b = {0};
    for (size_t i = 0; i < s->nodes.n; i++) {
        const struct store_node *n = s->nodes.at[i];
        if (*n->owner)
            add_owner_entry(&b, n);
        for (size_t k = 0; k < n->streams.n; k++)
            journal_add_entry(&b, &(struct journal_entry){.kind = JOURNAL_POSITION,
                                                          .node = n->number,
                                                          .stream = n->streams.at[k].id,
                                                          .position = n->streams.at[k].stored,
                                                          .end = n->stored});
    }
    bool ok = journal_compact(&s->journal, &b);
    int error = errno;
    array_free(&b.bytes);
    errno = error;
    return ok;
}

/* Appends the owner of the node to the journal. */
static bool append_owner(struct store *s, const struct store_node *n)
{
    struct journal_batch b = {0};
    add_owner_entry(&b, n);
    bool ok = journal_append(&s->journal, &b);
    int error = errno;
    array_free(&b.bytes);
    errno = error;
    return ok;
}

/* ---- files ---- */

/* Opens a file of the directory with access for its user only, without following links. Returns -1
 * with errno. */
static int open_private(const struct store *s, const char *name, int flags)
{
    struct stat st;
    int fd = openat(s->directory_fd, name, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (fd < 0)
        return -1;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
        fchmod(fd, 0600) == 0)
        return fd;
    close(fd);
    errno = EPERM;
    return -1;
}

/* Moves the bytes of `from` after offset `end` to the end of `to`. */
static bool move_tail(int from, uint64_t end, int to)
{
    uint8_t block[64 * 1024];
    ssize_t n;
    for (uint64_t at = end; (n = pread(from, block, sizeof block, (off_t)at)) > 0;
         at += (uint64_t)n)
        if (!journal_write_all(to, block, (size_t)n))
            return false;
    return n == 0 && fsync(to) == 0 && ftruncate(from, (off_t)end) == 0;
}

/* Moves the uncommitted bytes of a node's file to node-N.cut. Returns false with errno. */
static bool move_uncommitted(const struct store *s, const struct store_node *n, const char *name)
{
    char cut[NAME_BYTES];
    format_name(cut, n->number, ".cut");
    int from = open_private(s, name, O_RDWR);
    int to = from < 0 ? -1 : open_private(s, cut, O_WRONLY | O_CREAT | O_APPEND);
    bool ok = to >= 0 && move_tail(from, n->end, to);
    int error = errno;
    if (from >= 0)
        close(from);
    if (to >= 0)
        close(to);
    errno = error;
    return ok;
}

/* Compares the node's file with the journal: moves uncommitted bytes to node-N.cut, and reports
 * missing bytes. */
static void recover_file(struct store *s, struct store_node *n, struct diag *d)
{
    char name[NAME_BYTES];
    struct stat st = {0};
    format_name(name, n->number, ".manifest");
    if (fstatat(s->directory_fd, name, &st, AT_SYMLINK_NOFOLLOW) == 0)
        n->manifest_end = (uint64_t)st.st_size;
    format_name(name, n->number, ".mkn");
    bool exists = fstatat(s->directory_fd, name, &st, AT_SYMLINK_NOFOLLOW) == 0;
    uint64_t size = exists ? (uint64_t)st.st_size : 0;
    struct arena a = {0};
    struct where where = {.file = arena_printf(&a, "%s/%s", s->directory, name)};
    if (size < n->end)
        diag_error(d, where,
                   "the file has %" PRIu64 " bytes, but %" PRIu64
                   " were acknowledged; restore it, or collect into another directory",
                   size, n->end);
    else if (size > n->end && move_uncommitted(s, n, name))
        diag_warning(d, where,
                     "%" PRIu64 " bytes that are not in the journal were moved to node-%" PRIu32
                     ".cut; their sender still has them, unless the journal is damaged",
                     size - n->end, n->number);
    else if (size > n->end)
        diag_error(d, where, "cannot move its uncommitted bytes: %s", strerror(errno));
    arena_free(&a);
}

/* Returns whether the path is a symbolic link of another user, which may lead to any directory. */
static bool is_link_of_others(const char *directory)
{
    struct stat st;
    struct arena a = {0};
    size_t n = strlen(directory);
    while (n > 1 && directory[n - 1] == '/')
        n--;
    bool link = lstat(arena_printf(&a, "%.*s", (int)n, directory), &st) == 0 && S_ISLNK(st.st_mode);
    arena_free(&a);
    return link && st.st_uid != geteuid() && st.st_uid != 0;
}

static void report_open_error(struct diag *d, struct where where, int error)
{
    if (error == ENOTDIR)
        diag_error(d, where, "this is not a directory; give the directory for the samples");
    else
        diag_error(d, where, "cannot open the directory: %s", strerror(error));
}

/* Opens or creates the directory, checks that only its user can change it, locks it, and denies
 * others access. */
static bool open_directory(struct store *s, struct diag *d, struct where where)
{
    struct stat st;
    if (mkdir(s->directory, 0700) != 0 && errno != EEXIST)
        return diag_error(d, where, "cannot create the directory: %s", strerror(errno)), false;
    if (is_link_of_others(s->directory))
        return diag_error(d, where,
                          "this is a symbolic link of another user; name another directory"),
               false;
    s->directory_fd = open(s->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (s->directory_fd < 0 || fstat(s->directory_fd, &st) != 0)
        return report_open_error(d, where, errno), false;
    if (st.st_uid != geteuid())
        return diag_error(d, where, "this directory belongs to another user; name another one"),
               false;
    if (st.st_mode & 022)
        return diag_error(d, where,
                          "other users can write to this directory; check its contents and use "
                          "'chmod 700', or name another one"),
               false;
    if (flock(s->directory_fd, LOCK_EX | LOCK_NB) != 0)
        return diag_error(d, where,
                          "another collector uses this directory; stop it, or name another "
                          "directory"),
               false;
    if (fchmod(s->directory_fd, 0700) != 0)
        return diag_error(d, where, "cannot set the permissions of the directory: %s",
                          strerror(errno)),
               false;
    return true;
}

bool store_open(struct store *s, const char *directory, bool sync, struct diag *d)
{
    *s = (struct store){
        .directory = xstrdup(directory), .sync = sync, .directory_fd = -1, .journal = {.fd = -1}};
    s->done_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (!open_directory(s, d, (struct where){.file = s->directory}))
        return false;
    struct arena a = {0};
    struct where where = {.file = arena_printf(&a, "%s/collect.journal", directory)};
    bool ok = journal_open(&s->journal, s->directory_fd, sync, apply_entry, s, d, where);
    for (size_t i = 0; ok && i < s->nodes.n; i++)
        recover_file(s, s->nodes.at[i], d);
    ok = ok && d->errors == 0;
    if (ok && !compact_journal(s))
        diag_error(d, where, "cannot write the journal: %s", strerror(errno)), ok = false;
    arena_free(&a);
    return ok;
}

void store_close(struct store *s)
{
    struct fault why;
    store_commit_end(s, &why);
    for (size_t i = 0; i < s->nodes.n; i++) {
        if (s->nodes.at[i]->fd >= 0)
            close(s->nodes.at[i]->fd);
        array_free(&s->nodes.at[i]->streams);
        free(s->nodes.at[i]->manifest.at);
        free(s->nodes.at[i]);
    }
    array_free(&s->nodes);
    journal_close(&s->journal);
    if (s->directory_fd >= 0)
        close(s->directory_fd);
    if (s->done_fd >= 0)
        close(s->done_fd);
    free(s->directory);
}

struct store_node *store_add_node(struct store *s, uint32_t number, const char *owner,
                                  struct fault *why)
{
    char name[NAME_BYTES];
    static const char *const suffixes[] = {".mkn", ".manifest"};
    for (int i = 0; i < 2; i++) {
        format_name(name, number, suffixes[i]);
        if (faccessat(s->directory_fd, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0)
            return fault_set(why,
                             "%s exists, but is not in the journal of the collector; move it away",
                             name),
                   NULL;
    }
    /* The journal records the owner before the file exists. */
    struct store_node *n = new_node(number);
    if (store_set_owner(s, n, owner, why))
        return add_node(s, n);
    free(n);
    return NULL;
}

bool store_set_owner(struct store *s, struct store_node *n, const char *owner, struct fault *why)
{
    snprintf(n->owner, sizeof n->owner, "%s", owner);
    if (append_owner(s, n))
        return true;
    *n->owner = 0;
    return fault_set(why, "cannot write the journal: %s", strerror(errno));
}

bool store_open_file(struct store *s, struct store_node *n, struct fault *why)
{
    char name[NAME_BYTES];
    if (n->fd >= 0)
        return true;
    format_name(name, n->number, ".mkn");
    n->fd = open_private(s, name, O_WRONLY | O_CREAT | O_APPEND);
    struct stat st;
    if (n->fd < 0)
        return fault_set(why, "cannot open %s: %s", name, strerror(errno));
    s->new_file = true;
    if (fstat(n->fd, &st) == 0 && (uint64_t)st.st_size == n->end)
        return true;
    close(n->fd);
    n->fd = -1;
    return fault_set(why, "the length of %s differs from the journal; was the file changed?", name);
}

bool store_append(struct store *s, struct store_node *n, const uint8_t *bytes, size_t size,
                  struct fault *why)
{
    if (!journal_write_all(n->fd, bytes, size)) {
        int error = errno;
        if (ftruncate(n->fd, (off_t)n->end) != 0)
            return fault_set(why, "cannot write the file of the node (%s), nor truncate it (%s)",
                             strerror(error), strerror(errno));
        return fault_set(why, "cannot write the file of the node: %s", strerror(error));
    }
    n->end += size;
    n->streams.at[n->current].next += size;
    n->dirty = true;
    s->dirty_bytes += size;
    return true;
}

void store_manifest(struct store_node *n, const uint8_t *text, size_t size)
{
    free(n->manifest.at);
    n->manifest = (struct store_text){xmalloc(size + 1), size};
    memcpy(n->manifest.at, text, size);
    n->manifest_end = size;
}

bool store_is_durable(const struct store_node *n)
{
    return n->stored == n->end && !n->manifest.at && !n->manifest_committing;
}

bool store_disk_space(const struct store *s, uint64_t *size, uint64_t *left)
{
    struct statvfs v;
    if (fstatvfs(s->directory_fd, &v) != 0)
        return false;
    *size = (uint64_t)v.f_frsize * v.f_blocks;
    *left = (uint64_t)v.f_frsize * v.f_bavail;
    return true;
}

/* ---- commits ---- */

/* Threads of a commit. Syncing many files in parallel takes little more time than syncing one. */
enum { SYNC_THREADS = 8 };
struct store_item {
    struct store_node *node;
    size_t stream;
    uint64_t position, end;
    int fd;
};
struct store_manifest {
    struct store_node *node;
    struct store_text text;
    int error;
};
struct store_job {
    struct store *store;
    ARRAY(struct store_manifest) manifests;
    ARRAY(struct store_item) items;
    struct journal_batch entries;
    bool directory;     /* sync the directory, which has new files */
    atomic_size_t next; /* index of the next item to sync */
    atomic_int error;
    const char *what; /* the failed step, for messages */
    pthread_t thread;
    bool threaded;
};

/* Thread of a commit: syncs files until none is left. */
static void *sync_items(void *from)
{
    struct store_job *job = from;
    size_t i;
    while ((i = atomic_fetch_add(&job->next, 1)) < job->items.n)
        if (fdatasync(job->items.at[i].fd) != 0)
            atomic_store(&job->error, errno);
    return NULL;
}

/* Syncs all files of the job. Starts the writes of all files before it waits for the first one. */
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
    if (job->directory && fsync(job->store->directory_fd) != 0)
        atomic_store(&job->error, errno);
}

/* Writes the manifest of a node. Returns 0 or errno. */
static int write_manifest(const struct store *s, const struct store_manifest *m)
{
    char name[NAME_BYTES], temporary[NAME_BYTES];
    format_name(name, m->node->number, ".manifest");
    format_name(temporary, m->node->number, ".manifest.new");
    unlinkat(s->directory_fd, temporary, 0);
    int fd = open_private(s, temporary, O_WRONLY | O_CREAT | O_EXCL);
    bool ok = fd >= 0 && journal_write_all(fd, m->text.at, m->text.n) &&
              (!s->sync || fdatasync(fd) == 0) &&
              renameat(s->directory_fd, temporary, s->directory_fd, name) == 0;
    int error = ok ? 0 : errno;
    if (!ok)
        unlinkat(s->directory_fd, temporary, 0);
    if (fd >= 0)
        close(fd);
    return error;
}

/* Runs a commit: writes manifests, syncs the files, appends to the journal. */
static void *run_job(void *from)
{
    struct store_job *job = from;
    for (size_t i = 0; i < job->manifests.n; i++)
        job->manifests.at[i].error = write_manifest(job->store, &job->manifests.at[i]);
    job->what = "cannot sync the samples";
    if (job->store->sync)
        sync_files(job);
    if (!atomic_load(&job->error)) {
        job->what = "cannot write the journal";
        if (job->entries.bytes.n && !journal_append(&job->store->journal, &job->entries))
            atomic_store(&job->error, errno);
    }
    uint64_t one = 1;
    if (job->threaded && write(job->store->done_fd, &one, sizeof one) != sizeof one)
        atomic_store(&job->error, errno);
    return NULL;
}

/* Adds the uncommitted samples of a node to the job. */
static void add_node_to_job(struct store_job *job, struct store_node *n)
{
    struct store_item item = {n, n->current, n->streams.at[n->current].next, n->end, n->fd};
    *array_push(&job->items) = item;
    journal_add_entry(&job->entries, &(struct journal_entry){.kind = JOURNAL_POSITION,
                                                             .node = n->number,
                                                             .stream = n->streams.at[n->current].id,
                                                             .position = item.position,
                                                             .end = item.end});
    n->dirty = false;
    n->committing = true;
}

/* Moves the manifest of the node to the job. */
static void add_manifest_to_job(struct store_job *job, struct store_node *n)
{
    *array_push(&job->manifests) = (struct store_manifest){.node = n, .text = n->manifest};
    n->manifest = (struct store_text){0};
    n->manifest_committing = true;
    job->directory = true;
}

bool store_commit_begin(struct store *s)
{
    if (s->job)
        return true;
    struct store_job *job = xmalloc(sizeof *job);
    *job = (struct store_job){.store = s, .directory = s->new_file};
    for (size_t i = 0; i < s->nodes.n; i++) {
        if (s->nodes.at[i]->dirty)
            add_node_to_job(job, s->nodes.at[i]);
        if (s->nodes.at[i]->manifest.at)
            add_manifest_to_job(job, s->nodes.at[i]);
    }
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

/* Records the positions of a finished job as durable. */
static void mark_stored(const struct store_job *job)
{
    for (size_t i = 0; i < job->items.n; i++) {
        const struct store_item *item = &job->items.at[i];
        item->node->committing = false;
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
        if (read(s->done_fd, &count, sizeof count) < 0)
            errno = 0;
    }
    int error = atomic_load(&job->error);
    for (size_t i = 0; i < job->manifests.n; i++) {
        struct store_manifest *m = &job->manifests.at[i];
        m->node->manifest_committing = false;
        m->node->manifest_error = m->error;
        free(m->text.at);
    }
    array_free(&job->manifests);
    if (error)
        fault_set(why, "%s: %s", job->what, strerror(error));
    else
        mark_stored(job);
    array_free(&job->items);
    array_free(&job->entries.bytes);
    free(job);
    s->job = NULL;
    if (!error && journal_needs_compaction(&s->journal) && !compact_journal(s))
        return fault_set(why, "cannot compact the journal: %s", strerror(errno));
    return !error;
}

bool store_commit(struct store *s, struct fault *why)
{
    if (!store_commit_end(s, why))
        return false;
    store_commit_begin(s);
    return store_commit_end(s, why);
}

void store_close_idle_file(struct store_node *n)
{
    if (n->fd >= 0 && !n->dirty && !n->committing) {
        close(n->fd);
        n->fd = -1;
    }
}
