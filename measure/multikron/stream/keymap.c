/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/stream/keymap.h"
#include "base/arena.h"

#include <stdbool.h>
#include <stdlib.h>

enum {
    FIRST_BITS = 8,
    SPARSE_BITS = 16, /* tables below 2^16 slots are at most one eighth full: most keys are in their
                         first slot, and the branch of the first probe is predicted correctly */
};

static bool is_full(const struct keymap *m)
{
    return m->n >= (size_t)1 << (m->bits - (m->bits < SPARSE_BITS ? 3 : 1));
}

static void insert_entry(struct keymap *m, struct keymap_entry entry)
{
    size_t mask = ((size_t)1 << m->bits) - 1, i = keymap_slot(entry.key, m->bits);
    while (m->at[i].key != KEYMAP_NONE)
        i = (i + 1) & mask;
    m->at[i] = entry;
}

static void double_slots(struct keymap *m)
{
    struct keymap wide = {.bits = m->bits ? m->bits + 1 : FIRST_BITS, .n = m->n};
    size_t slots = (size_t)1 << wide.bits;
    wide.at = xmalloc(slots * sizeof *wide.at);
    for (size_t i = 0; i < slots; i++)
        wide.at[i].key = KEYMAP_NONE;
    for (size_t i = 0; m->bits && i < (size_t)1 << m->bits; i++)
        if (m->at[i].key != KEYMAP_NONE)
            insert_entry(&wide, m->at[i]);
    free(m->at);
    *m = wide;
}

void keymap_add(struct keymap *m, uint64_t key, uint64_t value)
{
    if (m->bits == 0 || is_full(m))
        double_slots(m);
    insert_entry(m, (struct keymap_entry){key, value});
    m->n++;
}

void keymap_free(struct keymap *m)
{
    free(m->at);
    *m = (struct keymap){0};
}
