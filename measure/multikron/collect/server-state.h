/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What server.c (connections come and go) and server-streams.c (what they say) share. */
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
    COMMIT_MS = 20,                 /* samples wait so long for others to be committed with */
    COMMIT_BYTES = 2 * 1024 * 1024, /* or until there are so many */
    LINGER_MS = 2 * 1000,           /* a refused one may read why */
    MANIFESTS_MOST = 16,            /* of one connection */
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
/* What the collector keeps of an identity while it runs. */
struct account {
    char name[WHO_BYTES];
    uint64_t bytes; /* in files of its nodes */
    struct budget messages;
};
struct connection {
    enum source source;
    struct channel channel;
    struct session session;
    struct who who;
    struct account *account;  /* NULL = who it is is not known yet */
    struct server_node *node; /* NULL = it has not said, or was refused */
    char name[NAME_BYTES];
    char from[FROM_BYTES]; /* address or user, for limits */
    uint8_t *in;
    size_t n_in, in_room;
    uint8_t out[OUT_BYTES];
    size_t n_out;
    uint32_t events;  /* waited for */
    int64_t since;    /* milliseconds */
    int64_t heard;    /* milliseconds; the last time that bytes came */
    int64_t deadline; /* of the greeting, or of lingering */
    uint64_t told;    /* position acknowledged */
    int manifests;
    bool named;    /* it said which node it is */
    bool complete; /* its end is acknowledged, too */
    bool deaf;     /* it takes no answers; what it sent may still be there to be read */
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
    struct budget strangers; /* messages about connections of unknown identity */
    size_t waiting_most;
    int64_t dirty_since; /* -1 = all is committed */
    uint64_t reserve;    /* bytes of the disk that are left free */
    uint64_t quota;      /* bytes of one identity; UINT64_MAX = any number */
    uint64_t room;       /* bytes on the disk besides the reserve, as last looked */
    bool paused;         /* nobody is let in */
    bool stop, failed;
};

int64_t server_now(void);
/* A warning about the connection, unless there were too many about its identity. */
void server_warn(struct server *s, const struct connection *c, const char *text);
/* Says how many messages were left out, if any. */
void server_tell_missed(struct server *s, struct account *a);
/* Counts a connection that was refused, or vanished. */
void server_count_failed(struct server *s, const struct connection *c, bool refused);
/* Sets the limits of the disk from the options, or from what the disk has. */
void server_measure_disk(struct server *s);
/* Others write to the disk, too. */
void server_look_at_disk(struct server *s);
/* Is there room for so many bytes more of the identity? False with the reason. */
bool server_has_room(struct server *s, const struct account *a, size_t n, struct fault *why);
/* They are kept. */
void server_use_room(struct server *s, struct account *a, size_t n);
/* The connection is no longer its node's; a node of which nothing is kept is forgotten. */
void server_leave(struct server *s, struct connection *c);
/* Ends the connection; what it held is freed when the events at hand are done with. */
void server_end(struct server *s, struct connection *c);
/* The connection is gone, for that reason; NULL = the other side closed it. */
void server_lost(struct server *s, struct connection *c, const char *why);
/* Says why, and reads on for a while without looking: a socket that is closed with bytes unread
 * would take the answer back. */
void server_refuse(struct server *s, struct connection *c, const char *why);
/* Reads the key file again. Connections whose key is no longer in it, or that may not send as their
 * node any more, are refused. A file that is wrong changes nothing but for a warning. */
void server_reload_keys(struct server *s);
/* The other side's identity is known: its account is at hand, made if there was none. */
void server_identified(struct server *s, struct connection *c);

/* Acts on what epoll says of the connection. */
void server_serve(struct server *s, struct connection *c, uint32_t events);
/* Makes all durable at once, or what there is if it is time for that. */
void server_commit(struct server *s);
void server_commit_due(struct server *s);
/* The commit under way is done. */
void server_commit_done(struct server *s);

#endif
