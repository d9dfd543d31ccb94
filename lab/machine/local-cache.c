/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/machine/local-cache.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

static void open_sets(struct local_cache *l)
{
    size_t size = LOCAL_SETS * sizeof *l->sets;

    l->sets = xmalloc(size);
    memset(l->sets, 0, size);
    for (int set = 0; set < LOCAL_SETS; set++)
        for (int way = 0; way < LOCAL_WAYS; way++)
            l->sets[set][way].page = PAGE_NONE;
}

void local_close(struct local_cache *l)
{
    free(l->sets);
}

/* Returns the frame of the page's set that holds tag. */
static struct frame *frame_with(const struct local_cache *l, uint64_t page, uint64_t tag)
{
    struct frame *set = l->sets[page % LOCAL_SETS];

    for (unsigned way = 0; way < l->ways; way++)
        if (set[way].page == tag)
            return &set[way];
    return NULL;
}

struct frame *local_frame(const struct local_cache *l, uint64_t page)
{
    return !l->sets ? NULL : frame_with(l, page, page);
}

struct frame *local_free_frame(struct local_cache *l, uint64_t page)
{
    if (!l->sets)
        open_sets(l);
    return frame_with(l, page, PAGE_NONE);
}

struct frame *local_oldest(struct local_cache *l, uint64_t page)
{
    struct frame *set = l->sets[page % LOCAL_SETS], *oldest = set;

    for (unsigned way = 1; way < l->ways; way++)
        if (set[way].used < oldest->used)
            oldest = &set[way];
    return oldest;
}
