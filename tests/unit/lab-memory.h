/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory that routines of the lab's library access in tests: MEMORY_ROOM bytes from address 0.
 */
#ifndef TESTS_UNIT_LAB_MEMORY_H
#define TESTS_UNIT_LAB_MEMORY_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { MEMORY_ROOM = 4096 };

/* Returns false if an access is outside the memory. */
static inline bool load_memory(void *memory, uint64_t address, void *to, size_t bytes)
{
    if (address > MEMORY_ROOM || bytes > MEMORY_ROOM - address)
        return false;
    memcpy(to, (unsigned char *)memory + address, bytes);
    return true;
}

static inline bool store_memory(void *memory, uint64_t address, const void *from, size_t bytes)
{
    if (address > MEMORY_ROOM || bytes > MEMORY_ROOM - address)
        return false;
    memcpy((unsigned char *)memory + address, from, bytes);
    return true;
}

#endif
