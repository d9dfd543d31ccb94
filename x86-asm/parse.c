/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "x86-asm/parse.h"

#include <string.h>
#include <strings.h>

bool x86_parse_error(struct x86_parse *s, const char *what, const char *at, const char *to)
{
    if (!s->wrong) {
        s->wrong = what;
        s->wrong_at = (struct x86_text){at, (size_t)(to - at)};
    }
    return false;
}

void x86_set_register(struct x86_operand *o, struct x86_register r)
{
    o->kind = r.kind;
    o->reg = r.reg;
    o->bytes = r.bytes;
    o->high = r.high;
}

void x86_set_segment(struct x86_operand *o, struct x86_register r)
{
    o->segment = r.reg == X86_SEGMENT + 4 ? 'f' : r.reg == X86_SEGMENT + 5 ? 'g' : 0;
}

const char x86_no_address[] = "an address consists of general registers, not";

bool x86_can_address(struct x86_register r, bool index)
{
    bool vector = r.kind == X86_VECTOR_REGISTER, counter = r.reg == X86_RIP;
    bool none = r.kind == X86_OTHER_REGISTER && r.reg == X86_NO_REGISTER; /* RIZ */
    return r.kind == X86_GENERAL || none || (index ? vector : counter);
}

/* ---- expressions ---- */

static int digit_of(char c)
{
    if (x86_is_digit(c))
        return c - '0';
    unsigned letter = (unsigned)((unsigned char)c | 32) - 'a';
    return letter < 6 ? (int)letter + 10 : 16;
}

bool x86_number(struct x86_parse *s, int64_t *value)
{
    const char *p = s->p;
    unsigned base = 10;
    if (*p == '0' && p + 1 < s->end) {
        char next = (char)(p[1] | 32);
        bool binary = next == 'b' && p + 2 < s->end && (p[2] == '0' || p[2] == '1');
        base = next == 'x' ? 16 : binary ? 2 : 8;
        p += base == 8 ? 0 : 2;
    }
    uint64_t v = 0;
    for (; p < s->end && (unsigned)digit_of(*p) < base; p++)
        v = v * base + (unsigned)digit_of(*p);
    if (p < s->end && x86_is_name(*p) && base != 16)
        return false;
    while (p < s->end && x86_is_name(*p))
        p++;
    s->p = p;
    *value = (int64_t)v;
    return true;
}

static bool read_quoted(struct x86_parse *s)
{
    const char *at = s->p++;
    while (s->p < s->end && *s->p != '"')
        s->p += *s->p == '\\' && s->p + 1 < s->end ? 2 : 1;
    if (s->p >= s->end)
        return x86_parse_error(s, "missing closing quotation mark", at, at);
    s->p++;
    return true;
}

struct terms {
    int symbols;
    bool plain; /* sum of symbol and numbers only */
};

static bool read_sum(struct x86_parse *s, struct x86_expression *e, struct terms *t, int depth);

static bool read_symbol(struct x86_parse *s, struct x86_expression *e, struct terms *t)
{
    const char *at = s->p;
    if (*at == '"') {
        if (!read_quoted(s))
            return false;
    } else {
        while (s->p < s->end && x86_is_name(*s->p))
            s->p++;
    }
    if (s->p == at)
        return x86_parse_error(s, "an operand can't begin with", at, at + 1);
    if (t->symbols++ == 0)
        e->symbol = (struct x86_text){at, (size_t)(s->p - at)};
    return true;
}

/* Reads a number, symbol, or sum in parentheses, and the value of a number. */
static bool read_term(struct x86_parse *s, struct x86_expression *e, struct terms *t,
                      int64_t *value, int depth)
{
    *value = 0;
    x86_skip(s);
    char c = x86_peek(s);
    if (c == 0 || depth > 20)
        return x86_parse_error(s, "the operand is incomplete", s->p, s->p);
    if (c == '-' || c == '+' || c == '~' || c == '!') {
        s->p++;
        int before = t->symbols;
        if (!read_term(s, e, t, value, depth + 1))
            return false;
        t->plain = t->plain && t->symbols == before;
        if (c != '+')
            *value = c == '-' ? (int64_t)(0 - (uint64_t)*value) : ~*value;
        return true;
    }
    if (c == '(') {
        struct x86_expression inner = {.value = 0};
        s->p++;
        if (!read_sum(s, &inner, t, depth + 1))
            return false;
        *value = inner.value;
        if (inner.symbol.at)
            e->symbol = inner.symbol;
        x86_skip(s);
        return x86_accept(s, ')') || x86_parse_error(s, "missing closing parenthesis", s->p, s->p);
    }
    if (c == '\'' && s->p + 1 < s->end) {
        *value = s->p[1];
        s->p += 2;
        x86_accept(s, '\'');
        return true;
    }
    if (x86_is_digit(c) && x86_number(s, value))
        return true;
    return read_symbol(s, e, t);
}

