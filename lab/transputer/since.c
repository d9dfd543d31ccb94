/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the results of the interval between two results of a run. */
#include "lab/transputer/shares.h"

/* A member of a result: its change between before and now. */
#define CHANGE(member) .member = now->member - before->member

static struct tp_exact_times exact_times_since(const struct tp_exact_times *before,
                                               const struct tp_exact_times *now)
{
    return (struct tp_exact_times){CHANGE(running),       CHANGE(queued), CHANGE(timer),
                                   CHANGE(communication), CHANGE(inside), CHANGE(ended)};
}

static struct tp_counts counts_since(const struct tp_counts *before, const struct tp_counts *now)
{
    return (struct tp_counts){CHANGE(timer),
                              CHANGE(waiting),
                              CHANGE(processing),
                              CHANGE(timer_cycles),
                              CHANGE(waiting_cycles),
                              CHANGE(processing_cycles),
                              .monitored = now->monitored};
}

/* Returns the efficiency as the monitor reports it: 1 - idle rounds * cycles of a round /
 * cycles. */
static struct quantity efficiency(const struct tp_transputer_result *r, struct quantity round)
{
    if (!is_known(r->efficiency))
        return r->efficiency;
    if (r->idle_rounds == 0)
        return known(1);
    return q_sub(known(1), q_div(q_mul(known((double)r->idle_rounds), round),
                                 known((double)r->cycles), "no time passed"));
}

static struct tp_transputer_result transputer_since(const struct tp_transputer_result *before,
                                                    const struct tp_transputer_result *now)
{
    struct tp_transputer_result r = *now;
    r.cycles -= before->cycles;
    r.idle -= before->idle;
    r.monitor_cycles -= before->monitor_cycles;
    r.rounds -= before->rounds;
    r.idle_rounds -= before->idle_rounds;
    r.empty_rounds -= before->empty_rounds;
    r.empty_cycles -= before->empty_cycles;
    if (is_known(r.efficiency))
        r.round = q_div(known((double)r.empty_cycles), known((double)r.empty_rounds),
                        "the queue was never empty in the interval");
    r.efficiency = efficiency(&r, r.calibrated);
    r.timed = efficiency(&r, r.round);
    return r;
}

void tp_since(struct arena *a, const struct tp_program *p, const struct tp_result *before,
              const struct tp_result *now, struct tp_result *to)
{
    to->deadlock = now->deadlock;
    to->processes = ARENA_ARRAY(a, struct tp_process_result, p->n_processes);
    to->transputers = ARENA_ARRAY(a, struct tp_transputer_result, p->n_transputers);
    for (size_t i = 0; i < p->n_processes; i++) {
        const struct tp_process_result *b = &before->processes[i], *n = &now->processes[i];
        to->processes[i] =
            (struct tp_process_result){.exact = exact_times_since(&b->exact, &n->exact),
                                       .subs = exact_times_since(&b->subs, &n->subs),
                                       .n_subs = n->n_subs,
                                       .counts = counts_since(&b->counts, &n->counts),
                                       .tm = q_sub(n->tm, b->tm)};
    }
    for (size_t i = 0; i < p->n_transputers; i++)
        to->transputers[i] = transputer_since(&before->transputers[i], &now->transputers[i]);
}
