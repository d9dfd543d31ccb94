/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/compilers/command.h"
#include "base/file.h"
#include "base/util.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_NESTED = 10 };

/* The kinds of options. */
enum option_sort {
    SORT_FLAG,    /* applies to any file */
    SORT_OTHER,   /* makes no object */
    SORT_COMPILE, /* -c */
    SORT_OUTPUT,
    SORT_MODULES,
    SORT_BESIDE, /* makes files beside the output: omitted for further files */
    SORT_SHARED,
    SORT_LANGUAGE,
};
static const struct command_option {
    const char *name;
    enum option_sort sort;
    bool value;  /* its value can be the next word */
    bool joined; /* its value can follow the name directly */
} options[] = {
    {"-c", SORT_COMPILE, false, false},
    {"-o", SORT_OUTPUT, true, false},
    {"-J", SORT_MODULES, true, true},
    {"-module", SORT_MODULES, true, false},
    {"-module-dir", SORT_MODULES, true, false},
    {"-shared", SORT_SHARED, false, false},
    {"--shared", SORT_SHARED, false, false},
    {"-r", SORT_SHARED, false, false},
    {"-x", SORT_LANGUAGE, true, true},
    {"-E", SORT_OTHER, false, false},
    {"-S", SORT_OTHER, false, false},
    {"-M", SORT_OTHER, false, false},
    {"-MM", SORT_OTHER, false, false},
    {"-fsyntax-only", SORT_OTHER, false, false},
    {"-emit-llvm", SORT_OTHER, false, false},
    {"-###", SORT_OTHER, false, false},
    {"-MD", SORT_BESIDE, false, false},
    {"-MMD", SORT_BESIDE, false, false},
    {"-MP", SORT_BESIDE, false, false},
    {"-MG", SORT_BESIDE, false, false},
    {"-MV", SORT_BESIDE, false, false},
    {"-MF", SORT_BESIDE, true, true},
    {"-MT", SORT_BESIDE, true, true},
    {"-MQ", SORT_BESIDE, true, true},
    {"-MJ", SORT_BESIDE, true, true},
    {"-Wp,-M", SORT_BESIDE, false, true},
    {"-Wa,-a", SORT_BESIDE, false, true},
    {"-save-temps", SORT_BESIDE, false, true},
    {"--save-temps", SORT_BESIDE, false, true},
    {"-dumpdir", SORT_BESIDE, true, false},
    {"-dumpbase", SORT_BESIDE, true, false},
    {"-dumpbase-ext", SORT_BESIDE, true, false},
    {"-fdump-", SORT_BESIDE, false, true},
    {"-fopt-info", SORT_BESIDE, false, true},
    {"-fstack-usage", SORT_BESIDE, false, false},
    {"-ftime-trace", SORT_BESIDE, false, true},
    {"-gsplit-dwarf", SORT_BESIDE, false, true},
    {"-fpreprocessed", SORT_BESIDE, false,
     false}, /* gfortran then drops line 2 of instrumented copies */
    {"-I", SORT_FLAG, true, true},
    {"-D", SORT_FLAG, true, true},
    {"-U", SORT_FLAG, true, true},
    {"-L", SORT_FLAG, true, true},
    {"-l", SORT_FLAG, true, true},
    {"-include", SORT_FLAG, true, false},
    {"-imacros", SORT_FLAG, true, false},
    {"-isystem", SORT_FLAG, true, false},
    {"-idirafter", SORT_FLAG, true, false},
    {"-iquote", SORT_FLAG, true, false},
    {"-fintrinsic-modules-path", SORT_FLAG, true, false},
    {"-Xlinker", SORT_FLAG, true, false},
    {"-Xassembler", SORT_FLAG, true, false},
    {"-Xpreprocessor", SORT_FLAG, true, false},
    {"--param", SORT_FLAG, true, false},
    {"-aux-info", SORT_BESIDE, true, false},
    {"-target", SORT_FLAG, true, false},
    {"-isysroot", SORT_FLAG, true, false},
    {"-Xclang", SORT_FLAG, true, false},
    {"-mllvm", SORT_FLAG, true, false},
    {"-wrapper", SORT_FLAG, true, false},
    {"-B", SORT_FLAG, true, true},
    {"-T", SORT_FLAG, true, true},
    {"-u", SORT_FLAG, true, true},
    {"-z", SORT_FLAG, true, false},
    {"-e", SORT_FLAG, true, false},
    {0},
};

/* Finds an option. An exact name has precedence over a prefix. */
static const struct command_option *find_option(const char *word)
{
    const struct command_option *begins = NULL;
    for (const struct command_option *o = options; o->name; o++) {
        if (strcmp(word, o->name) == 0)
            return o;
        if (o->joined && strncmp(word, o->name, strlen(o->name)) == 0)
            begins = o;
    }
    return begins;
}

/* Returns the kind of an input in the language of -x. */
static enum file_kind kind_in_language(const char *language)
{
    bool fortran = strncmp(language, "f77", 3) == 0 || strncmp(language, "f95", 3) == 0;
    return fortran ? FILE_FORTRAN : FILE_SOURCE;
}

static void add_input(struct arena *a, struct command *c, size_t i)
{
    struct command_input *to = ARENA_PUSH(a, c->inputs, c->n_inputs);
    const char *path = c->words.at[i];
    *to = (struct command_input){
        i, c->language ? kind_in_language(c->language) : file_kind_of(path), c->language};
    c->reads_stdin |= strcmp(path, "-") == 0;
}

