/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams that the ranks share: each is read by one of them, and taken by rank 0 as if it were read
 * there. Alone, a rank reads them all. */
#ifndef MULTIKRON_MPI_SHARED_H
#define MULTIKRON_MPI_SHARED_H

#include "measure/multikron/mpi/parcel.h"
#include "measure/multikron/mpi/ranks.h"
#include "measure/multikron/stream/reader.h"

/* At rank 0. */
struct shared {
    int from;           /* the rank that reads it; 0 = this one */
    struct stream here; /* where this one does */
    struct parcel there;
    bool ended;
    struct diag *d;
    const char *name;            /* for notes */
    bool gap;                    /* as of struct stream, of the block taken last */
    struct stream_losses losses; /* after the last block */
    bool unread;                 /* likewise: it could not be read to its end; said */
};

/* Opens file i of several; as stream_open. */
bool shared_open(struct shared *s, struct ranks r, size_t i, const char *path,
                 enum stream_form form, struct diag *d);
/* As stream_block. */
size_t shared_block(struct shared *s, const uint8_t **at);
void shared_close(struct shared *s);
/* No more files are wanted of the other ranks. */
void shared_dismiss(struct ranks r);

/* At the other ranks: reads those of the files that are theirs, for as long as rank 0 wants any.
 * Messages go to d of rank 0; like says how. */
void shared_serve(struct ranks r, const char *const *paths, size_t n, enum stream_form form,
                  const struct diag *like);

#endif
