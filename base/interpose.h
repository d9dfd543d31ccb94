/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For libraries that replace functions of the C library in other programs: threads begin with a
 * function of the library. It depends on the C library only. */
#ifndef BASE_INTERPOSE_H
#define BASE_INTERPOSE_H

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

#define EXPORTED __attribute__((visibility("default")))
/* Declares `real` as the C library's function of that name. */
#define REAL(name) __typeof__(&name) real = (__typeof__(&name))(uintptr_t)dlsym(RTLD_NEXT, #name)

/* What a new thread executes: begin(), then a function with its argument. */
struct thread_start {
    void (*begin)(void);
    void *(*function)(void *);
    thrd_start_t c11_function;
    void *argument;
};

/* Calls begin(), and returns what is to be executed. Frees it. */
static inline struct thread_start thread_start_take(void *at)
{
    struct thread_start s = *(struct thread_start *)at;
    free(at);
    s.begin();
    return s;
}

static inline void *thread_start_run(void *at)
{
    struct thread_start s = thread_start_take(at);
    return s.function(s.argument);
}

static inline int thread_start_run_c11(void *at)
{
    struct thread_start s = thread_start_take(at);
    return s.c11_function(s.argument);
}

static inline struct thread_start *thread_start_copy(struct thread_start s)
{
    struct thread_start *copy = malloc(sizeof *copy);
    if (copy)
        *copy = s;
    return copy;
}

typedef int pthread_create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
typedef int thrd_create_function(thrd_t *, thrd_start_t, void *);

/* Create a thread by the C library's function. begin() is called in the thread first. Return what
 * pthread_create(3) and thrd_create(3) return. */
static inline int create_pthread(pthread_create_function *real, pthread_t *thread,
                                 const pthread_attr_t *attributes, struct thread_start s)
{
    struct thread_start *copy = thread_start_copy(s);
    int status = copy ? real(thread, attributes, thread_start_run, copy) : EAGAIN;
    if (status != 0)
        free(copy);
    return status;
}

static inline int create_c11_thread(thrd_create_function *real, thrd_t *thread,
                                    struct thread_start s)
{
    struct thread_start *copy = thread_start_copy(s);
    int status = copy ? real(thread, thread_start_run_c11, copy) : thrd_nomem;
    if (status != thrd_success)
        free(copy);
    return status;
}

#endif
