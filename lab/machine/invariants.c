/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/machine/protocol.h"

static struct frame *frame_of(const struct allcache *a, unsigned cell, uint64_t address)
{
    return local_frame(&a->nodes[cell].local, address / LAB_PAGE);
}

enum subpage_state allcache_state(const struct allcache *a, unsigned cell, uint64_t address)
{
    const struct frame *f = frame_of(a, cell, address);
    return !f ? STATE_INVALID : frame_state(f, address / LAB_SUBPAGE % PAGE_SUBPAGES);
}

int allcache_locked_by(const struct allcache *a, uint64_t address)
{
    const struct page *p = directory_find(&a->directory, address / LAB_PAGE);
    const struct subpage *s = !p ? NULL : &p->subpages[address / LAB_SUBPAGE % PAGE_SUBPAGES];

    return !s || s->locked == NO_CELL || s->promised ? -1 : s->locked;
}

unsigned allcache_cells(const struct allcache *a)
{
    return a->n;
}

/* Checks one subpage in all local caches. */
static const char *check_subpage(const struct allcache *a, const struct page *p, unsigned index)
{
    unsigned exclusive = 0, nonexclusive = 0, copies = 0;

    for (unsigned c = 0; c < a->n; c++) {
        const struct frame *f = local_frame(&a->nodes[c].local, p->page);
        if (page_held_by(p, c) != (f != NULL))
            return "the directory has a wrong holder of a page";
        if (f == NULL)
            continue;
        enum subpage_state s = frame_state(f, index);
        exclusive += s == STATE_EXCLUSIVE;
        nonexclusive += s == STATE_NONEXCLUSIVE;
        copies += s == STATE_COPY;
        if (s >= STATE_NONEXCLUSIVE && p->subpages[index].owner != c)
            return "the directory has a wrong owner of a subpage";
    }
    if (p->n_holders == 0)
        return p->subpages[index].owner == NO_CELL ? NULL : "a page without holders has an owner";
    if (exclusive + nonexclusive != 1)
        return "a subpage has no owner, or several owners";
    return exclusive == 1 && copies > 0 ? "a subpage has an exclusive owner and copies" : NULL;
}

/* Checks one block of a subcache. */
static const char *check_block(const struct allcache *a, unsigned cell,
                               const struct subcache_block *b)
{
    if (b->tag == SUBCACHE_NONE)
        return NULL;
    for (uint64_t i = 0; i < SUBCACHE_BLOCK; i += SUBCACHE_SUBBLOCK) {
        enum subpage_state s = allcache_state(a, cell, b->tag * SUBCACHE_BLOCK + i);
        if ((b->present & subcache_bit(i)) != 0 && s == STATE_INVALID)
            return "a subcache holds a subblock that its local cache does not hold";
        if ((b->writable & subcache_bit(i)) != 0 && s != STATE_EXCLUSIVE)
            return "a subcache may write a subpage that its local cache does not own exclusively";
        if ((b->writable & ~b->present) != 0)
            return "a subcache may write a subblock that it does not hold";
    }
    return NULL;
}

static const char *check_subcache(const struct allcache *a, unsigned cell, const struct subcache *s)
{
    const char *violation = NULL;

    for (int set = 0; set < SUBCACHE_SETS && !violation; set++)
        for (int way = 0; way < SUBCACHE_WAYS && !violation; way++)
            violation = check_block(a, cell, &s->at[set][way]);
    return violation;
}

const char *allcache_check_invariants(struct allcache *a)
{
    const char *violation = NULL;

    for (size_t i = 0; i < a->directory.room && !violation; i++)
        for (unsigned s = 0; s < PAGE_SUBPAGES && !violation; s++)
            if (a->directory.slots[i])
                violation = check_subpage(a, a->directory.slots[i], s);
    for (unsigned c = 0; c < a->n_active && !violation; c++) {
        violation = check_subcache(a, c, &a->cells[c].data);
        if (!violation)
            violation = check_subcache(a, c, &a->nodes[c].instructions);
    }
    return violation;
}
