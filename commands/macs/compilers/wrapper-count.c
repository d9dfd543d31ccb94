/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes counted objects. The source is compiled once more, to assembly text, with the words of the
 * user's command; the object from this text has the same code as the user's. For the reference
 * build it is compiled again, without optimization. */
#include "commands/macs/compilers/counted.h"
#include "commands/macs/compilers/records.h"
#include "commands/macs/compilers/wrapping.h"

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

/* Compiles an input to assembly text. Modules that it defines are written to the directory. */
static bool compile(struct wrapping *w, const struct command_input *input,
                    const struct words *flags, const char *folder, const char *made)
{
    struct words words = begin_command(w, flags);
    const char *path = w->command.words.at[input->word];
    if (flags == &w->command.flags && wrapping_adds_lines(w))
        words_add(&w->a, &words, "-g1");
    if (input->kind == FILE_FORTRAN) {
        words_addf(&w->a, &words, "-I%s", w->command.modules ? w->command.modules : ".");
        words_addf(&w->a, &words, "-J%s", folder);
    }
    if (input->language)
        words_addf(&w->a, &words, "-x%s", input->language);
    return run_compiler(w, &words, "-S", made, path);
}

static bool assemble(struct wrapping *w, const char *text, const char *made, bool keep_labels)
{
    struct words words = begin_command(w, &w->command.flags);
    if (keep_labels)
        words_add(&w->a, &words, "-Wa,-L");
    return run_compiler(w, &words, "-c", made, text);
}

/* Makes the files of a counted object in a directory. */
static bool create_files(struct wrapping *w, const struct command_input *input, const char *folder,
                         const char *counted)
{
    struct arena *a = &w->a;
    struct diag silent = {.quiet = true};
    const char *text = arena_printf(a, "%s/text.s", folder);
    const struct counted_blocks blocks = {.loops = strcmp(w->counts, "loops") == 0};
    const struct counted_texts to = {arena_printf(a, "%s/counted.s", folder),
                                     arena_printf(a, "%s/labelled.s", folder),
                                     arena_printf(a, "%s/map", folder)};
    return compile(w, input, &w->command.flags, folder, text) &&
           counted_insert(a, text, &blocks, &to, &silent) &&
           assemble(w, to.counted, counted, false) &&
           assemble(w, to.labelled, arena_printf(a, "%s/labelled.o", folder), true);
}

/* Makes the files of an object of the reference build in the directory. Without them, the user's
 * object is linked. */
static void create_reference(struct wrapping *w, const struct command_input *input,
                             const char *folder)
{
    struct arena *a = &w->a;
    struct diag silent = {.quiet = true};
    struct words flags = flags_for_reference(a, &w->command.flags);
    const char *text = arena_printf(a, "%s/source.s", folder);
    const struct counted_blocks all = {.loops = false};
    const struct counted_texts to = {.counted = arena_printf(a, "%s/reference.s", folder),
                                     .map = arena_printf(a, "%s/reference.map", folder)};
    bool good = compile(w, input, &flags, folder, text) &&
                counted_insert(a, text, &all, &to, &silent) &&
                assemble(w, to.counted, arena_printf(a, "%s/reference.o", folder), false);
    if (!good)
        unlink(to.map);
}

const char *wrapping_count(struct wrapping *w, const struct command_input *input,
                           const char *object)
{
    const char *path = w->command.words.at[input->word];
    bool compiled = input->kind == FILE_FORTRAN || input->kind == FILE_SOURCE;
    bool is_text =
        input->language ? strncmp(input->language, "assembler", 9) == 0 : file_is_assembly(path);
    if (!w->counts || !compiled || is_text || strcmp(path, "-") == 0)
        return NULL;
    char *folder = unfinished_folder(&w->a, w->build);
    const char *counted = folder ? arena_printf(&w->a, "%s/counted.o", folder) : NULL;
    const char *final = NULL;
    if (folder && create_files(w, input, folder, counted))
        final = counted_folder(&w->a, w->build, object ? object : counted);
    if (final && w->reference)
        create_reference(w, input, folder);
    if (final && folder_finish(&w->a, folder, final))
        return final;
    folder_discard(folder);
    return NULL;
}
