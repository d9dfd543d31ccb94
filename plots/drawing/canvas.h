/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a drawing to a file: the file's ending chooses the back end. */
#ifndef PLOTS_CANVAS_H
#define PLOTS_CANVAS_H

#include "base/diag.h"
#include "plots/drawing/verbs.h"

/* Draws what onto c, from begin to the last verb before end. */
typedef void drawing(struct canvas *c, const void *what);

/* Whether there is a back end for path's ending (.pdf .svg .png; .verbs: the
 * verbs as text). Else false with a message in d. */
bool canvas_ending(const char *path, struct diag *d);
/* Writes the drawing to path, whole or not at all. False with a message in d. */
bool canvas_file(const char *path, drawing *draw, const void *what, struct diag *d);

#endif
