/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts physical lines to logical statements: without comments, with continuation lines joined,
 * without blanks and in lower case outside constants, with Hollerith constants as quoted ones. Each
 * byte keeps its source offset. */
#ifndef READING_CARDS_H
#define READING_CARDS_H

#include "base/array.h"
#include "frontend/reading/included.h"

/* The message about text in columns 1 to 5. */
extern const char cards_wrong_columns[];

enum { INCLUDE_DEEPEST = 32, INCLUDE_MOST = 10000 };

/* A logical statement, or a directive in a comment line. Its bytes are valid until the next one is
 * read. */
struct logical {
    bool directive;
    char *text;               /* n bytes; at least two bytes after them may be written */
    const uint32_t *at;       /* source offset of each byte, and of the end */
    const unsigned char *gap; /* blanks precede the byte; only in free form */
    size_t n;
    bool free_form;      /* blanks separate words */
    long label;          /* 0 = none */
    long line, end_line; /* of the user's file */
    const char *file;
    struct source *source;
    uint32_t begin, end; /* source offsets */
    const char *name;    /* directive: its sentinel, lower case */
    const char *wrong;   /* NULL, or what is wrong with its lines */
    uint32_t wrong_at;   /* where */
    bool cut;            /* a line is longer than its limit */
    long length;         /* of its lines; 0 = no limit */
};

enum card_kind { CARD_COMMENT, CARD_DIRECTIVE, CARD_INITIAL, CARD_CONTINUATION };

/* One physical line. */
struct card {
    enum card_kind kind;
    size_t line_at;    /* its first byte */
    size_t begin, end; /* statement field; DIRECTIVE: after the comment letter */
    size_t room;       /* blanks that fill a short card; 0 = no limit */
    long label;        /* 0 = none */
    bool cut;          /* bytes beyond line_length are ignored */
    const char *wrong; /* error in its first columns; NULL = none */
    size_t wrong_at;
};

/* A source that is being read; the last of the stack is the current one. */
struct deck {
    struct source *source;
    long line;        /* lines read, which the source's line table numbers from 0 */
    long shift;       /* user's line - physical line, by # marks */
    const char *file; /* user's file, by # marks */
    bool free_form;
    long length; /* columns that are read; 0 = all */
};

/* The bytes of one statement from the lines read so far. */
struct joined {
    char *text; /* n bytes, with room for more; at and gap as in struct logical */
    uint32_t *at;
    unsigned char *gap;
    size_t n, room;
    bool free_form;
    ARRAY(size_t) ends; /* a ';' precedes this byte */
    char quote;         /* open constant: ' or ", 0 = none */
    size_t quoted;      /* bytes up to and including the first "; 0 = none */
    long hollerith;     /* bytes missing of a Hollerith constant */
    bool filled;        /* the end of the statement cut a constant, at filled_at */
    uint32_t filled_at;
    bool blank;     /* blanks since the last byte */
    bool continues; /* free form: the line ended in & */
    const char *wrong;
    uint32_t wrong_at;
};

struct cards {
    struct arena *arena;
    struct names *names;
    const struct front_options *options;
    struct diag *diag;
    struct deck decks[INCLUDE_DEEPEST];
    int depth;
    ARRAY(struct source *) included; /* texts by file, read once */
    struct compiler_folder own;      /* of the compiler */
    long includes;
    long lines;
    struct card ahead;                 /* the line after the last statement */
    const struct source *ahead_source; /* its source; NULL = unknown */
    struct joined joined;
    struct logical whole; /* the statement in joined */
    size_t part, parts;   /* parts between ';' returned so far, and their number */
    bool preprocessor;    /* the message about # lines was printed */
};

/* Reads a line marker from p to end, '# 12 "file"' or '#line 12 "file"', which numbers the next
 * line. False for any other line. */
bool cards_line_marker(struct names *names, const char *p, const char *end, const char **file,
                       long *line);
/* Starts at the first line of s. */
void cards_open(struct cards *c, struct arena *a, struct names *names, struct source *s,
                const struct front_options *o, struct diag *d);
/* Reads the next logical statement or directive. False at the end of all files. */
bool cards_next(struct cards *c, struct logical *l);
/* Continues reading in the named file; afterwards reading resumes after the current statement.
 * Returns NULL, or the reason why the file cannot be included. */
const char *cards_include(struct cards *c, const char *name);
void cards_close(struct cards *c);

/* Returns the location of a source offset, by the # line markers. */
struct where cards_where(struct source *s, uint32_t at, const char *file, long line,
                         uint32_t line_at);

#endif
