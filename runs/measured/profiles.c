/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores and reads profiles of sampled runs. */
#include "facts/hotspots.h"
#include "runs/facts/put.h"
#include "runs/facts/rows.h"
#include "runs/measured/data.h"

#include <math.h>

static const char *const kind_words[] = {
#define HOTSPOT(NAME, name, key, heading, meaning) name,
#include "facts/hotspot-kinds.def"
#undef HOTSPOT
};

/* ---- storing ---- */

static bool put_summary(struct runs *r, long run, const struct hot_profile *p)
{
    static const char row[] =
        "profile (run, command, sampler, status, wall_seconds, cpu_seconds, sampled_seconds, "
        "samples, "
        "lost, rate, kernel, remaining, minor_faults, minor_faults_missing, major_faults, "
        "major_faults_missing, clock_low, clock_low_missing, clock_median, clock_median_missing, "
        "clock_high, clock_high_missing, instructions, instructions_missing, count_slowdown, "
        "count_slowdown_missing, record_slowdown, record_slowdown_missing, reference_slowdown, "
        "reference_slowdown_missing, cpu)";
    return db_insert(r, NULL, row, "ittiddddddbiqqqqqqqqqt", run, p->command, p->sampler, p->status,
                     p->wall_seconds, p->cpu_seconds, p->sampled_seconds, p->samples, p->lost,
                     p->rate, (int)p->kernel, p->left, p->minor_faults, p->major_faults,
                     p->clock[0], p->clock[1], p->clock[2], p->instructions, p->slowdown,
                     p->record_slowdown, p->reference_slowdown, p->cpu);
}

static bool put_row(struct runs *r, long run, long seq, const struct hotspot *h)
{
    static const char row[] =
        "profile_row (profile, seq, kind, name, object, function, label, source, line, end_line, "
        "language, caller, waiting, parent, samples, seconds, inclusive, low, high, why, "
        "passes, passes_missing, passes_counted, passes_spread, passes_threads, passes_least, "
        "passes_greatest, entries, faults, faults_missing, kernel_seconds, kernel_missing)";
    return db_insert(r, NULL, row, "iittttttppttbndddddtqbdddddqq", run, seq,
                     hotspot_kind_name(h->kind), h->name, h->object, h->function, h->label,
                     h->source, h->line, h->end_line, h->language, h->caller, (int)h->waiting,
                     (long)h->parent, h->samples, h->seconds, h->inclusive, h->low, h->high, h->why,
                     h->passes, (int)h->counted, h->spread, h->threads.n, h->threads.least,
                     h->threads.greatest, h->entries, h->faults, h->kernel_seconds);
}

static bool put_faults(struct runs *r, long run, const struct hot_profile *p)
{
    bool ok = true;
    for (size_t i = 0; ok && i < p->n_faults; i++) {
        const struct hot_fault *f = &p->faults[i];
        ok = db_insert(r, NULL, "profile_fault (profile, seq, process, first, bytes, faults)",
                       "iiiiid", run, (long)i, f->process, (long)f->first, (long)f->bytes, f->n);
    }
    return ok;
}

static bool put_source_loops(struct runs *r, long run, const struct hot_profile *p)
{
    static const char row[] =
        "profile_source_loop (profile, seq, source, function, line, end_line, parent, "
        "folded_into, spread, entries, iterations, missing)";
    static const char without_entries[] =
        "profile_source_loop (profile, seq, source, function, line, end_line, parent, "
        "folded_into, spread, iterations_alone, missing)";
    bool ok = true;
    for (size_t i = 0; ok && i < p->n_source_loops; i++) {
        const struct hot_source_loop *l = &p->source_loops[i];
        ok =
            is_known(l->iterations) && !is_known(l->entries)
                ? db_insert(r, NULL, without_entries, "iittiinnddt", run, (long)i, l->source,
                            l->function, l->line, l->end_line, (long)l->parent,
                            (long)l->folded_into, l->spread, l->iterations.value,
                            l->entries.missing)
            : is_known(l->iterations)
                ? db_insert(r, NULL, row, "iittiinnddq", run, (long)i, l->source, l->function,
                            l->line, l->end_line, (long)l->parent, (long)l->folded_into, l->spread,
                            l->entries.value, l->iterations)
                : db_insert(r, NULL,
                            "profile_source_loop (profile, seq, source, function, line, end_line, "
                            "parent, folded_into, missing)",
                            "iittiinnt", run, (long)i, l->source, l->function, l->line, l->end_line,
                            (long)l->parent, (long)l->folded_into, l->iterations.missing);
    }
    return ok;
}

