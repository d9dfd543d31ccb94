/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/cleanup.h"
#include "base/arena.h"
#include "base/diag.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct cleanup {
    struct cleanup *older;
    void (*undo)(void *of);
    void *of;
    pid_t process;
};

static struct cleanup *newest;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Removes the action of an object from the list; of = NULL: the newest one. Returns NULL if there
 * is none. */
static struct cleanup *remove_cleanup(const void *of)
{
    pthread_mutex_lock(&guard);
    struct cleanup **at = &newest;
    while (*at && of && (*at)->of != of)
        at = &(*at)->older;
    struct cleanup *found = *at;
    if (found)
        *at = found->older;
    pthread_mutex_unlock(&guard);
    return found;
}

static void undo_all(void)
{
    pid_t process = getpid();
    for (struct cleanup *c; (c = remove_cleanup(NULL)); free(c))
        if (c->process == process)
            c->undo(c->of);
}

static void undo_at_exit(void)
{
    if (atexit(undo_all) != 0)
        die_out_of_memory();
}

void cleanup_add(void (*undo)(void *of), void *of)
{
    struct cleanup *c = xmalloc(sizeof *c);
    *c = (struct cleanup){.undo = undo, .of = of, .process = getpid()};
    pthread_once(&once, undo_at_exit);
    pthread_mutex_lock(&guard);
    c->older = newest;
    newest = c;
    pthread_mutex_unlock(&guard);
}

void cleanup_drop(const void *of)
{
    free(of ? remove_cleanup(of) : NULL);
}
