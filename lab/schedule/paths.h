/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways through a text, pair by pair: branches that act behind two delay pairs, quashed pairs,
 * labels in delay slots. */
#ifndef LAB_SCHEDULE_PATHS_H
#define LAB_SCHEDULE_PATHS_H

#include "base/arena.h"
#include "lab/isa/isa.h"

enum { NOWHERE = UINT32_MAX };

/* Where the labels of a text lead. */
struct ways {
    const struct lab_text *text;
    uint32_t *target; /* of each pair's branch: a pair; NOWHERE = no branch, or not known */
};
/* Just before a pair is run: what branches before it have decided. */
struct step {
    uint32_t pair;    /* NOWHERE = the way ends */
    uint32_t jump[2]; /* target that follows this pair, the next one; NOWHERE = none */
    uint8_t quashed;  /* bit 0: this pair does nothing; bit 1: the next one */
    bool leaving[2];  /* like jump, but to what is not known */
};
enum { STEP_WAYS = 2 };

struct ways ways_of(struct arena *a, const struct lab_text *t);
static inline struct step step_at(uint32_t pair)
{
    return (struct step){.pair = pair, .jump = {NOWHERE, NOWHERE}};
}
/* Steps that may follow: their number. */
int step_next(const struct ways *w, const struct step *at, struct step next[STEP_WAYS]);
bool step_equal(const struct step *a, const struct step *b);

#endif
