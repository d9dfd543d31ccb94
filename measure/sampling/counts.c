/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/sampling/counts.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

enum { FAULT_PIECE = 2 << 20 };

void sample_counts_init(struct sample_counts *t)
{
    *t = (struct sample_counts){.most_rows = COUNT_MOST_ROWS,
                                .sample_keys = {.words = 4},
                                .thread_keys = {.words = 1},
                                .fault_keys = {.words = 2},
                                .executed_keys = {.words = 2}};
}

/* ---- threads ---- */

static uint32_t add_thread_row(struct sample_counts *t, int pid, int tid)
{
    *array_push(&t->threads) = (struct profile_thread){.pid = pid, .tid = tid, .name = ""};
    return (uint32_t)(t->threads.n - 1);
}

/* Returns the position of the thread in thread_rows. */
static uint32_t number_thread(struct sample_counts *t, int pid, int tid)
{
    uint64_t key = (uint64_t)(uint32_t)pid << 32 | (uint32_t)tid;
    uint32_t number = numbering_add(&t->thread_keys, &key);
    if (number == t->thread_rows.n)
        *array_push(&t->thread_rows) = add_thread_row(t, pid, tid);
    return number;
}

uint32_t sample_counts_thread(struct sample_counts *t, int pid, int tid)
{
    uint32_t number = number_thread(t, pid, tid);
    return t->thread_rows.at[number];
}

void sample_counts_new_thread(struct sample_counts *t, int pid, int tid)
{
    uint32_t number = number_thread(t, pid, tid);
    struct profile_thread *last = &t->threads.at[t->thread_rows.at[number]];
    if (last->samples)
        t->thread_rows.at[number] = add_thread_row(t, pid, tid);
    else
        last->name = "";
}

void sample_counts_set_name(struct sample_counts *t, int pid, int tid, const char *name)
{
    uint32_t i = sample_counts_thread(t, pid, tid);
    t->threads.at[i].name = name_of(&t->names, name, strlen(name));
}

/* ---- samples ---- */

static int compare_samples(const void *one, const void *other)
{
    const struct profile_sample *a = one, *b = other;
    const uint64_t x[] = {a->object, a->at, a->thread, a->caller_object, a->caller_at};
    const uint64_t y[] = {b->object, b->at, b->thread, b->caller_object, b->caller_at};
    return compare_lists(x, y, COUNT_OF(x));
}

void sample_counts_set_long(struct sample_counts *t, uint32_t thread)
{
    while (t->long_threads.n <= thread)
        *array_push(&t->long_threads) = false;
    t->long_threads.at[thread] = true;
}

bool sample_counts_is_long(const struct sample_counts *t, uint32_t thread)
{
    return thread == PROFILE_NONE || (thread < t->long_threads.n && t->long_threads.at[thread]);
}

/* Removes from key what rows do not distinguish. */
static void reduce_key(const struct sample_counts *t, struct profile_sample *key)
{
    if (t->detail >= COUNT_CALLERS && sample_counts_is_long(t, key->thread))
        key->thread = PROFILE_NONE;
    if (t->detail >= COUNT_ADDRESSES) {
        key->caller_object = PROFILE_NONE;
        key->caller_at = 0;
    }
}

static void add_to_row(struct sample_counts *t, struct profile_sample key)
{
    reduce_key(t, &key);
    uint64_t words[] = {(uint64_t)key.object << 32 | key.thread, key.at, key.caller_object,
                        key.caller_at};
    uint32_t number = numbering_add(&t->sample_keys, words);
    if (number == t->samples.n) {
        *array_push(&t->samples) = key;
    } else {
        t->samples.at[number].n += key.n;
        t->samples.at[number].weight += key.weight;
    }
}

/* Merges rows that differ in their least important detail. */
static void merge_rows(struct sample_counts *t)
{
    size_t n = t->samples.n;
    t->detail = (enum count_detail)(t->detail + 1);
    numbering_free(&t->sample_keys);
    t->samples.n = 0;
    for (size_t i = 0; i < n; i++) /* at most as many rows as were read: none is overwritten */
        add_to_row(t, t->samples.at[i]);
}

void sample_counts_add(struct sample_counts *t, const struct profile_sample *key)
{
    t->threads.at[key->thread].samples += key->n;
    add_to_row(t, *key);
    while (t->samples.n > t->most_rows && t->detail < COUNT_ADDRESSES)
        merge_rows(t);
}

double sample_counts_number(const struct sample_counts *t)
{
    double sum = 0;
    for (size_t i = 0; i < t->samples.n; i++)
        sum += (double)t->samples.at[i].n;
    return sum;
}

double sample_counts_weight(const struct sample_counts *t)
{
    double sum = 0;
    for (size_t i = 0; i < t->samples.n; i++)
        sum += (double)t->samples.at[i].weight;
    return sum;
}

/* ---- page faults ---- */

void sample_counts_add_faults(struct sample_counts *t, int pid, uint64_t address, uint64_t n)
{
    address &= ~(uint64_t)(FAULT_PIECE - 1);
    uint64_t words[] = {(uint64_t)(uint32_t)pid, address};
    uint32_t number = numbering_add(&t->fault_keys, words);
    if (number == t->faults.n)
        *array_push(&t->faults) = (struct profile_fault){.pid = pid, .address = address};
    t->faults.at[number].n += n;
}

static int compare_faults(const void *one, const void *other)
{
    const struct profile_fault *a = one, *b = other;
    int c = ORDER_OF((uint64_t)a->pid, (uint64_t)b->pid);
    return c ? c : ORDER_OF(a->address, b->address);
}

/* ---- instructions and page faults of code ---- */

void sample_counts_add_executed(struct sample_counts *t, const struct profile_executed *work)
{
    uint64_t words[] = {work->object, work->at};
    uint32_t number = numbering_add(&t->executed_keys, words);
    if (number == t->executed.n)
        *array_push(&t->executed) =
            (struct profile_executed){.object = work->object, .at = work->at};
    struct profile_executed *to = &t->executed.at[number];
    to->instructions += work->instructions;
    to->faults += work->faults;
    to->kernel += work->kernel;
}

static int compare_executed(const void *one, const void *other)
{
    const struct profile_executed *a = one, *b = other;
    return ORDER_BY_TWO(a, b, object, at);
}

/* ---- */

void sample_counts_sort(struct sample_counts *t)
{
    array_sort(&t->samples, compare_samples);
    array_sort(&t->faults, compare_faults);
    numbering_free(&t->sample_keys);
    numbering_free(&t->fault_keys);
    numbering_free(&t->executed_keys);
    array_sort(&t->executed, compare_executed);
}

void sample_counts_free(struct sample_counts *t)
{
    array_release_all(t->samples.at, t->threads.at, t->faults.at, t->thread_rows.at,
                      t->long_threads.at, t->executed.at);
    numbering_free(&t->sample_keys);
    numbering_free(&t->thread_keys);
    numbering_free(&t->fault_keys);
    numbering_free(&t->executed_keys);
    names_free(&t->names);
}
