/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Physical lines to logical statements: comments gone, continuations joined,
 * blanks outside constants taken out, letters outside constants lower case,
 * Hollerith constants turned into quoted ones. Every byte knows its place. */
#ifndef READING_CARDS_H
#define READING_CARDS_H

#include "base/array.h"
#include "frontend/reading/included.h"

enum { INCLUDE_DEEPEST = 32, INCLUDE_MOST = 10000 };

/* A logical statement, or a directive in a comment line. Its bytes are gone
 * with the next one. */
struct logical {
    bool directive;
    char *text;               /* n bytes; at least two bytes behind them may be written to */
    const uint32_t *at;       /* source offset of each byte, and one behind the last */
    const unsigned char *gap; /* blanks stood before the byte; set in free form only */
    size_t n;
    bool free_form;      /* blanks end words */
    long label;          /* 0 = none */
    long line, end_line; /* of the user's file */
    const char *file;
    struct source *source;
    uint32_t begin, end; /* source offsets */
    const char *name;    /* directive: its sentinel, lower case */
    const char *wrong;   /* NULL, or what is wrong with its lines */
    uint32_t wrong_at;   /* where */
    bool cut;            /* a line went on behind its length */
    long length;         /* of its lines; 0 = no limit */
};

enum card_kind { CARD_COMMENT, CARD_DIRECTIVE, CARD_INITIAL, CARD_CONTINUATION };

/* One physical line. */
struct card {
    enum card_kind kind;
    size_t line_at;    /* its first byte */
    size_t begin, end; /* statement field; DIRECTIVE: behind the comment letter */
    size_t room;       /* blanks a short card has behind its end; 0 = no limit */
    long label;        /* 0 = none */
    bool cut;          /* bytes behind line_length */
    const char *wrong; /* about its first columns */
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

/* What the lines of one statement say so far. */
struct joined {
    char *text; /* n bytes, with room for more; what belongs to them as in struct logical: */
    uint32_t *at;
    unsigned char *gap;
    size_t n, room;
    bool free_form;
    ARRAY(size_t) ends; /* a ';' stood before this byte */
    char quote;         /* open constant: ' or ", 0 = none */
    size_t quoted;      /* bytes up to the first ", that one among them; 0 = there is none */
    long hollerith;     /* bytes still to come of a Hollerith constant */
    bool filled;        /* the end of the statement cut one, from here on: */
    uint32_t filled_at;
    bool blank;   /* blanks since the last byte */
    bool goes_on; /* free form: the line ended in & */
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
    ARRAY(struct source *) included; /* to share the text of one file */
    struct own_folder own;           /* of the compiler */
    long includes;
    long lines;
    struct card ahead;                 /* the line behind the last statement */
    const struct source *ahead_source; /* where that stands; NULL = not known */
    struct joined joined;
    struct logical whole; /* what stands in joined */
    size_t part, parts;   /* pieces between ';' handed out, and how many there are */
    bool preprocessor;    /* told about # lines */
};

/* Whether such a file is in free form. */
bool cards_free_form(const struct front_options *o, const char *path);
/* The line of a preprocessor from p to end: '# 12 "file"' and '#line 12 "file"' name the next line.
 * False: it is another one. */
bool cards_mark(struct names *names, const char *p, const char *end, const char **file, long *line);
/* Starts at the first line of s. */
void cards_open(struct cards *c, struct arena *a, struct names *names, struct source *s,
                const struct front_options *o, struct diag *d);
/* Next logical statement or directive; false at the end of all files. */
bool cards_next(struct cards *c, struct logical *l);
/* Goes on in the named file, then returns behind the statement just read.
 * NULL, or why not. */
const char *cards_include(struct cards *c, const char *name);
void cards_close(struct cards *c);

/* Place of a source offset, as # marks name it. */
struct where cards_where(struct source *s, uint32_t at, const char *file, long line,
                         uint32_t line_at);

#endif
