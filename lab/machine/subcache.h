/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A subcache, of data or of instructions: blocks of 2 KB, two to a set, of which subblocks of 64
 * bytes are there. Assumed: a block that is replaced is chosen at random where both ways are
 * taken; writing back what is dirty takes no time that anybody waits for. */
#ifndef LAB_MACHINE_SUBCACHE_H
#define LAB_MACHINE_SUBCACHE_H

#include "lab/machine/cell.h"

#define SUBCACHE_NONE UINT64_MAX

/* Empty; the random sequence follows from seed. */
void subcache_clear(struct subcache *s, uint64_t seed);
/* The seed of a cell's data subcache; that of its instructions is one more. */
static inline uint64_t subcache_seed(uint64_t seed, unsigned cell)
{
    return (seed << 16 | cell) << 1;
}
/* The block that holds address; NULL = it is not allocated. */
struct subcache_block *subcache_block(struct subcache *s, uint64_t address);
/* The same, allocated where it was not: then *replaced is the address of the block that had to go,
 * SUBCACHE_NONE = none, and true is returned. */
bool subcache_allocate(struct subcache *s, uint64_t address, struct subcache_block **block,
                       uint64_t *replaced);
static inline uint32_t subcache_bit(uint64_t address)
{
    return UINT32_C(1) << address / SUBCACHE_SUBBLOCK % (SUBCACHE_BLOCK / SUBCACHE_SUBBLOCK);
}
/* Bits of both subblocks of the subpage of an address. */
static inline uint32_t subcache_subpage_bits(uint64_t address)
{
    return UINT32_C(3) << address / LAB_SUBPAGE % (SUBCACHE_BLOCK / LAB_SUBPAGE) * 2;
}
/* The subpage of address goes. */
void subcache_drop(struct subcache *s, uint64_t address);
/* The subpage of address may no longer be written, or may be from now on. */
void subcache_set_writable(struct subcache *s, uint64_t address, bool writable);

#endif
