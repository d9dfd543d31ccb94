/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The collector: one loop that takes samples from many nodes into a store. */
#ifndef MULTIKRON_COLLECT_SERVER_H
#define MULTIKRON_COLLECT_SERVER_H

#include "base/diag.h"
#include "multikron/collect/tls.h"

#include <sys/types.h>

struct server_options {
    const char *folder;        /* made if it is not there */
    const char *const *listen; /* addresses, as channel.h reads them */
    int n_listen;
    mode_t mode;               /* permissions of Unix sockets */
    uint64_t limit;            /* bytes that one node's file may have; 0 = any number */
    uint64_t nodes;            /* how many nodes may come */
    bool sync;                 /* acknowledge what survives a power cut, too */
    const struct tls_key *key; /* encrypts TCP; NULL = plain, and loopback only */
};

/* What came from one node since the collector began. */
struct server_node {
    uint32_t number;
    uint64_t samples, bytes;
    uint64_t overruns;   /* samples that follow a loss, by their own flags */
    uint64_t duplicates; /* bytes that came again, and were dropped */
    uint64_t streams;    /* that came to their end */
    uint64_t vanished;   /* connections that ended before their stream did */
    uint64_t refused;    /* connections refused or broken off by the collector */
    struct store_node *file;
    struct connection *connection; /* NULL = it has none now */
};

struct server;
/* Opens the store and listens. NULL with messages in d; *usage is set where the options are at
 * fault. */
struct server *server_open(const struct server_options *o, struct diag *d, bool *usage);
/* Address i of the options as others can reach it; a number the system chose is in it. */
const char *server_address(const struct server *s, int i);
/* Collects until SIGINT or SIGTERM; false with a message if the store failed before. What nodes do
 * wrong is a warning each. */
bool server_run(struct server *s);
/* Nodes in order of their numbers, and how many; *strangers = connections that never said which
 * node they are. */
const struct server_node *const *server_nodes(const struct server *s, size_t *n,
                                              uint64_t *strangers);
void server_close(struct server *s);

#endif
