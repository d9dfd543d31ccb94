/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Begins and ends READ, WRITE and PRINT, and interprets their formats. */
#include "lab/machine/transfer.h"

#include "base/arena.h"

#include <stdarg.h>
#include <stdlib.h>

enum { UNIT_ERROR = 0, UNIT_INPUT = 5, UNIT_OUTPUT = 6, STATUS_FAILED = 5000 };

void transfer_fail(struct host_call *c, const char *fmt, ...)
{
    struct transfer *t = &c->library->transfers[c->cell];
    t->status = STATUS_FAILED;
    if (t->caught)
        return;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(c->message, sizeof c->message, fmt, ap);
    va_end(ap);
    c->outcome = HOST_FAULTS;
}

struct transfer *transfer_open(struct host_call *c, bool reading)
{
    struct transfer *t = &c->library->transfers[c->cell];
    if (t->open && t->reading == reading)
        return t;
    host_fault(c, "an item of %s outside a statement", reading ? "READ" : "WRITE");
    return NULL;
}

void transfer_clear(struct transfer *t)
{
    array_free(&t->record);
    array_free(&t->value);
    array_free(&t->format.edits);
    free(t->format_text);
    *t = (struct transfer){0};
}

/* Reads the format's text at that address. Returns false after a fault. */
static bool read_format(struct host_call *c, struct transfer *t, uint64_t address, uint64_t bytes)
{
    if (bytes > LIBRARY_LONGEST) {
        host_fault(c, "a format of %llu bytes exceeds the limit of the library",
                   (unsigned long long)bytes);
        return false;
    }
    t->format_text = xmalloc(bytes + 1);
    if (!host_load(c, address, t->format_text, bytes))
        return false;
    t->format_text[bytes] = '\0';
    if (!format_read(&t->format, t->format_text, bytes))
        transfer_fail(c, "format %.60s, character %zu: %s", t->format_text, t->format.where + 1,
                      t->format.why);
    return true;
}

static bool select_unit(struct host_call *c, struct transfer *t, int64_t unit)
{
    t->from = unit == UNIT_INPUT ? c->library->in : NULL;
    t->to = unit == UNIT_OUTPUT ? c->library->out : unit == UNIT_ERROR ? stderr : NULL;
    if (t->internal || (t->reading ? t->from : t->to))
        return true;
    host_fault(c, "unit %lld does not exist: the lab has unit 5 to read, 6 and 0 to write",
               (long long)unit);
    return false;
}

static void begin_transfer(struct host_call *c, bool reading)
{
    struct transfer *t = &c->library->transfers[c->cell];
    struct transfer internal = *t;
    bool was_internal = t->internal && !t->open;
    if (!was_internal)
        transfer_clear(t);
    *t = (struct transfer){.open = true,
                           .reading = reading,
                           .listed = host_argument(c, 1) == 0,
                           .caught = host_argument(c, 3) != 0,
                           .internal = was_internal,
                           .address = was_internal ? internal.address : 0,
                           .bytes = was_internal ? internal.bytes : 0};
    if (select_unit(c, t, (int64_t)host_argument(c, 0)) && !t->listed)
        read_format(c, t, host_argument(c, 1), host_argument(c, 2));
}

void library_f_internal(struct host_call *c)
{
    struct transfer *t = &c->library->transfers[c->cell];
    transfer_clear(t);
    t->internal = true;
    t->address = host_argument(c, 0);
    t->bytes = host_argument(c, 1);
    if (t->bytes > LIBRARY_LONGEST)
        host_fault(c, "a character variable of %llu bytes exceeds the limit of the library",
                   (unsigned long long)t->bytes);
}

void library_f_write(struct host_call *c)
{
    begin_transfer(c, false);
}

void library_f_end(struct host_call *c)
{
    struct transfer *t = &c->library->transfers[c->cell];
    if (!t->open) {
        host_fault(c, "the end of a READ or WRITE without a begin");
        return;
    }
    if (!t->reading)
        transfer_end_writing(c, t);
    else
        transfer_end_reading(c, t);
    c->ipu[0] = (uint64_t)(int64_t)t->status;
    transfer_clear(t);
}

void library_f_read(struct host_call *c)
{
    begin_transfer(c, true);
    struct transfer *t = &c->library->transfers[c->cell];
    if (c->outcome == HOST_RETURNS && t->status == 0)
        transfer_begin_reading(c, t);
}

/* Reverts at the end of the format. Returns whether more items continue at the reversion point. */
static bool revert_format(struct host_call *c, struct transfer *t, bool item,
                          void (*next)(struct host_call *, struct transfer *))
{
    if (!item)
        return false;
    if (!t->served) {
        transfer_fail(c, "the format lacks an edit descriptor for the item");
        return false;
    }
    next(c, t);
    t->served = false;
    t->edit = t->format.revert;
    t->depth = 1;
    t->groups[0] = 1;
    return t->status == 0 && c->outcome == HOST_RETURNS;
}

