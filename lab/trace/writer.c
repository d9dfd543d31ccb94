/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes traces in the format of form.h. */
#include "lab/trace/form.h"

#include "base/arena.h"
#include "base/outfile.h"

#include <stdlib.h>
#include <string.h>

enum { SHORTEST_RUN = 4, NEAR = 4096 };

/* A cell's unfinished block. */
struct block {
    ARRAY(uint8_t) payload;
    struct trace_stream streams[TRACE_SLOTS];
    uint32_t used_at[TRACE_SLOTS]; /* event of the last use */
    uint8_t tokens[TRACE_BLOCK_EVENTS];
    uint32_t n_tokens, n_events;
    uint32_t period, run; /* run: repeated tokens that the payload does not hold yet */
    uint64_t first, clock;
};
struct trace_writer {
    struct outfile out;
    struct block *blocks;
    unsigned cells;
    uint64_t events;
};

static void put_byte(struct block *b, uint8_t byte)
{
    *array_push(&b->payload) = byte;
}

static void put_number(struct block *b, uint64_t n)
{
    for (; n >= 0x80; n >>= 7)
        put_byte(b, (uint8_t)(n | 0x80));
    put_byte(b, (uint8_t)n);
}

static void write_number(FILE *f, uint64_t n)
{
    for (; n >= 0x80; n >>= 7)
        putc((int)(n & 0x7F) | 0x80, f);
    putc((int)n, f);
}

static void end_run(struct block *b)
{
    if (b->run >= SHORTEST_RUN) {
        put_byte(b, TOKEN_RUN);
        put_byte(b, (uint8_t)b->period);
        put_number(b, b->run);
    } else
        for (uint32_t k = b->n_tokens - b->run; k < b->n_tokens; k++)
            put_byte(b, b->tokens[k]);
    b->run = 0;
}

static void end_block(struct trace_writer *w, unsigned cell)
{
    struct block *b = &w->blocks[cell];
    FILE *f = w->out.f;

    if (b->n_events == 0)
        return;
    end_run(b);
    write_number(f, (uint64_t)cell + 1);
    write_number(f, b->n_events);
    write_number(f, b->payload.n);
    write_number(f, b->first);
    fwrite(b->payload.at, 1, b->payload.n, f);
    w->events += b->n_events;
    b->payload.n = 0;
    memset(b->streams, 0, sizeof b->streams);
    memset(b->used_at, 0, sizeof b->used_at);
    b->n_tokens = b->n_events = b->period = 0;
    b->first = b->clock;
}

struct trace_writer *trace_create(const char *path, unsigned cells, const char *symbols,
                                  struct diag *d)
{
    struct trace_writer *w = xmalloc(sizeof *w);
    size_t n = strlen(symbols);

    *w = (struct trace_writer){.cells = cells};
    if (cells == 0 || cells > TRACE_CELLS)
        bug("a trace of %u cells", cells);
    if (!outfile_open(&w->out, path, d)) {
        free(w);
        return NULL;
    }
    w->blocks = calloc(cells, sizeof *w->blocks);
    if (!w->blocks)
        die_out_of_memory();
    fputs(TRACE_MAGIC, w->out.f);
    write_number(w->out.f, cells);
    write_number(w->out.f, n);
    fwrite(symbols, 1, n, w->out.f);
    return w;
}

static void finish_event(struct trace_writer *w, unsigned cell, uint64_t clock)
{
    struct block *b = &w->blocks[cell];

    b->clock = clock;
    if (++b->n_events == TRACE_BLOCK_EVENTS)
        end_block(w, cell);
}

static bool stream_continues(const struct trace_stream *s, enum trace_kind kind, uint64_t address,
                             unsigned bytes)
{
    return s->last + s->stride == address && s->kind == kind && s->bytes == bytes;
}

/* Returns the stream that continues with this reference, preferably the next one of the current
 * run; -1 = none. */
static int stream_of(const struct block *b, enum trace_kind kind, uint64_t address, unsigned bytes)
{
    if (b->period > 0) {
        int next = b->tokens[b->n_tokens - b->period] >> TOKEN_CLOCK_BITS;
        if (stream_continues(&b->streams[next], kind, address, bytes))
            return next;
    }
    for (int k = 0; k < TRACE_SLOTS; k++)
        if (stream_continues(&b->streams[k], kind, address, bytes))
            return k;
    return -1;
}

/* Returns the smallest period with which the last tokens repeat; 0 = none. */
static uint32_t period_of(const struct block *b)
{
    const uint8_t *end = b->tokens + b->n_tokens;

    for (uint32_t p = 1; p <= TRACE_LONGEST_PERIOD && 2 * p <= b->n_tokens; p++)
        if (end[-1] == end[-1 - (int)p] && memcmp(end - p, end - 2 * p, p) == 0)
            return p;
    return 0;
}

