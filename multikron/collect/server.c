/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "multikron/collect/server.h"
#include "base/arena.h"
#include "multikron/collect/channel.h"
#include "multikron/collect/store.h"

#include <errno.h>
#include <inttypes.h>
#include <netdb.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    IN_BYTES = 4 * (FRAME_HEAD + FRAME_BODY_MAX),
    OUT_BYTES = 4 * FRAME_HEAD + REFUSAL_MAX,
    COMMIT_MS = 20,                 /* samples wait so long for others to be committed with */
    COMMIT_BYTES = 2 * 1024 * 1024, /* or until there are so many */
    GREETING_MS = 10 * 1000,        /* a connection says hello within */
    LINGER_MS = 2 * 1000,           /* a refused one may read why */
    TICK_MS = 250,
    STRANGERS_MOST = 64, /* connections besides one a node */
    EVENTS = 64,
    NAME_BYTES = 160,
};

enum source { SOURCE_SIGNAL, SOURCE_COMMIT, SOURCE_LISTENER, SOURCE_CONNECTION };
struct listener {
    enum source source;
    int fd;
    struct address address;
    char text[NAME_BYTES];
};
struct connection {
    enum source source;
    struct channel channel;
    struct session session;
    struct server_node *node; /* NULL = it has not said */
    char name[NAME_BYTES];
    uint8_t *in;
    size_t n_in;
    uint8_t out[OUT_BYTES];
    size_t n_out;
    uint32_t events;  /* waited for */
    int64_t deadline; /* milliseconds; of the greeting, or of lingering */
    uint64_t told;    /* position acknowledged */
    bool complete;    /* so is the end */
    bool deaf;        /* it takes no answers; what it sent may still be there to be read */
    bool refused, dead;
};
struct server {
    const struct server_options *o;
    struct diag *d;
    struct store store;
    struct listener *listeners;
    int n_listeners;
    int epoll, signals;
    enum source signal_source, commit_source;
    sigset_t mask_before;
    ARRAY(struct connection *) connections;
    ARRAY(struct server_node *) nodes; /* by number */
    uint64_t strangers;
    int64_t dirty_since; /* -1 = all is committed */
    bool paused;         /* nobody is let in */
    bool stop, failed;
};

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void warn(struct server *s, const struct connection *c, const char *text)
{
    diag_warning(s->d, (struct where){.file = c->name}, "%s", text);
}

/* ---- what goes out ---- */

static void wait_for(struct server *s, struct connection *c)
{
    bool write = c->n_out || channel_wants_write(&c->channel);
    uint32_t events = EPOLLIN | (write ? EPOLLOUT : 0u);
    if (c->dead || events == c->events)
        return;
    struct epoll_event e = {.events = events, .data.ptr = c};
    epoll_ctl(s->epoll, EPOLL_CTL_MOD, c->channel.fd, &e);
    c->events = events;
}

/* Ends the connection; what it held is freed when the events at hand are done with. */
static void end(struct server *s, struct connection *c)
{
    if (c->dead)
        return;
    c->dead = true;
    epoll_ctl(s->epoll, EPOLL_CTL_DEL, c->channel.fd, NULL);
    channel_close(&c->channel);
    if (c->node && c->node->connection == c) {
        c->node->connection = NULL;
        store_rest(c->node->file);
    }
}

/* The connection is gone, for that reason; NULL = the other side closed it. */
static void lost(struct server *s, struct connection *c, const char *why)
{
    if (c->dead)
        return;
    bool complete = c->session.state == SESSION_ENDED || c->refused;
    if (!complete && c->node) {
        c->node->vanished++;
        warn(s, c, why ? why : "it went away before the end of its stream; what came is kept");
    } else if (!complete) {
        s->strangers++;
        warn(s, c, why ? why : "it went away without a word");
    }
    end(s, c);
}

