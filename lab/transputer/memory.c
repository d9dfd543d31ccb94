/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/transputer/machine.h"

uint32_t tp_peek(const struct tp_cpu *c, uint32_t address)
{
    size_t word = tp_word_of(address);
    if (word >= c->words)
        bug("transputer %d reads word %zu of %zu", c->number, word, c->words);
    return c->memory[word];
}

uint32_t tp_descriptor(const struct tp_task *t)
{
    return t->w | !t->high;
}

struct tp_task *tp_task_of(const struct tp_cpu *c, uint32_t descriptor)
{
    uint32_t w = tp_workspace_of(descriptor);
    if (descriptor == TP_NOT_PROCESS || tp_word_of(w) >= c->words)
        return NULL;
    struct tp_task *t = c->owner[tp_word_of(w)];
    return t && t->w == w && tp_descriptor(t) == descriptor ? t : NULL;
}

static void notify_watcher(struct tp_machine *m, const struct tp_cpu *c, size_t word,
                           uint32_t value)
{
    int what = c->watched[word];
    if (!what || !m->watcher || !m->watcher->changed)
        return;
    const struct tp_task *t = tp_task_of(c, value);
    struct tp_change change = {.cycle = m->now,
                               .transputer = c->number,
                               .channel = what > 0 ? what - 1 : -1,
                               .process = what < 0 ? -what - 1 : -1,
                               .address = tp_address_of(word),
                               .value = value,
                               .descriptor = what > 0 && t ? t->process : -1};
    m->watcher->changed(m->watcher->context, &change);
}

void tp_poke(struct tp_machine *m, struct tp_cpu *c, uint32_t address, uint32_t value)
{
    size_t word = tp_word_of(address);
    if (word >= c->words)
        bug("transputer %d writes word %zu of %zu", c->number, word, c->words);
    if (c->memory[word] == value)
        return;
    c->memory[word] = value;
    notify_watcher(m, c, word, value);
}