static int64_t apply_operator(char operator, int64_t a, int64_t b)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    switch (operator) {
    case '*':
        return (int64_t)(x * y);
    case '/':
        return b == 0 || b == -1 ? (int64_t)(0 - x) : a / b;
    case '&':
        return (int64_t)(x & y);
    case '|':
        return (int64_t)(x | y);
    case '^':
        return (int64_t)(x ^ y);
    case '<':
        return y < 64 ? (int64_t)(x << y) : 0;
    default:
        return y < 64 ? (int64_t)(x >> y) : 0;
    }
}

/* Reads terms whose operators have higher precedence than + and -. */
static bool read_product(struct x86_parse *s, struct x86_expression *e, struct terms *t,
                         int64_t *value, int depth)
{
    if (!read_term(s, e, t, value, depth))
        return false;
    for (;;) {
        x86_skip(s);
        char c = x86_peek(s);
        if (c == 0 || !strchr("*/&|^<>", c) || (s->objdump && c == '<'))
            return true;
        if ((c == '<' || c == '>') && (s->p + 1 >= s->end || s->p[1] != c))
            return true;
        s->p += c == '<' || c == '>' ? 2 : 1;
        int64_t b;
        if (!read_term(s, e, t, &b, depth))
            return false;
        *value = apply_operator(c, *value, b);
        t->plain = t->plain && t->symbols == 0;
    }
}

static bool read_sum(struct x86_parse *s, struct x86_expression *e, struct terms *t, int depth)
{
    int64_t value;
    if (!read_product(s, e, t, &value, depth))
        return false;
    e->value = value;
    for (;;) {
        x86_skip(s);
        char c = x86_peek(s);
        if (c != '+' && c != '-')
            return true;
        s->p++;
        int before = t->symbols;
        if (!read_product(s, e, t, &value, depth))
            return false;
        t->plain = t->plain && (c == '+' || t->symbols == before);
        uint64_t sum = (uint64_t)e->value;
        e->value = (int64_t)(c == '+' ? sum + (uint64_t)value : sum - (uint64_t)value);
    }
}

bool x86_expression(struct x86_parse *s, struct x86_expression *e)
{
    struct terms t = {.plain = true};
    x86_skip(s);
    const char *at = s->p;
    *e = (struct x86_expression){.value = 0};
    if (!read_sum(s, e, &t, 0))
        return false;
    const char *to = s->p;
    while (to > at && x86_is_blank(to[-1]))
        to--;
    e->text = (struct x86_text){at, (size_t)(to - at)};
    if (t.symbols > 1 || (t.symbols && !t.plain)) {
        e->symbol = e->text;
        e->value = 0;
    }
    return true;
}

/* ---- decorations ---- */

static bool read_decoration(struct x86_parse *s, struct x86_instruction *i, struct x86_operand *o,
                            struct x86_text d)
{
    const char *name = d.at + (d.n && *d.at == '%');
    struct x86_register r = x86_find_register(s->isa, name, (size_t)(d.at + d.n - name));
    if (r.kind == X86_MASK_REGISTER) {
        i->mask = (uint8_t)(r.reg - X86_MASK);
    } else if (d.n == 1 && (*d.at | 32) == 'z') {
        i->zeroing = true;
    } else if (d.n >= 4 && strncasecmp(d.at, "1to", 3) == 0 && o) {
        int elements = 0;
        for (size_t k = 3; k < d.n && k < 5 && x86_is_digit(d.at[k]); k++)
            elements = 10 * elements + (d.at[k] - '0');
        o->broadcast = (uint8_t)elements;
    } else if (d.n < 3 || strncasecmp(d.at + d.n - 3, "sae", 3) !=
                              0) { /* rounding has no effect on the facts */
        return x86_parse_error(s, "unknown decoration", d.at, d.at + d.n);
    }
    return true;
}

bool x86_decorations(struct x86_parse *s, struct x86_instruction *i, struct x86_operand *o)
{
    for (x86_skip(s); x86_peek(s) == '{'; x86_skip(s)) {
        const char *at = s->p + 1;
        const char *close = memchr(at, '}', (size_t)(s->end - at));
        if (!close)
            return x86_parse_error(s, "missing closing brace", s->p, s->p);
        const char *to = close;
        while (at < to && x86_is_blank(*at))
            at++;
        while (to > at && x86_is_blank(to[-1]))
            to--;
        if (!read_decoration(s, i, o, (struct x86_text){at, (size_t)(to - at)}))
            return false;
        s->p = close + 1;
    }
    return true;
}

/* ---- statements ---- */

static void clear_operand(struct x86_operand *o)
{
    *o = (struct x86_operand){
        .reg = X86_NO_REGISTER, .base = X86_NO_REGISTER, .index = X86_NO_REGISTER, .scale = 1};
}

