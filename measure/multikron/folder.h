/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a folder that was MULTIKRON_DIR of a run holds: sample files, and manifests of its
 * processes, which become one. */
#ifndef MULTIKRON_FOLDER_H
#define MULTIKRON_FOLDER_H

#include "measure/multikron/naming.h"

struct sample_folder {
    const char **streams; /* sample files, by node and process */
    size_t n;
    const char *manifest; /* text: processors of all nodes together, the mean of cycles-per-tick;
                           * threads of one process behind those of the one before it; regions
                           * by the numbers of names */
    struct naming *names; /* of the samples' regions; for naming_free */
};

/* Reads it, in a. False after messages. */
bool sample_folder_read(struct sample_folder *f, struct arena *a, const char *path, struct diag *d);
/* Adds to a manifest that is about some sources only those of the n streams: X.manifest beside
 * X.mkn. f->manifest is NULL where there are none; f->streams is not used. */
bool sample_manifests_read(struct sample_folder *f, struct arena *a, const char *manifest,
                           const char *const *streams, size_t n, struct diag *d);
/* Whether there is a folder of that name. */
bool is_sample_folder(const char *path);

#endif
