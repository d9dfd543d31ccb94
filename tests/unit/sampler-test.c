/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples commands whose shares of CPU time are known: this program itself, called with the name of
 * a workload. Its loops run until they have used a given CPU time. */
#include "measure/sampling/sampler.h"

#include "base/util.h"
#include "binaries/binary.h"
#include "measure/sampling/command.h"
#include "measure/sampling/records.h"
#include "tests/unit/check.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- workloads ---- */

static double thread_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#define LOOP(name)                                                                                 \
    static __attribute__((noinline)) void name(void)                                               \
    {                                                                                              \
        for (volatile int i = 0; i < 20000; i++)                                                   \
            ;                                                                                      \
    }
LOOP(loop_a)
LOOP(loop_b)

static void run_for(void (*loop)(void), double seconds)
{
    for (double end = thread_seconds() + seconds; thread_seconds() < end;)
        loop();
}

static void wait_for_children(void)
{
    while (wait(NULL) > 0)
        ;
}

static void *run_a(void *seconds)
{
    run_for(loop_a, *(double *)seconds);
    return NULL;
}

static void run_threads(void)
{
    pthread_t threads[4];
    double seconds = 0.1;
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        pthread_create(&threads[i], NULL, run_a, &seconds);
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        pthread_join(threads[i], NULL);
    run_for(loop_b, 0.2);
}

/* A child that runs loop_a, and one that executes this program again, which runs loop_b. */
static void run_children(char *self)
{
    if (fork() == 0) {
        run_for(loop_a, 0.3);
        _exit(0);
    }
    if (fork() == 0) {
        execl(self, self, "b", "0.3", (char *)NULL);
        _exit(127);
    }
    wait_for_children();
}

/* Children of 1 to 5 ms, for which the kernel does not wait either. A pipe shows their end. */
static void run_orphans(void)
{
    int ends[2];
    char byte;
    signal(SIGCHLD, SIG_IGN);
    if (pipe(ends) != 0)
        exit(1);
    for (int i = 0; i < 200; i++)
        if (fork() == 0) {
            run_for(loop_a, 0.001 * (1 + i % 41 * 0.1));
            _exit(0);
        }
    close(ends[1]);
    if (read(ends[0], &byte, 1) != 0)
        exit(1);
}

static int run_workload(char **words)
{
    double seconds = words[2] ? atof(words[2]) : 0;
    if (strcmp(words[1], "a-and-b") == 0) {
        run_for(loop_a, seconds / 4);
        run_for(loop_b, seconds * 3 / 4);
    } else if (strcmp(words[1], "b") == 0) {
        run_for(loop_b, seconds);
    } else if (strcmp(words[1], "children") == 0) {
        run_children(words[0]);
    } else if (strcmp(words[1], "threads") == 0) {
        run_threads();
    } else if (strcmp(words[1], "orphans") == 0) {
        run_orphans();
    } else if (strcmp(words[1], "signal") == 0) {
        run_for(loop_a, 0.02);
        raise(SIGKILL);
    } else {
        return 1;
    }
    return 0;
}

/* ---- results ---- */

static char self[4096];

static bool sample_words(const char *const *words, struct arena *a, struct profile *p, char *said,
                         size_t room)
{
    struct sampler_options o = {
        .command = (char *const *)(uintptr_t)words, .rate = 1000, .seed = 1};
    struct diag d = {.out = fmemopen(said, room, "w")};
    bool good = sampler_run(&o, a, p, &d);
    fclose(d.out);
    return good;
}

static bool sample(const char *workload, const char *seconds, struct arena *a, struct profile *p)
{
    char said[1000] = "";
    const char *words[] = {self, workload, seconds, NULL};
    bool good = sample_words(words, a, p, said, sizeof said);
    CHECK(good);
    CHECK_TEXT("", said);
    CHECK(!good || !profile_check(a, p));
    return good;
}

static double all_weights(const struct profile *p)
{
    double sum = 0;
    for (size_t i = 0; i < p->n_samples; i++)
        sum += (double)p->samples[i].weight;
    return sum;
}

/* Returns the share of the samples in user code that are in the function. */
static double share_of(const struct profile *p, const char *function)
{
    struct diag d = {0};
    struct binary *b = binary_open(self, &d);
    double in = 0, user = 0;
    for (size_t i = 0; i < p->n_samples; i++) {
        const struct profile_sample *s = &p->samples[i];
        const struct profile_object *o = &p->objects[s->object];
        uint64_t address;
        if (o->kind == OBJECT_KERNEL)
            continue;
        user += (double)s->weight;
        if (o->kind != OBJECT_FILE || strcmp(o->path, self) != 0 ||
            !binary_address(b, s->at, &address))
            continue;
        const struct binary_function *f = binary_function_at(b, address);
        if (f && f->name && strcmp(f->name, function) == 0)
            in += (double)s->weight;
    }
    binary_close(b);
    return in / user;
}

