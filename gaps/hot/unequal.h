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
    const char *where;       /* the source was counted: "in run timed", "in the reference build" */
    double counted;          /* iterations: k x passes of its compiled loops */
    double k;                /* the greatest of them */
    double expected;         /* of the source loop */
    struct quantity outside; /* iterations that other code executed, by its counts */
    size_t equal; /* compiled loops that execute the iterations of the source by themselves */
    const char *several; /* names of several source loops that have its lines; NULL = not known */
    bool outer;          /* its compiled loops have inner loops */
    struct quantity executions; /* of its compiled loops */
    struct quantity entries;    /* executions of the source loop */
};

/* Returns the name of memcpy or a similar function that was called most by the code of a function,
 * or whose caller is unknown if function is NULL; NULL = none. */
const char *replacing_function(const struct gap_coverage *c, const char *function);
/* Returns the numbers and what the code shows about the cause, in a. */
const char *unequal_reason(struct arena *a, const struct unequal *u);

#endif
