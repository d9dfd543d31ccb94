/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checksums that detect damaged files: FNV-1a with 64 bits. They do not protect against intended
 * changes. */
#ifndef BASE_CHECKSUM_H
#define BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

#define CHECKSUM_START UINT64_C(0xcbf29ce484222325)

/* Returns the checksum after n further bytes. */
static inline uint64_t checksum_add(uint64_t sum, const void *bytes, size_t n)
{
    const unsigned char *b = bytes;
    for (size_t i = 0; i < n; i++)
        sum = (sum ^ b[i]) * UINT64_C(0x100000001b3);
    return sum;
}

#endif
