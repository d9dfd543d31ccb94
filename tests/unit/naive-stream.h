/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A simple decoder of network streams, for comparison with the reader. */
#ifndef TESTS_UNIT_NAIVE_STREAM_H
#define TESTS_UNIT_NAIVE_STREAM_H

#include "measure/multikron/stream/reader.h"

#include <stdlib.h>
#include <string.h>

struct naive {
    uint8_t *records; /* of the valid samples */
    size_t n;
    struct stream_losses losses;
};

static inline bool naive_parity(unsigned element)
{
    int ones = 0;
    for (int bit = 0; bit < 9; bit++)
        ones += element >> bit & 1;
    return ones % 2 == 1;
}

/* Returns the samples that the marks in the records count as missing. */
static inline uint64_t naive_missing(const uint8_t *bytes, size_t n)
{
    uint64_t sum = 0;
    struct sample s;
    for (size_t at = 0, taken; (taken = sample_unpack(&s, bytes + at, n - at)) > 0; at += taken)
        if (s.kind == SAMPLE_TRACE && s.fifo_overrun && s.user / ((uint64_t)1 << 40) == MARK_LOST)
            sum += s.user % ((uint64_t)1 << 40);
    return sum;
}

/* Decodes a message: the elements from ... to - 1. */
static inline void naive_message(struct naive *v, const unsigned *e, size_t from, size_t to)
{
    size_t wrong = 0, at = from, parts = 0, length = 1;
    bool whole;
    for (size_t i = from; i < to; i++)
        wrong += !naive_parity(e[i]);
    for (; at < to && length; parts++) {
        unsigned kind = e[at] >> 3 & 3;
        length = kind == 2 ? 16 : kind == 3 ? 80 : 0;
        at += length;
    }
    whole = length && at == to;
    if (whole && !wrong) {
        for (size_t i = from; i < to; i++)
            v->records[v->n++] = (uint8_t)e[i];
        v->losses.lost_end_marks += parts - 1;
        v->losses.missing_samples += naive_missing(v->records + v->n - (to - from), to - from);
        return;
    }
    v->losses.refused_messages++;
    v->losses.refused_elements += to - from;
    if (wrong)
        v->losses.parity_errors++;
    else if (!(e[from] & 0x10))
        v->losses.class_errors++;
    else
        v->losses.length_errors++;
}

static inline struct naive naive_decode(const uint8_t *bytes, size_t size)
{
    struct naive v = {.records = malloc(size + 1)};
    size_t n = size / 2, from = 0;
    unsigned *e = malloc((n + 1) * sizeof *e);
    for (size_t i = 0; i < n; i++) {
        e[i] = bytes[2 * i] | (unsigned)bytes[2 * i + 1] << 8;
        v.losses.stray_elements += e[i] > 0x3ff;
        if (e[i] & 0x200) {
            naive_message(&v, e, from, i + 1);
            from = i + 1;
        }
    }
    v.losses.unfinished = from < n;
    v.losses.refused_elements += n - from;
    v.losses.odd_bytes = size % 2;
    free(e);
    return v;
}

/* Decodes the bytes with the reader. The caller frees the records. */
static inline struct naive reader_decode(const uint8_t *bytes, size_t size, enum stream_form form,
                                         enum stream_form *found)
{
    struct naive v = {.records = malloc(size + 1)};
    struct diag d = {.quiet = true};
    struct stream r;
    const uint8_t *at;
    stream_from_bytes(&r, "bytes", bytes, size, form, &d);
    for (size_t n; (n = stream_next_block(&r, &at)) > 0; v.n += n)
        memcpy(v.records + v.n, at, n);
    v.losses = r.losses;
    *found = r.form;
    stream_close(&r);
    return v;
}

static inline bool naive_same(const struct naive *a, const struct naive *b)
{
    return a->n == b->n && memcmp(a->records, b->records, a->n) == 0 &&
           memcmp(&a->losses, &b->losses, sizeof a->losses) == 0;
}

/* Returns the form of the stream by the rule of the specification. */
static inline enum stream_form naive_form(const uint8_t *bytes, size_t size, const struct naive *v)
{
    for (size_t i = 1; i < size; i += 2)
        if (bytes[i] & 0xfc)
            return STREAM_BARE;
    return v->n ? STREAM_NETWORK : STREAM_BARE;
}

#endif
