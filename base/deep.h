/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work that recurses deeply, on a stack of its own: what a term of a long sum takes of it is known,
 * and not how much there is by default. */
#ifndef BASE_DEEP_H
#define BASE_DEEP_H

#include <stdbool.h>
#include <stddef.h>

#define DEEP_STACK ((size_t)512 << 20) /* bytes; pages that nothing touches take no memory */

/* Runs work on a thread with DEEP_STACK bytes of stack and waits for its end; deep is false where
 * the system does not give as much, and it runs on the caller's stack. */
void deep_run(void (*work)(void *context, bool deep), void *context);

#endif
