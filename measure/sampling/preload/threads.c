/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A timer for each thread, which counts its CPU time, and the handler of its signal. */
#include "measure/sampling/preload/library.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

/* State of the library in this process. Programs have threads before main, so it can't be passed.
 */
static struct area *area;
static pthread_key_t ends; /* its destructor is called when a thread ends */

/* State of a thread. The library is loaded before the program starts, so this memory exists. */
static __thread struct {
    bool sampled, has_timer;
    int timer; /* the kernel's number */
} thread __attribute__((tls_model("initial-exec")));

static uint64_t thread_cpu_time(void)
{
    struct timespec t = {0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static uint64_t nanoseconds_of(struct timeval t)
{
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_usec * 1000;
}

/* Sets what the thread has used since its start. */
static void set_usage(struct message *m)
{
    struct rusage u;
    m->cpu_time = thread_cpu_time();
    if (syscall(SYS_getrusage, RUSAGE_THREAD, &u) != 0)
        return;
    m->faults = (uint64_t)u.ru_minflt + (uint64_t)u.ru_majflt;
    m->kernel_ns = nanoseconds_of(u.ru_stime);
}

/* ---- samples ---- */

static uint64_t interrupted_address(const void *context)
{
    const ucontext_t *c = context;
#if defined __x86_64__
    return (uint64_t)c->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
    return c->uc_mcontext.pc;
#else
    (void)c;
    return 0;
#endif
}

static void handle_signal(int number, siginfo_t *info, void *context)
{
    int error = errno;
    (void)number;
    (void)info;
    struct message m = {.kind = MESSAGE_SAMPLE, .address = interrupted_address(context)};
    set_usage(&m);
    m.other = (uint32_t)sched_getcpu();
    if (!maps_include(m.address))
        maps_send(area);
    area_send(area, &m, NULL, 0);
    errno = error;
}

/* ---- threads ---- */

static void start_timer(void)
{
    struct sigevent e = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = sampling_signal()};
    e._sigev_un._tid = (pid_t)syscall(SYS_gettid);
    if (syscall(SYS_timer_create, CLOCK_THREAD_CPUTIME_ID, &e, &thread.timer) != 0)
        return;
    thread.has_timer = true;
    /* The first expiration is at the next tick of the kernel, so that short threads are sampled. */
    struct itimerspec t = {.it_value = {0, 1000},
                           .it_interval = {(time_t)(area->interval / 1000000000),
                                           (long)(area->interval % 1000000000)}};
    syscall(SYS_timer_settime, thread.timer, 0, &t, NULL);
}

void note_other_timer(void)
{
    if (area)
        atomic_store(&area->has_other_timers, 1);
}

void note_signal_use(void)
{
    if (area)
        atomic_store(&area->uses_signal, 1);
}

void thread_send_end(void)
{
    char name[16] = "";
    if (!area || !thread.sampled)
        return;
    prctl(PR_GET_NAME, name);
    struct message m = {.kind = MESSAGE_END};
    set_usage(&m);
    area_send(area, &m, name, strnlen(name, sizeof name));
}

void thread_begin(void)
{
    if (!area)
        return;
    int error = errno;
    thread.sampled = true;
    struct message m = {.kind = MESSAGE_FORK, .other = (uint32_t)getpid()};
    area_send(area, &m, NULL, 0);
    pthread_setspecific(ends, area);
    start_timer();
    errno = error;
}

void thread_end(void)
{
    if (thread.has_timer)
        syscall(SYS_timer_delete, thread.timer);
    thread_send_end();
    thread.has_timer = thread.sampled = false;
}

static void end_of_thread(void *value)
{
    (void)value;
    thread_end();
}

/* ---- processes ---- */

static pid_t forking; /* the parent, from before fork until after it */

static void before_fork(void)
{
    forking = getpid();
}

static void begin_child(void)
{
    int error = errno;
    maps_forget();
    struct message m = {.kind = MESSAGE_FORK, .other = (uint32_t)forking};
    thread.sampled = true;
    thread.has_timer = false;
    area_send(area, &m, NULL, 0);
    start_timer();
    errno = error;
}

/* pthread_atfork of glibc is a part of each library that calls it, and needs a function that other
 * C libraries lack. */
int __register_atfork(void (*before)(void), void (*parent)(void), void (*child)(void),
                      void *library) __attribute__((weak));
extern void *__dso_handle;
typedef int atfork_function(void (*)(void), void (*)(void), void (*)(void));

static void register_fork_handlers(void)
{
    atfork_function *other = (atfork_function *)(uintptr_t)dlsym(RTLD_DEFAULT, "pthread_atfork");
    if (__register_atfork)
        __register_atfork(before_fork, NULL, begin_child, __dso_handle);
    else if (other)
        other(before_fork, NULL, begin_child);
}

static struct area *open_area(const char *path)
{
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    struct stat s;
    void *at = fstat(fd, &s) == 0 && s.st_size == (off_t)sizeof(struct area)
                   ? mmap(NULL, sizeof(struct area), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
                   : MAP_FAILED;
    close(fd);
    return at != MAP_FAILED && ((struct area *)at)->version == AREA_VERSION ? at : NULL;
}

static void install_handler(void)
{
    struct sigaction s = {.sa_sigaction = handle_signal,
                          .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
    sigset_t own;
    sigfillset(&s.sa_mask);
    real_sigaction(sampling_signal(), &s, NULL);
    sigemptyset(&own);
    sigaddset(&own, sampling_signal());
    real_sigmask(SIG_UNBLOCK, &own, NULL);
}

static __attribute__((constructor(101))) void begin_program(void)
{
    const char *path = getenv(AREA_VARIABLE);
    int error = errno;
    char name[16] = "";
    if (path && (area = open_area(path)) && pthread_key_create(&ends, end_of_thread) == 0) {
        prctl(PR_GET_NAME, name);
        struct message m = {.kind = MESSAGE_EXEC};
        set_usage(&m);
        area_send(area, &m, name, strnlen(name, sizeof name));
        maps_send(area);
        register_fork_handlers();
        install_handler();
        thread.sampled = true;
        pthread_setspecific(ends, area);
        start_timer();
    }
    errno = error;
}

static __attribute__((destructor(101))) void end_program(void)
{
    thread_send_end();
}
