/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file with the regions' numbers that kma --instrument writes: lines 'region.N LOOP'. Several
 * commands may add to one file at the same time. */
#ifndef COMMANDS_KMA_REGIONS_H
#define COMMANDS_KMA_REGIONS_H

#include "frontend/instrument/instrument.h"

struct region_file {
    struct region_table table;    /* loops by number; more may be added */
    const char *path, *lock_path; /* the lock is PATH.lock, so that PATH appears whole */
    char *text;                   /* what the file holds */
    size_t size;
    size_t known; /* regions of it */
    int lock;     /* descriptor of the lock; others wait until it is closed; 0 = none */
};

/* Reads the file, which need not exist, and keeps others from it. False with a message in d. The
 * arena and path must outlive it. */
bool region_file_open(struct region_file *f, const char *path, struct arena *a, struct diag *d);
/* Writes the file with the regions that were added, whole or not at all. False with a message in d.
 */
bool region_file_write(struct region_file *f, struct diag *d);
/* Lets others at the file. */
void region_file_close(struct region_file *f);

#endif
