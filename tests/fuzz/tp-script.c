/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as a script for the transputers' model: it is accepted, or there are messages. An
 * accepted script refers only to existing objects, and runs for a limited time without an error, or
 * is rejected. */
#include "lab/transputer/machine.h"
#include "lab/transputer/script.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void check_block(const struct tp_program *p, const struct tp_block *b)
{
    for (size_t i = 0; i < b->n; i++) {
        const struct tp_statement *s = &b->at[i];
        bool message = s->kind == TP_SEND || s->kind == TP_RECEIVE;
        must(s->kind < TP_KINDS && s->line > 0);
        must(s->kind != TP_COMPUTE || s->cycles > 0);
        must(s->kind != TP_WAIT || s->ticks > 0);
        must(!message || (s->channel >= 0 && (size_t)s->channel < p->n_channels && s->bytes > 0));
        must(s->kind != TP_CALL || (size_t)s->procedure < p->n_procedures);
        must(s->kind != TP_REPEAT || (s->body.n > 0 && s->times != 0));
        must(s->kind != TP_PAR || s->n_branches > 0);
        must(s->kind != TP_ALT || s->n_branches > 0);
        for (size_t k = 0; s->kind == TP_ALT && k < s->n_branches; k++)
            must(s->guards[k].channel < 0 ? s->guards[k].ticks > 0
                                          : (size_t)s->guards[k].channel < p->n_channels &&
                                                s->branches[k].at[0].kind == TP_RECEIVE);
        for (size_t k = 0; k < s->n_channels; k++)
            must((size_t)s->channels[k] < p->n_channels);
        check_block(p, &s->body);
        for (size_t k = 0; k < s->n_branches; k++)
            check_block(p, &s->branches[k]);
    }
}

static void check_program(const struct tp_program *p)
{
    must(p->n_processes > 0 && p->seconds > 0 && p->parameters.megahertz >= 1);
    for (size_t i = 0; i < p->n_processes; i++) {
        must((size_t)p->processes[i].transputer < p->n_transputers);
        check_block(p, &p->processes[i].body);
    }
    for (size_t i = 0; i < p->n_procedures; i++)
        check_block(p, &p->procedures[i].body);
}

/* Runs it for a limited time: checks the invariants after each event, and the sums of true times.
 */
static void run(struct arena *a, struct tp_program *p)
{
    enum { MOST_EVENTS = 2000 };
    const double short_time = 0.0005;
    struct diag d = {.quiet = true};
    if (p->seconds > short_time)
        p->seconds = short_time;
    struct tp_machine *m = tp_open(p, NULL, a, &d);
    must(m || d.errors > 0);
    if (!m)
        return;
    int n = 0;
    while (n++ < MOST_EVENTS && !tp_check_invariants(m, a) && tp_next(m))
        ;
    must(!tp_check_invariants(m, a));
    struct tp_result r;
    tp_finish(m, &r);
    for (size_t i = 0; i < p->n_processes; i++) {
        const struct tp_exact_times *t = &r.processes[i].exact;
        uint64_t all = t->running + t->queued + t->timer + t->communication + t->inside + t->ended;
        must(all == r.transputers[p->processes[i].transputer].cycles);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct diag d = {.quiet = true};
    struct source s;
    struct tp_program p;
    source_from_bytes(&s, "f", (const char *)data, size);
    bool good = tp_script_read(&a, &s, NULL, 0, &d, &p);
    must(good == (d.errors == 0));
    if (good) {
        check_program(&p);
        run(&a, &p);
    }
    source_free(&s);
    arena_free(&a);
    return 0;
}
