/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Channels: memo 4554, section 2.2 and table 1. The first process leaves its descriptor in the
 * channel word and waits. Between processes of one transputer the second process copies the
 * message. At a link both wait, and the link transfers the message without the processor. */
#include "lab/transputer/machine.h"

#include <math.h>

/* Checks what the reader of scripts ensures. */
static void check_partner(const struct tp_task *t, const struct tp_task *partner)
{
    if (!partner || partner->at->channel != t->at->channel || partner->at->kind == t->at->kind ||
        partner->at->bytes != t->at->bytes)
        bug("the two ends of channel %d do not match (line %ld)", t->at->channel, t->at->line);
}

/* Stores the address of the message in offset -3 if the channel is in memory, else in the link. */
static void wait_at_channel(struct tp_machine *m, struct tp_task *t, uint32_t word, bool link)
{
    struct tp_cpu *c = t->cpu;
    c->owner[tp_word_of(t->w)] = t;
    if (!link)
        tp_poke(m, c, t->w + (uint32_t)(TP_STATE * TP_WORD), t->w + TP_WORD);
    tp_poke(m, c, word, tp_descriptor(t));
    tp_deschedule(m, t, TP_COMMUNICATING);
}

static void finish_copy(struct tp_machine *m, struct tp_task *t)
{
    uint32_t word = tp_address_of(m->wires[t->at->channel].word[0]);
    struct tp_task *partner = tp_task_of(t->cpu, tp_peek(t->cpu, word));
    tp_poke(m, t->cpu, word, TP_MIN_INT);
    tp_ready(m, partner);
}

static void transfer_internal(struct tp_machine *m, struct tp_task *t, const struct tp_wire *wire)
{
    uint32_t word = tp_address_of(wire->word[0]), holds = tp_peek(t->cpu, word);
    if (holds == TP_MIN_INT) {
        wait_at_channel(m, t, word, false);
        return;
    }
    struct tp_task *partner = tp_task_of(t->cpu, holds);
    if (partner && tp_alt_waits(partner)) {
        wait_at_channel(m, t, word, false);
        tp_alt_wake(m, partner);
        return;
    }
    check_partner(t, partner);
    t->left =
        (uint64_t)(m->program->parameters.copy * (double)((t->at->bytes + TP_WORD - 1) / TP_WORD));
    t->then = finish_copy;
}

/* Returns the cycle at which a link that starts now has transferred the bytes. */
static uint64_t over_link(const struct tp_machine *m, long bytes)
{
    const struct tp_parameters *p = &m->program->parameters;
    double microseconds = (double)bytes / p->link_rate;
    return m->now + (uint64_t)ceil(p->link_start + microseconds * p->megahertz);
}

static void find_next_link(struct tp_machine *m, const struct tp_wire *wire)
{
    uint64_t next = wire->done < wire->first ? wire->done : wire->first;
    m->link_next = next < m->link_next ? next : m->link_next;
}

/* A sender whose receiver does not wait sends the first byte; the link stores it. */
static void transfer_on_link(struct tp_machine *m, struct tp_task *t, struct tp_wire *wire)
{
    int side = t->at->kind == TP_RECEIVE;
    struct tp_task *partner = wire->waiting[!side];
    wire->waiting[side] = t;
    wait_at_channel(m, t, tp_address_of(wire->word[side]), true);
    if (partner) {
        check_partner(t, partner);
        wire->first = TP_NEVER;
        wire->done = over_link(m, t->at->bytes);
    } else if (t->at->kind == TP_SEND) {
        wire->first = over_link(m, 1);
    }
    find_next_link(m, wire);
}

void tp_communicate(struct tp_machine *m, struct tp_task *t)
{
    struct tp_wire *wire = &m->wires[t->at->channel];
    if (wire->external)
        transfer_on_link(m, t, wire);
    else
        transfer_internal(m, t, wire);
}

static void finish_link(struct tp_machine *m, struct tp_wire *wire)
{
    struct tp_task *ends[2] = {wire->waiting[0], wire->waiting[1]};
    wire->done = TP_NEVER;
    wire->waiting[0] = wire->waiting[1] = NULL;
    wire->arrived = false;
    for (int side = 0; side < 2; side++) {
        tp_poke(m, ends[side]->cpu, tp_address_of(wire->word[side]), TP_MIN_INT);
        tp_ready(m, ends[side]);
    }
    for (int side = 0; side < 2; side++)
        tp_dispatch(m, ends[side]->cpu);
}

static void first_byte(struct tp_machine *m, struct tp_wire *wire)
{
    struct tp_task *t = wire->enabled;
    wire->first = TP_NEVER;
    wire->arrived = true;
    if (!t)
        return;
    tp_alt_wake(m, t);
    tp_dispatch(m, t->cpu);
}

void tp_link_done(struct tp_machine *m)
{
    m->link_next = TP_NEVER;
    for (size_t i = 0; i < m->n_links; i++) {
        struct tp_wire *wire = &m->wires[m->links[i]];
        if (wire->first <= m->now)
            first_byte(m, wire);
        if (wire->done <= m->now)
            finish_link(m, wire);
        find_next_link(m, wire);
    }
}
