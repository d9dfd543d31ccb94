/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FORMAT as a flat list of edit descriptors, and numbers as they say. Assumed: a processor that
 * rounds to nearest, and prints what gfortran prints where the standard leaves it open. */
#ifndef LAB_MACHINE_FORMAT_H
#define LAB_MACHINE_FORMAT_H

#include "base/array.h"

#include <stdint.h>

enum edit_kind {
    EDIT_INTEGER,
    EDIT_BINARY,
    EDIT_OCTAL,
    EDIT_HEXADECIMAL,
    EDIT_FIXED,
    EDIT_EXPONENT,
    EDIT_DOUBLE,
    EDIT_SCIENTIFIC,
    EDIT_GENERAL,
    EDIT_LOGICAL,
    EDIT_CHARACTERS,
    EDIT_DATA_KINDS, /* the ones before it take an item */
    EDIT_LITERAL = EDIT_DATA_KINDS,
    EDIT_SKIP,  /* nX, TRn; width < 0: TLn */
    EDIT_TAB,   /* Tn */
    EDIT_SLASH, /* next record */
    EDIT_COLON, /* ends where no item is left */
    EDIT_SCALE, /* width P */
    EDIT_SIGN,  /* width 1: SP; 0: S, SS */
    EDIT_OPEN,  /* a group: ends at partner */
    EDIT_CLOSE  /* begins at partner */
};
struct edit {
    enum edit_kind kind;
    int repeat;
    int width, digits, exponent; /* w, d or m, e; -1 = not given */
    const char *text;            /* LITERAL: width bytes, quotes still doubled */
    char quote;                  /* 0: Hollerith */
    size_t partner;
};
struct format {
    ARRAY(struct edit) edits;
    size_t revert;   /* where it goes on with more items */
    const char *why; /* it can't be read: what is wrong */
    size_t where;    /* byte of it */
};
/* Reads a format with its outer parentheses; text outlasts it. False: why is set. */
bool format_read(struct format *f, const char *text, size_t n);

enum { NUMBER_ROOM = 512 };
/* How a number is written: one edit descriptor under the scale factor and sign in force. */
struct number_style {
    enum edit_kind kind;
    int width, digits, exponent, scale;
    bool plus;
    bool listed; /* of list-directed output: E shows digits in all */
};
/* Writes x so to `to`, NUMBER_ROOM bytes; bytes written. Stars where it does not fit. */
size_t number_real(char *to, double x, struct number_style s);
size_t number_integer(char *to, int64_t x, struct number_style s);

#endif
