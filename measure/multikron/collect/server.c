/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/collect/server.h"
#include "base/arena.h"
#include "measure/multikron/collect/server-state.h"

#include <errno.h>
#include <inttypes.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    TICK_MS = 250,
    PENDING_MAX = 256, /* connections without a hello */
    EVENTS_MAX = 64,
    MESSAGES_MAX = 60, /* about one identity; then one per MESSAGE_MS */
    MESSAGE_MS = 10 * 1000,
    UNKNOWN_MESSAGES_MAX = 10, /* about unidentified connections; then one per ..._MS */
    UNKNOWN_MESSAGE_MS = 60 * 1000,
};

int64_t server_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- messages and counts ---- */

void server_report_suppressed(struct server *s, struct account *a)
{
    struct budget *b = a ? &a->messages : &s->unknown_messages;
    const char *about = a ? a->name : "unidentified connections";
    if (b->suppressed)
        diag_warning(s->d, (struct where){.file = about},
                     "%" PRIu64 " more messages about these connections were suppressed",
                     b->suppressed);
    b->suppressed = 0;
}

void server_warn(struct server *s, const struct connection *c, const char *text)
{
    struct account *a = c->account;
    bool allowed = a ? budget_use(&a->messages, server_now(), MESSAGES_MAX, MESSAGE_MS)
                     : budget_use(&s->unknown_messages, server_now(), UNKNOWN_MESSAGES_MAX,
                                  UNKNOWN_MESSAGE_MS);
    if (!allowed)
        return;
    server_report_suppressed(s, a);
    diag_warning(s->d, (struct where){.file = c->name}, "%s", text);
}

void server_count_failed(struct server *s, const struct connection *c, bool refused)
{
    if (c->node && c->node->file && refused)
        c->node->refused++;
    else if (c->node && c->node->file)
        c->node->vanished++;
    else if (c->hello_received)
        s->totals.empty++;
    else {
        s->totals.nameless++;
        s->totals.unknown += !c->account;
    }
}

/* ---- identities ---- */

/* Returns the account of the identity. Creates it if it is new. */
static struct account *find_account(struct server *s, const char *who)
{
    for (size_t i = 0; i < s->accounts.n; i++)
        if (strcmp(s->accounts.at[i]->name, who) == 0)
            return s->accounts.at[i];
    struct account *a = xmalloc(sizeof *a);
    *a = (struct account){0};
    snprintf(a->name, sizeof a->name, "%s", who);
    for (size_t i = 0; i < s->store.nodes.n; i++)
        if (strcmp(s->store.nodes.at[i]->owner, who) == 0)
            a->bytes += s->store.nodes.at[i]->end + s->store.nodes.at[i]->manifest_end;
    *array_push(&s->accounts) = a;
    return a;
}

void server_set_account(struct server *s, struct connection *c)
{
    c->account = find_account(s, c->who.name);
}

/* ---- closing connections ---- */

/* Removes a node from the table and frees it. */
static void remove_node(struct server *s, struct server_node *n)
{
    size_t at = 0;
    while (s->nodes.at[at] != n)
        at++;
    s->nodes.n--;
    memmove(s->nodes.at + at, s->nodes.at + at + 1, (s->nodes.n - at) * sizeof *s->nodes.at);
    free(n);
}

void server_release_node(struct server *s, struct connection *c)
{
    struct server_node *n = c->node;
    if (!n)
        return;
    c->node = NULL;
    if (n->connection == c)
        n->connection = NULL;
    if (!n->connection && n->file)
        store_close_idle_file(n->file);
    if (--n->users == 0 && !n->file)
        remove_node(s, n);
}

void server_close_connection(struct server *s, struct connection *c)
{
    if (c->dead)
        return;
    c->dead = true;
    epoll_ctl(s->epoll, EPOLL_CTL_DEL, c->channel.fd, NULL);
    channel_close(&c->channel);
    server_release_node(s, c);
}

void server_drop_connection(struct server *s, struct connection *c, const char *why)
{
    if (c->dead)
        return;
    bool complete = c->session.state == SESSION_ENDED || c->refused;
    if (!complete && c->node)
        server_warn(s, c,
                    why ? why
                        : "the connection was lost before the end of the stream; received samples "
                          "are kept");
    else if (!complete)
        server_warn(s, c, why ? why : "the connection was closed without a hello message");
    if (!complete)
        server_count_failed(s, c, false);
    server_close_connection(s, c);
}

