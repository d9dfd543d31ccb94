/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libmultikron: every triggered sample is in the sample file, or a mark there or the ring file
 * counts it: with many threads, in signal handlers, and without free space. Sequence numbers in the
 * user bits identify the samples. */
#include "tests/unit/played.h"
#include "base/util.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>

enum { EACH = 500, HANDLED = 5000, FULL = 200000 };

/* ---- parts: the programs under test ---- */

static pthread_barrier_t together;

static void *thread_waits(void *unused)
{
    mk_trace(LEVEL, 0);
    pthread_barrier_wait(&together);
    some(1, EACH - 1);
    return unused;
}

/* Runs threads that all have a ring at the same time, including the main thread. */
static void play_threads(int n)
{
    pthread_t *t = calloc((size_t)n, sizeof *t);
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 17);
    pthread_barrier_init(&together, NULL, (unsigned)n);
    for (int i = 1; i < n; i++)
        if (pthread_create(&t[i], &small, thread_waits, NULL) != 0)
            exit(2);
    thread_waits(NULL);
    for (int i = 1; i < n; i++)
        pthread_join(t[i], NULL);
    free(t);
}

static void part_threads_63(void)
{
    play_threads(63);
}
static void part_threads_64(void)
{
    play_threads(64);
}
static void part_threads_200(void)
{
    play_threads(200);
}
static void part_threads_1000(void)
{
    play_threads(1000);
}

static void part_burst(void)
{
    some(0, 100000);
}

static volatile uint64_t handled;

/* Marks of handlers have 2^40 added, those of nested handlers 2^41. */
static void inner_handler(int unused)
{
    (void)unused;
    mk_trace(LEVEL, UINT64_C(2) << 40 | handled++);
}

static void handler(int unused)
{
    (void)unused;
    mk_trace(LEVEL, UINT64_C(1) << 40 | handled++);
    raise(SIGUSR1);
    mk_trace(LEVEL, UINT64_C(1) << 40 | handled++);
    mk_count(0, 1);
}

static void handle_signals(int flags)
{
    static char stack[1 << 16];
    stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction s = {.sa_handler = handler, .sa_flags = flags};
    sigaltstack(&own, NULL);
    sigaction(SIGALRM, &s, NULL);
    s.sa_handler = inner_handler;
    s.sa_flags = 0;
    sigaction(SIGUSR1, &s, NULL);
}

/* Sends signals at any moment until there are enough. Prints the number of triggered samples. */
static void play_signals(int flags)
{
    struct itimerval often = {{0, 30}, {0, 30}}, never = {{0, 0}, {0, 0}};
    uint64_t n = 0;
    handle_signals(flags);
    setitimer(ITIMER_REAL, &often, NULL);
    while (handled < HANDLED && n < MOST - 2 * HANDLED)
        mk_trace(LEVEL, n++);
    setitimer(ITIMER_REAL, &never, NULL);
    printf("%llu %llu\n", (unsigned long long)n, (unsigned long long)handled);
}

static void part_signals(void)
{
    play_signals(0);
}
static void part_signals_on_a_stack(void)
{
    play_signals(SA_ONSTACK);
}

static int raising_sink(void *context, const void *records, size_t bytes)
{
    (void)context, (void)records, (void)bytes;
    raise(SIGUSR1);
    return -1;
}

/* A handler interrupts a drain while the ring of its thread is full. */
static void part_signal_in_a_drain(void)
{
    handle_signals(0);
    some(0, RING / 16 - 1);
    mk_set_sink(raising_sink, NULL);
    mk_flush();
    mk_set_sink(NULL, NULL);
    printf("%llu\n", (unsigned long long)mk_lost());
}

/* Limits the size of files. */
static void limit_files(rlim_t bytes)
{
    struct rlimit l = {bytes, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &l);
}

static void part_full(void)
{
    limit_files(1500000);
    for (uint64_t i = 0; i < FULL; i += 1000) {
        some(i, 1000);
        mk_flush();
    }
}

static void *thread_some(void *unused)
{
    some(0, FULL);
    return unused;
}

/* The limit permits only the first ring. */
static void part_no_ring(void)
{
    pthread_t t[4];
    limit_files(65536 + (1 << 20) + 65536 + RING);
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, thread_some, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
}

