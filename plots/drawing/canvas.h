/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a drawing to a file: the file's ending chooses the back end. */
#ifndef PLOTS_CANVAS_H
#define PLOTS_CANVAS_H

#include "base/diag.h"
#include "plots/drawing/verbs.h"

/* Draws what onto c, from begin to the last verb before end. */
typedef void drawing(struct canvas *c, const void *what);
struct part {
    drawing *draw;
    const void *what;
};
/* The n >= 1 parts one after the other as one document, from its begin to the
 * last verb before its end: the title and the subject are those of all. */
void draw_parts(struct canvas *c, const struct part *parts, size_t n);

/* Whether there is a back end for path's ending (.pdf .svg .png; .verbs: the
 * verbs as text). Else false with a message in d. */
bool canvas_ending(const char *path, struct diag *d);
/* The same without a message. */
bool canvas_is_picture(const char *path);
/* Writes the n >= 1 drawings to path, whole or not at all. False with a
 * message in d. */
bool canvas_file(const char *path, const struct part *parts, size_t n, struct diag *d);

#endif
