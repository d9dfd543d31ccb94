/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the script reader share. */
#ifndef MONITOR_TRANSPUTER_READER_H
#define MONITOR_TRANSPUTER_READER_H

#include "base/name-index.h"
#include "base/names.h"
#include "monitor/transputer/script.h"

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
/* Lines of s that hold words. */
struct script_line *script_lines(struct arena *a, struct source *s, struct diag *d, size_t *n);

enum script_name { NAME_TRANSPUTER, NAME_CHANNEL, NAME_PROCEDURE, NAME_PROCESS, NAME_KINDS };
struct script_reader {
    struct arena *a;
    struct source *s;
    struct diag *d;
    struct tp_program *p;
    struct script_line *lines;
    size_t n, at; /* at: the next one */
    struct names names;
    struct name_index index; /* owner: enum script_name */
    long *bytes;             /* by channel: of its messages; 0 = not known yet */
    size_t *bytes_line;      /* where that was said */
};

/* A message at word i of a line; i = n_words is behind the last one. */
void script_error(struct script_reader *r, const struct script_line *l, size_t i, const char *fmt,
                  ...) __attribute__((format(printf, 4, 5)));
/* How the words of a line should read. */
void script_usage(struct script_reader *r, const struct script_line *l, size_t i, const char *word,
                  const char *operands);
/* Number of what word i names; -1 after a message. */
int script_find(struct script_reader *r, const struct script_line *l, size_t i,
                enum script_name kind);
/* The whole number that word i is, from low to high; false after a message. */
bool script_whole(struct script_reader *r, const struct script_line *l, size_t i, long low,
                  long high, long *to);
/* A time that begins at word *i, which is moved behind it: "2 ms", "2ms"; in microseconds, with
 * cycles where they are allowed. False after a message. */
bool script_time(struct script_reader *r, const struct script_line *l, size_t *i, bool cycles,
                 double *us);
/* Statements of the lines that are further in than `head`, which stands before r->at. */
struct tp_block script_block(struct script_reader *r, const struct script_line *head, bool process);

/* Holds the program against what script.h says of channels and links. */
void script_check(struct script_reader *r);

#endif
