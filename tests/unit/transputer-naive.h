/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A simple transputer, executed cycle by cycle: queues are arrays, processes are lists of
 * operations with all repetitions expanded. It is the reference for the exact times of the model.
 */
#ifndef TESTS_UNIT_TRANSPUTER_NAIVE_H
#define TESTS_UNIT_TRANSPUTER_NAIVE_H

#include "lab/transputer/model.h"

enum naive_kind {
    NAIVE_COMPUTE,
    NAIVE_TALK,
    NAIVE_COPY,  /* inserted during the run: the copying of a message */
    NAIVE_CLOCK, /* load timer */
    NAIVE_WAIT,
    NAIVE_LOOP,
    NAIVE_PASS, /* takes time only: call, return */
    NAIVE_PAR,
    NAIVE_ALT,
    NAIVE_JUMP, /* takes no time */
    NAIVE_END
};
struct naive_op {
    enum naive_kind kind;
    const struct tp_statement *of;
    uint64_t cycles;
    int first, n;   /* par: sub-processes */
    size_t *places; /* alt: start of each branch; jump: its target */
    bool last;      /* last repetition, without a safe point after it */
};
enum naive_state {
    NAIVE_READY,
    NAIVE_RUN,
    NAIVE_TIMED,
    NAIVE_TALKING,
    NAIVE_CHOOSING,
    NAIVE_INSIDE,
    NAIVE_ENDED,
    NAIVE_NEW
};
enum { NAIVE_TASKS = 4000, NAIVE_CHANNELS = 16 };
struct naive_task {
    struct naive_op *ops;
    size_t n, at;
    uint64_t done; /* cycles of the operation */
    bool high, copying;
    int process, parent, children;
    enum naive_state state;
    uint64_t wake;
    bool ready;    /* alt: a guard is ready */
    bool waited;   /* alt: no guard was ready */
    int phase;     /* alt: 0 begins, 1 enables, 2 waits, 3 disables, 4 chooses */
    size_t guard;  /* alt: the guard that it enables or disables */
    int chosen;    /* alt: the branch; -1 = none yet */
    uint64_t base; /* ticks of the clock when it was last loaded */
};
struct naive {
    const struct tp_program *p;
    struct arena *a;
    struct naive_task tasks[NAIVE_TASKS];
    int n_tasks;
    int queue[2][NAIVE_TASKS], length[2]; /* 0 = high */
    int timer[NAIVE_TASKS], n_timers;     /* in the order of arrival */
    int waiting[NAIVE_CHANNELS];          /* task + 1 */
    int enabled[NAIVE_CHANNELS];          /* task + 1 of an alternative */
    int current, interrupted;             /* -1 = none */
    uint64_t delay, due, now;
    struct tp_exact_times exact[16];
    int chose[2]; /* alternatives that waited and selected a message, a time */
};

static int naive_new(struct naive *v, int process, int parent, bool high)
{
    int t = v->n_tasks++;
    v->tasks[t] =
        (struct naive_task){.process = process, .parent = parent, .high = high, .state = NAIVE_NEW};
    return t;
}

static struct naive_op *naive_add(struct naive *v, int task, enum naive_kind kind,
                                  const struct tp_statement *s, double cycles)
{
    struct naive_task *t = &v->tasks[task];
    struct naive_op *op = ARENA_PUSH(v->a, t->ops, t->n);
    *op = (struct naive_op){.kind = kind, .of = s, .cycles = cycles < 1 ? 1 : (uint64_t)cycles};
    return op;
}

static void naive_write_out(struct naive *v, int task, const struct tp_block *b);

