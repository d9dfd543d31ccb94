/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links the program again for each variant: two instrumented ones, the counted and the labelled
 * one, the one that records its data accesses, and that of the reference build. Objects with
 * variants are replaced, also those in libraries. */
#include "base/file.h"
#include "base/source.h"
#include "base/temporary.h"
#include "commands/macs/compilers/archive.h"
#include "commands/macs/compilers/counted.h"
#include "commands/macs/compilers/programs.h"
#include "commands/macs/compilers/place.h"
#include "commands/macs/compilers/records.h"
#include "commands/macs/compilers/wrapping.h"

#include <dirent.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Link commands, after those of the variants. */
enum { LINK_COUNTED = VARIANTS, LINK_LABELLED, LINK_REFERENCE, LINK_RECORDED, LINKS };

/* A linked program. */
struct linking {
    struct wrapping *w;
    struct words words[LINKS]; /* the link commands */
    struct words parts;        /* directories of its instrumented objects */
    struct words counted;      /* directories of its counted objects */
    struct record without;     /* its objects without counters, with the reasons */
    struct words shared;       /* directories of its counted shared libraries */
    char *scratch;             /* temporary directory for libraries */
    size_t libraries;
};

/* Returns the name of a link command's objects and libraries. */
static const char *link_name(int i)
{
    static const char *const names[] = {[LINK_COUNTED] = "counted",
                                        [LINK_LABELLED] = "labelled",
                                        [LINK_REFERENCE] = "reference",
                                        [LINK_RECORDED] = "recorded"};
    return i < VARIANTS ? variants[i].folder : names[i];
}

/* The variants of an object: directories; NULL = there are none. */
struct known_object {
    const char *instrumented, *counted;
    const char *why; /* why it is not counted; NULL = it is, or nothing is known about it */
};

static const char *existing_path(const char *path)
{
    return path && access(path, F_OK) == 0 ? path : NULL;
}

static struct known_object find_object(struct wrapping *w, const char *object)
{
    struct arena *a = &w->a;
    struct known_object o = {existing_path(object_folder(a, w->build, object)),
                             existing_path(counted_folder(a, w->build, object)), NULL};
    struct source s = {.path = NULL};
    struct diag silent = {.quiet = true};
    if (o.counted && source_read(&s, arena_printf(a, "%s/" COUNTED_WHY, o.counted), &silent)) {
        o.why = arena_strndup(a, s.text, s.size);
        o.counted = NULL;
    }
    source_free(&s);
    return o;
}

/* Returns whether a file is an object with code, which is not linked. */
static bool is_object_with_code(const char *path)
{
    Elf64_Ehdr h;
    Elf64_Shdr section;
    FILE *f = fopen(path, "re");
    bool object = f && fread(&h, sizeof h, 1, f) == 1 && memcmp(h.e_ident, ELFMAG, SELFMAG) == 0 &&
                  h.e_type == ET_REL;
    bool code = false;
    if (object && fseek(f, (long)h.e_shoff, SEEK_SET) == 0)
        for (int i = 0; !code && i < h.e_shnum && fread(&section, sizeof section, 1, f) == 1; i++)
            code = section.sh_flags & SHF_EXECINSTR && section.sh_size > 0;
    file_drop(f);
    return code;
}

/* Records that the code of an input has no counters. */
static void note_uncounted(struct linking *l, const char *path, const struct known_object *o)
{
    if (l->w->counts && !o->counted)
        record_add(&l->w->a, &l->without, path_from_root(&l->w->a, l->w->root, path),
                   o->why
                       ? o->why
                       : "no compiler that macs called wrote it; ld -r, objcopy and strip change "
                         "objects");
}

static bool has_variants(const struct known_object *o)
{
    return o->instrumented || o->counted;
}

/* Returns the object for a link command; NULL = the object has no such variant. */
static const char *variant_of(const struct linking *l, const struct known_object *o, int i)
{
    const char *folder = i < VARIANTS ? o->instrumented : o->counted;
    const char *path = folder ? arena_printf(&l->w->a, "%s/%s.o", folder, link_name(i)) : NULL;
    bool needed = i == LINK_COUNTED || i == LINK_LABELLED;
    return needed ? path : existing_path(path);
}

/* Records an object without instrumented variants, because its source was compiled by an earlier
 * build without marks. */
