/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A connection that may be encrypted, and where it goes to. Nothing here blocks but
 * channel_connect. */
#ifndef MULTIKRON_COLLECT_CHANNEL_H
#define MULTIKRON_COLLECT_CHANNEL_H

#include "measure/multikron/collect/protocol.h"
#include "measure/multikron/collect/tls.h"

#include <sys/types.h>

/* ---- addresses: HOST:PORT, [IPV6]:PORT, :PORT (this machine), or unix:PATH ---- */

struct address {
    bool local;       /* PATH, of a Unix socket */
    const char *path; /* points into the text */
    char host[256];   /* as given; "127.0.0.1" where there was none */
    char port[8];
    bool loopback; /* never leaves this machine */
};
/* Checks the form of an address without looking up names. Returns false with the reason. */
bool address_check(const char *text, struct fault *why);
/* Reads an address and looks up its name. Returns false with the reason. */
bool address_read(struct address *a, const char *text, struct fault *why);
/* A socket that listens there, not blocking; -1 with the reason. A Unix socket gets the mode as
 * its permissions; one that nobody listens on any more is replaced. */
int address_listen(const struct address *a, mode_t mode, struct fault *why);
/* What a listening socket's address is in truth (port 0 is one the system chose). */
void address_text(int fd, const struct address *a, char *text, size_t size);

/* ---- channels ---- */

struct channel {
    int fd;
    struct tls *tls; /* NULL = plain */
    bool ready;      /* may be read and written */
};
enum { CHANNEL_LATER = -1, CHANNEL_BROKEN = -2 };

/* Connects within that many milliseconds; over TCP encrypted if there is a key, and not ready
 * then; a Unix socket never is. False with the reason. */
bool channel_connect(struct channel *c, const struct address *a, struct tls_key *key,
                     int milliseconds, struct fault *why);
/* The next one that waits at a listening socket. False with errno. */
bool channel_accept(struct channel *c, int listener, struct tls_key *key);
/* Goes on with what makes the channel ready: 1 = it is, CHANNEL_LATER = when the socket is ready
 * again (channel_wants_write), CHANNEL_BROKEN with the reason. */
int channel_prepare(struct channel *c, struct fault *why);
/* Whose key the other side has; NULL = the channel is not encrypted. */
const struct key *channel_identity(const struct channel *c);
bool channel_wants_write(const struct channel *c);
/* Bytes read (0 = the other side is done) or written; CHANNEL_LATER; CHANNEL_BROKEN with the
 * reason. What was not written is written again from the same place. */
ssize_t channel_read(struct channel *c, uint8_t *bytes, size_t n, struct fault *why);
ssize_t channel_write(struct channel *c, const uint8_t *bytes, size_t n, struct fault *why);
/* Can more be read that the socket does not tell of? */
bool channel_pending(const struct channel *c);
/* Tells the other side that nothing more comes. */
void channel_finish(struct channel *c);
void channel_close(struct channel *c);

#endif
