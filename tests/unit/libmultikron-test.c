/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libmultikron: each test runs this program as a child, with settings in the environment and the
 * name of a part, and examines the files that it writes. Sequence numbers in the user bits identify
 * the samples. */
#include "measure/multikron/filter.h"
#include "base/util.h"
#include "measure/multikron/lib/multikron.h"
#include "measure/multikron/sample.h"
#include "tests/unit/played.h"

#include <glob.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- parts: the programs under test ---- */

static void part_two_records(void)
{
    mk_name_counter(3, "work # done");
    mk_count(3, 7);
    mk_count(15, UINT32_MAX);
    mk_count(15, 5);
    mk_trace(LEVEL, UINT64_C(0xffff123456789abc));
    mk_resource(LEVEL, 9);
    mk_resource(LEVEL, 10);
}

static void part_wraps(void)
{
    for (uint64_t i = 0; i < 20000; i++) {
        if (i % 3)
            mk_trace(LEVEL, i);
        else
            mk_resource(LEVEL, i);
        if (i % 500 == 0)
            mk_flush();
    }
}

static void part_overrun(void)
{
    some(0, 10000);
    mk_flush();
    some(10000, 10);
    printf("%llu\n", (unsigned long long)mk_lost());
}

static void part_overrun_last(void)
{
    some(0, 10000);
}

static void part_waits(void)
{
    some(0, 100000);
}

static void part_filter(void)
{
    mk_trace(0, 1);
    mk_trace(5, 2);
    mk_trace(6, 3);
    mk_set_filter(1u << 6);
    mk_trace(5, 4);
    mk_trace(6, 5);
    mk_resource(5, 6);
}

static void part_filter_outside(void)
{
    for (int i = 0; i < 1000 && !mk_passes(LEVEL); i++) {
        mk_trace(LEVEL, 1);
        usleep(10000);
    }
    mk_trace(LEVEL, 2);
}

static void *thread_samples(void *unused)
{
    some(0, 20000);
    return unused;
}

static void part_threads(void)
{
    pthread_t t[8];
    for (int i = 0; i < 8; i++)
        pthread_create(&t[i], NULL, thread_samples, NULL);
    for (int i = 0; i < 8; i++)
        pthread_join(t[i], NULL);
}

static void *thread_few(void *unused)
{
    some(0, 10);
    return unused;
}

static void part_many_threads(void)
{
    for (int i = 0; i < 100; i++) {
        pthread_t t;
        pthread_create(&t, NULL, thread_few, NULL);
        pthread_join(t, NULL);
    }
}

static void *thread_loops(void *unused)
{
    mk_enter(1);
    mk_exit(1);
    return unused;
}

static void part_helper_loops(void)
{
    pthread_t t;
    mk_user(0, 9);
    pthread_create(&t, NULL, thread_loops, NULL);
    pthread_join(t, NULL);
}

static void part_fork(void)
{
    mk_enter(mk_region("f.c:f:1"));
    pid_t child = fork();
    unsigned own = mk_region(child ? "f.c:parent:1" : "f.c:child:1");
    some(child ? 100 : 200, 5);
    mk_exit(mk_region("f.c:f:1") == 1 && own == 2 ? 1 : 99);
    if (child)
        waitpid(child, NULL, 0);
}

static void part_killed(void)
{
    mk_region("k.c:k:1");
    some(0, 1000);
    mk_flush();
    some(1000, 500);
    raise(SIGKILL);
}

static void part_killed_full(void)
{
    some(0, 5000);
    raise(SIGKILL);
}

static void part_runs_on(void)
{
    for (uint64_t i = 0;; i++)
        mk_trace(LEVEL, i);
}

static void part_closes_all(void)
{
    some(0, 100);
    for (int fd = 3; fd < 100; fd++)
        close(fd);
    FILE *own = fopen("own", "w");
    some(100, 20000);
    mk_flush();
    fputs("untouched", own);
    fclose(own);
}

struct taken {
    uint64_t bytes, refused;
};

static int take(void *context, const void *records, size_t bytes)
{
    struct taken *t = context;
    if (t->refused++ == 0)
        return -1;
    t->bytes += sample_bytes(*(const uint8_t *)records) ? bytes : 0;
    return 0;
}

static void part_sink(void)
{
    struct taken t = {0};
    mk_set_sink(take, &t);
    some(0, 100);
    mk_flush();
    mk_flush();
    printf("%llu\n", (unsigned long long)t.bytes);
    mk_set_sink(NULL, NULL);
}

