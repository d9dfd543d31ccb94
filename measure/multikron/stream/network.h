/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private part of the reader: decodes network elements to records. */
#ifndef MULTIKRON_STREAM_NETWORK_H
#define MULTIKRON_STREAM_NETWORK_H

#include "measure/multikron/stream/reader.h"

enum { ELEMENT_BYTES = 2 };

/* Returns whether no element in the n bytes (a multiple of 2) has a bit above bit 9. */
bool network_has_only_element_bits(const uint8_t *bytes, size_t n);
/* Decodes the elements of raw. Stops at their end, when records is full, when a long message is to
 * be returned in pieces (emitting), or when a message was refused after records (gap_next). */
void network_decode(struct stream *r);
/* Refuses an incomplete message at the end of the elements. */
void network_end(struct stream *r);
/* Appends the next piece of a long message to records. */
void network_emit(struct stream *r);

#endif
