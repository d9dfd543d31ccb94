/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/sampling/sampler.h"

#include "measure/sampling/sampling.h"

#include <errno.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    DRAIN_MS = 50,             /* longest time between two reads of the records */
    CLOCK_MS = 100,            /* time between two measurements of the core clock */
    CLOCKS_AT_ONCE = 3,        /* processors measured each time: 0.1 % of the time */
    RECORD_DELAY_NS = 1000000, /* longest time from the time of a record until it can be read */
};

uint64_t sampling_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* ---- while the command runs ---- */

/* Measures the core clock of a few processors on which the command ran, each in its turn. */
static void measure_clocks(struct sampling *s)
{
    int measured = 0;
    cpu_set_t allowed;
    sched_getaffinity(0, sizeof allowed, &allowed);
    for (size_t i = 0; i < s->n_cpus && measured < CLOCKS_AT_ONCE; i++) {
        size_t cpu = (s->next_cpu + i) % s->n_cpus;
        if (!s->used[cpu])
            continue;
        s->used[cpu] = false;
        s->next_cpu = cpu + 1;
        core_clock_measure(&s->clock, (int)cpu);
        measured++;
    }
    if (measured)
        sched_setaffinity(0, sizeof allowed, &allowed);
}

static void drain_records(struct sampling *s)
{
    if (s->method == SAMPLER_PERF)
        perf_drain(s);
    else
        timers_drain(&s->timers, &s->block, sampling_now());
}