/* Reads a branch target of objdump: an address and its symbol. */
static bool read_target(struct x86_parse *s, struct x86_operand *o)
{
    const char *p = s->p;
    if (p + 2 < s->end && p[0] == '0' && p[1] == 'x')
        p += 2;
    uint64_t v = 0;
    const char *digits = p;
    for (; p < s->end && digit_of(*p) < 16; p++)
        v = v * 16 + (unsigned)digit_of(*p);
    if (p == digits || (p < s->end && !x86_is_blank(*p)))
        return false;
    s->p = p;
    x86_skip(s);
    o->kind = X86_TARGET;
    o->value = (int64_t)v;
    o->symbol = (struct x86_text){digits, (size_t)(p - digits)};
    if (x86_peek(s) == '<') {
        const char *close = s->end - 1; /* a demangled name can contain '>' */
        while (*close != '<' && *close != '>')
            close--;
        if (*close == '<')
            return x86_parse_error(s, "the name of the target is incomplete", s->p, s->p);
        o->symbol = (struct x86_text){s->p + 1, (size_t)(close - s->p - 1)};
        s->p = close + 1;
    }
    return true;
}

static bool goes_to_target(struct x86_text word)
{
    char c = word.n ? (char)(*word.at | 32) : 0;
    return c == 'j' || (c == 'c' && word.n >= 4 && (word.at[3] | 32) == 'l') ||
           (c == 'l' && word.n >= 4 && (word.at[1] | 32) == 'o') ||
           (c == 'x' && word.n == 6 && (word.at[1] | 32) == 'b');
}

static bool read_operand(struct x86_parse *s, struct x86_instruction *i, struct x86_operand *o)
{
    clear_operand(o);
    if (s->objdump && goes_to_target(i->mnemonic) && read_target(s, o))
        return true;
    if (s->wrong)
        return false;
    return s->syntax == X86_ATT ? x86_att_operand(s, i, o) : x86_intel_operand(s, i, o);
}

/* Reads all operands. */
static bool read_operands(struct x86_parse *s, struct x86_instruction *i)
{
    for (x86_skip(s); s->p < s->end;) {
        if (x86_peek(s) == '{') {
            if (!x86_decorations(s, i, NULL))
                return false;
        } else {
            if (i->n == X86_OPERANDS)
                return x86_parse_error(s, "too many operands, beginning with", s->p, s->end);
            if (!read_operand(s, i, &i->at[i->n]))
                return false;
            i->n++;
            x86_skip(s);
        }
        if (s->p < s->end && !x86_accept(s, ','))
            return x86_parse_error(s, "expected a comma before", s->p, s->end);
        x86_skip(s);
    }
    return true;
}

static void reverse_operands(struct x86_instruction *i)
{
    for (int a = 0, b = i->n - 1; a < b; a++, b--) {
        struct x86_operand o = i->at[a];
        i->at[a] = i->at[b];
        i->at[b] = o;
    }
}

/* Reads the next word. A prefix can be in braces; objdump prints "(bad)". */
static struct x86_text next_word(struct x86_parse *s)
{
    x86_skip(s);
    const char *at = s->p;
    if (x86_peek(s) == '{' || x86_peek(s) == '(') {
        const char *close = memchr(at, *at == '{' ? '}' : ')', (size_t)(s->end - at));
        s->p = close ? close + 1 : s->end;
    } else {
        while (s->p < s->end && x86_is_name(*s->p))
            s->p++;
    }
    return (struct x86_text){at, (size_t)(s->p - at)};
}

/* Skips branch hints that are attached to a mnemonic: "jne,pt". */
static void skip_hint(struct x86_parse *s)
{
    if (x86_peek(s) == ',' && s->end - s->p >= 3 && s->p[1] == 'p')
        s->p += 3;
}

/* Processors without TZCNT execute REP BSF as BSF; others count zeros. */
static struct x86_word newer_count(struct x86_parse *s, struct x86_instruction *i,
                                   struct x86_word w)
{
    if (i->mnemonic.n < 3 || strncasecmp(i->mnemonic.at, "bsf", 3) != 0)
        return w;
    i->rep = false;
    return x86_find(s->isa, "tzcnt", 5);
}

bool x86_parse(struct x86_parse *s, struct x86_text text, struct x86_instruction *i)
{
    s->p = text.at;
    s->end = text.at + text.n;
    s->wrong = NULL;
    i->opcode = NULL;
    i->text = text;
    i->n = i->bytes = i->vector_bytes = i->mask = 0;
    i->zeroing = i->lock = i->rep = false;
    struct x86_word w;
    for (;;) {
        i->mnemonic = next_word(s);
        w = x86_find(s->isa, i->mnemonic.at, i->mnemonic.n);
        if (w.prefix == X86_NO_PREFIX)
            break;
        i->lock |= w.prefix == X86_PREFIX_LOCK;
        i->rep |= w.prefix == X86_PREFIX_REP;
    }
    if (i->rep)
        w = newer_count(s, i, w);
    i->known = w.readings;
    skip_hint(s);
    if (!read_operands(s, i)) {
        i->n = 0;
        return false;
    }
    if (s->syntax == X86_ATT)
        reverse_operands(i);
    x86_match(i, w.readings);
    return true;
}
