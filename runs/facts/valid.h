/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to runs/: checks the invariants of facts that were read, because a large database is not
 * checked completely when it is opened. */
#ifndef RUNS_VALID_H
#define RUNS_VALID_H

#include "facts/facts.h"

/* Check that indices are within their lists, lines and lengths in range, counts finite, and names
 * present. at: index of the loop in its list. */
bool is_valid_source_loop(const struct source_loop *l, size_t at);
bool is_valid_compiled_loop(const struct compiled_loop *l);
/* Checks a measured or summed value: 0, or from 1e-30 to 1e30. */
bool is_valid_number(double n);

#endif
