/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sampling by events of the kernel. */
#include "measure/sampling/overhead.h"
#include "measure/sampling/sampling.h"

#include <math.h>
#include <stdlib.h>

enum {
    PERIOD_MS = 50,     /* shortest time between two choices of the period */
    CHOICE_SHARE = 500, /* choosing periods takes at most 1/500 of the time */
    SHORT_THREADS = 10, /* so many threads without a sample make the short period necessary */
    LEAST_SAMPLES = 20, /* of short threads: fewer do not represent the others */
};

/* Adds the rings to the descriptors whose events the sampler waits for. */
static void wait_for_rings(struct sampling *s)
{
    size_t n = s->events.rings.n;
    s->waits = xrealloc(s->waits, (n + 1) * sizeof *s->waits);
    for (size_t i = 0; i < n; i++)
        s->waits[i + 1] = (struct pollfd){.fd = s->events.rings.at[i].clock[0], .events = POLLIN};
    s->n_waits = n + 1;
}

/* Returns the next random number (splitmix64). */
static uint64_t random_number(struct sampling *s)
{
    uint64_t z = s->random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Returns CPU seconds from 0 to the first period. Without them the begin of each run would have no
 * samples. */
static double random_phase(struct sampling *s)
{
    double share = (double)(random_number(s) >> 11) / (double)(UINT64_C(1) << 53);
    return s->events.unit == PROFILE_NS ? 1e-9 * share * events_first_period(&s->events) : 0;
}

bool perf_open(struct sampling *s, struct events_refusal *why)
{
    if (!events_open(&s->events, s->run.pid, s->o->rate, s->o->chain, s->o->opener, why))
        return false;
    wait_for_rings(s);
    s->run.phase = random_phase(s);
    events_start(&s->events);
    return true;
}

void perf_drain(struct sampling *s)
{
    for (size_t i = 0; i < s->events.rings.n; i++)
        ring_drain(&s->events.rings.at[i], &s->block);
}

/* The more threads and processors there are, the longer a change takes; then it is done less often.
 */
void perf_choose_period(struct sampling *s)
{
    uint64_t now = sampling_now();
    if (now < s->period_due)
        return;
    events_choose_period(&s->events, s->unsampled_ends >= SHORT_THREADS, random_number(s));
    uint64_t pause = CHOICE_SHARE * (sampling_now() - now);
    s->period_due = now + (pause > PERIOD_MS * NS_PER_MS ? pause : PERIOD_MS * NS_PER_MS);
}

/* Returns the CPU time of threads that ended before their first sample: the time that is counted
 * but not sampled, at most EVENT_PERIODS periods of each such thread on each processor. */
static struct quantity unsampled_time(const struct sampling *s, struct quantity counted)
{
    if (s->events.unit != PROFILE_NS || !s->events.kernel)
        return missing("only user code was sampled, or cycles instead of time");
    double threads = 0;
    for (size_t i = 0; i < s->counts.threads.n; i++)
        threads += s->counts.threads.at[i].samples == 0;
    double most = threads * (double)s->events.rings.n * EVENT_PERIODS * 1e-9 * s->events.period;
    struct quantity rest = q_sub(counted, known(1e-9 * sample_counts_weight(&s->counts)));
    if (is_known(rest))
        rest.value = fmin(fmax(rest.value, 0), most);
    return rest;
}

/* Distributes the time without samples over the samples of short threads: these were sampled only
 * while the short period was in use, and represent the others. */
static void scale_short_threads(const struct sampling *s, struct profile *p)
{
    double weight = 0, samples = 0;
    for (size_t i = 0; i < p->n_samples; i++)
        if (!sample_counts_is_long(&s->counts, p->samples[i].thread)) {
            weight += (double)p->samples[i].weight;
            samples += (double)p->samples[i].n;
        }
    if (!is_known(p->unsampled_seconds) || samples < LEAST_SAMPLES)
        return;
    double factor = 1 + 1e9 * p->unsampled_seconds.value / weight;
    for (size_t i = 0; i < p->n_samples; i++)
        if (!sample_counts_is_long(&s->counts, p->samples[i].thread))
            p->samples[i].weight = (uint64_t)(factor * (double)p->samples[i].weight + 0.5);
    p->unsampled_seconds.value = 0;
}

/* Adds the CPU time that the kernel accounts to the processes and that its counter does not have:
 * the counter runs only while a thread executes under the events, not while the kernel starts, ends
 * or switches it, and never in programs that may not be sampled. */
static void add_uncounted_time(const struct sampling *s, struct arena *a, struct profile *p)
{
    const struct command_usage usage = command_usage(&s->run);
    double counted = is_known(p->cpu_seconds) ? p->cpu_seconds.value : 0;
    double rest = fmax(usage.cpu_seconds - counted, 0);
    excluded_set_seconds(&s->excluded, rest, p);
    p->switch_seconds = known(is_known(p->cpu_seconds) ? rest - p->excluded_seconds.value : 0);
    p->cpu_seconds = known(counted + rest);
    p->minor_faults = known(usage.minor_faults);
    p->major_faults = known(usage.major_faults);
    excluded_fill(&s->excluded, a, p);
}

void perf_fill(struct sampling *s, struct arena *a, struct profile *p)
{
    p->unit = s->events.unit;
    p->period = s->events.period;
    p->sample_cost = s->events.sample_cost;
    p->kernel = s->events.kernel;
    p->cpu_seconds = q_div(events_count(s->events.cpu_time), known(1e9), "");
    if (is_known(p->cpu_seconds))
        p->cpu_seconds.value = fmax(p->cpu_seconds.value - s->run.phase, 0);
    p->instructions = s->events.no_instructions
                          ? missing(arena_strdup(a, s->events.no_instructions))
                          : events_count(s->events.instructions);
    p->unsampled_seconds = unsampled_time(s, p->cpu_seconds);
    scale_short_threads(s, p);
    add_uncounted_time(s, a, p);
}

/* ---- cost ---- */

void perf_report_overhead(const struct sampling *s, const struct profile *p, struct diag *d)
{
    /* Events take less than this; without a share of it, nothing is measured. */
    static const double most_switch = 5e-6, most_start = 200e-6, most_share = 0.01;
    double switches = command_usage(&s->run).switches, cpu = p->cpu_seconds.value;
    if (!is_known(p->cpu_seconds) ||
        switches * most_switch + s->starts * most_start < most_share * cpu)
        return;
    struct overhead o = overhead_measure(&s->events);
    if (!is_known(o.of_switch) || !is_known(o.of_start)) {
        diag_warning(d, (struct where){.file = s->o->command[0]},
                     "the cost of sampling is unknown, with %.0f switches and %.0f starts of "
                     "threads: %s",
                     switches, s->starts,
                     is_known(o.of_switch) ? o.of_start.missing : o.of_switch.missing);
        return;
    }
    double samples =
        is_known(p->sample_cost) ? p->sample_cost.value * sample_counts_number(&s->counts) : 0;
    double cost = samples + switches * o.of_switch.value + s->starts * o.of_start.value;
    if (cost > most_share * cpu)
        diag_warning(d, (struct where){.file = s->o->command[0]},
                     "sampling took about %.2g %% of the CPU time: %.0f switches of threads at "
                     "%.2g us each, %.0f starts at %.2g us",
                     100 * cost / cpu, switches, 1e6 * o.of_switch.value, s->starts,
                     1e6 * o.of_start.value);
}
