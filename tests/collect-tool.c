/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the collector need besides the commands:
 *     collect-tool make NODE BYTES        samples on standard output, about so many bytes
 *     collect-tool raw ADDRESS leave|wait sends standard input as it is, then goes away at once,
 *                                         or prints what comes back until the other side closes
 *     collect-tool hello NODE VERSION     a hello; collect-tool frame KIND LENGTH POSITION a head
 *     collect-tool stream ADDRESS NODE FILE
 *                                         sends the file as a library would, without trying again;
 *                                         prints how many bytes were acknowledged at the end */
#include "multikron/collect/channel.h"
#include "multikron/collect/client.h"
#include "multikron/sample.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WAIT_MS = 60000, PIECE = 1600 };

static uint64_t number(const char *text)
{
    return strtoull(text, NULL, 10);
}

/* Each 50th is a resource sample; each 1000th follows a loss. */
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

static int hello(uint32_t node, uint32_t version)
{
    uint8_t bytes[HELLO_BYTES];
    hello_pack(bytes, (struct hello){node, 1});
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

static int raw(const char *to, bool wait)
{
    struct address a;
    struct channel c;
    struct fault why;
    uint8_t bytes[4096];
    ssize_t n;
    if (!address_read(&a, to, &why) || !channel_connect(&c, &a, NULL, WAIT_MS, &why))
        return complain(why.text);
    while ((n = read(STDIN_FILENO, bytes, sizeof bytes)) > 0)
        for (ssize_t done = 0, more = 0; done < n && more != CHANNEL_BROKEN;) {
            more = channel_write(&c, bytes + done, (size_t)(n - done), &why);
            if (more >= 0)
                done += more;
            else
                poll(NULL, 0, 10);
        }
    if (!wait)
        return channel_close(&c), 0;
    struct pollfd p = {.fd = c.fd, .events = POLLIN};
    while (poll(&p, 1, WAIT_MS) > 0 && (n = channel_read(&c, bytes, sizeof bytes, &why)) > 0)
        put_bytes(bytes, (size_t)n);
    channel_close(&c);
    return 0;
}

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
        right = client_put(c, bytes, whole, &why);
        left += n - whole;
        memmove(bytes, bytes + whole, left);
    }
    right = right && client_flush(c, &why);
    printf("%" PRIu64 "\n", client_stored(c));
    client_abandon(c);
    fclose(f);
    return right ? 0 : complain(why.text);
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "make") == 0)
        return make((uint32_t)number(argv[2]), number(argv[3]));
    if (argc == 4 && strcmp(argv[1], "raw") == 0)
        return raw(argv[2], strcmp(argv[3], "wait") == 0);
    if (argc == 4 && strcmp(argv[1], "hello") == 0)
        return hello((uint32_t)number(argv[2]), (uint32_t)number(argv[3]));
    if (argc == 5 && strcmp(argv[1], "frame") == 0)
        return head((uint32_t)number(argv[2]), (uint32_t)number(argv[3]), number(argv[4]));
    if (argc == 5 && strcmp(argv[1], "stream") == 0)
        return stream(argv[2], (uint32_t)number(argv[3]), argv[4]);
    return complain("wrong usage");
}
