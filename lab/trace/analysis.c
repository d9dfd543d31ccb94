/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Analyses a trace event by event. */
#include "lab/trace/state.h"

#include <stdlib.h>
#include <string.h>

/* Greater than the number of any part of a fork's parallel regions. */
enum { SEQUENTIAL_KEY = TRACE_FORK - 1 };

enum { ROW_SEQUENTIAL };

/* ---- regions ---- */

static uint32_t row_of(struct state *s, uint32_t region, uint32_t phase)
{
    struct analysis *a = s->out;

    for (uint32_t i = 0; i < a->rows.n; i++)
        if (!a->rows.at[i].outside && a->rows.at[i].region == region &&
            a->rows.at[i].phase == phase)
            return i;
    const char *name = region < a->places.n_regions ? a->places.regions[region] : NULL;
    if (!name)
        name = arena_printf(&a->arena, "region %u", region);
    if (phase > 1)
        name = arena_printf(&a->arena, "%s part %u", name, phase);
    *array_push(&a->rows) = (struct region_row){.name = name, .region = region, .phase = phase};
    return (uint32_t)a->rows.n - 1;
}

static void enter_sequential_region(struct state *s, unsigned cell, uint64_t fork)
{
    struct trace_cell *c = &s->cell[cell];

    c->row = ROW_SEQUENTIAL;
    c->key = cell == 0 ? fork * TRACE_FORK + SEQUENTIAL_KEY : 0;
}

static void enter_parallel_region(struct state *s, unsigned cell, uint32_t region, uint64_t fork,
                                  uint64_t phase)
{
    struct trace_cell *c = &s->cell[cell];

    c->row = row_of(s, region, (uint32_t)phase);
    c->key = fork * TRACE_FORK + phase;
}

static void process_mark(struct state *s, unsigned cell, const struct trace_event *e)
{
    struct trace_cell *c = &s->cell[cell];
    uint64_t fork = e->address / TRACE_FORK, value = e->address % TRACE_FORK;

    c->synchronized = e->clock;
    if (e->kind == TRACE_REGION_ENTER)
        enter_parallel_region(s, cell, (uint32_t)value, fork, 1);
    else if (e->kind == TRACE_REGION_EXIT)
        enter_sequential_region(s, cell, fork);
    else if (e->kind == TRACE_BARRIER_OUT && !s->out->rows.at[c->row].outside)
        enter_parallel_region(s, cell, s->out->rows.at[c->row].region, fork, value + 1);
}

/* Makes the region of the referring cell the current one if it is later than the current one. */
static void follow_region(struct state *s, const struct trace_cell *c)
{
    if (c->key <= s->key)
        return;
    bounds_end_region(s);
    s->key = c->key;
    s->row = c->row;
    s->out->rows.at[c->row].instances++;
}

/* ---- references ---- */

static void find_subpage(struct state *s, unsigned cell, uint64_t address, struct subpage **p,
                         struct user **u)
{
    uint64_t number = address / LAB_SUBPAGE;
    unsigned slot = number % RECENT;
    struct trace_cell *c = &s->cell[cell];

    if (!c->recent[slot].subpage || c->recent[slot].subpage->address != number * LAB_SUBPAGE) {
        c->recent[slot].subpage = subpage_of(s, address, cell);
        c->recent[slot].user = user_of(s, c->recent[slot].subpage, cell);
    }
    *p = c->recent[slot].subpage;
    *u = c->recent[slot].user;
}

static void access_elements(struct state *s, struct subpage *p, struct user *u,
                            const struct trace_event *e)
{
    unsigned first = e->address % LAB_SUBPAGE / GRANULE, step = e->bytes < 8 ? 1 : 2;
    unsigned n = e->bytes < 8 ? 1 : e->bytes / 8;

    for (unsigned k = 0, g = first; k < n && g < GRANULES; k++, g += step) {
        caches_classify_use(s, p, u, g);
        if (e->kind == TRACE_WRITE)
            moves_add_write(s, u->cell, p, g, e->clock);
        else
            moves_add_read(s, u->cell, p, g, e->clock);
    }
}

static void process_reference(struct state *s, unsigned cell, const struct trace_event *e)
{
    static const enum analysis_count kinds[] = {COUNT_READS, COUNT_WRITES, COUNT_HINTS, COUNT_HINTS,
                                                COUNT_HINTS};
    struct subpage *p;
    struct user *u;

    find_subpage(s, cell, e->address, &p, &u);
    if (p->synchronizing) {
        s->cell[cell].synchronized = e->clock;
        count(s, cell, COUNT_SYNCHRONIZING);
        return;
    }
    count(s, cell, kinds[e->kind]);
    follow_region(s, &s->cell[cell]);
    caches_reference(s, cell, p, u, e);
    if (e->kind > TRACE_WRITE)
        return;
    bounds_add_reference(s, p, u, e->kind == TRACE_WRITE);
    access_elements(s, p, u, e);
    if (e->kind == TRACE_WRITE)
        p->writes++, u->writer = true;
    else
        p->reads++, u->reader = true;
}

