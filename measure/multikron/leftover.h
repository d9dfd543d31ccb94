/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a process of libmultikron left in its ring file: samples that its sample file lacks. */
#ifndef MULTIKRON_LEFTOVER_H
#define MULTIKRON_LEFTOVER_H

#include "base/diag.h"

#include <stdbool.h>
#include <stdint.h>

struct leftover {
    uint64_t bytes;  /* of records in its rings alone */
    uint64_t unread; /* 1 = there is a ring file that can't be read */
    uint64_t untold; /* samples that were lost and that no mark in the sample file counts */
    uint64_t tails, marks,
        whole; /* bytes drained; marks to come; bytes of a salvaged sample file */
};

/* Looks into X.mkr, where the path of the sample file is X.mkn; nothing is left in it where that
 * was salvaged. False: nothing is left, or there is none. */
bool leftover_any(struct leftover *l, const char *path);
/* The same, with an error in d where something was left. */
void leftover_report(struct leftover *l, const char *path, struct diag *d);

#endif
