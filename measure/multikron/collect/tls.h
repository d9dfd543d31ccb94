/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Encryption with a key that both sides know (TLS 1.3, PSK), where configure found GnuTLS. The key
 * says which identity of the key file the other side is. */
#ifndef MULTIKRON_COLLECT_TLS_H
#define MULTIKRON_COLLECT_TLS_H

#include "measure/multikron/collect/keys.h"
#include "measure/multikron/collect/protocol.h"

#include <sys/types.h>

struct tls;
struct tls_key;

/* Reads a key file (keys.h); a sender's holds one identity. NULL with the reason; also where this
 * was built without GnuTLS. */
struct tls_key *tls_key_read(const char *path, bool server, struct fault *why);
/* The keys are overwritten when the last connection that they encrypt has ended, too. */
void tls_key_free(struct tls_key *key);
/* All identities of the file. */
const struct keys *tls_keys(const struct tls_key *key);

/* One side of a connection over a socket that does not block; NULL = no memory. */
struct tls *tls_new(struct tls_key *key, int fd, bool server);
void tls_free(struct tls *t);
/* As the functions of channel.h that call them. */
int tls_handshake(struct tls *t, struct fault *why);
/* After the handshake, on the server's side: whose key the other side has. */
const struct key *tls_identity(const struct tls *t);
bool tls_wants_write(const struct tls *t);
ssize_t tls_read(struct tls *t, uint8_t *bytes, size_t n, struct fault *why);
ssize_t tls_write(struct tls *t, const uint8_t *bytes, size_t n, struct fault *why);
bool tls_pending(const struct tls *t);
void tls_finish(struct tls *t);

#endif
