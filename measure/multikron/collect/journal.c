/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/collect/journal.h"
#include "base/arena.h"
#include "base/util.h"
#include "measure/multikron/collect/numbers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char journal_name[] = "collect.journal", journal_new[] = "collect.journal.new";
enum {
    HEAD_BYTES = 16,
    OLD_ENTRY_BYTES = 32,
    PAYLOAD = 16,
    COMPACT_BYTES = 16 << 20,
    FIRST = 0x100
};
static const char head_version_2[HEAD_BYTES] = "MKJOURNAL 2\n",
                  head_version_1[HEAD_BYTES] = "MKJOURNAL 1\n";

/* The checksum is 64-bit FNV-1a; fold_hash returns the XOR of its halves. */
static uint32_t fold_hash(uint64_t h)
{
    return (uint32_t)(h ^ h >> 32);
}

static uint64_t hash_byte(uint64_t h, uint8_t byte)
{
    return (h ^ byte) * UINT64_C(0x100000001b3);
}

static const uint64_t hash_begin = UINT64_C(0xcbf29ce484222325);

static uint32_t entry_checksum(const uint8_t *entry)
{
    uint64_t h = hash_begin;
    for (int i = 4; i < JOURNAL_ENTRY_BYTES; i++)
        h = hash_byte(h, entry[i]);
    return fold_hash(h);
}

