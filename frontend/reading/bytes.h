/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What kinds of bytes there are in a source: one look into a table, whatever
 * the locale says. */
#ifndef READING_BYTES_H
#define READING_BYTES_H

#include <limits.h>
#include <stdbool.h>

enum byte_class {
    BYTE_BLANK = 1,    /* blank, tab and what else moves the carriage */
    BYTE_DIGIT = 2,    /* 0 to 9 */
    BYTE_LETTER = 4,   /* A to Z, a to z */
    BYTE_NAME = 8,     /* letters, digits, _ and $ */
    BYTE_SHAPE = 16,   /* ( ) ' " = , : from which a statement's shape is read */
    BYTE_COMMENT = 32, /* in column 1 of fixed form: the line is a comment */
    BYTE_SENTINEL = 64 /* a directive's sentinel may begin with it: letters, * and $ */
};

extern const unsigned char byte_classes[UCHAR_MAX + 1];

/* Whether c is of one of the classes. */
static inline bool byte_is(char c, int classes)
{
    return byte_classes[(unsigned char)c] & classes;
}

#endif
