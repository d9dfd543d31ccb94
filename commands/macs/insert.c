/* SPDX-License-Identifier: GPL-3.0-or-later */
/* macs insert: builds the counted program from the assembly text of the sampled one; with
 * --reference, the reference build from the sources without optimization. A file that cannot be
 * counted is linked as it is. If no program can be linked, the reason is stored, and the exit
 * status is still 0, because counts are not needed for a measurement. */
#include "base/source.h"
#include "commands/common.h"
#include "commands/macs/steps/child.h"
#include "commands/macs/compilers/counted.h"
#include "commands/macs/compilers/flags.h"
#include "commands/macs/macs.h"
#include "hotspots/functions.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct command_line command_line = {
    "macs insert", "[OPTION]... FILE.s... -- LINK-COMMAND",
    "Insert counters into assembly text that a compiler wrote, and link the counted program.",
    "macs insert -o counted prog.s -- gfortran -O2 -o prog prog.o"};

struct inserting {
    struct macs *m;
    const char *folder, *blocks, *profile;
    struct counted_blocks chosen;
    bool reference, accesses;
    struct words files; /* assembly; of the reference build: each source and its object */
    struct words link;
    size_t n_compile; /* words of the link command before -o: the compiler and its flags */
};

static int read_options(struct inserting *o, int argc, char **argv, const char **operands)
{
    const struct option_row rows[] = {
        {"output", 'o', OPTION_TEXT, &o->folder, "DIR",
         "directory of the results; created if it does not exist"},
        {"blocks", 0, OPTION_TEXT, &o->blocks, "CHOICE",
         "blocks to count: all (default), or loops"},
        {"profile", 0, OPTION_TEXT, &o->profile, "FILE",
         "with --blocks=loops: count loops of functions that have samples in this profile"},
        {"reference", 0, OPTION_FLAG, &o->reference, NULL,
         "compile SOURCE OBJECT ... without optimization, for numbers of source iterations"},
        {"accesses", 0, OPTION_FLAG, &o->accesses, NULL,
         "also make a program that records data accesses"},
        {.help = "macs-run"}, /* man page */
    };
    return options_read(&command_line, rows, argc, argv, operands);
}

/* ---- one file ---- */

static const char *path_in_folder(struct inserting *o, const char *file, const char *end)
{
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    int n = (int)strlen(name) - 2; /* without .s */
    return arena_printf(&o->m->arena, "%s/%.*s%s", o->folder, n, name, end);
}

/* Runs a command. Returns false after its output was printed. */
static bool run_command(struct inserting *o, const struct words *argv)
{
    struct child_output output;
    struct child_result r =
        child_run(&(struct child){.argv = argv, .env = NULL}, &o->m->arena, &output);
    if (r.how == CHILD_EXITED && r.number == 0)
        return true;
    fwrite(output.head, 1, output.head_n, stderr);
    return false;
}

/* Assembles a text; keep: with its local labels. */
static bool assemble(struct inserting *o, const char *text, const char *object, bool keep)
{
    struct arena *a = &o->m->arena;
    struct words argv = {.n = 0};
    for (size_t i = 0; i < o->n_compile; i++)
        words_add(a, &argv, o->link.at[i]);
    if (keep)
        words_add(a, &argv, "-Wa,-L");
    words_add(a, &argv, "-c");
    words_add(a, &argv, "-o");
    words_add(a, &argv, object);
    words_add(a, &argv, text);
    return run_command(o, &argv);
}

/* Compiles a source of the reference build to assembly text. Modules are written to the directory
 * of the results. Returns false after a message. */
static bool compile_reference(struct inserting *o, const char *source, const char *text)
{
    struct arena *a = &o->m->arena;
    const struct words all = {.at = o->link.at, .n = o->n_compile};
    struct words argv = flags_for_reference(a, &all);
    if (file_kind_of(source) == FILE_FORTRAN)
        words_addf(a, &argv, "-J%s", o->folder);
    words_add(a, &argv, "-S");
    words_add(a, &argv, "-o");
    words_add(a, &argv, text);
    words_add(a, &argv, source);
    return run_command(o, &argv);
}

/* Makes the object of a source of the reference build, in place of `object`. Returns false after a
 * message. */
static bool make_reference(struct inserting *o, const char *source, const char *object,
                           const char *made)
{
    struct diag d;
    const struct counted_blocks all = {.loops = false};
    const char *text = path_in_folder(o, object, ".source.s");
    const struct counted_texts to = {.counted = path_in_folder(o, object, ".s"),
                                     .map = path_in_folder(o, object, COUNTED_MAP_END)};
    unlink(to.map);
    diag_init(&d, "macs insert");
    bool good = compile_reference(o, source, text) &&
                counted_insert(&o->m->arena, text, &all, &to, &d) &&
                assemble(o, to.counted, made, false);
    diag_close(&d);
    if (!good) {
        unlink(to.map);
        diag_warning(&o->m->d, (struct where){.file = source},
                     "not in the reference build: the iterations of its loops are not counted");
    }
    return good;
}

