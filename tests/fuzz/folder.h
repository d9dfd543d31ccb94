/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A directory for the files of a fuzz target that needs files. */
#ifndef FUZZ_FOLDER_H
#define FUZZ_FOLDER_H

#include "base/util.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Makes a new directory, in memory if possible: on a disk, making and removing files takes up to
 * half of a target's time. path has at least 40 bytes. */
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
