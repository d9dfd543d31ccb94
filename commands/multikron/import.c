/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multikron import: stores the loop times of samples in the run database. */
#include "base/outfile.h"
#include "commands/multikron/stream.h"
#include "commands/multikron/counts.h"
#include "commands/multikron/regions.h"
#include "commands/multikron/multikron.h"
#include "machines/machine.h"
#include "measure/multikron/folder.h"
#include "measure/multikron/mpi/shared.h"
#include "measure/multikron/regions.h"
#include "runs/regions/regions.h"
#include "runs/runs.h"

#include <inttypes.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct command_line command_line = {
    "multikron import", "[OPTION]... (--manifest=FILE DB STREAM... | DB DIRECTORY...)",
    "Stores the measured times of loops in a run database, for macs-gap.",
    "multikron import run.db --manifest=run.manifest run.mkn"};

enum { BLOCK_BYTES = 1 << 16 };

struct import {
    struct diag d;
    struct arena a;
    const char *manifest_path, *db;
    const char *regions; /* table of kma --instrument; NULL = none */
    const char *counts;  /* directory of a run that counted iterations; NULL = none */
    const char **files;  /* operands: the database, then streams */
    const char **streams;
    size_t n_files;              /* number of streams */
    struct source table;         /* the table */
    const char *folder_manifest; /* text of the merged manifest; NULL = a single manifest file */
    bool verbose;
    struct stream_options stream;
    struct source text;
    struct manifest manifest;
    struct naming *names; /* common region numbers; NULL = the numbers of the manifest */
    struct naming_scope scope;
    uint8_t *renamed; /* buffer for records with common region numbers */
    struct region_times *times;
    struct runs_sampled *writer;
    struct ranks ranks;
};

/* Finds the manifests of other processes, if the given manifest is that of one process. */
static bool find_manifests(struct import *im)
{
    struct sample_folder f;
    if (!sample_manifests_read(&f, &im->a, im->manifest_path, im->streams, im->n_files, &im->d))
        return false;
    im->folder_manifest = f.manifest;
    im->names = f.names;
    return true;
}

/* Finds the streams of the operands. A directory includes all its sample files and their
 * manifests. */
static bool find_streams(struct import *im, const char *const *operands, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct sample_folder f;
        if (!is_sample_folder(operands[i])) {
            *ARENA_PUSH(&im->a, im->streams, im->n_files) = operands[i];
            continue;
        }
        if (!sample_folder_read(&f, &im->a, operands[i], &im->d))
            return false;
        for (size_t k = 0; k < f.n; k++)
            *ARENA_PUSH(&im->a, im->streams, im->n_files) = f.streams[k];
        if (im->manifest_path) {
            naming_free(f.names);
            continue;
        }
        im->folder_manifest = f.manifest;
        im->names = f.names;
        im->manifest_path = operands[i];
    }
    return im->folder_manifest || im->ranks.me || find_manifests(im);
}

/* Reports operands that cannot be a run database and samples with their manifest, and returns false
 * for them. */
static bool check_operands(const struct import *im, int n)
{
    static const char command[] = "multikron import";
    if (n < 2)
        wrong_usage(command, "give a run database and sample files");
    else if (is_sample_folder(im->files[0]))
        wrong_usage(command, "'%s' is a directory; give the run database first", im->files[0]);
    else if (im->manifest_path || is_sample_folder(im->files[1]))
        return true;
    else if (strcmp(im->files[1], "-") != 0 && access(im->files[1], F_OK) != 0)
        wrong_usage(command, "cannot read '%s': %s", im->files[1], strerror(errno));
    else
        wrong_usage(command, "give the manifest with --manifest=FILE");
    return false;
}

/* Reads the options. Returns the number of operands, or 0 after a message about wrong usage. */
static size_t read_options(struct import *im, int argc, char **argv)
{
    const struct option_row rows[] = {
        {"manifest", 'm', OPTION_TEXT, &im->manifest_path, "FILE", "manifest of the samples"},
        {"regions", 0, OPTION_TEXT, &im->regions, "FILE",
         "table of region numbers and loops that kma --instrument writes"},
        {"counts", 0, OPTION_TEXT, &im->counts, "DIRECTORY",
         "MULTIKRON_DIR of the run that counted iterations"},
        {"input", 0, OPTION_TEXT, &im->stream.input, "FORM",
         "network (elements) or bare (records); default: detected"},
        {"verbose", 'v', OPTION_FLAG, &im->verbose, NULL, "also print each region of each thread"},
        {0},
    };
    im->files = xmalloc(sizeof *im->files * (size_t)(argc + 1));
    int n = options_read(&command_line, rows, argc, argv, im->files);
    if (n < 0 || !stream_options_check("multikron import", &im->stream))
        return 0;
    if (!check_operands(im, n))
        return 0;
    im->db = im->files[0];
    return (size_t)n;
}

