/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the text of objdump -d. Targets of jumps within a function become labels, named by
 * the function and the offset from its start. */
#include "x86-asm/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line with an instruction. */
struct dumped {
    uint64_t address;
    struct x86_text text; /* from the mnemonic to the end, without comment */
    struct x86_text comment;
};

/* Returns the value of a hexadecimal digit; 16 = not a digit. */
static int hex(char c)
{
    static const uint8_t above[256] = {
        ['0'] = 16, ['1'] = 15, ['2'] = 14, ['3'] = 13, ['4'] = 12, ['5'] = 11,
        ['6'] = 10, ['7'] = 9,  ['8'] = 8,  ['9'] = 7,  ['a'] = 6,  ['b'] = 5,
        ['c'] = 4,  ['d'] = 3,  ['e'] = 2,  ['f'] = 1}; /* 16 minus the value */
    return 16 - above[(unsigned char)c];
}

static const char *hex_number(const char *p, const char *end, uint64_t *value)
{
    for (*value = 0; p < end && hex(*p) < 16; p++)
        *value = *value * 16 + (unsigned)hex(*p);
    return p;
}

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && x86_is_blank(*p))
        p++;
    return p;
}

/* Skips the bytes of machine code that can precede the mnemonic. */
static const char *skip_bytes(const char *p, const char *end)
{
    for (;;) {
        p = skip_blanks(p, end);
        if (end - p < 2 || hex(p[0]) > 15 || hex(p[1]) > 15 || (p + 2 < end && !x86_is_blank(p[2])))
            return p;
        p += 2;
    }
}

/* Reads "  401126:\t55   \tpush   %rbp". Returns false for other lines. */
static bool dumped_line(const char *p, const char *end, struct dumped *d)
{
    p = skip_blanks(p, end);
    const char *digits = p;
    p = hex_number(p, end, &d->address);
    if (p == digits || p + 1 >= end || *p != ':' || !x86_is_blank(p[1]))
        return false;
    p = skip_bytes(p + 1, end);
    if (p == end || (end - p > 6 && memcmp(p, "R_X86_", 6) == 0))
        return false;
    const char *comment = memchr(p, '#', (size_t)(end - p));
    const char *to = comment ? comment : end;
    d->comment = (struct x86_text){to, (size_t)(end - to)};
    while (to > p && x86_is_blank(to[-1]))
        to--;
    d->text = (struct x86_text){p, (size_t)(to - p)};
    return to > p;
}

/* Reads "0000000000401126 <main>:". Returns false for other lines. */
static bool header_line(const char *p, const char *end, uint64_t *address, struct x86_text *name)
{
    while (end > p && x86_is_blank(end[-1]))
        end--;
    const char *digits = p;
    p = hex_number(p, end, address);
    if (p == digits || end - p < 5 || p[0] != ' ' || p[1] != '<' || end[-1] != ':' ||
        end[-2] != '>')
        return false;
    *name = (struct x86_text){p + 2, (size_t)(end - 2 - (p + 2))};
    return true;
}

/* Reads "/home/me/a.f90:12 (discriminator 3)", printed by objdump -l. */
static bool source_line_of(const char *p, const char *end, struct x86_text *path, uint32_t *line)
{
    static const char note[] = " (discriminator ";
    if (p == end || x86_is_blank(*p))
        return false;
    while (end > p && x86_is_blank(end[-1]))
        end--;
    if (end > p && end[-1] == ')') {
        const char *open = end;
        while (open > p && *open != '(')
            open--;
        if (open == p || strncmp(open - 1, note, sizeof note - 1) != 0)
            return false;
        end = open - 1;
    }
    const char *digits = end;
    while (digits > p && x86_is_digit(digits[-1]))
        digits--;
    if (digits == end || end - digits > 9 || digits < p + 2 || digits[-1] != ':')
        return false;
    *line = 0;
    *path = (struct x86_text){p, (size_t)(digits - 1 - p)};
    for (; digits < end; digits++)
        *line = 10 * *line + (uint32_t)(*digits - '0');
    return true;
}

