/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the subcommands that read streams share: options, how a file went, samples as text. */
#ifndef COMMANDS_MULTIKRON_STREAM_H
#define COMMANDS_MULTIKRON_STREAM_H

#include "base/json.h"
#include "base/options.h"
#include "commands/common.h"
#include "measure/multikron/stream/reader.h"
#include "measure/multikron/stream/tally.h"

enum {
    SHOWN_MESSAGES = 50,
    SAMPLE_COLUMNS = 15, /* of CSV, as decode and merge write samples */
};

struct stream_options {
    const char *input, *format_name;
    long process_bits, disorder;
    enum stream_form form;
    enum output_format format;
};
#define STREAM_OPTIONS_DEFAULT                                                                     \
    {                                                                                              \
        .process_bits = PROCESS_BITS, .disorder = (long)WRAP_DISORDER                              \
    }
/* Rows of the table of options. */
#define STREAM_OPTION_ROWS(o)                                                                      \
    {"input",     0,      OPTION_TEXT,                                                             \
     &(o)->input, "FORM", "network (elements) or bare (records); default: found out"},             \
        {"format", 0, OPTION_TEXT, &(o)->format_name, "FORMAT", "text, json or csv"},              \
        {"process-bits",     0,   OPTION_COUNT,                                                    \
         &(o)->process_bits, "N", "low bits of a source that are its process (16)"},               \
    {                                                                                              \
        "disorder", 0, OPTION_COUNT, &(o)->disorder, "TICKS",                                      \
            "a stamp so far behind is late, not wrapped (2^36)"                                    \
    }
/* False after a message about wrong usage. */
bool stream_options_check(const char *tool, struct stream_options *o);

/* How a file went. */
struct stream_result {
    const char *file;
    enum stream_form form;
    bool failed; /* it could not be read, or not to its end */
    uint64_t samples;
    uint64_t fifo_overrun, shadow_overrun, read_error; /* samples with the flag */
    struct stream_losses losses;
};
/* Counts the flags of a header. */
static inline void stream_count_flags(struct stream_result *r, uint8_t header)
{
    r->fifo_overrun += header >> 2 & 1;
    r->shadow_overrun += header >> 1 & 1;
    r->read_error += header & 1;
}
/* An error where flags say that samples were lost before they reached the file, and how many marks
 * count; a warning of read errors. */
void stream_report_flags(const struct stream_result *r, struct diag *d);
/* "# FILE: bare records, 3 samples; nothing lost". */
void stream_result_text(const struct stream_result *r, const char *before, FILE *out);
/* {"file", "input", "read", "samples", "losses": {...}} */
void stream_result_json(const struct stream_result *r, struct json *j);
/* A row "lost" for each loss: file, what and value are the last of so many columns. */
void stream_losses_csv(const struct stream_result *r, int columns, FILE *out);

/* Samples as decode and merge print them. */
struct sample_writer {
    enum output_format format;
    unsigned process_bits;
    FILE *out;
    const char *tool;
    bool elsewhere; /* the samples go to a file: null in JSON, no lines */
    bool any;
};
void samples_begin(struct sample_writer *w);
/* time: of the stamp, wraps counted. */
void samples_put(struct sample_writer *w, const struct sample *s, uint64_t time);
/* Behind the last: how the files went. In JSON, the outermost object stays open at its end for
 * more keys; j writes them. */
void samples_end(struct sample_writer *w, const struct stream_result *files, size_t n,
                 struct json *j);

#endif
