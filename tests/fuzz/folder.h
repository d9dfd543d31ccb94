/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder for files that a fuzz target cannot avoid. */
#ifndef FUZZ_FOLDER_H
#define FUZZ_FOLDER_H

#include "base/util.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Makes a new one, in memory where the system has such a folder: on a disk it takes up to half of
 * a target's time to make a file and remove it. path has room for at least 40 bytes. */
static inline void make_folder(char *path, size_t room)
{
    const char *tmp = getenv("TMPDIR");
    const char *const in[] = {"/dev/shm", tmp ? tmp : "/tmp", "/tmp"};
    for (size_t i = 0; i < COUNT_OF(in); i++) {
        int n = snprintf(path, room, "%s/macs-fuzz-XXXXXX", in[i]);
        if (n > 0 && (size_t)n < room && access(in[i], W_OK) == 0 && mkdtemp(path))
            return;
    }
    abort();
}

#endif
