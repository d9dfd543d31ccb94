/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Explains where the monitor's counts are wrong for a program (section 4.3 of memo 4554). */
#include "lab/transputer/shares.h"

#include <inttypes.h>
#include <string.h>

struct explainer {
    struct arena *a;
    const struct tp_program *p;
    struct tp_remarks *to;
    const struct tp_process *process;
    bool *monitored; /* by channel */
    bool *mentioned; /* by channel */
    bool *entered;   /* by procedure */
    long first_par, first_alt, timer_line,
        message_line;                  /* lines of statements that the monitor misreads; 0 = none */
    const char *timer_in, *message_in; /* procedures that contain them */
};

static void __attribute__((format(printf, 2, 3)))
add_remark(struct explainer *e, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    *ARENA_PUSH(e->a, e->to->at, e->to->n) = arena_vprintf(e->a, fmt, ap);
    va_end(ap);
}

static void examine_block(struct explainer *e, const struct tp_block *b, const char *procedure,
                          bool inside);

static void examine_message(struct explainer *e, const struct tp_statement *s,
                            const char *procedure)
{
    if (procedure && !e->message_in) {
        e->message_in = procedure;
        e->message_line = s->line;
    }
    if (e->monitored[s->channel] || e->mentioned[s->channel])
        return;
    e->mentioned[s->channel] = true;
    add_remark(e, "%s: channel '%s' is not monitored: waiting for it counts as processing",
               e->process->name, e->p->channels[s->channel].name);
}

static void examine_call(struct explainer *e, const struct tp_statement *s, bool inside)
{
    if (e->entered[s->procedure])
        return;
    e->entered[s->procedure] = true;
    const struct tp_procedure *f = &e->p->procedures[s->procedure];
    examine_block(e, &f->body, f->name, inside);
}

/* Examines a branch. In a branch of alt, skips the receive of its guard, because its sender waits
 * when the guard is ready. */
static void examine_branch(struct explainer *e, const struct tp_statement *s, size_t i,
                           const char *procedure, bool inside)
{
    struct tp_block b = s->branches[i];
    size_t guard = s->kind == TP_ALT && s->guards[i].channel >= 0;
    examine_block(e, &(struct tp_block){b.at + guard, b.n - guard}, procedure,
                  inside || s->kind == TP_PAR);
}

static void examine_statement(struct explainer *e, const struct tp_statement *s,
                              const char *procedure, bool inside)
{
    bool message = s->kind == TP_SEND || s->kind == TP_RECEIVE;
    if (message && !inside)
        examine_message(e, s, procedure);
    if (s->kind == TP_ALT && !inside && !procedure && !e->first_alt)
        e->first_alt = s->line;
    bool timed = s->kind == TP_WAIT || s->kind == TP_ALT;
    if (timed && procedure && !inside && !e->timer_in) {
        e->timer_in = procedure;
        e->timer_line = s->line;
    }
    if (s->kind == TP_CALL)
        examine_call(e, s, inside);
    if (s->kind == TP_PAR && !e->first_par)
        e->first_par = s->line;
    examine_block(e, &s->body, procedure, inside);
    for (size_t i = 0; i < s->n_branches; i++)
        examine_branch(e, s, i, procedure, inside);
}

static void examine_block(struct explainer *e, const struct tp_block *b, const char *procedure,
                          bool inside)
{
    for (size_t i = 0; i < b->n; i++)
        examine_statement(e, &b->at[i], procedure, inside);
}

