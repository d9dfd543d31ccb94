/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests all classes of waits with real threads: a child process blocks in a known call, and the
 * kernel's data about it are classified and described. The test does not depend on times: it
 * samples the child until the child is blocked as expected. */
#include "measure/monitor/linux/proc.h"
#include "measure/monitor/linux/sites.h"
#include "measure/monitor/linux/table.h"
#include "tests/unit/check.h"
#include "tests/unit/waits.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The sampled data of a thread. */
struct wait_sample {
    struct seen_thread seen;
    enum thread_state state;
    struct wait_key key;
    struct site_text text;
};

static ssize_t read_text(int folder, pid_t tid, const char *name, char text[PROC_TEXT])
{
    struct proc_file f = {-1};
    ssize_t n = proc_text(&f, folder, tid, name, false, text);
    proc_close(&f);
    return n;
}

static enum descriptor_kind read_descriptor(void *folder, int d)
{
    char link[64];
    return descriptor_read(*(int *)folder, d, link, sizeof link);
}

static struct wait_sample sample(pid_t pid, pid_t tid, bool read_stat)
{
    struct wait_sample s = {.seen.call = -1};
    struct proc_stat stat;
    char text[PROC_TEXT];
    int folder = proc_open(pid), own = proc_open(getpid());
    ssize_t n = read_text(folder, tid, "syscall", text);
    s.seen.denied = n < 0 || !seen_read_syscall(&s.seen, text, (size_t)n);
    if (read_stat || seen_needs_stat(&s.seen)) {
        n = read_text(folder, tid, "stat", text);
        if (n > 0 && proc_read_stat(&stat, text, (size_t)n))
            s.seen.state = stat.state;
    }
    struct descriptor_reader fd = {read_descriptor, &folder};
    s.state = seen_state(&s.seen, &fd, &s.key);
    const struct site_process watched[] = {{pid, folder}, {getpid(), own}};
    s.text = site_describe(&(struct site_question){
        .seen = &s.seen, .tid = tid, .own = watched[0], .watched = watched, .n = 2});
    close(folder);
    close(own);
    return s;
}

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

static bool is_call(const struct wait_sample *s, const char *begin)
{
    char buf[32];
    const char *name = seen_call_name(s->key.call, buf);
    return !begin || strncmp(name, begin, strlen(begin)) == 0;
}

/* Returns the thread when it is in this state, in this call (NULL: in any), after at most 30 s. */
static struct wait_sample sample_until(pid_t pid, pid_t tid, enum thread_state state,
                                       const char *call)
{
    bool read_stat = state == STATE_STOPPED;
    struct wait_sample s = sample(pid, tid, read_stat);
    for (int i = 0; i < 6000 && (s.state != state || !is_call(&s, call)); i++) {
        pause_ms(5);
        s = sample(pid, tid, read_stat);
    }
    return s;
}

/* Starts a child that blocks; its first message is in *ready. */
static pid_t start(const struct blocking_case *w, struct wait_ready *ready)
{
    int report[2];
    *ready = (struct wait_ready){0};
    fflush(stdout);
    if (pipe(report) != 0)
        return -1;
    pid_t pid = fork();
    if (pid == 0) {
        close(report[0]);
        alarm(120); /* ends the process in any case */
        w->block(report[1]);
        _exit(1);
    }
    close(report[1]);
    if (pid < 0 || read(report[0], ready, sizeof *ready) != (ssize_t)sizeof *ready)
        ready->skip = 1;
    close(report[0]);
    return pid;
}

