/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The location of pages: which local caches hold a page, which cell owns each subpage. The real
 * machine has no such central list; its cells find out by snooping. */
#ifndef LAB_MACHINE_DIRECTORY_H
#define LAB_MACHINE_DIRECTORY_H

#include "lab/machine/local-cache.h"

#include "base/arena.h"

enum { NO_CELL = 0xffff, CELLS_IN_WORD = 64 };

struct page {
    uint64_t page;
    uint64_t *holders; /* a bit for each cell that holds it */
    unsigned n_holders;
    bool on_disk;   /* valid while no cell holds it */
    uint64_t ready; /* end of clearing it or fetching it from disk */
    struct subpage {
        uint32_t started_transfers; /* number of ownership transfers that have started */
        uint32_t arrived_transfers; /* number of those whose data have arrived */
        uint16_t owner;             /* NO_CELL if no cell holds the page */
        uint16_t locked;            /* the cell that locked it; NO_CELL = none */
        bool promised;              /* not locked yet: reserved for that cell */
    } subpages[PAGE_SUBPAGES];
};
struct directory {
    struct arena arena;
    struct page **slots; /* open addressing, room is a power of two */
    size_t n, room;
    unsigned cells;
};

void directory_open(struct directory *d, unsigned cells);
void directory_close(struct directory *d);
/* Returns the page of that number. A new page has no holders. */
struct page *directory_page(struct directory *d, uint64_t number);
/* Returns NULL if the page is unknown. */
struct page *directory_find(const struct directory *d, uint64_t number);

static inline bool page_held_by(const struct page *p, unsigned cell)
{
    return p->holders[cell / CELLS_IN_WORD] >> cell % CELLS_IN_WORD & 1;
}
void page_add_holder(struct page *p, unsigned cell);
void page_remove_holder(struct page *p, unsigned cell);
/* Returns the first holder with at least that number; directory.cells = none. */
unsigned page_next_holder(const struct directory *d, const struct page *p, unsigned from);

#endif
