/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Widths of texts, computed without a font, because the layout must be the same for every back end
 * and on every machine. The advances are those of DejaVu Sans, which Debian installs with cairo. A
 * back end with a wider font squeezes texts to these widths. */
#ifndef PLOTS_TEXT_H
#define PLOTS_TEXT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

#define TEXT_FAMILY "DejaVu Sans"
#define TEXT_MINUS "\xe2\x88\x92"
#define TEXT_ELLIPSIS "\xe2\x80\xa6"
#define TEXT_DOT "\xc2\xb7" /* between parts of a title */

/* Fractions of the font size: a line's extent above and below its base line,
 * and the height of a capital or digit. */
#define TEXT_ASCENT 0.93
#define TEXT_DESCENT 0.24
#define TEXT_CAPITAL 0.73

/* Returns the width of UTF-8 text at this font size. */
double text_width(const char *text, double size, bool bold);
/* Returns whether text_clean keeps the character at s, which is not the end of the text. Sets *n to
 * its length in bytes; 1 for a byte that starts no character. */
bool text_character(const char *s, size_t *n);
/* Returns a copy of the text in which invalid UTF-8 bytes, characters that XML does not allow, and
 * characters that change the text direction are '?', and line ends and tabs are spaces. */
const char *text_clean(struct arena *a, const char *text);
/* Returns the text, with its middle replaced by an ellipsis if it is wider than width. At least the
 * first character and the ellipsis remain. */
const char *text_shorten(struct arena *a, const char *text, double size, bool bold, double width);

struct text_lines {
    const char **at;
    size_t n;
};
/* Returns the text, divided at spaces into lines of at most width points. A longer word is
 * shortened, on its own line. */
struct text_lines text_wrap(struct arena *a, const char *text, double size, double width);

#endif
