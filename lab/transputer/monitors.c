/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts the monitors of memo 4554 in the model and computes their reports. */
#include "lab/transputer/watch.h"

bool tp_monitor_open(struct tp_machine *m, struct tp_cpu *c)
{
    if (!c->monitor)
        return true;
    c->watch = ARENA_NEW(m->arena, struct tp_watch_state);
    c->watch->entries = ARENA_ARRAY(m->arena, struct tp_entry, c->n_residents);
    c->watch->first = -1;
    if (m->program->transputers[c->number].monitor == TP_MONITOR_TM)
        return tp_tm_fits(m, c);
    c->watch->calibrated = tp_calibrate(m, c);
    return true;
}

void tp_monitor_plan(struct tp_machine *m, struct tp_task *t)
{
    static void (*const rounds[TP_MONITORS])(struct tp_machine *, struct tp_task *) = {
        [TP_MONITOR_PROCESS] = tp_process_round,
        [TP_MONITOR_CPU] = tp_cpu_round,
        [TP_MONITOR_TM] = tp_tm_round};
    enum tp_monitor monitor = m->program->transputers[t->cpu->number].monitor;
    if (monitor >= TP_MONITORS || !rounds[monitor])
        bug("a transputer has no monitor to run");
    rounds[monitor](m, t);
}

static struct quantity efficiency(struct quantity idle, uint64_t cycles)
{
    return q_sub(known(1), q_div(idle, known((double)cycles), "nothing was run"));
}

void tp_monitor_result(struct tp_machine *m, struct tp_cpu *c)
{
    struct tp_transputer_result *r = &c->result;
    enum tp_monitor kind = m->program->transputers[c->number].monitor;
    if (kind == TP_MONITOR_NONE || kind == TP_MONITOR_TM) {
        r->calibrated = r->efficiency = r->round = r->timed =
            missing(kind == TP_MONITOR_TM ? "the TM process measures processes, not the processor"
                                          : "the transputer has no monitor");
        return;
    }
    r->calibrated = c->watch->calibrated;
    r->efficiency = efficiency(q_mul(known((double)r->idle_rounds), r->calibrated), r->cycles);
    r->round = q_div(known((double)r->empty_cycles), known((double)r->empty_rounds),
                     "the queue was never empty");
    r->timed = r->idle_rounds
                   ? efficiency(q_mul(known((double)r->idle_rounds), r->round), r->cycles)
                   : known(1);
}