/* The note of a sampled run is the difference between the outputs. */
static bool put_difference(struct runs *r, long run, const struct hot_profile *p)
{
    return !p->reference_difference ||
           db_insert(r, NULL, "run_note (run, seq, text)", "iit", run, 0L, p->reference_difference);
}

/* Returns the mean number of processors that the program used, at least 1. */
static long processors_used(const struct hot_profile *p)
{
    static const double most = 1e6;
    double together = p->wall_seconds > 0 ? p->cpu_seconds / p->wall_seconds : 0;
    return together < 1.5 ? 1 : (long)(fmin(together, most) + 0.5);
}

bool runs_put_profile(struct runs *r, const struct runs_target *t, const char *run, long processors,
                      const struct hot_profile *p)
{
    struct target target;
    long id;
    if (processors == 0)
        processors = processors_used(p);
    bool ok =
        find_target(r, t, &target) && db_do(r, "delete from run where name = ?", "t", run) &&
        db_insert(r, &id, "run (name, build, processors)", "tii", run, target.build, processors) &&
        put_summary(r, id, p) && put_faults(r, id, p) && put_source_loops(r, id, p) &&
        rows_put(r, &profile_line_rows, id, p->lines, p->n_lines) &&
        rows_put(r, &profile_repeat_rows, id, p->repeats, p->n_repeats) && put_difference(r, id, p);
    for (size_t i = 0; ok && i < p->n; i++)
        ok = put_row(r, id, (long)i, &p->at[i]);
    return ok && put_hot_data(r, id, p);
}

/* ---- reading ---- */

/* Runs that were stored before version 12 have neither a number nor a reason. */
#define NOT_COUNTED "'the instructions of loops were not counted'"
/* Likewise before version 27. */
#define NO_FAULTS "'page faults of loops were not stored'"

static struct hotspot read_row(struct columns *c)
{
    struct hotspot h = {.kind = (enum hotspot_kind)COLUMN_WORD(c, kind_words)};
    column_values(c, "Tttttiittbndddddtqbdddddqq", &h.name, &h.object, &h.function, &h.label,
                  &h.source, &h.line, &h.end_line, &h.language, &h.caller, &h.waiting, &h.parent,
                  &h.samples, &h.seconds, &h.inclusive, &h.low, &h.high, &h.why, &h.passes,
                  &h.counted, &h.spread, &h.threads.n, &h.threads.least, &h.threads.greatest,
                  &h.entries, &h.faults, &h.kernel_seconds);
    return h;
}

static bool read_rows(struct runs *r, struct arena *a, long run, struct hot_profile *p)
{
    ARRAY(struct hotspot) rows = {0};
    struct columns c =
        db_rows(r, a,
                "select kind, name, object, function, label, source, line, end_line, language, "
                "caller, waiting, parent, samples, seconds, inclusive, low, high, why, passes, "
                "coalesce(passes_missing, " NOT_COUNTED "), passes_counted, passes_spread, "
                "passes_threads, passes_least, passes_greatest, entries, faults, "
                "coalesce(faults_missing, " NO_FAULTS "), kernel_seconds, "
                "coalesce(kernel_missing, " NO_FAULTS ") "
                "from profile_row where profile = ? order by seq",
                "i", run);
    while (db_next(&c))
        *array_push(&rows) = read_row(&c);
    ARRAY_KEEP(a, rows, p->at, p->n);
    return read_hot_data(r, a, run, p->at, p->n);
}

