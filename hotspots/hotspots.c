/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/hotspots.h"
#include "base/file.h"
#include "base/util.h"
#include "hotspots/callers.h"
#include "hotspots/files.h"
#include "hotspots/folded.h"
#include "hotspots/rows.h"
#include "x86-asm/x86-asm.h"

#include <stdlib.h>
#include <string.h>

/* ---- files and their loops ---- */

/* Adds the functions of all samples, and of the callers of library functions. */
static void want_functions(const struct profile *p, struct hot_file *files)
{
    for (size_t i = 0; i < p->n_samples; i++) {
        const struct profile_sample *s = &p->samples[i];
        hot_file_want(&files[s->object], s->at);
        if (files[s->object].library && s->caller_object != PROFILE_NONE)
            hot_file_want(&files[s->caller_object], s->caller_at);
    }
}

static void want_version(void *with, uint64_t address)
{
    hot_file_want_address(with, address);
}

/* Adds the functions without samples that executed copies or remainders of sampled loops of object
 * i.
 */
static void want_versions(const struct profile *p, const struct hot_counts *counts, size_t i,
                          struct hot_file *f)
{
    struct arena a = {0};
    const struct counted_object *o = hot_counts_object(counts, f->binary);
    uint64_t *sampled = NULL, address;
    size_t n = 0;
    for (size_t k = 0; o && k < p->n_samples; k++)
        if (p->samples[k].object == i && binary_address(f->binary, p->samples[k].at, &address))
            *ARENA_PUSH(&a, sampled, n) = address;
    if (o && !f->library)
        hot_counts_versions(counts, o, sampled, n, want_version, f);
    arena_free(&a);
}

static struct hot_file *open_files(struct arena *a, const struct profile *p,
                                   const struct machine *m, const struct hot_counts *counts,
                                   struct diag *d)
{
    struct hot_file *files = ARENA_ARRAY(a, struct hot_file, p->n_objects + 1);
    const struct x86_isa *isa = x86_isa_new(a);
    for (size_t i = 0; i < p->n_objects; i++)
        if (p->objects[i].kind == OBJECT_FILE)
            hot_file_open(&files[i], a, &p->objects[i], d);
        else
            hot_file_without(&files[i], a, &p->objects[i]);
    want_functions(p, files);
    for (size_t i = 0; i < p->n_objects; i++) {
        want_versions(p, counts, i, &files[i]);
        hot_file_scan(&files[i], a, m, isa, d);
    }
    return files;
}

/* ---- samples ---- */

static struct row_samples *samples_at(struct hot_file *files, uint32_t object, uint64_t at)
{
    return hot_file_samples(&files[object], hot_file_place(&files[object], at));
}

static void add_samples(const struct profile *p, struct hot_file *files)
{
    for (size_t i = 0; i < p->n_samples; i++) {
        const struct profile_sample *s = &p->samples[i];
        struct hot_file *f = &files[s->object];
        struct row_samples *to = samples_at(files, s->object, s->at);
        to->n += (double)s->n;
        to->weight += (double)s->weight;
        if ((double)s->weight > to->at_address && f->binary &&
            binary_address(f->binary, s->at, &to->address))
            to->at_address = (double)s->weight;
        if (p->objects[s->object].kind == OBJECT_KERNEL && s->caller_object != PROFILE_NONE)
            samples_at(files, s->caller_object, s->caller_at)->kernel += (double)s->weight;
    }
}

/* Adds the samples of the instruction counter and the page faults. */
static void add_executed(const struct profile *p, struct hot_file *files)
{
    for (size_t i = 0; i < p->n_executed; i++) {
        const struct profile_executed *e = &p->executed[i];
        struct row_samples *to = samples_at(files, e->object, e->at);
        to->executed += (double)e->instructions;
        to->faults += (double)e->faults;
        to->kernel += (double)e->kernel;
    }
}

/* Adds the samples of each loop to the loops around it. */
static void add_inner(struct hot_file *f)
{
    const struct loop_finder *l = scan_loops(f->scan);
    for (size_t i = 0; i < loops_n(l); i++) {
        int listed = 0;
        for (uint32_t o = loops_outward(l, i, &listed); o != LOOP_NONE;
             o = loops_outward(l, o, &listed))
            f->loops[o].inner += f->loops[i].weight;
    }
}

/* ---- the profile ---- */

