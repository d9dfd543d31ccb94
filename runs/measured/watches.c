/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores and reads the data of the process monitor. */
#include "facts/states.h"
#include "runs/db.h"

#include <ctype.h>
#include <stdlib.h>

#define STATE(NAME, name, meaning) ", " #name
static const char into_thread[] =
    "watch_thread (watch, thread, pid, tid, name, \"group\", begin, "
    "seconds, ended, running, running_missing, queued, queued_missing, "
    "accounted, rest_samples, rest_processing"
#include "facts/states.def"
    ")";
static const char into_region[] = "watch_region (watch, thread, seq, name"
#include "facts/states.def"
                                  ")";
static const char into_column[] = "watch_column (watch, thread, \"column\", columns"
#include "facts/states.def"
                                  ")";
static const char of_threads[] = "select thread, pid, tid, name, \"group\", begin, seconds, ended, "
                                 "running, running_missing, queued, queued_missing, accounted, "
                                 "rest_samples, rest_processing"
#include "facts/states.def"
                                 " from watch_thread where watch = ? order by thread";
static const char of_regions[] = "select thread, name"
#include "facts/states.def"
                                 " from watch_region where watch = ? order by thread, seq";
static const char of_columns[] = "select thread, \"column\", columns"
#include "facts/states.def"
                                 " from watch_column where watch = ? order by thread, \"column\"";
#undef STATE
/* The types of the parameters of a row (runs/db.h); the last ones are sample counts of states. */
#define STATE(NAME, name, meaning) "i"
static const char thread_types[] = "iiiittddbqqdii"
#include "facts/states.def"
    ;
static const char region_types[] = "iiit"
#include "facts/states.def"
    ;
static const char column_types[] = "iiii"
#include "facts/states.def"
    ;
#undef STATE

/* ---- storing ---- */

static void put_counts(struct values *v, const struct state_counts *c)
{
    for (int s = 0; s < THREAD_STATES; s++)
        db_value_long(v, (long)c->n[s], false);
}

static void put_quantity(struct values *v, struct quantity q)
{
    if (is_known(q))
        db_value_double(v, q.value);
    else
        db_value_long(v, 0, true);
    db_value_text(v, q.missing);
}

static bool put_thread(struct runs *r, long watch, long number, const struct watched_thread *t)
{
    struct values v = db_values(r, into_thread, thread_types);
    db_value_long(&v, watch, false);
    db_value_long(&v, number, false);
    db_value_long(&v, t->pid, false);
    db_value_long(&v, t->tid, false);
    db_value_text(&v, t->name);
    db_value_text(&v, t->group);
    db_value_double(&v, t->begin);
    db_value_double(&v, t->seconds);
    db_value_long(&v, t->ended, false);
    put_quantity(&v, t->running);
    put_quantity(&v, t->queued);
    db_value_double(&v, t->accounted);
    db_value_long(&v, (long)t->rest.all, false);
    db_value_long(&v, (long)t->rest.processing, false);
    put_counts(&v, &t->counts);
    return db_put(&v);
}

/* Begins a row of a thread and sets its first three columns. */
static struct values begin_row(struct runs *r, const char *into, const char *types, long watch,
                               long number, long third)
{
    struct values v = db_values(r, into, types);
    db_value_long(&v, watch, false);
    db_value_long(&v, number, false);
    db_value_long(&v, third, false);
    return v;
}

static bool put_regions(struct runs *r, long watch, long number, const struct watched_thread *t)
{
    bool ok = true;
    for (size_t i = 0; ok && i < t->n_regions; i++) {
        struct values v = begin_row(r, into_region, region_types, watch, number, (long)i);
        db_value_text(&v, t->regions[i].name);
        put_counts(&v, &t->regions[i].counts);
        ok = db_put(&v);
    }
    return ok;
}

static bool put_waits(struct runs *r, long watch, long number, const struct watched_thread *t)
{
    bool ok = true;
    for (size_t i = 0; ok && i < t->n_sites; i++) {
        const struct wait_site *w = &t->sites[i];
        ok = db_insert(r, NULL, "watch_wait (watch, thread, seq, state, call, what, peer, samples)",
                       "iiitttti", watch, number, (long)i, thread_state_names[w->state], w->call,
                       w->what, w->peer, (long)w->samples);
    }
    return ok;
}

/* Returns whether a bin has the same counts as the bin of the previous column. */
static bool is_repetition(const struct state_bin *before, const struct state_bin *b)
{
    return b->column == before->column + 1 && memcmp(b->n, before->n, sizeof b->n) == 0;
}

static bool put_columns(struct runs *r, long watch, long number, const struct watched_thread *t)
{
    bool ok = true;
    for (size_t i = 0, end; ok && i < t->n_bins; i = end) {
        struct state_counts counts;
        for (end = i + 1; end < t->n_bins && is_repetition(&t->bins[end - 1], &t->bins[end]);)
            end++;
        for (int s = 0; s < THREAD_STATES; s++)
            counts.n[s] = t->bins[i].n[s];
        struct values v =
            begin_row(r, into_column, column_types, watch, number, (long)t->bins[i].column);
        db_value_long(&v, (long)(end - i), false);
        put_counts(&v, &counts);
        ok = db_put(&v);
    }
    return ok;
}

