/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/inorder.h"

#include "base/arena.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { AHEAD = 32 /* pieces per thread */ };

struct team {
    const struct in_order *o;
    size_t n, ahead;
    pthread_mutex_t lock; /* protects the members below */
    pthread_cond_t change;
    size_t begun, taken; /* number of pieces */
    bool *done;          /* of each piece */
    bool taking;         /* a thread is in take_done() */
    size_t waiting;      /* number of threads that are too far ahead */
};

/* Calls take for finished pieces in order, unless another thread is doing so, which then also
 * handles pieces finished meanwhile. The caller holds the lock. */
static void take_done(struct team *c)
{
    if (c->taking)
        return;
    c->taking = true;
    while (c->taken < c->n && c->done[c->taken]) {
        pthread_mutex_unlock(&c->lock);
        c->o->take(c->o->context, c->taken);
        pthread_mutex_lock(&c->lock);
        c->taken++;
        if (c->waiting)
            pthread_cond_broadcast(&c->change);
    }
    c->taking = false;
}

static void *worker(void *arg)
{
    struct team *c = arg;
    pthread_mutex_lock(&c->lock);
    while (c->begun < c->n) {
        if (c->begun >= c->taken + c->ahead) {
            c->waiting++;
            pthread_cond_wait(&c->change, &c->lock);
            c->waiting--;
            continue;
        }
        size_t i = c->begun++;
        pthread_mutex_unlock(&c->lock);
        c->o->work(c->o->context, i);
        pthread_mutex_lock(&c->lock);
        c->done[i] = true;
        take_done(c);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

static void run_sequentially(const struct in_order *o, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        o->work(o->context, i);
        o->take(o->context, i);
    }
}

void in_order(const struct in_order *o, size_t n, long threads)
{
    size_t max_threads = threads > 1 ? (size_t)threads : 1, started = 0;
    if (max_threads > n)
        max_threads = n;
    if (max_threads <= 1) {
        run_sequentially(o, n);
        return;
    }
    struct team c = {.o = o, .n = n, .ahead = AHEAD * max_threads};
    pthread_t *helpers = xmalloc(max_threads * sizeof *helpers);
    c.done = xmalloc(n * sizeof *c.done);
    memset(c.done, 0, n * sizeof *c.done);
    pthread_mutex_init(&c.lock, NULL);
    pthread_cond_init(&c.change, NULL);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    bool ready = !o->stack || pthread_attr_setstacksize(&attributes, o->stack) == 0;
    while (ready && started + 1 < max_threads &&
           pthread_create(&helpers[started], &attributes, worker, &c) == 0)
        started++;
    pthread_attr_destroy(&attributes);
    worker(&c);
    while (started)
        pthread_join(helpers[--started], NULL);
    pthread_cond_destroy(&c.change);
    pthread_mutex_destroy(&c.lock);
    free(c.done);
    free(helpers);
}