static const char *join_words(struct arena *a, const char *const *words, size_t n)
{
    const char *text = n ? words[0] : "";
    for (size_t i = 1; i < n; i++)
        text = arena_printf(a, "%s %s", text, words[i]);
    return text;
}

static int compare_faults(const void *one, const void *other)
{
    const struct hot_fault *a = one, *b = other;
    if (a->n != b->n)
        return a->n > b->n ? -1 : 1;
    return (a->first > b->first) - (a->first < b->first);
}

/* Joins adjacent pieces of memory with page faults, which are sorted by process and address, and
 * keeps those with most. */
static void fill_faults(struct arena *a, const struct profile *p, struct hot_profile *to)
{
    const uint64_t piece = UINT64_C(1) << 21;
    struct hot_fault *all = ARENA_ARRAY(a, struct hot_fault, p->n_faults + 1);
    size_t n = 0;
    for (size_t i = 0; i < p->n_faults; i++) {
        const struct profile_fault *f = &p->faults[i];
        struct hot_fault *last = n ? &all[n - 1] : NULL;
        if (!last || last->process != f->pid || last->first + last->bytes != f->address)
            *(last = &all[n++]) = (struct hot_fault){.process = f->pid, .first = f->address};
        last->bytes += piece;
        last->n += (double)f->n;
    }
    qsort(all, n, sizeof *all, compare_faults);
    to->n_faults = min_size(n, HOT_FAULTS);
    memcpy(to->faults, all, to->n_faults * sizeof *all);
}

static void fill_summary(struct arena *a, const struct profile *p, struct hot_profile *to)
{
    *to = (struct hot_profile){
        .command = join_words(a, p->command, p->n_command),
        .sampler = p->sampler,
        .cpu = p->cpu,
        .status = p->status,
        .wall_seconds = p->wall_seconds,
        .lost = (double)p->lost,
        .rate = is_known(p->rate) ? p->rate.value : 0,
        .kernel = p->kernel,
        .left = p->left,
        .minor_faults = p->minor_faults,
        .major_faults = p->major_faults,
        .instructions = p->instructions,
    };
    memcpy(to->clock, p->clock, sizeof to->clock);
    for (size_t i = 0; i < p->n_repeats; i++)
        *ARENA_PUSH(a, to->repeats, to->n_repeats) = (struct hot_repeat){
            p->repeats[i].wall_seconds, p->repeats[i].cpu_seconds, (double)p->repeats[i].samples};
    fill_faults(a, p, to);
    for (size_t i = 0; i < p->n_samples; i++)
        to->samples += (double)p->samples[i].n;
}

void hotspots_find(struct arena *a, const struct profile *p, const struct machine *m,
                   const struct hot_counts *counts, const struct hot_counts *reference,
                   struct hot_profile *to, struct hot_codes *codes, struct diag *d)
{
    struct hot_file *files = open_files(a, p, m, counts, d);
    struct hot_rows rows = {
        .arena = a, .profile = p, .machine = m, .counts = counts, .reference = to};
    fill_summary(a, p, to);
    hot_counts_source_loops(a, reference, to);
    for (size_t i = 0; i < p->n_objects; i++)
        if (files[i].binary && !files[i].library)
            find_folded_functions(files[i].binary, to);
    to->slowdown = counts ? hot_counts_slowdown(counts) : missing("the program was not counted");
    to->record_slowdown =
        counts ? hot_counts_record_slowdown(counts) : missing("no accesses were recorded");
    add_samples(p, files);
    add_executed(p, files);
    find_callers(a, p, files);
    codes->files = files;
    codes->n_files = p->n_objects;
    codes->at = ARENA_ARRAY(a, struct hot_code, p->n_objects + 1);
    codes->n = 0;
    for (size_t i = 0; i < p->n_objects; i++) {
        if (files[i].scan)
            add_inner(&files[i]);
        hot_rows_add(&rows, &files[i], &codes->at[codes->n]);
        codes->n += codes->at[codes->n].loops.n > 0;
    }
    hot_rows_finish(&rows, to);
}

void hot_codes_close(struct hot_codes *codes)
{
    for (size_t i = 0; i < codes->n; i++)
        file_drop(codes->at[i].listing);
    for (size_t i = 0; i < codes->n_files; i++)
        hot_file_close(&codes->files[i]);
    codes->n = codes->n_files = 0;
}
