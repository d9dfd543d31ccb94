/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statements of a unit that may change a variable, by name. */
#ifndef ANALYSIS_DEFINITIONS_H
#define ANALYSIS_DEFINITIONS_H

#include "base/array.h"
#include "base/name-index.h"

#include <stdbool.h>

struct definition {
    size_t statement;
    bool value; /* an unconditional assignment */
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
    found; /* in order of addition */
    ARRAY(struct defined)
    names; /* in order of first mention; until definitions_sort, n alone is set */
    struct name_index by_name; /* in names */
    struct definition *sorted; /* storage of the definitions */
};

/* Adds a definition. The statement must not precede that of the previous call. */
void definitions_add(struct definitions *d, const char *name, size_t statement, bool value);
/* Sorts the definitions. Requires that all are added; the functions below require it. */
void definitions_sort(struct definitions *d);
/* Returns the definitions of the name; n = 0: none. */
struct defined definitions_of(const struct definitions *d, const char *name);
/* Returns how many of them precede the statement. */
size_t defined_before(const struct defined *d, size_t statement);
void definitions_free(struct definitions *d);

#endif
