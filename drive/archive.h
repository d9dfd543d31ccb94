/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The objects in a library as ar(1) writes it. */
#ifndef DRIVE_ARCHIVE_H
#define DRIVE_ARCHIVE_H

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
/* The members of the library in these bytes, without its tables of names and symbols, in a. False
 * where it is not a library, is a thin one, or is cut short. */
bool archive_read(struct archive *to, struct arena *a, const char *bytes, size_t n);

#endif
