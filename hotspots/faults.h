/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to hotspots/: page faults of loops. */
#ifndef HOTSPOTS_FAULTS_H
#define HOTSPOTS_FAULTS_H

#include "hotspots/files.h"
#include "hotspots/hotspots.h"

/* Sets the page faults of one run in a row, and the time of the kernel on behalf of its
 * instructions, in units of the profile, all runs together. Missing where the sampler does not
 * know them. */
void set_faults(const struct profile *p, const struct row_samples *s, struct hotspot *h);

#endif
