/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The identity of a sender, and the nodes that belong to it (doc/collector-threats.md). */
#ifndef MULTIKRON_COLLECT_WHO_H
#define MULTIKRON_COLLECT_WHO_H

#include "measure/multikron/collect/keys.h"

/* The name of an identity: "own" is the user of the collector, and every sender with the key of an
 * unnamed key file; "user:UID" is another user of this machine; "key:NAME" is an identity of the
 * key file. */
enum { WHO_BYTES = 44 };
#define WHO_OWN "own"
struct who {
    char name[WHO_BYTES];  /* "" = not known yet */
    const struct key *key; /* NULL = identified without a key */
};

/* Identifies the user at the other end of a Unix socket. Returns false with the reason. */
bool who_from_unix_socket(struct who *w, int fd, struct fault *why);
/* Identifies the user at the other end of a TCP connection within this machine. Only the
 * collector's user may send without a key. Returns false with the reason. */
bool who_from_loopback(struct who *w, int fd, struct fault *why);
/* Sets the identity of the key. */
void who_from_key(struct who *w, const struct keys *keys, const struct key *key);

/* Returns whether the identity may send as that node. owner: the identity that owns the node;
 * "" = the node comes from an old journal without owners; NULL = the node is new. False with the
 * reason. */
bool who_may_send(const struct who *w, const struct keys *keys, uint32_t node, const char *owner,
                  struct fault *why);

#endif
