/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Encryption with a pre-shared key (TLS 1.3), if configure finds GnuTLS. The key determines the
 * identity of the peer. */
#ifndef MULTIKRON_COLLECT_TLS_H
#define MULTIKRON_COLLECT_TLS_H

#include "measure/multikron/collect/keys.h"
#include "measure/multikron/collect/protocol.h"

#include <sys/types.h>

struct tls;
struct tls_key;

/* Reads a key file (keys.h). The file of a sender contains one identity. NULL with the reason,
 * always if MACS was built without GnuTLS. */
struct tls_key *tls_key_read(const char *path, bool server, struct fault *why);
/* Releases the keys. Overwrites and frees them at the end of the last connection that uses them. */
void tls_key_free(struct tls_key *key);
/* Returns all identities of the file. */
const struct keys *tls_keys(const struct tls_key *key);

/* Creates one side of a connection over a non-blocking socket; NULL = no memory. */
struct tls *tls_new(struct tls_key *key, int fd, bool server);
void tls_free(struct tls *t);
/* See the functions of channel.h that call them. */
int tls_handshake(struct tls *t, struct fault *why);
/* On the server, after the handshake: returns the key of the peer. */
const struct key *tls_identity(const struct tls *t);
bool tls_wants_write(const struct tls *t);
ssize_t tls_read(struct tls *t, uint8_t *bytes, size_t n, struct fault *why);
ssize_t tls_write(struct tls *t, const uint8_t *bytes, size_t n, struct fault *why);
bool tls_has_buffered_data(const struct tls *t);
void tls_end_output(struct tls *t);

#endif
