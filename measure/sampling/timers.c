/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/sampling/timers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A unit that is not ready for so long is one whose writer has ended. */
#define GIVE_UP_NS UINT64_C(500000000)

bool timers_open(struct timers *t, double rate)
{
    *t = (struct timers){.thread_keys = {.words = 1}, .process_keys = {.words = 1}};
    t->fd = memfd_create("macs-sampler", MFD_CLOEXEC);
    if (t->fd < 0)
        return false;
    void *at = ftruncate(t->fd, sizeof(struct area)) != 0
                   ? MAP_FAILED
                   : mmap(NULL, sizeof(struct area), PROT_READ | PROT_WRITE, MAP_SHARED, t->fd, 0);
    if (at == MAP_FAILED) {
        int problem = errno;
        close(t->fd);
        errno = problem;
        return false;
    }
    t->area = at;
    t->area->version = AREA_VERSION;
    t->area->interval = t->interval = (uint64_t)(1e9 / rate);
    return true;
}

char *const *timers_environment(const struct timers *t, const char *library, struct arena *a)
{
    const char *before = getenv("LD_PRELOAD");
    char **list = ARENA_ARRAY(a, char *, 3);
    list[0] = arena_printf(a, "LD_PRELOAD=%s%s%s", library, before && *before ? ":" : "",
                           before ? before : "");
    list[1] = arena_printf(a, AREA_VARIABLE "=/proc/%d/fd/%d", (int)getpid(), t->fd);
    return list;
}

/* ---- CPU time of threads ---- */

static struct thread_time *time_of(struct timers *t, const struct message *m)
{
    uint64_t key = (uint64_t)m->pid << 32 | m->tid;
    uint32_t number = numbering_add(&t->thread_keys, &key);
    if (number == t->times.n)
        *array_push(&t->times) = (struct thread_time){0};
    return &t->times.at[number];
}

/* Sets the CPU time of a thread. Returns the difference from its previous value. */
static uint64_t advance_time(struct timers *t, const struct message *m)
{
    struct thread_time *thread = time_of(t, m);
    uint64_t before = thread->ns;
    thread->ns = m->cpu_time > before ? m->cpu_time : before;
    t->cpu_ns += thread->ns - before;
    return thread->ns - before;
}

/* Sets the page faults and the time in the kernel of a thread. Stores the differences from their
 * previous values in r, unless it is NULL. */
static void advance_faults(struct timers *t, const struct message *m, struct record *r)
{
    struct thread_time *thread = time_of(t, m);
    if (r) {
        r->faults = m->faults > thread->faults ? m->faults - thread->faults : 0;
        r->kernel = m->kernel_ns > thread->kernel_ns ? m->kernel_ns - thread->kernel_ns : 0;
    }
    thread->faults = m->faults;
    thread->kernel_ns = m->kernel_ns;
}

static struct process_threads *process_of(struct timers *t, const struct message *m)
{
    uint64_t key = m->pid;
    uint32_t number = numbering_add(&t->process_keys, &key);
    if (number == t->processes.n)
        *array_push(&t->processes) = (struct process_threads){0};
    return &t->processes.at[number];
}

/* Starts a new thread, which may have the number of one that has ended. */
static void start_thread(struct timers *t, const struct message *m)
{
    *time_of(t, m) = (struct thread_time){.started = true};
    if (m->other == m->pid)
        process_of(t, m)->others++;
    else
        process_of(t, m)->others = 0;
    t->starts++;
}

uint64_t timers_cpu_time(const struct timers *t)
{
    return t->cpu_ns;
}

/* ---- messages ---- */

static struct record *add_record(struct record_block *into, enum record_kind kind,
                                 const struct message *m)
{
    struct record *r = array_push(&into->records);
    *r = (struct record){.kind = kind, .pid = m->pid, .tid = m->tid, .time = m->time, .text = ""};
    return r;
}

static void add_map(struct record_block *into, const struct message *m, const char *text)
{
    struct record *r = add_record(into, RECORD_MAP, m);
    r->begin = m->address;
    r->size = m->cpu_time;
    r->offset = m->offset;
    r->device = m->device;
    r->inode = m->inode;
    r->executable = true;
    r->text = text;
}

static void add_sample(struct timers *t, struct record_block *into, const struct message *m)
{
    struct record *r = add_record(into, RECORD_SAMPLE, m);
    r->n = 1;
    r->at = m->address;
    r->cpu = m->other;
    r->weight = advance_time(t, m);
    advance_faults(t, m, r);
    struct thread_time *thread = time_of(t, m);
    thread->address = m->address;
    thread->has_address = true;
}

/* Adds the time after the last sample of a thread, which belongs to the address of this sample. */
static void add_rest(struct timers *t, struct record_block *into, const struct message *m)
{
    uint64_t rest = advance_time(t, m);
    struct thread_time *thread = time_of(t, m);
    if (thread->has_address && rest > 0) {
        struct record *r = add_record(into, RECORD_SAMPLE, m);
        r->at = thread->address;
        r->weight = rest;
        r->cpu = UINT32_MAX;
        advance_faults(t, m, r);
    }
}

/* A thread that executes a program gets the number of the first thread of its process. If there
 * were other threads, it is unknown which one it was: the clock of the one that remains is taken
 * over. */
