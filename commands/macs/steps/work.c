/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/steps/work.h"
#include "commands/macs/steps/progress.h"

#include <math.h>
#include <unistd.h>

enum { ESTIMATE_LEAST = 60 }; /* seconds */

/* State of the execution of a plan. */
struct work_state {
    bool *broken;    /* by build */
    bool *measured;  /* by build: samples of a run were read */
    bool *unmarked;  /* by build: a step of the instrumented programs has failed */
    bool *unsampled; /* by build: this machine cannot sample it */
    size_t unmade;   /* broken builds without a program, or with a failed run and no measurement */
    bool all;
    size_t kept; /* steps that were already done */
};

static bool is_skipped(const struct work_state *g, const struct planned *s)
{
    bool nothing = s->step.requires && access(s->step.requires, F_OK) != 0;
    return nothing || g->all ||
           (s->build >= 0 && (g->broken[s->build] || (s->marks && g->unmarked[s->build])));
}

/* Marks the build of a failed step as broken, if the step is needed. Skips all remaining steps if
 * no build has a program or a measurement, because there is nothing to report. */
static void mark_broken(struct work_state *g, const struct plan *p, const struct planned *s)
{
    if (!s->needed)
        return;
    if (s->build < 0) {
        g->all = true;
        return;
    }
    if (s->marks && !s->usage) {
        g->unmarked[s->build] = true;
        if (!g->unsampled[s->build])
            return;
    }
    g->broken[s->build] = true;
    g->unmade += s->step.kind == STEP_COMPILE || s->step.kind == STEP_TOOL || s->usage ||
                 (s->step.kind == STEP_PROGRAM && !g->measured[s->build]);
    g->all |= g->unmade == p->ask->n_sets;
}

/* Without a sampled run and without instrumented programs there is nothing to report. */
static void mark_unsampled(struct work_state *g, const struct plan *p, const struct planned *s,
                           struct driver *drive)
{
    g->unsampled[s->build] = true;
    if (!g->unmarked[s->build])
        return;
    g->broken[s->build] = true;
    g->all |= ++g->unmade == p->ask->n_sets;
    diag_error(drive->d, (struct where){0}, "%s: nothing can be measured", s->step.doing);
}

/* Reports that marks need no samples if this machine could not sample the program. */
static void suggest_marks(const struct plan *p, const struct planned *s, struct driver *drive)
{
    bool unsampled = s->step.profile && access(s->step.profile, F_OK) != 0;
    if (unsampled && !p->ask->marks && (p->ask->sources.n || p->ask->root))
        fputs("macs: note: --marks measures cycles per iteration of Fortran loops without "
              "samples\n",
              drive->messages);
}

/* Prints the expected time of the runs with marks, from the counting run, if it is long. */
static void print_estimate(const struct plan *p, size_t i, double seconds, struct driver *drive)
{
    size_t runs = 0;
    drive->expect = seconds;
    for (size_t k = i + 1; k < p->n; k++)
        runs += p->at[k].step.kind == STEP_PROGRAM;
    if (seconds * (double)runs < ESTIMATE_LEAST || drive->quiet)
        return;
    fprintf(drive->messages, "macs: %zu more such runs take about %.0f min%s\n", runs,
            ceil(seconds * (double)runs / 60),
            p->ask->lab ? "" : "; --repeat=N reduces their number");
}

/* Executes step i. Returns the signal that stopped it. */
static int work_step(struct work_state *g, const struct plan *p, size_t i, struct driver *drive)
{
    const struct planned *s = &p->at[i];
    struct child_result r;
    enum step_end end = step_do(drive, &s->step, &r);
    if (s->measures && s->build >= 0 && (end == STEP_DONE || end == STEP_KEPT))
        g->measured[s->build] = true;
    switch (end) {
    case STEP_DONE:
        if (s->counts)
            print_estimate(p, i, r.seconds, drive);
        break;
    case STEP_KEPT:
        g->kept++;
        break;
    case STEP_FAILED:
        suggest_marks(p, s, drive);
        mark_broken(g, p, s);
        break;
    case STEP_UNSAMPLED:
        mark_unsampled(g, p, s, drive);
        break;
    case STEP_STOPPED:
        return r.number;
    }
    return 0;
}

static void print_kept(const struct work_state *g, const struct driver *drive)
{
    if (!g->kept || drive->quiet)
        return;
    progress_clear_line(drive);
    fprintf(drive->messages, "macs: %zu of %zu steps were already done\n", g->kept, drive->of);
}

static void print_stopped(const struct driver *drive)
{
    progress_clear_line(drive);
    fprintf(drive->messages,
            "macs: stopped; finished steps are kept in %s, and the same command continues\n",
            drive->folder->path);
}

/* Removes the database if it contains measurements of another version of the source. */
static void discard_other_source(const struct plan *p, const struct driver *drive)
{
    for (size_t i = 0; i < p->n; i++) {
        const struct planned *s = &p->at[i];
        if (!s->stores_source || !step_changed(drive->folder, &s->step))
            continue;
        if (unlink(s->step.adds) == 0)
            fprintf(drive->messages,
                    "macs: the source has changed: everything is measured again\n");
        return;
    }
}

static size_t count_reported(const struct plan *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++)
        n += is_reported(&p->at[i].step);
    return n;
}

int plan_work(const struct plan *p, struct driver *drive)
{
    struct work_state g = {.broken = ARENA_ARRAY(p->a, bool, p->ask->n_sets + 1),
                           .measured = ARENA_ARRAY(p->a, bool, p->ask->n_sets + 1),
                           .unmarked = ARENA_ARRAY(p->a, bool, p->ask->n_sets + 1),
                           .unsampled = ARENA_ARRAY(p->a, bool, p->ask->n_sets + 1)};
    drive->n = 0;
    drive->of = count_reported(p);
    discard_other_source(p, drive);
    for (size_t i = 0; i < p->n; i++) {
        if (is_skipped(&g, &p->at[i])) {
            drive->n += is_reported(&p->at[i].step);
            continue;
        }
        int signal = work_step(&g, p, i, drive);
        if (signal) {
            print_stopped(drive);
            return signal;
        }
    }
    print_kept(&g, drive);
    if (!p->ask->lab) /* its clocks are simulated */
        progress_warn_busy(drive);
    return 0;
}

void plan_print(const struct plan *p, FILE *out)
{
    for (size_t i = 0; i < p->n; i++)
        step_print(&p->at[i].step, out);
}
