/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libprocmon: child processes act as a monitored program. This process provides the area, answers,
 * and checks their reports. A child reports each step by a byte, and continues after receiving one.
 */
#include "measure/monitor/area.h"
#include "base/util.h"
#include "measure/monitor/lib/procmon.h"
#include "measure/monitor/questions.h"
#include "tests/unit/check.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static struct questions *server;
static struct area_index slots;
static int said[2], go[2]; /* pipes: from the child, to the child */

/* ---- the child's side ---- */

static void stop_here(void)
{
    char c = 'x';
    if (write(said[1], &c, 1) != 1 || read(go[0], &c, 1) != 1)
        _exit(9);
}

static uint32_t my_tid(void)
{
    return (uint32_t)syscall(SYS_gettid);
}

/* ---- the monitor's side ---- */

static void answer_for(int milliseconds, int other)
{
    struct pollfd p[2] = {{.fd = questions_descriptor(server), .events = POLLIN},
                          {.fd = other, .events = POLLIN}};
    if (poll(p, 2, milliseconds) > 0 && p[0].revents)
        questions_ready(server);
}

/* Answers questions until the child reaches its next step. Returns false if it ended before. */
static int reached(void)
{
    for (;;) {
        struct pollfd p = {.fd = said[0], .events = POLLIN};
        char c;
        if (poll(&p, 1, 0) > 0)
            return read(said[0], &c, 1) == 1;
        answer_for(10000, said[0]);
    }
}

static void let_go(void)
{
    CHECK(write(go[1], "x", 1) == 1);
}

static pid_t play(void (*part)(void))
{
    CHECK(pipe(said) == 0 && pipe(go) == 0);
    pid_t child = fork();
    if (child) {
        close(said[1]);
        close(go[0]);
        return child;
    }
    close(said[0]);
    close(go[1]);
    setenv("PROCMON_SOCKET", questions_path(server), 1);
    part();
    exit(0);
}

/* Answers questions until the child ends, and returns its status. */
static int end_of(pid_t child)
{
    int status;
    while (waitpid(child, &status, WNOHANG) == 0)
        answer_for(10, -1);
    close(said[0]);
    close(go[1]);
    return status;
}

static long slot_of(pid_t tid)
{
    area_index_renew(&slots, questions_area(server));
    return area_find(&slots, questions_area(server), (uint32_t)tid, 0);
}

static void open_server(void)
{
    struct diag d = {.quiet = true};
    slots = (struct area_index){0};
    server = questions_open(NULL, &d);
    if (!server) {
        printf("# no server\n");
        exit(1);
    }
}

static void close_server(void)
{
    questions_close(server);
    server = NULL;
}

/* ---- tests ---- */

static void part_names(void)
{
    procmon_register("worker", "solvers", PROCMON_TIMER);
    stop_here();
    procmon_register("a name of more than thirty-one bytes", NULL, PROCMON_ALL_WAITS);
    stop_here();
    procmon_unregister();
    stop_here();
}

static void a_thread_names_itself(void)
{
    open_server();
    const struct monitor_area *area = questions_area(server);
    pid_t child = play(part_names);
    CHECK(reached());
    long s = slot_of(child);
    CHECK(s == 0);
    if (s == 0) {
        CHECK(area_registered(area, s));
        CHECK(area_waits(area, s) == 1u << STATE_TIMER);
        CHECK_TEXT("worker", area_names(area, s).name);
        CHECK_TEXT("solvers", area_names(area, s).group);
        let_go();
        CHECK(reached());
        CHECK_TEXT("a name of more than thirty-one ", area_names(area, s).name);
        CHECK_TEXT("", area_names(area, s).group);
        let_go();
        CHECK(reached());
        CHECK(!area_registered(area, s));
        CHECK(area_waits(area, s) == UINT32_MAX);
        CHECK(slot_of(child) == s);
        let_go();
    }
    CHECK(end_of(child) == 0);
    close_server();
}

static void part_regions(void)
{
    unsigned outer = procmon_region("t.c:f:1"), inner = procmon_region("t.c:f:2");
    if (outer != 1 || inner != 2 || procmon_region("t.c:f:1") != 1 || procmon_region("") != 0)
        exit(3);
    procmon_enter(outer);
    stop_here(); /* in 1 */
    procmon_enter(inner);
    procmon_enter(inner);
    procmon_leave(inner);
    stop_here(); /* in 2 */
    procmon_leave(inner);
    stop_here(); /* in 1 */
    procmon_leave(inner);
    procmon_leave(0);
    stop_here(); /* in 1: 2 was not open */
    procmon_enter(inner);
    procmon_leave(outer);
    stop_here(); /* in no region: 2 was within 1 */
    for (int i = 0; i < 1000; i++)
        procmon_enter(i % 2 ? inner : outer);
    stop_here(); /* the maximum is 64: the last of them is 2 */
    for (int i = 1000; i-- > 0;)
        procmon_leave(i % 2 ? inner : outer);
    stop_here(); /* in no region */
}

