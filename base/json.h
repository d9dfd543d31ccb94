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

/* Initialize all members but out to zero. Begins an object or array, as the value of a key unless
 * key is NULL. on_one_line: its contents, too, are written on one line. */
void json_begin_container(struct json *j, const char *key, char bracket, bool on_one_line);
/* Ends the object or array that was begun last. Every one must be ended. */
void json_end_container(struct json *j, char bracket);
#define json_object(j) json_begin_container(j, NULL, '{', false)
#define json_inline_object(j) json_begin_container(j, NULL, '{', true)
#define json_end_object(j) json_end_container(j, '}')
#define json_array(j) json_begin_container(j, NULL, '[', false)
#define json_inline_array(j) json_begin_container(j, NULL, '[', true)
#define json_end_array(j) json_end_container(j, ']')
void json_key(struct json *j, const char *key);
/* NULL is written as null, invalid UTF-8 as U+FFFD. */
void json_text(struct json *j, const char *text);
void json_long(struct json *j, long value);
void json_bool(struct json *j, bool value);
void json_null(struct json *j);
void json_quantity(struct json *j, struct quantity q);
/* Write a key and its value, or begin an object or array as its value. */
void json_key_text(struct json *j, const char *key, const char *text);
void json_key_long(struct json *j, const char *key, long value);
void json_key_bool(struct json *j, const char *key, bool value);
void json_key_quantity(struct json *j, const char *key, struct quantity q);
#define json_key_object(j, key) json_begin_container(j, key, '{', false)
#define json_key_inline_object(j, key) json_begin_container(j, key, '{', true)
#define json_key_array(j, key) json_begin_container(j, key, '[', false)
#define json_key_inline_array(j, key) json_begin_container(j, key, '[', true)
/* Writes members of an object: a key and a value for each letter of types. The letters give the
 * types of the values: t const char *, i long, b bool, q struct quantity. */
void json_members(struct json *j, const char *types, ...);
/* The same as a whole object on one line. */
void json_inline_members(struct json *j, const char *types, ...);
/* Ends the last line. An open container is an internal error. */
void json_close(struct json *j);

#endif
