/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands share. */
#ifndef COMMANDS_COMMON_H
#define COMMANDS_COMMON_H

#include "base/arena.h"
#include "base/array.h"

#include <stdbool.h>
#include <stdio.h>

enum output_format { OUTPUT_TEXT, OUTPUT_JSON, OUTPUT_CSV, OUTPUT_MARKDOWN };
/* --format=text, NULL = text; up to last. False after a message about wrong usage. */
bool output_format_up_to(enum output_format last, const char *tool, const char *text,
                         enum output_format *format);
/* The same for text, json and csv. */
bool output_format_of(const char *tool, const char *text, enum output_format *format);

enum { KSR1_MOST_CELLS = 1088 }; /* 34 rings of 32 */

/* A pipe that its reader closes is an error of writing from now on, and not a signal. */
void outlive_closed_pipes(void);

/* Says what is wrong with the command line; returns 2, the exit status. */
int wrong_usage(const char *tool, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A table for people: columns as wide as they need to be, two blanks between. */
struct table {
    const char *align; /* a letter a column: 'l' text to the left, 'r' numbers to the right */
    ARRAY(char) text;  /* row by row, a 0 behind each cell */
    size_t n;          /* cells */
};
/* Adds the next cell, a copy of the text as it may be shown (base/shown.h); NULL is "-". */
void table_cell(struct table *t, const char *text);
/* A mark directly after the text of the last cell; NULL = none. Numbers of a column stay in line. */
void table_mark(struct table *t, const char *mark);
/* Prints all rows; the last one must be full. */
void table_print(const struct table *t, FILE *out);
/* The same as Markdown; markup in the cells is escaped. */
void table_print_markdown(const struct table *t, FILE *out);
void table_free(struct table *t);

#endif
