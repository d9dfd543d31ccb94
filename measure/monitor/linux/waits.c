/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The places where threads wait. They are counted at each sample and described less often. */
#include "measure/monitor/linux/table.h"

#include <stdlib.h>
#include <time.h>

/* Maximum number of places of a thread; further ones are counted only by their system call. */
enum { SITES = 256 };

static struct site_count *find_site(struct thread *t, enum thread_state s,
                                    const struct wait_key *key)
{
    for (size_t i = 0; i < t->sites.n; i++)
        if (t->sites.at[i].key.call == key->call && t->sites.at[i].key.at == key->at &&
            t->sites.at[i].state == s)
            return &t->sites.at[i];
    return NULL;
}

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Returns whether a place is described again: whenever its samples have doubled, because a mutex
 * changes its owner and a descriptor may be reused. All descriptions take at most 0.05 % of a
 * CPU and, at first, 20 ms, because reading the table of TCP connections takes more than one ms. */
static bool is_due(const struct monitor *m, const struct site_count *site, double now)
{
    static const double at_once = 0.02, part = 0.0005;
    return site->samples >= 2 * site->described && m->waits_cost <= at_once + part * now;
}

static void describe_site(struct monitor *m, const struct thread *t, struct site_count *site,
                          const struct seen_thread *seen)
{
    double begin = cpu_seconds();
    struct site_process *watched = xmalloc(m->processes.n * sizeof *watched);
    for (size_t i = 0; i < m->processes.n; i++)
        watched[i] = (struct site_process){m->processes.at[i].pid, m->processes.at[i].folder};
    struct site_text text = site_describe(&(struct site_question){.seen = seen,
                                                                  .tid = t->tid,
                                                                  .own = watched[t->process],
                                                                  .watched = watched,
                                                                  .n = m->processes.n});
    free(watched);
    if (!site->text)
        site->text = xmalloc(sizeof *site->text);
    if (site->described == 0 || text.peer[0])
        *site->text = text;
    site->described = site->samples;
    m->waits_cost += cpu_seconds() - begin;
}

void waits_count(struct monitor *m, struct thread *t, enum thread_state s,
                 const struct seen_thread *seen, const struct wait_key *key, double now)
{
    struct wait_key call = {.call = key->call};
    struct site_count *site = find_site(t, s, key);
    bool too_many = !site && t->sites.n >= SITES;
    if (too_many) {
        key = &call;
        site = find_site(t, s, key);
    }
    if (!site) {
        site = array_push(&t->sites);
        *site = (struct site_count){.key = *key, .state = s};
    }
    site->samples++;
    if (!too_many && key->call >= 0 && is_due(m, site, now))
        describe_site(m, t, site, seen);
}

void waits_free(struct thread *t)
{
    for (size_t i = 0; i < t->sites.n; i++)
        free(t->sites.at[i].text);
    array_free(&t->sites);
}