static void send_out(struct server *s, struct connection *c)
{
    struct fault why;
    while (c->n_out && !c->dead) {
        ssize_t done = channel_write(&c->channel, c->out, c->n_out, &why);
        c->deaf = c->deaf || done == CHANNEL_BROKEN;
        if (done < 0)
            break;
        c->n_out -= (size_t)done;
        memmove(c->out, c->out + done, c->n_out);
    }
    if (c->deaf)
        c->n_out = 0;
    if (c->refused && !c->dead && c->n_out == 0)
        channel_finish(&c->channel);
    wait_for(s, c);
}

/* False where the node does not read what it is told. */
static bool say(struct connection *c, enum frame_kind kind, uint64_t position, const char *text)
{
    uint32_t length = text ? (uint32_t)strlen(text) : 0;
    if (c->n_out + FRAME_HEAD + length > sizeof c->out)
        return false;
    frame_pack(c->out + c->n_out, (struct frame){kind, length, position});
    if (text)
        memcpy(c->out + c->n_out + FRAME_HEAD, text, length);
    c->n_out += FRAME_HEAD + length;
    return true;
}

/* Bytes of the connection's stream that are durable. */
static uint64_t stored(const struct connection *c)
{
    const struct store_node *n = c->node->file;
    return n->streams.at[n->current].stored;
}

/* Tells a node how far it is stored, if that is new. */
static void acknowledge(struct server *s, struct connection *c)
{
    if (c->dead || c->refused || !c->node || c->node->connection != c)
        return;
    uint64_t position = stored(c);
    bool complete = c->session.state == SESSION_ENDED && position == c->session.next;
    if (c->complete || (!complete && position == c->told) ||
        !say(c, complete ? FRAME_COMPLETE : FRAME_STORED, position, NULL))
        return;
    c->told = position;
    c->complete = complete;
    send_out(s, c);
}

static void committed(struct server *s, bool right, const struct fault *why)
{
    if (!right && !s->failed)
        diag_error(s->d, (struct where){.file = s->o->folder}, "%s; collecting ends here",
                   why->text);
    s->failed = s->failed || !right;
    for (size_t i = 0; !s->failed && i < s->connections.n; i++)
        acknowledge(s, s->connections.at[i]);
    for (size_t i = 0; i < s->nodes.n; i++)
        if (s->nodes.at[i]->file && !s->nodes.at[i]->connection)
            store_rest(s->nodes.at[i]->file);
}

static void commit_done(struct server *s)
{
    struct fault why;
    bool right = store_commit_end(&s->store, &why);
    committed(s, right, &why);
}

/* All of it, at once. */
static void commit(struct server *s)
{
    struct fault why;
    s->dirty_since = -1;
    if (!s->failed)
        committed(s, store_commit(&s->store, &why), &why);
}

/* What there is, if it is time for that, while more comes. */
static void commit_due(struct server *s)
{
    if (s->dirty_since < 0 || s->store.job || s->failed ||
        (s->store.dirty_bytes < COMMIT_BYTES && now_ms() < s->dirty_since + COMMIT_MS))
        return;
    s->dirty_since = -1;
    if (!store_commit_begin(&s->store))
        commit_done(s);
}

/* Says why, and reads on for a while without looking: a socket that is closed with bytes unread
 * would take the answer back. */
static void refuse(struct server *s, struct connection *c, const char *why)
{
    if (c->node && c->node->connection == c && stored(c) < c->session.next)
        commit(s);
    if (c->dead)
        return;
    warn(s, c, why);
    if (c->node)
        c->node->refused++;
    else
        s->strangers++;
    if (c->node && c->node->connection == c)
        c->node->connection = NULL;
    c->refused = true;
    c->deadline = now_ms() + LINGER_MS;
    if (!say(c, FRAME_REFUSED, 0, why))
        end(s, c);
    else
        send_out(s, c);
}

/* ---- what comes in ---- */

