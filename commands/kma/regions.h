/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of regions that kma --instrument writes: lines 'region.N LOOP'. Several commands may
 * extend one file at the same time. */
#ifndef COMMANDS_KMA_REGIONS_H
#define COMMANDS_KMA_REGIONS_H

#include "frontend/instrument/instrument.h"

struct region_file {
    struct region_table table; /* loops by number */
    const char *path,
        *lock_path; /* the lock is PATH.lock, so that PATH itself is written at once */
    char *text;     /* contents of the file */
    size_t size;
    size_t known; /* number of regions in the file */
    int lock;     /* descriptor of the locked file; 0: not locked */
};

/* Locks the file and reads it; a missing file is an empty table. False with a message in d. The
 * arena and path must outlive f. */
bool region_file_open(struct region_file *f, const char *path, struct arena *a, struct diag *d);
/* Writes the file with the added regions, completely or not at all. False with a message in d. */
bool region_file_write(struct region_file *f, struct diag *d);
/* Unlocks the file and frees the table. */
void region_file_close(struct region_file *f);

#endif
