/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/measured/sums.h"
#include "base/util.h"

#include "runs/facts/valid.h"

/* ---- computing sums ---- */

static void sum_samples(struct runs *r, long measurement, struct loop_sum *to)
{
    struct columns c = db_rows(
        r, NULL, "select iterations, cycles from sample where measurement = ? order by thread", "i",
        measurement);
    while (db_next(&c)) {
        double iterations = column_double(&c), cycles = column_double(&c);
        to->threads++;
        to->iterations += iterations;
        to->cycles += cycles;
        to->most_iterations = iterations > to->most_iterations ? iterations : to->most_iterations;
        to->most_cycles = cycles > to->most_cycles ? cycles : to->most_cycles;
    }
}

static void sum_instances(struct runs *r, long measurement, struct loop_sum *to)
{
    long counted = 0;
    struct columns c = db_rows(r, NULL,
                               "select whole, lost, overhead from instance_count "
                               "where measurement = ? order by thread",
                               "i", measurement);
    for (; db_next(&c); counted++) {
        to->instances.whole += column_double(&c);
        to->instances.lost += column_double(&c);
        to->instances.overhead += column_double(&c);
    }
    to->counted = counted == to->threads;
}

static void sum_overruns(struct runs *r, long measurement, long run, struct loop_sum *to)
{
    struct columns c = db_rows(r, NULL,
                               "select t.overruns from sample_thread t cross join sample s "
                               "on s.measurement = ? and s.thread = t.thread where t.run = ?",
                               "ii", measurement, run);
    while (db_next(&c))
        to->overruns += column_double(&c);
}

static void sum_skips(struct runs *r, long measurement, struct loop_sum *to)
{
    struct columns c =
        db_rows(r, NULL, "select 1 from skip where measurement = ? limit 1", "i", measurement);
    to->skips = db_next(&c);
    db_stop(&c);
}

static struct loop_sum sum_of(struct runs *r, long measurement, long run)
{
    struct loop_sum sum = {0};
    sum_samples(r, measurement, &sum);
    sum_instances(r, measurement, &sum);
    sum_overruns(r, measurement, run, &sum);
    sum_skips(r, measurement, &sum);
    return sum;
}

/* ---- storing sums ---- */

bool sums_invalidate(struct runs *r, long measurement)
{
    return db_do(r, "delete from sample_sum where measurement = ?", "i", measurement);
}

static bool put_sum(struct runs *r, long measurement, const struct loop_sum *s)
{
    return db_insert(r, NULL,
                     "sample_sum (measurement, threads, iterations, cycles, most_iterations, "
                     "most_cycles, counted, whole, lost, overhead, overruns, skips)",
                     "iiddddbddddb", measurement, s->threads, s->iterations, s->cycles,
                     s->most_iterations, s->most_cycles, s->counted, s->instances.whole,
                     s->instances.lost, s->instances.overhead, s->overruns, s->skips);
}

bool sums_update(struct runs *r)
{
    struct open {
        long id, run;
    };
    ARRAY(struct open) list = {0};
    struct columns c = db_rows(
        r, NULL,
        "select id, run from measurement where id not in (select measurement from sample_sum)", "");
    while (db_next(&c)) {
        long id = column_long(&c), run = column_long(&c);
        *array_push(&list) = (struct open){id, run};
    }
    for (size_t i = 0; i < list.n && !r->failed; i++) {
        struct loop_sum sum = sum_of(r, list.at[i].id, list.at[i].run);
        if (sum.threads && !r->failed)
            put_sum(r, list.at[i].id, &sum);
    }
    array_free(&list);
    return !r->failed;
}

static struct loop_sum sum_from(struct columns *c)
{
    struct loop_sum s = {.threads = column_long(c)};
    s.iterations = column_double(c);
    s.cycles = column_double(c);
    s.most_iterations = column_double(c);
    s.most_cycles = column_double(c);
    s.counted = column_bool(c);
    s.instances.whole = column_double(c);
    s.instances.lost = column_double(c);
    s.instances.overhead = column_double(c);
    s.overruns = column_double(c);
    s.skips = column_bool(c);
    return s;
}

static void check_sum(struct runs *r, const struct loop_sum *s)
{
    const double numbers[] = {
        s->iterations,      s->cycles,         s->most_iterations, s->most_cycles,
        s->instances.whole, s->instances.lost, s->overruns,        s->instances.overhead};
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        if (!is_valid_number(numbers[i]))
            db_damaged(r);
    if (s->threads < 0)
        db_damaged(r);
}

bool runs_sums(struct runs *r, struct arena *a, long run, struct loop_sums *to)
{
    ARRAY(struct loop_sum) list = {0};
    struct columns c = db_rows(r, a,
                               "select loop.name, m.id, s.threads, s.iterations, s.cycles, "
                               "s.most_iterations, s.most_cycles, s.counted, s.whole, s.lost, "
                               "s.overhead, s.overruns, s.skips from measurement m "
                               "join loop on loop.id = m.loop "
                               "left join sample_sum s on s.measurement = m.id "
                               "where m.run = ? order by loop.name",
                               "i", run);
    while (db_next(&c)) {
        const char *loop = column_name(&c);
        long measurement = column_long(&c);
        struct loop_sum sum = sum_from(&c);
        if (!sum.threads)
            sum = sum_of(r, measurement, run);
        sum.loop = loop;
        check_sum(r, &sum);
        if (sum.threads)
            *array_push(&list) = sum;
    }
    ARRAY_KEEP(a, list, to->at, to->n);
    return !r->failed;
}
