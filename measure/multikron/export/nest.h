/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts the marks of a thread to steps, from which the exports write their events. Enters and
 * exits are matched; an enter or exit without the other becomes a step of its own kind. */
#ifndef MULTIKRON_EXPORT_NEST_H
#define MULTIKRON_EXPORT_NEST_H

#include "base/array.h"
#include "measure/multikron/sample.h"

enum {
    NEST_DEPTH = 1024, /* limit of open regions of a thread; further enters are ignored */
};

enum step_kind {
#define STEP(NAME, text) STEP_##NAME,
#include "measure/multikron/export/steps.def"
#undef STEP
};
/* Returns the name of a kind. */
const char *step_text(enum step_kind kind);

struct step {
    enum step_kind kind;
    unsigned region;
    bool parallel;       /* a parallel region, not a loop */
    uint64_t iterations; /* STEP_LEAVE: sum of the marks of iterations inside */
    uint64_t skipped;    /* STEP_LEAVE: number of marks of skipped blocks inside */
    bool inside;         /* STEP_MARK: it is included in a following STEP_LEAVE */
};

struct nest_level {
    unsigned region;
    bool parallel;
    uint64_t iterations, skipped;
};
/* All zeroes = no region is open. */
struct nest {
    ARRAY(struct nest_level) open;
};
struct steps {
    ARRAY(struct step) list;
};

/* Adds the next sample of the thread. Replaces the contents of steps by its steps. */
void nest_add(struct nest *n, const struct sample *s, struct steps *steps);
/* Replaces the contents of steps by a STEP_NO_EXIT for each open region, innermost first. The
 * regions remain open. */
void nest_end(const struct nest *n, struct steps *steps);
void nest_free(struct nest *n);
void steps_free(struct steps *steps);

#endif
