/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads .file and .loc of DWARF 2 to 5, names of routines, and sections without code. */
#include "x86-asm/unit.h"

#include <string.h>

enum { LAST_SOURCE_LINE = 1000000000 };

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool text_is(struct x86_text t, const char *text)
{
    return t.n == strlen(text) && memcmp(t.at, text, t.n) == 0;
}

static bool text_begins(struct x86_text t, const char *text)
{
    size_t n = strlen(text);
    return t.n >= n && memcmp(t.at, text, n) == 0;
}

static void skip_blanks(struct x86_text *t)
{
    while (t->n && is_blank(*t->at)) {
        t->at++;
        t->n--;
    }
}

/* Reads a number at the start. Returns false if there is none, or it is not a valid line number. */
static bool read_number(struct x86_text *t, uint32_t *number)
{
    uint32_t n = 0;
    size_t digits = 0;
    skip_blanks(t);
    for (; t->n && *t->at >= '0' && *t->at <= '9'; t->at++, t->n--, digits++) {
        n = n * 10 + (uint32_t)(*t->at - '0');
        if (n > LAST_SOURCE_LINE)
            return false;
    }
    *number = n;
    return digits > 0 && (!t->n || is_blank(*t->at));
}

/* Reads a quoted text, without replacing escapes. */
static bool read_quoted(struct x86_text *t, struct x86_text *text)
{
    skip_blanks(t);
    if (!t->n || *t->at != '"')
        return false;
    const char *from = t->at + 1, *end = t->at + t->n, *p = from;
    while (p < end && *p != '"')
        p += *p == '\\' && p + 1 < end ? 2 : 1;
    if (p >= end)
        return false;
    *text = (struct x86_text){from, (size_t)(p - from)};
    t->n = (size_t)(end - p) - 1;
    t->at = p + 1;
    return true;
}

/* ---- sources ---- */

static bool is_octal(struct x86_text t, size_t at)
{
    for (size_t i = at; i < at + 3; i++)
        if (i >= t.n || t.at[i] < '0' || t.at[i] > '7')
            return false;
    return true;
}

/* Returns the byte at *i and advances *i. \" and \\ are the character after the backslash; three
 * octal digits are a byte that is not ASCII. */
static char plain_byte(struct x86_text t, size_t *i)
{
    if (t.at[*i] == '\\' && is_octal(t, *i + 1)) {
        const char *d = t.at + *i + 1;
        *i += 4;
        return (char)(unsigned char)((d[0] - '0') << 6 | (d[1] - '0') << 3 | (d[2] - '0'));
    }
    *i += t.at[*i] == '\\' && *i + 1 < t.n && strchr("\"\\", t.at[*i + 1]);
    return t.at[(*i)++];
}

/* Returns a name without escapes. */
static const char *plain_name(struct x86_origin *o, struct x86_text name)
{
    struct arena a = {0};
    char *plain = ARENA_ARRAY(&a, char, name.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < name.n;)
        plain[n++] = plain_byte(name, &i);
    const char *kept = name_of(&o->names, plain, n);
    arena_free(&a);
    return kept;
}

static const char *path_of(struct x86_origin *o, struct x86_text folder, struct x86_text name)
{
    struct arena a = {0};
    if (!folder.n || (name.n && name.at[0] == '/'))
        return plain_name(o, name);
    char *path = arena_printf(&a, "%.*s/%.*s", (int)folder.n, folder.at, (int)name.n, name.at);
    const char *kept = plain_name(o, (struct x86_text){path, strlen(path)});
    arena_free(&a);
    return kept;
}

/* Reads .file "a.f"; .file 1 "a.f"; .file 1 "folder" "a.f". Number 0 is the file of the whole unit:
 * its folder is the compiler's working directory, and other numbers name the same file without that
 * folder. */
