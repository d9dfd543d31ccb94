/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/repeats.h"
#include "commands/common.h"
#include "measure/sampling/repeats.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ENOUGH_SAMPLES = 1000, AUTOMATIC_MOST = 100 };

bool repeats_read(const char *tool, const char *text, long *n)
{
    char *end;
    *n = 1;
    if (!text)
        return true;
    *n = strcmp(text, "auto") == 0 ? REPEATS_AUTOMATIC : strtol(text, &end, 10);
    if (*n == REPEATS_AUTOMATIC && strcmp(text, "auto") == 0)
        return true;
    if (*n >= 1 && *n <= REPEATS_MOST && !*end)
        return true;
    wrong_usage(tool, "--repeat must be auto, or a whole number from 1 to %d, not '%s'",
                REPEATS_MOST, text);
    return false;
}

struct repeating {
    const struct sampler_options *o;
    long wanted;         /* number of runs, or REPEATS_AUTOMATIC */
    double seconds;      /* of all runs, if their number is automatic */
    double start;        /* of the first run */
    double longest;      /* seconds of a run, with its preparation */
    off_t input;         /* position of standard input; below 0: it cannot be read again */
    struct profile *all; /* the runs */
    size_t n;
    double samples;
};

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Returns the position of standard input; 0 for a terminal, below 0 for a pipe. */
static off_t input_position(void)
{
    return isatty(STDIN_FILENO) ? 0 : lseek(STDIN_FILENO, 0, SEEK_CUR);
}

/* Returns the sampling rate with which a run has the period of the first one. */
static double rate_of(const struct profile *first)
{
    static const double nominal_clock = 3e9;
    if (strcmp(first->sampler, "perf") != 0 || first->period <= 0)
        return 0;
    return (first->unit == PROFILE_CYCLES ? nominal_clock : 1e9) / first->period;
}

/* Samples a run and appends it. Returns false after a message. */
static bool add_run(struct repeating *r, struct arena *a, struct diag *d)
{
    struct sampler_options o = *r->o;
    struct profile p;
    double start = seconds_now();
    if (r->n) {
        o.repeated = true;
        o.seed += r->n;
        o.rate = o.rate > 0 ? o.rate : rate_of(&r->all[0]);
        lseek(STDIN_FILENO, r->input, SEEK_SET);
    }
    if (!sampler_run(&o, a, &p, d))
        return false;
    double took = seconds_now() - start;
    r->longest = took > r->longest ? took : r->longest;
    for (size_t i = 0; i < p.n_samples; i++)
        r->samples += (double)p.samples[i].n;
    *ARENA_PUSH(a, r->all, r->n) = p;
    return true;
}

/* Removes the last run, and reports it, if it ended in another way than the first one. Returns
 * whether it did. */
static bool drop_other_end(struct repeating *r, struct diag *d)
{
    const struct profile *last = &r->all[r->n - 1];
    struct where w = {.file = r->o->command[0]};
    if (last->status == r->all[0].status && profile_is_repeat(&r->all[0], last))
        return false;
    if (WIFSIGNALED(last->status))
        diag_warning(d, w, "run %zu was ended by signal %d (%s): it is not part of the profile",
                     r->n, WTERMSIG(last->status), strsignal(WTERMSIG(last->status)));
    else
        diag_warning(d, w,
                     "run %zu exited with status %d, the first one with %d: it is not part of the "
                     "profile",
                     r->n, WEXITSTATUS(last->status), WEXITSTATUS(r->all[0].status));
    r->n--;
    return true;
}

/* Returns whether the command is run again after n runs. */
static bool is_continued(const struct repeating *r)
{
    const struct profile *last = &r->all[r->n - 1];
    if (WIFSIGNALED(last->status) || last->stop_signal || last->left || r->input < 0)
        return false;
    if (r->wanted != REPEATS_AUTOMATIC)
        return r->n < (size_t)r->wanted;
    return WEXITSTATUS(last->status) == 0 && r->samples > 0 && r->samples < ENOUGH_SAMPLES &&
           r->n < AUTOMATIC_MOST && seconds_now() - r->start + r->longest <= r->seconds;
}

bool repeats_run(const struct sampler_options *s, long n, double seconds, struct arena *a,
                 struct profile *p, struct diag *d)
{
    struct repeating r = {
        .o = s, .wanted = n, .seconds = seconds, .start = seconds_now(), .input = input_position()};
    if (n > 1 && r.input < 0)
        diag_warning(d, (struct where){.file = s->command[0]},
                     "it is run once: its standard input cannot be read again; redirect it from a "
                     "file or from /dev/null");
    do
        if (!add_run(&r, a, d))
            return false;
    while (!drop_other_end(&r, d) && is_continued(&r));
    if (r.n > 1)
        profile_merge(a, r.all, r.n, p);
    else
        *p = r.all[0];
    return true;
}