/* ---- connections ---- */

/* Sets the name of the connection, for messages, and its peer, for limits. All addresses of an IPv6
 * /64 network are one peer, because a machine can use any number of them. */
static void set_peer_names(struct connection *c, const struct listener *l)
{
    struct sockaddr_storage a;
    socklen_t size = sizeof a;
    char host[64], port[8];
    if (l->address.local || getpeername(c->channel.fd, (struct sockaddr *)&a, &size) != 0 ||
        getnameinfo((struct sockaddr *)&a, size, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
        snprintf(c->name, sizeof c->name, "%.100s", l->text);
        snprintf(c->peer, sizeof c->peer, "%s", c->who.name);
        return;
    }
    snprintf(c->name, sizeof c->name, "%s:%s", host, port);
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)&a;
    if (a.ss_family == AF_INET6 && !IN6_IS_ADDR_V4MAPPED(&six->sin6_addr)) {
        memset(six->sin6_addr.s6_addr + 8, 0, 8);
        getnameinfo((struct sockaddr *)&a, size, host, sizeof host, NULL, 0, NI_NUMERICHOST);
    }
    snprintf(c->peer, sizeof c->peer, "%.63s", host);
}

/* Identifies the user of a connection without encryption. Returns false after a refusal. */
static bool identify_peer(struct server *s, struct connection *c, const struct listener *l)
{
    struct fault why;
    bool known = l->address.local ? who_from_unix_socket(&c->who, c->channel.fd, &why)
                                  : who_from_loopback(&c->who, c->channel.fd, &why);
    set_peer_names(c, l);
    if (known)
        server_set_account(s, c);
    else
        server_refuse(s, c, why.text);
    return known;
}

/* Stops or resumes accepting connections. */
static void set_paused(struct server *s, bool pause)
{
    for (int i = 0; pause != s->paused && i < s->n_listeners; i++) {
        struct epoll_event e = {.events = pause ? 0 : EPOLLIN, .data.ptr = &s->listeners[i]};
        epoll_ctl(s->epoll, EPOLL_CTL_MOD, s->listeners[i].fd, &e);
    }
    s->paused = pause;
}

/* Returns whether the connection has sent no hello, or was refused. */
static bool is_pending(const struct connection *c)
{
    return !c->dead && (c->refused || c->session.state == SESSION_NEW);
}

/* Closes a pending connection if there are too many or one is needed, so that unidentified
 * connections never block a sender. */
static void close_oldest_pending(struct server *s, bool needed)
{
    ARRAY(struct pending) pending = {0};
    ARRAY(struct connection *) connections = {0};
    for (size_t i = 0; i < s->connections.n; i++) {
        struct connection *c = s->connections.at[i];
        if (!is_pending(c))
            continue;
        *array_push(&pending) = (struct pending){c->peer, c->accepted_at};
        *array_push(&connections) = c;
    }
    if (pending.n && (needed || pending.n > s->pending_max))
        server_drop_connection(
            s, connections.at[pending_victim(pending.at, pending.n)],
            "too many connections without a hello message; the oldest was closed");
    array_free(&pending);
    array_free(&connections);
}

/* Adds an accepted connection and registers its events. */
static struct connection *add_connection(struct server *s, struct channel channel)
{
    struct connection *c = xmalloc(sizeof *c);
    *c = (struct connection){
        .source = SOURCE_CONNECTION,
        .channel = channel,
        .in = xmalloc(HELLO_BYTES),
        .in_capacity = HELLO_BYTES,
        .events = EPOLLIN,
        .accepted_at = server_now(),
        .last_data = server_now(),
        .deadline = server_now() + s->o->greeting * 1000,
    };
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = c};
    if (epoll_ctl(s->epoll, EPOLL_CTL_ADD, channel.fd, &e) != 0)
        server_close_connection(s, c);
    *array_push(&s->connections) = c;
    return c;
}

/* Stops accepting connections until one is closed, or for TICK_MS. Closes a pending one. */
static void pause_listeners(struct server *s)
{
    close_oldest_pending(s, true);
    set_paused(s, true);
    s->paused_until = server_now() + TICK_MS;
    if (!s->told_full)
        diag_warning(s->d, (struct where){.file = s->listeners[0].text},
                     "the process cannot open more files (see ulimit -n): further connections wait "
                     "until others are closed");
    s->told_full = true;
}

