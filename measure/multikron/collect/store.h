/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the collector keeps samples: a folder with a file of bare records a node, node-N.mkn, and
 * one journal that says to whom each node belongs, how much of its file is complete, and to which
 * position of which stream. What was committed survives the end of the collector at any point; what
 * was only appended is moved to node-N.cut when the folder is opened again, for its sender still
 * has it. Folder and files are for their user alone. */
#ifndef MULTIKRON_COLLECT_STORE_H
#define MULTIKRON_COLLECT_STORE_H

#include "base/array.h"
#include "base/diag.h"
#include "measure/multikron/collect/journal.h"

enum { STREAMS_MOST = 4096 }; /* of one node */
struct store_stream {
    uint64_t id;
    uint64_t next;   /* position behind what was appended */
    uint64_t stored; /* likewise, of what is durable */
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
    size_t current;             /* the stream that is appended to */
    bool dirty;                 /* appended to since the last commit began */
    bool busy;                  /* in the commit that is under way */
    struct store_text manifest; /* that no commit has begun with */
    uint64_t manifest_end;      /* bytes of its manifest, durable or not */
    bool manifest_busy;         /* in the commit that is under way */
    int manifest_error;         /* errno of one that could not be written; 0 = none */
};
struct store_job; /* a commit under way */
struct store {
    char *folder;
    int folder_fd;
    struct journal journal;
    int done;      /* readable when the commit under way is done */
    bool sync;     /* committed data survives a power cut, too, not only the end of this process */
    bool new_file; /* the folder has files that are not durable themselves */
    ARRAY(struct store_node *) nodes; /* by number */
    uint64_t dirty_bytes;             /* appended since the last commit began */
    struct store_job *job;            /* NULL = none is under way */
};

/* Opens or makes the folder and reads its journal. False with a message in d: nobody else may
 * collect into it or change it, and nothing that was acknowledged may be missing. */
bool store_open(struct store *s, const char *folder, bool sync, struct diag *d);
void store_close(struct store *s);

/* The node of that number; NULL = nothing was kept of it. */
struct store_node *store_find(const struct store *s, uint32_t number);
/* Makes a new node that belongs to the owner from now on; NULL with the reason. No commit is under
 * way: the journal is its own while it lasts, and who ends it tells the nodes. */
struct store_node *store_claim(struct store *s, uint32_t number, const char *owner,
                               struct fault *why);
/* Makes an old node without an owner belong to one. As store_claim. */
bool store_assign(struct store *s, struct store_node *n, const char *owner, struct fault *why);
/* Opens the node's file; false with the reason. */
bool store_wake(struct store *s, struct store_node *n, struct fault *why);
/* Makes that stream the one that is appended to; *next is its next position. False with the reason:
 * the node has too many. */
bool store_stream(struct store_node *n, uint64_t id, uint64_t *next, struct fault *why);
/* Appends whole records to the current stream; false with the reason, and nothing was appended. */
bool store_append(struct store *s, struct store_node *n, const uint8_t *bytes, size_t size,
                  struct fault *why);
/* The next commit keeps the text as node-N.manifest, whole or not at all; only the last one that
 * came before it. */
void store_manifest(struct store_node *n, const uint8_t *text, size_t size);
/* Are all of its samples and its manifest durable? */
bool store_is_durable(const struct store_node *n);
/* Bytes that the file system of the folder has, and how many of them may be used. False with errno.
 */
bool store_disk(const struct store *s, uint64_t *size, uint64_t *left);
/* Begins to make durable what was appended, beside further appending; nothing if a commit is under
 * way. True: store_commit_end, once `done` is readable, ends it. False: all is done at once, and
 * store_commit_end may be called. */
bool store_commit_begin(struct store *s);
/* Waits for the commit under way. False with the reason: what it covers is not durable. */
bool store_commit_end(struct store *s, struct fault *why);
/* Makes all that was appended durable, at once. */
bool store_commit(struct store *s, struct fault *why);
/* The node has nothing more to send for now. */
void store_rest(struct store_node *n);

#endif
