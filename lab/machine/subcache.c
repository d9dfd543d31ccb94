/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/machine/subcache.h"

#include "base/names.h"

void subcache_clear(struct subcache *s, uint64_t seed)
{
    for (int set = 0; set < SUBCACHE_SETS; set++)
        for (int way = 0; way < SUBCACHE_WAYS; way++)
            s->at[set][way] = (struct subcache_block){.tag = SUBCACHE_NONE};
    s->random = seed;
}

struct subcache_block *subcache_block(struct subcache *s, uint64_t address)
{
    uint64_t tag = address / SUBCACHE_BLOCK;
    struct subcache_block *ways = s->at[tag % SUBCACHE_SETS];

    for (int way = 0; way < SUBCACHE_WAYS; way++)
        if (ways[way].tag == tag)
            return &ways[way];
    return NULL;
}

/* Returns the next random number: splitmix64. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static struct subcache_block *choose_victim(struct subcache *s, struct subcache_block *ways)
{
    for (int way = 0; way < SUBCACHE_WAYS; way++)
        if (ways[way].tag == SUBCACHE_NONE)
            return &ways[way];
    return &ways[next_random(&s->random) % SUBCACHE_WAYS];
}

bool subcache_allocate(struct subcache *s, uint64_t address, struct subcache_block **block,
                       uint64_t *replaced)
{
    uint64_t tag = address / SUBCACHE_BLOCK;

    *replaced = SUBCACHE_NONE;
    *block = subcache_block(s, address);
    if (*block)
        return false;
    *block = choose_victim(s, s->at[tag % SUBCACHE_SETS]);
    if ((*block)->tag != SUBCACHE_NONE)
        *replaced = (*block)->tag * SUBCACHE_BLOCK;
    **block = (struct subcache_block){.tag = tag};
    return true;
}

void subcache_drop(struct subcache *s, uint64_t address)
{
    struct subcache_block *b = subcache_block(s, address);
    uint32_t keep = ~subcache_subpage_bits(address);

    if (!b)
        return;
    b->present &= keep;
    b->writable &= keep;
    b->dirty &= keep;
}

void subcache_set_writable(struct subcache *s, uint64_t address, bool writable)
{
    struct subcache_block *b = subcache_block(s, address);
    uint32_t bits = subcache_subpage_bits(address);

    if (!b)
        return;
    b->writable = writable ? b->writable | (b->present & bits) : b->writable & ~bits;
    if (!writable)
        b->dirty &= ~bits;
}