static bool put_cpus(struct runs *r, long watch, const struct watch *w)
{
    bool ok = true;
    for (size_t i = 0; ok && i < w->n_cpus; i++)
        ok = db_insert(r, NULL,
                       "watch_cpu (watch, cpu, idle, idle_missing, calibrated, calibrated_missing)",
                       "iiqq", watch, (long)w->cpus[i].cpu, w->cpus[i].idle, w->cpus[i].calibrated);
    return ok;
}

static bool put_notes(struct runs *r, long watch, const struct notes *notes)
{
    bool ok = true;
    for (size_t i = 0; ok && i < notes->n; i++)
        ok = db_insert(r, NULL, "watch_note (watch, seq, text)", "iit", watch, (long)i,
                       notes->at[i]);
    return ok;
}

bool runs_put_watch(struct runs *r, const char *run, const struct watch *w)
{
    long id;
    bool ok =
        db_do(r, "delete from watch where run = ?", "t", run) &&
        db_insert(r, &id, "watch (run, command, seconds, samples, asked, cost, column_seconds)",
                  "ttdiddd", run, w->command, w->seconds, (long)w->samples, w->asked, w->cost,
                  w->column_seconds);
    for (size_t i = 0; ok && i < w->n_threads; i++) {
        const struct watched_thread *t = &w->threads[i];
        ok = put_thread(r, id, (long)i, t) && put_regions(r, id, (long)i, t) &&
             put_waits(r, id, (long)i, t) && put_columns(r, id, (long)i, t);
    }
    return ok && put_cpus(r, id, w) && put_notes(r, id, &w->notes);
}

/* ---- reading ---- */

/* Returns a text without control characters, which are replaced by '?', because programs choose the
 * names of threads and files. */
static const char *column_plain(struct columns *c)
{
    const char *text = column_text(c);
    char *plain = text ? arena_strdup(c->a, text) : NULL;
    for (unsigned char *at = (unsigned char *)plain; at && *at; at++) {
        if (*at == 0xc2 && at[1] >= 0x80 && at[1] <= 0x9f)
            at[0] = at[1] = '?', at++;
        else if (*at < ' ' || *at == 0x7f)
            *at = '?';
    }
    return plain;
}

/* The same for a column that must not be NULL. */
static const char *column_plain_name(struct columns *c)
{
    const char *text = column_plain(c);
    if (!text)
        db_damaged(c->r);
    return text ? text : "";
}

static struct state_counts column_states(struct columns *c)
{
    struct state_counts to;
    for (int s = 0; s < THREAD_STATES; s++)
        to.n[s] = (uint64_t)column_long(c);
    return to;
}

static bool read_threads(struct runs *r, struct arena *a, long watch, struct watch *w)
{
    ARRAY(struct watched_thread) list = {0};
    struct columns c = db_rows(r, a, of_threads, "i", watch);
    while (db_next(&c)) {
        struct watched_thread t = {0};
        column_values(&c, "iii", &t.number, &t.pid, &t.tid);
        t.name = column_plain(&c);
        t.group = column_plain(&c);
        column_values(&c, "ddbqqduu", &t.begin, &t.seconds, &t.ended, &t.running, &t.queued,
                      &t.accounted, &t.rest.all, &t.rest.processing);
        t.counts = column_states(&c);
        if (t.number != (long)list.n)
            db_damaged(r);
        *array_push(&list) = t;
    }
    ARRAY_KEEP(a, list, w->threads, w->n_threads);
    return !r->failed;
}

/* Steps to the next row and returns the thread of its first column; NULL at the end and after a
 * message. */
static struct watched_thread *next_of_thread(struct columns *c, const struct watch *w)
{
    if (!db_next(c))
        return NULL;
    long number = column_long(c);
    if (number >= 0 && (size_t)number < w->n_threads)
        return &w->threads[number];
    db_damaged(c->r);
    db_stop(c);
    return NULL;
}

static bool read_regions(struct runs *r, struct arena *a, long watch, struct watch *w)
{
    struct columns c = db_rows(r, a, of_regions, "i", watch);
    for (struct watched_thread *t; (t = next_of_thread(&c, w));) {
        struct state_region *to = ARENA_PUSH(a, t->regions, t->n_regions);
        to->name = column_plain_name(&c);
        to->counts = column_states(&c);
    }
    return !r->failed;
}

/* ---- names of regions ---- */

/* Loops instrumented by kma have numbers without names in the running program, so the monitor
 * records "region 7". The manifest of the run has the names, in lines "region.7 NAME". */

/* Sets names[n] to the name of region n in a manifest. */
static void read_names(struct arena *a, const char *text, const char **names)
{
    for (const char *at = text, *end; *at; at = *end ? end + 1 : end) {
        end = at + strcspn(at, "\n");
        long number = region_number(&at, REGION_LINE_PREFIX);
        if (number < 0)
            continue;
        at += strspn(at, " \t\"");
        names[number] = arena_strndup(a, at, strcspn(at, "\"\n"));
    }
}

