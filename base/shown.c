/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/shown.h"
#include "base/diag.h"
#include "base/util.h"

#include <errno.h>
#include <stdio_ext.h>
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

bool shown_turns_text(const char *text, int n)
{
    const unsigned char *s = (const unsigned char *)text;
    if (n == 2)
        return s[0] == 0xd8 && s[1] == 0x9c;
    return n == 3 && s[0] == 0xe2 &&
           ((s[1] == 0x80 && (s[2] == 0x8e || s[2] == 0x8f || (s[2] >= 0xa8 && s[2] <= 0xae))) ||
            (s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9));
}

/* Returns whether a terminal interprets the character of n bytes at s (0 = invalid UTF-8). */
static bool is_control(const unsigned char *s, int n, bool lines)
{
    if (n == 0)
        return s[0] < 0xa0; /* a control character of 8-bit codes */
    if (n == 1)
        return (s[0] < ' ' && !(lines && (s[0] == '\n' || s[0] == '\t'))) || s[0] == 127;
    return (s[0] == 0xc2 && s[1] < 0xa0) || shown_turns_text((const char *)s, n);
}

enum { BLOCK = 64 };

/* Returns whether a byte is a printable ASCII character, a tab or a line end. */
static bool is_plain(unsigned char c)
{
    return ((c >= ' ') & (c < 127)) | (c == '\n') | (c == '\t');
}

/* Returns the length of the complete blocks of plain bytes at the begin of text. The loop over a
 * block has no branches, so that compilers vectorize it. */
static size_t plain_blocks(const char *text, size_t n)
{
    size_t at = 0;
    for (bool plain = true; n - at >= BLOCK; at += BLOCK) {
        for (size_t i = 0; i < BLOCK; i++)
            plain &= is_plain((unsigned char)text[at + i]);
        if (!plain)
            break;
    }
    return at;
}

void shown_in_place(char *text, size_t n, bool lines)
{
    for (size_t i = lines ? plain_blocks(text, n) : 0; i < n;) {
        int length = utf8_length(text + i), step = length ? length : 1;
        if (is_control((unsigned char *)text + i, length, lines))
            memset(text + i, '?', (size_t)step);
        i += (size_t)step;
    }
}

/* Prints the character at s, or '?' for each of its bytes. Returns its length. */
static size_t put_character(FILE *out, const char *s, bool lines)
{
    int length = utf8_length(s), step = length ? length : 1;
    bool plain = !is_control((const unsigned char *)s, length, lines);
    for (int i = 0; i < step; i++)
        putc(plain ? (unsigned char)s[i] : '?', out);
    return (size_t)step;
}

void shown_put(FILE *out, const char *text)
{
    while (*text)
        text += put_character(out, text, false);
}

/* Returns the code point of the UTF-8 character of n bytes at s; 0 if n is 0. */
static unsigned long code_point(const unsigned char *s, int n)
{
    unsigned long c = n == 0 ? 0 : n == 1 ? s[0] : s[0] & (0xffU >> (n + 1));
    for (int i = 1; i < n; i++)
        c = c << 6 | (s[i] & 0x3fU);
    return c;
}

/* Returns the number of terminal columns of the character at s as put_character prints it. */
static int columns_of(const char *s)
{
    static const unsigned long wide[][2] = {
        {0x1100, 0x115f},   {0x2e80, 0xa4cf},   {0xa960, 0xa97f},   {0xac00, 0xd7a3},
        {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},
        {0x16fe0, 0x18aff}, {0x1b000, 0x1b2ff}, {0x1f000, 0x1faff}, {0x20000, 0x3fffd}};
    int n = utf8_length(s);
    unsigned long c = code_point((const unsigned char *)s, n);
    if (is_control((const unsigned char *)s, n, false))
        return n ? n : 1;
    for (size_t i = 0; i < COUNT_OF(wide); i++)
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

void shown_vprintf(FILE *out, const char *fmt, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, again);
    va_end(again);
    if (n < 0)
        return;
    char *text = malloc((size_t)n + 1);
    if (!text)
        die_out_of_memory();
    vsnprintf(text, (size_t)n + 1, fmt, ap);
    shown_in_place(text, (size_t)n, true);
    fputs(text, out);
    free(text);
}

