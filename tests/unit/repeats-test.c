/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles of several runs of a command are merged: times are means, samples are sums. */
#include "measure/sampling/repeats.h"
#include "base/util.h"
#include "tests/unit/check.h"

#include <string.h>

/* A run with two files, the first of which every run has, a thread and a sample in each file. */
static struct profile run_of(struct arena *a, const char *second, uint64_t n, double seconds,
                             double hz)
{
    struct profile p = {.sampler = "perf",
                        .unit = PROFILE_NS,
                        .period = 1e6,
                        .wall_seconds = 2 * seconds,
                        .cpu_seconds = known(seconds),
                        .unsampled_seconds = known(0),
                        .switch_seconds = known(seconds / 10),
                        .excluded_seconds = known(0),
                        .excluded_least = known(0),
                        .excluded_most = known(0),
                        .minor_faults = known(10 * seconds),
                        .major_faults = known(0),
                        .instructions = missing("no counter"),
                        .lost = 1,
                        .clock = {known(hz - 1), known(hz), known(hz + 1)}};
    const char *paths[] = {"/bin/program", second};
    for (uint32_t i = 0; i < 2; i++) {
        *ARENA_PUSH(a, p.objects, p.n_objects) =
            (struct profile_object){.kind = OBJECT_FILE, .path = paths[i], .inode = 5};
        *ARENA_PUSH(a, p.samples, p.n_samples) = (struct profile_sample){
            .object = i, .at = 0x40, .n = n, .weight = n * 1000000, .caller_object = PROFILE_NONE};
    }
    *ARENA_PUSH(a, p.threads, p.n_threads) =
        (struct profile_thread){.pid = 7, .tid = 7, .name = "program", .samples = 2 * n};
    *ARENA_PUSH(a, p.executed, p.n_executed) = (struct profile_executed){1, 0x40, 100, 0, 0};
    return p;
}

/* CPU times 1, 2 and 3 s: mean 2; 2 (10 + 20 + 30) = 120 samples in 6 s: 20 per second. */
static void numbers_of_three_runs(void)
{
    struct arena a = {0};
    struct profile to, runs[] = {run_of(&a, "/lib/x", 10, 1, 2e9), run_of(&a, "/lib/x", 20, 2, 4e9),
                                 run_of(&a, "/lib/x", 30, 3, 3e9)};
    runs[2].status = 256;
    profile_merge(&a, runs, 3, &to);
    CHECK(!profile_check(&a, &to));
    CHECK(profile_runs(&to) == 3 && profile_runs(&runs[0]) == 1);
    CHECK(to.cpu_seconds.value == 2 && to.wall_seconds == 4 && to.rate.value == 20);
    CHECK(to.minor_faults.value == 20 && to.lost == 3 && to.status == 256);
    CHECK(!is_known(to.instructions));
    CHECK_TEXT("no counter", to.instructions.missing);
    CHECK(to.clock[0].value == 2e9 - 1 && to.clock[1].value == 3e9 && to.clock[2].value == 4e9 + 1);
    CHECK(to.repeats[1].samples == 40 && to.repeats[1].cpu_seconds.value == 2 &&
          to.repeats[1].wall_seconds == 4);
    arena_free(&a);
}

/* Equal files are one object; threads remain those of their runs. */
static void samples_of_two_runs(void)
{
    struct arena a = {0};
    struct profile to,
        runs[] = {run_of(&a, "/lib/x", 10, 1, 2e9), run_of(&a, "/lib/y", 20, 1, 2e9)};
    profile_merge(&a, runs, 2, &to);
    CHECK(!profile_check(&a, &to));
    CHECK(to.n_objects == 3 && to.n_threads == 2 && to.n_samples == 4 && to.n_executed == 2);
    CHECK_TEXT("/lib/y", to.objects[2].path);
    CHECK(to.samples[0].object == 0 && to.samples[0].thread == 0 && to.samples[0].n == 10);
    CHECK(to.samples[1].object == 0 && to.samples[1].thread == 1 && to.samples[1].n == 20);
    CHECK(to.samples[3].object == 2 && to.samples[3].thread == 1);
    CHECK(to.executed[0].object == 1 && to.executed[1].object == 2);
    arena_free(&a);
}

/* Samples of several threads at one address become one: 10 + 20. */
static void samples_of_unknown_threads_are_added(void)
{
    struct arena a = {0};
    struct profile to,
        runs[] = {run_of(&a, "/lib/x", 10, 1, 2e9), run_of(&a, "/lib/x", 20, 1, 2e9)};
    for (int i = 0; i < 2; i++)
        runs[i].samples[0].thread = runs[i].samples[1].thread = PROFILE_NONE;
    profile_merge(&a, runs, 2, &to);
    CHECK(!profile_check(&a, &to));
    CHECK(to.n_samples == 2 && to.samples[0].n == 30 && to.samples[0].weight == 30000000);
    arena_free(&a);
}

static void runs_of_other_methods_are_no_repeats(void)
{
    struct arena a = {0};
    struct profile one = run_of(&a, "/lib/x", 10, 1, 2e9), other = one;
    CHECK(profile_is_repeat(&one, &other));
    other.kernel = true;
    CHECK(!profile_is_repeat(&one, &other));
    other = one;
    other.unit = PROFILE_CYCLES;
    CHECK(!profile_is_repeat(&one, &other));
    other = one;
    other.sampler = "timers";
    CHECK(!profile_is_repeat(&one, &other));
    arena_free(&a);
}

/* A clock that was not measured in one run is that of the others. */
static void a_run_without_clock_is_omitted(void)
{
    struct arena a = {0};
    struct profile to,
        runs[] = {run_of(&a, "/lib/x", 10, 1, 2e9), run_of(&a, "/lib/x", 20, 1, 3e9)};
    for (int i = 0; i < 3; i++)
        runs[0].clock[i] = missing("too short");
    profile_merge(&a, runs, 2, &to);
    CHECK(to.clock[1].value == 3e9);
    profile_merge(&a, runs, 1, &to);
    CHECK(!is_known(to.clock[1]) && to.n_repeats == 1);
    arena_free(&a);
}

int main(void)
{
    TEST(numbers_of_three_runs);
    TEST(samples_of_two_runs);
    TEST(samples_of_unknown_threads_are_added);
    TEST(runs_of_other_methods_are_no_repeats);
    TEST(a_run_without_clock_is_omitted);
    return tests_end();
}
