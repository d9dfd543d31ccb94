/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes JSON: adds commas, indentation and escapes. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/quantity.h"

#include <stdbool.h>
#include <stdio.h>

enum { JSON_DEPTH = 256 };
struct json {
    FILE *out;
    int depth;
    bool any[JSON_DEPTH];     /* something was written at this depth */
    bool inline_[JSON_DEPTH]; /* this container stays on one line */
    bool after_key;
};

/* Initialize all members but out to zero. Every container must be closed; json_inline_* write their
 * contents on one line. */
void json_object(struct json *j);
void json_inline_object(struct json *j);
void json_end_object(struct json *j);
void json_array(struct json *j);
void json_inline_array(struct json *j);
void json_end_array(struct json *j);
void json_key(struct json *j, const char *key);
/* NULL is written as null, invalid UTF-8 as U+FFFD. */
void json_text(struct json *j, const char *text);
void json_long(struct json *j, long value);
void json_bool(struct json *j, bool value);
void json_null(struct json *j);
void json_quantity(struct json *j, struct quantity q);
/* Write a key and its value, or open a container as its value. */
void json_key_text(struct json *j, const char *key, const char *text);
void json_key_long(struct json *j, const char *key, long value);
void json_key_bool(struct json *j, const char *key, bool value);
void json_key_quantity(struct json *j, const char *key, struct quantity q);
void json_key_object(struct json *j, const char *key);
void json_key_inline_object(struct json *j, const char *key);
void json_key_array(struct json *j, const char *key);
void json_key_inline_array(struct json *j, const char *key);
/* Ends the last line. An open container is an internal error. */
void json_close(struct json *j);

#endif
