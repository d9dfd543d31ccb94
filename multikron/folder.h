/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a folder that was MULTIKRON_DIR of a run holds: sample files, and manifests of its
 * processes, which become one. */
#ifndef MULTIKRON_FOLDER_H
#define MULTIKRON_FOLDER_H

#include "multikron/manifest.h"

struct sample_folder {
    const char **streams; /* sample files, by node and process */
    size_t n;
    const char *manifest; /* text: processors of all nodes together, the mean of cycles-per-tick;
                           * threads of one process behind those of the one before it */
};

/* Reads it, in a. False after messages. */
bool sample_folder_read(struct sample_folder *f, struct arena *a, const char *path, struct diag *d);
/* Whether there is a folder of that name. */
bool is_sample_folder(const char *path);

#endif
