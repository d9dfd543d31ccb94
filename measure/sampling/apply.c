/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/util.h"
#include "measure/sampling/sampling.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Sets the caller of key: the first frame outside the object of the sample. */
static void find_caller(const struct sampling *s, const struct record *r,
                        struct profile_sample *key)
{
    for (uint32_t i = 0; i < r->n_callers; i++) {
        struct position p = spaces_find(&s->spaces, r->pid, r->callers[i]);
        if (p.object == s->spaces.unmapped)
            return;
        if (p.object != key->object) {
            key->caller_object = p.object;
            key->caller_at = p.at;
            return;
        }
    }
}

/* Sets the caller of key: the first frame outside the object of the sample. Frames are found by
 * unwind information; each must follow a call, or have been interrupted by a signal. */
static void unwind_caller(const struct sampling *s, const struct record *r,
                          struct profile_sample *key)
{
    enum { MOST_FRAMES = 100 };
    const struct stack_unwinder *u = s->o->unwinder;
    const struct profile_object *o = &s->spaces.objects.at[key->object];
    if (!r->n_stack || !u->is_wanted(u->context, key->object, o))
        return;
    struct user_stack stack = record_block_stack(&s->block, r);
    struct position at = {key->object, key->at};
    for (int i = 0; i < MOST_FRAMES && at.object == key->object; i++) {
        if (!u->unwind(u->context, at.object, o, at.at, &stack))
            return;
        at = spaces_find(&s->spaces, r->pid, stack.registers[STACK_PC]);
        o = &s->spaces.objects.at[at.object];
        if (!stack.interrupted && !u->follows_call(u->context, at.object, o, at.at))
            return;
    }
    if (at.object == key->object || at.object == s->spaces.unmapped)
        return;
    key->caller_object = at.object;
    key->caller_at = at.at;
}

/* Returns the CPU time that a sample represents. perf: the kernel starts a period anew for each
 * thread on each processor. On average, half a period at the end of such a stream has no sample.
 * The first sample of the stream represents this time, too. */
static uint64_t weigh_sample(struct sampling *s, const struct record *r, uint32_t thread)
{
    if (s->method != SAMPLER_PERF)
        return r->weight;
    uint64_t key[] = {(uint64_t)thread << 32 | r->cpu, r->weight};
    size_t before = numbering_count(&s->streams);
    bool first = numbering_add(&s->streams, key) == before;
    return r->weight + (first ? r->weight / 2 : 0);
}

/* Marks a thread that lived longer than a usual period. */
static void mark_long_thread(struct sampling *s, const struct record *r, uint32_t thread)
{
    if ((double)r->weight > s->events.period / 2)
        sample_counts_set_long(&s->counts, thread);
}

static void add_sample(struct sampling *s, const struct record *r)
{
    struct position p = {s->spaces.kernel, r->at};
    if (!r->in_kernel)
        p = spaces_find(&s->spaces, r->pid, r->at);
    struct profile_sample key = {.object = p.object,
                                 .thread =
                                     sample_counts_thread(&s->counts, (int)r->pid, (int)r->tid),
                                 .caller_object = PROFILE_NONE,
                                 .at = p.at,
                                 .n = r->n};
    key.weight = weigh_sample(s, r, key.thread);
    mark_long_thread(s, r, key.thread);
    if (r->cpu < s->n_cpus)
        s->used[r->cpu] = true;
    if (s->o->chain == CHAIN_DWARF && !r->in_kernel)
        unwind_caller(s, r, &key);
    else if (s->o->chain != CHAIN_NONE || r->in_kernel)
        find_caller(s, r, &key);
    sample_counts_add(&s->counts, &key);
    if (r->faults || r->kernel)
        sample_counts_add_executed(&s->counts, &(struct profile_executed){.object = key.object,
                                                                          .at = key.at,
                                                                          .faults = r->faults,
                                                                          .kernel = r->kernel});
}

/* A sample can be in the kernel if it interrupted the entry to it. */
static void add_instructions(struct sampling *s, const struct record *r)
{
    struct position p = {s->spaces.kernel, r->at};
    if (!r->in_kernel)
        p = spaces_find(&s->spaces, r->pid, r->at);
    sample_counts_add_executed(
        &s->counts,
        &(struct profile_executed){.object = p.object, .at = p.at, .instructions = r->weight});
}

