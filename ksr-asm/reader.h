/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads KSR1 assembly as a sequence of labels and instruction pairs. */
#ifndef KSR_ASM_READER_H
#define KSR_ASM_READER_H

#include "base/array.h"
#include "ksr-asm/lines.h"
#include "ksr-asm/opcodes.h"
#include "ksr-asm/text.h"

enum ksr_event {
    KSR_END,
    KSR_LABEL,
    KSR_PAIR,
    KSR_STATEMENT, /* a directive */
    KSR_WRONG,     /* a line was ignored; the message is in d */
};

struct ksr_instruction {
    const struct ksr_opcode *opcode;    /* NULL = unknown, only if the reader is strict */
    struct ksr_text mnemonic, operands; /* operands without surrounding blanks */
};

/* Source of a pair. Texts are 0-terminated, empty = unknown. */
struct ksr_origin {
    ARRAY(char) source;   /* .file */
    ARRAY(char) function; /* the last label that is not local */
    uint32_t changes;     /* incremented with each change of source or function */
    uint32_t line;        /* source line; 0 = unknown */
    uint32_t line_back; /* distance back from the .ln directive to the start of the line's code, in
                           bytes */
    uint32_t bf_line;   /* line at the start of the function; 0 = no .bf yet */
    bool in_bf;         /* between .def .bf and .endef */
    bool in_data;       /* after .data */
};

struct ksr_reader {
    struct lines lines;
    const struct ksr_opcodes *opcodes;
    bool strict; /* unknown instructions are errors, not counted by their half */
    struct diag *d;
    struct ksr_origin origin;

    struct ksr_text label;        /* KSR_LABEL */
    struct ksr_instruction of[2]; /* KSR_PAIR: left, right */
    struct ksr_text statement;    /* KSR_STATEMENT; origin contains what it changes */

    struct ksr_text rest;               /* of the line, with comments replaced by blanks */
    bool in_directives;                 /* rest contains statements of a directive line */
    ARRAY(char) cleaned;                /* a line with its comments replaced by blanks */
    uint32_t comment_line, comment_col; /* start of an open comment; 0 = none */
};

/* Starts reading. Requires that r->lines is open. */
void ksr_reader_open(struct ksr_reader *r, const struct ksr_opcodes *opcodes, bool strict,
                     struct diag *d);
enum ksr_event ksr_next(struct ksr_reader *r);
/* Starts again from the beginning, without messages. Returns false after a message. */
bool ksr_reader_rewind(struct ksr_reader *r);
void ksr_reader_close(struct ksr_reader *r);

/* Returns a position in the line just read; !at: the whole line. */
struct where ksr_where(const struct ksr_reader *r, const char *at);

/* Handles a statement of a directive line. */
void ksr_directive(struct ksr_reader *r, struct ksr_text statement);
/* Handles a label: it can name the current function. */
void ksr_origin_label(struct ksr_origin *o, struct ksr_text label);
void ksr_origin_free(struct ksr_origin *o);

#endif
