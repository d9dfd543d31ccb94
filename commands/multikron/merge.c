/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multikron merge: merges the samples of many nodes by time, and prints the drift of their clocks.
 */
#include "base/outfile.h"
#include "commands/cells.h"
#include "commands/multikron/stream.h"
#include "commands/multikron/multikron.h"
#include "measure/multikron/stream/merge.h"
#include "measure/multikron/stream/record-writer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct command_line command_line = {
    "multikron merge", "[OPTION]... FILE...",
    "Merges the samples of many nodes by time, and prints the drift of their clocks.",
    "multikron merge -o run.mkn node-*.mkn"};

struct options {
    struct stream_options stream;
    const char *output, *to;
    bool network;
};

static int read_options(int argc, char **argv, struct options *o, const char **files)
{
    const struct option_row rows[] = {
        STREAM_OPTION_ROWS(&o->stream),
        {"output", 'o', OPTION_TEXT, &o->output, "FILE", "write the samples to FILE as a stream"},
        {"to", 0, OPTION_TEXT, &o->to, "FORM", "bare (the default) or network, with --output"},
        {0}};
    int n = options_read(&command_line, rows, argc, argv, files);
    if (n < 0 || !stream_options_check("multikron merge", &o->stream))
        return -1;
    o->network = o->to && strcmp(o->to, "network") == 0;
    if (o->to && !o->network && strcmp(o->to, "bare") != 0)
        return wrong_usage("multikron merge", "--to must be bare or network"), -1;
    if (o->to && !o->output)
        return wrong_usage("multikron merge", "--to requires --output=FILE"), -1;
    int pipes = 0;
    for (int i = 0; i < n; i++)
        pipes += strcmp(files[i], "-") == 0;
    if (n == 0 || pipes > 1)
        return wrong_usage("multikron merge", n ? "standard input can be given only once"
                                                : "give files, or - for standard input"),
               -1;
    return n;
}

/* ---- clocks ---- */

static void clock_text(const struct drift_result *c)
{
    char offset[QUANTITY_TEXT], end[QUANTITY_TEXT], ppm[QUANTITY_TEXT];
    printf("# node %" PRIu32 ": %" PRIu64 " samples from %" PRId64 " to %" PRId64, c->node,
           c->samples, c->first, c->last);
    if (is_known(c->offset))
        printf("; %" PRIu64 " shared marks, ahead %s ticks at the first, %s at the last", c->shared,
               quantity_text(c->offset, offset), quantity_text(c->end, end));
    if (c->reference)
        puts("; the reference");
    else if (is_known(c->ppm))
        printf(", drift %s ppm\n", quantity_text(c->ppm, ppm));
    else
        printf("; drift unknown: %s\n", c->ppm.missing);
}

static void clock_json(const struct drift_result *c, struct json *j)
{
    json_inline_object(j);
    json_key_long(j, "node", c->node);
    json_key_long(j, "samples", (long)c->samples);
    json_key_long(j, "first", c->first);
    json_key_long(j, "last", c->last);
    json_key_long(j, "shared_marks", (long)c->shared);
    json_key_quantity(j, "ahead_first", c->offset);
    json_key_quantity(j, "ahead_last", c->end);
    json_key_quantity(j, "drift_ppm", c->ppm);
    json_end_object(j);
}

static void clock_row(uint32_t node, const char *what, struct quantity value)
{
    struct cell cells[SAMPLE_COLUMNS] = {{CELL_TEXT, {.TEXT = "clock"}},
                                         {CELL_LONG, {.LONG = (long)node}}};
    if (!is_known(value))
        return;
    cells[SAMPLE_COLUMNS - 2] = (struct cell){CELL_TEXT, {.TEXT = what}};
    cells[SAMPLE_COLUMNS - 1] = (struct cell){CELL_NUMBER, {.NUMBER = value}};
    csv_cells(stdout, cells, SAMPLE_COLUMNS);
}

