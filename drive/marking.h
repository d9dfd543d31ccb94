/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two builds of a program that is measured, and the command that marks its loops for each. */
#ifndef DRIVE_MARKING_H
#define DRIVE_MARKING_H

#include "drive/words.h"

/* They differ in what their marks do: one times loops, the other counts what they do. */
struct variant {
    const char *folder; /* part of the names of its files, and what kma calls it */
    const char *what;   /* "timing" */
    bool assembly;      /* kept, and the code made of it */
};
enum { VARIANT_TIME, VARIANT_COUNT, VARIANTS };
extern const struct variant variants[VARIANTS];

/* The words of kma --instrument for a source; options: flags_for_kma; loops: the choice as kma
 * takes it, NULL = its own; regions: the file that gives loops of all sources their numbers. */
bool marking_is_list(const char *loops); /* names of loops, no choice that kma has a word for */
struct words marking_words(struct arena *a, const char *kma, const struct variant *v,
                           const char *regions, const char *loops, const struct words *options,
                           const char *source, const char *marked);

#endif
