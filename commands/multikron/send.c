/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multikron send: sends sample files to a collector. */
#include "base/options.h"
#include "base/outfile.h"
#include "commands/common.h"
#include "commands/multikron/resume.h"
#include "commands/multikron/multikron.h"
#include "measure/multikron/collect/channel.h"
#include "measure/multikron/collect/client.h"
#include "measure/multikron/leftover.h"
#include "measure/multikron/sample.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK_BYTES = 256 * 1024, PROCESS_BITS = 16, PATIENCE_S = 10 };

struct options {
    const char *to, *key, *node, *manifest;
    long retry;
};

/* A file on its way. */
struct sending {
    const struct options *o;
    struct diag *d;
    struct where where;
    int fd;
    uint8_t *block;
    size_t n;        /* bytes in the block */
    uint64_t offset; /* of the block in the file */
    struct client *client;
    struct client_fault why;
};

/* Fills the block behind what is left in it; false at the end of the file, or after a message. */
static bool fill(struct sending *s)
{
    while (s->n < BLOCK_BYTES) {
        ssize_t n = read(s->fd, s->block + s->n, BLOCK_BYTES - s->n);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            diag_error(s->d, s->where, "it can't be read: %s", strerror(errno));
        if (n <= 0)
            break;
        s->n += (size_t)n;
    }
    return s->n > 0;
}

/* Bytes of whole records at the front of the block. */
static size_t whole(const struct sending *s)
{
    size_t at = 0;
    for (size_t n; at < s->n && (n = sample_bytes(s->block[at])) && n <= s->n - at;)
        at += n;
    return at;
}

static bool node_of(struct sending *s, uint32_t *node)
{
    struct sample first;
    if (s->o->node) {
        *node = (uint32_t)strtoul(s->o->node, NULL, 10);
        return true;
    }
    if (!sample_unpack(&first, s->block, s->n))
        return false;
    *node = first.source >> PROCESS_BITS;
    return true;
}

/* Sends the whole records of the block, moves the rest to its front. False: the file ends here. */
static bool send_block(struct sending *s)
{
    size_t n = whole(s);
    if (n && !client_send(s->client, s->block, n, &s->why)) {
        diag_error(s->d, s->where, "%s", s->why.text);
        return false;
    }
    bool illegal = n < s->n && !sample_bytes(s->block[n]);
    s->offset += n;
    s->n -= n;
    memmove(s->block, s->block + n, s->n);
    if (illegal)
        diag_error(s->d, s->where,
                   "byte %" PRIu64 " begins no sample; what is in front of it was sent", s->offset);
    return !illegal;
}

/* The manifest goes with the first file. */
static bool send_manifest(struct sending *s)
{
    char *text = xmalloc(BLOCK_BYTES);
    struct where where = {.file = s->o->manifest};
    bool ok = true;
    int fd = open(where.file, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, BLOCK_BYTES);
    if (n < 0)
        diag_error(s->d, where, "it can't be read: %s", strerror(errno)), ok = false;
    else if (!(ok = client_send_manifest(s->client, text, (size_t)n, &s->why)))
        diag_error(s->d, where, "%s", s->why.text);
    if (fd >= 0)
        close(fd);
    free(text);
    return ok;
}

static void send_open(struct sending *s)
{
    struct client_options co = {
        .to = s->o->to,
        .key_file = s->o->key,
        .retry_ms = s->o->retry * 1000,
    };
    if (!fill(s))
        return; /* empty: nothing is to be sent */
    if (!node_of(s, &co.node)) {
        diag_error(s->d, s->where,
                   "byte 0 begins no sample; is it a network stream? decode it first");
        return;
    }
    co.stream = resume_stream(s->where.file, s->fd, s->d);
    s->client = client_open(&co, &s->why);
    if (!s->client) {
        diag_error(s->d, s->where, "%s", s->why.text);
        return;
    }
    uint64_t begun = client_resume_position(s->client);
    bool ok = !s->o->manifest || send_manifest(s);
    while (ok && s->n && (ok = send_block(s)) && fill(s) && s->n >= SAMPLE_TRACE_BYTES)
        if (whole(s) == 0 && sample_bytes(s->block[0]))
            break;
    if (ok && s->n)
        diag_error(s->d, s->where, "the last %zu bytes are half a sample; they were left out",
                   s->n);
    if (!client_close(s->client, &s->why)) {
        diag_error(s->d, s->where, "%s", s->why.text);
        return;
    }
    printf("%s: %" PRIu64 " bytes stored", s->where.file, s->offset);
    printf(begun ? ", %" PRIu64 " of them before\n" : "\n", begun);
}

static void send_file(const struct options *o, struct diag *d, const char *path)
{
    struct sending s = {.o = o, .d = d, .where = {.file = path}, .block = xmalloc(BLOCK_BYTES)};
    struct leftover left;
    leftover_report(&left, path, d);
    bool standard = strcmp(path, "-") == 0;
    s.fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (s.fd < 0)
        diag_error(d, s.where, "it can't be opened: %s", strerror(errno));
    else
        send_open(&s);
    if (s.fd > STDIN_FILENO)
        close(s.fd);
    free(s.block);
}

static bool check_options(const char *tool, const struct options *o, int files)
{
    char *end = NULL;
    struct fault why;
    if (o->node && strtoull(o->node, &end, 10) > UINT32_MAX)
        end = (char *)(uintptr_t)o->node;
    if (!o->to)
        wrong_usage(tool, "say where with --to=ADDRESS");
    else if (!address_check(o->to, &why))
        wrong_usage(tool, "--to: %s", why.text);
    else if (files == 0)
        wrong_usage(tool, "name the sample files, or - for standard input");
    else if (o->node && (*end || end == o->node || *o->node == '-'))
        wrong_usage(tool, "--node is a number of 32 bits, not '%s'", o->node);
    else
        return true;
    return false;
}

int multikron_send(int argc, char **argv)
{
    struct options o = {.retry = PATIENCE_S};
    const struct option_row rows[] = {
        {"to", 0, OPTION_TEXT, &o.to, "ADDRESS", "of the collector: HOST:PORT or unix:PATH"},
        {"node", 0, OPTION_TEXT, &o.node, "N", "number of this node; default: of the first sample"},
        {"manifest", 0, OPTION_TEXT, &o.manifest, "FILE", "send this manifest, too"},
        {"key", 0, OPTION_TEXT, &o.key, "FILE", "identity and key of this sender"},
        {"retry", 0, OPTION_COUNT, &o.retry, "SECONDS",
         "look for the collector so long; default 10"},
        {0},
    };
    const struct command_line line = {
        "multikron send", "--to=ADDRESS [OPTION]... FILE...",
        "Send sample files to a collector; what it has is not sent again.",
        "multikron send --to=unix:/run/user/1000/mk run.mkn", rows};
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));
    int n = options_read(&line, argc, argv, operands), status = 2;
    struct diag d;
    diag_init(&d, line.tool);
    if (n >= 0 && check_options(line.tool, &o, n)) {
        for (int i = 0; i < n; i++)
            send_file(&o, &d, operands[i]);
        stdout_close(&d);
        status = diag_exit_status(&d);
    }
    free(operands);
    return status;
}
