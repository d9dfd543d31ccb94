/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/sampling/sampler.h"

#include "measure/sampling/clock.h"
#include "measure/sampling/command.h"
#include "measure/sampling/events.h"
#include "measure/sampling/numbering.h"
#include "measure/sampling/records.h"
#include "measure/sampling/spaces.h"
#include "measure/sampling/counts.h"

#include <math.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    DRAIN_MS = 50,             /* longest time between two reads of the rings */
    PERIOD_MS = 50,            /* shortest time between two choices of the period */
    CLOCK_MS = 100,            /* time between two measurements of the core clock */
    CLOCKS_AT_ONCE = 3,        /* processors measured each time: 0.1 % of the time */
    CHOICE_SHARE = 500,        /* choosing periods takes at most 1/500 of the time */
    RECORD_DELAY_NS = 1000000, /* longest time from the time of a record until it is in the ring */
};

#define NS_PER_MS UINT64_C(1000000)

struct sampling {
    const struct sampler_options *o;
    struct command_run run;
    struct events events;
    struct record_block block;
    struct spaces spaces;
    struct sample_counts counts;
    struct core_clock clock;
    struct numbering streams; /* of samples: thread, processor and period */
    struct pollfd *waits;     /* the signals of the command, then each ring */
    bool *used;               /* of each ring: there was a sample since its clock was measured */
    size_t next_ring;         /* index of the ring whose clock is measured next */
    cpu_set_t allowed;        /* processors of the sampler itself */
    uint64_t clock_due, period_due; /* ns: time of the next measurement and choice */
    uint64_t random, lost;
};

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* ---- records ---- */

/* Sets the caller of key: the first frame outside the object of the sample. */
static void find_caller(const struct sampling *s, const struct record *r,
                        struct profile_sample *key)
{
    for (uint32_t i = 0; i < r->n_callers; i++) {
        struct position p = spaces_find(&s->spaces, r->pid, r->callers[i]);
        if (p.object == s->spaces.unmapped)
            return;
        if (p.object != key->object) {
            key->caller_object = p.object;
            key->caller_at = p.at;
            return;
        }
    }
}

/* Returns the CPU time that a sample represents. The kernel starts a period anew for each thread on
 * each processor: on average, half a period at the end of such a stream has no sample. The first
 * sample of the stream represents this time, too. */
static uint64_t weigh_sample(struct sampling *s, const struct record *r, uint32_t thread)
{
    uint64_t key[] = {(uint64_t)thread << 32 | r->cpu, r->weight};
    size_t before = numbering_count(&s->streams);
    bool first = numbering_add(&s->streams, key) == before;
    return r->weight + (first ? r->weight / 2 : 0);
}

static void add_sample(struct sampling *s, const struct record *r)
{
    struct position p = {s->spaces.kernel, r->at};
    if (!r->in_kernel)
        p = spaces_find(&s->spaces, r->pid, r->at);
    struct profile_sample key = {.object = p.object,
                                 .thread =
                                     sample_counts_thread(&s->counts, (int)r->pid, (int)r->tid),
                                 .caller_object = PROFILE_NONE,
                                 .at = p.at,
                                 .n = 1};
    key.weight = weigh_sample(s, r, key.thread);
    if (s->o->callers || r->in_kernel)
        find_caller(s, r, &key);
    sample_counts_add(&s->counts, &key);
}

static void set_name(struct sampling *s, const struct record *r)
{
    if (r->is_exec)
        spaces_exec(&s->spaces, r);
    sample_counts_set_name(&s->counts, (int)r->pid, (int)r->tid, r->text);
}

static void add_thread(struct sampling *s, const struct record *r)
{
    spaces_fork(&s->spaces, r);
    uint32_t parent = sample_counts_thread(&s->counts, (int)r->parent_pid, (int)r->parent_tid);
    const char *name = s->counts.threads.at[parent].name;
    sample_counts_new_thread(&s->counts, (int)r->pid, (int)r->tid);
    sample_counts_set_name(&s->counts, (int)r->pid, (int)r->tid, name);
}

static void apply_record(struct sampling *s, const struct record *r)
{
    switch (r->kind) {
    case RECORD_SAMPLE:
        add_sample(s, r);
        break;
    case RECORD_FAULT:
        sample_counts_add_faults(&s->counts, (int)r->pid, r->at, EVENT_FAULT_PERIOD);
        break;
    case RECORD_MAP:
        spaces_map(&s->spaces, r);
        break;
    case RECORD_NAME:
        set_name(s, r);
        break;
    case RECORD_FORK:
        add_thread(s, r);
        break;
    case RECORD_EXIT:
        spaces_exit(&s->spaces, r);
        break;
    case RECORD_LOST:
        s->lost += r->n;
        break;
    }
}

