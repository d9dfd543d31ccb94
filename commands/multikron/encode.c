/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multikron encode: converts samples from text, JSON or CSV to bare records or network elements. */
#include "base/outfile.h"
#include "base/file.h"
#include "commands/common.h"
#include "commands/multikron/multikron.h"
#include "base/options.h"
#include "measure/multikron/stream/record-writer.h"
#include "measure/multikron/stream/tally.h"
#include "measure/multikron/stream/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct command_line command_line = {
    "multikron encode", "[OPTION]... FILE...",
    "Converts samples from text, JSON or CSV to a sample file or a network stream.",
    "multikron decode run.net | multikron encode -o run.mkn -"};

struct options {
    const char *from, *to, *output;
    long process_bits;
    enum text_form form;
    bool network;
};

static bool check_options(struct options *o)
{
    static const char *const forms[] = {
        [TEXT_LINES] = "text", [TEXT_JSON] = "json", [TEXT_CSV] = "csv"};
    for (int i = TEXT_LINES; o->from && i <= TEXT_CSV; i++)
        if (strcmp(o->from, forms[i]) == 0)
            o->form = (enum text_form)i;
    if (o->from && o->form == TEXT_DETECT)
        return wrong_usage("multikron encode", "--from must be text, json or csv, not '%s'",
                           o->from),
               false;
    o->network = o->to && strcmp(o->to, "network") == 0;
    if (o->to && !o->network && strcmp(o->to, "bare") != 0)
        return wrong_usage("multikron encode", "--to must be bare or network, not '%s'", o->to),
               false;
    if (o->process_bits > 32)
        return wrong_usage("multikron encode",
                           "--process-bits must be at most 32, the bits of a source"),
               false;
    return true;
}

static int read_options(int argc, char **argv, struct options *o, const char **files)
{
    const struct option_row rows[] = {
        {"from", 0, OPTION_TEXT, &o->from, "FORM", "text, json or csv; default: detected"},
        {"to", 0, OPTION_TEXT, &o->to, "FORM", "bare (records, the default) or network (elements)"},
        {"output", 'o', OPTION_TEXT, &o->output, "FILE",
         "write to FILE instead of standard output"},
        {"process-bits", 0, OPTION_COUNT, &o->process_bits, "N",
         "number of low bits of a source address that are the process (16)"},
        {0}};
    int n = options_read_data(&command_line, rows, argc, argv, files);
    if (n < 0 || !check_options(o))
        return -1;
    if (n == 0)
        return wrong_usage("multikron encode", "give a file, or - for standard input"), -1;
    return n;
}

static void write_sample(void *to, const struct sample *s)
{
    record_writer_write(to, s);
}

/* Converts a file; invalid samples are reported and ignored. Returns false after a read error. */
static bool encode_file(const struct options *o, const char *file, struct record_writer *w,
                        struct diag *d)
{
    bool standard = strcmp(file, "-") == 0;
    struct text_reader r = {.in = standard ? stdin : fopen(file, "rb"),
                            .name = standard ? "<stdin>" : file,
                            .form = o->form,
                            .process_bits = (unsigned)o->process_bits,
                            .d = d,
                            .accept_sample = write_sample,
                            .context = w};
    if (!r.in) {
        diag_error(d, (struct where){.file = file}, "cannot be opened: %s", strerror(errno));
        return false;
    }
    int first = getc(r.in);
    if (first == EOF && !ferror(r.in))
        diag_error(d, (struct where){.file = r.name}, "the file is empty");
    ungetc(first, r.in);
    text_read(&r);
    bool read = !ferror(r.in);
    if (!read)
        diag_error(d, (struct where){.file = r.name}, "cannot be read: %s", strerror(errno));
    if (!standard)
        file_drop(r.in);
    return read;
}

static void encode_files(const struct options *o, const char **files, int n, struct diag *d)
{
    struct outfile out;
    if (o->output && !outfile_open(&out, o->output, d))
        return;
    struct record_writer w = {.out = o->output ? out.f : stdout, .network = o->network};
    bool read = true;
    for (int i = 0; i < n; i++)
        read &= encode_file(o, files[i], &w, d);
    if (!o->output)
        stdout_close(d);
    else if (read)
        outfile_commit(&out, d);
    else
        outfile_abandon(&out);
}

int multikron_encode(int argc, char **argv)
{
    struct options o = {.process_bits = DEFAULT_PROCESS_BITS};
    const char **files = xmalloc(sizeof *files * (size_t)(argc + 1));
    struct diag d;
    diag_init(&d, "multikron encode");
    d.max_shown = 50;
    int n = read_options(argc, argv, &o, files);
    if (n > 0 && outfile_spares(o.output, files, (size_t)n, &d))
        encode_files(&o, files, n, &d);
    diag_close(&d);
    free(files);
    return n < 0 ? 2 : diag_exit_status(&d);
}
