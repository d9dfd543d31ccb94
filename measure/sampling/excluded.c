/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/sampling/excluded.h"

#include "measure/sampling/descendants.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longest time between two updates, twice: the CPU time of one thread in it. */
static const double MISSED_SECONDS = 0.2;
enum { MOST_NAMED = 20 };

void excluded_add(struct excluded *e, pid_t pid, const char *name, const char *why)
{
    struct excluded_process *p = array_push(&e->processes);
    *p = (struct excluded_process){.pid = pid, .why = why};
    snprintf(p->name, sizeof p->name, "%s", name);
}

bool excluded_has(const struct excluded *e, pid_t pid)
{
    for (size_t i = 0; i < e->processes.n; i++)
        if (e->processes.at[i].pid == pid)
            return true;
    return false;
}

void excluded_update(struct excluded *e)
{
    for (size_t i = 0; i < e->processes.n; i++) {
        struct excluded_process *p = &e->processes.at[i];
        if (p->ended)
            continue;
        p->seconds = fmax(p->seconds, descendants_of(p->pid, true).cpu_seconds);
        p->ended = kill(p->pid, 0) != 0 && errno == ESRCH;
    }
}

void excluded_set_seconds(const struct excluded *e, double rest, struct profile *p)
{
    double sum = 0;
    for (size_t i = 0; i < e->processes.n; i++)
        sum += e->processes.at[i].seconds;
    double most = fmin(sum + MISSED_SECONDS * (double)e->processes.n, rest);
    p->excluded_least = known(fmin(sum, rest));
    p->excluded_seconds = p->excluded_most = known(most);
}

static bool has_name(const struct profile *p, const char *name)
{
    for (size_t i = 0; i < p->n_excluded; i++)
        if (strcmp(p->excluded[i].name, name) == 0)
            return true;
    return false;
}

void excluded_fill(const struct excluded *e, struct arena *a, struct profile *p)
{
    for (size_t i = 0; i < e->processes.n && p->n_excluded < MOST_NAMED; i++)
        if (!has_name(p, e->processes.at[i].name))
            *ARENA_PUSH(a, p->excluded, p->n_excluded) = (struct profile_excluded){
                arena_strdup(a, e->processes.at[i].name), arena_strdup(a, e->processes.at[i].why)};
}

void excluded_free(struct excluded *e)
{
    array_free(&e->processes);
}
