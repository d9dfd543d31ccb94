/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/command.h"

#include <string.h>

/* The kinds of options. */
enum option_sort {
    SORT_FLAG,    /* applies to any file */
    SORT_OTHER,   /* makes no object */
    SORT_COMPILE, /* -c */
    SORT_OUTPUT,
    SORT_MODULES,
    SORT_DEPENDENCES, /* writes dependency lists: omitted for further files */
    SORT_SHARED,
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
    {"-E", SORT_OTHER, false, false},
    {"-S", SORT_OTHER, false, false},
    {"-M", SORT_OTHER, false, false},
    {"-MM", SORT_OTHER, false, false},
    {"-fsyntax-only", SORT_OTHER, false, false},
    {"-MD", SORT_DEPENDENCES, false, false},
    {"-MMD", SORT_DEPENDENCES, false, false},
    {"-MP", SORT_DEPENDENCES, false, false},
    {"-MF", SORT_DEPENDENCES, true, true},
    {"-MT", SORT_DEPENDENCES, true, true},
    {"-MQ", SORT_DEPENDENCES, true, true},
    {"-I", SORT_FLAG, true, true},
    {"-D", SORT_FLAG, true, true},
    {"-U", SORT_FLAG, true, true},
    {"-L", SORT_FLAG, true, true},
    {"-l", SORT_FLAG, true, true},
    {"-x", SORT_FLAG, true, true},
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
    {"-aux-info", SORT_FLAG, true, false},
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

static void add_input(struct arena *a, struct command *c, size_t i)
{
    struct command_input *to = ARENA_PUSH(a, c->inputs, c->n_inputs);
    *to = (struct command_input){i, file_kind_of(c->words.at[i])};
}

/* Adds the option at word *i, and advances *i to its value. */
static void read_option(struct arena *a, struct command *c, size_t *i)
{
    const char *word = c->words.at[*i];
    const struct command_option *o = find_option(word);
    enum option_sort sort = o ? o->sort : SORT_FLAG;
    bool apart = o && o->value && strcmp(word, o->name) == 0 && *i + 1 < c->words.n;
    const char *value = apart ? c->words.at[*i + 1] : o ? word + strlen(o->name) : "";
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
    }
    *i += apart;
}

struct command command_read(struct arena *a, int argc, char **argv)
{
    struct command c = {.kind = COMMAND_LINK};
    for (int i = 0; i < argc; i++)
        words_add(a, &c.words, argv[i]);
    for (size_t i = 1; i < c.words.n; i++) {
        const char *word = c.words.at[i];
        if (strcmp(word, "-") == 0 || *word == '@')
            c.kind = COMMAND_OTHER;
        else if (*word == '-')
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