static void note_unmarked(struct linking *l, const struct known_object *o)
{
    struct arena *a = &l->w->a;
    struct record r;
    const char *time = arena_printf(a, "%s/%s.o", o->instrumented, variants[VARIANT_TIME].folder);
    if (!l->w->marks || existing_path(time) ||
        !record_read(&r, a, arena_printf(a, "%s/record", o->instrumented)))
        return;
    const char *source = record_text(&r, "source");
    if (source)
        record_left_out(a, l->w->build, source,
                        "it was compiled without --marks: run make clean first");
}

static void add_part(struct linking *l, const struct known_object *o)
{
    if (o->instrumented)
        note_unmarked(l, o);
    if (o->instrumented && !words_contain(&l->parts, o->instrumented))
        words_add(&l->w->a, &l->parts, o->instrumented);
    if (o->counted && !words_contain(&l->counted, o->counted))
        words_add(&l->w->a, &l->counted, o->counted);
}

/* Adds a word to all commands. */
static void add_word(struct linking *l, const char *word)
{
    for (int i = 0; i < LINKS; i++)
        words_add(&l->w->a, &l->words[i], word);
}

/* Adds the object of each variant, or the word. language: of -x, which does not apply to objects;
 * NULL = none. */
static void add_object(struct linking *l, const char *word, const struct known_object *o,
                       const char *language)
{
    struct arena *a = &l->w->a;
    add_part(l, o);
    for (int i = 0; i < LINKS; i++) {
        const char *object = variant_of(l, o, i);
        if (object && language)
            words_add(a, &l->words[i], "-xnone");
        words_add(a, &l->words[i], object ? object : word);
        if (object && language)
            words_addf(a, &l->words[i], "-x%s", language);
    }
}

