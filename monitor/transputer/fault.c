/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must hold between any two events. */
#include "monitor/transputer/machine.h"

static const char *queue_fault(const struct tp_cpu *c, int queue, struct arena *a)
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

static size_t timers(const struct tp_cpu *c, int queue, bool *sorted)
{
    size_t n = 0;
    uint64_t before = 0;
    for (uint32_t w = tp_peek(c, tp_address_of((size_t)(TP_TIMER_QUEUE + queue)));
         w != TP_NOT_PROCESS; w = tp_peek(c, w + (uint32_t)(TP_TLINK * TP_WORD)), n++) {
        const struct tp_task *t = tp_task_of(c, w | (uint32_t)queue);
        uint32_t state = tp_peek(c, w + (uint32_t)(TP_STATE * TP_WORD));
        bool waits = t && (t->doing == TP_TIMED || t->doing == TP_CHOOSING);
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

static const char *cpu_fault(const struct tp_machine *m, const struct tp_cpu *c, struct arena *a)
{
    for (int queue = 0; queue < 2; queue++) {
        bool sorted = true;
        const char *fault = queue_fault(c, queue, a);
        if (fault)
            return fault;
        if (queue_length(c, queue) != tasks_doing(m, c, TP_QUEUED, queue))
            return arena_printf(a, "queue %d of transputer %d lost a process", queue, c->number);
        if (timers(c, queue, &sorted) != tasks_timed(m, c, queue) || !sorted)
            return arena_printf(a, "timers %d of transputer %d are not in order", queue, c->number);
    }
    size_t running = tasks_doing(m, c, TP_RUNNING, 0) + tasks_doing(m, c, TP_RUNNING, 1);
    if (running != (c->current != NULL) || (c->current && c->current->doing != TP_RUNNING))
        return arena_printf(a, "transputer %d runs %zu processes", c->number, running);
    if (tasks_doing(m, c, TP_STOPPED_IN, 1) != (c->interrupted != NULL) ||
        tasks_doing(m, c, TP_STOPPED_IN, 0))
        return arena_printf(a, "transputer %d forgot whom it interrupted", c->number);
    if (!c->current &&
        (c->interrupted || c->front[0] != TP_NOT_PROCESS || c->front[1] != TP_NOT_PROCESS))
        return arena_printf(a, "transputer %d rests although a process is ready", c->number);
    return NULL;
}

static const char *wire_fault(const struct tp_machine *m, size_t i, struct arena *a)
{
    const struct tp_channel *ch = &m->program->channels[i];
    for (int side = 0; side < 2; side++) {
        const struct tp_cpu *c = &m->cpus[side ? ch->to : ch->from];
        uint32_t word = c->memory[m->wires[i].word[side]];
        const struct tp_task *t = tp_task_of(c, word);
        bool talks = t && t->doing == TP_TALKING && t->at->channel == (int)i;
        if (word != TP_MIN_INT && !talks && !(t && t->at->kind == TP_ALT && tp_alt_waits(t)))
            return arena_printf(a, "channel %s holds %#x, which waits for nothing there", ch->name,
                                word);
    }
    return NULL;
}

static const char *task_fault(const struct tp_machine *m, const struct tp_task *t, struct arena *a)
{
    const struct tp_truth *u = &t->truth;
    uint64_t known = u->running + u->queued + u->timer + u->communication + u->inside + u->ended;
    if (!t->parent && known + (m->now - t->since) != m->now)
        return arena_printf(a, "the truth of process %d does not add up", t->process);
    if (t->doing != TP_TALKING)
        return NULL;
    if (t->at->kind == TP_MONITOR)
        return tp_task_of(t->cpu, t->cpu->memory[m->tell[t->process]]) == t
                   ? NULL
                   : "a process that tells the monitor of itself is lost";
    int side = t->at->kind == TP_RECEIVE;
    return tp_task_of(t->cpu, t->cpu->memory[m->wires[t->at->channel].word[side]]) == t
               ? NULL
               : arena_printf(a, "process %d waits at a channel that does not know of it",
                              t->process);
}

const char *tp_fault(const struct tp_machine *m, struct arena *a)
{
    const char *fault = NULL;
    for (size_t i = 0; i < m->program->n_transputers && !fault; i++)
        fault = cpu_fault(m, &m->cpus[i], a);
    for (size_t i = 0; i < m->program->n_channels && !fault; i++)
        fault = wire_fault(m, i, a);
    for (const struct tp_task *t = m->tasks; t && !fault; t = t->next)
        fault = task_fault(m, t, a);
    return fault;
}
