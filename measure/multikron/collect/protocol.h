/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The network protocol between nodes and the collector (doc/multikron-protocol.md): messages as
 * bytes, and the state of one connection. This module uses no sockets: the caller passes received
 * bytes and gets one step after the other. Numbers are big-endian. */
#ifndef MULTIKRON_COLLECT_PROTOCOL_H
#define MULTIKRON_COLLECT_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PROTOCOL_VERSION = 1,
    HELLO_BYTES = 32,
    FRAME_HEAD = 16,            /* kind 32 bits, length of the body 32, position 64 */
    FRAME_BODY_MAX = 64 * 1024, /* longer frames are refused unread */
    REFUSAL_MAX = 256,
};

/* Why an operation failed: one sentence without a final dot. */
struct fault {
    char text[REFUSAL_MAX];
};
/* Sets the text. Returns false, as the value to return to the caller. */
bool fault_set(struct fault *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

enum frame_kind {
#define FRAME(NAME, code, from, most, text) FRAME_##NAME = code,
#include "measure/multikron/collect/protocol.def"
#undef FRAME
};
enum frame_from { FROM_NODE, FROM_COLLECTOR };

/* The first message of a node. */
struct hello {
    uint32_t node;
    uint64_t stream; /* the same number after a reconnect */
};
struct frame {
    enum frame_kind kind;
    uint32_t length;
    uint64_t position; /* bytes from the start of the stream */
};

void hello_pack(uint8_t bytes[HELLO_BYTES], struct hello h);
void frame_pack(uint8_t bytes[FRAME_HEAD], struct frame f);
/* Reads the header of a frame. Returns false with the reason if the sender `from` may not send such
 * a frame. */
bool frame_unpack(struct frame *f, const uint8_t bytes[FRAME_HEAD], enum frame_from from,
                  struct fault *why);

/* Returns the length of the whole records among the first min(n, most) bytes. Adds the number of
 * samples, and of samples with an overrun flag, to *samples and *overruns. */
size_t records_count(const uint8_t *bytes, size_t n, size_t most, uint64_t *samples,
                     uint64_t *overruns);

/* ---- the collector's state of one connection ---- */

enum session_event {
    SESSION_MORE,     /* the message is incomplete: read more bytes */
    SESSION_HELLO,    /* call session_open, or refuse the connection */
    SESSION_DATA,     /* new records: bytes, n, samples, overruns */
    SESSION_MANIFEST, /* text of the manifest: bytes, n */
    SESSION_END,      /* the stream is complete */
    SESSION_ERROR,    /* session.why has the reason; no further steps */
};
struct session {
    enum { SESSION_NEW, SESSION_GREETED, SESSION_OPEN, SESSION_ENDED, SESSION_BROKEN } state;
    struct hello hello;
    uint64_t next;       /* position of the next expected byte */
    uint64_t bytes_left; /* that the node may still send */
    uint64_t duplicates; /* bytes received again, and dropped */
    struct fault why;
};
struct session_step {
    enum session_event event;
    size_t consumed; /* input bytes that the caller removes after the step */
    const uint8_t *bytes;
    size_t n;
    uint64_t samples, overruns;
};

/* Returns the next step for n bytes of input. Pass the bytes that were not consumed again, followed
 * by more. HELLO_BYTES or FRAME_HEAD + FRAME_BODY_MAX bytes are always enough for a step. */
struct session_step session_next(struct session *s, const uint8_t *bytes, size_t n);
/* Accepts a hello: sets the position of the next expected byte, and how many bytes may follow. */
void session_open(struct session *s, uint64_t next, uint64_t bytes_left);

#endif
