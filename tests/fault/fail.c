/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A library that is preloaded into a command and makes its n-th call of one kind fail. Environment:
 *   FAIL_PROGRAM  the name of the program; the library does nothing in other programs
 *   FAIL_CALL     malloc, or a name in the table of system calls below
 *   FAIL_AT       n, from 1; 0 = no call fails
 *   FAIL_COUNT    a file to which the number of calls is written at the end
 * System calls are intercepted by the kernel (syscall user dispatch, Linux 5.11), so calls that the
 * C library makes internally fail, too. Threads of pthread_create are included. */
#define _GNU_SOURCE
#include "base/util.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#endif

enum { CALL_NONE, CALL_MALLOC, CALL_READ, CALL_WRITE, CALL_OPEN, CALL_CLOSE, CALL_FSYNC };

/* The kind of a system call, and the error with which it fails. */
static const struct {
    long number;
    int kind, error;
} calls[] = {
    {SYS_read, CALL_READ, EIO},         {SYS_pread64, CALL_READ, EIO},
    {SYS_readv, CALL_READ, EIO},        {SYS_write, CALL_WRITE, ENOSPC},
    {SYS_pwrite64, CALL_WRITE, ENOSPC}, {SYS_writev, CALL_WRITE, ENOSPC},
    {SYS_open, CALL_OPEN, EMFILE},      {SYS_openat, CALL_OPEN, EMFILE},
    {SYS_close, CALL_CLOSE, EIO},       {SYS_fsync, CALL_FSYNC, EIO},
    {SYS_fdatasync, CALL_FSYNC, EIO},
};
static const char *const kinds[] = {
    [CALL_NONE] = "none", [CALL_MALLOC] = "malloc", [CALL_READ] = "read",   [CALL_WRITE] = "write",
    [CALL_OPEN] = "open", [CALL_CLOSE] = "close",   [CALL_FSYNC] = "fsync",
};

static int kind;
static long at;
static atomic_long count;
static _Thread_local volatile char blocked; /* the selector of the kernel: 1 = intercept */

/* In a separate section, from which the kernel does not intercept calls. */
long fail_raw(long number, long a, long b, long c, long d, long e, long f);
void fail_restore(void);
__asm__(
    ".pushsection fail_calls,\"ax\",@progbits\n"
    "fail_raw:\n"
    "    mov %rdi,%rax\n    mov %rsi,%rdi\n    mov %rdx,%rsi\n    mov %rcx,%rdx\n"
    "    mov %r8,%r10\n    mov %r9,%r8\n    mov 8(%rsp),%r9\n    syscall\n    ret\n"
    "fail_restore:\n"
    "    mov $15,%eax\n    syscall\n    ud2\n" /* the kernel looks at the address after the call */
    ".popsection\n");
extern char __start_fail_calls[], __stop_fail_calls[];

/* Returns whether this call must fail. */
static bool hit(int of)
{
    return of == kind && atomic_fetch_add(&count, 1) + 1 == at;
}

/* Calls whose new process is not intercepted if it shares memory. */
static void on_call(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
    long number = info->si_syscall, result;
    for (size_t i = 0; i < COUNT_OF(calls); i++)
        if (calls[i].number == number && hit(calls[i].kind)) {
            if (number == SYS_close) /* as in Linux: the descriptor is closed in any case */
                fail_raw(number, r[REG_RDI], 0, 0, 0, 0, 0);
            r[REG_RAX] = -calls[i].error;
            return;
        }
    result = fail_raw(number, r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]);
    r[REG_RAX] = result;
}

static bool intercept(void)
{
    blocked = 0;
    if (prctl(PR_SET_SYSCALL_USER_DISPATCH, 1, (unsigned long)__start_fail_calls,
              (unsigned long)(__stop_fail_calls - __start_fail_calls), &blocked) != 0)
        return false;
    blocked = 1;
    return true;
}

