/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/collect/client.h"
#include "measure/multikron/collect/channel.h"
#include "measure/multikron/sample.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    BUFFER_MIN = 2 * FRAME_BODY_MAX,
    BUFFER_DEFAULT = 4 * 1024 * 1024,
    CONNECT_MS = 5000, /* for one attempt */
    ANSWER_MS = 30000, /* for the first READY: the collector may have a slow disk and many nodes */
    RETRY_MS = 50,     /* delay between attempts, doubled */
    RETRY_DOUBLINGS = 4, /* maximum number of doublings */
    HANDSHAKES_MAX = 3,
};

/* Positions in the stream: stored <= sent <= put. The buffer is a ring that contains the bytes from
 * stored to put; the byte at position p is at index p % size. */
struct client {
    struct address address;
    struct channel channel; /* fd -1 = not connected */
    dev_t device;           /* of its socket, from fstat */
    ino_t inode;
    struct tls_key *key;
    struct hello hello;
    long retry_ms;
    uint64_t resume_position, stored, sent, put;
    bool answered; /* READY was received on this connection */
    bool ending, end_sent, manifest_sent, failed;
    bool complete;                /* the collector has stored the stream and its end */
    bool was_ready;               /* READY was received on any connection */
    bool try_failed;              /* an attempt since the last READY had no answer */
    int tries, failed_handshakes; /* attempts and failed handshakes since the last READY */
    int64_t disconnected_at;      /* milliseconds; when the connection was lost */
    int64_t retry_at;             /* earliest time of the next attempt */
    int64_t deadline;             /* end of waiting in all calls; 0 = none */
    char *text;                   /* the manifest; NULL = none */
    size_t text_size;
    char *to;
    uint8_t *buffer;
    size_t size;
    uint8_t out[FRAME_HEAD + FRAME_BODY_MAX]; /* the frame that is being sent */
    size_t n_out, out_done;
    uint8_t in[FRAME_HEAD + REFUSAL_MAX];
    size_t n_in;
    struct fault why;
};

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Copies the reason to the caller. Returns false. */
static bool copy_error(const struct client *c, struct client_fault *why)
{
    snprintf(why->text, sizeof why->text, "%s", c->why.text);
    return false;
}

/* ---- output ---- */

/* Makes the frame the next output. The body may already be in the output buffer. */
static void set_output(struct client *c, struct frame f, const void *body)
{
    frame_pack(c->out, f);
    if (body)
        memcpy(c->out + FRAME_HEAD, body, f.length);
    c->n_out = FRAME_HEAD + f.length;
    c->out_done = 0;
}

/* Copies n bytes from a position of the ring buffer. */
static void read_buffer(const struct client *c, uint64_t position, uint8_t *to, size_t n)
{
    size_t at = (size_t)(position % c->size), first = c->size - at < n ? c->size - at : n;
    memcpy(to, c->buffer + at, first);
    memcpy(to + first, c->buffer, n - first);
}

/* Appends n bytes to the ring buffer, which has space for them. */
static void append_buffer(struct client *c, const uint8_t *bytes, size_t n)
{
    size_t at = (size_t)(c->put % c->size), first = c->size - at < n ? c->size - at : n;
    memcpy(c->buffer + at, bytes, first);
    memcpy(c->buffer, bytes + first, n - first);
    c->put += n;
}

/* ---- connecting ---- */

/* Returns whether the descriptor is still our socket; with `note`, records its identity first. A
 * program that uses libmultikron may close descriptors that it did not open, and reuse their
 * numbers. */
static bool is_own_socket(struct client *c, bool note)
{
    struct stat st = {0};
    if (fstat(c->channel.fd, &st) != 0)
        return false;
    if (note) {
        c->device = st.st_dev;
        c->inode = st.st_ino;
    }
    return c->device == st.st_dev && c->inode == st.st_ino;
}

/* Closes the connection, unless the program has closed its descriptor. */
static void disconnect(struct client *c)
{
    if (c->channel.fd < 0)
        return;
    if (!is_own_socket(c, false))
        c->channel.fd = -1;
    channel_close(&c->channel);
    if (c->answered)
        c->disconnected_at = now_ms();
    c->answered = false;
}

