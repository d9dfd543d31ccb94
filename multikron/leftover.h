/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a process of libmultikron left in its ring file: samples that its sample file lacks. */
#ifndef MULTIKRON_LEFTOVER_H
#define MULTIKRON_LEFTOVER_H

#include <stdbool.h>
#include <stdint.h>

struct leftover {
    uint64_t bytes;  /* of records in its rings alone */
    uint64_t untold; /* samples that were lost and that no mark in the sample file counts */
};

/* Looks into X.mkr, where the path of the sample file is X.mkn. False: there is none that can be
 * read. */
bool leftover_find(struct leftover *l, const char *path);

#endif
