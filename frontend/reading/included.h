/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where INCLUDE finds its files. */
#ifndef READING_INCLUDED_H
#define READING_INCLUDED_H

#include "frontend/frontend.h"

/* The folder of include files that gfortran brings (omp_lib.h), asked for once. */
struct own_folder {
    const char *path; /* NULL = there is none */
    bool asked;
};
const char *own_folder(struct own_folder *own, struct arena *a, const struct front_options *o);

/* The file that the text of from names: beside from, then along -I, then in the compiler's folder;
 * in a. NULL = there is no such file. */
const char *included_path(struct arena *a, const char *from, const char *name,
                          const struct front_options *o, struct own_folder *own);

#endif
