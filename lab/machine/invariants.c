/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/machine/protocol.h"

static struct frame *frame_of(const struct allcache *a, unsigned cell, uint64_t address)
{
    return local_frame(&a->nodes[cell].local, address / LAB_PAGE);
}

enum subpage_state allcache_state(const struct allcache *a, unsigned cell, uint64_t address)
{
    const struct frame *f = frame_of(a, cell, address);
    return f == NULL ? STATE_INVALID : frame_state(f, address / LAB_SUBPAGE % PAGE_SUBPAGES);
}

int allcache_locked_by(const struct allcache *a, uint64_t address)
{
    const struct page *p = directory_find(&a->directory, address / LAB_PAGE);
    const struct subpage *s =
        p == NULL ? NULL : &p->subpages[address / LAB_SUBPAGE % PAGE_SUBPAGES];

    return s == NULL || s->locked == NO_CELL || s->promised ? -1 : s->locked;
}

unsigned allcache_cells(const struct allcache *a)
{
    return a->n;
}

/* One subpage in all local caches. */
static const char *subpage_fault(const struct allcache *a, const struct page *p, unsigned index)
{
    unsigned exclusive = 0, nonexclusive = 0, copies = 0;

    for (unsigned c = 0; c < a->n; c++) {
        const struct frame *f = local_frame(&a->nodes[c].local, p->page);
        if (page_held_by(p, c) != (f != NULL))
            return "the directory is wrong about who holds a page";
        if (f == NULL)
            continue;
        enum subpage_state s = frame_state(f, index);
        exclusive += s == STATE_EXCLUSIVE;
        nonexclusive += s == STATE_NONEXCLUSIVE;
        copies += s == STATE_COPY;
        if (s >= STATE_NONEXCLUSIVE && p->subpages[index].owner != c)
            return "the directory is wrong about who owns a subpage";
    }
    if (p->n_holders == 0)
        return p->subpages[index].owner == NO_CELL ? NULL : "a page that is nowhere has an owner";
    if (exclusive + nonexclusive != 1)
        return "a subpage has no owner, or several";
    return exclusive == 1 && copies > 0 ? "copies beside an exclusive owner" : NULL;
}

/* One block of a subcache. */
static const char *block_fault(const struct allcache *a, unsigned cell,
                               const struct subcache_block *b)
{
    if (b->tag == SUBCACHE_NONE)
        return NULL;
    for (uint64_t i = 0; i < SUBCACHE_BLOCK; i += SUBCACHE_SUBBLOCK) {
        enum subpage_state s = allcache_state(a, cell, b->tag * SUBCACHE_BLOCK + i);
        if ((b->present & subcache_bit(i)) != 0 && s == STATE_INVALID)
            return "a subcache holds what its local cache does not";
        if ((b->writable & subcache_bit(i)) != 0 && s != STATE_EXCLUSIVE)
            return "a subcache may write what its local cache does not own exclusively";
        if ((b->writable & ~b->present) != 0)
            return "a subcache may write what it does not have";
    }
    return NULL;
}

static const char *subcache_fault(const struct allcache *a, unsigned cell, const struct subcache *s)
{
    const char *fault = NULL;

    for (int set = 0; set < SUBCACHE_SETS && fault == NULL; set++)
        for (int way = 0; way < SUBCACHE_WAYS && fault == NULL; way++)
            fault = block_fault(a, cell, &s->at[set][way]);
    return fault;
}

const char *allcache_fault(struct allcache *a)
{
    const char *fault = NULL;

    for (size_t i = 0; i < a->directory.room && fault == NULL; i++)
        for (unsigned s = 0; s < PAGE_SUBPAGES && fault == NULL; s++)
            if (a->directory.slots[i] != NULL)
                fault = subpage_fault(a, a->directory.slots[i], s);
    for (unsigned c = 0; c < a->n_active && fault == NULL; c++) {
        fault = subcache_fault(a, c, &a->cells[c].data);
        if (fault == NULL)
            fault = subcache_fault(a, c, &a->nodes[c].instructions);
    }
    return fault;
}
