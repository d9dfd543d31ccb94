/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A transputer without memory, stepped cycle by cycle: queues are arrays, processes are lists of
 * operations with all repetitions written out. What the model's truth is held against. */
#ifndef TESTS_UNIT_TRANSPUTER_NAIVE_H
#define TESTS_UNIT_TRANSPUTER_NAIVE_H

#include "monitor/transputer/model.h"

enum naive_kind {
    NAIVE_COMPUTE,
    NAIVE_TALK,
    NAIVE_COPY, /* put in while it runs: the copying of a message */
    NAIVE_WAIT,
    NAIVE_LOOP,
    NAIVE_PASS, /* time goes by: call, return */
    NAIVE_PAR,
    NAIVE_END
};
struct naive_op {
    enum naive_kind kind;
    const struct tp_statement *of;
    uint64_t cycles;
    int first, n; /* par: sub-processes */
    bool last;    /* of the repetitions, behind which is no safe point */
};
enum naive_state {
    NAIVE_READY,
    NAIVE_RUN,
    NAIVE_TIMED,
    NAIVE_TALKING,
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
};
struct naive {
    const struct tp_program *p;
    struct arena *a;
    struct naive_task tasks[NAIVE_TASKS];
    int n_tasks;
    int queue[2][NAIVE_TASKS], length[2]; /* 0 = high */
    int timer[NAIVE_TASKS], n_timers;     /* in the order of arrival */
    int waiting[NAIVE_CHANNELS];          /* task + 1 */
    int current, interrupted;             /* -1 = none */
    uint64_t delay, due, now;
    struct tp_truth truth[16];
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

static void naive_write_out(struct naive *v, int task, const struct tp_block *b)
{
    const struct tp_parameters *with = &v->p->with;
    for (size_t i = 0; i < b->n; i++) {
        const struct tp_statement *s = &b->at[i];
        if (s->kind == TP_COMPUTE)
            naive_add(v, task, NAIVE_COMPUTE, s, (double)s->cycles);
        if (s->kind == TP_SEND || s->kind == TP_RECEIVE)
            naive_add(v, task, NAIVE_TALK, s, s->kind == TP_SEND ? with->out : with->in);
        if (s->kind == TP_WAIT)
            naive_add(v, task, NAIVE_WAIT, s, with->timer_in);
        for (long k = 0; s->kind == TP_REPEAT && k < s->times; k++) {
            naive_write_out(v, task, &s->body);
            naive_add(v, task, NAIVE_LOOP, s, with->loop)->last = k + 1 == s->times;
        }
        if (s->kind == TP_CALL) {
            naive_add(v, task, NAIVE_PASS, s, with->call);
            naive_write_out(v, task, &v->p->procedures[s->procedure].body);
            naive_add(v, task, NAIVE_PASS, s, with->ret);
        }
        if (s->kind == TP_PAR) {
            struct naive_op op = {.kind = NAIVE_PAR, .of = s, .first = v->n_tasks};
            double cycles = with->start * (double)(s->n_branches - 1);
            for (size_t k = 0; k < s->n_branches; k++)
                naive_new(v, v->tasks[task].process, task, v->tasks[task].high);
            op.n = (int)s->n_branches;
            for (int k = 0; k < op.n; k++) {
                naive_write_out(v, op.first + k, &s->branches[k]);
                naive_add(v, op.first + k, NAIVE_END, s, with->end);
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
    uint64_t slice = (uint64_t)v->p->with.slice;
    v->due = (v->now / slice + 2) * slice;
}

/* Gives the processor to whom it belongs. */
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
        v->delay = from_low ? (uint64_t)v->p->with.interrupt : 0;
    } else if (v->interrupted >= 0) {
        v->current = v->interrupted;
        v->interrupted = -1;
        v->delay = (uint64_t)v->p->with.resume;
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
}

static void naive_leave(struct naive *v, enum naive_state to)
{
    v->tasks[v->current].state = to;
    v->current = -1;
}

/* Whether the current one had to go to the back of its queue. */
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
        t->ops[t->at].cycles = t->done + (uint64_t)(v->p->with.copy * (double)((s->bytes + 3) / 4));
    } else {
        v->waiting[s->channel] = v->current + 1;
        naive_next_op(t);
        naive_leave(v, NAIVE_TALKING);
    }
}

static void naive_wait(struct naive *v, struct naive_task *t)
{
    uint64_t tick = t->high ? 1 : 64, us = t->ops[t->at].of->ticks;
    uint64_t clock = v->now / (tick * 20);
    t->wake = (clock + (us + tick - 1) / tick + 1) * tick * 20;
    v->timer[v->n_timers++] = v->current;
    naive_next_op(t);
    naive_leave(v, NAIVE_TIMED);
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

/* The operation of the current one is over. */
static void naive_effect(struct naive *v)
{
    struct naive_task *t = &v->tasks[v->current];
    switch (t->ops[t->at].kind) {
    case NAIVE_TALK:
        naive_talk(v, t);
        break;
    case NAIVE_WAIT:
        naive_wait(v, t);
        break;
    case NAIVE_LOOP:
        if (t->ops[t->at++].last)
            t->done = 0;
        else {
            t->done = 0;
            naive_safe_point(v);
        }
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
            naive_queue(v, task);
        }
}

static void naive_count(struct naive *v)
{
    for (int i = 0; i < v->n_tasks; i++) {
        const struct naive_task *t = &v->tasks[i];
        struct tp_truth *to = &v->truth[t->process];
        if (t->parent >= 0)
            continue;
        to->running += t->state == NAIVE_RUN;
        to->queued += t->state == NAIVE_READY;
        to->timer += t->state == NAIVE_TIMED;
        to->communication += t->state == NAIVE_TALKING;
        to->inside += t->state == NAIVE_INSIDE;
        to->ended += t->state == NAIVE_ENDED;
    }
}

/* What happens at the begin of a cycle; then the cycle goes by. */
static void naive_cycle(struct naive *v, bool ran)
{
    naive_timers(v);
    naive_dispatch(v);
    if (v->current >= 0 && !v->delay) {
        struct naive_task *t = &v->tasks[v->current];
        const struct naive_op *op = &t->ops[t->at];
        if (t->done >= op->cycles) {
            naive_effect(v);
            /* copying of no words is over at once */
            while (v->current >= 0 && v->tasks[v->current].copying &&
                   v->tasks[v->current].done >=
                       v->tasks[v->current].ops[v->tasks[v->current].at].cycles)
                naive_effect(v);
        } else if (ran && op->kind == NAIVE_COMPUTE && op->of->safe && t->done &&
                   t->done % (uint64_t)v->p->with.iteration == 0) {
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
        naive_add(v, t, NAIVE_END, NULL, p->with.stop);
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