/* Reads the target address of a jump. Returns false for other lines. */
static bool jump_target(struct x86_text t, uint64_t *target)
{
    char c = *t.at;
    const char *p = t.at, *end = t.at + t.n;
    if (c == 'n' || c == 'b') /* notrack jmp, bnd jne */
        p = skip_blanks(p + strcspn(p, " \t\n"), end);
    if (p >= end || (*p != 'j' && !(end - p > 4 && memcmp(p, "loop", 4) == 0) && *p != 'x'))
        return false;
    while (p < end && !x86_is_blank(*p))
        p++;
    p = skip_blanks(p, end);
    if (end - p > 2 && p[0] == '0' && p[1] == 'x')
        p += 2;
    const char *digits = p;
    p = hex_number(p, end, target);
    return p > digits && (p == end || x86_is_blank(*p));
}

static int by_address(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void sort_targets(struct x86_reader_state *st)
{
    size_t n = 0;
    if (st->targets.n)
        qsort(st->targets.at, st->targets.n, sizeof *st->targets.at, by_address);
    for (size_t i = 0; i < st->targets.n; i++)
        if (i == 0 || st->targets.at[i] != st->targets.at[n - 1])
            st->targets.at[n++] = st->targets.at[i];
    st->targets.n = n;
    st->next_target = 0;
}

/* Collects the jump targets of a function, from its header to the next one. */
static void find_targets(struct x86_reader_state *st, const char *p)
{
    struct dumped d;
    uint64_t address;
    struct x86_text name;
    st->targets.n = 0;
    st->end_address = st->start;
    for (; p < st->end; p++) {
        const char *to = x86_line_end(p, st->end);
        if (header_line(p, to, &address, &name))
            break;
        if (dumped_line(p, to, &d)) {
            st->end_address = d.address;
            if (jump_target(d.text, &address) && address > st->start)
                *array_push(&st->targets) = address;
        }
        p = to;
    }
    sort_targets(st);
}

/* ---- events ---- */

static void append_text(struct x86_buffer *to, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        *array_push(to) = text[i];
}

/* Returns the name of an address within the function. */
static struct x86_text address_name(struct x86_reader_state *st, struct x86_buffer *to,
                                    uint64_t address)
{
    char digits[32];
    to->n = 0;
    append_text(to, st->function, strlen(st->function));
    int n = snprintf(digits, sizeof digits, "+0x%llx", (unsigned long long)(address - st->start));
    if (address != st->start)
        append_text(to, digits, (size_t)n);
    return (struct x86_text){to->at, to->n};
}

/* Returns the function's name, with a number appended if the name was used before. */
static const char *unique_name(struct x86_reader_state *st, struct x86_text name)
{
    if (!name_find(&st->functions, name.at, name.n))
        return name_of(&st->functions, name.at, name.n);
    for (int k = 2;; k++) {
        char number[16];
        st->label.n = 0;
        append_text(&st->label, name.at, name.n);
        append_text(&st->label, number, (size_t)snprintf(number, sizeof number, "#%d", k));
        if (!name_find(&st->functions, st->label.at, st->label.n))
            return name_of(&st->functions, st->label.at, st->label.n);
    }
}

static enum x86_event function_event(struct x86_reader *r, struct x86_text name, uint64_t address)
{
    struct x86_reader_state *st = r->state;
    st->function = unique_name(st, name);
    st->start = address;
    find_targets(st, st->p);
    r->label = (struct x86_text){st->function, strlen(st->function)};
    r->function = true;
    return X86_LABEL;
}

/* Returns true if jumps lead to the instruction at that address, and it has no label yet. */
static bool wants_label(struct x86_reader_state *st, uint64_t address)
{
    while (st->next_target < st->targets.n && st->targets.at[st->next_target] < address)
        st->next_target++;
    if (st->next_target == st->targets.n || st->targets.at[st->next_target] != address)
        return false;
    st->next_target++;
    return true;
}

static void resolve_target(struct x86_reader_state *st, struct x86_operand *o)
{
    uint64_t address = (uint64_t)o->value;
    if (st->function && address >= st->start && address <= st->end_address)
        o->symbol = address_name(st, &st->target, address);
    o->value = 0;
}

/* Sets the address of RIP-relative memory from the comment of the line. A displacement of 0 is not
 * yet linked. */
static void resolve_relative(struct x86_operand *o, struct x86_text comment)
{
    const char *end = comment.at + comment.n;
    if (o->value == 0) {
        o->lost = true;
        return;
    }
    const char *p = comment.n ? skip_blanks(comment.at + 1, end) : end;
    if (end - p > 2 && p[1] == 'x')
        p += 2;
    uint64_t address;
    const char *to = comment.n ? hex_number(p, end, &address) : p;
    if (to > p) {
        o->symbol = (struct x86_text){p, (size_t)(to - p)};
        o->value = 0;
    }
}

static enum x86_event dumped_event(struct x86_reader *r, const struct dumped *d)
{
    enum x86_event e = x86_instruction_event(r, d->text);
    struct x86_instruction *i = &r->instruction;
    for (int k = 0; e == X86_INSTRUCTION && k < i->n; k++) {
        if (i->at[k].kind == X86_TARGET)
            resolve_target(r->state, &i->at[k]);
        else if ((i->at[k].kind & X86_MEMORY) && i->at[k].base == X86_RIP)
            resolve_relative(&i->at[k], d->comment);
    }
    return e;
}

/* Returns the event of a line; END if it has none. */
static enum x86_event line_event(struct x86_reader *r, const char *p, const char *to)
{
    struct x86_reader_state *st = r->state;
    uint64_t address;
    struct dumped d;
    if (header_line(p, to, &address, &r->rest))
        return function_event(r, r->rest, address);
    if (dumped_line(p, to, &d)) {
        if (wants_label(st, d.address)) {
            st->p = p;
            st->next_line--;
            r->label = address_name(st, &st->label, d.address);
            r->function = false;
            return X86_LABEL;
        }
        return dumped_event(r, &d);
    }
    return source_line_of(p, to, &r->rest, &r->source_line) ? X86_SOURCE : X86_END;
}

enum x86_event x86_next_objdump(struct x86_reader *r)
{
    struct x86_reader_state *st = r->state;
    while (st->p < st->end) {
        const char *p = st->p, *to = x86_line_end(p, st->end);
        r->line = st->next_line++;
        st->p = to < st->end ? to + 1 : to;
        enum x86_event e = line_event(r, p, to);
        if (e != X86_END)
            return e;
    }
    return X86_END;
}

/* ---- detection ---- */

enum { LINES_SEARCHED = 2000 }; /* lines */

bool x86_is_objdump(const char *p, const char *end)
{
    uint64_t address;
    struct x86_text name;
    struct dumped d;
    for (int lines = 0; p < end && lines < LINES_SEARCHED; lines++) {
        const char *to = x86_line_end(p, end);
        if (header_line(p, to, &address, &name))
            return true;
        if (dumped_line(p, to, &d) && p < to && x86_is_blank(*p) && hex(*skip_blanks(p, to)) < 16)
            return true;
        p = to + 1;
    }
    return false;
}

enum x86_syntax x86_objdump_syntax(const char *p, const char *end)
{
    struct dumped d;
    for (int lines = 0; p < end && lines < LINES_SEARCHED; lines++) {
        const char *to = x86_line_end(p, end);
        if (dumped_line(p, to, &d) && memchr(d.text.at, '%', d.text.n))
            return X86_ATT;
        p = to + 1;
    }
    return X86_INTEL;
}
