/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The directory in which the collector stores samples. It contains a file of bare records for each
 * node, node-N.mkn, and a journal. The journal records the owner of each node, how much of its file
 * is complete, and the position in each stream.
 *
 * Committed data survive the end of the collector at any point. Data that were appended but not
 * committed are moved to node-N.cut when the directory is opened again; their sender still has
 * them. Only the user of the collector has access to the directory and its files. */
#ifndef MULTIKRON_COLLECT_STORE_H
#define MULTIKRON_COLLECT_STORE_H

#include "base/array.h"
#include "base/diag.h"
#include "measure/multikron/collect/journal.h"

enum { STREAMS_MAX = 4096 }; /* of one node */
struct store_stream {
    uint64_t id;
    uint64_t next;   /* position after the appended bytes */
    uint64_t stored; /* position after the durable bytes */
};
struct store_text {
    uint8_t *at; /* NULL = none */
    size_t n;
};
struct store_node {
    uint32_t number;
    char owner[WHO_BYTES]; /* identity; "" = from a journal without owners */
    int fd;                /* of its file; -1 = closed */
    uint64_t end;          /* bytes in its file */
    uint64_t stored;       /* of these, durable */
    ARRAY(struct store_stream) streams;
    size_t current;             /* the stream to append to */
    bool dirty;                 /* appended to since the last commit began */
    bool committing;            /* part of the current commit */
    struct store_text manifest; /* waits for the next commit */
    uint64_t manifest_end;      /* bytes of its manifest, durable or not */
    bool manifest_committing;   /* part of the current commit */
    int manifest_error;         /* errno of a failed write of the manifest; 0 = none */
};
struct store_job; /* the current commit */
struct store {
    char *directory;
    int directory_fd;
    struct journal journal;
    int done_fd;   /* readable when the current commit is done */
    bool sync;     /* committed data survive a power failure, not only the end of the process */
    bool new_file; /* the directory has new files: sync the directory, too */
    ARRAY(struct store_node *) nodes; /* by number */
    uint64_t dirty_bytes;             /* appended since the last commit began */
    struct store_job *job;            /* NULL = no commit runs */
};

/* Opens or creates the directory, locks it, and reads its journal. Returns false with a message in
 * d, for example if others may change the directory or acknowledged data are missing. */
bool store_open(struct store *s, const char *directory, bool sync, struct diag *d);
void store_close(struct store *s);

/* Returns the node of that number; NULL = the store has no data of it. */
struct store_node *store_find(const struct store *s, uint32_t number);
/* Adds a node and records its owner in the journal. Requires that no commit runs, because both
 * write the journal. NULL with the reason. */
struct store_node *store_add_node(struct store *s, uint32_t number, const char *owner,
                                  struct fault *why);
/* Sets the owner of a node that has none. As store_add_node. */
bool store_set_owner(struct store *s, struct store_node *n, const char *owner, struct fault *why);
/* Opens the node's file. Returns false with the reason. */
bool store_open_file(struct store *s, struct store_node *n, struct fault *why);
/* Selects the stream to append to and sets *next to its next position. Returns false with the
 * reason if the node has too many streams. */
bool store_select_stream(struct store_node *n, uint64_t id, uint64_t *next, struct fault *why);
/* Appends whole records to the selected stream. Returns false with the reason; then nothing was
 * appended. */
bool store_append(struct store *s, struct store_node *n, const uint8_t *bytes, size_t size,
                  struct fault *why);
/* Sets the text that the next commit writes to node-N.manifest, atomically. Replaces an earlier
 * text that is not committed yet. */
void store_manifest(struct store_node *n, const uint8_t *text, size_t size);
/* Returns whether all samples and the manifest of the node are durable. */
bool store_is_durable(const struct store_node *n);
/* Sets the size of the file system and the bytes available to this user. False with errno. */
bool store_disk_space(const struct store *s, uint64_t *size, uint64_t *left);
/* Starts a commit of the appended data; does nothing if one runs. Data may be appended meanwhile.
 * Returns true if the commit runs in a thread: call store_commit_end when done_fd is readable.
 * Returns false if it is already finished: call store_commit_end now. */
bool store_commit_begin(struct store *s);
/* Waits for the current commit. Returns false with the reason; then its data are not durable. */
bool store_commit_end(struct store *s, struct fault *why);
/* Commits all appended data and waits. */
bool store_commit(struct store *s, struct fault *why);
/* Closes the node's file unless it has uncommitted data. */
void store_close_idle_file(struct store_node *n);

#endif
