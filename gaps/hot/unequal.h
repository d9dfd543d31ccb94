/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: why the machine code of a source loop executed other numbers of iterations
 * than the source. */
#ifndef GAPS_UNEQUAL_H
#define GAPS_UNEQUAL_H

#include "gaps/ladder/model.h"

struct unequal {
    const struct model_build *build;
    const struct gap_coverage *coverage;
    const struct source_loop *source;
    const char *run; /* that counted iterations in the source */
    double counted;  /* iterations: k x passes of its machine loops */
    double marked;   /* of the source loop */
};

/* Returns the numbers and what the code shows about the cause, in a. */
const char *unequal_reason(struct arena *a, const struct unequal *u);

#endif
