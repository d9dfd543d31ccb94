/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the text of objdump -d. Targets of jumps within a function become labels, named by
 * the function and the offset from its start. */
#include "base/util.h"
#include "x86-asm/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

bool x86_read_dump_line(const char *p, const char *end, struct x86_dump_line *d)
{
    p = skip_blanks(p, end);
    const char *digits = p;
    p = hex_number(p, end, &d->address);
    if (p == digits || p + 1 >= end || *p != ':' || !x86_is_blank(p[1]))
        return false;
    p = skip_bytes(p + 1, end);
    if (p == end || (end - p > 6 && memcmp(p, "R_X86_", 6) == 0))
        return false;
    const char *to = p;
    while (to < end && *to != '#' && *to != '<')
        to++;
    if (to < end && *to == '<') /* a demangled name can contain '#' */
        to = end;
    d->comment = (struct x86_text){to, (size_t)(end - to)};
    while (to > p && x86_is_blank(to[-1]))
        to--;
    d->text = (struct x86_text){p, (size_t)(to - p)};
    return to > p;
}

bool x86_read_dump_header(const char *p, const char *end, uint64_t *address, struct x86_text *name)
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

bool x86_read_jump_target(struct x86_text t, uint64_t *target)
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

/* Reads the address of "jump table 4020a0: 401136 401150", and its targets as text. Returns false
 * for other lines. */
static bool read_table(const char *p, const char *end, struct x86_text *address,
                       struct x86_text *targets)
{
    static const char begin[] = "jump table ";
    uint64_t value;
    if ((size_t)(end - p) < sizeof begin || memcmp(p, begin, sizeof begin - 1) != 0)
        return false;
    p += sizeof begin - 1;
    const char *to = hex_number(p, end, &value);
    *address = (struct x86_text){p, (size_t)(to - p)};
    if (to == p || to == end || *to != ':')
        return false;
    *targets = (struct x86_text){to + 1, (size_t)(end - to - 1)};
    return true;
}

/* Reads the next target of a table and removes it from the text. Returns false at its end. */
static bool read_table_target(struct x86_text *targets, uint64_t *address)
{
    const char *end = targets->at + targets->n, *p = skip_blanks(targets->at, end);
    const char *to = hex_number(p, end, address);
    *targets = (struct x86_text){to, (size_t)(end - to)};
    return to > p;
}

static void sort_targets(struct x86_reader_state *st)
{
    array_sort_unique(&st->targets, compare_uint64);
    st->next_target = 0;
}

static bool begins_part(const struct x86_reader_state *st, uint64_t address)
{
    for (size_t i = 0; i < st->parts.n; i++)
        if (st->parts.at[i].start == address)
            return true;
    return false;
}

static void add_target(struct x86_reader_state *st, uint64_t address)
{
    if (!begins_part(st, address))
        *array_push(&st->targets) = address;
}

/* Collects the jump targets of a part, whose first line is p, up to the next header. */
static void find_targets(struct x86_reader_state *st, const char *p, struct x86_dump_part *part)
{
    struct x86_dump_line d;
    uint64_t address;
    struct x86_text name, targets;
    for (; p < st->end; p++) {
        const char *to = x86_line_end(p, st->end);
        if (x86_read_dump_header(p, to, &address, &name))
            break;
        if (x86_read_dump_line(p, to, &d)) {
            part->end = d.address;
            if (x86_read_jump_target(d.text, &address))
                add_target(st, address);
        } else if (read_table(p, to, &name, &targets)) {
            while (read_table_target(&targets, &address))
                add_target(st, address);
        }
        p = to;
    }
}

/* ---- events ---- */

static void append_text(struct x86_buffer *to, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        *array_push(to) = text[i];
}

