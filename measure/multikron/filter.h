/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The filter of running processes of libmultikron: a word in the ring file of each. */
#ifndef MULTIKRON_FILTER_H
#define MULTIKRON_FILTER_H

#include "base/diag.h"

#include <stdbool.h>
#include <stdint.h>

/* Levels of a list: "all", "none", "0,3-5"; false = it is no such list. */
bool filter_levels(const char *list, uint32_t *levels);
/* The list of levels, for people. */
enum { FILTER_TEXT = 64 };
void filter_text(uint32_t levels, char text[FILTER_TEXT]);

/* The filter in a ring file; with levels, sets it to them. False with a message in d. */
bool filter_file(const char *path, const uint32_t *levels, uint32_t *before, struct diag *d);

#endif
