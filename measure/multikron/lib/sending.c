/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sends records to a collector on this machine, and writes them to the sample file if it fails. */
#include "measure/multikron/collect/client.h"
#include "base/util.h"
#include "measure/multikron/lib/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum {
    RECONNECT_MS = 1000, /* give up on a collector that cannot be reached */
    STALL_MS = 2000,     /* give up on a collector that accepts no data */
    END_MS = 5000,       /* for all remaining data at the end of the process */
};

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Returns the node number for the collector, which is different for each process. The first process
 * in the directory has the number of the node. */
static uint32_t sender_number(void)
{
    return mk.file->process << 16 | mk.file->node;
}

/* Returns whether the address may be on this machine. The client checks it after the lookup. */
static bool on_this_machine(const char *to)
{
    static const char *const starts[] = {"unix:", ":", "localhost:", "127.", "[::1]:"};
    for (size_t i = 0; i < COUNT_OF(starts); i++)
        if (strncmp(to, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

/* Makes the path of a socket absolute, because the program may change its directory. Keeps the path
 * if the result is too long for a socket. */
static void make_absolute(void)
{
    char dir[PATH_MAX], path[sizeof mk.to];
    if (strncmp(mk.to, "unix:", 5) != 0 || !mk.to[5] || mk.to[5] == '/' || !getcwd(dir, sizeof dir))
        return;
    int n = snprintf(path, sizeof path, "unix:%s/%s", dir, mk.to + 5);
    if (n > 0 && n < (int)(5 + sizeof((struct sockaddr_un *)0)->sun_path))
        memcpy(mk.to, path, (size_t)n + 1);
}

bool mk_set_address(const char *to)
{
    if (*to && (!on_this_machine(to) || strlen(to) >= sizeof mk.to))
        return false;
    memcpy(mk.to, to, strlen(to) + 1);
    make_absolute();
    MK_SET(mk.to_collector, *to != 0);
    return true;
}

/* Writes all unacknowledged records to the sample file. Returns false if that fails. */
static bool write_unacknowledged(void)
{
    const uint8_t *at;
    uint64_t offset = mk_sample_file_bytes(mk.file, mk.tails);
    size_t n, done = 0;
    int fd = -1;
    bool complete = true;
    while (complete && (n = client_unacknowledged(mk.client, done, &at)) > 0) {
        complete = mk_write_samples(&fd, offset + done, at, n) == n;
        done += n;
    }
    if (fd >= 0)
        close(fd);
    if (complete)
        mk.file->diverted -= done;
    else
        mk.file->failed++;
    return complete;
}

/* Switches from the collector to the sample file and records the reason. */
static void stop_sending(const char *why)
{
    snprintf(mk.unsent, sizeof mk.unsent, "not all samples were sent; the others are in %s.mkn: %s",
             mk.path_prefix, why);
    mk_lock();
    mk_add_line("# process %u of node %u did not send all samples to %s; the others are in its "
                "own file: %s",
                mk.file->process, mk.file->node, mk.to, why);
    mk_unlock();
    client_abandon(mk.client);
    mk.client = NULL;
    mk.to[0] = 0;
    MK_SET(mk.to_collector, false);
}

/* Writes the unacknowledged records to the file and stops sending. If the file cannot be written, a
 * later call tries again. */
static void fall_back_to_file(const char *why)
{
    if (!mk.client || write_unacknowledged())
        stop_sending(why);
}

/* Starts to connect to the collector. Returns false if that fails; then samples go
 * to the file. */
static bool open_client(void)
{
    struct client_fault why;
    struct client_options o = {
        .to = mk.to, .node = sender_number(), .retry_ms = RECONNECT_MS, .background = true};
    mk.client = client_open(&o, &why);
    mk.stalled = 0;
    if (!mk.client)
        stop_sending(why.text);
    return mk.client;
}

bool mk_has_collector(void)
{
    return mk.client || (*mk.to && open_client());
}

/* Waits for a slow collector, at the end of the process or with MULTIKRON_OVERRUN=wait. Returns
 * false with the reason if the collector accepts nothing for too long. */
static bool wait_for_collector(struct client_fault *why)
{
    if (mk.ending || mk.settings.wait) {
        if (!mk.ending)
            client_set_deadline(mk.client, STALL_MS);
        return client_flush(mk.client, why);
    }
    int64_t now = now_ms();
    if (!mk.stalled)
        mk.stalled = now;
    snprintf(why->text, sizeof why->text, "the collector accepts no data");
    return now - mk.stalled < STALL_MS;
}

size_t mk_send_records(const uint8_t *records, size_t n)
{
    struct client_fault why;
    size_t done = 0;
    while (done < n) {
        int64_t accepted = client_try_send(mk.client, records + done, n - done, &why);
        if (accepted > 0)
            mk.stalled = 0;
        if (accepted >= 0)
            done += (size_t)accepted;
        if (accepted < 0 || (accepted == 0 && !wait_for_collector(&why))) {
            fall_back_to_file(why.text);
            return done;
        }
        if (accepted == 0 && !mk.ending && !mk.settings.wait)
            return done;
    }
    return done;
}

void mk_continue_sending(void)
{
    struct client_fault why;
    const uint8_t *records;
    if (mk.client && client_try_send(mk.client, "", 0, &why) < 0)
        fall_back_to_file(why.text);
    MK_SET(mk.sending, mk.client && client_unacknowledged(mk.client, 0, &records) > 0);
}

void mk_set_sending_deadline(void)
{
    if (mk_has_collector())
        client_set_deadline(mk.client, END_MS);
}

void mk_flush_sending(void)
{
    struct client_fault why;
    if (mk.client && !client_flush(mk.client, &why))
        fall_back_to_file(why.text);
}

void mk_end_sending(void)
{
    struct client_fault why;
    size_t n;
    char *text = mk.client ? mk_build_manifest(&n) : NULL;
    if (!text)
        return;
    if (!client_send_manifest(mk.client, text, n, &why))
        snprintf(mk.unsent, sizeof mk.unsent, "the manifest %s.manifest was not sent: %s",
                 mk.path_prefix, why.text);
    free(text);
    struct client *c = mk.client;
    mk.client = NULL;
    if (!client_close(c, &why))
        snprintf(mk.unsent, sizeof mk.unsent, "the collector did not acknowledge the end: %s",
                 why.text);
    mk_lock();
    mk_add_line("# samples were sent to %s as node %u", mk.to, sender_number());
    mk_unlock();
}

int mk_send_to(const char *to)
{
    if (!to)
        to = "";
    mk_lock_draining();
    bool ok = *mk.settings.dir && !MK_GET(mk.ending);
    if (ok && mk.client) {
        mk_drain_rings();
        mk_set_sending_deadline();
        mk_flush_sending();
        mk_end_sending();
    }
    ok = ok && mk_set_address(to);
    mk_unlock_draining();
    return ok;
}
