/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 3.4's TM process. It changes the queue of high priority as the scheduler does: it
 * always follows the first process of the queue, and reads the clock before and after the turn
 * of that process. */
#include "lab/transputer/watch.h"

#include <math.h>

static int process_at(const struct tp_machine *m, const struct tp_cpu *c, uint32_t w)
{
    size_t word = tp_word_of(w);
    for (size_t k = 0; k < c->n_residents; k++) {
        size_t i = c->residents[k];
        if (word >= m->lowest[i] && word <= tp_word_of(m->mains[i]->w))
            return (int)i;
    }
    return -1;
}

/* Makes itself the second process in the queue of high priority. */
static void insert_second(struct tp_machine *m, struct tp_task *t, uint32_t first)
{
    struct tp_cpu *c = t->cpu;
    uint32_t next = tp_peek(c, first + (uint32_t)(TP_LINK * TP_WORD));
    bool last = first == c->back[0];
    tp_deschedule(m, t, TP_QUEUED);
    tp_poke(m, c, first + (uint32_t)(TP_LINK * TP_WORD), t->w);
    if (last)
        c->back[0] = t->w;
    else
        tp_poke(m, c, t->w + (uint32_t)(TP_LINK * TP_WORD), next);
}

static void measure_turn(struct tp_machine *m, struct tp_task *t)
{
    struct tp_watch_state *s = t->cpu->watch;
    double tick = tp_tick_cycles(m, true);
    uint64_t began = (uint64_t)floor((double)t->cpu->from / tick + 1e-9);
    t->cpu->result.rounds++;
    if (s->first >= 0)
        m->results[s->first].tm.value += (double)(began - s->clock) * tick;
    s->clock = tp_clock(m, true);
    uint32_t first = t->cpu->front[0];
    s->first = first == TP_NOT_PROCESS ? -1 : process_at(m, t->cpu, first);
    if (first == TP_NOT_PROCESS) {
        t->cpu->result.idle_rounds++;
        tp_requeue(m, t);
    } else {
        insert_second(m, t, first);
    }
}

/* Returns the line of the first wait in the block or in a procedure that it calls; 0 = none.
 * Procedures marked in seen are skipped. */
static long find_wait(const struct tp_program *p, const struct tp_block *b, bool *seen)
{
    long line = 0;
    for (size_t i = 0; i < b->n && !line; i++) {
        const struct tp_statement *s = &b->at[i];
        if (s->kind == TP_WAIT || (s->kind == TP_ALT && tp_alt_has(s, true)))
            line = s->line;
        if (s->kind == TP_REPEAT)
            line = find_wait(p, &s->body, seen);
        if (s->kind == TP_CALL && !seen[s->procedure]) {
            seen[s->procedure] = true;
            line = find_wait(p, &p->procedures[s->procedure].body, seen);
        }
        for (size_t k = 0; k < s->n_branches && !line; k++)
            line = find_wait(p, &s->branches[k], seen);
    }
    return line;
}

static bool report_unsupported(const struct tp_machine *m, long line, const char *name,
                               const char *why)
{
    struct where w = {.file = m->program->file, .line = line};
    diag_error(m->diag, w, "'%s' %s", name, why);
    return false;
}

bool tp_tm_fits(struct tp_machine *m, const struct tp_cpu *c)
{
    const struct tp_program *p = m->program;
    bool good = true;
    for (size_t i = 0; i < p->n_processes; i++) {
        const struct tp_process *process = &p->processes[i];
        if (process->transputer != c->number)
            continue;
        bool *seen = ARENA_ARRAY(m->arena, bool, p->n_procedures);
        long line = find_wait(p, &process->body, seen);
        if (!process->high)
            good = report_unsupported(
                m, process->line, process->name,
                "has low priority, but the TM process measures only high priority: give it "
                "high priority");
        else if (line)
            good = report_unsupported(
                m, line, process->name,
                "waits for a timer, which lets the scheduler change the queue that the TM "
                "process changes: remove the wait or use another monitor");
    }
    for (size_t i = 0; i < p->n_channels; i++)
        if (m->wires[i].external &&
            (p->channels[i].from == c->number || p->channels[i].to == c->number))
            good = report_unsupported(
                m, p->channels[i].line, p->channels[i].name,
                "is a link, which lets the scheduler change the queue that the TM process "
                "changes: put all processes on one transputer or use another monitor");
    return good;
}

void tp_tm_round(struct tp_machine *m, struct tp_task *t)
{
    tp_step(t, m->program->parameters.tm_round, measure_turn);
}
