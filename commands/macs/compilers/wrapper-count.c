/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes counted objects. The source is compiled once more, to assembly text, with the words of the
 * user's command; the object from this text has the same code as the user's. For the reference
 * build it is compiled again, without optimization. */
#include "commands/macs/compilers/counted.h"
#include "commands/macs/compilers/records.h"
#include "commands/macs/compilers/wrapping.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* Returns the compiler and flags. */
static struct words begin_command(struct wrapping *w, const struct words *flags)
{
    struct words words = {.n = 0};
    words_add(&w->a, &words, w->real);
    words_add_all(&w->a, &words, flags);
    return words;
}

static bool run_compiler(struct wrapping *w, struct words *words, const char *form,
                         const char *made, const char *from)
{
    const char *error;
    words_add(&w->a, words, form);
    words_add(&w->a, words, "-o");
    words_add(&w->a, words, made);
    words_add(&w->a, words, from);
    return wrapping_run(w, words, NULL, &error);
}

/* ---- profiles of the compiler ---- */

static bool starts_with(const char *text, const char *begin)
{
    return strncmp(text, begin, strlen(begin)) == 0;
}

/* Returns whether a flag makes the compiler read the profile of an object, or store its name in it.
 */
static bool is_profile_flag(const char *flag)
{
    return starts_with(flag, "-fprofile-") || starts_with(flag, "-ftest-coverage") ||
           strcmp(flag, "--coverage") == 0 || strcmp(flag, "-coverage") == 0;
}

