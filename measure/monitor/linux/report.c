/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts the samples to a watch: since the start, or since the last report. */
#include "measure/monitor/linux/table.h"
#include "base/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The interval of a watch; `reported` is the part in earlier reports, zeroes for the whole watch.
 */
struct interval {
    const struct monitor *m;
    struct arena *a;
    bool recent, brief; /* brief: only what changes between two questions */
    double from, to;
    struct spinning_counts *spinning; /* NULL = not counted */
};

static struct state_counts difference(const struct state_counts *now,
                                      const struct state_counts *before, bool recent)
{
    struct state_counts c = *now;
    for (int s = 0; recent && s < THREAD_STATES; s++)
        c.n[s] -= before->n[s];
    return c;
}

/* Returns the difference modulo 2^64, because the accounting of a thread that continues under
 * another ID may be smaller. */
static double seconds_between(uint64_t from, uint64_t to)
{
    return (double)(int64_t)(to - from) * 1e-9;
}

static uint64_t difference_beyond(uint64_t n, uint64_t before)
{
    return n > before ? n - before : 0;
}

/* Returns whether the accounting covers the same time as the samples: not if waits were counted
 * as processing, or if the thread is watched only while it is registered. */
static bool is_accounted(const struct monitor *m, const struct thread *t)
{
    return t->has_times && !t->waits_processing && !m->o.registered;
}

/* Returns whether the accounting of a ready thread has not changed since it was complete: a wait
 * in the queue is accounted at its end. */
static bool is_pending(const struct monitor *m, const struct thread *t)
{
    return is_accounted(m, t) && !t->ended && t->account.end < t->timed;
}

/* Returns the samples taken since then, in this interval. */
static struct samples_taken samples_since(const struct thread *t, bool recent)
{
    struct samples_taken n = samples_so_far(t), c = t->account.covered;
    if (recent && t->account_reported > t->account.end)
        c = (struct samples_taken){state_samples(&t->reported), t->reported.n[STATE_PROCESSING]};
    return (struct samples_taken){difference_beyond(n.all, c.all),
                                  difference_beyond(n.processing, c.processing)};
}

/* Seconds of this interval that are not yet accounted, and the part of them that will be,
 * estimated from the samples. */
struct pending {
    double seconds, queued;
};
static struct pending pending_of(const struct thread *t, const struct interval *s)
{
    if (!is_pending(s->m, t))
        return (struct pending){0};
    struct samples_taken n = samples_since(t, s->recent);
    double from = s->recent ? fmax(t->account.end, t->account_reported) : t->account.end;
    double seconds = fmax(s->to - from, 0);
    double part = n.all > 0 ? (double)n.processing / (double)n.all : 1;
    return (struct pending){seconds, seconds * part};
}

/* Returns the seconds of a wait that an earlier report contained. They are excluded from the
 * interval in which the wait ends. */
static double reported_before(const struct thread *t, const struct interval *s)
{
    return s->recent && t->account.end > t->account_reported ? t->pending_reported : 0;
}

static void add_account(struct watched_thread *w, const struct thread *t, const struct interval *s)
{
    struct samples_taken n = samples_since(t, s->recent), reported = {0};
    double from = s->recent ? t->account_reported : t->account_begin;
    w->accounted = fmax(t->account.end - from, 0) + pending_of(t, s).seconds;
    if (is_pending(s->m, t))
        n = (struct samples_taken){0};
    if (s->recent)
        reported = t->rest_reported;
    w->rest.all = difference_beyond(t->rest.all + n.all, reported.all);
    w->rest.processing = difference_beyond(t->rest.processing + n.processing, reported.processing);
}

/* Returns whether the accounting covers no time of the interval. */
static bool has_no_account(const struct thread *t, const struct interval *s)
{
    double from = s->recent ? t->account_reported : t->account_begin;
    return !(t->account.end > from) && !(pending_of(t, s).seconds > 0);
}

static void add_times(struct watched_thread *w, const struct thread *t, const struct interval *s)
{
    const struct proc_schedstat *from = s->recent ? &t->reported_times : &t->first;
    const struct proc_schedstat *last = &t->account.last;
    w->running = w->queued = missing("the kernel keeps no accounting, or it may not be read");
    if (!t->has_times || (last->run == 0 && t->counts.n[STATE_PROCESSING] > 0))
        return;
    if (is_accounted(s->m, t) && has_no_account(t, s)) {
        w->running = w->queued = missing("it ended before the kernel's accounting was read again");
        add_account(w, t, s);
        return;
    }
    double running = seconds_between(from->run, last->run);
    double queued =
        seconds_between(from->queue, last->queue) + pending_of(t, s).queued - reported_before(t, s);
    w->running = known(fmax(running + fmin(queued, 0), 0));
    w->queued = known(fmax(queued, 0));
    if (is_accounted(s->m, t))
        add_account(w, t, s);
}