/* Processes a parenthesis of a group. Returns false at the end of the format. */
static bool step_group(struct host_call *c, struct transfer *t, const struct edit *e)
{
    if (e->kind == EDIT_OPEN) {
        if (t->depth == FORMAT_DEEPEST) {
            transfer_fail(c, "the format nests parentheses more than %d deep", FORMAT_DEEPEST);
            return false;
        }
        t->groups[t->depth++] = e->repeat;
        t->edit++;
        return true;
    }
    if (--t->groups[t->depth - 1] > 0) {
        t->edit = e->partner + 1;
        return true;
    }
    t->depth--;
    t->edit++;
    return t->depth > 0;
}

const struct edit *transfer_edit(struct host_call *c, struct transfer *t, bool item,
                                 void (*control)(struct host_call *, struct transfer *,
                                                 const struct edit *),
                                 void (*next)(struct host_call *, struct transfer *))
{
    for (int steps = 0; t->status == 0 && c->outcome == HOST_RETURNS; steps++) {
        if (t->at > LIBRARY_LONGEST || t->record.n > LIBRARY_LONGEST)
            transfer_fail(c, "a record of more than %d characters", LIBRARY_LONGEST);
        if (steps > LIBRARY_LONGEST)
            transfer_fail(c,
                          "the format has more than %d edit descriptors in a row without an item",
                          LIBRARY_LONGEST);
        if (t->edit >= t->format.edits.n) {
            if (!revert_format(c, t, item, next))
                return NULL;
            continue;
        }
        const struct edit *e = &t->format.edits.at[t->edit];
        if (e->kind == EDIT_OPEN || e->kind == EDIT_CLOSE) {
            if (!step_group(c, t, e))
                t->edit = t->format.edits.n;
        } else if (e->kind < EDIT_DATA_KINDS) {
            if (!item)
                return NULL;
            t->left = t->left == 0 ? e->repeat : t->left;
            t->edit += --t->left == 0;
            t->served = true;
            return e;
        } else {
            if (e->kind == EDIT_COLON && !item)
                return NULL;
            t->left = t->left == 0 ? e->repeat : t->left;
            t->edit += --t->left == 0;
            control(c, t, e);
        }
    }
    return NULL;
}

size_t item_bytes(enum library_type type)
{
    switch (type) {
    case LIBRARY_INTEGER4:
    case LIBRARY_LOGICAL4:
    case LIBRARY_REAL4:
        return 4;
    case LIBRARY_REAL8:
    case LIBRARY_INTEGER8:
    case LIBRARY_COMPLEX8:
        return 8;
    case LIBRARY_COMPLEX16:
        return 16;
    }
    return 0;
}

/* Converts a REAL. single: of 4 bytes, else of 8. */
static double real_in(const unsigned char *bytes, bool single)
{
    float four;
    double eight;
    memcpy(&four, bytes, sizeof four);
    memcpy(&eight, bytes, sizeof eight);
    return single ? (double)four : eight;
}

/* Converts an integer in the cell's byte order, low bytes first. single: of 4 bytes, else of 8. */
static int64_t integer_in(const unsigned char *bytes, bool single)
{
    int32_t four;
    int64_t eight;
    memcpy(&four, bytes, sizeof four);
    memcpy(&eight, bytes, sizeof eight);
    return single ? four : eight;
}

bool item_load(struct host_call *c, enum library_type type, uint64_t address, struct item_value *v)
{
    static const enum item_kind kinds[] = {
        [LIBRARY_INTEGER4] = ITEM_INTEGER, [LIBRARY_INTEGER8] = ITEM_INTEGER,
        [LIBRARY_LOGICAL4] = ITEM_LOGICAL, [LIBRARY_REAL4] = ITEM_REAL,
        [LIBRARY_REAL8] = ITEM_REAL,       [LIBRARY_COMPLEX8] = ITEM_COMPLEX,
        [LIBRARY_COMPLEX16] = ITEM_COMPLEX};
    unsigned char bytes[24] = {0};
    size_t n = item_bytes(type);
    if (n == 0) {
        host_fault(c, "item type %d is unknown", (int)type);
        return false;
    }
    if (!host_load(c, address, bytes, n))
        return false;
    *v = (struct item_value){.kind = kinds[type]};
    v->single = v->kind == ITEM_COMPLEX ? n == 8 : n == 4;
    v->real = real_in(bytes, v->single);
    v->imaginary = real_in(bytes + n / 2, v->single);
    v->integer = integer_in(bytes, v->single);
    return true;
}
