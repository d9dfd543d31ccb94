/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Width of texts without any font at hand: layout must be the same for every
 * back end and on every machine. The advances are those of DejaVu Sans, which
 * Debian installs with cairo; a back end that draws with a wider font squeezes
 * it to these widths. */
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

/* Width of UTF-8 text at this font size. */
double text_width(const char *text, double size, bool bold);
/* Whether text_clean lets the character at s, which is not its end, through; in *n its bytes, 1
 * for a byte that starts none. */
bool text_character(const char *s, size_t *n);
/* The text with bytes that are no UTF-8, and characters that XML does not
 * allow or that turn the direction of what stands around them, made '?' and line ends and tabs made
 * blanks. */
const char *text_clean(struct arena *a, const char *text);
/* The text, its middle replaced by an ellipsis if it is wider than room. At
 * least its first character and the ellipsis remain. */
const char *text_shorten(struct arena *a, const char *text, double size, bool bold, double room);

struct text_lines {
    const char **at;
    size_t n;
};
/* The text broken at blanks into lines of at most room points; a longer word
 * stands alone on its line, shortened. */
struct text_lines text_wrap(struct arena *a, const char *text, double size, double room);

#endif
