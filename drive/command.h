/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of a compiler, as gcc, gfortran, clang and those that wrap them take it. */
#ifndef DRIVE_COMMAND_H
#define DRIVE_COMMAND_H

#include "drive/flags.h"

enum command_kind {
    COMMAND_OTHER,   /* makes neither object nor program: -E, -S, --version ... */
    COMMAND_COMPILE, /* -c */
    COMMAND_LINK,
};
struct command_input {
    size_t word; /* index in the command line */
    enum file_kind kind;
};
struct command {
    enum command_kind kind;
    struct words words;  /* all of it; the first is the compiler */
    const char *output;  /* -o; NULL = the compiler's choice */
    const char *modules; /* -J; NULL = the folder at hand */
    bool shared;         /* -shared: a library and no program */
    struct command_input *inputs;
    size_t n_inputs;
    struct words flags; /* what is left without inputs, output, -c, -J and what writes lists of
                           dependences: good for another file */
};

/* Reads a command line; all in a. */
struct command command_read(struct arena *a, int argc, char **argv);
/* The object that an input is compiled to by -c: that of -o, or its name with .o. */
const char *command_object(struct arena *a, const struct command *c, const char *input);
/* The program that is linked. */
const char *command_program(const struct command *c);

#endif
