/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the C library that create threads and processes. In the shared library they replace
 * those of the C library; a static program is linked with --wrap=pthread_create. */
#include "counts/runtime/runtime.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>
#include <unistd.h>

struct start {
    void *(*function)(void *);
    void *argument;
};

static void *start_thread(void *at)
{
    struct start s = *(struct start *)at;
    free(at);
    counts_begin_thread();
    return s.function(s.argument);
}

typedef int create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static int create_thread(create_function *real, pthread_t *thread, const pthread_attr_t *attributes,
                         void *(*function)(void *), void *argument)
{
    struct start *s = malloc(sizeof *s);
    if (!s)
        return EAGAIN;
    *s = (struct start){function, argument};
    int status = real(thread, attributes, start_thread, s);
    if (status != 0)
        free(s);
    return status;
}

#ifdef MACS_COUNT_STATIC

extern create_function __real_pthread_create;
EXPORTED create_function __wrap_pthread_create;

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*function)(void *), void *argument)
{
    return create_thread(__real_pthread_create, thread, attributes, function, argument);
}

#else

/* Declares `real` as the C library's function of that name. */
#define REAL(name) __typeof__(&name) real = (__typeof__(&name))(uintptr_t)dlsym(RTLD_NEXT, #name)

EXPORTED int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                            void *(*function)(void *), void *argument)
{
    REAL(pthread_create);
    return create_thread(real, thread, attributes, function, argument);
}

struct c11_start {
    thrd_start_t function;
    void *argument;
};

static int start_c11_thread(void *at)
{
    struct c11_start s = *(struct c11_start *)at;
    free(at);
    counts_begin_thread();
    return s.function(s.argument);
}

EXPORTED int thrd_create(thrd_t *thread, thrd_start_t function, void *argument)
{
    REAL(thrd_create);
    struct c11_start *s = malloc(sizeof *s);
    if (!s)
        return thrd_nomem;
    *s = (struct c11_start){function, argument};
    int status = real(thread, start_c11_thread, s);
    if (status != thrd_success)
        free(s);
    return status;
}

/* _Fork() runs no handlers of pthread_atfork(). */
EXPORTED pid_t _Fork(void);
pid_t _Fork(void)
{
    REAL(_Fork);
    if (!real) {
        errno = ENOSYS;
        return -1;
    }
    pid_t pid = real();
    if (pid == 0)
        counts_begin_child();
    return pid;
}

#endif