/* ---- samples ---- */

/* Stores complete records and adds them to the times. *ok = the database accepted them. */
static void add_records(struct import *im, const uint8_t *bytes, size_t n, bool *ok)
{
    if (im->names) {
        im->renamed = xrealloc(im->renamed, n);
        memcpy(im->renamed, bytes, n);
        naming_map_records(im->names, im->renamed, n);
        bytes = im->renamed;
    }
    size_t at = 0, taken;
    uint64_t samples;
    struct time_span span;
    do {
        size_t left = n - at < BLOCK_BYTES ? n - at : BLOCK_BYTES;
        taken = region_times_add_records(im->times, bytes + at, left, &samples, &span);
        if (taken)
            *ok = runs_sampled_block(im->writer, bytes + at, taken, samples, span.first, span.last);
        at += taken;
    } while (*ok && taken);
}

/* Adds a stream. Returns false after an error of the database. */
static bool add_stream(struct import *im, struct shared_stream *s)
{
    const uint8_t *at;
    bool ok = true;
    for (size_t n; ok && (n = shared_stream_next_block(s, &at)) > 0;) {
        if (s->gap)
            region_times_add_gap(im->times);
        add_records(im, at, n, &ok);
    }
    if (stream_has_losses(&s->losses))
        region_times_add_gap(im->times);
    return ok;
}

/* Stores the losses of a file as a note of the run. */
static void note_losses(struct import *im, const struct shared_stream *s)
{
    size_t n;
    const struct stream_loss_name *names = stream_loss_names(&n);
    const char *text = NULL;
    for (size_t i = 0; i < n; i++)
        if (stream_loss(&s->losses, i))
            text = arena_printf(&im->a, "%s%s %" PRIu64,
                                text ? arena_printf(&im->a, "%s, ", text)
                                     : arena_printf(&im->a, "%s: lost: ", s->name),
                                names[i].text, stream_loss(&s->losses, i));
    if (text)
        runs_sampled_note(im->writer, text);
}

/* Adds file i. Returns false after an error of the database, or if the file cannot be read to its
 * end. */
static bool add_file(struct import *im, size_t i)
{
    struct shared_stream s;
    const char *path = im->streams[i];
    if (!shared_stream_open(&s, im->ranks, i, path, im->stream.form, &im->d))
        return true;
    region_times_begin_file(im->times, path);
    if (im->names)
        naming_set_file(im->names, path);
    bool ok = runs_sampled_file(im->writer, path) && add_stream(im, &s);
    note_losses(im, &s);
    shared_stream_close(&s);
    if (ok && s.failed)
        diag_error(&im->d, (struct where){.file = path},
                   "run %s was not stored, because this file was not read to its end",
                   im->manifest.run);
    return ok && !s.failed;
}

/* ---- notes and the summary ---- */

static void report_trouble(struct import *im, const struct region_file *f, enum trouble t)
{
    bool of_region;
    const struct region_trouble *at = &f->troubles[t];
    const char *text = trouble_text(t, &of_region);
    const char *loop = of_region ? manifest_loop(&im->manifest, at->region) : NULL;
    if (of_region)
        text = arena_printf(&im->a, "%s: region %u%s%s%s", text,
                            im->names ? naming_original_region(im->names, at->region) : at->region,
                            loop ? " (" : "", loop ? loop : "", loop ? ")" : "");
    text = arena_printf(&im->a, "sample %" PRIu64 ": %s", at->sample, text);
    if (at->n > 1)
        text = arena_printf(&im->a, "%s; %" PRIu64 " such samples in this file", text, at->n);
    if (t == TROUBLE_UNNAMED || t == TROUBLE_FIFO || t == TROUBLE_SHADOW)
        diag_error(&im->d, (struct where){.file = f->path}, "%s%s", text,
                   t == TROUBLE_UNNAMED ? "; name it in the manifest or with --regions" : "");
    else
        diag_warning(&im->d, (struct where){.file = f->path}, "%s", text);
    runs_sampled_note(im->writer, arena_printf(&im->a, "%s: %s", f->path, text));
}

static void report_troubles(struct import *im, const struct region_facts *f)
{
    for (size_t i = 0; i < f->n_files; i++)
        for (int t = 0; t < TROUBLES; t++)
            if (f->files[i].troubles[t].n)
                report_trouble(im, &f->files[i], (enum trouble)t);
}

