/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits the memory for ended threads, because programs may start millions of threads: the latest
 * ones are stored separately, the others are combined by name. */
#include "measure/monitor/linux/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LATEST = 8192, NAMES = 256 };

static const char *name_of(const struct thread *t)
{
    return t->registered_name ? t->registered_name : t->name;
}

/* Returns the entry that combines ended threads of that name; with too many names, one entry for
 * all. */
static struct thread *combined_entry(struct monitor *m, const struct thread *t)
{
    static const char others[] = "others";
    for (size_t i = 0; i < m->gathered.n; i++)
        if (strcmp(name_of(m->gathered.at[i]), name_of(t)) == 0 ||
            (i == NAMES && m->gathered.n > NAMES))
            return m->gathered.at[i];
    struct thread *g = xmalloc(sizeof *g);
    *g = (struct thread){.syscall.descriptor = -1,
                         .stat.descriptor = -1,
                         .schedstat.descriptor = -1,
                         .process = t->process,
                         .slot = -1,
                         .chosen = true,
                         .ended = true,
                         .begin = t->begin,
                         .number = t->number,
                         .registered_name = xstrdup(m->gathered.n == NAMES ? others : name_of(t))};
    *array_push(&m->gathered) = g;
    return g;
}

static void add_counts(struct state_counts *to, const struct state_counts *c)
{
    for (int s = 0; s < THREAD_STATES; s++)
        to->n[s] += c->n[s];
}

static void add_times(struct thread *to, const struct thread *t)
{
    struct samples_taken all = samples_so_far(t);
    to->rest.all += t->rest.all + all.all - t->account.covered.all;
    to->rest.processing += t->rest.processing + all.processing - t->account.covered.processing;
    to->account.covered = samples_so_far(to);
    if (!t->has_times)
        return;
    to->has_times = true;
    to->account.last.run += t->account.last.run - t->first.run;
    to->account.last.queue += t->account.last.queue - t->first.queue;
    to->reported_times.run += t->reported_times.run - t->first.run;
    to->reported_times.queue += t->reported_times.queue - t->first.queue;
    to->pending_reported += t->account.end > t->account_reported ? t->pending_reported : 0;
    to->account_reported += fmin(t->account_reported, t->account.end) - t->account_begin;
    to->account.end += t->account.end - t->account_begin;
}

static void add_regions(struct thread *to, const struct thread *t)
{
    for (size_t i = 0; i < t->regions.n; i++) {
        const struct region_count *r = &t->regions.at[i];
        size_t k = 0;
        while (k < to->regions.n && to->regions.at[k].region != r->region)
            k++;
        if (k == to->regions.n)
            *array_push(&to->regions) = (struct region_count){.region = r->region};
        add_counts(&to->regions.at[k].counts, &r->counts);
        add_counts(&to->regions.at[k].reported, &r->reported);
    }
}

static void combine_thread(struct monitor *m, const struct thread *t)
{
    struct thread *to = combined_entry(m, t);
    double reported = (t->end < m->reported ? t->end : m->reported) - t->begin;
    if (m->processes.at[to->process].pid != m->processes.at[t->process].pid)
        to->many_processes = true;
    to->gathered++;
    to->unseen += state_samples(&t->counts) == 0;
    to->gathered_seconds += t->end - t->begin;
    to->reported_seconds += reported > 0 ? reported : 0;
    to->end = t->end > to->end ? t->end : to->end;
    to->denied |= t->denied;
    to->foreign |= t->foreign;
    to->waits_processing |= t->waits_processing;
    add_counts(&to->counts, &t->counts);
    add_counts(&to->reported, &t->reported);
    add_times(to, t);
    add_regions(to, t);
}

/* Removes the marked threads from the table. The indices of the others change. */
static void remove_marked(struct monitor *m, const bool *marked)
{
    size_t *places = xmalloc(m->threads.n * sizeof *places), n = 0;
    for (size_t i = 0; i < m->threads.n; i++) {
        places[i] = n;
        if (marked[i])
            threads_free(m->threads.at[i]);
        else
            m->threads.at[n++] = m->threads.at[i];
    }
    for (size_t i = 0; i < m->running.n; i++) {
        struct process *p = &m->processes.at[m->running.at[i]];
        for (size_t k = 0; k < p->living.n; k++)
            p->living.at[k] = places[p->living.at[k]];
    }
    m->threads.n = n;
    free(places);
}

void threads_gather(struct monitor *m)
{
    size_t left = m->ended;
    if (left <= 2 * LATEST)
        return;
    bool *marked = xmalloc(m->threads.n * sizeof *marked);
    for (size_t i = 0; i < m->threads.n; i++) {
        struct thread *t = m->threads.at[i];
        marked[i] = t->ended && left > LATEST;
        left -= marked[i];
        if (!marked[i])
            continue;
        m->bins -= t->bins.n;
        if (t->chosen)
            combine_thread(m, t);
    }
    remove_marked(m, marked);
    m->ended = left;
    free(marked);
}
