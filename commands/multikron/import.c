/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multikron import: what samples say of loops, into the run database. */
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
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 16 };

struct import {
    struct diag d;
    struct arena a;
    const char *manifest_path, *db;
    const char *regions, *counts; /* a table of kma --instrument; folder of a run that counted */
    const char **files;           /* operands: the database in front */
    const char **streams;
    size_t n_files;              /* streams */
    const char *regions_text;    /* of the table */
    const char *folder_manifest; /* text, where that of a folder is taken; else NULL */
    bool verbose;
    struct stream_options stream;
    struct source text;
    struct manifest manifest;
    struct naming *names; /* of the regions; NULL = they are those of the manifest */
    struct naming_scope scope;
    uint8_t *renamed; /* a block of records with these */
    struct region_times *times;
    struct runs_sampled *to;
    struct ranks ranks;
};

/* The manifest that was named may be that of one process, whose others have their own. */
static bool find_manifests(struct import *im)
{
    struct sample_folder f;
    if (!sample_manifests_read(&f, &im->a, im->manifest_path, im->streams, im->n_files, &im->d))
        return false;
    im->folder_manifest = f.manifest;
    im->names = f.names;
    return true;
}

/* The streams that the operands name: a folder stands for all it holds, and for its manifest. */
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

/* Returns the number of operands; 0 after a message about usage. */
static size_t read_options(struct import *im, int argc, char **argv)
{
    const struct option_row rows[] = {
        {"manifest", 'm', OPTION_TEXT, &im->manifest_path, "FILE", "what the samples stand for"},
        {"regions", 0, OPTION_TEXT, &im->regions, "FILE",
         "loops by their numbers, as kma --instrument writes them"},
        {"counts", 0, OPTION_TEXT, &im->counts, "FOLDER",
         "MULTIKRON_DIR of the run that counted iterations"},
        {"input", 0, OPTION_TEXT, &im->stream.input, "FORM",
         "network (elements) or bare (records); default: found out"},
        {"verbose", 'v', OPTION_FLAG, &im->verbose, NULL, "each region on each thread, too"},
        {0},
    };
    const struct command_line line = {
        "multikron import", "--manifest=FILE DB STREAM... | DB FOLDER",
        "Put what samples say of loops into a run database, for macs-gap.",
        "multikron import run.db --manifest=run.manifest run.mkn", rows};
    im->files = xmalloc(sizeof *im->files * (size_t)(argc + 1));
    int n = options_read(&line, argc, argv, im->files);
    if (n < 0 || !stream_options_check("multikron import", &im->stream))
        return 0;
    if (n < 2 || (!im->manifest_path && !is_sample_folder(im->files[1]))) {
        wrong_usage("multikron import", n < 2 ? "name a run database and files of samples"
                                              : "name the manifest with --manifest=FILE");
        return 0;
    }
    im->db = im->files[0];
    return (size_t)n;
}

/* ---- samples ---- */

/* Stores and sums up whole records. */
static void take_records(struct import *im, const uint8_t *bytes, size_t n, bool *ok)
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
        size_t left = n - at < BLOCK ? n - at : BLOCK;
        taken = region_times_add_records(im->times, bytes + at, left, &samples, &span);
        if (taken)
            *ok = runs_sampled_block(im->to, bytes + at, taken, samples, span.first, span.last);
        at += taken;
    } while (*ok && taken);
}

/* False where the database fails. */
static bool take_stream(struct import *im, struct shared *s)
{
    const uint8_t *at;
    bool ok = true;
    for (size_t n; ok && (n = shared_block(s, &at)) > 0;) {
        if (s->gap)
            region_times_add_gap(im->times);
        take_records(im, at, n, &ok);
    }
    if (stream_any_loss(&s->losses))
        region_times_add_gap(im->times);
    return ok;
}

/* What of a file could not be read, as a note to the run. */
static void keep_losses(struct import *im, const struct shared *s)
{
    size_t n;
    const struct stream_loss_name *names = stream_loss_names(&n);
    const char *text = NULL;
    for (size_t i = 0; i < n; i++)
        if (stream_loss_at(&s->losses, i))
            text = arena_printf(&im->a, "%s%s %" PRIu64,
                                text ? arena_printf(&im->a, "%s, ", text)
                                     : arena_printf(&im->a, "%s: lost: ", s->name),
                                names[i].text, stream_loss_at(&s->losses, i));
    if (text)
        runs_sampled_note(im->to, text);
}

