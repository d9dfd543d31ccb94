/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of the linker share. */
#ifndef LAB_MACHINE_LINKING_H
#define LAB_MACHINE_LINKING_H

#include "lab/machine/program.h"

/* Bytes of a block's data, each aligned to its own size. */
uint64_t linking_block_bytes(const struct lab_block *b);
/* Gives addresses to blocks and their symbols. */
void linking_place(struct program *p);
/* Everything that is named is there, and is what it is used as; else messages. */
void linking_check(struct program *p);

#endif