/* Marks the client as unusable. Returns false. */
static bool set_failed(struct client *c)
{
    disconnect(c);
    c->failed = true;
    return false;
}

/* Prepares the next frame for output. Returns false if there is none at present. */
static bool prepare_next_frame(struct client *c)
{
    if (!c->answered)
        return false;
    if (c->text && !c->manifest_sent) {
        c->manifest_sent = true;
        set_output(c, (struct frame){FRAME_MANIFEST, (uint32_t)c->text_size, 0}, c->text);
        return true;
    }
    if (c->sent < c->put) {
        uint64_t left = c->put - c->sent, samples = 0, overruns = 0;
        size_t n = left < FRAME_BODY_MAX ? (size_t)left : FRAME_BODY_MAX;
        read_buffer(c, c->sent, c->out + FRAME_HEAD, n);
        n = records_count(c->out + FRAME_HEAD, n, n, &samples, &overruns);
        if (n == 0) {
            fault_set(&c->why,
                      "the collector at %s requests byte %" PRIu64
                      ", which is not the start of a sample",
                      c->to, c->sent);
            return set_failed(c);
        }
        set_output(c, (struct frame){FRAME_DATA, (uint32_t)n, c->sent}, NULL);
        c->sent += n;
        return true;
    }
    if (c->ending && !c->end_sent) {
        c->end_sent = true;
        set_output(c, (struct frame){FRAME_END, 0, c->put}, NULL);
        return true;
    }
    return false;
}

/* Continues the TLS handshake. A handshake fails if the collector stops meanwhile, which may be
 * temporary, or if it has another key, which is permanent. Returns false after HANDSHAKES_MAX
 * failures. */
static bool continue_handshake(struct client *c)
{
    if (channel_prepare(&c->channel, &c->why) != CHANNEL_BROKEN)
        return true;
    disconnect(c);
    return ++c->failed_handshakes < HANDSHAKES_MAX || set_failed(c);
}

/* Waits until the next attempt to connect is due, at most that many milliseconds (-1 = no limit),
 * and makes the attempt. Returns false if the client has failed. */
static bool reconnect(struct client *c, int milliseconds)
{
    int64_t now = now_ms();
    bool late = now - c->disconnected_at >= c->retry_ms;
    if (c->try_failed && late)
        return set_failed(c);
    if (c->try_failed && now < c->retry_at) {
        int64_t left = c->retry_at - now;
        poll(NULL, 0, milliseconds >= 0 && milliseconds < left ? milliseconds : (int)left);
        return true;
    }
    c->retry_at = now + (RETRY_MS << (c->tries < RETRY_DOUBLINGS ? c->tries++ : RETRY_DOUBLINGS));
    c->try_failed = true;
    if (!channel_connect(&c->channel, &c->address, c->key, CONNECT_MS, &c->why))
        return late ? set_failed(c) : true;
    is_own_socket(c, true);
    uint8_t hello[HELLO_BYTES];
    hello_pack(hello, c->hello);
    memcpy(c->out, hello, sizeof hello);
    c->n_out = sizeof hello;
    c->out_done = c->n_in = 0;
    c->answered = c->end_sent = c->manifest_sent = false;
    return c->channel.ready || continue_handshake(c);
}

/* ---- input ---- */

/* Returns whether READY violates the protocol. */
static bool is_invalid_ready(const struct client *c, uint64_t next)
{
    return c->answered || (c->was_ready && next > c->put);
}

