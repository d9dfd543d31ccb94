/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps that build a program as its owner does, with line information, sample it, count its
 * blocks, and assign CPU time and counts to loops. */
#include "commands/macs/compilers/counted.h"
#include "commands/macs/compilers/flags.h"
#include "commands/macs/plan/plan.h"
#include "counts/counts.h"

#include <string.h>

/* Adds the flags of a build: those for the compiler, or those for the linker. */
static void add_flags(struct plan *p, struct step *s, long build, bool for_linker)
{
    const struct words *flags = &p->ask->sets[build].flags;
    for (size_t i = 0; i < flags->n; i++)
        if (flag_is_for_linker(flags->at[i]) == for_linker)
            words_add(p->a, &s->argv, flags->at[i]);
}

/* Adds a step of the compiler, with its flags. Returns it. */
static struct step *plan_compiler(struct plan *p, long build, const char *made, const char *doing)
{
    struct planned *n = plan_step(p, build, arena_printf(p->a, "make %s", made), doing);
    n->needed = true;
    n->step.kind = STEP_COMPILE;
    words_add(p->a, &n->step.argv, p->ask->compiler);
    add_flags(p, &n->step, build, false);
    words_add(p->a, &n->step.makes, made);
    return &n->step;
}

/* form: -S or -c. */
static void add_files(struct plan *p, struct step *s, const char *form, const char *made,
                      const char *from)
{
    words_add(p->a, &s->argv, form);
    words_add(p->a, &s->argv, "-o");
    words_add(p->a, &s->argv, made);
    words_add(p->a, &s->argv, from);
    words_add(p->a, &s->needs, from);
}

/* Returns whether the compiler writes messages about loops of this source. */
static bool has_notes(const struct plan *p, const char *source)
{
    return file_kind_of(source) == FILE_FORTRAN && compiler_reports_loops(p->ask->compiler);
}

static const char *notes_of(struct plan *p, const char *folder, size_t i)
{
    return arena_printf(p->a, "%s.missed", plan_copy_name(p, folder, i));
}

/* The compiler writes no file of messages for a source without code. */
static void plan_notes(struct plan *p, long build, const char *folder, struct plain_program *to)
{
    const struct words *sources = &p->ask->sources;
    for (size_t i = 0; i < sources->n; i++)
        if (has_notes(p, sources->at[i]))
            words_add(p->a, &to->notes, notes_of(p, folder, i));
    if (!to->notes.n)
        return;
    struct planned *n = plan_step(p, build, arena_printf(p->a, "%s/notes", folder), "make notes");
    n->step.kind = STEP_FOLDERS;
    words_add(p->a, &n->step.argv, "touch");
    words_add_all(p->a, &n->step.argv, &to->notes);
}

/* notes: file for messages of the compiler about loops; NULL = none. */
static void plan_source(struct plan *p, long build, const char *folder, const char *source,
                        const char *notes, const char *form, const char *made)
{
    struct step *s = plan_compiler(
        p, build, made, arena_printf(p->a, "compile %s%s", source, plan_for_build(p, build)));
    words_add(p->a, &s->argv, "-g1");
    if (file_kind_of(source) == FILE_FORTRAN)
        words_addf(p->a, &s->argv, "-J%s", folder);
    if (notes)
        words_addf(p->a, &s->argv, "-fopt-info-vec-missed=%s", notes);
    add_files(p, s, form, made, source);
}

/* Adds the steps that make the object of a source. If it is counted, its assembly text is made
 * first, so that the sampled and the counted program come from the same output of the compiler. */
static void plan_object(struct plan *p, long build, const char *folder, const char *source,
                        const char *notes, const char *object, struct plain_program *to)
{
    if (!p->ask->counts || file_is_assembly(source)) {
        plan_source(p, build, folder, source, notes, "-c", object);
        return;
    }
    const char *text = arena_printf(p->a, "%.*s.s", (int)strlen(object) - 2, object);
    plan_source(p, build, folder, source, notes, "-S", text);
    struct step *s = plan_compiler(
        p, build, object, arena_printf(p->a, "assemble %s%s", source, plan_for_build(p, build)));
    add_files(p, s, "-c", object, text);
    words_add(p->a, &to->assembly, text);
    words_add(p->a, &to->sources, source);
    words_add(p->a, &to->sources, object);
}

static void plan_objects(struct plan *p, long build, const char *folder,
                         const struct words *sources, struct words *objects, bool *cpp,
                         struct plain_program *to)
{
    for (size_t i = 0; i < sources->n; i++) {
        const char *object = arena_printf(p->a, "%s.o", plan_copy_name_of(p, folder, sources, i));
        const char *notes = has_notes(p, sources->at[i]) ? notes_of(p, folder, i) : NULL;
        words_add(p->a, objects, object);
        plan_object(p, build, folder, sources->at[i], notes, object, to);
        *cpp |= file_is_cpp(sources->at[i]);
    }
}

