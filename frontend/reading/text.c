/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/reading/text.h"
#include "base/text-kind.h"

#include <string.h>

/* SAMPLE: bytes at the begin of a file that are examined. */
enum { SAMPLE = 128, FEW = 4, RARE = 32 };

static bool begins_with(const struct source *s, const char *bytes, size_t n)
{
    return s->size >= n && memcmp(s->text, bytes, n) == 0;
}
#define BEGINS_WITH(s, bytes) begins_with((s), (bytes), sizeof(bytes) - 1)

/* Whether the text is UTF-16: every other byte is 0, or it has a byte order mark. */
static bool is_utf16(const struct source *s)
{
    size_t n = s->size < SAMPLE ? s->size : SAMPLE, zeros[2] = {0, 0};
    for (size_t i = 0; i < n; i++)
        zeros[i % 2] += s->text[i] == '\0';
    return BEGINS_WITH(s, "\xff\xfe") || BEGINS_WITH(s, "\xfe\xff") ||
           (n > 3 && (zeros[0] > 2 * n / 5 || zeros[1] > 2 * n / 5) &&
            zeros[0] + zeros[1] < 3 * n / 5);
}

/* Whether the sample has more than FEW + n / RARE control characters, or is a PDF or ELF file. */
static bool is_binary(const struct source *s)
{
    size_t n = s->size < SAMPLE ? s->size : SAMPLE, odd = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s->text[i];
        odd += (c < ' ' && !(c >= '\b' && c <= '\r') && c != 0x1a && c != 0x1b) || c == 0x7f;
    }
    return odd > FEW + n / RARE || BEGINS_WITH(s, "%PDF-") ||
           BEGINS_WITH(s, "\x7f"
                          "ELF");
}

/* Converts the line ends of old Macintosh files (CR). */
static void split_at_returns(struct source *s)
{
    enum { FIRST_LINE = 512 };
    size_t n = s->size < FIRST_LINE ? s->size : FIRST_LINE;
    if (!memchr(s->text, '\r', n) || memchr(s->text, '\n', s->size))
        return;
    for (size_t i = 0; i < s->size; i++)
        if (s->text[i] == '\r')
            s->text[i] = '\n';
}

const char *text_prepare(struct source *s)
{
    while (s->size && (s->text[s->size - 1] == 0x1a || s->text[s->size - 1] == '\0'))
        s->size--;
    if (is_utf16(s))
        return "this text is in UTF-16; convert it to UTF-8 first, for "
               "example with iconv -f UTF-16 -t UTF-8";
    if (is_binary(s))
        return "this is a binary file, not Fortran text; give its source file";
    if (text_kind_of(s->text, s->size) == TEXT_ASSEMBLY)
        return "this is assembly, not Fortran; kmacstat reads assembly";
    if (BEGINS_WITH(s, "\xef\xbb\xbf")) {
        s->size -= 3;
        memmove(s->text, s->text + 3, s->size);
    }
    s->text[s->size] = '\0';
    split_at_returns(s);
    return NULL;
}
