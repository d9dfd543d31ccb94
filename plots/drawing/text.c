/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/drawing/text.h"

#include <stdint.h>
#include <string.h>

/* Thousandths of the font size, from ' ' to '~'. */
static const short regular[] = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361,  318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635,  611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352,  635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592,  525, 636, 337, 636, 838,
};
static const short heavy[] = {
    348,  456, 521, 838, 696, 1002, 872, 306,  457, 457, 523, 838, 380, 415,  380, 365,
    696,  696, 696, 696, 696, 696,  696, 696,  696, 696, 400, 400, 838, 838,  838, 580,
    1000, 774, 762, 734, 830, 683,  683, 821,  837, 372, 372, 775, 637, 995,  837, 850,
    733,  850, 770, 720, 682, 812,  774, 1103, 771, 724, 725, 457, 365, 457,  838, 500,
    500,  675, 716, 593, 716, 678,  435, 716,  712, 343, 343, 665, 343, 1042, 712, 687,
    716,  716, 493, 595, 478, 712,  652, 924,  645, 652, 582, 712, 365, 712,  838,
};

enum { NO_CHARACTER = 0xFFFFFFFF };

/* Returns the character at s and sets *n to its length in bytes; NO_CHARACTER with length 1 for a
 * byte that starts no character. s is 0-terminated and not at its end. */
static uint32_t character_at(const char *s, size_t *n)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char b = (unsigned char)*s;
    *n = 1;
    if (b < 0x80)
        return b;
    size_t bytes = b >= 0xF0 ? 4 : b >= 0xE0 ? 3 : 2;
    if (b < 0xC2 || b > 0xF4)
        return NO_CHARACTER;
    uint32_t c = b & (0xFFu >> (bytes + 1));
    for (size_t i = 1; i < bytes; i++) {
        if (((unsigned char)s[i] & 0xC0) != 0x80)
            return NO_CHARACTER;
        c = c << 6 | ((unsigned char)s[i] & 0x3F);
    }
    if (c < least[bytes] || (c >= 0xD800 && c <= 0xDFFF) || c > 0x10FFFF)
        return NO_CHARACTER;
    *n = bytes;
    return c;
}

static double character_width(uint32_t c, bool bold)
{
    if (c >= ' ' && c <= '~')
        return (bold ? heavy : regular)[c - ' '];
    if (c == 0x2212) /* minus */
        return 838;
    if (c == 0xB7)
        return bold ? 380 : 318;
    if (c < 0x1100)
        return bold ? 760 : 690;
    return 1000;
}

double text_width(const char *text, double size, bool bold)
{
    double sum = 0;
    for (size_t n; *text; text += n)
        sum += character_width(character_at(text, &n), bold);
    return sum * size / 1000;
}

/* Returns whether c is an embedding, override or isolate. */
static bool changes_direction(uint32_t c)
{
    return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

static bool is_kept(uint32_t c)
{
    return !changes_direction(c) && c >= ' ' && !(c >= 0x7F && c <= 0x9F) && c != 0xFFFE &&
           c != 0xFFFF && c != NO_CHARACTER;
}

bool text_character(const char *s, size_t *n)
{
    return is_kept(character_at(s, n));
}

const char *text_clean(struct arena *a, const char *text)
{
    char *clean = arena_strdup(a, text);
    char *to = clean;
    for (size_t n; *text; text += n) {
        uint32_t c = character_at(text, &n);
        if (is_kept(c)) {
            memcpy(to, text, n);
            to += n;
        } else {
            *to++ = c == '\t' || c == '\n' || c == '\r' ? ' ' : '?';
        }
    }
    *to = 0;
    return clean;
}

/* Returns the index of the character before s + at. */
static size_t step_back(const char *s, size_t at)
{
    do
        at--;
    while (at > 0 && ((unsigned char)s[at] & 0xC0) == 0x80);
    return at;
}

const char *text_shorten(struct arena *a, const char *text, double size, bool bold, double width)
{
    if (text_width(text, size, bold) <= width)
        return text;
    size_t end = strlen(text), head, last = end;
    character_at(text, &head);
    double left = width - text_width(TEXT_ELLIPSIS, size, bold);
    left -= character_width(character_at(text, &(size_t){0}), bold) * size / 1000;
    for (bool front = false; head < last; front = !front) {
        size_t n, from = front ? head : step_back(text, last);
        double advance = character_width(character_at(text + from, &n), bold) * size / 1000;
        if (advance > left)
            break;
        left -= advance;
        if (front)
            head += n;
        else
            last = from;
    }
    return arena_printf(a, "%.*s" TEXT_ELLIPSIS "%s", (int)head, text, text + last);
}

/* Returns the length in bytes of the longest start of text, up to a space, that fits into
 * width_max; that of the first word if it is too wide. */
static size_t line_length(const char *text, double size, double width_max)
{
    size_t fits = 0;
    double width = 0;
    for (size_t at = 0, n; text[at]; at += n) {
        uint32_t c = character_at(text + at, &n);
        if (c == ' ') {
            if (fits && width > width_max)
                return fits;
            fits = at;
        }
        width += character_width(c, false) * size / 1000;
        if (width > width_max && fits)
            return fits;
    }
    return width > width_max && fits ? fits : strlen(text);
}

struct text_lines text_wrap(struct arena *a, const char *text, double size, double width)
{
    struct text_lines lines = {.at = ARENA_ARRAY(a, const char *, strlen(text) / 2 + 1)};
    while (*text == ' ')
        text++;
    while (*text) {
        size_t n = line_length(text, size, width);
        size_t end = n;
        while (text[end - 1] == ' ')
            end--;
        const char *line = arena_strndup(a, text, end);
        lines.at[lines.n++] = text_shorten(a, line, size, false, width);
        text += n;
        while (*text == ' ')
            text++;
    }
    return lines;
}
