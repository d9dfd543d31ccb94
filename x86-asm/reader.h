/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads x86-64 assembly as a sequence of labels, directives and instructions. Input: text of gcc,
 * gfortran or clang -S, in AT&T or Intel syntax, or of objdump -d in either syntax. */
#ifndef X86_ASM_READER_H
#define X86_ASM_READER_H

#include "base/diag.h"
#include "base/names.h"
#include "base/source.h"
#include "x86-asm/instruction.h"

#include <stdint.h>

enum x86_event {
    X86_END,
    X86_LABEL,       /* label */
    X86_DIRECTIVE,   /* directive, rest */
    X86_INSTRUCTION, /* instruction */
    X86_SOURCE,      /* of objdump -l: source file and line (rest, source_line) */
    X86_TABLE,       /* of the listing of a sampled binary: the targets of a jump table. label: its
                        address as in operands; the names of the targets: x86_next_target */
    X86_WRONG, /* a part of the input was ignored; the message is in d. Does not occur in objdump's
                  text: it can contain data between code, which becomes an instruction without
                  opcode */
};

struct x86_reader {
    /* of the event just read */
    uint32_t line;         /* of the input */
    struct x86_text label; /* unique within the file, also if it was "1:" or an address */
    bool function;         /* a label of objdump that starts a function */
    bool detached;         /* a label of objdump that starts another part of the function */
    struct x86_text directive, rest; /* ".loc" and "1 7 0"; rest without comment */
    uint32_t source_line;
    struct x86_instruction instruction;

    /* the file */
    bool objdump; /* otherwise compiler output */
    enum x86_syntax syntax;

    const struct x86_isa *isa;
    struct diag *d;
    struct source *source;
    struct x86_reader_state *state;
};

/* Begins to read s. isa, s and d must outlive r. Text that is not assembly causes a located error
 * in d, and is ignored. */
void x86_reader_open(struct x86_reader *r, const struct x86_isa *isa, struct source *s,
                     struct diag *d);
/* Returns the next event. Its texts are valid until the next call. */
enum x86_event x86_next(struct x86_reader *r);
/* After X86_TABLE, returns the label of the next target in the current function; !at: no more. */
struct x86_text x86_next_target(struct x86_reader *r);
/* Starts again from the beginning, without messages. */
void x86_reader_rewind(struct x86_reader *r);
void x86_reader_close(struct x86_reader *r);

/* Returns a position in the line just read; !at: the whole line. */
struct where x86_where(const struct x86_reader *r, const char *at);

#endif
