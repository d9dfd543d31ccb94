/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/stream/reader.h"
#include "base/arena.h"
#include "base/util.h"
#include "measure/multikron/leftover.h"
#include "measure/multikron/stream/network.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct stream_loss_name loss_names[] = {
#define LOSS(key, text) {#key, text},
#define MISSING(key, text) {#key, text},
#include "measure/multikron/stream/losses.def"
#undef LOSS
#undef MISSING
};
enum { LOSSES = COUNT_OF(loss_names) };

const struct stream_loss_name *stream_loss_names(size_t *n)
{
    *n = LOSSES;
    return loss_names;
}

uint64_t stream_loss(const struct stream_losses *l, size_t i)
{
    const uint64_t fields[LOSSES] = {
#define LOSS(key, text) l->key,
#define MISSING(key, text) l->key,
#include "measure/multikron/stream/losses.def"
#undef LOSS
#undef MISSING
    };
    return fields[i];
}

bool stream_has_losses(const struct stream_losses *l)
{
#define LOSS(key, text) l->key ||
#define MISSING(key, text)
    return
#include "measure/multikron/stream/losses.def"
        false;
#undef LOSS
#undef MISSING
}

/* ---- marks of losses ---- */

/* Adds the count of a mark of lost samples. Requires a record with the FIFO overrun flag. */
static void count_missing(struct stream *r, const uint8_t *p)
{
    uint64_t n = 0;
    if (sample_bytes(*p) != SAMPLE_TRACE_BYTES || p[10] != MARK_LOST)
        return;
    for (int i = 11; i < SAMPLE_TRACE_BYTES; i++)
        n = n << 8 | p[i];
    r->losses.missing_samples += n;
}

static void count_all_missing(struct stream *r, const uint8_t *at, size_t n)
{
    for (size_t i = 0; i < n; i += sample_bytes(at[i]))
        if (at[i] & HEADER_FIFO_OVERRUN)
            count_missing(r, at + i);
}

/* Moves the unprocessed bytes to the beginning of raw and reads after them. Returns false at the
 * end of the input. */
static bool refill_raw(struct stream *r)
{
    size_t left = r->raw_n - r->raw_at;
    memmove(r->raw, r->raw + r->raw_at, left);
    r->offset += r->raw_at;
    r->raw_at = 0;
    size_t got = r->ended ? 0 : input_read(&r->in, r->raw + left, STREAM_BLOCK - left, r->d);
    r->raw_n = left + got;
    r->ended = got < STREAM_BLOCK - left;
    return got > 0;
}

/* ---- bare records ---- */

/* Returns the size of the complete records of a valid class at the beginning of bytes, and adds
 * their marks of lost samples. */
static size_t whole_records(struct stream *r, const uint8_t *bytes, size_t n)
{
    const size_t near = n < SAMPLE_RESOURCE_BYTES ? 0 : n - SAMPLE_RESOURCE_BYTES + 1;
    size_t at = 0, before;
    do {
        before = at;
        while (at < near && (bytes[at] & (0x18 | HEADER_FIFO_OVERRUN)) == 0x10)
            at += SAMPLE_TRACE_BYTES;
        while (at < near && (bytes[at] & (0x18 | HEADER_FIFO_OVERRUN)) == 0x18)
            at += SAMPLE_RESOURCE_BYTES;
        for (; at < near && bytes[at] & 0x10 && bytes[at] & HEADER_FIFO_OVERRUN;
             at += sample_bytes(bytes[at]))
            count_missing(r, bytes + at);
    } while (at > before && at < near);
    for (size_t step; at < n && (step = sample_bytes(bytes[at])) && step <= n - at; at += step)
        if (bytes[at] & HEADER_FIFO_OVERRUN)
            count_missing(r, bytes + at);
    return at;
}

/* Reads the rest of the input, from raw_at of raw on, and counts its bytes as refused. */
static uint64_t refuse_rest(struct stream *r)
{
    uint64_t bytes = 0;
    do {
        bytes += r->raw_n - r->raw_at;
        r->raw_at = r->raw_n;
    } while (refill_raw(r));
    r->losses.refused_bytes += bytes;
    return bytes;
}

/* Refuses the rest of the input. The record at raw_at is incomplete or has no valid class. */
static void stop_decoding(struct stream *r)
{
    struct where w = {.file = r->in.name};
    uint64_t offset = r->offset + r->raw_at;
    unsigned header = r->raw[r->raw_at];
    size_t needs = sample_bytes((uint8_t)header);
    uint64_t bytes = refuse_rest(r);
    r->stopped = true;
    if (needs) {
        r->losses.unfinished++;
        diag_error(r->d, w,
                   "byte %" PRIu64 ": the file ends within a record: %" PRIu64
                   " of its %zu bytes refused",
                   offset, bytes, needs);
    } else {
        r->losses.class_errors++;
        diag_error(
            r->d, w,
            "byte %" PRIu64 ": header 0x%02x has an invalid sample class: decoding stops, %" PRIu64
            " bytes refused%s",
            offset, header, bytes,
            offset ? "" : "; this is not a sample file: give a .mkn file or a network stream");
    }
}