static void regions_nest(void)
{
    static const uint32_t expected[] = {1, 2, 1, 1, 0, 2, 0};
    char name[AREA_REGION_NAME];
    open_server();
    pid_t child = play(part_regions);
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        if (!reached()) {
            CHECK(!"reached");
            break;
        }
        long s = slot_of(child);
        CHECK(s >= 0 && area_region(questions_area(server), s) == expected[i]);
        CHECK(s >= 0 && !area_registered(questions_area(server), s));
        let_go();
    }
    CHECK_TEXT("t.c:f:2", area_region_name(questions_area(server), 2, name));
    CHECK(end_of(child) == 0);
    close_server();
}

enum { THREADS = 200, ROUNDS = 40 };
static void *short_life(void *n)
{
    char name[16];
    snprintf(name, sizeof name, "t%d", *(int *)n);
    procmon_register(name, "short", PROCMON_ALL_WAITS);
    unsigned region = procmon_region(name);
    procmon_enter(region);
    procmon_leave(region);
    return region ? n : NULL;
}

/* 8000 threads, 200 at a time, use 4096 slots in turn; each frees its own. */
static void part_threads(void)
{
    static int numbers[THREADS];
    for (int r = 0; r < ROUNDS; r++) {
        pthread_t t[THREADS];
        void *result;
        int n = 0;
        for (; n < THREADS; n++) {
            numbers[n] = n;
            if (pthread_create(&t[n], NULL, short_life, &numbers[n]))
                break;
        }
        for (int i = 0; i < n; i++)
            if (pthread_join(t[i], &result) || !result)
                exit(3);
    }
    stop_here();
}

static void ended_threads_give_their_slots_back(void)
{
    open_server();
    const struct monitor_area *area = questions_area(server);
    pid_t child = play(part_threads);
    CHECK(reached());
    CHECK(area->slots <= THREADS);
    for (uint32_t i = 0; i < area->slots; i++)
        CHECK(area->slot[i].tid == 0 && area->slot[i].running == 0);
    CHECK(area->regions == THREADS);
    let_go();
    CHECK(end_of(child) == 0);
    close_server();
}

static int is_answered(const char *question)
{
    char *answer = procmon_ask(question);
    int is = answer != NULL;
    free(answer);
    return is;
}

/* Parent and child have separate connections for questions. */
static void part_fork(void)
{
    procmon_register("parent", NULL, PROCMON_ALL_WAITS);
    if (!is_answered("start"))
        exit(3);
    procmon_enter(procmon_region("around"));
    pid_t child = fork();
    if (!child) {
        procmon_leave(procmon_region("around")); /* not open in this thread */
        procmon_register("child", NULL, PROCMON_ALL_WAITS);
        stop_here();
        _exit(procmon_region("around") == 1 && is_answered("start") ? 0 : 4);
    }
    int status;
    waitpid(child, &status, 0);
    exit(status || !is_answered("start") ? 5 : 0);
}

static void a_forked_child_is_a_separate_thread(void)
{
    open_server();
    const struct monitor_area *area = questions_area(server);
    pid_t child = play(part_fork);
    CHECK(reached());
    long s = slot_of(child);
    CHECK(s == 0 && area->slots == 2);
    CHECK_TEXT("parent", area_names(area, 0).name);
    CHECK_TEXT("child", area_names(area, 1).name);
    CHECK(area_region(area, 0) == 1 && area_region(area, 1) == 0);
    let_go();
    CHECK(end_of(child) == 0);
    close_server();
}

/* The slots of a killed process remain; they are reused when all slots are taken. */
static void part_killed(void)
{
    procmon_register("victim", NULL, PROCMON_ALL_WAITS);
    raise(SIGKILL);
}
static void part_full(void)
{
    procmon_register("late", NULL, PROCMON_ALL_WAITS);
    stop_here();
}

