/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the files of a counted process: counts/runtime/format.h. */
#include "counts/counts.h"
#include "counts/fields.h"
#include "counts/runtime/format.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- a directory ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool ends_with(const char *name, const char *ending)
{
    size_t n = strlen(name), m = strlen(ending);
    return n > m && strcmp(name + n - m, ending) == 0;
}

bool count_find_indexes(struct arena *a, const char *folder, struct diag *d, const char ***paths,
                        size_t *n)
{
    DIR *dir = opendir(folder);
    *paths = NULL;
    *n = 0;
    if (!dir) {
        diag_error(d, (struct where){.file = folder}, "cannot read the directory: %s",
                   strerror(errno));
        return false;
    }
    for (const struct dirent *e; (e = readdir(dir));)
        if (ends_with(e->d_name, ".index"))
            *ARENA_PUSH(a, *paths, *n) = arena_printf(a, "%s/%s", folder, e->d_name);
    closedir(dir);
    if (*n)
        qsort(*paths, *n, sizeof **paths, by_text);
    return true;
}

const char *count_path_of_thread(struct arena *a, const struct count_process *p, unsigned slot,
                                 const char *ending)
{
    size_t n = strlen(p->path) - strlen(".index");
    return arena_printf(a, "%.*s-%u%s", (int)n, p->path, slot, ending);
}

/* ---- an index ---- */

static void read_unit(struct field_reader *r, struct count_process *p)
{
    enum { FILE_MOST = COUNT_SPAN };
    struct count_unit_of_run u = {.offset = read_number_field(r, FILE_MOST)};
    u.n = read_number_field(r, COUNT_UNIT_MOST);
    u.identity = read_hexadecimal_field(r);
    u.name = read_text_field(r);
    r->wrong |= u.offset < COUNT_HEADER || u.offset % sizeof(uint64_t) != 0;
    if (fields_end(r))
        *ARENA_PUSH(r->a, p->units, p->n_units) = u;
}

/* A process with its blocks by slot. */
struct index_reader {
    struct field_reader fields;
    struct count_process *to;
    bool *has_slot; /* COUNT_SLOTS elements: a block with this slot is among those of the process */
    uint32_t *at;   /* its index there */
};

static struct count_thread *thread_of_slot(struct index_reader *r, unsigned slot)
{
    if (!r->has_slot[slot]) {
        r->has_slot[slot] = true;
        r->at[slot] = (uint32_t)r->to->n_threads;
        *ARENA_PUSH(r->fields.a, r->to->threads, r->to->n_threads) =
            (struct count_thread){.slot = slot};
    }
    return &r->to->threads[r->at[slot]];
}

static void read_thread(struct index_reader *r)
{
    unsigned slot = (unsigned)read_number_field(&r->fields, COUNT_SLOTS - 1);
    read_number_field(&r->fields, INT32_MAX);
    if (fields_end(&r->fields))
        thread_of_slot(r, slot)->n_threads++;
}

static void read_uncounted(struct field_reader *r, struct count_process *p)
{
    uint64_t identity = read_hexadecimal_field(r);
    read_text_field(r);
    if (fields_end(r))
        *ARENA_PUSH(r->a, p->uncounted, p->n_uncounted) = identity;
}

static void read_recorded(struct field_reader *r, struct count_process *p)
{
    struct count_recorded_unit u = {.first_part =
                                        (uint32_t)read_number_field(r, RECORD_PARTS_MOST)};
    u.n_parts = (uint32_t)read_number_field(r, RECORD_PARTS_MOST - u.first_part);
    u.first_reference = (uint32_t)read_number_field(r, RECORD_REFERENCES_MOST);
    u.n_references = (uint32_t)read_number_field(r, RECORD_REFERENCES_MOST - u.first_reference);
    u.identity = read_hexadecimal_field(r);
    u.name = read_text_field(r);
    if (fields_end(r))
        *ARENA_PUSH(r->a, p->recorded, p->n_recorded) = u;
}

static void read_process(struct field_reader *r, struct count_process *p)
{
    p->pid = (long)read_number_field(r, INT32_MAX);
    p->parent = (long)read_number_field(r, INT32_MAX);
    fields_end(r);
}

static void read_record(struct index_reader *r, const char *kind)
{
    struct field_reader *f = &r->fields;
    struct count_process *p = r->to;
    if (strcmp(kind, "unit") == 0) {
        read_unit(f, p);
    } else if (strcmp(kind, "thread") == 0) {
        read_thread(r);
    } else if (strcmp(kind, "uncounted") == 0) {
        read_uncounted(f, p);
    } else if (strcmp(kind, "recorded") == 0) {
        read_recorded(f, p);
    } else if (strcmp(kind, "unrecorded") == 0) {
        read_hexadecimal_field(f);
        read_text_field(f);
        p->unrecorded |= fields_end(f);
    } else if (strcmp(kind, "process") == 0) {
        read_process(f, p);
    } else if (strcmp(kind, "program") == 0) {
        p->program = read_name_field(f);
        fields_end(f);
    } else if (strcmp(kind, "early") == 0) {
        p->early += read_number_field(f, UINT64_MAX - p->early);
        fields_end(f);
    } else if (strcmp(kind, "unstored") == 0) {
        read_number_field(f, COUNT_SLOTS - 1);
        p->unstored |= fields_end(f);
    } else {
        f->wrong = true;
        fields_end(f);
    }
}

bool count_index_read(struct arena *a, struct source *s, struct diag *d, struct count_process *p)
{
    struct arena scratch = {0};
    struct index_reader r = {.to = p,
                             .has_slot = ARENA_ARRAY(&scratch, bool, COUNT_SLOTS),
                             .at = ARENA_ARRAY(&scratch, uint32_t, COUNT_SLOTS)};
    const char *kind;
    *p = (struct count_process){.path = arena_strdup(a, s->path)};
    bool opened = fields_open(&r.fields, a, s, d, "macs-counts", "an index of counts");
    if (opened)
        thread_of_slot(&r, 0);
    while (opened && fields_next(&r.fields, &kind))
        read_record(&r, kind);
    p->damaged = r.fields.ignored > 0;
    arena_free(&scratch);
    return opened;
}

/* ---- a block's file ---- */

bool count_thread_read(struct arena *a, const char *bytes, size_t n, struct diag *d,
                       struct count_thread *t)
{
    struct where w = {.file = t->path};
    struct count_header h;
    if (n < sizeof h || memcmp(bytes, COUNT_MAGIC, sizeof h.magic) != 0) {
        diag_error(d, w, "this is not a file of counts");
        return false;
    }
    memcpy(&h, bytes, sizeof h);
    if (h.header_bytes != COUNT_HEADER || h.counter_bytes != sizeof(uint64_t) ||
        h.slot != t->slot) {
        diag_error(d, w, "the header of this file of counts is damaged");
        return false;
    }
    size_t values = n > COUNT_HEADER ? (n - COUNT_HEADER) / sizeof(uint64_t) : 0;
    uint64_t *copy = ARENA_ARRAY(a, uint64_t, values + 1);
    if (values)
        memcpy(copy, bytes + COUNT_HEADER, values * sizeof *copy);
    t->values = copy;
    t->n_values = values;
    return true;
}
