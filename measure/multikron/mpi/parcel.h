/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a rank found in a file, as bytes for rank 0: numbers as they lie in memory, for all ranks
 * run the same program. */
#ifndef MULTIKRON_MPI_PARCEL_H
#define MULTIKRON_MPI_PARCEL_H

#include "base/diag.h"
#include "measure/multikron/stream/tally.h"

/* One that is written: all zeroes. */
struct parcel {
    ARRAY(uint8_t) bytes;
    size_t at; /* bytes taken */
};
void parcel_put(struct parcel *p, const void *bytes, size_t n);
/* Takes what was put, in the same order; to take more is a bug. */
void parcel_take(struct parcel *p, void *bytes, size_t n);
void parcel_free(struct parcel *p);

/* Sends it to rank 0, and frees it; at rank 0 the next one of that rank. */
void parcel_send(struct parcel *p);
struct parcel parcel_receive(int from);

void parcel_put_tally(struct parcel *p, const struct tally *t);
/* t holds its two parameters; what it gets is good for tally_merge alone. */
void parcel_take_tally(struct parcel *p, struct tally *t);

/* The messages of a recorder, which holds none behind this. */
void parcel_put_messages(struct parcel *p, struct diag *recorder);
/* Shows and counts them. */
void parcel_take_messages(struct parcel *p, struct diag *d);

#endif
