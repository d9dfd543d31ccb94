/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the transputers' model run a script, and check the machine's invariants between any two
 * events. */
#ifndef TESTS_UNIT_TRANSPUTER_H
#define TESTS_UNIT_TRANSPUTER_H

#include "base/source.h"
#include "lab/transputer/machine.h"
#include "lab/transputer/script.h"
#include "tests/unit/check.h"

static struct arena arena;
static struct tp_program program;
static struct tp_result result;

/* Runs a script, checking the invariants of the machine after each event; false after messages. */
static inline bool run(const char *script)
{
    struct source s;
    struct diag d = {.quiet = true};
    arena_free(&arena);
    source_from_bytes(&s, "t.tp", script, strlen(script));
    if (!tp_script_read(&arena, &s, NULL, 0, &d, &program)) {
        source_free(&s);
        return false;
    }
    source_free(&s);
    struct tp_machine *m = tp_open(&program, NULL, &arena, &d);
    if (!m)
        return false;
    const char *fault = tp_check_invariants(m, &arena);
    while (!fault && tp_next(m))
        fault = tp_check_invariants(m, &arena);
    if (fault) {
        printf("# cycle %llu: %s\n", (unsigned long long)m->now, fault);
        return false;
    }
    tp_finish(m, &result);
    return true;
}

static inline struct tp_exact_times exact_times(int process)
{
    return result.processes[process].exact;
}

#endif