/* The file of that number. False where the database fails, or the file cannot be read to its end.
 */
static bool take_file(struct import *im, size_t i)
{
    struct shared s;
    const char *path = im->streams[i];
    if (!shared_open(&s, im->ranks, i, path, im->stream.form, &im->d))
        return true;
    region_times_begin_file(im->times, path);
    if (im->names)
        naming_set_file(im->names, path);
    bool ok = runs_sampled_file(im->to, path) && take_stream(im, &s);
    keep_losses(im, &s);
    shared_close(&s);
    if (ok && s.unread)
        diag_error(&im->d, (struct where){.file = path},
                   "nothing was stored of run %s, for this file was not read to its end",
                   im->manifest.run);
    return ok && !s.unread;
}

/* ---- what there is to say ---- */

static void say_trouble(struct import *im, const struct region_file *f, enum trouble t)
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
        diag_error(&im->d, (struct where){.file = f->path}, "%s", text);
    else
        diag_warning(&im->d, (struct where){.file = f->path}, "%s", text);
    runs_sampled_note(im->to, arena_printf(&im->a, "%s: %s", f->path, text));
}

static void say_troubles(struct import *im, const struct region_facts *f)
{
    for (size_t i = 0; i < f->n_files; i++)
        for (int t = 0; t < TROUBLES; t++)
            if (f->files[i].troubles[t].n)
                say_trouble(im, &f->files[i], (enum trouble)t);
}

static const char *plural(double n)
{
    return n == 1 ? "" : "s";
}

