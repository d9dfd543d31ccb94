/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs deeply recursive functions on a separate stack of known size. */
#ifndef BASE_DEEP_H
#define BASE_DEEP_H

#include <stdbool.h>
#include <stddef.h>

#define DEEP_STACK ((size_t)512 << 20) /* bytes; untouched pages use no memory */

/* Runs work on a thread with DEEP_STACK bytes of stack and waits for its end. If the system does
 * not provide as much, work runs on the caller's stack with deep = false. */
void deep_run(void (*work)(void *context, bool deep), void *context);

#endif
