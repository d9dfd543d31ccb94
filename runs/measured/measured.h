/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reader of measured.csv (macs-gap(1)): RFC 4180 with a header line, its
 * columns in any order. Three kinds of files:
 *     run,processors,thread,loop,iterations,cycles[,build][,machine][,compiler][,flags][,date]
 *     run,thread,loop,block,skipped
 *     run,thread,loop,counter,value
 * It knows nothing of what the database holds. */
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

/* A field as it stands in the file. */
struct csv_field {
    size_t offset; /* of its first byte, a quote included */
    const char *text;
    size_t len;   /* without quotes and, unless quoted, without blanks around it */
    bool doubled; /* holds "" for a quote */
};

/* A name of a column, which the next row is likely to repeat. */
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
    int column_of[FIELDS]; /* -1 = not there */
    struct csv_field row[MEASURED_COLUMNS];
    int fields;    /* of the row that was read last */
    size_t row_at; /* its offset */
    struct name_text last[FIELDS];
    ARRAY(char) unquoted; /* text of a field with doubled quotes */
};

/* A row that is right as far as it goes by itself. Equal texts are one
 * pointer; those that are not there are NULL. */
struct measured_row {
    struct timing timing;           /* of MEASURED_SAMPLES */
    struct skip skip;               /* of MEASURED_SKIPS */
    struct counter_reading reading; /* of MEASURED_COUNTERS */
};

/* Reads the header. False after a message: there is nothing to read. s, d and
 * names must outlive m; measured_free in any case. */
bool measured_open(struct measured *m, struct source *s, struct names *names, struct diag *d);
/* Next right row; the wrong ones before it are located errors. False at the end. */
bool measured_next(struct measured *m, struct measured_row *row);
/* Place of a field of the row that was read last; of the row where it has no
 * such field. */
struct where measured_where(struct measured *m, enum measured_field f);
/* The name of a column. */
const char *measured_column(enum measured_field f);
void measured_free(struct measured *m);

#endif