static void plan_plain_link(struct plan *p, long build, const char *folder,
                            const struct words *objects, bool cpp, struct plain_program *to)
{
    to->program = arena_printf(p->a, "%s/program", folder);
    struct step *s = plan_compiler(
        p, build, to->program, arena_printf(p->a, "link the program%s", plan_for_build(p, build)));
    words_add(p->a, &s->argv, "-o");
    words_add(p->a, &s->argv, to->program);
    words_add_all(p->a, &s->argv, objects);
    words_add_all(p->a, &s->argv, &p->ask->linked);
    add_flags(p, s, build, true);
    if (cpp)
        words_add(p->a, &s->argv, "-lstdc++");
    words_add_all(p->a, &s->needs, objects);
    words_add_all(p->a, &s->needs, &p->ask->linked);
    to->link = s->argv;
}

struct plain_program plan_plain(struct plan *p, long build)
{
    struct words objects = {.n = 0};
    struct plain_program to = {.compiler = p->ask->compiler};
    bool cpp = false;
    const char *folder = plan_directory(p, build, "plain");
    plan_notes(p, build, folder, &to);
    plan_objects(p, build, folder, &p->ask->sources, &objects, &cpp, &to);
    plan_objects(p, build, folder, &p->ask->others, &objects, &cpp, &to);
    plan_plain_link(p, build, folder, &objects, cpp, &to);
    if (to.assembly.n)
        to.counted = plan_directory(p, build, "counted");
    if (to.assembly.n && p->ask->reference)
        to.reference = plan_directory(p, build, "reference");
    return to;
}

/* ---- counts ---- */

/* A program with counters: the counted program, or the reference build. */
struct counted_program {
    const char *folder;        /* NULL = none */
    const char *name;          /* in titles of steps */
    const char *run;           /* of its runs; also in titles */
    const char *option;        /* of the subcommands */
    const struct words *files; /* operands of macs insert */
};

static struct counted_program counted_program_of(struct plan *p, const struct plain_program *from)
{
    return (struct counted_program){from->counted, "counted program", "counted",
                                    arena_printf(p->a, "--blocks=%s", p->ask->counts),
                                    &from->assembly};
}

static struct counted_program reference_program_of(const struct plain_program *from)
{
    return (struct counted_program){from->reference, "reference build", "reference", "--reference",
                                    &from->sources};
}

/* Adds the step that builds a program with counters, after the first sampled run. */
static void plan_insert(struct plan *p, long build, const struct plain_program *program,
                        const struct counted_program *counted, const char *profile)
{
    const struct request *ask = p->ask;
    const char *made = arena_printf(p->a, "%s/" COUNTED_REFUSAL, counted->folder);
    struct step *s =
        &plan_step(p, build, arena_printf(p->a, "make %s", made),
                   arena_printf(p->a, "make the %s%s", counted->name, plan_for_build(p, build)))
             ->step;
    words_add(p->a, &s->argv, ask->tools->macs);
    words_add(p->a, &s->argv, "insert");
    words_addf(p->a, &s->argv, "--output=%s", counted->folder);
    words_add(p->a, &s->argv, counted->option);
    if (strcmp(counted->option, "--blocks=loops") == 0) {
        words_addf(p->a, &s->argv, "--profile=%s", profile);
        words_add(p->a, &s->needs, profile);
    }
    if (ask->accesses && counted->files == &program->assembly)
        words_add(p->a, &s->argv, "--accesses");
    words_add_all(p->a, &s->argv, counted->files);
    words_add(p->a, &s->argv, "--");
    words_add_all(p->a, &s->argv, &program->link);
    words_add_all(p->a, &s->needs, counted->files);
    words_add_all(p->a, &s->needs, &ask->linked);
    words_add(p->a, &s->makes, made);
    s->requires = profile;
}

/* Adds the step that runs a program with counters as the sampled one was run. Returns the directory
 * of its counts; NULL = there is no such program. */
