/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams that are divided among the ranks: each stream is read by one rank, and rank 0 receives
 * its blocks as if it had read them. A single rank reads all streams. */
#ifndef MULTIKRON_MPI_SHARED_H
#define MULTIKRON_MPI_SHARED_H

#include "measure/multikron/mpi/parcel.h"
#include "measure/multikron/mpi/ranks.h"
#include "measure/multikron/stream/reader.h"

/* A stream at rank 0. */
struct shared_stream {
    int from;               /* the rank that reads it */
    struct stream local;    /* if from = 0 */
    struct parcel received; /* the current block, if from > 0 */
    bool ended;             /* the last block was received */
    struct diag *d;
    const char *name;            /* for notes */
    bool gap;                    /* as in struct stream, of the current block */
    struct stream_losses losses; /* after the last block */
    bool failed;                 /* after the last block: a read error was reported */
};

/* Opens file i; otherwise as stream_open(). */
bool shared_stream_open(struct shared_stream *s, struct ranks r, size_t i, const char *path,
                        enum stream_form form, struct diag *d);
/* As stream_next_block(). */
size_t shared_stream_next_block(struct shared_stream *s, const uint8_t **at);
void shared_stream_close(struct shared_stream *s);
/* Tells the other ranks that no more files are needed. */
void shared_streams_finish(struct ranks r);

/* At the other ranks: reads the files of this rank until rank 0 needs no more. Messages are sent to
 * rank 0; like has their settings. */
void shared_streams_serve(struct ranks r, const char *const *paths, size_t n, enum stream_form form,
                          const struct diag *like);

#endif
