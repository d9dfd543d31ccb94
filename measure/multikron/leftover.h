/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds samples that a process of libmultikron left in its ring file, and that its sample file
 * lacks. */
#ifndef MULTIKRON_LEFTOVER_H
#define MULTIKRON_LEFTOVER_H

#include "base/diag.h"

#include <stdbool.h>
#include <stdint.h>

struct leftover {
    uint64_t bytes;      /* of records that are only in the rings */
    uint64_t unreadable; /* 1 = the ring file exists and cannot be read */
    uint64_t unmarked;   /* lost samples that no mark in the sample file counts */
    uint64_t tails;      /* bytes that were copied from the rings to the sample file */
    uint64_t marks;      /* marks of lost samples that 'multikron salvage' will write */
    uint64_t whole;      /* size of the sample file after 'multikron salvage', bytes */
};

/* Reads the ring file X.mkr of the sample file X.mkn at path. A sample file that was salvaged
 * lacks nothing. Returns false if nothing is missing or there is no ring file. */
bool leftover_read(struct leftover *l, const char *path);
/* Does the same, and reports missing samples as an error in d. */
void leftover_report(struct leftover *l, const char *path, struct diag *d);

#endif
