/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/inorder.h"

#include "base/arena.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { AHEAD = 32 /* pieces a thread */ };

struct crew {
    const struct in_order *o;
    size_t n, ahead;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t change;
    size_t begun, taken; /* pieces */
    bool *done;          /* of each piece */
    bool taking;         /* some thread takes results */
    size_t waiting;      /* threads that are too far ahead */
};

/* Takes what is done, in order, unless another thread does so: that one takes what came meanwhile.
 * Called and left with the lock. */
static void take_done(struct crew *c)
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
    struct crew *c = arg;
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

static void alone(const struct in_order *o, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        o->work(o->context, i);
        o->take(o->context, i);
    }
}

void in_order(const struct in_order *o, size_t n, long threads)
{
    size_t most = threads > 1 ? (size_t)threads : 1, started = 0;
    if (most > n)
        most = n;
    if (most <= 1) {
        alone(o, n);
        return;
    }
    struct crew c = {.o = o, .n = n, .ahead = AHEAD * most};
    pthread_t *crew = xmalloc(most * sizeof *crew);
    c.done = xmalloc(n * sizeof *c.done);
    memset(c.done, 0, n * sizeof *c.done);
    pthread_mutex_init(&c.lock, NULL);
    pthread_cond_init(&c.change, NULL);
    pthread_attr_t how;
    pthread_attr_init(&how);
    bool ready = !o->stack || pthread_attr_setstacksize(&how, o->stack) == 0;
    while (ready && started + 1 < most && pthread_create(&crew[started], &how, worker, &c) == 0)
        started++;
    pthread_attr_destroy(&how);
    worker(&c);
    while (started)
        pthread_join(crew[--started], NULL);
    pthread_cond_destroy(&c.change);
    pthread_mutex_destroy(&c.lock);
    free(c.done);
    free(crew);
}