/* ---- results ---- */

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void add_subpage_row(struct state *s, const struct subpage *p)
{
    struct subpage_row row = {.address = p->address,
                              .reads = p->reads,
                              .writes = p->writes,
                              .true_sharing = p->true_sharing,
                              .false_sharing = p->false_sharing};
    uint32_t n = 0;

    for (const struct user *u = p->users; u; u = u->next)
        n += u->reader || u->writer;
    if (n == 0)
        return;
    row.cells = ARENA_ARRAY(s->arena, uint32_t, n);
    for (const struct user *u = p->users; u; u = u->next) {
        row.readers += u->reader;
        row.writers += u->writer;
        if (u->reader || u->writer)
            row.cells[row.n_cells++] = u->cell;
    }
    qsort(row.cells, n, sizeof *row.cells, by_number);
    *array_push(&s->out->subpages) = row;
}

static int by_address(const void *a, const void *b)
{
    const struct subpage_row *x = a, *y = b;
    return x->address < y->address ? -1 : x->address > y->address;
}

static void add_subpage_rows(struct state *s)
{
    struct analysis *a = s->out;

    for (size_t i = 0; i < s->room; i++)
        for (int k = 0; s->pages[i] && k < PAGE_SUBPAGES; k++)
            if (s->pages[i]->at[k] && !s->pages[i]->at[k]->synchronizing)
                add_subpage_row(s, s->pages[i]->at[k]);
    if (a->subpages.n > 0)
        qsort(a->subpages.at, a->subpages.n, sizeof *a->subpages.at, by_address);
}

static void sum_counts(struct analysis *a)
{
    for (unsigned c = 0; c < a->cells; c++)
        for (int k = 0; k < ANALYSIS_COUNTS; k++)
            a->counts[k] += a->by_cell[c][k];
}

/* ---- complete analysis ---- */

static void begin_analysis(struct state *s)
{
    struct analysis *a = s->out;

    a->by_cell = arena_alloc(&a->arena, s->cells * sizeof *a->by_cell);
    *array_push(&a->rows) = (struct region_row){.name = "sequential", .outside = true};
    s->words = (s->cells + 63) / 64;
    s->cell = calloc(s->cells, sizeof *s->cell);
    s->pairs = calloc((size_t)s->cells * s->cells, sizeof *s->pairs);
    s->room = 1024;
    s->pages = calloc(s->room, sizeof *s->pages);
    if (!s->cell || !s->pairs || !s->pages)
        die_out_of_memory();
    for (unsigned c = 0; c < s->cells; c++) {
        subcache_clear(&s->cell[c].sub, subcache_seed(s->o->seed, c));
        s->cell[c].local.ways = s->o->ways;
        enter_sequential_region(s, c, 0);
    }
}

static void end_analysis(struct state *s)
{
    bounds_end_region(s);
    caches_classify_remaining(s);
    moves_end(s);
    add_subpage_rows(s);
    sum_counts(s->out);
}

static void release_state(struct state *s)
{
    for (unsigned c = 0; c < s->cells; c++)
        local_close(&s->cell[c].local);
    free(s->cell);
    free(s->pairs);
    free(s->pages);
    array_release(s->listed);
}

struct analysis *analysis_of(struct trace_reader *r, const char *path,
                             const struct analysis_options *o, struct diag *d)
{
    struct analysis *a = xmalloc(sizeof *a);
    struct arena arena = {0};
    long errors = d->errors;
    struct trace_event e;
    unsigned cell;

    *a = (struct analysis){.cells = trace_cells(r)};
    if (!places_read(&a->places, &a->arena, path, trace_symbols(r), d)) {
        analysis_free(a);
        return NULL;
    }
    struct state s = {.out = a, .arena = &arena, .o = o, .cells = a->cells};
    begin_analysis(&s);
    while (trace_merged(r, &cell, &e, d))
        if (e.kind >= TRACE_FIRST_MARK)
            process_mark(&s, cell, &e);
        else
            process_reference(&s, cell, &e);
    s.arena = &a->arena;
    end_analysis(&s);
    release_state(&s);
    arena_free(&arena);
    if (d->errors == errors)
        return a;
    analysis_free(a);
    return NULL;
}

void analysis_free(struct analysis *a)
{
    for (size_t i = 0; i < a->flows.n; i++)
        array_free(&a->flows.at[i].elements);
    array_release_all(a->flows.at, a->rows.at, a->subpages.at);
    arena_free(&a->arena);
    free(a);
}
