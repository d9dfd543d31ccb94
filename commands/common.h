/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions shared by the commands. */
#ifndef COMMANDS_COMMON_H
#define COMMANDS_COMMON_H

#include "base/arena.h"
#include "base/array.h"
#include "base/options.h"

#include <stdbool.h>
#include <stdio.h>

enum output_format { OUTPUT_TEXT, OUTPUT_JSON, OUTPUT_CSV, OUTPUT_MARKDOWN };
/* Sets *format from the value of --format, NULL = text. last: the last allowed format. Returns
 * false after a usage message. */
bool output_format_up_to(enum output_format last, const char *tool, const char *text,
                         enum output_format *format);
/* The same for text, json and csv. */
bool output_format_of(const char *tool, const char *text, enum output_format *format);

enum { KSR1_MOST_CELLS = 1088 }; /* 34 rings of 32 */

/* Makes writing to a closed pipe an error instead of a signal. Programs that are executed are not
 * affected. */
void outlive_closed_pipes(void);

/* Runs the work of a command with DEEP_STACK bytes of stack (base/deep.h); deep: it has as much.
 * Returns the exit status. */
int run_on_deep_stack(int (*work)(int argc, char **argv, bool deep), int argc, char **argv);

/* Prints a message about the command line. Returns 2, the exit status. */
int wrong_usage(const char *tool, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Reads the value of an option, a whole number from low to high; NULL = not given. Returns false
 * after a usage message. */
bool option_number(const char *tool, const char *option, const char *text, long low, long high,
                   long *to);

/* Rows of options that several commands have. */
#define FORMAT_OPTION_ROW(to)                                                                      \
    {                                                                                              \
        "format", 0, OPTION_TEXT, to, "FORMAT", "text (default), json or csv"                      \
    }
#define SET_OPTION_ROW(to)                                                                         \
    {                                                                                              \
        "set", 0, OPTION_LIST, to, "KEY=VALUE", "replace one value of the machine file"            \
    }
#define BUILD_OPTION_ROW(to)                                                                       \
    {                                                                                              \
        "build", 0, OPTION_TEXT, to, "NAME", "name of the build in the database"                   \
    }
#define TIME_OPTION_ROW(on)                                                                        \
    {                                                                                              \
        "time", 0, OPTION_FLAG, on, NULL, "print the time of each pass on standard error"          \
    }

/* A text table: columns have the width of their longest cell, with two blanks between them. */
struct table {
    const char *align; /* one letter per column: 'l' left-aligned, 'r' right-aligned */
    ARRAY(char) text;  /* row by row, a 0 after each cell */
    size_t n;          /* cells */
};
/* Adds the next cell, a printable copy of the text (base/shown.h); NULL is "-". */
void table_cell(struct table *t, const char *text);
/* Adds a mark directly after the text of the last cell; NULL = none. Marks do not change the
 * alignment of numbers. */
void table_mark(struct table *t, const char *mark);
/* Prints all rows; the last one must be full. */
void table_print(const struct table *t, FILE *out);
/* The same as Markdown; markup in the cells is escaped. */
void table_print_markdown(const struct table *t, FILE *out);
void table_free(struct table *t);

#endif
