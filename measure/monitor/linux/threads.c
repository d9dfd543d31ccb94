/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/monitor/linux/table.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the directory of the thread's files. */
static int task_folder(const struct monitor *m, const struct thread *t)
{
    return m->processes.at[t->process].folder;
}

ssize_t threads_text(struct monitor *m, struct thread *t, struct proc_file *f, const char *name,
                     char text[PROC_TEXT])
{
    bool was_open = f->descriptor >= 0, keep = m->keep > (f == &t->syscall ? 0 : m->often);
    ssize_t n = proc_text(f, task_folder(m, t), t->tid, name, keep, text);
    m->keep -= !was_open && f->descriptor >= 0;
    return n;
}

static void close_file(struct monitor *m, struct proc_file *f)
{
    m->keep += f->descriptor >= 0;
    proc_close(f);
}

/* ---- first and last sample ---- */

/* Returns false if the thread has ended, or is dead and kept only because of its process. */
static bool read_stat(struct monitor *m, struct thread *t, struct proc_stat *s)
{
    char text[PROC_TEXT];
    ssize_t n = threads_text(m, t, &t->stat, "stat", text);
    return n > 0 && proc_read_stat(s, text, (size_t)n) && s->state != 'Z' && s->state != 'X' &&
           (t->start == 0 || t->start == s->start);
}

void threads_name(struct thread *t, const struct proc_stat *s)
{
    bool named = t->name[0] && strcmp(t->name, s->name) != 0;
    t->renamed |= s->stack && t->stack ? s->stack != t->stack : named;
    t->stack = s->stack;
    memcpy(t->name, s->name, sizeof t->name);
}

/* The interval between readings grows with the age of the thread, so that at least half of its life
 * is accounted when it ends. */
void threads_renew(struct monitor *m, struct thread *t)
{
    enum { PHASES = 64 }; /* spreads the readings */
    static const double soon = 0.05;
    struct proc_stat s;
    double now = monitor_now(m), later = 1 + (double)(t->tid % PHASES) / PHASES;
    t->renew_at = now + fmin(later, fmax(now - t->begin, soon));
    if (read_stat(m, t, &s))
        threads_name(t, &s);
    registration_read(m, t);
    registration_select(m, t);
    times_read(m, t);
}

static void add_to_table(struct monitor *m, size_t process, size_t place)
{
    threads_renew(m, m->threads.at[place]);
    *array_push(&m->processes.at[process].living) = place;
}

/* Returns whether the process's main thread continues under its ID. A thread that executes a
 * program takes the ID and the start time of the main thread (execve(2)). In between there is no
 * thread of that ID, but for an observer it is one thread. */
static bool continues_as_main(struct monitor *m, size_t process)
{
    const struct process *p = &m->processes.at[process];
    struct proc_stat s;
    for (size_t i = m->threads.n; p->threads > 0 && i-- > 0;) {
        struct thread *t = m->threads.at[i];
        if (t->process != process || t->tid != p->pid)
            continue;
        if (!t->ended || !read_stat(m, t, &s)) {
            close_file(m, &t->stat);
            return false;
        }
        t->ended = false;
        t->renamed = true;
        t->account = t->before_end;
        m->ended--;
        add_to_table(m, process, i);
        return true;
    }
    return false;
}

static void add_thread(struct monitor *m, size_t process, pid_t tid)
{
    struct thread *t = xmalloc(sizeof *t);
    struct proc_stat s;
    *t = (struct thread){.tid = tid,
                         .process = process,
                         .syscall.descriptor = -1,
                         .stat.descriptor = -1,
                         .schedstat.descriptor = -1,
                         .slot = -1,
                         .waited.call = -1,
                         .begin = monitor_now(m)};
    if (!read_stat(m, t, &s)) {
        close_file(m, &t->stat);
        free(t);
        return;
    }
    t->start = s.start;
    threads_name(t, &s);
    *array_push(&m->threads) = t;
    add_to_table(m, process, m->threads.n - 1);
}

void threads_end(struct monitor *m, struct thread *t)
{
    t->ended = true;
    m->ended++;
    t->end = monitor_now(m);
    t->before_end = t->account;
    times_read(m, t);
    t->slot = -1;
    close_file(m, &t->syscall);
    close_file(m, &t->stat);
    close_file(m, &t->schedstat);
}

