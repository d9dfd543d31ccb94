/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "multikron/export/input.h"
#include "base/arena.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

uint64_t export_extend(uint64_t near, uint64_t stamp)
{
    uint64_t ahead = (stamp - near) & SAMPLE_TIME_MASK;
    uint64_t back = SAMPLE_TIME_MASK + 1 - ahead;
    return ahead > SAMPLE_TIME_MASK / 2 && back <= near ? near - back : near + ahead;
}

static bool map(struct export_input *in, struct diag *d)
{
    int fd = open(in->name, O_RDONLY | O_CLOEXEC);
    struct stat st = {0};
    bool right = fd >= 0 && fstat(fd, &st) == 0;
    if (right && !S_ISREG(st.st_mode)) {
        errno = S_ISDIR(st.st_mode) ? EISDIR : ESPIPE;
        right = false;
    }
    if (right && st.st_size > 0) {
        in->bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        right = in->bytes != MAP_FAILED;
        in->size = in->mapped = right ? (size_t)st.st_size : 0;
        in->bytes = right ? in->bytes : NULL;
    }
    if (!right)
        diag_error(d, (struct where){.file = in->name}, "can't read this file: %s",
                   strerror(errno));
    if (fd >= 0)
        close(fd);
    return right;
}

/* Counts whole records; what is behind them is left out. */
static void measure(struct export_input *in, struct diag *d)
{
    struct export_cursor c = {.in = in};
    struct sample s;
    uint64_t latest = 0;
    while (export_next(&c, &s)) {
        in->late += c.time < latest;
        latest = c.time > latest ? c.time : latest;
        in->records++;
    }
    in->cut = c.at < in->size;
    if (in->cut)
        diag_error(d, (struct where){.file = in->name},
                   "byte %zu begins no whole record: it and what follows are left out", c.at);
    in->size = c.at;
}

struct placed {
    uint64_t time, offset;
};
static int by_time(const void *a, const void *b)
{
    const struct placed *p = a, *q = b;
    if (p->time != q->time)
        return p->time < q->time ? -1 : 1;
    return p->offset < q->offset ? -1 : p->offset > q->offset;
}

static void put_in_order(struct export_input *in, struct diag *d)
{
    struct placed *at = xmalloc(sizeof *at * in->records);
    struct export_cursor c = {.in = in};
    struct sample s;
    for (uint64_t i = 0, offset = 0; export_next(&c, &s); i++, offset = c.at)
        at[i] = (struct placed){c.time, offset};
    qsort(at, in->records, sizeof *at, by_time);
    in->order = xmalloc(sizeof *in->order * in->records);
    in->times = xmalloc(sizeof *in->times * in->records);
    for (uint64_t i = 0; i < in->records; i++) {
        in->order[i] = at[i].offset;
        in->times[i] = at[i].time;
    }
    free(at);
    diag_warning(d, (struct where){.file = in->name},
                 "samples that stood behind later ones: %" PRIu64 "; put in order of time",
                 in->late);
}

bool export_input_open(struct export_input *in, const char *name, struct diag *d)
{
    *in = (struct export_input){.name = name};
    if (!map(in, d))
        return false;
    measure(in, d);
    if (in->late)
        put_in_order(in, d);
    return true;
}

void export_input_close(struct export_input *in)
{
    if (in->bytes)
        munmap(in->bytes, in->mapped);
    free(in->order);
    free(in->times);
    *in = (struct export_input){0};
}

/* The next record, chosen or not. */
static bool step(struct export_cursor *c, struct sample *s)
{
    const struct export_input *in = c->in;
    if (in->order) {
        if (c->at >= in->records)
            return false;
        sample_unpack(s, in->bytes + in->order[c->at], in->size - in->order[c->at]);
        c->time = in->times[c->at++];
        return true;
    }
    size_t n = c->at < in->size ? sample_unpack(s, in->bytes + c->at, in->size - c->at) : 0;
    if (n == 0)
        return false;
    c->at += n;
    c->time = c->any ? export_extend(c->time, s->timestamp) : s->timestamp;
    c->any = true;
    return true;
}

static bool chosen(const struct export_choice *o, const struct sample *s, uint64_t time)
{
    return !o || (time >= o->from && time < o->until &&
                  (!o->one || ((s->source ^ o->source) & o->mask) == 0));
}

bool export_next(struct export_cursor *c, struct sample *s)
{
    while (step(c, s))
        if (chosen(c->choice, s, c->time))
            return true;
    return false;
}