/* Handles READY with the position of the next expected byte. Returns false if it is invalid. */
static bool handle_ready(struct client *c, uint64_t next)
{
    if (is_invalid_ready(c, next)) {
        fault_set(&c->why,
                  "the collector at %s requests byte %" PRIu64 ", but the stream has %" PRIu64
                  " bytes",
                  c->to, next, c->put);
        return set_failed(c);
    }
    c->answered = true;
    c->try_failed = false;
    c->failed_handshakes = c->tries = 0;
    if (!c->was_ready && c->put && next) {
        fault_set(&c->why, "the collector has already stored bytes of this new stream");
        return set_failed(c);
    }
    if (!c->was_ready) {
        c->was_ready = true;
        c->resume_position = c->stored = c->sent = next;
        return true;
    }
    if (next < c->stored) {
        fault_set(&c->why,
                  "the collector has %" PRIu64 " bytes of the stream, but acknowledged %" PRIu64
                  "; was its directory changed?",
                  next, c->stored);
        return set_failed(c);
    }
    c->sent = c->stored = next;
    return true;
}

/* Stores the reason of REFUSED, with '?' for characters that a terminal could interpret. */
static bool handle_refused(struct client *c, const uint8_t *body, uint32_t n)
{
    char text[REFUSAL_MAX + 1];
    for (uint32_t i = 0; i < n; i++)
        text[i] = body[i] >= ' ' && body[i] < 127 ? (char)body[i] : '?';
    text[n] = 0;
    fault_set(&c->why, "the collector refused: %s", text);
    return set_failed(c);
}

/* Handles a frame of the collector. Returns false if the client has failed. */
static bool handle_frame(struct client *c, const struct frame *f, const uint8_t *body)
{
    switch (f->kind) {
    case FRAME_READY:
        return handle_ready(c, f->position);
    case FRAME_STORED:
        if (f->position > c->stored && f->position <= c->sent)
            c->stored = f->position;
        return true;
    case FRAME_COMPLETE:
        if (!c->end_sent || f->position != c->put) {
            fault_set(&c->why,
                      "the collector at %s acknowledges the end of a stream that has not ended",
                      c->to);
            return set_failed(c);
        }
        c->complete = true;
        c->stored = c->put;
        return true;
    case FRAME_REFUSED:
        return handle_refused(c, body, f->length);
    case FRAME_DATA:
    case FRAME_END:
    case FRAME_MANIFEST:
        break;
    }
    return true;
}

/* Handles all complete frames of the input buffer. Returns false if the client has failed. */
static bool handle_input(struct client *c)
{
    struct frame f;
    while (c->n_in >= FRAME_HEAD) {
        if (!frame_unpack(&f, c->in, FROM_COLLECTOR, &c->why)) {
            fault_set(&c->why, "the process that listens at %s is not a collector", c->to);
            return set_failed(c);
        }
        size_t frame_bytes = FRAME_HEAD + f.length;
        if (c->n_in < frame_bytes)
            return true;
        if (!handle_frame(c, &f, c->in + FRAME_HEAD))
            return false;
        c->n_in -= frame_bytes;
        memmove(c->in, c->in + frame_bytes, c->n_in);
    }
    return true;
}

/* Reads and handles all available input. Closes a connection that was lost. Returns false if the
 * client has failed. */
static bool receive_input(struct client *c)
{
    for (;;) {
        ssize_t n = channel_read(&c->channel, c->in + c->n_in, sizeof c->in - c->n_in, &c->why);
        if (n == CHANNEL_WOULD_BLOCK)
            return true;
        if (n <= 0) {
            if (!c->answered && !c->key)
                fault_set(&c->why, "the collector at %s does not answer; does it require a key?",
                          c->to);
            else if (n == 0)
                fault_set(&c->why, "the collector at %s closed the connection", c->to);
            disconnect(c);
            return true;
        }
        c->n_in += (size_t)n;
        if (!handle_input(c))
            return false;
    }
}

/* Sends frames until there are none or the socket would block. */
static void flush_output(struct client *c)
{
    while (c->channel.fd >= 0 && (c->out_done < c->n_out || prepare_next_frame(c))) {
        ssize_t n =
            channel_write(&c->channel, c->out + c->out_done, c->n_out - c->out_done, &c->why);
        if (n == CHANNEL_WOULD_BLOCK)
            return;
        if (n == CHANNEL_BROKEN) {
            /* The reason of the collector may still be unread. */
            receive_input(c);
            if (c->channel.fd >= 0)
                disconnect(c);
            return;
        }
        c->out_done += (size_t)n;
    }
}

