/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads traces in the format of form.h. Checks all input; an error message names the byte. */
#include "lab/trace/form.h"

#include "base/arena.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct span {
    size_t at, n; /* position and length of the payload in the file, bytes */
    uint64_t clock;
    uint32_t events;
};
struct cursor {
    ARRAY(struct span) spans;
    size_t next;
    struct trace_event *events;
    size_t n, at; /* decoded events, and the next one for trace_merged() */
    bool merging;
};
struct trace_reader {
    struct arena arena;
    const char *path;
    const uint8_t *bytes;
    size_t n;
    void *mapped;
    unsigned cells;
    const char *symbols;
    uint64_t events;
    struct cursor *cursors;
    uint32_t *heap; /* cells ordered by the clock of their next event */
    uint32_t n_heap;
    bool merging;
};

/* The read position in the file. */
struct input {
    const uint8_t *at, *end;
    bool wrong;
};

static uint8_t get_byte(struct input *in)
{
    if (in->at < in->end)
        return *in->at++;
    in->wrong = true;
    return 0;
}

static uint64_t get_number(struct input *in)
{
    uint64_t n = 0;

    for (int shift = 0; shift < 64; shift += 7) {
        uint8_t byte = get_byte(in);
        n |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80)
            return n;
    }
    in->wrong = true;
    return 0;
}

static bool report_damage(const struct trace_reader *r, const struct input *in, const char *what,
                          struct diag *d)
{
    diag_error(d, (struct where){.file = r->path}, "%s at byte %zu; write the trace again", what,
               (size_t)(in->at - r->bytes));
    return false;
}

/* Reads the head of a block and records the position of its payload. */
static bool read_block_head(struct trace_reader *r, struct input *in, uint64_t cell)
{
    struct span s = {.events = 0};
    uint64_t events = get_number(in), n = get_number(in);

    s.clock = get_number(in);
    if (in->wrong || cell > r->cells || events == 0 || events > TRACE_BLOCK_EVENTS ||
        n > (size_t)(in->end - in->at))
        return false;
    s.at = (size_t)(in->at - r->bytes);
    s.n = (size_t)n;
    s.events = (uint32_t)events;
    *array_push(&r->cursors[cell - 1].spans) = s;
    in->at += n;
    r->events += events;
    return true;
}

static bool read_blocks(struct trace_reader *r, struct input *in, struct diag *d)
{
    uint64_t cell;

    while ((cell = get_number(in)) != 0 && !in->wrong)
        if (!read_block_head(r, in, cell))
            return report_damage(r, in, "this trace is damaged or truncated", d);
    if (in->wrong)
        return report_damage(r, in, "this trace is truncated", d);
    if (get_number(in) != r->events || in->wrong || in->at != in->end)
        return report_damage(r, in, "the totals at the end of this trace do not match its blocks",
                             d);
    return true;
}

static bool read_head(struct trace_reader *r, struct input *in, struct diag *d)
{
    size_t magic = sizeof TRACE_MAGIC - 1;

    if (r->n < magic || memcmp(r->bytes, TRACE_MAGIC, magic) != 0) {
        diag_error(d, (struct where){.file = r->path},
                   "this file is not a trace; ksr1 --trace=FILE writes one");
        return false;
    }
    in->at += magic;
    uint64_t cells = get_number(in), n = get_number(in);
    if (in->wrong || cells == 0 || cells > TRACE_CELLS || n > (size_t)(in->end - in->at))
        return report_damage(r, in, "the head of this trace is damaged or truncated", d);
    r->cells = (unsigned)cells;
    r->symbols = arena_strndup(&r->arena, (const char *)in->at, (size_t)n);
    in->at += n;
    r->cursors = ARENA_ARRAY(&r->arena, struct cursor, r->cells);
    r->heap = ARENA_ARRAY(&r->arena, uint32_t, r->cells);
    return true;
}

struct trace_reader *trace_open_bytes(const char *path, const uint8_t *bytes, size_t n,
                                      struct diag *d)
{
    struct trace_reader *r = xmalloc(sizeof *r);
    struct input in = {.at = bytes, .end = bytes + n};

    *r = (struct trace_reader){.path = path, .bytes = bytes, .n = n};
    if (read_head(r, &in, d) && read_blocks(r, &in, d))
        return r;
    trace_reader_free(r);
    return NULL;
}

