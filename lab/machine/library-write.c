/* SPDX-License-Identifier: GPL-3.0-or-later */
/* WRITE and PRINT, list-directed and formatted. Assumptions: a record is written as a whole at its
 * end, so records of several cells never mix; list-directed records have no maximum length. */
#include "lab/machine/transfer.h"

#include "base/arena.h"

#include <stdlib.h>

/* Number styles of list-directed output: columns and digits for full precision. */
static const struct number_style LISTED_SINGLE = {EDIT_GENERAL, 16, 9, 2, 1, false, true},
                                 LISTED_DOUBLE = {EDIT_GENERAL, 25, 17, 3, 1, false, true};

static void put_at(struct transfer *t, const char *bytes, size_t n)
{
    while (t->record.n < t->at + n)
        *array_push(&t->record) = ' ';
    if (n > 0)
        memcpy(t->record.at + t->at, bytes, n);
    t->at += n;
}

/* Writes the record. */
static void end_record(struct host_call *c, struct transfer *t)
{
    if (!t->internal) {
        if (t->record.n > 0)
            fwrite(t->record.at, 1, t->record.n, t->to);
        fputc('\n', t->to);
    } else if (t->record.n > t->bytes) {
        transfer_fail(c,
                      "the record has %zu characters, but the variable it is written to has %llu",
                      t->record.n, (unsigned long long)t->bytes);
    } else {
        while (t->record.n < t->bytes)
            *array_push(&t->record) = ' ';
        host_store(c, t->address, t->record.at, t->bytes);
    }
    t->record.n = t->at = 0;
}

/* Processes an edit descriptor without an item. Returns false if the next one needs an item. */
static void control_edit(struct host_call *c, struct transfer *t, const struct edit *e)
{
    switch (e->kind) {
    case EDIT_LITERAL:
        for (int i = 0; i < e->width; i++) {
            put_at(t, &e->text[i], 1);
            i += e->quote != '\0' && e->text[i] == e->quote;
        }
        break;
    case EDIT_SKIP:
        t->at = e->width < 0 && t->at < (size_t)-e->width ? 0 : t->at + (size_t)(long)e->width;
        break;
    case EDIT_TAB:
        t->at = e->width > 0 ? (size_t)e->width - 1 : 0;
        break;
    case EDIT_SLASH:
        end_record(c, t);
        break;
    case EDIT_SCALE:
        t->scale = e->width;
        break;
    case EDIT_SIGN:
        t->plus = e->width == 1;
        break;
    default:
        break;
    }
}

static void next_record(struct host_call *c, struct transfer *t)
{
    end_record(c, t);
}

/* Returns the edit descriptor of the next item; NULL after an error. */
static const struct edit *edit_for_item(struct host_call *c, struct transfer *t)
{
    return transfer_edit(c, t, true, control_edit, next_record);
}

static void put_real(struct host_call *c, struct transfer *t, const struct edit *e, double x,
                     bool single)
{
    char buffer[NUMBER_ROOM];
    if (e->kind < EDIT_FIXED || e->kind > EDIT_GENERAL) {
        transfer_fail(c, "the edit descriptor does not accept a REAL item");
        return;
    }
    struct number_style s = {e->kind, e->width, e->digits, e->exponent, t->scale, t->plus, false};
    if (e->kind == EDIT_GENERAL && e->digits < 0) {
        s = single ? LISTED_SINGLE : LISTED_DOUBLE;
        s.width = 0;
    }
    put_at(t, buffer, number_real(buffer, x, s));
}

static void put_integer(struct host_call *c, struct transfer *t, const struct edit *e, int64_t x,
                        bool four)
{
    char buffer[NUMBER_ROOM];
    bool bits = e->kind >= EDIT_BINARY && e->kind <= EDIT_HEXADECIMAL;
    if (e->kind > EDIT_HEXADECIMAL && e->kind != EDIT_GENERAL) {
        transfer_fail(c, "the edit descriptor does not accept an INTEGER item");
        return;
    }
    struct number_style s = {e->kind, e->width, e->kind == EDIT_GENERAL ? -1 : e->digits, -1, 0,
                             t->plus, false};
    put_at(t, buffer, number_integer(buffer, bits && four ? (int64_t)(uint32_t)x : x, s));
}

static void put_logical(struct host_call *c, struct transfer *t, const struct edit *e, bool x)
{
    if (e->kind != EDIT_LOGICAL && e->kind != EDIT_GENERAL) {
        transfer_fail(c, "the edit descriptor does not accept a LOGICAL item");
        return;
    }
    for (int i = 1; i < e->width; i++)
        put_at(t, " ", 1);
    put_at(t, x ? "T" : "F", 1);
}

static void put_characters(struct host_call *c, struct transfer *t, const struct edit *e,
                           const char *s, size_t n)
{
    if (e->kind != EDIT_CHARACTERS && e->kind != EDIT_GENERAL) {
        transfer_fail(c, "the edit descriptor does not accept a CHARACTER item");
        return;
    }
    size_t width = e->width <= 0 ? n : (size_t)e->width;
    for (size_t i = n; i < width; i++)
        put_at(t, " ", 1);
    put_at(t, s, n < width ? n : width);
}