static bool name_regions(struct runs *r, struct arena *a, const char *run, struct watch *w)
{
    struct arena scratch = {0};
    struct columns c = db_rows(r, &scratch,
                               "select manifest.text from manifest join run on run.id = "
                               "manifest.run where run.name = ?",
                               "t", run);
    const char *text = db_next(&c) ? column_text(&c) : NULL;
    const char **names = ARENA_ARRAY(&scratch, const char *, REGION_NUMBERS);
    db_stop(&c);
    if (text)
        read_names(a, text, names);
    for (size_t t = 0; text && t < w->n_threads; t++)
        for (size_t i = 0; i < w->threads[t].n_regions; i++) {
            const char *at = w->threads[t].regions[i].name;
            long number = region_number(&at, REGION_NAME_PREFIX);
            if (number >= 0 && !*at && names[number])
                w->threads[t].regions[i].name = names[number];
        }
    arena_free(&scratch);
    return !r->failed;
}

static const char of_waits[] = "select thread, state, call, what, peer, samples from watch_wait "
                               "where watch = ? order by thread, seq";

static bool read_waits(struct runs *r, struct arena *a, long watch, struct watch *w)
{
    struct columns c = db_rows(r, a, of_waits, "i", watch);
    for (struct watched_thread *t; (t = next_of_thread(&c, w));) {
        struct wait_site *to = ARENA_PUSH(a, t->sites, t->n_sites);
        to->state = (enum thread_state)COLUMN_WORD(&c, thread_state_names);
        to->call = column_plain(&c);
        to->what = column_plain(&c);
        to->peer = column_plain(&c);
        to->samples = (uint64_t)column_long(&c);
    }
    return !r->failed;
}

static bool read_cpus(struct runs *r, struct arena *a, long watch, struct watch *w)
{
    struct columns c = db_rows(r, a,
                               "select cpu, idle, idle_missing, calibrated, calibrated_missing "
                               "from watch_cpu where watch = ? order by cpu",
                               "i", watch);
    while (db_next(&c)) {
        struct watched_cpu *to = ARENA_PUSH(a, w->cpus, w->n_cpus);
        column_values(&c, "jqq", &to->cpu, &to->idle, &to->calibrated);
    }
    return !r->failed;
}

static bool read_notes(struct runs *r, struct arena *a, long watch, struct watch *w)
{
    struct columns c =
        db_rows(r, a, "select text from watch_note where watch = ? order by seq", "i", watch);
    while (db_next(&c))
        note_text(a, &w->notes, column_plain_name(&c));
    return !r->failed;
}

bool runs_watch(struct runs *r, struct arena *a, const char *run, struct watch **w)
{
    *w = NULL;
    struct columns c = db_rows(r, a,
                               "select id, command, seconds, samples, asked, cost, column_seconds "
                               "from watch where run = ?",
                               "t", run);
    if (!db_next(&c))
        return !r->failed;
    struct watch *to = ARENA_NEW(a, struct watch);
    long id = column_long(&c);
    to->command = column_plain(&c);
    column_values(&c, "duddd", &to->seconds, &to->samples, &to->asked, &to->cost,
                  &to->column_seconds);
    to->rate = to->seconds > 0 ? (double)to->samples / to->seconds : 0;
    db_stop(&c);
    *w = to;
    return read_threads(r, a, id, to) && read_regions(r, a, id, to) &&
           name_regions(r, a, run, to) && read_waits(r, a, id, to) && read_cpus(r, a, id, to) &&
           read_notes(r, a, id, to);
}

/* Limit of the columns of a timeline, to detect damaged rows. */
enum { MAX_COLUMNS = 1 << 24 };

static bool add_bins(struct arena *a, struct watched_thread *t, struct columns *c)
{
    long first = column_long(c), n = column_long(c);
    struct state_counts counts = column_states(c);
    if (first > MAX_COLUMNS || n > MAX_COLUMNS)
        return false;
    for (long i = 0; i < n; i++) {
        struct state_bin *to = ARENA_PUSH(a, t->bins, t->n_bins);
        to->column = (uint32_t)(first + i);
        for (int s = 0; s < THREAD_STATES; s++)
            to->n[s] = (uint32_t)counts.n[s];
    }
    return true;
}

bool runs_timeline(struct runs *r, struct arena *a, const char *run, struct watch *w)
{
    long id;
    if (!db_id(r, &id, "select id from watch where run = ?", "t", run))
        return false;
    struct columns c = db_rows(r, a, of_columns, "i", id);
    for (struct watched_thread *t; (t = next_of_thread(&c, w));)
        if (!add_bins(a, t, &c)) {
            db_stop(&c);
            return db_damaged(r);
        }
    return !r->failed;
}

bool runs_watched(struct runs *r, struct arena *a, struct notes *names)
{
    struct columns c = db_rows(r, a, "select run from watch order by run", "");
    while (db_next(&c))
        note_text(a, names, column_plain_name(&c));
    return !r->failed;
}
