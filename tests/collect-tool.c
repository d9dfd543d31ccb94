/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Helper of the collector's tests:
 *     collect-tool make NODE BYTES
 *         writes about BYTES bytes of samples to standard output
 *     collect-tool raw ADDRESS leave|wait [KEYFILE]
 *         sends standard input; then closes the connection, or prints the answers until its end
 *     collect-tool hello NODE VERSION [STREAM]
 *         writes a hello
 *     collect-tool frame KIND LENGTH POSITION
 *         writes the header of a frame
 *     collect-tool hold ADDRESS COUNT
 *         opens connections and waits for the end of standard input; prints how many are open
 *     collect-tool hellos ADDRESS COUNT NODE
 *         connects as COUNT nodes and closes after the answer; prints how many were accepted
 *     collect-tool garbage ADDRESS COUNT
 *         opens COUNT connections without a valid hello
 *     collect-tool streams ADDRESS COUNT NODE
 *         sends COUNT streams of one sample; prints how many were stored
 *     collect-tool relay TO FILE
 *         prints an address, forwards one connection to TO, and records its input in FILE
 *     collect-tool answer ADDRESS FILE...
 *         prints "listening"; sends a file to each connection after its first input
 *     collect-tool name ADDRESS HEX KEY
 *         connects as the identity HEX (any bytes); prints "in" if the peer answers
 *     collect-tool stream ADDRESS NODE FILE
 *         sends the file with client.h; prints how many bytes were acknowledged */
#include "config.h"
#include "measure/multikron/collect/channel.h"
#include "measure/multikron/collect/client.h"
#include "measure/multikron/sample.h"

#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_GNUTLS
#include <gnutls/gnutls.h>
#endif

enum { WAIT_MS = 20000, PIECE = 1600 };

static uint64_t number(const char *text)
{
    return strtoull(text, NULL, 10);
}

/* Writes samples: each 50th is a resource sample, each 1000th has an overrun flag. */
static int make(uint32_t node, uint64_t bytes)
{
    uint8_t record[SAMPLE_RESOURCE_BYTES];
    for (uint64_t i = 0, done = 0; done < bytes; i++) {
        struct sample s = {
            .kind = i % 50 ? SAMPLE_TRACE : SAMPLE_RESOURCE,
            .cpu = (unsigned)(i % 8),
            .fifo_overrun = i % 1000 == 999,
            .timestamp = 10 * i,
            .source = node << 16 | (uint32_t)(i % 4),
            .user = i,
            .counters = {(uint32_t)i, node},
        };
        size_t n = sample_pack(record, &s);
        fwrite(record, 1, n, stdout);
        done += n;
    }
    return 0;
}

static int put_bytes(const uint8_t *bytes, size_t n)
{
    return fwrite(bytes, 1, n, stdout) == n ? 0 : 1;
}

static int hello(uint32_t node, uint32_t version, uint64_t stream)
{
    uint8_t bytes[HELLO_BYTES];
    hello_pack(bytes, (struct hello){node, stream});
    bytes[11] = (uint8_t)version;
    return put_bytes(bytes, sizeof bytes);
}

static int head(uint32_t kind, uint32_t length, uint64_t position)
{
    uint8_t bytes[FRAME_HEAD];
    frame_pack(bytes, (struct frame){(enum frame_kind)kind, length, position});
    return put_bytes(bytes, sizeof bytes);
}

static int complain(const char *text)
{
    fprintf(stderr, "collect-tool: %s\n", text);
    return 1;
}

static bool wait_for(const struct channel *c, short events)
{
    struct pollfd p = {.fd = c->fd, .events = events};
    return poll(&p, 1, WAIT_MS) > 0;
}

/* Connects, encrypted if there is a key. */
static bool open_channel(struct channel *c, const char *to, struct tls_key *key, struct fault *why)
{
    struct address a;
    int done;
    if (!address_read(&a, to, why) || !channel_connect(c, &a, key, WAIT_MS, why))
        return false;
    while ((done = channel_prepare(c, why)) == CHANNEL_WOULD_BLOCK)
        wait_for(c, channel_wants_write(c) ? POLLOUT : POLLIN);
    return done == 1;
}