/* Returns whether there is nothing to send at present. */
static bool has_no_output(const struct client *c)
{
    return c->out_done == c->n_out &&
           (!c->answered ||
            (c->sent == c->put && !(c->ending && !c->end_sent) && !(c->text && !c->manifest_sent)));
}

/* Waits until the connection is ready, at most that many milliseconds (-1 = no limit), and
 * reconnects, sends or receives. Returns false if the client has failed. */
static bool work_once(struct client *c, int milliseconds)
{
    if (c->failed)
        return false;
    if (c->channel.fd >= 0 && !is_own_socket(c, false))
        disconnect(c);
    if (c->channel.fd < 0) {
        if (c->was_ready && c->retry_ms == 0)
            return set_failed(c);
        return reconnect(c, milliseconds);
    }
    bool write = c->channel.ready ? !has_no_output(c) : channel_wants_write(&c->channel);
    struct pollfd p = {.fd = c->channel.fd, .events = (short)(POLLIN | (write ? POLLOUT : 0))};
    if (poll(&p, 1, milliseconds) <= 0)
        return true;
    if (!c->channel.ready)
        return continue_handshake(c);
    if ((p.revents & (POLLIN | POLLHUP | POLLERR)) && !receive_input(c))
        return false;
    if (c->channel.fd >= 0)
        flush_output(c);
    return !c->failed;
}

/* As work_once, but returns false after the deadline of the caller. */
static bool work_before_deadline(struct client *c)
{
    int64_t left = c->deadline - now_ms();
    if (c->deadline && left <= 0)
        return fault_set(&c->why, "the collector at %s did not store all samples in time", c->to);
    return work_once(c, c->deadline ? (int)left : -1);
}

/* ---- interface ---- */

void client_set_deadline(struct client *c, long milliseconds)
{
    c->deadline = now_ms() + milliseconds;
}

size_t client_unacknowledged(const struct client *c, size_t from, const uint8_t **at)
{
    size_t all = (size_t)(c->put - c->stored);
    if (from >= all)
        return 0;
    size_t place = (size_t)((c->stored + from) % c->size);
    *at = c->buffer + place;
    return c->size - place < all - from ? c->size - place : all - from;
}

static bool random_stream(uint64_t *stream)
{
    while (*stream == 0)
        if (getrandom(stream, sizeof *stream, 0) != sizeof *stream)
            return false;
    return true;
}

/* Checks that samples leave this machine only encrypted. Returns false with the reason. */
static bool check_encryption(const char *to, const struct address *a, const char *key,
                             struct fault *why)
{
    return a->loopback || key ||
           fault_set(why, "%s is another machine; connections to other machines require --key=FILE",
                     to);
}

/* Initializes the client from the options. Returns false with the reason. */
static bool init_client(struct client *c, const struct client_options *o)
{
    c->channel.fd = -1;
    c->retry_ms = o->retry_ms;
    c->disconnected_at = now_ms();
    c->hello = (struct hello){o->node, o->stream};
    c->size = o->buffer ? o->buffer : BUFFER_DEFAULT;
    if (c->size < BUFFER_MIN)
        c->size = BUFFER_MIN;
    c->buffer = malloc(c->size);
    c->to = strdup(o->to);
    if (!c->buffer || !c->to || !random_stream(&c->hello.stream))
        return fault_set(&c->why, "out of memory");
    return address_read(&c->address, c->to, &c->why) &&
           check_encryption(c->to, &c->address, o->key_file, &c->why) &&
           (!o->key_file || (c->key = tls_key_read(o->key_file, false, &c->why)));
}

struct client *client_open(const struct client_options *o, struct client_fault *why)
{
    struct client *c = calloc(1, sizeof *c);
    if (!c) {
        snprintf(why->text, sizeof why->text, "out of memory");
        return NULL;
    }
    bool ok = init_client(c, o);
    int64_t deadline = now_ms() + ANSWER_MS + o->retry_ms;
    while (ok && !c->was_ready && !o->background) {
        ok = work_once(c, RETRY_MS);
        if (ok && !c->was_ready && now_ms() > deadline)
            ok = fault_set(&c->why, "the collector at %s does not answer", c->to);
    }
    if (ok)
        return c;
    copy_error(c, why);
    client_abandon(c);
    return NULL;
}

