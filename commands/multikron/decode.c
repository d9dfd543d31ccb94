/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multikron decode: prints the samples of streams as text, JSON or CSV. */
#include "base/outfile.h"
#include "commands/multikron/stream.h"
#include "commands/multikron/multikron.h"
#include "measure/multikron/stream/clocks.h"

#include <stdlib.h>

static const struct command_line command_line = {
    "multikron decode", "[OPTION]... FILE...",
    "Prints the samples and the losses of sample files and network streams.",
    "multikron decode --format=csv run.mkn >run.csv"};

static int read_options(int argc, char **argv, struct stream_options *o, const char **files)
{
    const struct option_row rows[] = {STREAM_OPTION_ROWS(o), {0}};
    int n = options_read(&command_line, rows, argc, argv, files);
    if (n < 0 || !stream_options_check("multikron decode", o))
        return -1;
    if (n == 0)
        return wrong_usage("multikron decode", "give a file, or - for standard input"), -1;
    return n;
}

static void decode_file(const struct stream_options *o, const char *file, struct sample_writer *w,
                        struct stream_result *result, struct diag *d)
{
    struct clocks clocks = {(unsigned)o->process_bits, (uint64_t)o->disorder, {0}, {0}, 0};
    struct stream r;
    struct sample s;
    const uint8_t *at;
    *result = (struct stream_result){.file = file, .form = STREAM_BARE, .failed = true};
    if (!stream_open(&r, file, o->form, d))
        return;
    for (size_t n; (n = stream_next_block(&r, &at)) > 0;)
        for (size_t i = 0; i < n; result->samples++) {
            stream_count_flags(result, at[i]);
            i += sample_unpack(&s, at + i, n - i);
            sample_writer_write(w, &s, clocks_time(&clocks, &s));
        }
    result->form = r.form;
    result->losses = r.losses;
    result->failed = r.in.failed || r.in.spool.failed;
    stream_report_result(result, d);
    stream_close(&r);
    clocks_free(&clocks);
}

int multikron_decode(int argc, char **argv)
{
    struct stream_options o = STREAM_OPTIONS_DEFAULT;
    const char **files = xmalloc(sizeof *files * (size_t)(argc + 1));
    struct diag d;
    struct json j;
    diag_init(&d, "multikron decode");
    d.max_shown = SHOWN_MESSAGES;
    int n = read_options(argc, argv, &o, files);
    if (n > 0) {
        struct sample_writer w = {.format = o.format,
                                  .process_bits = (unsigned)o.process_bits,
                                  .out = stdout,
                                  .tool = "multikron decode"};
        struct stream_result *results = xmalloc(sizeof *results * (size_t)n);
        sample_writer_begin(&w);
        for (int i = 0; i < n; i++)
            decode_file(&o, files[i], &w, &results[i], &d);
        sample_writer_finish(&w, results, (size_t)n, &j);
        if (o.format == OUTPUT_JSON) {
            json_end_object(&j);
            json_close(&j);
        }
        free(results);
        stdout_close(&d);
    }
    diag_close(&d);
    free(files);
    return n < 0 ? 2 : diag_exit_status(&d);
}
