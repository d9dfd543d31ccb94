/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calibration as in memo 4554 (sections 3.3, 4.2): before any other process exists, the monitor
 * runs alone for some time and measures its own rounds. */
#include "lab/transputer/watch.h"

/* Rounds that are enough: without other processes all rounds take the same time. */
enum { MOST_ROUNDS = 10000 };

/* Returns a program of one transputer like c, with its monitor and no process. */
static struct tp_program *empty_program(const struct tp_machine *m, const struct tp_cpu *c)
{
    struct tp_program *p = ARENA_NEW(m->arena, struct tp_program);
    *p = (struct tp_program){.file = m->program->file,
                             .transputers = &m->program->transputers[c->number],
                             .n_transputers = 1,
                             .parameters = m->program->parameters,
                             .seconds = m->program->parameters.calibration / 1e6};
    return p;
}

struct quantity tp_calibrate(const struct tp_machine *m, const struct tp_cpu *c)
{
    if (m->program->n_processes == 0)
        return missing("unknown during the calibration");
    static const struct tp_watcher no_watcher;
    struct diag quiet = {.quiet = true};
    struct tp_machine *alone = tp_open(empty_program(m, c), &no_watcher, m->arena, &quiet);
    if (!alone)
        return missing("a clock wraps around within the calibration");
    const struct tp_cpu *there = &alone->cpus[0];
    uint64_t first = 0;
    while (there->result.rounds < MOST_ROUNDS && tp_next(alone))
        if (!first && there->result.rounds == 1)
            first = there->watch->inspected_at;
    uint64_t rounds = there->result.rounds;
    return rounds < 2 ? missing("the calibration ended before the second round of the monitor")
                      : known((double)(there->watch->inspected_at - first) / (double)(rounds - 1));
}
