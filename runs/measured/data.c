/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/measured/data.h"
#include "base/util.h"
#include "facts/data.h"

#include <math.h>

/* ---- storing ---- */

static bool put_levels(struct runs *r, long run, long row, const struct movement *m)
{
    bool ok = true;
    for (int k = 0; ok && k < m->n_levels; k++) {
        const struct loop_level *l = &m->levels[k];
        ok = db_insert(r, NULL,
                       "profile_level (profile, row, seq, name, line, trip, trip_missing, varies, "
                       "optional)",
                       "iiitpqtb", run, row, (long)k, l->index, l->line, l->trip, l->varies,
                       (int)l->optional);
    }
    return ok;
}

static bool put_sweep(struct runs *r, long run, long row, long seq, const struct sweep *s,
                      int n_levels)
{
    bool ok = db_insert(r, NULL,
                        "profile_sweep (profile, row, seq, ref, bytes, write, grp, storage, "
                        "conditional, offset, nontemporal)",
                        "iiiiibiibdb", run, row, seq, (long)s->ref, (long)s->bytes, (int)s->write,
                        (long)s->group, (long)s->storage, (int)s->conditional, s->offset,
                        (int)s->nontemporal);
    for (int k = 0; ok && k < n_levels; k++)
        ok = db_insert(r, NULL, "profile_stride (profile, row, sweep, level, bytes, missing)",
                       "iiiiq", run, row, seq, (long)k, s->strides[k]);
    return ok;
}

static bool put_reuse_part(struct runs *r, long run, long row, long seq, const struct reuse_part *p)
{
    static const char far[] = "profile_reuse (profile, row, seq, loads, stores, written)";
    static const char near[] =
        "profile_reuse (profile, row, seq, loads, stores, written, distance)";
    return isinf(p->distance)
               ? db_insert(r, NULL, far, "iiiddd", run, row, seq, p->loads, p->stores, p->written)
               : db_insert(r, NULL, near, "iiidddd", run, row, seq, p->loads, p->stores, p->written,
                           p->distance);
}

static bool put_data(struct runs *r, long run, long row, const struct hot_data *d)
{
    const struct movement *m = &d->movement;
    const struct reuse *u = &d->reuse;
    bool ok = db_insert(r, NULL,
                        "profile_data (profile, row, missing, movement_missing, line, passes, "
                        "window, error)",
                        "iittdddd", run, row, d->missing, m->missing, u->line, u->passes, u->window,
                        u->error) &&
              put_levels(r, run, row, m);
    for (size_t i = 0; ok && i < m->n; i++)
        ok = put_sweep(r, run, row, (long)i, &m->at[i], m->n_levels);
    for (size_t i = 0; ok && i < u->n; i++)
        ok = put_reuse_part(r, run, row, (long)i, &u->at[i]);
    return ok;
}

bool put_hot_data(struct runs *r, long run, const struct hot_profile *p)
{
    bool ok = true;
    for (size_t i = 0; ok && i < p->n; i++)
        if (p->at[i].data)
            ok = put_data(r, run, (long)i, p->at[i].data);
    return ok;
}

/* ---- reading ---- */

/* The rows whose data are read: a query returns the children of each row in their order. */
struct data_rows {
    struct hotspot *at;
    size_t n;
    struct arena *a;
    bool damaged; /* a child refers to what does not exist */
};

static struct hot_data *data_of(struct data_rows *rows, long row)
{
    struct hot_data *d = row >= 0 && (size_t)row < rows->n ? rows->at[row].data : NULL;
    rows->damaged |= !d;
    return d;
}

static void read_head(struct columns *c, struct data_rows *rows)
{
    struct hot_data d = {.missing = NULL};
    long row;
    column_values(c, "ittdddd", &row, &d.missing, &d.movement.missing, &d.reuse.line,
                  &d.reuse.passes, &d.reuse.window, &d.reuse.error);
    if (row < 0 || (size_t)row >= rows->n) {
        rows->damaged = true;
        return;
    }
    rows->at[row].data = arena_alloc(rows->a, sizeof d);
    *rows->at[row].data = d;
}

