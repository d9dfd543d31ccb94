/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples commands whose shares of CPU time are known: this program itself, called with the name of
 * a workload. */
#include "measure/sampling/sampler.h"

#include "base/util.h"
#include "measure/sampling/command.h"
#include "measure/sampling/overhead.h"
#include "measure/sampling/records.h"
#include "measure/sampling/timers.h"
#include "tests/unit/check.h"
#include "tests/unit/sampler-runs.h"
#include "tests/unit/sampler-workloads.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TIMERS(f) run_test(f, "timers_" #f)

/* ---- tests ---- */

static void two_loops_have_their_shares(void)
{
    struct arena a = {0};
    struct profile p;
    if (sample("a-and-b", "0.8", &a, &p)) {
        check_shares(&p, 0.25);
        CHECK(p.status == 0 && p.left == 0 && p.lost == 0);
        CHECK(p.rate.value > (method == SAMPLER_PERF ? 900 : 10));
        CHECK_TEXT(sampler_name(method), p.sampler);
        CHECK(p.wall_seconds > 0.78 && p.cpu_seconds.value > 0.78);
        check_sum(&p, 0.03);
    }
    arena_free(&a);
}

/* A function has the page faults of the memory that it touches first, and the kernel's time for
 * them; a loop without memory has neither. Events: one fault in 67 is sampled, and others are in
 * the kernel and in the loader. Timers: faults belong to the next sample, which may be elsewhere.
 */
static void page_faults_belong_to_the_code(void)
{
    struct arena a = {0};
    struct profile p;
    if (sample("touch", "", &a, &p)) {
        struct profile_executed touch = work_of(&p, "touch_pages"), b = work_of(&p, "loop_b");
        printf("# %.0f page faults, %.3g s in the kernel\n", (double)touch.faults,
               1e-9 * (double)touch.kernel);
        CHECK_NEAR(1, (double)touch.faults / TOUCHED_PAGES, 0.2);
        CHECK(b.faults < TOUCHED_PAGES / 10);
        if (p.kernel && p.unit == PROFILE_NS)
            CHECK(touch.kernel > 0 && touch.kernel > b.kernel);
    }
    arena_free(&a);
}

static void children_are_sampled(void)
{
    struct arena a = {0};
    struct profile p;
    if (sample("children", "", &a, &p)) {
        check_shares(&p, 0.5);
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
            busy += p.threads[i].samples > 0;
        CHECK(busy >= 5);
        check_shares(&p, 2 / 3.0);
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
        /* shorter than a period of timers: some 50 samples, 4 standard deviations */
        CHECK(share_of(&p, "loop_a") > (method == SAMPLER_PERF ? 0.95 : 0.5));
        check_sum(&p, 0.06);
    }
    arena_free(&a);
}

/* Children of 0.4 ms, shorter than every usual period, run two loops. */
static void short_children_have_their_shares(void)
{
    struct arena a = {0};
    struct profile p;
    if (sample("short-children", "", &a, &p)) {
        double a_share = share_of(&p, "loop_a"), b_share = share_of(&p, "loop_b");
        CHECK_NEAR(0.5, a_share / (a_share + b_share), 0.08);
        CHECK(p.unsampled_seconds.value < 0.05 * p.cpu_seconds.value);
        check_sum(&p, 0.06);
    }
    arena_free(&a);
}

/* Processes that remain after the command are sampled while they use CPU time. */
static void a_busy_daemon_is_sampled(void)
{
    struct arena a = {0};
    struct profile p;
    if (sample("daemon", "0.4", &a, &p)) {
        CHECK(p.cpu_seconds.value > 0.39 && p.left == 0 && p.wall_seconds > 0.39);
        CHECK(share_of(&p, "loop_a") > 0.9);
    }
    arena_free(&a);
}

static void an_idle_daemon_is_left(void)
{
    struct arena a = {0};
    struct profile p;
    if (sample("daemon", "0", &a, &p))
        CHECK(p.left == 1 && p.wall_seconds < 4);
    wait_for_children(); /* the daemon is now a child of this process */
    arena_free(&a);
}

