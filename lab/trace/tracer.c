/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/trace/tracer.h"
#include "base/textstream.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRY_PAIRS = 2, NOTHING = 0, FORK = 1, BARRIER = 2, FIRST_REGION = 3 };

/* A call whose return writes a mark. */
struct open_call {
    uint64_t return_address;
    enum trace_kind kind;
    uint64_t value;
    bool silent; /* no mark: a fork in which this cell entered no region */
};
struct traced_cell {
    ARRAY(struct open_call) calls;
    bool in_region;
    uint64_t barriers; /* passed in the region */
};
struct tracer {
    struct trace_writer *writer;
    uint32_t *what; /* of each pair that is a call's target: FORK, BARRIER, FIRST_REGION + number */
    uint32_t pairs;
    uint64_t forks;
    struct traced_cell *cells;
    unsigned n_cells;
};

/* ---- symbols of the trace ---- */

static int64_t elements_of(const struct lab_variable *v)
{
    int64_t n = 1;

    for (uint32_t k = 0; k < v->n_extents; k++)
        if (v->extents[k] <= 0 || n > v->bytes / v->extents[k])
            return 1;
        else
            n *= v->extents[k];
    return n;
}

static void put_variable(const struct program *p, uint32_t file, const struct lab_variable *v,
                         FILE *out)
{
    const struct program_symbol *s = program_find(p, file, v->symbol);
    int64_t n = elements_of(v);

    if (!s || s->text)
        return;
    fprintf(out, "data %s 0x%" PRIx64 " %" PRId64 " %" PRId64, v->name,
            s->address + (uint64_t)v->at, v->bytes, v->bytes / n);
    for (uint32_t k = 0; k < v->n_extents && n > 1; k++)
        fprintf(out, " %" PRId64, v->extents[k]);
    fputc('\n', out);
}

static bool is_region(const struct program_symbol *s)
{
    size_t n = strlen(s->name);
    return s->text && strstr(s->name, "$par") && n > 4 && strcmp(s->name + n - 4, "$TXT") == 0;
}

static void put_symbols(const struct program *p, unsigned cells, uint64_t stack, FILE *out)
{
    unsigned regions = 0;

    for (uint32_t f = 0; f < p->files.n; f++)
        for (size_t i = 0; i < p->files.at[f]->text.variables.n; i++)
            put_variable(p, f, &p->files.at[f]->text.variables.at[i], out);
    for (size_t i = 0; i < p->symbols.n; i++) {
        const struct program_symbol *s = &p->symbols.at[i];
        if (!s->text && s->bytes > 0)
            fprintf(out, "data %s 0x%" PRIx64 " %" PRIu64 " 8\n", s->name, s->address, s->bytes);
        if (is_region(s))
            fprintf(out, "region %u %.*s\n", regions++, (int)strlen(s->name) - 4, s->name);
    }
    for (unsigned c = 0; c < cells; c++)
        fprintf(out, "data stack.%u 0x%" PRIx64 " %" PRIu64 " 8\n", c, LAB_STACKS - (c + 1) * stack,
                stack);
}

static char *symbols_of(const struct program *p, unsigned cells, uint64_t stack)
{
    struct text_stream text;

    put_symbols(p, cells, stack, text_open(&text));
    return text_close(&text);
}

static void find_calls(struct tracer *t, const struct program *p)
{
    uint32_t regions = 0;

    t->pairs = p->pairs;
    t->what = xmalloc((p->pairs + 1) * sizeof *t->what);
    memset(t->what, 0, (p->pairs + 1) * sizeof *t->what);
    for (size_t i = 0; i < p->symbols.n; i++) {
        const struct program_symbol *s = &p->symbols.at[i];
        uint64_t pair = s->text ? (s->address - LAB_TEXT) / LAB_PAIR_BYTES + ENTRY_PAIRS : t->pairs;
        uint32_t what = !s->text                                  ? NOTHING
                        : is_region(s)                            ? FIRST_REGION + regions++
                        : strcmp(s->name, "lab_fork$TXT") == 0    ? FORK
                        : strcmp(s->name, "lab_barrier$TXT") == 0 ? BARRIER
                                                                  : NOTHING;
        if (what != NOTHING && pair < t->pairs)
            t->what[pair] = what;
    }
}