/* The branches in sequence, each followed by a jump to the end. */
static void naive_write_out_alt(struct naive *v, int task, const struct tp_statement *s)
{
    const struct tp_parameters *p = &v->p->parameters;
    bool timer = false;
    size_t *begins = ARENA_ARRAY(v->a, size_t, s->n_branches);
    size_t *end = ARENA_ARRAY(v->a, size_t, 1);
    for (size_t k = 0; k < s->n_branches; k++)
        timer = timer || s->guards[k].channel < 0;
    if (timer)
        naive_add(v, task, NAIVE_CLOCK, s, p->ldtimer);
    naive_add(v, task, NAIVE_ALT, s, timer ? p->talt : p->alt)->places = begins;
    for (size_t k = 0; k < s->n_branches; k++) {
        begins[k] = v->tasks[task].n;
        naive_write_out(v, task, &s->branches[k]);
        naive_add(v, task, NAIVE_JUMP, s, 0)->places = end;
    }
    *end = v->tasks[task].n;
}

static void naive_write_out(struct naive *v, int task, const struct tp_block *b)
{
    const struct tp_parameters *p = &v->p->parameters;
    for (size_t i = 0; i < b->n; i++) {
        const struct tp_statement *s = &b->at[i];
        if (s->kind == TP_COMPUTE)
            naive_add(v, task, NAIVE_COMPUTE, s, (double)s->cycles);
        if (s->kind == TP_SEND || s->kind == TP_RECEIVE)
            naive_add(v, task, NAIVE_TALK, s, s->kind == TP_SEND ? p->out : p->in);
        if (s->kind == TP_ALT)
            naive_write_out_alt(v, task, s);
        if (s->kind == TP_WAIT) {
            naive_add(v, task, NAIVE_CLOCK, s, p->ldtimer);
            naive_add(v, task, NAIVE_WAIT, s, p->tin);
        }
        for (long k = 0; s->kind == TP_REPEAT && k < s->times; k++) {
            naive_write_out(v, task, &s->body);
            bool last = k + 1 == s->times;
            naive_add(v, task, NAIVE_LOOP, s, last ? p->lend_exit : p->lend)->last = last;
        }
        if (s->kind == TP_CALL) {
            naive_add(v, task, NAIVE_PASS, s, p->call + p->ajw);
            naive_write_out(v, task, &v->p->procedures[s->procedure].body);
            naive_add(v, task, NAIVE_PASS, s, p->ret + p->ajw);
        }
        if (s->kind == TP_PAR) {
            struct naive_op op = {.kind = NAIVE_PAR, .of = s, .first = v->n_tasks};
            double cycles = p->startp * (double)(s->n_branches - 1);
            for (size_t k = 0; k < s->n_branches; k++)
                naive_new(v, v->tasks[task].process, task, v->tasks[task].high);
            op.n = (int)s->n_branches;
            for (int k = 0; k < op.n; k++) {
                naive_write_out(v, op.first + k, &s->branches[k]);
                naive_add(v, op.first + k, NAIVE_END, s, p->endp);
            }
            op.cycles = cycles < 1 ? 1 : (uint64_t)cycles;
            *naive_add(v, task, NAIVE_PAR, s, 1) = op;
        }
    }
}

static void naive_queue(struct naive *v, int task)
{
    struct naive_task *t = &v->tasks[task];
    t->state = NAIVE_READY;
    v->queue[!t->high][v->length[!t->high]++] = task;
}

static int naive_take(struct naive *v, int queue)
{
    int first = v->queue[queue][0];
    for (int i = 1; i < v->length[queue]; i++)
        v->queue[queue][i - 1] = v->queue[queue][i];
    v->length[queue]--;
    return first;
}

static void naive_slice(struct naive *v)
{
    uint64_t slice = 1024 * 20; /* 5120 periods of 0.2 us are 1024 us */
    v->due = (v->now / slice + 2) * slice;
}

/* Selects the process to run. */
static void naive_dispatch(struct naive *v)
{
    bool from_low = false;
    if (v->current >= 0 && (v->tasks[v->current].high || !v->length[0]))
        return;
    if (v->current >= 0) {
        v->interrupted = v->current;
        v->tasks[v->current].state = NAIVE_READY;
        from_low = true;
        v->current = -1;
    }
    if (v->length[0]) {
        v->current = naive_take(v, 0);
        v->delay = from_low ? (uint64_t)v->p->parameters.interrupt : 0;
    } else if (v->interrupted >= 0) {
        v->current = v->interrupted;
        v->interrupted = -1;
        v->delay = (uint64_t)v->p->parameters.resume;
    } else if (v->length[1]) {
        v->current = naive_take(v, 1);
        v->delay = 0;
        naive_slice(v);
    }
    if (v->current >= 0)
        v->tasks[v->current].state = NAIVE_RUN;
}

