/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes and reads big-endian numbers of any number of bytes up to 8. */
#ifndef MULTIKRON_NUMBERS_H
#define MULTIKRON_NUMBERS_H

#include <stdint.h>

static inline void put_number(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = bytes; i-- > 0; value >>= 8)
        at[i] = (uint8_t)value;
}

static inline uint64_t read_number(const uint8_t *at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value = value << 8 | at[i];
    return value;
}

#endif
