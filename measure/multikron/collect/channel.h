/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Addresses of collectors, and connections that may be encrypted. Only channel_connect blocks. */
#ifndef MULTIKRON_COLLECT_CHANNEL_H
#define MULTIKRON_COLLECT_CHANNEL_H

#include "measure/multikron/collect/protocol.h"
#include "measure/multikron/collect/tls.h"

#include <sys/types.h>

/* ---- addresses: HOST:PORT, [IPV6]:PORT, :PORT (this machine), or unix:PATH ---- */

struct address {
    bool local;       /* a Unix socket */
    const char *path; /* of the Unix socket; points into the text */
    char host[256];   /* as given; default: "127.0.0.1" */
    char port[8];
    bool loopback; /* packets never leave this machine */
};
/* Checks the form of an address without looking up names. Returns false with the reason. */
bool address_check(const char *text, struct fault *why);
/* Reads an address and looks up its name. Returns false with the reason. */
bool address_read(struct address *a, const char *text, struct fault *why);
/* Returns a listening, non-blocking socket; -1 with the reason. A Unix socket is created with the
 * permissions `mode`; it replaces a socket on which no process listens. */
int address_listen(const struct address *a, mode_t mode, struct fault *why);
/* Prints the address of a listening socket. If port 0 was given, prints the port that the system
 * chose. */
void address_text(int fd, const struct address *a, char *text, size_t size);

/* ---- channels ---- */

struct channel {
    int fd;
    struct tls *tls; /* NULL = not encrypted */
    bool ready;      /* connected; the TLS handshake is done */
};
enum { CHANNEL_WOULD_BLOCK = -1, CHANNEL_BROKEN = -2 };

/* Connects within the time limit. TCP is encrypted if there is a key; then the channel is not ready
 * before channel_prepare. A Unix socket is never encrypted. Returns false with the reason. */
bool channel_connect(struct channel *c, const struct address *a, struct tls_key *key,
                     int milliseconds, struct fault *why);
/* Accepts a connection of a listening socket. Returns false with errno. */
bool channel_accept(struct channel *c, int listener, struct tls_key *key);
/* Continues the handshake. Returns 1 if the channel is ready, CHANNEL_WOULD_BLOCK if the socket
 * must become ready first (channel_wants_write), CHANNEL_BROKEN with the reason. */
int channel_prepare(struct channel *c, struct fault *why);
/* Returns the key of the peer; NULL = the channel is not encrypted. */
const struct key *channel_identity(const struct channel *c);
/* Returns whether the handshake waits until the socket can be written. */
bool channel_wants_write(const struct channel *c);
/* Return the number of bytes read (0 = end of input) or written, CHANNEL_WOULD_BLOCK, or
 * CHANNEL_BROKEN with the reason. Repeat a write that would block with the same bytes. */
ssize_t channel_read(struct channel *c, uint8_t *bytes, size_t n, struct fault *why);
ssize_t channel_write(struct channel *c, const uint8_t *bytes, size_t n, struct fault *why);
/* Returns whether decrypted input is buffered, which poll does not report. */
bool channel_has_buffered_data(const struct channel *c);
/* Announces the end of the output to the peer. */
void channel_end_output(struct channel *c);
void channel_close(struct channel *c);

#endif
