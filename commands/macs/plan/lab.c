/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan of macs --lab: sources are instrumented once, compiled to KSR1 assembly at each
 * optimization level, and executed on each number of simulated cells. Iterations are the same at
 * all levels, so a separate program counts them once for each number of cells. */
#include "commands/macs/plan/plan.h"
#include "commands/macs/compilers/flags.h"
#include "commands/macs/plan/marking.h"

#include <string.h>

/* The parts of one program. */
struct lab_program {
    long build; /* -1 = the counting program */
    const char *name, *folder;
    struct words assembly;
};

static const char *in_folder(struct plan *p, const char *part)
{
    const char *path = arena_printf(p->a, "%s/%s", p->ask->folder, part);
    if (!words_contain(&p->folders, path))
        words_add(p->a, &p->folders, path);
    return path;
}

static const char *regions_file(struct plan *p)
{
    return arena_printf(p->a, "%s/regions", p->ask->folder);
}

/* ---- marks ---- */

static void plan_instrumentation(struct plan *p, const struct variant *v, size_t i)
{
    const struct request *ask = p->ask;
    const char *source = ask->sources.at[i];
    const char *marked = plan_copy_name(p, in_folder(p, v->folder), i);
    struct planned *n = plan_step(p, -1, arena_printf(p->a, "%s/mark %s", v->folder, source),
                                  arena_printf(p->a, "mark loops of %s for %s", source, v->what));
    n->needed = true;
    struct words options = flags_for_kma(p->a, &ask->sets[0].flags, NULL);
    n->step.argv = marking_words(p->a, ask->tools->kma, v, regions_file(p), ask->loops, &options,
                                 source, marked);
    words_add(p->a, &n->step.needs, source);
    words_add(p->a, &n->step.makes, marked);
    n->step.adds = regions_file(p);
    n->step.output = arena_printf(p->a, "%s.loops", marked);
}

/* ---- code ---- */

static const char *plan_compilation(struct plan *p, const struct lab_program *l, const char *from,
                                    const char *made, const struct words *flags, const char *source)
{
    struct planned *n = plan_step(p, l->build, arena_printf(p->a, "make %s", made),
                                  arena_printf(p->a, "compile %s (%s)", source, l->name));
    struct step *s = &n->step;
    n->needed = true;
    s->kind = STEP_COMPILE;
    words_add(p->a, &s->argv, p->ask->compiler);
    words_add_all(p->a, &s->argv, flags);
    words_add(p->a, &s->argv, "--openmp");
    words_add(p->a, &s->argv, "-o");
    words_add(p->a, &s->argv, made);
    words_add(p->a, &s->argv, from);
    words_add(p->a, &s->needs, from);
    words_add(p->a, &s->makes, made);
    return made;
}

static void plan_compilations(struct plan *p, struct lab_program *l, const struct variant *v,
                              const struct words *flags)
{
    l->folder = in_folder(p, l->name);
    for (size_t i = 0; i < p->ask->sources.n; i++) {
        const char *from = plan_copy_name(p, in_folder(p, v->folder), i);
        const char *made = arena_printf(p->a, "%s.s", plan_copy_name(p, l->folder, i));
        words_add(p->a, &l->assembly,
                  plan_compilation(p, l, from, made, flags, p->ask->sources.at[i]));
    }
}

/* kfc unrolls from -O2 on. Below, kmacstat cannot infer k if addresses are recomputed for each
 * access. */
static bool is_unrolled(const struct words *flags)
{
    bool unrolled = true;
    for (size_t i = 0; i < flags->n; i++)
        if (strncmp(flags->at[i], "-O", 2) == 0)
            unrolled = flags->at[i][2] > '1';
    return unrolled;
}

static void plan_code_bounds(struct plan *p, const struct lab_program *l, const struct words *flags)
{
    const struct words none = {.n = 0};
    plan_kmacstat(p, l->build, &l->assembly, &none);
    if (!is_unrolled(flags))
        words_add(p->a, &p->at[p->n - 1].step.argv, "--unroll=1");
}

/* ---- runs ---- */

static void plan_cells_run(struct plan *p, const struct lab_program *l, const struct planned_run *r)
{
    struct step *s = plan_run(p, r);
    s->argv.n = 0;
    words_add(p->a, &s->argv, p->ask->tools->ksr1);
    words_addf(p->a, &s->argv, "--cells=%ld", r->processors);
    words_add_all(p->a, &s->argv, &p->ask->ksr1);
    words_add_all(p->a, &s->argv, &l->assembly);
    words_add_all(p->a, &s->needs, &l->assembly);
}