static void put_token(struct block *b, uint8_t token)
{
    bool repeats = b->period > 0 && b->tokens[b->n_tokens - b->period] == token;

    if (!repeats)
        end_run(b);
    b->tokens[b->n_tokens++] = token;
    if (repeats) {
        b->run++;
        return;
    }
    put_byte(b, token);
    b->period = period_of(b);
}

/* Returns the clocks that the token itself encodes: those that continue the run, if possible. */
static uint64_t clocks_of_token(const struct block *b, int stream, uint64_t clocks)
{
    if (clocks <= TOKEN_MOST_CLOCKS)
        return clocks;
    uint8_t next = b->period > 0 ? b->tokens[b->n_tokens - b->period] : 0;
    return next >> TOKEN_CLOCK_BITS == stream ? next & TOKEN_MOST_CLOCKS : 1;
}

static void put_stream_token(struct block *b, int stream, uint64_t clocks)
{
    uint64_t own = clocks_of_token(b, stream, clocks);

    if (own < clocks) {
        end_run(b);
        put_byte(b, TOKEN_CLOCKS);
        put_number(b, clocks - own);
    }
    put_token(b, (uint8_t)(stream << TOKEN_CLOCK_BITS | (int)own));
}

/* Chooses a stream for a reference that no stream continues with: a near one of the same kind,
 * else the least recently used one. */
static int stream_to_change(const struct block *b, enum trace_kind kind, uint64_t address,
                            unsigned bytes)
{
    int oldest = 0, nearest = -1;
    uint64_t least = NEAR;

    for (int k = 0; k < TRACE_SLOTS; k++) {
        const struct trace_stream *s = &b->streams[k];
        uint64_t apart = s->last > address ? s->last - address : address - s->last;
        if (s->kind == kind && s->bytes == bytes && apart < least)
            nearest = k, least = apart;
        if (b->used_at[k] < b->used_at[oldest])
            oldest = k;
    }
    return nearest >= 0 ? nearest : oldest;
}

static int size_code(unsigned bytes)
{
    for (int k = 0; k < TRACE_SIZES; k++)
        if (trace_sizes[k] == bytes)
            return k;
    bug("a reference of %u bytes", bytes);
}

static int put_stream(struct block *b, enum trace_kind kind, uint64_t address, unsigned bytes,
                      uint64_t clocks)
{
    int k = stream_to_change(b, kind, address, bytes);
    struct trace_stream *s = &b->streams[k];

    end_run(b);
    s->stride = address - s->last;
    s->kind = (uint8_t)kind;
    s->bytes = (uint8_t)bytes;
    put_byte(b, (uint8_t)(TOKEN_STREAM | k));
    put_byte(b, (uint8_t)((int)kind | size_code(bytes) << 4));
    put_number(b, clocks);
    put_number(b, zigzag_encode(s->stride));
    return k;
}

void trace_reference(struct trace_writer *w, unsigned cell, enum trace_kind kind, uint64_t address,
                     unsigned bytes, uint64_t clock)
{
    struct block *b = &w->blocks[cell];
    uint64_t clocks = clock - b->clock;
    int k = stream_of(b, kind, address, bytes);

    if (k >= 0)
        put_stream_token(b, k, clocks);
    else
        k = put_stream(b, kind, address, bytes, clocks);
    b->streams[k].last = address;
    b->used_at[k] = b->n_events + 1;
    finish_event(w, cell, clock);
}

void trace_mark(struct trace_writer *w, unsigned cell, enum trace_kind kind, uint64_t value,
                uint64_t clock)
{
    struct block *b = &w->blocks[cell];

    end_run(b);
    put_byte(b, TOKEN_MARK);
    put_byte(b, (uint8_t)kind);
    put_number(b, clock - b->clock);
    put_number(b, value);
    finish_event(w, cell, clock);
}

static void writer_free(struct trace_writer *w)
{
    for (unsigned c = 0; c < w->cells; c++)
        array_free(&w->blocks[c].payload);
    free(w->blocks);
    free(w);
}

bool trace_finish(struct trace_writer *w, struct outfile *out, struct diag *d)
{
    for (unsigned c = 0; c < w->cells; c++)
        end_block(w, c);
    write_number(w->out.f, 0);
    write_number(w->out.f, w->events);
    *out = w->out;
    writer_free(w);
    return outfile_finish(out, d);
}

bool trace_close(struct trace_writer *w, struct diag *d)
{
    struct outfile out;
    return trace_finish(w, &out, d) && outfile_commit(&out, d);
}
