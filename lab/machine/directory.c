/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/machine/directory.h"

#include "base/names.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024 };

static struct page **new_slots(size_t room)
{
    struct page **slots = xmalloc(room * sizeof(struct page *));
    memset(slots, 0, room * sizeof(struct page *));
    return slots;
}

void directory_open(struct directory *d, unsigned cells)
{
    *d = (struct directory){.cells = cells, .room = FIRST_ROOM, .slots = new_slots(FIRST_ROOM)};
}

void directory_close(struct directory *d)
{
    free(d->slots);
    arena_free(&d->arena);
}

static struct page **slot_of(struct page **slots, size_t room, uint64_t number)
{
    size_t i = hash_word(0, number) & (room - 1);

    while (slots[i] && slots[i]->page != number)
        i = (i + 1) & (room - 1);
    return &slots[i];
}

struct page *directory_find(const struct directory *d, uint64_t number)
{
    return *slot_of(d->slots, d->room, number);
}

static void grow_directory(struct directory *d)
{
    struct page **slots = new_slots(2 * d->room);

    for (size_t i = 0; i < d->room; i++)
        if (d->slots[i])
            *slot_of(slots, 2 * d->room, d->slots[i]->page) = d->slots[i];
    free(d->slots);
    d->slots = slots;
    d->room *= 2;
}

static struct page *new_page(struct directory *d, uint64_t number)
{
    struct page *p = ARENA_NEW(&d->arena, struct page);

    p->page = number;
    p->holders = ARENA_ARRAY(&d->arena, uint64_t, d->cells / CELLS_IN_WORD + 1);
    for (int i = 0; i < PAGE_SUBPAGES; i++)
        p->subpages[i] = (struct subpage){.owner = NO_CELL, .locked = NO_CELL};
    return p;
}

struct page *directory_page(struct directory *d, uint64_t number)
{
    struct page *p = directory_find(d, number);

    if (p)
        return p;
    if (2 * ++d->n > d->room)
        grow_directory(d);
    return *slot_of(d->slots, d->room, number) = new_page(d, number);
}

void page_add_holder(struct page *p, unsigned cell)
{
    p->holders[cell / CELLS_IN_WORD] |= UINT64_C(1) << cell % CELLS_IN_WORD;
    p->n_holders++;
}

void page_remove_holder(struct page *p, unsigned cell)
{
    p->holders[cell / CELLS_IN_WORD] &= ~(UINT64_C(1) << cell % CELLS_IN_WORD);
    p->n_holders--;
}

unsigned page_next_holder(const struct directory *d, const struct page *p, unsigned from)
{
    while (from < d->cells) {
        uint64_t word = p->holders[from / CELLS_IN_WORD] >> from % CELLS_IN_WORD;
        if (word != 0)
            return from + (unsigned)__builtin_ctzll(word);
        from = (from / CELLS_IN_WORD + 1) * CELLS_IN_WORD;
    }
    return d->cells;
}
