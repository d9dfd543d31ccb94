/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assigns memory: channel words and booleans from the start of the program's memory upwards,
 * then workspaces. */
#include "lab/transputer/machine.h"
#include "base/util.h"

#include <stdlib.h>

enum { MOST_WORDS = 1 << 20 };

size_t tp_report_words(const struct tp_machine *m, const struct tp_statement *s)
{
    return TP_CALL_WORDS + TP_LOCALS + 2 + s->n_channels +
           (size_t)m->program->parameters.report_words;
}

static struct tp_size size_of(struct tp_machine *m, const struct tp_block *b);

static struct tp_size size_of_call(struct tp_machine *m, const struct tp_statement *s)
{
    const struct tp_procedure *p = &m->program->procedures[s->procedure];
    struct tp_size *size = &m->sizes[s->procedure];
    if (!size->known) {
        *size = size_of(m, &p->body);
        size->below += TP_CALL_WORDS + (size_t)p->words;
        size->known = true;
    }
    return *size;
}

static struct tp_size size_of_par(struct tp_machine *m, const struct tp_statement *s)
{
    struct tp_size size = {.below = TP_BELOW};
    for (size_t i = 0; i < s->n_branches && size.below < MOST_WORDS; i++)
        size.below += TP_LOCALS + size_of(m, &s->branches[i]).below;
    return size;
}

static struct tp_size max_of_sizes(struct tp_size a, struct tp_size b)
{
    return (struct tp_size){.below = max_size(a.below, b.below),
                            .frames = max_size(a.frames, b.frames)};
}

static struct tp_size size_of_alt(struct tp_machine *m, const struct tp_statement *s)
{
    struct tp_size most = {.below = TP_BELOW};
    for (size_t i = 0; i < s->n_branches; i++)
        most = max_of_sizes(most, size_of(m, &s->branches[i]));
    return most;
}

static struct tp_size size_of_statement(struct tp_machine *m, const struct tp_statement *s)
{
    switch (s->kind) {
    case TP_REPEAT:
        return size_of(m, &s->body);
    case TP_PAR:
        return size_of_par(m, s);
    case TP_ALT:
        return size_of_alt(m, s);
    case TP_CALL:
        return size_of_call(m, s);
    case TP_MONITOR:
        return (struct tp_size){.below = tp_report_words(m, s) + TP_BELOW, .frames = 1};
    default:
        return (struct tp_size){.below = TP_BELOW};
    }
}

static struct tp_size size_of(struct tp_machine *m, const struct tp_block *b)
{
    struct tp_size most = {.below = TP_BELOW};
    for (size_t i = 0; i < b->n; i++)
        most = max_of_sizes(most, size_of_statement(m, &b->at[i]));
    most.frames++;
    return most;
}

size_t tp_words_below(struct tp_machine *m, const struct tp_block *b)
{
    return size_of(m, b).below;
}

void tp_task_open(struct tp_machine *m, struct tp_task *t, struct tp_task *parent,
                  const struct tp_block *b)
{
    *t = (struct tp_task){.process = parent->process,
                          .parent = parent,
                          .cpu = parent->cpu,
                          .high = parent->high,
                          .frames = ARENA_ARRAY(m->arena, struct tp_frame, size_of(m, b).frames)};
    *m->last_task = t;
    m->last_task = &t->next;
}

/* Two channels between the same two transputers share a link, one in each direction. */
struct link_ends {
    int peer;
    bool out, in;
};

static int find_link(struct link_ends *links, int peer, bool out)
{
    for (int i = 0; i < TP_LINKS; i++)
        if (links[i].peer == peer && !(out ? links[i].out : links[i].in))
            return i;
    for (int i = 0; i < TP_LINKS; i++)
        if (links[i].peer < 0)
            return i;
    return -1;
}

static void place_link(struct tp_machine *m, struct link_ends (*links)[TP_LINKS], int channel)
{
    const struct tp_channel *ch = &m->program->channels[channel];
    int out = find_link(links[ch->from], ch->to, true),
        in = find_link(links[ch->to], ch->from, false);
    if (out < 0 || in < 0)
        bug("channel %d has no link", channel);
    links[ch->from][out].peer = ch->to;
    links[ch->from][out].out = true;
    links[ch->to][in].peer = ch->from;
    links[ch->to][in].in = true;
    m->wires[channel].word[0] = TP_LINK_OUT + (size_t)out;
    m->wires[channel].word[1] = TP_LINK_IN + (size_t)in;
    m->wires[channel].external = true;
    m->links[m->n_links++] = channel;
}

