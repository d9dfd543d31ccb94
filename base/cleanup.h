/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What has to be undone where the process ends in the middle of its work, as where memory runs out:
 * files with a temporary name, an open transaction. exit() has no other way to know of it, so there
 * is one list for the process. A child that was made by fork leaves it alone. */
#ifndef BASE_CLEANUP_H
#define BASE_CLEANUP_H

/* undo(of) is called when the process ends by exit(), the newest first, unless cleanup_drop(of) was
 * called before. Add it before there is something to undo: it may end the command itself. */
void cleanup_add(void (*undo)(void *of), void *of);
/* There is nothing to undo any more. Nothing happens where of was not added. */
void cleanup_drop(const void *of);

#endif