/* Ignored and blocked signals of the caller are those of the command; no others are. */
static void signals_are_inherited(void)
{
    struct arena a = {0};
    struct profile p;
    sigset_t set, before;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, &before);
    signal(SIGHUP, SIG_IGN);
    signal(SIGCHLD, SIG_IGN);
    if (sample("check-signals", "", &a, &p))
        CHECK(p.status == 0);
    CHECK(signal_is_ignored(SIGCHLD));
    signal(SIGHUP, SIG_DFL);
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    arena_free(&a);
}

static void end_by_a_signal_is_reported(void)
{
    struct arena a = {0};
    struct profile p;
    if (sample("signal", "", &a, &p))
        CHECK(WIFSIGNALED(p.status) && WTERMSIG(p.status) == SIGKILL &&
              (p.n_samples > 0 || method != SAMPLER_PERF));
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
    run = (struct command_run){.words = (char *const *)(uintptr_t)words};
    CHECK(command_prepare(&run, &d));
    bool good = events_open(&e, run.pid, 1000, CHAIN_NONE, NULL, &why);
    events_start(&e);
    CHECK(good && command_start(&run, true, &d));
    uint64_t random = 1;
    while (command_is_running(&run)) {
        random = random * UINT64_C(6364136223846793005) + 1;
        events_choose_period(&e, false, random >> 40);
        usleep(5000);
        for (size_t i = 0; i < e.rings.n; i++)
            ring_drain(&e.rings.at[i], &block);
    }
    double n[2] = {0};
    for (size_t i = 0; i < block.records.n; i++)
        if (block.records.at[i].kind == RECORD_SAMPLE)
            n[(double)block.records.at[i].weight > e.period]++;
    printf("# the shorter period has %.3f of the samples\n", n[0] / (n[0] + n[1]));
    CHECK_NEAR(0.5, n[0] / (n[0] + n[1]), 0.2);
    events_close(&e);
    command_end(&run);
    record_block_free(&block);
}

/* Without a given rate, samples take at most 1 % of the CPU time, as far as their cost is known. */
static void automatic_rate_limits_cost(void)
{
    struct arena a = {0};
    struct profile p;
    struct diag d = {0};
    const char *words[] = {self, "b", "0.1", NULL};
    struct sampler_options o = {.command = (char *const *)(uintptr_t)words, .method = SAMPLER_PERF};
    CHECK(sampler_run(&o, &a, &p, &d));
    double unit = p.unit == PROFILE_NS ? 1e9 : 3e9;
    CHECK(p.period >= unit / 1000);
    if (is_known(p.sample_cost)) {
        printf("# a sample takes %.1f us, period %.2f ms\n", 1e6 * p.sample_cost.value,
               1e3 * p.period / unit);
        CHECK(p.sample_cost.value > 0 && p.sample_cost.value / (p.period / unit) <= 0.01);
    }
    arena_free(&a);
}

/* The events take time whenever a thread starts or is switched. */
static void overhead_is_measured(void)
{
    struct events e;
    struct events_refusal why;
    CHECK(events_open(&e, getpid(), 1000, CHAIN_FRAME, NULL, &why));
    struct overhead o = overhead_measure(&e);
    events_close(&e);
    CHECK(is_known(o.of_switch) && is_known(o.of_start));
    printf("# %.2f us for each switch, %.1f us for each start\n", 1e6 * o.of_switch.value,
           1e6 * o.of_start.value);
    CHECK(o.of_start.value >= 0 && o.of_start.value < 0.01); /* a busy machine hides it */
    CHECK(o.of_switch.value >= 0 && o.of_switch.value < 0.001);
}

/* Measures in a child with that limit of processes, which is not root, or where SIGCHLD is ignored.
 * Returns 0: known, 1: missing, or another number: failed. */
static int measure_with_limit(rlim_t processes, bool ignores_children)
{
    enum { OWN_USER = 61234 };
    pid_t pid = fork();
    if (pid == 0) {
        struct events e;
        struct events_refusal why;
        struct rlimit r = {processes, processes};
        alarm(20);
        if (!events_open(&e, getpid(), 1000, CHAIN_NONE, NULL, &why))
            _exit(2);
        if (processes && (setgid(OWN_USER) || setuid(OWN_USER) || prctl(PR_SET_DUMPABLE, 1) ||
                          setrlimit(RLIMIT_NPROC, &r)))
            _exit(3);
        if (ignores_children)
            signal(SIGCHLD, SIG_IGN);
        struct overhead o = overhead_measure(&e);
        if (ignores_children && !signal_is_ignored(SIGCHLD))
            _exit(4);
        _exit(is_known(o.of_switch) && is_known(o.of_start) ? 0 : 1);
    }
    int status;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 99;
}

