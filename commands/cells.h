/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields that the reports of several commands share, as JSON and as one CSV field. */
#ifndef COMMANDS_CELLS_H
#define COMMANDS_CELLS_H

#include "base/array.h"
#include "base/json.h"
#include "bounds/data.h"
#include "facts/facts.h"
#include "machines/machine.h"

/* A CSV field under construction. All zeros: empty. */
struct field {
    ARRAY(char) text;
};
void field_text(struct field *f, const char *text);
void field_long(struct field *f, long n);

/* A value with its kind. Lists of these are the columns of a report, in JSON and in CSV.
 * LINE: 0 is unknown. */
struct nested {
    const void *of;
    void (*json)(struct json *j, const void *of);
    void (*csv)(struct field *f, const void *of);
};
/* Notes, and the values of the report that they may be about. */
struct doubted {
    const char *key;  /* of the value */
    unsigned numbers; /* its bits of facts/doubts.h */
};
struct doubts_cell {
    const struct notes *notes;
    const struct doubted *of;
    size_t n;
};
struct cell {
    enum cell_kind {
        CELL_TEXT,
        CELL_LONG,
        CELL_LINE,
        CELL_BOOL,
        CELL_NUMBER,
        CELL_RECURRENCE,
        CELL_NOTES,
        CELL_DOUBTS,
        CELL_NESTED
    } kind;
    union {
        const char *TEXT;
        long LONG, LINE;
        bool BOOL;
        struct quantity NUMBER;
        const struct recurrence *RECURRENCE;
        const struct notes *NOTES;
        struct doubts_cell DOUBTS;
        struct nested NESTED;
    } of;
};
/* Print n values: keys and values of an open JSON object, a CSV row, the CSV header. */
void json_cells(struct json *j, const char *const *keys, const struct cell *cells, int n);
void csv_cells(FILE *out, const struct cell *cells, int n);
void csv_header(FILE *out, const char *const *keys, int n);

/* Begins a report: tool, machine, what-if options, and the array of loops. */
void json_report(struct json *j, const char *tool, const struct machine *m);

/* Prints the line, null for 0. */
void json_line(struct json *j, long line);

/* Prints null, or {"operations":[...],"distance":n}. */
void json_recurrence(struct json *j, const struct recurrence *r);
void json_notes(struct json *j, const struct notes *notes);
void json_key_notes(struct json *j, const char *key, const struct notes *notes);

/* Prints the notes about each value: {"ma":["..."]}, in CSV "ma: ... | ...; k: ...". */
void json_doubts(struct json *j, const struct notes *notes, const struct doubted *of, size_t n);
void csv_doubts(struct field *f, const struct notes *notes, const struct doubted *of, size_t n);

/* Writes the key "data_levels" of an open object: an array with the bytes, rate and cycles of each
 * level of a data bound; empty if d is NULL. bytes: the key of the number of bytes. */
void json_data_levels(struct json *j, const struct data_bound *d, const char *bytes);

#endif
