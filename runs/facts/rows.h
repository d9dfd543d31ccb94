/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to runs/: lists of facts of an owner (a loop, file or run), one row for each fact,
 * ordered by seq. One table of columns serves for storing and reading. */
#ifndef RUNS_ROWS_H
#define RUNS_ROWS_H

#include "runs/db.h"

struct row_type;
extern const struct row_type source_note_rows, compiled_note_rows;    /* const char * */
extern const struct row_type source_step_rows, compiled_step_rows;    /* struct recurrence_step */
extern const struct row_type source_free_step_rows;                   /* struct recurrence_step */
extern const struct row_type source_part_rows;                        /* struct block_part */
extern const struct row_type source_block_rows;                       /* struct block */
extern const struct row_type source_reference_rows;                   /* struct reference */
extern const struct row_type source_dummy_rows;                       /* struct dummy */
extern const struct row_type source_operation_rows;                   /* struct operation */
extern const struct row_type source_unsupported_rows;                 /* struct unsupported */
extern const struct row_type compiled_area_rows;                      /* struct area */
extern const struct row_type compiled_block_rows, compiled_edge_rows; /* double */
extern const struct row_type compiled_nesting_rows;                   /* struct nesting */
extern const struct row_type profile_line_rows;                       /* struct line_accesses */
extern const struct row_type profile_repeat_rows;                     /* struct hot_repeat */

/* A part of the loop or of one of its blocks. */
struct block_part {
    int block;           /* -1 = the loop */
    struct op_part part; /* bytes 1 if the size is unknown */
    bool unknown;
};

/* Stores the n elements at `at`. Returns false after a message. */
bool rows_put(struct runs *r, const struct row_type *t, long owner, const void *at, size_t n);
/* Reads the elements of an owner, allocated in a; members without a column are 0. Errors set
 * r->failed. */
void *rows_get(struct runs *r, struct arena *a, const struct row_type *t, long owner, size_t *n);

/* Returns the class named by the next column; OP_LEFT if it is none. */
enum op_class column_class(struct columns *c);

#endif
