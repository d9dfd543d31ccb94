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

/* A line "ADDRESS <NAME>:" of objdump's text. */
struct x86_dump_header {
    const char *p;
    uint32_t line;
    uint64_t address;
    struct x86_text name;
    bool joined; /* the cold part of a function that is in the text, too */
};
/* A cold part and its function, as indices of headers. */
struct x86_cold_part {
    uint32_t function, header;
};
/* Functions whose rarely executed code the compiler moved to a separate place. */
struct x86_cold_parts {
    ARRAY(struct x86_dump_header) headers; /* in input order; empty if there are no cold parts */
    ARRAY(struct x86_cold_part) at;        /* by function, then in input order */
};

/* A part of the current function of objdump's text. */
struct x86_dump_part {
    const char *name;    /* 0-terminated, unique */
    const char *p;       /* its header */
    uint32_t line;       /* of the header */
    uint64_t start, end; /* addresses of its first and last instruction */
};

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
    struct x86_cold_parts cold;
    ARRAY(struct x86_dump_part) parts; /* of the current function: its main part is first */
    size_t part;                       /* the one that p is in */
    const char *after;                 /* text after the main part; valid in other parts */
    uint32_t after_line;
    ARRAY(uint64_t) targets; /* of jumps within the function, ascending */
    size_t next_target;
};

/* A line with an instruction of objdump's text. */
struct x86_dump_line {
    uint64_t address;
    struct x86_text text; /* from the mnemonic to the end, without comment */
    struct x86_text comment;
};
/* Reads "  401126:\t55   \tpush   %rbp". Returns false for other lines. */
bool x86_read_dump_line(const char *p, const char *end, struct x86_dump_line *d);
/* Reads "0000000000401126 <main>:". Returns false for other lines. */
bool x86_read_dump_header(const char *p, const char *end, uint64_t *address, struct x86_text *name);
/* Reads the target address of a jump. Returns false for other instructions. */
bool x86_read_jump_target(struct x86_text t, uint64_t *target);

/* Finds the cold parts of functions in objdump's text. c is empty. */
void x86_find_cold_parts(const char *text, const char *end, struct x86_cold_parts *c);
/* Returns the index of the header at p; SIZE_MAX = the text has no cold parts. */
size_t x86_header_at(const struct x86_cold_parts *c, const char *p);
/* Returns the index, in c->at, of the first cold part of the function with that header, or of a
 * later function. */
size_t x86_first_cold_part(const struct x86_cold_parts *c, size_t function);
void x86_free_cold_parts(struct x86_cold_parts *c);

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