static const char *plural_suffix(double n)
{
    return n == 1 ? "" : "s";
}

static struct quantity counter_value(const struct region_counter *c)
{
    return c->saturated ? missing("the counter saturated or was reset") : known(c->sum);
}

static void put_regions(const struct import *im, const struct region_facts *f)
{
    struct arena a = {0};
    struct table t = {.align = "lrrrrr"};
    static const char *const titles[] = {"region", "thread",     "instances",
                                         "lost",   "iterations", "cycles"};
    char text[QUANTITY_TEXT];
    for (size_t i = 0; i < 6; i++)
        table_cell(&t, titles[i]);
    for (size_t i = 0; i < f->n_sums; i++) {
        const struct region_sum *s = &f->sums[i];
        const double cells[] = {(double)s->thread, s->totals.instances, s->totals.lost,
                                s->totals.iterations,
                                s->totals.ticks * im->manifest.cycles_per_tick};
        table_cell(
            &t, arena_printf(&a, "%u %s%s",
                             im->names ? naming_original_region(im->names, s->region) : s->region,
                             s->parallel ? "parallel " : "", s->name ? s->name : "-"));
        for (size_t c = 0; c < 5; c++)
            table_cell(&t, s->parallel && c == 3
                               ? "-"
                               : arena_strdup(&a, quantity_text(known(cells[c]), text)));
    }
    table_print(&t, stdout);
    table_free(&t);
    arena_free(&a);
}

/* Prints the counters of the regions with resource samples at enter and exit. */
static void put_counters(const struct import *im, const struct region_facts *f)
{
    char sum[QUANTITY_TEXT], whole[QUANTITY_TEXT];
    for (size_t i = 0; i < f->n_sums; i++)
        for (int c = 0; f->sums[i].totals.counted > 0 && c < SAMPLE_COUNTERS; c++) {
            const struct region_sum *s = &f->sums[i];
            const char *name = im->manifest.counters[c];
            if (!name && !(s->counters[c].sum > 0) && !s->counters[c].saturated)
                continue;
            printf("region %u, thread %ld, counter %d%s%s: %s in %s instance%s\n", s->region,
                   s->thread, c, name ? " " : "", name ? name : "",
                   quantity_text(counter_value(&s->counters[c]), sum),
                   quantity_text(known(s->totals.counted), whole),
                   plural_suffix(s->totals.counted));
        }
}

static void put_summary(const struct import *im, const struct region_facts *f)
{
    uint64_t trace = 0, resource = 0;
    double lost = 0;
    for (size_t i = 0; i < f->n_files; i++) {
        trace += f->files[i].trace;
        resource += f->files[i].resource;
    }
    for (size_t i = 0; i < f->n_sums; i++)
        lost += f->sums[i].totals.lost;
    printf("run %s: %" PRIu64 " trace and %" PRIu64 " resource samples of %zu thread%s\n",
           im->manifest.run, trace, resource, f->n_threads, plural_suffix((double)f->n_threads));
    if (lost > 0)
        printf("%g instance%s of regions lack%s samples and %s ignored\n", lost,
               plural_suffix(lost), lost == 1 ? "s" : "", lost == 1 ? "is" : "are");
    for (size_t i = 0; i < f->n_nodes; i++)
        if (f->nodes[i].wraps)
            printf("node %" PRIu32 ": its 40-bit timestamps wrapped %" PRIu64 " time%s\n",
                   f->nodes[i].node, f->nodes[i].wraps, plural_suffix((double)f->nodes[i].wraps));
    if (im->verbose && f->n_sums)
        put_regions(im, f);
    if (im->verbose)
        put_counters(im, f);
}

/* Notes regions that were entered inside several regions: the tree has them only in the first. */
static void note_several_parents(struct import *im, const struct region_facts *f)
{
    for (size_t i = 0; i < f->n_sums; i++) {
        const struct region_sum *s = &f->sums[i];
        bool again = i > 0 && f->sums[i - 1].region == s->region &&
                     f->sums[i - 1].parallel == s->parallel && f->sums[i - 1].has_other_parents;
        if (s->has_other_parents && !again && s->name)
            runs_sampled_note(
                im->writer,
                arena_printf(&im->a,
                             "%s ran inside several regions: the run-time bounds "
                             "assign all its time to the region that it was entered in first",
                             s->name));
    }
}

/* ---- facts into the database ---- */

static const struct manifest_region *find_manifest_region(const struct manifest *m, unsigned region)
{
    size_t i = 0;
    while (m->regions[i].region != region)
        i++;
    return &m->regions[i];
}