/* Accepts a connection. If there are too many open files, pauses. */
static void accept_connection(struct server *s, struct listener *l)
{
    struct channel channel;
    bool plain = l->address.local || !s->keys;
    if (!channel_accept(&channel, l->fd, plain ? NULL : s->keys)) {
        bool full = errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS;
        if (full)
            pause_listeners(s);
        return;
    }
    struct connection *c = add_connection(s, channel);
    if (c->dead)
        return;
    if (plain)
        identify_peer(s, c, l);
    else
        set_peer_names(c, l);
    close_oldest_pending(s, false);
}

/* Closes the connection after a time limit. */
static void check_time_limits(struct server *s, struct connection *c, int64_t now)
{
    if (is_pending(c) && now > c->deadline)
        server_drop_connection(s, c, "no hello message within the time limit of --greeting");
    else if (s->o->silence && now > c->last_data + s->o->silence * 1000)
        server_drop_connection(
            s, c,
            "no data within the time limit of --silence; the connection was closed, "
            "stored samples are kept");
}

/* Applies the time limits, and frees closed connections. */
static void free_closed_connections(struct server *s)
{
    size_t kept = 0;
    int64_t now = server_now();
    for (size_t i = 0; i < s->connections.n; i++) {
        struct connection *c = s->connections.at[i];
        check_time_limits(s, c, now);
        s->connections.at[kept++] = c;
        if (c->dead) {
            kept--;
            free(c->in);
            free(c);
        }
    }
    bool closed = kept < s->connections.n;
    s->connections.n = kept;
    if (closed || now >= s->paused_until)
        set_paused(s, false);
}

/* Returns the timeout of epoll: until the next commit or sweep. */
static int wait_ms(const struct server *s)
{
    int64_t wait = TICK_MS;
    if (s->dirty_since >= 0 && !s->store.job)
        wait = s->dirty_since + COMMIT_MS - server_now();
    return wait < 0 ? 0 : (int)wait;
}

/* Reads the signal from the queue; otherwise it would be delivered when the mask is restored. */
static void handle_signal(struct server *s)
{
    struct signalfd_siginfo info;
    if (read(s->signals, &info, sizeof info) != sizeof info)
        return;
    if (info.ssi_signo == SIGHUP && s->keys)
        server_reload_keys(s);
    else
        s->stop = true;
}

/* Waits for events and handles them once. */
static void handle_events(struct server *s)
{
    struct epoll_event events[EVENTS_MAX];
    int n = epoll_wait(s->epoll, events, EVENTS_MAX, wait_ms(s));
    for (int i = 0; i < n && !s->failed; i++) {
        enum source *source = events[i].data.ptr;
        struct connection *c = events[i].data.ptr;
        if (*source == SOURCE_SIGNAL)
            handle_signal(s);
        else if (*source == SOURCE_COMMIT)
            server_commit_done(s);
        else if (*source == SOURCE_LISTENER)
            accept_connection(s, events[i].data.ptr);
        else if (!c->dead)
            server_handle_events(s, c, events[i].events);
        server_commit_due(s);
    }
    server_commit_due(s);
    free_closed_connections(s);
}

bool server_run(struct server *s)
{
    while (!s->stop && !s->failed)
        handle_events(s);
    server_commit(s);
    for (size_t i = 0; i < s->connections.n; i++)
        server_drop_connection(
            s, s->connections.at[i],
            "the collector stops before the end of the stream; received samples are kept");
    server_report_suppressed(s, NULL);
    for (size_t i = 0; i < s->accounts.n; i++)
        server_report_suppressed(s, s->accounts.at[i]);
    return !s->failed;
}

/* ---- start and end ---- */

/* Starts to listen at an address. Returns false after a message; sets *usage if the address is
 * wrong. */
