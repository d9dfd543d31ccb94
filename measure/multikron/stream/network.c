/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/stream/network.h"
#include "measure/multikron/stream/bytes.h"

#include <inttypes.h>
#include <string.h>

enum { GROUP = 16 }; /* elements decoded at once; divides the size of both kinds of records */
#define LANES(bits) (UINT64_C(0x0001000100010001) * (bits)) /* in each of four elements */

static inline unsigned read_element(const uint8_t *bytes)
{
    return (unsigned)bytes[0] | (unsigned)bytes[1] << 8;
}

/* Returns the parity of bits 0-8 of each lane in bit 0 of the lane, 1 = correct; the other bits are
 * undefined. */
static inline uint64_t lane_parities(uint64_t w)
{
    w &= LANES(ELEMENT_DATA | ELEMENT_PARITY);
    w ^= w >> 8;
    w ^= w >> 4;
    w ^= w >> 2;
    return w ^ w >> 1;
}

/* Returns the data bytes of four elements. */
static inline uint32_t pack_four_bytes(uint64_t w)
{
    w &= LANES(ELEMENT_DATA);
    w = (w | w >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (uint32_t)(w | w >> 16);
}

static inline void write_four_bytes(uint8_t *to, uint32_t four)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    four = __builtin_bswap32(four);
#endif
    memcpy(to, &four, sizeof four);
}

/* Writes the data of 16 elements to to. Returns whether all have correct parity, no bit above bit
 * 9, and no end mark, except that the last one has an end mark if end is set. */
static inline bool decode_group(uint8_t *to, const uint8_t *from, bool end)
{
    uint64_t ok = LANES(1), above = 0;
    for (int i = 0; i < GROUP / 4; i++) {
        uint64_t w = read_little_endian(from + 8 * i); /* four elements */
        if (i == GROUP / 4 - 1 && end)
            w ^= (uint64_t)ELEMENT_END << 48;
        ok &= lane_parities(w);
        above |= w;
        write_four_bytes(to + 4 * i, pack_four_bytes(w));
    }
    return ok == LANES(1) && (above & LANES(0xfe00)) == 0;
}

/* Decodes the message at the beginning of the n bytes at from, if it is complete, valid, and has
 * one sample. Returns its number of elements; 0 = decode its elements one by one. */
static inline size_t decode_sample(uint8_t *to, const uint8_t *from, size_t n)
{
    size_t length = sample_bytes(from[0]);
    if (length == 0 || n < ELEMENT_BYTES * length)
        return 0;
    for (size_t i = 0; i < length; i += GROUP)
        if (!decode_group(to + i, from + ELEMENT_BYTES * i, i + GROUP == length))
            return 0;
    return length;
}

bool network_has_only_element_bits(const uint8_t *bytes, size_t n)
{
    uint64_t above = 0;
    size_t i = 0;
    for (; i + 8 <= n; i += 8)
        above |= read_little_endian(bytes + i);
    for (; i + ELEMENT_BYTES <= n; i += ELEMENT_BYTES)
        above |= read_element(bytes + i);
    return (above & LANES(0xfc00)) == 0;
}

/* ---- element by element ---- */

static struct where file_where(const struct stream *r)
{
    return (struct where){.file = r->in.name};
}

static void clear_message(struct network_message *m)
{
    spool_clear(&m->data);
    *m = (struct network_message){.data = m->data};
}

/* Adds a data byte to a message that was not refused. */
static void add_data_byte(struct network_message *m, uint8_t data)
{
    if (m->missing_elements == 0) {
        m->missing_elements = sample_bytes(data);
        m->class_error = m->missing_elements == 0 && m->samples == 0;
        m->refused = m->missing_elements == 0;
        m->samples++;
    }
    if (!m->refused) {
        spool_add(&m->data, &data, 1);
        m->missing_elements--;
    }
}

static void add_element(struct network_message *m, unsigned element, uint64_t offset)
{
    if (m->elements++ == 0)
        m->offset = offset;
    if (!element_parity_is_correct((uint16_t)element)) {
        if (m->parity_errors++ == 0)
            m->parity_offset = offset;
        m->refused = true;
    }
    if (!m->refused)
        add_data_byte(m, element & ELEMENT_DATA);
    if (m->refused && m->data.n + m->data.filed > 0)
        spool_clear(&m->data);
}

