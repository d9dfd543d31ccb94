/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/plan/plan.h"
#include "commands/macs/compilers/flags.h"
#include "commands/macs/plan/marking.h"

#include <string.h>

struct planned *plan_step(struct plan *p, long build, const char *name, const char *doing)
{
    struct planned *s = ARENA_PUSH(p->a, p->at, p->n);
    *s =
        (struct planned){.build = build, .marks = p->marks, .step = {.name = name, .doing = doing}};
    return s;
}

/* ---- names of files in the output directory ---- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns the base name of the file, made unique among the preceding files. */
static const char *unique_name(struct plan *p, const struct words *files, size_t i)
{
    const char *name = base_name(files->at[i]);
    size_t before = 0;
    for (size_t j = 0; j < i; j++)
        before += strcmp(base_name(files->at[j]), name) == 0;
    return before ? arena_printf(p->a, "%zu-%s", before, name) : name;
}

const char *plan_directory(struct plan *p, long build, const char *part)
{
    const char *path =
        arena_printf(p->a, "%s/%s/%s", p->ask->folder, p->ask->sets[build].name, part);
    if (!words_contain(&p->folders, path))
        words_add(p->a, &p->folders, path);
    return path;
}

const char *plan_for_build(struct plan *p, long build)
{
    return p->ask->n_sets > 1 ? arena_printf(p->a, " (%s)", p->ask->sets[build].name) : "";
}

const char *plan_database(struct plan *p)
{
    return arena_printf(p->a, "%s/run.db", p->ask->folder);
}

/* ---- bounds ---- */

static void add_kma_options(struct plan *p, struct step *s, const struct words *flags)
{
    struct words options = flags_for_kma(p->a, flags, NULL);
    words_add_all(p->a, &s->argv, &options);
}

/* Adds a step of a build that runs a tool which stores bounds in the database. */
static struct planned *plan_bounds(struct plan *p, long build, const char *name, const char *text,
                                   const char *tool)
{
    const struct flag_set *set = &p->ask->sets[build];
    struct planned *n = plan_step(p, build, arena_printf(p->a, "%s/%s", set->name, name),
                                  arena_printf(p->a, "%s%s", text, plan_for_build(p, build)));
    struct step *s = &n->step;
    words_add(p->a, &s->argv, tool);
    words_addf(p->a, &s->argv, "--db=%s", plan_database(p));
    words_addf(p->a, &s->argv, "--build=%s", set->name);
    words_addf(p->a, &s->argv, "--machine=%s", p->ask->machine);
    return n;
}

void plan_kma(struct plan *p, long build)
{
    const struct request *ask = p->ask;
    const struct flag_set *set = &ask->sets[build];
    struct planned *n =
        plan_bounds(p, build, "bounds of the source", "bounds of the source", ask->tools->kma);
    struct step *s = &n->step;
    n->stores_source = n->needed = true; /* instrumentation fails for the same files */
    add_kma_options(p, s, &set->flags);
    words_add_all(p->a, &s->argv, &ask->sources);
    words_add_all(p->a, &s->needs, &ask->sources);
    s->adds = plan_database(p);
    s->output = arena_printf(p->a, "%s/%s/kma.txt", ask->folder, set->name);
}

void plan_kmacstat(struct plan *p, long build, const struct words *assembly,
                   const struct words *notes)
{
    const struct request *ask = p->ask;
    const struct flag_set *set = &ask->sets[build];
    struct step *s = &plan_bounds(p, build, "bounds of the code", "bounds of the compiled code",
                                  ask->tools->kmacstat)
                          ->step;
    words_addf(p->a, &s->argv, "--compiler=%s", ask->compiler);
    words_addf(p->a, &s->argv, "--flags=%s", set->text);
    for (size_t i = 0; i < notes->n; i++)
        words_addf(p->a, &s->argv, "--opt-info=%s", notes->at[i]);
    words_add_all(p->a, &s->argv, assembly);
    words_add_all(p->a, &s->needs, assembly);
    words_add_all(p->a, &s->needs, notes);
    s->refusal = "some code was refused and has no bounds";
    s->adds = plan_database(p);
    s->output = arena_printf(p->a, "%s/%s/kmacstat.txt", ask->folder, set->name);
}

/* ---- programs ---- */

static void plan_instrumentation(struct plan *p, long build, const struct variant *v,
                                 const char *source, const char *marked)
{
    const struct request *ask = p->ask;
    const char *name = ask->sets[build].name;
    const char *regions = arena_printf(p->a, "%s/%s/regions", ask->folder, name);
    struct planned *n = plan_step(
        p, build, arena_printf(p->a, "%s/%s/mark %s", name, v->folder, source),
        arena_printf(p->a, "mark loops of %s for %s%s", source, v->what, plan_for_build(p, build)));
    struct step *s = &n->step;
    n->needed = true;
    struct words options = flags_for_kma(p->a, &ask->sets[build].flags, NULL);
    s->argv =
        marking_words(p->a, ask->tools->kma, v, regions, ask->loops, &options, source, marked);
    words_add(p->a, &s->needs, source);
    words_add(p->a, &s->makes, marked);
    s->adds = regions;
    if (build > 0 || !v->assembly)
        s->output = arena_printf(p->a, "%s.loops", marked);
}

