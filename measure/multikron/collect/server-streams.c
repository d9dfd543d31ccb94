/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"
#include "base/util.h"
#include "measure/multikron/collect/server-state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

enum { NODES_MAX = 65536 }; /* of all identities */

/* ---- output ---- */

/* Registers the epoll events that the connection waits for. */
static void update_events(struct server *s, struct connection *c)
{
    bool write = c->n_out || channel_wants_write(&c->channel);
    uint32_t events = EPOLLIN | (write ? EPOLLOUT : 0u);
    if (c->dead || events == c->events)
        return;
    struct epoll_event e = {.events = events, .data.ptr = c};
    epoll_ctl(s->epoll, EPOLL_CTL_MOD, c->channel.fd, &e);
    c->events = events;
}

/* Sends the queued output until the socket would block. */
static void flush_output(struct server *s, struct connection *c)
{
    struct fault why;
    while (c->n_out && !c->dead) {
        ssize_t done = channel_write(&c->channel, c->out, c->n_out, &why);
        c->write_failed = c->write_failed || done == CHANNEL_BROKEN;
        if (done < 0)
            break;
        c->n_out -= (size_t)done;
        memmove(c->out, c->out + done, c->n_out);
    }
    if (c->write_failed)
        c->n_out = 0;
    if (c->refused && !c->dead && c->n_out == 0)
        channel_end_output(&c->channel);
    update_events(s, c);
}

/* Appends a frame to the output. Returns false if it is full because the node does not read. */
static bool queue_frame(struct connection *c, enum frame_kind kind, uint64_t position,
                        const char *text)
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

/* Returns the number of durable bytes in the stream of the connection. */
static uint64_t stored_position(const struct connection *c)
{
    const struct store_node *n = c->node->file;
    return n && n->streams.n ? n->streams.at[n->current].stored : 0;
}

/* Sends STORED or COMPLETE if the stored position has changed. */
static void send_acknowledgement(struct server *s, struct connection *c)
{
    if (c->dead || c->refused || !c->node || c->node->connection != c)
        return;
    uint64_t position = stored_position(c);
    bool complete = c->session.state == SESSION_ENDED && position == c->session.next &&
                    (!c->node->file || store_is_durable(c->node->file));
    if (c->complete || (!complete && position == c->acknowledged) ||
        !queue_frame(c, complete ? FRAME_COMPLETE : FRAME_STORED, position, NULL))
        return;
    c->acknowledged = position;
    c->complete = complete;
    flush_output(s, c);
}

/* Refuses the connection of a node whose manifest could not be written. */
static void report_manifest_error(struct server *s, struct server_node *n)
{
    struct fault why;
    if (!n->file || !n->file->manifest_error)
        return;
    fault_set(&why, "cannot write the manifest: %s", strerror(n->file->manifest_error));
    n->file->manifest_error = 0;
    if (n->connection)
        server_refuse(s, n->connection, why.text);
    else
        n->refused++;
}

/* Acknowledges what a finished commit has stored, or ends the collection after an error. */
static void handle_commit(struct server *s, bool ok, const struct fault *why)
{
    if (!ok && !s->failed)
        diag_error(s->d, (struct where){.file = s->o->directory}, "%s; the collector stops",
                   why->text);
    s->failed = s->failed || !ok;
    for (size_t i = 0; !s->failed && i < s->connections.n; i++)
        send_acknowledgement(s, s->connections.at[i]);
    for (size_t i = 0; !s->failed && i < s->nodes.n; i++)
        report_manifest_error(s, s->nodes.at[i]);
    for (size_t i = 0; i < s->nodes.n; i++)
        if (s->nodes.at[i]->file && !s->nodes.at[i]->connection)
            store_close_idle_file(s->nodes.at[i]->file);
}

void server_commit_done(struct server *s)
{
    struct fault why;
    bool ok = store_commit_end(&s->store, &why);
    handle_commit(s, ok, &why);
}

void server_commit(struct server *s)
{
    struct fault why;
    s->dirty_since = -1;
    if (!s->failed)
        handle_commit(s, store_commit(&s->store, &why), &why);
}

void server_commit_due(struct server *s)
{
    if (s->dirty_since < 0 || s->store.job || s->failed ||
        (s->store.dirty_bytes < COMMIT_BYTES && server_now() < s->dirty_since + COMMIT_MS))
        return;
    s->dirty_since = -1;
    server_update_free_space(s);
    if (!store_commit_begin(&s->store))
        server_commit_done(s);
}

void server_refuse(struct server *s, struct connection *c, const char *why)
{
    if (c->node && c->node->connection == c && stored_position(c) < c->session.next)
        server_commit(s);
    if (c->dead)
        return;
    server_warn(s, c, why);
    server_count_failed(s, c, true);
    server_release_node(s, c);
    c->refused = true;
    c->deadline = server_now() + LINGER_MS;
    if (!queue_frame(c, FRAME_REFUSED, 0, why))
        server_close_connection(s, c);
    else
        flush_output(s, c);
}

