/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal of a collector's folder: which identity each node belongs to, and how much of each
 * file is complete, to which position of which stream. It is a head of 16 bytes and entries of 64,
 * which are appended in batches; the last entry about a node and stream counts
 * (doc/multikron-protocol.md). A batch that was cut off when the collector ended is left out; any
 * other damage is an error. */
#ifndef MULTIKRON_COLLECT_JOURNAL_H
#define MULTIKRON_COLLECT_JOURNAL_H

#include "base/array.h"
#include "base/diag.h"
#include "measure/multikron/collect/who.h"

#include <sys/types.h>

enum { JOURNAL_ENTRY_BYTES = 64 };
struct journal_entry {
    enum { JOURNAL_BEGIN, JOURNAL_OWNER, JOURNAL_POSITION } kind;
    uint32_t node;
    char owner[WHO_BYTES];          /* of OWNER */
    uint64_t stream, position, end; /* of POSITION; end = bytes in the node's file */
};
struct journal_batch {
    ARRAY(uint8_t) bytes;
};
struct journal {
    int folder, fd; /* -1 = closed */
    bool sync;
    uint32_t batch;      /* number of the last one */
    off_t size, renewed; /* bytes now, and when it was written anew */
};

/* Opens or makes the journal of the folder. False with a message in d: it is no journal, not our
 * own, or damaged. take gets each entry in order. */
bool journal_open(struct journal *j, int folder, bool sync,
                  void (*take)(void *with, const struct journal_entry *e), void *with,
                  struct diag *d, struct where where);
void journal_close(struct journal *j);
/* Reads the bytes of a journal as journal_open does. False with a message in d. */
bool journal_read(const uint8_t *bytes, size_t n,
                  void (*take)(void *with, const struct journal_entry *e), void *with,
                  struct diag *d, struct where where);

void journal_add(struct journal_batch *b, const struct journal_entry *e);
/* Appends the batch and makes it durable; or false with errno, and the journal is as it was. */
bool journal_append(struct journal *j, struct journal_batch *b);
/* Is much of it out of date? */
bool journal_is_long(const struct journal *j);
/* Replaces the journal by one of these entries. False with errno, and it is as it was. */
bool journal_renew(struct journal *j, struct journal_batch *b);

/* Writes all bytes, or false with errno. */
bool journal_write_all(int fd, const uint8_t *bytes, size_t n);

#endif
