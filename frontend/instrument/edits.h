/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines put into a source text, and bytes taken out of it. */
#ifndef INSTRUMENT_EDITS_H
#define INSTRUMENT_EDITS_H

#include "base/array.h"
#include "base/source.h"
#include "base/names.h"
#include "frontend/ast.h"

/* In a text that is put in: the end of a line within a statement. No statement holds this byte, as
 * it does '\v', which stands in some sources. */
#define GOES_ON "\001"

/* A statement or directive to be written in the form of the file. */
struct line {
    long label;       /* 0 = none */
    bool directive;   /* of OpenMP; text is what stands behind its sentinel */
    const char *text; /* may be broken anywhere in fixed form, at blanks and commas in free form */
};
struct lines {
    struct line *at;
    size_t n;
};

/* What is put in around a statement. */
struct slots {
    struct lines before; /* a label goes in front of them */
    struct lines inside; /* of a logical IF: in front of what it guards, which makes it a block */
    struct lines follow; /* behind it, with what the IF guards */
    struct lines after;  /* behind it */
    size_t from;         /* before: in front of that statement, a directive that belongs to it */
};

struct edit {
    size_t at, gone;       /* bytes taken out there */
    const char *text;      /* put in there */
    size_t order;          /* of edits at one place */
    const struct stmt *of; /* lines of the text are this statement's */
};
struct edits {
    struct arena *arena;
    struct names *names;
    struct source *source;
    bool free_form;
    ARRAY(struct edit) at;
};

void lines_add(struct arena *a, struct lines *l, struct line line);
/* Takes out n bytes. */
void edit_out(struct edits *e, size_t at, size_t n);
/* Puts text in place of n bytes. */
void edit_replace(struct edits *e, size_t at, size_t n, const char *text, const struct stmt *of);
/* What the slots of each statement of the unit ask for. */
void edit_unit(struct edits *e, const struct unit *u, const struct slots *slots);
/* Takes out the lines of a directive. */
void edit_directive(struct edits *e, const struct stmt *s);
/* The text with all of it done, with # lines; *size gets its bytes. */
const char *edits_apply(struct edits *e, size_t *size);
void edits_free(struct edits *e);

/* The next byte of a statement that is no blank, comment or mark of continuation, from at on. */
size_t edit_next(const struct edits *e, size_t at);
/* Behind the next byte c of a statement that is no blank, comment or mark of continuation, from at
 * on; 0 = another one comes first. */
size_t edit_behind(const struct edits *e, size_t at, char c);

#endif
