/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A source loop with what kma finds for it. */
#ifndef COMMANDS_KMA_LOOPS_H
#define COMMANDS_KMA_LOOPS_H

#include "facts/facts.h"
#include "machines/machine.h"

struct kma_loop {
    const struct source_loop *facts;
    struct quantity k; /* degree of unrolling, of which an essential_k is made */
    bool reassociated;
    const struct machine *machine;
    struct quantity tnf; /* missing where there is no bound */
    struct quantity m, m_cpf, ma_cpf;
    struct bound ma;
    struct notes notes; /* of the facts, and of the bounds */
};

/* How the ideal compiler is taken to compile. */
struct kma_how {
    struct quantity k; /* degree of unrolling */
    bool reassociate;  /* reductions need not keep their order */
};
/* M and MA of each of the loops, in a. */
struct kma_loop *kma_bounds(struct arena *a, const struct machine *m,
                            const struct source_loops *loops, struct kma_how how);

/* The one that its MA has. */
const struct recurrence *kma_recurrence(const struct kma_loop *l);
/* A count of an analysed loop; missing for one without a bound. */
struct quantity kma_count(const struct kma_loop *l, enum op_class c);

#endif
