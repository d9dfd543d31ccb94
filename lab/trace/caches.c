/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models the subcaches and local caches in trace order. Classifies each local-cache miss by its
 * cause. */
#include "lab/trace/state.h"

#include <stdlib.h>
#include <string.h>

/* ---- pages, subpages and their users ---- */

static void pages_grow(struct state *s)
{
    struct trace_page **old = s->pages;
    size_t n = s->room;

    s->room = n == 0 ? 1024 : 2 * n;
    s->pages = calloc(s->room, sizeof *s->pages);
    if (!s->pages)
        die_out_of_memory();
    for (size_t i = 0; i < n; i++)
        if (old[i]) {
            size_t at = hash_word(0, old[i]->number) & (s->room - 1);
            while (s->pages[at])
                at = (at + 1) & (s->room - 1);
            s->pages[at] = old[i];
        }
    free(old);
}

/* Returns the table slot of the page, or the empty slot where it belongs. */
static struct trace_page **page_at(struct state *s, uint64_t number)
{
    size_t at = hash_word(0, number) & (s->room - 1);

    while (s->pages[at] && s->pages[at]->number != number)
        at = (at + 1) & (s->room - 1);
    return &s->pages[at];
}

static struct frame *frame_for(struct state *s, unsigned cell, uint64_t page);

static struct trace_page *page_of(struct state *s, uint64_t number, unsigned cell)
{
    if (s->n_pages * 2 >= s->room)
        pages_grow(s);
    struct trace_page **at = page_at(s, number);
    if (!*at) {
        *at = ARENA_NEW(s->arena, struct trace_page);
        (*at)->number = number;
        (*at)->creator = cell;
        s->n_pages++;
        count(s, cell, COUNT_PAGES);
        frame_for(s, cell, number);
    }
    return *at;
}

struct user *user_of(struct state *s, struct subpage *p, unsigned cell)
{
    struct user **u = &p->users;

    while (*u && (*u)->cell != cell)
        u = &(*u)->next;
    if (!*u) {
        *u = ARENA_NEW(s->arena, struct user);
        (*u)->cell = cell;
    }
    return *u;
}

/* Sets the state of an unused subpage at the cell that created its page. */
static void create_at(struct state *s, const struct trace_page *page, struct subpage *p)
{
    struct user *u = user_of(s, p, page->creator);
    bool present = !page->replaced;

    u->known = u->lower = true;
    u->had = u->valid = u->upper = present;
    u->evicted = !present;
    p->owner = present ? page->creator + 1 : 0;
}

static bool is_synchronizing(const struct state *s, uint64_t address)
{
    const struct datum *t = places_find(&s->out->places, address);
    return t && strncmp(t->name, "lab.", 4) == 0;
}

struct subpage *subpage_of(struct state *s, uint64_t address, unsigned cell)
{
    uint64_t number = address / LAB_PAGE;
    struct trace_page *page = page_of(s, number, cell);
    struct subpage **p = &page->at[address % LAB_PAGE / LAB_SUBPAGE];

    if (!*p) {
        *p = ARENA_NEW(s->arena, struct subpage);
        (*p)->address = address / LAB_SUBPAGE * LAB_SUBPAGE;
        (*p)->synchronizing = is_synchronizing(s, (*p)->address);
        create_at(s, page, *p);
    }
    return *p;
}

/* ---- invalidation and replacement ---- */

/* Counts the cell's open miss on this subpage, if any, as false sharing. The cell used no element
 * that another cell wrote. */
static void count_false_sharing(struct state *s, struct subpage *p, struct user *u)
{
    if (!u->unclassified)
        return;
    u->unclassified = false;
    p->false_sharing++;
    count(s, u->cell, COUNT_FALSE_SHARING);
}

/* Invalidates the cell's copy of the subpage in its local cache and its subcache. */
static void invalidate_subpage(struct state *s, struct subpage *p, struct user *u)
{
    count_false_sharing(s, p, u);
    u->valid = false;
    if (p->owner == u->cell + 1)
        p->owner = 0;
    subcache_drop(&s->cell[u->cell].sub, p->address);
}

static void evict_page(struct state *s, unsigned cell, uint64_t number)
{
    struct trace_page *page = *page_at(s, number);

    page->replaced |= page->creator == cell;
    for (int i = 0; i < PAGE_SUBPAGES; i++)
        for (struct user *u = page->at[i] ? page->at[i]->users : NULL; u; u = u->next)
            if (u->cell == cell) {
                u->evicted |= u->valid;
                if (u->valid)
                    invalidate_subpage(s, page->at[i], u);
                u->had = false;
            }
}

