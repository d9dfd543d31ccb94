/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sampling by counters of the processor. Events are opened by a substitute, which refuses hardware
 * events with an error number, or replaces them by clocks of the kernel: then 1 "cycle" and 1
 * "instruction" are 1 ns, on any machine. */
#include "measure/sampling/events.h"

#include "base/util.h"
#include "measure/sampling/sampler.h"
#include "tests/unit/check.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* ---- the substitute ---- */

enum { MOST_EVENTS = 400 };
struct substitute {
    int no_cycles, no_instructions; /* errno; 0 = the event is replaced */
    int refused_cpu;                /* the error applies to instructions on this processor only;
                                       -2 = to all */
    struct perf_event_attr asked[MOST_EVENTS];
    size_t n;
};

static int open_substitute(void *context, struct perf_event_attr *a, pid_t pid, int cpu)
{
    struct substitute *s = context;
    if (s->n < MOST_EVENTS)
        s->asked[s->n++] = *a;
    struct perf_event_attr to = *a;
    if (a->type == PERF_TYPE_HARDWARE) {
        bool cycles = a->config == PERF_COUNT_HW_CPU_CYCLES;
        int refusal = cycles                                         ? s->no_cycles
                      : s->refused_cpu < -1 || s->refused_cpu == cpu ? s->no_instructions
                                                                     : 0;
        if (refusal) {
            errno = refusal;
            return -1;
        }
        to.type = PERF_TYPE_SOFTWARE;
        to.config = cycles ? PERF_COUNT_SW_CPU_CLOCK : PERF_COUNT_SW_TASK_CLOCK;
    }
    return (int)syscall(SYS_perf_event_open, &to, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

/* Returns an event of that kind that was opened with a sampling period; NULL = none. */
static const struct perf_event_attr *find_event(const struct substitute *s, uint64_t config,
                                                double period)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->asked[i].type == PERF_TYPE_HARDWARE && s->asked[i].config == config &&
            s->asked[i].sample_period == (uint64_t)period)
            return &s->asked[i];
    return NULL;
}

/* ---- a workload ---- */

static char self[4096];

static int calculate(void)
{
    struct timespec t;
    do {
        for (volatile int i = 0; i < 100000; i++)
            ;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    } while (t.tv_nsec < 400000000 && t.tv_sec == 0);
    return 0;
}

static bool sample(struct substitute *s, struct arena *a, struct profile *p)
{
    static char word[] = "calculate";
    char *words[] = {self, word, NULL};
    struct event_opener opener = {open_substitute, s};
    struct diag d = {.quiet = true};
    struct sampler_options o = {
        .command = words, .rate = 1000, .seed = 1, .opener = &opener, .method = SAMPLER_PERF};
    bool good = sampler_run(&o, a, p, &d);
    CHECK(good && !profile_check(a, p));
    return good;
}

static double sampled_instructions(const struct profile *p)
{
    double sum = 0;
    for (size_t i = 0; i < p->n_executed; i++)
        sum += (double)p->executed[i].instructions;
    return sum;
}

/* ---- tests ---- */

/* 0.4 s are 4e8 "cycles" and "instructions" of user code. A period is 1e9 * 3 / 1000 cycles, and
 * four times as many instructions: 133 and 33 samples. */
