/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the counters of the loops of a run. */
#include "runs/db.h"

bool runs_has_counters(struct runs *r, long run, bool *any)
{
    static const char some[] =
        "select exists (select 1 from measurement m join counter_value c on c.measurement = m.id "
        "where m.run = ?1) or exists (select 1 from measurement m join counter_sum c on "
        "c.measurement = m.id where m.run = ?1)";
    long found = 0;
    bool ok = db_id(r, &found, some, "i", run);
    *any = found != 0;
    return ok;
}

bool runs_counters(struct runs *r, struct arena *a, long run, const char *loop,
                   struct thread_counters *to)
{
    /* A value from a file replaces a sum of samples with the same name. */
    static const char rows[] =
        "with it as (select m.id from run join loop on loop.build = run.build "
        "join measurement m on m.run = run.id and m.loop = loop.id "
        "where run.id = ?1 and loop.name = ?2) "
        "select v.name, v.thread, s.iterations, 0, 0, 0, v.value, null from counter_value v "
        "join sample s on s.measurement = v.measurement and s.thread = v.thread "
        "where v.measurement in (select id from it) "
        "union all select c.name, c.thread, s.iterations, 1, c.instances, coalesce(i.whole, 0), "
        "c.value, c.value_missing from counter_sum c "
        "join sample s on s.measurement = c.measurement and s.thread = c.thread "
        "left join instance_count i on i.measurement = c.measurement and i.thread = c.thread "
        "where c.measurement in (select id from it) and c.name is not null "
        "and not exists (select 1 from counter_value v where v.measurement = c.measurement "
        "and v.name = c.name) order by 1, 2";
    ARRAY(struct thread_counter) list = {0};
    struct columns c = db_rows(r, a, rows, "it", run, loop);
    while (db_next(&c)) {
        struct thread_counter t = {0};
        column_values(&c, "tidbddq", &t.name, &t.thread, &t.iterations, &t.sampled, &t.instances,
                      &t.whole, &t.value);
        *array_push(&list) = t;
    }
    ARRAY_KEEP(a, list, to->at, to->n);
    return !r->failed;
}
