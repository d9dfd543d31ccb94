/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to hotspots/: callers of library functions. */
#ifndef HOTSPOTS_CALLERS_H
#define HOTSPOTS_CALLERS_H

#include "hotspots/files.h"

/* Sets the caller of each library function: the place in whose samples the calls from outside the
 * library have the greatest weight. It is unknown if samples without a known caller have a greater
 * weight. If callers were found by frame pointers, only functions that create a frame have one: for
 * others frame pointers lead to the caller of the caller. files: by object of the profile. Texts
 * are in a. */
void find_callers(struct arena *a, const struct profile *p, struct hot_file *files);

#endif
