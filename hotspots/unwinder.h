/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unwinds stacks of sampled processes while they run, to find callers of library functions. Each
 * file is opened once. */
#ifndef HOTSPOTS_UNWINDER_H
#define HOTSPOTS_UNWINDER_H

#include "base/arena.h"
#include "measure/sampling/chains.h"

/* Returns an unwinder, in a. It must be closed. */
struct stack_unwinder *unwinder_open(struct arena *a);
void unwinder_close(struct stack_unwinder *u);

#endif