static void naive_next_op(struct naive_task *t)
{
    t->at++;
    t->done = 0;
    while (t->at < t->n && t->ops[t->at].kind == NAIVE_JUMP)
        t->at = *t->ops[t->at].places;
}

static void naive_leave(struct naive *v, enum naive_state to)
{
    v->tasks[v->current].state = to;
    v->current = -1;
}

/* Requeues the current process if its slice has ended. Returns whether it did. */
static void naive_safe_point(struct naive *v)
{
    struct naive_task *t = &v->tasks[v->current];
    if (t->high || v->now < v->due)
        return;
    if (!v->length[1]) {
        naive_slice(v);
        return;
    }
    int task = v->current;
    naive_leave(v, NAIVE_READY);
    naive_queue(v, task);
}

static void naive_talk(struct naive *v, struct naive_task *t)
{
    const struct tp_statement *s = t->ops[t->at].of;
    int partner = v->waiting[s->channel] - 1;
    if (t->copying) {
        v->waiting[s->channel] = 0;
        t->copying = false;
        naive_queue(v, partner);
        naive_next_op(t);
    } else if (partner >= 0) {
        t->copying = true;
        t->ops[t->at].cycles =
            t->done + (uint64_t)(v->p->parameters.copy * (double)((s->bytes + 3) / 4));
    } else {
        v->waiting[s->channel] = v->current + 1;
        int choosing = v->enabled[s->channel] - 1;
        naive_next_op(t);
        naive_leave(v, NAIVE_TALKING);
        if (choosing >= 0) {
            v->tasks[choosing].ready = true;
            if (v->tasks[choosing].state == NAIVE_CHOOSING)
                naive_queue(v, choosing);
        }
    }
}

static void naive_wait(struct naive *v, struct naive_task *t)
{
    uint64_t tick = t->high ? 1 : 64, us = t->ops[t->at].of->ticks;
    t->wake = (t->base + (us + tick - 1) / tick + 1) * tick * 20;
    naive_next_op(t);
    if (v->now >= t->wake)
        return;
    v->timer[v->n_timers++] = v->current;
    naive_leave(v, NAIVE_TIMED);
}

static uint64_t naive_ticks(const struct naive *v, const struct naive_task *t)
{
    return v->now / (t->high ? 20 : 64 * 20);
}

/* Returns the tick at which the guard's time has expired. */
static uint64_t naive_time(const struct naive_task *t, size_t guard)
{
    uint64_t tick = t->high ? 1 : 64, us = t->ops[t->at].of->guards[guard].ticks;
    return t->base + (us + tick - 1) / tick + 1;
}

/* Returns the cycles of the alternative's next step. */
static double naive_alt_cost(const struct naive *v, const struct naive_task *t)
{
    const struct tp_parameters *p = &v->p->parameters;
    const struct tp_statement *s = t->ops[t->at].of;
    bool timer = false, came = false;
    for (size_t k = 0; k < s->n_branches; k++)
        if (s->guards[k].channel < 0) {
            timer = true;
            came = came || naive_ticks(v, t) >= naive_time(t, k);
        }
    if (t->phase == 4)
        return p->altend;
    if (t->phase == 2 && timer)
        return t->ready || came ? p->taltwt_ready : p->taltwt;
    if (t->phase == 2)
        return t->ready ? p->altwt_ready : p->altwt;
    int channel = s->guards[t->guard].channel;
    if (t->phase == 3)
        return channel < 0 ? p->dist : p->disc;
    if (channel < 0)
        return p->enbt;
    return v->waiting[channel] ? p->enbc_ready : p->enbc;
}

