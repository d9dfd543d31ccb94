/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ring file that a process of libmultikron leaves behind when it is killed: what is in its
 * rings and not yet in its sample file. The file is not trusted. */
#ifndef MULTIKRON_SALVAGE_H
#define MULTIKRON_SALVAGE_H

#include "base/arena.h"
#include "base/diag.h"
#include "measure/multikron/lib/layout.h"

#include <stdio.h>

struct salvage {
    struct mk_file *file;  /* in the arena, checked */
    struct mk_ring *rings; /* likewise: file->rings of them, by order */
    const uint8_t *bytes;  /* the whole ring file */
    size_t size;
    const char *names; /* file->names bytes: lines of a manifest */
    uint64_t filed;    /* bytes of the sample file that are whole */
    uint64_t lost;     /* samples that the process itself could not keep */
};
struct salvage_counts {
    uint64_t samples; /* written */
    uint64_t refused; /* bytes of rings that are no records */
    int rings;        /* that held something */
};

/* Checks a ring file called name. False with a message in d: it is none, or it is damaged. */
bool salvage_open(struct salvage *s, struct arena *a, const char *name, const void *bytes,
                  size_t size, struct diag *d);
/* Writes what the rings hold to out, ring by ring, and a mark of the samples that each lost and no
 * mark counts yet, stamped as its last record; so for the threads that had none. */
struct salvage_counts salvage_rings(const struct salvage *s, FILE *out);
/* The manifest of the process, from arena a. */
char *salvage_manifest(const struct salvage *s, struct arena *a);

#endif
