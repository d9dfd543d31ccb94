/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a file is the one that a process has mapped. The kernel identifies a mapped file by its
 * build id or, if it has none, by device and inode. */
#ifndef MEASURE_SAMPLING_IDENTITY_H
#define MEASURE_SAMPLING_IDENTITY_H

#include "measure/sampling/profile.h"

enum identity {
    IDENTITY_SAME,
    IDENTITY_OTHER,   /* another file has this name */
    IDENTITY_CHANGED, /* the file was changed after it was mapped */
    IDENTITY_UNKNOWN, /* the kernel did not identify the mapped file */
};
/* Stores size and time of change of the file of an object without build id, if the name still
 * denotes the mapped file. */
void identity_store(struct profile_object *o);
/* Compares an open file, of n bytes of build id, with an object. */
enum identity identity_compare(const struct profile_object *o, int fd, const uint8_t *build_id,
                               size_t n);

#endif