static void part_no_file_for_a_child(void)
{
    limit_files(100000);
    if (fork() == 0) {
        some(0, 10);
        exit(0);
    }
    wait(NULL);
}

static void part_sums_killed(void)
{
    mk_loop_begin(1);
    mk_loop_end(1);
    raise(SIGKILL);
}

/* Creates a manifest, a ring file with a sample, and no sample file. */
static void part_killed_after_a_flush(void)
{
    mk_region("a.c:a:1");
    mk_flush();
    mk_enter(1);
    raise(SIGKILL);
}

/* Names that must be changed for a line of the manifest. */
static void part_names(void)
{
    char one[1001], other[1001];
    memset(one, 'a', 1000);
    one[1000] = 0;
    memcpy(other, one, sizeof other);
    other[950] = 'b';
    const char *const names[] = {one, other, "a\nb", "a_b", "q\"#", "q'#", "", "x", "x ", " x"};
    unsigned wrong = 0;
    for (unsigned twice = 0; twice < 2; twice++)
        for (unsigned i = 0; i < COUNT_OF(names); i++)
            wrong += mk_region(names[i]) != i + 1;
    printf("%u\n", wrong);
    for (unsigned i = 1; i <= COUNT_OF(names); i++) {
        mk_enter(i);
        mk_exit(i);
    }
}

/* A thread with a pending cancellation, which takes effect in its first call of open, write, ... */
static void *thread_cancelled(void *unused)
{
    pthread_cancel(pthread_self());
    some(0, 10000);
    pthread_testcancel();
    return unused;
}

static void part_cancelled(void)
{
    alarm(60); /* ends a program that hangs */
    for (int i = 0; i < 3; i++) {
        pthread_t t;
        pthread_create(&t, NULL, thread_cancelled, NULL);
        pthread_join(t, NULL);
    }
    some(0, 10);
}

/* A process that sends signals to its group and blocks them itself. */
static pid_t start_sender(void)
{
    pid_t group = getpid(), sender;
    sigset_t usr1;
    sigemptyset(&usr1);
    sigaddset(&usr1, SIGUSR1);
    setpgid(0, 0);
    handle_signals(0);
    sigprocmask(SIG_BLOCK, &usr1, NULL);
    if ((sender = fork()) == 0)
        for (signal(SIGUSR1, SIG_IGN); kill(-group, SIGUSR1) == 0;)
            for (volatile int i = 0; i < 3000; i++)
                ;
    sigprocmask(SIG_UNBLOCK, &usr1, NULL);
    return sender;
}