/* Adds a check that a line of the file matches the pattern. */
static struct planned *plan_check(struct plan *p, long build, const char *name, const char *file,
                                  const char *pattern, const char *complaint)
{
    struct planned *n = plan_step(p, build, name, "look for marks");
    n->needed = true;
    n->step.kind = STEP_CHECK;
    n->step.complaint = complaint;
    words_add(p->a, &n->step.argv, "grep");
    words_add(p->a, &n->step.argv, "-qE");
    words_add(p->a, &n->step.argv, pattern);
    words_add(p->a, &n->step.argv, file);
    return n;
}

/* Returns a pattern for the lines of a table of regions whose loop has this name, or a longer name
 * that ends in it. */
static const char *region_pattern(struct plan *p, const char *name, size_t n)
{
    char *text = ARENA_ARRAY(p->a, char, 2 * n + 1), *to = text;
    for (size_t i = 0; i < n; i++) {
        if (strchr("\\^$.[]|()*+?{}", name[i]))
            *to++ = '\\';
        *to++ = name[i];
    }
    return arena_printf(p->a, "^region[^ ]* \"?(.*[:/])?%s\"?$", text);
}

void plan_check_regions(struct plan *p, long build, const char *folder)
{
    const char *regions = arena_printf(p->a, "%s/regions", folder), *list = p->ask->loops;
    if (!marking_is_list(list))
        plan_check(p, build, arena_printf(p->a, "%s/look for marks", folder), regions, "^region",
                   "no cycles per iteration are measured: the files contain no hot DO loop (kma "
                   "FILE lists "
                   "all loops; --loops=all measures all)")
            ->step.optional = !p->ask->lab;
    while (marking_is_list(list) && *list) {
        size_t n = strcspn(list, ",");
        if (n)
            plan_check(p, build, arena_printf(p->a, "%s/look for %.*s", folder, (int)n, list),
                       regions, region_pattern(p, list, n),
                       arena_printf(p->a,
                                    "--loops: no loop '%.*s'; name a loop as file:routine:line, "
                                    "routine:line or line, with the line of its DO statement (kma "
                                    "FILE lists them)",
                                    (int)n, list))
                ->usage = true;
        list += n + (list[n] == ',');
    }
}

void plan_check_marks(struct plan *p, long build)
{
    plan_check_regions(p, build,
                       arena_printf(p->a, "%s/%s", p->ask->folder, p->ask->sets[build].name));
}

static void add_flags(struct plan *p, struct step *s, long build, bool for_linker)
{
    const struct words *flags = &p->ask->sets[build].flags;
    for (size_t i = 0; i < flags->n; i++)
        if (flag_is_for_linker(flags->at[i]) == for_linker && !flag_makes_errors(flags->at[i]))
            words_add(p->a, &s->argv, flags->at[i]);
}

static struct step *compiler_step(struct plan *p, long build, const char *made, const char *doing)
{
    const struct request *ask = p->ask;
    struct planned *n = plan_step(p, build, arena_printf(p->a, "make %s", made), doing);
    n->needed = true;
    n->step.kind = STEP_COMPILE;
    words_add(p->a, &n->step.argv, ask->compiler);
    add_flags(p, &n->step, build, false);
    words_add(p->a, &n->step.makes, made);
    return &n->step;
}

/* Adds include directories, so that instrumented copies in another directory find the included
 * files. */
static void add_search(struct plan *p, struct step *s, const char *source, const char *folder)
{
    const char *slash = strrchr(source, '/');
    if (slash)
        words_addf(p->a, &s->argv, "-I%.*s", (int)(slash - source), source);
    words_add(p->a, &s->argv, "-I.");
    words_addf(p->a, &s->argv, "-J%s", folder);
}

/* A file that the compiler creates from another one. */
struct compilation {
    const char *source; /* the original source; NULL = from is not an instrumented copy */
    const char *from, *made;
    const char *form; /* -c or -S */
    const char *doing;
    const char *notes; /* file for messages of the compiler about loops; NULL = none */
};

