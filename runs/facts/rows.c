/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/facts/rows.h"
#include "facts/hotspots.h"
#include "runs/facts/words.h"

#include <stddef.h>
#include <string.h>

/* ---- columns ---- */

/* C(kind of the member, letter of db_query, name in SQL, struct, member). */
#define NOTE_COLUMNS(C) C(TEXT, "t", "text", struct one_text, text)
#define STEP_COLUMNS(C)                                                                            \
    C(CLASS, "t", "class", struct recurrence_step, class)                                          \
    C(CLASS, "t", "next", struct recurrence_step, next)                                            \
    C(TRUTH, "b", "addend", struct recurrence_step, addend)                                        \
    C(NUMBER, "d", "latency", struct recurrence_step, latency)                                     \
    C(KEY, "t", "key", struct recurrence_step, key)                                                \
    C(TEXT, "t", "text", struct recurrence_step, text)                                             \
    C(PLACE, "p", "line", struct recurrence_step, line)
#define BLOCK_COLUMNS(C)                                                                           \
    C(PLACE, "p", "line", struct block, line)                                                      \
    C(PLACE, "p", "end_line", struct block, end_line)                                              \
    C(PLACE, "p", "decided", struct block, decided)                                                \
    C(INDEX, "n", "within", struct block, within)                                                  \
    C(INDEX, "n", "alternative", struct block, alternative)                                        \
    C(COUNTS, "c", "$counts", struct block, counts)
#define PART_COLUMNS(C)                                                                            \
    C(INDEX, "n", "block", struct block_part, block)                                               \
    C(CLASS, "t", "class", struct block_part, part.class)                                          \
    C(INT, "i", "bytes", struct block_part, part.bytes)                                            \
    C(LONG, "i", "lanes", struct block_part, part.lanes)                                           \
    C(LONG, "i", "reassociated", struct block_part, part.reassociated)                             \
    C(LONG, "i", "stride", struct block_part, part.stride)                                         \
    C(LONG, "i", "shared", struct block_part, part.shared)                                         \
    C(NUMBER, "d", "n", struct block_part, part.n)                                                 \
    C(TRUTH, "b", "unknown", struct block_part, unknown)
#define REFERENCE_COLUMNS(C)                                                                       \
    C(TEXT, "t", "array", struct reference, array)                                                 \
    C(TEXT, "t", "text", struct reference, text)                                                   \
    C(PLACE, "p", "line", struct reference, line)                                                  \
    C(PLACE, "p", "col", struct reference, col)                                                    \
    C(USE, "t", "use", struct reference, use)                                                      \
    C(TRUTH, "b", "write", struct reference, write)                                                \
    C(INT, "i", "bytes", struct reference, bytes)                                                  \
    C(INDEX, "n", "base", struct reference, base)                                                  \
    C(TEXT, "t", "why", struct reference, why)                                                     \
    C(PLACE, "p", "walk", struct reference, walk)                                                  \
    C(LONG, "i", "start", struct reference, start)
#define DUMMY_COLUMNS(C)                                                                           \
    C(NAME, "t", "array", struct dummy, array)                                                     \
    C(NAME, "t", "entry", struct dummy, entry)                                                     \
    C(INT, "i", "position", struct dummy, position)
#define OPERATION_COLUMNS(C)                                                                       \
    C(CLASS, "t", "class", struct operation, class)                                                \
    C(NUMBER, "d", "n", struct operation, n)                                                       \
    C(TEXT, "t", "text", struct operation, text)                                                   \
    C(PLACE, "p", "line", struct operation, line)                                                  \
    C(PLACE, "p", "col", struct operation, col)
#define UNSUPPORTED_COLUMNS(C)                                                                     \
    C(PLACE, "p", "line", struct unsupported, line)                                                \
    C(TEXT, "t", "what", struct unsupported, what)
#define AREA_COLUMNS(C)                                                                            \
    C(TEXT, "t", "target", struct area, target)                                                    \
    C(LONG, "i", "\"begin\"", struct area, begin)                                                  \
    C(LONG, "i", "\"end\"", struct area, end)                                                      \
    C(PLACE, "p", "begin_line", struct area, begin_line)                                           \
    C(PLACE, "p", "end_line", struct area, end_line)                                               \
    C(PLACE, "p", "source_line", struct area, source_line)                                         \
    C(PLACE, "p", "source_end_line", struct area, source_end_line)                                 \
    C(COUNTS, "c", "$counts", struct area, counts)                                                 \
    C(LONG, "i", "length", struct area, length)                                                    \
    C(TRUTH, "b", "intersects", struct area, intersects)
