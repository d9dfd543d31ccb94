/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/waits.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/futex.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Shared by parent and children. The parent has the other ends. */
static struct {
    int empty[2], full[2]; /* pipes: children have [0] of empty, [1] of full */
    int ends[2];           /* sockets: children have [0] */
    int locked, record;    /* files that the parent has locked: flock, fcntl */
    int listening, near, far;
    bool has_internet;
    char fifo[64], file[64], record_file[64], queue[64];
} shared;

static void remove_files(void)
{
    unlink(shared.fifo);
    unlink(shared.file);
    unlink(shared.record_file);
    mq_unlink(shared.queue);
}

static void prepare_internet(void)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t n = sizeof a;
    shared.listening = socket(AF_INET, SOCK_STREAM, 0);
    shared.near = socket(AF_INET, SOCK_STREAM, 0);
    shared.has_internet = bind(shared.listening, (void *)&a, sizeof a) == 0 &&
                          listen(shared.listening, 1) == 0 &&
                          getsockname(shared.listening, (void *)&a, &n) == 0 &&
                          connect(shared.near, (void *)&a, sizeof a) == 0 &&
                          (shared.far = accept(shared.listening, NULL, NULL)) >= 0;
}

void wait_prepare(void)
{
    static char zeroes[1 << 16];
    snprintf(shared.fifo, sizeof shared.fifo, "waits-test-%ld.fifo", (long)getpid());
    snprintf(shared.file, sizeof shared.file, "waits-test-%ld.lock", (long)getpid());
    snprintf(shared.record_file, sizeof shared.record_file, "waits-test-%ld.record",
             (long)getpid());
    snprintf(shared.queue, sizeof shared.queue, "/waits-test-%ld", (long)getpid());
    shared.locked = open(shared.file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    shared.record = open(shared.record_file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (pipe(shared.empty) || pipe(shared.full) ||
        socketpair(AF_UNIX, SOCK_STREAM, 0, shared.ends) || mkfifo(shared.fifo, 0600) ||
        flock(shared.locked, LOCK_EX) ||
        fcntl(shared.record, F_SETLK, &(struct flock){.l_type = F_WRLCK, .l_whence = SEEK_SET})) {
        perror("waits-test");
        exit(1);
    }
    atexit(remove_files);
    fcntl(shared.full[1], F_SETFL, O_NONBLOCK);
    while (write(shared.full[1], zeroes, sizeof zeroes) > 0)
        ;
    fcntl(shared.full[1], F_SETFL, 0);
    prepare_internet();
}

void wait_report(int report, struct wait_ready r)
{
    if (write(report, &r, sizeof r) != (ssize_t)sizeof r)
        _exit(1);
    close(report);
}
static void report_block(int report)
{
    wait_report(report, (struct wait_ready){0});
}
static void report_skip(int report)
{
    wait_report(report, (struct wait_ready){.skip = 1});
    _exit(0);
}
static pid_t own_tid(void)
{
    return (pid_t)syscall(SYS_gettid);
}

/* ---- descriptors ---- */

static char byte;

static void keep_child_ends(void)
{
    close(shared.empty[1]), close(shared.full[0]), close(shared.ends[1]), close(shared.far);
}
static void read_pipe(int report)
{
    keep_child_ends();
    report_block(report);
    read(shared.empty[0], &byte, 1);
}
static void write_pipe(int report)
{
    keep_child_ends();
    report_block(report);
    write(shared.full[1], &byte, 1);
}
static void read_own_pipe(int report)
{
    int own[2];
    if (pipe(own) == 0)
        report_block(report);
    read(own[0], &byte, 1);
}
static void receive(int report)
{
    keep_child_ends();
    report_block(report);
    recv(shared.ends[0], &byte, 1, 0);
}
static void read_tcp(int report)
{
    if (!shared.has_internet)
        report_skip(report);
    keep_child_ends();
    report_block(report);
    read(shared.near, &byte, 1);
}
static void accept_tcp(int report)
{
    if (!shared.has_internet)
        report_skip(report);
    report_block(report);
    accept(shared.listening, NULL, NULL);
}
static void read_fifo(int report)
{
    int d = open(shared.fifo, O_RDWR);
    report_block(report);
    read(d, &byte, 1);
}
static void open_fifo(int report)
{
    report_block(report);
    close(open(shared.fifo, O_RDONLY));
}
static void read_terminal(int report)
{
    int d = posix_openpt(O_RDWR | O_NOCTTY);
    if (d < 0)
        report_skip(report);
    report_block(report);
    read(d, &byte, 1);
}
static void read_event(int report)
{
    int d = eventfd(0, 0);
    uint64_t n;
    report_block(report);
    read(d, &n, sizeof n);
}
static void read_timer(int report)
{
    int d = timerfd_create(CLOCK_MONOTONIC, 0);
    uint64_t n;
    timerfd_settime(d, 0, &(struct itimerspec){.it_value.tv_sec = 1000}, NULL);
    report_block(report);
    read(d, &n, sizeof n);
}
static void splice_pipes(int report)
{
    keep_child_ends();
    report_block(report);
    splice(shared.empty[0], NULL, shared.full[1], NULL, 1, 0);
}

/* ---- sets of descriptors ---- */

static void wait_epoll(int report, int n)
{
    int e = epoll_create1(0), own[2];
    struct epoll_event event = {.events = EPOLLIN};
    keep_child_ends();
    epoll_ctl(e, EPOLL_CTL_ADD, shared.empty[0], &event);
    if (n > 1 && pipe(own) == 0)
        epoll_ctl(e, EPOLL_CTL_ADD, own[0], &event);
    report_block(report);
    epoll_wait(e, &event, 1, 1000000); /* a timeout does not make this wait a timer */
}
static void wait_epoll_one(int report)
{
    wait_epoll(report, 1);
}
static void wait_epoll_two(int report)
{
    wait_epoll(report, 2);
}
static void poll_one(int report)
{
    struct pollfd p[] = {{-1, POLLIN, 0}, {shared.empty[0], POLLIN, 0}};
    keep_child_ends();
    report_block(report);
    ppoll(p, 2, &(struct timespec){1000, 0}, NULL);
}
static void poll_none(int report)
{
    report_block(report);
    ppoll(NULL, 0, &(struct timespec){1000, 0}, NULL);
}
static void poll_for_ever(int report)
{
    report_block(report);
    ppoll(NULL, 0, NULL, NULL);
}
static void select_one(int report)
{
    fd_set set;
    FD_ZERO(&set);
    FD_SET(shared.empty[0], &set);
    keep_child_ends();
    report_block(report);
    pselect(shared.empty[0] + 1, &set, NULL, NULL, &(struct timespec){1000, 0}, NULL);
}
static void select_none(int report)
{
    report_block(report);
    pselect(0, NULL, NULL, NULL, &(struct timespec){1000, 0}, NULL);
}

/* ---- memory ---- */

static void wait_futex(int report)
{
    static uint32_t word;
    report_block(report);
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
}
static void wait_futex_until(int report)
{
    static uint32_t word;
    report_block(report);
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &(struct timespec){1000, 0}, NULL, 0);
}

static pthread_mutex_t mutex;
static int held[2];

static void *hold(void *none)
{
    pid_t tid = own_tid();
    pthread_mutex_lock(&mutex);
    write(held[1], &tid, sizeof tid);
    for (;;)
        pause();
    return none;
}
/* The first thread waits for a mutex that another thread holds. */
static void lock_mutex(int report, int protocol, int robust)
{
    pthread_mutexattr_t a;
    pthread_t t;
    struct wait_ready r = {0};
    pthread_mutexattr_init(&a);
    if (pthread_mutexattr_setprotocol(&a, protocol) || pthread_mutexattr_setrobust(&a, robust) ||
        pthread_mutex_init(&mutex, &a) || pipe(held) || pthread_create(&t, NULL, hold, NULL) ||
        read(held[0], &r.other_thread, sizeof r.other_thread) < 0)
        report_skip(report);
    wait_report(report, r);
    pthread_mutex_lock(&mutex);
}
static void lock_plain(int report)
{
    lock_mutex(report, PTHREAD_PRIO_NONE, PTHREAD_MUTEX_STALLED);
}
static void lock_inheriting(int report)
{
    lock_mutex(report, PTHREAD_PRIO_INHERIT, PTHREAD_MUTEX_STALLED);
}
static void lock_robust(int report)
{
    lock_mutex(report, PTHREAD_PRIO_NONE, PTHREAD_MUTEX_ROBUST);
}
static void join(int report)
{
    pthread_t t;
    struct wait_ready r = {0};
    if (pipe(held) || pthread_create(&t, NULL, hold, NULL) ||
        read(held[0], &r.other_thread, sizeof r.other_thread) < 0)
        report_skip(report);
    wait_report(report, r);
    pthread_join(t, NULL);
}
static void wait_condition(int report)
{
    static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    pthread_mutex_lock(&mutex);
    report_block(report);
    pthread_cond_wait(&condition, &mutex);
}

/* ---- queues, semaphores ---- */

static void receive_posix(int report)
{
    static char text[8192];
    mqd_t q = mq_open(shared.queue, O_RDWR | O_CREAT, 0600, NULL);
    if (q == (mqd_t)-1)
        report_skip(report);
    report_block(report);
    mq_receive(q, text, sizeof text, NULL);
}
/* Removes object `id` after the end of the process, because System V objects remain otherwise. */
static void clean_later(void (*clean)(int), int id)
{
    int end[2];
    if (pipe(end) == 0 && fork() == 0) {
        signal(SIGALRM, SIG_IGN);
        close(end[1]);
        read(end[0], &byte, 1);
        clean(id);
        _exit(0);
    }
}
static void remove_messages(int id)
{
    msgctl(id, IPC_RMID, NULL);
}
static void remove_semaphores(int id)
{
    semctl(id, 0, IPC_RMID);
}
static void receive_message(int report)
{
    struct {
        long type;
        char text[8];
    } m;
    int id = msgget(IPC_PRIVATE, 0600);
    if (id < 0)
        report_skip(report);
    clean_later(remove_messages, id);
    report_block(report);
    msgrcv(id, &m, sizeof m.text, 0, 0);
}
static void wait_semaphore(int report)
{
    int id = semget(IPC_PRIVATE, 1, 0600);
    if (id < 0)
        report_skip(report);
    clean_later(remove_semaphores, id);
    report_block(report);
    semop(id, &(struct sembuf){.sem_op = -1}, 1);
}

/* ---- processes and signals ---- */

static pid_t fork_pausing(void)
{
    pid_t pid = fork();
    if (pid == 0)
        for (;;)
            pause();
    return pid;
}
static void wait_one(int report)
{
    pid_t pid = fork_pausing();
    wait_report(report, (struct wait_ready){.other_process = pid});
    waitpid(pid, NULL, 0);
}
static void wait_any(int report)
{
    wait_report(report, (struct wait_ready){.other_process = fork_pausing()});
    wait(NULL);
}
static void wait_by_number(int report)
{
    pid_t pid = fork_pausing();
    siginfo_t info;
    wait_report(report, (struct wait_ready){.other_process = pid});
    waitid(P_PID, (id_t)pid, &info, WEXITED);
}
/* In another PID namespace the IDs in arguments differ: the child is 2 there. */
static void wait_renumbered(int report)
{
    if (unshare(CLONE_NEWPID) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0) {
        wait_report(report, (struct wait_ready){.left_out = 1});
        _exit(0);
    }
    pid_t pid = fork();
    if (pid == 0) {
        close(report);
        for (;;)
            waitpid(fork_pausing(), NULL, 0);
    }
    wait_report(report, (struct wait_ready){.pid = pid, .other_process = pid});
    waitpid(pid, NULL, 0);
}
static pid_t vfork_pausing(int report)
{
    pid_t pid = vfork();
    if (pid == 0) {
        wait_report(report, (struct wait_ready){.other_process = (pid_t)syscall(SYS_getpid)});
        for (;;)
            pause();
    }
    return pid;
}
static void wait_vfork(int report)
{
    vfork_pausing(report);
}
static void wait_signal(int report)
{
    report_block(report);
    for (;;)
        sigsuspend(&(sigset_t){0});
}
static void wait_signal_until(int report)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    report_block(report);
    sigtimedwait(&set, NULL, &(struct timespec){1000, 0});
}

