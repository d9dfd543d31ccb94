/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the C library that the preloaded library replaces. Each does what the C library's
 * one does, and keeps sampling in order. */
#include "measure/sampling/preload/library.h"

#include "base/interpose.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* ---- threads ---- */

EXPORTED int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                            void *(*function)(void *), void *argument)
{
    REAL(pthread_create);
    return create_pthread(
        real, thread, attributes,
        (struct thread_start){.begin = thread_begin, .function = function, .argument = argument});
}

EXPORTED int thrd_create(thrd_t *thread, thrd_start_t function, void *argument)
{
    REAL(thrd_create);
    return create_c11_thread(real, thread,
                             (struct thread_start){.begin = thread_begin,
                                                   .c11_function = function,
                                                   .argument = argument});
}

EXPORTED _Noreturn void _exit(int status)
{
    REAL(_exit);
    thread_send_end();
    real(status);
    abort();
}

EXPORTED _Noreturn void _Exit(int status)
{
    _exit(status);
}

/* ---- the signal of the timers: it can't be blocked, nobody can wait for it, and its action can't
 * be changed ---- */

/* Returns a copy of the set without the signal. */
static const sigset_t *without_signal(int how, const sigset_t *set, sigset_t *copy)
{
    if (!set || how == SIG_UNBLOCK)
        return set;
    *copy = *set;
    sigdelset(copy, sampling_signal());
    return copy;
}

int real_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    REAL(pthread_sigmask);
    return real(how, set, old);
}

EXPORTED int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    sigset_t copy;
    return real_sigmask(how, without_signal(how, set, &copy), old);
}

EXPORTED int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    REAL(sigprocmask);
    sigset_t copy;
    return real(how, without_signal(how, set, &copy), old);
}

int real_sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    REAL(sigaction);
    return real(number, action, old);
}

static bool is_function(sighandler_t handler)
{
    return handler != SIG_DFL && handler != SIG_IGN;
}

/* A handler that blocks all signals is sampled, too. */
EXPORTED int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    if (number != sampling_signal()) {
        struct sigaction copy;
        if (action) {
            copy = *action;
            sigdelset(&copy.sa_mask, sampling_signal());
        }
        return real_sigaction(number, action ? &copy : NULL, old);
    }
    if (action && is_function(action->sa_handler))
        note_signal_use();
    if (old)
        *old = (struct sigaction){.sa_handler = SIG_DFL};
    return 0;
}

EXPORTED sighandler_t signal(int number, sighandler_t handler)
{
    REAL(signal);
    if (number == sampling_signal() && is_function(handler))
        note_signal_use();
    return number == sampling_signal() ? SIG_DFL : real(number, handler);
}

EXPORTED int sigwait(const sigset_t *set, int *number)
{
    REAL(sigwait);
    sigset_t copy;
    return real(without_signal(SIG_SETMASK, set, &copy), number);
}

EXPORTED int sigwaitinfo(const sigset_t *set, siginfo_t *info)
{
    REAL(sigwaitinfo);
    sigset_t copy;
    return real(without_signal(SIG_SETMASK, set, &copy), info);
}

EXPORTED int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *most)
{
    REAL(sigtimedwait);
    sigset_t copy;
    return real(without_signal(SIG_SETMASK, set, &copy), info, most);
}

EXPORTED int signalfd(int fd, const sigset_t *set, int flags)
{
    REAL(signalfd);
    sigset_t copy;
    return real(fd, without_signal(SIG_SETMASK, set, &copy), flags);
}

/* ---- other timers of CPU time, which the kernel checks at the same ticks ---- */

EXPORTED int setitimer(__itimer_which_t which, const struct itimerval *value, struct itimerval *old)
{
    REAL(setitimer);
    if (which != ITIMER_REAL)
        note_other_timer();
    return real(which, value, old);
}

EXPORTED int timer_create(clockid_t clock, struct sigevent *event, timer_t *timer)
{
    REAL(timer_create);
    if (clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID || clock < 0)
        note_other_timer();
    return real(clock, event, timer);
}

/* ---- libraries ---- */

EXPORTED int dlclose(void *handle)
{
    REAL(dlclose);
    int status = real(handle);
    maps_invalidate();
    return status;
}
