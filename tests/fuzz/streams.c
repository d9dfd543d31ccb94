/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as a thread's file of recorded accesses, and as the words of a segment in such a
 * file: its events are decoded, and its histograms are added. What is read must be valid. */
#include "counts/runtime/format.h"
#include "counts/streams.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so, const char *what)
{
    if (so)
        return;
    fprintf(stderr, "streams: %s\n", what);
    abort();
}

/* Parts with 0, 1, 2 and 200 references. */
static struct count_map make_map(struct arena *a)
{
    static const uint32_t n[] = {0, 1, 2, 200};
    struct count_map m = {.file = "", .n_parts = 4, .n_references = 203};
    m.parts = ARENA_ARRAY(a, struct count_part, m.n_parts);
    m.references = ARENA_ARRAY(a, struct count_reference, m.n_references);
    for (uint32_t i = 0, first = 0; i < m.n_parts; first += n[i++])
        m.parts[i] = (struct count_part){.first = first, .n = n[i]};
    return m;
}

static void read_events(struct arena *a, const struct stream_process *p,
                        const struct stream_thread *t)
{
    enum { EVENTS = 20000 };
    struct stream_cursor c;
    struct stream_event e;
    int n = 0;
    uint64_t sum = 0;
    stream_begin(a, p, t, &c);
    while (stream_next_segment(&c))
        while (n++ < EVENTS && stream_next_event(&c, &e)) {
            must(e.unit == &p->units[0] && e.part < e.unit->map->n_parts, "the part exists");
            for (uint32_t i = 0; i < e.unit->map->parts[e.part].n; i++)
                sum |= e.addresses[i];
        }
    must(sum >> 48 == 0, "an address has 48 bits");
}

static void read_reuse(const struct stream_process *p, const struct stream_thread *t)
{
    struct stream_reuse r = {.exact = {.reused = {0}}};
    struct stream_shares s;
    double sum = 0;
    for (uint32_t i = 0; i < p->units[0].is.n_references; i++)
        stream_reuse_add(t, &p->units[0], i, &r);
    for (uint32_t i = 0; i < p->units[0].is.n_parts; i++)
        stream_passes(t, &p->units[0], i);
    stream_distribute(&r, &s);
    for (uint32_t b = 0; b < STREAM_BINS; b++)
        sum += s.share[b];
    must(s.beyond >= 0 && sum + s.beyond > 1 - 1e-9 && sum + s.beyond < 1 + 1e-9,
         "the sum of the shares is 1");
}

static void read_file(struct arena *a, const struct stream_process *p, const char *bytes, size_t n)
{
    struct diag d = {.quiet = true};
    struct stream_thread t = {.path = "f", .slot = 1};
    if (!stream_thread_read(a, bytes, n, &d, &t))
        return;
    read_events(a, p, &t);
    read_reuse(p, &t);
}

/* The input is the first elements of the histogram, and the first segment. */
static void read_words(struct arena *a, const struct stream_process *p, const uint8_t *data,
                       size_t size)
{
    struct record_header h = {.header_bytes = RECORD_HEADER, .slot = 1};
    size_t counts = RECORD_HEADER, words = counts + RECORD_COUNTS * sizeof(struct record_count);
    size_t all = words + RECORD_WORDS * sizeof(uint64_t);
    char *bytes = arena_alloc(a, all);
    if (size > RECORD_WORDS * sizeof(uint64_t))
        size = RECORD_WORDS * sizeof(uint64_t);
    memcpy(h.magic, RECORD_MAGIC, sizeof h.magic);
    h.segments[0].n = size / sizeof(uint64_t);
    memcpy(bytes, &h, sizeof h);
    if (size) {
        memcpy(bytes + counts, data, size);
        memcpy(bytes + words, data, size);
    }
    read_file(a, p, bytes, all);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    const struct count_map m = make_map(&a);
    struct stream_unit u = {{.n_parts = m.n_parts, .n_references = m.n_references}, &m};
    const struct stream_process p = {.units = &u, .n_units = 1};
    read_file(&a, &p, (const char *)data, size);
    read_words(&a, &p, data, size);
    arena_free(&a);
    return 0;
}