static int status_of(pid_t child)
{
    int status = -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

/* Children that are interrupted immediately after fork; signals go to the whole group. */
static void part_forks_under_signals(void)
{
    enum { CHILDREN = 100, BETWEEN = 100 };
    int wrong = 0;
    some(0, 1);
    pid_t sender = start_sender();
    for (uint64_t i = 0; i < CHILDREN; i++) {
        pid_t child = fork();
        if (child == 0) {
            some(0, 1);
            exit(0);
        }
        some(1 + i * BETWEEN, BETWEEN);
        wrong += status_of(child) != 0;
    }
    kill(sender, SIGKILL);
    status_of(sender);
    printf("%d %llu\n", 1 + CHILDREN * BETWEEN, (unsigned long long)handled);
    if (wrong)
        exit(3);
}

static void *thread_sums_and_stays(void *unused)
{
    for (int i = 0; i < 5; i++) {
        mk_loop_begin(1);
        mk_loop_end(1);
    }
    pthread_barrier_wait(&together);
    pause();
    return unused;
}

static void part_sums_of_another(void)
{
    pthread_t t;
    pthread_barrier_init(&together, NULL, 2);
    pthread_create(&t, NULL, thread_sums_and_stays, NULL);
    pthread_barrier_wait(&together);
}

/* Loops of more and more regions and blocks, which continue while the process ends. */
static void *thread_runs_on(void *unused)
{
    for (unsigned i = 0;; i++) {
        mk_loop_begin(1 + i % 3000);
        mk_loop_past(1, i % 5000, 1);
        mk_loop_end(1 + i % 3000);
        if (i == 500)
            pthread_barrier_wait(&together);
    }
    return unused;
}

static void part_loops_run_on(void)
{
    pthread_t t;
    pthread_barrier_init(&together, NULL, 5);
    for (int i = 0; i < 4; i++)
        pthread_create(&t, NULL, thread_runs_on, NULL);
    pthread_barrier_wait(&together);
}

#if defined __x86_64__
static uint64_t *stepped_ring, stepped_end, steps_back;

/* Two samples per 41 steps, 1 to 8 steps apart: an interrupted trigger starts again. */
static bool triggers_in_step(uint64_t i)
{
    return i % 41 == 0 || i % 41 == i / 41 % 8 + 1;
}

/* A handler after each instruction; the number of published bytes never decreases. */
static void step_handler(int unused)
{
    (void)unused;
    if (mk_self.published && mk_self.published == stepped_ring)
        steps_back += __atomic_load_n(stepped_ring, __ATOMIC_RELAXED) < stepped_end;
    if (triggers_in_step(handled))
        mk_trace(LEVEL, UINT64_C(1) << 40 | handled);
    handled++;
    stepped_ring = mk_self.published;
    stepped_end = stepped_ring ? __atomic_load_n(stepped_ring, __ATOMIC_RELAXED) : 0;
}

/* The code between the two calls runs in single steps (trap flag). */
#define STEPS(instruction)                                                                         \
    __asm__ volatile("lea -128(%%rsp),%%rsp\n\tpushfq\n\t" instruction                             \
                     ",(%%rsp)\n\tpopfq\n\tlea 128(%%rsp),%%rsp" ::                                \
                         : "memory", "cc")
static void part_signals_at_each_instruction(void)
{
    /* A sanitizer multiplies the instructions of a trigger, and so the signals. */
#if defined __SANITIZE_ADDRESS__
    enum { TRIGGERS = 100 };
#else
    enum { TRIGGERS = 1500 };
#endif
    struct sigaction s = {.sa_handler = step_handler};
    alarm(500); /* ends a program that hangs */
    sigaction(SIGTRAP, &s, NULL);
    for (uint64_t i = 0; i < TRIGGERS; i++) {
        STEPS("orq $0x100");
        mk_trace(LEVEL, i);
        STEPS("andq $-0x101");
    }
    uint64_t by_handlers = 0;
    for (uint64_t i = 0; i < handled; i++)
        by_handlers += triggers_in_step(i);
    printf("%d %llu\n", TRIGGERS, (unsigned long long)by_handlers);
    if (steps_back)
        exit(3);
}
#else
static void part_signals_at_each_instruction(void)
{
    play_signals(0);
}
#endif

static const struct part parts[] = {
#define PART(name)                                                                                 \
    {                                                                                              \
#name, part_##name                                                                         \
    }
    PART(threads_63),
    PART(threads_64),
    PART(threads_200),
    PART(threads_1000),
    PART(burst),
    PART(signals),
    PART(signals_on_a_stack),
    PART(signal_in_a_drain),
    PART(full),
    PART(no_ring),
    PART(no_file_for_a_child),
    PART(sums_killed),
    PART(signals_at_each_instruction),
    PART(killed_after_a_flush),
    PART(names),
    PART(cancelled),
    PART(forks_under_signals),
    PART(sums_of_another),
    PART(loops_run_on),
#undef PART
};

/* ---- results ---- */

/* Returns the number of lost samples that marks count. */
static uint64_t counted_losses(void)
{
    uint64_t n = 0;
    for (size_t i = 0; i < n_samples; i++)
        if (samples[i].fifo_overrun && samples[i].user >> 40 == MK_LOST)
            n += samples[i].user & MARK_LOST_MAX;
    return n;
}

static uint64_t marks_of_losses(void)
{
    uint64_t n = 0;
    for (size_t i = 0; i < n_samples; i++)
        n += samples[i].user >> 40 == MK_LOST;
    return n;
}

/* Returns the number after the word in the text; 0 = the word is not in it. */
static unsigned long long number_after(const char *text, const char *word)
{
    const char *at = strstr(text, word);
    return at ? strtoull(at + strlen(word), NULL, 10) : 0;
}

/* ---- tests ---- */

/* Each of n threads has EACH samples, numbered from 0 in order. */
static void check_threads(const char *part, uint32_t n)
{
    static uint64_t next[65536];
    uint64_t wrong = 0, whole = 0;
    memset(next, 0, sizeof next);
    CHECK(play(part, "MULTIKRON_MEMORY=268435456") == 0);
    CHECK(load("0.0.mkn") == (size_t)n * EACH + 2);
    for (size_t i = 0; i < n_samples; i++) {
        uint64_t *number = &next[samples[i].source & 0xffff];
        if (samples[i].user >> 40)
            continue;
        wrong += samples[i].fifo_overrun || samples[i].user != (*number)++;
        whole += *number == EACH;
    }
    CHECK(wrong == 0 && whole == n);
    CHECK_TEXT("", text_of("err"));
    CHECK(!is_there("0.0.mkr"));
}

static void any_number_of_threads(void)
{
    check_threads("threads_63", 63);
    check_threads("threads_64", 64);
    check_threads("threads_200", 200);
    check_threads("threads_1000", 1000);
}

static void a_thread_continues_in_another_ring(void)
{
    /* 100,000 samples are 1.6 MB: 25 rings, which are not drained before the end. */
    CHECK(play("burst", "MULTIKRON_DRAIN=exit MULTIKRON_MEMORY=2000000") == 0);
    CHECK(load("0.0.mkn") == 100000 + 2);
    size_t wrong = 0;
    for (size_t i = 1; i < n_samples - 1; i++)
        wrong += samples[i].user != i - 1;
    CHECK(wrong == 0);
    /* 15 rings of 65536 bytes are within a limit of 1,000,000: 61440 samples, including the start.
     * One mark counts the 38561 others and the end of the process. */
    CHECK(play("burst", "MULTIKRON_DRAIN=exit MULTIKRON_MEMORY=1000000") == 0);
    CHECK(load("0.0.mkn") == 61440 + 1);
    CHECK(is_loss(&samples[61440], 38562));
}

/* Checks that all samples of main and the handlers are stored, in the order of main and of time, or
 * counted. Returns how many more are stored and counted than were triggered. */
static long long surplus_of_signals(const char *part, const char *settings)
{
    unsigned long long sent = 0, by_handlers = 0, there = 0, by_handlers_there = 0;
    uint64_t next = 0, wrong = 0, time = 0;
    CHECK(play(part, settings) == 0);
    CHECK(sscanf(output, "%llu %llu", &sent, &by_handlers) == 2 && by_handlers > 0);
    load("0.0.mkn");
    for (size_t i = 0; i < n_samples; i++) {
        const struct sample *s = &samples[i];
        wrong += s->timestamp < time;
        time = s->timestamp;
        by_handlers_there += s->user >> 40 == 1 || s->user >> 40 == 2;
        if (s->user >> 40)
            continue;
        wrong += s->user < next;
        next = s->user + 1;
        there++;
    }
    CHECK(wrong == 0);
    printf("# %s %s: %llu of %llu samples of handlers, %llu of %llu others are there\n", part,
           settings, by_handlers_there, by_handlers, there, sent);
    return (long long)(there + by_handlers_there + counted_losses() - sent - by_handlers);
}

static void check_signals(const char *part, const char *settings)
{
    CHECK(surplus_of_signals(part, settings) == 0);
}

static void signal_handlers_trigger_samples(void)
{
    check_signals("signals", "MULTIKRON_MEMORY=268435456");
    check_signals("signals_on_a_stack", "MULTIKRON_MEMORY=268435456");
    check_signals("signals", "MULTIKRON_OVERRUN=wait");
    check_signals("signals", "MULTIKRON_CLOCK=system MULTIKRON_MEMORY=268435456");
}

static void a_handler_in_a_drain_is_rejected(void)
{
    CHECK(play("signal_in_a_drain", "MULTIKRON_DRAIN=exit") == 0);
    CHECK_TEXT("1\n", output);
    /* The ring was full: 4096 samples, then a mark for the handler's and the end of the process. */
    CHECK(load("0.0.mkn") == 4096 + 1);
    CHECK(is_loss(&samples[4096], 2));
}

/* The process continues on a full disk. It is not slowed down, because failed writes are delayed.
 * All samples are in the file, in the rings, or counted. */
static void check_full(const char *settings)
{
    CHECK(play("full", settings) == 0);
    unsigned long long failed =
        number_after(text_of("0.0.manifest"), "# failed writes to the sample file: ");
    unsigned long long lost = number_after(text_of("0.0.manifest"), "# samples lost: ");
    CHECK(lost > FULL / 4 && lost < FULL);
    CHECK(failed > 0 && failed < lost / 100);
    CHECK(number_after(text_of("err"), "process 0 of node 0 lost ") == lost);
    CHECK(strstr(text_of("err"), "free disk space in MULTIKRON_DIR"));
    CHECK(strstr(text_of("err"), "multikron salvage"));
    CHECK(is_there("0.0.mkr"));
    CHECK(tool("stat 0.0.mkn") == 256);
    CHECK(strstr(text_of("said"), "bytes still in the ring file"));
    CHECK(tool("send --retry=0 --to=unix:nobody 0.0.mkn") == 256);
    CHECK(strstr(text_of("said"), "run 'multikron salvage' on the ring file"));
    CHECK(tool("salvage 0.0.mkr") == 256);
    CHECK(tool("salvage 0.0.mkr") == 256); /* a second salvage changes nothing */
    CHECK(tool("stat 0.0.mkn") == 256 && !strstr(text_of("said"), "ring file"));
    load("0.0.mkn");
    CHECK(counted_losses() == lost);
    CHECK(n_samples - marks_of_losses() + lost == FULL + 2);
}

static void a_full_disk(void)
{
    check_full("MULTIKRON_MEMORY=268435456");
    check_full("MULTIKRON_OVERRUN=wait MULTIKRON_MEMORY=268435456");
    check_full("MULTIKRON_OVERRUN=wait MULTIKRON_DRAIN=exit");
    check_full("MULTIKRON_DRAIN=exit");
}

static void threads_without_a_ring_are_counted(void)
{
    CHECK(play("no_ring", "") == 0);
    CHECK(load("0.0.mkn") >= 3);
    CHECK(counted_losses() == 4 * FULL);
    CHECK(strstr(text_of("0.0.manifest"), "# samples lost: 800000\n"));
    CHECK(number_after(text_of("err"), "process 0 of node 0 lost ") == 4 * FULL);
    CHECK(!is_there("0.0.mkr"));
}

static void a_child_without_files_is_counted_by_its_parent(void)
{
    CHECK(play("no_file_for_a_child", "") == 0);
    /* Ten samples, and the end of the child. */
    CHECK(load("0.0.mkn") == 3 && counted_losses() == 11);
}

/* stat, decode, merge, import and export of a file with marks of losses. */
static void every_reader_reports_losses(void)
{
    CHECK(play("burst", "MULTIKRON_DRAIN=exit") == 0);
    CHECK(load("0.0.mkn") == 4096 + 1);
    /* Of 100,000 samples and two of the process, 4096 are stored. */
    static const char *const commands[] = {"stat 0.0.mkn", "stat --format=json 0.0.mkn",
                                           "stat --format=csv 0.0.mkn",
                                           "decode 0.0.mkn | tail -n 3", "merge -o m.mkn 0.0.mkn"};
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        int status = tool(commands[i]);
        CHECK(status == 256 || strchr(commands[i], '|'));
        CHECK(strstr(text_of("said"), "95906"));
    }
    CHECK(tool("decode 0.0.mkn") == 256);
    CHECK(tool("export --to=ctf -o c --manifest=0.0.manifest 0.0.mkn") == 256);
    CHECK(strstr(text_of("c/metadata"), "stream_missing_samples = 95906;"));
    CHECK(tool("export --to=perfetto -o p.json --manifest=0.0.manifest 0.0.mkn") == 256);
    CHECK(strstr(text_of("p.json"), "\"stream_missing_samples\":95906"));
    char command[400];
    snprintf(
        command, sizeof command,
        "cd %s && cp $SAMPLES/daxpy.f . && kma --machine=golden-cove --db=run.db daxpy.f >said",
        folder);
    CHECK(system(command) == 0);
    CHECK(tool("import run.db --manifest=0.0.manifest 0.0.mkn") == 256);
    CHECK(strstr(text_of("said"), "samples were lost before this one"));
}

