/* SPDX-License-Identifier: GPL-3.0-or-later */
/* macs perturbation: compares the CPU time of instrumented programs with that of the sampled ones.
 */
#include "base/array.h"
#include "base/util.h"
#include "commands/common.h"
#include "commands/macs/macs.h"
#include "gaps/scaling/statistics.h"
#include "runs/runs.h"

#include <stdlib.h>
#include <string.h>

/* Below SHORTEST seconds differences are those of the machine; LIMIT: a larger change is a warning.
 */
static const double SHORTEST = 0.05, LIMIT = 0.05;

/* The runs of a program of one build on one number of processors. */
struct perturbation {
    const char *name; /* BUILD.pN */
    double unmarked;  /* seconds */
    double marked;    /* median */
};
struct perturbations {
    struct perturbation *at;
    size_t n;
};

/* Returns the length of the name without its last part: BUILD.pN of BUILD.pN.sampled. */
static size_t length_without_part(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? (size_t)(dot - name) : strlen(name);
}

/* Returns whether two runs differ only in the last part of their names. */
static bool is_same_program(const struct stored_run *x, const struct stored_run *y)
{
    size_t n = length_without_part(x->name);
    return x->build == y->build && n == length_without_part(y->name) &&
           strncmp(x->name, y->name, n) == 0;
}

/* Adds the comparison of a sampled run, if instrumented runs belong to it. */
static void add_perturbation(struct arena *a, struct perturbations *to,
                             const struct stored_runs *runs, const struct stored_run *sampled)
{
    size_t n = 0;
    double *times = ARENA_ARRAY(a, double, runs->n + 1);
    for (size_t i = 0; i < runs->n; i++)
        if (runs->at[i].marked_seconds > 0 && is_same_program(&runs->at[i], sampled))
            times[n++] = runs->at[i].marked_seconds;
    if (n)
        *ARENA_PUSH(a, to->at, to->n) = (struct perturbation){
            arena_strndup(a, sampled->name, length_without_part(sampled->name)),
            sampled->sampled_seconds, median_of(times, n)};
}

static double change_of(const struct perturbation *p)
{
    return p->marked / p->unmarked - 1;
}

static bool is_short(const struct perturbation *p)
{
    return p->unmarked < SHORTEST;
}

static bool is_large(const struct perturbation *p)
{
    return !is_short(p) && change_of(p) > LIMIT;
}

static void print_perturbation(const struct perturbation *p, bool named)
{
    const char *name = named ? p->name : "", *colon = named ? ": " : "";
    if (is_short(p))
        printf("%s%sthe run is too short to measure the effect of marks (%.3f s unmarked, %.3f s "
               "marked)\n",
               name, colon, p->unmarked, p->marked);
    else
        printf("%s%s%smarks change the CPU time by %+.1f %% (%.2f s unmarked, %.2f s marked)%s\n",
               is_large(p) ? "warning: " : "", name, colon, 100 * change_of(p), p->unmarked,
               p->marked,
               is_large(p) ? ":\n  cycles per iteration include it; measure fewer loops with "
                             "--loops=..., or use the shares, which are of the unmarked run"
                           : "");
}

/* Prints the warnings first, or that there is nothing to compare. */
static void print_perturbations(const struct perturbations *all)
{
    if (all->n == 0)
        puts("marks: no run with marks has a sampled run to compare it with");
    for (int large = 1; large >= 0; large--)
        for (size_t i = 0; i < all->n; i++)
            if (is_large(&all->at[i]) == large)
                print_perturbation(&all->at[i], all->n > 1);
}

static void compare_runs(struct macs *m, const char *path)
{
    struct stored_runs list;
    struct perturbations all = {.n = 0};
    struct runs *r = runs_open(path, RUNS_READ, &m->d);
    if (!r)
        return;
    if (runs_runs(r, &m->arena, &list)) {
        for (size_t i = 0; i < list.n; i++)
            if (list.at[i].sampled_seconds > 0)
                add_perturbation(&m->arena, &all, &list, &list.at[i]);
        print_perturbations(&all);
    }
    runs_close(r);
}

static const struct command_line command_line = {
    "macs perturbation", "DATABASE",
    "Compare the CPU time of the instrumented runs in a database with that of the sampled runs.",
    "macs perturbation macs-out/run.db"};

int macs_perturbation(int argc, char **argv)
{
    static const struct option_row rows[] = {{0}};
    struct macs m;
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));
    macs_begin(&m);
    int n = options_read(&command_line, rows, argc, argv, operands), status = 2;
    if (n == 1) {
        compare_runs(&m, operands[0]);
        status = macs_status(&m, 0);
    } else if (n >= 0) {
        wrong_usage("macs perturbation", "give one run database");
    }
    free(operands);
    macs_end(&m);
    return status;
}