static void part_off(void)
{
    some(0, 100);
    printf("%d %u\n", mk_sampling(), mk_region("a.c:a:1"));
}

/* Loop sums: nested, recursive, and an end without begin. */
static void run_loops(int n)
{
    for (int i = 0; i < n; i++) {
        mk_loop_begin(1);
        mk_loop_begin(65535);
        mk_loop_end(65535);
        mk_loop_end(1);
    }
}

static void part_summed(void)
{
    run_loops(1000);
    mk_loop_begin(3);
    mk_loop_begin(3);
    usleep(20000);
    mk_loop_end(3);
    mk_loop_end(3);
    mk_loop_end(4);
    mk_loop_trip(5, 1, 10, 1);
    mk_loop_trip(5, 10, 1, -3);
    mk_loop_trip(5, 5, 4, 1);
    mk_loop_trip(5, 1, 5, 0);
    mk_loop_trip(5, INT64_MIN / 4, INT64_MAX / 4, INT64_MAX / 4);
    mk_loop_trip(6, 1, INT64_C(100000000), 1);
    for (int i = 0; i < 5; i++) {
        mk_loop_pass(7);
        mk_loop_past(7, 12, 1);
        mk_loop_past(7, 12 | 1 << 24, 1);
        if (i % 2)
            mk_loop_past(7, 12, -1);
    }
}

static void *thread_summed(void *unused)
{
    run_loops(10);
    return unused;
}

/* One thread ends early, another one runs until the end of the process. */
static void *thread_stays(void *barrier)
{
    run_loops(20);
    pthread_barrier_wait(barrier);
    pause();
    return NULL;
}

static void part_summed_threads(void)
{
    static pthread_barrier_t barrier;
    pthread_t t;
    run_loops(5);
    pthread_create(&t, NULL, thread_summed, NULL);
    pthread_join(t, NULL);
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t, NULL, thread_stays, &barrier);
    pthread_barrier_wait(&barrier);
}

static void part_summed_fork(void)
{
    run_loops(5);
    pid_t child = fork();
    run_loops(2);
    if (child)
        waitpid(child, NULL, 0);
}

#define PARTS(X)                                                                                   \
    X(two_records)                                                                                 \
    X(wraps)                                                                                       \
    X(overrun)                                                                                     \
    X(overrun_last)                                                                                \
    X(waits)                                                                                       \
    X(filter)                                                                                      \
    X(filter_outside)                                                                              \
    X(threads)                                                                                     \
    X(many_threads)                                                                                \
    X(helper_loops)                                                                                \
    X(fork)                                                                                        \
    X(killed)                                                                                      \
    X(killed_full) X(runs_on) X(closes_all) X(sink) X(off) X(summed) X(summed_threads)             \
        X(summed_fork)
static const struct part parts[] = {
#define PART(name) {#name, part_##name},
    PARTS(PART)
#undef PART
};

/* ---- results ---- */

/* After the start of the process: numbers from 0. */
static bool in_order(void)
{
    for (size_t i = 1; i < n_samples; i++)
        if (samples[i].user != i - 1)
            return false;
    return n_samples > 1;
}

/* Between the start and the end of the process: all numbers from 0, in order. */
static void check_sequence(size_t n)
{
    CHECK(n_samples == n + 2);
    CHECK(is_process_mark(&samples[0], MK_PROCESS_START));
    CHECK(is_process_mark(&samples[n_samples - 1], MK_PROCESS_END));
    n_samples--;
    CHECK(in_order());
}

/* ---- tests ---- */

static void without_a_folder_nothing_is_sampled(void)
{
    CHECK(play("off", "MULTIKRON_DIR=") == 0);
    CHECK_TEXT("0 0\n", output);
    CHECK(play("off", "MULTIKRON_DIR=/there/is/none 2>err") == 0);
    CHECK_TEXT("0 0\n", output);
    CHECK(strstr(text_of("err"), "sampling is off"));
}

