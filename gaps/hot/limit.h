/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The greatest k that the iterations of the source allow. */
#ifndef GAPS_LIMIT_H
#define GAPS_LIMIT_H

#include "gaps/hot/references.h"

/* Sets k of the compiled loops of a source loop to 1 where it is unknown, or where k x passes of
 * all of them exceed the iterations of the source, if the source leaves no other k: a k of 2 of any
 * of these compiled loops would exceed the iterations by itself. k x passes must still be compared
 * with the source: other code may execute iterations, too. Requires counted passes of all machine
 * loops; otherwise nothing changes. */
void limit_k_by_source(struct joined_run *j, long place, const struct source_count *source);

#endif
