/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel's accounting of a thread, and the time until which it is complete. */
#include "measure/monitor/linux/table.h"

#include <math.h>

/* Returns whether s belongs to another thread than the accounting: a thread that executes a
 * program takes the ID of the main one (execve(2)), with its own accounting. A thread cannot use
 * more time than has passed since its accounting was complete, except for a wait in the queue
 * that had begun shortly before. */
static bool is_of_another(const struct monitor *m, struct thread *t, const struct proc_schedstat *s)
{
    double shortly = 0.02 + 2 * m->o.period;
    const struct proc_schedstat *last = &t->account.last;
    double run = (double)(s->run - last->run), queue = (double)(s->queue - last->queue);
    bool executed = t->renamed && t->tid == m->processes.at[t->process].pid;
    t->renamed = false;
    return executed || s->run < last->run || s->queue < last->queue ||
           (run + queue) * 1e-9 > t->timed - t->account.end + shortly;
}

/* Returns whether the process has threads other than the main one, or had some recently. */
static bool has_others(const struct monitor *m, const struct thread *t)
{
    static const double just_now = 0.5; /* seconds */
    const struct process *p = &m->processes.at[t->process];
    return p->threads > 1 || (p->changed > 0 && t->timed < p->changed + just_now);
}

/* Returns whether a reading of a main thread is doubtful: it has more time than can have passed
 * since the last reading, because running threads are read more often. It may belong to another
 * thread that is executing a program and still has the old memory. A doubtful reading is not used
 * until a_while later. */
static bool is_doubtful(const struct monitor *m, struct thread *t, const struct proc_schedstat *s)
{
    static const double much = 0.2, a_while = 0.3; /* seconds */
    const struct proc_schedstat *last = &t->account.last;
    double run = (double)(s->run - last->run), queue = (double)(s->queue - last->queue);
    bool main = t->tid == m->processes.at[t->process].pid;
    if (!main || !has_others(m, t) || (run + queue) * 1e-9 < much) {
        t->doubted = 0;
        return false;
    }
    if (t->doubted <= 0)
        t->doubted = t->timed;
    return !t->renamed && t->timed < t->doubted + a_while;
}

/* Moves the start such that it is the same distance before s as before `last` (modulo 2^64). */
static void move_begin(struct proc_schedstat *begin, const struct proc_schedstat *last,
                       const struct proc_schedstat *s)
{
    begin->run += s->run - last->run;
    begin->queue += s->queue - last->queue;
}

struct samples_taken samples_so_far(const struct thread *t)
{
    return (struct samples_taken){state_samples(&t->counts), t->counts.n[STATE_PROCESSING]};
}

/* Marks the accounting as complete until now. */
static void mark_complete(struct thread *t)
{
    t->account.end = t->timed;
    t->account.covered = samples_so_far(t);
}

/* Continues the accounting as that of s; the time since it was complete is not accounted. */
static void continue_with(struct thread *t, const struct proc_schedstat *s)
{
    struct samples_taken all = samples_so_far(t);
    move_begin(&t->first, &t->account.last, s);
    move_begin(&t->reported_times, &t->account.last, s);
    t->account_begin += t->timed - t->account.end;
    t->account_reported += t->timed - fmax(t->account.end, t->account_reported);
    t->pending_reported = 0;
    t->rest.all += all.all - t->account.covered.all;
    t->rest.processing += all.processing - t->account.covered.processing;
    mark_complete(t);
}

/* Time in the queue is accounted at its end. Returns the seconds for which a ready thread has
 * been waiting without accounting. For a thread whose accounting has not changed the start is
 * unknown; for a thread with few turns the samples give it, which is accurate for such long
 * waits. */
static double waiting_since(const struct thread *t, const struct proc_schedstat *s)
{
    enum { SAMPLES_A_TURN = 4 };
    static const double little = 0.01; /* as for a running thread until the next tick */
    const struct proc_schedstat *last = &t->account.last;
    double since = t->timed - t->account.end;
    if (t->state != STATE_PROCESSING)
        return 0;
    if (s->run == last->run && s->queue == last->queue)
        return since;
    struct samples_taken n = samples_so_far(t), c = t->account.covered;
    if (n.all <= c.all || (s->turns - last->turns) * SAMPLES_A_TURN > n.all - c.all)
        return 0;
    double ready = since * (double)(n.processing - c.processing) / (double)(n.all - c.all);
    double had = (double)(s->run - last->run + s->queue - last->queue) * 1e-9;
    return ready - had > little ? fmin(ready - had, since) : 0;
}

/* Marks the accounting as complete except for the last seconds, in which the thread was ready. */
static void mark_complete_except(struct thread *t, double seconds)
{
    struct samples_taken c = t->account.covered;
    double since = t->timed - t->account.end;
    mark_complete(t);
    if (!(seconds > 0))
        return;
    double n = (double)(t->account.covered.all - c.all);
    double most = (double)(t->account.covered.processing - c.processing);
    uint64_t later = (uint64_t)fmin(round(n * seconds / since), most);
    t->account.end = t->timed - seconds;
    t->account.covered.all -= later;
    t->account.covered.processing -= later;
}

static void store_times(const struct monitor *m, struct thread *t, const struct proc_schedstat *s)
{
    double waiting;
    if (t->has_times && is_doubtful(m, t, s))
        return;
    if (!t->has_times) {
        t->first = t->reported_times = *s;
        t->account_begin = t->account_reported = t->timed;
        mark_complete(t);
    } else if (is_of_another(m, t, s)) {
        continue_with(t, s);
    } else if ((waiting = waiting_since(t, s)) < t->timed - t->account.end) {
        mark_complete_except(t, waiting);
    }
    t->account.last = *s;
    t->has_times = true;
}

void times_read(struct monitor *m, struct thread *t)
{
    char text[PROC_TEXT];
    struct proc_schedstat s;
    t->timed = monitor_now(m);
    t->ran = false;
    ssize_t n = threads_text(m, t, &t->schedstat, "schedstat", text);
    if (n > 0 && proc_read_schedstat(&s, text, (size_t)n))
        store_times(m, t, &s);
}

void times_begin(struct monitor *m, struct thread *t)
{
    t->has_times = false;
    times_read(m, t);
}

void times_read_all(struct monitor *m)
{
    for (size_t i = 0; i < m->threads.n; i++)
        if (!m->threads.at[i]->ended)
            times_read(m, m->threads.at[i]);
}