static void sums_of_a_killed_process_are_named(void)
{
    CHECK(play("sums_killed", "MULTIKRON_DRAIN=exit") != 0);
    /* A directory with only the ring file. */
    CHECK(tool("import run.db .") == 256);
    CHECK(strstr(text_of("said"), "all its samples are in this ring file"));
    CHECK(tool("salvage 0.0.mkr") == 256);
    CHECK(strstr(text_of("said"), "the loop sums of 1 thread were only in memory"));
}

static void a_ring_file_without_a_sample_file_is_named(void)
{
    CHECK(play("killed_after_a_flush", "MULTIKRON_FILTER=1 MULTIKRON_DRAIN=exit") != 0);
    CHECK(is_there("0.0.manifest") && !is_there("0.0.mkn"));
    CHECK(tool("export --to=perfetto -o p.json .") == 256);
    CHECK(strstr(text_of("said"), "all its samples are in this ring file"));
}

/* Equal names have the same number, different names different ones, and readers accept them. */
static void any_name_is_a_name(void)
{
    CHECK(play("names", "MULTIKRON_RUN='#1'") == 0);
    CHECK_TEXT("0\n", output);
    CHECK(tool("export --to=perfetto -o p.json .") == 0);
    CHECK(strstr(text_of("p.json"), "\"name\":\"x\""));
    CHECK(strstr(text_of("p.json"), "\"name\":\"x \""));
    CHECK(strstr(text_of("p.json"), "\"name\":\" x\""));
    CHECK(strstr(text_of("p.json"), "\"name\":\"(no name)\""));
    CHECK(strstr(text_of("0.0.manifest"), "run \"#1\"\n"));
}