/* Sets the language of the next inputs, and adds flags with the same effect for Fortran. */
static void set_language(struct arena *a, struct command *c, const char *language)
{
    c->language = strcmp(language, "none") == 0 ? NULL : language;
    if (!c->language || kind_in_language(language) != FILE_FORTRAN)
        return;
    words_add(a, &c->flags, language[1] == '7' ? "-ffixed-form" : "-ffree-form");
    if (strstr(language, "-cpp-input"))
        words_add(a, &c->flags, "-cpp");
}

/* Notes options about debug information. Options for its details do not switch it on. */
static void read_debug_option(struct command *c, const char *word)
{
    static const char *const details[] = {
        "-gno-",          "-gz",         "-gsplit-dwarf", "-grecord-",
        "-gstrict-",      "-gcolumn-",   "-gstatement-",  "-gvariable-",
        "-gas-loc",       "-ginternal-", "-gdescribe-",   "-gpubnames",
        "-ggnu-pubnames", "-gembed-",    "-gdwarf32",     "-gdwarf64"};
    if (strncmp(word, "-g", 2) != 0)
        return;
    for (size_t i = 0; i < COUNT_OF(details); i++)
        if (strncmp(word, details[i], strlen(details[i])) == 0)
            return;
    c->debug = true;
}

/* Adds the option at word *i, and advances *i to its value. */
static void read_option(struct arena *a, struct command *c, size_t *i)
{
    const char *word = c->words.at[*i];
    const struct command_option *o = find_option(word);
    enum option_sort sort = o ? o->sort : SORT_FLAG;
    bool apart = o && o->value && strcmp(word, o->name) == 0 && *i + 1 < c->words.n;
    const char *value = apart ? c->words.at[*i + 1] : o ? word + strlen(o->name) : "";
    read_debug_option(c, word);
    c->shared |= sort == SORT_SHARED;
    if (sort == SORT_OTHER)
        c->kind = COMMAND_OTHER;
    else if (sort == SORT_COMPILE && c->kind == COMMAND_LINK)
        c->kind = COMMAND_COMPILE;
    else if (sort == SORT_OUTPUT)
        c->output = value;
    else if (sort == SORT_MODULES)
        c->modules = value;
    else if (sort == SORT_FLAG) {
        words_add(a, &c->flags, word);
        if (apart)
            words_add(a, &c->flags, value);
    } else if (sort == SORT_LANGUAGE)
        set_language(a, c, value);
    else if (sort == SORT_BESIDE)
        c->beside[*i] = c->beside[*i + apart] = true;
    *i += apart;
}

/* Returns the text of a file, NULL = it cannot be read. */
static const char *response_text(struct arena *a, const char *path)
{
    struct stat s;
    char *text = NULL;
    FILE *f = fopen(path, "re");
    if (f && fstat(fileno(f), &s) == 0 && S_ISREG(s.st_mode)) {
        text = ARENA_ARRAY(a, char, (size_t)s.st_size + 1);
        text[fread(text, 1, (size_t)s.st_size, f)] = '\0';
    }
    if (f)
        file_drop(f);
    return text;
}

/* Adds a word; the words of the file instead of @FILE, as the compiler does. */
static void add_expanded(struct arena *a, struct words *to, const char *word, int depth)
{
    struct words inner = {.n = 0};
    const char *text = *word == '@' && depth < MOST_NESTED ? response_text(a, word + 1) : NULL;
    if (!text || !words_split(a, &inner, text)) {
        words_add(a, to, word);
        return;
    }
    for (size_t i = 0; i < inner.n; i++)
        add_expanded(a, to, inner.at[i], depth + 1);
}

struct command command_read(struct arena *a, int argc, char **argv)
{
    struct command c = {.kind = COMMAND_LINK};
    for (int i = 0; i < argc; i++)
        add_expanded(a, &c.words, argv[i], i == 0 ? MOST_NESTED : 0);
    c.beside = ARENA_ARRAY(a, bool, c.words.n + 1);
    for (size_t i = 1; i < c.words.n; i++) {
        const char *word = c.words.at[i];
        if (*word == '@')
            c.kind = COMMAND_OTHER;
        else if (*word == '-' && word[1])
            read_option(a, &c, &i);
        else
            add_input(a, &c, i);
    }
    if (!c.n_inputs)
        c.kind = COMMAND_OTHER;
    return c;
}

const char *command_object(struct arena *a, const struct command *c, const char *input)
{
    if (c->output && c->kind == COMMAND_COMPILE)
        return c->output;
    const char *slash = strrchr(input, '/'), *name = slash ? slash + 1 : input;
    const char *dot = strrchr(name, '.');
    size_t n = dot ? (size_t)(dot - name) : strlen(name);
    return arena_printf(a, "%.*s.o", (int)n, name);
}

const char *command_program(const struct command *c)
{
    return c->output ? c->output : "a.out";
}

static bool is_probe_file(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return strncmp(name, "conftest", 8) == 0 || strstr(path, "meson-private/") ||
           strcmp(path, "/dev/null") == 0;
}

bool command_is_probe(const struct command *c, const char *here)
{
    bool probe = strstr(here, "/CMakeFiles/") || (c->output && is_probe_file(c->output));
    for (size_t i = 0; i < c->n_inputs; i++)
        probe |= is_probe_file(c->words.at[c->inputs[i].word]);
    return probe;
}
