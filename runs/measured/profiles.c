/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores and reads profiles of sampled runs. */
#include "base/util.h"
#include "facts/hotspots.h"
#include "runs/facts/put.h"

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
        "clock_high, clock_high_missing)";
    return db_insert(r, NULL, row, "ittiddddddbiqqqqq", run, p->command, p->sampler, p->status,
                     p->wall_seconds, p->cpu_seconds, p->sampled_seconds, p->samples, p->lost,
                     p->rate, (int)p->kernel, p->left, p->minor_faults, p->major_faults,
                     p->clock[0], p->clock[1], p->clock[2]);
}

static bool put_row(struct runs *r, long run, long seq, const struct hotspot *h)
{
    static const char row[] =
        "profile_row (profile, seq, kind, name, object, function, label, source, line, end_line, "
        "language, caller, waiting, parent, samples, seconds, inclusive, low, high, why)";
    return db_insert(r, NULL, row, "iittttttppttbndddddt", run, seq, hotspot_kind_name(h->kind),
                     h->name, h->object, h->function, h->label, h->source, h->line, h->end_line,
                     h->language, h->caller, (int)h->waiting, (long)h->parent, h->samples,
                     h->seconds, h->inclusive, h->low, h->high, h->why);
}

bool runs_put_profile(struct runs *r, const struct runs_target *t, const char *run, long processors,
                      const struct hot_profile *p)
{
    struct target target;
    long id;
    double together = p->wall_seconds > 0 ? p->cpu_seconds / p->wall_seconds : 0;
    if (processors == 0)
        processors = together < 1.5 ? 1 : (long)(together + 0.5);
    bool ok =
        find_target(r, t, &target) && db_do(r, "delete from run where name = ?", "t", run) &&
        db_insert(r, &id, "run (name, build, processors)", "tii", run, target.build, processors) &&
        put_summary(r, id, p);
    for (size_t i = 0; ok && i < p->n; i++)
        ok = put_row(r, id, (long)i, &p->at[i]);
    return ok;
}

/* ---- reading ---- */

static struct hotspot read_row(struct columns *c)
{
    struct hotspot h = {.kind = (enum hotspot_kind)COLUMN_WORD(c, kind_words)};
    h.name = column_name(c);
    h.object = column_text(c);
    h.function = column_text(c);
    h.label = column_text(c);
    h.source = column_text(c);
    h.line = column_long(c);
    h.end_line = column_long(c);
    h.language = column_text(c);
    h.caller = column_text(c);
    h.waiting = column_bool(c);
    h.parent = (int)column_index(c);
    h.samples = column_double(c);
    h.seconds = column_double(c);
    h.inclusive = column_double(c);
    h.low = column_double(c);
    h.high = column_double(c);
    h.why = column_text(c);
    return h;
}

static void read_rows(struct runs *r, struct arena *a, long run, struct hot_profile *p)
{
    ARRAY(struct hotspot) rows = {0};
    struct columns c =
        db_rows(r, a,
                "select kind, name, object, function, label, source, line, end_line, language, "
                "caller, waiting, parent, samples, seconds, inclusive, low, high, why "
                "from profile_row where profile = ? order by seq",
                "i", run);
    while (db_next(&c))
        *array_push(&rows) = read_row(&c);
    ARRAY_KEEP(a, rows, p->at, p->n);
}

static void read_summary(struct columns *c, struct hot_profile *p)
{
    p->command = column_name(c);
    p->sampler = column_name(c);
    p->status = column_long(c);
    double *numbers[] = {&p->wall_seconds, &p->cpu_seconds, &p->sampled_seconds,
                         &p->samples,      &p->lost,        &p->rate};
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        *numbers[i] = column_double(c);
    p->kernel = column_bool(c);
    p->left = column_long(c);
    p->minor_faults = column_quantity(c);
    p->major_faults = column_quantity(c);
    for (int i = 0; i < 3; i++)
        p->clock[i] = column_quantity(c);
}

bool runs_profile(struct runs *r, struct arena *a, long run, struct hot_profile **to)
{
    struct hot_profile p = {0};
    struct columns c =
        db_rows(r, a,
                "select command, sampler, status, wall_seconds, cpu_seconds, sampled_seconds, "
                "samples, lost, rate, kernel, remaining, minor_faults, minor_faults_missing, "
                "major_faults, major_faults_missing, clock_low, clock_low_missing, clock_median, "
                "clock_median_missing, clock_high, clock_high_missing from profile where run = ?",
                "i", run);
    *to = NULL;
    if (!db_next(&c))
        return !r->failed;
    read_summary(&c, &p);
    db_stop(&c);
    read_rows(r, a, run, &p);
    const char *why = r->failed ? NULL : hot_profile_check(&p);
    if (r->failed || why)
        return !r->failed && db_damaged(r);
    *to = arena_alloc(a, sizeof p);
    **to = p;
    return true;
}
