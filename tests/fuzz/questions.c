/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes from the monitor's socket, in pieces whose size the first byte sets; a shared area with any
 * content; and a monitor's answer to a program. */
#include "base/arena.h"
#include "base/diag.h"
#include "measure/monitor/area.h"
#include "measure/monitor/lib/process.h"
#include "measure/monitor/questions.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_line(const char *line, size_t n)
{
    struct question q;
    char *exact = xmalloc(n + 1);
    memcpy(exact + 1, line, n);
    const char *why = question_read(&q, exact + 1, n);
    if (!why && strlen(q.name) >= QUESTION_MAX)
        bug("a name is longer than its line");
    if (!why && n >= QUESTION_MAX + 1)
        bug("a line is longer than lines are");
    free(exact);
}

static struct watch one_thread(void *context, struct arena *a)
{
    struct watch w = {.seconds = 1, .samples = 1, .n_threads = 1};
    (void)context;
    w.threads = ARENA_NEW(a, struct watched_thread);
    w.threads[0] = (struct watched_thread){.tid = 1, .pid = 1, .name = "a"};
    w.threads[0].counts.n[STATE_PROCESSING] = 1;
    return w;
}

/* One socket for all inputs. */
static struct questions *socket_kept;

static void close_socket(void)
{
    questions_close(socket_kept);
}

static struct questions *open_once(void)
{
    struct diag d = {.quiet = true};
    if (!socket_kept && (socket_kept = questions_open(NULL, &d))) {
        questions_source(socket_kept, (struct question_source){.watch = one_thread});
        atexit(close_socket);
    }
    return socket_kept;
}

/* Checks that each answer is a line, and that there are no more answers than questions. Returns the
 * number of answers. */
static size_t take_answers(struct questions *q, int s)
{
    char text[4096];
    size_t lines = 0;
    ssize_t got;
    questions_ready(q);
    while ((got = recv(s, text, sizeof text, MSG_DONTWAIT)) > 0)
        for (ssize_t i = 0; i < got; i++)
            lines += text[i] == '\n';
    return lines;
}

static void ask(struct questions *q, const uint8_t *data, size_t size, size_t piece)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    size_t asked = 0, answered = 0;
    strcpy(at.sun_path, questions_path(q));
    int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(s, (struct sockaddr *)&at, sizeof at) != 0)
        bug("a monitor that listens can't be reached");
    for (size_t i = 0; i < size; i += piece) {
        size_t n = piece < size - i ? piece : size - i;
        if (send(s, data + i, n, MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)n)
            break;
        answered += take_answers(q, s);
    }
    for (size_t i = 0; i < size; i++)
        asked += data[i] == '\n';
    for (int i = 0; i < 4; i++)
        answered += take_answers(q, s);
    if (answered > asked + 1) /* 1: the answer to a line that is too long */
        bug("%zu answers for %zu questions", answered, asked);
    close(s);
    questions_ready(q); /* which closes the connection */
}

static bool is_clean(const char *name, size_t size)
{
    size_t n = strnlen(name, size);
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)name[i] < ' ' || name[i] == 0x7f)
            return false;
    return n < size;
}

static void read_slot(const struct monitor_area *a, long slot)
{
    char name[AREA_REGION_NAME];
    struct area_names names = area_names(a, slot);
    uint32_t region = area_region(a, slot);
    if (!is_clean(names.name, AREA_NAME) || !is_clean(names.group, AREA_NAME) ||
        region > AREA_REGIONS || !is_clean(area_region_name(a, region, name), AREA_REGION_NAME))
        bug("an area's names are not sound");
    area_waits(a, slot);
}

/* Fills n bytes with copies of the input. */
static void repeat(void *to, size_t n, const uint8_t *data, size_t size)
{
    for (size_t at = 0; at < n; at += size)
        memcpy((uint8_t *)to + at, data, size < n - at ? size : n - at);
}

/* Uses the input as an area, from its header on. For speed, mostly few slots are in use and few
 * regions have names. */
static void hear(const uint8_t *data, size_t size)
{
    enum { FEW = 64 };
    static struct monitor_area a; /* zeroes between inputs */
    static struct area_index x;
    size_t head = offsetof(struct monitor_area, slot), slots = AREA_SLOTS, regions = AREA_REGIONS;
    repeat(&a, head, data, size);
    if (a.slots % 16 != 0) {
        a.slots %= FEW;
        slots = regions = FEW;
    }
    repeat(a.slot, slots * sizeof *a.slot, data + head % size, size - head % size);
    repeat(a.region, regions * sizeof *a.region, data + size / 2, size - size / 2);
    x.made = false;
    area_index_renew(&x, &a);
    if (x.n > AREA_SLOTS)
        bug("an index is longer than its area");
    for (size_t i = 0; i < x.n; i += 1 + i / 8) {
        long slot = area_find(&x, &a, x.at[i].tid, 0);
        if (slot < 0 || slot >= AREA_SLOTS)
            bug("a slot is not found");
        read_slot(&a, slot);
    }
    memset(&a, 0, head);
    memset(a.slot, 0, slots * sizeof *a.slot);
    memset(a.region, 0, regions * sizeof *a.region);
}

/* Reads the input as an answer, in a program: one line or none. */
static void take_answer(const uint8_t *data, size_t size)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0 ||
        write(ends[0], data, size) != (ssize_t)size)
        abort();
    close(ends[0]);
    char *line = pm_receive_line(ends[1]);
    const uint8_t *end = memchr(data, '\n', size);
    bool one = end && end + 1 == data + size;
    if (!line == one || (line && memcmp(line, data, size - 1) != 0))
        bug("an answer is not the line that came");
    if (line) {
        double share = pm_share_of(line);
        if (share < 0 && share != -1)
            bug("a share of time is negative");
    }
    free(line);
    close(ends[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    read_line((const char *)data + 1, size - 1);
    struct questions *q = open_once();
    if (q)
        ask(q, data + 1, size - 1, (size_t)data[0] + 1);
    hear(data + 1, size - 1);
    take_answer(data + 1, size - 1);
    return 0;
}