static void explain_workspaces(struct explainer *e)
{
    const char *name = e->process->name;
    if (e->first_par)
        add_remark(e,
                   "%s: sub-processes (line %ld) wait in their own workspaces, which "
                   "the monitor does not inspect: while they run it counts processing",
                   name, e->first_par);
    if (e->first_alt)
        add_remark(e,
                   "%s: while the alternative of line %ld waits, offset -3 holds "
                   "MinInt + 2, as for a timer: the monitor counts timer for every "
                   "kind of wait",
                   name, e->first_alt);
    if (e->timer_in)
        add_remark(e,
                   "%s: the wait in procedure '%s' (line %ld) is recorded in the "
                   "procedure's workspace: the monitor counts processing",
                   name, e->timer_in, e->timer_line);
    if (e->message_in)
        add_remark(e,
                   "%s: the message in procedure '%s' (line %ld) waits with the "
                   "procedure's workspace pointer, but the monitor knows only that of the "
                   "process: it counts processing",
                   name, e->message_in, e->message_line);
}

static void explain_end(struct explainer *e, const struct tp_process_result *r)
{
    if (!r->exact.ended)
        return;
    double ms = (double)r->exact.ended / (e->p->parameters.megahertz * 1e3);
    if (e->p->parameters.ended_flag != 0)
        add_remark(e,
                   "%s: it ended %.3f ms before the end of the run and reset its boolean: the "
                   "monitor stops counting",
                   e->process->name, ms);
    else
        add_remark(
            e,
            "%s: it ended %.3f ms before the end of the run: its boolean is still set, so the "
            "monitor counts processing after its end",
            e->process->name, ms);
}

static void explain_process(struct explainer *e, const struct tp_process_result *r)
{
    const struct tp_statement *first = &e->process->body.at[0];
    memset(e->monitored, 0, e->p->n_channels);
    memset(e->mentioned, 0, e->p->n_channels);
    memset(e->entered, 0, e->p->n_procedures);
    e->first_par = e->first_alt = 0;
    e->timer_in = e->message_in = NULL;
    for (size_t i = 0; i < first->n_channels; i++)
        e->monitored[first->channels[i]] = true;
    if (e->process->high)
        add_remark(e,
                   "%s: it runs at high priority: the monitor does not run at that time, "
                   "and searches for descriptors of low priority",
                   e->process->name);
    if (e->p->parameters.offset == 0)
        add_remark(e,
                   "%s: get.process.data sent the workspace pointer of its own call: "
                   "the monitor reads words of another workspace",
                   e->process->name);
    examine_block(e, &e->process->body, NULL, false);
    explain_workspaces(e);
    explain_end(e, r);
}

/* Rounds are short while nothing else runs, so that time is overrepresented in the counts. */
static void explain_load(struct explainer *e, const struct tp_transputer *t,
                         const struct tp_transputer_result *r)
{
    uint64_t busy = r->rounds - r->idle_rounds;
    if (t->monitor != TP_MONITOR_PROCESS || !is_known(r->round) || busy == 0)
        return;
    double us = e->p->parameters.megahertz, idle = r->round.value;
    double other = ((double)r->cycles - (double)r->idle_rounds * idle) / (double)busy;
    if (other <= 2 * idle)
        return;
    add_remark(e,
               "%s: %" PRIu64 " of %" PRIu64
               " rounds found the queue empty and took %.1f us each, the "
               "others %.1f us: the monitor counts rounds, so time with an empty queue "
               "has %.0f times the weight",
               t->name, r->idle_rounds, r->rounds, idle / us, other / us, other / idle);
}

struct tp_remarks tp_explain(struct arena *a, const struct tp_program *p, const struct tp_result *r)
{
    struct tp_remarks to = {0};
    struct explainer e = {.a = a, .p = p, .to = &to};
    e.monitored = ARENA_ARRAY(a, bool, p->n_channels);
    e.mentioned = ARENA_ARRAY(a, bool, p->n_channels);
    e.entered = ARENA_ARRAY(a, bool, p->n_procedures);
    for (size_t i = 0; i < p->n_processes; i++) {
        e.process = &p->processes[i];
        if (r->processes[i].counts.monitored)
            explain_process(&e, &r->processes[i]);
    }
    for (size_t i = 0; i < p->n_transputers; i++)
        explain_load(&e, &p->transputers[i], &r->transputers[i]);
    return to;
}
