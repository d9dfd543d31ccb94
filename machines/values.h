/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads values of a machine file: numbers with units, words in lists. Each reader reports
 * errors with their position, and returns false. */
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
    UNIT_RATE,
    UNIT_BYTES_PER_CYCLE,
    UNIT_BYTES_PER_SECOND,
};

struct number_rule {
    enum unit unit;
    double low, high; /* in the base unit: cycles, hertz, bytes ... */
    bool whole;
};

/* Reads a number with its unit, and converts it to the base unit. */
bool value_number(const struct key_entry *e, struct number_rule rule, struct diag *d, double *out);
/* Returns which of the n units the value's number has; the first if it has none of them. */
enum unit value_unit(const struct key_entry *e, const enum unit *of, size_t n);
/* Returns the length of the number at the start of the text; 0 = none. */
size_t number_length(const char *text);
/* Returns the unit for a number without one, if only one is possible; otherwise NULL. */
const char *unit_only(enum unit unit);

/* A part of a value. */
struct word {
    const char *at;
    size_t n;
};
/* Returns the next word at *p: letters, digits, '.', '-', '_', '/', or one other character; n = 0
 * at the end. */
struct word word_next(const char **p);
bool word_is(struct word w, const char *text);
/* Returns the position of w, a part of e's value; of the whole value if w.at is NULL. */
struct where word_where(const struct key_entry *e, struct word w);

#endif