static struct server_node *node_of(struct server *s, uint32_t number)
{
    size_t at = 0;
    while (at < s->nodes.n && s->nodes.at[at]->number < number)
        at++;
    if (at < s->nodes.n && s->nodes.at[at]->number == number)
        return s->nodes.at[at];
    if (s->nodes.n >= s->o->nodes)
        return NULL;
    struct server_node *n = xmalloc(sizeof *n);
    *n = (struct server_node){.number = number};
    (void)array_push(&s->nodes);
    memmove(s->nodes.at + at + 1, s->nodes.at + at, (s->nodes.n - 1 - at) * sizeof *s->nodes.at);
    return s->nodes.at[at] = n;
}

/* A node comes again, perhaps before its old connection is seen to be gone. False: another sender
 * has its number. */
static bool replace(struct server *s, struct connection *old, const struct hello *h)
{
    if (!old)
        return true;
    if (old->session.state != SESSION_ENDED && old->session.hello.stream != h->stream)
        return false;
    end(s, old);
    return true;
}

static void greet(struct server *s, struct connection *c)
{
    const struct hello *h = &c->session.hello;
    struct fault why;
    struct server_node *n = node_of(s, h->node);
    size_t named = strlen(c->name);
    snprintf(c->name + named, sizeof c->name - named, " (node %" PRIu32 ")", h->node);
    if (!n) {
        refuse(s, c, "there are as many nodes as --nodes allows");
        return;
    }
    c->node = n;
    if (!replace(s, n->connection, h)) {
        refuse(s, c, "another sender with this node number is connected");
        return;
    }
    if (s->store.job)
        commit_done(s); /* who waits for it is told */
    if (s->failed)
        return;
    n->file = store_node(&s->store, h->node, &why);
    if (!n->file) {
        refuse(s, c, why.text);
        return;
    }
    n->connection = c;
    if (n->file->dirty || n->file->busy)
        commit(s); /* what the node had sent before is the collector's now */
    uint64_t next = store_stream(n->file, h->stream);
    uint64_t left = n->file->end < s->o->limit ? s->o->limit - n->file->end : 0;
    session_open(&c->session, next, s->o->limit ? left : UINT64_MAX);
    c->told = next;
    say(c, FRAME_READY, next, NULL);
}

static void keep(struct server *s, struct connection *c, const struct session_step *step)
{
    struct fault why;
    if (step->n && !store_append(&s->store, c->node->file, step->bytes, step->n, &why)) {
        refuse(s, c, why.text);
        return;
    }
    c->node->samples += step->samples;
    c->node->bytes += step->n;
    c->node->overruns += step->overruns;
    if (step->n && s->dirty_since < 0)
        s->dirty_since = now_ms();
}

static void keep_manifest(struct server *s, struct connection *c, const struct session_step *step)
{
    struct fault why;
    if (!store_manifest(&s->store, c->node->file, step->bytes, step->n, &why))
        refuse(s, c, why.text);
}

/* Takes the step; false: nothing more can be taken for now. */
static bool act(struct server *s, struct connection *c, const struct session_step *step)
{
    switch (step->event) {
    case SESSION_MORE:
        return false;
    case SESSION_HELLO:
        greet(s, c);
        break;
    case SESSION_DATA:
        keep(s, c, step);
        break;
    case SESSION_MANIFEST:
        keep_manifest(s, c, step);
        break;
    case SESSION_END:
        c->node->streams++;
        acknowledge(s, c);
        break;
    case SESSION_FAULT:
        refuse(s, c, c->session.why.text);
        break;
    }
    return !c->refused && !c->dead;
}

/* Acts on all whole frames at hand. */
static void take_in(struct server *s, struct connection *c)
{
    size_t at = 0;
    bool more = true;
    while (more && !s->failed) {
        uint64_t duplicates = c->session.duplicates;
        struct session_step step = session_take(&c->session, c->in + at, c->n_in - at);
        if (c->node)
            c->node->duplicates += c->session.duplicates - duplicates;
        at += step.taken;
        more = act(s, c, &step);
    }
    c->n_in -= at;
    memmove(c->in, c->in + at, c->n_in);
    if (c->refused)
        c->n_in = 0;
}

