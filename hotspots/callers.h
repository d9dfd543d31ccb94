/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to hotspots/: callers of library functions. */
#ifndef HOTSPOTS_CALLERS_H
#define HOTSPOTS_CALLERS_H

#include "hotspots/files.h"

/* Sets the caller of each library function: the place in whose samples the calls from outside the
 * library have the greatest weight. Only functions that create a frame are considered: for others
 * frame pointers lead to the caller of the caller. files: by object of the profile. Texts are in a.
 */
void find_callers(struct arena *a, const struct profile *p, struct hot_file *files);

#endif
