/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A READ, WRITE or PRINT under way on a cell: unit, record, and where the format stands. */
#ifndef LAB_MACHINE_TRANSFER_H
#define LAB_MACHINE_TRANSFER_H

#include "lab/machine/format.h"
#include "lab/machine/library-parts.h"

enum { LIBRARY_LONGEST = 1 << 20, FORMAT_DEEPEST = 32 };

struct transfer {
    bool open, reading, listed; /* listed: list-directed */
    bool internal;              /* the unit is text in memory */
    uint64_t address, bytes;    /* where it is */
    FILE *to, *from;
    bool caught; /* errors are returned */
    int status;  /* what f_end returns */
    line record; /* that is written or read */
    size_t at;   /* its next column */
    /* format */
    char *format_text;
    struct format format;
    size_t edit;                /* next one */
    int left;                   /* times that it still serves; 0 = not begun */
    int groups[FORMAT_DEEPEST]; /* times that open groups still run */
    int depth;
    bool served; /* an item since the last reversion */
    int scale;
    bool plus;
    /* list-directed */
    bool characters; /* WRITE: the item before was text */
    int repeats;     /* READ: of value, still to be taken */
    line value;      /* as written, quotes taken off; empty and no text: a null value */
    bool text_value; /* it was in quotes */
    bool slash;      /* ends the statement: items keep what they had */
};

enum item_kind { ITEM_INTEGER, ITEM_LOGICAL, ITEM_REAL, ITEM_COMPLEX, ITEM_CHARACTERS };
struct item_value {
    enum item_kind kind;
    bool single; /* 4 bytes, of a part */
    int64_t integer;
    double real, imaginary;
    const char *text;
    size_t n;
};
/* 0 = no type of that number. */
size_t item_bytes(enum library_type type);
bool item_load(struct host_call *c, enum library_type type, uint64_t address, struct item_value *v);

/* The one of this cell; NULL with a fault where none of that direction is open. */
struct transfer *transfer_open(struct host_call *c, bool reading);
/* An error of the statement: what f_end returns where it is caught, else a fault. */
void transfer_fail(struct host_call *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Goes on in the format to the edit for an item, or without one to where it ends: control edits are
 * done by control, a new record for more items is begun by next. NULL: no edit, or an error. */
const struct edit *transfer_edit(struct host_call *c, struct transfer *t, bool item,
                                 void (*control)(struct host_call *, struct transfer *,
                                                 const struct edit *),
                                 void (*next)(struct host_call *, struct transfer *));
void transfer_end_writing(struct host_call *c, struct transfer *t);
/* Takes the first record; behind the last item the rest of it is left out. */
void transfer_begin_reading(struct host_call *c, struct transfer *t);
void transfer_end_reading(struct host_call *c, struct transfer *t);
/* Forgets all but what is in units. */
void transfer_clear(struct transfer *t);

#endif
