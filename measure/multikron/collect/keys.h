/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Key files of the collector and of senders: a line an identity,
 *     NAME:KEY            as psktool(1) of GnuTLS writes it, or with a blank instead of the colon
 *     NAME:KEY 0-15,20    and the nodes that belong to it (lower 16 bits of a node's number)
 *     # a comment
 * or a single key without a name. A key is 32 to 1024 hexadecimal digits. */
#ifndef MULTIKRON_COLLECT_KEYS_H
#define MULTIKRON_COLLECT_KEYS_H

#include "base/array.h"
#include "measure/multikron/collect/protocol.h"

enum { KEY_NAME_MOST = 32, KEY_DIGITS_LEAST = 32, KEY_DIGITS_MOST = 1024 };

struct key_range {
    uint16_t from, to; /* both belong to it */
};
struct key {
    const char *name;   /* letters, digits, '.', '_', '-'; "multikron" for a key without one */
    const char *digits; /* lower case, an even number */
    long line;
    size_t ranges, n_ranges; /* in struct keys; none = any node that no other key lists */
};
struct keys {
    char *text; /* of the file; names and digits point into it */
    size_t size;
    ARRAY(struct key) list; /* by name */
    ARRAY(struct key_range) ranges;
    bool unnamed; /* a single key without a name: that of the collector's own user */
};

/* Reads a file of our own that nobody else may read or change. False with the reason and the
 * line; then k holds nothing. */
bool keys_read(struct keys *k, const char *path, struct fault *why);
/* As keys_read, of these bytes, which are copied. */
bool keys_parse(struct keys *k, const char *text, size_t n, const char *path, struct fault *why);
/* Overwrites the keys and frees them. */
void keys_free(struct keys *k);
/* The identity of that name; NULL = there is none. */
const struct key *keys_find(const struct keys *k, const char *name);
/* The identity whose list has the node; NULL = none has. */
const struct key *keys_lister(const struct keys *k, uint32_t node);
/* Does the list of the key have the node? */
bool key_lists(const struct keys *k, const struct key *key, uint32_t node);

#endif