static void trace_and_resource_records(void)
{
    CHECK(play("two_records", "MULTIKRON_NODE=5") == 0);
    CHECK(load("5.0.mkn") == 5);
    const struct sample *s = samples;
    CHECK(s[1].kind == SAMPLE_TRACE && s[1].user == UINT64_C(0x123456789abc));
    CHECK(s[2].kind == SAMPLE_RESOURCE && s[2].user == 9 && s[3].user == 10);
    for (int i = 0; i < 5; i++)
        CHECK(s[i].source == 5u << 16 && s[i].cpu == 0 && !s[i].fifo_overrun &&
              !s[i].shadow_overrun && !s[i].read_error &&
              (!i || s[i].timestamp >= s[i - 1].timestamp));
    /* The first resource sample takes the slow path, the next the fast path; both are equal. */
    for (int i = 0; i < SAMPLE_COUNTERS; i++)
        CHECK(s[2].counters[i] == (i == 3    ? 7
                                   : i == 15 ? UINT32_MAX
                                             : 0) &&
              s[3].counters[i] == s[2].counters[i]);
    CHECK(strstr(text_of("5.0.manifest"), "\ncounter.3 \"work # done\"\n"));
    CHECK(!is_there("5.0.mkr"));
}

static void a_rank_of_mpi_is_the_node(void)
{
    CHECK(play("two_records", "OMPI_COMM_WORLD_RANK=3") == 0);
    CHECK(load("3.0.mkn") == 5 && samples[0].source == 3u << 16);
    CHECK(play("two_records", "PMI_RANK=7") == 0);
    CHECK(load("7.0.mkn") == 5 && samples[0].source == 7u << 16);
}

static void idle_threads_are_no_processors(void)
{
    /* Parent and child each enter a loop; neither has other threads. */
    CHECK(play("fork", "") == 0);
    CHECK(strstr(text_of("0.0.manifest"), "\nprocessors 1\n"));
    CHECK(strstr(text_of("0.0.manifest"), "\noverrun-of thread\n"));
    /* Two threads: only the one that enters a loop is counted. */
    CHECK(play("helper_loops", "") == 0);
    CHECK(load("0.0.mkn") == 5);
    CHECK(strstr(text_of("0.0.manifest"), "\nprocessors 1\n"));
    CHECK(play("many_threads", "") == 0);
    CHECK(strstr(text_of("0.0.manifest"), "\nprocessors 2\n"));
}

static void stamps_last_two_hours(void)
{
    double clock = 0;
    CHECK(play("two_records", "") == 0);
    const char *line = strstr(text_of("0.0.manifest"), "\nclock ");
    CHECK(line && sscanf(line, " clock %lf", &clock) == 1);
    CHECK(clock > 1e6 && (double)(UINT64_C(1) << 40) / clock > 7200);
    CHECK(play("two_records", "MULTIKRON_CLOCK=system") == 0);
    CHECK(load("0.0.mkn") == 5 && samples[4].timestamp >= samples[0].timestamp);
    CHECK(strstr(text_of("0.0.manifest"), "\nclock 125000000 "));
    CHECK(!strstr(text_of("0.0.manifest"), "\ncycles-per-tick "));
}

static void records_go_round_the_ring(void)
{
    CHECK(play("wraps", "MULTIKRON_DRAIN=exit") == 0);
    load("0.0.mkn");
    check_sequence(20000);
}

static void overruns_are_flagged_in_the_next_sample(void)
{
    CHECK(play("overrun", "MULTIKRON_DRAIN=exit") == 0);
    load("0.0.mkn");
    /* 65536 / 16 = 4096 records fit, including the start of the process: 4095 of the 10000 are
     * stored, a mark counts the 5905 others, and the ten after the flush are stored. */
    CHECK(n_samples == 4096 + 1 + 10 + 1);
    CHECK_TEXT("5905\n", output);
    size_t wrong = 0;
    for (size_t i = 0; i < n_samples; i++)
        wrong += samples[i].fifo_overrun != (i == 4096);
    CHECK(wrong == 0);
    CHECK(samples[4095].user == 4094 && is_loss(&samples[4096], 5905) &&
          samples[4097].user == 10000);
    CHECK(strstr(text_of("err"), "process 0 of node 0 lost 5905 samples;"));
    CHECK(strstr(text_of("0.0.manifest"), "# samples lost: 5905\n"));
}

static void the_last_losses_are_flagged_too(void)
{
    CHECK(play("overrun_last", "MULTIKRON_DRAIN=exit") == 0);
    load("0.0.mkn");
    /* The ring was also full at the end of the process. */
    CHECK(n_samples == 4096 + 1);
    CHECK(is_loss(&samples[4096], 5906));
    CHECK(strstr(text_of("0.0.manifest"), "# samples lost: 5906\n"));
}

