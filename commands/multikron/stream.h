/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions shared by the subcommands that read streams: options, results of reading a file, and
 * samples as text. */
#ifndef COMMANDS_MULTIKRON_STREAM_H
#define COMMANDS_MULTIKRON_STREAM_H

#include "base/json.h"
#include "base/options.h"
#include "commands/common.h"
#include "measure/multikron/stream/reader.h"
#include "measure/multikron/stream/tally.h"

enum {
    SHOWN_MESSAGES = 50, /* limit */
    SAMPLE_COLUMNS = 15, /* CSV columns of decode and merge */
};

struct stream_options {
    const char *input, *format_name;
    long process_bits, disorder;
    enum stream_form form;
    enum output_format format;
};
#define STREAM_OPTIONS_DEFAULT                                                                     \
    {                                                                                              \
        .process_bits = DEFAULT_PROCESS_BITS, .disorder = (long)WRAP_DISORDER                      \
    }
/* Rows of an option table. */
#define STREAM_OPTION_ROWS(o)                                                                      \
    {"input",     0,      OPTION_TEXT,                                                             \
     &(o)->input, "FORM", "network (elements) or bare (records); default: detected"},              \
        {"format", 0, OPTION_TEXT, &(o)->format_name, "FORMAT", "text, json or csv"},              \
        {"process-bits",     0,   OPTION_COUNT,                                                    \
         &(o)->process_bits, "N", "number of low bits of a source address that are the process (16)"},             \
    {                                                                                              \
        "disorder", 0, OPTION_COUNT, &(o)->disorder, "TICKS",                                      \
            "a timestamp smaller by at most TICKS is late, not wrapped (2^36)"                     \
    }
/* Checks the options and sets form and format. Returns false after a message about wrong usage. */
bool stream_options_check(const char *tool, struct stream_options *o);

/* The result of reading a file. */
struct stream_result {
    const char *file;
    enum stream_form form;
    bool failed; /* it could not be read to its end */
    uint64_t samples;
    uint64_t fifo_overrun, shadow_overrun, read_error; /* numbers of samples with the flag */
    struct stream_losses losses;
};
/* Counts the flags of a header. */
static inline void stream_count_flags(struct stream_result *r, uint8_t header)
{
    r->fifo_overrun += header >> 2 & 1;
    r->shadow_overrun += header >> 1 & 1;
    r->read_error += header & 1;
}
/* Reports an empty file as an error, overrun flags (samples were lost before they reached the file)
 * and the losses that marks count as an error, and read errors as a warning. */
void stream_report_result(const struct stream_result *r, struct diag *d);
/* Writes a line such as "# FILE: bare records, 3 samples; nothing lost" after the prefix before. */
void stream_result_text(const struct stream_result *r, const char *before, FILE *out);
/* Writes an object {"file", "input", "read", "samples", "losses": {...}}. */
void stream_result_json(const struct stream_result *r, struct json *j);
/* Writes a row of kind "lost" for each loss, with file, what and value in the last three columns.
 */
void stream_losses_csv(const struct stream_result *r, int columns, FILE *out);

/* Prints samples for decode and merge. */
struct sample_writer {
    enum output_format format;
    unsigned process_bits;
    FILE *out;
    const char *tool;
    bool to_file; /* samples are written to a file: null in JSON, no lines of text */
    bool any;     /* a sample was written */
};
void sample_writer_begin(struct sample_writer *w);
/* Writes a sample with its extended time. */
void sample_writer_write(struct sample_writer *w, const struct sample *s, uint64_t time);
/* Writes the results of the files after the last sample. In JSON, the outermost object remains
 * open; the caller adds keys with j and closes it. */
void sample_writer_finish(struct sample_writer *w, const struct stream_result *files, size_t n,
                          struct json *j);

#endif
