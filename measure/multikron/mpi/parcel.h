/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of a rank for a file, as bytes that are sent to rank 0. Numbers have their
 * representation in memory, because all ranks run the same program. */
#ifndef MULTIKRON_MPI_PARCEL_H
#define MULTIKRON_MPI_PARCEL_H

#include "base/diag.h"
#include "measure/multikron/stream/tally.h"

/* All zeroes = empty. */
struct parcel {
    ARRAY(uint8_t) bytes;
    size_t at; /* bytes read */
};
/* Appends n bytes. */
void parcel_write(struct parcel *p, const void *bytes, size_t n);
/* Reads the next n bytes; reading more than was written is a bug. */
void parcel_read(struct parcel *p, void *bytes, size_t n);
void parcel_free(struct parcel *p);

/* Sends a parcel to rank 0 and frees it. */
void parcel_send(struct parcel *p);
/* Receives the next parcel of a rank; called at rank 0. */
struct parcel parcel_receive(int from);

/* Appends a tally. */
void parcel_write_tally(struct parcel *p, const struct tally *t);
/* Reads a tally into t, whose parameters are set. The result is valid only as the second argument
 * of tally_merge(). */
void parcel_read_tally(struct parcel *p, struct tally *t);

/* Appends the messages of a recorder, and removes them from it. */
void parcel_write_messages(struct parcel *p, struct diag *recorder);
/* Reads messages, and reports them in d. */
void parcel_read_messages(struct parcel *p, struct diag *d);

#endif
