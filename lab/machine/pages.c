/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assumed of pages: a cell that touches one has a frame for all of it. What was longest unused has
 * to go: copies are dropped; owned subpages go, one packet each, behind the cell's back (their new
 * owner answers for them at once), to the
 * next cell downstream with a copy, else to the next with a frame for the page, else to the next
 * with a free frame, which then is the page's; rings behind the own one come last. Where no cell
 * has room, the page goes to disk, which takes no time that anybody waits for; to fetch it from
 * there does. A page that nobody ever had is cleared, not fetched. */
#include "lab/machine/transaction.h"

/* Cells downstream of one, its own ring first: the i-th, 0 < i < n. */
static unsigned downstream(const struct allcache *a, unsigned cell, unsigned i)
{
    unsigned ring = ring_of(cell), more = (i / RING_CELLS) % a->n_rings;

    return (ring + more) % a->n_rings * RING_CELLS + (station_of(cell) + i) % RING_CELLS;
}

/* The next cell downstream that holds the page; the cell itself = none does. */
static unsigned next_holder(const struct allcache *a, unsigned cell, const struct page *p)
{
    for (unsigned i = 1; i < a->n && p->n_holders > 0; i++)
        if (page_held_by(p, downstream(a, cell, i)))
            return downstream(a, cell, i);
    return cell;
}

static unsigned next_with_copy(const struct allcache *a, unsigned cell, const struct page *p,
                               unsigned index)
{
    for (unsigned i = 1; i < a->n; i++) {
        unsigned c = downstream(a, cell, i);
        if (page_held_by(p, c) &&
            frame_state(local_frame(&a->nodes[c].local, p->page), index) != STATE_INVALID)
            return c;
    }
    return cell;
}

static void put_page(struct allcache *a, unsigned cell, struct frame *f, struct page *p)
{
    *f = (struct frame){.page = p->page, .used = ++a->accesses};
    page_add_holder(p, cell);
}

/* The next cell downstream with a free frame has the page from now on; the cell itself = none. */
static unsigned give_page(struct allcache *a, unsigned cell, struct page *p)
{
    for (unsigned i = 1; i < a->n; i++) {
        unsigned c = downstream(a, cell, i);
        struct frame *f = local_free_frame(&a->nodes[c].local, p->page);
        if (f == NULL)
            continue;
        put_page(a, c, f, p);
        return c;
    }
    return cell;
}

/* An owned subpage of a page that has to go moves to another cell, which holds the page: whose. */
static unsigned move_subpage(struct allcache *a, const struct subpage_request *q, unsigned to)
{
    struct subpage *s = &q->page->subpages[q->index];
    unsigned copy = next_with_copy(a, q->cell, q->page, q->index);
    unsigned heir = copy != q->cell ? copy : to;
    struct frame *f = local_frame(&a->nodes[heir].local, q->page->page);

    s->owner = (uint16_t)heir;
    frame_set(f, q->index, copy != q->cell ? STATE_NONEXCLUSIVE : STATE_EXCLUSIVE);
    return heir;
}

/* So many packets go to that cell, from t on. */
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

/* All owned subpages of a page that has to go move: to that cell, or to where copies are. */
static void move_subpages(struct allcache *a, struct subpage_request *q, unsigned to, uint64_t t)
{
    unsigned packets = 0, heir = to;

    for (q->index = 0; q->index < PAGE_SUBPAGES; q->index++) {
        q->subpage = q->page->page * PAGE_SUBPAGES + q->index;
        if (q->page->subpages[q->index].owner != q->cell)
            continue;
        unsigned next = move_subpage(a, q, to);
        if (packets > 0 && next != heir) {
            send_packets(a, q, heir, packets, t);
            packets = 0;
        }
        heir = next;
        packets++;
    }
    if (packets > 0)
        send_packets(a, q, heir, packets, t);
}

/* Nobody has room for the page of that cell. */
static void put_on_disk(struct page *p)
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

/* What is in the frame goes. */
static void evict(struct allcache *a, unsigned cell, struct frame *f, uint64_t t)
{
    struct page *p = directory_find(&a->directory, f->page);
    struct subpage_request q = {.cell = cell, .page = p};
    unsigned to;

    page_remove_holder(p, cell);
    count(a, cell, CELL_EVICTED);
    to = next_holder(a, cell, p);
    if (to == cell)
        to = give_page(a, cell, p);
    for (uint64_t at = 0; at < LAB_PAGE; at += LAB_SUBPAGE)
        drop_from_subcaches(a, cell, p->page * LAB_PAGE + at);
    if (to != cell)
        move_subpages(a, &q, to, t);
    else
        put_on_disk(p);
    f->page = PAGE_NONE;
}

/* All of a page that nobody holds is the cell's, at t. */
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
    bool nobody = q->page->n_holders == 0;

    if (f == NULL) {
        f = local_oldest(l, q->page->page);
        evict(a, q->cell, f, t);
    }
    if (q->page->on_disk)
        count(a, q->cell, CELL_DISK);
    t += cost(a, q->page->on_disk ? PARAMETER_DISK
                 : nobody         ? PARAMETER_PAGE_CREATE
                                  : PARAMETER_PAGE_ALLOCATE);
    put_page(a, q->cell, f, q->page);
    if (nobody)
        own_page(q->page, f, q->cell, t);
    return t;
}
