/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links the program again for each variant. Objects with variants are replaced, also those in
 * libraries. */
#include "base/file.h"
#include "base/temporary.h"
#include "commands/macs/archive.h"
#include "commands/macs/records.h"
#include "commands/macs/wrapping.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A linked program. */
struct linking {
    struct wrapping *w;
    struct words words[VARIANTS]; /* the link command of each variant */
    struct words parts;           /* directories of its objects */
    char *scratch;                /* temporary directory for libraries */
    size_t libraries;
};

/* Returns the directory with the variants of an object; NULL = none. */
static const char *known_object(const struct linking *l, const char *object)
{
    const char *folder = object_folder(&l->w->a, l->w->build, object);
    return folder && access(folder, F_OK) == 0 ? folder : NULL;
}

static const char *variant_of(const struct linking *l, const char *folder, int i)
{
    return arena_printf(&l->w->a, "%s/%s.o", folder, variants[i].folder);
}

static void add_part(struct linking *l, const char *folder)
{
    if (!words_contain(&l->parts, folder))
        words_add(&l->w->a, &l->parts, folder);
}

/* Adds a word to the commands of all variants. */
static void add_word(struct linking *l, const char *word)
{
    for (int i = 0; i < VARIANTS; i++)
        words_add(&l->w->a, &l->words[i], word);
}

/* Adds the object of each variant. language: of -x, which does not apply to it; NULL = none. */
static void add_object(struct linking *l, const char *folder, const char *language)
{
    add_part(l, folder);
    if (language)
        add_word(l, "-xnone");
    for (int i = 0; i < VARIANTS; i++)
        words_add(&l->w->a, &l->words[i], variant_of(l, folder, i));
    if (language)
        add_word(l, arena_printf(&l->w->a, "-x%s", language));
}

bool wrapping_has_objects(struct wrapping *w)
{
    const struct linking l = {.w = w};
    for (size_t i = 0; i < w->command.n_inputs; i++)
        if (known_object(&l, w->command.words.at[w->command.inputs[i].word]))
            return true;
    return false;
}

/* ---- libraries ---- */

/* Writes a member to a file with its name. Returns its path; NULL on failure. */
static const char *write_member(struct linking *l, const struct archive_member *m, size_t number)
{
    const char *slash = strrchr(m->name, '/');
    const char *folder = arena_printf(&l->w->a, "%s/%zu.%zu", l->scratch, l->libraries, number);
    const char *path = arena_printf(&l->w->a, "%s/%s", folder, slash ? slash + 1 : m->name);
    FILE *f = mkdir(folder, 0777) == 0 ? fopen(path, "w") : NULL;
    if (f)
        fwrite(m->bytes, 1, m->n, f);
    return f && file_close(f) ? path : NULL;
}

/* Reads a whole file. NULL on failure. */
static const char *read_whole(struct arena *a, const char *path, size_t *n)
{
    struct stat s;
    FILE *f = fopen(path, "r");
    char *bytes = NULL;
    if (f && fstat(fileno(f), &s) == 0) {
        bytes = ARENA_ARRAY(a, char, (size_t)s.st_size + 1);
        *n = fread(bytes, 1, (size_t)s.st_size, f);
    }
    return f && file_close(f) ? bytes : NULL;
}

/* Creates the libraries of the variants: members with variants are replaced, the others are copied.
 * Returns false if no member has variants. */
static bool create_libraries(struct linking *l, const struct archive *archive,
                             const char *to[VARIANTS])
{
    struct arena *a = &l->w->a;
    struct words command[VARIANTS] = {{.n = 0}};
    bool any = false;
    const char *error;
    l->libraries++;
    for (int i = 0; i < VARIANTS; i++) {
        to[i] = arena_printf(a, "%s/%zu.%s.a", l->scratch, l->libraries, variants[i].folder);
        words_add(a, &command[i], "ar");
        words_add(a, &command[i], "qcs");
        words_add(a, &command[i], to[i]);
    }
    for (size_t m = 0; m < archive->n; m++) {
        const char *member = write_member(l, &archive->at[m], m);
        const char *folder = member ? known_object(l, member) : NULL;
        any |= folder != NULL;
        if (folder)
            add_part(l, folder);
        for (int i = 0; member && i < VARIANTS; i++)
            words_add(a, &command[i], folder ? variant_of(l, folder, i) : member);
    }
    for (int i = 0; any && i < VARIANTS; i++)
        any = wrapping_run(l->w, &command[i], NULL, &error);
    return any;
}

