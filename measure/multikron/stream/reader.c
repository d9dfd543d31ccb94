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

uint64_t stream_loss_at(const struct stream_losses *l, size_t i)
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

bool stream_any_loss(const struct stream_losses *l)
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

/* A trace sample with the FIFO overrun flag may be a mark that counts what was lost. */
static void note_missing(struct stream *r, const uint8_t *p)
{
    uint64_t n = 0;
    if (sample_bytes(*p) != SAMPLE_TRACE_BYTES || p[10] != MARK_LOST)
        return;
    for (int i = 11; i < SAMPLE_TRACE_BYTES; i++)
        n = n << 8 | p[i];
    r->losses.missing_samples += n;
}

static void note_all_missing(struct stream *r, const uint8_t *at, size_t n)
{
    for (size_t i = 0; i < n; i += sample_bytes(at[i]))
        if (at[i] & HEADER_FIFO_OVERRUN)
            note_missing(r, at + i);
}

/* Moves what is left in raw to its front and reads behind it. False at the end of the input. */
static bool refill(struct stream *r)
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

/* Bytes of the whole records of a legal class at the front, whose marks of losses are noted. */
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
            note_missing(r, bytes + at);
    } while (at > before && at < near);
    for (size_t step; at < n && (step = sample_bytes(bytes[at])) && step <= n - at; at += step)
        if (bytes[at] & HEADER_FIFO_OVERRUN)
            note_missing(r, bytes + at);
    return at;
}

/* Counts the rest of the input, raw from raw_at on included, as refused. */
static uint64_t refuse_rest(struct stream *r)
{
    uint64_t bytes = 0;
    do {
        bytes += r->raw_n - r->raw_at;
        r->raw_at = r->raw_n;
    } while (refill(r));
    r->losses.refused_bytes += bytes;
    return bytes;
}

/* What stands at raw_at is no whole record of a legal class, and no more of it will come. */
static void stop(struct stream *r)
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
                   "byte %" PRIu64 ": the file ends in a record: %" PRIu64
                   " of its %zu bytes refused",
                   offset, bytes, needs);
    } else {
        r->losses.class_errors++;
        diag_error(r->d, w,
                   "byte %" PRIu64
                   ": header 0x%02x has no class of sample: decoding stops, %" PRIu64
                   " bytes refused",
                   offset, header, bytes);
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
        bool class_wrong = r->raw_at < r->raw_n && !sample_bytes(r->raw[r->raw_at]);
        if (!class_wrong && refill(r))
            continue;
        if (r->raw_at < r->raw_n)
            stop(r);
        r->stopped = true;
    }
    return 0;
}

/* ---- network elements ---- */

static void odd_byte(struct stream *r)
{
    r->losses.odd_bytes++;
    diag_warning(r->d, (struct where){.file = r->in.name},
                 "byte %" PRIu64 ": an odd byte at the end, half an element, is left out",
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
        if (r->records_n || r->emitting || refill(r))
            continue;
        network_end(r);
        if (r->raw_n > r->raw_at)
            odd_byte(r);
        break;
    }
    return r->records_n;
}

/* ---- which of them ---- */

/* Looks for the first sample in the elements of raw; true if one survives. */
static bool survivor(struct stream *r)
{
    struct diag quiet = {.quiet = true}, *d = r->d;
    r->d = &quiet;
    r->records_n = 0;
    while (r->records_n == 0 && !r->emitting && r->raw_n - r->raw_at >= ELEMENT_BYTES)
        network_decode(r);
    r->d = d;
    return r->records_n > 0 || r->emitting;
}

/* Forgets all that was read. */
static void restart(struct stream *r)
{
    spool_clear(&r->message.kept);
    r->message = (struct message){.kept = r->message.kept};
    r->losses = (struct stream_losses){0};
    r->raw_n = r->raw_at = r->records_n = 0;
    r->offset = 0;
    r->ended = r->emitting = r->gap = r->gap_next = false;
}

/* Reads the input as a network stream until it is known to be none. */
static enum stream_form detect(struct stream *r)
{
    bool survived = false, bits_only = true;
    input_look(&r->in);
    while (bits_only && refill(r)) {
        bits_only = network_bits_only(r->raw, r->raw_n & ~(size_t)1);
        if (bits_only && !survived)
            survived = survivor(r);
        r->raw_at = r->raw_n & ~(size_t)1;
    }
    input_rewind(&r->in, r->d);
    restart(r);
    return bits_only && survived ? STREAM_NETWORK : STREAM_BARE;
}

static void begin(struct stream *r, enum stream_form form)
{
    r->raw = xmalloc(STREAM_BLOCK);
    r->records = xmalloc(STREAM_BLOCK);
    r->form = form == STREAM_DETECT ? detect(r) : form;
}

/* What the process that wrote the file left in its rings. */
static void note_leftover(struct stream *r, const char *path)
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
    begin(r, form);
    note_leftover(r, path);
    return true;
}

void stream_from_bytes(struct stream *r, const char *name, const uint8_t *bytes, size_t n,
                       enum stream_form form, struct diag *d)
{
    *r = (struct stream){.d = d};
    input_from_bytes(&r->in, name, bytes, n);
    begin(r, form);
}

bool stream_unread(const struct stream *r)
{
    return r->in.failed;
}

size_t stream_block(struct stream *r, const uint8_t **at)
{
    if (r->form != STREAM_NETWORK)
        return bare_block(r, at);
    size_t n = network_block(r, at);
    note_all_missing(r, *at, n);
    return n;
}

void stream_close(struct stream *r)
{
    input_close(&r->in);
    spool_free(&r->message.kept);
    free(r->raw);
    free(r->records);
    r->raw = r->records = NULL;
}