/* Sends the bytes until the end or an error. */
static void send_all(struct channel *c, const uint8_t *bytes, size_t n)
{
    struct fault why;
    ssize_t more = 0;
    for (size_t done = 0; done < n && more != CHANNEL_BROKEN;) {
        more = channel_write(c, bytes + done, n - done, &why);
        if (more >= 0)
            done += (size_t)more;
        else if (more == CHANNEL_WOULD_BLOCK)
            wait_for(c, POLLOUT);
    }
}

/* Reads the next bytes; 0 = end of input. */
static size_t receive(struct channel *c, uint8_t *bytes, size_t n)
{
    struct fault why;
    ssize_t got;
    while ((got = channel_read(c, bytes, n, &why)) == CHANNEL_WOULD_BLOCK && wait_for(c, POLLIN))
        continue;
    return got > 0 ? (size_t)got : 0;
}

/* Prints the answers. Returns true after COMPLETE. */
static bool is_complete(const uint8_t *bytes, size_t n)
{
    struct frame f;
    struct fault why;
    put_bytes(bytes, n);
    return n >= FRAME_HEAD && frame_unpack(&f, bytes + n - FRAME_HEAD, FROM_COLLECTOR, &why) &&
           f.kind == FRAME_COMPLETE;
}

static int raw(const char *to, bool wait, const char *key_file)
{
    struct channel c = {.fd = -1};
    struct fault why;
    uint8_t bytes[4096];
    ssize_t n;
    struct tls_key *key = key_file ? tls_key_read(key_file, false, &why) : NULL;
    if ((key_file && !key) || !open_channel(&c, to, key, &why))
        return complain(why.text);
    while ((n = read(STDIN_FILENO, bytes, sizeof bytes)) > 0)
        send_all(&c, bytes, (size_t)n);
    for (size_t m; wait && (m = receive(&c, bytes, sizeof bytes)) > 0 && !is_complete(bytes, m);)
        continue;
    channel_close(&c);
    tls_key_free(key);
    return 0;
}

/* ---- attacks ---- */

static int hold(const char *to, size_t count)
{
    struct channel *c = calloc(count, sizeof *c);
    struct fault why;
    size_t open = 0;
    uint8_t byte;
    for (size_t i = 0; i < count; i++)
        if (!open_channel(&c[i], to, NULL, &why))
            return complain(why.text);
    puts("held");
    fflush(stdout);
    while (read(STDIN_FILENO, &byte, 1) > 0)
        continue;
    for (size_t i = 0; i < count; i++) {
        open += channel_read(&c[i], &byte, 1, &why) == CHANNEL_WOULD_BLOCK;
        channel_close(&c[i]);
    }
    printf("%zu\n", open);
    free(c);
    return 0;
}

static int hellos(const char *to, size_t count, uint32_t node)
{
    struct fault why;
    uint8_t bytes[FRAME_HEAD + REFUSAL_MAX];
    struct frame f;
    size_t welcome = 0;
    for (size_t i = 0; i < count; i++) {
        struct channel c;
        if (!open_channel(&c, to, NULL, &why))
            return complain(why.text);
        hello_pack(bytes, (struct hello){node + (uint32_t)i, i + 1});
        send_all(&c, bytes, HELLO_BYTES);
        welcome += receive(&c, bytes, sizeof bytes) >= FRAME_HEAD &&
                   frame_unpack(&f, bytes, FROM_COLLECTOR, &why) && f.kind == FRAME_READY;
        channel_close(&c);
    }
    printf("%zu\n", welcome);
    return 0;
}

static int garbage(const char *to, size_t count)
{
    struct fault why;
    uint8_t bytes[FRAME_HEAD + REFUSAL_MAX];
    for (size_t i = 0; i < count; i++) {
        struct channel c;
        if (!open_channel(&c, to, NULL, &why))
            return complain(why.text);
        send_all(&c, (const uint8_t *)"\033]0;hello\007\n", 11);
        while (receive(&c, bytes, sizeof bytes))
            continue;
        channel_close(&c);
    }
    return 0;
}