void threads_free(struct thread *t)
{
    proc_close(&t->syscall);
    proc_close(&t->stat);
    proc_close(&t->schedstat);
    free(t->registered_name);
    free(t->registered_group);
    waits_free(t);
    array_free(&t->regions);
    array_free(&t->bins);
    free(t);
}

/* ---- listing threads ---- */

struct listing {
    ARRAY(pid_t) tids;
};
static void list_one(void *context, pid_t tid)
{
    *array_push(&((struct listing *)context)->tids) = tid;
}
static int compare_tids(const void *a, const void *b)
{
    pid_t x = *(const pid_t *)a, y = *(const pid_t *)b;
    return (x > y) - (x < y);
}

static bool is_listed(const struct listing *l, pid_t tid)
{
    return l->tids.n > 0 && bsearch(&tid, l->tids.at, l->tids.n, sizeof tid, compare_tids);
}

/* Returns whether the same thread still exists. */
static bool is_alive(struct monitor *m, struct thread *t, const struct listing *l)
{
    struct proc_stat s;
    return is_listed(l, t->tid) && read_stat(m, t, &s);
}

/* Removes ended threads from the process. Returns the IDs of the others, in order. */
static struct listing keep_living(struct monitor *m, size_t process, const struct listing *now)
{
    struct process *p = &m->processes.at[process];
    struct listing known = {0};
    size_t n = 0;
    for (size_t i = 0; i < p->living.n; i++) {
        struct thread *t = m->threads.at[p->living.at[i]];
        if (is_alive(m, t, now)) {
            p->living.at[n++] = p->living.at[i];
            *array_push(&known.tids) = t->tid;
        } else if (!t->ended) {
            threads_end(m, t);
        }
    }
    p->living.n = n;
    if (n > 0)
        qsort(known.tids.at, n, sizeof *known.tids.at, compare_tids);
    return known;
}

/* Adds new threads. The main thread, which comes first, has the ID of its process; it need not
 * be the lowest. */
static void add_new(struct monitor *m, size_t process, const struct listing *now,
                    const struct listing *known)
{
    pid_t first = m->processes.at[process].pid;
    if (!is_listed(known, first) && !continues_as_main(m, process))
        add_thread(m, process, first);
    for (size_t i = 0; i < now->tids.n; i++)
        if (now->tids.at[i] != first && !is_listed(known, now->tids.at[i]))
            add_thread(m, process, now->tids.at[i]);
}

void threads_list(struct monitor *m, size_t process)
{
    struct process *p = &m->processes.at[process];
    struct listing now = {0};
    p->rescan = false;
    p->listed = monitor_now(m);
    if (proc_each_number(p->folder, "task", list_one, &now) && now.tids.n > 0) {
        qsort(now.tids.at, now.tids.n, sizeof *now.tids.at, compare_tids);
        struct listing known = keep_living(m, process, &now);
        add_new(m, process, &now, &known);
        array_free(&known.tids);
    }
    array_free(&now.tids);
}

/* ---- one sample ---- */

struct descriptor_question {
    struct process *p;
    double now;
};

/* Returns the kind of a descriptor. It is kept for as long as it has not changed, up to 0.2 s. A
 * descriptor that was reused is read each time from then on, because a program that opens and
 * closes files gets the same numbers again. If it cannot be read any more, because the process
 * is about to end, the last kind is returned. */
static enum descriptor_kind known_kind(void *context, int descriptor)
{
    enum { KEPT = 1 << 16 }; /* kept for descriptors up to this */
    static const double first = 0.02, most = 0.2;
    struct descriptor_question *q = context;
    struct process *p = q->p;
    char link[64];
    if (descriptor < 0 || descriptor >= KEPT)
        return descriptor_read(p->folder, descriptor, link, sizeof link);
    while (p->descriptors.n <= (size_t)descriptor)
        *array_push(&p->descriptors) = (struct descriptor_seen){.kind = DESCRIPTOR_UNKNOWN};
    struct descriptor_seen *d = &p->descriptors.at[descriptor];
    if (q->now < d->until)
        return d->kind;
    enum descriptor_kind kind = descriptor_read(p->folder, descriptor, link, sizeof link);
    kind = kind == DESCRIPTOR_UNKNOWN ? d->kind : kind;
    d->changes |= d->span > 0 && kind != d->kind;
    d->span = d->changes ? 0 : d->span > 0 ? fmin(d->span * 2, most) : first;
    d->kind = kind;
    d->until = q->now + d->span;
    return kind;
}

