/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations shared by the parts of the linker. */
#ifndef LAB_MACHINE_LINKING_H
#define LAB_MACHINE_LINKING_H

#include "lab/machine/program.h"

/* Returns the bytes of a block's data, each aligned to its own size. */
uint64_t linking_block_bytes(const struct lab_block *b);
/* Assigns addresses to blocks and their symbols. */
void linking_place(struct program *p);
/* Checks that every name is defined and has the right kind; otherwise prints messages. */
void linking_check(struct program *p);

#endif
