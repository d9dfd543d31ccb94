/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counted variants of objects and programs. The directory of a counted program has the program,
 * the program with labels of its blocks, maps, and a text with the reason why there is no counted
 * program; empty = there is one. macs insert and the compiler wrappers write it, macs count reads
 * it. */
#ifndef MACS_COMPILERS_COUNTED_H
#define MACS_COMPILERS_COUNTED_H

#include "base/diag.h"
#include "commands/macs/compilers/tools.h"
#include "commands/macs/steps/words.h"

#define COUNTED_PROGRAM "program"
#define LABELLED_PROGRAM "program.labelled"
/* The program that records its data accesses: with it, there are maps of COUNT_RECORD. */
#define RECORDED_PROGRAM "program.recorded"
#define RECORDED_MAP_END ".accesses"
/* A counted shared library, in a directory of its own with its labelled variant and its maps. */
#define COUNTED_LIBRARY "library.counted"
#define COUNTED_REFUSAL "refusal"
/* In the directory of an object: why it is not counted. */
#define COUNTED_WHY "why"
/* Likewise: messages of the compiler about loops. */
#define COUNTED_NOTES "missed"
/* In the directory of a program: a record of its objects that are not counted, with the reasons. */
#define COUNTED_WITHOUT "uncounted"
/* Ends of the names of maps and of labelled programs. */
#define COUNTED_MAP_END ".map"
#define LABELLED_END ".labelled"

/* Files that are made from the assembly text of a compiler. */
struct counted_texts {
    const char *counted, *labelled; /* assembly texts with counters, and with labels; labelled NULL:
                                       the map lists source loops, because the code was compiled
                                       without optimization */
    const char *map;
    const char *recorded, *recorded_map; /* with code that records accesses, and its map; NULL: not
                                            made */
};
/* The blocks that are counted. */
struct counted_blocks {
    bool loops;                   /* those in loops only, */
    const char *const *functions; /* of these functions */
    size_t n_functions;           /* 0 = of all functions */
};
/* Writes these files. Returns false after a message in d. If the accesses of the text cannot be
 * recorded, there is no file `recorded`. */
bool counted_insert(struct arena *a, const char *file, const struct counted_blocks *blocks,
                    const struct counted_texts *to, struct diag *d);
/* Returns the words that link the run-time library; is_static: of a static program. */
struct words counted_library(struct arena *a, const struct tools *t, bool is_static);
/* Returns the words of a link command without options that remove symbols, also in lists of -Wl and
 * after -Xlinker. The labelled program is linked by them. */
struct words counted_without_stripping(struct arena *a, const struct words *link);
/* Writes the reason why there is no counted program to the directory; "" = there is one. */
bool counted_write_refusal(struct arena *a, const char *folder, const char *why, struct diag *d);
/* Writes the reason why an object is not counted to its directory. */
bool counted_write_why(struct arena *a, const char *folder, const char *why);

#endif
