/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that the files of the script reader share. */
#ifndef LAB_TRANSPUTER_READER_H
#define LAB_TRANSPUTER_READER_H

#include "base/name-index.h"
#include "base/names.h"
#include "lab/transputer/script.h"

struct script_word {
    const char *text;
    long col; /* from 1 */
};
struct script_line {
    size_t n;    /* from 1 */
    long indent; /* blanks before its first word */
    struct script_word *words;
    size_t n_words; /* at least 1 */
};
/* Returns the lines of s that contain words; sets *n to their number. */
struct script_line *script_lines(struct arena *a, struct source *s, struct diag *d, size_t *n);

enum script_name { NAME_TRANSPUTER, NAME_CHANNEL, NAME_PROCEDURE, NAME_PROCESS, NAME_KINDS };
struct script_reader {
    struct arena *a;
    struct source *s;
    struct diag *d;
    struct tp_program *p;
    struct script_line *lines;
    size_t n, at; /* at: index of the next line */
    bool process; /* the statements being read belong to a process, not to a procedure */
    long deep;    /* blocks around the statement being read, from 1 */
    struct names names;
    struct name_index index; /* owner: enum script_name */
    long *bytes;             /* by channel: bytes of its messages; 0 = not known yet */
    size_t *bytes_line;      /* by channel: the line that set them */
};

/* Reports an error at word i of a line; i = n_words: after the last word. */
void script_error(struct script_reader *r, const struct script_line *l, size_t i, const char *fmt,
                  ...) __attribute__((format(printf, 4, 5)));
/* Reports the correct form of a line. */
void script_usage(struct script_reader *r, const struct script_line *l, size_t i, const char *word,
                  const char *operands);
/* The first word of a line and its operands, for messages. */
struct script_form {
    const char *word, *operands;
};
/* Returns the index of the form with that word; n if there is none. */
size_t script_form_of(const struct script_form *forms, size_t n, const char *word);
/* Reports that no form has the first word of the line. what: "statement" or "declaration". */
void script_unknown_form(struct script_reader *r, const struct script_line *l, const char *what,
                         const struct script_form *forms, size_t n);
/* Returns the index of what word i names; -1 after a message. */
int script_find(struct script_reader *r, const struct script_line *l, size_t i,
                enum script_name kind);
/* Reads word i as a whole number from low to high. Returns false after a message. */
bool script_whole(struct script_reader *r, const struct script_line *l, size_t i, long low,
                  long high, long *to);
/* Reads a time that begins at word *i ("2 ms", "2ms") in microseconds, and moves *i to the word
 * after it. cycles: whether that unit is allowed. Returns false after a message. */
bool script_time(struct script_reader *r, const struct script_line *l, size_t *i, bool cycles,
                 double *us);
/* Reads the statements of the lines that are indented more than `head`, the line before r->at. */
struct tp_block script_block(struct script_reader *r, const struct script_line *head, bool process);

/* Checks the program against the rules of script.h for channels and links. */
void script_check(struct script_reader *r);

#endif