static void a_thread_may_wait_instead(void)
{
    CHECK(play("waits", "MULTIKRON_OVERRUN=wait MULTIKRON_DRAIN=exit") == 0);
    load("0.0.mkn");
    check_sequence(100000);
    CHECK(play("waits", "MULTIKRON_OVERRUN=wait") == 0);
    load("0.0.mkn");
    check_sequence(100000);
}

static void levels_are_filtered(void)
{
    CHECK(play("filter", "MULTIKRON_FILTER=0x60") == 0);
    CHECK(load("0.0.mkn") == 3);
    CHECK(samples[0].user == 2 && samples[1].user == 3 && samples[2].user == 5);
    CHECK(play("filter", "MULTIKRON_FILTER=0") == 0);
    CHECK(load("0.0.mkn") == 1 && samples[0].user == 5);
    CHECK(play("two_records", "MULTIKRON_FILTER=0") == 0);
    CHECK(!is_there("0.0.mkn") && !is_there("0.0.mkr") && !is_there("0.0.manifest"));
}

/* Waits until a file of the directory exists. */
static void wait_for(const char *name)
{
    for (int i = 0; i < 1000 && !is_there(name); i++)
        usleep(10000);
}

static void levels_are_switched_from_outside(void)
{
    struct diag d = {.quiet = true};
    uint32_t before = 1, levels = 1u << LEVEL;
    char path[300];
    prepare("");
    pid_t child = fork();
    if (!child) {
        setenv("MULTIKRON_DIR", folder, 1);
        setenv("MULTIKRON_FILTER", "0", 1);
        execl("/proc/self/exe", "libmultikron-test", "filter_outside", (char *)NULL);
        _exit(1);
    }
    wait_for("0.0.mkr");
    snprintf(path, sizeof path, "%s/0.0.mkr", folder);
    bool done = false;
    for (int i = 0; i < 1000 && !(done = filter_exchange(path, &levels, &before, &d)); i++)
        usleep(10000); /* it exists before it is complete */
    CHECK(done);
    CHECK(before == 0);
    waitpid(child, NULL, 0);
    load("0.0.mkn");
    CHECK(n_samples >= 1 && n_samples <= 2 && samples[n_samples - 1].user == 2);
}

static void lists_of_levels(void)
{
    uint32_t n;
    char text[FILTER_TEXT];
    CHECK(filter_parse_levels("0,3-5,15", &n) && n == 0x8039);
    filter_print_levels(n, text);
    CHECK_TEXT("0,3-5,15", text);
    CHECK(filter_parse_levels("all", &n) && n == 0xffff);
    CHECK(filter_parse_levels("none", &n) && n == 0);
    filter_print_levels(0, text);
    CHECK_TEXT("none", text);
    CHECK(!filter_parse_levels("", &n) && !filter_parse_levels("16", &n) &&
          !filter_parse_levels("5-3", &n) && !filter_parse_levels("1,", &n) &&
          !filter_parse_levels("1-", &n) && !filter_parse_levels("0 ", &n));
}

/* Returns the number of sources with `each` samples; -1 = one of them does not count from 0 without
 * a gap. */
static int sources_in_order(uint64_t each)
{
    static uint64_t next[65536];
    int sources = 0;
    memset(next, 0, sizeof next);
    for (size_t i = 0; i < n_samples; i++) {
        uint64_t *n = &next[samples[i].source & 0xffff];
        if (samples[i].user >> 40 == MK_USER)
            continue;
        if (samples[i].user != *n)
            return -1;
        sources += ++*n == each;
    }
    return sources;
}

static void threads_have_separate_rings(void)
{
    CHECK(play("threads", "MULTIKRON_OVERRUN=wait") == 0);
    CHECK(load("0.0.mkn") == 8 * 20000 + 2);
    CHECK(sources_in_order(20000) == 8);
    CHECK(play("threads", "MULTIKRON_OVERRUN=wait MULTIKRON_DRAIN=exit") == 0);
    CHECK(load("0.0.mkn") == 8 * 20000 + 2);
    CHECK(sources_in_order(20000) == 8);
}

static void rings_are_used_again(void)
{
    CHECK(play("many_threads", "MULTIKRON_DRAIN=exit") == 0);
    CHECK(load("0.0.mkn") == 1002);
    CHECK(sources_in_order(10) == 100);
    CHECK(strstr(text_of("0.0.manifest"), "\nprocessors 2\n"));
}

