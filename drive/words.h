/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of words: the arguments of a command, as programs take them and as a shell is told them. */
#ifndef DRIVE_WORDS_H
#define DRIVE_WORDS_H

#include "base/arena.h"

#include <stdbool.h>

struct words {
    const char **at; /* behind the last one stands NULL */
    size_t n;
};

/* Appends a word, which must outlive the list. */
void words_add(struct arena *a, struct words *w, const char *word);
void words_add_all(struct arena *a, struct words *w, const struct words *more);
/* printf as one word. */
void words_addf(struct arena *a, struct words *w, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
bool words_hold(const struct words *w, const char *word);

/* The words of a text as a shell would part them: at blanks, but for what stands in '', in "", or
 * behind \; nothing is expanded. False where a quote is not closed. */
bool words_split(struct arena *a, struct words *w, const char *text);
/* A word as a shell takes it: in quotes where it needs them. */
const char *word_quoted(struct arena *a, const char *word);
/* All of them with blanks between. */
const char *words_quoted(struct arena *a, const struct words *w);

#endif
