/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multikron export: converts samples to the formats of trace viewers. */
#include "commands/multikron/multikron.h"
#include "base/outfile.h"
#include "base/arena.h"
#include "base/options.h"
#include "commands/common.h"
#include "measure/multikron/export/export.h"
#include "measure/multikron/folder.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char tool[] = "multikron export";

static const struct command_line command_line = {
    tool, "--to=FORMAT -o OUT [OPTION]... FILE|DIRECTORY...",
    "Converts samples to CTF 1.8, OTF2 or Chrome's JSON trace, for trace viewers.",
    "multikron export --to=perfetto -o run.json run.mkn"};

static const struct form {
    const char *name;
    bool (*run)(const struct export_job *job, struct diag *d);
} forms[] = {{"ctf", export_ctf}, {"otf2", export_otf2}, {"perfetto", export_chrome}, {0}};

struct options {
    const char *to, *out, *manifest, *from, *until, *source, *max_size;
    const struct form *form;
};
/* The files of the operands, and the names for their samples. */
struct inputs {
    const char **files;
    size_t n;
    const char *manifest; /* path of the manifest or of a directory; NULL = none */
    const char *text;     /* merged manifest; NULL = that of the file */
    struct source source;
    struct naming_scope scope;
    struct naming *naming;
};

static const struct form *find_form(const char *name)
{
    const struct form *f = forms;
    while (f->name && strcmp(f->name, name) != 0)
        f++;
    return f->name ? f : NULL;
}

/* Reads options and operands. Returns the number of operands, or -1 after a message about usage. */
static int read_options(struct options *o, int argc, char **argv, const char **files)
{
    const struct option_row rows[] = {
        {"to", 0, OPTION_TEXT, &o->to, "FORMAT", "ctf, otf2 or perfetto (Chrome's JSON trace)"},
        {"output", 'o', OPTION_TEXT, &o->out, "OUT", "directory (ctf, otf2) or file to write"},
        {"manifest", 'm', OPTION_TEXT, &o->manifest, "FILE", "names and clock of the samples"},
        {"from", 0, OPTION_TEXT, &o->from, "SECONDS", "only samples at this time or later"},
        {"until", 0, OPTION_TEXT, &o->until, "SECONDS", "only samples before this time"},
        {"source", 0, OPTION_TEXT, &o->source, "NODE[.PROCESS]", "only samples of this source"},
        {"max-size", 0, OPTION_TEXT, &o->max_size, "BYTES",
         "refuse a larger JSON trace (default 1G; suffixes K, M, G)"},
        {0},
    };
    int n = options_read(&command_line, rows, argc, argv, files);
    if (n < 0)
        return n;
    o->form = o->to ? find_form(o->to) : NULL;
    if (!o->to)
        wrong_usage(tool, "--to=FORMAT is required: ctf, otf2 or perfetto");
    else if (!o->form)
        wrong_usage(tool, "--to must be ctf, otf2 or perfetto, not '%s'", o->to);
    else if (!o->out)
        wrong_usage(tool, "-o OUT is required");
    else if (n == 0)
        wrong_usage(tool, "give a sample file");
    return o->form && o->out && n > 0 ? n : -1;
}

/* Converts seconds with up to 9 decimal places to ticks. Returns false if text is not a number. */
static bool parse_ticks(const char *text, uint64_t clock, uint64_t *ticks)
{
    uint64_t whole = 0, part = 0, scale = 1;
    const char *c = text;
    for (; *c >= '0' && *c <= '9' && whole < UINT64_C(1) << 32; c++)
        whole = whole * 10 + (uint64_t)(*c - '0');
    bool ok = c > text;
    if (*c == '.')
        for (c++; *c >= '0' && *c <= '9' && scale < 1000000000; c++, scale *= 10)
            part = part * 10 + (uint64_t)(*c - '0');
    __extension__ unsigned __int128 all =
        (unsigned __int128)whole * clock + ((unsigned __int128)part * clock + scale - 1) / scale;
    *ticks = all > UINT64_MAX ? UINT64_MAX : (uint64_t)all;
    return ok && !*c;
}