static bool open_listener(struct server *s, const char *text, bool *usage)
{
    struct fault why;
    struct listener *l = &s->listeners[s->n_listeners];
    struct where where = {.file = text};
    *l = (struct listener){.source = SOURCE_LISTENER, .fd = -1};
    *usage = true;
    if (!address_read(&l->address, text, &why))
        return diag_error(s->d, where, "%s", why.text), false;
    if (!l->address.loopback && !s->keys)
        return diag_error(
                   s->d, where,
                   "connections from other machines require --key=FILE; without it, listen on "
                   "127.0.0.1"),
               false;
    *usage = false;
    l->fd = address_listen(&l->address, s->o->mode, &why);
    if (l->fd < 0)
        return diag_error(s->d, where, "%s", why.text), false;
    address_text(l->fd, &l->address, l->text, sizeof l->text);
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = l};
    s->n_listeners++;
    return epoll_ctl(s->epoll, EPOLL_CTL_ADD, l->fd, &e) == 0;
}

/* Creates the event queue. SIGINT, SIGTERM and SIGHUP become events. */
static bool open_event_queue(struct server *s)
{
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, SIGINT);
    sigaddset(&mask, SIGTERM);
    sigaddset(&mask, SIGHUP);
    sigprocmask(SIG_BLOCK, &mask, &s->mask_before);
    s->signals = signalfd(-1, &mask, SFD_NONBLOCK | SFD_CLOEXEC);
    s->epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = &s->signal_source};
    if (s->signals >= 0 && s->epoll >= 0 && epoll_ctl(s->epoll, EPOLL_CTL_ADD, s->signals, &e) == 0)
        return true;
    diag_error(s->d, (struct where){0}, "cannot create an event queue: %s", strerror(errno));
    return false;
}

/* Reads the key file, if one was given. Returns false after a message. */
static bool read_keys(struct server *s, bool *usage)
{
    struct fault why;
    if (!s->o->key_file || (s->keys = tls_key_read(s->o->key_file, true, &why)))
        return true;
    diag_error(s->d, (struct where){0}, "%s", why.text);
    *usage = true;
    return false;
}

struct server *server_open(const struct server_options *o, struct diag *d, bool *usage)
{
    struct server *s = xmalloc(sizeof *s);
    *s = (struct server){
        .o = o,
        .d = d,
        .dirty_since = -1,
        .epoll = -1,
        .signals = -1,
        .store = {.directory_fd = -1, .journal = {.fd = -1}, .done_fd = -1},
        .commit_source = SOURCE_COMMIT,
        .listeners = xmalloc((size_t)o->n_listen * sizeof *s->listeners),
    };
    size_t files = raise_file_limit();
    s->pending_max = files / 4 < PENDING_MAX ? files / 4 : PENDING_MAX;
    *usage = false;
    bool ok = read_keys(s, usage) && open_event_queue(s);
    for (int i = 0; ok && i < o->n_listen; i++)
        ok = open_listener(s, o->listen[i], usage);
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = &s->commit_source};
    if (ok && store_open(&s->store, o->directory, o->sync, d) &&
        epoll_ctl(s->epoll, EPOLL_CTL_ADD, s->store.done_fd, &e) == 0) {
        server_set_disk_limits(s);
        return s;
    }
    server_close(s);
    return NULL;
}

const char *server_address(const struct server *s, int i)
{
    return s->listeners[i].text;
}

const struct server_node *const *server_nodes(const struct server *s, size_t *n)
{
    *n = s->nodes.n;
    return (const struct server_node *const *)s->nodes.at;
}

struct server_totals server_totals(const struct server *s)
{
    return s->totals;
}

void server_close(struct server *s)
{
    for (size_t i = 0; i < s->connections.n; i++)
        server_close_connection(s, s->connections.at[i]);
    free_closed_connections(s);
    array_free(&s->connections);
    for (size_t i = 0; i < s->nodes.n; i++)
        free(s->nodes.at[i]);
    array_free(&s->nodes);
    for (size_t i = 0; i < s->accounts.n; i++)
        free(s->accounts.at[i]);
    array_free(&s->accounts);
    for (int i = 0; i < s->n_listeners; i++) {
        if (s->listeners[i].address.local)
            unlink(s->listeners[i].address.path);
        close(s->listeners[i].fd);
    }
    free(s->listeners);
    store_close(&s->store);
    if (s->epoll >= 0)
        close(s->epoll);
    if (s->signals >= 0)
        close(s->signals);
    sigprocmask(SIG_SETMASK, &s->mask_before, NULL);
    tls_key_free(s->keys);
    free(s);
}