#define NESTING_COLUMNS(C)                                                                         \
    C(INT, "i", "inner_loop", struct nesting, inner)                                               \
    C(INT, "i", "outer_loop", struct nesting, outer)
#define LINE_COLUMNS(C)                                                                            \
    C(NAME, "t", "source", struct line_accesses, source)                                           \
    C(LONG, "i", "line", struct line_accesses, line)                                               \
    C(NUMBER, "d", "float_stores", struct line_accesses, bytes[ACCESS_FLOAT_STORE])                \
    C(NUMBER, "d", "float_loads", struct line_accesses, bytes[ACCESS_FLOAT_LOAD])                  \
    C(NUMBER, "d", "integer_stores", struct line_accesses, bytes[ACCESS_INTEGER_STORE])            \
    C(NUMBER, "d", "integer_loads", struct line_accesses, bytes[ACCESS_INTEGER_LOAD])              \
    C(TRUTH, "b", "incomplete", struct line_accesses, incomplete)                                  \
    C(NUMBER, "d", "float_stores_apart", struct line_accesses, apart[ACCESS_FLOAT_STORE])          \
    C(NUMBER, "d", "float_loads_apart", struct line_accesses, apart[ACCESS_FLOAT_LOAD])            \
    C(NUMBER, "d", "integer_stores_apart", struct line_accesses, apart[ACCESS_INTEGER_STORE])      \
    C(NUMBER, "d", "integer_loads_apart", struct line_accesses, apart[ACCESS_INTEGER_LOAD])
#define REPEAT_COLUMNS(C)                                                                          \
    C(NUMBER, "d", "wall_seconds", struct hot_repeat, wall_seconds)                                \
    C(QUANTITY, "q", "cpu_seconds, cpu_seconds_missing", struct hot_repeat, cpu_seconds)           \
    C(NUMBER, "d", "samples", struct hot_repeat, samples)

#define FREQUENCY_COLUMNS(C) C(NUMBER, "d", "frequency", struct one_number, value)

struct one_text {
    const char *text;
};
struct one_number {
    double value;
};

enum column_kind {
    LONG,
    PLACE,
    INT,
    INDEX,
    TRUTH,
    NUMBER,
    QUANTITY,
    TEXT,
    NAME,
    COUNTS,
    CLASS,
    KEY,
    USE
};
struct row_column {
    enum column_kind kind;
    size_t at; /* in the struct */
};
struct row_type {
    const char *into, *letters, *select; /* SQL; rows are ordered by seq */
    size_t size;                         /* of the struct */
    const struct row_column *columns;
    size_t n;
};

#define NAME_OF(kind, letter, name, of, member) ", " name
#define LETTER_OF(kind, letter, name, of, member) letter
#define PLACE_OF(kind, letter, name, of, member) {kind, offsetof(of, member)},
#define ROWS(table, owner, of, COLUMNS)                                                            \
    static const struct row_column table##_columns[] = {COLUMNS(PLACE_OF)};                        \
    const struct row_type table##_rows = {                                                         \
        #table " (" #owner ", seq" COLUMNS(NAME_OF) ")",                                           \
        "ii" COLUMNS(LETTER_OF),                                                                   \
        "select seq" COLUMNS(NAME_OF) " from " #table " where " #owner " = ? order by seq",        \
        sizeof(of),                                                                                \
        table##_columns,                                                                           \
        sizeof table##_columns / sizeof *table##_columns}
ROWS(source_note, source_loop, struct one_text, NOTE_COLUMNS);
ROWS(source_step, source_loop, struct recurrence_step, STEP_COLUMNS);
ROWS(source_free_step, source_loop, struct recurrence_step, STEP_COLUMNS);
ROWS(source_part, source_loop, struct block_part, PART_COLUMNS);
ROWS(source_block, source_loop, struct block, BLOCK_COLUMNS);
ROWS(source_reference, source_loop, struct reference, REFERENCE_COLUMNS);
ROWS(source_dummy, source_loop, struct dummy, DUMMY_COLUMNS);
ROWS(source_operation, source_loop, struct operation, OPERATION_COLUMNS);
ROWS(source_unsupported, source_file, struct unsupported, UNSUPPORTED_COLUMNS);
ROWS(compiled_note, compiled_loop, struct one_text, NOTE_COLUMNS);
ROWS(compiled_step, compiled_loop, struct recurrence_step, STEP_COLUMNS);
ROWS(compiled_area, compiled_loop, struct area, AREA_COLUMNS);
ROWS(compiled_block, compiled_loop, struct one_number, FREQUENCY_COLUMNS);
ROWS(compiled_edge, compiled_loop, struct one_number, FREQUENCY_COLUMNS);
ROWS(compiled_nesting, compiled_file, struct nesting, NESTING_COLUMNS);
ROWS(profile_line, profile, struct line_accesses, LINE_COLUMNS);
ROWS(profile_repeat, profile, struct hot_repeat, REPEAT_COLUMNS);