static int compare_times(const void *one, const void *other)
{
    const struct record *a = one, *b = other;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

/* Reads the rings and applies the records before the time `until`, in the order of their times.
 * Later ones remain in the block: another processor may still write one with an earlier time. */
static void apply_records(struct sampling *s, uint64_t until)
{
    for (size_t i = 0; i < s->events.rings.n; i++)
        s->used[i] |= ring_drain(&s->events.rings.at[i], &s->block);
    struct record *at = s->block.records.at;
    size_t n = s->block.records.n, applied = 0;
    for (size_t i = 0; i < n; i++)
        at[i].order = (uint32_t)i;
    if (n)
        qsort(at, n, sizeof *at, compare_times);
    while (applied < n && at[applied].time < until)
        apply_record(s, &at[applied++]);
    if (applied)
        memmove(at, at + applied, (n - applied) * sizeof *at);
    s->block.records.n = n - applied;
}

/* ---- while the command runs ---- */

/* Returns the next random number (splitmix64). */
static uint64_t random_number(struct sampling *s)
{
    uint64_t z = s->random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Measures the core clock of a few processors on which the command ran, each in its turn. */
static void measure_clocks(struct sampling *s)
{
    int measured = 0;
    for (size_t i = 0; i < s->events.rings.n && measured < CLOCKS_AT_ONCE; i++) {
        size_t ring = (s->next_ring + i) % s->events.rings.n;
        if (!s->used[ring])
            continue;
        s->used[ring] = false;
        s->next_ring = ring + 1;
        core_clock_measure(&s->clock, s->events.rings.at[ring].cpu);
        measured++;
    }
    if (measured)
        sched_setaffinity(0, sizeof s->allowed, &s->allowed);
}

/* Changes the period at random. This takes longer the more threads and processors there are; then
 * it is done less often. */
static void choose_period(struct sampling *s, uint64_t now)
{
    events_choose_period(&s->events, random_number(s));
    uint64_t took = now_ns() - now, pause = CHOICE_SHARE * took;
    s->period_due = now + (pause > PERIOD_MS * NS_PER_MS ? pause : PERIOD_MS * NS_PER_MS);
}

static void do_due_work(struct sampling *s)
{
    uint64_t now = now_ns();
    if (now >= s->period_due)
        choose_period(s, now);
    if (now >= s->clock_due) {
        measure_clocks(s);
        s->clock_due = now + CLOCK_MS * NS_PER_MS;
    }
}

/* Samples until the command has ended. */
static void follow_command(struct sampling *s)
{
    while (command_is_running(&s->run)) {
        poll(s->waits, s->events.rings.n + 1, DRAIN_MS);
        apply_records(s, now_ns() - RECORD_DELAY_NS);
        do_due_work(s);
    }
    events_stop(&s->events);
    apply_records(s, UINT64_MAX);
}

/* ---- the result ---- */

static void *copy_array(struct arena *a, const void *at, size_t n, size_t size)
{
    void *copy = arena_alloc(a, n * size);
    if (n)
        memcpy(copy, at, n * size);
    return copy;
}

static void copy_objects(const struct sampling *s, struct arena *a, struct profile *p)
{
    p->n_objects = s->spaces.objects.n;
    p->objects = copy_array(a, s->spaces.objects.at, p->n_objects, sizeof *p->objects);
    for (size_t i = 0; i < p->n_objects; i++)
        if (p->objects[i].path)
            p->objects[i].path = arena_strdup(a, p->objects[i].path);
}

static void copy_threads(const struct sampling *s, struct arena *a, struct profile *p)
{
    p->n_threads = s->counts.threads.n;
    p->threads = copy_array(a, s->counts.threads.at, p->n_threads, sizeof *p->threads);
    for (size_t i = 0; i < p->n_threads; i++)
        p->threads[i].name = arena_strdup(a, p->threads[i].name);
}

/* Returns the sum of the samples, or with `weights` of their weights. */
static double sum_samples(const struct sample_counts *t, bool weights)
{
    double sum = 0;
    for (size_t i = 0; i < t->samples.n; i++)
        sum += (double)(weights ? t->samples.at[i].weight : t->samples.at[i].n);
    return sum;
}

/* Returns the CPU time of threads that ended before their first sample: the time that is counted
 * but not sampled, at most two periods of each such thread on each processor. */
static struct quantity unsampled_time(const struct sampling *s, struct quantity counted)
{
    if (s->events.unit != PROFILE_NS || !s->events.kernel)
        return missing("only user code was sampled, or cycles instead of time");
    double threads = 0;
    for (size_t i = 0; i < s->counts.threads.n; i++)
        threads += s->counts.threads.at[i].samples == 0;
    double most = threads * (double)s->events.rings.n * EVENT_PERIODS * 1e-9 * s->events.period;
    struct quantity rest = q_sub(counted, known(1e-9 * sum_samples(&s->counts, true)));
    if (is_known(rest))
        rest.value = fmin(fmax(rest.value, 0), most);
    return rest;
}

static void fill_counts(struct sampling *s, struct profile *p)
{
    p->lost = s->lost;
    p->cpu_seconds = q_div(events_count(s->events.cpu_time), known(1e9), "");
    p->minor_faults = events_count(s->events.minor);
    p->major_faults = events_count(s->events.major);
    p->unsampled_seconds = unsampled_time(s, p->cpu_seconds);
    p->rate = q_div(known(sum_samples(&s->counts, false)), p->cpu_seconds,
                    "the command used no CPU time");
    static const double quantiles[] = {0.05, 0.5, 0.95};
    for (int i = 0; i < 3; i++)
        p->clock[i] = core_clock_quantile(&s->clock, quantiles[i]);
}

static void fill_profile(struct sampling *s, struct arena *a, struct profile *p)
{
    sample_counts_sort(&s->counts);
    copy_objects(s, a, p);
    copy_threads(s, a, p);
    p->n_samples = s->counts.samples.n;
    p->samples = copy_array(a, s->counts.samples.at, p->n_samples, sizeof *p->samples);
    p->n_faults = s->counts.faults.n;
    p->faults = copy_array(a, s->counts.faults.at, p->n_faults, sizeof *p->faults);
    p->status = s->run.status;
    p->wall_seconds = s->run.seconds;
    p->left = command_processes_left();
    p->sampler = sampler_name(SAMPLER_PERF);
    p->unit = s->events.unit;
    p->period = s->events.period;
    p->kernel = s->events.kernel;
    fill_counts(s, p);
}

static void copy_command(struct arena *a, char *const *words, struct profile *p)
{
    while (words[p->n_command])
        p->n_command++;
    const char **copy = ARENA_ARRAY(a, const char *, p->n_command + 1);
    for (size_t i = 0; i < p->n_command; i++)
        copy[i] = arena_strdup(a, words[i]);
    p->command = copy;
}

static void free_sampling(struct sampling *s)
{
    events_close(&s->events);
    record_block_free(&s->block);
    spaces_free(&s->spaces);
    sample_counts_free(&s->counts);
    numbering_free(&s->streams);
    core_clock_free(&s->clock);
    free(s->used);
    free(s->waits);
}

/* Prepares the wait for signals and rings. */
static void prepare_waits(struct sampling *s)
{
    size_t n = s->events.rings.n;
    s->used = xmalloc(n + 1);
    memset(s->used, 0, n + 1);
    s->waits = xmalloc((n + 1) * sizeof *s->waits);
    s->waits[0] = (struct pollfd){.fd = s->run.signals, .events = POLLIN};
    for (size_t i = 0; i < n; i++)
        s->waits[i + 1] = (struct pollfd){.fd = s->events.rings.at[i].clock[0], .events = POLLIN};
}

static bool open_events(struct sampling *s, struct diag *d)
{
    struct events_refusal why;
    if (events_open(&s->events, s->run.pid, s->o->rate, s->o->callers, &why))
        return true;
    diag_error(d, (struct where){0}, "the program can't be sampled: %s",
               why.what ? why.what : strerror(why.problem));
    return false;
}

bool sampler_run(const struct sampler_options *o, struct arena *a, struct profile *p,
                 struct diag *d)
{
    struct sampling s = {.o = o, .random = o->seed, .streams = {.words = 2}};
    *p = (struct profile){0};
    copy_command(a, o->command, p);
    sched_getaffinity(0, sizeof s.allowed, &s.allowed);
    spaces_init(&s.spaces);
    sample_counts_init(&s.counts);
    if (!command_prepare(&s.run, o->command, d)) {
        free_sampling(&s);
        return false;
    }
    bool good = open_events(&s, d);
    prepare_waits(&s);
    events_start(&s.events);
    good = command_start(&s.run, good, d);
    if (good) {
        follow_command(&s);
        fill_profile(&s, a, p);
    }
    command_end(&s.run);
    free_sampling(&s);
    return good;
}

const char *sampler_name(enum sampler_method method)
{
    static const char *const names[] = {
#define SAMPLER(NAME, name, meaning) name,
#include "measure/sampling/samplers.def"
#undef SAMPLER
    };
    return names[method];
}
