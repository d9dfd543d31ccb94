/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figure 1's monitor. It reads memory, the queue's registers and the messages of processes, and
 * does not use the exact times. */
#include "lab/transputer/watch.h"

static struct tp_watch_state *state_of(const struct tp_task *t)
{
    return t->cpu->watch;
}

/* Returns the index of the process that is inspected. */
static size_t current_process(const struct tp_task *t)
{
    return t->cpu->residents[state_of(t)->at];
}

static struct tp_counts *counts_of(const struct tp_machine *m, const struct tp_task *t)
{
    return &m->results[current_process(t)].counts;
}

static void next_process(struct tp_machine *m, struct tp_task *t);

static void requeue_monitor(struct tp_machine *m, struct tp_task *t)
{
    tp_requeue(m, t);
}

/* If the monitor has safe points (parameter monitor-safe), they are between its inspections. */
static void pause_if_safe(struct tp_machine *m, struct tp_task *t)
{
    if (m->program->parameters.monitor_safe != 0 && tp_slice_ends(m, t))
        tp_requeue(m, t);
}

static void count_inspection(const struct tp_task *t, uint64_t *inspections, uint64_t *cycles)
{
    ++*inspections;
    state_of(t)->entries[state_of(t)->at++].last = cycles;
}

static void inspect_channel(struct tp_machine *m, struct tp_task *t);

static void next_channel(struct tp_machine *m, struct tp_task *t)
{
    struct tp_watch_state *s = state_of(t);
    struct tp_counts *c = counts_of(m, t);
    if (s->channel < s->entries[s->at].n_channels) {
        tp_step(t, m->program->parameters.inspect_channel, inspect_channel);
        pause_if_safe(m, t);
        return;
    }
    count_inspection(t, &c->processing, &c->processing_cycles);
    next_process(m, t);
}

static void inspect_channel(struct tp_machine *m, struct tp_task *t)
{
    struct tp_watch_state *s = state_of(t);
    const struct tp_entry *e = &s->entries[s->at];
    uint32_t word = tp_peek(t->cpu, e->channels[s->channel++]);
    if (word != (e->workspace | 1)) { /* its descriptor at low priority */
        next_channel(m, t);
        return;
    }
    struct tp_counts *c = counts_of(m, t);
    count_inspection(t, &c->waiting, &c->waiting_cycles);
    next_process(m, t);
}

static void inspect_process(struct tp_machine *m, struct tp_task *t)
{
    struct tp_watch_state *s = state_of(t);
    struct tp_counts *c = counts_of(m, t);
    s->channel = 0;
    if (!tp_peek(t->cpu, tp_address_of(m->flag[current_process(t)]))) {
        s->at++;
        next_process(m, t);
    } else if (tp_peek(t->cpu, s->entries[s->at].workspace + (uint32_t)(TP_STATE * TP_WORD)) ==
               TP_WAITING) {
        count_inspection(t, &c->timer, &c->timer_cycles);
        next_process(m, t);
    } else {
        next_channel(m, t);
    }
}

static void next_process(struct tp_machine *m, struct tp_task *t)
{
    struct tp_watch_state *s = state_of(t);
    while (s->at < t->cpu->n_residents && !s->entries[s->at].known)
        s->at++;
    if (s->at == t->cpu->n_residents) {
        tp_step(t, m->program->parameters.reschedule, requeue_monitor);
        return;
    }
    tp_step(t, m->program->parameters.inspect_process, inspect_process);
    pause_if_safe(m, t);
}

static void receive_next_report(struct tp_machine *m, struct tp_task *t);

/* Returns the word of the channel on which the inspected process reports to the monitor. */
static uint32_t report_word(const struct tp_machine *m, const struct tp_task *t)
{
    return tp_address_of(m->report_word[current_process(t)]);
}

/* Returns the address of its message: workspace, number of channels, their words. */
static uint32_t message_of(const struct tp_machine *m, const struct tp_task *t)
{
    uint32_t w = tp_workspace_of(tp_peek(t->cpu, report_word(m, t)));
    return tp_peek(t->cpu, w + (uint32_t)(TP_STATE * TP_WORD));
}

static void receive_report(struct tp_machine *m, struct tp_task *t)
{
    struct tp_cpu *c = t->cpu;
    struct tp_entry *e = &state_of(t)->entries[state_of(t)->at];
    uint32_t word = report_word(m, t), from = message_of(m, t);
    e->workspace = tp_peek(c, from);
    e->n_channels = tp_peek(c, from + TP_WORD);
    if (e->n_channels > e->room) {
        e->room = e->n_channels;
        e->channels = ARENA_ARRAY(m->arena, uint32_t, e->room);
    }
    for (size_t k = 0; k < e->n_channels; k++)
        e->channels[k] = tp_peek(c, from + (uint32_t)(k + 2) * TP_WORD);
    e->known = counts_of(m, t)->monitored = true;
    struct tp_task *sender = tp_task_of(c, tp_peek(c, word));
    tp_poke(m, c, word, TP_MIN_INT);
    tp_ready(m, sender);
    state_of(t)->at++;
    receive_next_report(m, t);
}

/* Receives the reports of processes, then inspects all processes. */
static void receive_next_report(struct tp_machine *m, struct tp_task *t)
{
    const struct tp_parameters *p = &m->program->parameters;
    struct tp_watch_state *s = state_of(t);
    for (; s->at < t->cpu->n_residents; s->at++)
        if (tp_peek(t->cpu, report_word(m, t)) != TP_MIN_INT) {
            uint32_t n = tp_peek(t->cpu, message_of(m, t) + TP_WORD);
            tp_step(t, p->in + p->copy * (n + 2.0), receive_report);
            return;
        }
    s->at = 0;
    next_process(m, t);
}

static void inspect_queue(struct tp_machine *m, struct tp_task *t)
{
    struct tp_watch_state *s = state_of(t);
    struct tp_transputer_result *r = &t->cpu->result;
    bool empty = t->cpu->front[1] == TP_NOT_PROCESS;
    uint64_t length = m->now - s->inspected_at;
    if (empty && s->was_empty) {
        r->empty_cycles += length;
        r->empty_rounds++;
    }
    for (size_t i = 0; i < t->cpu->n_residents; i++)
        if (s->entries[i].last) {
            *s->entries[i].last += length;
            s->entries[i].last = NULL;
        }
    s->inspected_at = m->now;
    s->was_empty = empty;
    r->rounds++;
    r->idle_rounds += empty;
    s->at = 0;
    receive_next_report(m, t);
}

void tp_process_round(struct tp_machine *m, struct tp_task *t)
{
    tp_step(t, m->program->parameters.round, inspect_queue);
}
