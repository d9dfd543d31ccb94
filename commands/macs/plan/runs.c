/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps that run a program, and those that report the results. */
#include "commands/macs/plan/plan.h"
#include "commands/macs/repeats.h"
#include "commands/macs/steps/profiles.h"

#include <string.h>
#include <unistd.h>

const char *plan_absolute(struct plan *p, const char *path)
{
    char here[4096];
    if (*path == '/' || !getcwd(here, sizeof here))
        return path;
    return arena_printf(p->a, "%s/%s", here, path);
}

/* ---- a run ---- */

static void add_launcher(struct plan *p, struct step *s, long processors)
{
    for (size_t i = 0; i < p->ask->launcher.n; i++) {
        const char *word = p->ask->launcher.at[i], *place = strstr(word, "{p}");
        if (place)
            words_addf(p->a, &s->argv, "%.*s%ld%s", (int)(place - word), word, processors,
                       place + 3);
        else
            words_add(p->a, &s->argv, word);
    }
}

/* Adds the variables of the measurement library. */
static void add_library(struct plan *p, struct step *s, const struct planned_run *r)
{
    words_addf(p->a, &s->env, "MULTIKRON_DIR=%s", plan_absolute(p, r->folder));
    words_addf(p->a, &s->env, "MULTIKRON_RUN=%s", r->name);
    words_addf(p->a, &s->env, "MULTIKRON_BUILD=%s",
               r->build < 0 ? "count" : p->ask->sets[r->build].name);
    words_addf(p->a, &s->env, "MULTIKRON_MACHINE=%s",
               p->ask->machine_name ? p->ask->machine_name : p->ask->machine);
}

/* Adds the variables with which an instrumented program writes profiles of its compiler to the
 * directory of the run. The program of macs build exists now and can be checked; those of source
 * files have objects of their own, whose profiles of gcc are not those of the user. */
static void add_profiles(struct plan *p, struct step *s, const struct planned_run *r)
{
    const char *folder = plan_absolute(p, r->folder);
    if (p->ask->root && !profiles_check(r->program))
        profiles_redirect(p->a, &s->env, folder);
    else
        profiles_redirect_others(p->a, &s->env, folder);
}

void plan_add_threads(struct plan *p, struct step *s, long processors)
{
    if (!p->ask->launcher.n && !p->ask->lab)
        words_addf(p->a, &s->env, "OMP_NUM_THREADS=%ld", processors);
}

static void add_environment(struct plan *p, struct step *s, const struct planned_run *r)
{
    if (!r->sample_to) {
        add_library(p, s, r);
        if (!p->ask->lab)
            add_profiles(p, s, r);
    }
    plan_add_threads(p, s, r->processors);
}

/* Adds the number of runs. An automatic number of runs ends within the time limit of a run. */
static void add_repeats(struct plan *p, struct step *s)
{
    const struct request *ask = p->ask;
    s->runs = ask->repeat_sampled;
    if (ask->repeat_sampled)
        words_addf(p->a, &s->argv, "--repeat=%ld", ask->repeat_sampled);
    else
        words_add(p->a, &s->argv, "--repeat=auto");
    if (!ask->repeat_sampled && ask->timeout && ask->timeout < REPEAT_SECONDS)
        words_addf(p->a, &s->argv, "--repeat-limit=%ld", ask->timeout);
}

/* Adds the sampler that starts the run. */
static void add_sampler(struct plan *p, struct step *s, const struct planned_run *r)
{
    if (!r->sample_to)
        return;
    words_add(p->a, &s->argv, p->ask->tools->macs);
    words_add(p->a, &s->argv, "sample");
    words_add(p->a, &s->argv, "--pass-status");
    words_addf(p->a, &s->argv, "--output=%s", r->sample_to);
    add_repeats(p, s);
    words_add(p->a, &s->argv, "--");
}

void plan_program_words(struct plan *p, struct step *s, const struct planned_run *r)
{
    add_launcher(p, s, r->processors);
    words_add(p->a, &s->argv, plan_absolute(p, r->program));
    words_add_all(p->a, &s->argv, &p->ask->arguments);
}

struct step *plan_run(struct plan *p, const struct planned_run *r)
{
    const struct request *ask = p->ask;
    struct planned *n = plan_step(p, r->build, arena_printf(p->a, "run %s", r->name),
                                  arena_printf(p->a, "%s %s",
                                               r->counts      ? "counting run"
                                               : r->sample_to ? "sampled run"
                                                              : "run",
                                               r->name));
    struct step *s = &n->step;
    n->needed = true;
    n->counts = r->counts;
    s->kind = STEP_PROGRAM;
    s->profile = r->sample_to;
    s->optional = r->optional;
    s->any_status = ask->any_status;
    s->timed = !r->counts;
    s->input = ask->input;
    s->fresh = r->sample_to ? NULL : r->folder;
    s->output = arena_printf(p->a, "%s.out", r->folder);
    add_environment(p, s, r);
    add_sampler(p, s, r);
    plan_program_words(p, s, r);
    words_add(p->a, &s->needs, r->program);
    return s;
}