/* Advances to the next step of the alternative. */
static void naive_alt_next(const struct naive *v, struct naive_task *t)
{
    if (t->guard == t->ops[t->at].of->n_branches) {
        t->guard = 0;
        t->phase++;
    }
    t->ops[t->at].cycles = t->done + (uint64_t)naive_alt_cost(v, t);
}

/* Returns whether the alternative must wait. */
static bool naive_alt_waits(struct naive *v, struct naive_task *t)
{
    const struct tp_statement *s = t->ops[t->at].of;
    uint64_t first = UINT64_MAX;
    for (size_t k = 0; k < s->n_branches; k++)
        if (s->guards[k].channel < 0 && naive_time(t, k) < first)
            first = naive_time(t, k);
    if (t->ready || naive_ticks(v, t) >= first)
        return false;
    if (first < UINT64_MAX) {
        t->wake = first * (t->high ? 20 : 64 * 20);
        v->timer[v->n_timers++] = v->current;
    }
    return true;
}

static void naive_alt_disable(struct naive *v, struct naive_task *t)
{
    int channel = t->ops[t->at].of->guards[t->guard].channel, kept = 0;
    bool fires = channel < 0 ? naive_ticks(v, t) >= naive_time(t, t->guard) : v->waiting[channel];
    if (channel >= 0)
        v->enabled[channel] = 0;
    for (int i = 0; channel < 0 && i < v->n_timers; i++)
        if (v->timer[i] != v->current)
            v->timer[kept++] = v->timer[i];
    if (channel < 0)
        v->n_timers = kept;
    if (fires && t->chosen < 0)
        t->chosen = (int)t->guard;
}

static void naive_alt(struct naive *v, struct naive_task *t)
{
    const struct naive_op *op = &t->ops[t->at];
    int channel = op->of->guards[t->guard].channel;
    bool wait = false;
    switch (t->phase) {
    case 0:
        t->ready = false;
        t->chosen = -1;
        t->guard = 0;
        t->phase = 1;
        break;
    case 1:
        if (channel >= 0 && v->waiting[channel])
            t->ready = true;
        else if (channel >= 0)
            v->enabled[channel] = v->current + 1;
        t->guard++;
        break;
    case 2:
        t->waited = wait = naive_alt_waits(v, t);
        t->phase = 3;
        break;
    case 3:
        naive_alt_disable(v, t);
        t->guard++;
        break;
    default:
        t->phase = 0;
        v->chose[op->of->guards[t->chosen].channel < 0] += t->waited;
        t->at = op->places[t->chosen] - 1;
        naive_next_op(t);
        return;
    }
    naive_alt_next(v, t);
    if (wait)
        naive_leave(v, NAIVE_CHOOSING);
}

static bool naive_alt_has_channel(const struct naive_task *t)
{
    const struct tp_statement *s = t->ops[t->at].of;
    for (size_t k = 0; k < s->n_branches; k++)
        if (s->guards[k].channel >= 0)
            return true;
    return false;
}

static void naive_par(struct naive *v, struct naive_task *t)
{
    const struct naive_op *op = &t->ops[t->at];
    naive_next_op(t);
    t->children = op->n;
    t->state = NAIVE_INSIDE;
    for (int k = 0; k + 1 < op->n; k++)
        naive_queue(v, op->first + k);
    v->current = op->first + op->n - 1;
    v->tasks[v->current].state = NAIVE_RUN;
}

static void naive_end(struct naive *v, struct naive_task *t)
{
    int parent = t->parent;
    naive_leave(v, NAIVE_ENDED);
    if (parent >= 0 && --v->tasks[parent].children == 0) {
        v->current = parent;
        v->tasks[parent].state = NAIVE_RUN;
    }
}

