/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/salvage.h"
#include "measure/multikron/lib/multikron.h"
#include "measure/multikron/sample.h"

#include <stdlib.h>
#include <string.h>

static bool report_refused(const char *name, struct diag *d, const char *why)
{
    diag_error(d, (struct where){.file = name}, "%s", why);
    return false;
}

/* Returns the size of the valid names: complete lines of printable bytes from the beginning. */
static uint32_t valid_names_size(const char *names, uint32_t n)
{
    uint32_t valid = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (names[i] == '\n')
            valid = i + 1;
        else if ((unsigned char)names[i] < ' ' || names[i] == 0x7f)
            break;
    }
    return valid;
}

/* Returns a message about a wrong or damaged header of a ring file of size bytes, or NULL. */
static const char *find_damage(const struct mk_file *f, size_t size)
{
    if (f->magic == __builtin_bswap64(MK_FILE_MAGIC))
        return "this ring file was written on a machine of the other byte order; run 'multikron "
               "salvage' there";
    if (f->magic != MK_FILE_MAGIC)
        return "not a ring file; give a .mkr file from the directory MULTIKRON_DIR";
    if (f->version != MK_FILE_VERSION)
        return "this ring file is of another version of libmultikron; salvage it with the "
               "multikron of that version";
    if (f->rings > MK_FILE_RINGS || f->ring_bytes < MK_RING_MIN || f->ring_bytes > MK_RING_MAX ||
        f->ring_bytes & (f->ring_bytes - 1) || size < MK_HEAD_BYTES || f->names > MK_NAMES_BYTES ||
        f->node >> MK_PROCESS_BITS || f->process >> MK_PROCESS_BITS || f->shift > 16)
        return "the header of this ring file is damaged: no samples can be recovered";
    return NULL;
}

/* Returns whether n bytes at offset at are in the file, after its header. */
static bool is_within(const struct salvage *s, uint64_t at, uint64_t n)
{
    return at >= MK_HEAD_BYTES && at <= s->size && n <= s->size - at;
}

static int compare_orders(const void *a, const void *b)
{
    const struct mk_ring *x = a, *y = b;
    return (x->order > y->order) - (x->order < y->order);
}

/* Reads the rings of all tables. Returns false if one is outside the file. */
static bool read_rings(struct salvage *s, struct arena *a)
{
    const struct mk_file *f = s->file;
    s->rings = ARENA_ARRAY(a, struct mk_ring, f->rings);
    s->lost = mk_ringless_losses(f);
    for (uint32_t i = 0; i < f->rings; i++) {
        uint64_t table = f->table_at[i / MK_TABLE_RINGS];
        if (!is_within(s, table, MK_TABLE_BYTES))
            return false;
        memcpy(&s->rings[i], s->bytes + table + i % MK_TABLE_RINGS * sizeof *s->rings,
               sizeof *s->rings);
        if (!is_within(s, s->rings[i].at, f->ring_bytes))
            return false;
        s->filed += s->rings[i].tail;
        s->lost += s->rings[i].lost;
    }
    s->filed = mk_sample_file_bytes(f, s->filed);
    if (f->rings)
        qsort(s->rings, f->rings, sizeof *s->rings, compare_orders);
    return true;
}

bool salvage_open(struct salvage *s, struct arena *a, const char *name, const void *bytes,
                  size_t size, struct diag *d)
{
    if (size < sizeof *s->file)
        return report_refused(name, d, "not a ring file: it is too short");
    struct mk_file *f = ARENA_NEW(a, struct mk_file);
    memcpy(f, bytes, sizeof *f);
    const char *damage = find_damage(f, size);
    if (damage)
        return report_refused(name, d, damage);
    *s = (struct salvage){
        .file = f, .bytes = bytes, .size = size, .names = (const char *)bytes + MK_NAMES_AT};
    if (!read_rings(s, a))
        return report_refused(
            name, d, "the tables of this ring file are damaged: no samples can be recovered");
    uint32_t names = valid_names_size(s->names, f->names);
    if (names < f->names)
        diag_warning(
            d, (struct where){.file = name},
            "the names of regions are damaged from byte %u; the names after it are omitted", names);
    f->names = names;
    return true;
}

/* Copies the bytes from to from + n of a ring's stream, at most one record. */
static void copy_from_ring(const struct salvage *s, const struct mk_ring *r, uint64_t from,
                           uint8_t *to, size_t n)
{
    const uint8_t *at = s->bytes + r->at;
    for (size_t i = 0; i < n; i++)
        to[i] = at[(from + i) & (s->file->ring_bytes - 1)];
}

/* Writes a mark that counts lost samples, unless there are none. */
static void write_loss_mark(uint32_t source, uint64_t stamp, uint64_t lost, FILE *out,
                            struct salvage_counts *c)
{
    uint8_t bytes[SAMPLE_RESOURCE_BYTES];
    uint64_t n = lost < MARK_LOST_MAX ? lost : MARK_LOST_MAX;
    struct sample end = {.kind = SAMPLE_TRACE,
                         .fifo_overrun = true,
                         .timestamp = stamp,
                         .source = source,
                         .user = (uint64_t)MARK_LOST << 40 | n};
    if (!lost)
        return;
    fwrite(bytes, 1, sample_pack(bytes, &end), out);
    c->samples++;
}

static void salvage_ring(const struct salvage *s, const struct mk_ring *r, uint64_t *stamp,
                         FILE *out, struct salvage_counts *c)
{
    uint64_t at = r->tail, left = r->head - r->tail;
    if (left > s->file->ring_bytes) {
        c->refused += s->file->ring_bytes;
        return;
    }
    c->rings += left > 0;
    while (left) {
        uint8_t bytes[SAMPLE_RESOURCE_BYTES];
        struct sample sample;
        size_t n = left < sizeof bytes ? (size_t)left : sizeof bytes;
        copy_from_ring(s, r, at, bytes, n);
        size_t size = sample_unpack(&sample, bytes, n);
        if (!size)
            break;
        fwrite(bytes, 1, size, out);
        if (mk_has_loop_enter(bytes, size))
            mk_count_worker(s->file, r->source);
        *stamp = sample.timestamp;
        at += size;
        left -= size;
        c->samples++;
    }
    c->refused += left;
}

struct salvage_counts salvage_rings(const struct salvage *s, FILE *out)
{
    struct salvage_counts c = {0};
    const struct mk_file *f = s->file;
    uint64_t last = f->last.raw >> f->shift, ringless = mk_ringless_losses(f);
    for (uint32_t i = 0; i < f->rings; i++) {
        uint64_t stamp = last;
        salvage_ring(s, &s->rings[i], &stamp, out, &c);
        write_loss_mark(s->rings[i].source, stamp, s->rings[i].pending, out, &c);
    }
    if (ringless > f->ringless_marked)
        write_loss_mark(f->node << MK_PROCESS_BITS | f->process, last,
                        ringless - f->ringless_marked, out, &c);
    return c;
}

char *salvage_manifest(const struct salvage *s, struct arena *a)
{
    size_t n = mk_format_manifest(NULL, 0, s->file, s->lost, s->names, s->file->names);
    char *text = arena_alloc(a, n + 1);
    mk_format_manifest(text, n + 1, s->file, s->lost, s->names, s->file->names);
    return text;
}