static struct planned_run run_on(struct plan *p, const struct lab_program *l, long cells)
{
    words_add(p->a, &p->folders, arena_printf(p->a, "%s/runs", l->folder));
    return (struct planned_run){
        .build = l->build,
        .program = l->assembly.at[0],
        .processors = cells,
        .regions = regions_file(p),
        .counts = l->build < 0,
        .name = arena_printf(p->a, "%s.p%ld", l->name, cells),
        .folder = arena_printf(p->a, "%s/runs/p%ld", l->folder, cells),
    };
}

static void plan_level_runs(struct plan *p, const struct lab_program *l,
                            const struct planned_run *counts)
{
    for (size_t k = 0; k < p->ask->n_processors; k++) {
        struct planned_run r = run_on(p, l, p->ask->processors[k]);
        plan_cells_run(p, l, &r);
        plan_import(p, &r, &counts[k]);
    }
}

static struct planned_run *plan_counting_runs(struct plan *p, const struct lab_program *l)
{
    struct planned_run *r = ARENA_ARRAY(p->a, struct planned_run, p->ask->n_processors + 1);
    for (size_t k = 0; k < p->ask->n_processors; k++) {
        r[k] = run_on(p, l, p->ask->processors[k]);
        plan_cells_run(p, l, &r[k]);
    }
    return r;
}

/* ---- results ---- */

static void add_run_option(struct plan *p, struct step *s, const struct lab_program *l, long cells)
{
    words_addf(p->a, &s->argv, "--run=%s.p%ld", l->name, cells);
}

/* Adds the charts of a build: bars for each number of cells, MUF, speed-up. */
static void plan_charts(struct plan *p, const struct lab_program *l)
{
    const char *pdf = arena_printf(p->a, "%s/gaps.pdf", l->folder);
    const char *charts = p->ask->n_processors > 1 ? "--chart=bars,muf,speed-up" : "--chart=bars";
    struct step *s = plan_gap(p, arena_printf(p->a, "draw %s/gaps.pdf", l->name), pdf, charts,
                              arena_printf(p->a, "--plot=%s", pdf));
    for (size_t k = 0; k < p->ask->n_processors; k++)
        add_run_option(p, s, l, p->ask->processors[k]);
}

/* Adds the tables. All of them go to a file; only the comparison of the builds on the first number
 * of cells is printed, because the output would be too long. */
static void add_summary_steps(struct plan *p, const struct lab_program *l)
{
    const struct request *ask = p->ask;
    const char *html = arena_printf(p->a, "%s/report.html", ask->folder);
    for (size_t b = 0; b < ask->n_sets; b++)
        plan_charts(p, &l[b]);
    plan_gap(p, "write report.html", html, arena_printf(p->a, "--report=%s", html), NULL);
    struct step *all = plan_gap(p, "table of gaps", NULL, "--brief", "--format=text");
    if (ask->n_processors > 1)
        words_add(p->a, &all->argv, "--scaling");
    if (ask->n_sets > 1)
        words_add(p->a, &all->argv, "--compare");
    all->output = arena_printf(p->a, "%s/gaps.txt", ask->folder);
    struct step *first =
        plan_gap(p, "table of gaps on the first number of cells", NULL, "--brief", "--format=text");
    if (ask->n_sets > 1)
        words_add(p->a, &first->argv, "--compare");
    for (size_t b = 0; b < ask->n_sets; b++)
        add_run_option(p, first, &l[b], ask->processors[0]);
    first->output = arena_printf(p->a, "%s/first.txt", ask->folder);
    first->shows = true;
}

/* ---- all steps ---- */

void plan_lab(struct plan *p)
{
    const struct request *ask = p->ask;
    struct lab_program counting = {.build = -1, .name = "count"};
    struct lab_program *l = ARENA_ARRAY(p->a, struct lab_program, ask->n_sets + 1);
    for (size_t b = 0; b < ask->n_sets; b++)
        plan_kma(p, (long)b);
    for (int v = 0; v < VARIANTS; v++)
        for (size_t i = 0; i < ask->sources.n; i++)
            plan_instrumentation(p, &variants[v], i);
    plan_check_regions(p, -1, p->ask->folder);
    for (size_t b = 0; b < ask->n_sets; b++) {
        l[b] = (struct lab_program){.build = (long)b, .name = ask->sets[b].name};
        plan_compilations(p, &l[b], &variants[VARIANT_TIME], &ask->sets[b].flags);
        plan_code_bounds(p, &l[b], &ask->sets[b].flags);
    }
    plan_compilations(p, &counting, &variants[VARIANT_COUNT], &ask->sets[0].flags);
    const struct planned_run *counts = plan_counting_runs(p, &counting);
    for (size_t b = 0; b < ask->n_sets; b++)
        plan_level_runs(p, &l[b], counts);
    add_summary_steps(p, l);
    plan_folders(p);
}