static void a_child_has_separate_files(void)
{
    CHECK(play("fork", "") == 0);
    CHECK(load("0.0.mkn") == 9 && samples[2].user == 100 && samples[7].user == mk_mark(2, 1, 0));
    for (size_t i = 0; i < n_samples; i++)
        CHECK(samples[i].source == 0);
    CHECK(strstr(text_of("0.0.manifest"), "region.1 f.c:f:1\nregion.2 f.c:parent:1\n"));
    CHECK(load("0.1.mkn") == 8 && samples[1].user == 200 && samples[6].user == mk_mark(2, 1, 0));
    for (size_t i = 0; i < n_samples; i++)
        CHECK(samples[i].source == 1);
    CHECK(is_process_mark(&samples[0], MK_PROCESS_START));
    CHECK(strstr(text_of("0.1.manifest"), "region.1 f.c:f:1\nregion.2 f.c:child:1\n"));
}

static void a_killed_process_is_salvaged(void)
{
    CHECK(play("killed", "MULTIKRON_DRAIN=exit") != 0);
    CHECK(load("0.0.mkn") == 1001);
    CHECK(tool("salvage *.mkr") == 0);
    CHECK(load("0.0.mkn") == 1501);
    CHECK(in_order());
    CHECK(strstr(text_of("0.0.manifest"), "\nregion.1 k.c:k:1\n"));
    CHECK(strstr(text_of("0.0.manifest"), "\nclock "));
    /* A second salvage changes nothing. */
    CHECK(tool("salvage *.mkr") == 0 && load("0.0.mkn") == 1501);
}

static void losses_of_a_killed_process_are_flagged(void)
{
    CHECK(play("killed_full", "MULTIKRON_DRAIN=exit") != 0);
    CHECK(tool("salvage *.mkr") == 256);
    CHECK(strstr(text_of("said"), " lost in the process: 905"));
    CHECK(load("0.0.mkn") == 4097);
    CHECK(is_loss(&samples[4096], 905) && samples[4096].timestamp == samples[4095].timestamp);
}

/* Killed at any moment, possibly during a drain: the stored samples are in order, without
 * duplicates. */
static void killed_at_any_moment(void)
{
    for (int round = 0; round < 10; round++) {
        prepare("");
        pid_t child = fork();
        if (!child) {
            setenv("MULTIKRON_DIR", folder, 1);
            setenv("MULTIKRON_OVERRUN", "wait", 1);
            execl("/proc/self/exe", "libmultikron-test", "runs_on", (char *)NULL);
            _exit(1);
        }
        wait_for("0.0.mkn");
        usleep((useconds_t)(rand() % 5000));
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        CHECK(tool("salvage *.mkr") == 0);
        load("0.0.mkn");
        CHECK(n_samples > 1);
        CHECK(in_order());
    }
}

static void files_of_the_program_are_left_alone(void)
{
    CHECK(play("closes_all", "MULTIKRON_OVERRUN=wait") == 0);
    load("0.0.mkn");
    check_sequence(20100);
    CHECK_TEXT("untouched", text_of("own"));
}

static void a_sink_accepts_blocks(void)
{
    CHECK(play("sink", "MULTIKRON_DRAIN=exit") == 0);
    /* The sink rejects its first call; the 101st sample is the start of the process. */
    CHECK_TEXT("1616\n", output);
    CHECK(load("0.0.mkn") == 1 && is_process_mark(&samples[0], MK_PROCESS_END));
}

static void missing_counters_are_named(void)
{
    CHECK(play("two_records", "MULTIKRON_COUNTERS=0=nonsense,1=page-faults,20=cycles") == 0);
    CHECK(load("0.0.mkn") == 5 && samples[2].counters[0] == 0 && samples[2].counters[3] == 7);
    const char *text = text_of("0.0.manifest");
    CHECK(strstr(text, "\n# counter.0 nonsense is not measured: unknown event\n"));
    CHECK(strstr(text, "\ncounter.1 page-faults\n") ||
          strstr(text, "\n# counter.1 page-faults is not measured: "));
}

/* Returns the sum of the marks of a kind, region and source in the loaded file. */
static uint64_t sum_of(uint32_t source, unsigned kind, unsigned region)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n_samples; i++) {
        uint64_t u = samples[i].user, value = u & 0xffffff;
        if (samples[i].source == source && (u >> 24 & 0xffff) == region)
            sum += u >> 40 == kind ? value : u >> 40 == (kind | MK_SUM_HIGH) ? value << 24 : 0;
    }
    return sum;
}

