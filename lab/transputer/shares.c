/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/transputer/shares.h"

const char *const tp_state_names[TP_STATES] = {
#define STATE(NAME, name, counter) name,
#include "lab/transputer/states.def"
#undef STATE
};

uint64_t tp_counted(const struct tp_process_result *r, enum tp_state s)
{
    const uint64_t counts[TP_STATES] = {
#define STATE(NAME, name, counter) r->counts.counter,
#include "lab/transputer/states.def"
#undef STATE
    };
    return counts[s];
}

static struct quantity share_of(uint64_t n, uint64_t all, const char *why)
{
    return q_div(known((double)n), known((double)all), why);
}

static struct quantity counted_share(const struct tp_process_result *r, const uint64_t n[TP_STATES],
                                     enum tp_state s)
{
    uint64_t all = 0;
    if (!r->counts.monitored)
        return missing("it did not report to the process monitor");
    for (enum tp_state i = 0; i < TP_STATES; i++)
        all += n[i];
    return share_of(n[s], all, "the monitor never inspected it");
}

struct quantity tp_monitor_share(const struct tp_process_result *r, enum tp_state s)
{
    uint64_t n[TP_STATES];
    for (enum tp_state i = 0; i < TP_STATES; i++)
        n[i] = tp_counted(r, i);
    return counted_share(r, n, s);
}

struct quantity tp_timed_share(const struct tp_process_result *r, enum tp_state s)
{
    const uint64_t cycles[TP_STATES] = {
#define STATE(NAME, name, counter) r->counts.counter##_cycles,
#include "lab/transputer/states.def"
#undef STATE
    };
    return counted_share(r, cycles, s);
}

/* Returns the cycles from its start to its end, or to the end of the run. */
static uint64_t life_of(const struct tp_process_result *r)
{
    const struct tp_exact_times *t = &r->exact;
    return t->running + t->queued + t->timer + t->communication + t->inside;
}

static const char *const no_life = "it existed for less than one cycle";

struct quantity tp_exact_share(const struct tp_process_result *r, enum tp_state s)
{
    const struct tp_exact_times *t = &r->exact;
    uint64_t cycles[TP_STATES] = {[TP_STATE_PROCESSING] = t->running + t->queued,
                                  [TP_STATE_COMMUNICATION] = t->communication,
                                  [TP_STATE_TIMER] = t->timer};
    return share_of(cycles[s], life_of(r), no_life);
}

struct quantity tp_subprocess_share(const struct tp_process_result *r)
{
    return share_of(r->exact.inside, life_of(r), no_life);
}

struct quantity tp_exact_efficiency(const struct tp_transputer_result *r)
{
    return share_of(r->cycles - r->idle, r->cycles, "it ran for no time");
}