static void read_faults(struct runs *r, struct arena *a, long run, struct hot_profile *p)
{
    struct columns c = db_rows(r, a,
                               "select process, first, bytes, faults from profile_fault "
                               "where profile = ? order by seq",
                               "i", run);
    while (db_next(&c)) {
        struct hot_fault f;
        column_values(&c, "iuud", &f.process, &f.first, &f.bytes, &f.n);
        if (p->n_faults < HOT_FAULTS)
            p->faults[p->n_faults++] = f;
    }
}

static void read_source_loops(struct runs *r, struct arena *a, long run, struct hot_profile *p)
{
    struct columns c =
        db_rows(r, a,
                "select source, function, line, end_line, parent, folded_into, entries, missing, "
                "coalesce(iterations, iterations_alone), missing, spread "
                "from profile_source_loop "
                "where profile = ? order by seq",
                "i", run);
    while (db_next(&c)) {
        struct hot_source_loop *l = ARENA_PUSH(a, p->source_loops, p->n_source_loops);
        column_values(&c, "Ttiinnqqd", &l->source, &l->function, &l->line, &l->end_line, &l->parent,
                      &l->folded_into, &l->entries, &l->iterations, &l->spread);
    }
}

static void read_difference(struct runs *r, struct arena *a, long run, struct hot_profile *p)
{
    struct notes difference = {0};
    if (runs_run_notes(r, a, run, &difference) && difference.n)
        p->reference_difference = difference.at[0];
}

static void read_summary(struct columns *c, struct hot_profile *p)
{
    column_values(c, "TTiddddddbiqqqqqqqqqt", &p->command, &p->sampler, &p->status,
                  &p->wall_seconds, &p->cpu_seconds, &p->sampled_seconds, &p->samples, &p->lost,
                  &p->rate, &p->kernel, &p->left, &p->minor_faults, &p->major_faults, &p->clock[0],
                  &p->clock[1], &p->clock[2], &p->instructions, &p->slowdown, &p->record_slowdown,
                  &p->reference_slowdown, &p->cpu);
}

bool runs_profile(struct runs *r, struct arena *a, long run, struct hot_profile **to)
{
    struct hot_profile p = {0};
    struct columns c = db_rows(
        r, a,
        "select command, sampler, status, wall_seconds, cpu_seconds, sampled_seconds, "
        "samples, lost, rate, kernel, remaining, minor_faults, minor_faults_missing, "
        "major_faults, major_faults_missing, clock_low, clock_low_missing, clock_median, "
        "clock_median_missing, clock_high, clock_high_missing, instructions, "
        "coalesce(instructions_missing, " NOT_COUNTED
        "), count_slowdown, coalesce(count_slowdown_missing, 'the program was not counted'), "
        "record_slowdown, coalesce(record_slowdown_missing, 'no accesses were recorded'), "
        "reference_slowdown, "
        "coalesce(reference_slowdown_missing, 'there is no reference build'), cpu from profile "
        "where "
        "run = ?",
        "i", run);
    *to = NULL;
    if (!db_next(&c))
        return !r->failed;
    read_summary(&c, &p);
    db_stop(&c);
    if (!read_rows(r, a, run, &p))
        return false;
    read_faults(r, a, run, &p);
    read_source_loops(r, a, run, &p);
    p.lines = rows_get(r, a, &profile_line_rows, run, &p.n_lines);
    p.repeats = rows_get(r, a, &profile_repeat_rows, run, &p.n_repeats);
    read_difference(r, a, run, &p);
    const char *why = r->failed ? NULL : hot_profile_check(&p);
    if (r->failed || why)
        return !r->failed && db_damaged(r);
    *to = arena_alloc(a, sizeof p);
    **to = p;
    return true;
}
