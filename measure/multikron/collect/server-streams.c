/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"
#include "base/util.h"
#include "measure/multikron/collect/server-state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

enum { TABLE_MOST = 65536 }; /* nodes, whoever they belong to */

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
    return n && n->streams.n ? n->streams.at[n->current].stored : 0;
}

/* Tells a node how far it is stored, if that is new. */
static void acknowledge(struct server *s, struct connection *c)
{
    if (c->dead || c->refused || !c->node || c->node->connection != c)
        return;
    uint64_t position = stored(c);
    bool complete = c->session.state == SESSION_ENDED && position == c->session.next &&
                    (!c->node->file || store_is_durable(c->node->file));
    if (c->complete || (!complete && position == c->told) ||
        !say(c, complete ? FRAME_COMPLETE : FRAME_STORED, position, NULL))
        return;
    c->told = position;
    c->complete = complete;
    send_out(s, c);
}

/* A manifest that could not be written ends the connection of its node. */
static void check_manifest(struct server *s, struct server_node *n)
{
    struct fault why;
    if (!n->file || !n->file->manifest_error)
        return;
    fault_set(&why, "its manifest can't be written: %s", strerror(n->file->manifest_error));
    n->file->manifest_error = 0;
    if (n->connection)
        server_refuse(s, n->connection, why.text);
    else
        n->refused++;
}

static void committed(struct server *s, bool right, const struct fault *why)
{
    if (!right && !s->failed)
        diag_error(s->d, (struct where){.file = s->o->folder}, "%s; collecting ends here",
                   why->text);
    s->failed = s->failed || !right;
    for (size_t i = 0; !s->failed && i < s->connections.n; i++)
        acknowledge(s, s->connections.at[i]);
    for (size_t i = 0; !s->failed && i < s->nodes.n; i++)
        check_manifest(s, s->nodes.at[i]);
    for (size_t i = 0; i < s->nodes.n; i++)
        if (s->nodes.at[i]->file && !s->nodes.at[i]->connection)
            store_rest(s->nodes.at[i]->file);
}

void server_commit_done(struct server *s)
{
    struct fault why;
    bool right = store_commit_end(&s->store, &why);
    committed(s, right, &why);
}

/* All of it, at once. */
void server_commit(struct server *s)
{
    struct fault why;
    s->dirty_since = -1;
    if (!s->failed)
        committed(s, store_commit(&s->store, &why), &why);
}

/* What there is, if it is time for that, while more comes. */
void server_commit_due(struct server *s)
{
    if (s->dirty_since < 0 || s->store.job || s->failed ||
        (s->store.dirty_bytes < COMMIT_BYTES && server_now() < s->dirty_since + COMMIT_MS))
        return;
    s->dirty_since = -1;
    server_look_at_disk(s);
    if (!store_commit_begin(&s->store))
        server_commit_done(s);
}

void server_refuse(struct server *s, struct connection *c, const char *why)
{
    if (c->node && c->node->connection == c && stored(c) < c->session.next)
        server_commit(s);
    if (c->dead)
        return;
    server_warn(s, c, why);
    server_count_failed(s, c, true);
    server_leave(s, c);
    c->refused = true;
    c->deadline = server_now() + LINGER_MS;
    if (!say(c, FRAME_REFUSED, 0, why))
        server_end(s, c);
    else
        send_out(s, c);
}

/* ---- what comes in ---- */

struct node_search {
    const struct server *server;
    uint32_t number;
};
static bool is_lower_node(const void *search, size_t i)
{
    const struct node_search *s = search;
    return s->server->nodes.at[i]->number < s->number;
}

