/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of macs-gap as text or GitHub Markdown: a sequence of titles, lines, tables and
 * remarks. */
#ifndef COMMANDS_MACS_GAP_PAGE_H
#define COMMANDS_MACS_GAP_PAGE_H

#include "base/name-index.h"
#include "base/names.h"
#include "base/quantity.h"
#include "commands/common.h"
#include "facts/doubts.h"

/* The caller sets out and markdown; the rest is zero. */
struct page {
    FILE *out;
    bool markdown;
    enum page_part { PAGE_NOTHING, PAGE_TITLE, PAGE_LINE, PAGE_TABLE, PAGE_REMARK } last;
    struct arena arena; /* for texts of the page */
    struct table table;
    struct doubts doubts; /* of the tables since page_doubts */
    size_t left_out;      /* notes that letters refer to that were not printed (--brief) */
};
void page_free(struct page *p);

/* Begins a part of the report. */
void page_title(struct page *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Prints a line. */
void page_line(struct page *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Prints a note; text is wrapped at 100 columns, with the lines after the first indented. */
void page_remark(struct page *p, const char *text);

/* Prints an item of a list below a title; in text indented. */
void page_item(struct page *p, const char *text);

/* Prints an item of a list after its lead, "1. " or " - ". Further lines have the same
 * indentation. */
void page_list_item(struct page *p, const char *lead, const char *text);

/* Begins a table with n titles. The first column is left-aligned, the others are right-aligned. The
 * caller adds cells from left to right (NULL is "-"), then calls page_end_table. */
void page_table(struct page *p, const char *const *titles, size_t n);
/* The same; align: 'l' or 'r' for each column. It must outlive the table. */
void page_table_aligned(struct page *p, const char *const *titles, size_t n, const char *align);
void page_cell(struct page *p, const char *text);
void page_number(struct page *p, struct quantity q);
void page_end_table(struct page *p);
/* Adds a cell with a number. A known number has the marks of the notes of its row that make these
 * numbers (facts/doubts.h) doubtful. */
void page_doubtful(struct page *p, struct quantity q, const char *row, const struct notes *notes,
                   unsigned numbers);
/* Adds a cell with these marks. */
void page_doubtful_text(struct page *p, const char *text, const char *row,
                        const struct notes *notes, unsigned numbers);
/* Prints the notes that letters refer to in the preceding tables, of `rows` rows, and resets the marks. */
void page_doubts(struct page *p, size_t rows);

/* ---- names of loops ---- */

/* Returns the length of the common prefix of n ids (file:routine:line), which tables omit: the file
 * if it is the same, otherwise the directories. id_at(of, i): id i. */
size_t common_length(const void *of, size_t n, const char *(*id_at)(const void *of, size_t i));
/* Returns a text with the omitted prefix of id, "loops of k.f; "; "" for an empty prefix. Allocated
 * in a. */
const char *common_text(struct arena *a, const char *id, size_t common);

/* ---- notes ---- */

/* Notes on loops, each text once. All zeros: empty. */
struct remark {
    const char *text;
    size_t loops;
    const char *loop; /* the first one */
};
struct remarks {
    struct arena a;
    ARRAY(struct remark) list;
    struct names names;      /* their texts */
    struct name_index texts; /* their indices in list */
};
void remark(struct remarks *r, const char *loop, const char *text);
/* Prints each text once: "LOOP: text", "LOOP and 2 more: text", or "all loops: text" if it applies
 * to all. Frees r. */
void page_remarks(struct page *p, struct remarks *r, size_t all);
void remarks_free(struct remarks *r);

#endif