static int streams(const char *to, size_t count, uint32_t node)
{
    uint8_t record[SAMPLE_RESOURCE_BYTES];
    struct sample s = {.kind = SAMPLE_TRACE, .source = node << 16};
    size_t n = sample_pack(record, &s), stored = 0;
    for (size_t i = 0; i < count; i++) {
        struct client_fault why;
        struct client *c =
            client_open(&(struct client_options){.to = to, .node = node, .stream = i + 1}, &why);
        if (!c)
            break;
        client_send(c, record, n, &why);
        stored += client_close(c, &why);
    }
    printf("%zu\n", stored);
    return 0;
}

/* Forwards available bytes. Returns false at the end of input. */
static bool hand_on(struct channel *from, struct channel *to, FILE *copy)
{
    uint8_t bytes[4096];
    size_t n = receive(from, bytes, sizeof bytes);
    if (copy)
        fwrite(bytes, 1, n, copy);
    send_all(to, bytes, n);
    return n > 0;
}

static int relay(const char *to, const char *file)
{
    struct address here;
    struct channel client, server;
    struct fault why;
    char text[300];
    FILE *copy = fopen(file, "wb");
    address_read(&here, ":0", &why);
    int fd = address_listen(&here, 0, &why);
    if (fd < 0 || !copy)
        return complain(why.text);
    address_text(fd, &here, text, sizeof text);
    puts(text);
    fflush(stdout);
    struct pollfd p[2] = {{.fd = fd, .events = POLLIN}};
    if (poll(p, 1, WAIT_MS) <= 0 || !channel_accept(&client, fd, NULL) ||
        !open_channel(&server, to, NULL, &why))
        return complain("no connection");
    p[0].fd = client.fd;
    p[1] = (struct pollfd){.fd = server.fd, .events = POLLIN};
    for (bool more = true; more && poll(p, 2, WAIT_MS) > 0;)
        more = p[0].revents ? hand_on(&client, &server, copy) : hand_on(&server, &client, NULL);
    channel_close(&client);
    channel_close(&server);
    close(fd);
    return fclose(copy) != 0;
}

/* Sends the file to the next connection. */
static int answer_one(int fd, const char *path)
{
    uint8_t bytes[4096];
    struct channel c;
    struct pollfd p = {.fd = fd, .events = POLLIN};
    FILE *f = fopen(path, "rb");
    if (!f || poll(&p, 1, WAIT_MS) <= 0 || !channel_accept(&c, fd, NULL))
        return complain("no connection");
    receive(&c, bytes, sizeof bytes);
    send_all(&c, bytes, fread(bytes, 1, sizeof bytes, f));
    receive(&c, bytes, sizeof bytes);
    channel_close(&c);
    return fclose(f);
}

static int answer(const char *at, char **files, int n)
{
    struct address here;
    struct fault why;
    int fd = address_read(&here, at, &why) ? address_listen(&here, 0600, &why) : -1;
    if (fd < 0)
        return complain(why.text);
    puts("listening");
    fflush(stdout);
    int code = 0;
    for (int i = 0; i < n && code == 0; i++)
        code = answer_one(fd, files[i]);
    close(fd);
    return code;
}

#ifdef HAVE_GNUTLS
static size_t from_hex(uint8_t *bytes, size_t most, const char *text)
{
    size_t n = 0;
    for (unsigned byte; n < most && sscanf(text + 2 * n, "%2x", &byte) == 1; n++)
        bytes[n] = (uint8_t)byte;
    return n;
}

/* Sends a hello over the session. Returns 1 if there is an answer. */
static int greet(gnutls_session_t session)
{
    uint8_t hello[HELLO_BYTES];
    int code;
    while ((code = gnutls_handshake(session)) < 0 && !gnutls_error_is_fatal(code))
        continue;
    hello_pack(hello, (struct hello){7, 1});
    return code == 0 && gnutls_record_send(session, hello, sizeof hello) == HELLO_BYTES &&
           gnutls_record_recv(session, hello, sizeof hello) == FRAME_HEAD;
}