/* Returns the node of that number. Adds it if it is new. */
static struct server_node *find_node(struct server *s, uint32_t number)
{
    struct node_search search = {s, number};
    size_t at = partition_point(s->nodes.n, is_lower_node, &search);
    if (at < s->nodes.n && s->nodes.at[at]->number == number)
        return s->nodes.at[at];
    struct server_node *n = xmalloc(sizeof *n);
    *n = (struct server_node){.number = number, .file = store_find(&s->store, number)};
    (void)array_push(&s->nodes);
    memmove(s->nodes.at + at + 1, s->nodes.at + at, (s->nodes.n - 1 - at) * sizeof *s->nodes.at);
    return s->nodes.at[at] = n;
}

/* Nodes that belong to the identity, or would with their first sample. */
static uint64_t count_nodes(const struct server *s, const char *who)
{
    uint64_t count = 0;
    for (size_t i = 0; i < s->store.nodes.n; i++)
        count += strcmp(s->store.nodes.at[i]->owner, who) == 0;
    for (size_t i = 0; i < s->nodes.n; i++)
        count += !s->nodes.at[i]->file && strcmp(s->nodes.at[i]->owner, who) == 0;
    return count;
}

/* May the connection send as the node that it names? */
static bool may_send(struct server *s, struct connection *c, struct fault *why)
{
    const struct hello *h = &c->session.hello;
    const struct store_node *file = store_find(&s->store, h->node);
    if (!who_may_send(&c->who, s->keys ? tls_keys(s->keys) : NULL, h->node,
                      file ? file->owner : NULL, why))
        return false;
    if (!file && count_nodes(s, c->who.name) >= s->o->nodes)
        return fault_set(why, "there are as many nodes of this identity as --nodes allows");
    if (!file && s->store.nodes.n + s->nodes.n >= TABLE_MOST)
        return fault_set(why, "there are %d nodes, and no room for more", TABLE_MOST);
    return true;
}

/* A node comes again, perhaps before its old connection is seen to be gone. False: another sender
 * has its number. */
static bool replace(struct server *s, struct connection *old, const struct connection *c)
{
    if (!old)
        return true;
    bool same = strcmp(old->who.name, c->who.name) == 0;
    if (!same || (old->session.state != SESSION_ENDED &&
                  old->session.hello.stream != c->session.hello.stream))
        return false;
    server_end(s, old);
    return true;
}

static void name_node(struct connection *c)
{
    size_t named = strlen(c->name);
    const char *key = strncmp(c->who.name, "own", sizeof "own") == 0 ? "" : c->who.name;
    snprintf(c->name + named, sizeof c->name - named,
             *key ? " (node %" PRIu32 ", %s)" : " (node %" PRIu32 "%s)", c->session.hello.node,
             key);
}

/* Selects the stream of the connection in its node's file. */
static bool select_stream(struct server *s, struct connection *c, uint64_t *next, struct fault *why)
{
    struct server_node *n = c->node;
    bool assigned = *n->file->owner || store_assign(&s->store, n->file, c->who.name, why);
    memcpy(n->owner, c->who.name, sizeof n->owner);
    return assigned && store_wake(&s->store, n->file, why) &&
           store_stream(n->file, c->session.hello.stream, next, why);
}

/* Ends the commit under way: the journal is its own. */
static bool finish_commit(struct server *s)
{
    if (s->store.job)
        server_commit_done(s); /* who waits for it is told */
    return !s->failed;
}

/* The node is known: its file and stream are at hand. */
static bool resume(struct server *s, struct connection *c, uint64_t *next, struct fault *why)
{
    if (!finish_commit(s))
        return true;
    if (!select_stream(s, c, next, why))
        return false;
    if (c->node->file->dirty || c->node->file->busy)
        server_commit(s); /* what the node had sent before is the collector's now */
    return true;
}

/* The first that is kept of a new node. */
static bool begin_node(struct server *s, struct connection *c, struct fault *why)
{
    uint64_t next;
    if (c->node->file)
        return true;
    if (!finish_commit(s))
        return fault_set(why, "the collector ends");
    c->node->file = store_claim(&s->store, c->node->number, c->who.name, why);
    return c->node->file && select_stream(s, c, &next, why);
}