/* With 1 process, none can be started; with 2, the process that measures can't start its child. */
static void processes_can_be_limited(void)
{
    CHECK(measure_with_limit(1, false) == 1);
    CHECK(measure_with_limit(2, false) == 1);
    CHECK(measure_with_limit(100, false) == 0);
}

static void ignored_children_are_measured(void)
{
    CHECK(measure_with_limit(0, true) == 0);
}

/* ---- limits of locked memory ---- */

/* Locks memory that the user may lock for rings, in pieces, until less than a piece is left; then
 * frees one piece for each processor. */
static void lock_ring_memory(size_t piece_pages)
{
    enum { MOST_PIECES = 1000 };
    size_t bytes = piece_pages * (size_t)sysconf(_SC_PAGESIZE), n = 0;
    void *pieces[MOST_PIECES];
    for (; n < MOST_PIECES; n++) {
        struct perf_event_attr a = {.type = PERF_TYPE_SOFTWARE,
                                    .size = sizeof a,
                                    .config = PERF_COUNT_SW_DUMMY,
                                    .exclude_kernel = 1};
        int fd = (int)syscall(SYS_perf_event_open, &a, 0, -1, -1, 0);
        pieces[n] =
            fd < 0 ? MAP_FAILED : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (pieces[n] == MAP_FAILED)
            break;
    }
    for (long i = sysconf(_SC_NPROCESSORS_CONF); i > 0 && n > 0; i--)
        munmap(pieces[--n], bytes);
}

