/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Channels: memo 4554, section 2.2 and table 1. The one who comes first leaves its descriptor in
 * the channel word and waits; between processes of a transputer the second one copies; at a link
 * both wait, and the link does the rest without the processor. */
#include "monitor/transputer/machine.h"

#include <math.h>

/* The reader of scripts sees to it. */
static void hold_to_script(const struct tp_task *t, const struct tp_task *partner)
{
    if (!partner || partner->at->channel != t->at->channel || partner->at->kind == t->at->kind ||
        partner->at->bytes != t->at->bytes)
        bug("the two ends of channel %d do not fit (line %ld)", t->at->channel, t->at->line);
}

static void wait_at(struct tp_machine *m, struct tp_task *t, uint32_t word)
{
    struct tp_cpu *c = t->cpu;
    c->owner[tp_word_of(t->w)] = t;
    tp_poke(m, c, t->w + (uint32_t)(TP_STATE * TP_WORD), t->w + TP_WORD);
    tp_poke(m, c, word, tp_descriptor(t));
    tp_deschedule(m, t, TP_TALKING);
}

static void copied(struct tp_machine *m, struct tp_task *t)
{
    uint32_t word = tp_address_of(m->wires[t->at->channel].word[0]);
    struct tp_task *partner = tp_task_of(t->cpu, tp_peek(t->cpu, word));
    tp_poke(m, t->cpu, word, TP_MIN_INT);
    tp_ready(m, partner);
}

static void talk_inside(struct tp_machine *m, struct tp_task *t, const struct tp_wire *wire)
{
    uint32_t word = tp_address_of(wire->word[0]), holds = tp_peek(t->cpu, word);
    if (holds == TP_MIN_INT) {
        wait_at(m, t, word);
        return;
    }
    hold_to_script(t, tp_task_of(t->cpu, holds));
    t->left = (uint64_t)(m->program->with.copy * (double)((t->at->bytes + TP_WORD - 1) / TP_WORD));
    t->then = copied;
}

static void talk_outside(struct tp_machine *m, struct tp_task *t, struct tp_wire *wire)
{
    const struct tp_parameters *with = &m->program->with;
    int side = t->at->kind == TP_RECEIVE;
    struct tp_task *partner = wire->waiting[!side];
    wire->waiting[side] = t;
    wait_at(m, t, tp_address_of(wire->word[side]));
    if (!partner)
        return;
    hold_to_script(t, partner);
    double microseconds = (double)t->at->bytes / with->link_rate;
    wire->done = m->now + (uint64_t)ceil(with->link_start + microseconds * with->megahertz);
    m->link_next = wire->done < m->link_next ? wire->done : m->link_next;
}

void tp_talk(struct tp_machine *m, struct tp_task *t)
{
    struct tp_wire *wire = &m->wires[t->at->channel];
    if (wire->external)
        talk_outside(m, t, wire);
    else
        talk_inside(m, t, wire);
}

static void finish_link(struct tp_machine *m, struct tp_wire *wire)
{
    struct tp_task *ends[2] = {wire->waiting[0], wire->waiting[1]};
    wire->done = TP_NEVER;
    wire->waiting[0] = wire->waiting[1] = NULL;
    for (int side = 0; side < 2; side++) {
        tp_poke(m, ends[side]->cpu, tp_address_of(wire->word[side]), TP_MIN_INT);
        tp_ready(m, ends[side]);
    }
    for (int side = 0; side < 2; side++)
        tp_dispatch(m, ends[side]->cpu);
}

void tp_link_done(struct tp_machine *m)
{
    for (size_t i = 0; i < m->n_links; i++)
        if (m->wires[m->links[i]].done <= m->now)
            finish_link(m, &m->wires[m->links[i]]);
    m->link_next = TP_NEVER;
    for (size_t i = 0; i < m->n_links; i++)
        if (m->wires[m->links[i]].done < m->link_next)
            m->link_next = m->wires[m->links[i]].done;
    m->alone = 0;
}