/* ---- input ---- */

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
static struct server_node *find_or_add_node(struct server *s, uint32_t number)
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

/* Returns the number of nodes that the identity owns, or will own after their first sample. */
static uint64_t count_identity_nodes(const struct server *s, const char *who)
{
    uint64_t count = 0;
    for (size_t i = 0; i < s->store.nodes.n; i++)
        count += strcmp(s->store.nodes.at[i]->owner, who) == 0;
    for (size_t i = 0; i < s->nodes.n; i++)
        count += !s->nodes.at[i]->file && strcmp(s->nodes.at[i]->owner, who) == 0;
    return count;
}

/* Returns whether the connection may send as the node in its hello. False with the reason. */
static bool check_sender(struct server *s, struct connection *c, struct fault *why)
{
    const struct hello *h = &c->session.hello;
    const struct store_node *file = store_find(&s->store, h->node);
    if (!who_may_send(&c->who, s->keys ? tls_keys(s->keys) : NULL, h->node,
                      file ? file->owner : NULL, why))
        return false;
    if (!file && count_identity_nodes(s, c->who.name) >= s->o->nodes)
        return fault_set(why, "the identity has its maximum number of nodes (--nodes)");
    if (!file && s->store.nodes.n + s->nodes.n >= NODES_MAX)
        return fault_set(why, "the collector has its maximum of %d nodes", NODES_MAX);
    return true;
}

/* Closes the old connection of a node that reconnects; its loss may not be detected yet. Returns
 * false if another sender uses the number of the node. */
static bool replace_connection(struct server *s, struct connection *old, const struct connection *c)
{
    if (!old)
        return true;
    bool same = strcmp(old->who.name, c->who.name) == 0;
    if (!same || (old->session.state != SESSION_ENDED &&
                  old->session.hello.stream != c->session.hello.stream))
        return false;
    server_close_connection(s, old);
    return true;
}

/* Appends the node and its identity to the name of the connection. */
static void append_node_name(struct connection *c)
{
    size_t length = strlen(c->name);
    const char *key = strncmp(c->who.name, "own", sizeof "own") == 0 ? "" : c->who.name;
    snprintf(c->name + length, sizeof c->name - length,
             *key ? " (node %" PRIu32 ", %s)" : " (node %" PRIu32 "%s)", c->session.hello.node,
             key);
}

/* Opens the node's file and selects the stream of the connection. Sets the owner of a node of an
 * old journal. Returns false with the reason. */
static bool select_node_stream(struct server *s, struct connection *c, uint64_t *next,
                               struct fault *why)
{
    struct server_node *n = c->node;
    bool assigned = *n->file->owner || store_set_owner(&s->store, n->file, c->who.name, why);
    memcpy(n->owner, c->who.name, sizeof n->owner);
    return assigned && store_open_file(&s->store, n->file, why) &&
           store_select_stream(n->file, c->session.hello.stream, next, why);
}

/* Waits for the current commit, which uses the journal. Returns false if the store has failed. */
static bool wait_for_commit(struct server *s)
{
    if (s->store.job)
        server_commit_done(s);
    return !s->failed;
}

/* Continues a node that has stored data. Sets *next to the position of the next expected byte. */
static bool resume_node(struct server *s, struct connection *c, uint64_t *next, struct fault *why)
{
    if (!wait_for_commit(s))
        return true;
    if (!select_node_stream(s, c, next, why))
        return false;
    if (c->node->file->dirty || c->node->file->committing)
        server_commit(s); /* READY acknowledges all bytes before *next */
    return true;
}

/* Adds a new node to the store before its first data. Returns false with the reason. */
static bool create_node(struct server *s, struct connection *c, struct fault *why)
{
    uint64_t next;
    if (c->node->file)
        return true;
    if (!wait_for_commit(s))
        return fault_set(why, "the collector is stopping");
    c->node->file = store_add_node(&s->store, c->node->number, c->who.name, why);
    return c->node->file && select_node_stream(s, c, &next, why);
}

/* Answers a hello with READY, or refuses the connection. */
static void handle_hello(struct server *s, struct connection *c)
{
    const struct hello *h = &c->session.hello;
    struct fault why;
    uint64_t next = 0;
    c->hello_received = true;
    append_node_name(c);
    if (!check_sender(s, c, &why)) {
        server_refuse(s, c, why.text);
        return;
    }
    c->node = find_or_add_node(s, h->node);
    c->node->users++;
    memcpy(c->node->owner, c->who.name, sizeof c->node->owner);
    if (!replace_connection(s, c->node->connection, c)) {
        server_refuse(s, c, "another sender with this node number is connected");
        return;
    }
    c->node->connection = c;
    if (c->node->file && !resume_node(s, c, &next, &why)) {
        server_refuse(s, c, why.text);
        return;
    }
    if (s->failed)
        return;
    c->in_capacity = IN_BYTES;
    c->in = xrealloc(c->in, c->in_capacity);
    uint64_t end = c->node->file ? c->node->file->end : 0;
    uint64_t left = end < s->o->limit ? s->o->limit - end : 0;
    session_open(&c->session, next, s->o->limit ? left : UINT64_MAX);
    c->acknowledged = next;
    queue_frame(c, FRAME_READY, next, NULL);
}

