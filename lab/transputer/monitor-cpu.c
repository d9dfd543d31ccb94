/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 3.3's CPU monitor: the time between two of its turns shows whether other processes
 * ran. */
#include "lab/transputer/watch.h"

#include <math.h>

/* Returns whether so few ticks are the duration of a round without other processes. */
static bool is_round_alone(const struct tp_watch_state *s, uint64_t ticks, double tick)
{
    return is_known(s->calibrated) && (double)ticks <= ceil(s->calibrated.value / tick);
}

static void read_clock(struct tp_machine *m, struct tp_task *t)
{
    struct tp_watch_state *s = t->cpu->watch;
    struct tp_transputer_result *r = &t->cpu->result;
    double tick = m->program->parameters.cpu_tick * m->program->parameters.megahertz;
    uint64_t clock = (uint64_t)floor((double)m->now / tick + 1e-9);
    bool first = !r->rounds++;
    if (!first && is_round_alone(s, clock - s->clock, tick)) {
        r->idle_rounds++;
        r->empty_rounds++;
        r->empty_cycles += m->now - s->inspected_at;
    }
    s->clock = clock;
    s->inspected_at = m->now;
    tp_requeue(m, t);
}

void tp_cpu_round(struct tp_machine *m, struct tp_task *t)
{
    tp_step(t, m->program->parameters.cpu_round + m->program->parameters.reschedule, read_clock);
}