/* Objects that are made from an assembly file. */
struct made_objects {
    const char *counted, *labelled, *recorded;
};

static struct counted_texts texts_of(struct inserting *o, const char *file)
{
    struct counted_texts to = {.counted = path_in_folder(o, file, ".s"),
                               .labelled = path_in_folder(o, file, LABELLED_END ".s"),
                               .map = path_in_folder(o, file, COUNTED_MAP_END)};
    if (o->accesses) {
        to.recorded = path_in_folder(o, file, ".recorded.s");
        to.recorded_map = path_in_folder(o, file, RECORDED_MAP_END);
    }
    return to;
}

/* Assembles the text that records accesses. If it cannot be assembled, no object is recorded. */
static const char *assemble_recorded(struct inserting *o, const struct counted_texts *to,
                                     const char *object)
{
    if (to->recorded && access(to->recorded, F_OK) == 0 && assemble(o, to->recorded, object, false))
        return object;
    if (to->recorded)
        unlink(to->recorded_map);
    return NULL;
}

/* Makes the counted, the labelled and the recorded object of an assembly file. Returns false after
 * a message. */
static bool count_file(struct inserting *o, const char *file, struct made_objects *made)
{
    struct diag d;
    const struct counted_texts to = texts_of(o, file);
    made->counted = path_in_folder(o, file, ".o");
    made->labelled = path_in_folder(o, file, LABELLED_END ".o");
    made->recorded = NULL;
    unlink(to.map);
    diag_init(&d, "macs insert");
    bool good = counted_insert(&o->m->arena, file, &o->chosen, &to, &d) &&
                assemble(o, to.counted, made->counted, false) &&
                assemble(o, to.labelled, made->labelled, true);
    diag_close(&d);
    if (good)
        made->recorded = assemble_recorded(o, &to, path_in_folder(o, file, ".recorded.o"));
    if (!good) {
        unlink(to.map);
        diag_warning(&o->m->d, (struct where){.file = file},
                     "no counters: the passes of its loops are not counted");
    }
    return good;
}

/* ---- programs ---- */

/* Links a program; from: objects of the sampled program that are replaced by those in to. */
static bool link_program(struct inserting *o, const char *made, const struct words *from,
                         const struct words *to, const struct words *more)
{
    struct arena *a = &o->m->arena;
    struct words argv = {.n = 0};
    for (size_t i = 0; i < o->link.n; i++) {
        const char *word = o->link.at[i];
        if (i == o->n_compile + 1)
            word = made;
        for (size_t k = 0; k < from->n; k++)
            if (strcmp(o->link.at[i], from->at[k]) == 0)
                word = to->at[k];
        words_add(a, &argv, word);
    }
    words_add_all(a, &argv, more);
    argv = counted_without_stripping(a, &argv);
    return run_command(o, &argv);
}

static struct words run_time_library(struct inserting *o)
{
    bool is_static = words_contain(&o->link, "-static") || words_contain(&o->link, "-static-pie");
    return counted_library(&o->m->arena, &o->m->tools, is_static);
}

/* Returns NULL, or why there is no reference build. */
static const char *build_reference(struct inserting *o)
{
    struct words sampled = {.n = 0}, counted = {.n = 0};
    struct arena *a = &o->m->arena;
    for (size_t i = 0; i + 1 < o->files.n; i += 2) {
        const char *object = o->files.at[i + 1], *made = path_in_folder(o, object, ".o");
        if (!make_reference(o, o->files.at[i], object, made))
            continue;
        words_add(a, &sampled, object);
        words_add(a, &counted, made);
    }
    struct words library = run_time_library(o);
    if (!sampled.n)
        return "no source could be compiled without optimization";
    if (!link_program(o, arena_printf(a, "%s/" COUNTED_PROGRAM, o->folder), &sampled, &counted,
                      &library))
        return "the program without optimization could not be linked";
    return NULL;
}

/* Links the program that records its accesses, if there is an object of it. It is not needed for
 * counts. */
static void link_recorded(struct inserting *o, const struct words *from, const struct words *to,
                          const struct words *library)
{
    const char *program = arena_printf(&o->m->arena, "%s/" RECORDED_PROGRAM, o->folder);
    unlink(program);
    if (from->n && !link_program(o, program, from, to, library))
        diag_warning(&o->m->d, (struct where){0},
                     "data accesses of loops are not recorded: the program that records them could "
                     "not be linked");
}