bool journal_write_all(int fd, const uint8_t *bytes, size_t n)
{
    while (n) {
        ssize_t done = write(fd, bytes, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        bytes += done;
        n -= (size_t)done;
    }
    return true;
}

/* ---- entries: checksum 4, kind 4 (FIRST is added in the first entry of a batch), batch 4, number
 * of following entries in the batch 4, payload 48 ---- */

struct batch_position {
    uint32_t batch, left;
    bool first; /* of its batch */
};

void journal_add_entry(struct journal_batch *b, const struct journal_entry *e)
{
    array_reserve(&b->bytes, (size_t)JOURNAL_ENTRY_BYTES);
    uint8_t *at = b->bytes.at + b->bytes.n;
    memset(at, 0, JOURNAL_ENTRY_BYTES);
    put_number(at + 4, (uint64_t)e->kind, 4);
    put_number(at + PAYLOAD, e->node, 4);
    if (e->kind == JOURNAL_OWNER)
        memcpy(at + PAYLOAD + 4, e->owner, strnlen(e->owner, WHO_BYTES - 1));
    put_number(at + PAYLOAD + 8, e->stream, e->kind == JOURNAL_POSITION ? 8 : 0);
    put_number(at + PAYLOAD + 16, e->position, e->kind == JOURNAL_POSITION ? 8 : 0);
    put_number(at + PAYLOAD + 24, e->end, e->kind == JOURNAL_POSITION ? 8 : 0);
    b->bytes.n += JOURNAL_ENTRY_BYTES;
}

/* Sets the batch number, the positions in the batch and the checksums of all entries. */
static void number_batch(struct journal_batch *b, uint32_t batch)
{
    size_t n = b->bytes.n / JOURNAL_ENTRY_BYTES;
    for (size_t i = 0; i < n; i++) {
        uint8_t *at = b->bytes.at + i * JOURNAL_ENTRY_BYTES;
        put_number(at + 4, read_number(at + 4, 4) | (i == 0 ? FIRST : 0), 4);
        put_number(at + 8, batch, 4);
        put_number(at + 12, n - 1 - i, 4);
        put_number(at, entry_checksum(at), 4);
    }
}

/* Reads an entry and its position in its batch. Returns false if it is invalid. */
static bool unpack_entry(struct journal_entry *e, struct batch_position *p, const uint8_t *at)
{
    uint64_t word = read_number(at + 4, 4), kind = word & ~(uint64_t)FIRST;
    *e = (struct journal_entry){.node = (uint32_t)read_number(at + PAYLOAD, 4)};
    *p = (struct batch_position){(uint32_t)read_number(at + 8, 4),
                                 (uint32_t)read_number(at + 12, 4), word & FIRST};
    if (read_number(at, 4) != entry_checksum(at) || kind > JOURNAL_POSITION)
        return false;
    e->kind = (int)kind;
    if (kind == JOURNAL_OWNER) {
        memcpy(e->owner, at + PAYLOAD + 4, WHO_BYTES);
        return e->owner[WHO_BYTES - 1] == 0;
    }
    e->stream = read_number(at + PAYLOAD + 8, 8);
    e->position = read_number(at + PAYLOAD + 16, 8);
    e->end = read_number(at + PAYLOAD + 24, 8);
    return true;
}

/* Reads an entry of version 1, without owners: checksum 4, node 4, stream 8, position 8, end 8. */
static bool unpack_old_entry(struct journal_entry *e, const uint8_t *at)
{
    *e = (struct journal_entry){
        JOURNAL_POSITION,       (uint32_t)read_number(at + 4, 4), "",
        read_number(at + 8, 8), read_number(at + 16, 8),          read_number(at + 24, 8)};
    const uint64_t words[] = {e->node, e->stream, e->position, e->end};
    uint64_t h = hash_begin;
    for (size_t i = 0; i < COUNT_OF(words); i++)
        for (int b = 0; b < 64; b += 8)
            h = hash_byte(h, words[i] >> b & 0xff);
    return read_number(at, 4) == fold_hash(h);
}

/* ---- reading ---- */

struct journal_reader {
    const uint8_t *at;
    size_t n;
    void (*handle_entry)(void *context, const struct journal_entry *e);
    void *context;
    struct diag *d;
    struct where where;
};

/* Prints a warning about an incomplete end. Returns true. */
static bool report_cut_off(const struct journal_reader *r)
{
    diag_warning(r->d, r->where,
                 "an incomplete entry at the end was ignored; the collector was interrupted while "
                 "writing it");
    return true;
}

/* Prints an error about an entry. Returns false. */
static bool report_damage(const struct journal_reader *r, size_t entry)
{
    diag_error(
        r->d, r->where,
        "entry %zu is damaged or missing; restore the file, or collect into another directory",
        entry + 1);
    return false;
}

static bool read_version_1(const struct journal_reader *r)
{
    struct journal_entry e;
    for (size_t at = 0; at < r->n; at += OLD_ENTRY_BYTES) {
        if (r->n - at < OLD_ENTRY_BYTES || !unpack_old_entry(&e, r->at + at))
            return report_cut_off(r);
        r->handle_entry(r->context, &e);
    }
    return true;
}

/* Returns whether an entry at position b may follow one at a. */
static bool is_next_position(struct batch_position a, struct batch_position b)
{
    return a.left ? !b.first && b.batch == a.batch && b.left == a.left - 1
                  : b.first && b.batch == a.batch + 1;
}

/* Entry i is unreadable; `last` is the position of the entry before it. Accepts an incomplete last
 * batch, which the end of the collector may leave. The first batch is never incomplete, because the
 * file is renamed after it is written. */
static bool check_cut_off(const struct journal_reader *r, size_t i, struct batch_position last)
{
    struct journal_entry e;
    struct batch_position p;
    uint32_t batch = last.left ? last.batch : last.batch + 1;
    if (i == 0 || batch == 0)
        return report_damage(r, i);
    for (size_t k = i; (k + 1) * JOURNAL_ENTRY_BYTES <= r->n; k++)
        if (unpack_entry(&e, &p, r->at + k * JOURNAL_ENTRY_BYTES) && p.batch != batch)
            return report_damage(r, i);
    return report_cut_off(r);
}

static bool read_version_2(const struct journal_reader *r)
{
    struct journal_entry e;
    struct batch_position p, last = {0};
    size_t i = 0;
    for (; (i + 1) * JOURNAL_ENTRY_BYTES <= r->n; i++) {
        if (!unpack_entry(&e, &p, r->at + i * JOURNAL_ENTRY_BYTES))
            return check_cut_off(r, i, last);
        if (i == 0 ? e.kind != JOURNAL_BEGIN || p.batch : !is_next_position(last, p))
            return report_damage(r, i);
        last = p;
        r->handle_entry(r->context, &e);
    }
    bool complete = i * JOURNAL_ENTRY_BYTES == r->n && last.left == 0 && i;
    return complete || check_cut_off(r, i, last);
}

static bool read_bytes(const struct journal_reader *start)
{
    struct journal_reader r = *start;
    if (r.n == 0)
        return true;
    bool now = r.n >= HEAD_BYTES && memcmp(r.at, head_version_2, HEAD_BYTES) == 0;
    bool old = r.n >= HEAD_BYTES && memcmp(r.at, head_version_1, HEAD_BYTES) == 0;
    if (!now && !old) {
        diag_error(r.d, r.where, "this is not a journal of a collector; name another directory");
        return false;
    }
    r.at += HEAD_BYTES;
    r.n -= HEAD_BYTES;
    return now ? read_version_2(&r) : read_version_1(&r);
}

bool journal_read(const uint8_t *bytes, size_t n,
                  void (*handle_entry)(void *context, const struct journal_entry *e), void *context,
                  struct diag *d, struct where where)
{
    return read_bytes(&(struct journal_reader){bytes, n, handle_entry, context, d, where});
}

/* Returns the bytes of the file, which the caller frees; NULL with errno. */
static uint8_t *read_file(int fd, size_t size, size_t *n)
{
    uint8_t *bytes = xmalloc(size + 1);
    ssize_t got = 1;
    for (*n = 0; *n < size && (got = read(fd, bytes + *n, size - *n)) > 0;)
        *n += (size_t)got;
    if (got >= 0)
        return bytes;
    free(bytes);
    return NULL;
}

/* ---- the file ---- */

/* Checks that the journal is a regular file of this user without links. False after a message. */
static bool check_own_file(int fd, struct stat *st, struct diag *d, struct where where)
{
    if (fstat(fd, st) == 0 && S_ISREG(st->st_mode) && st->st_uid == geteuid() &&
        st->st_nlink == 1 && fchmod(fd, 0600) == 0)
        return true;
    diag_error(d, where, "this file does not belong to the collector; name another directory");
    return false;
}

bool journal_open(struct journal *j, int directory, bool sync,
                  void (*handle_entry)(void *context, const struct journal_entry *e), void *context,
                  struct diag *d, struct where where)
{
    struct stat st;
    size_t n;
    *j = (struct journal){.directory = directory, .sync = sync};
    j->fd = openat(directory, journal_name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
                   0600);
    if (j->fd < 0)
        return diag_error(d, where, "cannot open the journal: %s", strerror(errno)), false;
    if (!check_own_file(j->fd, &st, d, where))
        return false;
    uint8_t *bytes = read_file(j->fd, (size_t)st.st_size, &n);
    if (!bytes)
        return diag_error(d, where, "cannot read the journal: %s", strerror(errno)), false;
    bool ok = journal_read(bytes, n, handle_entry, context, d, where);
    free(bytes);
    return ok;
}

void journal_close(struct journal *j)
{
    if (j->fd >= 0)
        close(j->fd);
    j->fd = -1;
}

bool journal_append(struct journal *j, struct journal_batch *b)
{
    number_batch(b, j->batch + 1);
    if (journal_write_all(j->fd, b->bytes.at, b->bytes.n) && (!j->sync || fdatasync(j->fd) == 0)) {
        j->batch++;
        j->size += (off_t)b->bytes.n;
        return true;
    }
    int error = errno;
    if (ftruncate(j->fd, j->size) != 0 || lseek(j->fd, j->size, SEEK_SET) != j->size)
        journal_close(j); /* a later batch must not follow a partial one */
    errno = error;
    return false;
}

bool journal_needs_compaction(const struct journal *j)
{
    return j->size > COMPACT_BYTES && j->size > 2 * j->compacted_size;
}

/* Writes a journal of one batch. Its first entry is always JOURNAL_BEGIN, so that batch 0 is never
 * empty. */
static bool write_compacted(int fd, struct journal_batch *b)
{
    struct journal_batch all = {0};
    journal_add_entry(&all, &(struct journal_entry){.kind = JOURNAL_BEGIN});
    array_reserve(&all.bytes, b->bytes.n);
    if (b->bytes.n)
        memcpy(all.bytes.at + all.bytes.n, b->bytes.at, b->bytes.n);
    all.bytes.n += b->bytes.n;
    number_batch(&all, 0);
    bool ok = journal_write_all(fd, (const uint8_t *)head_version_2, HEAD_BYTES) &&
              journal_write_all(fd, all.bytes.at, all.bytes.n) && fdatasync(fd) == 0;
    array_free(&all.bytes);
    return ok;
}

bool journal_compact(struct journal *j, struct journal_batch *b)
{
    unlinkat(j->directory, journal_new, 0);
    int fd = openat(j->directory, journal_new, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0 && write_compacted(fd, b) &&
        renameat(j->directory, journal_new, j->directory, journal_name) == 0 &&
        fsync(j->directory) == 0) {
        close(j->fd);
        j->fd = fd;
        j->batch = 0;
        j->size = j->compacted_size = (off_t)(HEAD_BYTES + JOURNAL_ENTRY_BYTES + b->bytes.n);
        return true;
    }
    int error = errno;
    if (fd >= 0)
        close(fd);
    unlinkat(j->directory, journal_new, 0);
    errno = error;
    return false;
}
