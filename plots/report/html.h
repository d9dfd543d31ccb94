/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes HTML that is also well-formed XML. Markup comes only from literals; every text is escaped.
 */
#ifndef PLOTS_HTML_H
#define PLOTS_HTML_H

#include "base/quantity.h"

#include <stdio.h>

/* Writes fmt, which is markup, with the conversions
 *     %s   a text, escaped for content and quoted attributes; NULL = nothing
 *     %ld %zu %d   numbers
 *     %%   a percent sign
 * Any other conversion is a bug. */
void html(FILE *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Writes a text, escaped: & < > " ' become references; line ends become spaces; invalid UTF-8
 * bytes, control characters, and characters that change the text direction become U+FFFD. Tabs are
 * kept. */
void html_text(FILE *out, const char *text);

/* Writes a table cell with a number; if it is missing, "-" with the reason as a tooltip. before: a
 * mark before the number, "" = none. */
void html_number(FILE *out, struct quantity q, const char *before);
/* Writes the same with a superscript mark after the number; NULL = none. */
void html_marked(FILE *out, struct quantity q, const char *before, const char *mark);
/* Writes a cell with a share as a percentage and a superscript mark after it; NULL = none. */
void html_marked_percent(FILE *out, struct quantity share, const char *mark);
/* Writes a cell with a share as a percentage. */
void html_percent(FILE *out, struct quantity share);

#endif