static void plan_compilation(struct plan *p, long build, const char *folder,
                             const struct compilation *c)
{
    struct step *s = compiler_step(p, build, c->made, c->doing);
    if (c->source) {
        words_add(p->a, &s->argv, "-g1");
        add_search(p, s, c->source, folder);
    }
    if (c->notes)
        words_addf(p->a, &s->argv, "-fopt-info-vec-missed=%s", c->notes);
    words_add(p->a, &s->argv, c->form);
    words_add(p->a, &s->argv, "-o");
    words_add(p->a, &s->argv, c->made);
    words_add(p->a, &s->argv, c->from);
    words_add(p->a, &s->needs, c->from);
}

/* The parts of a program. */
struct parts {
    struct words assembly, objects;
    struct words notes; /* of the compiler, about loops that it did not vectorize */
};

const char *plan_copy_name(struct plan *p, const char *folder, size_t i)
{
    return plan_copy_name_of(p, folder, &p->ask->sources, i);
}

const char *plan_copy_name_of(struct plan *p, const char *folder, const struct words *files,
                              size_t i)
{
    return arena_printf(p->a, "%s/%s", folder, unique_name(p, files, i));
}

static const char *marked_copy(struct plan *p, long build, const struct variant *v, size_t i)
{
    return plan_copy_name(p, plan_directory(p, build, v->folder), i);
}

static const char *marked_notes(struct plan *p, const char *marked)
{
    return arena_printf(p->a, "%s.missed", marked);
}

/* The compiler writes no message file for a source without code. */
static void plan_notes(struct plan *p, long build, const struct variant *v)
{
    const char *name = p->ask->sets[build].name;
    struct planned *n = plan_step(p, build, arena_printf(p->a, "%s/notes", name), "make notes");
    n->step.kind = STEP_FOLDERS;
    words_add(p->a, &n->step.argv, "touch");
    for (size_t i = 0; i < p->ask->sources.n; i++)
        words_add(p->a, &n->step.argv, marked_notes(p, marked_copy(p, build, v, i)));
}

static void plan_source(struct plan *p, long build, const struct variant *v, size_t i,
                        struct parts *parts)
{
    const char *source = p->ask->sources.at[i], *folder = plan_directory(p, build, v->folder);
    const char *marked = marked_copy(p, build, v, i);
    const char *assembly = arena_printf(p->a, "%s.s", marked);
    const char *object = arena_printf(p->a, "%s.o", marked);
    const char *doing =
        arena_printf(p->a, "compile %s for %s%s", source, v->what, plan_for_build(p, build));
    struct compilation c = {
        source, marked, v->assembly ? assembly : object, v->assembly ? "-S" : "-c", doing, NULL};
    if (v->assembly && compiler_reports_loops(p->ask->compiler)) {
        c.notes = marked_notes(p, marked);
        words_add(p->a, &parts->notes, c.notes);
    }
    plan_compilation(p, build, folder, &c);
    words_add(p->a, &parts->objects, object);
    if (!v->assembly)
        return;
    words_add(p->a, &parts->assembly, assembly);
    c = (struct compilation){NULL,
                             assembly,
                             object,
                             "-c",
                             arena_printf(p->a, "assemble %s%s", source, plan_for_build(p, build)),
                             NULL};
    plan_compilation(p, build, folder, &c);
}

static void plan_other(struct plan *p, long build, const struct variant *v, size_t i,
                       struct parts *parts)
{
    const char *source = p->ask->others.at[i], *folder = plan_directory(p, build, v->folder);
    const char *object = arena_printf(p->a, "%s/%s.o", folder, unique_name(p, &p->ask->others, i));
    const char *doing =
        arena_printf(p->a, "compile %s for %s%s", source, v->what, plan_for_build(p, build));
    struct compilation c = {NULL, source, object, "-c", doing, NULL};
    plan_compilation(p, build, folder, &c);
    words_add(p->a, &parts->objects, object);
}

static const char *plan_link(struct plan *p, long build, const struct variant *v,
                             const struct parts *parts)
{
    const struct request *ask = p->ask;
    const char *made = arena_printf(p->a, "%s/program", plan_directory(p, build, v->folder));
    struct step *s = compiler_step(
        p, build, made, arena_printf(p->a, "link for %s%s", v->what, plan_for_build(p, build)));
    words_add(p->a, &s->argv, "-o");
    words_add(p->a, &s->argv, made);
    words_add_all(p->a, &s->argv, &parts->objects);
    words_add_all(p->a, &s->argv, &ask->linked);
    add_flags(p, s, build, true);
    words_add(p->a, &s->argv, ask->tools->library);
    words_add(p->a, &s->argv, "-lpthread");
    words_add_all(p->a, &s->needs, &parts->objects);
    words_add_all(p->a, &s->needs, &ask->linked);
    words_add(p->a, &s->needs, ask->tools->library);
    return made;
}

