/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as each of the kernel's files about threads, sockets, locks and CPUs. Every
 * system call has a state, for any state letter of stat, and can be described as a call of this
 * process with these arguments. */
#include "measure/monitor/linux/cpus.h"
#include "measure/monitor/linux/peers.h"
#include "measure/monitor/linux/proc.h"
#include "measure/monitor/linux/table.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Returns the kind for a number; every kind occurs. */
static enum descriptor_kind kind(void *none, int d)
{
    (void)none;
    return (enum descriptor_kind)((unsigned)d % DESCRIPTOR_KINDS);
}

static void any_state(struct seen_thread *s)
{
    static const char letters[] = "RSDTtZXI?";
    struct descriptor_reader fd = {kind, NULL};
    for (size_t i = 0; i < sizeof letters; i++) { /* with the terminating 0: stat was not read */
        struct wait_key key = {-1, 0};
        s->state = letters[i];
        enum thread_state state = seen_state(s, &fd, &key);
        bool stopped = s->state == 'T' || s->state == 't';
        if ((unsigned)state >= THREAD_STATES || (stopped && state != STATE_STOPPED) ||
            (state == STATE_PROCESSING && !s->running && s->state != 'R'))
            abort();
    }
}

static void any_words(const struct seen_thread *s)
{
    struct site_process own = {getpid(), proc_open(getpid())};
    struct site_question q = {.seen = s, .tid = own.pid, .own = own, .watched = &own, .n = 1};
    struct site_text t = site_describe(&q);
    if (!memchr(t.what, 0, sizeof t.what) || !memchr(t.peer, 0, sizeof t.peer))
        abort();
    close(own.folder);
}

static void any_call(const char *text, size_t n)
{
    struct seen_thread s = {0};
    char buf[32];
    if (!seen_read_syscall(&s, text, n))
        return;
    if ((s.running || s.ended) && s.call != -1)
        abort();
    seen_call_name(s.call, buf);
    any_state(&s);
    any_words(&s);
}

static void any_line(const char *line)
{
    struct net_socket socket;
    struct held_lock lock;
    struct map_line map;
    net_read_line(&socket, line);
    lock_read_line(&lock, line);
    if (map_read_line(&map, line) &&
        (map.name < line || map.name + map.length > line + strlen(line) ||
         memchr(map.name, '/', map.length) || memchr(map.name, '\n', map.length)))
        abort();
    if (spinning_of_line(line) < 0)
        abort();
    if ((unsigned)descriptor_kind(line, 0) >= DESCRIPTOR_KINDS)
        abort();
}

static void any_file(const char *text, size_t n)
{
    struct proc_stat stat;
    struct proc_schedstat times;
    struct cpu_times cpus = {0};
    if (proc_read_stat(&stat, text, n) && !memchr(stat.name, 0, sizeof stat.name))
        abort();
    proc_read_schedstat(&times, text, n);
    cpu_times_parse(&cpus, text, n);
    cpu_times_free(&cpus);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    any_call((const char *)data, size);
    any_file((const char *)data, size);
    any_line(arena_strndup(&a, (const char *)data, size));
    arena_free(&a);
    return 0;
}