uint64_t client_resume_position(const struct client *c)
{
    return c->resume_position;
}

uint64_t client_acknowledged(const struct client *c)
{
    return c->stored;
}

/* Skips the bytes that the collector stored before the client connected. Returns their number. */
static size_t skip_acknowledged(struct client *c, size_t bytes)
{
    uint64_t old = c->put < c->resume_position ? c->resume_position - c->put : 0;
    size_t n = old < bytes ? (size_t)old : bytes;
    c->put += n;
    return n;
}

static size_t free_buffer_bytes(const struct client *c)
{
    return c->size - (size_t)(c->put - c->stored);
}

/* Appends the whole records that fit into the buffer. Returns their bytes and the skipped bytes. */
static size_t accept_records(struct client *c, const uint8_t *bytes, size_t n)
{
    uint64_t samples = 0, overruns = 0;
    size_t known = skip_acknowledged(c, n);
    if (c->put < c->resume_position)
        return known;
    n = records_count(bytes + known, n - known, free_buffer_bytes(c), &samples, &overruns);
    append_buffer(c, bytes + known, n);
    return known + n;
}

int64_t client_try_send(struct client *c, const void *records, size_t bytes,
                        struct client_fault *why)
{
    if (!work_once(c, 0)) {
        copy_error(c, why);
        return -1;
    }
    if (bytes && !sample_bytes(*(const uint8_t *)records)) {
        fault_set(&c->why, "the data are not whole records");
        copy_error(c, why);
        return -1;
    }
    size_t accepted = accept_records(c, records, bytes);
    if (c->channel.fd >= 0 && c->channel.ready)
        flush_output(c);
    return (int64_t)accepted;
}

bool client_send(struct client *c, const void *records, size_t bytes, struct client_fault *why)
{
    uint64_t samples = 0, overruns = 0;
    const uint8_t *at = records;
    if (records_count(at, bytes, bytes, &samples, &overruns) != bytes) {
        fault_set(&c->why, "the data are not whole records");
        return copy_error(c, why);
    }
    for (size_t done = 0; done < bytes;) {
        size_t accepted = accept_records(c, at + done, bytes - done);
        done += accepted;
        if (c->channel.fd >= 0 && c->channel.ready)
            flush_output(c);
        if (c->failed || (accepted == 0 && !work_before_deadline(c)))
            return copy_error(c, why);
    }
    return true;
}

bool client_send_manifest(struct client *c, const char *text, size_t bytes,
                          struct client_fault *why)
{
    char *copy = bytes <= FRAME_BODY_MAX ? malloc(bytes + 1) : NULL;
    if (!copy) {
        fault_set(&c->why, "the manifest is longer than %d bytes", FRAME_BODY_MAX);
        return copy_error(c, why);
    }
    memcpy(copy, text, bytes);
    free(c->text);
    c->text = copy;
    c->text_size = bytes;
    c->manifest_sent = false;
    while (!c->manifest_sent || c->out_done < c->n_out)
        if (!work_before_deadline(c))
            return copy_error(c, why);
    return true;
}

bool client_flush(struct client *c, struct client_fault *why)
{
    while (c->stored < c->put)
        if (!work_before_deadline(c))
            return copy_error(c, why);
    return true;
}

bool client_close(struct client *c, struct client_fault *why)
{
    c->ending = true;
    bool ok = true;
    while (ok && !c->complete)
        ok = work_before_deadline(c);
    if (!ok)
        copy_error(c, why);
    client_abandon(c);
    return ok;
}

void client_abandon(struct client *c)
{
    if (!c)
        return;
    disconnect(c);
    tls_key_free(c->key);
    free(c->text);
    free(c->to);
    free(c->buffer);
    free(c);
}
