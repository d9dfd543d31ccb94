/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes bytes of a ring file: whole records must be salvaged, or the file is rejected. The input
 * is a list of patches: offset (4 bytes, little-endian, modulo the file's size), length (1), bytes.
 * An offset with the top bit set cuts the file there. */
#include "measure/multikron/salvage.h"
#include "measure/multikron/sample.h"
#include "base/arena.h"
#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    RINGS = 2,
    RING = MK_RING_MIN,
    TABLE = MK_HEAD_BYTES,
    FIRST = TABLE + (int)MK_TABLE_BYTES,
    SIZE = FIRST + RINGS * RING
};

/* Makes a file with two rings of 8 trace samples each; the second ring wraps. */
static void fresh(uint8_t *bytes)
{
    struct mk_file f = {.magic = MK_FILE_MAGIC,
                        .version = MK_FILE_VERSION,
                        .rings = RINGS,
                        .ring_bytes = RING,
                        .end = SIZE,
                        .table_at = {TABLE},
                        .names = 15,
                        .threads = 2,
                        .clock = MK_CLOCK_TSC,
                        .shift = 4};
    const struct mk_ring rings[RINGS] = {
        {.at = FIRST, .head = 128, .order = 1, .state = MK_RING_USED},
        {.at = FIRST + RING,
         .head = RING + 64,
         .tail = RING - 64,
         .order = 2,
         .state = MK_RING_USED,
         .pending = 1,
         .source = 1}};
    memset(bytes, 0, SIZE);
    memcpy(bytes, &f, sizeof f);
    memcpy(bytes + TABLE, rings, sizeof rings);
    memcpy(bytes + MK_NAMES_AT, "region.1 a:b:1\n", 15);
    for (size_t r = 0; r < RINGS; r++)
        for (size_t i = 0; i < RING; i += SAMPLE_TRACE_BYTES)
            bytes[FIRST + r * RING + i] = SAMPLE_TRACE << 3;
}

struct piece {
    size_t at, n;
};
/* The unchanged file; the bytes that an input changes; the position of each change. */
struct patched {
    uint8_t *fresh, *bytes;
    ARRAY(struct piece) pieces;
};

/* Returns the size of the changed file in bytes. */
static size_t patch(struct patched *p, const uint8_t *data, size_t size)
{
    size_t whole = SIZE;
    while (size >= 5) {
        uint32_t at = data[0] | data[1] << 8 | data[2] << 16 | (uint32_t)data[3] << 24;
        size_t n = data[4];
        data += 5;
        size -= 5;
        if (at >> 31) {
            whole = (at & 0x7fffffff) % (SIZE + 1);
            continue;
        }
        at %= SIZE;
        n = n < size ? n : size;
        n = n < SIZE - at ? n : SIZE - at;
        memcpy(p->bytes + at, data, n);
        *array_push(&p->pieces) = (struct piece){at, n};
        data += n;
        size -= n;
    }
    return whole;
}

/* Checks that the records are whole, and as many as were counted. */
static void check_records(const uint8_t *bytes, size_t n, uint64_t samples)
{
    struct sample s;
    for (size_t at = 0; at < n; samples--) {
        size_t taken = sample_unpack(&s, bytes + at, n - at);
        if (!taken || !samples)
            abort();
        at += taken;
    }
    if (samples)
        abort();
}

static void undo(struct patched *p)
{
    for (; p->pieces.n; p->pieces.n--) {
        struct piece *c = &p->pieces.at[p->pieces.n - 1];
        memcpy(p->bytes + c->at, p->fresh + c->at, c->n);
    }
}

static void check_salvage(const uint8_t *own, size_t whole)
{
    struct arena a = {0};
    struct diag d = {.quiet = true};
    struct salvage s;
    if (salvage_open(&s, &a, "f", own, whole, &d)) {
        char *text;
        size_t n;
        FILE *out = open_memstream(&text, &n);
        struct salvage_counts c = salvage_rings(&s, out);
        fclose(out);
        check_records((const uint8_t *)text, n, c.samples);
        free(text);
        for (const char *m = salvage_manifest(&s, &a); *m; m++)
            if ((unsigned char)*m < ' ' && *m != '\n')
                abort();
    } else if (!d.errors)
        abort();
    arena_free(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct patched p;
    if (!p.fresh) {
        fresh(p.fresh = xmalloc(SIZE));
        p.bytes = memcpy(xmalloc(SIZE), p.fresh, SIZE);
    }
    size_t whole = patch(&p, data, size);
    if (whole < SIZE) { /* in its own block, so that a sanitizer finds a read past the end */
        uint8_t *own = memcpy(xmalloc(whole), p.bytes, whole);
        check_salvage(own, whole);
        free(own);
    } else
        check_salvage(p.bytes, SIZE);
    undo(&p);
    return 0;
}