static bool parse_size(const char *text, uint64_t *size)
{
    char *end;
    *size = strtoull(text, &end, 10);
    int shift = *end == 'K' ? 10 : *end == 'M' ? 20 : *end == 'G' ? 30 : 0;
    bool ok = *text >= '0' && *text <= '9' && *size <= UINT64_MAX >> shift;
    *size <<= shift;
    return ok && !end[shift > 0];
}

static bool parse_source(const char *text, const struct export_names *names,
                         struct export_choice *to)
{
    char *end;
    unsigned bits = names->process_bits;
    uint64_t node = strtoull(text, &end, 10), process = 0;
    bool ok = *text >= '0' && *text <= '9', all = *end != '.';
    if (ok && !all) {
        ok = end[1] >= '0' && end[1] <= '9';
        process = strtoull(end + 1, &end, 10);
    }
    ok = ok && !*end && node < UINT64_C(1) << (32 - bits) && process < UINT64_C(1) << bits;
    to->has_source = true;
    to->source = ok ? (uint32_t)(node << bits | process) : 0;
    to->mask = all ? (uint32_t)(UINT64_MAX << bits) : UINT32_MAX;
    return ok;
}

/* Reads the choice of samples and the size limit. Returns false after a message about wrong usage.
 */
static bool read_choice(const struct options *o, const struct export_names *names,
                        struct export_choice *choice, uint64_t *max_bytes)
{
    *choice = (struct export_choice){.until = UINT64_MAX};
    *max_bytes = UINT64_C(1) << 30;
    if (o->from && !parse_ticks(o->from, names->clock, &choice->from))
        wrong_usage(tool, "--from must be a number of seconds, not '%s'", o->from);
    else if (o->until && !parse_ticks(o->until, names->clock, &choice->until))
        wrong_usage(tool, "--until must be a number of seconds, not '%s'", o->until);
    else if (o->from && o->until && choice->from >= choice->until)
        wrong_usage(tool, "--from must be less than --until, not %s and %s", o->from, o->until);
    else if (o->source && !parse_source(o->source, names, choice))
        wrong_usage(tool, "--source must be NODE or NODE.PROCESS of a source address, not '%s'",
                    o->source);
    else if (o->max_size && !parse_size(o->max_size, max_bytes))
        wrong_usage(tool, "--max-size must be a number of bytes, not '%s'", o->max_size);
    else
        return true;
    return false;
}

static void report_losses(const struct export_survey *v, struct diag *d)
{
    const struct where nowhere = {0};
    if (v->fifo_overruns || v->shadow_overruns)
        diag_error(d, nowhere,
                   "samples were lost: flags of FIFO overruns: %" PRIu64
                   ", of shadow overruns: %" PRIu64,
                   v->fifo_overruns, v->shadow_overruns);
    if (v->read_errors)
        diag_warning(d, nowhere, "flags of read errors: %" PRIu64, v->read_errors);
    if (v->no_exit || v->no_enter)
        diag_warning(d, nowhere,
                     "loop enters without exit: %" PRIu64 ", exits without enter: %" PRIu64,
                     v->no_exit, v->no_enter);
    if (v->too_deep)
        diag_warning(d, nowhere, "%" PRIu64 " enters are ignored: more than %d regions are nested",
                     v->too_deep, NEST_DEPTH);
}

/* Returns whether the JSON trace fits in the size limit; otherwise reports an error. The trace is
 * at least ten times as large as its samples. */
static bool check_json_size(const struct export_job *job, struct diag *d)
{
    const struct export_survey *v = job->survey;
    double hz = (double)job->names->clock;
    uint64_t size = export_chrome_size(job);
    if (size <= job->max_bytes)
        return true;
    diag_error(
        d, (struct where){.file = job->out},
        "the JSON trace needs about %" PRIu64 " bytes, more than %" PRIu64
        "; the samples are from %.6f to %.6f s and of %zu source%s: select some with --from, "
        "--until or --source, increase --max-size, or use --to=ctf",
        size, job->max_bytes, (double)v->first / hz, (double)v->last / hz, v->threads.n,
        v->threads.n == 1 ? "" : "s");
    return false;
}

