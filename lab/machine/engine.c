/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/machine/engine.h"

#include "base/arena.h"

#include <stdlib.h>

/* Runnable cells and those with a pending request, as a heap with the earliest one first. */
struct queue {
    unsigned *at, n;
    const struct cell *cells;
};

static bool comes_before(const struct queue *q, unsigned a, unsigned b)
{
    uint64_t ca = q->cells[a].clock, cb = q->cells[b].clock;
    return ca != cb ? ca < cb : a < b;
}

static void queue_put(struct queue *q, unsigned cell)
{
    unsigned i = q->n++;

    for (; i > 0 && comes_before(q, cell, q->at[(i - 1) / 2]); i = (i - 1) / 2)
        q->at[i] = q->at[(i - 1) / 2];
    q->at[i] = cell;
}

/* Restores the heap order after the first cell's clock has advanced, or after it was replaced. */
static void queue_sink(struct queue *q)
{
    unsigned cell = q->at[0], i = 0;

    for (;;) {
        unsigned child = 2 * i + 1;
        if (child >= q->n)
            break;
        if (child + 1 < q->n && comes_before(q, q->at[child + 1], q->at[child]))
            child++;
        if (!comes_before(q, q->at[child], cell))
            break;
        q->at[i] = q->at[child];
        i = child;
    }
    q->at[i] = cell;
}

static void queue_drop_first(struct queue *q)
{
    q->at[0] = q->at[--q->n];
    if (q->n > 0)
        queue_sink(q);
}

/* Returns the least clock of the other cells; UINT64_MAX = none. */
static uint64_t second_clock(const struct queue *q)
{
    uint64_t clock = UINT64_MAX;

    for (unsigned i = 1; i < q->n && i <= 2; i++)
        if (q->cells[q->at[i]].clock < clock)
            clock = q->cells[q->at[i]].clock;
    return clock;
}

/* Returns the clock up to which the first cell may run. next: clock of the next ring event; report:
 * clock of the next progress report. */
static uint64_t limit_of(const struct queue *q, uint64_t next, uint64_t window, uint64_t report)
{
    uint64_t second = second_clock(q), least = second < next ? second : next;
    uint64_t limit = least < UINT64_MAX - window ? least + window : UINT64_MAX;
    return limit < report ? limit : report;
}

struct run {
    struct queue queue;
    struct cell *cells;
    bool *requesting;
    struct allcache *allcache;
    unsigned last; /* cell of the last processed request */
    uint64_t window;
    struct engine_result result;
};

static bool end_run(struct run *r, enum engine_end end, unsigned cell, const char *message)
{
    r->result = (struct engine_result){.end = end, .cell = cell, .message = message};
    return true;
}

/* Puts cells that no longer wait back into the queue. */
static void requeue_released(struct run *r)
{
    bool answered;

    for (int cell; (cell = allcache_released(r->allcache, &answered)) >= 0;) {
        r->requesting[cell] = !answered;
        queue_put(&r->queue, (unsigned)cell);
    }
}

/* Processes the first cell's request. Returns true at the end of the run. */
static bool process_request(struct run *r)
{
    unsigned cell = r->queue.at[0];

    switch (allcache_answer(r->allcache, cell)) {
    case ANSWER_GIVEN:
        r->requesting[cell] = false;
        queue_sink(&r->queue);
        break;
    case ANSWER_WAITS:
        queue_drop_first(&r->queue);
        break;
    case ANSWER_NOT_LOCKED:
        return end_run(r, ENGINE_REFUSED, cell, "rsp of a subpage that the cell has not locked");
    case ANSWER_LOCKED_ITSELF:
        return end_run(r, ENGINE_REFUSED, cell,
                       "gsp.wt of a subpage that the cell itself has locked: it would never end");
    }
    r->last = cell;
    requeue_released(r);
    return false;
}

/* Runs the first cell up to limit. Returns true at the end of the run. */
static bool run_first_cell(struct run *r, uint64_t limit)
{
    unsigned cell = r->queue.at[0];

    switch (cell_run(&r->cells[cell], limit)) {
    case CELL_READY:
        break;
    case CELL_REQUESTS:
        r->requesting[cell] = true;
        break;
    case CELL_ENDED:
        return end_run(r, ENGINE_ENDED, cell, NULL);
    case CELL_FAULTED:
        return end_run(r, ENGINE_FAULT, cell, NULL);
    }
    queue_sink(&r->queue);
    return false;
}

/* Processes the next event of any kind. Returns true at the end of the run. */
static bool process_event(struct run *r, uint64_t report)
{
    uint64_t next = allcache_next_event(r->allcache);

    if (r->queue.n == 0 && next == UINT64_MAX)
        return end_run(r, ENGINE_REFUSED, r->last,
                       "deadlock: every cell waits for a locked subpage");
    if (r->queue.n == 0 || next <= r->cells[r->queue.at[0]].clock) {
        allcache_step(r->allcache);
        requeue_released(r);
        return false;
    }
    if (r->requesting[r->queue.at[0]])
        return process_request(r);
    return run_first_cell(r, limit_of(&r->queue, next, r->window, report));
}

/* Makes the progress reports that are due. Returns false to end the run. */
static bool report_progress(const struct run *r, const struct engine_progress *p, uint64_t *next)
{
    bool on = true;

    if (r->queue.n == 0)
        return true;
    for (; on && r->cells[r->queue.at[0]].clock >= *next; *next += p->every)
        on = p->report(p->to, *next);
    return on;
}

struct engine_result engine_run(struct cell *cells, unsigned n, struct allcache *a,
                                const struct parameters *p, const struct engine_progress *progress)
{
    struct run r = {.cells = cells, .allcache = a};
    bool reports = progress && progress->report && progress->every > 0;
    uint64_t next = reports ? progress->every : UINT64_MAX;

    r.window = parameter_whole(p, PARAMETER_WINDOW);
    r.queue = (struct queue){.at = xmalloc(n * sizeof *r.queue.at), .cells = cells};
    r.requesting = xmalloc(n * sizeof *r.requesting);
    for (unsigned i = 0; i < n; i++) {
        r.requesting[i] = false;
        queue_put(&r.queue, i);
    }
    for (bool end = false; !end;)
        end = reports && !report_progress(&r, progress, &next)
                  ? end_run(&r, ENGINE_STOPPED, r.last, NULL)
                  : process_event(&r, next);
    free(r.queue.at);
    free(r.requesting);
    return r.result;
}