static void receive(struct server *s, struct connection *c)
{
    struct fault why;
    do {
        ssize_t n = channel_read(&c->channel, c->in + c->n_in, IN_BYTES - c->n_in, &why);
        if (n == CHANNEL_LATER)
            break;
        if (n == 0 && c->session.state == SESSION_ENDED && !c->complete)
            commit(s);
        if (n <= 0) {
            lost(s, c, n == 0 ? NULL : why.text);
            return;
        }
        if (c->refused)
            continue;
        c->n_in += (size_t)n;
        take_in(s, c);
    } while (!c->dead && channel_pending(&c->channel));
    if (!c->dead)
        send_out(s, c);
}

static void serve(struct server *s, struct connection *c, uint32_t events)
{
    struct fault why;
    if (!c->channel.ready) {
        int done = channel_prepare(&c->channel, &why);
        if (done == CHANNEL_BROKEN)
            lost(s, c, why.text);
        else if (done == CHANNEL_LATER)
            wait_for(s, c);
        if (done != 1)
            return;
    }
    if (events & EPOLLOUT) {
        send_out(s, c);
        acknowledge(s, c);
    }
    if (!c->dead && (events & (EPOLLIN | EPOLLHUP | EPOLLERR)))
        receive(s, c);
}

/* ---- connections ---- */

static void name_peer(struct connection *c, const struct listener *l)
{
    struct sockaddr_storage a;
    socklen_t size = sizeof a;
    char host[64], port[8];
    if (l->address.local || getpeername(c->channel.fd, (struct sockaddr *)&a, &size) != 0 ||
        getnameinfo((struct sockaddr *)&a, size, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0)
        snprintf(c->name, sizeof c->name, "%.100s", l->text);
    else
        snprintf(c->name, sizeof c->name, "%s:%s", host, port);
}

/* Lets everybody wait outside while there is no room, or in again. */
static void pause_listening(struct server *s, bool pause)
{
    for (int i = 0; pause != s->paused && i < s->n_listeners; i++) {
        struct epoll_event e = {.events = pause ? 0 : EPOLLIN, .data.ptr = &s->listeners[i]};
        epoll_ctl(s->epoll, EPOLL_CTL_MOD, s->listeners[i].fd, &e);
    }
    s->paused = pause;
}

static bool full(const struct server *s)
{
    return s->connections.n >= s->o->nodes + STRANGERS_MOST;
}

static void let_in(struct server *s, struct listener *l)
{
    struct channel channel;
    if (full(s) || !channel_accept(&channel, l->fd, l->address.local ? NULL : s->o->key)) {
        if (full(s) || errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS)
            pause_listening(s, true);
        return;
    }
    struct connection *c = xmalloc(sizeof *c);
    *c = (struct connection){
        .source = SOURCE_CONNECTION,
        .channel = channel,
        .in = xmalloc(IN_BYTES),
        .events = EPOLLIN,
        .deadline = now_ms() + GREETING_MS,
    };
    name_peer(c, l);
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = c};
    epoll_ctl(s->epoll, EPOLL_CTL_ADD, channel.fd, &e);
    *array_push(&s->connections) = c;
}

static void sweep(struct server *s)
{
    size_t kept = 0;
    int64_t now = now_ms();
    for (size_t i = 0; i < s->connections.n; i++) {
        struct connection *c = s->connections.at[i];
        bool waits = c->refused || c->session.state == SESSION_NEW;
        if (!c->dead && waits && now > c->deadline)
            lost(s, c, "it did not say in time which node it is");
        s->connections.at[kept++] = c;
        if (c->dead) {
            kept--;
            free(c->in);
            free(c);
        }
    }
    s->connections.n = kept;
    if (s->paused && !full(s))
        pause_listening(s, false);
}

static int patience(const struct server *s)
{
    int64_t wait = TICK_MS;
    if (s->dirty_since >= 0 && !s->store.job)
        wait = s->dirty_since + COMMIT_MS - now_ms();
    return wait < 0 ? 0 : (int)wait;
}