static void clock_csv(const struct drift_result *c)
{
    clock_row(c->node, "first", known((double)c->first));
    clock_row(c->node, "last", known((double)c->last));
    clock_row(c->node, "shared_marks", known((double)c->shared));
    clock_row(c->node, "ahead_first", c->offset);
    clock_row(c->node, "ahead_last", c->end);
    clock_row(c->node, "drift_ppm", c->ppm);
}

static void put_clocks(const struct drift *f, enum output_format format, struct json *j)
{
    if (format == OUTPUT_JSON) {
        json_key_array(j, "clocks");
    }
    for (size_t i = 0; i < f->nodes.n; i++) {
        struct drift_result c = drift_of_node(f, i);
        if (format == OUTPUT_JSON)
            clock_json(&c, j);
        else if (format == OUTPUT_CSV)
            clock_csv(&c);
        else
            clock_text(&c);
    }
    if (format == OUTPUT_JSON) {
        json_end_array(j);
        json_end_object(j);
        json_close(j);
    }
}

/* ---- the merge ---- */

static struct stream_result *new_results(const struct merge *m, struct diag *d)
{
    size_t n;
    const struct merge_file *files = merge_files(m, &n);
    struct stream_result *results = xmalloc(n * sizeof *results);
    for (size_t i = 0; i < n; i++) {
        results[i] = (struct stream_result){.file = files[i].name,
                                            .form = files[i].form,
                                            .failed = files[i].failed,
                                            .samples = files[i].samples,
                                            .fifo_overrun = files[i].fifo_overrun,
                                            .shadow_overrun = files[i].shadow_overrun,
                                            .read_error = files[i].read_error,
                                            .losses = files[i].losses};
        stream_report_result(&results[i], d);
    }
    return results;
}

static void put_samples(struct merge *m, struct sample_writer *w, struct record_writer *records)
{
    struct sample s;
    uint64_t time;
    while (merge_next(m, &s, &time))
        if (records)
            record_writer_write(records, &s);
        else
            sample_writer_write(w, &s, time);
}

/* Returns whether all files were read to their ends. Otherwise no output file is written. */
static bool all_read(const struct merge *m)
{
    size_t n;
    const struct merge_file *files = merge_files(m, &n);
    for (size_t i = 0; i < n; i++)
        if (files[i].failed)
            return false;
    return true;
}

static void merge_to_output(const struct options *o, const char **files, size_t n, struct diag *d)
{
    struct outfile out;
    struct json j;
    struct merge_options how = {o->stream.form, (unsigned)o->stream.process_bits,
                                (uint64_t)o->stream.disorder};
    struct sample_writer w = {.format = o->stream.format,
                              .process_bits = (unsigned)o->stream.process_bits,
                              .out = stdout,
                              .tool = "multikron merge",
                              .to_file = o->output};
    if (o->output && !outfile_open(&out, o->output, d))
        return;
    struct record_writer records = {.out = o->output ? out.f : NULL, .network = o->network};
    struct merge *m = merge_open(files, n, how, d);
    struct stream_result *results = new_results(m, d);
    sample_writer_begin(&w);
    put_samples(m, &w, o->output ? &records : NULL);
    sample_writer_finish(&w, results, n, &j);
    put_clocks(merge_drift(m), o->stream.format, &j);
    if (o->output && all_read(m))
        outfile_commit(&out, d);
    else if (o->output)
        outfile_abandon(&out);
    stdout_close(d);
    free(results);
    merge_close(m);
}

int multikron_merge(int argc, char **argv)
{
    struct options o = {.stream = STREAM_OPTIONS_DEFAULT};
    const char **files = xmalloc(sizeof *files * (size_t)(argc + 1));
    struct diag d;
    diag_init(&d, "multikron merge");
    d.max_shown = SHOWN_MESSAGES;
    int n = read_options(argc, argv, &o, files);
    if (n > 0 && outfile_spares(o.output, files, (size_t)n, &d))
        merge_to_output(&o, files, (size_t)n, &d);
    diag_close(&d);
    free(files);
    return n < 0 ? 2 : diag_exit_status(&d);
}