static void read_source_file(struct x86_origin *o, struct x86_text rest)
{
    struct x86_text first, second = {NULL, 0};
    uint32_t number;
    bool numbered = read_number(&rest, &number);
    if (!read_quoted(&rest, &first))
        return;
    if (!numbered) {
        o->whole = o->source = plain_name(o, first);
        o->files.n = 0;
        o->line = o->column = 0;
        return;
    }
    bool folder = read_quoted(&rest, &second);
    const char *name = !folder       ? path_of(o, second, first)
                       : number == 0 ? plain_name(o, second)
                                     : path_of(o, first, second);
    *array_push(&o->files) = (struct x86_source_file){number, name};
}

static const char *file_numbered(const struct x86_origin *o, uint32_t number)
{
    for (size_t i = o->files.n; i > 0; i--)
        if (o->files.at[i - 1].number == number)
            return o->files.at[i - 1].name;
    return o->whole;
}

/* Reads .loc FILE LINE [COLUMN] ... */
static void read_location(struct x86_origin *o, struct x86_text rest)
{
    uint32_t number, line, column;
    if (!read_number(&rest, &number) || !read_number(&rest, &line))
        return;
    o->column = read_number(&rest, &column) ? column : 0;
    o->source = file_numbered(o, number);
    o->line = line;
    o->located = true;
}

/* ---- routines and sections ---- */

static struct x86_text word_of(struct x86_text rest)
{
    skip_blanks(&rest);
    size_t n = 0;
    while (n < rest.n && rest.at[n] != ',' && !is_blank(rest.at[n]))
        n++;
    return (struct x86_text){rest.at, n};
}

static void declare_routine(struct x86_origin *o, struct x86_text rest, bool typed)
{
    struct x86_text name = word_of(rest);
    struct x86_text tail = {name.at + name.n, rest.n - (size_t)(name.at - rest.at) - name.n};
    bool function = false;
    for (size_t i = 0; i + 9 <= tail.n && !function; i++)
        function = memcmp(tail.at + i, "function", 8) == 0 || memcmp(tail.at + i, "FUNC", 4) == 0;
    for (size_t i = 0; i + 8 <= tail.n && !function; i++)
        function = memcmp(tail.at + i, "function", 8) == 0;
    if (name.n && (!typed || function))
        name_of(&o->routines, name.at, name.n);
}

static void set_section(struct x86_origin *o, struct x86_text name)
{
    o->notes = text_begins(name, ".debug") || text_begins(name, ".eh_frame") ||
               text_begins(name, ".note") || text_begins(name, ".comment") ||
               text_begins(name, ".stab") || text_begins(name, "__DWARF");
}

static void handle_directive(struct x86_origin *o, struct x86_text name, struct x86_text rest)
{
    if (text_is(name, ".loc"))
        read_location(o, rest);
    else if (text_is(name, ".file"))
        read_source_file(o, rest);
    else if (text_is(name, ".type"))
        declare_routine(o, rest, true);
    else if (text_is(name, ".globl") || text_is(name, ".global"))
        declare_routine(o, rest, false);
    else if (text_is(name, ".section"))
        set_section(o, word_of(rest));
    else if (text_is(name, ".text") || text_is(name, ".data") || text_is(name, ".bss"))
        o->notes = false;
}

void x86_origin_event(struct x86_origin *o, const struct x86_reader *r, enum x86_event e)
{
    if (e == X86_DIRECTIVE) {
        handle_directive(o, r->directive, r->rest);
        return;
    }
    o->source = r->rest.n ? name_of(&o->names, r->rest.at, r->rest.n) : NULL;
    o->line = r->source_line;
    o->column = 0;
    o->located = true;
}

void x86_origin_reset(struct x86_origin *o)
{
    names_free(&o->routines);
    o->files.n = 0;
    o->whole = o->source = NULL;
    o->line = o->column = 0;
    o->notes = o->located = false;
}

void x86_origin_free(struct x86_origin *o)
{
    names_free(&o->names);
    names_free(&o->routines);
    array_free(&o->files);
}
