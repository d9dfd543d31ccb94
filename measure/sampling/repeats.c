/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/sampling/repeats.h"

#include "base/util.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool profile_is_repeat(const struct profile *first, const struct profile *other)
{
    return strcmp(first->sampler, other->sampler) == 0 && first->unit == other->unit &&
           first->kernel == other->kernel;
}

/* ---- numbers ---- */

static const size_t means[] = {
#define MEAN(name) offsetof(struct profile, name)
    MEAN(cpu_seconds),      MEAN(unsampled_seconds), MEAN(switch_seconds),
    MEAN(excluded_seconds), MEAN(excluded_least),    MEAN(excluded_most),
    MEAN(minor_faults),     MEAN(major_faults),      MEAN(instructions),
#undef MEAN
};

static struct quantity quantity_at(const struct profile *p, size_t offset)
{
    return *(const struct quantity *)((const char *)p + offset);
}

/* Returns the mean of a member of the runs; missing if it is missing in a run. */
static struct quantity mean_of(const struct profile *runs, size_t n, size_t offset)
{
    struct quantity sum = known(0);
    for (size_t i = 0; i < n; i++)
        sum = q_add(sum, quantity_at(&runs[i], offset));
    return q_div(sum, known((double)n), "there is no run");
}

static int compare_numbers(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* Returns a quantile of clock[which] of the runs: the smallest value that at least this share of
 * them does not exceed. Runs that ended before their clock was measured are omitted. */
static struct quantity clock_of(const struct profile *runs, size_t n, int which, double share)
{
    double *at = xmalloc((n + 1) * sizeof *at);
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        if (is_known(runs[i].clock[which]))
            at[k++] = runs[i].clock[which].value;
    if (k)
        qsort(at, k, sizeof *at, compare_numbers);
    size_t rank = (size_t)ceil(share * (double)k);
    struct quantity q = k ? known(at[rank ? rank - 1 : 0]) : runs[0].clock[which];
    free(at);
    return q;
}

static uint64_t samples_of(const struct profile *p)
{
    uint64_t n = 0;
    for (size_t i = 0; i < p->n_samples; i++)
        n += p->samples[i].n;
    return n;
}

static void merge_numbers(struct arena *a, const struct profile *runs, size_t n, struct profile *to)
{
    static const double quantiles[] = {0.05, 0.5, 0.95};
    uint64_t samples = 0;
    double wall = 0;
    to->lost = 0;
    to->repeats = ARENA_ARRAY(a, struct profile_repeat, n);
    to->n_repeats = n;
    for (size_t i = 0; i < n; i++) {
        const struct profile *p = &runs[i];
        to->repeats[i] = (struct profile_repeat){p->wall_seconds, p->cpu_seconds, samples_of(p)};
        samples += to->repeats[i].samples;
        wall += p->wall_seconds;
        to->lost += p->lost;
    }
    to->wall_seconds = wall / (double)n;
    for (size_t i = 0; i < COUNT_OF(means); i++)
        *(struct quantity *)((char *)to + means[i]) = mean_of(runs, n, means[i]);
    for (int i = 0; i < 3; i++)
        to->clock[i] = clock_of(runs, n, i, quantiles[i]);
    to->rate = q_div(known((double)samples), q_mul(to->cpu_seconds, known((double)n)),
                     "the command used no CPU time");
    to->status = runs[n - 1].status;
    to->stop_signal = runs[n - 1].stop_signal;
    to->left = runs[n - 1].left;
}

/* ---- objects, threads and samples ---- */

static bool is_same_object(const struct profile_object *a, const struct profile_object *b)
{
    if (a->kind != b->kind || a->pid != b->pid)
        return false;
    if (a->kind != OBJECT_FILE)
        return true;
    return strcmp(a->path, b->path) == 0 && a->n_build_id == b->n_build_id &&
           memcmp(a->build_id, b->build_id, a->n_build_id) == 0 && a->device == b->device &&
           a->inode == b->inode && a->bytes == b->bytes && a->changed_at == b->changed_at;
}

/* Returns the index of the object, which is appended if it is new. */
static uint32_t index_of_object(struct arena *a, struct profile *to, const struct profile_object *o)
{
    size_t i = 0;
    while (i < to->n_objects && !is_same_object(&to->objects[i], o))
        i++;
    if (i == to->n_objects)
        *ARENA_PUSH(a, to->objects, to->n_objects) = *o;
    return (uint32_t)i;
}

static void add_samples(struct arena *a, const struct profile *p, const uint32_t *objects,
                        uint32_t first_thread, struct profile *to)
{
    for (size_t i = 0; i < p->n_samples; i++) {
        struct profile_sample s = p->samples[i];
        s.object = objects[s.object];
        s.thread = s.thread == PROFILE_NONE ? PROFILE_NONE : first_thread + s.thread;
        if (s.caller_object != PROFILE_NONE)
            s.caller_object = objects[s.caller_object];
        *ARENA_PUSH(a, to->samples, to->n_samples) = s;
    }
    for (size_t i = 0; i < p->n_executed; i++) {
        struct profile_executed e = p->executed[i];
        e.object = objects[e.object];
        *ARENA_PUSH(a, to->executed, to->n_executed) = e;
    }
}

static void add_excluded(struct arena *a, const struct profile *p, struct profile *to)
{
    for (size_t i = 0; i < p->n_excluded; i++) {
        size_t k = 0;
        while (k < to->n_excluded && strcmp(to->excluded[k].name, p->excluded[i].name) != 0)
            k++;
        if (k == to->n_excluded)
            *ARENA_PUSH(a, to->excluded, to->n_excluded) = p->excluded[i];
    }
}

static void add_run(struct arena *a, const struct profile *p, struct profile *to)
{
    uint32_t *objects = xmalloc((p->n_objects + 1) * sizeof *objects);
    uint32_t first_thread = (uint32_t)to->n_threads;
    for (size_t i = 0; i < p->n_objects; i++)
        objects[i] = index_of_object(a, to, &p->objects[i]);
    for (size_t i = 0; i < p->n_threads; i++)
        *ARENA_PUSH(a, to->threads, to->n_threads) = p->threads[i];
    add_samples(a, p, objects, first_thread, to);
    add_excluded(a, p, to);
    free(objects);
}

static int compare_samples(const void *one, const void *other)
{
    const struct profile_sample *a = one, *b = other;
    return profile_sample_order(a, b);
}

/* Adds equal samples of several threads, which are in order, to one. */
static void merge_equal_samples(struct profile *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n_samples; i++)
        if (n && compare_samples(&p->samples[n - 1], &p->samples[i]) == 0) {
            p->samples[n - 1].n += p->samples[i].n;
            p->samples[n - 1].weight += p->samples[i].weight;
        } else {
            p->samples[n++] = p->samples[i];
        }
    p->n_samples = n;
}

static int compare_executed(const void *one, const void *other)
{
    const struct profile_executed *a = one, *b = other;
    if (a->object != b->object)
        return a->object < b->object ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

void profile_merge(struct arena *a, const struct profile *runs, size_t n, struct profile *to)
{
    *to = runs[0];
    to->objects = NULL;
    to->threads = NULL;
    to->samples = NULL;
    to->executed = NULL;
    to->excluded = NULL;
    to->n_objects = to->n_threads = to->n_samples = to->n_executed = to->n_excluded = 0;
    for (size_t i = 0; i < n; i++)
        add_run(a, &runs[i], to);
    if (to->n_samples)
        qsort(to->samples, to->n_samples, sizeof *to->samples, compare_samples);
    if (to->n_executed)
        qsort(to->executed, to->n_executed, sizeof *to->executed, compare_executed);
    merge_equal_samples(to);
    merge_numbers(a, runs, n, to);
}