static void slots_of_the_killed_are_used_again(void)
{
    open_server();
    struct monitor_area *area = (struct monitor_area *)(uintptr_t)questions_area(server);
    pid_t victim = play(part_killed);
    CHECK(WIFSIGNALED(end_of(victim)));
    CHECK(area->slots == 1 && area->slot[0].tid == (uint32_t)victim);
    for (int i = 1; i < AREA_SLOTS; i++)
        area->slot[i].tid = my_tid(); /* there */
    area->slots = AREA_SLOTS;
    pid_t late = play(part_full);
    CHECK(reached());
    CHECK(area->slot[0].tid == (uint32_t)late);
    CHECK_TEXT("late", area_names(area, 0).name);
    pid_t too_late = 0;
    let_go();
    CHECK(end_of(late) == 0);
    area->slot[0].tid = my_tid();
    too_late = play(part_full);
    CHECK(reached());
    CHECK(area->slot[0].tid == my_tid());
    let_go();
    CHECK(end_of(too_late) == 0);
    close_server();
}

/* Threads with the same ID and different start times are different threads. */
static void start_times_distinguish_threads(void)
{
    static struct monitor_area area;
    struct area_index x = {0};
    area.slots = 3;
    area.slot[0] = (struct area_slot){.tid = 7, .start = 100};
    area.slot[1] = (struct area_slot){.tid = 7, .start = 200};
    area.slot[2] = (struct area_slot){.tid = AREA_BUSY};
    area_index_renew(&x, &area);
    CHECK(area_find(&x, &area, 7, 200) == 1);
    CHECK(area_find(&x, &area, 7, 100) == 0);
    CHECK(area_find(&x, &area, 7, 300) == -1);
    CHECK(area_find(&x, &area, 7, 0) == 0);
    CHECK(area_find(&x, &area, 8, 0) == -1);
    CHECK(area_find(&x, &area, AREA_BUSY, 0) == -1);
    area.slot[2].tid = 8;
    area_index_renew(&x, &area);
    CHECK(area_find(&x, &area, 8, 0) == -1); /* the area's change counter has not changed */
    area.changes++;
    area_index_renew(&x, &area);
    CHECK(area_find(&x, &area, 8, 5) == 2);
}

/* Names are printed as valid text for any bytes: characters of one to four bytes are kept;
 * truncated or overlong characters, surrogates, values beyond Unicode and control characters
 * (also 0x9b of two bytes) are not. */
static void names_are_text(void)
{
    static const struct {
        const char *there, *name;
    } names[] = {
        {"plain", "plain"},
        {"h\xc3\xbc \xe2\x82\xac \xf0\x9f\x90\x8c", "h\xc3\xbc \xe2\x82\xac \xf0\x9f\x90\x8c"},
        {"\x1b[2J\x7f", "_[2J_"},
        {"\xc2\x9b\x32J", "__2J"},
        {"\x9b\xc3", "__"},
        {"\xc0\xaf \xe0\x80\xaf", "__ ___"},
        {"\xed\xa0\x80", "___"},
        {"\xf4\x90\x80\x80 \xff\xfe", "____ __"},
        {"123456789012345678901234567890\xc3\xbc", "123456789012345678901234567890_"},
    };
    static struct monitor_area area;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        memcpy(area.slot[0].name, names[i].there, strnlen(names[i].there, AREA_NAME - 1) + 1);
        area.slot[0].name[AREA_NAME - 1] = 'x'; /* without terminating 0 */
        if (strlen(names[i].there) < AREA_NAME - 1)
            area.slot[0].name[strlen(names[i].there)] = 0;
        CHECK_TEXT(names[i].name, area_names(&area, 0).name);
    }
}

/* ---- questions ---- */

static struct watch one_thread(void *context, struct arena *a)
{
    long *calls = context;
    struct watch w = {.seconds = 1.0 + (double)*calls, .samples = 100, .n_threads = 1};
    w.threads = ARENA_NEW(a, struct watched_thread);
    w.threads[0] = (struct watched_thread){.tid = 11, .pid = 10, .name = "worker"};
    /* Call n (from 0): 100 n samples computing, 300 n waiting. */
    w.threads[0].counts.n[STATE_PROCESSING] = (uint64_t)(100 * *calls);
    w.threads[0].counts.n[STATE_COMMUNICATION] = (uint64_t)(300 * *calls);
    ++*calls;
    return w;
}

static void part_asks(void)
{
    procmon_start();                             /* call 0 */
    double share = procmon_processing("worker"); /* call 1: 100 of 400 */
    char *answer = procmon_ask("read nobody");
    if (share < 0.2499999 || share > 0.2500001)
        exit(3);
    if (!answer || !strstr(answer, "\"threads\": []") || strchr(answer, '\n'))
        exit(4);
    free(answer);
    if (procmon_processing("nobody") >= 0 || procmon_processing("two\nlines") >= 0)
        exit(5);
    answer = procmon_ask("nonsense");
    if (!answer || strncmp(answer, "{\"error\": ", 10) != 0)
        exit(6);
    free(answer);
    answer = procmon_ask("calibrate");
    if (!answer || !strstr(answer, "--calibrate"))
        exit(7);
    free(answer);
}

