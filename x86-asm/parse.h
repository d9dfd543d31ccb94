/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the operands of one instruction from its text; for x86-asm/ only. */
#ifndef X86_ASM_PARSE_H
#define X86_ASM_PARSE_H

#include "x86-asm/instruction.h"

struct x86_parse {
    const struct x86_isa *isa;
    enum x86_syntax syntax;
    bool objdump;             /* targets are hexadecimal numbers; <symbol> can follow */
    const char *p, *end;      /* remaining text of the statement */
    const char *wrong;        /* NULL, or the error: a clause */
    struct x86_text wrong_at; /* that ends with these words; possibly none */
};

/* The value of an expression of constants and symbols. */
struct x86_expression {
    int64_t value;
    struct x86_text
        symbol; /* NULL = a number; the whole text if it is neither one symbol nor a number */
    struct x86_text text;
};

/* Reads an instruction: prefixes, mnemonic, operands. Returns false and sets s->wrong if its
 * operands can't be read; then i has no operands and no opcode. */
bool x86_parse(struct x86_parse *s, struct x86_text text, struct x86_instruction *i);

/* Read an operand in one of the syntaxes, and move s->p after it. Return false and set s->wrong on
 * an error. */
bool x86_att_operand(struct x86_parse *s, struct x86_instruction *i, struct x86_operand *o);
bool x86_intel_operand(struct x86_parse *s, struct x86_instruction *i, struct x86_operand *o);

/* Reads a number in the assembler's syntax. Returns false for a reference to a local label (1b,
 * 1f). */
bool x86_number(struct x86_parse *s, int64_t *value);
bool x86_expression(struct x86_parse *s, struct x86_expression *e);
/* Reads {%k1} {z} {1to8} {sae} after an operand, or alone. */
bool x86_decorations(struct x86_parse *s, struct x86_instruction *i, struct x86_operand *o);
void x86_set_register(struct x86_operand *o, struct x86_register r);
/* Sets the segment. Only FS and GS have an effect: the others begin at 0. */
void x86_set_segment(struct x86_operand *o, struct x86_register r);
bool x86_parse_error(struct x86_parse *s, const char *what, const char *at, const char *to);
/* Checks that an address can use the register as its base, or as its index; otherwise sets the
 * error. */
bool x86_can_address(struct x86_register r, bool index);
extern const char x86_no_address[];

/* Selects the opcode by the operands, and sets the bytes of memory operands. */
void x86_match(struct x86_instruction *i, const struct x86_reading *readings);

/* ---- characters ---- */
static inline bool x86_is_digit(char c)
{
    return (unsigned)((unsigned char)c - '0') < 10;
}
static inline bool x86_is_name(char c)
{
    unsigned char u = (unsigned char)c;
    return (unsigned)((u | 32) - 'a') < 26 || (unsigned)(u - '0') < 10 || c == '_' || c == '.' ||
           c == '$' || c == '@' || c == '?' || u >= 0x80;
}
static inline bool x86_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}
static inline void x86_skip(struct x86_parse *s)
{
    while (s->p < s->end && x86_is_blank(*s->p))
        s->p++;
}
/* Returns the next character, 0 at the end. */
static inline char x86_peek(const struct x86_parse *s)
{
    return s->p < s->end ? *s->p : 0;
}
static inline bool x86_accept(struct x86_parse *s, char c)
{
    if (x86_peek(s) != c || c == 0)
        return false;
    s->p++;
    return true;
}

#endif