static void add_exec(struct timers *t, struct record_block *into, const struct message *m,
                     const char *name)
{
    struct process_threads *process = process_of(t, m);
    if (process->others == 0)
        add_rest(t, into, m);
    else
        time_of(t, m)->ns = m->cpu_time;
    process->others = 0;
    advance_faults(t, m, NULL);
    time_of(t, m)->started = true;
    time_of(t, m)->has_address = false;
    t->starts++;
    struct record *r = add_record(into, RECORD_NAME, m);
    r->is_exec = true;
    r->text = name;
}

/* A process that shares the memory of another one (clone) ends with the library, but has no timer.
 */
static void add_end(struct timers *t, struct record_block *into, const struct message *m,
                    const char *name)
{
    if (!time_of(t, m)->started)
        return;
    add_rest(t, into, m);
    struct process_threads *process = process_of(t, m);
    if (m->tid != m->pid && process->others)
        process->others--;
    add_record(into, RECORD_NAME, m)->text = name;
    add_record(into, RECORD_EXIT, m);
}

static void add_message(struct timers *t, struct record_block *into, const struct message *m,
                        const char *text)
{
    struct record *r;
    switch (m->kind) {
    case MESSAGE_SAMPLE:
        add_sample(t, into, m);
        break;
    case MESSAGE_MAP:
        add_map(into, m, text);
        break;
    case MESSAGE_EXEC:
        add_exec(t, into, m, text);
        break;
    case MESSAGE_FORK:
        start_thread(t, m);
        r = add_record(into, RECORD_FORK, m);
        r->parent_pid = r->parent_tid = m->other;
        break;
    case MESSAGE_END:
        add_end(t, into, m, text);
        break;
    }
}

/* Decodes a message of n bytes. */
static void read_message(struct timers *t, struct record_block *into, const char *bytes, size_t n)
{
    struct message m;
    memcpy(&m, bytes, sizeof m);
    if (m.pid > INT32_MAX || m.tid > INT32_MAX || m.text_bytes > n - sizeof m)
        return; /* the program wrote into the shared memory */
    const char *text = bytes + sizeof m;
    add_message(t, into, &m, name_of(&into->texts, text, strnlen(text, (size_t)m.text_bytes)));
}

/* ---- units ---- */

static struct area_unit *unit_at(const struct timers *t, uint64_t position)
{
    return &t->area->units[position % AREA_UNITS];
}

static uint32_t state_at(const struct timers *t, uint64_t position)
{
    return atomic_load_explicit(&unit_at(t, position)->state, memory_order_acquire);
}

/* Frees n units at the tail. */
static void free_units(struct timers *t, uint64_t tail, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        atomic_store_explicit(&unit_at(t, tail + i)->state, 0, memory_order_relaxed);
    atomic_store_explicit(&t->area->tail, tail + n, memory_order_release);
}

/* Returns true if the unit at the tail has not been ready for so long that it never will be. */
static bool gives_up(struct timers *t, uint64_t tail, uint64_t now)
{
    if (t->waits_since && t->waits_at == tail && now - t->waits_since > GIVE_UP_NS)
        return true;
    if (!t->waits_since || t->waits_at != tail) {
        t->waits_since = now;
        t->waits_at = tail;
    }
    return false;
}

/* Returns true if a message begins in a unit of that state, and all of it was written: `rest` units
 * follow. The program can write into the shared memory: any state is possible. */
static bool begins_message(uint32_t state, uint64_t rest)
{
    uint32_t parts = state >> 16;
    return (state & 0xffff) == 1 && parts >= 1 && parts <= MESSAGE_UNITS && parts <= rest;
}

/* Reads the message that begins at the tail, of `parts` units. */
static void read_units(struct timers *t, struct record_block *into, uint64_t tail, uint32_t parts)
{
    char bytes[MESSAGE_UNITS * UNIT_BYTES + 1];
    for (uint32_t i = 0; i < parts; i++)
        memcpy(bytes + i * UNIT_BYTES, unit_at(t, tail + i)->bytes, UNIT_BYTES);
    size_t n = (size_t)parts * UNIT_BYTES;
    bytes[n] = '\0';
    if (n >= sizeof(struct message))
        read_message(t, into, bytes, n);
}

void timers_drain(struct timers *t, struct record_block *into, uint64_t now)
{
    uint64_t head = atomic_load_explicit(&t->area->head, memory_order_acquire);
    uint64_t tail = atomic_load_explicit(&t->area->tail, memory_order_relaxed);
    while (tail < head) {
        uint32_t state = state_at(t, tail), parts = state >> 16;
        bool begins = begins_message(state, head - tail);
        if (state == 0 && !gives_up(t, tail, now))
            return;
        if (begins)
            read_units(t, into, tail, parts);
        else
            atomic_fetch_add_explicit(&t->area->lost, state == 0, memory_order_relaxed);
        free_units(t, tail, begins ? parts : 1);
        tail += begins ? parts : 1;
    }
}

void timers_close(struct timers *t)
{
    munmap(t->area, sizeof *t->area);
    close(t->fd);
    array_release_all(t->times.at, t->processes.at);
    numbering_free(&t->thread_keys);
    numbering_free(&t->process_keys);
    *t = (struct timers){.thread_keys = {.words = 1}, .process_keys = {.words = 1}};
}
