/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts elements that move from the writing cell to reading cells, and the least number of
 * messages that can carry them (analysis.h). */
#include "lab/trace/state.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_COMPACT = 4096 };

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Sorts the elements and removes duplicates. */
static void compact_elements(struct flow *f)
{
    size_t n = 0;

    if (f->elements.n == 0)
        return;
    qsort(f->elements.at, f->elements.n, sizeof *f->elements.at, by_number);
    for (size_t i = 0; i < f->elements.n; i++)
        if (n == 0 || f->elements.at[n - 1] != f->elements.at[i])
            f->elements.at[n++] = f->elements.at[i];
    f->elements.n = f->compact = n;
}

static struct flow *flow_of(struct state *s, struct pair_of_cells *p, unsigned from, unsigned to)
{
    uint32_t row = s->row;

    if (row >= p->n_flows) {
        uint32_t n = (uint32_t)s->out->rows.n;
        uint32_t *more = ARENA_ARRAY(s->arena, uint32_t, n);
        if (p->n_flows > 0)
            memcpy(more, p->flows, p->n_flows * sizeof *more);
        p->flows = more;
        p->n_flows = n;
    }
    if (p->flows[row] == 0) {
        *array_push(&s->out->flows) = (struct flow){.row = row, .from = from, .to = to};
        p->flows[row] = (uint32_t)s->out->flows.n;
    }
    return &s->out->flows.at[p->flows[row] - 1];
}

/* Returns whether an earlier message carries what was written at clock `written`. Otherwise
 * records a new message: at the reader's last synchronization, or at `clock` if the write follows
 * that synchronization. */
static bool is_carried(struct pair_of_cells *p, uint64_t written, uint64_t synchronized,
                       uint64_t clock)
{
    if (p->synchronized != synchronized) {
        p->synchronized = synchronized;
        p->any_before = p->any;
        p->before = p->sent;
    }
    bool early = written <= synchronized;
    if (early ? p->any_before && written <= p->before : p->any && written <= p->sent)
        return true;
    if (early) {
        p->any_before = true;
        p->before = synchronized;
    }
    if (!early || !p->any || p->sent < synchronized)
        p->sent = early ? synchronized : clock;
    p->any = true;
    return false;
}

static void move_element(struct state *s, unsigned from, unsigned to, uint64_t address,
                         uint64_t written, uint64_t clock)
{
    struct pair_of_cells *p = &s->pairs[(size_t)from * s->cells + to];
    struct flow *f = flow_of(s, p, from, to);

    if (!is_carried(p, written, s->cell[to].synchronized, clock)) {
        f->messages++;
        count(s, to, COUNT_MESSAGES);
    }
    f->moved++;
    count(s, to, COUNT_MOVED);
    *array_push(&f->elements) = address;
    if (f->elements.n > 2 * f->compact + FIRST_COMPACT)
        compact_elements(f);
}

static uint64_t *holders(const struct state *s, struct subpage *p, unsigned granule)
{
    return p->has + (size_t)granule * s->words;
}

void moves_add_read(struct state *s, unsigned cell, struct subpage *p, unsigned granule,
                    uint64_t clock)
{
    uint32_t writer = p->writer[granule];

    if (writer == 0 || writer == cell + 1)
        return;
    uint64_t *has = holders(s, p, granule) + cell / 64, bit = UINT64_C(1) << cell % 64;
    if (*has & bit)
        return;
    *has |= bit;
    move_element(s, writer - 1, cell, p->address + (uint64_t)granule * GRANULE, p->written[granule],
                 clock);
}

void moves_add_write(struct state *s, unsigned cell, struct subpage *p, unsigned granule,
                     uint64_t clock)
{
    if (!p->has)
        p->has = ARENA_ARRAY(s->arena, uint64_t, (size_t)GRANULES * s->words);
    p->writer[granule] = (uint16_t)(cell + 1);
    p->written[granule] = clock;
    memset(holders(s, p, granule), 0, s->words * sizeof *p->has);
}

static int by_row_and_cells(const void *a, const void *b)
{
    const struct flow *x = a, *y = b;

    int rows = ORDER_OF(x->row, y->row), from = ORDER_OF(x->from, y->from);
    return rows ? rows : from ? from : ORDER_OF(x->to, y->to);
}

void moves_end(struct state *s)
{
    for (size_t i = 0; i < s->out->flows.n; i++)
        compact_elements(&s->out->flows.at[i]);
    if (s->out->flows.n > 0)
        qsort(s->out->flows.at, s->out->flows.n, sizeof *s->out->flows.at, by_row_and_cells);
}
