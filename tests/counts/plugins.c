/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads and removes a library several times, while a thread that is older calls it. */
#include "count.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

enum { ROUNDS = 5, CALLS = 1000 };
static pthread_barrier_t barrier;
static void (*call)(long);

static void *run(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_barrier_wait(&barrier);
        call(CALLS);
        pthread_barrier_wait(&barrier);
    }
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t t;
    if (argc < 2)
        return 2;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t, NULL, run, NULL);
    for (int i = 0; i < ROUNDS; i++) {
        void *library = dlopen(argv[1], RTLD_NOW);
        if (!library) {
            puts(dlerror());
            return 1;
        }
        *(void **)&call = dlsym(library, "call_plugin");
        pthread_barrier_wait(&barrier);
        call(3 * CALLS);
        pthread_barrier_wait(&barrier);
        dlclose(library);
    }
    pthread_join(t, NULL);
    expect_calls("plugged", ROUNDS * (4L * CALLS + 1));
    expect_calls("call_plugin", 2L * ROUNDS);
    return 0;
}
