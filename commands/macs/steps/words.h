/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of words: arguments of commands, and their quoting for shells. */
#ifndef MACS_STEPS_WORDS_H
#define MACS_STEPS_WORDS_H

#include "base/arena.h"

#include <stdbool.h>

struct words {
    const char **at; /* followed by NULL */
    size_t n;
};

/* Appends a word, which must outlive the list. */
void words_add(struct arena *a, struct words *w, const char *word);
void words_add_all(struct arena *a, struct words *w, const struct words *more);
/* Appends one formatted word. */
void words_addf(struct arena *a, struct words *w, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
bool words_contain(const struct words *w, const char *word);
void words_sort(struct words *w);

/* Splits a text into words like a shell: at blanks that are not quoted by '', "" or \; nothing is
 * expanded. Returns false after an unclosed quote. */
bool words_split(struct arena *a, struct words *w, const char *text);
/* Returns a word with shell quotes if it needs them. */
const char *word_quoted(struct arena *a, const char *word);
/* Returns all words, quoted and separated by blanks. */
const char *words_quoted(struct arena *a, const struct words *w);

#endif
