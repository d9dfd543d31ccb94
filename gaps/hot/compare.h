/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: iterations of the compiled loops of a source loop, compared with those counted
 * in the source. */
#ifndef GAPS_COMPARE_H
#define GAPS_COMPARE_H

#include "gaps/hot/references.h"

/* Returns whether a differs from b by more than error * b. */
bool differs(double a, double b, double error);
/* Returns whether row i is a loop that was counted, but has no samples. */
bool is_unsampled(const struct joined_run *j, size_t i);
/* Returns the row of the version with the most iterations, of the machine code of a source loop;
 * with unknown ones, the row with the most time. */
size_t main_version(const struct joined_run *j, long place);
/* Returns the sum of k x passes over the versions of a source loop. Versions without samples whose
 * k is unknown may be missing from it if their passes are few. */
struct quantity total_iterations(const struct joined_run *j, long place);

#endif
