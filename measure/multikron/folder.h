/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a directory that was MULTIKRON_DIR of a run: the sample files and the manifests of its
 * processes. The manifests are merged into one. */
#ifndef MULTIKRON_FOLDER_H
#define MULTIKRON_FOLDER_H

#include "measure/multikron/naming.h"

struct sample_folder {
    const char **streams; /* paths of the sample files, sorted by node and process */
    size_t n;
    const char *manifest; /* text of the merged manifest: processors of all nodes together, the
                           * mean of cycles-per-tick, threads numbered process by process,
                           * regions numbered as in names */
    struct naming *names; /* of the samples' regions; the caller calls naming_free() */
};

/* Reads the directory at path into f; texts are allocated in a. Returns false after errors in d. */
bool sample_folder_read(struct sample_folder *f, struct arena *a, const char *path, struct diag *d);
/* Merges a manifest that covers only some sources with the manifests of the n streams: X.manifest
 * for X.mkn. f->manifest is NULL if nothing is to be merged; f->streams is not set. Returns false
 * after errors in d. */
bool sample_manifests_read(struct sample_folder *f, struct arena *a, const char *manifest,
                           const char *const *streams, size_t n, struct diag *d);
/* Returns whether path is a directory. */
bool is_sample_folder(const char *path);

#endif
