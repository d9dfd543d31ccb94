/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads sample streams: network elements (16-bit little-endian numbers) or bare records. Returns
 * complete records of a valid class, block by block; everything else is counted and reported. The
 * memory does not depend on the size of the stream.
 *
 *     struct stream r;
 *     if (stream_open(&r, path, STREAM_DETECT, d)) {
 *         const uint8_t *at;
 *         for (size_t n; (n = stream_next_block(&r, &at)) > 0;)
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

/* DETECT: NETWORK if bits 10-15 of every complete element are 0 and at least one sample is valid,
 * otherwise BARE. */
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
/* Returns the names of the n fields of struct stream_losses, in their order. */
const struct stream_loss_name *stream_loss_names(size_t *n);
/* Returns field i, in the order of the names. */
uint64_t stream_loss(const struct stream_losses *l, size_t i);
/* Returns whether anything in the stream was refused or damaged, including an odd byte at the end,
 * which loses no sample. */
bool stream_has_losses(const struct stream_losses *l);

/* A network message that is being read. */
struct network_message {
    uint64_t offset;         /* of its first element, bytes */
    uint64_t elements;       /* number read */
    uint64_t samples;        /* number begun */
    size_t missing_elements; /* that the last sample still needs */
    uint64_t parity_errors;  /* elements with wrong parity */
    uint64_t parity_offset;  /* of the first of them, bytes */
    bool class_error;        /* the class of its first header is invalid */
    bool refused;            /* it is invalid */
    struct spool data;       /* its data bytes, unless refused */
};

enum { STREAM_BLOCK = 1 << 16 };
struct stream {
    struct diag *d;
    struct input in;
    enum stream_form form; /* NETWORK or BARE after opening */
    struct stream_losses losses;
    uint8_t *raw;         /* buffer of STREAM_BLOCK bytes of the input */
    size_t raw_n, raw_at; /* bytes in it, bytes processed */
    uint64_t offset;      /* of raw in the input */
    uint8_t *records;     /* NETWORK: decoded records */
    size_t records_n;     /* bytes */
    bool ended;           /* the input is at its end */
    bool stopped;         /* BARE: decoding stopped at an invalid record */
    bool emitting;        /* a long message, message.data, is being returned in pieces */
    bool gap;             /* messages were refused before the current block */
    bool gap_next;        /* messages were refused before the next block */
    struct network_message message;
};

/* Opens a file; "-" = standard input. Returns false after an error in d. Reading reports losses as
 * errors in d with their byte offset, and an odd last byte as a warning. Samples of X.mkn that are
 * still in the ring file X.mkr of libmultikron are an error, too. */
bool stream_open(struct stream *r, const char *path, enum stream_form form, struct diag *d);
/* Does the same for bytes in memory, which must outlive r. */
void stream_from_bytes(struct stream *r, const char *name, const uint8_t *bytes, size_t n,
                       enum stream_form form, struct diag *d);
/* Returns whether reading the input failed before its end; the error is in d. */
bool stream_has_failed(const struct stream *r);
/* Sets *at to the next complete records of a valid class, which are contiguous and valid until the
 * next call. Returns their size in bytes, 0 at the end. */
size_t stream_next_block(struct stream *r, const uint8_t **at);
void stream_close(struct stream *r);

#endif