/* ---- storing ---- */

static void put_column(struct values *v, enum column_kind kind, const void *from)
{
    switch (kind) {
    case LONG:
        db_value_long(v, *(const long *)from, false);
        break;
    case PLACE:
        db_value_long(v, *(const long *)from, *(const long *)from == 0);
        break;
    case INT:
        db_value_long(v, *(const int *)from, false);
        break;
    case INDEX:
        db_value_long(v, *(const int *)from, *(const int *)from == -1);
        break;
    case TRUTH:
        db_value_long(v, *(const bool *)from, false);
        break;
    case NUMBER:
        db_value_double(v, *(const double *)from);
        break;
    case QUANTITY:
        db_value_quantity(v, from);
        break;
    case TEXT:
    case NAME:
        db_value_text(v, *(const char *const *)from);
        break;
    case COUNTS:
        db_value_counts(v, from);
        break;
    case CLASS:
        db_value_text(v, op_class_name(*(const enum op_class *)from));
        break;
    case KEY:
        db_value_text(v, latency_key_name(*(const enum latency_key *)from));
        break;
    case USE:
        db_value_text(v, use_words[*(const enum ref_use *)from]);
        break;
    }
}

bool rows_put(struct runs *r, const struct row_type *t, long owner, const void *at, size_t n)
{
    const char *from = at;
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++, from += t->size) {
        struct values v = db_values(r, t->into, t->letters);
        db_value_long(&v, owner, false);
        db_value_long(&v, (long)i, false);
        for (size_t c = 0; c < t->n; c++)
            put_column(&v, t->columns[c].kind, from + t->columns[c].at);
        ok = db_put(&v);
    }
    return ok;
}

/* ---- reading ---- */

enum op_class column_class(struct columns *c)
{
    const char *name = column_peek(c);
    c->at++;
    enum op_class class = name ? op_class_of(name) : OP_CLASSES;
    return class == OP_CLASSES ? OP_LEFT : class;
}

static void get_column(struct columns *c, enum column_kind kind, void *to)
{
    switch (kind) {
    case LONG:
    case PLACE:
        *(long *)to = column_long(c);
        break;
    case INT:
        *(int *)to = (int)column_long(c);
        break;
    case INDEX:
        *(int *)to = (int)column_index(c);
        break;
    case TRUTH:
        *(bool *)to = column_bool(c);
        break;
    case NUMBER:
        *(double *)to = column_double(c);
        break;
    case QUANTITY:
        *(struct quantity *)to = column_quantity(c);
        break;
    case TEXT:
        *(const char **)to = column_text(c);
        break;
    case NAME:
        *(const char **)to = column_name(c);
        break;
    case COUNTS:
        *(struct counts *)to = column_counts(c);
        break;
    case CLASS:
        *(enum op_class *)to = column_class(c);
        break;
    case KEY:
        *(enum latency_key *)to = latency_key_of(column_peek(c));
        c->at++;
        break;
    case USE:
        *(enum ref_use *)to = (enum ref_use)COLUMN_WORD(c, use_words);
        break;
    }
}

void *rows_get(struct runs *r, struct arena *a, const struct row_type *t, long owner, size_t *n)
{
    char *list = NULL;
    size_t room = 0;
    struct columns c = db_rows(r, a, t->select, "i", owner);
    *n = 0;
    while (db_next(&c)) {
        if (*n == room)
            list = array_grow(list, t->size, *n, &room);
        char *to = memset(list + *n * t->size, 0, t->size);
        c.at = 1; /* after seq */
        for (size_t i = 0; i < t->n; i++)
            get_column(&c, t->columns[i].kind, to + t->columns[i].at);
        ++*n;
    }
    void *kept = arena_alloc(a, *n * t->size);
    if (*n)
        memcpy(kept, list, *n * t->size);
    array_release(list);
    return kept;
}
