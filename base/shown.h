/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes text from input safe to print: it cannot move the cursor of a terminal, change the order of
 * letters, or become a formula in a spreadsheet. Each byte of a control character of ASCII or
 * Unicode, and of a mark of writing direction, is replaced by '?'. */
#ifndef BASE_SHOWN_H
#define BASE_SHOWN_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Returns the length of the UTF-8 character at s, a 0-terminated text; 0 = invalid. */
int utf8_length(const char *s);

/* Returns whether the character of n bytes at s is a mark of direction (U+061C, U+200E, U+200F,
 * U+202A to U+202E, U+2066 to U+2069) or the line or paragraph separator between them. */
bool shown_turns_text(const char *s, int n);

/* Replaces characters in n bytes followed by a 0. lines: tabs and line ends are kept. */
void shown_in_place(char *text, size_t n, bool lines);
/* Prints the text on one line. */
void shown_put(FILE *out, const char *text);
/* Prints as many characters of the text on one line as fit into columns of a terminal; *left: the
 * remaining columns. Returns the number of bytes used. */
size_t shown_put_columns(FILE *out, const char *text, int columns, int *left);
/* Like vfprintf() with characters replaced; tabs and line ends are kept. */
void shown_vprintf(FILE *out, const char *fmt, va_list ap);
void shown_printf(FILE *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Replaces characters in all later standard output, except tabs and line ends, also in files, which
 * may be printed on a terminal later. verbatim: output is data, only changed for a terminal. Call
 * it before any output; a second call has no effect. */
void shown_guard_output(bool verbatim);
/* Writes the bytes of an incomplete last character. Returns false with errno on failure. */
bool shown_end_output(void);
/* Returns a line-buffered stream to standard error with the same replacements. */
FILE *shown_errors(void);

/* Writes a text as a CSV field (RFC 4180) without line ends and tabs, so a record is one line; NULL
 * is an empty field. A text that a spreadsheet would evaluate as a formula (it begins with = + - or
 * @, and is neither a number nor "-") is prefixed with an apostrophe, and so is a text that already
 * looks like that. */
void csv_put(FILE *out, const char *text);
/* The same, always in quotes. */
void csv_put_quoted(FILE *out, const char *text);
/* Returns the length of the prefix that csv_put() or another writer added: 0 or 1. */
size_t csv_guard(const char *text, size_t n);

#endif
