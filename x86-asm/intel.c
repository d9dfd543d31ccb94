/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operands in Intel syntax: rax, 8, QWORD PTR [rax+rbx*4-16], foo[rip], OFFSET FLAT:foo. */
#include "x86-asm/parse.h"
#include "base/util.h"

#include <string.h>
#include <strings.h>

/* Parts of an operand read so far. */
struct parts {
    struct x86_operand *o;
    struct x86_register alone; /* a register outside brackets */
    int depth;
    bool brackets, sized, segment, offset, several; /* several symbols */
    bool minus, signs;                              /* of the next term; the operand has any */
};

static struct x86_text next_word(const struct x86_parse *s)
{
    const char *p = s->p;
    while (p < s->end && x86_is_name(*p))
        p++;
    return (struct x86_text){s->p, (size_t)(p - s->p)};
}

static bool is_word(struct x86_text w, const char *text)
{
    return strlen(text) == w.n && strncasecmp(w.at, text, w.n) == 0;
}

static uint8_t size_of(struct x86_text w)
{
    static const struct {
        const char *word;
        uint8_t bytes;
    } sizes[] = {{"qword", 8},    {"dword", 4},    {"byte", 1},     {"word", 2},
                 {"xmmword", 16}, {"ymmword", 32}, {"zmmword", 64}, {"tbyte", 10},
                 {"oword", 16},   {"xword", 10},   {"fword", 6},    {"mmword", 8}};
    for (size_t k = 0; k < COUNT_OF(sizes); k++)
        if (is_word(w, sizes[k].word))
            return sizes[k].bytes;
    return 0;
}

/* Reads a keyword of an operand: QWORD PTR, OFFSET FLAT:, SHORT. Returns false if the word is not
 * one. */
static bool read_keyword(struct x86_parse *s, struct parts *p, struct x86_text w)
{
    uint8_t bytes = size_of(w);
    if (bytes) {
        s->p += w.n;
        x86_skip(s);
        struct x86_text next = next_word(s);
        if (is_word(next, "ptr") || is_word(next, "bcst"))
            s->p += next.n;
        if (is_word(next, "bcst"))
            p->o->broadcast = X86_BROADCAST;
        p->o->bytes = bytes;
        p->sized = true;
        return true;
    }
    if (is_word(w, "offset"))
        p->offset = true;
    else if (!is_word(w, "short") && !is_word(w, "near") && !is_word(w, "far") &&
             !is_word(w, "ptr") && !(is_word(w, "flat") && s->end - s->p > 4))
        return false;
    s->p += w.n;
    if (is_word(w, "flat"))
        x86_accept(s, ':');
    return true;
}

static bool set_scale(struct x86_parse *s, struct x86_operand *o, int64_t scale, const char *at)
{
    if (scale != 1 && scale != 2 && scale != 4 && scale != 8)
        return x86_parse_error(s, "the scale of an index can't be", at, s->p);
    o->scale = (uint8_t)scale;
    return true;
}

/* Adds the register named by the word w to an address. */
static bool add_address_register(struct x86_parse *s, struct x86_operand *o, struct x86_register r,
                                 struct x86_text w, bool scaled)
{
    bool base = !scaled && o->base == X86_NO_REGISTER && r.kind != X86_VECTOR_REGISTER;
    if (!x86_can_address(r, !base))
        return x86_parse_error(s, x86_no_address, w.at, w.at + w.n);
    if (base) {
        o->base = r.reg;
    } else if (o->index == X86_NO_REGISTER) {
        o->index = r.reg;
        o->index_bytes = r.bytes;
    } else {
        return x86_parse_error(s, "an address has at most two registers", s->p, s->p);
    }
    return true;
}

/* Reads the scale after a register, if there is one. */
static bool read_scaled_register(struct x86_parse *s, struct parts *p, struct x86_register r,
                                 struct x86_text w)
{
    x86_skip(s);
    const char *at = s->p;
    if (!x86_accept(s, '*'))
        return add_address_register(s, p->o, r, w, false);
    x86_skip(s);
    int64_t scale = 0;
    if (x86_is_digit(x86_peek(s)))
        x86_number(s, &scale);
    return add_address_register(s, p->o, r, w, true) && set_scale(s, p->o, scale, at);
}

static struct x86_register find_register(struct x86_parse *s, struct x86_text w)
{
    struct x86_register r = x86_find_register(s->isa, w.at, w.n);
    const char *p = w.at + w.n;
    if (r.kind == X86_X87 && s->end - p >= 3 && p[0] == '(' && p[2] == ')')
        r = x86_find_register(s->isa, w.at, w.n + 3);
    return r;
}