struct step *plan_import_step(struct plan *p, const struct planned_run *r, const char *does)
{
    struct planned *n = plan_step(p, r->build, arena_printf(p->a, "import %s", r->name),
                                  arena_printf(p->a, "%s of %s", does, r->name));
    n->measures = true;
    return &n->step;
}

void plan_import(struct plan *p, const struct planned_run *r, const struct planned_run *count)
{
    struct step *s = plan_import_step(p, r, "read the samples");
    words_add(p->a, &s->argv, p->ask->tools->multikron);
    words_add(p->a, &s->argv, "import");
    words_addf(p->a, &s->argv, "--regions=%s", r->regions);
    words_addf(p->a, &s->argv, "--counts=%s", count->folder);
    words_add(p->a, &s->argv, plan_database(p));
    words_add(p->a, &s->argv, r->folder);
    s->adds = plan_database(p);
    s->output = arena_printf(p->a, "%s.import", r->folder);
    s->reads = r->folder;
}

struct planned_run plan_run_of(struct plan *p, long build, const char *program, long processors,
                               const char *which)
{
    const char *set = p->ask->sets[build].name;
    return (struct planned_run){
        .build = build,
        .program = program,
        .processors = processors,
        .name = arena_printf(p->a, "%s.p%ld.%s", set, processors, which),
        .regions = arena_printf(p->a, "%s/%s/regions", p->ask->folder, set),
        .folder = arena_printf(p->a, "%s/%s/runs/p%ld.%s", p->ask->folder, set, processors, which),
    };
}

static void plan_processors(struct plan *p, long build, const struct measured_program *m,
                            long processors)
{
    struct planned_run count = plan_run_of(p, build, m->count, processors, "count");
    count.counts = true;
    plan_run(p, &count);
    for (long i = 1; i <= p->ask->repeat; i++) {
        struct planned_run r =
            plan_run_of(p, build, m->time, processors, arena_printf(p->a, "%ld", i));
        plan_run(p, &r);
        plan_import(p, &r, &count);
    }
}

void plan_runs(struct plan *p, long i, const struct measured_program *m)
{
    plan_directory(p, i, "runs");
    for (size_t k = 0; k < p->ask->n_processors; k++)
        plan_processors(p, i, m, p->ask->processors[k]);
}

/* ---- results ---- */

struct step *plan_gap(struct plan *p, const char *doing, const char *makes, const char *option,
                      const char *other)
{
    struct planned *n = plan_step(p, -1, doing, doing);
    words_add(p->a, &n->step.argv, p->ask->tools->macs_gap);
    words_add(p->a, &n->step.argv, option);
    if (other)
        words_add(p->a, &n->step.argv, other);
    words_add(p->a, &n->step.argv, plan_database(p));
    if (makes)
        words_add(p->a, &n->step.makes, makes);
    n->step.kind = STEP_SHOW;
    n->step.requires = plan_database(p);
    return &n->step;
}

/* Returns whether instrumented programs are run. */
static bool has_marked_runs(const struct plan *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->at[i].marks && p->at[i].step.kind == STEP_PROGRAM)
            return true;
    return false;
}

/* Adds the comparison of the marked with the unmarked CPU time, which precedes the table. */
static void plan_perturbation(struct plan *p)
{
    const char *doing = "compare the CPU time with that of the unmarked program";
    struct planned *n = plan_step(p, -1, doing, doing);
    words_add(p->a, &n->step.argv, p->ask->tools->macs);
    words_add(p->a, &n->step.argv, "perturbation");
    words_add(p->a, &n->step.argv, plan_database(p));
    n->step.kind = STEP_SHOW;
    n->step.requires = plan_database(p);
    n->step.output = arena_printf(p->a, "%s/perturbation.txt", p->ask->folder);
    n->step.shows = true;
}

void plan_results(struct plan *p)
{
    const char *folder = p->ask->folder;
    const char *pdf = arena_printf(p->a, "%s/gaps.pdf", folder);
    const char *html = arena_printf(p->a, "%s/report.html", folder);
    plan_gap(p, "draw gaps.pdf", pdf, "--median", arena_printf(p->a, "--plot=%s", pdf));
    plan_gap(p, "write report.html", html, arena_printf(p->a, "--report=%s", html), NULL);
    if (has_marked_runs(p))
        plan_perturbation(p);
    struct step *table = plan_gap(p, "table of gaps", NULL, "--median", "--brief");
    if (p->ask->n_sets > 1 || p->ask->n_processors > 1)
        words_add(p->a, &table->argv, "--format=text");
    if (p->ask->n_processors > 1)
        words_add(p->a, &table->argv, "--scaling");
    if (p->ask->n_sets > 1)
        words_add(p->a, &table->argv, "--compare");
    table->output = arena_printf(p->a, "%s/gaps.txt", folder);
    table->shows = true;
}