static void a_program_asks(void)
{
    long calls = 0;
    open_server();
    questions_source(server, (struct question_source){.watch = one_thread, .context = &calls});
    CHECK(end_of(play(part_asks)) == 0);
    CHECK(calls == 4);
    close_server();
}

/* ---- signal handlers ---- */

#if defined __x86_64__
static unsigned region_of_handler;
static volatile int steps;

static void step_handler(int unused)
{
    (void)unused;
    procmon_enter(region_of_handler);
    procmon_leave(region_of_handler);
    steps++;
}

/* The code between the two calls runs in single steps (trap flag), with a SIGTRAP after each. */
#define STEPS(instruction)                                                                         \
    __asm__ volatile("lea -128(%%rsp),%%rsp\n\tpushfq\n\t" instruction                             \
                     ",(%%rsp)\n\tpopfq\n\tlea 128(%%rsp),%%rsp" ::                                \
                         : "memory", "cc")
static void in_steps(void call(unsigned), unsigned region)
{
    STEPS("orq $0x100");
    call(region);
    STEPS("andq $-0x101");
}

static void part_steps(void)
{
    unsigned outer = procmon_region("outer"), inner = procmon_region("inner");
    struct sigaction s = {.sa_handler = step_handler};
    region_of_handler = procmon_region("handler");
    sigaction(SIGTRAP, &s, NULL);
    procmon_enter(outer);
    in_steps(procmon_enter, inner);
    stop_here();
    in_steps(procmon_leave, inner);
    stop_here();
    in_steps(procmon_leave, outer);
    stop_here();
    exit(steps < 30 ? 3 : 0);
}

/* Expected regions of the thread: outer 1, inner 2. The handler leaves what it enters. */
static void a_handler_at_each_instruction(void)
{
    static const uint32_t expected[] = {2, 1, 0};
    open_server();
    pid_t child = play(part_steps);
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        CHECK(reached());
        CHECK(area_region(questions_area(server), slot_of(child)) == expected[i]);
        let_go();
    }
    CHECK(end_of(child) == 0);
    close_server();
}
#endif

/* ---- no monitor ---- */

static void part_nobody(void)
{
    errno = 77;
    if (procmon_watched() || procmon_region("r") || procmon_ask("read") ||
        procmon_processing("x") >= 0)
        exit(3);
    procmon_register("x", NULL, PROCMON_ALL_WAITS);
    procmon_enter(1);
    procmon_leave(1);
    procmon_unregister();
    procmon_start();
    exit(errno == 77 ? 0 : 4);
}

/* A socket where no monitor answers delays the program for two seconds, once. */
static void part_silence(void)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    snprintf(at.sun_path, sizeof at.sun_path, "%s.deaf", questions_path(server));
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    if (bind(s, (struct sockaddr *)&at, sizeof at) || listen(s, 5))
        exit(8);
    setenv("PROCMON_SOCKET", at.sun_path, 1);
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    int watched = procmon_watched();
    clock_gettime(CLOCK_MONOTONIC, &to);
    unlink(at.sun_path);
    double took = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    exit(watched ? 3 : took < 1.9 ? 4 : 0);
}

static void part_no_socket(void)
{
    setenv("PROCMON_SOCKET", "/nowhere/at/all", 1);
    part_nobody();
}

static void part_unset(void)
{
    unsetenv("PROCMON_SOCKET");
    part_nobody();
}

static void no_monitor(void)
{
    open_server();
    CHECK(end_of(play(part_unset)) == 0);
    CHECK(end_of(play(part_no_socket)) == 0);
    CHECK(end_of(play(part_silence)) == 0);
    CHECK(questions_area(server)->slots == 0);
    close_server();
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    TEST(a_thread_names_itself);
    TEST(regions_nest);
    TEST(ended_threads_give_their_slots_back);
    TEST(a_forked_child_is_a_separate_thread);
    TEST(slots_of_the_killed_are_used_again);
    TEST(start_times_distinguish_threads);
    TEST(names_are_text);
    TEST(a_program_asks);
#if defined __x86_64__
    TEST(a_handler_at_each_instruction);
#endif
    TEST(no_monitor);
    return tests_end();
}
