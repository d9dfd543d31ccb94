/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "multikron/salvage.h"
#include "multikron/lib/multikron.h"
#include "multikron/sample.h"

#include <string.h>

static bool refuse(const char *name, struct diag *d, const char *why)
{
    diag_error(d, (struct where){.file = name}, "%s", why);
    return false;
}

/* Names: whole lines of printable bytes; what is behind the last such line is left out. */
static uint32_t good_names(const char *names, uint32_t n)
{
    uint32_t good = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (names[i] == '\n')
            good = i + 1;
        else if ((unsigned char)names[i] < ' ' || names[i] == 0x7f)
            break;
    }
    return good;
}

static const char *fault_of(const struct mk_file *f, size_t size)
{
    if (f->magic == __builtin_bswap64(MK_FILE_MAGIC))
        return "this ring file is of a machine of the other byte order; salvage it there";
    if (f->magic != MK_FILE_MAGIC)
        return "this is no ring file; name a .mkr file of MULTIKRON_DIR";
    if (f->version != MK_FILE_VERSION)
        return "this ring file is of another version of libmultikron; salvage it with that one's "
               "multikron";
    if (!f->rings || f->rings > MK_FILE_RINGS || f->ring_bytes < MK_RING_LEAST ||
        f->ring_bytes > MK_RING_MOST || f->ring_bytes & (f->ring_bytes - 1) ||
        f->rings_at < MK_NAMES_AT + MK_NAMES_BYTES || f->rings_at > size ||
        (size - f->rings_at) / f->ring_bytes < f->rings || f->names > MK_NAMES_BYTES ||
        f->shift > 16)
        return "the head of this ring file is damaged: nothing can be read from it";
    return NULL;
}

bool salvage_open(struct salvage *s, struct arena *a, const char *name, const void *bytes,
                  size_t size, struct diag *d)
{
    if (size < sizeof *s->file)
        return refuse(name, d, "this is no ring file: it is too short");
    struct mk_file *f = ARENA_NEW(a, struct mk_file);
    memcpy(f, bytes, sizeof *f);
    const char *fault = fault_of(f, size);
    if (fault)
        return refuse(name, d, fault);
    *s = (struct salvage){f, bytes, size, (const char *)bytes + MK_NAMES_AT};
    uint32_t names = good_names(s->names, f->names);
    if (names < f->names)
        diag_warning(d, (struct where){.file = name},
                     "the names of regions are damaged from byte %u on and left out there", names);
    f->names = names;
    return true;
}

/* Bytes from..from + n of a ring's stream, n at most one record. */
static void take(const struct salvage *s, uint32_t ring, uint64_t from, uint8_t *to, size_t n)
{
    const uint8_t *at = s->bytes + s->file->rings_at + (uint64_t)ring * s->file->ring_bytes;
    for (size_t i = 0; i < n; i++)
        to[i] = at[(from + i) & (s->file->ring_bytes - 1)];
}

/* The mark of a loss behind the last record. */
static void put_loss(uint32_t source, uint64_t stamp, FILE *out)
{
    uint8_t bytes[SAMPLE_RESOURCE_BYTES];
    struct sample end = {.kind = SAMPLE_TRACE,
                         .fifo_overrun = true,
                         .timestamp = stamp,
                         .source = source,
                         .user = mark_pack((struct mark){MARK_USER, 0, MK_THREAD_END})};
    fwrite(bytes, 1, sample_pack(bytes, &end), out);
}

static void salvage_ring(const struct salvage *s, uint32_t i, FILE *out, struct salvage_counts *c)
{
    struct mk_ring *r = &s->file->ring[i];
    uint64_t at = r->tail, left = r->head - r->tail, stamp = 0;
    if (left > s->file->ring_bytes) {
        c->refused += s->file->ring_bytes;
        return;
    }
    c->rings += left > 0;
    while (left) {
        uint8_t bytes[SAMPLE_RESOURCE_BYTES];
        struct sample sample;
        size_t n = left < sizeof bytes ? (size_t)left : sizeof bytes;
        take(s, i, at, bytes, n);
        size_t taken = sample_unpack(&sample, bytes, n);
        if (!taken)
            break;
        fwrite(bytes, 1, taken, out);
        if (!r->loops && mk_enters_loop(bytes, taken)) {
            r->loops = 1;
            s->file->workers++;
        }
        stamp = sample.timestamp;
        at += taken;
        left -= taken;
        c->samples++;
    }
    c->refused += left;
    if (r->pending && r->state != MK_RING_FREE) {
        put_loss(r->source, stamp, out);
        c->samples++;
    }
}

struct salvage_counts salvage_rings(const struct salvage *s, FILE *out)
{
    struct salvage_counts c = {.lost = s->file->homeless};
    for (uint32_t i = 0; i < s->file->rings; i++) {
        c.lost += s->file->ring[i].lost;
        salvage_ring(s, i, out, &c);
    }
    return c;
}

char *salvage_manifest(const struct salvage *s, struct arena *a)
{
    size_t n = mk_manifest_text(NULL, 0, s->file, s->names, s->file->names);
    char *text = arena_alloc(a, n + 1);
    mk_manifest_text(text, n + 1, s->file, s->names, s->file->names);
    return text;
}