/* Samples until the command has ended. */
static void follow_command(struct sampling *s)
{
    while (command_is_running(&s->run)) {
        poll(s->waits, s->n_waits, DRAIN_MS);
        drain_records(s);
        sampling_apply(s, sampling_now() - RECORD_DELAY_NS);
        if (s->method == SAMPLER_PERF)
            perf_choose_period(s);
        if (s->method == SAMPLER_PERF)
            excluded_update(&s->excluded);
        if (sampling_now() >= s->clock_due) {
            if (s->method == SAMPLER_TIMERS)
                timers_find_excluded(&s->texts, &s->excluded);
            measure_clocks(s);
            s->clock_due = sampling_now() + CLOCK_MS * NS_PER_MS;
        }
    }
    if (s->method == SAMPLER_PERF)
        events_stop(&s->events);
    drain_records(s);
    sampling_apply(s, UINT64_MAX);
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

/* Stores what the library and the kernel counted. Processes for which nobody waited are known by
 * the library only, processes without the library by the kernel only. The library is not active in
 * the first and the last moments of a process: they are estimated to be the time that the library
 * does not know, up to PROFILE_START_MS for each start; what remains is of programs without the
 * library. */
static void timers_fill(struct sampling *s, struct arena *a, struct profile *p)
{
    const double start_seconds = 1e-3 * PROFILE_START_MS;
    const struct command_usage usage = command_usage(&s->run);
    double in_library = 1e-9 * (double)timers_cpu_time(&s->timers);
    double rest = fmax(usage.cpu_seconds - in_library, 0);
    double starts = fmin(rest, start_seconds * (double)s->timers.starts);
    p->unit = PROFILE_NS;
    p->period = (double)s->timers.interval;
    p->kernel = true;
    p->sample_cost = missing("the sampler with timers does not measure it");
    p->cpu_seconds = known(in_library + rest);
    p->switch_seconds = known(starts);
    p->excluded_seconds = p->excluded_least = known(rest - starts);
    p->excluded_most = known(rest);
    p->unsampled_seconds = known(fmax(in_library - 1e-9 * sample_counts_weight(&s->counts), 0));
    excluded_fill(&s->excluded, a, p);
    if (p->excluded_seconds.value > 0 && !p->n_excluded)
        *ARENA_PUSH(a, p->excluded, p->n_excluded) = (struct profile_excluded){
            "programs or threads without the preloaded library",
            "statically linked, with other privileges, started without LD_PRELOAD, or not created "
            "by fork or pthread_create"};
    p->minor_faults = known(usage.minor_faults);
    p->major_faults = known(usage.major_faults);
    p->instructions = missing("the sampler with timers does not count it");
    s->lost += s->timers.area->lost;
}

void sampling_fill_samples(struct sampling *s, struct arena *a, struct profile *p)
{
    sample_counts_sort(&s->counts);
    copy_objects(s, a, p);
    copy_threads(s, a, p);
    p->n_samples = s->counts.samples.n;
    p->samples = copy_array(a, s->counts.samples.at, p->n_samples, sizeof *p->samples);
    p->n_faults = s->counts.faults.n;
    p->faults = copy_array(a, s->counts.faults.at, p->n_faults, sizeof *p->faults);
    p->n_executed = s->counts.executed.n;
    p->executed = copy_array(a, s->counts.executed.at, p->n_executed, sizeof *p->executed);
}

static void fill_profile(struct sampling *s, struct arena *a, struct profile *p)
{
    sampling_fill_samples(s, a, p);
    p->status = s->run.status;
    p->stop_signal = s->run.stop_signal;
    p->wall_seconds = s->run.seconds;
    p->left = command_processes_left();
    p->sampler = sampler_name(s->method);
    p->chain = s->method == SAMPLER_PERF ? s->o->chain : CHAIN_NONE;
    if (s->method == SAMPLER_PERF)
        perf_fill(s, a, p);
    else
        timers_fill(s, a, p);
    p->lost = s->lost;
    p->rate = q_div(known(sample_counts_number(&s->counts)), p->cpu_seconds,
                    "the command used no CPU time");
    static const double quantiles[] = {0.05, 0.5, 0.95};
    for (int i = 0; i < 3; i++)
        p->clock[i] = core_clock_quantile(&s->clock, quantiles[i]);
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

/* ---- methods ---- */

void sampling_begin(struct sampling *s)
{
    s->streams.words = 2;
    spaces_init(&s->spaces);
    sample_counts_init(&s->counts);
    s->n_cpus = (size_t)sysconf(_SC_NPROCESSORS_CONF);
    s->used = xmalloc(s->n_cpus + 1);
    memset(s->used, 0, s->n_cpus + 1);
    s->waits = xmalloc(sizeof *s->waits);
    s->n_waits = 1;
}

void sampling_free(struct sampling *s)
{
    if (s->events.period > 0)
        events_close(&s->events);
    if (s->timers.area)
        timers_close(&s->timers);
    record_block_free(&s->block);
    spaces_free(&s->spaces);
    sample_counts_free(&s->counts);
    numbering_free(&s->streams);
    core_clock_free(&s->clock);
    excluded_free(&s->excluded);
    arena_free(&s->texts);
    array_release_all(s->used, s->waits);
}

/* Starts the prepared command and samples it. Returns false after a message in d. */
static bool run_command(struct sampling *s, struct arena *a, struct profile *p, struct diag *d)
{
    s->waits[0] = (struct pollfd){.fd = s->run.signals, .events = POLLIN};
    bool good = command_start(&s->run, true, d);
    if (good) {
        follow_command(s);
        fill_profile(s, a, p);
    }
    return good;
}

/* Returns false with the reason in *why if events can't be opened, and after a message in d if the
 * command can't be executed (*why is then empty). */
static bool run_with_perf(struct sampling *s, struct arena *a, struct profile *p,
                          struct events_refusal *why, struct diag *d)
{
    *why = (struct events_refusal){0};
    s->method = SAMPLER_PERF;
    s->run = (struct command_run){
        .words = s->o->command, .inherited = s->o->signals, .silent = s->o->repeated};
    if (!command_prepare(&s->run, d))
        return false;
    bool opened = perf_open(s, why);
    bool good = opened ? run_command(s, a, p, d) : command_start(&s->run, false, d);
    command_end(&s->run);
    if (good && !s->o->repeated)
        perf_report_overhead(s, p, d);
    return good;
}

/* Returns the library to be preloaded, in a: in a build directory beside the command, else where it
 * is installed. */
static const char *find_library(const struct sampler_options *o, struct arena *a)
{
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    const char *slash = strrchr(self, '/');
    const char *built =
        arena_printf(a, "%.*s/" AREA_LIBRARY, slash ? (int)(slash - self) : 0, self);
    if (o->library)
        return o->library;
    return access(built, R_OK) == 0 ? built : MACS_PKGLIBDIR "/" AREA_LIBRARY;
}

static bool run_with_timers(struct sampling *s, struct arena *a, struct profile *p, struct diag *d)
{
    s->method = SAMPLER_TIMERS;
    const char *library = find_library(s->o, a);
    if (access(library, R_OK) != 0)
        return diag_error(d, (struct where){.file = library}, "%s: install this part of MACS",
                          strerror(errno)),
               false;
    if (!timers_open(&s->timers, s->o->rate > 0 ? s->o->rate : 1000))
        return diag_error(d, (struct where){0}, "no memory for samples: %s", strerror(errno)),
               false;
    if (s->o->chain == CHAIN_DWARF && !s->o->repeated)
        diag_warning(d, (struct where){.file = s->o->command[0]},
                     "callers of library functions are unknown: call chains by DWARF need "
                     "perf_event_open");
    s->run = (struct command_run){.words = s->o->command,
                                  .inherited = s->o->signals,
                                  .silent = s->o->repeated,
                                  .environment = timers_environment(&s->timers, library, a)};
    if (!command_prepare(&s->run, d))
        return false;
    bool good = run_command(s, a, p, d);
    bool warns = good && !s->o->repeated;
    if (warns && atomic_load(&s->timers.area->has_other_timers))
        diag_warning(d, (struct where){.file = s->o->command[0]},
                     "the program has CPU timers of its own, which expire together with those of "
                     "the sampler: shares of its signal handlers are wrong");
    if (warns && atomic_load(&s->timers.area->uses_signal))
        diag_warning(
            d, (struct where){.file = s->o->command[0]},
            "the program has a handler for signal %d (SIGRTMAX-3), which the sampler uses: "
            "the handler was never called",
            SIGRTMAX - 3);
    command_end(&s->run);
    return good;
}

/* Samples by the requested method. Returns false after a message in d. */
static bool run_sampled(struct sampling *s, struct arena *a, struct profile *p, struct diag *d)
{
    struct events_refusal why = {0};
    struct where w = {.file = s->o->command[0]};
    if (s->o->method != SAMPLER_TIMERS) {
        if (run_with_perf(s, a, p, &why, d))
            return true;
        if (!why.problem)
            return false;
        if (s->o->method == SAMPLER_PERF || !why.forbidden) {
            diag_error(d, w, "can't be sampled: %s", why.what ? why.what : strerror(why.problem));
            return false;
        }
    }
    const char *refusal = timers_refusal(a, s->o->command[0]);
    if (!refusal)
        return run_with_timers(s, a, p, d);
    diag_error(d, w, "can't be sampled by a preloaded library: %s%s%s", refusal,
               why.what ? "; " : "", why.what ? why.what : "");
    return false;
}

bool sampler_run(const struct sampler_options *o, struct arena *a, struct profile *p,
                 struct diag *d)
{
    struct sampling s = {.o = o, .random = o->seed};
    *p = (struct profile){0};
    copy_command(a, o->command, p);
    sampling_begin(&s);
    bool good = run_sampled(&s, a, p, d);
    sampling_free(&s);
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
