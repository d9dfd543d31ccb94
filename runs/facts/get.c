/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/facts/get.h"
#include "runs/facts/rows.h"

struct recurrence get_recurrence(struct runs *r, struct columns *c, const struct row_type *steps,
                                 long owner)
{
    struct recurrence found = {0};
    found.distance = column_long(c);
    found.latency = column_double(c);
    found.missing = column_text(c);
    found.at = rows_get(r, c->a, steps, owner, &found.n);
    return found;
}

/* ---- machines ---- */

static struct machines get_machines(struct runs *r, struct arena *a)
{
    struct machines m = {0};
    ARRAY(struct stored_machine) list = {0};
    ARRAY(long) ids = {0};
    struct columns c = db_rows(r, a, "select id, name, text from machine order by id", "");
    while (db_next(&c)) {
        *array_push(&ids) = column_long(&c);
        const char *name = column_name(&c), *text = column_name(&c);
        *array_push(&list) = (struct stored_machine){name, text};
    }
    ARRAY_KEEP(a, ids, m.ids, m.n);
    struct stored_machine *kept;
    ARRAY_KEEP(a, list, kept, m.n);
    m.at = ARENA_ARRAY(a, const struct stored_machine *, m.n + 1);
    for (size_t i = 0; i < m.n; i++)
        m.at[i] = &kept[i];
    return m;
}

const struct stored_machine *machine_of(struct runs *r, const struct machines *m, long id)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->ids[i] == id)
            return m->at[i];
    db_damaged(r);
    return NULL;
}

/* ---- builds ---- */

static const char all_builds[] =
    "select id, name, machine, "
    "(select value from build_fact where build = build.id and key = 'compiler'), "
    "(select value from build_fact where build = build.id and key = 'flags') "
    "from build order by name, machine";

bool get_builds(struct runs *r, struct arena *a, struct stored_build **at, size_t *n)
{
    ARRAY(struct stored_build) list = {0};
    struct columns c = db_rows(r, a, all_builds, "");
    while (db_next(&c)) {
        struct stored_build b = {0};
        column_values(&c, "iTTtt", &b.id, &b.name, &b.machine, &b.compiler, &b.flags);
        *array_push(&list) = b;
    }
    ARRAY_KEEP(a, list, *at, *n);
    return !r->failed;
}

bool runs_builds(struct runs *r, struct arena *a, struct stored_builds *builds)
{
    struct machines machines = get_machines(r, a);
    if (!get_builds(r, a, &builds->at, &builds->n))
        return false;
    for (size_t i = 0; i < builds->n; i++) {
        get_sources(r, a, &machines, &builds->at[i]);
        get_compiled(r, a, &machines, &builds->at[i]);
    }
    return !r->failed;
}
