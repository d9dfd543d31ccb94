/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: k by the stores or flops of a pass, which the counted iterations must confirm.
 */
#ifndef GAPS_CANDIDATES_H
#define GAPS_CANDIDATES_H

#include "gaps/hot/references.h"

/* Replaces k of the rows of a source loop of Fortran where it is unknown, or where k x passes
 * contradict the iterations of the source: a pass stores exactly the bytes of k iterations,
 * and has about their flops; or it has exactly the flops of k iterations. Keeps this k only if k x
 * passes then agree with the source; otherwise nothing changes. */
void confirm_k_by_work(struct joined_run *j, long place, const struct source_count *source);

#endif