/* Reads a number; a register that it scales can follow. */
static bool read_number(struct x86_parse *s, struct parts *p)
{
    const char *at = s->p;
    int64_t v;
    if (!x86_number(s, &v)) {
        p->o->symbol = next_word(s);
        s->p += p->o->symbol.n;
        return true;
    }
    for (x86_skip(s); x86_accept(s, '*'); x86_skip(s)) {
        x86_skip(s);
        struct x86_text w = next_word(s);
        struct x86_register r = find_register(s, w);
        int64_t by;
        if (r.kind != X86_NONE) {
            s->p += w.n;
            return add_address_register(s, p->o, r, w, true) && set_scale(s, p->o, v, at);
        }
        if (!x86_is_digit(x86_peek(s)) || !x86_number(s, &by))
            return x86_parse_error(s, "expected a number or register after '*'", s->p, s->p);
        v = (int64_t)((uint64_t)v * (uint64_t)by);
    }
    uint64_t sum = (uint64_t)p->o->value;
    p->o->value = (int64_t)(p->minus ? sum - (uint64_t)v : sum + (uint64_t)v);
    return true;
}

static bool add_register(struct x86_parse *s, struct parts *p, struct x86_register r,
                         struct x86_text w)
{
    s->p += w.n;
    if (r.kind == X86_X87 && x86_peek(s) == '(')
        s->p += 3;
    x86_skip(s);
    if (r.kind == X86_OTHER_REGISTER && x86_accept(s, ':')) {
        x86_set_segment(p->o, r);
        p->segment = true;
        return true;
    }
    if (p->depth > 0)
        return read_scaled_register(s, p, r, w);
    p->alone = r;
    return true;
}

static struct x86_text read_symbol(struct x86_parse *s)
{
    if (x86_peek(s) != '"')
        return next_word(s);
    const char *close = memchr(s->p + 1, '"', (size_t)(s->end - s->p - 1));
    return (struct x86_text){s->p, close ? (size_t)(close + 1 - s->p) : 0};
}

static bool read_name(struct x86_parse *s, struct parts *p)
{
    bool percent = x86_accept(s, '%');
    struct x86_text w = read_symbol(s);
    struct x86_register r = find_register(s, w);
    if (w.n == 0 || (percent && r.kind == X86_NONE))
        return x86_parse_error(s, "an operand can't begin with", s->p, s->p + (s->p < s->end));
    if (r.kind != X86_NONE)
        return add_register(s, p, r, w);
    if (read_keyword(s, p, w))
        return true;
    s->p += w.n;
    p->several |= p->o->symbol.at || p->minus;
    p->o->symbol = w;
    return true;
}

static bool read_parenthesis(struct x86_parse *s, struct parts *p)
{
    struct x86_expression e;
    const char *at = s->p, *end = s->end;
    const char *close = memchr(at, ')', (size_t)(end - at));
    if (!close)
        return x86_parse_error(s, "missing closing parenthesis", at, at);
    s->end = close + 1;
    bool read = x86_expression(s, &e);
    s->end = end;
    uint64_t sum = (uint64_t)p->o->value, v = (uint64_t)e.value;
    p->o->value = (int64_t)(p->minus ? sum - v : sum + v);
    if (e.symbol.at)
        p->o->symbol = e.symbol;
    return read;
}

static bool read_term(struct x86_parse *s, struct parts *p)
{
    char c = x86_peek(s);
    if (c == '[' || c == ']') {
        p->depth += c == '[' ? 1 : -1;
        p->brackets = true;
        p->minus = false;
        s->p++;
        return p->depth >= 0 ||
               x86_parse_error(s, "closing bracket without an opening one", s->p, s->p);
    }
    if (c == '+' || c == '-') {
        p->minus = (c == '-') != (p->minus && p->signs);
        p->signs = true;
        s->p++;
        return true;
    }
    bool read = x86_is_digit(c) ? read_number(s, p)
                : c == '('      ? read_parenthesis(s, p)
                                : read_name(s, p);
    p->minus = p->signs = false;
    return read;
}

static void finish_operand(struct x86_parse *s, struct parts *p, const char *at)
{
    struct x86_operand *o = p->o;
    if (p->several) {
        o->symbol = (struct x86_text){at, (size_t)(s->p - at)};
        o->value = 0;
    }
    bool memory = p->brackets || p->sized || p->segment;
    if (p->alone.kind != X86_NONE && !memory) {
        x86_set_register(o, p->alone);
        return;
    }
    if (p->offset)
        o->kind = X86_IMMEDIATE;
    else if (memory)
        o->kind = X86_MEMORY;
    else
        o->kind = X86_TARGET | (o->symbol.at ? X86_MEMORY : X86_IMMEDIATE);
}

bool x86_intel_operand(struct x86_parse *s, struct x86_instruction *i, struct x86_operand *o)
{
    struct parts p = {.o = o};
    const char *at = s->p;
    for (x86_skip(s); s->p < s->end && (p.depth > 0 || (*s->p != ',' && *s->p != '{')); x86_skip(s))
        if (!read_term(s, &p))
            return false;
    if (p.depth > 0)
        return x86_parse_error(s, "missing closing bracket", at, at);
    if (s->p == at)
        return x86_parse_error(s, "the operand is incomplete", s->p, s->p);
    finish_operand(s, &p, at);
    return x86_decorations(s, i, o);
}