static void export_files(const struct options *o, struct export_job *job, struct export_input *in,
                         const struct inputs *from, struct diag *d)
{
    bool ok = true;
    for (size_t i = 0; ok && i < from->n; i++) {
        in[i].naming = job->names->naming;
        ok = export_input_open(&in[i], from->files[i], job->names->process_bits, d);
        job->n += ok;
    }
    if (!ok)
        return;
    job->in = in;
    export_survey(job->survey, in, job->n, job->choice);
    report_losses(job->survey, d);
    if (job->survey->threads.n == 0)
        diag_warning(d, (struct where){0}, "no sample is selected: the output is empty");
    if (o->form->run != export_chrome || check_json_size(job, d))
        o->form->run(job, d);
}

/* Finds the files of the operands. A directory includes all its sample files and manifests.
 * Returns false after an error. */
static bool find_files(struct inputs *in, const char *const *operands, size_t n, struct arena *a,
                       struct diag *d)
{
    struct sample_folder f;
    for (size_t i = 0; i < n; i++) {
        if (!is_sample_folder(operands[i])) {
            *ARENA_PUSH(a, in->files, in->n) = operands[i];
            continue;
        }
        if (!sample_folder_read(&f, a, operands[i], d))
            return false;
        for (size_t k = 0; k < f.n; k++)
            *ARENA_PUSH(a, in->files, in->n) = f.streams[k];
        if (in->manifest) {
            naming_free(f.names);
            continue;
        }
        in->manifest = operands[i];
        in->text = f.manifest;
        in->naming = f.names;
    }
    if (in->manifest && !in->text) {
        if (!sample_manifests_read(&f, a, in->manifest, in->files, in->n, d))
            return false;
        in->text = f.manifest;
        in->naming = f.names;
    }
    return true;
}

/* Reads the manifest and sets the names; they refer to in and a. Returns false after an error. */
static bool read_names(struct inputs *in, struct export_names *names, struct arena *a,
                       struct diag *d)
{
    *names = export_no_names();
    if (!in->manifest)
        return true;
    struct manifest *m = ARENA_NEW(a, struct manifest);
    if (in->text)
        source_from_bytes(&in->source, in->manifest, in->text, strlen(in->text));
    else if (!source_read(&in->source, in->manifest, d))
        return false;
    if (!manifest_read(m, a, &in->source, NULL, d))
        return false;
    *names = export_names_from(m, a);
    in->scope = (struct naming_scope){m, NULL};
    if (!in->naming && m->n_sources && !(in->naming = naming_new(&in->scope, 1, d)))
        return false;
    names->naming = in->naming;
    if (!is_known(m->clock))
        diag_warning(d, (struct where){.file = in->manifest},
                     "the manifest has no line 'clock'; using the chip's %d ticks per second",
                     EXPORT_CLOCK);
    return true;
}

/* Exports the files. Returns false after a message about wrong usage. */
static bool export_with_names(const struct options *o, const struct inputs *from,
                              const struct export_names *names, struct arena *a, struct diag *d)
{
    struct export_choice choice;
    struct export_survey survey = {0};
    struct export_job job = {.choice = &choice, .names = names, .survey = &survey, .out = o->out};
    struct export_input *in = ARENA_ARRAY(a, struct export_input, from->n);
    bool ok = read_choice(o, names, &choice, &job.max_bytes);
    if (ok)
        export_files(o, &job, in, from, d);
    export_survey_free(&survey);
    for (size_t i = 0; i < job.n; i++)
        export_input_close(&in[i]);
    return ok;
}

/* Runs the command after its options were read. Returns the exit status. */
static int run_export(const struct options *o, const char **operands, int n)
{
    struct diag d;
    struct arena a = {0};
    struct export_names names;
    struct inputs in = {.manifest = o->manifest};
    bool ok = true;
    diag_init(&d, tool);
    if (outfile_spares(o->out, operands, (size_t)n, &d) &&
        find_files(&in, operands, (size_t)n, &a, &d) && read_names(&in, &names, &a, &d))
        ok = export_with_names(o, &in, &names, &a, &d);
    naming_free(in.naming);
    source_free(&in.source);
    arena_free(&a);
    diag_close(&d);
    return ok ? diag_exit_status(&d) : 2;
}

int multikron_export(int argc, char **argv)
{
    struct options o = {0};
    const char **files = xmalloc(sizeof *files * (size_t)(argc + 1));
    int n = read_options(&o, argc, argv, files);
    int status = n > 0 ? run_export(&o, files, n) : 2;
    free(files);
    return status;
}
