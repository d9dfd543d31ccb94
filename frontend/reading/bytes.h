/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classes of the bytes of a source, from a table that does not depend on the locale. */
#ifndef READING_BYTES_H
#define READING_BYTES_H

#include <limits.h>
#include <stdbool.h>

enum byte_class {
    BYTE_BLANK = 1,    /* blank, tab and other white space */
    BYTE_DIGIT = 2,    /* 0 to 9 */
    BYTE_LETTER = 4,   /* A to Z, a to z */
    BYTE_NAME = 8,     /* letters, digits, _ and $ */
    BYTE_SHAPE = 16,   /* ( ) ' " = , : which determine the shape of a statement */
    BYTE_COMMENT = 32, /* in column 1 of fixed form: the line is a comment */
    BYTE_SENTINEL = 64 /* first byte of a directive's sentinel: letters, * and $ */
};

extern const unsigned char byte_classes[UCHAR_MAX + 1];

/* Whether c belongs to one of the classes. */
static inline bool byte_is(char c, int classes)
{
    return byte_classes[(unsigned char)c] & classes;
}

#endif
