/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal of a collector's directory. It records the owner of each node, and how much of each
 * file is complete, with the position in each stream. It has a header of 16 bytes and entries of 64
 * bytes, which are appended in batches. The last entry about a node and stream is valid
 * (doc/multikron-protocol.md). An incomplete last batch is ignored: the collector ended while it
 * was written. Any other damage is an error. */
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
    int directory, fd; /* -1 = closed */
    bool sync;
    uint32_t batch;             /* number of the last one */
    off_t size, compacted_size; /* bytes now, and after the last compaction */
};

/* Opens or creates the journal of the directory. Passes its entries to handle_entry in order.
 * Returns false with a message in d if the file is not a journal, belongs to another user, or is
 * damaged. */
bool journal_open(struct journal *j, int directory, bool sync,
                  void (*handle_entry)(void *context, const struct journal_entry *e), void *context,
                  struct diag *d, struct where where);
void journal_close(struct journal *j);
/* Reads the bytes of a journal as journal_open does. Returns false with a message in d. */
bool journal_read(const uint8_t *bytes, size_t n,
                  void (*handle_entry)(void *context, const struct journal_entry *e), void *context,
                  struct diag *d, struct where where);

void journal_add_entry(struct journal_batch *b, const struct journal_entry *e);
/* Appends the batch durably. Returns false with errno; then the journal is unchanged. */
bool journal_append(struct journal *j, struct journal_batch *b);
/* Returns whether most of a large journal is obsolete. */
bool journal_needs_compaction(const struct journal *j);
/* Replaces the journal by one with these entries. Returns false with errno; then the journal is
 * unchanged. */
bool journal_compact(struct journal *j, struct journal_batch *b);

/* Writes all bytes. Returns false with errno. */
bool journal_write_all(int fd, const uint8_t *bytes, size_t n);

#endif
