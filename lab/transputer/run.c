/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Executes the events in order. At the same cycle: first links that complete, then by transputer
 * the timers that expire, then the step that ends. */
#include "lab/transputer/machine.h"

#include <math.h>

static bool open_all(struct tp_machine *m)
{
    const struct tp_program *p = m->program;
    if (!tp_clocks_do_not_wrap(m)) {
        diag_error(
            m->diag, (struct where){.file = p->file},
            "a clock of the transputers wraps around within the run: run for at most %.0f s, "
            "or make tick-high and tick-low longer",
            tp_seconds_without_wrap(m));
        return false;
    }
    if (!tp_layout(m))
        return false;
    bool good = true;
    for (size_t i = 0; i < p->n_transputers; i++)
        good = tp_monitor_open(m, &m->cpus[i]) && good;
    if (!good)
        return false;
    for (size_t i = 0; i < p->n_transputers; i++)
        if (m->cpus[i].monitor)
            tp_ready(m, m->cpus[i].monitor);
    for (size_t i = 0; i < p->n_processes; i++)
        tp_ready(m, m->mains[i]);
    for (size_t i = 0; i < p->n_transputers; i++)
        tp_dispatch(m, &m->cpus[i]);
    return true;
}

static size_t earlier_event(const struct tp_machine *m, size_t a, size_t b)
{
    return m->next[b] < m->next[a] ? b : a;
}

void tp_set_next(struct tp_machine *m, size_t cpu, uint64_t cycle)
{
    m->next[cpu] = cycle;
    for (size_t i = (m->leaves + cpu) / 2; i > 0; i /= 2)
        m->first[i] = earlier_event(m, m->first[2 * i], m->first[2 * i + 1]);
}

/* Creates the tree of next events, without any event. */
static void create_event_tree(struct tp_machine *m)
{
    m->leaves = 1;
    while (m->leaves < m->program->n_transputers)
        m->leaves *= 2;
    m->next = ARENA_ARRAY(m->arena, uint64_t, m->leaves);
    m->first = ARENA_ARRAY(m->arena, size_t, 2 * m->leaves);
    for (size_t i = 0; i < m->leaves; i++) {
        m->next[i] = TP_NEVER;
        m->first[m->leaves + i] = i;
    }
    for (size_t i = m->leaves; --i > 0;)
        m->first[i] = m->first[2 * i];
}

struct tp_machine *tp_open(const struct tp_program *p, const struct tp_watcher *w, struct arena *a,
                           struct diag *d)
{
    struct tp_machine *m = ARENA_NEW(a, struct tp_machine);
    *m = (struct tp_machine){.program = p,
                             .watcher = w,
                             .arena = a,
                             .diag = d,
                             .end = (uint64_t)llround(p->seconds * p->parameters.megahertz * 1e6),
                             .cpus = ARENA_ARRAY(a, struct tp_cpu, p->n_transputers),
                             .link_next = TP_NEVER,
                             .mains = ARENA_ARRAY(a, struct tp_task *, p->n_processes),
                             .flag = ARENA_ARRAY(a, size_t, p->n_processes),
                             .report_word = ARENA_ARRAY(a, size_t, p->n_processes),
                             .lowest = ARENA_ARRAY(a, size_t, p->n_processes),
                             .sizes = ARENA_ARRAY(a, struct tp_size, p->n_procedures),
                             .results = ARENA_ARRAY(a, struct tp_process_result, p->n_processes)};
    create_event_tree(m);
    m->pause = m->end;
    m->last_task = &m->tasks;
    for (size_t i = 0; i < p->n_transputers; i++)
        m->cpus[i].number = (int)i;
    return open_all(m) ? m : NULL;
}

bool tp_next(struct tp_machine *m)
{
    size_t first = m->first[1];
    uint64_t link = m->link_next, at = link < m->next[first] ? link : m->next[first];
    if (at >= m->pause)
        return false;
    m->now = at;
    if (link == at)
        tp_link_done(m);
    else if (tp_timer_next(&m->cpus[first]) == at)
        tp_timer_expire(m, &m->cpus[first]);
    else
        tp_step_done(m, &m->cpus[first]);
    return true;
}

static void add_times(struct tp_exact_times *to, const struct tp_exact_times *t)
{
    to->running += t->running;
    to->queued += t->queued;
    to->timer += t->timer;
    to->communication += t->communication;
    to->inside += t->inside;
    to->ended += t->ended;
}

static void account_for(struct tp_machine *m, struct tp_task *t)
{
    tp_doing(m, t, t->doing);
    if (t->process < 0)
        return;
    struct tp_process_result *r = &m->results[t->process];
    if (!t->parent) {
        r->exact = t->exact;
        return;
    }
    t->exact.ended = 0;
    add_times(&r->subs, &t->exact);
    r->n_subs++;
}

/* Fills in the results up to m->now. */
static void update_results(struct tp_machine *m, struct tp_result *to)
{
    const struct tp_program *p = m->program;
    for (size_t i = 0; i < p->n_processes; i++) {
        m->results[i].subs = (struct tp_exact_times){0};
        m->results[i].n_subs = 0;
        if (p->transputers[p->processes[i].transputer].monitor != TP_MONITOR_TM)
            m->results[i].tm = missing("its transputer has no TM process");
    }
    for (struct tp_task *t = m->tasks; t; t = t->next)
        account_for(m, t);
    to->processes = m->results;
    to->transputers = ARENA_ARRAY(m->arena, struct tp_transputer_result, p->n_transputers);
    for (size_t i = 0; i < p->n_transputers; i++) {
        struct tp_cpu *c = &m->cpus[i];
        tp_account(m, c);
        c->result.cycles = m->now;
        tp_monitor_result(m, c);
        to->transputers[i] = c->result;
    }
}

void tp_finish(struct tp_machine *m, struct tp_result *to)
{
    to->deadlock = tp_deadlock(m);
    m->now = m->end;
    update_results(m, to);
}

/* Runs up to that cycle and calls the watcher's read on the way. */
static void run_with_reports(struct tp_machine *m, const struct tp_watcher *w, uint64_t until)
{
    struct tp_result so_far = {0};
    m->pause = until;
    while (tp_next(m))
        ;
    m->now = until;
    update_results(m, &so_far);
    w->read(w->context, &so_far);
    m->pause = m->end;
}

bool tp_run(const struct tp_program *p, const struct tp_watcher *w, struct arena *a,
            struct tp_result *to, struct diag *d)
{
    struct tp_machine *m = tp_open(p, w, a, d);
    if (!m)
        return false;
    for (uint64_t at = w ? w->every : 0; at > 0 && at < m->end; at += w->every)
        run_with_reports(m, w, at);
    while (tp_next(m))
        ;
    tp_finish(m, to);
    return true;
}