/* ---- the run ---- */

static void record_reference(void *to, unsigned cell, int kind, uint64_t address, unsigned bytes,
                             uint64_t clock)
{
    struct tracer *t = to;
    trace_reference(t->writer, cell, (enum trace_kind)kind, address, bytes, clock);
}

static void push_call(struct tracer *t, unsigned cell, struct open_call call, enum trace_kind kind,
                      uint64_t clock)
{
    trace_mark(t->writer, cell, kind, call.value, clock);
    *array_push(&t->cells[cell].calls) = call;
}

/* Marks the begin of a region. The cell that forked waits for the other cells after its part, so
 * the region ends for it when lab_fork returns. */
static void enter_region(struct tracer *t, unsigned cell, uint64_t value, uint64_t return_address,
                         uint64_t clock)
{
    struct traced_cell *c = &t->cells[cell];
    struct open_call *fork = c->calls.n > 0 ? &c->calls.at[c->calls.n - 1] : NULL;
    enum trace_kind end = TRACE_REGION_EXIT;

    c->in_region = true;
    c->barriers = 0;
    if (fork) {
        fork->silent = false;
        fork->value = value;
        end = TRACE_BARRIER_IN;
    }
    push_call(t, cell,
              (struct open_call){.return_address = return_address, .kind = end, .value = value},
              TRACE_REGION_ENTER, clock);
}

static void record_call(struct tracer *t, unsigned cell, uint32_t what, uint64_t return_address,
                        uint64_t clock)
{
    struct traced_cell *c = &t->cells[cell];

    if (what == FORK && !c->in_region) {
        t->forks++;
        *array_push(&c->calls) = (struct open_call){
            .return_address = return_address, .kind = TRACE_REGION_EXIT, .silent = true};
    } else if (what == BARRIER && c->in_region)
        push_call(t, cell,
                  (struct open_call){.return_address = return_address,
                                     .kind = TRACE_BARRIER_OUT,
                                     .value = t->forks * TRACE_FORK + ++c->barriers},
                  TRACE_BARRIER_IN, clock);
    else if (what >= FIRST_REGION && !c->in_region)
        enter_region(t, cell, t->forks * TRACE_FORK + what - FIRST_REGION, return_address, clock);
}

static void record_return(struct tracer *t, unsigned cell, uint64_t target, uint64_t clock)
{
    struct traced_cell *c = &t->cells[cell];

    if (c->calls.n == 0 || c->calls.at[c->calls.n - 1].return_address != target)
        return;
    struct open_call call = c->calls.at[--c->calls.n];
    c->in_region &= call.kind != TRACE_REGION_EXIT;
    if (!call.silent)
        trace_mark(t->writer, cell, call.kind, call.value, clock);
}

static void record_jump(void *to, unsigned cell, uint64_t target, uint64_t return_address,
                        uint64_t clock)
{
    struct tracer *t = to;
    uint64_t pair = (target - LAB_TEXT) / LAB_PAIR_BYTES;

    if (return_address == 0)
        record_return(t, cell, target, clock);
    else if (pair < t->pairs && t->what[pair] != NOTHING)
        record_call(t, cell, t->what[pair], return_address, clock);
}

struct cell_watch tracer_watch(struct tracer *t)
{
    return (struct cell_watch){.to = t, .reference = record_reference, .jump = record_jump};
}

struct tracer *tracer_open(const char *path, const struct program *p, unsigned cells,
                           uint64_t stack, struct diag *d)
{
    char *symbols = symbols_of(p, cells, stack);
    struct trace_writer *w = trace_create(path, cells, symbols, d);

    free(symbols);
    if (!w)
        return NULL;
    struct tracer *t = xmalloc(sizeof *t);
    *t = (struct tracer){.writer = w, .n_cells = cells};
    t->cells = xmalloc(cells * sizeof *t->cells);
    memset(t->cells, 0, cells * sizeof *t->cells);
    find_calls(t, p);
    return t;
}

bool tracer_close(struct tracer *t, struct outfile *out, struct diag *d)
{
    bool done = trace_finish(t->writer, out, d);

    for (unsigned c = 0; c < t->n_cells; c++)
        array_free(&t->cells[c].calls);
    free(t->cells);
    free(t->what);
    free(t);
    return done;
}
