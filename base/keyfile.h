/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads 'key value' text: one entry per line; '#' begins a comment, and blank lines are ignored.
 * Keys consist of letters, digits, '.', '-' and '_'. A value is the rest of the line without
 * surrounding blanks. A value in double quotes may contain '#'. A key may occur several times; the
 * caller decides what that means. */
#ifndef BASE_KEYFILE_H
#define BASE_KEYFILE_H

#include "base/arena.h"
#include "base/source.h"

struct key_entry {
    const char *key;    /* 0-terminated */
    const char *value;  /* 0-terminated, quotes removed; "" = no value */
    struct where where; /* of the key */
    long value_col;     /* column of the value's first byte */
};
struct keyfile {
    struct key_entry *at;
    size_t n;
};

/* Returns the entries of s in file order, in a. Reports and omits malformed lines. s must outlive
 * the entries. */
struct keyfile keyfile_read(struct arena *a, struct source *s, struct diag *d);

#endif
