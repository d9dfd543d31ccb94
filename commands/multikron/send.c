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

static const struct command_line command_line = {
    "multikron send", "--to=ADDRESS [OPTION]... FILE...",
    "Sends sample files to a collector.\nFILE.stream stores the stream number of "
    "FILE, so that sending can continue.",
    "multikron send --to=unix:/run/user/1000/mk run.mkn"};

enum { BLOCK_BYTES = 256 * 1024, PROCESS_BITS = 16, RETRY_DEFAULT = 10 };

struct options {
    const char *to, *key, *node, *manifest;
    long retry;
    char *text; /* of the manifest; NULL = none */
    size_t n_text;
};

/* A file that is being sent. */
struct transfer {
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

/* Fills the block after its remaining bytes. Returns false if it stays empty. */
static bool fill_block(struct transfer *s)
{
    while (s->n < BLOCK_BYTES) {
        ssize_t n = read(s->fd, s->block + s->n, BLOCK_BYTES - s->n);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            diag_error(s->d, s->where, "cannot read: %s", strerror(errno));
        if (n <= 0)
            break;
        s->n += (size_t)n;
    }
    return s->n > 0;
}

/* Returns the bytes of the whole records at the start of the block. */
static size_t whole_record_bytes(const struct transfer *s)
{
    size_t at = 0;
    for (size_t n; at < s->n && (n = sample_bytes(s->block[at])) && n <= s->n - at;)
        at += n;
    return at;
}

/* Sets the node from --node, or from the first sample. Returns false if that is invalid. */
static bool find_node(struct transfer *s, uint32_t *node)
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

/* Sends the whole records of the block and moves the rest to its start. Returns false after a
 * message if no more can be sent. */
static bool send_block(struct transfer *s)
{
    size_t n = whole_record_bytes(s);
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
                   "byte %" PRIu64 " is not the start of a sample; the bytes before it were sent",
                   s->offset);
    return !illegal;
}

/* Reads the manifest, if one was given, before anything is sent. Returns false after a message. */
static bool read_manifest(struct options *o, struct diag *d)
{
    if (!o->manifest)
        return true;
    o->text = xmalloc(BLOCK_BYTES);
    int fd = open(o->manifest, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, o->text, BLOCK_BYTES);
    if (n < 0)
        diag_error(d, (struct where){.file = o->manifest}, "cannot read: %s", strerror(errno));
    if (fd >= 0)
        close(fd);
    o->n_text = n < 0 ? 0 : (size_t)n;
    return n >= 0;
}

/* Sends the manifest, if one was given. Returns false after a message. */
static bool send_manifest(struct transfer *s)
{
    if (!s->o->text || client_send_manifest(s->client, s->o->text, s->o->n_text, &s->why))
        return true;
    diag_error(s->d, (struct where){.file = s->o->manifest}, "%s", s->why.text);
    return false;
}

/* Sends the whole records of the open file, and reports the rest. */
static void send_records(struct transfer *s)
{
    bool ok = true;
    while (ok && s->n && (ok = send_block(s)) && fill_block(s) && s->n >= SAMPLE_TRACE_BYTES)
        if (whole_record_bytes(s) == 0 && sample_bytes(s->block[0]))
            break;
    if (ok && s->n)
        diag_error(s->d, s->where,
                   "the last record is incomplete (%zu bytes) and was ignored; the file may be "
                   "truncated",
                   s->n);
}

/* Connects and sends the open file. */
static void send_open(struct transfer *s)
{
    struct client_options co = {
        .to = s->o->to,
        .key_file = s->o->key,
        .retry_ms = s->o->retry * 1000,
    };
    long errors = s->d->errors;
    if (!fill_block(s) && s->d->errors == errors)
        diag_error(s->d, s->where, "the file is empty; nothing was sent");
    if (!s->n)
        return;
    if (!find_node(s, &co.node)) {
        diag_error(s->d, s->where,
                   "byte 0 is not the start of a sample; if this is a network stream, convert it "
                   "with 'multikron decode' and 'multikron encode'");
        return;
    }
    co.stream = resume_stream(s->where.file, s->fd, s->d);
    s->client = client_open(&co, &s->why);
    if (!s->client) {
        diag_error(s->d, s->where, "%s", s->why.text);
        return;
    }
    uint64_t begun = client_resume_position(s->client);
    if (send_manifest(s))
        send_records(s);
    if (!client_close(s->client, &s->why)) {
        diag_error(s->d, s->where, "%s", s->why.text);
        return;
    }
    printf("%s: %" PRIu64 " bytes stored", s->where.file, s->offset);
    printf(begun ? ", %" PRIu64 " of them already before this command\n" : "\n", begun);
}

static void send_file(const struct options *o, struct diag *d, const char *path)
{
    struct transfer s = {.o = o, .d = d, .where = {.file = path}, .block = xmalloc(BLOCK_BYTES)};
    struct leftover left;
    leftover_report(&left, path, d);
    bool standard = strcmp(path, "-") == 0;
    s.fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (s.fd < 0)
        diag_error(d, s.where, "cannot open: %s", strerror(errno));
    else
        send_open(&s);
    if (s.fd > STDIN_FILENO)
        close(s.fd);
    free(s.block);
}

/* Returns whether the address is known to be on another machine. */
static bool leaves_machine(const char *to)
{
    struct address a;
    struct fault why;
    return address_read(&a, to, &why) && !a.loopback;
}

static bool check_options(const char *tool, const struct options *o, int files)
{
    char *end = NULL;
    struct fault why;
    if (o->node && strtoull(o->node, &end, 10) > UINT32_MAX)
        end = (char *)(uintptr_t)o->node;
    if (!o->to)
        wrong_usage(tool, "--to=ADDRESS is required");
    else if (!address_check(o->to, &why))
        wrong_usage(tool, "--to: %s", why.text);
    else if (files == 0)
        wrong_usage(tool, "specify sample files, or - for standard input");
    else if (!o->key && leaves_machine(o->to))
        wrong_usage(tool, "%s is another machine; connections to other machines require --key=FILE",
                    o->to);
    else if (o->node && (*end || end == o->node || *o->node == '-'))
        wrong_usage(tool, "--node must be a number below 2^32, not '%s'", o->node);
    else
        return true;
    return false;
}

int multikron_send(int argc, char **argv)
{
    struct options o = {.retry = RETRY_DEFAULT};
    const struct option_row rows[] = {
        {"to", 0, OPTION_TEXT, &o.to, "ADDRESS",
         "collector: HOST:PORT, :PORT (this machine) or unix:PATH"},
        {"node", 0, OPTION_TEXT, &o.node, "N",
         "number of this node; default: that of the first sample"},
        {"manifest", 0, OPTION_TEXT, &o.manifest, "FILE", "also send this manifest"},
        {"key", 0, OPTION_TEXT, &o.key, "FILE", "identity and key of this sender"},
        {"retry", 0, OPTION_COUNT, &o.retry, "SECONDS", "time to try to connect or reconnect (10)"},
        {0},
    };
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));
    int n = options_read(&command_line, rows, argc, argv, operands), status = 2;
    struct diag d;
    diag_init(&d, command_line.tool);
    if (n >= 0 && check_options(command_line.tool, &o, n)) {
        bool ok = read_manifest(&o, &d);
        for (int i = 0; ok && i < n; i++)
            send_file(&o, &d, operands[i]);
        stdout_close(&d);
        status = diag_exit_status(&d);
    }
    free(o.text);
    free(operands);
    return status;
}
