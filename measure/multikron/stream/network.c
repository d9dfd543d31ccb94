/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/stream/network.h"

#include <inttypes.h>
#include <string.h>

enum { GROUP = 16 }; /* elements looked at at once; divides both lengths */
#define LANES(bits) (UINT64_C(0x0001000100010001) * (bits)) /* in each of four elements */

/* Four elements, the first in the low bits. */
static inline uint64_t four_at(const uint8_t *bytes)
{
    uint64_t w;
    memcpy(&w, bytes, sizeof w);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    w = __builtin_bswap64(w);
#endif
    return w;
}

static inline unsigned element_at(const uint8_t *bytes)
{
    return (unsigned)bytes[0] | (unsigned)bytes[1] << 8;
}

/* Bit 0 of each lane: parity of bits 0-8, 1 = right; the other bits are anything. */
static inline uint64_t parities(uint64_t w)
{
    w &= LANES(ELEMENT_DATA | ELEMENT_PARITY);
    w ^= w >> 8;
    w ^= w >> 4;
    w ^= w >> 2;
    return w ^ w >> 1;
}

/* The data bytes of four elements. */
static inline uint32_t pack_four(uint64_t w)
{
    w &= LANES(ELEMENT_DATA);
    w = (w | w >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (uint32_t)(w | w >> 16);
}

static inline void put_four(uint8_t *to, uint32_t four)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    four = __builtin_bswap32(four);
#endif
    memcpy(to, &four, sizeof four);
}

/* Writes the data of 16 elements to to. True if all have right parity and nothing above bit
 * 8 but the end mark, which the last has or not, as end says. */
static inline bool take_group(uint8_t *to, const uint8_t *from, bool end)
{
    uint64_t right = LANES(1), above = 0;
    for (int i = 0; i < GROUP / 4; i++) {
        uint64_t w = four_at(from + 8 * i);
        if (i == GROUP / 4 - 1 && end)
            w ^= (uint64_t)ELEMENT_END << 48;
        right &= parities(w);
        above |= w;
        put_four(to + 4 * i, pack_four(w));
    }
    return right == LANES(1) && (above & LANES(0xfe00)) == 0;
}

/* Takes the whole message at from, of which n bytes are there, if it is one sample without
 * fault. Returns its elements, 0 = look at them one by one. */
static inline size_t take_sample(uint8_t *to, const uint8_t *from, size_t n)
{
    size_t length = sample_bytes(from[0]);
    if (length == 0 || n < ELEMENT_BYTES * length)
        return 0;
    for (size_t i = 0; i < length; i += GROUP)
        if (!take_group(to + i, from + ELEMENT_BYTES * i, i + GROUP == length))
            return 0;
    return length;
}

bool network_bits_only(const uint8_t *bytes, size_t n)
{
    uint64_t above = 0;
    size_t i = 0;
    for (; i + 8 <= n; i += 8)
        above |= four_at(bytes + i);
    for (; i + ELEMENT_BYTES <= n; i += ELEMENT_BYTES)
        above |= element_at(bytes + i);
    return (above & LANES(0xfc00)) == 0;
}

/* ---- one by one ---- */

static struct where place(const struct stream *r)
{
    return (struct where){.file = r->in.name};
}

static void forget(struct message *m)
{
    spool_clear(&m->kept);
    *m = (struct message){.kept = m->kept};
}

/* Adds the data byte to a message that may still survive. */
static void keep(struct message *m, uint8_t data)
{
    if (m->part_left == 0) {
        m->part_left = sample_bytes(data);
        m->class_wrong = m->part_left == 0 && m->parts == 0;
        m->broken = m->part_left == 0;
        m->parts++;
    }
    if (!m->broken) {
        spool_add(&m->kept, &data, 1);
        m->part_left--;
    }
}

static void add_element(struct message *m, unsigned element, uint64_t offset)
{
    if (m->elements++ == 0)
        m->offset = offset;
    if (!element_parity_is_correct((uint16_t)element)) {
        if (m->parity_wrong++ == 0)
            m->parity_offset = offset;
        m->broken = true;
    }
    if (!m->broken)
        keep(m, element & ELEMENT_DATA);
    if (m->broken && m->kept.n + m->kept.filed > 0)
        spool_clear(&m->kept);
}

