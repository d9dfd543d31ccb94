/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of a machine description: numbers with units, words in lists. Each
 * reader says what is wrong with the caret on it and returns false. */
#ifndef MACHINES_VALUES_H
#define MACHINES_VALUES_H

#include "base/keyfile.h"

enum unit {
    UNIT_NONE,
    UNIT_CYCLES,
    UNIT_HERTZ,
    UNIT_BYTES,
    UNIT_FLOPS,
    UNIT_INSTRUCTIONS,
    UNIT_RATE
};

struct number_rule {
    enum unit unit;
    double low, high; /* in the unit's base: cycles, hertz, bytes ... */
    bool whole;
};

/* A number and its unit, brought to the unit's base. */
bool value_number(const struct key_entry *e, struct number_rule rule, struct diag *d, double *out);
/* Bytes of the number that text begins with; 0 = none. */
size_t number_length(const char *text);
/* The unit to write behind a bare number where only one is possible; NULL
 * where there is a choice or none. */
const char *unit_only(enum unit unit);

/* A stretch of a value. */
struct word {
    const char *at;
    size_t n;
};
/* The next word at *p: a run of letters, digits, '.', '-', '_', '/', or one
 * other byte; n = 0 at the end. */
struct word word_next(const char **p);
bool word_is(struct word w, const char *text);
/* Place of w, which lies in e's value; or of the whole value when w.at is NULL. */
struct where word_where(const struct key_entry *e, struct word w);

#endif
