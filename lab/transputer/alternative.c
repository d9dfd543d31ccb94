/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alternatives (Compiler Writer's Guide, "Alternative"): the process enables its guards, waits
 * until one is ready, disables all, and selects the first that was ready. While it waits, its
 * offset -3 holds MinInt + 2, as for a process that waits for a timer. Each instruction is a
 * step; its effect happens at the end of the step. */
#include "lab/transputer/machine.h"

static const struct tp_parameters *parameters_of(const struct tp_machine *m)
{
    return &m->program->parameters;
}

static const struct tp_guard *guard_of(const struct tp_task *t)
{
    return &t->at->guards[t->guard];
}

static uint32_t state_address(const struct tp_task *t)
{
    return t->w + (uint32_t)(TP_STATE * TP_WORD);
}

static bool is_ready(const struct tp_task *t)
{
    return tp_peek(t->cpu, state_address(t)) == TP_READY;
}

bool tp_alt_has(const struct tp_statement *s, bool timer)
{
    for (size_t i = 0; i < s->n_branches; i++)
        if ((s->guards[i].channel < 0) == timer)
            return true;
    return false;
}

bool tp_alt_waits(const struct tp_task *t)
{
    return (tp_peek(t->cpu, state_address(t)) & ~UINT32_C(3)) == TP_MIN_INT;
}

void tp_alt_wake(struct tp_machine *m, struct tp_task *t)
{
    bool waits = tp_peek(t->cpu, state_address(t)) == TP_WAITING;
    tp_poke(m, t->cpu, state_address(t), TP_READY);
    if (waits)
        tp_ready(m, t);
}

/* Returns the address of the guard's channel word on the process's transputer. */
static uint32_t word_of(const struct tp_machine *m, const struct tp_task *t)
{
    return tp_address_of(m->wires[guard_of(t)->channel].word[1]);
}

/* Returns whether a sender waits. */
static bool sender_waits(const struct tp_machine *m, const struct tp_task *t)
{
    const struct tp_wire *wire = &m->wires[guard_of(t)->channel];
    uint32_t holds = tp_peek(t->cpu, word_of(m, t));
    if (wire->external)
        return wire->arrived;
    return holds != TP_MIN_INT && holds != tp_descriptor(t);
}

static void enter_chosen_branch(struct tp_machine *m, struct tp_task *t)
{
    (void)m;
    if (t->chosen < 0)
        bug("line %ld: no guard of the alternative is ready", t->at->line);
    tp_enter(t, TP_FRAME_ALTERNATIVE, &t->at->branches[t->chosen]);
}

static void plan_disable(struct tp_machine *m, struct tp_task *t);

static void finish_disable(struct tp_machine *m, struct tp_task *t, bool ready)
{
    if (ready && t->chosen < 0)
        t->chosen = (int)t->guard;
    t->guard++;
    plan_disable(m, t);
}

static void disable_channel(struct tp_machine *m, struct tp_task *t)
{
    bool ready = sender_waits(m, t);
    m->wires[guard_of(t)->channel].enabled = NULL;
    if (tp_peek(t->cpu, word_of(m, t)) == tp_descriptor(t))
        tp_poke(m, t->cpu, word_of(m, t), TP_MIN_INT);
    finish_disable(m, t, ready);
}

static void disable_timer(struct tp_machine *m, struct tp_task *t)
{
    tp_timer_remove(m, t);
    finish_disable(m, t, tp_clock(m, t->high) >= tp_time_after(m, t, t->clock, guard_of(t)->ticks));
}

static void plan_disable(struct tp_machine *m, struct tp_task *t)
{
    if (t->guard == t->at->n_branches)
        tp_step(t, parameters_of(m)->altend, enter_chosen_branch);
    else if (guard_of(t)->channel < 0)
        tp_step(t, parameters_of(m)->dist, disable_timer);
    else
        tp_step(t, parameters_of(m)->disc, disable_channel);
}

static bool timer_has_expired(const struct tp_machine *m, const struct tp_task *t)
{
    return tp_alt_has(t->at, true) && tp_clock(m, t->high) >= t->time;
}

static void wait_for_guard(struct tp_machine *m, struct tp_task *t)
{
    bool ready = is_ready(t) || timer_has_expired(m, t);
    t->guard = 0;
    plan_disable(m, t);
    if (ready)
        return;
    tp_poke(m, t->cpu, state_address(t), TP_WAITING);
    if (tp_alt_has(t->at, true))
        tp_timer_insert(m, t, t->time);
    tp_deschedule(m, t, TP_IN_ALTERNATIVE);
}

static void plan_wait(struct tp_machine *m, struct tp_task *t)
{
    const struct tp_parameters *p = parameters_of(m);
    bool ready = is_ready(t) || timer_has_expired(m, t);
    if (tp_alt_has(t->at, true))
        tp_step(t, ready ? p->taltwt_ready : p->taltwt, wait_for_guard);
    else
        tp_step(t, ready ? p->altwt_ready : p->altwt, wait_for_guard);
}

static void plan_enable(struct tp_machine *m, struct tp_task *t);

static void enable_channel(struct tp_machine *m, struct tp_task *t)
{
    if (sender_waits(m, t)) {
        tp_poke(m, t->cpu, state_address(t), TP_READY);
    } else {
        t->cpu->owner[tp_word_of(t->w)] = t;
        tp_poke(m, t->cpu, word_of(m, t), tp_descriptor(t));
        m->wires[guard_of(t)->channel].enabled = t;
    }
    t->guard++;
    plan_enable(m, t);
}

static void enable_timer(struct tp_machine *m, struct tp_task *t)
{
    uint64_t time = tp_time_after(m, t, t->clock, guard_of(t)->ticks);
    if (time < t->time)
        t->time = time;
    t->guard++;
    plan_enable(m, t);
}

static void plan_enable(struct tp_machine *m, struct tp_task *t)
{
    const struct tp_parameters *p = parameters_of(m);
    if (t->guard == t->at->n_branches)
        plan_wait(m, t);
    else if (guard_of(t)->channel < 0)
        tp_step(t, p->enbt, enable_timer);
    else
        tp_step(t, sender_waits(m, t) ? p->enbc_ready : p->enbc, enable_channel);
}

static void begin_alternative(struct tp_machine *m, struct tp_task *t)
{
    tp_poke(m, t->cpu, state_address(t), TP_ENABLING);
    t->time = TP_NEVER;
    t->guard = 0;
    t->chosen = -1;
    plan_enable(m, t);
}

static void load_timer(struct tp_machine *m, struct tp_task *t)
{
    t->clock = tp_clock(m, t->high);
    tp_step(t, parameters_of(m)->talt, begin_alternative);
}

void tp_alt_plan(struct tp_machine *m, struct tp_task *t)
{
    if (tp_alt_has(t->at, true))
        tp_step(t, parameters_of(m)->ldtimer, load_timer);
    else
        tp_step(t, parameters_of(m)->alt, begin_alternative);
}
