/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses command lines by a table with one row per option, including its help text. */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include <stdbool.h>

enum option_kind {
    OPTION_FLAG,     /* --name: sets *(bool *)to */
    OPTION_TEXT,     /* --name=VALUE: sets *(const char **)to; the last one is used */
    OPTION_LIST,     /* --name=VALUE, repeatable: appends to *(struct option_list *)to */
    OPTION_COUNT,    /* --name=N, N a whole number >= 0: sets *(long *)to */
    OPTION_POSITIVE, /* the same for N >= 1 */
    OPTION_OF_OTHER, /* an option of a related command: refused with the advice `value`; to and help
                        are NULL */
};
struct option_list {
    const char **at;
    int n;
};
struct option_row {
    const char *name; /* without dashes */
    char letter;      /* one-letter form; 0 = none */
    enum option_kind kind;
    void *to;          /* destination, by kind */
    const char *value; /* name of the value in the help; NULL for flags */
    const char *help;  /* one clause; NULL = an older spelling, which --help leaves out */
};
struct command_line {
    const char *tool;    /* name of the command */
    const char *usage;   /* the text after the name: "[OPTION]... FILE..." */
    const char *summary; /* one sentence */
    const char *example; /* one working command line */
};

/* Parses argv. The last row has the name NULL; its help is the name of the man page, NULL = the
 * first word of the tool. --help and --version, which are added to the rows, print to standard
 * output and end the command with status 0. Returns the number of operands, stored in operands
 * (room for argc); -1 after a message about wrong usage (exit status 2). "-" is an operand; "--"
 * ends options. Values that name something must not be empty; a long option is a value only after
 * '='. Afterwards control characters are removed from standard output (shown.h).
 */
int options_read(const struct command_line *c, const struct option_row *rows, int argc, char **argv,
                 const char **operands);
/* options_read() for a command whose output is data: it is only changed for a terminal. */
int options_read_data(const struct command_line *c, const struct option_row *rows, int argc,
                      char **argv, const char **operands);
/* options_read() for a command that calls shown_guard_output() itself, or moves the cursor. */
int options_read_raw(const struct command_line *c, const struct option_row *rows, int argc,
                     char **argv, const char **operands);

#endif