static int name(const char *to, const char *hex, const char *key)
{
    uint8_t bytes[1024];
    struct channel c;
    struct fault why;
    gnutls_psk_client_credentials_t own;
    gnutls_session_t session;
    const gnutls_datum_t name = {bytes, (unsigned)from_hex(bytes, sizeof bytes, hex)};
    const gnutls_datum_t digits = {(unsigned char *)(uintptr_t)key, (unsigned)strlen(key)};
    if (!open_channel(&c, to, NULL, &why))
        return complain(why.text);
    fcntl(c.fd, F_SETFL, 0);
    if (gnutls_psk_allocate_client_credentials(&own) != 0 ||
        gnutls_psk_set_client_credentials2(own, &name, &digits, GNUTLS_PSK_KEY_HEX) != 0 ||
        gnutls_init(&session, GNUTLS_CLIENT | GNUTLS_NO_SIGNAL) != 0 ||
        gnutls_priority_set_direct(session, "NORMAL:-VERS-ALL:+VERS-TLS1.3:-KX-ALL:+ECDHE-PSK",
                                   NULL) != 0 ||
        gnutls_credentials_set(session, GNUTLS_CRD_PSK, own) != 0)
        return complain("GnuTLS rejects the name");
    gnutls_transport_set_int(session, c.fd);
    puts(greet(session) ? "in" : "out");
    gnutls_deinit(session);
    gnutls_psk_free_client_credentials(own);
    channel_close(&c);
    return 0;
}
#else
static int name(const char *to, const char *hex, const char *key)
{
    (void)to, (void)hex, (void)key;
    return complain("built without GnuTLS");
}
#endif

static int stream(const char *to, uint32_t node, const char *path)
{
    struct client_fault why;
    struct client *c =
        client_open(&(struct client_options){.to = to, .node = node, .stream = 5}, &why);
    FILE *f = fopen(path, "rb");
    uint8_t bytes[PIECE];
    size_t left = 0, n;
    if (!c || !f)
        return complain(c ? "no such file" : why.text);
    bool right = true;
    while (right && (n = fread(bytes + left, 1, sizeof bytes - left, f)) > 0) {
        uint64_t samples = 0, overruns = 0;
        size_t whole = records_count(bytes, left + n, left + n, &samples, &overruns);
        right = client_send(c, bytes, whole, &why);
        left += n - whole;
        memmove(bytes, bytes + whole, left);
    }
    right = right && client_flush(c, &why);
    printf("%" PRIu64 "\n", client_acknowledged(c));
    client_abandon(c);
    fclose(f);
    return right ? 0 : complain(why.text);
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "make") == 0)
        return make((uint32_t)number(argv[2]), number(argv[3]));
    if ((argc == 4 || argc == 5) && strcmp(argv[1], "raw") == 0)
        return raw(argv[2], strcmp(argv[3], "wait") == 0, argc == 5 ? argv[4] : NULL);
    if ((argc == 4 || argc == 5) && strcmp(argv[1], "hello") == 0)
        return hello((uint32_t)number(argv[2]), (uint32_t)number(argv[3]),
                     argc == 5 ? number(argv[4]) : 1);
    if (argc == 4 && strcmp(argv[1], "hold") == 0)
        return hold(argv[2], number(argv[3]));
    if (argc == 5 && strcmp(argv[1], "hellos") == 0)
        return hellos(argv[2], number(argv[3]), (uint32_t)number(argv[4]));
    if (argc == 4 && strcmp(argv[1], "garbage") == 0)
        return garbage(argv[2], number(argv[3]));
    if (argc == 5 && strcmp(argv[1], "streams") == 0)
        return streams(argv[2], number(argv[3]), (uint32_t)number(argv[4]));
    if (argc == 4 && strcmp(argv[1], "relay") == 0)
        return relay(argv[2], argv[3]);
    if (argc >= 4 && strcmp(argv[1], "answer") == 0)
        return answer(argv[2], argv + 3, argc - 3);
    if (argc == 5 && strcmp(argv[1], "name") == 0)
        return name(argv[2], argv[3], argv[4]);
    if (argc == 5 && strcmp(argv[1], "frame") == 0)
        return head((uint32_t)number(argv[2]), (uint32_t)number(argv[3]), number(argv[4]));
    if (argc == 5 && strcmp(argv[1], "stream") == 0)
        return stream(argv[2], (uint32_t)number(argv[3]), argv[4]);
    return complain("wrong usage");
}
