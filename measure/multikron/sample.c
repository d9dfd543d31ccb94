/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/sample.h"

static void write_big_endian(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * (bytes - 1 - i));
}

static uint64_t read_big_endian(const uint8_t *at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value = value << 8 | at[i];
    return value;
}

size_t sample_pack(uint8_t *bytes, const struct sample *s)
{
    bytes[0] = (uint8_t)((s->cpu & 7) << 5 | ((unsigned)s->kind & 3) << 3 |
                         (unsigned)s->fifo_overrun << 2 | (unsigned)s->shadow_overrun << 1 |
                         (unsigned)s->read_error);
    write_big_endian(bytes + 1, s->timestamp, 5);
    write_big_endian(bytes + 6, s->source, 4);
    write_big_endian(bytes + 10, s->user, 6);
    for (int i = 0; s->kind == SAMPLE_RESOURCE && i < SAMPLE_COUNTERS; i++)
        write_big_endian(bytes + SAMPLE_TRACE_BYTES + 4 * i, s->counters[i], 4);
    return sample_bytes(bytes[0]);
}

size_t sample_unpack(struct sample *s, const uint8_t *bytes, size_t n)
{
    size_t size = n ? sample_bytes(bytes[0]) : 0;
    if (!size || n < size)
        return 0;
    *s = (struct sample){
        .kind = (enum sample_class)(bytes[0] >> 3 & 3),
        .cpu = bytes[0] >> 5,
        .fifo_overrun = bytes[0] >> 2 & 1,
        .shadow_overrun = bytes[0] >> 1 & 1,
        .read_error = bytes[0] & 1,
        .timestamp = read_big_endian(bytes + 1, 5),
        .source = (uint32_t)read_big_endian(bytes + 6, 4),
        .user = read_big_endian(bytes + 10, 6),
    };
    for (int i = 0; s->kind == SAMPLE_RESOURCE && i < SAMPLE_COUNTERS; i++)
        s->counters[i] = (uint32_t)read_big_endian(bytes + SAMPLE_TRACE_BYTES + 4 * i, 4);
    return size;
}

static bool has_odd_parity(unsigned bits)
{
    return __builtin_parity(bits);
}

uint16_t element_of(uint8_t byte, bool end)
{
    return (uint16_t)(byte | (has_odd_parity(byte) ? 0 : ELEMENT_PARITY) | (end ? ELEMENT_END : 0));
}

bool element_parity_is_correct(uint16_t element)
{
    return has_odd_parity(element & (ELEMENT_DATA | ELEMENT_PARITY));
}

uint64_t mark_pack(struct mark m)
{
    return (uint64_t)(m.kind & 0xff) << 40 | (uint64_t)(m.region & 0xffff) << 24 |
           (m.value & 0xffffff);
}

struct mark mark_unpack(uint64_t user)
{
    return (struct mark){user >> 40 & 0xff, user >> 24 & 0xffff, user & 0xffffff};
}

const char *mark_kind_text(unsigned kind)
{
    switch (kind) {
#define MARK(NAME, code, text)                                                                     \
    case code:                                                                                     \
        return text;
#include "measure/multikron/marks.def"
#undef MARK
    default:
        return NULL;
    }
}
