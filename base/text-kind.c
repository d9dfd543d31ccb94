/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text-kind.h"
#include "base/util.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

enum { EXAMINED = 1 << 16, CHARACTERISTIC_LINES = 2, CONTINUATION_COLUMN = 6 };

/* Directives that follow a period at the start of a line. No Fortran statement begins with one. */
static const char *const directives[] = {
    "align",        "cfi_startproc", "comm",    "data",    "def",  "file", "globl", "ident",
    "intel_syntax", "local",         "p2align", "section", "size", "text", "type",  "vstamp"};

/* First words of Fortran statements that are neither mnemonics nor labels. */
static const char *const fortran_words[] = {
    "character", "common",    "continue", "dimension", "do",       "double",     "doubleprecision",
    "else",      "end",       "enddo",    "endif",     "implicit", "integer",    "logical",
    "module",    "parameter", "program",  "real",      "return",   "subroutine", "use"};

static bool begins_with(const char *text, size_t n, const char *start)
{
    size_t length = strlen(start);
    return n >= length && memcmp(text, start, length) == 0;
}

enum text_kind binary_kind_of(const char *bytes, size_t n)
{
    if (begins_with(bytes, n, "\177ELF"))
        return TEXT_MACHINE_CODE;
    if (begins_with(bytes, n, "!<arch>\n"))
        return TEXT_LIBRARY;
    return n ? TEXT_UNKNOWN : TEXT_EMPTY;
}

static bool is_one_of(const char *word, size_t n, const char *const *list, size_t words)
{
    for (size_t i = 0; i < words; i++)
        if (strlen(list[i]) == n && strncasecmp(list[i], word, n) == 0)
            return true;
    return false;
}

static size_t name_length(const char *p, const char *end)
{
    const char *from = p;
    while (p < end && (isalnum((unsigned char)*p) || *p == '_'))
        p++;
    return (size_t)(p - from);
}

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    return p;
}

/* A period in column 6 continues a Fortran statement of fixed form. */
static bool is_assembly_line(const char *line, const char *end)
{
    const char *p = skip_blanks(line, end);
    bool continuation =
        p - line == CONTINUATION_COLUMN - 1 && !memchr(line, '\t', (size_t)(p - line));
    if (p == end || *p != '.' || continuation)
        return false;
    size_t n = name_length(++p, end);
    bool complete = p + n == end || isspace((unsigned char)p[n]);
    return complete && is_one_of(p, n, directives, COUNT_OF(directives));
}

static bool is_fortran_line(const char *line, const char *end)
{
    const char *p = skip_blanks(line, end);
    while (p < end && isdigit((unsigned char)*p)) /* a statement label */
        p++;
    p = skip_blanks(p, end);
    size_t n = name_length(p, end);
    bool complete = p + n == end || strchr(" \t\r(*,!", p[n]);
    return complete && is_one_of(p, n, fortran_words, COUNT_OF(fortran_words));
}

/* Returns true for the line in which objdump prints the format of its input, after its name. */
static bool is_objdump_line(const char *line, const char *end)
{
    const char *blank = memchr(line, ' ', (size_t)(end - line));
    return blank && blank > line && blank[-1] == ':' &&
           begins_with(blank, (size_t)(end - blank), "     file format elf");
}

enum text_kind text_kind_of(const char *text, size_t n)
{
    const char *end = text + (n < EXAMINED ? n : EXAMINED);
    int assembly = 0, fortran = 0;
    if (binary_kind_of(text, n) != TEXT_UNKNOWN)
        return binary_kind_of(text, n);
    for (const char *line = text; line < end && assembly < CHARACTERISTIC_LINES;) {
        const char *feed = memchr(line, '\n', (size_t)(end - line)), *to = feed ? feed : end;
        assembly += is_assembly_line(line, to);
        fortran += is_fortran_line(line, to);
        if (is_objdump_line(line, to))
            assembly = CHARACTERISTIC_LINES;
        line = to + 1;
    }
    if (assembly)
        return assembly < CHARACTERISTIC_LINES ? TEXT_UNKNOWN : TEXT_ASSEMBLY;
    return fortran < CHARACTERISTIC_LINES ? TEXT_UNKNOWN : TEXT_FORTRAN;
}