/* Adds the libraries of the variants in place of a word. */
static void add_library(struct linking *l, const char *word, const char *path)
{
    size_t n = 0;
    struct archive archive;
    const char *to[VARIANTS], *bytes = read_whole(&l->w->a, path, &n);
    if (bytes && archive_read(&archive, &l->w->a, bytes, n) && create_libraries(l, &archive, to))
        for (int i = 0; i < VARIANTS; i++)
            words_add(&l->w->a, &l->words[i], to[i]);
    else
        add_word(l, word);
}

/* Returns the static library of -lNAME in the directories of the command; NULL = a shared library,
 * or a library of the system. */
static const char *library_file(struct linking *l, const char *name)
{
    const struct words *flags = &l->w->command.flags;
    for (size_t i = 0; i < flags->n; i++) {
        const char *folder = flags->at[i] + 2;
        if (strncmp(flags->at[i], "-L", 2) != 0)
            continue;
        if (!*folder && i + 1 < flags->n)
            folder = flags->at[++i];
        if (access(arena_printf(&l->w->a, "%s/lib%s.so", folder, name), F_OK) == 0)
            return NULL;
        const char *path = arena_printf(&l->w->a, "%s/lib%s.a", folder, name);
        if (access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}

/* ---- the command ---- */

static bool ends_in(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static void add_input(struct linking *l, const char *word, const struct command_input *input)
{
    enum file_kind kind = input->kind;
    const char *folder = kind == FILE_FORTRAN  ? wrapping_object(l->w, word, NULL)
                         : kind == FILE_LINKED ? known_object(l, word)
                                               : NULL;
    if (folder)
        add_object(l, folder, input->language);
    else if (ends_in(word, ".a"))
        add_library(l, word, word);
    else
        add_word(l, word);
}

static void add_command_words(struct linking *l)
{
    const struct command *c = &l->w->command;
    size_t input = 0;
    add_word(l, l->w->real);
    for (size_t i = 1; i < c->words.n; i++) {
        const char *word = c->words.at[i];
        const char *library = strncmp(word, "-l", 2) == 0 ? library_file(l, word + 2) : NULL;
        if (input < c->n_inputs && c->inputs[input].word == i)
            add_input(l, word, &c->inputs[input++]);
        else if (c->beside[i])
            continue;
        else if (strcmp(word, "-o") == 0)
            i++;
        else if (library)
            add_library(l, word, library);
        else
            add_word(l, word);
    }
}

static bool link_variant(struct linking *l, const char *folder, int i, const char **error)
{
    struct arena *a = &l->w->a;
    words_add(a, &l->words[i], "-o");
    words_addf(a, &l->words[i], "%s/%s", folder, variants[i].folder);
    if (l->w->command.language)
        words_add(a, &l->words[i], "-xnone");
    words_add(a, &l->words[i], l->w->tools.library);
    words_add(a, &l->words[i], "-lpthread");
    return wrapping_run(l->w, &l->words[i], NULL, error);
}

static bool write_record(struct linking *l, const char *folder)
{
    struct arena *a = &l->w->a;
    struct record r = {.keys = {0}};
    char *path = realpath(command_program(&l->w->command), NULL);
    record_add(a, &r, "path", path ? arena_strdup(a, path) : command_program(&l->w->command));
    for (size_t i = 0; i < l->parts.n; i++)
        record_add(a, &r, "part", l->parts.at[i]);
    free(path);
    return record_write(&r, arena_printf(a, "%s/record", folder));
}

/* Links the variants if there are any, and records the program. A program whose variants cannot be
 * linked is recorded without its objects: it can be sampled. */
static void record_program(struct linking *l)
{
    struct arena *a = &l->w->a;
    const char *program = command_program(&l->w->command),
               *error = "its directory cannot be created";
    char *folder = unfinished_folder(a, l->w->build);
    bool good = folder;
    if (l->parts.n && l->w->command.reads_stdin) {
        error = "a source is read from standard input, so it cannot be linked again";
        good = false;
    }
    for (int i = 0; good && l->parts.n && i < VARIANTS; i++)
        good = link_variant(l, folder, i, &error);
    if (!good) {
        wrapping_leave_out(l->w, program, error);
        l->parts.n = 0;
    }
    if (!folder || !write_record(l, folder) ||
        !folder_finish(a, folder, program_folder(a, l->w->build, program))) {
        wrapping_leave_out(l->w, program, "its directory cannot be created");
        folder_discard(folder);
    }
}

void wrapping_link(struct wrapping *w)
{
    struct linking l = {.w = w, .scratch = unfinished_folder(&w->a, w->build)};
    if (!l.scratch)
        return;
    add_command_words(&l);
    record_program(&l);
    folder_discard(l.scratch);
}
