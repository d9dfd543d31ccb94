/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds deadlocks: the largest set of processes each of which waits for a communication with
 * processes that have ended or belong to the set. */
#include "lab/transputer/machine.h"

#include <string.h>

/* By channel: the processes that send and receive; -1 = none. */
struct ends {
    int process[2];
};

static void note_ends(const struct tp_program *p, const struct tp_block *b, int process,
                      struct ends *ends, bool *seen)
{
    for (size_t i = 0; i < b->n; i++) {
        const struct tp_statement *s = &b->at[i];
        if (s->kind == TP_SEND || s->kind == TP_RECEIVE)
            ends[s->channel].process[s->kind == TP_RECEIVE] = process;
        if (s->kind == TP_REPEAT)
            note_ends(p, &s->body, process, ends, seen);
        if (s->kind == TP_CALL && !seen[s->procedure]) {
            seen[s->procedure] = true;
            note_ends(p, &p->procedures[s->procedure].body, process, ends, seen);
        }
        for (size_t k = 0; k < s->n_branches; k++)
            note_ends(p, &s->branches[k], process, ends, seen);
    }
}

static struct ends *find_ends(struct tp_machine *m)
{
    const struct tp_program *p = m->program;
    struct ends *ends = ARENA_ARRAY(m->arena, struct ends, p->n_channels);
    bool *seen = ARENA_ARRAY(m->arena, bool, p->n_procedures);
    for (size_t i = 0; i < p->n_channels; i++)
        ends[i].process[0] = ends[i].process[1] = -1;
    for (size_t i = 0; i < p->n_processes; i++) {
        memset(seen, 0, p->n_procedures * sizeof *seen);
        note_ends(p, &p->processes[i].body, (int)i, ends, seen);
    }
    return ends;
}

/* Returns whether no process can reach that side of the channel any more. */
static bool is_side_unreachable(const struct tp_machine *m, int channel, int side,
                                const bool *stuck, const struct ends *ends)
{
    int partner = ends[channel].process[side];
    return partner < 0 || stuck[partner] || m->mains[partner]->doing == TP_ENDED;
}

/* Returns whether the task is in an alternative none of whose guards can become ready. */
static bool is_alternative_stuck(const struct tp_machine *m, const struct tp_task *t,
                                 const bool *stuck, const struct ends *ends)
{
    for (size_t i = 0; i < t->at->n_branches; i++) {
        int channel = t->at->guards[i].channel;
        if (channel < 0 || m->wires[channel].first != TP_NEVER ||
            !is_side_unreachable(m, channel, 0, stuck, ends))
            return false;
    }
    return true;
}

/* Returns whether the task is at a channel whose other side no process can reach. */
static bool is_task_stuck(const struct tp_machine *m, const struct tp_task *t, const bool *stuck,
                          const struct ends *ends)
{
    if (t->doing == TP_IN_ALTERNATIVE)
        return is_alternative_stuck(m, t, stuck, ends);
    if (t->doing != TP_COMMUNICATING || t->at->kind == TP_MONITOR ||
        m->wires[t->at->channel].done != TP_NEVER)
        return false;
    return is_side_unreachable(m, t->at->channel, t->at->kind == TP_SEND, stuck, ends);
}

static bool is_waiting_or_ready(const struct tp_task *t)
{
    return t->doing != TP_ENDED && t->doing != TP_IN_SUBPROCESSES && t->doing != TP_NEW;
}

static const char *describe_task(struct tp_machine *m, const struct tp_task *t)
{
    const struct tp_program *p = m->program;
    const char *name = p->processes[t->process].name;
    if (t->doing == TP_IN_ALTERNATIVE)
        return arena_printf(m->arena, "%s waits forever in the alternative of line %ld", name,
                            t->at->line);
    return arena_printf(m->arena, "%s waits forever to %s '%s' (line %ld)", name,
                        t->at->kind == TP_SEND ? "send on" : "receive from",
                        p->channels[t->at->channel].name, t->at->line);
}

static const char *describe_deadlock(struct tp_machine *m, const bool *stuck)
{
    enum { MOST = 10 };
    const char *all = NULL;
    size_t n = 0;
    for (const struct tp_task *t = m->tasks; t; t = t->next) {
        bool waits = t->doing == TP_COMMUNICATING || t->doing == TP_IN_ALTERNATIVE;
        if (t->process < 0 || !stuck[t->process] || !waits || ++n > MOST)
            continue;
        all =
            arena_printf(m->arena, "%s%s%s", all ? all : "", all ? "; " : "", describe_task(m, t));
    }
    return n > MOST ? arena_printf(m->arena, "%s; and %zu more", all, n - MOST) : all;
}

const char *tp_deadlock(struct tp_machine *m)
{
    size_t n = m->program->n_processes;
    const struct ends *ends = find_ends(m);
    bool *stuck = ARENA_ARRAY(m->arena, bool, n);
    for (size_t i = 0; i < n; i++)
        stuck[i] = m->mains[i]->doing != TP_ENDED;
    for (bool changed = true; changed;) {
        changed = false;
        for (const struct tp_task *t = m->tasks; t; t = t->next)
            if (t->process >= 0 && is_waiting_or_ready(t) && stuck[t->process] &&
                !is_task_stuck(m, t, stuck, ends)) {
                stuck[t->process] = false;
                changed = true;
            }
    }
    return describe_deadlock(m, stuck);
}
