/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal: text files of records. A record is a line of fields separated by tabs; its first field
 * is its kind. In a field, a backslash and three octal digits are a byte. */
#ifndef COUNTS_FIELDS_H
#define COUNTS_FIELDS_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/source.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct field_reader {
    struct arena *a; /* of texts */
    struct source *source;
    struct diag *d;
    size_t line;          /* of the record */
    const char *at, *end; /* fields that are not read; NULL = none */
    bool wrong;           /* a field of the record was missing or wrong */
    size_t ignored;       /* records */
};

/* Begins to read. Returns false after a message if the first record is not KIND 1. what: the kind
 * of file, for messages. */
bool fields_open(struct field_reader *r, struct arena *a, struct source *s, struct diag *d,
                 const char *kind, const char *what);
/* Moves to the next record, and stores its kind. Returns false at the end. */
bool fields_next(struct field_reader *r, const char **kind);
/* Returns whether the record has another field. */
bool fields_remain(const struct field_reader *r);
/* Returns the next field; sets wrong if there is none. */
const char *read_text_field(struct field_reader *r);
/* The same; an empty field is NULL. */
const char *read_name_field(struct field_reader *r);
/* Returns the next field as a number up to `most`; sets wrong if it is none. */
uint64_t read_number_field(struct field_reader *r, uint64_t most);
uint64_t read_hexadecimal_field(struct field_reader *r);
/* "-" is UINT32_MAX. */
uint32_t read_index_field(struct field_reader *r, uint32_t most);
/* Returns whether all fields of the record were read and valid; otherwise warns that it is
 * ignored. */
bool fields_end(struct field_reader *r);
/* Warns that the record is ignored. */
void fields_ignore(struct field_reader *r, const char *why);

/* Prints a tab and a field; NULL is an empty one. */
void put_tab_field(FILE *to, const char *text);

#endif
