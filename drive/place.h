/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One name for each file, wherever a command that names it runs. */
#ifndef DRIVE_PLACE_H
#define DRIVE_PLACE_H

#include "base/arena.h"

/* A file or folder that is named from the current folder, as it is named from root, an absolute
 * path without symbolic links: relative to it, or absolute where it is outside. */
const char *path_from_root(struct arena *a, const char *root, const char *path);
const char *folder_from_root(struct arena *a, const char *root, const char *folder);

#endif