static void refuse(struct stream *r)
{
    const struct message *m = &r->message;
    if (m->parity_wrong) {
        r->losses.parity_errors++;
        diag_error(r->d, place(r),
                   "byte %" PRIu64 ": message of %" PRIu64 " elements refused: wrong parity of "
                   "%" PRIu64 ", first at byte %" PRIu64,
                   m->offset, m->elements, m->parity_wrong, m->parity_offset);
    } else if (m->class_wrong) {
        r->losses.class_errors++;
        diag_error(r->d, place(r),
                   "byte %" PRIu64 ": message of %" PRIu64 " elements refused: its header has no "
                   "class of sample",
                   m->offset, m->elements);
    } else {
        r->losses.length_errors++;
        diag_error(r->d, place(r),
                   "byte %" PRIu64 ": message of %" PRIu64 " elements refused: no run of whole "
                   "samples is so long",
                   m->offset, m->elements);
    }
    *(r->records_n ? &r->gap_next : &r->gap) = true;
    r->losses.refused_messages++;
    r->losses.refused_elements += m->elements;
    forget(&r->message);
}

static void accept(struct stream *r)
{
    const struct message *m = &r->message;
    if (m->parts > 1) {
        r->losses.lost_end_marks += m->parts - 1;
        diag_error(r->d, place(r),
                   "byte %" PRIu64 ": %" PRIu64 " whole samples in one message: %" PRIu64
                   " end mark%s lost",
                   m->offset, m->parts, m->parts - 1, m->parts == 2 ? "" : "s");
    }
    r->emitting = true;
    network_emit(r);
}

void network_emit(struct stream *r)
{
    struct spool *kept = &r->message.kept;
    while (spool_left(kept) > 0 && STREAM_BLOCK - r->records_n >= SAMPLE_RESOURCE_BYTES &&
           !kept->failed) {
        uint8_t *to = r->records + r->records_n;
        size_t head = spool_take(kept, to, SAMPLE_TRACE_BYTES);
        size_t rest = head ? sample_bytes(to[0]) - head : 0;
        if (spool_take(kept, to + head, rest) == rest)
            r->records_n += head + rest;
    }
    if (kept->failed)
        diag_error(r->d, place(r), "byte %" PRIu64 ": a long message cannot be kept: %s",
                   r->message.offset, strerror(kept->failed));
    if (spool_left(kept) == 0 || kept->failed) {
        r->emitting = false;
        forget(&r->message);
    }
}

static void slow_element(struct stream *r)
{
    unsigned element = element_at(r->raw + r->raw_at);
    uint64_t offset = r->offset + r->raw_at;
    r->raw_at += ELEMENT_BYTES;
    if (element >> ELEMENT_BITS && r->losses.stray_elements++ == 0)
        diag_error(r->d, place(r),
                   "byte %" PRIu64 ": bits above bit 9 of an element are left out; is this a file "
                   "of bare records (--input=bare)?",
                   offset);
    add_element(&r->message, element, offset);
    if (!(element & ELEMENT_END))
        return;
    if (r->message.broken || r->message.part_left > 0)
        refuse(r);
    else
        accept(r);
}

void network_decode(struct stream *r)
{
    while (!r->emitting && !r->gap_next && r->raw_n - r->raw_at >= ELEMENT_BYTES &&
           STREAM_BLOCK - r->records_n >= SAMPLE_RESOURCE_BYTES) {
        size_t taken = 0;
        if (r->message.elements == 0)
            taken =
                take_sample(r->records + r->records_n, r->raw + r->raw_at, r->raw_n - r->raw_at);
        r->records_n += taken;
        r->raw_at += ELEMENT_BYTES * taken;
        if (!taken)
            slow_element(r);
    }
}

void network_end(struct stream *r)
{
    const struct message *m = &r->message;
    if (m->elements == 0)
        return;
    r->losses.unfinished++;
    r->losses.refused_elements += m->elements;
    diag_error(r->d, place(r),
               "byte %" PRIu64 ": the file ends in a message: %" PRIu64 " elements refused",
               m->offset, m->elements);
    forget(&r->message);
}
