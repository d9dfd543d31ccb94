/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A source loop with its bounds. */
#ifndef COMMANDS_KMA_LOOPS_H
#define COMMANDS_KMA_LOOPS_H

#include "facts/facts.h"
#include "machines/machine.h"

struct kma_loop {
    const struct source_loop *facts;
    struct quantity k; /* degree of unrolling, from essential_k */
    bool reassociated;
    const struct machine *machine;
    struct quantity tnf; /* missing for a loop without a bound */
    struct quantity m, m_cpf, ma_cpf;
    struct bound ma;
    struct notes notes; /* notes of the facts, then notes of the bounds */
};

/* Assumptions about the ideal compiler. */
struct kma_how {
    struct quantity k; /* degree of unrolling */
    bool reassociate;  /* reductions may be reordered */
};
/* Returns the loops with their bounds M and MA, in a. */
struct kma_loop *kma_bounds(struct arena *a, const struct machine *m,
                            const struct source_loops *loops, struct kma_how how);

/* Returns the recurrence that its MA includes. */
const struct recurrence *kma_recurrence(const struct kma_loop *l);
/* Returns a count of the loop; missing for a loop without a bound. */
struct quantity kma_count(const struct kma_loop *l, enum op_class c);

#endif
