/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the members of a library of ar(1). */
#ifndef MACS_COMPILERS_ARCHIVE_H
#define MACS_COMPILERS_ARCHIVE_H

#include "base/arena.h"

#include <stdbool.h>

struct archive_member {
    const char *name;
    const char *bytes; /* within the text that was read */
    size_t n;
};
struct archive {
    struct archive_member *at;
    size_t n;
};
/* Reads the members of a library of n bytes, without its tables of names and symbols, in a. Returns
 * false if the bytes are not a library, a thin one, or truncated. */
bool archive_read(struct archive *to, struct arena *a, const char *bytes, size_t n);

#endif