static void handle_calls(void)
{
    struct {
        void (*handler)(int, siginfo_t *, void *);
        unsigned long flags;
        void (*restorer)(void);
        unsigned long mask;
    } action = {on_call, SA_SIGINFO | 0x04000000ul | SA_NODEFER, fail_restore, 0};
    fail_raw(SYS_rt_sigaction, SIGSYS, (long)&action, 0, 8, 0, 0);
}

static bool is_system_call(void)
{
    return kind > CALL_MALLOC;
}

__attribute__((constructor)) static void begin(void)
{
    const char *program = getenv("FAIL_PROGRAM"), *call = getenv("FAIL_CALL"),
               *n = getenv("FAIL_AT");
    if (!program || !call || !n || strcmp(program, program_invocation_short_name) != 0)
        return;
    for (int k = CALL_MALLOC; k <= CALL_FSYNC; k++)
        if (strcmp(kinds[k], call) == 0)
            kind = k;
    at = atol(n);
    if (!is_system_call())
        return;
    handle_calls();
    if (!intercept())
        _exit(99);
}

__attribute__((destructor)) static void end(void)
{
    const char *name = getenv("FAIL_COUNT");
    char text[32];
    int was = kind;
    kind = CALL_NONE;
    if (!was || !name)
        return;
    int f = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int n = snprintf(text, sizeof text, "%ld\n", atomic_load(&count));
    if (f < 0 || write(f, text, (size_t)n) != n || close(f) != 0)
        _exit(98);
}

/* ---- calls of the C library that block every signal: the kernel would end the process ---- */

/* The function of that name in the C library. */
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

struct start {
    void *(*work)(void *);
    void *arg;
};

static void *begin_thread(void *arg)
{
    struct start s = *(struct start *)arg;
    free(arg);
    intercept();
    void *result = s.work(s.arg);
    blocked = 0;
    return result;
}

int pthread_create(pthread_t *to, const pthread_attr_t *a, void *(*work)(void *), void *arg)
{
    struct start *s = is_system_call() ? malloc(sizeof *s) : NULL;
    if (!s)
        return REAL(pthread_create)(to, a, work, arg);
    *s = (struct start){work, arg};
    char was = blocked;
    blocked = 0;
    int result = REAL(pthread_create)(to, a, begin_thread, s);
    blocked = was;
    return result;
}

/* A function of the C library that starts a program. */
#define SPAWN(name)                                                                                \
    int name(pid_t *pid, const char *program, const posix_spawn_file_actions_t *actions,           \
             const posix_spawnattr_t *attributes, char *const argv[], char *const envp[])          \
    {                                                                                              \
        char was = blocked;                                                                        \
        blocked = 0;                                                                               \
        int result = REAL(name)(pid, program, actions, attributes, argv, envp);                    \
        blocked = was;                                                                             \
        return result;                                                                             \
    }
SPAWN(posix_spawn)
SPAWN(posix_spawnp)

FILE *popen(const char *command, const char *mode)
{
    char was = blocked;
    blocked = 0;
    FILE *f = REAL(popen)(command, mode);
    blocked = was;
    return f;
}

pid_t fork(void)
{
    char was = blocked;
    blocked = 0;
    pid_t pid = REAL(fork)();
    blocked = pid ? was : 0;
    return pid;
}

/* set without SIGSYS, in *without. */
static const sigset_t *passed(const sigset_t *set, sigset_t *without)
{
    if (!set || !is_system_call())
        return set;
    *without = *set;
    sigdelset(without, SIGSYS);
    return without;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    sigset_t without;
    return REAL(sigprocmask)(how, passed(set, &without), old);
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    sigset_t without;
    return REAL(pthread_sigmask)(how, passed(set, &without), old);
}

/* ---- memory ---- */

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);

static bool out_of_memory(void)
{
    if (kind != CALL_MALLOC || !hit(CALL_MALLOC))
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t n)
{
    return out_of_memory() ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
    return out_of_memory() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
    return out_of_memory() ? NULL : __libc_realloc(p, n);
}