/* Returns true if rings can be mapped, but none of the usual size. */
static bool has_small_rings(void)
{
    struct events e;
    struct events_refusal why;
    if (!events_open(&e, getpid(), 1000, CHAIN_NONE, NULL, &why))
        return false;
    size_t bytes = e.rings.at[0].bytes;
    events_close(&e);
    return bytes < 128 * (size_t)sysconf(_SC_PAGESIZE);
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
        if (spare && !has_small_rings())
            _exit(8);
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

/* In a child that is not root: exit status 0, or the number of the check that failed. */
static int sample_hidden_program(void)
{
    struct arena a = {0};
    struct profile p;
    char said[1000] = "";
    const char *words[] = {"./hidden", "b", "0.4", NULL};
    if (!sample_words(words, &a, &p, said, sizeof said))
        return 1;
    printf("# %.3f s, of them %.3f s excluded, %.3f s switches\n", p.cpu_seconds.value,
           p.excluded_seconds.value, p.switch_seconds.value);
    fflush(stdout);
    return p.cpu_seconds.value < 0.39                                       ? 2
           : p.excluded_seconds.value < 0.38                                ? 3
           : p.n_excluded != 1 || strcmp(p.excluded[0].name, "hidden") != 0 ? 4
           : profile_check(&a, &p) || p.switch_seconds.value > 0.02         ? 5
                                                                            : 0;
}

/* A program that the user may execute and not read: the kernel does not permit sampling it. */
static void hidden_program_is_excluded(void)
{
    int status;
    char command[5000];
    snprintf(command, sizeof command, "cp '%s' hidden && chmod 711 hidden", self);
    CHECK(system(command) == 0);
    pid_t pid = fork();
    if (pid == 0)
        _exit(become_nobody() == 0 ? sample_hidden_program() : 9);
    waitpid(pid, &status, 0);
    CHECK(status == 0);
}

static void no_locked_memory_suffices(void)
{
    CHECK(sample_as_nobody(0) == 0);
}

static void little_locked_memory_makes_smaller_rings(void)
{
    CHECK(sample_as_nobody(33) == 0 /* 1 + 32 pages */);
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
        else if (!events_open(&e, getpid(), 1000, CHAIN_NONE, NULL, &why))
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

/* ---- timers ---- */

/* Programs that a preloaded library can't sample are refused before they run. */
static void static_program_is_refused(void)
{
    struct arena a = {0};
    struct profile p;
    char said[1000] = "";
    const char *words[] = {"./static", NULL};
    CHECK(
        system("echo 'int main(void) { return 0; }' >static.c && gcc -static -o static static.c") ==
        0);
    CHECK(!sample_words(words, &a, &p, said, sizeof said));
    CHECK_TEXT("./static: error: can't be sampled by a preloaded library: ./static is statically "
               "linked\n",
               said);
    arena_free(&a);
}

static void setuid_program_is_refused(void)
{
    struct arena a = {0};
    CHECK(system("cp static setuid && chown 65534 setuid && chmod u+s setuid") == 0);
    CHECK_TEXT("./setuid runs with the privileges of another user", timers_refusal(&a, "./setuid"));
    CHECK(system("printf '#!%s\n' \"$PWD/setuid\" >script && chmod +x script") == 0);
    CHECK(timers_refusal(&a, "./script"));
    CHECK(!timers_refusal(&a, "sh") && !timers_refusal(&a, "no-such-command"));
    arena_free(&a);
}

/* A program that blocks all signals, changes all their actions, and closes all descriptors. */
static void hostile_program_is_sampled(void)
{
    struct arena a = {0};
    struct profile p;
    if (sample("hostile", "0.4", &a, &p)) {
        CHECK(p.status == 0);
        CHECK_NEAR(1, share_of(&p, "loop_b"),
                   0.2); /* some 100 samples, and the start of the program */
        check_sum(&p, 0.03);
    }
    arena_free(&a);
}

/* The sampler's signal does not reach a program that waits for all signals while it is pending. */
static void waiting_programs_do_not_receive_the_signal(void)
{
    struct arena a = {0};
    struct profile p;
    if (sample("signal-wait", "0.2", &a, &p))
        CHECK(p.status == 0 && p.n_samples > 0);
    arena_free(&a);
}

/* A program that uses the sampler's signal itself. */
static void use_of_the_signal_is_reported(void)
{
    struct arena a = {0};
    struct profile p;
    char said[1000] = "";
    const char *words[] = {self, "signal-handler", "0.1", NULL};
    CHECK(sample_words(words, &a, &p, said, sizeof said));
    CHECK(strstr(said, "warning: the program has a handler for signal "));
    CHECK(p.status == 0 && p.n_samples > 0);
    arena_free(&a);
}

static void check_equal_loops(const char *workload)
{
    struct arena a = {0};
    struct profile p;
    if (sample(workload, "", &a, &p)) {
        check_shares(&p, 0.5);
        CHECK_NEAR(0.6, p.cpu_seconds.value, 0.06);
        check_sum(&p, 0.03);
    }
    arena_free(&a);
}

static void handlers_that_block_signals_are_sampled(void)
{
    check_equal_loops("handler");
}

static void threads_of_c11_are_sampled(void)
{
    check_equal_loops("c11-thread");
}

/* The thread that executes a program gets the number of the first one. */
static void exec_by_a_thread_is_counted_once(void)
{
    check_equal_loops("thread-exec");
}

/* Samples a command of which 0.3 s can't be sampled. Checks the reason. */
static void check_excluded(const char *const *words, const char *name, const char *why)
{
    struct arena a = {0};
    struct profile p;
    char said[1000] = "";
    CHECK(sample_words(words, &a, &p, said, sizeof said));
    CHECK_NEAR(0.3, p.excluded_seconds.value, 0.05);
    CHECK(p.unsampled_seconds.value < 0.05 && p.n_excluded == 1);
    if (p.n_excluded == 1) {
        CHECK_TEXT(name, p.excluded[0].name);
        CHECK(strstr(p.excluded[0].why, why));
    }
    arena_free(&a);
}

/* A program of another C library. */
static void musl_program_is_sampled(void)
{
    struct arena a = {0};
    struct profile p;
    char said[1000] = "";
    const char *words[] = {"./musl-loop", NULL};
    FILE *f = fopen("musl-loop.c", "w");
    fputs("#include <time.h>\nint main(void) { while (clock() < 0.3 * CLOCKS_PER_SEC) ; }\n", f);
    fclose(f);
    CHECK(system("musl-gcc -o musl-loop musl-loop.c") == 0);
    CHECK(sample_words(words, &a, &p, said, sizeof said));
    CHECK_TEXT("", said);
    CHECK(p.status == 0 && p.n_samples > 0 && p.excluded_seconds.value < 0.05);
    arena_free(&a);
}

static void programs_without_the_library_are_excluded(void)
{
    const char *cleared[] = {"env", "-i", self, "b", "0.3", NULL},
               *cloned[] = {self, "clone", NULL},
               *closed[] = {"sh", "-c", "./static-loop; :", NULL};
    check_excluded(cleared, "sampler-test", "LD_PRELOAD was removed");
    check_excluded(cloned, "programs or threads without the preloaded library",
                   "statically linked");
    FILE *f = fopen("static-loop.c", "w");
    fputs("#include <time.h>\nint main(void) { while (clock() < 0.3 * CLOCKS_PER_SEC) ; }\n", f);
    fclose(f);
    if (system("gcc -static -o static-loop static-loop.c") == 0)
        check_excluded(closed, "static-loop", "static-loop is statically linked");
}

/* Forbids perf_event_open, as containers do. */
static bool forbid_perf(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {COUNT_OF(code), code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

/* In a child without perf_event_open: exit status 0, or the number of the check that failed. */
static int sample_where_perf_is_forbidden(void)
{
    struct arena a = {0};
    struct profile p;
    char said[1000] = "";
    const char *words[] = {self, "b", "0.1", NULL}, *closed[] = {"./static", NULL};
    method = SAMPLER_AUTOMATIC;
    if (!sample_words(words, &a, &p, said, sizeof said))
        return 1;
    if (strcmp(p.sampler, "timers") != 0 || p.n_samples == 0 || *said)
        return 2;
    chain = CHAIN_DWARF;
    if (!sample_words(words, &a, &p, said, sizeof said) || p.chain != CHAIN_NONE ||
        !strstr(said, "warning: callers of library functions are unknown: call chains by DWARF "
                      "need perf_event_open"))
        return 7;
    chain = CHAIN_NONE;
    if (sample_words(closed, &a, &p, said, sizeof said))
        return 3;
    if (!strstr(said, "./static is statically linked; perf_event_open is forbidden"))
        return 4;
    method = SAMPLER_PERF;
    if (sample_words(words, &a, &p, said, sizeof said))
        return 5;
    arena_free(&a);
    return strstr(said, "can't be sampled: perf_event_open is forbidden: set") ? 0 : 6;
}

static void timers_replace_forbidden_events(void)
{
    int status;
    pid_t pid = fork();
    if (pid == 0)
        _exit(forbid_perf() ? sample_where_perf_is_forbidden() : 77);
    waitpid(pid, &status, 0);
    if (WEXITSTATUS(status) == 77)
        puts("# left out: perf_event_open can't be forbidden here");
    else
        CHECK(status == 0);
}

/* The program can write anything into the shared memory. After units with a message of 0 parts, one
 * of too many, one that is longer than what was written, and a later part: a message that is read.
 */
static void damaged_memory_is_skipped(void)
{
    struct timers t;
    struct record_block block = {0};
    struct message m = {.kind = MESSAGE_SAMPLE, .pid = 1, .tid = 1, .address = 0x1140};
    const uint32_t states[] = {UNIT_STATE(1, 0), UNIT_STATE(1, MESSAGE_UNITS + 1),
                               UNIT_STATE(1, MESSAGE_UNITS), UNIT_STATE(2, 2), UNIT_STATE(0, 3)};
    uint64_t parts = (sizeof m + UNIT_BYTES - 1) / UNIT_BYTES, n = COUNT_OF(states);
    alarm(20);
    CHECK(timers_open(&t, 1000));
    for (size_t i = 0; i < n; i++)
        atomic_store(&t.area->units[i].state, states[i]);
    for (uint64_t i = 0; i < parts; i++) {
        size_t from = i * UNIT_BYTES, rest = sizeof m - from;
        memcpy(t.area->units[n + i].bytes, (char *)&m + from,
               rest < UNIT_BYTES ? rest : UNIT_BYTES);
        atomic_store(&t.area->units[n + i].state, UNIT_STATE(i + 1, parts));
    }
    atomic_store(&t.area->head, n + parts);
    timers_drain(&t, &block, 0);
    CHECK(block.records.n == 1 && block.records.at[0].at == 0x1140);
    CHECK(atomic_load(&t.area->tail) == n + parts);
    record_block_free(&block);
    timers_close(&t);
    alarm(0);
}

/* A library that is loaded and removed while the program runs. */
static void loaded_library_is_found(void)
{
    struct arena a = {0};
    struct profile p;
    CHECK(system("echo 'void spin(long n) { for (volatile long i = 0; i < n; i++) ; }' >spin.c && "
                 "gcc -shared -fPIC -o spin.so spin.c") == 0);
    if (sample("dlopen", "0.3", &a, &p)) {
        double in = 0;
        for (size_t i = 0; i < p.n_samples; i++) {
            const char *path = p.objects[p.samples[i].object].path;
            if (path && strstr(path, "/spin.so"))
                in += (double)p.samples[i].weight;
        }
        CHECK_NEAR(1, in / all_weights(&p), 0.15);
    }
    arena_free(&a);
}

static void test_timers(void)
{
    TEST(damaged_memory_is_skipped);
#if defined __SANITIZE_ADDRESS__
    puts("# left out: sampling by timers: a library can't be preloaded before the sanitizer's");
#else
    method = SAMPLER_TIMERS;
    TIMERS(two_loops_have_their_shares);
    TIMERS(page_faults_belong_to_the_code);
    TIMERS(children_are_sampled);
    TIMERS(threads_are_sampled);
    TIMERS(threads_of_c11_are_sampled);
    TIMERS(children_without_wait_are_sampled);
    TIMERS(end_by_a_signal_is_reported);
    TIMERS(a_busy_daemon_is_sampled);
    TIMERS(signals_are_inherited);
    TIMERS(missing_command_is_an_error);
    TIMERS(short_command_is_no_error);
    TEST(hostile_program_is_sampled);
    TEST(waiting_programs_do_not_receive_the_signal);
    TEST(use_of_the_signal_is_reported);
    TIMERS(loaded_library_is_found);
    TEST(handlers_that_block_signals_are_sampled);
    TEST(exec_by_a_thread_is_counted_once);
    TEST(programs_without_the_library_are_excluded);
    if (system("command -v musl-gcc >/dev/null") == 0)
        TEST(musl_program_is_sampled);
    else
        puts("# left out: musl_program_is_sampled: musl-gcc is not installed");
    TEST(static_program_is_refused);
    TEST(timers_replace_forbidden_events);
    if (getuid() == 0)
        TEST(setuid_program_is_refused);
    else
        puts("# left out: setuid_program_is_refused: not root");
#endif
}

static void test_perf(void)
{
    const char *why = find_refusal(false);
    if (why) {
        printf("# left out: sampling by perf_event_open: %s\n", why);
        return;
    }
    TEST(two_loops_have_their_shares);
    TEST(page_faults_belong_to_the_code);
    TEST(children_are_sampled);
    TEST(threads_are_sampled);
    TEST(children_without_wait_are_sampled);
    TEST(short_children_have_their_shares);
    TEST(end_by_a_signal_is_reported);
    TEST(a_busy_daemon_is_sampled);
    TEST(an_idle_daemon_is_left);
    TEST(signals_are_inherited);
    TEST(missing_command_is_an_error);
    TEST(short_command_is_no_error);
    TEST(loaded_library_is_found);
    TEST(automatic_rate_limits_cost);
    TEST(periods_alternate_at_random);
    TEST(overhead_is_measured);
    TEST(ignored_children_are_measured);
    if ((why = find_refusal(true))) {
        printf("# left out: limits of locked memory: %s\n", why);
        return;
    }
    TEST(processes_can_be_limited);
    TEST(hidden_program_is_excluded);
    TEST(no_locked_memory_suffices);
    TEST(little_locked_memory_makes_smaller_rings);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return run_workload(argv);
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    const char *slash = strrchr(self, '/');
    snprintf(library, sizeof library, "%.*s/../../libmacs-sampler.so",
             slash ? (int)(slash - self) : 0, self);
    test_perf();
    test_timers();
    return tests_end();
}
