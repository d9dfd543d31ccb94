/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a drawing to a file. The extension of the file selects the back end. */
#ifndef PLOTS_CANVAS_H
#define PLOTS_CANVAS_H

#include "base/diag.h"
#include "plots/drawing/verbs.h"

/* Draws what onto c: all verbs from begin to the last one before end. */
typedef void drawing(struct canvas *c, const void *what);
struct part {
    drawing *draw;
    const void *what;
};
/* Draws the n >= 1 parts in order as one document: all verbs from begin to the last one before end.
 * Title and subject are those of all parts, joined. */
void draw_parts(struct canvas *c, const struct part *parts, size_t n);

/* Returns whether path has the extension of a back end (.pdf .svg .png; .verbs: the verbs as text).
 * Otherwise returns false with a message in d. */
bool canvas_check_extension(const char *path, struct diag *d);
/* Returns the same without a message. */
bool canvas_is_picture(const char *path);
/* Writes the n >= 1 drawings to path, completely or not at all. Returns false with a message in d.
 */
bool canvas_file(const char *path, const struct part *parts, size_t n, struct diag *d);

#endif
