/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks of one thread become steps: what a picture of its loops is drawn from. Enters and exits
 * are matched; what has no other half is said. */
#ifndef MULTIKRON_EXPORT_NEST_H
#define MULTIKRON_EXPORT_NEST_H

#include "base/array.h"
#include "measure/multikron/sample.h"

enum {
    NEST_DEPTH = 1024, /* enters that may be open in one thread; one more is not followed */
};

enum step_kind {
    STEP_ENTER,
    STEP_LEAVE,
    STEP_MARK,       /* the mark of the sample as it is */
    STEP_LOST,       /* samples in front of this one were lost */
    STEP_READ_ERROR, /* the chip says that a counter of this sample was misread */
    STEP_NO_EXIT,    /* the enter of that region has no exit */
    STEP_NO_ENTER,   /* the exit of that region has no enter */
    STEP_TOO_DEEP,   /* an enter that is not followed: NEST_DEPTH are open */
};
const char *step_text(enum step_kind kind);

struct step {
    enum step_kind kind;
    unsigned region;
    bool parallel;       /* a parallel region, not a loop */
    uint64_t iterations; /* STEP_LEAVE: what the marks inside said, added up */
    uint64_t skipped;    /* STEP_LEAVE: marks of skipped blocks */
    bool inside;         /* STEP_MARK: the STEP_LEAVE to come holds what it says */
};

struct nest_level {
    unsigned region;
    bool parallel;
    uint64_t iterations, skipped;
};
/* All zeroes: nothing was seen. */
struct nest {
    ARRAY(struct nest_level) open;
};
struct steps {
    ARRAY(struct step) list;
};

/* The steps of the thread's next sample, put into steps instead of what was there. */
void nest_take(struct nest *n, const struct sample *s, struct steps *steps);
/* STEP_NO_EXIT for each enter that is open still; innermost first. They stay open. */
void nest_end(const struct nest *n, struct steps *steps);
void nest_free(struct nest *n);
void steps_free(struct steps *steps);

#endif