/* ---- files and times ---- */

static void lock_file(int report)
{
    int d = open(shared.file, O_RDWR);
    report_block(report);
    flock(d, LOCK_EX);
}
static void lock_record(int report)
{
    int d = open(shared.record_file, O_RDWR);
    report_block(report);
    fcntl(d, F_SETLKW, &(struct flock){.l_type = F_WRLCK, .l_whence = SEEK_SET});
}
static void sleep_relative(int report)
{
    report_block(report);
    nanosleep(&(struct timespec){1000, 0}, NULL);
}
static void wait_requests(int report)
{
    aio_context_t context = 0;
    struct io_event event;
    if (syscall(SYS_io_setup, 1, &context) != 0)
        report_skip(report);
    report_block(report);
    syscall(SYS_io_getevents, context, 1, 1, &event, NULL);
}

static void *pause_thread(void *report)
{
    wait_report(*(int *)report, (struct wait_ready){.other_thread = own_tid()});
    for (;;)
        pause();
    return NULL;
}
void wait_end_first_thread(int report)
{
    static int to;
    pthread_t t;
    to = report;
    if (pthread_create(&t, NULL, pause_thread, &to) == 0)
        pthread_exit(NULL);
}

#define C STATE_COMMUNICATION
const struct blocking_case blocking_cases[] = {
    {"read_pipe", read_pipe, C, "read", "pipe:[", PEER_PARENT},
    {"write_pipe", write_pipe, C, "write", "pipe:[", PEER_PARENT},
    {"read_own_pipe", read_own_pipe, C, "read", "pipe:[", PEER_ANY},
    {"receive", receive, C, "recvfrom", "unix", PEER_PARENT},
    {"read_tcp", read_tcp, C, "read", "tcp 127.0.0.1:", PEER_PARENT},
    {"accept_tcp", accept_tcp, C, "accept", "tcp 127.0.0.1:", PEER_NONE},
    {"read_fifo", read_fifo, C, "read", "/", PEER_ANY},
    {"open_fifo", open_fifo, C, "openat", NULL, PEER_NONE},
    {"read_terminal", read_terminal, C, "read", "/dev/", PEER_NONE},
    {"read_event", read_event, C, "read", "eventfd", PEER_NONE},
    {"read_timer", read_timer, STATE_TIMER, "read", "timerfd", PEER_NONE},
    {"splice_pipes", splice_pipes, C, "splice", "pipe:[", PEER_PARENT},
    {"epoll_one", wait_epoll_one, C, "epoll_", "pipe:[", PEER_PARENT},
    {"epoll_two", wait_epoll_two, C, "epoll_", "2 descriptors", PEER_NONE},
    {"poll_one", poll_one, C, "ppoll", "pipe:[", PEER_PARENT},
    {"poll_none", poll_none, STATE_TIMER, "ppoll", "", PEER_NONE},
    {"poll_for_ever", poll_for_ever, C, "ppoll", "", PEER_NONE},
    {"select_one", select_one, C, "pselect6", "pipe:[", PEER_PARENT},
    {"select_none", select_none, STATE_TIMER, "pselect6", "", PEER_NONE},
    {"futex", wait_futex, C, "futex", "futex 0x", PEER_NONE},
    {"futex_until", wait_futex_until, C, "futex", "futex 0x", PEER_NONE},
    {"mutex", lock_plain, C, "futex", "mutex", PEER_THREAD},
    {"mutex_inheriting", lock_inheriting, C, "futex", "mutex", PEER_THREAD},
    {"mutex_robust", lock_robust, C, "futex", "mutex", PEER_THREAD},
    {"join", join, C, "futex", "end of a thread", PEER_THREAD},
    {"condition", wait_condition, C, "futex", "futex 0x", PEER_NONE},
    {"queue_posix", receive_posix, C, "mq_timedreceive", "message queue /waits", PEER_NONE},
    {"queue", receive_message, C, "msgrcv", "message queue ", PEER_NONE},
    {"semaphore", wait_semaphore, C, "sem", "semaphores ", PEER_NONE},
    {"child", wait_one, C, "wait4", "child", PEER_PROCESS},
    {"any_child", wait_any, C, "wait4", "any child", PEER_PROCESS},
    {"child_by_number", wait_by_number, C, "waitid", "child", PEER_PROCESS},
    {"child_renumbered", wait_renumbered, C, "wait4", "child", PEER_NONE},
    {"vfork", wait_vfork, C, NULL, "child, until", PEER_PROCESS},
    {"signal", wait_signal, C, "rt_sigsuspend", "signal", PEER_NONE},
    {"signal_until", wait_signal_until, C, "rt_sigtimedwait", "signal", PEER_NONE},
    {"lock_file", lock_file, C, "flock", "/", PEER_PARENT},
    {"lock_record", lock_record, C, "fcntl", "/", PEER_PARENT},
    {"sleep", sleep_relative, STATE_TIMER, "clock_nanosleep", "", PEER_NONE},
    {"requests", wait_requests, STATE_DISK, "io_getevents", NULL, PEER_NONE},
    {0},
};
