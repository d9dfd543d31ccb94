/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sends samples to a collector: what a drain of rings, or `multikron send`, writes to. A client is
 * for one thread at a time and has a fixed amount of memory. It keeps what it was given until the
 * collector has stored it, and connects again when the connection or the collector went away; what
 * came already is not stored twice. It prints nothing and raises no signal.
 *
 *     struct client_fault why;
 *     struct client *c = client_open(&(struct client_options){.to = "unix:/run/mk", .node = 7},
 * &why); while (... records ...) if (!client_put(c, records, bytes, &why)) ... client_close(c,
 * &why);
 */
#ifndef MULTIKRON_COLLECT_CLIENT_H
#define MULTIKRON_COLLECT_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct client;
struct client_options {
    const char *to;       /* HOST:PORT or unix:PATH */
    const char *key_file; /* for TLS, as tls.h reads it; NULL = none */
    uint32_t node;
    uint64_t stream; /* the same number goes on with the same stream; 0 = one of its own */
    size_t buffer;   /* bytes kept until they are stored; 0 = 4 MiB; 128 KiB at least */
    long patience;   /* milliseconds for which connecting is tried again; 0 = not at all */
    bool later;      /* client_open does not wait for the connection; the stream is a new one */
};
/* Why something failed: one sentence without a final dot. */
struct client_fault {
    char text[256];
};

/* Connects, or will; NULL with the reason. */
struct client *client_open(const struct client_options *o, struct client_fault *why);
/* The position in the stream that the collector had when the client connected first: client_put
 * drops what is before it. */
uint64_t client_begun(const struct client *c);
/* Takes whole records. Waits while the buffer is full, for the collector sets the pace. False with
 * the reason: the collector refused, or was away for longer than patience; nothing more is taken.
 */
bool client_put(struct client *c, const void *records, size_t bytes, struct client_fault *why);
/* As client_put, but waits for nobody: returns how many bytes of whole records it took, from the
 * first; -1 with the reason. */
int64_t client_offer(struct client *c, const void *records, size_t bytes, struct client_fault *why);
/* Sends the text of the manifest, at most 64 KiB. Waits as client_put. */
bool client_manifest(struct client *c, const char *text, size_t bytes, struct client_fault *why);
/* Waits until all is stored. */
bool client_flush(struct client *c, struct client_fault *why);
/* From now on all calls together wait for that many milliseconds at most, then they are false. */
void client_hurry(struct client *c, long milliseconds);
/* What the client keeps because the collector has not said that it is stored, from byte `from` of
 * it on, as far as it lies in one piece: its length, 0 = that was all. Whole records. */
size_t client_kept(const struct client *c, size_t from, const uint8_t **at);
/* Bytes of the stream, from its beginning, that the collector has stored. */
uint64_t client_stored(const struct client *c);
/* Ends the stream, waits until all is stored, and frees the client. False with the reason where
 * something was not stored. */
bool client_close(struct client *c, struct client_fault *why);
/* Frees the client at once; what was not stored may be lost. In a child of fork, too. */
void client_abandon(struct client *c);

#endif
