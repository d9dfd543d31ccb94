/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where pages are: which local caches have a frame for it, which cell owns each subpage. The real
 * machine has no such list in one place: cells find it out by snooping. It is the simulation's. */
#ifndef LAB_MACHINE_DIRECTORY_H
#define LAB_MACHINE_DIRECTORY_H

#include "lab/machine/local-cache.h"

#include "base/arena.h"

enum { NO_CELL = 0xffff, CELLS_IN_WORD = 64 };

struct page {
    uint64_t page;
    uint64_t *holders; /* a bit a cell that has a frame for it */
    unsigned n_holders;
    bool on_disk;   /* where nobody holds it */
    uint64_t ready; /* it is being cleared or fetched from disk until then */
    struct subpage {
        uint32_t taken;  /* times that a cell made itself the owner */
        uint32_t come;   /* the owner that had come last has its data */
        uint16_t owner;  /* NO_CELL where nobody holds the page */
        uint16_t locked; /* by that cell; NO_CELL = it is not */
        bool promised;   /* not locked as yet: that cell is the next that may */
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
/* The page of that number, new where it was not known: nobody holds it. */
struct page *directory_page(struct directory *d, uint64_t number);
/* NULL = it is not known. */
struct page *directory_find(const struct directory *d, uint64_t number);

static inline bool page_held_by(const struct page *p, unsigned cell)
{
    return p->holders[cell / CELLS_IN_WORD] >> cell % CELLS_IN_WORD & 1;
}
void page_hold(struct page *p, unsigned cell);
void page_let_go(struct page *p, unsigned cell);
/* The first cell from that one on that holds it; directory.cells = there is none. */
unsigned page_next_holder(const struct directory *d, const struct page *p, unsigned from);

#endif