void shown_printf(FILE *out, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    shown_vprintf(out, fmt, ap);
    va_end(ap);
}

/* ---- streams ---- */

enum { LINE_BYTES = 1 << 16, LONGEST_CHARACTER = 4 };

/* A descriptor, the bytes of an incomplete last character, and the buffer of its stream. The C
 * library does not free the buffer at exit, so allocated memory would be reported as a leak. */
struct guarded {
    int fd;
    size_t n;
    char partial[LONGEST_CHARACTER];
    char buffer[LINE_BYTES];
};

static struct guarded output = {.fd = STDOUT_FILENO}, errors = {.fd = STDERR_FILENO};

/* Writes n bytes. Returns false with errno on failure. */
static bool write_bytes(int fd, const char *line, size_t n)
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

/* Returns the number of bytes of an incomplete UTF-8 character at the end of the text. */
static size_t partial_length(const char *text, size_t n)
{
    for (size_t k = 1; k < LONGEST_CHARACTER && k <= n; k++) {
        unsigned char c = (unsigned char)text[n - k];
        size_t length = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : 1;
        if ((c & 0xc0) != 0x80)
            return length > k ? k : 0;
    }
    return 0;
}

/* Replaces characters of a line and writes it, except for an incomplete last character, which is
 * kept. */
static bool write_replaced(struct guarded *g, char *line, size_t n)
{
    size_t partial = partial_length(line, n);
    memcpy(g->partial, line + n - partial, partial);
    g->n = partial;
    line[n - partial] = 0;
    shown_in_place(line, n - partial, true);
    return write_bytes(g->fd, line, n - partial);
}

/* Writes to a guarded descriptor; a cookie_write_function_t. */
static ssize_t write_shown(void *to, const char *bytes, size_t n)
{
    struct guarded *g = to;
    char line[LONGEST_CHARACTER + LINE_BYTES + 1];
    size_t at = g->n ? 0 : plain_blocks(bytes, n);
    if (!write_bytes(g->fd, bytes, at))
        return 0;
    for (size_t most; at < n; at += most) {
        size_t partial = g->n;
        most = n - at < LINE_BYTES ? n - at : LINE_BYTES;
        memcpy(line, g->partial, partial);
        memcpy(line + partial, bytes + at, most);
        if (!write_replaced(g, line, partial + most))
            return 0;
    }
    return (ssize_t)n;
}

/* Returns a stream to a guarded descriptor, buffered like f. */
static FILE *open_guarded(FILE *f, struct guarded *g)
{
    int mode = f == stderr || isatty(g->fd) || __flbf(f) ? _IOLBF : _IOFBF;
    FILE *guarded = fopencookie(g, "w", (cookie_io_functions_t){.write = write_shown});
    if (!guarded || setvbuf(guarded, g->buffer, mode, LINE_BYTES) != 0)
        die_out_of_memory();
    return guarded;
}

void shown_guard_output(bool verbatim)
{
    if (fileno(stdout) >= 0 && (!verbatim || isatty(output.fd)))
        stdout = open_guarded(stdout, &output);
}

bool shown_end_output(void)
{
    char text[LONGEST_CHARACTER + 1] = "";
    size_t n = output.n;
    memcpy(text, output.partial, n);
    output.n = 0;
    shown_in_place(text, n, true);
    return write_bytes(output.fd, text, n);
}

FILE *shown_errors(void)
{
    return open_guarded(stderr, &errors);
}

/* ---- CSV ---- */

static bool is_number(const char *text)
{
    char *end;
    strtod(text, &end);
    return end > text && *end == 0 && !strpbrk(text, "xXnN");
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