/* Hashes eight bytes at a time with the multiplier of the golden ratio: the probability that two
 * texts of a thread have the same hash is 2^-64. Never 0. */
static uint64_t hash_of(const char *text, size_t n)
{
    uint64_t hash = n, word;
    for (size_t i = 0; i < n; i += sizeof word) {
        word = 0;
        memcpy(&word, text + i, n - i < sizeof word ? n - i : sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return hash ? hash : 1;
}

static void store_call(struct thread *t, const struct seen_thread *s, uint64_t hash)
{
    t->settled = false;
    t->call_hash = hash;
    t->call = *s;
}

/* Parses the text of syscall. Returns false if the thread has ended. Between a stop and the rest
 * of its call a thread may be shown as running. */
static bool parse_call(const struct call_read *r, uint64_t hash, struct seen_thread *s)
{
    struct thread *t = r->thread;
    *s = (struct seen_thread){.call = -1};
    if (r->n < 0 && proc_is_gone(r->error))
        return false;
    s->denied = r->n < 0 || !seen_read_syscall(s, r->text, (size_t)r->n);
    if (!s->denied)
        seen_resume(s, &t->waited);
    if (!s->denied && s->call >= 0)
        t->waited = *s;
    t->denied |= s->denied;
    t->foreign |= s->foreign;
    if (!s->denied && !s->ended)
        store_call(t, s, hash);
    return !s->ended;
}

/* The kind of a descriptor, and whether it was requested. */
struct descriptor_request {
    struct descriptor_question q;
    bool requested;
};
static enum descriptor_kind requested_kind(void *context, int descriptor)
{
    struct descriptor_request *a = context;
    a->requested = true;
    return known_kind(&a->q, descriptor);
}

/* Determines the state of the thread from its call, and from its stat if necessary. Returns false
 * if it has ended. */
static bool find_state(struct monitor *m, struct thread *t, struct seen_thread *s,
                       struct wait_key *key, double now)
{
    struct process *p = &m->processes.at[t->process];
    struct descriptor_request request = {.q = {p, now}};
    bool by_stat = p->stopped || seen_needs_stat(s);
    if (by_stat) {
        struct proc_stat stat;
        if (!read_stat(m, t, &stat))
            return false;
        s->state = stat.state;
        threads_name(t, &stat);
    }
    t->state = seen_state(s, &(struct descriptor_reader){requested_kind, &request}, key);
    t->settled = !by_stat && !request.requested && t->call_hash;
    return true;
}

void threads_read(struct monitor *m, struct call_batch *t)
{
    char *to = t->text;
    for (size_t i = 0; i < t->n; i++) {
        struct call_read *r = &t->at[i];
        r->text = to;
        r->n = threads_text(m, r->thread, &r->thread->syscall, "syscall", to);
        r->error = errno;
        to += r->n > 0 ? r->n : 0;
    }
}

/* The accounting is read at intervals: time after the last reading is not accounted if the
 * thread ends. */
bool threads_sample(struct monitor *m, const struct call_read *r, double now)
{
    static const double seldom = 0.1 /* seconds */, unseen = 0.1;
    struct thread *t = r->thread;
    uint64_t hash = r->n > 0 ? hash_of(r->text, (size_t)r->n) : 0;
    bool kept = hash && hash == t->call_hash;
    t->still = kept ? (uint8_t)(t->still + (t->still < STILL)) : 0;
    struct seen_thread seen = {.call = -1};
    struct wait_key key = {.call = -1};
    if (!kept || !t->settled || m->o.sites || m->processes.at[t->process].stopped) {
        if (kept)
            seen = t->call;
        else if (!parse_call(r, hash, &seen))
            return false;
        if (!find_state(m, t, &seen, &key, now))
            return false;
    }
    account_sample(m, t, t->state, &seen, &key, now);
    t->ran |= t->state == STATE_PROCESSING;
    if (t->ran && now - t->timed > fmin(seldom, (now - t->begin) * unseen))
        times_read(m, t);
    return true;
}
