/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sends samples to a collector. The drain of libmultikron and `multikron send` use it.
 *
 * A client uses a fixed amount of memory and may be used by one thread at a time. It keeps records
 * until the collector has stored them, and reconnects if the connection is lost. The collector does
 * not store a record twice. A client prints nothing and raises no signal.
 *
 *     struct client_fault why;
 *     struct client_options o = {.to = "unix:/run/mk", .node = 7};
 *     struct client *c = client_open(&o, &why);
 *     while (... records ...)
 *         if (!client_send(c, records, bytes, &why)) ...
 *     client_close(c, &why);
 */
#ifndef MULTIKRON_COLLECT_CLIENT_H
#define MULTIKRON_COLLECT_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct client;
struct client_options {
    const char *to;       /* HOST:PORT or unix:PATH */
    const char *key_file; /* for TLS, see tls.h; NULL = no encryption */
    uint32_t node;
    uint64_t stream; /* continues the stream of this number; 0 = a new stream */
    size_t buffer;   /* bytes of unacknowledged records; 0 = 4 MiB; at least 128 KiB */
    long retry_ms;   /* time to retry to connect; 0 = one attempt */
    bool background; /* client_open does not wait for the connection; requires a new stream */
};
/* Why an operation failed: one sentence without a final dot. */
struct client_fault {
    char text[256];
};

/* Creates a client and connects it. NULL with the reason. */
struct client *client_open(const struct client_options *o, struct client_fault *why);
/* Returns the position that the collector had stored when the client first connected. client_send
 * skips the bytes before it. */
uint64_t client_resume_position(const struct client *c);
/* Sends whole records. Waits while the buffer is full. Returns false with the reason if the
 * collector refused or could not be reached for retry_ms; the client is then unusable. */
bool client_send(struct client *c, const void *records, size_t bytes, struct client_fault *why);
/* As client_send, but does not wait. Returns the number of accepted bytes, which are whole records
 * from the first; -1 with the reason. */
int64_t client_try_send(struct client *c, const void *records, size_t bytes,
                        struct client_fault *why);
/* Sends the text of the manifest, at most 64 KiB. Waits as client_send does. */
bool client_send_manifest(struct client *c, const char *text, size_t bytes,
                          struct client_fault *why);
/* Waits until all records are stored. */
bool client_flush(struct client *c, struct client_fault *why);
/* Limits the time that all following calls together wait. After it they return false. */
void client_set_deadline(struct client *c, long milliseconds);
/* Finds the unacknowledged records from byte `from` of them. Sets *at and returns the number of
 * contiguous bytes; 0 = there are no more. */
size_t client_unacknowledged(const struct client *c, size_t from, const uint8_t **at);
/* Returns the number of bytes of the stream that the collector has stored. */
uint64_t client_acknowledged(const struct client *c);
/* Ends the stream, waits until everything is stored, and frees the client. Returns false with the
 * reason if something was not stored. */
bool client_close(struct client *c, struct client_fault *why);
/* Frees the client without waiting; unacknowledged records may be lost. May be called in a child
 * after fork. NULL is allowed. */
void client_abandon(struct client *c);

#endif
