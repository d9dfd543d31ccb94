/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Represents a FORMAT as a flat list of edit descriptors, and formats numbers accordingly.
 * Assumptions: rounding to nearest; the output of gfortran where the standard leaves it open. */
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
    EDIT_DATA_KINDS, /* those before it transfer an item */
    EDIT_LITERAL = EDIT_DATA_KINDS,
    EDIT_SKIP,  /* nX, TRn; width < 0: TLn */
    EDIT_TAB,   /* Tn */
    EDIT_SLASH, /* next record */
    EDIT_COLON, /* ends the output if no item is left */
    EDIT_SCALE, /* width P */
    EDIT_SIGN,  /* width 1: SP; 0: S, SS */
    EDIT_OPEN,  /* begin of a group that ends at partner */
    EDIT_CLOSE  /* end of a group that begins at partner */
};
struct edit {
    enum edit_kind kind;
    int repeat;
    int width, digits, exponent; /* w, d or m, e; -1 = unspecified */
    const char *text;            /* LITERAL: width bytes, quotes still doubled */
    char quote;                  /* 0: Hollerith */
    size_t partner;
};
struct format {
    ARRAY(struct edit) edits;
    size_t revert;   /* reversion point for more items */
    const char *why; /* reason why the format is invalid */
    size_t where;    /* its byte position */
};
/* Reads a format with its outer parentheses; text must outlive it. Returns false after setting why.
 */
bool format_read(struct format *f, const char *text, size_t n);

enum { NUMBER_ROOM = 512 };
/* The style of a number: one edit descriptor with the current scale factor and sign mode. */
struct number_style {
    enum edit_kind kind;
    int width, digits, exponent, scale;
    bool plus;
    bool listed; /* list-directed output: digits is the total for E */
};
/* Formats x in `to`, which has NUMBER_ROOM bytes. Returns the bytes written; stars if it does not
 * fit. */
size_t number_real(char *to, double x, struct number_style s);
size_t number_integer(char *to, int64_t x, struct number_style s);

#endif
