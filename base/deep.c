/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/deep.h"

#include <pthread.h>

struct deep_work {
    void (*work)(void *context, bool deep);
    void *context;
};

static void *run_deep(void *arg)
{
    const struct deep_work *w = arg;
    w->work(w->context, true);
    return NULL;
}

void deep_run(void (*work)(void *context, bool deep), void *context)
{
    struct deep_work w = {work, context};
    pthread_attr_t attributes;
    pthread_t thread;
    bool deep = pthread_attr_init(&attributes) == 0;
    if (deep) {
        deep = pthread_attr_setstacksize(&attributes, DEEP_STACK) == 0 &&
               pthread_create(&thread, &attributes, run_deep, &w) == 0;
        pthread_attr_destroy(&attributes);
    }
    if (deep)
        pthread_join(thread, NULL);
    else
        work(context, false);
}