/* Maps the file. "-" is standard input, which must be a regular file because a trace is also read
 * from its end. Returns NULL after an error message. */
static void *map_file(const char *path, size_t *n, struct diag *d)
{
    struct stat st;
    bool standard = strcmp(path, "-") == 0;
    int fd = standard ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : open(path, O_RDONLY | O_CLOEXEC);
    void *at = MAP_FAILED;

    if (fd >= 0 && fstat(fd, &st) == 0) {
        *n = (size_t)st.st_size;
        errno = S_ISDIR(st.st_mode) ? EISDIR : S_ISREG(st.st_mode) ? 0 : ENOTSUP;
        if (errno == 0 && *n > 0)
            at = mmap(NULL, *n, PROT_READ, MAP_PRIVATE, fd, 0);
    }
    int why = errno;
    if (fd >= 0)
        close(fd);
    if (at != MAP_FAILED)
        return at;
    if (why == 0)
        diag_error(d, (struct where){.file = path},
                   "this file is empty; ksr1 --trace=FILE writes a trace");
    else if (why == ENOTSUP)
        diag_error(d, (struct where){.file = path},
                   "this is a pipe or a device; write the trace to a file first");
    else
        diag_error(d, (struct where){.file = path}, "cannot be read: %s", strerror(why));
    return NULL;
}

struct trace_reader *trace_open(const char *path, struct diag *d)
{
    size_t n = 0;
    void *at = map_file(path, &n, d);
    struct trace_reader *r = at ? trace_open_bytes(path, at, n, d) : NULL;

    if (r)
        r->mapped = at;
    else if (at)
        munmap(at, n);
    return r;
}

unsigned trace_cells(const struct trace_reader *r)
{
    return r->cells;
}

const char *trace_symbols(const struct trace_reader *r)
{
    return r->symbols;
}

uint64_t trace_events(const struct trace_reader *r)
{
    return r->events;
}

/* The state of decoding one block. */
struct decoder {
    struct input in;
    struct trace_stream streams[TRACE_SLOTS];
    uint8_t tokens[TRACE_BLOCK_EVENTS];
    uint32_t n_tokens, n, most; /* n: events so far; most: events of the block */
    uint64_t clock;
    struct trace_event *out;
};

static inline void decode_next_of_stream(struct decoder *c, uint8_t token)
{
    struct trace_stream *s = &c->streams[token >> TOKEN_CLOCK_BITS];

    c->clock += token & TOKEN_MOST_CLOCKS;
    s->last += s->stride;
    c->tokens[c->n_tokens++] = token;
    c->out[c->n++] = (struct trace_event){s->last, c->clock, s->kind, s->bytes};
}

static bool decode_run(struct decoder *c)
{
    uint32_t period = get_byte(&c->in);
    uint64_t times = get_number(&c->in);

    if (period == 0 || period > c->n_tokens || times > c->most - c->n)
        return false;
    for (; times > 0; times--)
        decode_next_of_stream(c, c->tokens[c->n_tokens - period]);
    return true;
}

static bool decode_mark(struct decoder *c)
{
    uint8_t kind = get_byte(&c->in);

    c->clock += get_number(&c->in);
    uint64_t value = get_number(&c->in);
    if (kind < TRACE_FIRST_MARK || kind >= TRACE_KINDS || c->n == c->most)
        return false;
    c->out[c->n++] = (struct trace_event){value, c->clock, kind, 0};
    return true;
}

static bool decode_new_stream(struct decoder *c, uint8_t token)
{
    struct trace_stream *s = &c->streams[token & (TRACE_SLOTS - 1)];
    uint8_t what = get_byte(&c->in);

    if ((what & 15) >= TRACE_FIRST_MARK || what >> 4 >= TRACE_SIZES || c->n == c->most)
        return false;
    c->clock += get_number(&c->in);
    s->stride = zigzag_decode(get_number(&c->in));
    s->last += s->stride;
    s->kind = what & 15;
    s->bytes = trace_sizes[what >> 4];
    c->out[c->n++] = (struct trace_event){s->last, c->clock, s->kind, s->bytes};
    return true;
}