/* The ring is often full, drained by main, by its handlers, and by the drain. */
static void a_signal_at_each_instruction(void)
{
    check_signals("signals_at_each_instruction", "MULTIKRON_OVERRUN=wait");
    check_signals("signals_at_each_instruction", "MULTIKRON_MEMORY=268435456");
}

/* pthread_cancel at the first open, or at a write of the drain thread, must not leave a lock
 * locked. */
static void a_cancelled_thread_blocks_no_other(void)
{
    CHECK(play("cancelled", "MULTIKRON_OVERRUN=wait") == 0);
    /* 10,000 samples of each of three threads, 10 of the main thread, start and end. */
    CHECK(load("0.0.mkn") == 30000 + 10 + 2);
}

/* A handler in the child must not write to its parent's rings. Samples that handlers of a child
 * lose before it has a file are counted in the file of its parent. */
static void signals_at_a_fork(void)
{
    CHECK(surplus_of_signals("forks_under_signals", "MULTIKRON_MEMORY=268435456") >= 0);
}

/* The main thread, which has no ring, writes the sums of a thread that has not ended. */
static void sums_of_a_thread_that_stays(void)
{
    size_t wrong = 0, found = 0;
    CHECK(play("sums_of_another", "MULTIKRON_FILTER=1") == 0);
    load("0.0.mkn");
    for (size_t i = 0; i < n_samples; i++) {
        wrong += samples[i].source != 0;
        found += samples[i].user == mk_mark(MK_SUM_INSTANCES, 1, 5);
    }
    CHECK(found == 1 && wrong == 0);
}

