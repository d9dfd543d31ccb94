/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kma's report, file by file, as text, JSON or CSV. */
#ifndef COMMANDS_KMA_PRINT_H
#define COMMANDS_KMA_PRINT_H

#include "base/json.h"
#include "commands/common.h"
#include "commands/kma/cache.h"
#include "commands/kma/coverage.h"
#include "commands/kma/data.h"
#include "commands/kma/loops.h"
#include "facts/doubts.h"

/* The text report of one file. It is printed at the end of the file, when the column widths are
 * known. */
struct kma_text {
    struct table rows, cache, data;
    struct doubts doubts;                        /* of the rows */
    size_t n;                                    /* rows */
    struct text_stream details, windows, levels; /* NULL stream: nothing to print */
};

struct kma_report {
    FILE *out;
    enum output_format format;
    bool verbose;   /* text: print what is counted, and why */
    bool all_loops; /* report outer loops too */
    const struct machine *machine;
    struct kma_caches caches; /* n = 0: no --cache */

    /* state of the report */
    struct arena arena;
    struct json json;
    ARRAY(struct kma_file) files;
    struct kma_coverage coverage; /* of all files */
    struct kma_coverage of_file;  /* of the current file */
    struct kma_text text;         /* of the current file */
    bool marked;                  /* a row has a mark, which the legend explains */
};
/* What the end of the report needs of a file. */
struct kma_file {
    struct source_file facts;
    struct kma_coverage coverage;
};

/* Begins the report. The caller sets the members from out to caches, and the rest to zero. */
void kma_report_begin(struct kma_report *r);
/* Reports loops of the current file; may be called several times for a file. The loops may be freed
 * afterwards. */
void kma_report_loops(struct kma_report *r, const struct kma_loop *loops, size_t n);
/* Ends the current file. */
void kma_report_file(struct kma_report *r, const struct source_file *file);
/* Prints what follows the last file. */
void kma_report_end(struct kma_report *r);

#endif
