/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/export/input.h"
#include "base/file.h"
#include "base/arena.h"
#include "measure/multikron/stream/clocks.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Reports that the file cannot be read, with errno. Returns false. */
static bool report_unreadable(const struct export_input *in, struct diag *d)
{
    diag_error(d, (struct where){.file = in->name}, "cannot be read: %s", strerror(errno));
    return false;
}

/* Returns an unlinked temporary file, or NULL with errno. */
static FILE *open_unlinked_file(void)
{
    int fd = spool_open_file();
    return fd < 0 ? NULL : fdopen(fd, "w+b");
}

/* Reads the stream to its end for its losses and, unless copy is NULL, writes its records to copy.
 */
static void read_stream(struct export_input *in, struct stream *r, FILE *copy)
{
    const uint8_t *at;
    for (size_t n; (n = stream_next_block(r, &at)) > 0; in->size += n)
        if (copy)
            fwrite(at, 1, n, copy);
    in->losses = r->losses;
}

/* Maps in->size bytes of the file. */
static bool map_file(struct export_input *in, int fd)
{
    if (in->size == 0)
        return true;
    void *at = fd < 0 ? MAP_FAILED : mmap(NULL, in->size, PROT_READ, MAP_PRIVATE, fd, 0);
    in->bytes = at == MAP_FAILED ? NULL : at;
    return in->bytes;
}

/* Maps the records of the stream, and closes the stream. plain = the file itself consists of the
 * records. */
static bool load_records(struct export_input *in, struct stream *r, bool plain, struct diag *d)
{
    FILE *copy = plain ? NULL : open_unlinked_file();
    bool ok = plain || copy, reported = false;
    if (ok) {
        read_stream(in, r, copy);
        reported = r->in.failed || r->in.spool.failed;
        ok = !reported && (!copy || (fflush(copy) == 0 && !ferror(copy)));
    }
    stream_close(r);
    if (ok) {
        int fd = plain ? open(in->name, O_RDONLY | O_CLOEXEC) : fileno(copy);
        ok = map_file(in, fd);
        if (plain && fd >= 0)
            close(fd);
    }
    ok = ok || (!reported && report_unreadable(in, d));
    file_drop(copy);
    return ok;
}

struct placed {
    uint64_t time, offset;
};
static int compare_times(const void *a, const void *b)
{
    const struct placed *p = a, *q = b;
    if (p->time != q->time)
        return p->time < q->time ? -1 : 1;
    return p->offset < q->offset ? -1 : p->offset > q->offset;
}

/* Sorts the records at by time, and stores their offsets and times in in. */
static void sort_records(struct export_input *in, struct placed *at, struct diag *d)
{
    qsort(at, in->records, sizeof *at, compare_times);
    in->order = xmalloc(sizeof *in->order * in->records);
    in->times = xmalloc(sizeof *in->times * in->records);
    for (uint64_t i = 0; i < in->records; i++) {
        in->order[i] = at[i].offset;
        in->times[i] = at[i].time;
    }
    if (in->late)
        diag_warning(d, (struct where){.file = in->name},
                     "%" PRIu64 " samples are after samples with a later time; sorting by time",
                     in->late);
}

/* Computes the times of the records and, unless at is NULL, stores them there. Returns whether the
 * records are in order with steps of less than a wrap, so that a cursor can recompute the times. */
static bool find_times(struct export_input *in, unsigned process_bits, struct placed *at)
{
    struct clocks clocks = {.process_bits = process_bits, .disorder = WRAP_DISORDER};
    struct sample s;
    uint64_t newest = 0;
    bool simple = true;
    in->records = in->late = 0;
    for (size_t offset = 0, n; offset < in->size; offset += n) {
        n = sample_unpack(&s, in->bytes + offset, in->size - offset);
        uint64_t time = clocks_time(&clocks, &s);
        simple &= time >= newest && (time - newest <= SAMPLE_TIME_MASK || !in->records);
        in->late += time < newest;
        newest = time > newest ? time : newest;
        if (at)
            at[in->records] = (struct placed){time, offset};
        in->records++;
    }
    clocks_free(&clocks);
    return simple;
}

static void order_records(struct export_input *in, unsigned process_bits, struct diag *d)
{
    if (find_times(in, process_bits, NULL))
        return;
    struct placed *at = xmalloc(sizeof *at * in->records);
    find_times(in, process_bits, at);
    sort_records(in, at, d);
    free(at);
}

bool export_input_open(struct export_input *in, const char *name, unsigned process_bits,
                       struct diag *d)
{
    struct stream r;
    *in = (struct export_input){.name = name, .naming = in->naming};
    if (!stream_open(&r, name, STREAM_DETECT, d))
        return false;
    bool plain = r.form == STREAM_BARE && r.in.seekable && strcmp(name, "-") != 0;
    if (!load_records(in, &r, plain, d))
        return false;
    order_records(in, process_bits, d);
    return true;
}

bool export_input_from_bytes(struct export_input *in, const char *name, const uint8_t *bytes,
                             size_t n, unsigned process_bits, struct diag *d)
{
    struct stream r;
    *in = (struct export_input){.name = name};
    stream_from_bytes(&r, name, bytes, n, STREAM_DETECT, d);
    if (!load_records(in, &r, false, d))
        return false;
    order_records(in, process_bits, d);
    return true;
}

void export_input_close(struct export_input *in)
{
    if (in->bytes)
        munmap(in->bytes, in->size);
    free(in->order);
    free(in->times);
    *in = (struct export_input){0};
}

/* Reads the next record, selected or not. */
static bool next_record(struct export_cursor *c, struct sample *s)
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
    c->time += (s->timestamp - c->time) & SAMPLE_TIME_MASK;
    return true;
}

/* Does the same, and replaces the region by its common number. */
static bool next_mapped_record(struct export_cursor *c, struct sample *s)
{
    struct naming *names = c->in->naming;
    if (names && c->at == 0)
        naming_set_file(names, c->in->name);
    if (!next_record(c, s))
        return false;
    if (names)
        s->user = naming_map_user_bits(names, s->source, s->user);
    return true;
}

static bool is_selected(const struct export_choice *o, const struct sample *s, uint64_t time)
{
    return !o || (time >= o->from && time < o->until &&
                  (!o->has_source || ((s->source ^ o->source) & o->mask) == 0));
}

bool export_next(struct export_cursor *c, struct sample *s)
{
    while (next_mapped_record(c, s))
        if (is_selected(c->choice, s, c->time))
            return true;
    return false;
}
