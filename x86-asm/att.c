/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operands in AT&T syntax: %rax, $8, 8(%rax,%rbx,4), foo(%rip), *%rax. */
#include "x86-asm/parse.h"

#include <string.h>

static struct x86_register read_register(struct x86_parse *s)
{
    const char *at = s->p++;
    x86_skip(s);
    const char *name = s->p;
    while (s->p < s->end && x86_is_name(*s->p))
        s->p++;
    if (s->p - name == 2 && (name[0] | 32) == 's' && (name[1] | 32) == 't' && s->end - s->p >= 3 &&
        s->p[0] == '(' && s->p[2] == ')')
        s->p += 3;
    struct x86_register r = x86_find_register(s->isa, name, (size_t)(s->p - name));
    if (r.kind == X86_NONE)
        x86_parse_error(s, "unknown register", at, s->p);
    return r;
}

/* Reads a register of an address. It is absent before a comma or at the end. */
static bool read_address_register(struct x86_parse *s, bool index, uint8_t *number, uint8_t *bytes)
{
    x86_skip(s);
    const char *at = s->p;
    if (x86_peek(s) != '%')
        return true;
    struct x86_register r = read_register(s);
    if (r.kind == X86_NONE)
        return false;
    if (!x86_can_address(r, index))
        return x86_parse_error(s, x86_no_address, at, s->p);
    x86_skip(s);
    *number = r.reg;
    *bytes = r.bytes;
    return true;
}

static bool read_scale(struct x86_parse *s, struct x86_operand *o)
{
    struct x86_expression e;
    x86_skip(s);
    if (x86_peek(s) == ')')
        return true;
    const char *at = s->p;
    if (!x86_expression(s, &e))
        return false;
    if (e.value != 1 && e.value != 2 && e.value != 4 && e.value != 8)
        return x86_parse_error(s, "the scale of an index can't be", at, s->p);
    o->scale = (uint8_t)e.value;
    return true;
}

/* Reads (base,index,scale), beginning at the parenthesis. */
static bool read_address(struct x86_parse *s, struct x86_operand *o)
{
    uint8_t bytes;
    s->p++;
    if (!read_address_register(s, false, &o->base, &bytes))
        return false;
    if (x86_accept(s, ',')) {
        x86_skip(s);
        bool scale_only = x86_is_digit(x86_peek(s));
        if (!scale_only && !read_address_register(s, true, &o->index, &o->index_bytes))
            return false;
        if ((scale_only || x86_accept(s, ',')) && !read_scale(s, o))
            return false;
    }
    x86_skip(s);
    return x86_accept(s, ')') || x86_parse_error(s, "missing closing parenthesis", s->p, s->p);
}

/* Returns true if the parenthesis begins an address, not an expression. */
static bool begins_address(const struct x86_parse *s)
{
    const char *p = s->p + 1;
    while (p < s->end && x86_is_blank(*p))
        p++;
    return p < s->end && (*p == '%' || *p == ',' || *p == ')');
}

static bool read_memory(struct x86_parse *s, struct x86_operand *o, bool segment)
{
    bool bare = !segment && !o->indirect;
    o->kind = X86_MEMORY;
    if (x86_peek(s) != '(' || !begins_address(s)) {
        struct x86_expression e;
        if (!x86_expression(s, &e))
            return false;
        o->value = e.value;
        o->symbol = e.symbol;
        x86_skip(s);
    }
    if (x86_peek(s) == '(')
        return read_address(s, o);
    if (bare)
        o->kind |= X86_TARGET;
    return true;
}

static bool read_immediate(struct x86_parse *s, struct x86_operand *o)
{
    struct x86_expression e;
    s->p++;
    if (!x86_expression(s, &e))
        return false;
    o->kind = X86_IMMEDIATE;
    o->value = e.value;
    o->symbol = e.symbol;
    return true;
}

/* Reads a register operand, or the segment prefix of a memory operand. */
static bool read_register_or_segment(struct x86_parse *s, struct x86_operand *o)
{
    struct x86_register r = read_register(s);
    if (r.kind == X86_NONE)
        return false;
    x86_skip(s);
    if (x86_accept(s, ':')) {
        x86_set_segment(o, r);
        x86_skip(s);
        return read_memory(s, o, true);
    }
    x86_set_register(o, r);
    return true;
}

bool x86_att_operand(struct x86_parse *s, struct x86_instruction *i, struct x86_operand *o)
{
    if (x86_accept(s, '*')) {
        o->indirect = true;
        x86_skip(s);
    }
    char c = x86_peek(s);
    if (!(c == '%'   ? read_register_or_segment(s, o)
          : c == '$' ? read_immediate(s, o)
                     : read_memory(s, o, false)))
        return false;
    return x86_decorations(s, i, o);
}
