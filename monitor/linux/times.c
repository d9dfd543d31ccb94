/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel's account of a thread, and until when it is complete. */
#include "monitor/linux/table.h"

#include <math.h>

/* Whether s is of another thread than the account: one that executes a program takes the number of
 * the main one (execve(2)), with an account of its own. No thread takes more time than there was
 * since its account was complete, but for a wait in the queue that had begun shortly before. */
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

/* Whether the process has other threads than the main one, or had some just now. */
static bool has_others(const struct monitor *m, const struct thread *t)
{
    static const double just_now = 0.5; /* seconds */
    const struct process *p = &m->processes.at[t->process];
    return p->threads > 1 || (p->changed > 0 && t->timed < p->changed + just_now);
}

/* So much is not to be expected of a main thread, for those that run are read more often: it may be
 * another one, that is about to execute a program and still has the old one's memory. For a while
 * the reading does not count; then it is known which it is. */
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

/* As if it had begun so much before s as `last` was behind it (modulo 2^64). */
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

/* The account is complete now. */
static void complete(struct thread *t)
{
    t->account.end = t->timed;
    t->account.covered = samples_so_far(t);
}

/* The account goes on as that of s; of the time since it was complete there is none. */
static void go_on_with(struct thread *t, const struct proc_schedstat *s)
{
    struct samples_taken all = samples_so_far(t);
    move_begin(&t->first, &t->account.last, s);
    move_begin(&t->told_times, &t->account.last, s);
    t->account_begin += t->timed - t->account.end;
    t->account_told += t->timed - fmax(t->account.end, t->account_told);
    t->pending_told = 0;
    t->rest.all += all.all - t->account.covered.all;
    t->rest.processing += all.processing - t->account.covered.processing;
    complete(t);
}

/* Time in the queue is in the account when it is over. Seconds before now that one that is ready
 * has been so, as far as the account does not have them: of one that stands still it is not known
 * yet since when, of one that had few turns the samples tell, which are right about what lasts for
 * so long. */
static double waiting_since(const struct thread *t, const struct proc_schedstat *s)
{
    enum { SAMPLES_A_TURN = 4 };
    static const double little = 0.01; /* as one that runs has until the next tick */
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

/* The account is complete but for the last seconds, in which the thread was ready. */
static void complete_but(struct thread *t, double seconds)
{
    struct samples_taken c = t->account.covered;
    double since = t->timed - t->account.end;
    complete(t);
    if (!(seconds > 0))
        return;
    double n = (double)(t->account.covered.all - c.all);
    double most = (double)(t->account.covered.processing - c.processing);
    uint64_t later = (uint64_t)fmin(round(n * seconds / since), most);
    t->account.end = t->timed - seconds;
    t->account.covered.all -= later;
    t->account.covered.processing -= later;
}

static void take_times(const struct monitor *m, struct thread *t, const struct proc_schedstat *s)
{
    double waiting;
    if (t->has_times && is_doubtful(m, t, s))
        return;
    if (!t->has_times) {
        t->first = t->told_times = *s;
        t->account_begin = t->account_told = t->timed;
        complete(t);
    } else if (is_of_another(m, t, s)) {
        go_on_with(t, s);
    } else if ((waiting = waiting_since(t, s)) < t->timed - t->account.end) {
        complete_but(t, waiting);
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
        take_times(m, t, &s);
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
