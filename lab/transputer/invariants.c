/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks the invariants of the model between two events. */
#include "lab/transputer/machine.h"

static const char *check_queue(const struct tp_cpu *c, int queue, struct arena *a)
{
    size_t n = 0;
    for (uint32_t w = c->front[queue]; w != TP_NOT_PROCESS; n++) {
        const struct tp_task *t = tp_task_of(c, w | (uint32_t)queue);
        if (!t || t->doing != TP_QUEUED || n > c->words)
            return arena_printf(a, "queue %d of transputer %d holds %#x, which is not queued",
                                queue, c->number, w);
        w = w == c->back[queue] ? TP_NOT_PROCESS : tp_peek(c, w + (uint32_t)(TP_LINK * TP_WORD));
    }
    return NULL;
}

static size_t queue_length(const struct tp_cpu *c, int queue)
{
    size_t n = 0;
    for (uint32_t w = c->front[queue]; w != TP_NOT_PROCESS; n++)
        w = w == c->back[queue] ? TP_NOT_PROCESS : tp_peek(c, w + (uint32_t)(TP_LINK * TP_WORD));
    return n;
}

static size_t count_timers(const struct tp_cpu *c, int queue, bool *sorted)
{
    size_t n = 0;
    uint64_t before = 0;
    for (uint32_t w = tp_peek(c, tp_address_of((size_t)(TP_TIMER_QUEUE + queue)));
         w != TP_NOT_PROCESS; w = tp_peek(c, w + (uint32_t)(TP_TLINK * TP_WORD)), n++) {
        const struct tp_task *t = tp_task_of(c, w | (uint32_t)queue);
        uint32_t state = tp_peek(c, w + (uint32_t)(TP_STATE * TP_WORD));
        bool waits = t && (t->doing == TP_TIMED || t->doing == TP_IN_ALTERNATIVE);
        *sorted = *sorted && t && t->timed && t->wake >= before &&
                  state == (waits ? TP_WAITING : TP_READY);
        before = t ? t->wake : before;
    }
    return n;
}

static size_t tasks_timed(const struct tp_machine *m, const struct tp_cpu *c, int queue)
{
    size_t n = 0;
    for (const struct tp_task *t = m->tasks; t; t = t->next)
        n += t->cpu == c && t->timed && t->high == !queue;
    return n;
}

static size_t tasks_doing(const struct tp_machine *m, const struct tp_cpu *c, enum tp_doing d,
                          int queue)
{
    size_t n = 0;
    for (const struct tp_task *t = m->tasks; t; t = t->next)
        n += t->cpu == c && t->doing == d && t->high == !queue;
    return n;
}

static const char *check_cpu(const struct tp_machine *m, const struct tp_cpu *c, struct arena *a)
{
    for (int queue = 0; queue < 2; queue++) {
        bool sorted = true;
        const char *broken = check_queue(c, queue, a);
        if (broken)
            return broken;
        if (queue_length(c, queue) != tasks_doing(m, c, TP_QUEUED, queue))
            return arena_printf(a, "queue %d of transputer %d lacks a process", queue, c->number);
        if (count_timers(c, queue, &sorted) != tasks_timed(m, c, queue) || !sorted)
            return arena_printf(a, "timers %d of transputer %d are not in order", queue, c->number);
    }
    size_t running = tasks_doing(m, c, TP_RUNNING, 0) + tasks_doing(m, c, TP_RUNNING, 1);
    if (running != (c->current != NULL) || (c->current && c->current->doing != TP_RUNNING))
        return arena_printf(a, "transputer %d runs %zu processes", c->number, running);
    if (tasks_doing(m, c, TP_PREEMPTED, 1) != (c->interrupted != NULL) ||
        tasks_doing(m, c, TP_PREEMPTED, 0))
        return arena_printf(a, "transputer %d has a wrong interrupted process", c->number);
    if (!c->current &&
        (c->interrupted || c->front[0] != TP_NOT_PROCESS || c->front[1] != TP_NOT_PROCESS))
        return arena_printf(a, "transputer %d is idle although a process is ready", c->number);
    return NULL;
}

static const char *check_wire(const struct tp_machine *m, size_t i, struct arena *a)
{
    const struct tp_channel *ch = &m->program->channels[i];
    for (int side = 0; side < 2; side++) {
        const struct tp_cpu *c = &m->cpus[side ? ch->to : ch->from];
        uint32_t word = c->memory[m->wires[i].word[side]];
        const struct tp_task *t = tp_task_of(c, word);
        bool talks = t && t->doing == TP_COMMUNICATING && t->at->channel == (int)i;
        if (word != TP_MIN_INT && !talks && !(t && t->at->kind == TP_ALT && tp_alt_waits(t)))
            return arena_printf(a, "channel %s holds %#x, but that process does not wait there",
                                ch->name, word);
    }
    return NULL;
}

static const char *check_task(const struct tp_machine *m, const struct tp_task *t, struct arena *a)
{
    const struct tp_exact_times *u = &t->exact;
    uint64_t known = u->running + u->queued + u->timer + u->communication + u->inside + u->ended;
    if (!t->parent && known + (m->now - t->since) != m->now)
        return arena_printf(a, "the times of process %d do not add up", t->process);
    if (t->doing != TP_COMMUNICATING)
        return NULL;
    if (t->at->kind == TP_MONITOR)
        return tp_task_of(t->cpu, t->cpu->memory[m->report_word[t->process]]) == t
                   ? NULL
                   : "a process that reports to the monitor is not in its channel word";
    int side = t->at->kind == TP_RECEIVE;
    return tp_task_of(t->cpu, t->cpu->memory[m->wires[t->at->channel].word[side]]) == t
               ? NULL
               : arena_printf(a, "process %d waits at a channel whose word does not hold it",
                              t->process);
}

const char *tp_check_invariants(const struct tp_machine *m, struct arena *a)
{
    const char *broken = NULL;
    for (size_t i = 0; i < m->program->n_transputers && !broken; i++)
        broken = check_cpu(m, &m->cpus[i], a);
    for (size_t i = 0; i < m->program->n_channels && !broken; i++)
        broken = check_wire(m, i, a);
    for (const struct tp_task *t = m->tasks; t && !broken; t = t->next)
        broken = check_task(m, t, a);
    return broken;
}
