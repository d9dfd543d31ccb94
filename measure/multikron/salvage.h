/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the ring file of a killed process of libmultikron: the samples in its rings that are not
 * yet in its sample file. Every field of the file is checked before it is used. */
#ifndef MULTIKRON_SALVAGE_H
#define MULTIKRON_SALVAGE_H

#include "base/arena.h"
#include "base/diag.h"
#include "measure/multikron/lib/layout.h"

#include <stdio.h>

struct salvage {
    struct mk_file *file;  /* copy in the arena, checked */
    struct mk_ring *rings; /* likewise: file->rings of them, sorted by their order */
    const uint8_t *bytes;  /* the contents of the ring file */
    size_t size;
    const char *names; /* file->names bytes: lines of a manifest */
    uint64_t filed;    /* size of the complete records in the sample file, bytes */
    uint64_t lost;     /* samples that the process could not record */
};
struct salvage_counts {
    uint64_t samples; /* number of samples written */
    uint64_t refused; /* bytes of rings that are not valid records */
    int rings;        /* number of rings that were not empty */
};

/* Checks the ring file name, whose contents are the size bytes at bytes; they must outlive s.
 * Returns false after an error in d if it is damaged or not a ring file. */
bool salvage_open(struct salvage *s, struct arena *a, const char *name, const void *bytes,
                  size_t size, struct diag *d);
/* Writes the samples in the rings to out, ring by ring. After each ring it writes a mark of the
 * samples that the ring lost and that no mark counts yet, with the timestamp of the ring's last
 * record; at the end a mark of the samples of threads without a ring. */
struct salvage_counts salvage_rings(const struct salvage *s, FILE *out);
/* Returns the manifest of the process, allocated in a. */
char *salvage_manifest(const struct salvage *s, struct arena *a);

#endif