/* Compares the sampled time with the kernel's account of CPU time. */
static void check_sum(const struct profile *p, double tolerance)
{
    if (p->unit != PROFILE_NS || !p->kernel)
        return;
    double sampled = 1e-9 * all_weights(p) + p->unsampled_seconds.value;
    CHECK_NEAR(1, sampled / p->cpu_seconds.value, tolerance);
    printf("# sampled %.4f s of %.4f s, of them %.4f s unsampled, %.0f samples/s\n", sampled,
           p->cpu_seconds.value, p->unsampled_seconds.value, p->rate.value);
}

/* ---- tests ---- */

static void two_loops_have_their_shares(void)
{
    struct arena a = {0};
    struct profile p;
    if (sample("a-and-b", "0.8", &a, &p)) {
        CHECK_NEAR(0.25, share_of(&p, "loop_a"), 0.03);
        CHECK_NEAR(0.75, share_of(&p, "loop_b"), 0.03);
        CHECK(p.status == 0 && p.left == 0 && p.lost == 0 && p.rate.value > 900);
        CHECK(p.wall_seconds >= 0.8 && p.cpu_seconds.value >= 0.8);
        check_sum(&p, 0.03);
    }
    arena_free(&a);
}

static void children_are_sampled(void)
{
    struct arena a = {0};
    struct profile p;
    if (sample("children", "", &a, &p)) {
        CHECK_NEAR(0.5, share_of(&p, "loop_a"), 0.05);
        CHECK_NEAR(0.5, share_of(&p, "loop_b"), 0.05);
        check_sum(&p, 0.03);
    }
    arena_free(&a);
}

static void threads_are_sampled(void)
{
    struct arena a = {0};
    struct profile p;
    if (sample("threads", "", &a, &p)) {
        int busy = 0;
        for (size_t i = 0; i < p.n_threads; i++)
            busy += p.threads[i].samples >= 50;
        CHECK(busy == 5);
        CHECK_NEAR(2 / 3.0, share_of(&p, "loop_a"), 0.04);
        check_sum(&p, 0.03);
    }
    arena_free(&a);
}

static void children_without_wait_are_sampled(void)
{
    struct arena a = {0};
    struct profile p;
    if (sample("orphans", "", &a, &p)) {
        CHECK(p.cpu_seconds.value > 0.5);
        CHECK(share_of(&p, "loop_a") > 0.9);
        check_sum(&p, 0.06);
    }
    arena_free(&a);
}

static void end_by_a_signal_is_reported(void)
{
    struct arena a = {0};
    struct profile p;
    if (sample("signal", "", &a, &p))
        CHECK(WIFSIGNALED(p.status) && WTERMSIG(p.status) == SIGKILL && p.n_samples > 0);
    arena_free(&a);
}

static void missing_command_is_an_error(void)
{
    struct arena a = {0};
    struct profile p;
    char said[1000] = "";
    const char *words[] = {"./no-such-command", NULL};
    CHECK(!sample_words(words, &a, &p, said, sizeof said));
    CHECK_TEXT("./no-such-command: error: can't be executed: No such file or directory\n", said);
    arena_free(&a);
}

static void short_command_is_no_error(void)
{
    struct arena a = {0};
    struct profile p;
    char said[1000] = "";
    const char *words[] = {"true", NULL};
    CHECK(sample_words(words, &a, &p, said, sizeof said));
    CHECK(p.status == 0 && p.cpu_seconds.value < 0.1);
    arena_free(&a);
}

