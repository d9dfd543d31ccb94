/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reader of sample streams: network elements (16-bit little-endian numbers) or
 * bare records in, whole records of a legal class out, block by block; what
 * does not survive is counted and said. Memory is the same for any size.
 *
 *     struct stream r;
 *     if (stream_open(&r, path, STREAM_DETECT, d)) {
 *         const uint8_t *at;
 *         for (size_t n; (n = stream_block(&r, &at)) > 0;)
 *             for (size_t i = 0, step; i < n; i += step)
 *                 step = sample_unpack(&s, at + i, n - i);
 *         ... r.losses
 *         stream_close(&r);
 *     }
 */
#ifndef MULTIKRON_STREAM_READER_H
#define MULTIKRON_STREAM_READER_H

#include "measure/multikron/sample.h"
#include "measure/multikron/stream/input.h"

/* DETECT: a network stream if bits 10-15 of every complete element are 0 and at
 * least one sample survives, else bare. */
enum stream_form { STREAM_DETECT, STREAM_NETWORK, STREAM_BARE };

struct stream_losses {
#define LOSS(key, text) uint64_t key;
#define MISSING(key, text) uint64_t key;
#include "measure/multikron/stream/losses.def"
#undef LOSS
#undef MISSING
};
struct stream_loss_name {
    const char *key, *text;
};
/* Names of the fields of struct stream_losses in their order, and how many there are. */
const struct stream_loss_name *stream_loss_names(size_t *n);
/* The field of that number in the order of the names. */
uint64_t stream_loss_at(const struct stream_losses *l, size_t i);
/* Something in the stream was refused or damaged (an odd byte alone is no loss of samples, but
 * counts). */
bool stream_any_loss(const struct stream_losses *l);

/* A network message under way, element by element. */
struct message {
    uint64_t offset;        /* byte of its first element */
    uint64_t elements;      /* so far */
    uint64_t parts;         /* samples begun */
    size_t part_left;       /* elements that the last of them still needs */
    uint64_t parity_wrong;  /* elements of wrong parity */
    uint64_t parity_offset; /* byte of the first of them */
    bool class_wrong;       /* its first header has no class */
    bool broken;            /* it can't survive */
    struct spool kept;      /* its data bytes while it may survive */
};

enum { STREAM_BLOCK = 1 << 16 };
struct stream {
    struct diag *d;
    struct input in;
    enum stream_form form; /* never DETECT once it is open */
    struct stream_losses losses;
    uint8_t *raw;         /* STREAM_BLOCK bytes of the input and what was left over before */
    size_t raw_n, raw_at; /* bytes there, bytes used */
    uint64_t offset;      /* of raw in the input */
    uint8_t *records;     /* NETWORK: what was decoded */
    size_t records_n;
    bool ended;    /* input is at its end */
    bool stopped;  /* BARE: behind a class that is none */
    bool emitting; /* message.kept is being handed out */
    bool gap;      /* messages were refused in front of the block that stream_block gave last */
    bool gap_next; /* likewise, in front of the next one */
    struct message message;
};

/* Opens a file ("-": standard input). False with a message in d. Losses are errors in d
 * with their byte offset, an odd last byte a warning. So is a NODE.PROCESS.mkn of libmultikron
 * whose ring file beside it still has samples. */
bool stream_open(struct stream *r, const char *path, enum stream_form form, struct diag *d);
/* The same of bytes in memory, which must outlive it. */
void stream_from_bytes(struct stream *r, const char *name, const uint8_t *bytes, size_t n,
                       enum stream_form form, struct diag *d);
/* Could the input not be read to its end? The message was given. */
bool stream_unread(const struct stream *r);
/* The next records: whole, of a legal class, one behind the other. Returns their bytes, 0 at
 * the end; they stay until the next call. */
size_t stream_block(struct stream *r, const uint8_t **at);
void stream_close(struct stream *r);

#endif