/* Appends the records of a step to the node's file, or refuses the connection. */
static void store_samples(struct server *s, struct connection *c, const struct session_step *step)
{
    struct fault why;
    if (step->n == 0)
        return;
    if (!server_check_space(s, c->account, step->n, &why) || !create_node(s, c, &why) ||
        !store_append(&s->store, c->node->file, step->bytes, step->n, &why)) {
        server_refuse(s, c, why.text);
        return;
    }
    server_count_stored(s, c->account, step->n);
    c->node->samples += step->samples;
    c->node->bytes += step->n;
    c->node->overruns += step->overruns;
    if (s->dirty_since < 0)
        s->dirty_since = server_now();
}

/* Stores the manifest of a step, or refuses the connection. */
static void store_manifest_text(struct server *s, struct connection *c,
                                const struct session_step *step)
{
    struct fault why;
    if (++c->manifests > MANIFESTS_MAX) {
        server_refuse(s, c, "too many manifests in one connection");
        return;
    }
    uint64_t before = c->node->file ? c->node->file->manifest_end : 0;
    size_t more = step->n > before ? step->n - (size_t)before : 0;
    if (!server_check_space(s, c->account, more, &why) || !create_node(s, c, &why)) {
        server_refuse(s, c, why.text);
        return;
    }
    c->account->bytes -= before;
    server_count_stored(s, c->account, step->n);
    store_manifest(c->node->file, step->bytes, step->n);
    if (s->dirty_since < 0)
        s->dirty_since = server_now();
}

/* Handles the step. Returns whether more input can be handled. */
static bool handle_step(struct server *s, struct connection *c, const struct session_step *step)
{
    switch (step->event) {
    case SESSION_MORE:
        return false;
    case SESSION_HELLO:
        handle_hello(s, c);
        break;
    case SESSION_DATA:
        store_samples(s, c, step);
        break;
    case SESSION_MANIFEST:
        store_manifest_text(s, c, step);
        break;
    case SESSION_END:
        c->node->streams++;
        send_acknowledgement(s, c);
        break;
    case SESSION_ERROR:
        server_refuse(s, c, c->session.why.text);
        break;
    }
    return !c->refused && !c->dead;
}

/* Handles all complete messages in the input buffer. */
static void handle_input(struct server *s, struct connection *c)
{
    size_t at = 0;
    bool more = true;
    while (more && !s->failed) {
        uint64_t duplicates = c->session.duplicates;
        struct session_step step = session_next(&c->session, c->in + at, c->n_in - at);
        if (c->node)
            c->node->duplicates += c->session.duplicates - duplicates;
        at += step.consumed;
        more = handle_step(s, c, &step);
    }
    c->n_in -= at;
    memmove(c->in, c->in + at, c->n_in);
    if (c->refused)
        c->n_in = 0;
}

/* Reads and handles all available input of the connection. */
static void receive_input(struct server *s, struct connection *c)
{
    struct fault why;
    do {
        ssize_t n = channel_read(&c->channel, c->in + c->n_in, c->in_capacity - c->n_in, &why);
        if (n == CHANNEL_WOULD_BLOCK)
            break;
        if (n == 0 && c->session.state == SESSION_ENDED && !c->complete)
            server_commit(s);
        if (n <= 0) {
            server_drop_connection(s, c, n == 0 ? NULL : why.text);
            return;
        }
        c->last_data = server_now();
        if (c->refused)
            continue;
        c->n_in += (size_t)n;
        handle_input(s, c);
    } while (!c->dead && channel_has_buffered_data(&c->channel));
    if (!c->dead)
        flush_output(s, c);
}

void server_handle_events(struct server *s, struct connection *c, uint32_t events)
{
    struct fault why;
    if (!c->channel.ready) {
        int done = channel_prepare(&c->channel, &why);
        if (done == CHANNEL_BROKEN)
            server_drop_connection(s, c, why.text);
        else if (done == CHANNEL_WOULD_BLOCK)
            update_events(s, c);
        if (done != 1)
            return;
        who_from_key(&c->who, tls_keys(s->keys), channel_identity(&c->channel));
        server_set_account(s, c);
    }
    if (events & EPOLLOUT) {
        flush_output(s, c);
        send_acknowledgement(s, c);
    }
    if (!c->dead && (events & (EPOLLIN | EPOLLHUP | EPOLLERR)))
        receive_input(s, c);
}
