/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kma's output, file by file: text, JSON or CSV. */
#ifndef COMMANDS_KMA_PRINT_H
#define COMMANDS_KMA_PRINT_H

#include "base/json.h"
#include "commands/common.h"
#include "commands/kma-cache.h"
#include "commands/kma-coverage.h"
#include "commands/kma-loops.h"
#include "facts/doubts.h"

/* What the text of a file says under its heading, kept as text until the widths of its columns
 * are known. */
struct kma_text {
    struct table rows, cache;
    struct doubts doubts;                /* of the rows */
    size_t n;                            /* rows */
    struct text_stream details, windows; /* a stream that is NULL: there is none */
};

struct kma_report {
    FILE *out;
    enum output_format format;
    bool verbose;   /* text: what was counted, and why */
    bool all_loops; /* outer loops, too */
    const struct machine *machine;
    struct kma_caches caches; /* n = 0: nothing is said of them */

    /* what the report keeps for its end */
    struct arena arena;
    struct json json;
    ARRAY(struct kma_file) files;
    struct kma_coverage coverage; /* of all files */
    struct kma_coverage of_file;  /* of the file under way */
    struct kma_text text;         /* likewise */
    bool marked;                  /* a row has a mark that the end explains */
};
/* What outlives a file's loops. */
struct kma_file {
    struct source_file facts;
    struct kma_coverage coverage;
};

/* Set out to machine before; the rest zero. */
void kma_report_begin(struct kma_report *r);
/* Loops of a file, in any number of parts, then the file; nothing of them is needed later. */
void kma_report_loops(struct kma_report *r, const struct kma_loop *loops, size_t n);
void kma_report_file(struct kma_report *r, const struct source_file *file);
void kma_report_end(struct kma_report *r);

#endif
