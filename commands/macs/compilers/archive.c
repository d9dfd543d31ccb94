/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The format is ar(5), with long names of GNU and BSD. */
#include "commands/macs/compilers/archive.h"

#include <string.h>

static const char magic[] = "!<arch>\n";
enum { MAGIC = 8, HEADER = 60, NAME = 16, SIZE_AT = 48, SIZE = 10, END_AT = 58 };

/* Reads a decimal number followed by blanks. Returns false for other text. */
static bool read_number(const char *text, size_t n, size_t *value)
{
    size_t i = 0;
    *value = 0;
    for (; i < n && text[i] >= '0' && text[i] <= '9'; i++)
        *value = *value * 10 + (size_t)(text[i] - '0');
    bool some = i > 0;
    while (i < n && text[i] == ' ')
        i++;
    return some && i == n;
}

/* The table of names that are longer than a header. */
struct long_names {
    const char *text;
    size_t n;
};

/* Returns the name at that byte of the table of long names, which ends in "/\n". A header refers to
 * byte 123 by "/123". */
static const char *long_name(struct arena *a, const struct long_names *names, size_t at)
{
    if (at >= names->n)
        return NULL;
    const char *from = names->text + at, *end = memchr(from, '\n', names->n - at);
    size_t n = end ? (size_t)(end - from) : names->n - at;
    if (n > 0 && from[n - 1] == '/')
        n--;
    return arena_strndup(a, from, n);
}

/* Returns the name of a header, "name.o/" followed by blanks. */
static const char *short_name(struct arena *a, const char *text)
{
    size_t n = NAME;
    while (n > 0 && text[n - 1] == ' ')
        n--;
    if (n > 0 && text[n - 1] == '/')
        n--;
    return arena_strndup(a, text, n);
}

/* Reads a member that is not a table. Returns false if its name is invalid. */
static bool read_member(struct archive *to, struct arena *a, const struct long_names *names,
                        const char *header, size_t size)
{
    struct archive_member m = {.bytes = header + HEADER, .n = size};
    size_t n;
    if (memcmp(header, "#1/", 3) == 0) {
        if (!read_number(header + 3, NAME - 3, &n) || n > size)
            return false;
        m.name = arena_strndup(a, m.bytes, strnlen(m.bytes, n));
        m.bytes += n;
        m.n -= n;
    } else if (*header == '/') {
        if (!read_number(header + 1, NAME - 1, &n))
            return false;
        m.name = long_name(a, names, n);
    } else
        m.name = short_name(a, header);
    if (!m.name || !*m.name)
        return false;
    *ARENA_PUSH(a, to->at, to->n) = m;
    return true;
}

/* Tables: of symbols "/", "/SYM64/" and __.SYMDEF, of names "//". */
static bool is_table(const char *header)
{
    return memcmp(header, "/ ", 2) == 0 || memcmp(header, "/SYM64/", 7) == 0 ||
           memcmp(header, "__.SYMDEF", 9) == 0 || memcmp(header, "// ", 3) == 0;
}

bool archive_read(struct archive *to, struct arena *a, const char *bytes, size_t n)
{
    struct long_names names = {.n = 0};
    *to = (struct archive){.n = 0};
    if (n < MAGIC || memcmp(bytes, magic, MAGIC) != 0)
        return false;
    for (size_t at = MAGIC; at < n;) {
        const char *header = bytes + at;
        size_t size;
        if (n - at < HEADER || memcmp(header + END_AT, "`\n", 2) != 0 ||
            !read_number(header + SIZE_AT, SIZE, &size) || size > n - at - HEADER)
            return false;
        if (memcmp(header, "// ", 3) == 0)
            names = (struct long_names){header + HEADER, size};
        else if (!is_table(header) && !read_member(to, a, &names, header, size))
            return false;
        at += HEADER + size + (size & 1);
    }
    return true;
}
