/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two variants of a measured program, and the kma command that instruments its sources. */
#ifndef MACS_PLAN_MARKING_H
#define MACS_PLAN_MARKING_H

#include "commands/macs/steps/words.h"

/* One variant measures the time of loops, the other counts their iterations. */
struct variant {
    const char *folder; /* directory of its files, and its name for kma */
    const char *what;   /* "timing" */
    bool assembly;      /* it is compiled to assembly first, which is kept */
};
enum { VARIANT_TIME, VARIANT_COUNT, VARIANTS };
extern const struct variant variants[VARIANTS];

/* Returns whether --loops is a list of names, not one of the words hot, inner, outer, all. */
bool marking_is_list(const char *loops);
/* Returns the command line of kma --instrument for a source. options: flags_for_kma(); loops:
 * --loops, NULL = kma's default; regions: the file with the numbers of the loops of all sources. */
struct words marking_words(struct arena *a, const char *kma, const struct variant *v,
                           const char *regions, const char *loops, const struct words *options,
                           const char *source, const char *marked);

#endif
