/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks of counters: their address space, their files, and the units that have counters in them.
 */
#include "counts/runtime/records.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { UNIT_MOST = 1 << 16, NAMES_BYTES = 16 << 20, FIRST_CAPACITY = 4 * COUNT_HEADER };

/* Space without a block's file: the reserved end of a block's address space is never used. */
static char fallback[COUNT_SPAN] __attribute__((aligned(COUNT_HEADER)));

__thread char *macs_count_block __attribute__((tls_model("initial-exec"))) = fallback;

struct block {
    char *at;      /* NULL = not reserved */
    size_t mapped; /* bytes of its file that are mapped; 0 = it has no file in this process */
    pid_t tid;     /* its thread; 0 = none */
};
struct registered {
    uint64_t identity, n, offset; /* in the file */
    const char *name;
};

/* State of the process. */
static struct {
    pthread_mutex_t lock;
    bool begun;
    bool stored; /* counts are stored: the index could be created */
    struct count_files files;
    struct block slots[COUNT_SLOTS]; /* the first is the fallback block */
    unsigned n_slots;
    size_t capacity, used; /* bytes of each block's file */
    struct registered *units;
    size_t n_units;
    char *names;
    size_t n_names;
} counts = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- mappings ---- */

static void *map_anonymous(size_t bytes, int protection)
{
    void *at = mmap(NULL, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

/* Reserves the address space of a block. */
static bool reserve_block(struct block *b)
{
    char *at = map_anonymous(COUNT_SPAN, PROT_NONE);
    if (at && mprotect(at, COUNT_SCRATCH, PROT_READ | PROT_WRITE) != 0) {
        munmap(at, COUNT_SPAN);
        at = NULL;
    }
    b->at = at;
    return at != NULL;
}

/* Maps the block's file up to the capacity. */
static bool map_block(struct block *b)
{
    unsigned slot = (unsigned)(b - counts.slots);
    int fd = files_open_block(&counts.files, slot, ".counts");
    if (fd < 0)
        return false;
    size_t from = b->mapped;
    struct count_header h = {COUNT_MAGIC, COUNT_HEADER, sizeof(uint64_t),
                             (uint32_t)counts.files.pid, slot};
    bool done =
        files_extend(&counts.files, fd, from, counts.capacity, from ? NULL : &h, sizeof h) &&
        mmap(b->at + COUNT_SCRATCH + from, counts.capacity - from, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_FIXED, fd, (off_t)from) != MAP_FAILED;
    close(fd);
    if (done)
        b->mapped = counts.capacity;
    return done;
}

static void log_slot(const char *kind, const struct block *b)
{
    struct count_line l = {.n = 0};
    line_add(&l, kind);
    line_add_number(&l, (uint64_t)(b - counts.slots));
    files_append(&counts.files, &l);
}

/* Maps private memory instead of the block's file, which could not be extended, or which belongs to
 * the parent process: counted code needs memory there. */
static void map_without_file(struct block *b)
{
    if (counts.stored)
        log_slot("unstored", b);
    mmap(b->at + COUNT_SCRATCH + b->mapped, counts.capacity - b->mapped, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    b->mapped = counts.capacity;
}

/* Extends all blocks so that the counters of the unit fit. Returns false if the address space of a
 * block does not suffice. */
static bool reserve_counters(size_t bytes)
{
    size_t most = COUNT_SPAN - COUNT_SCRATCH, capacity = counts.capacity;
    if (bytes > most - counts.used)
        return false;
    while (capacity < counts.used + bytes)
        capacity = capacity > most / 2 ? most : 2 * capacity;
    if (capacity == counts.capacity)
        return true;
    counts.capacity = capacity;
    for (unsigned i = 0; i < counts.n_slots; i++)
        if (counts.slots[i].mapped && !map_block(&counts.slots[i]))
            map_without_file(&counts.slots[i]);
    return true;
}

/* ---- threads ---- */

static pid_t own_tid(void)
{
    return (pid_t)syscall(SYS_gettid);
}

/* Returns whether no thread uses the block any more. */
static bool is_abandoned(const struct block *b)
{
    return b->tid == 0 || b->tid == own_tid() ||
           (syscall(SYS_tgkill, counts.files.pid, b->tid, 0) != 0 && errno == ESRCH);
}

/* Returns a block that no thread uses, or a new one; NULL = there is none. */
static struct block *find_block(void)
{
    for (unsigned i = 1; i < counts.n_slots; i++)
        if (is_abandoned(&counts.slots[i]))
            return &counts.slots[i];
    if (counts.n_slots == COUNT_SLOTS || !reserve_block(&counts.slots[counts.n_slots]))
        return NULL;
    return &counts.slots[counts.n_slots++];
}

static void log_thread(const struct block *b)
{
    struct count_line l = {.n = 0};
    line_add(&l, "thread");
    line_add_number(&l, (uint64_t)(b - counts.slots));
    line_add_number(&l, (uint64_t)b->tid);
    files_append(&counts.files, &l);
}

/* Requires the lock. */
static void give_block(void)
{
    struct block *b = find_block();
    if (b && (b->mapped || map_block(b))) {
        b->tid = own_tid();
        log_thread(b);
        macs_count_block = b->at;
        records_begin_thread(&counts.files, (unsigned)(b - counts.slots));
    } else if (!b) {
        files_report("too many threads, or too little address space, for counters of each thread",
                     "", 0);
    }
}

void counts_begin_thread(void)
{
    int error = errno;
    pthread_mutex_lock(&counts.lock);
    if (counts.stored && macs_count_block == fallback)
        give_block();
    pthread_mutex_unlock(&counts.lock);
    errno = error;
}

/* ---- processes ---- */

static void before_fork(void)
{
    pthread_mutex_lock(&counts.lock);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&counts.lock);
}

static void log_unit(const struct registered *u)
{
    struct count_line l = {.n = 0};
    line_add(&l, "unit");
    line_add_number(&l, u->offset);
    line_add_number(&l, u->n);
    line_add_unit(&l, u->identity, u->name);
    files_append(&counts.files, &l);
}

/* Gives a block that the parent process also has a file of this process. */
static void renew_block(struct block *b)
{
    b->mapped = 0;
    b->tid = b == counts.slots ? 0 : own_tid();
    if (!counts.stored || !map_block(b))
        map_without_file(b);
    else if (b->tid)
        log_thread(b);
}

/* Returns the slot of the calling thread's block. */
static unsigned own_slot(void)
{
    unsigned slot = 0;
    while (slot < counts.n_slots && counts.slots[slot].at != macs_count_block)
        slot++;
    return slot < counts.n_slots ? slot : 0;
}

void counts_begin_child(void)
{
    int error = errno;
    counts.lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    bool stored = counts.stored;
    counts.stored = stored && files_create_index(&counts.files);
    for (size_t i = 0; counts.stored && i < counts.n_units; i++)
        log_unit(&counts.units[i]);
    for (unsigned i = 0; stored && i < counts.n_slots; i++) {
        struct block *b = &counts.slots[i];
        if (i == 0 || b->at == macs_count_block)
            renew_block(b);
        else
            b->mapped = 0, b->tid = 0;
    }
    records_begin_child(&counts.files, own_slot(), counts.stored);
    errno = error;
}

/* Requires the lock. */
static void begin_process(void)
{
    counts.begun = true;
    files_find_folder(&counts.files);
    if (!counts.files.n)
        return;
    counts.units = map_anonymous(UNIT_MOST * sizeof *counts.units, PROT_READ | PROT_WRITE);
    counts.names = map_anonymous(NAMES_BYTES, PROT_READ | PROT_WRITE);
    counts.capacity = FIRST_CAPACITY;
    counts.used = COUNT_HEADER;
    counts.slots[0].at = fallback;
    counts.n_slots = 1;
    counts.stored = counts.units && counts.names && files_create_index(&counts.files) &&
                    map_block(&counts.slots[0]);
    if (counts.stored)
        pthread_atfork(before_fork, after_fork, counts_begin_child);
}

/* ---- units ---- */

static struct registered *find_unit(const struct count_unit *u)
{
    for (size_t i = 0; i < counts.n_units; i++)
        if (counts.units[i].identity == u->identity && counts.units[i].n == u->n)
            return &counts.units[i];
    return NULL;
}

static const char *copy_name(const char *name)
{
    size_t n = strlen(name) + 1;
    if (n > NAMES_BYTES - counts.n_names)
        return "";
    char *copy = memcpy(counts.names + counts.n_names, name, n);
    counts.n_names += n;
    return copy;
}

/* Returns the unit's record; NULL = no space. A unit that was loaded before, or that several
 * libraries contain, has one set of counters. */
static struct registered *add_unit(const struct count_unit *u)
{
    struct registered *r = find_unit(u);
    if (r)
        return r;
    size_t bytes = u->n * sizeof(uint64_t);
    if (counts.n_units == UNIT_MOST || u->n > COUNT_UNIT_MOST || !reserve_counters(bytes))
        return NULL;
    r = &counts.units[counts.n_units++];
    *r = (struct registered){u->identity, u->n, counts.used, copy_name(u->name)};
    counts.used += bytes;
    log_unit(r);
    return r;
}

/* Logs and clears the passes that this thread, and threads without a block, counted in the scratch
 * space. */
static void log_early(const struct count_unit *u)
{
    uint64_t sum = 0;
    char *from[] = {fallback, macs_count_block};
    for (int i = 0; i < (macs_count_block == fallback ? 1 : 2); i++)
        for (uint64_t c = 0; c < u->n; c++) {
            uint64_t *counter = (uint64_t *)(void *)from[i] + c;
            if (*counter) {
                sum += *counter;
                *counter = 0;
            }
        }
    struct count_line l = {.n = 0};
    line_add(&l, "early");
    line_add_number(&l, sum);
    if (sum)
        files_append(&counts.files, &l);
}

static void report_uncounted(const struct count_unit *u)
{
    struct count_line l = {.n = 0};
    line_add(&l, "uncounted");
    line_add_unit(&l, u->identity, u->name);
    files_append(&counts.files, &l);
    files_report("no space for the counters of ", u->name, 0);
}

/* Locks the counts and begins the process if none of its units is registered yet. Returns errno,
 * which end_registration restores. */
static int begin_registration(void)
{
    int error = errno;
    pthread_mutex_lock(&counts.lock);
    if (!counts.begun)
        begin_process();
    return error;
}

static void end_registration(int error)
{
    pthread_mutex_unlock(&counts.lock);
    errno = error;
}

void macs_count_register(struct count_unit *u)
{
    int error = begin_registration();
    if (counts.stored) {
        struct registered *r = add_unit(u);
        if (macs_count_block == fallback)
            give_block();
        log_early(u);
        if (r)
            u->base = COUNT_SCRATCH + r->offset;
        else
            report_uncounted(u);
    }
    end_registration(error);
}

void macs_record_register(struct record_unit *u)
{
    int error = begin_registration();
    if (counts.stored) {
        records_add_unit(&counts.files, u);
        if (macs_count_block == fallback)
            give_block();
        else
            records_begin_thread(&counts.files, own_slot());
    }
    end_registration(error);
}
