/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/transputer/machine.h"

#include <math.h>

enum { CODE = 0x1000 }; /* bytes from MinInt: assumed address of the programs */

static bool is_ready(enum tp_doing d)
{
    return d == TP_QUEUED || d == TP_RUNNING || d == TP_PREEMPTED;
}

/* Returns the counter of exact time that the task's state belongs to. An alternative with
 * channels waits for communication, one with only timers for a timer. */
static uint64_t *exact_time_of(struct tp_task *of)
{
    struct tp_exact_times *t = &of->exact;
    switch (of->doing) {
    case TP_QUEUED:
    case TP_PREEMPTED:
        return &t->queued;
    case TP_RUNNING:
        return &t->running;
    case TP_TIMED:
        return &t->timer;
    case TP_COMMUNICATING:
        return &t->communication;
    case TP_IN_ALTERNATIVE:
        return tp_alt_has(of->at, false) ? &t->communication : &t->timer;
    case TP_IN_SUBPROCESSES:
        return &t->inside;
    case TP_ENDED:
        return &t->ended;
    case TP_NEW:
        break;
    }
    return NULL;
}

void tp_account(struct tp_machine *m, struct tp_cpu *c)
{
    uint64_t passed = m->now - c->since;
    if (c->monitor && c->current == c->monitor)
        c->result.monitor_cycles += passed;
    if (!c->others)
        c->result.idle += passed;
    c->since = m->now;
}

void tp_doing(struct tp_machine *m, struct tp_task *t, enum tp_doing to)
{
    tp_account(m, t->cpu);
    uint64_t *counter = exact_time_of(t);
    if (counter)
        *counter += m->now - t->since;
    if (t->process >= 0)
        t->cpu->others += (size_t)is_ready(to) - (size_t)is_ready(t->doing);
    t->doing = to;
    t->since = m->now;
}

static void save_workspace(struct tp_machine *m, struct tp_task *t)
{
    struct tp_cpu *c = t->cpu;
    c->owner[tp_word_of(t->w)] = t;
    tp_poke(m, c, t->w + (uint32_t)(TP_IPTR * TP_WORD),
            TP_MIN_INT + CODE + (t->at ? (uint32_t)t->at->line : 0));
}

static void append_to_queue(struct tp_machine *m, struct tp_task *t)
{
    struct tp_cpu *c = t->cpu;
    int queue = !t->high;
    if (c->front[queue] == TP_NOT_PROCESS)
        c->front[queue] = t->w;
    else
        tp_poke(m, c, c->back[queue] + (uint32_t)(TP_LINK * TP_WORD), t->w);
    c->back[queue] = t->w;
}

void tp_ready(struct tp_machine *m, struct tp_task *t)
{
    if (t->doing == TP_NEW || t->doing == TP_ENDED)
        save_workspace(m, t);
    tp_doing(m, t, TP_QUEUED);
    append_to_queue(m, t);
}

void tp_deschedule(struct tp_machine *m, struct tp_task *t, enum tp_doing to)
{
    save_workspace(m, t);
    tp_doing(m, t, to);
    t->cpu->current = NULL;
}

void tp_requeue(struct tp_machine *m, struct tp_task *t)
{
    tp_deschedule(m, t, TP_QUEUED);
    append_to_queue(m, t);
}

/* Returns the processor cycles of a period of time slices, which the 5 MHz clock counts. */
static double slice_cycles(const struct tp_machine *m)
{
    const double clock_megahertz = 5;
    const struct tp_parameters *p = &m->program->parameters;
    return fmax(1, p->slice * p->megahertz / clock_megahertz);
}

static void set_due(struct tp_machine *m, struct tp_cpu *c)
{
    double slice = slice_cycles(m), begun = floor((double)m->now / slice + 1e-9);
    c->due = (uint64_t)ceil((begun + 2) * slice - 1e-6);
}

bool tp_slice_ends(struct tp_machine *m, struct tp_task *t)
{
    struct tp_cpu *c = t->cpu;
    if (t->high || m->now < c->due)
        return false;
    if (c->front[1] != TP_NOT_PROCESS)
        return true;
    set_due(m, c);
    return false;
}

static struct tp_task *remove_first(struct tp_cpu *c, int queue)
{
    uint32_t w = c->front[queue];
    struct tp_task *t = tp_task_of(c, w | (uint32_t)queue);
    if (!t)
        bug("transputer %d: the first word of queue %d is not a process", c->number, queue);
    c->front[queue] =
        w == c->back[queue] ? TP_NOT_PROCESS : tp_peek(c, w + (uint32_t)(TP_LINK * TP_WORD));
    return t;
}

/* Starts the current task's next step, or continues the interrupted one. */
static void begin_step(struct tp_machine *m, struct tp_cpu *c, uint64_t delay)
{
    struct tp_task *t = c->current;
    c->from = m->now + delay;
    if (!t->then)
        tp_plan(m, t);
    c->until = c->from + t->left;
}

static void interrupt_current(struct tp_machine *m, struct tp_cpu *c)
{
    struct tp_task *t = c->current;
    uint64_t begun = m->now < c->from ? c->from : m->now;
    if (t->remaining) {
        t->remaining -= begun - c->from;
        t->then = NULL;
    } else {
        t->left = c->until - begun;
    }
    tp_deschedule(m, t, TP_PREEMPTED);
    c->interrupted = t;
    tp_poke(m, c, tp_address_of(TP_INTERRUPTED), tp_descriptor(t));
}

static void run_task(struct tp_machine *m, struct tp_cpu *c, struct tp_task *t, double delay)
{
    tp_doing(m, t, TP_RUNNING);
    c->current = t;
    begin_step(m, c, (uint64_t)delay);
}

/* Returns the task to run next and the cycles of the change to it; NULL = none. */
static struct tp_task *choose_task(struct tp_machine *m, struct tp_cpu *c, bool interrupts,
                                   double *delay)
{
    const struct tp_parameters *p = &m->program->parameters;
    struct tp_task *t = c->interrupted;
    *delay = 0;
    if (c->front[0] != TP_NOT_PROCESS) {
        *delay = interrupts ? p->interrupt : 0;
        return remove_first(c, 0);
    }
    if (t) {
        c->interrupted = NULL;
        tp_poke(m, c, tp_address_of(TP_INTERRUPTED), TP_NOT_PROCESS);
        *delay = p->resume;
        return t;
    }
    if (c->front[1] == TP_NOT_PROCESS)
        return NULL;
    set_due(m, c);
    return remove_first(c, 1);
}

void tp_dispatch(struct tp_machine *m, struct tp_cpu *c)
{
    bool urgent = c->front[0] != TP_NOT_PROCESS, interrupts = c->current && !c->current->high;
    if (!c->current || (interrupts && urgent)) {
        double delay;
        if (c->current)
            interrupt_current(m, c);
        struct tp_task *t = choose_task(m, c, interrupts, &delay);
        if (t)
            run_task(m, c, t, delay);
    }
    uint64_t timer = tp_timer_next(c);
    tp_set_next(m, (size_t)c->number, c->current && c->until < timer ? c->until : timer);
}

void tp_step_done(struct tp_machine *m, struct tp_cpu *c)
{
    struct tp_task *t = c->current;
    tp_action *then = t->then;
    t->then = NULL;
    then(m, t);
    if (c->current)
        begin_step(m, c, 0);
    tp_dispatch(m, c);
}
