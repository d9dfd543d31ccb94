/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/regions/team.h"

#include <string.h>

struct team team_begin(void)
{
    struct team t = {0};
    for (int r = 0; r < REGION_RUNGS; r++)
        t.balanced[r] = known(0);
    return t;
}

static void add_times(struct team_thread *to, const struct team_thread *t, double factor)
{
    for (int r = 0; r < REGION_RUNGS; r++)
        to->cycles[r] += factor * t->cycles[r];
    to->measured += factor * t->measured;
}

/* Sets to to the threads of both teams, each once, with their sums. */
static void merge_teams(struct arena *a, struct team *to, const struct team *more, double factor)
{
    struct team_thread *list = ARENA_ARRAY(a, struct team_thread, to->n + more->n + 1);
    size_t i = 0, j = 0, n = 0;
    while (i < to->n || j < more->n) {
        bool own = i < to->n && (j == more->n || to->at[i].thread <= more->at[j].thread);
        list[n] = (struct team_thread){.thread = own ? to->at[i].thread : more->at[j].thread};
        if (own)
            add_times(&list[n], &to->at[i++], 1);
        if (j < more->n && more->at[j].thread == list[n].thread)
            add_times(&list[n], &more->at[j++], factor);
        n++;
    }
    to->at = list;
    to->n = n;
}

/* Returns whether to has all threads of more. */
static bool has_all_threads(const struct team *to, const struct team *more)
{
    size_t i = 0;
    for (size_t j = 0; j < more->n; j++) {
        while (i < to->n && to->at[i].thread < more->at[j].thread)
            i++;
        if (i == to->n || to->at[i].thread != more->at[j].thread)
            return false;
    }
    return true;
}

void team_add(struct arena *a, struct team *to, const struct team *more, double factor)
{
    size_t i = 0;
    if (!has_all_threads(to, more))
        merge_teams(a, to, more, factor);
    else
        for (size_t j = 0; j < more->n; j++) {
            while (to->at[i].thread != more->at[j].thread)
                i++;
            add_times(&to->at[i], &more->at[j], factor);
        }
    for (int r = 0; r < REGION_RUNGS; r++) {
        to->balanced[r] = q_add(to->balanced[r], q_mul(more->balanced[r], known(factor)));
        if (!to->no_cycles[r])
            to->no_cycles[r] = more->no_cycles[r];
    }
    if (!to->no_measured)
        to->no_measured = more->no_measured;
}

struct quantity team_cycles(const struct team *t, enum region_rung rung)
{
    double most = 0;
    for (size_t i = 0; i < t->n; i++)
        most = t->at[i].cycles[rung] > most ? t->at[i].cycles[rung] : most;
    return t->no_cycles[rung] ? missing(t->no_cycles[rung]) : known(most);
}

struct quantity team_measured(const struct team *t)
{
    double most = 0;
    for (size_t i = 0; i < t->n; i++)
        most = t->at[i].measured > most ? t->at[i].measured : most;
    return t->no_measured ? missing(t->no_measured) : known(most);
}
