/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The collector: one loop that takes samples from many nodes into a store. */
#ifndef MULTIKRON_COLLECT_SERVER_H
#define MULTIKRON_COLLECT_SERVER_H

#include "base/diag.h"
#include "measure/multikron/collect/tls.h"
#include "measure/multikron/collect/who.h"

#include <sys/types.h>

/* A limit that is taken from the size of the disk (server-room.c); UINT64_MAX as a quota is any
 * number of bytes. */
#define SERVER_DEFAULT (UINT64_MAX - 1)

struct server_options {
    const char *folder;        /* made if it is not there */
    const char *const *listen; /* addresses, as channel.h reads them */
    int n_listen;
    mode_t mode;          /* permissions of Unix sockets */
    uint64_t limit;       /* bytes that one node's file may have; 0 = any number */
    uint64_t quota;       /* bytes that the files of one identity may have; SERVER_DEFAULT */
    uint64_t reserve;     /* bytes of the disk that no sample takes; SERVER_DEFAULT */
    uint64_t nodes;       /* how many nodes may belong to one identity */
    long greeting;        /* seconds in which a connection names its node */
    long silence;         /* seconds without data after which a connection is closed; 0 = no limit */
    bool sync;            /* acknowledge what survives a power cut, too */
    const char *key_file; /* encrypts TCP; NULL = plain, and loopback only */
};

/* What came from one node since the collector began. A node of which nothing is kept is forgotten
 * when its connection ends. */
struct server_node {
    uint32_t number;
    char owner[WHO_BYTES]; /* identity */
    uint64_t samples, bytes;
    uint64_t overruns;   /* samples that follow a loss, by their own flags */
    uint64_t duplicates; /* bytes that came again, and were dropped */
    uint64_t streams;    /* that came to their end */
    uint64_t vanished;   /* connections that ended before their stream did */
    uint64_t refused;    /* connections refused or broken off by the collector */
    struct store_node *file;
    struct connection *connection; /* NULL = it has none now */
    size_t users;                  /* connections that name it */
};
/* Connections that none of the nodes counts. */
struct server_totals {
    uint64_t nameless; /* that never said which node they are */
    uint64_t unknown;  /* of these, without a known identity */
    uint64_t empty;    /* that failed before anything of their node was kept */
};

struct server;
/* Opens the store and listens. NULL with messages in d; *usage is set where the options are at
 * fault. */
struct server *server_open(const struct server_options *o, struct diag *d, bool *usage);
/* Address i of the options as others can reach it; a number the system chose is in it. */
const char *server_address(const struct server *s, int i);
/* Collects until SIGINT or SIGTERM, or SIGHUP where there is no key file; with one, SIGHUP reads it
 * again. False with a message if the store failed before. What nodes do
 * wrong is a warning each. */
bool server_run(struct server *s);
/* Nodes in order of their numbers, and how many. */
const struct server_node *const *server_nodes(const struct server *s, size_t *n);
struct server_totals server_totals(const struct server *s);
void server_close(struct server *s);

#endif
