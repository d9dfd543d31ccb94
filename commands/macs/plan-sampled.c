/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps that build a program as its owner does, with line information, sample it, and assign
 * its CPU time to loops. */
#include "commands/macs/flags.h"
#include "commands/macs/plan.h"

#include <string.h>

/* Adds the flags of a build: those for the compiler, or those for the linker. */
static void add_flags(struct plan *p, struct step *s, long build, bool for_linker)
{
    const struct words *flags = &p->ask->sets[build].flags;
    for (size_t i = 0; i < flags->n; i++)
        if (flag_is_for_linker(flags->at[i]) == for_linker)
            words_add(p->a, &s->argv, flags->at[i]);
}

static const char *plan_object(struct plan *p, long build, const char *folder, const char *source,
                               const char *object)
{
    struct planned *n =
        plan_step(p, build, arena_printf(p->a, "make %s", object),
                  arena_printf(p->a, "compile %s%s", source, plan_for_build(p, build)));
    struct step *s = &n->step;
    n->needed = true;
    s->kind = STEP_COMPILE;
    words_add(p->a, &s->argv, p->ask->compiler);
    add_flags(p, s, build, false);
    words_add(p->a, &s->argv, "-g1");
    if (file_kind_of(source) == FILE_FORTRAN)
        words_addf(p->a, &s->argv, "-J%s", folder);
    words_add(p->a, &s->argv, "-c");
    words_add(p->a, &s->argv, "-o");
    words_add(p->a, &s->argv, object);
    words_add(p->a, &s->argv, source);
    words_add(p->a, &s->needs, source);
    words_add(p->a, &s->makes, object);
    return object;
}

static void plan_objects(struct plan *p, long build, const char *folder,
                         const struct words *sources, struct words *objects, bool *cpp)
{
    for (size_t i = 0; i < sources->n; i++) {
        const char *object = arena_printf(p->a, "%s.o", plan_copy_name_of(p, folder, sources, i));
        words_add(p->a, objects, plan_object(p, build, folder, sources->at[i], object));
        *cpp |= file_is_cpp(sources->at[i]);
    }
}

static const char *plan_plain_link(struct plan *p, long build, const char *folder,
                                   const struct words *objects, bool cpp)
{
    const char *made = arena_printf(p->a, "%s/program", folder);
    struct planned *n =
        plan_step(p, build, arena_printf(p->a, "make %s", made),
                  arena_printf(p->a, "link the program%s", plan_for_build(p, build)));
    struct step *s = &n->step;
    n->needed = true;
    s->kind = STEP_COMPILE;
    words_add(p->a, &s->argv, p->ask->compiler);
    add_flags(p, s, build, false);
    words_add(p->a, &s->argv, "-o");
    words_add(p->a, &s->argv, made);
    words_add_all(p->a, &s->argv, objects);
    words_add_all(p->a, &s->argv, &p->ask->linked);
    add_flags(p, s, build, true);
    if (cpp)
        words_add(p->a, &s->argv, "-lstdc++");
    words_add_all(p->a, &s->needs, objects);
    words_add_all(p->a, &s->needs, &p->ask->linked);
    words_add(p->a, &s->makes, made);
    return made;
}

const char *plan_plain(struct plan *p, long build)
{
    struct words objects = {.n = 0};
    bool cpp = false;
    const char *folder = plan_directory(p, build, "plain");
    plan_objects(p, build, folder, &p->ask->sources, &objects, &cpp);
    plan_objects(p, build, folder, &p->ask->others, &objects, &cpp);
    return plan_plain_link(p, build, folder, &objects, cpp);
}

/* ---- runs ---- */

static void plan_attribute(struct plan *p, const struct planned_run *r, const char *profile)
{
    struct planned *n = plan_step(p, r->build, arena_printf(p->a, "import %s", r->name),
                                  arena_printf(p->a, "find the loops of %s", r->name));
    struct step *s = &n->step;
    n->measures = true;
    words_add(p->a, &s->argv, p->ask->tools->macs);
    words_add(p->a, &s->argv, "attribute");
    words_addf(p->a, &s->argv, "--db=%s", plan_database(p));
    words_addf(p->a, &s->argv, "--run=%s", r->name);
    words_addf(p->a, &s->argv, "--build=%s", p->ask->sets[r->build].name);
    words_addf(p->a, &s->argv, "--processors=%ld", r->processors);
    words_addf(p->a, &s->argv, "--machine=%s", p->ask->machine);
    words_add(p->a, &s->argv, profile);
    words_add(p->a, &s->needs, profile);
    s->requires = profile;
    s->adds = plan_database(p);
    s->output = arena_printf(p->a, "%s.attribute", r->folder);
}

static void plan_sample(struct plan *p, long build, const char *program, long processors,
                        bool optional)
{
    struct planned_run r = plan_run_of(p, build, program, processors, "sampled");
    const char *profile = arena_printf(p->a, "%s.profile", r.folder);
    r.sample_to = profile;
    r.optional = optional;
    struct step *s = plan_run(p, &r);
    words_add(p->a, &s->makes, profile);
    plan_attribute(p, &r, profile);
}

void plan_samples(struct plan *p, long build, const char *program, bool optional)
{
    plan_directory(p, build, "runs");
    for (size_t k = 0; k < p->ask->n_processors; k++)
        plan_sample(p, build, program, p->ask->processors[k], optional);
}
