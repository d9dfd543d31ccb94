/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the text of one instruction to its operands; for x86-asm/ only. */
#ifndef X86_ASM_PARSE_H
#define X86_ASM_PARSE_H

#include "x86-asm/instruction.h"

struct x86_parse {
    const struct x86_isa *isa;
    enum x86_syntax syntax;
    bool objdump;             /* targets are hexadecimal numbers, <symbol> may stand behind */
    const char *p, *end;      /* what is left of the statement */
    const char *wrong;        /* NULL, or what is wrong: a clause, */
    struct x86_text wrong_at; /* and the words that it ends in, maybe none */
};

/* What an expression of constants and symbols comes to. */
struct x86_expression {
    int64_t value;
    struct x86_text symbol; /* NULL = a number; where it is no symbol and a number, all of it */
    struct x86_text text;
};

/* The instruction that the text holds: prefixes, mnemonic, operands. False with s->wrong where its
 * operands can't be read; i then has none and no opcode. */
bool x86_parse(struct x86_parse *s, struct x86_text text, struct x86_instruction *i);

/* An operand in each syntax; false with s->wrong. They leave s->p behind it. */
bool x86_att_operand(struct x86_parse *s, struct x86_instruction *i, struct x86_operand *o);
bool x86_intel_operand(struct x86_parse *s, struct x86_instruction *i, struct x86_operand *o);

/* A number as the assembler takes it; false where it is a reference to a local label (1b, 1f). */
bool x86_number(struct x86_parse *s, int64_t *value);
bool x86_expression(struct x86_parse *s, struct x86_expression *e);
/* {%k1} {z} {1to8} {sae} behind an operand, or alone. */
bool x86_decorations(struct x86_parse *s, struct x86_instruction *i, struct x86_operand *o);
void x86_set_register(struct x86_operand *o, struct x86_register r);
/* Of the segments, only FS and GS begin elsewhere. */
void x86_set_segment(struct x86_operand *o, struct x86_register r);
bool x86_wrong(struct x86_parse *s, const char *what, const char *at, const char *to);
/* Whether an address can have the register as its base, or as its index; else what is wrong. */
bool x86_can_address(struct x86_register r, bool index);
extern const char x86_no_address[];

/* Chooses the opcode by the operands, and settles bytes of memory. */
void x86_match(struct x86_instruction *i, const struct x86_reading *readings);

/* Characters. */
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
/* The next character, 0 at the end. */
static inline char x86_peek(const struct x86_parse *s)
{
    return s->p < s->end ? *s->p : 0;
}
static inline bool x86_take(struct x86_parse *s, char c)
{
    if (x86_peek(s) != c || c == 0)
        return false;
    s->p++;
    return true;
}

#endif
