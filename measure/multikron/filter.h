/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and changes the filter of running processes of libmultikron. The filter is a word in the
 * ring file of each process: a set of levels, one bit each; samples of other levels are not
 * recorded. */
#ifndef MULTIKRON_FILTER_H
#define MULTIKRON_FILTER_H

#include "base/diag.h"

#include <stdbool.h>
#include <stdint.h>

/* Converts a list of levels, such as "all", "none" or "0,3-5", to bits. Returns false if the list
 * is malformed. */
bool filter_parse_levels(const char *list, uint32_t *levels);
/* Writes the levels as such a list. */
enum { FILTER_TEXT = 64 };
void filter_print_levels(uint32_t levels, char text[FILTER_TEXT]);

/* Stores the filter of a ring file in *before and, unless levels is NULL, sets it to *levels.
 * Returns false after an error in d. */
bool filter_exchange(const char *path, const uint32_t *levels, uint32_t *before, struct diag *d);

#endif