/* Returns the page's frame in the cell's local cache and marks it most recently used. Evicts the
 * least recently used page if no frame is free. */
static struct frame *frame_for(struct state *s, unsigned cell, uint64_t page)
{
    struct local_cache *l = &s->cell[cell].local;
    struct frame *f = local_frame(l, page);

    if (!f) {
        f = local_free_frame(l, page);
        if (!f) {
            f = local_oldest(l, page);
            evict_page(s, cell, f->page);
        }
        f->page = page;
    }
    f->used = ++s->access;
    return f;
}

/* ---- references ---- */

static void count_local_miss(struct state *s, struct user *u)
{
    count(s, u->cell, COUNT_LOCAL);
    if (u->evicted)
        count(s, u->cell, COUNT_CAPACITY);
    else if (u->had)
        u->unclassified = true;
    else
        count(s, u->cell, COUNT_FIRST);
    if (u->evicted && u->reads + u->writes > 0)
        u->fetches++;
    else if (u->evicted)
        u->upper = false;
}

static void fetch_subpage(struct subpage *p, struct user *u)
{
    u->valid = u->had = true;
    u->evicted = false;
    if (p->owner != u->cell + 1)
        p->owner = 0;
}

/* Makes the cell the exclusive owner and invalidates all other copies. */
static void acquire_ownership(struct state *s, struct subpage *p, struct user *u, uint64_t clock)
{
    for (struct user *other = p->users; other; other = other->next)
        if (other != u && other->valid) {
            invalidate_subpage(s, p, other);
            other->invalidated = clock;
        }
    p->owner = u->cell + 1;
}

static void prefetch_subpage(struct state *s, struct subpage *p, struct user *u,
                             const struct trace_event *e)
{
    if (e->kind == TRACE_POSTSTORE)
        return;
    frame_for(s, u->cell, e->address / LAB_PAGE);
    if (!u->valid) {
        count(s, u->cell, COUNT_PREFETCHED);
        if (u->evicted)
            u->upper = false;
        fetch_subpage(p, u);
    }
    if (e->kind == TRACE_PREFETCH_EX)
        acquire_ownership(s, p, u, e->clock);
}

/* Looks the address up in the subcache and allocates its subblock on a miss. Returns whether it
 * was a hit. */
static bool access_subcache(struct state *s, unsigned cell, uint64_t address)
{
    struct subcache *sub = &s->cell[cell].sub;
    struct subcache_block *b = subcache_block(sub, address);
    uint64_t replaced;

    if (b && b->present & subcache_bit(address))
        return true;
    count(s, cell, COUNT_SUBBLOCKS);
    if (!b) {
        count(s, cell, COUNT_BLOCKS);
        subcache_allocate(sub, address, &b, &replaced);
    }
    b->present |= subcache_bit(address);
    return false;
}

void caches_reference(struct state *s, unsigned cell, struct subpage *p, struct user *u,
                      const struct trace_event *e)
{
    bool write = e->kind == TRACE_WRITE;

    if (e->kind > TRACE_WRITE) {
        prefetch_subpage(s, p, u, e);
        return;
    }
    if (access_subcache(s, cell, e->address) && (!write || p->owner == cell + 1))
        return;
    frame_for(s, cell, e->address / LAB_PAGE);
    bool present = u->valid;
    if (!present) {
        count_local_miss(s, u);
        fetch_subpage(p, u);
    } else if (!write && p->owner != cell + 1)
        p->owner = 0;
    if (write && p->owner != cell + 1) {
        if (present)
            count(s, cell, COUNT_OWNERSHIP);
        acquire_ownership(s, p, u, e->clock);
    }
}

void caches_classify_use(struct state *s, struct subpage *p, struct user *u, unsigned granule)
{
    uint32_t writer = p->writer[granule];

    if (!u->unclassified || writer == 0 || writer == u->cell + 1 ||
        p->written[granule] < u->invalidated)
        return;
    u->unclassified = false;
    p->true_sharing++;
    count(s, u->cell, COUNT_TRUE_SHARING);
}

void caches_classify_remaining(struct state *s)
{
    for (size_t i = 0; i < s->room; i++)
        for (int k = 0; s->pages[i] && k < PAGE_SUBPAGES; k++) {
            struct subpage *p = s->pages[i]->at[k];
            for (struct user *u = p ? p->users : NULL; u; u = u->next)
                count_false_sharing(s, p, u);
        }
}
