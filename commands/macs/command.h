/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses command lines of gcc, gfortran, clang and compilers with the same options. */
#ifndef MACS_COMMAND_H
#define MACS_COMMAND_H

#include "commands/macs/flags.h"

enum command_kind {
    COMMAND_OTHER,   /* makes no object or program: -E, -S, --version ... */
    COMMAND_COMPILE, /* -c */
    COMMAND_LINK,
};
struct command_input {
    size_t word; /* index in the command line */
    enum file_kind kind;
};
struct command {
    enum command_kind kind;
    struct words words;  /* the whole command line, with the compiler */
    const char *output;  /* -o; NULL = default */
    const char *modules; /* -J; NULL = the current directory */
    bool shared;         /* -shared: a library, not a program */
    struct command_input *inputs;
    size_t n_inputs;
    struct words flags; /* words without inputs, output, -c, -J and options that write
                           dependence files: usable for another file */
};

/* Parses a command line, in a. */
struct command command_read(struct arena *a, int argc, char **argv);
/* Returns the object that -c makes from an input: that of -o, or its name with .o. */
const char *command_object(struct arena *a, const struct command *c, const char *input);
/* Returns the path of the linked program. */
const char *command_program(const struct command *c);

#endif
