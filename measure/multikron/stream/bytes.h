/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads eight bytes at any address as one number. */
#ifndef MULTIKRON_STREAM_BYTES_H
#define MULTIKRON_STREAM_BYTES_H

#include <stdint.h>
#include <string.h>

static inline uint64_t read_little_endian(const uint8_t *bytes)
{
    uint64_t number;
    memcpy(&number, bytes, sizeof number);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    number = __builtin_bswap64(number);
#endif
    return number;
}

static inline uint64_t read_big_endian(const uint8_t *bytes)
{
    return __builtin_bswap64(read_little_endian(bytes));
}

#endif