/* Returns the name of a block: its line, such as "12"; "12.2" for the second block on that line. */
static const char *block_text(struct import *im, unsigned block)
{
    unsigned line = block & 0xffffff, before = block >> 24;
    return before ? arena_printf(&im->a, "%u.%u", line, before + 1)
                  : arena_printf(&im->a, "%u", line);
}

/* Sets the skips of a loop. A block with more skips than iterations is reported and ignored. */
static void set_skips(struct import *im, const struct region_sum *s, struct sampled_loop *l)
{
    struct skip *list = ARENA_ARRAY(&im->a, struct skip, s->n_skips);
    for (size_t i = 0; i < s->n_skips; i++) {
        const struct region_skip *k = &s->skips[i];
        if (k->skipped <= s->totals.iterations)
            list[l->n_skips++] =
                (struct skip){.block = block_text(im, k->line), .skipped = k->skipped};
        else
            diag_warning(&im->d, l->where,
                         "thread %ld skipped the block at line %u %g time%s in %g iteration%s; "
                         "these skips are ignored",
                         s->thread, k->line & 0xffffff, k->skipped, k->skipped == 1 ? "" : "s",
                         s->totals.iterations, s->totals.iterations == 1 ? "" : "s");
    }
    l->skips = list;
}

static void set_counters(struct import *im, const struct region_sum *s, struct sampled_loop *l)
{
    struct counter_sum *list = ARENA_ARRAY(&im->a, struct counter_sum, SAMPLE_COUNTERS);
    for (int i = 0; s->totals.counted > 0 && i < SAMPLE_COUNTERS; i++)
        if (im->manifest.counters[i] || s->counters[i].sum > 0 || s->counters[i].saturated)
            list[l->n_counters++] = (struct counter_sum){.counter = i,
                                                         .name = im->manifest.counters[i],
                                                         .instances = s->totals.counted,
                                                         .value = counter_value(&s->counters[i])};
    l->counters = list;
}

/* Reports a region whose measured time does not exceed the overhead of its instrumentation. */
static void report_too_short(struct import *im, const struct region_sum *s)
{
    const char *text = arena_printf(&im->a,
                                    "%s, thread %ld: too short to measure: the instrumentation of "
                                    "it and its inner loops takes all its time; measure an "
                                    "enclosing loop",
                                    s->name, s->thread);
    diag_warning(&im->d, (struct where){.file = im->manifest_path}, "%s", text);
    runs_sampled_note(im->writer, text);
}

/* Stores a loop of a thread. Returns false if the database refuses the loop. */
static bool put_loop(struct import *im, const struct region_sum *s)
{
    double taken = region_overhead(s, &im->manifest);
    struct sampled_loop l = {
        .where = find_manifest_region(&im->manifest, s->region)->where,
        .loop = s->name,
        .thread = s->thread,
        .iterations = s->totals.iterations,
        .cycles = (s->totals.ticks - taken) * im->manifest.cycles_per_tick,
        .instances = {s->totals.instances, s->totals.lost, taken * im->manifest.cycles_per_tick}};
    if (taken > 0 && l.cycles <= 0) {
        report_too_short(im, s);
        return true;
    }
    if (l.cycles > 1e18) {
        diag_error(&im->d, l.where,
                   "thread %ld has %g cycles in this loop; correct cycles-per-tick", s->thread,
                   l.cycles);
        return true;
    }
    if (l.cycles <= 0 && l.iterations > 0) {
        diag_warning(&im->d, l.where,
                     "thread %ld has %g iteration%s of this loop in less than a tick; they are "
                     "ignored",
                     s->thread, l.iterations, l.iterations == 1 ? "" : "s");
        return true;
    }
    set_skips(im, s, &l);
    set_counters(im, s, &l);
    return runs_sampled_loop(im->writer, &l);
}

static void put_parallel(struct import *im, const struct region_sum *s)
{
    struct sampled_parallel p = {.region = s->region,
                                 .thread = s->thread,
                                 .name = s->name,
                                 .threads = s->totals.threads,
                                 .instances = {s->totals.instances, s->totals.lost, 0},
                                 .cycles = s->totals.ticks * im->manifest.cycles_per_tick};
    runs_sampled_parallel(im->writer, &p);
}

static void put_facts(struct import *im, const struct region_facts *f)
{
    bool refused = false;
    for (size_t i = 0; i < f->n_threads; i++) {
        const struct region_thread *t = &f->threads[i];
        runs_sampled_thread(
            im->writer, &(struct sampled_thread){t->thread, t->source, t->samples, t->overruns});
    }
    for (size_t i = 0; i < f->n_sums; i++) {
        const struct region_sum *s = &f->sums[i];
        refused &= i > 0 && f->sums[i - 1].region == s->region;
        if (s->parallel)
            put_parallel(im, s);
        else if (s->name && s->totals.instances + s->totals.lost > 0 && !refused)
            refused = !put_loop(im, s);
    }
    const struct region_tree *tree = regions_of_samples(&im->a, f);
    if (tree && runs_sampled_regions(im->writer, tree))
        note_several_parents(im, f);
    report_troubles(im, f);
}

