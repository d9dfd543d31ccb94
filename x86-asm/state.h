/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal state of the reader; for x86-asm/ only. */
#ifndef X86_ASM_STATE_H
#define X86_ASM_STATE_H

#include "base/array.h"
#include "base/names.h"
#include "x86-asm/parse.h"
#include "x86-asm/reader.h"

#include <string.h>

enum { X86_LOCAL_LABELS = 100 }; /* 0: to 99: can be defined repeatedly in a file */

/* A text that grows. */
struct x86_buffer {
    char *at;
    size_t n, room;
};

struct x86_reader_state {
    const char *p, *end;       /* text after the last statement */
    uint32_t next_line;        /* line that contains p */
    struct x86_text rest;      /* of a statement, after its label */
    bool muted;                /* messages were printed before */
    bool lock, rep;            /* a preceding statement was this prefix */
    struct x86_buffer cleaned; /* a statement with its comments replaced by blanks */
    struct x86_buffer label, target;
    uint32_t locals[X86_LOCAL_LABELS]; /* number of definitions so far */

    /* objdump */
    struct names functions;
    const char *function;    /* 0-terminated, unique; NULL = none yet */
    uint64_t start;          /* its address */
    ARRAY(uint64_t) targets; /* of jumps within it, ascending */
    size_t next_target;
    uint64_t end_address; /* of its last instruction */
    bool labelled;        /* the label of the instruction at p has been returned */
};

/* Returns the next event of objdump's text. */
enum x86_event x86_next_objdump(struct x86_reader *r);
/* Returns true for objdump's text. */
bool x86_is_objdump(const char *text, const char *end);
enum x86_syntax x86_objdump_syntax(const char *text, const char *end);

/* Reads an instruction; returns X86_WRONG after a message. */
enum x86_event x86_instruction_event(struct x86_reader *r, struct x86_text text);
/* Returns the end of the line that begins at p: its line feed, or the end of the text. */
static inline const char *x86_line_end(const char *p, const char *end)
{
    const char *feed = memchr(p, '\n', (size_t)(end - p));
    return feed ? feed : end;
}

#endif
