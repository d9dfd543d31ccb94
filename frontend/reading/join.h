/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joins the lines of one statement. */
#ifndef READING_JOIN_H
#define READING_JOIN_H

#include "frontend/reading/cards.h"

/* Begins a new statement. */
void join_start(struct joined *j, bool free_form);
/* Adds the bytes from..to of text, one line's statement field. */
void join_line(struct joined *j, const char *text, size_t from, size_t to);
/* Appends the blanks of a short card where a constant continues on the next line. */
void join_pad(struct joined *j, size_t blanks, size_t at);
/* Ends the statement and closes open constants. Two zero bytes follow the text; end is the offset
 * after the last byte. blanks: those that fill the last card. */
void join_end(struct joined *j, size_t blanks, uint32_t end);
/* Records an error, unless one was recorded before. */
void join_wrong(struct joined *j, const char *why, uint32_t at);
void join_free(struct joined *j);

#endif