static const char *plan_count(struct plan *p, const struct planned_run *sampled,
                              const struct plain_program *program,
                              const struct counted_program *counted, bool reference)
{
    if (!counted->folder)
        return NULL;
    struct planned_run r =
        plan_run_of(p, sampled->build, program->program, sampled->processors, counted->run);
    const char *result = arena_printf(p->a, "%s/" COUNT_RESULT_NAME, r.folder);
    struct step *s = &plan_step(p, r.build, arena_printf(p->a, "count %s", r.name),
                                arena_printf(p->a, "%s run %s", counted->run, r.name))
                          ->step;
    words_add(p->a, &s->argv, p->ask->tools->macs);
    words_add(p->a, &s->argv, "count");
    plan_add_threads(p, s, r.processors);
    words_addf(p->a, &s->argv, "--output=%s", r.folder);
    words_addf(p->a, &s->argv, "--counted=%s", counted->folder);
    if (reference)
        words_add(p->a, &s->argv, "--reference");
    if (reference)
        words_addf(p->a, &s->argv, "--reference-limit=%ld", p->ask->reference_limit);
    if (!reference && p->ask->accesses)
        words_add(p->a, &s->argv, "--accesses");
    words_addf(p->a, &s->argv, "--program=%s", plan_absolute(p, program->program));
    words_addf(p->a, &s->argv, "--profile=%s", sampled->sample_to);
    words_addf(p->a, &s->argv, "--printed=%s.out", sampled->folder);
    if (p->ask->input)
        words_addf(p->a, &s->argv, "--stdin=%s", p->ask->input);
    if (p->ask->timeout)
        words_addf(p->a, &s->argv, "--timeout=%ld", p->ask->timeout);
    words_add(p->a, &s->argv, "--");
    plan_program_words(p, s, &r);
    words_addf(p->a, &s->needs, "%s/" COUNTED_PROGRAM, counted->folder);
    words_add(p->a, &s->needs, sampled->sample_to);
    words_add(p->a, &s->makes, result);
    s->requires = sampled->sample_to;
    return r.folder;
}

/* ---- runs ---- */

/* Adds the option that names the directory of a counted run. */
static void add_counts(struct plan *p, struct step *s, const char *option, const char *counts)
{
    if (!counts)
        return;
    words_addf(p->a, &s->argv, "%s=%s", option, counts);
    words_addf(p->a, &s->needs, "%s/" COUNT_RESULT_NAME, counts);
}

/* Adds the options about the build of a program. */
static void add_build(struct plan *p, struct step *s, const struct plain_program *program,
                      const struct flag_set *set)
{
    if (program->compiler) {
        words_addf(p->a, &s->argv, "--compiler=%s", program->compiler);
        words_addf(p->a, &s->argv, "--flags=%s", set->text);
    }
    for (size_t i = 0; i < program->notes.n; i++)
        words_addf(p->a, &s->argv, "--opt-info=%s", program->notes.at[i]);
    words_add_all(p->a, &s->needs, &program->notes);
}

/* counts, reference: directories of a counted run and of one of the reference build; NULL = none.
 */
static void plan_attribute(struct plan *p, const struct planned_run *r,
                           const struct plain_program *program, const char *counts,
                           const char *reference)
{
    struct step *s = plan_import_step(p, r, "find the loops");
    words_add(p->a, &s->argv, p->ask->tools->macs);
    words_add(p->a, &s->argv, "attribute");
    words_addf(p->a, &s->argv, "--db=%s", plan_database(p));
    words_addf(p->a, &s->argv, "--run=%s", r->name);
    words_addf(p->a, &s->argv, "--build=%s", p->ask->sets[r->build].name);
    words_addf(p->a, &s->argv, "--processors=%ld", r->processors);
    words_addf(p->a, &s->argv, "--machine=%s", p->ask->machine);
    add_build(p, s, program, &p->ask->sets[r->build]);
    add_counts(p, s, "--counts", counts);
    add_counts(p, s, "--reference", reference);
    words_add(p->a, &s->argv, r->sample_to);
    words_add(p->a, &s->needs, r->sample_to);
    s->requires = r->sample_to;
    s->adds = plan_database(p);
    s->output = arena_printf(p->a, "%s.attribute", r->folder);
}

void plan_samples(struct plan *p, long build, const struct plain_program *program, bool optional)
{
    size_t n = p->ask->n_processors;
    struct planned_run *runs = ARENA_ARRAY(p->a, struct planned_run, n + 1);
    plan_directory(p, build, "runs");
    for (size_t k = 0; k < n; k++) {
        runs[k] = plan_run_of(p, build, program->program, p->ask->processors[k], "sampled");
        runs[k].sample_to = arena_printf(p->a, "%s.profile", runs[k].folder);
        runs[k].optional = optional;
        words_add(p->a, &plan_run(p, &runs[k])->makes, runs[k].sample_to);
    }
    const struct counted_program counted = counted_program_of(p, program),
                                 reference = reference_program_of(program);
    if (program->assembly.n && n)
        plan_insert(p, build, program, &counted, runs[0].sample_to);
    if (program->sources.n && program->reference && n)
        plan_insert(p, build, program, &reference, runs[0].sample_to);
    for (size_t k = 0; k < n; k++) {
        const char *counts = plan_count(p, &runs[k], program, &counted, false);
        plan_attribute(p, &runs[k], program, counts,
                       plan_count(p, &runs[k], program, &reference, true));
    }
}
