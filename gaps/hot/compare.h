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
/* Removes the iterations of loops that were folded into a source loop if its compiled loops did not
 * execute them: control entered these as often as the source entered the loop itself. */
void leave_unexecuted_copies(struct joined_run *j, long place, struct source_count *source);
/* Returns how often control entered the compiled loops with the largest k: each execution of a
 * source loop enters at most one of them, but it may enter a remainder, too. */
struct quantity count_entered_main(const struct joined_run *j, long place);
/* Adds a note to the rows of a source loop about the other source loops whose iterations they
 * execute. */
void note_folded(struct joined_run *j, long place, const struct source_count *source);
/* Returns the sum of k x passes over the versions of a source loop. Versions without samples whose
 * k is unknown may be missing from it if their passes are few. */
struct quantity total_iterations(const struct joined_run *j, long place);

#endif