/* Adds page faults to their memory and, if it is code of the program, to their instruction. */
static void add_faults(struct sampling *s, const struct record *r)
{
    sample_counts_add_faults(&s->counts, (int)r->pid, r->at, EVENT_FAULT_PERIOD);
    if (r->in_kernel)
        return;
    struct position p = spaces_find(&s->spaces, r->pid, r->code);
    sample_counts_add_executed(
        &s->counts,
        &(struct profile_executed){.object = p.object, .at = p.at, .faults = EVENT_FAULT_PERIOD});
}

/* Returns the path of a mapped file for this process: the kernel reports it relative to the root
 * directory of the one that mapped it. */
static const char *find_path(struct sampling *s, const struct record *r)
{
    char link[64], root[PATH_MAX], path[2 * PATH_MAX];
    struct stat file;
    snprintf(link, sizeof link, "/proc/%u/root", (unsigned)r->pid);
    ssize_t n = r->text[0] == '/' && r->text[1] != '/' ? readlink(link, root, sizeof root - 1) : 0;
    if (n <= 1)
        return r->text;
    snprintf(path, sizeof path, "%.*s%s", (int)n, root, r->text);
    if (stat(path, &file) != 0 || (!r->n_build_id && file.st_ino != r->inode))
        return r->text; /* the process changed its root directory later */
    return name_of(&s->block.texts, path, strlen(path));
}

static void add_map(struct sampling *s, const struct record *r)
{
    struct record map = *r;
    if (r->executable)
        map.text = find_path(s, r);
    spaces_map(&s->spaces, &map);
}

static void set_name(struct sampling *s, const struct record *r)
{
    if (r->is_exec)
        spaces_exec(&s->spaces, r);
    sample_counts_set_name(&s->counts, (int)r->pid, (int)r->tid, r->text);
}

static void add_thread(struct sampling *s, const struct record *r)
{
    spaces_fork(&s->spaces, r);
    s->starts++;
    uint32_t parent = sample_counts_thread(&s->counts, (int)r->parent_pid, (int)r->parent_tid);
    const char *name = s->counts.threads.at[parent].name;
    sample_counts_new_thread(&s->counts, (int)r->pid, (int)r->tid);
    sample_counts_set_name(&s->counts, (int)r->pid, (int)r->tid, name);
}

static void end_thread(struct sampling *s, const struct record *r)
{
    static const char hidden[] = "the user may not observe it: it is setuid, setgid, has "
                                 "capabilities, or its file is not readable";
    uint32_t thread = sample_counts_thread(&s->counts, (int)r->pid, (int)r->tid);
    s->unsampled_ends += s->counts.threads.at[thread].samples == 0;
    if (spaces_is_hidden(&s->spaces, r->pid))
        excluded_add(&s->excluded, (pid_t)r->pid, s->counts.threads.at[thread].name, hidden);
    spaces_exit(&s->spaces, r);
}

static void apply_record(struct sampling *s, const struct record *r)
{
    switch (r->kind) {
    case RECORD_SAMPLE:
        add_sample(s, r);
        break;
    case RECORD_INSTRUCTIONS:
        add_instructions(s, r);
        break;
    case RECORD_FAULT:
        add_faults(s, r);
        break;
    case RECORD_MAP:
        add_map(s, r);
        break;
    case RECORD_NAME:
        set_name(s, r);
        break;
    case RECORD_FORK:
        add_thread(s, r);
        break;
    case RECORD_EXIT:
        end_thread(s, r);
        break;
    case RECORD_LOST:
        s->lost += r->n;
        break;
    }
}

static int compare_times(const void *one, const void *other)
{
    const struct record *a = one, *b = other;
    return ORDER_BY_TWO(a, b, time, order);
}

void sampling_apply(struct sampling *s, uint64_t until)
{
    struct record *at = s->block.records.at;
    size_t n = s->block.records.n, applied = 0;
    for (size_t i = 0; i < n; i++)
        at[i].order = (uint32_t)i;
    if (n)
        qsort(at, n, sizeof *at, compare_times);
    while (applied < n && at[applied].time < until)
        apply_record(s, &at[applied++]);
    record_block_remove(&s->block, applied);
}
