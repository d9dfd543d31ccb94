/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that came from input, made fit to be printed: nothing of it moves a terminal's cursor,
 * changes the order of letters, or is a formula to a spreadsheet. Each byte of a character that
 * could becomes '?': control characters of ASCII and Unicode, and marks of writing direction. */
#ifndef BASE_SHOWN_H
#define BASE_SHOWN_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Bytes of the UTF-8 character at s, which ends with a 0; 0 if it is none. */
int utf8_length(const char *s);

/* Is the character at s, of n bytes, a mark of direction (U+061C, U+200E, U+200F, U+202A to U+202E,
 * U+2066 to U+2069) or the line or paragraph separator between them? */
bool shown_turns_text(const char *s, int n);

/* Changes n bytes with a 0 after them in place. lines: tabs and ends of lines stay. */
void shown_in_place(char *text, size_t n, bool lines);
/* Prints the text on one line. */
void shown_put(FILE *out, const char *text);
/* Prints as much of the text on one line as so many columns of a terminal hold, whole characters
 * only; *left is the columns that remain. Returns the bytes of the text that were taken. */
size_t shown_put_columns(FILE *out, const char *text, int columns, int *left);
/* Prints what vfprintf would, changed; tabs and ends of lines stay. */
void shown_vprintf(FILE *out, const char *fmt, va_list ap);
void shown_printf(FILE *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Whatever is printed to standard output from now on is changed so, tabs and ends of lines stay:
 * a report in a file is shown on a terminal later. verbatim: output is data, which is changed only
 * where it goes to a terminal. To be called first of all; a second call does nothing. */
void shown_guard_output(bool verbatim);
/* Writes the bytes of a character that was begun at the end of the output. False with errno. */
bool shown_end_output(void);
/* A stream to standard error that changes what is printed in the same way; it is buffered by
 * lines. */
FILE *shown_errors(void);

/* A text as one field of CSV (RFC 4180) without line ends and tabs, NULL as an empty one: a record
 * is one line. A text that a spreadsheet would take for a formula (it begins with = + - or @, and
 * is neither a number nor "-") gets an apostrophe in front; so does one that would be read back as
 * such. */
void csv_put(FILE *out, const char *text);
/* The same in quotes, whether it needs them or not. */
void csv_put_quoted(FILE *out, const char *text);
/* Bytes at the front of a field that csv_put added, or another writer to a tab or CR: 0 or 1. */
size_t csv_guard(const char *text, size_t n);

#endif
