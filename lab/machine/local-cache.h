/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cell's local cache: 128 sets of 16 pages of 16 KB, each of 128 subpages with their states.
 * Assumptions: the page whose last access by the cell or from the ring is oldest is evicted first;
 * a subcache hit is not such an access. Four ways of a set belong to the operating system, which is
 * not modelled. */
#ifndef LAB_MACHINE_LOCAL_CACHE_H
#define LAB_MACHINE_LOCAL_CACHE_H

#include "lab/machine/allcache.h"

enum {
    LOCAL_SETS = 128,
    LOCAL_WAYS = 16,
    PAGE_SUBPAGES = LAB_PAGE / LAB_SUBPAGE,
    STATES_IN_WORD = 32,
};
#define PAGE_NONE UINT64_MAX

struct frame {
    uint64_t page;                                   /* address / LAB_PAGE; PAGE_NONE = free */
    uint64_t used;                                   /* number of its last access */
    uint64_t states[PAGE_SUBPAGES / STATES_IN_WORD]; /* two bits a subpage */
};
struct local_cache {
    struct frame (*sets)[LOCAL_WAYS]; /* LOCAL_SETS of them; NULL = never used */
    unsigned ways;                    /* available to users */
};

void local_close(struct local_cache *l);
/* Returns the frame of a page; NULL = none. */
struct frame *local_frame(const struct local_cache *l, uint64_t page);
/* Returns a free frame of the page's set; NULL = none. */
struct frame *local_free_frame(struct local_cache *l, uint64_t page);
/* Returns the least recently used frame of the page's set. Requires that none is free. */
struct frame *local_oldest(struct local_cache *l, uint64_t page);

static inline enum subpage_state frame_state(const struct frame *f, unsigned subpage)
{
    return (enum subpage_state)(
        f->states[subpage / STATES_IN_WORD] >> subpage % STATES_IN_WORD * 2 & 3);
}
static inline void frame_set(struct frame *f, unsigned subpage, enum subpage_state state)
{
    unsigned shift = subpage % STATES_IN_WORD * 2;
    uint64_t *word = &f->states[subpage / STATES_IN_WORD];

    *word = (*word & ~(UINT64_C(3) << shift)) | (uint64_t)state << shift;
}

#endif