static void counters_are_sampled(void)
{
    struct substitute *s = calloc(1, sizeof *s);
    struct arena a = {0};
    struct profile p;
    s->refused_cpu = -2;
    if (sample(s, &a, &p)) {
        const struct perf_event_attr *cycles = find_event(s, PERF_COUNT_HW_CPU_CYCLES, 0.907 * 3e6),
                                     *instructions =
                                         find_event(s, PERF_COUNT_HW_INSTRUCTIONS, 0.907 * 12e6);
        CHECK(cycles && cycles->inherit);
        CHECK(instructions && instructions->inherit && instructions->exclude_kernel &&
              !(instructions->sample_type & PERF_SAMPLE_CALLCHAIN));
        CHECK(p.unit == PROFILE_CYCLES && p.period == 3e6);
        CHECK(is_known(p.instructions) && p.instructions.value > 3e8);
        double sum = sampled_instructions(&p), weight = 0;
        for (size_t i = 0; i < p.n_samples; i++)
            weight += (double)p.samples[i].weight;
        CHECK_NEAR(1, sum / p.instructions.value, 0.4);
        CHECK_NEAR(1, weight / 4e8, 0.2);
        printf("# %.4g counted, %.4g sampled instructions\n", p.instructions.value, sum);
    }
    arena_free(&a);
    free(s);
}

/* As on a processor, or a virtual machine, without counters. */
static void missing_counters_are_replaced(void)
{
    static const int problems[] = {ENOENT, EOPNOTSUPP, ENODEV};
    for (size_t i = 0; i < COUNT_OF(problems); i++) {
        struct substitute *s = calloc(1, sizeof *s);
        struct arena a = {0};
        struct profile p;
        s->no_cycles = s->no_instructions = problems[i];
        s->refused_cpu = -2;
        if (sample(s, &a, &p)) {
            CHECK(p.unit == PROFILE_NS && p.n_samples > 0 && sampled_instructions(&p) == 0);
            CHECK_TEXT("this processor offers no instruction counter", p.instructions.missing);
        }
        arena_free(&a);
        free(s);
    }
}

static void forbidden_instructions_leave_cycles(void)
{
    struct substitute *s = calloc(1, sizeof *s);
    struct arena a = {0};
    struct profile p;
    s->no_instructions = EACCES;
    s->refused_cpu = -2;
    if (sample(s, &a, &p)) {
        CHECK(p.unit == PROFILE_CYCLES && p.n_samples > 0 && sampled_instructions(&p) == 0);
        CHECK_TEXT("the instruction counter may not be read: set kernel.perf_event_paranoid to 2 "
                   "or less",
                   p.instructions.missing);
    }
    arena_free(&a);
    free(s);
}

static int count_descriptors(void)
{
    int n = 0;
    DIR *d = opendir("/proc/self/fd");
    while (d && readdir(d))
        n++;
    if (d)
        closedir(d);
    return n;
}

/* The counter can be read, but not sampled on processor 0: no instructions at all. */
static void a_refusal_on_one_processor_leaves_no_events(void)
{
    struct substitute *s = calloc(1, sizeof *s);
    struct event_opener opener = {open_substitute, s};
    struct events e;
    struct events_refusal why;
    s->no_instructions = EMFILE;
    s->refused_cpu = 0;
    int before = count_descriptors();
    CHECK(events_open(&e, getpid(), 1000, CHAIN_NONE, &opener, &why));
    CHECK(e.no_instructions && e.instructions == -1);
    CHECK_TEXT(strerror(EMFILE), e.no_instructions);
    for (size_t i = 0; i < e.rings.n; i++)
        CHECK(e.rings.at[i].instructions[0] == -1 && e.rings.at[i].instructions[1] == -1);
    events_close(&e);
    CHECK(count_descriptors() == before);
    free(s);
}

/* Returns NULL, or why the kernel does not permit sampling. */
static const char *find_refusal(void)
{
    struct events e;
    struct events_refusal why;
    if (!events_open(&e, getpid(), 1000, CHAIN_NONE, NULL, &why))
        return why.what ? why.what : strerror(why.problem);
    events_close(&e);
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        return calculate();
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    const char *why = find_refusal();
    if (why) {
        printf("skip counters_are_sampled: %s\n", why);
        return 0;
    }
    TEST(counters_are_sampled);
    TEST(missing_counters_are_replaced);
    TEST(forbidden_instructions_leave_cycles);
    TEST(a_refusal_on_one_processor_leaves_no_events);
    return tests_end();
}