/* ---- the import ---- */

/* Warns about files without samples. Returns false if no file has any; the stored run is then not
 * changed. */
static bool has_samples(struct import *im, const struct region_facts *f)
{
    uint64_t n = 0;
    for (size_t i = 0; i < f->n_files; i++) {
        uint64_t here = f->files[i].trace + f->files[i].resource;
        if (!here)
            diag_warning(&im->d, (struct where){.file = f->files[i].path},
                         "no samples in this file");
        n += here;
    }
    if (!n)
        diag_warning(&im->d, (struct where){0}, "run %s was not stored", im->manifest.run);
    return n > 0;
}

/* Returns the table of regions, or NULL. */
static struct source *region_table(struct import *im)
{
    return im->regions ? &im->table : NULL;
}

/* Returns the text of the manifest and the table of regions, which the database stores. */
static const char *stored_manifest(struct import *im)
{
    return im->regions ? arena_printf(&im->a, "%s\n%s", im->text.text, im->table.text)
                       : im->text.text;
}

static void import_run(struct import *im, struct runs *r)
{
    const struct manifest *m = &im->manifest;
    struct sampled_run run = {.name = m->run,
                              .build = m->build,
                              .machine = m->machine,
                              .isa = m->isa,
                              .processors = m->processors,
                              .where = m->where,
                              .path = im->manifest_path,
                              .text = stored_manifest(im)};
    bool ok = true;
    im->writer = runs_sampled_begin(r, &run);
    if (!im->writer)
        return;
    im->times = region_times_new(m);
    for (size_t i = 0; i < im->n_files && ok; i++)
        ok = add_file(im, i);
    struct region_facts f = region_times_finish(im->times, &im->a);
    if (ok && im->counts && !counts_apply(&im->a, &f, m, im->counts, region_table(im), &im->d)) {
        diag_error(&im->d, (struct where){0}, "run %s was not stored", m->run);
        ok = false;
    }
    if (ok && has_samples(im, &f)) {
        put_facts(im, &f);
        if (runs_commit(r))
            put_summary(im, &f);
    }
    runs_sampled_end(im->writer);
    region_times_free(im->times);
}

/* Reads the text of the manifest, of a file or merged, and the table of regions. */
static bool read_manifest_text(struct import *im)
{
    if (im->folder_manifest)
        source_from_bytes(&im->text, im->manifest_path, im->folder_manifest,
                          strlen(im->folder_manifest));
    else if (!source_read(&im->text, im->manifest_path, &im->d))
        return false;
    if (!im->regions || source_read(&im->table, im->regions, &im->d))
        return true;
    source_free(&im->text);
    return false;
}

static void run_import(struct import *im)
{
    if (!read_manifest_text(im))
        return;
    if (manifest_read(&im->manifest, &im->a, &im->text, region_table(im), &im->d)) {
        im->scope = (struct naming_scope){&im->manifest, NULL};
        if (!im->names && im->manifest.n_sources)
            im->names = naming_new(&im->scope, 1, &im->d);
        struct runs *r = runs_open(im->db, RUNS_CHANGE, &im->d);
        if (r) {
            runs_know_machines(r, machine_is_known);
            import_run(im, r);
        }
        runs_close(r);
    }
    source_free(&im->table);
    source_free(&im->text);
}

int multikron_import(int argc, char **argv)
{
    struct import im = {0};
    diag_init(&im.d, "multikron import");
    im.d.max_shown = SHOWN_MESSAGES;
    im.ranks = ranks_start(argv);
    size_t n = read_options(&im, argc, argv);
    bool ok = n > 0;
    if (ok && find_streams(&im, im.files + 1, n - 1)) {
        if (im.ranks.me == 0)
            run_import(&im);
        else
            shared_streams_serve(im.ranks, im.streams, im.n_files, im.stream.form, &im.d);
        if (im.ranks.me == 0)
            shared_streams_finish(im.ranks);
        ranks_done(im.ranks);
        stdout_close(&im.d);
    }
    diag_close(&im.d);
    free(im.files);
    free(im.renamed);
    naming_free(im.names);
    arena_free(&im.a);
    return ok ? diag_exit_status(&im.d) : 2;
}
