/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a node and the collector say to each other, as bytes (doc/multikron-protocol.md). No
 * sockets here: a session is fed with what came and tells, step by step, what it means.
 * Numbers have their most significant byte first. */
#ifndef MULTIKRON_COLLECT_PROTOCOL_H
#define MULTIKRON_COLLECT_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PROTOCOL_VERSION = 1,
    HELLO_BYTES = 32,
    FRAME_HEAD = 16,            /* kind 32, length of the body 32, position 64 */
    FRAME_BODY_MAX = 64 * 1024, /* longer ones are refused unread */
    REFUSAL_MAX = 256,
};

/* Why something failed: one sentence without a final dot. */
struct fault {
    char text[REFUSAL_MAX];
};
/* Returns false, for the caller to return. */
bool fault_set(struct fault *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

enum frame_kind {
#define FRAME(NAME, code, from, most, text) FRAME_##NAME = code,
#include "measure/multikron/collect/protocol.def"
#undef FRAME
};
enum frame_from { FROM_NODE, FROM_COLLECTOR };

/* Begins a connection. */
struct hello {
    uint32_t node;
    uint64_t stream; /* the same when a node comes again with the rest of a stream */
};
struct frame {
    enum frame_kind kind;
    uint32_t length;
    uint64_t position; /* in bytes from the stream's beginning */
};

void hello_pack(uint8_t bytes[HELLO_BYTES], struct hello h);
void frame_pack(uint8_t bytes[FRAME_HEAD], struct frame f);
/* Head of a frame that this side may send; false with the reason if it is none. */
bool frame_unpack(struct frame *f, const uint8_t bytes[FRAME_HEAD], enum frame_from from,
                  struct fault *why);

/* Whole records at bytes, of which n are there and at most `most` wanted: their length. The number
 * of samples and of those that follow a loss are added to *samples and *overruns. */
size_t records_count(const uint8_t *bytes, size_t n, size_t most, uint64_t *samples,
                     uint64_t *overruns);

/* ---- the collector's side of one connection ---- */

enum session_event {
    SESSION_MORE,     /* what is there is no whole frame yet */
    SESSION_HELLO,    /* answer with session_open, or refuse */
    SESSION_DATA,     /* new records: bytes, n, samples, overruns */
    SESSION_MANIFEST, /* its text: bytes, n */
    SESSION_END,      /* the stream is complete */
    SESSION_FAULT,    /* session.why; nothing more is taken */
};
struct session {
    enum { SESSION_NEW, SESSION_ASKED, SESSION_OPEN, SESSION_ENDED, SESSION_BROKEN } state;
    struct hello hello;
    uint64_t next;       /* position of the next byte that is new */
    uint64_t room;       /* bytes that this node may still send */
    uint64_t duplicates; /* bytes dropped that had come before */
    struct fault why;
};
struct session_step {
    enum session_event event;
    size_t taken; /* bytes that are done with when the step is */
    const uint8_t *bytes;
    size_t n;
    uint64_t samples, overruns;
};

/* The next step with the n bytes at hand. Bytes that were not taken are handed in again, with
 * more behind; HELLO_BYTES or FRAME_HEAD + FRAME_BODY_MAX always suffice for a step. */
struct session_step session_take(struct session *s, const uint8_t *bytes, size_t n);
/* Behind SESSION_HELLO: where the stream goes on, and how many bytes the node may send. */
void session_open(struct session *s, uint64_t next, uint64_t room);

#endif
