/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Command lines from a table: each option stands once, with its help text. */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include <stdbool.h>

enum option_kind {
    OPTION_FLAG,  /* --name: sets *(bool *)to */
    OPTION_TEXT,  /* --name=VALUE: sets *(const char **)to; a later one wins */
    OPTION_LIST,  /* --name=VALUE, repeatable: appends to *(struct option_list *)to */
    OPTION_COUNT, /* --name=N, N a whole number >= 0: sets *(long *)to */
};
struct option_list {
    const char **at;
    int n;
};
struct option_row {
    const char *name; /* without dashes */
    char letter;      /* one-letter form; 0 = none */
    enum option_kind kind;
    void *to;          /* where it goes, by kind */
    const char *value; /* name of the value in the help; NULL for flags */
    const char *help;  /* one clause; NULL = an older spelling, which --help leaves out */
};
struct command_line {
    const char *tool;              /* name of the command */
    const char *usage;             /* what stands behind the name: "[OPTION]... FILE..." */
    const char *summary;           /* one sentence */
    const char *example;           /* one command line that works, and what it does */
    const struct option_row *rows; /* ends with a row whose name is NULL */
};

/* Reads argv; --help and --version are added to the rows, print to standard
 * output and end the command with 0. Returns the number of operands, moved to
 * the front of operands (argc places); -1 after a message about wrong usage,
 * for which the command ends with 2. "-" is an operand; "--" ends options. The value of an
 * option that names a file, loop or number is not empty; no long option of the command is a value,
 * but after '='. From then on what is printed to standard output is made fit for a terminal
 * (shown.h). */
int options_read(const struct command_line *c, int argc, char **argv, const char **operands);
/* options_read of a command whose output is data: only a terminal gets it changed. */
int options_read_data(const struct command_line *c, int argc, char **argv, const char **operands);
/* options_read of a command that calls shown_guard_output() itself, or moves the cursor. */
int options_read_raw(const struct command_line *c, int argc, char **argv, const char **operands);

#endif
