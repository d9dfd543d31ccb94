/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The collector: an event loop that receives samples of many nodes and stores them. */
#ifndef MULTIKRON_COLLECT_SERVER_H
#define MULTIKRON_COLLECT_SERVER_H

#include "base/diag.h"
#include "measure/multikron/collect/tls.h"
#include "measure/multikron/collect/who.h"

#include <sys/types.h>

/* Value of quota and reserve: derive the limit from the size of the disk (server-disk.c). A quota
 * of UINT64_MAX is no limit. */
#define SERVER_DEFAULT (UINT64_MAX - 1)

struct server_options {
    const char *directory;     /* directory of the samples; created if it does not exist */
    const char *const *listen; /* addresses, see channel.h */
    int n_listen;
    mode_t mode;          /* permissions of Unix sockets */
    uint64_t limit;       /* maximum size of a node's file in bytes; 0 = no limit */
    uint64_t quota;       /* maximum bytes in all files of one identity; or SERVER_DEFAULT */
    uint64_t reserve;     /* bytes of the disk to leave free; or SERVER_DEFAULT */
    uint64_t nodes;       /* maximum number of nodes of one identity */
    long greeting;        /* time limit in seconds for the hello of a connection */
    long silence;         /* seconds without data after which a connection is closed; 0 = never */
    bool sync;            /* acknowledge only data that survive a power failure */
    const char *key_file; /* encrypts TCP; NULL = no encryption, loopback only */
};

/* Data received from one node since the collector started. A node without stored data is freed when
 * its connection ends. */
struct server_node {
    uint32_t number;
    char owner[WHO_BYTES]; /* identity */
    uint64_t samples, bytes;
    uint64_t overruns;   /* samples with an overrun flag */
    uint64_t duplicates; /* bytes received again, and dropped */
    uint64_t streams;    /* complete streams */
    uint64_t vanished;   /* connections lost before the end of their stream */
    uint64_t refused;    /* connections that the collector refused or closed */
    struct store_node *file;
    struct connection *connection; /* NULL = not connected */
    size_t users;                  /* connections that refer to it */
};
/* Connections that no node counts. */
struct server_totals {
    uint64_t nameless; /* without a hello */
    uint64_t unknown;  /* of these, without a known identity */
    uint64_t empty;    /* failed before anything of their node was stored */
};

struct server;
/* Opens the store and listens. NULL with messages in d; sets *usage if the options are wrong. */
struct server *server_open(const struct server_options *o, struct diag *d, bool *usage);
/* Returns listening address i, with the port that the system chose for port 0. */
const char *server_address(const struct server *s, int i);
/* Collects until SIGINT or SIGTERM. SIGHUP reads the key file again; without a key file it ends the
 * collection, too. Prints a warning for errors of nodes. Returns false after a message if the store
 * fails. */
bool server_run(struct server *s);
/* Returns the nodes by number, and sets *n. */
const struct server_node *const *server_nodes(const struct server *s, size_t *n);
struct server_totals server_totals(const struct server *s);
void server_close(struct server *s);

#endif
