/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits of a source text: inserted lines and removed bytes. */
#ifndef INSTRUMENT_EDITS_H
#define INSTRUMENT_EDITS_H

#include "base/array.h"
#include "base/source.h"
#include "base/names.h"
#include "frontend/ast.h"

/* In an inserted text: the end of a line within a statement. No source contains this byte; some
 * contain '\v'. */
#define LINE_BREAK "\001"

/* A statement or directive to insert, in the source form of the file. */
struct line {
    long label;       /* 0 = none */
    bool directive;   /* an OpenMP directive; text follows its sentinel */
    const char *text; /* may be split anywhere in fixed form, at blanks and commas in free form */
};
struct lines {
    struct line *at;
    size_t n;
};

/* The lines to insert around a statement. */
struct slots {
    struct lines before; /* before it; the label of the statement moves to them */
    struct lines inside; /* logical IF: before its action; the IF becomes a block */
    struct lines follow; /* logical IF: after its action, in the block */
    struct lines after;  /* after it */
    size_t from; /* statement that the lines of before precede: the directive that belongs to it */
};

struct edit {
    size_t at, removed;    /* source offset; number of bytes removed there */
    const char *text;      /* inserted there */
    size_t order;          /* order of the edits at one offset */
    const struct stmt *of; /* statement whose line number the text gets */
};
struct edits {
    struct arena *arena;
    struct names *names;
    struct source *source;
    bool free_form;
    ARRAY(struct edit) at;
};

void lines_add(struct arena *a, struct lines *l, struct line line);
/* Removes n bytes. */
void edit_remove(struct edits *e, size_t at, size_t n);
/* Replaces n bytes by text. */
void edit_replace(struct edits *e, size_t at, size_t n, const char *text, const struct stmt *of);
/* Adds the edits for the slots of each statement of the unit. */
void edit_unit(struct edits *e, const struct unit *u, const struct slots *slots);
/* Removes the lines of a directive. */
void edit_directive(struct edits *e, const struct stmt *s);
/* Returns the edited text with # lines, in the arena. Sets *size to its bytes. */
const char *edits_apply(struct edits *e, size_t *size);
void edits_free(struct edits *e);

/* Returns the offset of the next byte of a statement, from at on, that is not part of a blank, a
 * comment or a continuation mark. */
size_t edit_next(const struct edits *e, size_t at);
/* Returns the offset after the next such byte if it is c; 0 = it is another byte. */
size_t edit_skip_byte(const struct edits *e, size_t at, char c);

#endif