/* Both periods are used, about half of the time each. */
static void periods_alternate_at_random(void)
{
    struct command_run run;
    struct events e;
    struct events_refusal why;
    struct diag d = {0};
    struct record_block block = {0};
    const char *words[] = {self, "b", "0.5", NULL};
    CHECK(command_prepare(&run, (char *const *)(uintptr_t)words, &d));
    bool good = events_open(&e, run.pid, 1000, false, &why);
    events_start(&e);
    CHECK(good && command_start(&run, true, &d));
    uint64_t random = 1;
    while (command_is_running(&run)) {
        random = random * UINT64_C(6364136223846793005) + 1;
        events_choose_period(&e, random >> 40);
        usleep(5000);
        for (size_t i = 0; i < e.rings.n; i++)
            ring_drain(&e.rings.at[i], &block);
    }
    double n[2] = {0};
    for (size_t i = 0; i < block.records.n; i++)
        if (block.records.at[i].kind == RECORD_SAMPLE)
            n[(double)block.records.at[i].weight > e.period]++;
    CHECK_NEAR(0.5, n[0] / (n[0] + n[1]), 0.35);
    events_close(&e);
    command_end(&run);
    record_block_free(&block);
}

/* ---- limits of locked memory ---- */

/* Locks all memory that the user may lock for rings, except for at least `spare` pages. */
static void lock_ring_memory(size_t spare)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), last = 0;
    void *at = NULL;
    for (size_t pages = 1024; pages >= 1;) {
        struct perf_event_attr a = {.type = PERF_TYPE_SOFTWARE,
                                    .size = sizeof a,
                                    .config = PERF_COUNT_SW_DUMMY,
                                    .exclude_kernel = 1};
        int fd = (int)syscall(SYS_perf_event_open, &a, 0, -1, -1, 0);
        void *ring =
            fd < 0 ? MAP_FAILED
                   : mmap(NULL, (1 + pages) * page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (ring == MAP_FAILED) {
            close(fd);
            pages /= 2;
        } else if (pages + 1 >= spare) {
            at = ring;
            last = pages + 1;
        }
    }
    if (at)
        munmap(at, last * page);
}

/* Without PR_SET_DUMPABLE, the kernel forbids a process that was root to be sampled. */
static int become_nobody(void)
{
    return setgid(65534) || setuid(65534) || prctl(PR_SET_DUMPABLE, 1);
}

/* Runs a sampler as nobody without locked memory. Returns its exit status: 0 as expected. */
static int sample_as_nobody(size_t spare)
{
    pid_t pid = fork();
    if (pid == 0) {
        struct rlimit none = {0};
        struct arena a = {0};
        struct profile p;
        char said[1000] = "";
        const char *words[] = {self, "b", "0.2", NULL};
        if (setrlimit(RLIMIT_MEMLOCK, &none) != 0 || become_nobody() != 0)
            _exit(9);
        if (spare)
            lock_ring_memory(spare);
        bool good = sample_words(words, &a, &p, said, sizeof said);
        if (!good)
            fprintf(stdout, "# %s", said);
        fflush(stdout);
        _exit(!good ? 1 : p.lost ? 2 : p.rate.value > 500 ? 0 : 3);
    }
    int status;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 99;
}

static void no_locked_memory_suffices(void)
{
    CHECK(sample_as_nobody(0) == 0);
}

static void little_locked_memory_makes_smaller_rings(void)
{
    CHECK(sample_as_nobody(33) == 0);
}

/* Returns NULL, or why the kernel does not permit sampling here, for this user or for nobody. */
static const char *find_refusal(bool nobody)
{
    static char reason[200];
    int ends[2];
    if (pipe(ends) != 0)
        return "no pipe";
    if (fork() == 0) {
        struct events e;
        struct events_refusal why;
        if (nobody && become_nobody() != 0)
            dprintf(ends[1], "not root");
        else if (!events_open(&e, getpid(), 1000, false, &why))
            dprintf(ends[1], "%s", why.what ? why.what : strerror(why.problem));
        _exit(0);
    }
    close(ends[1]);
    ssize_t n = read(ends[0], reason, sizeof reason - 1);
    close(ends[0]);
    wait(NULL);
    reason[n > 0 ? n : 0] = '\0';
    return *reason ? reason : NULL;
}

static void test_perf(void)
{
    const char *why = find_refusal(false);
    if (why) {
        printf("# left out: sampling by perf_event_open: %s\n", why);
        return;
    }
    TEST(two_loops_have_their_shares);
    TEST(children_are_sampled);
    TEST(threads_are_sampled);
    TEST(children_without_wait_are_sampled);
    TEST(end_by_a_signal_is_reported);
    TEST(missing_command_is_an_error);
    TEST(short_command_is_no_error);
    TEST(periods_alternate_at_random);
    if ((why = find_refusal(true))) {
        printf("# left out: limits of locked memory: %s\n", why);
        return;
    }
    TEST(no_locked_memory_suffices);
    TEST(little_locked_memory_makes_smaller_rings);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return run_workload(argv);
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    test_perf();
    return tests_end();
}
