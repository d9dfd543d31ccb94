/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes of one statement out of its lines. */
#ifndef READING_JOIN_H
#define READING_JOIN_H

#include "frontend/reading/cards.h"

/* Forgets the last statement. */
void join_start(struct joined *j, bool free_form);
/* Adds the bytes from..to of text, one line's statement field. */
void join_line(struct joined *j, const char *text, size_t from, size_t to);
/* A short card is filled up with blanks where a constant goes on behind it. */
void join_pad(struct joined *j, size_t blanks, size_t at);
/* Closes what is open; two zero bytes follow the text, end follows at. blanks: what the last card
 * has after its end. */
void join_end(struct joined *j, size_t blanks, uint32_t end);
/* Remembers the first thing that is wrong. */
void join_wrong(struct joined *j, const char *why, uint32_t at);
void join_free(struct joined *j);

#endif