static size_t bare_block(struct stream *r, const uint8_t **at)
{
    while (!r->stopped) {
        size_t n = whole_records(r, r->raw + r->raw_at, r->raw_n - r->raw_at);
        *at = r->raw + r->raw_at;
        r->raw_at += n;
        if (n)
            return n;
        bool class_error = r->raw_at < r->raw_n && !sample_bytes(r->raw[r->raw_at]);
        if (!class_error && refill_raw(r))
            continue;
        if (r->raw_at < r->raw_n)
            stop_decoding(r);
        r->stopped = true;
    }
    return 0;
}

/* ---- network elements ---- */

static void report_odd_byte(struct stream *r)
{
    r->losses.odd_bytes++;
    diag_warning(r->d, (struct where){.file = r->in.name},
                 "byte %" PRIu64 ": the last byte is half an element; it is ignored",
                 r->offset + r->raw_at);
    r->raw_at++;
}

static size_t network_block(struct stream *r, const uint8_t **at)
{
    r->records_n = 0;
    *at = r->records;
    r->gap = r->gap_next;
    r->gap_next = false;
    if (r->emitting)
        network_emit(r);
    while (r->records_n == 0) {
        network_decode(r);
        if (r->records_n || r->emitting || refill_raw(r))
            continue;
        network_end(r);
        if (r->raw_n > r->raw_at)
            report_odd_byte(r);
        break;
    }
    return r->records_n;
}

/* ---- detection of the form ---- */

/* Returns whether decoding the elements of raw gives a valid sample. */
static bool decodes_sample(struct stream *r)
{
    struct diag quiet = {.quiet = true}, *d = r->d;
    r->d = &quiet;
    r->records_n = 0;
    while (r->records_n == 0 && !r->emitting && r->raw_n - r->raw_at >= ELEMENT_BYTES)
        network_decode(r);
    r->d = d;
    return r->records_n > 0 || r->emitting;
}

/* Resets the stream to its beginning. */
static void restart_stream(struct stream *r)
{
    spool_clear(&r->message.data);
    r->message = (struct network_message){.data = r->message.data};
    r->losses = (struct stream_losses){0};
    r->raw_n = r->raw_at = r->records_n = 0;
    r->offset = 0;
    r->ended = r->emitting = r->gap = r->gap_next = false;
}

/* Returns the form of the input. Reads it as a network stream until it proves to be another, then
 * rewinds it. */
static enum stream_form detect_form(struct stream *r)
{
    bool survived = false, bits_only = true;
    input_begin_lookahead(&r->in);
    while (bits_only && refill_raw(r)) {
        bits_only = network_has_only_element_bits(r->raw, r->raw_n & ~(size_t)1);
        if (bits_only && !survived)
            survived = decodes_sample(r);
        r->raw_at = r->raw_n & ~(size_t)1;
    }
    input_rewind(&r->in, r->d);
    restart_stream(r);
    return bits_only && survived ? STREAM_NETWORK : STREAM_BARE;
}

static void begin_stream(struct stream *r, enum stream_form form)
{
    r->raw = xmalloc(STREAM_BLOCK);
    r->records = xmalloc(STREAM_BLOCK);
    r->form = form == STREAM_DETECT ? detect_form(r) : form;
}

/* Adds the samples that the process of the file left in its ring file to the losses. */
static void count_leftover(struct stream *r, const char *path)
{
    struct leftover l;
    leftover_report(&l, path, r->d);
    r->losses.unsalvaged_bytes = l.bytes;
    r->losses.unread_ring_files = l.unreadable;
    r->losses.missing_samples += l.unmarked;
}

bool stream_open(struct stream *r, const char *path, enum stream_form form, struct diag *d)
{
    *r = (struct stream){.d = d};
    if (!input_open(&r->in, path, d))
        return false;
    begin_stream(r, form);
    count_leftover(r, path);
    return true;
}

void stream_from_bytes(struct stream *r, const char *name, const uint8_t *bytes, size_t n,
                       enum stream_form form, struct diag *d)
{
    *r = (struct stream){.d = d};
    input_from_bytes(&r->in, name, bytes, n);
    begin_stream(r, form);
}

bool stream_has_failed(const struct stream *r)
{
    return r->in.failed;
}

size_t stream_next_block(struct stream *r, const uint8_t **at)
{
    if (r->form != STREAM_NETWORK)
        return bare_block(r, at);
    size_t n = network_block(r, at);
    count_all_missing(r, *at, n);
    return n;
}

void stream_close(struct stream *r)
{
    input_close(&r->in);
    spool_free(&r->message.data);
    free(r->raw);
    free(r->records);
    r->raw = r->records = NULL;
}