static const char *plan_program(struct plan *p, long build, const struct variant *v,
                                struct parts *parts)
{
    if (v->assembly && compiler_reports_loops(p->ask->compiler))
        plan_notes(p, build, v);
    for (size_t i = 0; i < p->ask->sources.n; i++)
        plan_source(p, build, v, i, parts);
    for (size_t i = 0; i < p->ask->others.n; i++)
        plan_other(p, build, v, i, parts);
    return plan_link(p, build, v, parts);
}

/* Adds a check that kma found a loop. Without a loop there is nothing to measure. */
static void plan_check_loops(struct plan *p, long build)
{
    const struct request *ask = p->ask;
    const char *name = ask->sets[build].name;
    plan_check(p, build, arena_printf(p->a, "%s/look for loops", name),
               arena_printf(p->a, "%s/%s/kma.txt", ask->folder, name), "^[1-9][0-9]* loops?:",
               "no cycles per iteration are measured: the files contain no DO loop")
        ->step.optional = !p->ask->lab;
}

void plan_instrumented(struct plan *p, long build)
{
    plan_check_loops(p, build);
    for (int v = 0; v < VARIANTS; v++)
        for (size_t i = 0; i < p->ask->sources.n; i++)
            plan_instrumentation(p, build, &variants[v], p->ask->sources.at[i],
                                 marked_copy(p, build, &variants[v], i));
    plan_check_marks(p, build);
}

struct measured_program plan_build(struct plan *p, long i)
{
    struct parts timed = {.objects = {0}}, counting = {.objects = {0}};
    struct measured_program m = {.build = p->ask->sets[i].name};
    m.time = plan_program(p, i, &variants[VARIANT_TIME], &timed);
    plan_kmacstat(p, i, &timed.assembly, &timed.notes);
    m.count = plan_program(p, i, &variants[VARIANT_COUNT], &counting);
    return m;
}

/* ---- all steps ---- */

void plan_nearest(struct plan *p)
{
    const struct request *ask = p->ask;
    if (!ask->nearest)
        return;
    struct planned *n = plan_step(p, -1, "machine", "write the machine file of the nearest CPU");
    n->needed = true;
    words_add(p->a, &n->step.argv, ask->tools->macs);
    words_add(p->a, &n->step.argv, "machine");
    words_addf(p->a, &n->step.argv, "--machine=%s", ask->described);
    for (size_t i = 0; i < ask->without.n; i++)
        words_addf(p->a, &n->step.argv, "--without=%s", ask->without.at[i]);
    if (ask->measured) {
        words_addf(p->a, &n->step.argv, "--measured=%s", ask->measured);
        words_add(p->a, &n->step.needs, ask->measured);
    }
    words_addf(p->a, &n->step.argv, "--name=%s", ask->machine_name);
    words_addf(p->a, &n->step.argv, "--write=%s", ask->machine);
    words_add(p->a, &n->step.needs, ask->nearest);
    words_add(p->a, &n->step.makes, ask->machine);
    n->step.output = arena_printf(p->a, "%s/machine.txt", ask->folder);
}

/* Adds the directories, which are known after all other steps. */
void plan_folders(struct plan *p)
{
    struct planned all = {.build = -1, .needed = true};
    all.step = (struct step){.name = "folders", .doing = "make folders", .kind = STEP_FOLDERS};
    words_add(p->a, &all.step.argv, "mkdir");
    words_add(p->a, &all.step.argv, "-p");
    words_add_all(p->a, &all.step.argv, &p->folders);
    (void)ARENA_PUSH(p->a, p->at, p->n);
    memmove(p->at + 1, p->at, (p->n - 1) * sizeof *p->at);
    p->at[0] = all;
}

/* Adds the steps of build i before its programs run: errors in its sources and options come first.
 */
static struct plain_program plan_sources(struct plan *p, long i, bool marks)
{
    if (p->ask->sources.n)
        plan_kma(p, i);
    struct plain_program program = plan_plain(p, i);
    p->marks = true;
    if (marks)
        plan_instrumented(p, i);
    p->marks = false;
    return program;
}

void plan_files(struct plan *p)
{
    size_t n = p->ask->n_sets;
    bool marks = p->ask->marks && p->ask->sources.n;
    struct measured_program *m = ARENA_ARRAY(p->a, struct measured_program, n + 1);
    struct plain_program *program = ARENA_ARRAY(p->a, struct plain_program, n + 1);
    plan_nearest(p);
    for (size_t i = 0; i < n; i++)
        program[i] = plan_sources(p, (long)i, marks);
    for (size_t i = 0; i < n; i++)
        plan_samples(p, (long)i, &program[i], marks);
    p->marks = true;
    for (size_t i = 0; marks && i < n; i++)
        m[i] = plan_build(p, (long)i);
    for (size_t i = 0; marks && i < n; i++)
        plan_runs(p, (long)i, &m[i]);
    p->marks = false;
    plan_results(p);
    plan_folders(p);
}
