/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assumptions on pages: a cell that accesses a page has a frame for all of it. The least recently
 * used page is evicted. Its copies are dropped. Its owned subpages move in the background, one
 * packet each; their new owner responds for them at once. The new owner is the next cell downstream
 * with a copy, else the next with a frame for the page, else the next with a free frame, which then
 * holds the page; cells of other rings come last. If no cell has space, the page goes to disk.
 * Writing to disk takes no time; fetching from disk does. A page that no cell ever had is cleared,
 * not fetched. */
#include "lab/machine/transaction.h"

/* Returns the i-th cell downstream of a cell, its own ring first; 0 < i < n. */
static unsigned downstream_cell(const struct allcache *a, unsigned cell, unsigned i)
{
    unsigned ring = ring_of(cell), more = (i / RING_CELLS) % a->n_rings;

    return (ring + more) % a->n_rings * RING_CELLS + (station_of(cell) + i) % RING_CELLS;
}

/* Returns the next cell downstream that holds the page; the cell itself = none. */
static unsigned next_holder(const struct allcache *a, unsigned cell, const struct page *p)
{
    for (unsigned i = 1; i < a->n && p->n_holders > 0; i++)
        if (page_held_by(p, downstream_cell(a, cell, i)))
            return downstream_cell(a, cell, i);
    return cell;
}

static unsigned next_with_copy(const struct allcache *a, unsigned cell, const struct page *p,
                               unsigned index)
{
    for (unsigned i = 1; i < a->n; i++) {
        unsigned c = downstream_cell(a, cell, i);
        if (page_held_by(p, c) &&
            frame_state(local_frame(&a->nodes[c].local, p->page), index) != STATE_INVALID)
            return c;
    }
    return cell;
}

static void set_frame_page(struct allcache *a, unsigned cell, struct frame *f, struct page *p)
{
    *f = (struct frame){.page = p->page, .used = ++a->accesses};
    page_add_holder(p, cell);
}

/* Gives the page to the next cell downstream with a free frame, and returns it; the cell itself =
 * none. */
static unsigned find_new_holder(struct allcache *a, unsigned cell, struct page *p)
{
    for (unsigned i = 1; i < a->n; i++) {
        unsigned c = downstream_cell(a, cell, i);
        struct frame *f = local_free_frame(&a->nodes[c].local, p->page);
        if (!f)
            continue;
        set_frame_page(a, c, f, p);
        return c;
    }
    return cell;
}

/* Moves an owned subpage of an evicted page to a holder of the page. Returns the new owner. */
static unsigned move_subpage(struct allcache *a, const struct subpage_request *q, unsigned to)
{
    struct subpage *s = &q->page->subpages[q->index];
    unsigned copy = next_with_copy(a, q->cell, q->page, q->index);
    unsigned new_owner = copy != q->cell ? copy : to;
    struct frame *f = local_frame(&a->nodes[new_owner].local, q->page->page);

    s->owner = (uint16_t)new_owner;
    frame_set(f, q->index, copy != q->cell ? STATE_NONEXCLUSIVE : STATE_EXCLUSIVE);
    return new_owner;
}

/* Sends that many packets to a cell from t on. */
static void send_packets(struct allcache *a, const struct subpage_request *q, unsigned to,
                         unsigned packets, uint64_t t)
{
    struct transaction *x = transaction_new(a, q, t);

    x->purpose = PURPOSE_MOVE;
    x->packets = packets;
    x->q.index = 0;
    transaction_add_path(a, x, q->cell, to, false);
    transaction_start(a, x);
}

/* Moves all owned subpages of an evicted page: to cell `to`, or to cells with copies. */
static void move_subpages(struct allcache *a, struct subpage_request *q, unsigned to, uint64_t t)
{
    unsigned packets = 0, new_owner = to;

    for (q->index = 0; q->index < PAGE_SUBPAGES; q->index++) {
        q->subpage = q->page->page * PAGE_SUBPAGES + q->index;
        if (q->page->subpages[q->index].owner != q->cell)
            continue;
        unsigned next = move_subpage(a, q, to);
        if (packets > 0 && next != new_owner) {
            send_packets(a, q, new_owner, packets, t);
            packets = 0;
        }
        new_owner = next;
        packets++;
    }
    if (packets > 0)
        send_packets(a, q, new_owner, packets, t);
}

/* Moves a page to disk when no cell has space for it. */
static void move_page_to_disk(struct page *p)
{
    for (int i = 0; i < PAGE_SUBPAGES; i++)
        p->subpages[i].owner = NO_CELL;
    p->on_disk = true;
}

static void drop_from_subcaches(struct allcache *a, unsigned cell, uint64_t address)
{
    if (cell >= a->n_active)
        return;
    subcache_drop(&a->cells[cell].data, address);
    subcache_drop(&a->nodes[cell].instructions, address);
}

/* Evicts the page of a frame. */
static void evict_page(struct allcache *a, unsigned cell, struct frame *f, uint64_t t)
{
    struct page *p = directory_find(&a->directory, f->page);
    struct subpage_request q = {.cell = cell, .page = p};
    unsigned to;

    page_remove_holder(p, cell);
    count(a, cell, CELL_EVICTED);
    to = next_holder(a, cell, p);
    if (to == cell)
        to = find_new_holder(a, cell, p);
    for (uint64_t at = 0; at < LAB_PAGE; at += LAB_SUBPAGE)
        drop_from_subcaches(a, cell, p->page * LAB_PAGE + at);
    if (to != cell)
        move_subpages(a, &q, to, t);
    else
        move_page_to_disk(p);
    f->page = PAGE_NONE;
}

/* Makes the cell the owner of a whole page without holders, from t on. */
static void own_page(struct page *p, struct frame *f, unsigned cell, uint64_t t)
{
    for (unsigned i = 0; i < PAGE_SUBPAGES; i++) {
        frame_set(f, i, STATE_EXCLUSIVE);
        p->subpages[i].owner = (uint16_t)cell;
    }
    p->ready = t;
    p->on_disk = false;
}

uint64_t pages_allocate(struct allcache *a, const struct subpage_request *q, uint64_t t)
{
    struct local_cache *l = &a->nodes[q->cell].local;
    struct frame *f = local_free_frame(l, q->page->page);
    bool no_holder = q->page->n_holders == 0;

    if (!f) {
        f = local_oldest(l, q->page->page);
        evict_page(a, q->cell, f, t);
    }
    if (q->page->on_disk)
        count(a, q->cell, CELL_DISK);
    t += cost(a, q->page->on_disk ? PARAMETER_DISK
                 : no_holder      ? PARAMETER_PAGE_CREATE
                                  : PARAMETER_PAGE_ALLOCATE);
    set_frame_page(a, q->cell, f, q->page);
    if (no_holder)
        own_page(q->page, f, q->cell, t);
    return t;
}
