/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes HTML that is XML, too: markup comes from literals only, every text is
 * escaped. */
#ifndef PLOTS_HTML_H
#define PLOTS_HTML_H

#include "base/quantity.h"

#include <stdio.h>

/* fmt is markup and goes out as it is, but for
 *     %s   a text, escaped for content and quoted attributes; NULL = nothing
 *     %ld %zu %d   numbers
 * and %%. Any other conversion is a bug. */
void html(FILE *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A text, escaped: & < > " ' become references, line ends blanks; bytes that
 * are no UTF-8, control characters, and characters that turn the direction of
 * what stands around them become U+FFFD. Tabs stay. */
void html_text(FILE *out, const char *text);

/* A cell of a table with a number for people; where it is missing, with its
 * reason on request. before: mark in front of it, "" = none. */
void html_number(FILE *out, struct quantity q, const char *before);
/* The same with a mark after it, raised; NULL = none. */
void html_marked(FILE *out, struct quantity q, const char *before, const char *mark);
/* A share as a percentage; with a mark after it, NULL = none. */
void html_marked_percent(FILE *out, struct quantity share, const char *mark);
void html_percent(FILE *out, struct quantity share);

#endif
