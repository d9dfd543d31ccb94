/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths through a text, pair by pair: branches that take effect after two delay pairs, quashed
 * pairs, labels in delay slots. */
#ifndef LAB_SCHEDULE_PATHS_H
#define LAB_SCHEDULE_PATHS_H

#include "base/arena.h"
#include "lab/isa/isa.h"

enum { NO_PAIR = UINT32_MAX };

/* The branch targets of a text. */
struct jump_targets {
    const struct lab_text *text;
    uint32_t *target; /* of each pair's branch: a pair; NO_PAIR = no branch, or unknown */
};
/* The state before a pair executes: what earlier branches have decided. */
struct step {
    uint32_t pair;    /* NO_PAIR = end of the path */
    uint32_t jump[2]; /* target after this pair, after the next one; NO_PAIR = none */
    uint8_t quashed;  /* bit 0: this pair has no effect; bit 1: the next one */
    bool leaving[2];  /* like jump, to an unknown target */
};
enum { STEP_SUCCESSORS = 2 };

struct jump_targets find_jump_targets(struct arena *a, const struct lab_text *t);
static inline struct step step_at_pair(uint32_t pair)
{
    return (struct step){.pair = pair, .jump = {NO_PAIR, NO_PAIR}};
}
/* Stores the possible next steps and returns their number. */
int find_next_steps(const struct jump_targets *w, const struct step *at,
                    struct step next[STEP_SUCCESSORS]);
bool step_equal(const struct step *a, const struct step *b);

#endif