/* Returns the name of an address within a part of the function. */
static struct x86_text address_name(const struct x86_dump_part *part, struct x86_buffer *to,
                                    uint64_t address)
{
    char digits[32];
    to->n = 0;
    append_text(to, part->name, strlen(part->name));
    int n = snprintf(digits, sizeof digits, "+0x%llx", (unsigned long long)(address - part->start));
    if (address != part->start)
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

/* ---- functions ---- */

static void add_part(struct x86_reader_state *st, const struct x86_dump_header *h)
{
    *array_push(&st->parts) = (struct x86_dump_part){unique_name(st, h->name), h->p, h->line,
                                                     .start = h->address, .end = h->address};
}

/* Returns the event of the label at the start of the current part. */
static enum x86_event part_event(struct x86_reader *r)
{
    struct x86_reader_state *st = r->state;
    const char *name = st->parts.at[st->part].name;
    st->next_target = 0;
    r->label = (struct x86_text){name, strlen(name)};
    r->function = st->part == 0;
    r->detached = st->part > 0;
    return X86_LABEL;
}

/* Begins the function with that header and finds its parts. */
static enum x86_event function_event(struct x86_reader *r, const struct x86_dump_header *h)
{
    struct x86_reader_state *st = r->state;
    const struct x86_cold_parts *c = &st->cold;
    size_t function = x86_header_at(c, h->p), cold = x86_first_cold_part(c, function);
    st->parts.n = st->part = st->targets.n = 0;
    add_part(st, h);
    for (; cold < c->at.n && c->at.at[cold].function == function; cold++)
        add_part(st, &c->headers.at[c->at.at[cold].header]);
    for (size_t i = 0; i < st->parts.n; i++) {
        const char *header_end = x86_line_end(st->parts.at[i].p, st->end);
        find_targets(st, header_end < st->end ? header_end + 1 : header_end, &st->parts.at[i]);
    }
    sort_targets(st);
    return part_event(r);
}

static void go_to(struct x86_reader_state *st, const char *p, uint32_t line)
{
    st->p = p;
    st->next_line = line;
}

/* At the end of a part, which is the header at p or the end of the text: goes to the function's
 * next part, or from the last one to the text after the main part. Returns false if the main part
 * is the only one. */
static bool leave_part(struct x86_reader_state *st, const char *p, uint32_t line)
{
    if (st->parts.n < 2)
        return false;
    if (st->part == 0) {
        st->after = p;
        st->after_line = line;
    }
    st->part++;
    if (st->part < st->parts.n) {
        go_to(st, st->parts.at[st->part].p, st->parts.at[st->part].line);
    } else {
        st->parts.n = 0;
        go_to(st, st->after, st->after_line);
    }
    return true;
}

/* Goes to the header after that one, or to the end of the text. */
static void skip_part(struct x86_reader_state *st, size_t header)
{
    const struct x86_cold_parts *c = &st->cold;
    if (header + 1 < c->headers.n)
        go_to(st, c->headers.at[header + 1].p, c->headers.at[header + 1].line);
    else
        st->p = st->end;
}

/* Returns the event of a header; END if reading continues in another place. */
static enum x86_event header_event(struct x86_reader *r, const struct x86_dump_header *h)
{
    struct x86_reader_state *st = r->state;
    if (st->part > 0 && st->part < st->parts.n && h->p == st->parts.at[st->part].p)
        return part_event(r);
    if (leave_part(st, h->p, h->line))
        return X86_END;
    size_t i = x86_header_at(&st->cold, h->p);
    if (i == SIZE_MAX || !st->cold.headers.at[i].joined)
        return function_event(r, h);
    skip_part(st, i);
    return X86_END;
}

/* ---- instructions ---- */

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

static const struct x86_dump_part *part_with(const struct x86_reader_state *st, uint64_t address)
{
    for (size_t i = 0; i < st->parts.n; i++)
        if (address >= st->parts.at[i].start && address <= st->parts.at[i].end)
            return &st->parts.at[i];
    return NULL;
}

static void resolve_target(struct x86_reader_state *st, struct x86_operand *o)
{
    uint64_t address = (uint64_t)o->value;
    const struct x86_dump_part *part = part_with(st, address);
    if (part)
        o->symbol = address_name(part, &st->target, address);
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

static enum x86_event dumped_event(struct x86_reader *r, const struct x86_dump_line *d)
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
    struct x86_dump_header h = {.p = p, .line = r->line};
    struct x86_dump_line d;
    if (x86_read_dump_header(p, to, &h.address, &h.name))
        return header_event(r, &h);
    if (x86_read_dump_line(p, to, &d)) {
        if (wants_label(st, d.address)) {
            st->p = p;
            st->next_line--;
            r->label = address_name(&st->parts.at[st->part], &st->label, d.address);
            r->function = r->detached = false;
            return X86_LABEL;
        }
        return dumped_event(r, &d);
    }
    if (read_table(p, to, &r->label, &r->rest))
        return X86_TABLE;
    return source_line_of(p, to, &r->rest, &r->source_line) ? X86_SOURCE : X86_END;
}

struct x86_text x86_next_target(struct x86_reader *r)
{
    uint64_t address;
    while (read_table_target(&r->rest, &address)) {
        const struct x86_dump_part *part = part_with(r->state, address);
        if (part)
            return address_name(part, &r->state->target, address);
    }
    return (struct x86_text){0};
}

enum x86_event x86_next_objdump(struct x86_reader *r)
{
    struct x86_reader_state *st = r->state;
    while (st->p < st->end || leave_part(st, st->p, st->next_line)) {
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
    struct x86_dump_line d;
    for (int lines = 0; p < end && lines < LINES_SEARCHED; lines++) {
        const char *to = x86_line_end(p, end);
        if (x86_read_dump_header(p, to, &address, &name))
            return true;
        if (x86_read_dump_line(p, to, &d) && p < to && x86_is_blank(*p) &&
            hex(*skip_blanks(p, to)) < 16)
            return true;
        p = to + 1;
    }
    return false;
}

enum x86_syntax x86_objdump_syntax(const char *p, const char *end)
{
    struct x86_dump_line d;
    for (int lines = 0; p < end && lines < LINES_SEARCHED; lines++) {
        const char *to = x86_line_end(p, end);
        if (x86_read_dump_line(p, to, &d) && memchr(d.text.at, '%', d.text.n))
            return X86_ATT;
        p = to + 1;
    }
    return X86_INTEL;
}
