/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Key files of the collector and of senders. Each line is an identity:
 *     NAME:KEY            as psktool(1) of GnuTLS writes it; a blank may replace the colon
 *     NAME:KEY 0-15,20    also lists the nodes that belong to the identity (low 16 bits of the
 *                         node number)
 *     # a comment
 * A file may also contain a single key without a name. A key has 32 to 1024 hexadecimal digits. */
#ifndef MULTIKRON_COLLECT_KEYS_H
#define MULTIKRON_COLLECT_KEYS_H

#include "base/array.h"
#include "measure/multikron/collect/protocol.h"

enum { KEY_NAME_MAX = 32, KEY_DIGITS_MIN = 32, KEY_DIGITS_MAX = 1024 };

struct key_range {
    uint16_t from, to; /* inclusive */
};
struct key {
    const char *name;   /* letters, digits, '.', '_', '-'; "multikron" for a key without a name */
    const char *digits; /* lower case, an even number */
    long line;
    size_t ranges, n_ranges; /* in struct keys; none = any node that no other identity lists */
};
struct keys {
    char *text; /* of the file; names and digits point into it */
    size_t size;
    ARRAY(struct key) list; /* by name */
    ARRAY(struct key_range) ranges;
    bool unnamed; /* a single key without a name: that of the collector's own user */
};

/* Reads a key file, which must belong to this user and be inaccessible to others. Returns false
 * with the reason and the line; then k is empty. */
bool keys_read(struct keys *k, const char *path, struct fault *why);
/* As keys_read, from n bytes, which are copied. path: for messages. */
bool keys_parse(struct keys *k, const char *text, size_t n, const char *path, struct fault *why);
/* Overwrites the keys and frees them. */
void keys_free(struct keys *k);
/* Returns the identity of that name; NULL = there is none. */
const struct key *keys_find(const struct keys *k, const char *name);
/* Returns the identity that lists the node; NULL = there is none. */
const struct key *keys_find_owner(const struct keys *k, uint32_t node);
/* Returns whether the identity lists the node. */
bool key_has_node(const struct keys *k, const struct key *key, uint32_t node);

#endif
