/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Timers: a list of processes for each priority in the order of their times, linked by offset
 * -4, each with its time at offset -5 (Compiler Writer's Guide, "Timers"). */
#include "lab/transputer/machine.h"

#include <math.h>

double tp_tick_cycles(const struct tp_machine *m, bool high)
{
    const struct tp_parameters *p = &m->program->parameters;
    return (high ? p->tick_high : p->tick_low) * p->megahertz;
}

static uint64_t ticks_at(double cycle, double tick)
{
    return (uint64_t)floor(cycle / tick + 1e-9);
}

uint64_t tp_clock(const struct tp_machine *m, bool high)
{
    return ticks_at((double)m->now, tp_tick_cycles(m, high));
}

static uint32_t head_of(bool high)
{
    return tp_address_of(TP_TIMER_QUEUE + !high);
}

/* Inserts the task after all that expire no later. */
static void insert_into_list(struct tp_machine *m, struct tp_task *t, uint32_t time)
{
    struct tp_cpu *c = t->cpu;
    uint32_t at = head_of(t->high), w = tp_peek(c, at);
    while (w != TP_NOT_PROCESS &&
           (int32_t)(tp_peek(c, w + (uint32_t)(TP_TIME * TP_WORD)) - time) <= 0) {
        at = w + (uint32_t)(TP_TLINK * TP_WORD);
        w = tp_peek(c, at);
    }
    tp_poke(m, c, t->w + (uint32_t)(TP_TLINK * TP_WORD), w);
    tp_poke(m, c, at, t->w);
}

/* Returns the latest tick that a timer can wait for; later ones are not reached in this run. */
static uint64_t last_tick(const struct tp_machine *m, bool high)
{
    return ticks_at((double)m->end, tp_tick_cycles(m, high)) + 1;
}

double tp_seconds_without_wrap(const struct tp_machine *m)
{
    const struct tp_parameters *p = &m->program->parameters;
    return floor(fmin(p->tick_high, p->tick_low) / 1e6 * (INT32_MAX - 2));
}

bool tp_clocks_do_not_wrap(const struct tp_machine *m)
{
    return last_tick(m, true) < INT32_MAX && last_tick(m, false) < INT32_MAX;
}

uint64_t tp_time_after(const struct tp_machine *m, const struct tp_task *t, uint64_t clock,
                       uint64_t microseconds)
{
    const struct tp_parameters *p = &m->program->parameters;
    double tick = t->high ? p->tick_high : p->tick_low;
    uint64_t last = last_tick(m, t->high);
    uint64_t at = clock + (uint64_t)ceil((double)microseconds / tick - 1e-9);
    return (at > last ? last : at) + 1;
}

void tp_timer_insert(struct tp_machine *m, struct tp_task *t, uint64_t tick)
{
    t->wake = (uint64_t)ceil((double)tick * tp_tick_cycles(m, t->high) - 1e-6);
    t->timed = true;
    tp_poke(m, t->cpu, t->w + (uint32_t)(TP_TIME * TP_WORD), (uint32_t)tick);
    insert_into_list(m, t, (uint32_t)tick);
}

void tp_timer_remove(struct tp_machine *m, struct tp_task *t)
{
    if (!t->timed)
        return;
    uint32_t at = head_of(t->high), link = (uint32_t)(TP_TLINK * TP_WORD);
    while (tp_peek(t->cpu, at) != t->w)
        at = tp_peek(t->cpu, at) + link;
    tp_poke(m, t->cpu, at, tp_peek(t->cpu, t->w + link));
    t->timed = false;
}

void tp_wait(struct tp_machine *m, struct tp_task *t, uint64_t microseconds)
{
    uint64_t tick = tp_time_after(m, t, t->clock, microseconds);
    if (tp_clock(m, t->high) >= tick)
        return;
    tp_poke(m, t->cpu, t->w + (uint32_t)(TP_STATE * TP_WORD), TP_WAITING);
    tp_timer_insert(m, t, tick);
    tp_deschedule(m, t, TP_TIMED);
}

static struct tp_task *first_timed(const struct tp_cpu *c, bool high)
{
    uint32_t w = tp_peek(c, head_of(high));
    return w == TP_NOT_PROCESS ? NULL : tp_task_of(c, w | !high);
}

uint64_t tp_timer_next(const struct tp_cpu *c)
{
    const struct tp_task *high = first_timed(c, true), *low = first_timed(c, false);
    uint64_t at = high ? high->wake : TP_NEVER;
    return low && low->wake < at ? low->wake : at;
}

void tp_timer_expire(struct tp_machine *m, struct tp_cpu *c)
{
    for (int high = 1; high >= 0; high--) {
        struct tp_task *t;
        while ((t = first_timed(c, high)) && t->wake <= m->now) {
            tp_timer_remove(m, t);
            tp_alt_wake(m, t); /* a timer input waits as an alternative with one guard */
        }
    }
    tp_dispatch(m, c);
}