static void place_channels(struct tp_machine *m)
{
    const struct tp_program *p = m->program;
    struct link_ends(*links)[TP_LINKS] =
        arena_alloc(m->arena, sizeof *links * (p->n_transputers + 1));
    for (size_t i = 0; i < p->n_transputers; i++)
        for (int k = 0; k < TP_LINKS; k++)
            links[i][k].peer = -1;
    m->wires = ARENA_ARRAY(m->arena, struct tp_wire, p->n_channels);
    m->links = ARENA_ARRAY(m->arena, int, p->n_channels);
    for (size_t i = 0; i < p->n_channels; i++) {
        m->wires[i].done = m->wires[i].first = TP_NEVER;
        if (p->channels[i].from != p->channels[i].to) {
            place_link(m, links, (int)i);
        } else {
            size_t *words = &m->cpus[p->channels[i].from].words;
            m->wires[i].word[0] = m->wires[i].word[1] = (*words)++;
        }
    }
}

/* Assigns a word each to the boolean and to the channel to the monitor. */
static void place_words(struct tp_machine *m)
{
    for (size_t i = 0; i < m->program->n_processes; i++) {
        struct tp_cpu *c = &m->cpus[m->program->processes[i].transputer];
        m->flag[i] = c->words++;
        m->report_word[i] = c->words++;
    }
}

static struct tp_task *new_main(struct tp_machine *m, struct tp_cpu *c, int process, bool high,
                                size_t below, size_t frames)
{
    struct tp_task *t = ARENA_NEW(m->arena, struct tp_task);
    c->words += below;
    *t = (struct tp_task){.process = process,
                          .cpu = c,
                          .high = high,
                          .w = tp_address_of(c->words),
                          .frames = ARENA_ARRAY(m->arena, struct tp_frame, frames)};
    c->words += TP_LOCALS;
    *m->last_task = t;
    m->last_task = &t->next;
    return t;
}

static bool place_process(struct tp_machine *m, size_t i)
{
    const struct tp_process *p = &m->program->processes[i];
    struct tp_cpu *c = &m->cpus[p->transputer];
    struct tp_size size = size_of(m, &p->body);
    m->lowest[i] = c->words;
    *ARENA_PUSH(m->arena, c->residents, c->n_residents) = i;
    if (c->words + size.below > MOST_WORDS) {
        diag_error(m->diag, (struct where){.file = m->program->file, .line = p->line},
                   "the workspace of '%s' does not fit in memory: a transputer of the model has "
                   "4 Mbyte",
                   p->name);
        return false;
    }
    m->mains[i] = new_main(m, c, (int)i, p->high, size.below, size.frames);
    m->mains[i]->frames[m->mains[i]->n_frames++] =
        (struct tp_frame){.kind = TP_FRAME_BODY, .block = &p->body};
    return true;
}

static void clear_memory(struct tp_machine *m, struct tp_cpu *c)
{
    c->memory = ARENA_ARRAY(m->arena, uint32_t, c->words);
    c->owner = ARENA_ARRAY(m->arena, struct tp_task *, c->words);
    c->watched = ARENA_ARRAY(m->arena, int, c->words);
    for (size_t i = 0; i < TP_MEMORY_START; i++)
        c->memory[i] = TP_MIN_INT;
    for (int i = 0; i < 2; i++)
        c->front[i] = c->back[i] = TP_NOT_PROCESS;
}

static void fill_memory(struct tp_machine *m)
{
    const struct tp_program *p = m->program;
    for (size_t i = 0; i < p->n_channels; i++) {
        int ends[2] = {p->channels[i].from, p->channels[i].to};
        for (int side = 0; side < 2; side++) {
            m->cpus[ends[side]].memory[m->wires[i].word[side]] = TP_MIN_INT;
            m->cpus[ends[side]].watched[m->wires[i].word[side]] = (int)i + 1;
        }
    }
    for (size_t i = 0; i < p->n_processes; i++) {
        struct tp_cpu *c = m->mains[i]->cpu;
        c->memory[m->flag[i]] = 1;
        c->memory[m->report_word[i]] = TP_MIN_INT;
        c->watched[tp_word_of(m->mains[i]->w) + TP_STATE] = -(int)i - 1;
    }
}

bool tp_layout(struct tp_machine *m)
{
    const struct tp_program *p = m->program;
    for (size_t i = 0; i < p->n_transputers; i++)
        m->cpus[i].words = TP_MEMORY_START;
    place_channels(m);
    place_words(m);
    for (size_t i = 0; i < p->n_transputers; i++)
        if (p->transputers[i].monitor != TP_MONITOR_NONE)
            m->cpus[i].monitor = new_main(m, &m->cpus[i], -1,
                                          p->transputers[i].monitor == TP_MONITOR_TM, TP_BELOW, 1);
    for (size_t i = 0; i < p->n_processes; i++)
        if (!place_process(m, i))
            return false;
    for (size_t i = 0; i < p->n_transputers; i++)
        clear_memory(m, &m->cpus[i]);
    fill_memory(m);
    return true;
}
