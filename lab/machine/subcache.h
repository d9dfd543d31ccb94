/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A data or instruction subcache: sets of two blocks of 2 KB, with subblocks of 64 bytes that are
 * present or absent. Assumptions: if both ways are in use, a random one is replaced; writing back
 * dirty data takes no time. */
#ifndef LAB_MACHINE_SUBCACHE_H
#define LAB_MACHINE_SUBCACHE_H

#include "lab/machine/cell.h"

#define SUBCACHE_NONE UINT64_MAX

/* Empties the subcache and sets the seed of its random sequence. */
void subcache_clear(struct subcache *s, uint64_t seed);
/* Returns the seed of a cell's data subcache; the instruction subcache has the next number. */
static inline uint64_t subcache_seed(uint64_t seed, unsigned cell)
{
    return (seed << 16 | cell) << 1;
}
/* Returns the block that contains address; NULL = not allocated. */
struct subcache_block *subcache_block(struct subcache *s, uint64_t address);
/* Like subcache_block(), but allocates a missing block. Then returns true, and *replaced is the
 * address of the block that it replaced, SUBCACHE_NONE = none. */
bool subcache_allocate(struct subcache *s, uint64_t address, struct subcache_block **block,
                       uint64_t *replaced);
static inline uint32_t subcache_bit(uint64_t address)
{
    return UINT32_C(1) << address / SUBCACHE_SUBBLOCK % (SUBCACHE_BLOCK / SUBCACHE_SUBBLOCK);
}
/* Returns the bits of both subblocks of the subpage of an address. */
static inline uint32_t subcache_subpage_bits(uint64_t address)
{
    return UINT32_C(3) << address / LAB_SUBPAGE % (SUBCACHE_BLOCK / LAB_SUBPAGE) * 2;
}
/* Drops the subpage of address. */
void subcache_drop(struct subcache *s, uint64_t address);
/* Sets whether the subpage of address may be written. */
void subcache_set_writable(struct subcache *s, uint64_t address, bool writable);

#endif
