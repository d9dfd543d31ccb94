/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to runs/: the binary format in which the database stores the body of a loop.
 *
 * Integers have 7 bits in each byte, least significant first; the top bit is set if more bytes
 * follow. Signed integers have their sign in the lowest bit. The format has a version, a list of
 * words (names of forms and classes), the instructions, the flows, the blocks and their edges.
 * Instructions and flows refer to words by index; body.c has tables of their fields. Version 1 has
 * no blocks, and no locations of flows: blocks are derived from areas, each of which can be
 * skipped. */
#ifndef RUNS_BODY_H
#define RUNS_BODY_H

#include "facts/facts.h"

struct body_bytes {
    const unsigned char *at;
    size_t n;
};
/* Encodes a body; the bytes are allocated in a. */
struct body_bytes body_write(struct arena *a, const struct instruction_body *b);

/* Decodes the body of a loop with that number of areas, in a. Returns NULL if the bytes are
 * truncated, too long or invalid. */
struct instruction_body *body_read(struct arena *a, struct body_bytes from, size_t areas);

#endif
