/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a READ, WRITE or PRINT statement of a cell: unit, record, and format position. */
#ifndef LAB_MACHINE_TRANSFER_H
#define LAB_MACHINE_TRANSFER_H

#include "lab/machine/format.h"
#include "lab/machine/library-parts.h"

enum { LIBRARY_LONGEST = 1 << 20, FORMAT_DEEPEST = 32 };

struct transfer {
    bool open, reading, listed; /* listed: list-directed */
    bool internal;              /* the unit is text in memory */
    uint64_t address, bytes;    /* of that text */
    FILE *to, *from;
    bool caught; /* errors are returned */
    int status;  /* result of f_end */
    line record; /* current record */
    size_t at;   /* its next column */
    /* format */
    char *format_text;
    struct format format;
    size_t edit;                /* next edit descriptor */
    int left;                   /* remaining repetitions; 0 = not started */
    int groups[FORMAT_DEEPEST]; /* remaining repetitions of open groups */
    int depth;
    bool served; /* an item was transferred since the last reversion */
    int scale;
    bool plus;
    /* list-directed */
    bool characters; /* WRITE: the previous item was text */
    int repeats;     /* READ: remaining repetitions of value */
    line value;      /* as written, without quotes; empty and not text: a null value */
    bool text_value; /* it was in quotes */
    bool slash;      /* ends the statement: the other items stay unchanged */
};

enum item_kind { ITEM_INTEGER, ITEM_LOGICAL, ITEM_REAL, ITEM_COMPLEX, ITEM_CHARACTERS };
struct item_value {
    enum item_kind kind;
    bool single; /* 4 bytes, for each part */
    int64_t integer;
    double real, imaginary;
    const char *text;
    size_t n;
};
/* Returns 0 for an unknown type. */
size_t item_bytes(enum library_type type);
bool item_load(struct host_call *c, enum library_type type, uint64_t address, struct item_value *v);

/* Returns the open statement of this cell; NULL after a fault if none of that direction is open. */
struct transfer *transfer_open(struct host_call *c, bool reading);
/* Reports an error of the statement: f_end returns it if it is caught; otherwise it is a fault. */
void transfer_fail(struct host_call *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Advances in the format to the edit descriptor of the next item, or, without an item, to the end
 * of output. Calls `control` for control edit descriptors, and `next` to begin a new record.
 * Returns NULL if there is none, or after an error. */
const struct edit *transfer_edit(struct host_call *c, struct transfer *t, bool item,
                                 void (*control)(struct host_call *, struct transfer *,
                                                 const struct edit *),
                                 void (*next)(struct host_call *, struct transfer *));
void transfer_end_writing(struct host_call *c, struct transfer *t);
/* Reads the first record; the rest of it after the last item is skipped. */
void transfer_begin_reading(struct host_call *c, struct transfer *t);
void transfer_end_reading(struct host_call *c, struct transfer *t);
/* Resets everything except the contents of units. */
void transfer_clear(struct transfer *t);

#endif