static struct quantity counter_value(const struct region_counter *c)
{
    return c->saturated ? missing("the counter stood at its most, or was reset") : known(c->sum);
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
        const double cells[] = {(double)s->thread, s->instances, s->lost, s->iterations,
                                s->ticks * im->manifest.cycles_per_tick};
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

/* The counters of the regions that have resource samples at both ends. */
static void put_counters(const struct import *im, const struct region_facts *f)
{
    char sum[QUANTITY_TEXT], whole[QUANTITY_TEXT];
    for (size_t i = 0; i < f->n_sums; i++)
        for (int c = 0; f->sums[i].counted > 0 && c < SAMPLE_COUNTERS; c++) {
            const struct region_sum *s = &f->sums[i];
            const char *name = im->manifest.counters[c];
            if (!name && !(s->counters[c].sum > 0) && !s->counters[c].saturated)
                continue;
            printf("region %u, thread %ld, counter %d%s%s: %s in %s instance%s\n", s->region,
                   s->thread, c, name ? " " : "", name ? name : "",
                   quantity_text(counter_value(&s->counters[c]), sum),
                   quantity_text(known(s->counted), whole), plural(s->counted));
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
        lost += f->sums[i].lost;
    printf("run %s: %" PRIu64 " trace and %" PRIu64 " resource samples of %zu thread%s\n",
           im->manifest.run, trace, resource, f->n_threads, plural((double)f->n_threads));
    if (lost > 0)
        printf("%g instance%s of regions lack%s samples and %s left out\n", lost, plural(lost),
               lost == 1 ? "s" : "", lost == 1 ? "is" : "are");
    for (size_t i = 0; i < f->n_nodes; i++)
        if (f->nodes[i].wraps)
            printf("node %" PRIu32 ": its 40-bit stamps wrapped %" PRIu64 " time%s\n",
                   f->nodes[i].node, f->nodes[i].wraps, plural((double)f->nodes[i].wraps));
    if (im->verbose && f->n_sums)
        put_regions(im, f);
    if (im->verbose)
        put_counters(im, f);
}

/* Regions that were entered at several places stand at the first one. */
static void say_elsewhere(struct import *im, const struct region_facts *f)
{
    for (size_t i = 0; i < f->n_sums; i++) {
        const struct region_sum *s = &f->sums[i];
        bool again = i > 0 && f->sums[i - 1].region == s->region &&
                     f->sums[i - 1].parallel == s->parallel && f->sums[i - 1].has_other_parents;
        if (s->has_other_parents && !again && s->name)
            runs_sampled_note(im->to,
                              arena_printf(&im->a,
                                           "%s ran inside of several regions: in the run-time "
                                           "bounds all of it stands where it was entered first",
                                           s->name));
    }
}

/* ---- facts into the database ---- */

static const struct manifest_region *named_at(const struct manifest *m, unsigned region)
{
    size_t i = 0;
    while (m->regions[i].region != region)
        i++;
    return &m->regions[i];
}

/* "12", of a second block that begins there "12.2". */
static const char *block_text(struct import *im, unsigned block)
{
    unsigned line = block & 0xffffff, before = block >> 24;
    return before ? arena_printf(&im->a, "%u.%u", line, before + 1)
                  : arena_printf(&im->a, "%u", line);
}

/* Skips of a loop, but for a block that was skipped more often than there are iterations. */
static void set_skips(struct import *im, const struct region_sum *s, struct sampled_loop *l)
{
    struct skip *list = ARENA_ARRAY(&im->a, struct skip, s->n_skips);
    for (size_t i = 0; i < s->n_skips; i++) {
        const struct region_skip *k = &s->skips[i];
        if (k->skipped <= s->iterations)
            list[l->n_skips++] =
                (struct skip){.block = block_text(im, k->line), .skipped = k->skipped};
        else
            diag_warning(&im->d, l->where,
                         "thread %ld skipped the block at line %u %g time%s in %g iteration%s; "
                         "these skips are left out",
                         s->thread, k->line & 0xffffff, k->skipped, k->skipped == 1 ? "" : "s",
                         s->iterations, s->iterations == 1 ? "" : "s");
    }
    l->skips = list;
}

static void set_counters(struct import *im, const struct region_sum *s, struct sampled_loop *l)
{
    struct counter_sum *list = ARENA_ARRAY(&im->a, struct counter_sum, SAMPLE_COUNTERS);
    for (int i = 0; s->counted > 0 && i < SAMPLE_COUNTERS; i++)
        if (im->manifest.counters[i] || s->counters[i].sum > 0 || s->counters[i].saturated)
            list[l->n_counters++] = (struct counter_sum){.counter = i,
                                                         .name = im->manifest.counters[i],
                                                         .instances = s->counted,
                                                         .value = counter_value(&s->counters[i])};
    l->counters = list;
}

/* Its time is all overhead. */
static void say_short(struct import *im, const struct region_sum *s)
{
    const char *text = arena_printf(&im->a,
                                    "%s, thread %ld: too short to be measured: its own events and "
                                    "those of loops in it took all its time; measure a loop around "
                                    "it",
                                    s->name, s->thread);
    diag_warning(&im->d, (struct where){.file = im->manifest_path}, "%s", text);
    runs_sampled_note(im->to, text);
}

/* False: nothing more of this region. */
static bool put_loop(struct import *im, const struct region_sum *s)
{
    double taken = region_overhead(s, &im->manifest);
    struct sampled_loop l = {
        .where = named_at(&im->manifest, s->region)->where,
        .loop = s->name,
        .thread = s->thread,
        .iterations = s->iterations,
        .cycles = (s->ticks - taken) * im->manifest.cycles_per_tick,
        .instances = {s->instances, s->lost, taken * im->manifest.cycles_per_tick}};
    if (taken > 0 && l.cycles <= 0) {
        say_short(im, s);
        return true;
    }
    if (l.cycles > 1e18) {
        diag_error(&im->d, l.where,
                   "thread %ld has %g cycles of this loop; is cycles-per-tick right?", s->thread,
                   l.cycles);
        return true;
    }
    if (l.cycles <= 0 && l.iterations > 0) {
        diag_warning(&im->d, l.where,
                     "thread %ld has %g iteration%s of this loop in less than a tick; left out",
                     s->thread, l.iterations, l.iterations == 1 ? "" : "s");
        return true;
    }
    set_skips(im, s, &l);
    set_counters(im, s, &l);
    return runs_sampled_loop(im->to, &l);
}

static void put_parallel(struct import *im, const struct region_sum *s)
{
    struct sampled_parallel p = {.region = s->region,
                                 .thread = s->thread,
                                 .name = s->name,
                                 .threads = s->threads,
                                 .instances = {s->instances, s->lost, 0},
                                 .cycles = s->ticks * im->manifest.cycles_per_tick};
    runs_sampled_parallel(im->to, &p);
}

static void put_facts(struct import *im, const struct region_facts *f)
{
    bool refused = false;
    for (size_t i = 0; i < f->n_threads; i++) {
        const struct region_thread *t = &f->threads[i];
        runs_sampled_thread(
            im->to, &(struct sampled_thread){t->thread, t->source, t->samples, t->overruns});
    }
    for (size_t i = 0; i < f->n_sums; i++) {
        const struct region_sum *s = &f->sums[i];
        refused &= i > 0 && f->sums[i - 1].region == s->region;
        if (s->parallel)
            put_parallel(im, s);
        else if (s->name && s->instances + s->lost > 0 && !refused)
            refused = !put_loop(im, s);
    }
    const struct region_tree *tree = regions_of_samples(&im->a, f);
    if (tree && runs_sampled_regions(im->to, tree))
        say_elsewhere(im, f);
    say_troubles(im, f);
}

/* ---- the whole ---- */

/* Says which files hold none. False where none does: then the run stays as it was. */
static bool some_samples(struct import *im, const struct region_facts *f)
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
        diag_warning(&im->d, (struct where){0}, "nothing was stored of run %s", im->manifest.run);
    return n > 0;
}

static void import(struct import *im, struct runs *r)
{
    const struct manifest *m = &im->manifest;
    struct sampled_run run = {.name = m->run,
                              .build = m->build,
                              .machine = m->machine,
                              .isa = m->isa,
                              .processors = m->processors,
                              .where = m->where,
                              .path = im->manifest_path,
                              .text = im->text.text};
    bool ok = true;
    im->to = runs_sampled_begin(r, &run);
    if (!im->to)
        return;
    im->times = region_times_new(m);
    for (size_t i = 0; i < im->n_files && ok; i++)
        ok = take_file(im, i);
    struct region_facts f = region_times_finish(im->times, &im->a);
    if (ok && im->counts)
        counts_apply(&im->a, &f, m, im->counts, im->regions_text, &im->d);
    if (ok && some_samples(im, &f)) {
        put_facts(im, &f);
        if (runs_commit(r))
            put_summary(im, &f);
    }
    runs_sampled_end(im->to);
    region_times_free(im->times);
}

/* The text of the manifest: a file's or a folder's, with the table of regions behind it. */
static bool read_text(struct import *im)
{
    struct source table = {0};
    im->regions_text = "";
    if (im->folder_manifest)
        source_from_bytes(&im->text, im->manifest_path, im->folder_manifest,
                          strlen(im->folder_manifest));
    else if (!source_read(&im->text, im->manifest_path, &im->d))
        return false;
    if (!im->regions)
        return true;
    if (!source_read(&table, im->regions, &im->d)) {
        source_free(&im->text);
        return false;
    }
    im->regions_text = arena_strndup(&im->a, table.text, table.size);
    const char *all = arena_printf(&im->a, "%s\n%s", im->text.text, im->regions_text);
    source_free(&table);
    source_free(&im->text);
    source_from_bytes(&im->text, im->manifest_path, all, strlen(all));
    return true;
}

static void run(struct import *im)
{
    if (!read_text(im))
        return;
    if (manifest_read(&im->manifest, &im->a, &im->text, &im->d)) {
        im->scope = (struct naming_scope){&im->manifest, NULL};
        if (!im->names && im->manifest.n_sources)
            im->names = naming_new(&im->scope, 1, &im->d);
        struct runs *r = runs_open(im->db, RUNS_CHANGE, &im->d);
        if (r) {
            runs_know_machines(r, machine_is_known);
            import(im, r);
        }
        runs_close(r);
    }
    source_free(&im->text);
}

int multikron_import(int argc, char **argv)
{
    struct import im = {0};
    diag_init(&im.d, "multikron");
    im.d.max_shown = SHOWN_MESSAGES;
    im.ranks = ranks_start(argv);
    size_t n = read_options(&im, argc, argv);
    bool ok = n > 0;
    if (ok && find_streams(&im, im.files + 1, n - 1)) {
        if (im.ranks.me == 0)
            run(&im);
        else
            shared_serve(im.ranks, im.streams, im.n_files, im.stream.form, &im.d);
        if (im.ranks.me == 0)
            shared_dismiss(im.ranks);
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