/* Returns the entry of a region. Two processes that add a region at the same moment may give it
 * two numbers. */
static struct state_region *region_of(struct watched_thread *w, const char *name,
                                      const struct interval *s)
{
    for (size_t i = 0; i < w->n_regions; i++)
        if (strcmp(w->regions[i].name, name) == 0)
            return &w->regions[i];
    w->regions[w->n_regions].name = arena_strdup(s->a, name);
    return &w->regions[w->n_regions++];
}

static void add_regions(struct watched_thread *w, const struct thread *t, const struct interval *s)
{
    char name[AREA_REGION_NAME];
    w->regions = ARENA_ARRAY(s->a, struct state_region, t->regions.n);
    for (size_t i = 0; i < t->regions.n; i++) {
        const struct region_count *r = &t->regions.at[i];
        struct state_counts c = difference(&r->counts, &r->reported, s->recent);
        area_region_name(s->m->o.area, r->region, name);
        if (state_samples(&c) == 0 ||
            !*name) /* "": the program was killed while it added the region */
            continue;
        struct state_region *to = region_of(w, name, s);
        for (int k = 0; k < THREAD_STATES; k++)
            to->counts.n[k] += c.n[k];
    }
}

static void add_bins(struct watched_thread *w, const struct thread *t, const struct interval *s)
{
    if (s->recent || t->bins.n == 0)
        return;
    w->n_bins = t->bins.n;
    w->bins = ARENA_ARRAY(s->a, struct state_bin, w->n_bins);
    memcpy(w->bins, t->bins.at, w->n_bins * sizeof *w->bins);
}

static int compare_sites(const void *a, const void *b)
{
    const struct wait_site *x = a, *y = b;
    return (x->samples < y->samples) - (x->samples > y->samples);
}

static const char *known_text(struct arena *a, const char *text)
{
    return text[0] ? arena_strdup(a, text) : NULL;
}

/* Returns the name of the call; NULL for a thread that is stopped or cannot be inspected. */
static const char *call_text(struct arena *a, const struct site_count *site)
{
    char buf[32];
    bool none = site->key.call < 0 && site->state != STATE_DISK;
    return none ? NULL : arena_strdup(a, seen_call_name(site->key.call, buf));
}

static void add_sites(struct watched_thread *w, const struct thread *t, const struct interval *s)
{
    w->sites = ARENA_ARRAY(s->a, struct wait_site, t->sites.n);
    for (size_t i = 0; i < t->sites.n; i++) {
        const struct site_count *site = &t->sites.at[i];
        uint64_t n = site->samples - (s->recent ? site->reported : 0);
        if (n > 0)
            w->sites[w->n_sites++] =
                (struct wait_site){.state = site->state,
                                   .call = call_text(s->a, site),
                                   .what = known_text(s->a, site->text ? site->text->what : ""),
                                   .peer = known_text(s->a, site->text ? site->text->peer : ""),
                                   .samples = n};
    }
    qsort(w->sites, w->n_sites, sizeof *w->sites, compare_sites);
}

static const char *copy_name(struct arena *a, const char *text)
{
    return text ? arena_strdup(a, text) : NULL;
}

static double seconds_of(const struct thread *t, const struct interval *s, double begin)
{
    double end = t->ended ? t->end : s->to;
    if (t->gathered)
        return t->gathered_seconds - (s->recent ? t->reported_seconds : 0);
    return end > begin ? end - begin : 0;
}

static struct watched_thread add_thread(const struct thread *t, const struct interval *s)
{
    double begin = t->begin > s->from ? t->begin : s->from;
    struct watched_thread w = {
        .number = t->number,
        .pid = t->many_processes ? 0 : s->m->processes.at[t->process].pid,
        .tid = t->tid,
        .name = copy_name(s->a, t->registered_name ? t->registered_name : t->name),
        .group = copy_name(s->a, t->registered_group),
        .begin = begin,
        .seconds = seconds_of(t, s, begin),
        .ended = t->ended,
        .counts = difference(&t->counts, &t->reported, s->recent),
    };
    if (s->brief)
        return w;
    add_times(&w, t, s);
    add_sites(&w, t, s);
    add_regions(&w, t, s);
    add_bins(&w, t, s);
    return w;
}

