/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recorders of threads, their files, and the recorded units of the process. */
#include "counts/runtime/records.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { UNITS_MOST = 1 << 14 };

__thread struct record_state macs_record = {.countdown = INT64_MAX};

struct registered {
    uint64_t identity;
    uint32_t n_parts, n_references, first_part, first_reference;
    char name[256];
};

/* State of the process. */
static struct {
    struct record_tables tables;
    struct registered *units;
    size_t n_units;
    struct recorder *recorders[COUNT_SLOTS];
} records;

static void *map_memory(size_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

/* ---- units ---- */

static bool map_tables(void)
{
    struct record_tables *t = &records.tables;
    if (!records.units) {
        t->first = map_memory((RECORD_PARTS_MOST + 1) * sizeof *t->first);
        t->bytes = map_memory(RECORD_REFERENCES_MOST * sizeof *t->bytes);
        if (t->first && t->bytes)
            records.units = map_memory(UNITS_MOST * sizeof *records.units);
    }
    return records.units != NULL;
}

static const struct registered *find_unit(const struct record_unit *u)
{
    for (size_t i = 0; i < records.n_units; i++) {
        const struct registered *r = &records.units[i];
        if (r->identity == u->identity && r->n_parts == u->n_parts &&
            r->n_references == u->n_references)
            return r;
    }
    return NULL;
}

static void log_unit(const struct count_files *f, const struct registered *r)
{
    struct count_line l = {.n = 0};
    line_add(&l, "recorded");
    line_add_number(&l, r->first_part);
    line_add_number(&l, r->n_parts);
    line_add_number(&l, r->first_reference);
    line_add_number(&l, r->n_references);
    line_add_unit(&l, r->identity, r->name);
    files_append(f, &l);
}

static void copy_tables(const struct record_unit *u)
{
    struct record_tables *t = &records.tables;
    for (uint32_t i = 0; i <= u->n_parts; i++)
        t->first[t->n_parts + i] = t->n_references + u->first[i];
    memcpy(t->bytes + t->n_references, u->bytes, u->n_references * sizeof *t->bytes);
    t->n_references += u->n_references;
    t->n_parts += u->n_parts;
}

/* Returns the unit's record; NULL = no numbers are left. */
static const struct registered *add_unit(const struct count_files *f, const struct record_unit *u)
{
    const struct record_tables *t = &records.tables;
    if (!map_tables() || records.n_units == UNITS_MOST ||
        u->n_parts > RECORD_PARTS_MOST - t->n_parts ||
        u->n_references > RECORD_REFERENCES_MOST - t->n_references)
        return NULL;
    struct registered *r = &records.units[records.n_units++];
    *r = (struct registered){u->identity, u->n_parts,      u->n_references,
                             t->n_parts,  t->n_references, ""};
    strncpy(r->name, u->name, sizeof r->name - 1);
    copy_tables(u);
    log_unit(f, r);
    return r;
}

static void report_unrecorded(const struct count_files *f, const struct record_unit *u)
{
    struct count_line l = {.n = 0};
    line_add(&l, "unrecorded");
    line_add_unit(&l, u->identity, u->name);
    files_append(f, &l);
}

void records_add_unit(const struct count_files *f, struct record_unit *u)
{
    const struct registered *r = find_unit(u);
    if (!r)
        r = add_unit(f, u);
    if (r)
        u->base = (uint64_t)RECORD_WORD_PART << 48 | r->first_part;
    else
        report_unrecorded(f, u);
}

/* ---- threads ---- */

static struct record_file *map_file(const struct count_files *f, unsigned slot)
{
    struct record_header h = {.header_bytes = RECORD_HEADER, .pid = (uint32_t)f->pid, .slot = slot};
    memcpy(h.magic, RECORD_MAGIC, sizeof h.magic);
    int fd = files_open_block(f, slot, ".records");
    if (fd < 0)
        return NULL;
    void *at = MAP_FAILED;
    if (files_extend(f, fd, 0, sizeof(struct record_file), &h, sizeof h))
        at = mmap(NULL, sizeof(struct record_file), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    return at == MAP_FAILED ? NULL : at;
}

static void log_unstored(const struct count_files *f, unsigned slot)
{
    struct count_line l = {.n = 0};
    line_add(&l, "unstored");
    line_add_number(&l, slot);
    files_append(f, &l);
}

static void begin_recorder(const struct count_files *f, unsigned slot)
{
    struct recorder *r = records.recorders[slot];
    if (!r)
        r = records.recorders[slot] = map_memory(sizeof *r);
    bool used = r && r->file;
    if (r && !used)
        r->file = map_file(f, slot);
    if (!r || !r->file) {
        log_unstored(f, slot);
        return;
    }
    r->tables = &records.tables;
    if (used)
        recorder_continue(r, &macs_record);
    else
        recorder_begin(r, &macs_record);
}

void records_begin_thread(const struct count_files *f, unsigned slot)
{
    if (records.n_units && !macs_record.recorder)
        begin_recorder(f, slot);
}

void records_begin_child(const struct count_files *f, unsigned slot, bool stored)
{
    bool recorded = macs_record.recorder != NULL;
    macs_record = (struct record_state){.countdown = INT64_MAX};
    for (size_t i = 0; stored && i < records.n_units; i++)
        log_unit(f, &records.units[i]);
    for (unsigned i = 0; i < COUNT_SLOTS; i++)
        if (records.recorders[i])
            records.recorders[i]->file = NULL;
    if (recorded && stored)
        begin_recorder(f, slot);
}
