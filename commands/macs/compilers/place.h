/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of files relative to one directory, independent of the current one. */
#ifndef MACS_COMPILERS_PLACE_H
#define MACS_COMPILERS_PLACE_H

#include "base/arena.h"

/* Returns the path of a file, or of a directory, relative to root; absolute if it is outside of
 * root. path is relative to the current directory; root is absolute, without symbolic links. */
const char *path_from_root(struct arena *a, const char *root, const char *path);
const char *folder_from_root(struct arena *a, const char *root, const char *folder);

#endif