static bool has_profile(const struct words *flags)
{
    for (size_t i = 0; i < flags->n; i++)
        if (is_profile_flag(flags->at[i]))
            return true;
    return false;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns the name without its suffix. */
static const char *stem_of(struct arena *a, const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? arena_strndup(a, name, (size_t)(dot - name)) : name;
}

/* The name of the profile of the user's object, DIRECTORY and STEM.gcda. */
struct profile_name {
    const char *folder; /* "", or with a slash */
    const char *stem;
};

/* The profile of DIR/X.o is DIR/X.gcda. Of a program DIR/X that is compiled and linked by one
 * command, that of gcc is DIR/X-SOURCE.gcda, or DIR/X.gcda if X.c is the only source; that of clang
 * is SOURCE.gcda. */
static struct profile_name name_of_profile(struct wrapping *w, const struct command_input *input,
                                           bool clang)
{
    struct arena *a = &w->a;
    const struct command *c = &w->command;
    const char *source = stem_of(a, last_part(c->words.at[input->word]));
    bool link = c->kind == COMMAND_LINK;
    const char *out = c->output ? c->output : link ? "a" : source, *name = last_part(out);
    const char *folder = arena_strndup(a, out, (size_t)(name - out));
    if (!link)
        return (struct profile_name){folder, c->output ? stem_of(a, name) : source};
    if (clang)
        return (struct profile_name){"", source};
    if (c->n_inputs == 1 && strcmp(stem_of(a, name), source) == 0)
        return (struct profile_name){folder, source};
    return (struct profile_name){arena_printf(a, "%s%s-", folder, name), source};
}

/* Adds words with which the compiler uses the same profile as for the user's object. */
static void add_profile_name(struct wrapping *w, struct words *words,
                             const struct command_input *input, const char *text)
{
    struct arena *a = &w->a;
    bool clang = strstr(last_part(w->real), "clang");
    struct profile_name n = name_of_profile(w, input, clang);
    const char *dot = strrchr(w->command.words.at[input->word], '.');
    char here[4096];
    if (clang) {
        const char *before =
            *n.folder == '/' || !getcwd(here, sizeof here) ? "" : arena_printf(a, "%s/", here);
        words_add(a, words, "-Xclang");
        words_addf(a, words, "-coverage-data-file=%s%s%s.gcda", before, n.folder, n.stem);
        words_add(a, words, "-Xclang");
        words_addf(a, words, "-coverage-notes-file=%s.gcno", text);
        return;
    }
    words_add(a, words, "-dumpdir");
    words_add(a, words, n.folder);
    words_add(a, words, "-dumpbase");
    words_addf(a, words, "%s%s", n.stem, dot ? dot : "");
    words_add(a, words, "-dumpbase-ext");
    words_add(a, words, dot ? dot : "");
}

/* Returns the flags without those that make gcc write X.gcno, which belongs to the user's object.
 */
static struct words flags_without_notes(struct wrapping *w, const struct words *flags)
{
    struct words to = {.n = 0};
    for (size_t i = 0; i < flags->n; i++)
        if (strcmp(flags->at[i], "--coverage") == 0 || strcmp(flags->at[i], "-coverage") == 0)
            words_add(&w->a, &to, "-fprofile-arcs");
        else if (!starts_with(flags->at[i], "-ftest-coverage"))
            words_add(&w->a, &to, flags->at[i]);
    return to;
}

/* ---- compilers ---- */

/* Runs the compiler; profile: with the name of the user's profile. */
static bool write_text(struct wrapping *w, const struct command_input *input,
                       const struct words *flags, const struct words *more, bool profile,
                       const char *made)
{
    struct words without = flags_without_notes(w, flags);
    struct words words = begin_command(w, profile ? &without : flags);
    words_add_all(&w->a, &words, more);
    if (profile)
        add_profile_name(w, &words, input, made);
    return run_compiler(w, &words, "-S", made, w->command.words.at[input->word]);
}

/* Compiles an input to assembly text. Modules that it defines are written to the directory. */
static bool compile(struct wrapping *w, const struct command_input *input,
                    const struct words *flags, const char *folder, const char *made)
{
    struct words more = {.n = 0};
    if (flags == &w->command.flags && wrapping_adds_lines(w))
        words_add(&w->a, &more, "-g1");
    if (input->kind == FILE_FORTRAN) {
        words_addf(&w->a, &more, "-I%s", w->command.modules ? w->command.modules : ".");
        words_addf(&w->a, &more, "-J%s", folder);
    }
    if (input->kind == FILE_FORTRAN && flags == &w->command.flags &&
        compiler_reports_loops(w->real))
        words_addf(&w->a, &more, "-fopt-info-vec-missed=%s/" COUNTED_NOTES, folder);
    if (input->language)
        words_addf(&w->a, &more, "-x%s", input->language);
    return (has_profile(flags) && write_text(w, input, flags, &more, true, made)) ||
           write_text(w, input, flags, &more, false, made);
}

static bool assemble(struct wrapping *w, const char *text, const char *made, bool keep_labels)
{
    struct words words = begin_command(w, &w->command.flags);
    if (keep_labels)
        words_add(&w->a, &words, "-Wa,-L");
    return run_compiler(w, &words, "-c", made, text);
}

/* Returns the name of an assembly text in the directory. It differs from those of other objects:
 * code compiled with -fprofile-generate or --coverage contains it as the name of its profile. */
static const char *text_name(struct wrapping *w, const struct command_input *input,
                             const char *folder, const char *name)
{
    char here[4096];
    fingerprint p = FINGERPRINT_START;
    p = fingerprint_text(p, getcwd(here, sizeof here) ? here : "");
    p = fingerprint_text(p, w->command.output ? w->command.output : "");
    p = fingerprint_text(p, w->command.words.at[input->word]);
    return arena_printf(&w->a, "%s/%s-%016" PRIx64 ".s", folder, name, p);
}

/* Makes the files of a counted object in a directory. Returns NULL, or why it cannot be counted. */
static const char *create_files(struct wrapping *w, const struct command_input *input,
                                const char *folder, const char *counted)
{
    struct arena *a = &w->a;
    struct diag silent = {.quiet = true};
    const char *text = text_name(w, input, folder, "text");
    const struct counted_blocks blocks = {.loops = strcmp(w->counts, "loops") == 0};
    struct counted_texts to = {.counted = arena_printf(a, "%s/counted.s", folder),
                               .labelled = arena_printf(a, "%s/labelled.s", folder),
                               .map = arena_printf(a, "%s/map", folder)};
    if (w->accesses) {
        to.recorded = arena_printf(a, "%s/recorded.s", folder);
        to.recorded_map = arena_printf(a, "%s/accesses", folder);
    }
    if (!compile(w, input, &w->command.flags, folder, text))
        return "it could not be compiled to assembly text";
    if (!counted_insert(a, text, &blocks, &to, &silent))
        return "its assembly text cannot be counted; that of gcc, gfortran and clang can";
    if (!assemble(w, to.counted, counted, false) ||
        !assemble(w, to.labelled, arena_printf(a, "%s/labelled.o", folder), true))
        return "the assembly text with counters could not be assembled";
    if (to.recorded && !assemble(w, to.recorded, arena_printf(a, "%s/recorded.o", folder), false))
        unlink(to.recorded_map);
    return NULL;
}

/* Makes the files of an object of the reference build in the directory. Without them, the user's
 * object is linked. */
static void create_reference(struct wrapping *w, const struct command_input *input,
                             const char *folder)
{
    struct arena *a = &w->a;
    struct diag silent = {.quiet = true};
    struct words flags = flags_for_reference(a, &w->command.flags);
    const char *text = text_name(w, input, folder, "source");
    const struct counted_blocks all = {.loops = false};
    const struct counted_texts to = {.counted = arena_printf(a, "%s/reference.s", folder),
                                     .map = arena_printf(a, "%s/reference.map", folder)};
    bool good = compile(w, input, &flags, folder, text) &&
                counted_insert(a, text, &all, &to, &silent) &&
                assemble(w, to.counted, arena_printf(a, "%s/reference.o", folder), false);
    if (!good)
        unlink(to.map);
}

/* Returns why an input cannot be counted; NULL = it can. */
static const char *unfit_input(const struct wrapping *w, const struct command_input *input)
{
    const char *path = w->command.words.at[input->word];
    bool is_text =
        input->language ? strncmp(input->language, "assembler", 9) == 0 : file_is_assembly(path);
    return is_text ? "it was written in assembly language" : NULL;
}

/* Gives the directory of a counted object, or of one with the reason why it is not counted, its
 * name. Returns it; NULL = failure. */
static const char *finish_object(struct wrapping *w, char *folder, const char *why,
                                 const char *object)
{
    const char *final = object ? counted_folder(&w->a, w->build, object) : NULL;
    bool good = final && (!why || counted_write_why(&w->a, folder, why));
    if (good && folder_finish(&w->a, folder, final))
        return final;
    folder_discard(folder);
    return NULL;
}

const char *wrapping_count(struct wrapping *w, const struct command_input *input,
                           const char *object, const char **why)
{
    bool compiled = input->kind == FILE_FORTRAN || input->kind == FILE_SOURCE;
    *why = NULL;
    if (!w->counts || !compiled)
        return NULL;
    char *folder = unfinished_folder(&w->a, w->build);
    const char *counted = folder ? arena_printf(&w->a, "%s/counted.o", folder) : NULL;
    *why = unfit_input(w, input);
    if (folder && !*why)
        *why = create_files(w, input, folder, counted);
    if (folder && !*why && w->reference)
        create_reference(w, input, folder);
    const char *final =
        folder ? finish_object(w, folder, *why, object || *why ? object : counted) : NULL;
    if (!final && !*why)
        *why = "its directory cannot be created";
    return *why ? NULL : final;
}
