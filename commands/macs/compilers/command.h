/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses command lines of gcc, gfortran, clang and compilers with the same options. */
#ifndef MACS_COMPILERS_COMMAND_H
#define MACS_COMPILERS_COMMAND_H

#include "commands/macs/compilers/flags.h"

enum command_kind {
    COMMAND_OTHER,   /* makes no object or program: -E, -S, --version ... */
    COMMAND_COMPILE, /* -c */
    COMMAND_LINK,
};
struct command_input {
    size_t word; /* index in words */
    enum file_kind kind;
    const char *language; /* of -x; NULL = by the suffix */
};
struct command {
    enum command_kind kind;
    struct words
        words;    /* the whole command line, with the compiler; @FILE is replaced by its words */
    bool *beside; /* by word: it makes files beside the output: dependences, intermediate
                     files */
    const char *output;   /* -o; NULL = default */
    const char *modules;  /* -J; NULL = the current directory */
    bool shared;          /* -shared or -r: not a program */
    bool reads_stdin;     /* a source is "-" */
    bool debug;           /* an option -g sets the debug information */
    const char *language; /* of -x for the rest; NULL = by the suffix */
    struct command_input *inputs;
    size_t n_inputs;
    struct words flags; /* words without inputs, output, -c, -J, -x and those that make other
                           files: usable for another file */
};

/* Parses a command line, in a. */
struct command command_read(struct arena *a, int argc, char **argv);
/* Returns the object that -c makes from an input: that of -o, or its name with .o. */
const char *command_object(struct arena *a, const struct command *c, const char *input);
/* Returns whether the command is a test of configure, CMake or Meson, whose files vanish. here: the
 * current directory. */
bool command_is_probe(const struct command *c, const char *here);
/* Returns the path of the linked program. */
const char *command_program(const struct command *c);

#endif