static void loops_that_run_on_at_the_end(void)
{
    for (int i = 0; i < 8; i++) {
        CHECK(play("loops_run_on", "MULTIKRON_FILTER=1") == 0);
        CHECK(load("0.0.mkn") > 0);
    }
}

int main(int argc, char **argv)
{
    if (play_part(parts, COUNT_OF(parts), argc, argv))
        return 0;
    samples = calloc(MOST, sizeof *samples);
    if (!samples || !mkdtemp(folder))
        return 1;
    TEST(any_number_of_threads);
    TEST(a_thread_continues_in_another_ring);
    TEST(signal_handlers_trigger_samples);
    TEST(a_handler_in_a_drain_is_rejected);
    TEST(a_full_disk);
    TEST(threads_without_a_ring_are_counted);
    TEST(a_child_without_files_is_counted_by_its_parent);
    TEST(every_reader_reports_losses);
    TEST(sums_of_a_killed_process_are_named);
    TEST(a_ring_file_without_a_sample_file_is_named);
    TEST(any_name_is_a_name);
    TEST(a_signal_at_each_instruction);
    TEST(a_cancelled_thread_blocks_no_other);
    TEST(signals_at_a_fork);
    TEST(sums_of_a_thread_that_stays);
    TEST(loops_that_run_on_at_the_end);
    prepare("");
    rmdir(folder);
    free(samples);
    return tests_end();
}
