/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the C library that create threads and processes. In the shared library they replace
 * those of the C library; a static program is linked with --wrap=pthread_create and
 * --wrap=thrd_create. */
#include "counts/runtime/runtime.h"

#include <unistd.h>

#ifdef MACS_COUNT_STATIC

extern pthread_create_function __real_pthread_create;
EXPORTED pthread_create_function __wrap_pthread_create;

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*function)(void *), void *argument)
{
    return create_pthread(__real_pthread_create, thread, attributes,
                          (struct thread_start){.begin = counts_begin_thread,
                                                .function = function,
                                                .argument = argument});
}

extern thrd_create_function __real_thrd_create;
EXPORTED thrd_create_function __wrap_thrd_create;

int __wrap_thrd_create(thrd_t *thread, thrd_start_t function, void *argument)
{
    return create_c11_thread(__real_thrd_create, thread,
                             (struct thread_start){.begin = counts_begin_thread,
                                                   .c11_function = function,
                                                   .argument = argument});
}

#else

EXPORTED int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                            void *(*function)(void *), void *argument)
{
    REAL(pthread_create);
    return create_pthread(real, thread, attributes,
                          (struct thread_start){.begin = counts_begin_thread,
                                                .function = function,
                                                .argument = argument});
}

EXPORTED int thrd_create(thrd_t *thread, thrd_start_t function, void *argument)
{
    REAL(thrd_create);
    return create_c11_thread(real, thread,
                             (struct thread_start){.begin = counts_begin_thread,
                                                   .c11_function = function,
                                                   .argument = argument});
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
