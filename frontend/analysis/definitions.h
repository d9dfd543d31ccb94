/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the statements of a unit may change a name, by name. */
#ifndef ANALYSIS_DEFINITIONS_H
#define ANALYSIS_DEFINITIONS_H

#include "base/array.h"
#include "base/name-index.h"

#include <stdbool.h>

struct definition {
    size_t statement;
    bool value; /* an assignment that always runs where it stands */
};
/* A name's definitions, in order of their statements. */
struct defined {
    struct definition *at;
    size_t n;
};
struct definitions {
    ARRAY(struct found {
        const char *name;
        struct definition definition;
    })
    found; /* as they came */
    ARRAY(struct defined)
    names; /* in order of first mention; until definitions_sort, n alone is set */
    struct name_index by_name; /* in names */
    struct definition *sorted; /* what these point into */
};

/* The statement is not in front of that of the last call. */
void definitions_add(struct definitions *d, const char *name, size_t statement, bool value);
/* Call it behind the last definition, and before the first question. */
void definitions_sort(struct definitions *d);
/* The name's definitions; n = 0: it has none. */
struct defined definitions_of(const struct definitions *d, const char *name);
/* Of those, the number that stand in front of the statement. */
size_t defined_before(const struct defined *d, size_t statement);
void definitions_free(struct definitions *d);

#endif