/* Takes it from the queue: it would be delivered when signals are let in again. */
static void take_signal(struct server *s)
{
    struct signalfd_siginfo info;
    s->stop = s->stop || read(s->signals, &info, sizeof info) == sizeof info;
}

static void turn(struct server *s)
{
    struct epoll_event events[EVENTS];
    int n = epoll_wait(s->epoll, events, EVENTS, patience(s));
    for (int i = 0; i < n && !s->failed; i++) {
        enum source *source = events[i].data.ptr;
        struct connection *c = events[i].data.ptr;
        if (*source == SOURCE_SIGNAL)
            take_signal(s);
        else if (*source == SOURCE_COMMIT)
            commit_done(s);
        else if (*source == SOURCE_LISTENER)
            let_in(s, events[i].data.ptr);
        else if (!c->dead)
            serve(s, c, events[i].events);
        commit_due(s);
    }
    commit_due(s);
    sweep(s);
}

bool server_run(struct server *s)
{
    while (!s->stop && !s->failed)
        turn(s);
    commit(s);
    for (size_t i = 0; i < s->connections.n; i++)
        lost(s, s->connections.at[i],
             "the collector ends before its stream does; what came is kept");
    return !s->failed;
}

/* ---- begin and end ---- */

static bool listen_at(struct server *s, const char *text, bool *usage)
{
    struct fault why;
    struct listener *l = &s->listeners[s->n_listeners];
    struct where where = {.file = text};
    *l = (struct listener){.source = SOURCE_LISTENER, .fd = -1};
    *usage = true;
    if (!address_read(&l->address, text, &why))
        return diag_error(s->d, where, "%s", why.text), false;
    if (!l->address.loopback && !s->o->key)
        return diag_error(s->d, where,
                          "other machines may send encrypted only; give --key=FILE, or listen on "
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

/* SIGINT and SIGTERM become events of the loop. */
static bool take_signals(struct server *s)
{
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, SIGINT);
    sigaddset(&mask, SIGTERM);
    sigprocmask(SIG_BLOCK, &mask, &s->mask_before);
    s->signals = signalfd(-1, &mask, SFD_NONBLOCK | SFD_CLOEXEC);
    s->epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = &s->signal_source};
    if (s->signals >= 0 && s->epoll >= 0 && epoll_ctl(s->epoll, EPOLL_CTL_ADD, s->signals, &e) == 0)
        return true;
    diag_error(s->d, (struct where){0}, "the system gives no event queue: %s", strerror(errno));
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
        .store = {.folder_fd = -1, .journal = -1, .done = -1},
        .commit_source = SOURCE_COMMIT,
        .listeners = xmalloc((size_t)o->n_listen * sizeof *s->listeners),
    };
    *usage = false;
    bool right = take_signals(s);
    for (int i = 0; right && i < o->n_listen; i++)
        right = listen_at(s, o->listen[i], usage);
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = &s->commit_source};
    if (right && store_open(&s->store, o->folder, o->sync, d) &&
        epoll_ctl(s->epoll, EPOLL_CTL_ADD, s->store.done, &e) == 0)
        return s;
    server_close(s);
    return NULL;
}

const char *server_address(const struct server *s, int i)
{
    return s->listeners[i].text;
}

const struct server_node *const *server_nodes(const struct server *s, size_t *n,
                                              uint64_t *strangers)
{
    *n = s->nodes.n;
    *strangers = s->strangers;
    return (const struct server_node *const *)s->nodes.at;
}

void server_close(struct server *s)
{
    for (size_t i = 0; i < s->connections.n; i++)
        s->connections.at[i]->dead = true;
    sweep(s);
    array_free(&s->connections);
    for (size_t i = 0; i < s->nodes.n; i++)
        free(s->nodes.at[i]);
    array_free(&s->nodes);
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
    free(s);
}
