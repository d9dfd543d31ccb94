/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the files of INCLUDE lines. */
#ifndef READING_INCLUDED_H
#define READING_INCLUDED_H

#include "frontend/frontend.h"

/* The directory of gfortran's include files (omp_lib.h); gfortran is run once to find it. */
struct compiler_folder {
    const char *path; /* NULL = there is none */
    bool asked;
};
const char *find_compiler_folder(struct compiler_folder *own, struct arena *a,
                                 const struct front_options *o);

/* Returns the path of an included file, in a: in the directory of from, then in those of -I, then
 * in the compiler's. NULL = no such file. */
const char *included_path(struct arena *a, const char *from, const char *name,
                          const struct front_options *o, struct compiler_folder *own);

#endif