static void refuse_message(struct stream *r)
{
    const struct network_message *m = &r->message;
    if (m->parity_errors) {
        r->losses.parity_errors++;
        diag_error(r->d, file_where(r),
                   "byte %" PRIu64 ": message of %" PRIu64 " elements refused: wrong parity of "
                   "%" PRIu64 ", first at byte %" PRIu64,
                   m->offset, m->elements, m->parity_errors, m->parity_offset);
    } else if (m->class_error) {
        r->losses.class_errors++;
        diag_error(r->d, file_where(r),
                   "byte %" PRIu64 ": message of %" PRIu64 " elements refused: its header has an "
                   "invalid sample class",
                   m->offset, m->elements);
    } else {
        r->losses.length_errors++;
        diag_error(r->d, file_where(r),
                   "byte %" PRIu64 ": message of %" PRIu64 " elements refused: its length is not "
                   "that of complete samples",
                   m->offset, m->elements);
    }
    *(r->records_n ? &r->gap_next : &r->gap) = true;
    r->losses.refused_messages++;
    r->losses.refused_elements += m->elements;
    clear_message(&r->message);
}

static void accept_message(struct stream *r)
{
    const struct network_message *m = &r->message;
    if (m->samples > 1) {
        r->losses.lost_end_marks += m->samples - 1;
        diag_error(r->d, file_where(r),
                   "byte %" PRIu64 ": %" PRIu64 " complete samples in one message: %" PRIu64
                   " end mark%s lost",
                   m->offset, m->samples, m->samples - 1, m->samples == 2 ? "" : "s");
    }
    r->emitting = true;
    network_emit(r);
}

void network_emit(struct stream *r)
{
    struct spool *data = &r->message.data;
    while (spool_bytes_left(data) > 0 && STREAM_BLOCK - r->records_n >= SAMPLE_RESOURCE_BYTES &&
           !data->failed) {
        uint8_t *to = r->records + r->records_n;
        size_t head = spool_read(data, to, SAMPLE_TRACE_BYTES);
        size_t rest = head ? sample_bytes(to[0]) - head : 0;
        if (spool_read(data, to + head, rest) == rest)
            r->records_n += head + rest;
    }
    if (data->failed)
        diag_error(r->d, file_where(r),
                   "byte %" PRIu64 ": cannot store a long message in TMPDIR: %s", r->message.offset,
                   strerror(data->failed));
    if (spool_bytes_left(data) == 0 || data->failed) {
        r->emitting = false;
        clear_message(&r->message);
    }
}

static void decode_element(struct stream *r)
{
    unsigned element = read_element(r->raw + r->raw_at);
    uint64_t offset = r->offset + r->raw_at;
    r->raw_at += ELEMENT_BYTES;
    if (element >> ELEMENT_BITS && r->losses.stray_elements++ == 0)
        diag_error(r->d, file_where(r),
                   "byte %" PRIu64
                   ": bits above bit 9 of an element are ignored; if this is a file "
                   "of bare records, use --input=bare",
                   offset);
    add_element(&r->message, element, offset);
    if (!(element & ELEMENT_END))
        return;
    if (r->message.refused || r->message.missing_elements > 0)
        refuse_message(r);
    else
        accept_message(r);
}

void network_decode(struct stream *r)
{
    while (!r->emitting && !r->gap_next && r->raw_n - r->raw_at >= ELEMENT_BYTES &&
           STREAM_BLOCK - r->records_n >= SAMPLE_RESOURCE_BYTES) {
        size_t size = 0;
        if (r->message.elements == 0)
            size =
                decode_sample(r->records + r->records_n, r->raw + r->raw_at, r->raw_n - r->raw_at);
        r->records_n += size;
        r->raw_at += ELEMENT_BYTES * size;
        if (!size)
            decode_element(r);
    }
}

void network_end(struct stream *r)
{
    const struct network_message *m = &r->message;
    if (m->elements == 0)
        return;
    r->losses.unfinished++;
    r->losses.refused_elements += m->elements;
    diag_error(r->d, file_where(r),
               "byte %" PRIu64 ": the file ends within a message: %" PRIu64 " elements refused",
               m->offset, m->elements);
    clear_message(&r->message);
}
