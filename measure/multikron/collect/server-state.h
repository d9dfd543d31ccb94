/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State that the files of the collector share: server.c accepts and closes connections,
 * server-streams.c handles their frames, server-disk.c limits the use of the disk, server-keys.c
 * reads the key file again. */
#ifndef MULTIKRON_COLLECT_SERVER_STATE_H
#define MULTIKRON_COLLECT_SERVER_STATE_H

#include "measure/multikron/collect/channel.h"
#include "measure/multikron/collect/limits.h"
#include "measure/multikron/collect/server.h"
#include "measure/multikron/collect/store.h"
#include "measure/multikron/collect/who.h"

#include <signal.h>

enum {
    IN_BYTES = 4 * (FRAME_HEAD + FRAME_BODY_MAX),
    OUT_BYTES = 4 * FRAME_HEAD + REFUSAL_MAX,
    COMMIT_MS = 20,                 /* longest delay of a commit, to combine samples */
    COMMIT_BYTES = 2 * 1024 * 1024, /* a commit starts earlier at this number of bytes */
    LINGER_MS = 2 * 1000,           /* a refused sender has this time to read the reason */
    MANIFESTS_MAX = 16,             /* of one connection */
    NAME_BYTES = 200,
    FROM_BYTES = 64,
};

enum source { SOURCE_SIGNAL, SOURCE_COMMIT, SOURCE_LISTENER, SOURCE_CONNECTION };
struct listener {
    enum source source;
    int fd;
    struct address address;
    char text[NAME_BYTES];
};
/* State of an identity while the collector runs. */
struct account {
    char name[WHO_BYTES];
    uint64_t bytes; /* in the files of its nodes */
    struct budget messages;
};
struct connection {
    enum source source;
    struct channel channel;
    struct session session;
    struct who who;
    struct account *account;  /* NULL = the identity is not known yet */
    struct server_node *node; /* NULL = no hello was accepted */
    char name[NAME_BYTES];
    char peer[FROM_BYTES]; /* address or user, for limits */
    uint8_t *in;
    size_t n_in, in_capacity;
    uint8_t out[OUT_BYTES];
    size_t n_out;
    uint32_t events;       /* of epoll, as registered */
    int64_t accepted_at;   /* milliseconds */
    int64_t last_data;     /* milliseconds; the last time that bytes arrived */
    int64_t deadline;      /* of the hello, or of lingering */
    uint64_t acknowledged; /* position in the stream */
    int manifests;
    bool hello_received;
    bool complete;     /* COMPLETE was sent */
    bool write_failed; /* no answers can be sent; input may still be unread */
    bool refused, dead;
};
struct server {
    const struct server_options *o;
    struct diag *d;
    struct tls_key *keys; /* NULL = no encryption */
    struct store store;
    struct listener *listeners;
    int n_listeners;
    int epoll, signals;
    enum source signal_source, commit_source;
    sigset_t mask_before;
    ARRAY(struct connection *) connections;
    ARRAY(struct server_node *) nodes; /* by number */
    ARRAY(struct account *) accounts;
    struct server_totals totals;
    struct budget unknown_messages; /* messages about connections of unknown identity */
    size_t pending_max;
    int64_t dirty_since;  /* milliseconds; -1 = everything is committed */
    uint64_t reserve;     /* bytes of the disk to leave free */
    uint64_t quota;       /* bytes per identity; UINT64_MAX = no limit */
    uint64_t free_bytes;  /* of the disk, without the reserve, at the last check */
    bool paused;          /* no connections are accepted */
    int64_t paused_until; /* at the latest, in milliseconds */
    bool told_full;       /* the warning that there are too many open files was printed */
    bool stop, failed;
};

/* Returns CLOCK_MONOTONIC in milliseconds. */
int64_t server_now(void);
/* Prints a warning about the connection, unless there were too many about its identity. */
void server_warn(struct server *s, const struct connection *c, const char *text);
/* Prints how many warnings about the identity were suppressed. a: NULL = of unknown identity. */
void server_report_suppressed(struct server *s, struct account *a);
/* Counts a connection that was refused, or lost before the end of its stream. */
void server_count_failed(struct server *s, const struct connection *c, bool refused);
/* Sets the reserve and the quota from the options, or from the size of the disk. */
void server_set_disk_limits(struct server *s);
/* Reads the free space again, because other programs write to the disk, too. */
void server_update_free_space(struct server *s);
/* Returns whether the identity may store n more bytes. False with the reason. */
bool server_check_space(struct server *s, const struct account *a, size_t n, struct fault *why);
/* Counts n stored bytes of the identity. */
void server_count_stored(struct server *s, struct account *a, size_t n);
/* Detaches the connection from its node. Frees a node without stored data. */
void server_release_node(struct server *s, struct connection *c);
/* Closes the connection. Its memory is freed after the current events. */
void server_close_connection(struct server *s, struct connection *c);
/* Closes the connection with a warning that gives the reason; NULL = the peer closed it. */
void server_drop_connection(struct server *s, struct connection *c, const char *why);
/* Sends REFUSED with the reason. Discards input for LINGER_MS: closing a socket with unread input
 * would discard the answer. */
void server_refuse(struct server *s, struct connection *c, const char *why);
/* Reads the key file again. Refuses connections whose key was removed, or that may not send as
 * their node any more. If the file is invalid, prints a warning and keeps the old keys. */
void server_reload_keys(struct server *s);
/* Sets the account of a connection whose identity is known. Creates it if it is new. */
void server_set_account(struct server *s, struct connection *c);

/* Handles the epoll events of the connection. */
void server_handle_events(struct server *s, struct connection *c, uint32_t events);
/* Commits everything now. */
void server_commit(struct server *s);
/* Starts a commit if one is due. */
void server_commit_due(struct server *s);
/* Finishes the current commit. */
void server_commit_done(struct server *s);

#endif