static void finish(pid_t pid, const struct wait_ready *ready)
{
    if (ready->other_process > 0)
        kill(ready->other_process, SIGKILL);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

static void check_begin(const char *name, const char *part, const char *want, const char *got)
{
    if (want && strncmp(want, got, strlen(want)) != 0) {
        printf("# %s: %s is \"%s\", not \"%s...\"\n", name, part, got, want);
        test_faults++;
    }
}

/* Checks the process that ends the wait: "1234 (". */
static void check_peer(const struct blocking_case *w, const struct wait_ready *r,
                       const struct wait_sample *s)
{
    char want[32] = "";
    long number = w->peer == PEER_PARENT   ? (long)getpid()
                  : w->peer == PEER_THREAD ? (long)r->other_thread
                                           : (long)r->other_process;
    if (w->peer == PEER_ANY)
        return;
    if (w->peer != PEER_NONE)
        snprintf(want, sizeof want, "%ld (", number);
    check_begin(w->name, "the peer", want, s->text.peer);
    if (w->peer == PEER_NONE)
        CHECK_TEXT("", s->text.peer);
}

static void check_wait(const struct blocking_case *w)
{
    struct wait_ready ready;
    pid_t pid = start(w, &ready), blocked = ready.pid ? ready.pid : pid;
    test_faults = 0;
    if (ready.skip) {
        printf("# left out: waits_%s: this machine does not support it\n", w->name);
    } else if (ready.left_out) {
        printf("# left out: waits_%s: requires root or user namespaces\n", w->name);
    } else {
        struct wait_sample s =
            sample_until(blocked, ready.tid ? ready.tid : blocked, w->state, w->call);
        if (s.state != w->state || !is_call(&s, w->call)) {
            printf("# %s: %s in %ld\n", w->name, thread_state_names[s.state], s.key.call);
            test_faults++;
        }
        check_begin(w->name, "what", w->what, s.text.what);
        check_peer(w, &ready, &s);
        printf("%s waits_%s\n", test_faults ? "not ok" : "ok", w->name);
        tests_failed += test_faults != 0;
    }
    finish(pid, &ready);
}

/* ---- classes that are not a system call ---- */

static void spin(int report)
{
    wait_report(report, (struct wait_ready){0});
    for (volatile unsigned i = 0;; i++)
        ;
}
static void sleep_long(int report)
{
    wait_report(report, (struct wait_ready){0});
    for (;;)
        nanosleep(&(struct timespec){1000, 0}, NULL);
}

static void computing_is_processing(void)
{
    struct wait_ready r;
    pid_t pid = start(&(struct blocking_case){.block = spin}, &r);
    struct wait_sample s = sample_until(pid, pid, STATE_PROCESSING, NULL);
    CHECK(s.state == STATE_PROCESSING);
    finish(pid, &r);
}

/* A stop shows the interrupted call; after the stop, the call continues as restart_syscall. */
static void stopped_and_continued(void)
{
    struct wait_ready r;
    pid_t pid = start(&(struct blocking_case){.block = sleep_long}, &r);
    CHECK(sample_until(pid, pid, STATE_TIMER, "clock_nanosleep").state == STATE_TIMER);
    kill(pid, SIGSTOP);
    CHECK(sample_until(pid, pid, STATE_STOPPED, NULL).state == STATE_STOPPED);
    kill(pid, SIGCONT);
    struct wait_sample s = sample_until(pid, pid, STATE_TIMER, NULL);
    CHECK(s.state == STATE_TIMER);
    finish(pid, &r);
}

static void stopped_while_computing(void)
{
    struct wait_ready r;
    pid_t pid = start(&(struct blocking_case){.block = spin}, &r);
    kill(pid, SIGSTOP);
    CHECK(sample_until(pid, pid, STATE_STOPPED, NULL).state == STATE_STOPPED);
    finish(pid, &r);
}

static void stopped_by_a_debugger(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGUSR1);
        _exit(0);
    }
    int status;
    CHECK(waitpid(pid, &status, 0) == pid);
    if (!WIFSTOPPED(status)) {
        printf("# left out: stopped_by_a_debugger: no process may be traced here\n");
        return;
    }
    CHECK(sample_until(pid, pid, STATE_STOPPED, NULL).state == STATE_STOPPED);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

/* The first thread has ended and its process lives: shown by the text or, because only root may
 * read that afterwards, by the letter. */
static bool is_ended(const struct wait_sample *s)
{
    return s->seen.ended || s->seen.state == 'Z';
}
static void first_thread_ended(void)
{
    struct wait_ready r;
    pid_t pid = start(&(struct blocking_case){.block = wait_end_first_thread}, &r);
    struct wait_sample s = sample(pid, pid, false);
    for (int i = 0; i < 6000 && !is_ended(&s); i++) {
        pause_ms(5);
        s = sample(pid, pid, false);
    }
    CHECK(is_ended(&s));
    CHECK(sample_until(pid, r.other_thread, STATE_COMMUNICATION, NULL).state ==
          STATE_COMMUNICATION);
    finish(pid, &r);
}

/* Some machines do not allow inspection of processes, not even of own children (yama,
 * ptrace_scope). */
static bool may_trace(void)
{
    struct wait_ready r;
    pid_t pid = start(&(struct blocking_case){.block = sleep_long}, &r);
    struct wait_sample s = sample(pid, pid, false);
    finish(pid, &r);
    return !s.seen.denied;
}

/* After 256 positions of a thread, samples are counted by their call; none is dropped. */
static void places_are_bounded(void)
{
    struct thread t = {0};
    struct process none = {.folder = -1};
    struct monitor m = {0};
    struct seen_thread seen = {.call = SYS_futex};
    uint64_t samples = 0, futex = 0;
    *array_push(&m.processes) = none;
    for (uint64_t round = 0; round < 3; round++)
        for (uint64_t at = 1; at <= 1000; at++)
            waits_count(&m, &t, STATE_COMMUNICATION, &seen, &(struct wait_key){SYS_futex, at}, 0);
    for (size_t i = 0; i < t.sites.n; i++) {
        samples += t.sites.at[i].samples;
        futex = t.sites.at[i].key.at == 0 ? t.sites.at[i].samples : futex;
    }
    CHECK(t.sites.n == 257 && samples == 3000 && futex == 3000 - 3 * 256);
    waits_free(&t);
    array_free(&m.processes);
}

int main(void)
{
    wait_prepare();
    if (!may_trace()) {
        printf("# left out: waits: no process may be looked into here\n");
        return 0;
    }
    for (const struct blocking_case *w = blocking_cases; w->name; w++)
        check_wait(w);
    TEST(places_are_bounded);
    TEST(computing_is_processing);
    TEST(stopped_and_continued);
    TEST(stopped_while_computing);
    TEST(stopped_by_a_debugger);
    TEST(first_thread_ended);
    return tests_end();
}