/* Prints both parts in parentheses without blanks, right-justified in the width of two numbers. */
static void put_listed_complex(struct transfer *t, const struct item_value *v)
{
    const struct number_style *s = v->single ? &LISTED_SINGLE : &LISTED_DOUBLE;
    const double parts[2] = {v->real, v->imaginary};
    char both[2 * NUMBER_ROOM + 3];
    size_t n = 0, width = 2 * (size_t)s->width + 3;
    for (int i = 0; i < 2; i++) {
        char buffer[NUMBER_ROOM];
        size_t length = number_real(buffer, parts[i], *s);
        both[n++] = i == 0 ? '(' : ',';
        for (size_t k = 0; k < length; k++)
            if (buffer[k] != ' ')
                both[n++] = buffer[k];
    }
    both[n++] = ')';
    for (size_t i = n; i < width; i++)
        put_at(t, " ", 1);
    put_at(t, both, n);
}

/* Prints an item of list-directed output after a blank. */
static void put_listed(struct transfer *t, const struct item_value *v)
{
    char buffer[NUMBER_ROOM] = "";
    size_t n = 0;
    bool text = v->kind == ITEM_CHARACTERS;
    if (t->record.n == 0 || !text || !t->characters)
        put_at(t, " ", 1);
    t->characters = text;
    switch (v->kind) {
    case ITEM_CHARACTERS:
        put_at(t, v->text, v->n);
        return;
    case ITEM_LOGICAL:
        put_at(t, v->integer != 0 ? "T" : "F", 1);
        return;
    case ITEM_COMPLEX:
        put_listed_complex(t, v);
        return;
    case ITEM_INTEGER:
        n = number_integer(
            buffer, v->integer,
            (struct number_style){EDIT_INTEGER, v->single ? 11 : 20, -1, -1, 0, false, true});
        break;
    case ITEM_REAL:
        n = number_real(buffer, v->real, v->single ? LISTED_SINGLE : LISTED_DOUBLE);
    }
    put_at(t, buffer, n);
}

static void write_item(struct host_call *c, struct item_value v)
{
    struct transfer *t = transfer_open(c, false);
    if (!t || t->status != 0)
        return;
    if (t->listed) {
        put_listed(t, &v);
        return;
    }
    if (v.kind == ITEM_COMPLEX) {
        write_item(c, (struct item_value){ITEM_REAL, v.single, .real = v.real});
        write_item(c, (struct item_value){ITEM_REAL, v.single, .real = v.imaginary});
        return;
    }
    const struct edit *e = edit_for_item(c, t);
    if (!e)
        return;
    switch (v.kind) {
    case ITEM_COMPLEX:
        break;
    case ITEM_REAL:
        put_real(c, t, e, v.real, v.single);
        break;
    case ITEM_INTEGER:
        put_integer(c, t, e, v.integer, v.single);
        break;
    case ITEM_LOGICAL:
        put_logical(c, t, e, v.integer != 0);
        break;
    case ITEM_CHARACTERS:
        put_characters(c, t, e, v.text, v.n);
        break;
    }
}

void library_f_put_integer(struct host_call *c)
{
    write_item(c, (struct item_value){ITEM_INTEGER, true, .integer = (int32_t)host_argument(c, 0)});
}

void library_f_put_long(struct host_call *c)
{
    write_item(c,
               (struct item_value){ITEM_INTEGER, false, .integer = (int64_t)host_argument(c, 0)});
}

void library_f_put_logical(struct host_call *c)
{
    write_item(c, (struct item_value){ITEM_LOGICAL, true, .integer = host_argument(c, 0) != 0});
}

void library_f_put_single(struct host_call *c)
{
    write_item(c, (struct item_value){ITEM_REAL, true, .real = double_of(host_argument(c, 0))});
}

void library_f_put_double(struct host_call *c)
{
    write_item(c, (struct item_value){ITEM_REAL, false, .real = double_of(host_argument(c, 0))});
}

static void put_complex(struct host_call *c, bool single)
{
    write_item(c, (struct item_value){ITEM_COMPLEX, single, .real = double_of(host_argument(c, 0)),
                                      .imaginary = double_of(host_argument(c, 1))});
}

void library_f_put_complex_single(struct host_call *c)
{
    put_complex(c, true);
}

void library_f_put_complex(struct host_call *c)
{
    put_complex(c, false);
}

void library_f_put_characters(struct host_call *c)
{
    size_t n = host_argument(c, 1);
    if (n > LIBRARY_LONGEST) {
        host_fault(c, "a character item of %zu bytes exceeds the limit of the library", n);
        return;
    }
    char *bytes = xmalloc(n + 1);
    if (host_load(c, host_argument(c, 0), bytes, n))
        write_item(c, (struct item_value){ITEM_CHARACTERS, false, .text = bytes, .n = n});
    free(bytes);
}

void library_f_put_array(struct host_call *c)
{
    int64_t count = (int64_t)host_argument(c, 2);
    enum library_type type = (enum library_type)host_argument(c, 0);
    uint64_t at = host_argument(c, 1), each = c->clocks;
    for (int64_t i = 0; i < count && c->outcome == HOST_RETURNS; i++) {
        struct item_value v;
        if (!item_load(c, type, at, &v))
            return;
        write_item(c, v);
        at += item_bytes(type);
    }
    c->clocks = each * (uint64_t)(count > 0 ? count : 1);
}

void transfer_end_writing(struct host_call *c, struct transfer *t)
{
    if (!t->listed && t->status == 0)
        transfer_edit(c, t, false, control_edit, next_record);
    if (t->status == 0)
        end_record(c, t);
}