static void note_unknown(struct watch *w, const struct interval *s)
{
    long denied = 0, foreign = 0;
    for (size_t i = 0; i < s->m->threads.n; i++) {
        const struct thread *t = s->m->threads.at[i];
        denied += t->denied && t->chosen;
        foreign += t->foreign && t->chosen;
    }
    if (denied > 0)
        note(s->a, &w->notes,
             "%ld thread%s cannot be inspected by this user: what %s waits for is unknown", denied,
             denied == 1 ? "" : "s", denied == 1 ? "it" : "each");
    if (foreign > 0)
        note(s->a, &w->notes,
             "%ld thread%s of a 32-bit program, whose system call numbers differ: what %s "
             "waits for is unknown",
             foreign, foreign == 1 ? " is" : "s are", foreign == 1 ? "it" : "each");
}

static void note_unseen(struct watch *w, const struct interval *s)
{
    long n = 0;
    for (size_t i = 0; i < s->m->threads.n; i++) {
        const struct thread *t = s->m->threads.at[i];
        n += t->chosen && t->ended && state_samples(&t->counts) == 0;
    }
    for (size_t i = 0; i < s->m->gathered.n; i++)
        n += s->m->gathered.at[i]->unseen;
    if (n > 0)
        note(s->a, &w->notes, "at least %ld thread%s started and ended between two samples", n,
             n == 1 ? "" : "s");
}

static void note_gathered(struct watch *w, const struct interval *s)
{
    long n = 0;
    for (size_t i = 0; i < s->m->gathered.n; i++)
        n += s->m->gathered.at[i]->gathered;
    if (n > 0)
        note(s->a, &w->notes,
             "%ld ended threads are combined by name, because there were too many: "
             "thread 0 has the sum of their seconds, without waits and timeline",
             n);
}

/* Adds a note with the reason if there were fewer samples than requested. */
static void note_late(struct watch *w, const struct interval *s)
{
    static const double enough = 0.9, least = 1; /* of the rate; seconds */
    if (w->seconds < least || w->rate >= enough * w->asked)
        return;
    if (s->m->delayed > s->m->samples / 2)
        note(s->a, &w->notes,
             "sampling all threads takes so long that it was done %.3g times a second, so that "
             "the monitor uses at most a quarter of a CPU",
             w->rate);
    else
        note(s->a, &w->notes, "samples were late: %s",
             s->m->first
                 ? "many threads started and ended, or real-time programs kept the CPUs busy"
                 : "the CPUs were busy; run as root to give the monitor priority");
}

/* Adds a note on threads whose samples the monitor disturbs, because it runs on the CPU that they
 * wait for. The kernel's accounting is not affected. */
static void note_quick(struct watch *w, const struct interval *s)
{
    enum { SAMPLES = 100 };
    static const double margin = 0.05;
    long n = 0, tid = 0;
    double seen = 0, most = 0, accounted = 0;
    for (size_t i = 0; i < w->n_threads; i++) {
        const struct watched_thread *t = &w->threads[i];
        uint64_t all = state_samples(&t->counts), part = t->counts.n[STATE_PROCESSING];
        if (t->accounted <= 0 || all < SAMPLES || !t->tid)
            continue;
        double share = (double)part / (double)all;
        double other = thread_shares(t, false).share[STATE_PROCESSING].value;
        if (!share_disagrees(part, all, other, margin))
            continue;
        n++;
        if (fabs(share - other) < most)
            continue;
        most = fabs(share - other);
        seen = share, accounted = other, tid = t->tid;
    }
    if (n > 0)
        note(s->a, &w->notes,
             "%ld thread%s state so fast that the monitor disturbs the samples: they found "
             "thread %ld processing in %.1f %%; the kernel's accounting of %.1f %% is correct "
             "and is shown; regions and the timeline use the samples",
             n, n == 1 ? " changes" : "s change", tid, 100 * seen, 100 * accounted);
}

/* Returns the command line of a process with blanks between its words; else its name. */
static const char *command_of(const struct monitor *m, struct arena *a)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/cmdline", (long)m->o.pid);
    FILE *f = fopen(path, "r");
    char *text = NULL;
    size_t n = 0;
    for (int c; f && (c = getc(f)) != EOF;)
        *ARENA_PUSH(a, text, n) = (char)(c == 0 || c == '\n' ? ' ' : c);
    file_drop(f);
    while (n > 0 && text[n - 1] == ' ')
        n--;
    if (n > 0)
        return arena_strndup(a, text, n);
    return m->threads.n ? arena_strdup(a, m->threads.at[0]->name) : NULL;
}

