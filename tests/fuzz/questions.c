/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What comes over the monitor's socket, in pieces, and an area that programs wrote anything into.
 * The first byte says how large pieces are. */
#include "base/arena.h"
#include "base/diag.h"
#include "monitor/area.h"
#include "monitor/questions.h"

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
    if (!why && strlen(q.name) >= QUESTION_MOST)
        bug("a name is longer than its line");
    if (!why && n >= QUESTION_MOST + 1)
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

/* Each answer is a line and there are no more of them than questions; returns those that came. */
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
    if (answered > asked + 1) /* 1: a line that is too long */
        bug("%zu answers for %zu questions", answered, asked);
    close(s);
    questions_ready(q); /* which lets the asker go */
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

/* The bytes again and again, as an area. Mostly few of its slots were used: that is fast. */
static void hear(const uint8_t *data, size_t size)
{
    enum { FEW = 64 };
    struct monitor_area *a = xmalloc(sizeof *a);
    struct area_index *x = xmalloc(sizeof *x);
    uint8_t *at = (uint8_t *)a;
    for (size_t n = 0; n < sizeof *a; n += size)
        memcpy(at + n, data, size < sizeof *a - n ? size : sizeof *a - n);
    if (a->slots % 16 != 0)
        a->slots %= FEW;
    *x = (struct area_index){0};
    area_index_renew(x, a);
    if (x->n > AREA_SLOTS)
        bug("an index is longer than its area");
    for (size_t i = 0; i < x->n; i += 1 + i / 8) {
        long slot = area_find(x, a, x->at[i].tid, 0);
        if (slot < 0 || slot >= AREA_SLOTS)
            bug("a slot is not found");
        read_slot(a, slot);
    }
    free(x);
    free(a);
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
    return 0;
}
