/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who sends over a connection, and which nodes belong to it (doc/collector-threats.md). */
#ifndef MULTIKRON_COLLECT_WHO_H
#define MULTIKRON_COLLECT_WHO_H

#include "measure/multikron/collect/keys.h"

/* An identity by its name: "own" is the user that the collector runs as, whoever has a key without
 * a name included; "user:UID" another user of this machine; "key:NAME" an identity of the key
 * file. */
enum { WHO_BYTES = 44 };
#define WHO_OWN "own"
struct who {
    char name[WHO_BYTES];  /* "" = not known yet */
    const struct key *key; /* NULL = known without one */
};

/* The user at the other end of a Unix socket. */
bool who_is_local(struct who *w, int fd, struct fault *why);
/* The user at the other end of a TCP connection that never leaves this machine; only the own user
 * may send there without a key. */
bool who_is_loopback(struct who *w, int fd, struct fault *why);
/* The identity whose key the other side has. */
void who_has_key(struct who *w, const struct keys *keys, const struct key *key);

/* May it send as that node? owner: the identity that the node belongs to; "" = the node is of an
 * old journal without owners; NULL = the node is new. False with the reason. */
bool who_may_send(const struct who *w, const struct keys *keys, uint32_t node, const char *owner,
                  struct fault *why);

#endif
