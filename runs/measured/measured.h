/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads measured.csv (macs-gap(1)), a CSV file (RFC 4180) with a header line and columns in any
 * order, without using the database. There are three kinds of files:
 *     run,processors,thread,loop,iterations,cycles[,build][,machine][,compiler][,flags][,date]
 *     run,thread,loop,block,skipped
 *     run,thread,loop,counter,value */
#ifndef RUNS_MEASURED_H
#define RUNS_MEASURED_H

#include "base/names.h"
#include "base/source.h"
#include "facts/facts.h"

enum measured_kind { MEASURED_SAMPLES, MEASURED_SKIPS, MEASURED_COUNTERS, MEASURED_KINDS };

enum measured_field {
    FIELD_RUN,
    FIELD_PROCESSORS,
    FIELD_THREAD,
    FIELD_LOOP,
    FIELD_ITERATIONS,
    FIELD_CYCLES,
    FIELD_BUILD,
    FIELD_MACHINE,
    FIELD_COMPILER,
    FIELD_FLAGS,
    FIELD_DATE,
    FIELD_BLOCK,
    FIELD_SKIPPED,
    FIELD_COUNTER,
    FIELD_VALUE,
    FIELDS
};
enum { MEASURED_COLUMNS = 64 };

/* A field in the text of the file. */
struct csv_field {
    size_t offset; /* of its first byte, including a quote */
    const char *text;
    size_t len;   /* without quotes; if not quoted, without surrounding blanks */
    bool doubled; /* contains "", which means one quote */
};

/* The last text of a column, which the next row is likely to repeat. */
struct name_text {
    const char *text; /* interned */
    size_t n;
};

struct measured {
    struct source *s;
    struct diag *d;
    struct names *names;
    enum measured_kind kind;
    size_t at; /* offset of the next record */
    int columns;
    int column_of[FIELDS]; /* -1 = the file has no such column */
    struct csv_field row[MEASURED_COLUMNS];
    int fields;    /* of the current row */
    size_t row_at; /* its offset */
    struct name_text last[FIELDS];
    ARRAY(char) unquoted; /* text of a field with doubled quotes */
};

/* A row with valid fields. Equal texts have the same pointer; missing ones are NULL. */
struct measured_row {
    struct timing timing;           /* of MEASURED_SAMPLES */
    struct skip skip;               /* of MEASURED_SKIPS */
    struct counter_reading reading; /* of MEASURED_COUNTERS */
};

/* Reads the header. Returns false after a message. s, d and names must outlive m. Call
 * measured_free in any case. */
bool measured_open(struct measured *m, struct source *s, struct names *names, struct diag *d);
/* Reads the next valid row, and reports the invalid ones before it. Returns false at the end. */
bool measured_next(struct measured *m, struct measured_row *row);
/* Returns the position of a field of the current row, or of the row if it has no such field. */
struct where measured_where(struct measured *m, enum measured_field f);
/* Returns the name of a column. */
const char *measured_column(enum measured_field f);
void measured_free(struct measured *m);

#endif