static void read_level(struct columns *c, struct data_rows *rows)
{
    struct loop_level l;
    long row, seq;
    column_values(c, "iitiqtb", &row, &seq, &l.index, &l.line, &l.trip, &l.varies, &l.optional);
    struct hot_data *d = data_of(rows, row);
    if (!d)
        return;
    struct movement *m = &d->movement;
    if (!m->levels)
        m->levels = ARENA_ARRAY(rows->a, struct loop_level, MOVEMENT_LEVELS);
    if (seq != m->n_levels || seq >= MOVEMENT_LEVELS)
        rows->damaged = true;
    else
        m->levels[m->n_levels++] = l;
}

static void read_sweep(struct columns *c, struct data_rows *rows)
{
    struct sweep s = {.ref = 0};
    long row;
    column_values(c, "ijjbjjbdb", &row, &s.ref, &s.bytes, &s.write, &s.group, &s.storage,
                  &s.conditional, &s.offset, &s.nontemporal);
    struct hot_data *d = data_of(rows, row);
    if (!d)
        return;
    s.strides = ARENA_ARRAY(rows->a, struct quantity, MOVEMENT_LEVELS);
    for (int k = 0; k < MOVEMENT_LEVELS; k++)
        s.strides[k] = missing("it was not recorded");
    *ARENA_PUSH(rows->a, d->movement.at, d->movement.n) = s;
}

static void read_stride(struct columns *c, struct data_rows *rows)
{
    struct quantity bytes;
    long row, sweep, level;
    column_values(c, "iiiq", &row, &sweep, &level, &bytes);
    struct hot_data *d = data_of(rows, row);
    if (!d)
        return;
    if (sweep < 0 || (size_t)sweep >= d->movement.n || level < 0 || level >= d->movement.n_levels)
        rows->damaged = true;
    else
        d->movement.at[sweep].strides[level] = bytes;
}

static void read_reuse_part(struct columns *c, struct data_rows *rows)
{
    struct reuse_part p;
    bool nearer, written;
    long row;
    column_values(c, "ibdddbd", &row, &nearer, &p.distance, &p.loads, &p.stores, &written,
                  &p.written);
    struct hot_data *d = data_of(rows, row);
    if (d)
        d->reuse.no_written |= !written;
    if (!nearer)
        p.distance = INFINITY;
    if (d)
        *ARENA_PUSH(rows->a, d->reuse.at, d->reuse.n) = p;
}

/* In the order in which they refer to each other. */
static const struct data_query {
    const char *sql;
    void (*read)(struct columns *c, struct data_rows *rows);
} queries[] = {
    {"select row, missing, movement_missing, line, passes, window, error from profile_data "
     "where profile = ? order by row",
     read_head},
    {"select row, seq, name, line, trip, trip_missing, varies, optional from profile_level "
     "where profile = ? order by row, seq",
     read_level},
    {"select row, ref, bytes, write, grp, storage, conditional, offset, nontemporal "
     "from profile_sweep "
     "where profile = ? order by row, seq",
     read_sweep},
    {"select row, sweep, level, bytes, missing from profile_stride where profile = ? "
     "order by row, sweep, level",
     read_stride},
    {"select row, distance is not null, distance, loads, stores, written is not null, "
     "coalesce(written, 0) from profile_reuse "
     "where profile = ? order by row, seq",
     read_reuse_part},
};

bool read_hot_data(struct runs *r, struct arena *a, long run, struct hotspot *rows, size_t n)
{
    struct data_rows to = {.at = rows, .n = n, .a = a};
    for (size_t i = 0; i < COUNT_OF(queries) && !to.damaged; i++) {
        struct columns c = db_rows(r, a, queries[i].sql, "i", run);
        while (!to.damaged && db_next(&c))
            queries[i].read(&c, &to);
        if (to.damaged)
            db_stop(&c);
    }
    return !r->failed && (!to.damaged || db_damaged(r));
}