static void loops_are_summed_up(void)
{
    CHECK(play("summed", "") == 0);
    CHECK(load("0.0.mkn") > 10);
    CHECK(sum_of(0, MK_SUM_INSTANCES, 1) == 1000 && sum_of(0, MK_SUM_PAIRS, 1) == 1000);
    CHECK(sum_of(0, MK_SUM_INSTANCES, 65535) == 1000 && sum_of(0, MK_SUM_PAIRS, 65535) == 0);
    CHECK(sum_of(0, MK_SUM_TICKS, 1) > sum_of(0, MK_SUM_TICKS, 65535));
    CHECK(sum_of(0, MK_SUM_INSTANCES, 3) == 2 && sum_of(0, MK_SUM_PAIRS, 3) == 1);
    CHECK(sum_of(0, MK_SUM_INSTANCES, 4) == 0);
    /* The thread slept voluntarily, which is not subtracted. 10 + 4 + 0 + 0 + 3 trips. */
    CHECK(sum_of(0, MK_SUM_TICKS, 3) > 100 * sum_of(0, MK_SUM_TICKS, 65535) / 1000);
    CHECK(sum_of(0, MK_SUM_INSTANCES, 5) == 5 && sum_of(0, MK_SUM_ITERATIONS, 5) == 17);
    CHECK(sum_of(0, MK_SUM_ITERATIONS, 6) == 100000000);
    CHECK(sum_of(0, MK_SUM_ITERATIONS, 7) == 5 && sum_of(0, MK_SUM_SKIPPED, 7) == 3 + 5);
    CHECK(sum_of(0, MK_SUM_BLOCK, 7) == 12 + 12 && sum_of(0, MK_SUM_BLOCKS_BEFORE, 7) == 1);
    CHECK(strstr(text_of("0.0.manifest"), "\nprocessors 1\n"));
    CHECK(strstr(text_of("0.0.manifest"), "\noverhead-inside "));
    CHECK(play("summed", "MULTIKRON_FILTER=0x8000") == 0);
    CHECK(load("0.0.mkn") == 2);
}

static void threads_sum_up_for_themselves(void)
{
    CHECK(play("summed_threads", "") == 0);
    CHECK(load("0.0.mkn") > 6);
    CHECK(sum_of(0, MK_SUM_INSTANCES, 1) == 5 && sum_of(1, MK_SUM_INSTANCES, 1) == 10 &&
          sum_of(2, MK_SUM_INSTANCES, 1) == 20);
    CHECK(strstr(text_of("0.0.manifest"), "\nprocessors 2\n"));
    CHECK(play("summed_fork", "") == 0);
    CHECK(load("0.0.mkn") > 2 && sum_of(0, MK_SUM_INSTANCES, 1) == 7);
    CHECK(load("0.1.mkn") > 2 && sum_of(1, MK_SUM_INSTANCES, 1) == 2);
}

int main(int argc, char **argv)
{
    if (play_part(parts, COUNT_OF(parts), argc, argv))
        return 0;
    samples = calloc(MOST, sizeof *samples);
    if (!samples || !mkdtemp(folder))
        return 1;
    TEST(without_a_folder_nothing_is_sampled);
    TEST(trace_and_resource_records);
    TEST(a_rank_of_mpi_is_the_node);
    TEST(idle_threads_are_no_processors);
    TEST(stamps_last_two_hours);
    TEST(records_go_round_the_ring);
    TEST(overruns_are_flagged_in_the_next_sample);
    TEST(the_last_losses_are_flagged_too);
    TEST(a_thread_may_wait_instead);
    TEST(levels_are_filtered);
    TEST(levels_are_switched_from_outside);
    TEST(lists_of_levels);
    TEST(threads_have_separate_rings);
    TEST(rings_are_used_again);
    TEST(a_child_has_separate_files);
    TEST(a_killed_process_is_salvaged);
    TEST(losses_of_a_killed_process_are_flagged);
    TEST(killed_at_any_moment);
    TEST(files_of_the_program_are_left_alone);
    TEST(a_sink_accepts_blocks);
    TEST(missing_counters_are_named);
    TEST(loops_are_summed_up);
    TEST(threads_sum_up_for_themselves);
    prepare("");
    rmdir(folder);
    free(samples);
    return tests_end();
}