/* Returns NULL, or why there is no counted program. */
static const char *build_programs(struct inserting *o)
{
    struct words sampled = {.n = 0}, counted = {.n = 0}, labelled = {.n = 0}, none = {.n = 0};
    struct words unrecorded = {.n = 0}, recorded = {.n = 0};
    struct arena *a = &o->m->arena;
    for (size_t i = 0; i < o->files.n; i++) {
        const char *file = o->files.at[i];
        struct made_objects made;
        if (!count_file(o, file, &made))
            continue;
        words_addf(a, &sampled, "%.*s.o", (int)strlen(file) - 2, file);
        words_add(a, &counted, made.counted);
        words_add(a, &labelled, made.labelled);
        if (made.recorded) {
            words_add(a, &unrecorded, sampled.at[sampled.n - 1]);
            words_add(a, &recorded, made.recorded);
        }
    }
    struct words library = run_time_library(o);
    if (!sampled.n)
        return "no file of the program could be counted";
    if (!link_program(o, arena_printf(a, "%s/" COUNTED_PROGRAM, o->folder), &sampled, &counted,
                      &library))
        return "the counted program could not be linked";
    if (!link_program(o, arena_printf(a, "%s/" LABELLED_PROGRAM, o->folder), &sampled, &labelled,
                      &none))
        return "the program with labels could not be linked";
    link_recorded(o, &unrecorded, &recorded, &library);
    return NULL;
}

/* ---- the command ---- */

/* Checks the usage. Returns false after a message. */
static bool check_usage(struct inserting *o)
{
    while (o->n_compile < o->link.n && strcmp(o->link.at[o->n_compile], "-o") != 0)
        o->n_compile++;
    if (!o->folder)
        wrong_usage("macs insert", "--output names the directory of the counted program");
    else if (strcmp(o->blocks, "all") != 0 && strcmp(o->blocks, "loops") != 0)
        wrong_usage("macs insert", "--blocks must be all or loops, not '%s'", o->blocks);
    else if (o->profile && strcmp(o->blocks, "loops") != 0)
        wrong_usage("macs insert", "--profile requires --blocks=loops");
    else if (o->reference && o->files.n % 2)
        wrong_usage("macs insert", "with --reference, each source is followed by its object");
    else if (o->n_compile == 0 || o->n_compile + 1 >= o->link.n)
        wrong_usage("macs insert", "the command that links the program follows --: the compiler "
                                   "and its flags, -o PROGRAM, and the objects");
    else
        return true;
    return false;
}

/* Chooses the functions whose loops are counted: without a usable profile, all of them. */
static void choose_blocks(struct inserting *o)
{
    struct arena *a = &o->m->arena;
    struct source s = {.path = NULL};
    struct profile p;
    const char **names;
    o->chosen.loops = strcmp(o->blocks, "loops") == 0;
    if (!o->profile || !source_read(&s, o->profile, &o->m->d))
        return;
    if (profile_read(a, &s, &p, &o->m->d)) {
        o->chosen.n_functions = hot_functions(a, &p, &names);
        o->chosen.functions = names;
    }
    source_free(&s);
}

static int insert(struct inserting *o)
{
    struct arena *a = &o->m->arena;
    if (!check_usage(o))
        return 2;
    if (!tools_find(&o->m->tools, a, &o->m->d))
        return macs_status(o->m, 0);
    child_begin();
    if (!make_directory(o->folder, &o->m->d))
        return macs_status(o->m, 0);
    choose_blocks(o);
    unlink(arena_printf(a, "%s/" COUNTED_PROGRAM, o->folder));
    unlink(arena_printf(a, "%s/" LABELLED_PROGRAM, o->folder));
    unlink(arena_printf(a, "%s/" RECORDED_PROGRAM, o->folder));
    const char *why = o->reference ? build_reference(o) : build_programs(o);
    counted_write_refusal(a, o->folder, why ? why : "", &o->m->d);
    if (why)
        diag_warning(&o->m->d, (struct where){0}, "%s are not counted: %s",
                     o->reference ? "iterations of source loops" : "passes of loops", why);
    return macs_status(o->m, 0);
}

int macs_insert(int argc, char **argv)
{
    struct macs m;
    struct inserting o = {.m = &m, .blocks = "all"};
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));
    macs_begin(&m);
    int split = macs_split(&m, argc, argv, &o.link);
    int n = read_options(&o, split, argv, operands), status = 2;
    for (int i = 0; i < n; i++)
        words_add(&m.arena, &o.files, operands[i]);
    if (n == 0)
        wrong_usage("macs insert", "name the assembly files of the program");
    else if (n > 0)
        status = insert(&o);
    free(operands);
    macs_end(&m);
    return status;
}
