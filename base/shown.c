/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/shown.h"
#include "base/diag.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int utf8_length(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    int n = s[0] < 0x80                   ? 1
            : s[0] >= 0xc2 && s[0] < 0xe0 ? 2
            : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
            : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
                                          : 0;
    for (int i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return n;
}

/* Marks of direction: U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069; and the line and
 * paragraph separators between them. */
static bool turns_text(const unsigned char *s, int n)
{
    if (n == 2)
        return s[0] == 0xd8 && s[1] == 0x9c;
    return n == 3 && s[0] == 0xe2 &&
           ((s[1] == 0x80 && (s[2] == 0x8e || s[2] == 0x8f || (s[2] >= 0xa8 && s[2] <= 0xae))) ||
            (s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9));
}

/* Is the character at s, of n bytes (0 = no UTF-8), one that a terminal acts on? */
static bool acts(const unsigned char *s, int n, bool lines)
{
    if (n == 0)
        return s[0] < 0xa0; /* a control character of 8-bit codes */
    if (n == 1)
        return (s[0] < ' ' && !(lines && (s[0] == '\n' || s[0] == '\t'))) || s[0] == 127;
    return (s[0] == 0xc2 && s[1] < 0xa0) || turns_text(s, n);
}

void shown_in_place(char *text, size_t n, bool lines)
{
    for (size_t i = 0; i < n;) {
        int length = utf8_length(text + i), step = length ? length : 1;
        if (acts((unsigned char *)text + i, length, lines))
            memset(text + i, '?', (size_t)step);
        i += (size_t)step;
    }
}

/* Prints the next character, or '?' for each of its bytes; returns how many. */
static size_t put_character(FILE *out, const char *s, bool lines)
{
    int length = utf8_length(s), step = length ? length : 1;
    bool plain = !acts((const unsigned char *)s, length, lines);
    for (int i = 0; i < step; i++)
        putc(plain ? (unsigned char)s[i] : '?', out);
    return (size_t)step;
}

void shown_put(FILE *out, const char *text)
{
    while (*text)
        text += put_character(out, text, false);
}

/* The code point of the UTF-8 character of n bytes at s; 0 where n is 0. */
static unsigned long code_point(const unsigned char *s, int n)
{
    unsigned long c = n == 0 ? 0 : n == 1 ? s[0] : s[0] & (0xffU >> (n + 1));
    for (int i = 1; i < n; i++)
        c = c << 6 | (s[i] & 0x3fU);
    return c;
}

/* Columns of a terminal that the character at s takes, of which put_character prints one or its
 * bytes. */
static int columns_of(const char *s)
{
    static const unsigned long wide[][2] = {
        {0x1100, 0x115f},   {0x2e80, 0xa4cf},   {0xa960, 0xa97f},   {0xac00, 0xd7a3},
        {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},
        {0x16fe0, 0x18aff}, {0x1b000, 0x1b2ff}, {0x1f000, 0x1faff}, {0x20000, 0x3fffd}};
    int n = utf8_length(s);
    unsigned long c = code_point((const unsigned char *)s, n);
    if (acts((const unsigned char *)s, n, false))
        return n ? n : 1;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (c >= wide[i][0] && c <= wide[i][1])
            return 2;
    return 1;
}

size_t shown_put_columns(FILE *out, const char *text, int columns, int *left)
{
    size_t at = 0;
    int need;
    while (text[at] && (need = columns_of(text + at)) <= columns) {
        at += put_character(out, text + at, false);
        columns -= need;
    }
    *left = columns;
    return at;
}

/* ---- a terminal ---- */

enum { LINE_BYTES = 1 << 16 };

/* Writes all n bytes; false with errno. */
static bool write_line(int fd, const char *line, size_t n)
{
    while (n) {
        ssize_t done = write(fd, line, n);
        if (done < 0 && errno != EINTR)
            return false;
        line += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return true;
}

/* What goes to a descriptor; as cookie_write_function_t. */
static ssize_t write_shown(void *fd, const char *bytes, size_t n)
{
    char line[LINE_BYTES + 1];
    for (size_t at = 0, most; at < n; at += most) {
        most = n - at < LINE_BYTES ? n - at : LINE_BYTES;
        memcpy(line, bytes + at, most);
        line[most] = 0;
        shown_in_place(line, most, true);
        if (!write_line(*(const int *)fd, line, most))
            return 0;
    }
    return (ssize_t)n;
}

/* The stream, or one to its terminal, fd, that changes what is printed. */
static FILE *guard(FILE *f, const int *fd)
{
    if (!isatty(*fd))
        return f;
    FILE *guarded = fopencookie((void *)fd, "w", (cookie_io_functions_t){.write = write_shown});
    if (!guarded || setvbuf(guarded, NULL, _IOLBF, LINE_BYTES) != 0)
        die_out_of_memory();
    return guarded;
}

void shown_guard_terminal(void)
{
    static const int output = STDOUT_FILENO;
    stdout = guard(stdout, &output);
}

FILE *shown_errors(void)
{
    static const int errors = STDERR_FILENO;
    return guard(stderr, &errors);
}

/* ---- CSV ---- */

static bool is_number(const char *text)
{
    char *end;
    strtod(text, &end);
    return end > text && *end == 0 && strpbrk(text, "xXnN") == NULL;
}

static bool needs_guard(const char *text)
{
    const char *first = text + strspn(text, "'");
    return *first && strchr("=+-@", *first) &&
           (first > text || (!is_number(text) && strcmp(text, "-") != 0));
}

size_t csv_guard(const char *text, size_t n)
{
    size_t at = 0;
    while (at < n && text[at] == '\'')
        at++;
    return at > 0 && at < n && text[at] && strchr("=+-@\t\r", text[at]) ? 1 : 0;
}

static void put_field(FILE *out, const char *text, bool quoted)
{
    if (quoted)
        putc('"', out);
    if (needs_guard(text))
        putc('\'', out);
    while (*text) {
        if (*text == '"')
            putc('"', out);
        text += put_character(out, text, false);
    }
    if (quoted)
        putc('"', out);
}

void csv_put(FILE *out, const char *text)
{
    if (text)
        put_field(out, text, text[strcspn(text, ",\"")] != 0);
}

void csv_put_quoted(FILE *out, const char *text)
{
    if (text)
        put_field(out, text, true);
}
