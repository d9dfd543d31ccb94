/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actions for an early exit(), for example when memory runs out: removal of temporary files,
 * rollback of a transaction. There is one list for the process, because exit() has no context. A
 * forked child does not run them. */
#ifndef BASE_CLEANUP_H
#define BASE_CLEANUP_H

/* Registers undo(of) to be called at exit(), the newest first, until cleanup_drop(of). Register it
 * before the action it undoes, because registering may end the command itself. */
void cleanup_add(void (*undo)(void *of), void *of);
/* Removes the action of `of`, if it is registered. */
void cleanup_drop(const void *of);

#endif