static void add_if_new(struct watch *w, const struct thread *t, const struct interval *s)
{
    if (!t->chosen || (t->ended && t->end <= s->from && s->recent))
        return;
    struct watched_thread *to = &w->threads[w->n_threads++];
    *to = add_thread(t, s);
    if (s->spinning && !t->many_processes)
        spinning_count(s->spinning, &s->m->processes.at[t->process], to);
}

static int compare_processes(const void *a, const void *b)
{
    const struct thread *x = *(struct thread *const *)a, *y = *(struct thread *const *)b;
    if (x->process != y->process)
        return x->process > y->process ? 1 : -1;
    return (x->number > y->number) - (x->number < y->number);
}

/* Adds the threads, grouped by process; processes and threads are in the order of appearance. */
static void add_threads(struct watch *w, const struct interval *s)
{
    size_t n = s->m->threads.n;
    struct thread **t = ARENA_ARRAY(s->a, struct thread *, n);
    for (size_t i = 0; i < n; i++)
        t[i] = s->m->threads.at[i];
    if (n > 0)
        qsort(t, n, sizeof(*t), compare_processes);
    for (size_t i = 0; i < n; i++)
        add_if_new(w, t[i], s);
}

static struct watch make_watch(struct interval *s)
{
    const struct monitor *m = s->m;
    struct spinning_counts spinning = {{0}, {0}};
    s->spinning = s->brief ? NULL : &spinning;
    struct watch w = {.command = s->brief ? NULL : command_of(m, s->a),
                      .seconds = s->to - s->from,
                      .samples = m->samples - (s->recent ? m->reported_samples : 0),
                      .asked = 1 / m->o.period,
                      .cost = monitor_cost(m) - (s->recent ? m->reported_cost : 0),
                      .column_seconds = m->column_seconds,
                      .threads =
                          ARENA_ARRAY(s->a, struct watched_thread, m->gathered.n + m->threads.n)};
    w.rate = w.seconds > 0 ? (double)w.samples / w.seconds : 0;
    for (size_t i = 0; i < m->gathered.n; i++)
        add_if_new(&w, m->gathered.at[i], s);
    add_threads(&w, s);
    struct cpu_times now = {0};
    cpu_times_read(&now, m->o.calibration);
    w.cpus = cpu_idle(s->recent ? &m->reported_cpus : &m->cpus, &now, s->a);
    w.n_cpus = now.cpu.n;
    cpu_times_free(&now);
    if (s->brief)
        return w;
    note_unknown(&w, s);
    note_unseen(&w, s);
    note_gathered(&w, s);
    note_late(&w, s);
    note_quick(&w, s);
    spinning_add_notes(s->a, &w.notes, &spinning);
    s->spinning = NULL;
    return w;
}

static double end_of(const struct monitor *m)
{
    return m->end >= 0 ? m->end : monitor_now(m);
}

struct watch monitor_watch(const struct monitor *m, struct arena *a)
{
    return make_watch(&(struct interval){.m = m, .a = a, .to = end_of(m)});
}

struct watch monitor_counts(const struct monitor *m, struct arena *a)
{
    return make_watch(&(struct interval){.m = m, .a = a, .brief = true, .to = end_of(m)});
}

static void mark_times_reported(struct thread *t, const struct interval *s)
{
    struct samples_taken n = samples_since(t, true);
    struct pending p = pending_of(t, s);
    t->pending_reported += p.queued - reported_before(t, s);
    t->rest_reported =
        (struct samples_taken){t->rest.all + n.all, t->rest.processing + n.processing};
    t->account_reported = p.seconds > 0 ? s->to : fmax(t->account.end, t->account_reported);
    t->reported_times = t->account.last;
}

static void mark_reported(struct thread *t, const struct interval *s)
{
    mark_times_reported(t, s);
    t->reported = t->counts;
    t->reported_seconds = t->gathered_seconds;
    for (size_t i = 0; i < t->sites.n; i++)
        t->sites.at[i].reported = t->sites.at[i].samples;
    for (size_t i = 0; i < t->regions.n; i++)
        t->regions.at[i].reported = t->regions.at[i].counts;
}

struct watch monitor_recent(struct monitor *m, struct arena *a)
{
    times_read_all(m);
    double to = end_of(m);
    struct interval s = {.m = m, .a = a, .recent = true, .from = m->reported, .to = to};
    struct watch w = make_watch(&s);
    for (size_t i = 0; i < m->threads.n; i++)
        mark_reported(m->threads.at[i], &s);
    for (size_t i = 0; i < m->gathered.n; i++)
        mark_reported(m->gathered.at[i], &s);
    m->reported = to;
    m->reported_samples = m->samples;
    m->reported_cost = monitor_cost(m);
    cpu_times_read(&m->reported_cpus, m->o.calibration);
    return w;
}