static bool decode_token(struct decoder *c)
{
    uint8_t token = get_byte(&c->in);

    if (token < TOKEN_CLOCKS) {
        if (c->n == c->most || c->streams[token >> TOKEN_CLOCK_BITS].bytes == 0)
            return false;
        decode_next_of_stream(c, token);
        return true;
    }
    switch (token) {
    case TOKEN_CLOCKS:
        c->clock += get_number(&c->in);
        return true;
    case TOKEN_RUN:
        return decode_run(c);
    case TOKEN_MARK:
        return decode_mark(c);
    default:
        return token >= TOKEN_STREAM && token < TOKEN_STREAM + TRACE_SLOTS &&
               decode_new_stream(c, token);
    }
}

size_t trace_next(struct trace_reader *r, unsigned cell, const struct trace_event **events,
                  struct diag *d)
{
    struct cursor *u = &r->cursors[cell];

    if (u->next == u->spans.n)
        return 0;
    const struct span *s = &u->spans.at[u->next];
    if (!u->events)
        u->events = ARENA_ARRAY(&r->arena, struct trace_event, TRACE_BLOCK_EVENTS);
    struct decoder c = {.in = {.at = r->bytes + s->at, .end = r->bytes + s->at + s->n},
                        .most = s->events,
                        .clock = s->clock,
                        .out = u->events};
    while (c.in.at < c.in.end)
        if (!decode_token(&c) || c.in.wrong) {
            report_damage(r, &c.in, "this trace is damaged", d);
            return 0;
        }
    if (c.n != c.most) {
        report_damage(r, &c.in, "a block of this trace is too short", d);
        return 0;
    }
    u->next++;
    *events = u->events;
    return c.n;
}

static const struct trace_event *next_event(const struct trace_reader *r, uint32_t cell)
{
    return &r->cursors[cell].events[r->cursors[cell].at];
}

static bool is_earlier(const struct trace_reader *r, uint32_t a, uint32_t b)
{
    uint64_t x = next_event(r, a)->clock, y = next_event(r, b)->clock;
    return x < y || (x == y && a < b);
}

static void sift_down(struct trace_reader *r, uint32_t at)
{
    uint32_t cell = r->heap[at];

    for (uint32_t child; (child = 2 * at + 1) < r->n_heap; at = child) {
        if (child + 1 < r->n_heap && is_earlier(r, r->heap[child + 1], r->heap[child]))
            child++;
        if (!is_earlier(r, r->heap[child], cell))
            break;
        r->heap[at] = r->heap[child];
    }
    r->heap[at] = cell;
}

/* Decodes the cell's next block. Returns whether there is one. */
static bool load_next_block(struct trace_reader *r, uint32_t cell, struct diag *d)
{
    const struct trace_event *events;
    size_t n = trace_next(r, cell, &events, d);

    r->cursors[cell].at = 0;
    r->cursors[cell].n = n;
    return n > 0;
}

static void start_merge(struct trace_reader *r, struct diag *d)
{
    r->merging = true;
    for (uint32_t c = 0; c < r->cells; c++)
        if (load_next_block(r, c, d))
            r->heap[r->n_heap++] = c;
    for (uint32_t k = r->n_heap / 2; k-- > 0;)
        sift_down(r, k);
}

bool trace_merged(struct trace_reader *r, unsigned *cell, struct trace_event *e, struct diag *d)
{
    long errors = d->errors;

    if (!r->merging)
        start_merge(r, d);
    if (r->n_heap == 0 || d->errors > errors)
        return false;
    uint32_t first = r->heap[0];
    struct cursor *u = &r->cursors[first];
    *cell = first;
    *e = u->events[u->at++];
    if (u->at == u->n && !load_next_block(r, first, d)) {
        if (d->errors > errors)
            return false;
        r->heap[0] = r->heap[--r->n_heap];
    }
    if (r->n_heap > 0)
        sift_down(r, 0);
    return true;
}

void trace_rewind(struct trace_reader *r)
{
    for (unsigned c = 0; c < r->cells; c++)
        r->cursors[c].next = 0;
    r->n_heap = 0;
    r->merging = false;
}

void trace_reader_free(struct trace_reader *r)
{
    for (unsigned c = 0; c < r->cells && r->cursors; c++)
        array_free(&r->cursors[c].spans);
    if (r->mapped)
        munmap(r->mapped, r->n);
    arena_free(&r->arena);
    free(r);
}