/* Completes the operation of the current process. */
static void naive_effect(struct naive *v)
{
    struct naive_task *t = &v->tasks[v->current];
    bool last;
    switch (t->ops[t->at].kind) {
    case NAIVE_TALK:
        naive_talk(v, t);
        break;
    case NAIVE_CLOCK:
        t->base = naive_ticks(v, t);
        naive_next_op(t);
        break;
    case NAIVE_WAIT:
        naive_wait(v, t);
        break;
    case NAIVE_LOOP:
        last = t->ops[t->at].last;
        naive_next_op(t);
        if (!last)
            naive_safe_point(v);
        break;
    case NAIVE_ALT:
        naive_alt(v, t);
        break;
    case NAIVE_PAR:
        naive_par(v, t);
        break;
    case NAIVE_END:
        naive_end(v, t);
        break;
    default:
        naive_next_op(t);
    }
}

static void naive_timers(struct naive *v)
{
    for (int high = 1; high >= 0; high--)
        for (;;) {
            int best = -1;
            for (int i = 0; i < v->n_timers; i++) {
                const struct naive_task *t = &v->tasks[v->timer[i]];
                if (t->high == high && t->wake <= v->now &&
                    (best < 0 || t->wake < v->tasks[v->timer[best]].wake))
                    best = i;
            }
            if (best < 0)
                break;
            int task = v->timer[best];
            for (int i = best + 1; i < v->n_timers; i++)
                v->timer[i - 1] = v->timer[i];
            v->n_timers--;
            v->tasks[task].ready = true;
            if (v->tasks[task].state == NAIVE_TIMED || v->tasks[task].state == NAIVE_CHOOSING)
                naive_queue(v, task);
        }
}

static void naive_count(struct naive *v)
{
    for (int i = 0; i < v->n_tasks; i++) {
        const struct naive_task *t = &v->tasks[i];
        struct tp_exact_times *to = &v->exact[t->process];
        if (t->parent >= 0)
            continue;
        to->running += t->state == NAIVE_RUN;
        to->queued += t->state == NAIVE_READY;
        bool chooses = t->state == NAIVE_CHOOSING, channel = chooses && naive_alt_has_channel(t);
        to->timer += t->state == NAIVE_TIMED || (chooses && !channel);
        to->communication += t->state == NAIVE_TALKING || channel;
        to->inside += t->state == NAIVE_INSIDE;
        to->ended += t->state == NAIVE_ENDED;
    }
}

/* Executes the events at the start of a cycle, then the cycle. */
static void naive_cycle(struct naive *v, bool ran)
{
    naive_timers(v);
    naive_dispatch(v);
    if (v->current >= 0 && !v->delay) {
        struct naive_task *t = &v->tasks[v->current];
        const struct naive_op *op = &t->ops[t->at];
        if (t->done >= op->cycles) {
            naive_effect(v);
            /* copying no words takes no time */
            while (v->current >= 0 && v->tasks[v->current].copying &&
                   v->tasks[v->current].done >=
                       v->tasks[v->current].ops[v->tasks[v->current].at].cycles)
                naive_effect(v);
        } else if (ran && op->kind == NAIVE_COMPUTE && op->of->safe && t->done &&
                   t->done % (uint64_t)v->p->parameters.iteration == 0) {
            naive_safe_point(v);
        }
        naive_dispatch(v);
    }
    naive_count(v);
}

static void naive_run(struct naive *v, const struct tp_program *p, struct arena *a)
{
    *v = (struct naive){.p = p, .a = a, .current = -1, .interrupted = -1};
    for (size_t i = 0; i < p->n_processes; i++) {
        int t = naive_new(v, (int)i, -1, p->processes[i].high);
        naive_write_out(v, t, &p->processes[i].body);
        naive_add(v, t, NAIVE_END, NULL, p->parameters.stopp);
        naive_queue(v, t);
    }
    uint64_t end = (uint64_t)(p->seconds * 20e6 + 0.5);
    bool ran = false;
    for (v->now = 0; v->now < end; v->now++) {
        naive_cycle(v, ran);
        ran = v->current >= 0 && !v->delay;
        if (v->current < 0)
            continue;
        if (v->delay)
            v->delay--;
        else
            v->tasks[v->current].done++;
    }
}

#endif
