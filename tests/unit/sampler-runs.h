/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of the sampler for tests/unit/sampler-test.c, and checks of their profiles. The functions
 * use check.h, whose counters belong to the file that includes it. */
#ifndef TESTS_UNIT_SAMPLER_RUNS_H
#define TESTS_UNIT_SAMPLER_RUNS_H

#include "binaries/binary.h"
#include "measure/sampling/sampler.h"
#include "tests/unit/check.h"

#include <math.h>
#include <stdlib.h>

/* The paths of the test itself and of the library that is preloaded. */
static char self[4096], library[5000];
static enum sampler_method method = SAMPLER_PERF;
static enum call_chain chain = CHAIN_NONE;

/* Samples a command. Messages are stored in `said`. */
static bool sample_words(const char *const *words, struct arena *a, struct profile *p, char *said,
                         size_t room)
{
    struct sampler_options o = {.command = (char *const *)(uintptr_t)words,
                                .rate = 1000,
                                .chain = chain,
                                .seed = 1,
                                .method = method,
                                .library = library};
    struct diag d = {.out = fmemopen(said, room, "w")};
    bool good = sampler_run(&o, a, p, &d);
    fclose(d.out);
    return good;
}

/* Samples this test, called with the name of a workload. */
static bool sample(const char *workload, const char *seconds, struct arena *a, struct profile *p)
{
    char said[1000] = "";
    const char *words[] = {self, workload, seconds, NULL};
    bool good = sample_words(words, a, p, said, sizeof said);
    CHECK(good);
    CHECK(!*said || strstr(said, "warning: sampling took")); /* many starts or switches */
    CHECK(!good || !profile_check(a, p));
    return good;
}

/* Returns the sum of the weights of all samples. */
static double all_weights(const struct profile *p)
{
    double sum = 0;
    for (size_t i = 0; i < p->n_samples; i++)
        sum += (double)p->samples[i].weight;
    return sum;
}

/* Returns whether a position of an object is in that function of this program. */
static bool is_in(struct binary *b, const struct profile_object *o, uint64_t at,
                  const char *function)
{
    uint64_t address;
    if (o->kind != OBJECT_FILE || strcmp(o->path, self) != 0 || !binary_address(b, at, &address))
        return false;
    const struct binary_function *f = binary_function_at(b, address);
    return f && f->name && strcmp(f->name, function) == 0;
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
        if (o->kind == OBJECT_KERNEL)
            continue;
        user += (double)s->weight;
        if (is_in(b, o, s->at, function))
            in += (double)s->weight;
    }
    binary_close(b);
    printf("# %s: %.4f of the user code\n", function, in / user);
    return in / user;
}

/* Returns the page faults and the time of the kernel in a function; with perf, that of its samples
 * that were called by the function. */
static struct profile_executed work_of(const struct profile *p, const char *function)
{
    struct diag d = {0};
    struct binary *b = binary_open(self, &d);
    struct profile_executed sum = {0};
    for (size_t i = 0; i < p->n_executed; i++) {
        const struct profile_executed *e = &p->executed[i];
        if (is_in(b, &p->objects[e->object], e->at, function)) {
            sum.faults += e->faults;
            sum.kernel += e->kernel;
        }
    }
    for (size_t i = 0; i < p->n_samples; i++) {
        const struct profile_sample *s = &p->samples[i];
        if (p->objects[s->object].kind == OBJECT_KERNEL && s->caller_object != PROFILE_NONE &&
            is_in(b, &p->objects[s->caller_object], s->caller_at, function))
            sum.kernel += s->weight;
    }
    binary_close(b);
    return sum;
}

/* Compares the share of loop_a in the time of both loops, each of which runs for a long time. The
 * tolerance is 2 points and two standard deviations of as many independent samples: on a busy
 * machine, each time slice begins anywhere in a period. With timers, it is the time of 6 samples
 * more: a thread's first sample and last sample can be a period too early or too late. */
static void check_shares(const struct profile *p, double share)
{
    double a = share_of(p, "loop_a"), b = share_of(p, "loop_b");
    double samples = p->rate.value * p->cpu_seconds.value;
    double deviation = sqrt(share * (1 - share) / samples);
    CHECK_NEAR(share, a / (a + b),
               0.02 + 2 * deviation + (method == SAMPLER_PERF ? 0 : 6 / samples));
    CHECK(a + b > (method == SAMPLER_PERF ? 0.95 : 0.85)); /* the rest starts the program */
}

/* Compares the sampled time with the kernel's account of CPU time. */
static void check_sum(const struct profile *p, double tolerance)
{
    if (p->unit != PROFILE_NS || !p->kernel)
        return;
    double sampled = 1e-9 * all_weights(p) + p->unsampled_seconds.value + p->switch_seconds.value +
                     p->excluded_seconds.value;
    CHECK_NEAR(1, sampled / p->cpu_seconds.value, tolerance);
    printf("# sampled %.4f s of %.4f s, of them %.4f s unsampled, %.0f samples/s\n", sampled,
           p->cpu_seconds.value, p->unsampled_seconds.value, p->rate.value);
}

#endif