static void greet(struct server *s, struct connection *c)
{
    const struct hello *h = &c->session.hello;
    struct fault why;
    uint64_t next = 0;
    c->named = true;
    name_node(c);
    if (!may_send(s, c, &why)) {
        server_refuse(s, c, why.text);
        return;
    }
    c->node = find_node(s, h->node);
    c->node->users++;
    memcpy(c->node->owner, c->who.name, sizeof c->node->owner);
    if (!replace(s, c->node->connection, c)) {
        server_refuse(s, c, "another sender with this node number is connected");
        return;
    }
    c->node->connection = c;
    if (c->node->file && !resume(s, c, &next, &why)) {
        server_refuse(s, c, why.text);
        return;
    }
    if (s->failed)
        return;
    c->in_room = IN_BYTES;
    c->in = xrealloc(c->in, c->in_room);
    uint64_t end = c->node->file ? c->node->file->end : 0;
    uint64_t left = end < s->o->limit ? s->o->limit - end : 0;
    session_open(&c->session, next, s->o->limit ? left : UINT64_MAX);
    c->told = next;
    say(c, FRAME_READY, next, NULL);
}

static void keep(struct server *s, struct connection *c, const struct session_step *step)
{
    struct fault why;
    if (step->n == 0)
        return;
    if (!server_has_room(s, c->account, step->n, &why) || !begin_node(s, c, &why) ||
        !store_append(&s->store, c->node->file, step->bytes, step->n, &why)) {
        server_refuse(s, c, why.text);
        return;
    }
    server_use_room(s, c->account, step->n);
    c->node->samples += step->samples;
    c->node->bytes += step->n;
    c->node->overruns += step->overruns;
    if (s->dirty_since < 0)
        s->dirty_since = server_now();
}

static void keep_manifest(struct server *s, struct connection *c, const struct session_step *step)
{
    struct fault why;
    if (++c->manifests > MANIFESTS_MOST) {
        server_refuse(s, c, "it sends its manifest again and again");
        return;
    }
    uint64_t before = c->node->file ? c->node->file->manifest_end : 0;
    size_t more = step->n > before ? step->n - (size_t)before : 0;
    if (!server_has_room(s, c->account, more, &why) || !begin_node(s, c, &why)) {
        server_refuse(s, c, why.text);
        return;
    }
    c->account->bytes -= before;
    server_use_room(s, c->account, step->n);
    store_manifest(c->node->file, step->bytes, step->n);
    if (s->dirty_since < 0)
        s->dirty_since = server_now();
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
        server_refuse(s, c, c->session.why.text);
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
        ssize_t n = channel_read(&c->channel, c->in + c->n_in, c->in_room - c->n_in, &why);
        if (n == CHANNEL_LATER)
            break;
        if (n == 0 && c->session.state == SESSION_ENDED && !c->complete)
            server_commit(s);
        if (n <= 0) {
            server_lost(s, c, n == 0 ? NULL : why.text);
            return;
        }
        c->heard = server_now();
        if (c->refused)
            continue;
        c->n_in += (size_t)n;
        take_in(s, c);
    } while (!c->dead && channel_pending(&c->channel));
    if (!c->dead)
        send_out(s, c);
}

void server_serve(struct server *s, struct connection *c, uint32_t events)
{
    struct fault why;
    if (!c->channel.ready) {
        int done = channel_prepare(&c->channel, &why);
        if (done == CHANNEL_BROKEN)
            server_lost(s, c, why.text);
        else if (done == CHANNEL_LATER)
            wait_for(s, c);
        if (done != 1)
            return;
        who_has_key(&c->who, tls_keys(s->keys), channel_identity(&c->channel));
        server_identified(s, c);
    }
    if (events & EPOLLOUT) {
        send_out(s, c);
        acknowledge(s, c);
    }
    if (!c->dead && (events & (EPOLLIN | EPOLLHUP | EPOLLERR)))
        receive(s, c);
}