bool wrapping_has_objects(struct wrapping *w)
{
    for (size_t i = 0; i < w->command.n_inputs; i++)
        if (find_object(w, w->command.words.at[w->command.inputs[i].word]).instrumented)
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
static bool create_libraries(struct linking *l, const char *path, const struct archive *archive,
                             const char *to[LINKS])
{
    struct arena *a = &l->w->a;
    struct words command[LINKS] = {{.n = 0}};
    bool any = false;
    const char *error;
    l->libraries++;
    for (int i = 0; i < LINKS; i++) {
        to[i] = arena_printf(a, "%s/%zu.%s.a", l->scratch, l->libraries, link_name(i));
        words_add(a, &command[i], "ar");
        words_add(a, &command[i], "qcs");
        words_add(a, &command[i], to[i]);
    }
    for (size_t m = 0; m < archive->n; m++) {
        const char *member = write_member(l, &archive->at[m], m);
        struct known_object o = {.counted = NULL};
        if (member)
            o = find_object(l->w, member);
        if (member && is_object_with_code(member))
            note_uncounted(l, arena_printf(a, "%s(%s)", path, archive->at[m].name), &o);
        any |= has_variants(&o);
        add_part(l, &o);
        for (int i = 0; member && i < LINKS; i++) {
            const char *variant = variant_of(l, &o, i);
            words_add(a, &command[i], variant ? variant : member);
        }
    }
    for (int i = 0; any && i < LINKS; i++)
        any = wrapping_run(l->w, &command[i], NULL, &error);
    return any;
}

/* Adds the libraries of the variants in place of a word. */
static void add_library(struct linking *l, const char *word, const char *path)
{
    size_t n = 0;
    struct archive archive;
    const char *to[LINKS], *bytes = read_whole(&l->w->a, path, &n);
    if (bytes && archive_read(&archive, &l->w->a, bytes, n) &&
        create_libraries(l, path, &archive, to))
        for (int i = 0; i < LINKS; i++)
            words_add(&l->w->a, &l->words[i], to[i]);
    else
        add_word(l, word);
}

/* Returns the library of -lNAME in the directories of the command, a shared one if there is one;
 * NULL = a library of the system. */
static const char *library_file(struct linking *l, const char *name)
{
    const struct words *flags = &l->w->command.flags;
    for (size_t i = 0; i < flags->n; i++) {
        const char *folder = flags->at[i] + 2;
        if (strncmp(flags->at[i], "-L", 2) != 0)
            continue;
        if (!*folder && i + 1 < flags->n)
            folder = flags->at[++i];
        const char *shared = arena_printf(&l->w->a, "%s/lib%s.so", folder, name);
        if (access(shared, R_OK) == 0)
            return shared;
        const char *path = arena_printf(&l->w->a, "%s/lib%s.a", folder, name);
        if (access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}

/* ---- shared libraries ---- */

static bool ends_in(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

/* Returns the directory of a counted shared library; NULL = it was not counted. */
static const char *find_shared_library(struct linking *l, const char *path)
{
    struct arena *a = &l->w->a;
    const char *folder = existing_path(counted_folder(a, l->w->build, path));
    return folder && existing_path(arena_printf(a, "%s/" COUNTED_LIBRARY, folder)) ? folder : NULL;
}

/* Adds the counted library to the counted program, and the word to the other ones: the code of the
 * labelled program must be at the addresses of the sampled one. */
static void add_shared_library(struct linking *l, const char *word, const char *folder)
{
    struct arena *a = &l->w->a;
    for (int i = 0; i < LINKS; i++)
        words_add(a, &l->words[i],
                  i == LINK_COUNTED ? arena_printf(a, "%s/" COUNTED_LIBRARY, folder) : word);
    if (!words_contain(&l->shared, folder))
        words_add(a, &l->shared, folder);
}

/* Adds a library, or the word for it. */
static void add_any_library(struct linking *l, const char *word, const char *path)
{
    const char *folder = find_shared_library(l, path);
    if (folder)
        add_shared_library(l, word, folder);
    else
        add_library(l, word, path);
}

/* Returns the name by which the dynamic linker finds the linked library; NULL = its path. */
static const char *library_name(const struct words *words)
{
    for (size_t i = 0; i < words->n; i++) {
        const char *name = strstr(words->at[i], "-soname");
        if (name && strncmp(words->at[i], "-Wl,", 4) == 0 && strlen(name) > strlen("-soname,"))
            return name + strlen("-soname,");
    }
    return NULL;
}

/* Gives the maps and labelled libraries in a directory to another one, under new names. */
static bool link_files(struct linking *l, const char *from, size_t number, const char *to)
{
    struct arena *a = &l->w->a;
    DIR *dir = opendir(from);
    bool good = dir;
    for (const struct dirent *e; good && (e = readdir(dir));)
        if (ends_in(e->d_name, COUNTED_MAP_END) || ends_in(e->d_name, LABELLED_END))
            good = link(arena_printf(a, "%s/%s", from, e->d_name),
                        arena_printf(a, "%s/%zu-%s", to, number, e->d_name)) == 0;
    if (dir)
        closedir(dir);
    return good;
}

/* Gives the maps and labelled libraries of the counted libraries to a directory. */
static bool link_shared_files(struct linking *l, const char *folder)
{
    bool good = true;
    for (size_t i = 0; good && i < l->shared.n; i++)
        good = link_files(l, l->shared.at[i], i, folder);
    return good;
}

/* Returns the link command with the directories of counted libraries before all others. */
static struct words with_shared_libraries(struct linking *l, const struct words *command)
{
    struct arena *a = &l->w->a;
    struct words to = {.n = 0};
    words_add(a, &to, command->at[0]);
    for (size_t i = 0; i < l->shared.n; i++)
        words_addf(a, &to, "-Wl,-rpath,%s", l->shared.at[i]);
    for (size_t i = 1; i < command->n; i++)
        words_add(a, &to, command->at[i]);
    if (l->shared.n)
        words_add(a, &to, "-Wl,--disable-new-dtags");
    return to;
}

/* ---- names of the program's directory ---- */

/* Returns the word with `directory` in place of each `name` that the dynamic linker would replace
 * by the directory of the program. */
static const char *with_directory(struct arena *a, const char *word, const char *name,
                                  const char *directory)
{
    const char *text = "", *at;
    while ((at = strstr(word, name))) {
        text = arena_printf(a, "%s%.*s%s", text, (int)(at - word), word, directory);
        word = at + strlen(name);
    }
    return *text ? arena_printf(a, "%s%s", text, word) : word;
}

/* Returns the link command of a program that is linked into another directory: $ORIGIN in the paths
 * of its libraries is the directory of the user's program. */
static struct words with_origin(struct linking *l, const struct words *command)
{
    struct arena *a = &l->w->a;
    const char *program = command_program(&l->w->command), *slash = strrchr(program, '/');
    char *real =
        realpath(slash ? arena_strndup(a, program, (size_t)(slash - program) + 1) : ".", NULL);
    const char *origin = real ? arena_strdup(a, real) : NULL;
    struct words to = {.n = 0};
    free(real);
    if (!origin)
        return *command;
    for (size_t i = 0; i < command->n; i++) {
        const char *word = with_directory(a, command->at[i], "$ORIGIN", origin);
        words_add(a, &to, with_directory(a, word, "${ORIGIN}", origin));
    }
    return to;
}

/* ---- the command ---- */

static void add_input(struct linking *l, const char *word, const struct command_input *input)
{
    struct known_object o = {.counted = NULL};
    if (input->kind == FILE_FORTRAN)
        o.instrumented = wrapping_object(l->w, word, NULL);
    if (input->kind == FILE_LINKED && !find_shared_library(l, word))
        o = find_object(l->w, word);
    else if (input->kind != FILE_LINKED)
        o.counted = wrapping_count(l->w, input, NULL, &o.why);
    if (o.why || is_object_with_code(word))
        note_uncounted(l, word, &o);
    if (has_variants(&o))
        add_object(l, word, &o, input->language);
    else if (input->kind == FILE_LINKED)
        add_any_library(l, word, word);
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
            add_any_library(l, word, library);
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

/* ---- the counted program ---- */

/* Links a program with counters or labels; more: words after the command. */
static bool link_counted(struct linking *l, const char *made, int i, const struct words *more)
{
    struct arena *a = &l->w->a;
    const char *error;
    words_add(a, &l->words[i], "-o");
    words_add(a, &l->words[i], made);
    if (l->w->command.language)
        words_add(a, &l->words[i], "-xnone");
    words_add_all(a, &l->words[i], more);
    struct words command = l->words[i];
    if (i == LINK_LABELLED)
        command = counted_without_stripping(a, &command);
    else
        command = with_origin(l, &command);
    if (i == LINK_COUNTED)
        command = with_shared_libraries(l, &command);
    return wrapping_run(l->w, &command, NULL, &error);
}

static struct words run_time_library(struct linking *l)
{
    const struct words *words = &l->w->command.words;
    bool is_static = words_contain(words, "-static") || words_contain(words, "-static-pie");
    return counted_library(&l->w->a, &l->w->tools, is_static);
}

/* Gives the maps of the objects to the directory of a program. Returns false on failure; an object
 * can be without a map of the reference build. */
static bool link_maps(struct linking *l, const char *name, const char *folder, const char *end,
                      bool *any)
{
    struct arena *a = &l->w->a;
    for (size_t i = 0; i < l->counted.n; i++) {
        const char *map = existing_path(arena_printf(a, "%s/%s", l->counted.at[i], name));
        *any |= map != NULL;
        if (map && link(map, arena_printf(a, "%s/%zu%s", folder, i, end)) != 0)
            return false;
    }
    return true;
}

/* Links the program that records its accesses, if an object of it does. It is not needed for
 * counts.
 */
static void link_recorded_program(struct linking *l, const char *folder,
                                  const struct words *library)
{
    const char *program = arena_printf(&l->w->a, "%s/" RECORDED_PROGRAM, folder);
    bool any = false;
    if (!l->w->accesses || !link_maps(l, "accesses", folder, RECORDED_MAP_END, &any) || !any ||
        !link_counted(l, program, LINK_RECORDED, library))
        unlink(program);
}

/* Returns NULL, or why there is no counted program in the directory. */
static const char *link_counted_programs(struct linking *l, const char *folder)
{
    struct arena *a = &l->w->a;
    struct words none = {.n = 0}, library = run_time_library(l);
    bool any = false;
    if (!link_counted(l, arena_printf(a, "%s/" COUNTED_PROGRAM, folder), LINK_COUNTED, &library))
        return "the counted program could not be linked";
    if (!link_counted(l, arena_printf(a, "%s/" LABELLED_PROGRAM, folder), LINK_LABELLED, &none))
        return "the program with labels could not be linked";
    link_recorded_program(l, folder, &library);
    return link_maps(l, "map", folder, COUNTED_MAP_END, &any) && link_shared_files(l, folder)
               ? NULL
               : "the maps of its blocks could not be stored";
}

/* Returns NULL, or why there is no reference build in the directory. */
static const char *link_reference_program(struct linking *l, const char *folder)
{
    struct words library = run_time_library(l);
    bool any = false;
    if (!link_maps(l, "reference.map", folder, COUNTED_MAP_END, &any))
        return "the maps of its blocks could not be stored";
    if (!any)
        return "no source could be compiled without optimization";
    return link_counted(l, arena_printf(&l->w->a, "%s/" COUNTED_PROGRAM, folder), LINK_REFERENCE,
                        &library)
               ? NULL
               : "the program without optimization could not be linked";
}

/* Makes the directories of the counted program and the reference build if an object is counted. */
static void create_counted_programs(struct linking *l, const char *program)
{
    struct diag silent = {.quiet = true};
    const char *folder = arena_printf(&l->w->a, "%s/counted", program);
    if ((!l->counted.n && !l->shared.n) || mkdir(folder, 0777) != 0)
        return;
    const char *why = link_counted_programs(l, folder);
    counted_write_refusal(&l->w->a, folder, why ? why : "", &silent);
    folder = arena_printf(&l->w->a, "%s/reference", program);
    if (!l->w->reference || mkdir(folder, 0777) != 0)
        return;
    why = link_reference_program(l, folder);
    counted_write_refusal(&l->w->a, folder, why ? why : "", &silent);
}

static bool write_record(struct linking *l, const char *folder, const char *path,
                         const char *identity)
{
    struct arena *a = &l->w->a;
    struct record r = {.keys = {0}};
    record_add(a, &r, "path", path);
    record_add(a, &r, "identity", identity);
    for (size_t i = 0; i < l->parts.n; i++)
        record_add(a, &r, "part", l->parts.at[i]);
    for (size_t i = 0; i < l->counted.n; i++) {
        const char *notes = arena_printf(a, "%s/" COUNTED_NOTES, l->counted.at[i]);
        if (existing_path(notes))
            record_add(a, &r, "notes", notes);
    }
    return record_write(&r, arena_printf(a, "%s/record", folder));
}

/* Stores the record of the program in its directory, and gives the directory its name. */
static bool finish_program(struct linking *l, char *folder)
{
    struct arena *a = &l->w->a;
    const char *program = command_program(&l->w->command);
    char *real = realpath(program, NULL);
    const char *path = real ? arena_strdup(a, real) : program;
    const char *identity = program_identity(a, path);
    free(real);
    return identity && write_record(l, folder, path, identity) &&
           folder_finish(a, folder, program_folder(a, l->w->build, path, identity));
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
    for (int i = 0; good && l->w->marks && l->parts.n && i < VARIANTS; i++)
        good = link_variant(l, folder, i, &error);
    if (!good) {
        wrapping_leave_out(l->w, program, error);
        l->parts.n = 0;
    }
    if (folder)
        create_counted_programs(l, folder);
    if (folder && l->without.keys.n)
        record_write(&l->without, arena_printf(a, "%s/" COUNTED_WITHOUT, folder));
    if (!folder || !finish_program(l, folder)) {
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

/* Makes the counted and the labelled library, and their maps, in a directory. Returns false on
 * failure. */
static bool create_shared_library(struct linking *l, const char *folder)
{
    struct arena *a = &l->w->a;
    struct words none = {.n = 0}, library = run_time_library(l);
    const char *name = library_name(&l->w->command.words);
    bool any = false;
    return link_counted(l, arena_printf(a, "%s/" COUNTED_LIBRARY, folder), LINK_COUNTED,
                        &library) &&
           link_counted(l, arena_printf(a, "%s/library" LABELLED_END, folder), LINK_LABELLED,
                        &none) &&
           link_maps(l, "map", folder, COUNTED_MAP_END, &any) && link_shared_files(l, folder) &&
           (!name || strchr(name, '/') ||
            symlink(COUNTED_LIBRARY, arena_printf(a, "%s/%s", folder, name)) == 0);
}

void wrapping_link_shared(struct wrapping *w)
{
    struct linking l = {.w = w, .scratch = unfinished_folder(&w->a, w->build)};
    if (!l.scratch)
        return;
    add_command_words(&l);
    char *folder = l.counted.n && !w->command.reads_stdin && !words_contain(&w->command.words, "-r")
                       ? unfinished_folder(&w->a, w->build)
                       : NULL;
    const char *final = NULL;
    if (folder && create_shared_library(&l, folder))
        final = counted_folder(&w->a, w->build, command_program(&w->command));
    if (folder && (!final || !folder_finish(&w->a, folder, final)))
        folder_discard(folder);
    folder_discard(l.scratch);
}
