/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of the reader: from elements of the network to records. */
#ifndef MULTIKRON_STREAM_NETWORK_H
#define MULTIKRON_STREAM_NETWORK_H

#include "measure/multikron/stream/reader.h"

enum { ELEMENT_BYTES = 2 };

/* No element of the n at bytes (a multiple of 2) has a bit above bit 9. */
bool network_bits_only(const uint8_t *bytes, size_t n);
/* Decodes the elements of raw; stops at their end, when records is full, a long message is
 * to be handed out (emitting), or one was refused behind records (gap_next). */
void network_decode(struct stream *r);
/* The elements end here: what is unfinished is refused. */
void network_end(struct stream *r);
/* Hands out the next piece of a long message. */
void network_emit(struct stream *r);

#endif
